//! A server that plays exact bytes over TCP: what it answers to which request is written down beforehand.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::string_slice,
    reason = "a broken test should stop"
)]
#![allow(dead_code, reason = "each test that uses this is a program of its own")]

use mcp_lab::client::http::HttpTransport;
use mcp_lab::transport::http::Url;
use mcp_lab::transport::{Crossing, Sink};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// What is done when a request comes that holds this text: bytes are written, and then?
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) needle: &'static str,
    pub(crate) bytes: Vec<u8>,
    pub(crate) then: Then,
}

/// What comes after the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    /// The connection stays open for the next request.
    Stay,
    /// It is closed.
    Close,
    /// Nothing, until the client closes it.
    Hang,
    /// What stands behind the head once more, until nobody takes it any more.
    Endless,
}

/// What has happened at the server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    inside: Arc<Mutex<Inside>>,
    changed: Arc<Condvar>,
}

/// Longer than anything that does happen takes.
const LONG: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
struct Inside {
    requests: Vec<String>,
    rows: Vec<Row>,
    closed: usize,
}

impl Seen {
    /// Every request so far, head and body, in the order in which they came.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.inside.lock().unwrap().requests.clone()
    }

    /// The first request that holds this text.
    pub(crate) fn request(&self, needle: &str) -> String {
        let requests = self.requests();
        requests
            .iter()
            .find(|it| it.contains(needle))
            .unwrap_or_else(|| panic!("{needle}: {requests:#?}"))
            .clone()
    }

    /// Waits until the client has closed so many connections that hung.
    pub(crate) fn until_closed(&self, count: usize) {
        let fewer = |inside: &mut Inside| inside.closed < count;
        let waited = self.changed.wait_timeout_while(self.inside.lock().unwrap(), LONG, fewer);
        assert!(!waited.unwrap().1.timed_out(), "the client closed nothing");
    }

    fn take(&self, request: &str) -> Option<Row> {
        let mut inside = self.inside.lock().unwrap();
        inside.requests.push(request.to_owned());
        let at = inside.rows.iter().position(|row| request.contains(row.needle))?;
        Some(inside.rows.remove(at))
    }
}

/// Starts it; the URL of its endpoint, and what it sees.
pub(crate) fn play(rows: &[Row]) -> (Url, Seen) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let seen = Seen::default();
    seen.inside.lock().unwrap().rows = rows.to_vec();
    let shared = seen.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, seen) = (stream.unwrap(), shared.clone());
            thread::spawn(move || serve(stream, &seen));
        }
    });
    (Url::parse(&url).unwrap(), seen)
}

fn serve(mut stream: TcpStream, seen: &Seen) {
    let mut bytes = Vec::new();
    while let Some(request) = next(&mut stream, &mut bytes) {
        let row = seen.take(&request).unwrap_or_else(|| row("", &whole("500 Nothing", "", "")));
        let written = stream.write_all(&row.bytes);
        match row.then {
            Then::Stay => {}
            Then::Close => {
                let _ = stream.shutdown(Shutdown::Both);
                return;
            }
            Then::Endless => {
                let head = row.bytes.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
                let rest: Vec<_> = row.bytes.iter().copied().skip(head + 4).collect();
                while stream.write_all(&rest).is_ok() {}
            }
            Then::Hang => {
                // An end of its own counts; so does a reset.
                while written.is_ok() && matches!(stream.read(&mut [0; 64]), Ok(1..)) {}
            }
        }
        if row.then != Then::Stay {
            seen.inside.lock().unwrap().closed += 1;
            seen.changed.notify_all();
            return;
        }
    }
}

/// Starts an endpoint that answers each request with what this makes of it; the URL.
pub(crate) fn answers(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, answer) = (stream.unwrap(), Arc::clone(&answer));
            thread::spawn(move || {
                let mut bytes = Vec::new();
                while let Some(request) = next(&mut stream, &mut bytes) {
                    if stream.write_all(&answer(&request)).is_err() {
                        return;
                    }
                }
            });
        }
    });
    url
}

/// One request: its head, and as much body as that says.
fn next(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<String> {
    loop {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if let Some(end) = text.find("\r\n\r\n") {
            let head = text[..end].to_ascii_lowercase();
            let length = head.split("content-length: ").nth(1);
            let length = length.map_or(0, |it| it.split("\r\n").next().unwrap().parse().unwrap());
            if bytes.len() >= end + 4 + length {
                let request: Vec<u8> = bytes.drain(..end + 4 + length).collect();
                return Some(String::from_utf8(request).unwrap());
            }
        }
        let mut chunk = [0; 4096];
        match stream.read(&mut chunk) {
            Ok(read @ 1..) => bytes.extend(chunk.iter().take(read)),
            Ok(_) | Err(_) => return None,
        }
    }
}

/// A row after which the connection stays open.
pub(crate) fn row(needle: &'static str, bytes: &[u8]) -> Row {
    Row { needle, bytes: bytes.to_vec(), then: Then::Stay }
}

/// A row with another end.
pub(crate) fn row_then(needle: &'static str, bytes: &[u8], then: Then) -> Row {
    Row { needle, bytes: bytes.to_vec(), then }
}

/// An answer with a body of known length. `fields` are lines, each with its end.
pub(crate) fn whole(status: &str, fields: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\n{fields}Content-Length: {length}\r\n\r\n{body}").into_bytes()
}

/// A JSON answer.
pub(crate) fn json(body: &str) -> Vec<u8> {
    whole("200 OK", "Content-Type: application/json\r\n", body)
}

/// The answer to what was only told.
pub(crate) fn accepted() -> Vec<u8> {
    whole("202 Accepted", "", "")
}

/// A stream of events in these chunks; `ended`: the last chunk stands there too.
pub(crate) fn stream(chunks: &[&[u8]], ended: bool) -> Vec<u8> {
    let mut bytes =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            .to_vec();
    for chunk in chunks {
        bytes.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        bytes.extend_from_slice(chunk);
        bytes.extend_from_slice(b"\r\n");
    }
    if ended {
        bytes.extend_from_slice(b"0\r\n\r\n");
    }
    bytes
}

/// A clock that stands still: nothing here depends on it.
pub(crate) fn clock() -> Duration {
    Duration::ZERO
}

/// A transport, and how long it was told to wait before it took up a stream again.
pub(crate) fn transport(url: Url) -> (HttpTransport, Arc<Mutex<Vec<Duration>>>) {
    let waits = Arc::<Mutex<Vec<Duration>>>::default();
    let told = Arc::clone(&waits);
    let wait = Arc::new(move |long| told.lock().unwrap().push(long));
    let mut wire = HttpTransport::with(url, clock, None::<Sink>, Some(wait));
    wire.set_patience(Some(LONG));
    (wire, waits)
}

/// What crossed, in the `.wire` format.
pub(crate) fn wire_text(crossings: &[Crossing]) -> String {
    mcp_lab::transcript::Transcript { crossings: crossings.to_vec() }.to_wire()
}
