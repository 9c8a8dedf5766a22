//! Chapter 12. The doctor: at which step a session broke, which rule was broken, whose fault it is,
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
//! ```text
//! rule, rules        what can be broken: a row each, and the function that notices it
//! examine            a session line by line: what is known so far, and every rule is asked
//!   ▲        ▲
//! recording  probe   lines from what people have recorded; lines from a session with a real server
//! report             what became of each step, and the findings, the first fault first;
//!                    print, json, sarif and junit write it down
//! ```
//!
//! `probe` acts as a client and walks these steps with a real server. A finding is a row of the table with a
//! place and the facts of the case. Read `rule` and one family of `rules` first, `framing` say, then `examine`.
//!
//! Beside the steps it asks for every feature that is declared, in every way in which a line may be written, and,
//! in processes of their own, what a server may not survive.
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
mod question;
mod report;
mod json;
mod place;
mod near;
mod last_words;
mod shapes;
mod examine;
mod heard;
mod recording;
mod print;
mod files;
mod around;
mod sarif;
mod junit;
mod beside;
mod schemas;
mod refusal;
mod blocks;
mod forms;
mod probe;

pub use around::{around, place};
pub use examine::{
    Answered, Asked, Cursors, Elicitations, End, Event, Examination, Facts, Features, Found,
    Listed, Listen, Listens, Lists, Log, Misshapen, Offered, Order, Pages, Parsed, Party, Process,
    Promise, Raw, Refusal, Round, Rounds, Seen, Session, Shown, Stateless, Subscriptions, Tasks,
    Token, Tokens, Unsupported, Wanted,
};
pub use files::{Examined, Verdict, to_value};
pub use finding::{Certainty, Finding, Quote, Said};
pub use heard::examine_transcript;
pub use junit::junit;
pub use probe::{Calling, DISCOVER_PATIENCE, Depth, Plan, probe, probe_endpoint};
pub use question::{Answer, Progress, Question};
pub use recording::{Reading, Recording, examine, examine_wire, unreadable};
pub use report::{Clocks, Report, STEPS, Spoken, State, StepReport, steps};
pub use rule::{Check, Level, Owner, Revisions, Rule};
pub use rules::rules;
pub use sarif::sarif;
