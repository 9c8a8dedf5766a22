//! Step 1, which of the eras: asked for, or found out as a client of both does.
//!
//! ```text
//! server/discover ─┬─ a result ───────────► stateless
//!                  ├─ a modern error ─────► a finding, and no falling back
//!                  ├─ any other answer ───► initialize
//!                  ├─ silence ────────────► initialize
//!                  └─ an end ─► once more ► initialize
//! ```
//!
//! Source: MCP 2026-07-28, `basic/versioning`.

use super::goodbye::how;
use super::peer::Peer;
use super::walk::{DYING, Gently, Left, Stop, Walk};
use crate::client::{Heard, heard};
use crate::doctor::finding::{Certainty, Finding, Said};
use crate::doctor::report::State;
use crate::doctor::rules::{CANNOT_START, DISCOVER_KILLS};
use crate::mcp::Era;
use crate::transport::{After, Child, Crossing};
use std::io::Error;
use std::time::Duration;

/// How long the answer to a `server/discover` is waited for that an old server may well leave out.
pub const DISCOVER_PATIENCE: Duration = Duration::from_secs(3);

impl Walk<'_> {
    /// Step 1.
    pub(super) fn open(&mut self) -> Result<(), Stop> {
        let asked_for = |era: Era| {
            let option = format!("--era {}", era.name());
            Said::new(format!("{option} asked for it"), format!("命令里写了 {option}"))
        };
        match self.plan.era {
            Some(Era::Handshake) => {
                self.speak(Era::Handshake, asked_for(Era::Handshake));
                self.initialize()
            }
            Some(Era::Stateless) => {
                self.speak(Era::Stateless, asked_for(Era::Stateless));
                self.only_stateless()
            }
            None => self.either(),
        }
    }

    /// MUST NOT (2026-07-28, basic/versioning): which error an old server sends decides nothing.
    fn either(&mut self) -> Result<(), Stop> {
        self.announce(Era::Stateless);
        self.gently = Gently::Asking;
        let asked = self.discover();
        let outcome = match (asked, std::mem::replace(&mut self.gently, Gently::Not)) {
            (Ok(outcome), _) => outcome,
            (Err(Stop), Gently::Silent) => return self.initialize_after_silence(),
            (Err(Stop), Gently::Gone) => return self.fall_back_once_more(),
            (Err(Stop), Gently::Not | Gently::Asking | Gently::Waiting) => return Err(Stop),
        };
        match heard(&outcome) {
            Heard::Stateless(discovered) => {
                let en = "server/discover was answered; --era handshake walks the other one";
                let zh = "服务器回答了 server/discover；要走握手方式，加上 --era handshake";
                self.speak(Era::Stateless, Said::new(en, zh));
                self.discovered(&outcome.unwrap_or_default(), &discovered);
                Ok(())
            }
            Heard::Otherwise(names) => {
                let en = "server/discover was answered as only a server of this era answers it";
                let zh = "对 server/discover 的回答，只有无状态方式的服务器才会给";
                self.speak(Era::Stateless, Said::new(en, zh));
                Err(self.otherwise(&names, &outcome))
            }
            Heard::Handshake => {
                let why = self.no_discovery(&outcome);
                self.fall_back_gently(why)
            }
        }
    }

    fn initialize_after_silence(&mut self) -> Result<(), Stop> {
        // It may be answered yet, and then that is not an answer to anything else. It is not cancelled:
        // an old server may not survive a notification before `initialize`.
        self.given_up.extend(self.asked.len().checked_sub(1));
        let patience = self.plan.patience.min(DISCOVER_PATIENCE);
        let en = format!("server/discover was not answered within {patience:?}");
        let zh = format!("{patience:?} 内没有等到 server/discover 的响应");
        self.fall_back_gently(Said::new(en, zh))
    }

    /// An old server may end only now, because of the first question: having refused it, or late.
    fn fall_back_gently(&mut self, why: Said) -> Result<(), Stop> {
        self.gently = Gently::Waiting;
        let walked = self.fall_back(why);
        match std::mem::replace(&mut self.gently, Gently::Not) {
            Gently::Gone => self.fall_back_once_more(),
            Gently::Silent => {
                self.given_up.extend(self.asked.len().checked_sub(1));
                let en = "server/discover was answered, though late, and initialize was not";
                let zh = "server/discover 的响应虽然来得晚，但是来了，而 initialize 没有响应";
                self.take_late(Said::new(en, zh)).ok_or(Stop)
            }
            Gently::Not | Gently::Asking | Gently::Waiting => walked,
        }
    }

    fn fall_back(&mut self, why: Said) -> Result<(), Stop> {
        self.speak(Era::Handshake, why);
        self.announce(Era::Handshake);
        self.initialize()
    }

    /// In another process, because the first did not survive the question. Clients that ask `initialize`
    /// first get on with such a server, so nothing is broken by it.
    fn fall_back_once_more(&mut self) -> Result<(), Stop> {
        let became = self.once_more()?;
        let Said { en, zh } = &became;
        let why = Said::new(
            format!("{en}, and was started once more"),
            format!("{zh}，又重新启动了一次"),
        );
        self.fall_back(why)?;
        if self.era == Era::Handshake {
            self.insert(Finding {
                rule: &DISCOVER_KILLS,
                step: 1,
                owner: DISCOVER_KILLS.owner,
                certainty: Certainty::Likely,
                crossing: self.earlier.len().checked_sub(1),
                byte: None,
                quote: None,
                what: Said::new(
                    format!("{en}; started again, it answered initialize: clients that ask that first can still use it"),
                    format!("{zh}；重新启动后它响应了 initialize：先发 initialize 的客户端还能用"),
                ),
                mild: true,
                remedy: None,
            });
        }
        Ok(())
    }

    /// Starts the server again, because it did not survive the question; says what had become of it.
    fn once_more(&mut self) -> Result<Said, Stop> {
        if self.child.is_endpoint() {
            return Ok(self.fell_at_discover());
        }
        // Whoever still runs has closed an end of the wire, and is ended.
        let exited = matches!(self.child.exited(DYING), Ok(Some(_)));
        let became = match self.child.end(DYING) {
            Ok(ended) if exited || ended.after == After::Itself => {
                let how = how(ended);
                self.child.record(Crossing::Event(format!("server exited with {how}")));
                Said::new(
                    format!("the server exited with {how} when it was asked server/discover"),
                    format!("收到 server/discover 后服务器就退出了（{how}）"),
                )
            }
            Ok(_) | Err(_) => Said::new(
                "the server hung up when it was asked server/discover",
                "收到 server/discover 后服务器就断开了",
            ),
        };
        self.left = Left::Nothing;
        let start = (self.now)();
        let sink = self.plan.wire.clone();
        let child =
            Child::start_telling(self.plan.launch, sink).map_err(|error| self.not_again(&error))?;
        self.earlier = self.child.crossings();
        self.child = Peer::Process(child);
        let what = format!("server started once more: {}", self.plan.launch);
        self.child.record(Crossing::Event(what));
        self.left = Left::All;
        // The clocks are those of the process that is probed.
        self.start = start;
        self.report.clocks.start = Some(self.since_start());
        self.report.clocks.first_byte = None;
        Ok(became)
    }

    /// It did start, and does not start again: nothing was spoken.
    fn not_again(&mut self, error: &Error) -> Stop {
        let event = format!("server could not be started once more: {error}");
        self.child.record(Crossing::Event(event));
        let en = format!("the server could not be started once more: {error}");
        let zh = format!("服务器没能重新启动：{error}");
        let stop = self.stop(&CANNOT_START, Certainty::Certain, Said::new(en, zh));
        self.move_to(self.here());
        if let Some(step) = self.report.steps.get_mut(1) {
            step.state = State::NotReached;
        }
        stop
    }
}
