//! Questions that only HTTP knows: heads that are unusual, or wrong on purpose.
//!
//! What a server must say to them is read out of the recording afterwards; here they are only asked.

use super::also::{Ask, Came, not_asked, note, passed};
use super::on_purpose;
use super::walk::Walk;
use crate::client::http::Odd;
use crate::json::Object;
use crate::jsonrpc::{Message, Request};
use crate::mcp::stateless::{DISCOVER, MCP_METHOD, MCP_PROTOCOL_VERSION};
use crate::mcp::{Era, PING, TOOLS_CALL};

const NO_SESSION: &str = "mcp-lab-no-such-session";
const NOWHERE: &str = "mcp-lab.invalid";
const NO_DATE: &str = "1999-01-01";
const SESSION: &str = "Mcp-Session-Id";

/// What is changed in the head of a request: a field and its value, or none to leave it out.
type Change = (&'static str, Option<&'static str>);

impl Walk<'_> {
    /// Name, the step that silence belongs to, and how it is asked.
    pub(super) fn odd_requests() -> [(&'static str, usize, Ask<Self>); 9] {
        [
            ("get-stream", 2, |walk| Ok(walk.get_stream())),
            ("without-session", 5, |walk| Ok(walk.with_session((SESSION, None), &[400]))),
            ("unknown-session", 5, |walk| {
                Ok(walk.with_session((SESSION, Some(NO_SESSION)), &[404]))
            }),
            ("without-accept", 5, |walk| Ok(walk.changed(("Accept", None), &[406, 400]))),
            ("unknown-version-header", 5, |walk| {
                Ok(walk.changed((MCP_PROTOCOL_VERSION, Some(NO_DATE)), &[400]))
            }),
            ("other-method-header", 5, |walk| Ok(walk.other_method_header())),
            ("not-json-body", 5, |walk| Ok(walk.not_json_body())),
            ("foreign-origin", 5, |walk| {
                Ok(walk.changed(("Origin", Some("http://mcp-lab.invalid")), &[403]))
            }),
            ("foreign-host", 5, |walk| Ok(walk.changed(("Host", Some(NOWHERE)), &[403, 421]))),
        ]
    }

    /// A stream of the server's own, or 405.
    fn get_stream(&mut self) -> Came {
        let fields = self.child.endpoint().map(|wire| wire.stream_fields());
        self.oddly_asked("GET", &fields.unwrap_or_default(), "", &[])
    }

    /// A question about sessions, where the server has any.
    fn with_session(&mut self, change: Change, usual: &'static [u16]) -> Came {
        if self.child.endpoint().is_some_and(|wire| wire.session().is_some()) {
            return self.changed(change, usual);
        }
        not_asked("the server gave no session id", "服务器没有给会话 id")
    }

    fn other_method_header(&mut self) -> Came {
        if self.era == Era::Stateless {
            return self.changed((MCP_METHOD, Some(TOOLS_CALL)), &[400]);
        }
        not_asked("this era has no such header", "握手方式没有这个请求头")
    }

    fn not_json_body(&mut self) -> Came {
        let fields = self.child.endpoint().map(|wire| wire.fields_of("{"));
        on_purpose(&self.child, "the next line is no JSON");
        self.oddly_asked("POST", &fields.unwrap_or_default(), "{", &[400])
    }

    /// Asks what the server has answered already, with this changed in its head.
    fn changed(&mut self, (name, value): Change, usual: &'static [u16]) -> Came {
        let line = self.answered_line();
        let Some(wire) = self.child.endpoint() else { return not_asked("", "") };
        let mut fields = wire.fields_of(&line);
        fields.retain(|(it, _)| !it.eq_ignore_ascii_case(name));
        fields.extend(value.map(|value| (name.to_owned(), value.to_owned())));
        on_purpose(&self.child, &format!("the next request has an unusual head: {name}"));
        self.oddly_asked("POST", &fields, &line, usual)
    }

    /// A request that a server of this era answers whatever it offers.
    fn answered_line(&mut self) -> String {
        let (method, params) = match self.era {
            Era::Handshake => (PING, None),
            Era::Stateless => (DISCOVER, Some(self.with_meta(Object::default()))),
        };
        let id = self.fresh_id();
        self.asked.push(id.clone());
        Message::Request(Request { id, method: method.into(), params }).to_line()
    }

    fn oddly_asked(
        &mut self,
        method: &'static str,
        fields: &[(String, String)],
        body: &str,
        usual: &'static [u16],
    ) -> Came {
        let patience = self.short();
        let Some(wire) = self.child.endpoint() else { return not_asked("", "") };
        wire.set_patience(Some(patience));
        match wire.odd(method, fields, body) {
            Ok(odd) => said(&odd, usual),
            Err(error) => {
                let (en, zh) = (format!("no answer: {error}"), format!("没有响应：{error}"));
                note(en, zh)
            }
        }
    }
}

/// The status that came, and whether another one is usual.
fn said(odd: &Odd, usual: &[u16]) -> Came {
    let kind = odd.content_type.as_deref().unwrap_or_default();
    let came = format!("{} {kind}", odd.status).trim_end().to_owned();
    let usual_here = match usual {
        [] => (odd.status == 200 && kind == "text/event-stream") || odd.status == 405,
        usual => usual.contains(&odd.status),
    };
    if usual_here {
        return passed(came.clone(), came);
    }
    let names: Vec<_> = usual.iter().map(u16::to_string).collect();
    let (en, zh) = match usual {
        [] => {
            ("200 text/event-stream or 405".to_owned(), "200 text/event-stream 或 405".to_owned())
        }
        _ => (names.join(" or "), names.join(" 或 ")),
    };
    note(format!("{came}; {en} is usual"), format!("{came}；通常是 {zh}"))
}
