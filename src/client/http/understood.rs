//! What a text that came is, as far as the transport has to know.

use super::outgoing::Owed;
use crate::json::parse;
use crate::jsonrpc::Message;

/// Whether a line is the answer to what was asked.
pub(super) fn answers(owed: &Owed, line: &str) -> bool {
    match owed {
        Owed::Nothing => false,
        Owed::Anything => true,
        Owed::Answer(asked) => match parse(line).map(Message::from_value) {
            // An error without an id can only be about what was sent here.
            Ok(Ok(Message::Response(it))) => it.id.is_none_or(|id| id == *asked),
            Ok(Ok(Message::Request(_) | Message::Notification(_)) | Err(_)) | Err(_) => false,
        },
    }
}

/// Whether a text is a message.
pub(super) fn is_message(text: &str) -> bool {
    parse(text).is_ok_and(|value| Message::from_value(value).is_ok())
}

/// A JSON text in one line. Newlines may stand between its parts, and mean nothing there; a text that is
/// not JSON stays as it is, so that whoever reads it sees that.
pub(super) fn one_line(text: String) -> String {
    if !text.contains(['\n', '\r']) || parse(&text).is_err() {
        return text;
    }
    text.replace(['\n', '\r'], " ")
}
