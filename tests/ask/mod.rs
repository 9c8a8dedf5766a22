//! A client that has shaken hands with a server and asks it one thing after another.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::server::{Server, Session};

pub(crate) struct Client {
    server: Server,
    session: Session,
}

impl Client {
    pub(crate) fn of(server: Server) -> Self {
        let mut client = Self { server, session: Session::default() };
        let hello = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
        assert!(client.ask("initialize", hello).contains(r#""protocolVersion":"2025-06-18""#));
        client
    }

    /// What is answered, without what every answer begins and ends with.
    #[track_caller]
    pub(crate) fn ask(&mut self, method: &str, params: &str) -> String {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let answer = self.server.answer(&mut self.session, &line).unwrap();
        let inside = answer.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"#).unwrap();
        inside.strip_suffix('}').unwrap().to_owned()
    }

    #[track_caller]
    pub(crate) fn gets(&mut self, method: &str, params: &str, result: &str) {
        let expected = format!(r#""result":{result}"#);
        assert_eq!(self.ask(method, params), expected, "{method} {params}");
    }

    #[track_caller]
    pub(crate) fn refused(&mut self, method: &str, params: &str, code: i64, message: &str) {
        let expected = format!(r#""error":{{"code":{code},"message":"{message}"}}"#);
        assert_eq!(self.ask(method, params), expected, "{method} {params}");
    }

    /// None of these methods is there.
    #[track_caller]
    pub(crate) fn lacks(&mut self, methods: &[&str]) {
        for method in methods {
            self.refused(method, "{}", -32601, &format!("Method not found: {method}"));
        }
    }
}
