//! The grammar of RFC 8259, a function for each rule.

use super::error::{Expected, ParseError};
use super::number::Number;
use super::string::Str;
use super::value::{Member, Object, Value};
use super::{MAX_DEPTH, MAX_LINE_BYTES, scan};
use std::mem;

/// The value a line of JSON text stands for, pointing into the line.
///
/// ```
/// use mcp_lab::json::parse;
/// let call = parse(r#"{"method":"tools/call","params":{"name":"add"}}"#)?;
/// let name = call.get("params").and_then(|params| params.get("name"));
/// assert_eq!(name.unwrap().to_string(), r#""add""#);
/// # Ok::<(), mcp_lab::json::ParseError>(())
/// ```
///
/// # Errors
/// The first place where the text leaves the grammar or a limit of [`Limits::default`].
pub fn parse(text: &str) -> Result<Value<'_>, ParseError> {
    Limits::default().parse(text)
}

/// The text that bytes from a wire stand for.
///
/// # Errors
/// [`Expected::Utf8`] at the first byte that is not UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes)
        .map_err(|error| ParseError { expected: Expected::Utf8, offset: error.valid_up_to() })
}

/// How much a text may ask of its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Objects and arrays inside each other, in levels. More than [`Limits::DEEPEST`] counts as that.
    pub depth: usize,
    /// The whole text, in bytes.
    pub line_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: MAX_DEPTH, line_bytes: MAX_LINE_BYTES }
    }
}

impl Limits {
    /// The deepest nesting that can be allowed, in levels: each level costs a stack frame, here and
    /// whenever a value is printed or dropped, and a thread may have little stack.
    pub const DEEPEST: usize = 1000;

    /// Like [`parse`], within these limits.
    ///
    /// # Errors
    /// The first place where the text leaves the grammar or a limit.
    pub fn parse(self, text: &str) -> Result<Value<'_>, ParseError> {
        if text.len() > self.line_bytes {
            let expected = Expected::Bytes(self.line_bytes);
            return Err(ParseError { expected, offset: self.line_bytes });
        }
        let levels = self.depth.min(Self::DEEPEST);
        let mut parser = Parser::new(text, levels);
        parser.value()?;
        match parser.next() {
            None => Ok(parser.values.pop().unwrap_or_default()),
            Some(_) => parser.fail(Expected::End),
        }
    }
}

/// A place in a text, and what was read so far.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Levels of nesting that may still be opened, and how many there are in all.
    left: usize,
    levels: usize,
    /// Finished values that wait for the array or object around them to close. It then takes its
    /// own off the end, into a box of just the right size.
    values: Vec<Value<'a>>,
    /// The same for the names of members.
    names: Vec<Str<'a>>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, levels: usize) -> Self {
        let (values, names) = (Vec::with_capacity(16), Vec::with_capacity(16));
        Self { text, at: 0, left: levels, levels, values, names }
    }

    /// Every rule that reads a value leaves it on top of `values`.
    fn value(&mut self) -> Result<(), ParseError> {
        match self.next() {
            Some(b'"') => self.text(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => self.fail(Expected::Value),
        }
    }

    fn object(&mut self) -> Result<(), ParseError> {
        self.enter()?;
        let (names, values) = (self.names.len(), self.values.len());
        if self.next() == Some(b'}') {
            self.leave(|| Value::Object(Object::default()));
            return Ok(());
        }
        let mut expected = Expected::MemberOrEnd;
        loop {
            if self.next() != Some(b'"') {
                return self.fail(expected);
            }
            let name = self.string()?;
            self.names.resize_with(self.names.len() + 1, || Str::written(name));
            if self.next() != Some(b':') {
                return self.fail(Expected::Colon);
            }
            self.at += 1;
            self.value()?;
            match self.next() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return self.fail(Expected::CommaOrBrace),
            }
            expected = Expected::Member;
        }
        let pairs = self.names.drain(names..).zip(self.values.drain(values..));
        let mut members = pairs.map(|(name, value)| Member { name, value }).collect();
        self.leave(|| Value::Object(Object(mem::take(&mut members))));
        Ok(())
    }

    fn array(&mut self) -> Result<(), ParseError> {
        self.enter()?;
        let values = self.values.len();
        if self.next() == Some(b']') {
            self.leave(|| Value::Array(Box::default()));
            return Ok(());
        }
        loop {
            self.value()?;
            match self.next() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return self.fail(Expected::CommaOrBracket),
            }
        }
        let mut elements = self.values.split_off(values).into_boxed_slice();
        self.leave(|| Value::Array(mem::take(&mut elements)));
        Ok(())
    }

    /// Takes an opening bracket and counts the level, so that hostile nesting is refused before it
    /// costs stack.
    fn enter(&mut self) -> Result<(), ParseError> {
        if self.left == 0 {
            return self.fail(Expected::Depth(self.levels));
        }
        self.left -= 1;
        self.at += 1;
        Ok(())
    }

    /// Takes the closing bracket.
    fn leave(&mut self, make: impl FnMut() -> Value<'a>) {
        self.left += 1;
        self.at += 1;
        self.put(make);
    }

    /// Finds the closing quote; what stands between is checked and kept as written.
    #[inline]
    fn string(&mut self) -> Result<&'a str, ParseError> {
        let start = self.at + 1;
        self.at = scan::plain(self.text.as_bytes(), start);
        while self.peek() != Some(b'"') {
            self.at = self.escape()?;
            self.at = scan::plain(self.text.as_bytes(), self.at);
        }
        let written = self.since(start);
        self.at += 1;
        Ok(written)
    }

    /// Where the escape that begins here ends.
    fn escape(&mut self) -> Result<usize, ParseError> {
        match self.peek() {
            None => return self.fail(Expected::ClosingQuote),
            Some(b'\\') => self.at += 1,
            Some(_) => return self.fail(Expected::EscapedControl),
        }
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(self.at + 1),
            Some(b'u') => self.unicode(),
            _ => self.fail(Expected::Escape),
        }
    }

    fn unicode(&mut self) -> Result<usize, ParseError> {
        for _ in 0..4 {
            self.at += 1;
            if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                return self.fail(Expected::HexDigit);
            }
        }
        Ok(self.at + 1)
    }

    fn text(&mut self) -> Result<(), ParseError> {
        let written = self.string()?;
        self.put(|| Value::String(Str::written(written)));
        Ok(())
    }

    /// Finds the end of the number; what stands there is kept as written.
    fn number(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        match scan::number(self.text.as_bytes(), start) {
            Ok(end) => self.at = end,
            Err(place) => {
                self.at = place;
                return self.fail(Expected::Digit);
            }
        }
        let written = self.since(start);
        self.put(|| Value::Number(Number::written(written)));
        Ok(())
    }

    fn word(&mut self, word: &'static str, value: Value<'a>) -> Result<(), ParseError> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            return self.fail(Expected::Word(word));
        }
        self.at += word.len();
        self.values.push(value);
        Ok(())
    }

    /// The first byte that is not white space.
    fn next(&mut self) -> Option<u8> {
        self.at = scan::space(self.text.as_bytes(), self.at);
        self.peek()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The text from `start` to here. Both ends stand beside an ASCII byte, so never inside a character.
    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Makes a value where it is to lie. `push` would make it first and then move it, and a
    /// processor stalls when it has to load what it has only just stored.
    #[inline]
    fn put(&mut self, make: impl FnMut() -> Value<'a>) {
        self.values.resize_with(self.values.len() + 1, make);
    }

    #[cold]
    fn fail<T>(&self, expected: Expected) -> Result<T, ParseError> {
        Err(ParseError { expected, offset: self.at })
    }
}
