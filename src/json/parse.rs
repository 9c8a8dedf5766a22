//! The grammar of RFC 8259, a function for each rule.

use super::error::{Expected, ParseError};
use super::number::Number;
use super::string::Str;
use super::value::{Member, Object, Value};
use super::{Limits, scan};
use std::{iter, mem};

/// The value a line of JSON text stands for, pointing into the line.
///
/// # Errors
/// The first place where the text leaves the grammar or a limit of [`Limits::default`].
pub fn parse(text: &str) -> Result<Value<'_>, ParseError> {
    Limits::default().parse(text)
}

impl Limits {
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
        let values = Vec::with_capacity(16);
        let mut parser = Parser { text, at: 0, left: levels, levels, values };
        parser.value()?;
        match parser.next() {
            None => Ok(parser.values.pop().unwrap_or_default()),
            Some(_) => parser.fail(Expected::End),
        }
    }
}

/// A place in a text, and what was read so far.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Levels of nesting that may still be opened, and how many there are in all.
    left: usize,
    levels: usize,
    /// Finished values that wait for the array or object around them to close. It then takes its
    /// own off the end, into a box of just the right size. Names wait here too, as strings, each
    /// below its value: one stack costs a message less than two.
    values: Vec<Value<'a>>,
}

impl<'a> Parser<'a> {
    /// Every rule that reads a value leaves it on top of `values`.
    ///
    /// Objects and arrays are calls of their own, so that a string or a number does not pay for
    /// the registers those would save. A sign is told from a digit here, where the processor has
    /// to guess a branch anyway: then it need not wait to learn where the digits begin.
    fn value(&mut self) -> Result<(), ParseError> {
        match self.next() {
            Some(b'"') => self.string(),
            Some(b'-') => self.number(1),
            Some(b'0'..=b'9') => self.number(0),
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => self.fail(Expected::Value),
        }
    }

    #[inline(never)]
    fn object(&mut self) -> Result<(), ParseError> {
        self.enter()?;
        let values = self.values.len();
        if self.next() == Some(b'}') {
            return self.leave(|| Value::Object(Object::default()));
        }
        let mut expected = Expected::MemberOrEnd;
        loop {
            if self.next() != Some(b'"') {
                return self.fail(expected);
            }
            self.string()?;
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
        let mut members = self.members(values);
        self.leave(|| Value::Object(mem::take(&mut members)))
    }

    /// Makes an object of the names and values that lie above `from`. `repeat_with` makes each
    /// member where it is to lie, see [`Parser::put`].
    fn members(&mut self, from: usize) -> Object<'a> {
        let mut rest = self.values.drain(from..);
        let pairs = rest.len() / 2;
        let member = || {
            let name = if let Some(Value::String(name)) = rest.next() { name } else { "".into() };
            Member { name, value: rest.next().unwrap_or_default() }
        };
        Object(iter::repeat_with(member).take(pairs).collect())
    }

    #[inline(never)]
    fn array(&mut self) -> Result<(), ParseError> {
        self.enter()?;
        let values = self.values.len();
        if self.next() == Some(b']') {
            return self.leave(|| Value::Array(Box::default()));
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
        self.leave(|| Value::Array(mem::take(&mut elements)))
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
    #[expect(clippy::unnecessary_wraps, reason = "the last line of two rules")]
    fn leave(&mut self, make: impl FnMut() -> Value<'a>) -> Result<(), ParseError> {
        self.left += 1;
        self.at += 1;
        self.put(make);
        Ok(())
    }

    /// Finds the closing quote; what stands between is checked and kept as written.
    fn string(&mut self) -> Result<(), ParseError> {
        let start = self.at + 1;
        self.at = scan::plain(self.text.as_bytes(), start);
        while self.peek() != Some(b'"') {
            self.at = self.escape()?;
        }
        let written = self.since(start);
        self.at += 1;
        self.put(|| Value::String(Str::written(written)));
        Ok(())
    }

    /// Finds the end of the number, `sign` bytes of which come before its digits; what stands
    /// there is kept as written.
    fn number(&mut self, sign: usize) -> Result<(), ParseError> {
        let start = self.at;
        match scan::number(self.text.as_bytes(), start + sign) {
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

    pub(super) fn peek(&self) -> Option<u8> {
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
    pub(super) fn fail<T>(&self, expected: Expected) -> Result<T, ParseError> {
        Err(ParseError { expected, offset: self.at })
    }
}
