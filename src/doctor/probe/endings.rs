//! What a server may not survive: a spoilt line, the end of its input, a first message it does not expect.

use super::also::{note, passed};
use super::apart::Verdict;
use super::fresh::{Came, Fresh, request};
use super::on_purpose;
use super::versions::described;
use super::walk::{NO_METHOD, Walk};
use crate::doctor::finding::{Certainty, Said};
use crate::doctor::rules::{DISCOVER_KILLS, DROPS_LAST, LSP_FRAMING, MALFORMED_KILLS};
use crate::json::{Object, Value};
use crate::mcp::stateless::DISCOVER;
use crate::mcp::{Era, INITIALIZE, InitializeParams, PING, Payload, Revision, TOOLS_LIST};
use crate::transport::{Crossing, Side};

/// A message that is broken off.
const SPOILT: &str = r#"{"jsonrpc":"2.0","id":2,"method":"#;

impl Walk<'_> {
    /// As far as requests are taken; what came instead, if it does not come so far.
    pub(super) fn open_session(&self, fresh: &mut Fresh<'_>) -> Option<Came> {
        if self.era == Era::Stateless {
            return None;
        }
        let came = fresh.hello(Revision::NEWEST.as_str(), Object::default());
        if !matches!(came, Came::Answer(Ok(_))) {
            return Some(came);
        }
        fresh.ready();
        None
    }

    /// A request that the server has answered before.
    fn known_request(&self) -> (&'static str, Option<Value<'static>>) {
        match self.era {
            Era::Handshake if self.has_tools => (TOOLS_LIST, None),
            Era::Handshake => (PING, None),
            Era::Stateless => (DISCOVER, Some(self.with_meta(Object::default()))),
        }
    }

    pub(super) fn malformed_line(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        if let Some(came) = self.open_session(fresh) {
            return otherwise(&came);
        }
        on_purpose(&fresh.child, "the next line is no JSON");
        fresh.send(SPOILT.to_owned());
        let (method, params) = self.known_request();
        let came = fresh.ask(3, method, params, false);
        if let Came::Answer(_) = came {
            return Verdict::Fine(match fresh.nameless.as_ref().map(|error| error.code) {
                Some(code) => passed(
                    format!("error {code}, and the session went on"),
                    format!("回错误 {code}，会话照常继续"),
                ),
                None => passed("passed over, and the session went on", "跳过这一行，会话照常继续"),
            });
        }
        if matches!(came, Came::Nothing(_)) {
            fresh.waited(method);
        }
        let sure =
            if matches!(came, Came::Nothing(_)) { Certainty::Likely } else { Certainty::Certain };
        let (en, zh) = described(&came);
        let what = Said::new(
            format!("a line was not JSON, then {method} was asked: {en}"),
            format!("有一行不是 JSON，接着问 {method}：{zh}"),
        );
        Verdict::Found(&MALFORMED_KILLS, sure, fresh.here(), what)
    }

    pub(super) fn end_of_input(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        if let Some(came) = self.open_session(fresh) {
            return otherwise(&came);
        }
        let (method, params) = self.known_request();
        fresh.send(request(2, method, params));
        let at = fresh.here();
        fresh.close();
        match fresh.wait(2, false) {
            Came::Answer(_) => {
                Verdict::Fine(passed("what was asked last was answered", "最后问的也得到了响应"))
            }
            came @ (Came::Ended(_) | Came::Closed | Came::Nothing(_)) => {
                let (en, zh) = described(&came);
                let what = Said::new(
                    format!("{method} was asked, then stdin was closed: {en}"),
                    format!("问了 {method}，随后关闭 stdin：{zh}"),
                );
                Verdict::Found(&DROPS_LAST, Certainty::Likely, at, what)
            }
        }
    }

    /// As a client of both eras asks.
    pub(super) fn discover_first(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        let params = self.with_meta(Object::default());
        on_purpose(&fresh.child, "the next line is of the other era");
        let came = fresh.ask(2, DISCOVER, Some(params), true);
        if !matches!(came, Came::Ended(_) | Came::Closed) {
            return survives(fresh, &came);
        }
        let (en, zh) = described(&came);
        let what = Said::new(
            format!(
                "asked server/discover first, {en}: new clients cannot fall back unless they start it again"
            ),
            format!("先问 server/discover，{zh}：新客户端要重新启动它，才能退回 initialize"),
        );
        Verdict::Mild(&DISCOVER_KILLS, Certainty::Likely, fresh.here(), what)
    }

    /// Without what every request of that era carries.
    pub(super) fn discover_bare(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        on_purpose(&fresh.child, "the next line has no _meta");
        let came = fresh.ask(2, DISCOVER, None, true);
        if self.era == Era::Handshake {
            return survives(fresh, &came);
        }
        let (en, zh) = described(&came);
        Verdict::Fine(match came {
            Came::Answer(Err(_)) => passed(en, zh),
            Came::Answer(Ok(_)) => note("answered without _meta", "没有 _meta 也回答了"),
            Came::Ended(_) | Came::Closed | Came::Nothing(_) => note(en, zh),
        })
    }
}

