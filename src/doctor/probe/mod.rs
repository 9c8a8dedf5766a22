//! Probe: acts as a client, and walks the eight steps with a real server.
//!
//! Its ids begin at neither 0 nor 1, and one of them is a string: a server that makes up ids of its own,
//! or forces them to one type, is noticed at once.

mod walk;
mod start;
mod open;
mod handshake;
mod discover;
mod results;
mod tools;
mod call;
mod task;
mod rounds;
mod refusals;
mod goodbye;
mod ask;
mod peer;
mod endpoint;
mod odd;
mod understand;
mod stop;
mod ended;
mod also;
mod features;
mod lines;
mod subscribe;
mod apart;
mod fresh;
mod versions;
mod endings;
mod cancel;
mod settle;

use super::examine::ON_PURPOSE;
use super::question::Progress;
use super::report::{Report, STEPS};
use crate::client::Host;
use crate::json::Object;
use crate::mcp::Era;
use crate::transport::{Child, Crossing, Launch, Sink};
use peer::{Peer, Records};
use std::time::Duration;
use walk::Walk;

pub use endpoint::probe_endpoint;
pub use open::DISCOVER_PATIENCE;

/// How much is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// What a client would ask: the eight steps.
    Quick,
    /// Whatever can be asked, as long as that takes no longer than half a minute in all.
    Usual,
    /// Whatever can be asked, however long it takes.
    Thorough,
}

/// What becomes of the one call that is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Calling {
    /// It is answered.
    #[default]
    Plain,
    /// It is made a task: the server answers at once, and is asked for the result later.
    AsTask,
    /// It is cancelled as soon as it is made, in a process of its own.
    Cancelled,
}

/// What to probe, and how.
#[derive(Debug)]
pub struct Plan<'p> {
    /// How the server is started.
    pub launch: &'p Launch,
    /// How long each answer may take.
    pub patience: Duration,
    /// The one tool call that is allowed: a name and its arguments. Without it no tool is called.
    pub call: Option<(&'p str, Object<'p>)>,
    /// What becomes of it.
    pub calling: Calling,
    /// The era to speak. Without one, `server/discover` is asked first, and what comes back decides.
    pub era: Option<Era>,
    /// Who answers what the server asks. Without anybody, nothing is promised to it.
    pub host: Option<&'p mut dyn Host>,
    /// Where the system looks for programs, to be named when it finds none.
    pub path: Option<String>,
    /// How much is asked beside the eight steps.
    pub depth: Depth,
    /// Told of everything that crosses when it does.
    pub wire: Option<Sink>,
}

/// Says in the recording that what comes next is meant to be unusual.
fn on_purpose(peer: &impl Records, what: &str) {
    peer.record(Crossing::Event(format!("{ON_PURPOSE}{what}")));
}

/// Walks the steps. `now` is any clock that only goes forward; `begins` is told each step as it begins,
/// and what it is called.
pub fn probe<'p>(
    plan: Plan<'p>,
    now: &'p dyn Fn() -> Duration,
    begins: &'p mut dyn FnMut(Progress),
) -> Report {
    let [first, ..] = STEPS;
    begins(Progress::Step(0, first));
    let start = now();
    let child = match Child::start_telling(plan.launch, plan.wire.clone()) {
        Ok(child) => child,
        Err(error) => return start::failed(&plan, &error),
    };
    let what = format!("server started: {}", plan.launch);
    child.record(Crossing::Event(what));
    let mut walk = Walk::new(plan, Peer::Process(child), now, begins, start);
    // A step that breaks the session has said so; what is left is to end it.
    let walked = walk.all();
    let through = walked.is_ok();
    let walked = walked.and_then(|()| walk.also());
    // What a server still says when it is broken off is said into the void.
    let heard = if walked.is_ok() { usize::MAX } else { walk.crossed() };
    walk.goodbye(walked.is_ok());
    walk.settle(heard);
    walk.apart(through);
    walk.settle_apart();
    walk.into_report()
}
