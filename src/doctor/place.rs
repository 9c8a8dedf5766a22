//! Finding a part of a value on the line it was read from: values point into their line.

use crate::json::{Str, Value, parse};

/// The byte at which a part of a line begins, first byte 0; `None` when it is no part of it.
pub(super) fn byte_of(line: &str, part: &str) -> Option<usize> {
    let start = part.as_ptr().addr().checked_sub(line.as_ptr().addr())?;
    (start + part.len() <= line.len()).then_some(start)
}

/// The name under which a member was written, if there is one.
pub(super) fn name_of<'v, 'l>(value: &'v Value<'l>, name: &str) -> Option<&'v Str<'l>> {
    let members = value.as_object()?.members();
    members.iter().rfind(|member| member.name == *name).map(|member| &member.name)
}

/// The innermost member name that a JSON Pointer behind `#` passes, as far as it can be followed.
pub(super) fn follow<'v, 'l>(value: &'v Value<'l>, pointer: &str) -> Option<&'v Str<'l>> {
    let (mut here, mut last) = (value, None);
    for token in pointer.strip_prefix("#/")?.split('/') {
        let name = token.replace("~1", "/").replace("~0", "~");
        let element = |elements: &'v [Value<'l>]| elements.get(name.parse::<usize>().ok()?);
        let next = match here.as_array() {
            Some(elements) => element(elements),
            None => here.get(&name),
        };
        last = name_of(here, &name).or(last);
        let Some(next) = next else { break };
        here = next;
    }
    last
}

/// The byte at which the innermost member name stands that a JSON Pointer passes on a line, its quote.
pub(super) fn byte_at(line: &str, pointer: &str) -> Option<usize> {
    let value = parse(line).ok()?;
    let name = follow(&value, &format!("#{pointer}"))?;
    byte_of(line, name.as_written())?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn a_pointer_leads_to_the_byte_of_the_innermost_name() {
        let line = r#"{"a":{"b/c":[{"d":1}]}}"#;
        for (pointer, byte) in [
            ("#/a", Some(2)),
            ("#/a/b~1c", Some(7)),
            ("#/a/b~1c/0/d", Some(15)),
            ("#/a/x", Some(2)),
            ("#", None),
        ] {
            let value = parse(line).unwrap();
            let found = follow(&value, pointer).and_then(|name| byte_of(line, name.as_written()));
            assert_eq!(found, byte, "{pointer}");
        }
        assert_eq!(byte_of(line, "elsewhere"), None);
    }
}
