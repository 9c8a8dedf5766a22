//! What stood there, what was expected instead, and at which byte.

use std::fmt;

/// Why a text is not JSON: what was expected, and where.
///
/// ```
/// let error = mcp_lab::json::parse(r#"{"jsonrpc" "2.0"}"#).unwrap_err();
/// assert_eq!(error.to_string(), "expected `:` after a member name at byte 11");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    /// What would have been right here.
    pub expected: Expected,
    /// Byte offset from the start of the line, first byte 0; the line's length when it ended too soon.
    pub offset: usize,
}

/// What a reader of JSON was waiting for when something else came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A string, number, object, array, `true`, `false` or `null`.
    Value,
    /// A member name in double quotes, or the end of the object just opened.
    MemberOrEnd,
    /// A member name in double quotes: after a comma no `}` may come.
    Member,
    /// The colon between a member's name and its value.
    Colon,
    /// After a member.
    CommaOrBrace,
    /// After an element of an array.
    CommaOrBracket,
    /// A string that was opened and never closed.
    ClosingQuote,
    /// A raw control character (below U+0020) inside a string.
    EscapedControl,
    /// After a backslash: one of `" \ / b f n r t u`.
    Escape,
    /// Four hexadecimal digits after `\u`.
    HexDigit,
    /// At least one digit: after `-`, `.` or `e`.
    Digit,
    /// `true`, `false` or `null`, spelled out.
    Word(&'static str),
    /// Nothing but white space after the value.
    End,
    /// No deeper nesting: this is the limit, in levels.
    Depth(usize),
    /// No longer line: this is the limit, in bytes.
    Bytes(usize),
    /// Bytes that are valid UTF-8.
    Utf8,
}

/// The text that bytes from a wire stand for.
///
/// # Errors
/// [`Expected::Utf8`] at the first byte that is not UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes)
        .map_err(|error| ParseError { expected: Expected::Utf8, offset: error.valid_up_to() })
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "a value",
            Self::MemberOrEnd => "a member name in double quotes, or `}`",
            Self::Member => "a member name in double quotes after `,`",
            Self::Colon => "`:` after a member name",
            Self::CommaOrBrace => "`,` or `}` after a member",
            Self::CommaOrBracket => "`,` or `]` after an element",
            Self::ClosingQuote => "a closing `\"`",
            Self::EscapedControl => "an escape such as \\n instead of a raw control character",
            Self::Escape => "one of \" \\ / b f n r t u after a backslash",
            Self::HexDigit => "four hexadecimal digits after \\u",
            Self::Digit => "a digit",
            Self::Word(word) => return write!(f, "`{word}`"),
            Self::End => "nothing more after the value",
            Self::Depth(levels) => return write!(f, "at most {levels} levels of nesting"),
            Self::Bytes(bytes) => return write!(f, "a line of at most {bytes} bytes"),
            Self::Utf8 => "UTF-8 text",
        })
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at byte {}", self.expected, self.offset)
    }
}

impl std::error::Error for ParseError {}
