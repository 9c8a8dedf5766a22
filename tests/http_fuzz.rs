//! Any bytes into the readers of HTTP: no panic, no hang, and the same whatever pieces they come in.
//!
//! `MCP_LAB_FUZZ_SEED` chooses other inputs, `MCP_LAB_FUZZ_COUNT` more or fewer.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every helper is needed here")]

mod mutate;

use mcp_lab::transport::http::{
    Clock, EventReader, HttpClient, HttpError, MAX_BODY_BYTES, MAX_FIELDS, Requests, Unread, Url,
    event,
};
use mutate::Chance;
use std::fmt::Write as _;
use std::io::{Cursor, Read, Result, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// How many inputs each reader gets, unless it is told otherwise.
const COUNT: u64 = 100_000;
/// How many of them travel over a connection of their own, which takes longer.
const ONE_IN: u64 = 100;

const NOON: Clock = || std::time::Duration::ZERO;

const REQUESTS: &[&str] = &[
    "GET /mcp?a=1 HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 1-2\r\n\r\n",
    "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n3;a=\"b\"\r\nabc\r\n0\r\nX: y\r\n\r\n",
    "GET http://a:80/x HTTP/1.0\r\nConnection: keep-alive, Upgrade\r\n\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\nX:\t y z \r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "ffffffffffffffff\r\n",
    "\r\n0\r\n\r\n",
];

const EVENTS: &[&str] = &[
    "\u{feff}id: 7\nretry: 500\n: anything\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1}\n\n",
    "event: message\r\ndata\r\ndata:\r\ndata: x\r\r\n\n",
    "id: \0\nid\nretry: 18446744073709551616\nretry: x\nretry:1\n\ndata: 中😀\n\n",
    ":\n\n:\r\r:\r\n\r\ndata: a\n",
];

const ANSWERS: &[&str] = &[
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 404 Not Found\r\n\r\nrest",
    "HTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 999999 \r\nContent-Length: 1, 2\r\n\r\n",
];

#[expect(clippy::disallowed_methods, reason = "seed and count are asked from outside")]
fn number(name: &str, otherwise: u64) -> u64 {
    let value = std::env::var(name).ok().filter(|value| !value.is_empty());
    value.map_or(otherwise, |value| value.parse().unwrap())
}

/// Gives each input to a reader; the first that fails is shown with what it takes to make it again.
fn each(texts: &[&str], one_in: u64, mut holds: impl FnMut(&[u8])) {
    let seed = number("MCP_LAB_FUZZ_SEED", 20_250_618);
    let count = number("MCP_LAB_FUZZ_COUNT", COUNT) / one_in;
    let texts: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    for index in 0..count {
        let whole = usize::try_from(index).ok().and_then(|index| texts.get(index));
        let input = whole.cloned().unwrap_or_else(|| Chance::new(seed, index).input(&texts));
        if catch_unwind(AssertUnwindSafe(|| holds(&input))).is_err() {
            let shown = input.escape_ascii();
            panic!("MCP_LAB_FUZZ_SEED={seed}, input {index}: b\"{shown}\"");
        }
    }
}

/// Hands bytes out in pieces of one length.
struct Pieces<'b>(Cursor<&'b [u8]>, usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(buffer.get_mut(..length).unwrap())
    }
}

/// All requests in these bytes, and how they end.
fn requests(bytes: &[u8], piece: usize) -> String {
    let mut requests = Requests::new(Pieces(Cursor::new(bytes), piece), NOON);
    let mut said = String::new();
    loop {
        match requests.next(|| Ok(())) {
            Ok(Some(request)) => {
                let fields: Vec<_> = request.fields.iter().collect();
                assert!(fields.len() <= MAX_FIELDS && request.body.len() <= bytes.len());
                let start = (request.method, request.path, request.query, request.keeps_alive());
                let body = request.body.escape_ascii();
                writeln!(said, "{start:?} {fields:?} {body}").unwrap();
            }
            Ok(None) => return said + "end",
            Err(Unread::Refused(fault)) => return said + &format!("{fault:?}"),
            Err(Unread::Broken(error)) => panic!("{error}"),
        }
    }
}

#[test]
fn broken_requests_are_read_alike_in_all_pieces() {
    each(REQUESTS, 1, |bytes| {
        let whole = requests(bytes, usize::MAX);
        assert_eq!(requests(bytes, 1), whole);
        assert_eq!(requests(bytes, 5), whole);
    });
}

/// All events in these bytes, and how they end.
fn events(bytes: &[u8], piece: usize) -> String {
    let (mut reader, mut said) = (EventReader::default(), String::new());
    for bytes in bytes.chunks(piece) {
        let each = |event| writeln!(said, "{event:?}").unwrap();
        if let Err(error) = reader.push(bytes, each) {
            return said + &format!("{error:?}");
        }
    }
    said + &format!("{:?} {:?}", reader.last_id(), reader.retry())
}

#[test]
fn broken_streams_of_events_are_read_alike_in_all_pieces() {
    each(EVENTS, 1, |bytes| {
        let whole = events(bytes, usize::MAX);
        assert_eq!(events(bytes, 1), whole);
        assert_eq!(events(bytes, 5), whole);
    });
}

#[test]
fn whatever_is_put_into_an_event_comes_out_of_it_as_one() {
    each(EVENTS, 1, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let (mut reader, mut came) = (EventReader::default(), Vec::new());
        reader.push(event(Some("1-2"), &text).as_bytes(), |event| came.push(event)).unwrap();
        let [event] = came.as_slice() else { panic!("{came:?}") };
        assert_eq!(event.data, text.replace("\r\n", "\n").replace('\r', "\n"));
        assert_eq!((event.id.as_deref(), event.event.as_str()), (Some("1-2"), "message"));
    });
}

/// What a client makes of these bytes in the place of an answer.
fn answer(listener: &TcpListener, bytes: &[u8]) -> std::result::Result<Vec<u8>, HttpError> {
    let url = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mut stream, _) = listener.accept().unwrap();
            // Read before the end: what lies unread at the end takes the answer back.
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(bytes);
            let _ = stream.shutdown(Shutdown::Write);
            until_gone(stream);
        });
        let mut client = HttpClient::new(url, NOON);
        let response = client.send("GET", &[], b"");
        response.and_then(|response| response.read_to_end(MAX_BODY_BYTES))
    })
}

fn until_gone(mut stream: TcpStream) {
    while matches!(stream.read(&mut [0; 64]), Ok(1..)) {}
}

#[test]
fn broken_answers_are_read_or_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (mut read, mut refused) = (0, 0);
    each(ANSWERS, ONE_IN, |bytes| match answer(&listener, bytes) {
        Ok(body) => {
            assert!(body.len() <= bytes.len());
            read += 1;
        }
        Err(HttpError::Timeout(..)) => panic!("it hangs"),
        Err(_) => refused += 1,
    });
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}
