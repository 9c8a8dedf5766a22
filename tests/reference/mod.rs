//! RFC 8259 read byte by byte, in the most obvious way: what the crate's fast reader is compared with.

use mcp_lab::json::{Expected, MAX_DEPTH, ParseError};

/// The text without its white space, or the first place where it leaves the grammar.
pub(crate) fn read(text: &str) -> Result<String, ParseError> {
    let mut reader = Reader { bytes: text.as_bytes(), at: 0, depth: 0, kept: Vec::new() };
    reader.value()?;
    reader.space();
    match reader.peek() {
        None => Ok(String::from_utf8(reader.kept).unwrap()),
        Some(_) => reader.fail(Expected::End),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    kept: Vec<u8>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Takes the byte that stands here.
    fn take(&mut self) {
        self.kept.extend(self.peek());
        self.at += 1;
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn fail<T>(&self, expected: Expected) -> Result<T, ParseError> {
        Err(ParseError { expected, offset: self.at })
    }

    fn value(&mut self) -> Result<(), ParseError> {
        self.space();
        match self.peek() {
            Some(b'[') => self.list(b']'),
            Some(b'{') => self.list(b'}'),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            _ => self.fail(Expected::Value),
        }
    }

    fn list(&mut self, end: u8) -> Result<(), ParseError> {
        if self.depth == MAX_DEPTH {
            return self.fail(Expected::Depth(MAX_DEPTH));
        }
        self.depth += 1;
        self.take();
        self.space();
        let mut first = true;
        while first && self.peek() != Some(end) || !first && self.peek() == Some(b',') {
            if !first {
                self.take();
            }
            if end == b'}' {
                self.name(if first { Expected::MemberOrEnd } else { Expected::Member })?;
            }
            self.value()?;
            self.space();
            first = false;
        }
        if self.peek() != Some(end) {
            let object = end == b'}';
            return self.fail(if object {
                Expected::CommaOrBrace
            } else {
                Expected::CommaOrBracket
            });
        }
        self.take();
        self.depth -= 1;
        Ok(())
    }

    fn name(&mut self, expected: Expected) -> Result<(), ParseError> {
        self.space();
        if self.peek() != Some(b'"') {
            return self.fail(expected);
        }
        self.string()?;
        self.space();
        if self.peek() != Some(b':') {
            return self.fail(Expected::Colon);
        }
        self.take();
        Ok(())
    }

    fn string(&mut self) -> Result<(), ParseError> {
        self.take();
        loop {
            match self.peek() {
                None => return self.fail(Expected::ClosingQuote),
                Some(0..=0x1f) => return self.fail(Expected::EscapedControl),
                Some(b'\\') => self.escape()?,
                Some(b'"') => break,
                Some(_) => self.take(),
            }
        }
        self.take();
        Ok(())
    }

    fn escape(&mut self) -> Result<(), ParseError> {
        self.take();
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.take(),
            Some(b'u') => {
                self.take();
                for _ in 0..4 {
                    match self.peek() {
                        Some(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => self.take(),
                        _ => return self.fail(Expected::HexDigit),
                    }
                }
            }
            _ => return self.fail(Expected::Escape),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), ParseError> {
        if self.peek() == Some(b'-') {
            self.take();
        }
        if self.peek() == Some(b'0') {
            self.take();
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.take();
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.take();
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.take();
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), ParseError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return self.fail(Expected::Digit);
        }
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.take();
        }
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<(), ParseError> {
        for (index, byte) in word.bytes().enumerate() {
            if self.bytes.get(self.at + index) != Some(&byte) {
                return self.fail(Expected::Word(word));
            }
        }
        for _ in word.bytes() {
            self.take();
        }
        Ok(())
    }
}