/// What was silent may wait for a header.
pub(super) fn lsp_headers(fresh: &mut Fresh<'_>) -> Verdict {
    let params = InitializeParams {
        protocol_version: Revision::NEWEST.as_str().into(),
        capabilities: Object::default(),
        client_info: super::handshake::me(),
    };
    let json = request(1, INITIALIZE, Some(params.into_value()));
    let header = format!("Content-Length: {}\r", json.len());
    let whole = format!("{header}\n\r\n{json}");
    on_purpose(&fresh.child, "the next lines have a header, as LSP has it");
    for line in [header, "\r".to_owned()] {
        fresh.child.record(Crossing::Line(Side::Client, line));
    }
    let bytes = json.into_bytes();
    fresh.child.record(Crossing::Bytes { side: Side::Client, bytes, ended: false });
    let written = fresh.write(whole.as_bytes()).is_ok();
    if written && fresh.hears(is_lsp) {
        let what = Said::new(
            "the server answered only when it was spoken to with LSP headers (Content-Length)",
            "只有用 LSP 那样的消息头（Content-Length）跟它说话，服务器才响应",
        );
        return Verdict::Found(&LSP_FRAMING, Certainty::Certain, fresh.here(), what);
    }
    Verdict::Fine(passed("no answer to that either", "这样也没有响应"))
}

/// An unknown method as the first message.
pub(super) fn too_early(fresh: &mut Fresh<'_>) -> Verdict {
    on_purpose(&fresh.child, "the next line comes before initialize");
    let came = fresh.ask(2, NO_METHOD, None, true);
    survives(fresh, &came)
}

/// A header, or an answer without one.
fn is_lsp(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_lowercase();
    text.starts_with("content-length:") || text.contains("\"jsonrpc\"")
}

/// The server must live on, so that a client can fall back on `initialize`.
fn survives(fresh: &mut Fresh<'_>, came: &Came) -> Verdict {
    let (en, zh) = described(came);
    if matches!(came, Came::Ended(_) | Came::Closed) {
        return Verdict::Fine(note(
            format!("{en}: new clients cannot fall back unless they start it again"),
            format!("{zh}：新客户端要重新启动它，才能退回 initialize"),
        ));
    }
    let hello = fresh.hello(Revision::NEWEST.as_str(), Object::default());
    if matches!(hello, Came::Answer(Ok(_))) {
        let (en, zh) = (
            format!("{en}; initialize was answered after it"),
            format!("{zh}；随后的 initialize 有响应"),
        );
        let silent = matches!(came, Came::Nothing(_));
        return Verdict::Fine(if silent { note(en, zh) } else { passed(en, zh) });
    }
    let (then, zh_then) = described(&hello);
    Verdict::Fine(note(
        format!("{en}; then initialize: {then}"),
        format!("{zh}；随后的 initialize：{zh_then}"),
    ))
}

/// The handshake itself did not come about this time.
pub(super) fn otherwise(came: &Came) -> Verdict {
    let (en, zh) = described(came);
    Verdict::Fine(note(format!("initialize: {en}"), format!("initialize：{zh}")))
}
