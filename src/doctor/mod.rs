//! Chapter 13. The doctor: at which step a session broke, which rule was broken, whose fault it is,
//! and what to change.
//!
//! ```text
//! step  what happens                                       in 2025-06-18
//!  0    the process starts                                 spawn
//!  1    who are you, and which version shall we speak?     initialize
//!  2    ready                                              notifications/initialized
//!  3    what can you do?                                   tools/list
//!  4    do it                                              tools/call
//!  5    a call that must be refused                        isError or -32602
//!  6    a method nobody offers                             -32601
//!  7    goodbye                                            stdin closed, exit promptly
//! ```
//!
//! `probe` acts as a client and walks these steps with a real server. It yields a `Report`: what
//! crossed, what became of each step, and the findings, the first fault first. `RULES` is the table of
//! all that can be found; a finding is a row of it with a place and the facts of the case.
//!
//! Before anybody is said to have timed out, the doctor looks at what did arrive. It calls no tool of a
//! stranger's server unless it is told to, and says how sure it is.
//!
//! Source: MCP 2025-06-18, `basic/lifecycle`, `basic/transports`, `server/tools`; JSON-RPC 2.0.

mod rule;
mod finding;
mod report;
mod json;
mod place;
mod print;
mod schemas;
mod probe;

pub use finding::{Certainty, Finding, Said};
pub use probe::{Plan, probe};
pub use report::{Clocks, Report, STEPS, State, StepReport};
pub use rule::{Owner, RULES, Rule};
