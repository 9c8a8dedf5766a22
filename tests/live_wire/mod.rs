//! A live connection over channels of bytes, and a server with a tool that waits to be let go.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::mcp::{ServerCapabilities, Tool};
use mcp_lab::server::{Server, live};
use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

pub(crate) const OBJECT: &str = r#"{"type":"object"}"#;

/// Where the tests' bytes come from: chunks as they are sent, and the end when the sender is gone.
pub(crate) struct Pipe {
    chunks: Receiver<Vec<u8>>,
    chunk: Cursor<Vec<u8>>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.chunk.read(buffer)? {
            0 => {
                self.chunk = Cursor::new(self.chunks.recv().unwrap_or_default());
                self.chunk.read(buffer)
            }
            count => Ok(count),
        }
    }
}

/// Where the server's bytes go.
pub(crate) struct Lines(Sender<Vec<u8>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A client at the other end of a live connection.
pub(crate) struct Wire {
    pub(crate) to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    seen: Vec<u8>,
    serving: Option<JoinHandle<io::Result<()>>>,
}

impl Wire {
    pub(crate) fn to(server: Server) -> Self {
        let (to, chunks) = channel();
        let (out, from) = channel();
        let pipe = Pipe { chunks, chunk: Cursor::default() };
        let server = Arc::new(server);
        let serving = Some(thread::spawn(move || live(&server, pipe, Lines(out))));
        Self { to: Some(to), from, seen: Vec::new(), serving }
    }

    pub(crate) fn ready(server: Server, version: &str) -> Self {
        let mut wire = Self::to(server);
        wire.send(&format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
        ));
        assert!(wire.hear().contains(version));
        wire
    }

    pub(crate) fn raw(&self, bytes: &[u8]) {
        self.to.as_ref().unwrap().send(bytes.to_owned()).unwrap();
    }

    pub(crate) fn send(&self, line: &str) {
        self.raw(format!("{line}\n").as_bytes());
    }

    /// Calls a tool; the progress token is the id with a `t` before it, as text.
    pub(crate) fn call(&self, id: &str, tool: &str) {
        let token = id.trim_matches('"');
        self.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","_meta":{{"progressToken":"t{token}"}}}}}}"#
        ));
    }

    /// The next line of the server.
    pub(crate) fn hear(&mut self) -> String {
        loop {
            if let Some(end) = self.seen.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.seen.drain(..=end).collect();
                return String::from_utf8(line).unwrap().trim_end().to_owned();
            }
            self.seen.extend(self.from.recv().unwrap());
        }
    }

    /// From now on nobody reads what the server says.
    pub(crate) fn deaf(&mut self) {
        self.from = channel().1;
    }

    /// Waits until the server has left by itself.
    pub(crate) fn gone(&mut self) {
        self.serving.take().unwrap().join().unwrap().unwrap();
    }

    /// Closes the client's end; what the server still said, and that it left.
    pub(crate) fn close(mut self) -> Vec<String> {
        self.to = None;
        self.serving.take().unwrap().join().unwrap().unwrap();
        let mut all = self.seen;
        all.extend(self.from.iter().flatten());
        String::from_utf8(all).unwrap().lines().map(str::to_owned).collect()
    }
}

/// A gate that a long tool waits at, and how many have arrived there.
#[derive(Clone)]
pub(crate) struct Gate {
    arrived: Sender<()>,
    open: Arc<Mutex<Receiver<()>>>,
}

/// A server with a quick tool, and a long one that says it has begun and waits to be let go.
pub(crate) fn server() -> (Server, Receiver<()>, Sender<()>) {
    let (arrived, begun) = channel();
    let (let_go, open) = channel();
    let gate = Gate { arrived, open: Arc::new(Mutex::new(open)) };
    let quick = Tool::new("quick", "at once", OBJECT).unwrap();
    let long = Tool::new("long", "when let go", OBJECT).unwrap();
    let server = Server::new("live", "1")
        .capabilities(ServerCapabilities::tools())
        .tool(quick, |_| Ok::<_, &str>("done"))
        .unwrap()
        .long_tool(long, move |exchange, _| {
            exchange.progress(1.0, Some(2.0), Some("begun"));
            exchange.progress(1.0, Some(2.0), Some("does not rise"));
            gate.arrived.send(()).unwrap();
            gate.open.lock().unwrap().recv().unwrap();
            exchange.progress(2.0, None, None);
            Ok::<_, &str>(if exchange.is_cancelled() { "cancelled" } else { "finished" })
        })
        .unwrap();
    (server, begun, let_go)
}

pub(crate) fn pong(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
}

pub(crate) fn said(id: &str, text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}}}"#
    )
}

pub(crate) fn progress(id: &str, rest: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"t{id}",{rest}}}}}"#
    )
}
