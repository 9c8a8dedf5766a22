//! The envelope of a message that is not read as a whole: too many values in it, or cut off by a log.

use std::borrow::Cow;

/// What stands at the top of a line that begins as an object.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Outline<'l> {
    /// The id as it is written.
    pub(super) id: Option<&'l str>,
    /// The method as it is written, in its quotes.
    pub(super) method: Option<&'l str>,
    result: bool,
    error: bool,
    versioned: bool,
    /// Where the object ends, if it does: the byte behind its bracket.
    pub(super) end: Option<usize>,
}

impl<'l> Outline<'l> {
    /// Of a line, as far as it goes. Nothing is judged: what is no JSON has a strange outline or none.
    pub(super) fn of(line: &'l str) -> Self {
        let mut outline = Self::default();
        let bytes = line.as_bytes();
        let mut at = skip_space(bytes, 0);
        if bytes.get(at) != Some(&b'{') {
            return outline;
        }
        at += 1;
        loop {
            at = skip_space(bytes, at);
            match bytes.get(at) {
                Some(b'}') => {
                    outline.end = Some(at + 1);
                    return outline;
                }
                Some(b',') => at += 1,
                Some(b'"') => {}
                _ => return outline,
            }
            at = skip_space(bytes, at);
            let Some(end) = string_end(bytes, at) else { return outline };
            let name = line.get(at..end).unwrap_or_default();
            at = skip_space(bytes, end);
            if bytes.get(at) != Some(&b':') {
                return outline;
            }
            at = skip_space(bytes, at + 1);
            outline.begins(name);
            let Some(end) = value_end(bytes, at) else { return outline };
            outline.ends(name, line.get(at..end).unwrap_or_default().trim_end());
            at = end;
        }
    }

    fn begins(&mut self, name: &str) {
        self.result |= name == r#""result""#;
        self.error |= name == r#""error""#;
        self.versioned |= name == r#""jsonrpc""#;
    }

    fn ends(&mut self, name: &str, value: &'l str) {
        match name {
            r#""id""# if value != "null" => self.id = Some(value),
            r#""method""# => self.method = Some(value),
            _ => {}
        }
    }

    /// Whether it has a member that only messages have.
    pub(super) fn is_message(&self) -> bool {
        self.method.is_some() || self.versioned || self.id.is_some() && (self.result || self.error)
    }

    /// A message with this envelope and nothing in it; `None` when too little of it is known.
    pub(super) fn message(&self) -> Option<Cow<'static, str>> {
        let envelope = |rest: String| Some(Cow::Owned(format!(r#"{{"jsonrpc":"2.0",{rest}}}"#)));
        match (self.method, self.id) {
            (Some(method), Some(id)) => envelope(format!(r#""id":{id},"method":{method}"#)),
            // A request whose id is cut off looks the same; the name tells.
            (Some(method), None) if method.starts_with(r#""notifications/"#) => {
                envelope(format!(r#""method":{method}"#))
            }
            (None, Some(id)) if self.error => {
                envelope(format!(r#""id":{id},"error":{{"code":0,"message":""}}"#))
            }
            (None, Some(id)) if self.result => envelope(format!(r#""id":{id},"result":{{}}"#)),
            _ => None,
        }
    }
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The byte behind the closing quote of a string that begins here.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    loop {
        at += 1;
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 1,
            _ => {}
        }
    }
}

/// The byte behind a value that begins here.
fn value_end(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut open) = (start, 0_usize);
    loop {
        match bytes.get(at)? {
            b'"' => at = string_end(bytes, at)?,
            b'{' | b'[' => {
                open += 1;
                at += 1;
            }
            b'}' | b']' if open > 0 => {
                open -= 1;
                at += 1;
            }
            b',' | b'}' | b']' if open == 0 => return (at > start).then_some(at),
            _ => {
                at += 1;
                continue;
            }
        }
        if open == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_is_read_as_far_as_it_goes() {
        for (line, message) in [
            (
                r#"{"jsonrpc":"2.0","id":1,"result":{"a":[1,{"id":7}]}}"#,
                Some(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#),
            ),
            (
                r#"{"jsonrpc":"2.0","id":"}","result":{"text":"cut ..."#,
                Some(r#"{"jsonrpc":"2.0","id":"}","result":{}}"#),
            ),
            (r#"{"method":"tools/call","params":{"name":"x...[9 chars truncated]"#, None),
            (r#"{ "method" : "a" , "id" : 5 }"#, Some(r#"{"jsonrpc":"2.0","id":5,"method":"a"}"#)),
            (
                r#"{"method":"notifications/message","params":{"#,
                Some(r#"{"jsonrpc":"2.0","method":"notifications/message"}"#),
            ),
            (
                r#"{"id":3,"error":{"co"#,
                Some(r#"{"jsonrpc":"2.0","id":3,"error":{"code":0,"message":""}}"#),
            ),
            ("no JSON", None),
            ("{,,", None),
            (r#"{"a""#, None),
            (r#"{"id":"#, None),
        ] {
            assert_eq!(Outline::of(line).message().as_deref(), message, "{line}");
        }
        assert_eq!(Outline::of(r#" {"a":"}"} { metadata: undefined }"#).end, Some(10));
    }
}
