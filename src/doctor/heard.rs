//! The report on a session that was recorded here.

use super::examine::Examination;
use super::report::Report;
use crate::transcript::Transcript;

/// What is wrong with a session. The places of findings are the lines of its `.wire` form, first line 1, so
/// that they can be hung under them.
pub fn examine_transcript(transcript: Transcript) -> Report {
    let mut examination = Examination::default();
    for (index, entry) in transcript.entries().iter().enumerate() {
        if let Some(crossing) = entry.crossing {
            examination.see(index + 1, crossing);
        }
    }
    Report { recorded: true, transcript, ..examination.finish(true) }
}
