//! A probe of an endpoint of HTTP: the same steps, where nobody starts anything.
//!
//! ```text
//! step 0   somebody listens at the address of the URL
//! step 1–6 as over pipes, each question a POST
//! step 7   DELETE ends the session, where there is one
//! ```
//!
//! Source: MCP 2025-06-18, `basic/transports`; MCP 2026-07-28, `basic/transports/streamable-http`.

use super::Plan;
use super::peer::Peer;
use super::walk::{Stop, Walk};
use crate::client::http::{HttpFault, HttpTransport, reach};
use crate::doctor::finding::{Certainty, Said};
use crate::doctor::question::Progress;
use crate::doctor::report::{Report, STEPS};
use crate::doctor::rule::Owner;
use crate::doctor::rules::{CUT_OFF, NO_ENDPOINT, UNREACHABLE};
use crate::text::Lang;
use crate::transport::Crossing;
use crate::transport::http::{Clock, Url};
use std::cell::RefCell;

/// Walks the steps with an endpoint. What the plan says of starting a server is not looked at; `clock`
/// only goes forward.
pub fn probe_endpoint<'p>(
    plan: Plan<'p>,
    url: &Url,
    clock: &'p Clock,
    begins: &'p mut dyn FnMut(Progress),
) -> Report {
    let [first, ..] = STEPS;
    begins(Progress::Step(0, first));
    let (start, patience) = (clock(), plan.patience);
    let mut wire = HttpTransport::with(url.clone(), *clock, plan.wire.clone(), None).verbatim();
    wire.record(Crossing::Event(format!("client speaks to {}{}", url.origin(), url.path)));
    let mut walk = Walk::new(plan, Peer::Endpoint(RefCell::new(wire)), clock, begins, start);
    if let Err(error) = reach(url, patience) {
        walk.unreachable(url, &error.to_string());
        return walk.into_report();
    }
    walk.reached(url);
    let walked = walk.all().and_then(|()| walk.also());
    let heard = if walked.is_ok() { usize::MAX } else { walk.crossed() };
    walk.goodbye(walked.is_ok());
    walk.settle(heard);
    walk.into_report()
}

impl Walk<'_> {
    fn reached(&mut self, url: &Url) {
        self.report.clocks.start = Some(self.since_start());
        let at = url.authority();
        self.note(format!("somebody listens at {at}"), format!("{at} 上有服务在监听"));
    }

    fn unreachable(&mut self, url: &Url, why: &str) {
        let at = url.authority();
        self.report.clocks.start = None;
        self.child.record(Crossing::Event(format!("server could not be reached: {at}: {why}")));
        let en = format!("{at} could not be reached: {why}");
        let what = Said::new(en, format!("连不上 {at}：{why}"));
        self.stop(&UNREACHABLE, Certainty::Certain, what);
        self.move_to(self.here());
    }

    /// What an exchange over HTTP brought was no message.
    pub(super) fn fell(&mut self) -> Stop {
        let awaited = self.awaited.clone();
        let Some(fault) = self.fault.take() else {
            let en = format!("no answer to {awaited} came, and nothing is open on which it could");
            let zh = format!("{awaited} 没有响应，也没有还开着的流能等到它");
            return self.stop_at(self.here(), &CUT_OFF, Certainty::Certain, Said::new(en, zh));
        };
        let what = at(&awaited, &fault);
        let (rule, owner) = match (fault.is_lost(), self.step) {
            (true, _) => (&CUT_OFF, Owner::Server),
            // The first answer shows whether there is an endpoint; later ones what it does.
            (false, 1) => (&NO_ENDPOINT, Owner::Config),
            (false, _) => (&NO_ENDPOINT, Owner::Server),
        };
        let stop = self.stop_at(self.here(), rule, Certainty::Likely, self.with_how(&what));
        if let Some(finding) = self.report.findings.last_mut() {
            finding.owner = owner;
        }
        stop
    }

    /// Why nothing came to the first question, in a clause.
    pub(super) fn fell_at_discover(&mut self) -> Said {
        match self.fault.take() {
            Some(fault) => at("server/discover", &fault),
            None => Said::new("server/discover was not answered", "server/discover 没有响应"),
        }
    }

    /// Step 7. In the stateless era there is nothing to end.
    pub(super) fn goodbye_to_an_endpoint(&mut self, alive: bool) {
        let patience = self.plan.patience;
        let Some(wire) = self.child.endpoint() else { return };
        wire.set_patience(Some(patience));
        let session = wire.session().is_some();
        if !alive {
            // It has been said already what is wrong.
            drop(wire.end());
            return;
        }
        self.begin(7);
        if !session {
            if let Some(wire) = self.child.endpoint() {
                drop(wire.end());
            }
            self.skip("no session, nothing to end", "没有会话，不用结束");
            return;
        }
        let before = self.crossed();
        let ended = self.child.endpoint().map(HttpTransport::end);
        let status = self.child.crossings().iter().skip(before).find_map(status);
        match (ended, status) {
            (Some(Ok(())), Some(405)) => self.note(
                "405: the server does not let clients end a session",
                "405：服务器不允许客户端结束会话",
            ),
            (Some(Ok(())), Some(404)) => {
                self.note("404: the session was over already", "404：会话早就结束了");
            }
            (Some(Err(error)), _) => {
                let (en, zh) = (format!("DELETE: {error}"), format!("DELETE：{error}"));
                self.note(en, zh);
            }
            (_, status) => {
                let status = status.unwrap_or_default();
                self.note(format!("ended, {status}"), format!("已结束，{status}"));
            }
        }
    }
}

/// What came to a question, in a sentence.
fn at(awaited: &str, fault: &HttpFault) -> Said {
    let [en, zh] = [Lang::En, Lang::Zh].map(|lang| fault.said(lang));
    Said::new(format!("{awaited}: {en}"), format!("{awaited}：{zh}"))
}

/// The status of an answer's head.
pub(super) fn status(crossing: &Crossing) -> Option<u16> {
    let Crossing::Head(_, line) = crossing else { return None };
    crate::transport::http::HeadLine::read(line).answer().map(|(status, _)| status)
}
