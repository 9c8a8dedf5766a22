//! Chapter 13. Lessons: the sessions worth watching.
//!
//! A lesson is a script, what a real client says to a real server, and a `Guide`, the words a teacher would say
//! to it. Running one gives a `Transcript`; all that is shown is printed from that: what crossed is what is read.
//!
//! Never: a lesson prints anything, or knows the time. Run it a thousand times, it says the same.

mod error;
mod note;
mod play;
mod six_step;
mod calculator;
mod stateless;
mod input_required;
mod three_offers;
mod stdout_is_the_wire;
mod connection_closed;
mod over_http;

pub use error::LessonError;

use crate::text::Text;
use crate::transcript::{Guide, Transcript};
use std::path::Path;

/// A session worth watching.
#[derive(Debug)]
pub struct Lesson {
    /// Its name on the command line and on disk.
    pub slug: &'static str,
    /// How long it takes in class.
    pub minutes: u8,
    /// The question it answers.
    pub question: Text,
    /// Its title, and the words that lead through it.
    pub guide: Guide,
    /// Runs the session; `demo` is the directory that holds `demo-data/`, `program` this program's file.
    pub run: fn(demo: &Path, program: &Path) -> Result<Transcript, LessonError>,
}

/// Every lesson, in the order to take them in.
#[rustfmt::skip]
pub const LESSONS: &[Lesson] = &[
    six_step::LESSON, calculator::LESSON, three_offers::LESSON, stateless::LESSON,
    input_required::LESSON, stdout_is_the_wire::LESSON, connection_closed::LESSON, over_http::LESSON,
];
