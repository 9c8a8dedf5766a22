//! Chapter 1. JSON: text into values, and back into the same text.
//!
//! A line arrives as text. `parse` turns it into a `Value` that *points into the line*:
//!
//! ```text
//! line    {"id":1,"method":"tools/list","params":{"cursor":"\u4e2d"}}
//!          │   │                                  │        └─ Str     \u4e2d   kept as written, decoded on demand
//!          │   └─ Number   1                      └─ Str      cursor
//!          └─ Str   id
//! value   Object[ id → Number, method → String, params → Object[ cursor → String ] ]
//! ```
//!
//! Strings and numbers keep their spelling, objects keep the order of their members and even their
//! duplicates. So what came in can go out unchanged, byte for byte:
//!
//! ```
//! let line = r#"{"b":1.50,"a":"\u4e2d\/","b":12345678901234567890}"#;
//! assert_eq!(mcp_lab::json::parse(line)?.to_string(), line);
//! # Ok::<(), mcp_lab::json::ParseError>(())
//! ```
//!
//! Never: this chapter uses nothing else of the crate, and it never guesses. A string that holds
//! half a surrogate pair, or a number too large for `i64`, says so when somebody asks.
//!
//! Source: RFC 8259 (JSON), §2–§8.

mod value;
mod parse;
mod scan;
mod string;
mod number;
mod print;
mod blocks;
mod debug;
mod error;
mod escape;
mod exact;
mod duplicates;
mod kind;
mod limits;
mod meaning;
mod owned;
mod collect;
mod quote;

pub use error::{Expected, ParseError, utf8};
pub use escape::LoneSurrogate;
pub use exact::NumberError;
pub use limits::Limits;
pub use number::Number;
pub use parse::parse;
pub use string::Str;
pub use value::{Member, Object, Taken, Value};

/// How many objects and arrays may stand inside each other: 128 levels. Real messages need about
/// ten; a hostile one would use a level per byte to exhaust the stack.
pub const MAX_DEPTH: usize = 128;

/// The longest line that is read: 16 MiB, counted in bytes. A base64 picture fits, a flood does not.
/// A line of nothing but `0,0,0` takes 25 times its size in memory while it is read, text hardly more.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// Where a text is kept: on the line it was read from, or in a box made here.
///
/// Sixteen bytes, so that a [`Value`] is no more than twenty-four.
#[derive(Clone)]
enum Spelling<'a> {
    Line(&'a str),
    #[expect(clippy::box_collection, reason = "a thin pointer keeps every value at 24 bytes")]
    Made(Box<String>),
}

impl Spelling<'_> {
    fn as_str(&self) -> &str {
        match self {
            Self::Line(text) => text,
            Self::Made(text) => text,
        }
    }
}
