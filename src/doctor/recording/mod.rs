//! Reading recorded sessions: the `.wire` format, and what else people have.

use super::examine::Examination;
use super::report::Report;
use crate::transcript::{Transcript, WireError};

/// What is wrong with a session in the `.wire` format. The places of findings are its lines, first line 1.
///
/// # Errors
/// A line that is none of the format.
pub fn examine_wire(text: &str) -> Result<Report, WireError> {
    let transcript = Transcript::from_wire(text)?;
    let mut examination = Examination::default();
    for (index, crossing) in transcript.crossings.iter().enumerate() {
        examination.see(index + 1, crossing);
    }
    Ok(Report { recorded: true, ..examination.finish(true) })
}
