//! Chapter 13. The doctor: at which step a session broke, which rule was broken, whose fault it is,
//! and what to change.
//!
//! ```text
//! step  what happens                                       in 2025-06-18               in 2026-07-28
//!  0    the process starts                                 spawn
//!  1    who are you, and which version shall we speak?     initialize                  server/discover
//!  2    ready                                              notifications/initialized   no such step
//!  3    what can you do?                                   tools/list
//!  4    do it                                              tools/call
//!  5    a call that must be refused                        isError or -32602
//!  6    a method nobody offers                             -32601
//!  7    goodbye                                            stdin closed, exit promptly
//! ```
//!
//! `probe` acts as a client and walks these steps with a real server. It yields a `Report`: what
//! crossed, what became of each step, and the findings, the first fault first. `rules` are the table of
//! all that can be found; a finding is a row of it with a place and the facts of the case.
//!
//! There are two eras, and a server of either is no fault of it: unless it is told which one to speak, the
//! probe asks `server/discover` first and goes by what comes back, as a client of both should.
//!
//! Before anybody is said to have timed out, the doctor looks at what did arrive. It calls no tool of a
//! stranger's server unless it is told to, and says how sure it is.
//!
//! Source: MCP 2025-06-18, `basic/lifecycle`, `basic/transports`, `server/tools`; MCP 2026-07-28,
//! `basic/versioning`, `basic/patterns/mrtr`, `server/discover`; JSON-RPC 2.0.

mod rule;
mod rules;
mod finding;
mod report;
mod json;
mod place;
mod examine;
mod recording;
mod print;
mod schemas;
mod blocks;
mod forms;
mod probe;

pub use examine::{
    Asked, Cursors, Elicitations, End, Event, Examination, Facts, Features, Found, Listed, Log,
    Misshapen, Offered, Pages, Parsed, Party, Process, Promise, Raw, Seen, Session, Stateless,
    Subscriptions, Tasks, Token, Tokens, Wanted,
};
pub use finding::{Certainty, Finding, Quote, Said};
pub use probe::{DISCOVER_PATIENCE, Plan, probe};
pub use recording::examine_wire;
pub use report::{Clocks, Report, STEPS, Spoken, State, StepReport, steps};
pub use rule::{Check, Level, Owner, Revisions, Rule};
pub use rules::rules;
