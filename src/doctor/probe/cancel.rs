//! A call that is cancelled as soon as it is made. A call may have effects, so somebody has to want this.
//!
//! ```text
//! tools/call               the one call that is allowed
//! notifications/cancelled  at once
//! ping                     whoever answers it has read what came before
//! ```
//!
//! An answer to the call may cross with the cancellation, and that is no fault. One that comes behind the
//! answer to the `ping` does not cross any more: the rules say so when they read what was recorded.

use super::also::{note, passed};
use super::apart::Verdict;
use super::endings::otherwise;
use super::fresh::{Came, Fresh, request};
use super::versions::described;
use super::walk::Walk;
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rules::EXITED;
use crate::json::{Object, Value};
use crate::jsonrpc::Id;
use crate::mcp::stateless::DISCOVER;
use crate::mcp::{CANCELLED, CallToolParams, Era, PING, Payload, TOOLS_CALL};

/// What the question is called.
pub(super) const CANCEL: &str = "cancel";

/// The ids of the call and of what is asked behind it.
const CALL: i64 = 2;
const FENCE: i64 = 3;

impl Walk<'_> {
    pub(super) fn cancel(&mut self, fresh: &mut Fresh<'_>) -> Verdict {
        if let Some(came) = self.open_either(fresh) {
            return otherwise(&came);
        }
        let Some((name, arguments)) = self.plan.call.clone() else {
            return Verdict::Fine(note("", ""));
        };
        let call = CallToolParams { name: name.into(), arguments };
        let Value::Object(call) = call.into_value() else { return Verdict::Fine(note("", "")) };
        let call = if self.era == Era::Stateless { self.with_meta(call) } else { call.into() };
        fresh.send(request(CALL, TOOLS_CALL, Some(call)));
        let why = "the probe wants to see what becomes of it";
        let which = Object::from([("requestId", CALL.into()), ("reason", why.into())]);
        fresh.tell(CANCELLED, Some(which.into()));
        let (method, params) = match self.era {
            Era::Handshake => (PING, None),
            Era::Stateless => (DISCOVER, Some(self.with_meta(Object::default()))),
        };
        let came = fresh.ask(FENCE, method, params, false);
        if !matches!(came, Came::Answer(_)) {
            return stuck(fresh, method, &came);
        }
        let call = Id::from(CALL);
        Verdict::Fine(match fresh.other.take() {
            Some((id, outcome)) if id == call => crossed(&outcome),
            _ => match fresh.wait(CALL, false) {
                Came::Answer(_) => note("answered, though cancelled", "已经取消，却还是响应了"),
                Came::Nothing(_) => passed("cancelled, and not answered", "已取消，没有再响应"),
                gone @ (Came::Ended(_) | Came::Closed) => return ended(fresh, &gone),
            },
        })
    }

    /// As far as calls are taken; what came instead, if it does not come so far.
    fn open_either(&self, fresh: &mut Fresh<'_>) -> Option<Came> {
        if self.era == Era::Handshake {
            return self.open_session(fresh);
        }
        let params = self.with_meta(Object::default());
        let came = fresh.ask(1, DISCOVER, Some(params), false);
        (!matches!(came, Came::Answer(Ok(_)))).then_some(came)
    }
}

/// It was answered before the cancellation was read, as far as anybody can tell.
fn crossed(outcome: &super::ask::Outcome) -> super::also::Came {
    match outcome {
        Ok(_) => note(
            "answered before it was cancelled: only a call that takes longer shows more",
            "还没读到取消就已经响应了：要用耗时更长的调用才看得出来",
        ),
        Err(error) => {
            let error = brief(error);
            note(
                format!("answered with {error}: a cancelled request needs no answer"),
                format!("回了错误 {error}：取消了的请求不用响应"),
            )
        }
    }
}

/// What was asked behind the cancellation was not answered.
fn stuck(fresh: &Fresh<'_>, method: &str, came: &Came) -> Verdict {
    if !matches!(came, Came::Nothing(_)) {
        return ended(fresh, came);
    }
    fresh.waited(method);
    let (en, zh) = described(came);
    Verdict::Fine(note(
        format!("{method}, asked behind it: {en}; so the call may keep the server from reading on"),
        format!("随后问 {method}：{zh}；可能是这次调用让服务器没法接着读"),
    ))
}

fn ended(fresh: &Fresh<'_>, came: &Came) -> Verdict {
    let (en, zh) = described(came);
    let en = format!("a call was cancelled, and {en}");
    let what = Said::new(en, format!("取消一次调用之后，{zh}"));
    Verdict::Found(&EXITED, Certainty::Likely, fresh.here(), what)
}
