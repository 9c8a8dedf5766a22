//! An HTTP server inside of the test, and a client that writes and reads bytes as they are.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::server::Server;
use mcp_lab::server::http::Endpoint;
use mcp_lab::transport::http::{Clock, Listener, Reply, Request, Service, Stopper};
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Longer than anything that does happen takes.
pub(crate) const LONG: Duration = Duration::from_secs(20);

/// A clock that stands still.
pub(crate) const STILL: Clock = || Duration::ZERO;

/// What the head of every stream says.
pub(crate) const STREAM: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nX-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n\r\n";

/// The chunk behind the last one.
pub(crate) const END: &str = "0\r\n\r\n";

pub(crate) const ACCEPTED: &str = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

/// A service made of one function.
pub(crate) struct By<F>(pub(crate) F);

impl<F: Fn(&Request<'_>, Reply<'_>) -> io::Result<()> + Send + Sync> Service for By<F> {
    fn serve(&self, request: &Request<'_>, reply: Reply<'_>) -> io::Result<()> {
        (self.0)(request, reply)
    }
}

pub(crate) fn by<F>(serve: F) -> By<F>
where
    F: Fn(&Request<'_>, Reply<'_>) -> io::Result<()> + Send + Sync + 'static,
{
    By(serve)
}

/// 32 bytes that anybody can guess: they begin with how often this was asked.
pub(crate) fn counted() -> [u8; 32] {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut bytes = [0; 32];
    let count = COUNT.fetch_add(1, Ordering::Relaxed).to_be_bytes();
    bytes.iter_mut().zip(count).for_each(|(byte, count)| *byte = count);
    bytes
}

pub(crate) fn endpoint(server: Server) -> Endpoint {
    Endpoint::new(Arc::new(server), STILL, counted)
}

/// A listener at work. Dropped, it is stopped and waited for.
pub(crate) struct Up {
    pub(crate) address: SocketAddr,
    pub(crate) stopper: Stopper,
    running: Option<JoinHandle<()>>,
}

pub(crate) fn bound() -> Listener {
    Listener::bind("127.0.0.1:0", STILL).unwrap()
}

pub(crate) fn up(service: impl Service + 'static) -> Up {
    listens(bound(), service)
}

pub(crate) fn listens(listener: Listener, service: impl Service + 'static) -> Up {
    let (address, stopper) = (listener.local_addr().unwrap(), listener.stopper().unwrap());
    let service: Arc<dyn Service> = Arc::new(service);
    let running = Some(thread::spawn(move || listener.run(&service).unwrap()));
    Up { address, stopper, running }
}

impl Up {
    pub(crate) fn wire(&self) -> Wire {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        Wire { stream }
    }

    /// All that is answered to these bytes, behind which nothing more comes.
    pub(crate) fn says(&self, text: &str) -> String {
        let mut wire = self.wire();
        wire.send(text);
        wire.half_close();
        wire.rest()
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(running) = self.running.take() {
            let ended = running.join();
            assert!(ended.is_ok() || thread::panicking());
        }
    }
}

/// A connection, from the client's side.
pub(crate) struct Wire {
    pub(crate) stream: TcpStream,
}

impl Wire {
    pub(crate) fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).unwrap();
    }

    pub(crate) fn half_close(&self) {
        self.stream.shutdown(Shutdown::Write).unwrap();
    }

    /// Reads as many bytes as this has, which must be these.
    #[track_caller]
    pub(crate) fn reads(&mut self, wanted: &str) {
        let (mut bytes, mut got) = (vec![0; wanted.len()], 0);
        while got < bytes.len()
            && let Ok(count @ 1..) = self.stream.read(bytes.get_mut(got..).unwrap())
        {
            got += count;
        }
        bytes.truncate(got);
        assert_eq!(String::from_utf8_lossy(&bytes), wanted);
    }

    /// What comes until an empty line behind it, the empty line with it.
    pub(crate) fn head(&mut self) -> String {
        let mut text = Vec::new();
        while !text.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            assert_eq!(self.stream.read(&mut byte).unwrap(), 1, "{}", text.escape_ascii());
            text.extend(byte);
        }
        String::from_utf8(text).unwrap()
    }

    /// Everything up to the end.
    pub(crate) fn rest(&mut self) -> String {
        let mut text = Vec::new();
        if let Err(error) = self.stream.read_to_end(&mut text) {
            panic!("{error} behind {:?}", text.escape_ascii().to_string());
        }
        String::from_utf8(text).unwrap()
    }
}

/// A POST to the endpoint, with further fields, each of which ends with CR LF.
pub(crate) fn post(fields: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{fields}Content-Length: {length}\r\n\r\n{body}"
    )
}

/// An answer that is a line of JSON.
pub(crate) fn json(status: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// The body of a refusal that is about no single message.
pub(crate) fn invalid(why: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","error":{{"code":-32600,"message":"{why}"}}}}"#)
}

pub(crate) fn refusal(status: &str, why: &str) -> String {
    json(status, &invalid(why))
}

/// One piece of a stream.
pub(crate) fn chunk(text: &str) -> String {
    format!("{:x}\r\n{text}\r\n", text.len())
}

/// An event without an id.
pub(crate) fn event(data: &str) -> String {
    chunk(&format!("data: {data}\n\n"))
}

/// An event with one.
pub(crate) fn event_with(id: &str, data: &str) -> String {
    chunk(&format!("id: {id}\ndata: {data}\n\n"))
}

/// The request that opens a session.
pub(crate) fn hello(version: &str, capabilities: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
    )
}

pub(crate) const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// Opens a session: the fields that name it from then on.
pub(crate) fn session(up: &Up, version: &str, capabilities: &str) -> String {
    let said = up.says(&post("", &hello(version, capabilities)));
    let id = said.split("Mcp-Session-Id: ").nth(1).and_then(|it| it.split("\r\n").next());
    let id = id.unwrap_or_else(|| panic!("no session: {said}"));
    let fields = format!("Mcp-Session-Id: {id}\r\nMCP-Protocol-Version: {version}\r\n");
    assert_eq!(up.says(&post(&fields, READY)), ACCEPTED);
    fields
}

/// A call of a tool in a session, under the token `t`.
pub(crate) fn call(id: u32, tool: &str) -> String {
    call_with(id, tool, "{}")
}

pub(crate) fn call_with(id: u32, tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"progressToken":"t"}}}}}}"#
    )
}

/// What a tool says in a session.
pub(crate) fn said(id: u32, text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}}}"#
    )
}

/// A request without a body.
pub(crate) fn bare(method: &str, fields: &str) -> String {
    format!(
        "{method} /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n{fields}\r\n"
    )
}
