//! Names in objects, and limits on depth and length.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::json::{Expected, Limits, MAX_DEPTH, MAX_LINE_BYTES, ParseError, Value, parse};
use std::thread;

/// The object has these duplicates, as they were written the second time.
#[track_caller]
fn duplicates(line: &str, names: &[&str]) {
    let value = parse(line).unwrap();
    let found = value.as_object().unwrap().duplicates();
    assert_eq!(found.iter().map(|name| name.as_written()).collect::<Vec<_>>(), names, "{line}");
}

#[test]
fn a_duplicate_is_told_by_what_it_means() {
    duplicates("{}", &[]);
    duplicates(r#"{"a":1,"A":2,"b":3,"":4}"#, &[]);
    duplicates(r#"{"a":1,"a":2}"#, &["a"]);
    duplicates(r#"{"a":1,"\u0061":2,"a":3}"#, &[r"\u0061"]);
    duplicates(r#"{"b":1,"a":2,"a":3,"b":4,"b":5,"c":6}"#, &["a", "b"]);
    duplicates(r#"{"/":1,"\/":2}"#, &[r"\/"]);
    duplicates(r#"{"中":1,"\u4e2d":2}"#, &[r"\u4e2d"]);
    duplicates(r#"{"":1,"":2}"#, &[""]);
    duplicates(r#"{"\\u0061":1,"a":2}"#, &[]);
    duplicates(r#"{"a":{"a":1},"b":{"a":2}}"#, &[]);
}

#[test]
fn names_without_a_text_are_told_apart_by_their_spelling() {
    duplicates(r#"{"\ud800":1,"\ud800":2}"#, &[r"\ud800"]);
    duplicates(r#"{"\ud800":1,"\ud801":2,"\\ud800":3,"\udc00":4}"#, &[]);
}

/// Looking the name up gives this value.
#[track_caller]
fn found(line: &str, name: &str, wanted: Option<&str>) {
    let value = parse(line).unwrap();
    assert_eq!(value.get(name).map(Value::to_string).as_deref(), wanted, "{name} in {line}");
}

#[test]
fn a_member_is_found_by_what_its_name_means() {
    found(r#"{"id":1}"#, "id", Some("1"));
    found(r#"{"\u0069d":1}"#, "id", Some("1"));
    found(r#"{"a\/b":1}"#, "a/b", Some("1"));
    found(r#"{"a\n":1}"#, "a\n", Some("1"));
    found(r#"{"a\n":1}"#, r"a\n", None);
    found(r#"{"a\\n":1}"#, r"a\n", Some("1"));
    found(r#"{"\ud83d\ude00":1,"中":2}"#, "😀", Some("1"));
    found(r#"{"\u4e2d":2}"#, "中", Some("2"));
    found(r#"{"":0}"#, "", Some("0"));
    found(r#"{"\ud800":1}"#, r"\ud800", None);
    found(r#"{"ID":1}"#, "id", None);
}

#[test]
fn of_duplicates_the_last_is_found() {
    found(r#"{"a":1,"b":0,"a":2}"#, "a", Some("2"));
    found(r#"{"a":1,"\u0061":3}"#, "a", Some("3"));
}

#[test]
fn only_an_object_has_members() {
    for line in ["null", "true", "1", r#""a""#, r#"["a"]"#] {
        found(line, "a", None);
    }
}

/// Within these limits the text is refused at that byte, or printed as it came.
#[track_caller]
fn within(limits: Limits, text: &str, refused: Option<(Expected, usize)>) {
    let read = limits.parse(text).map(|value| value.to_string());
    let wanted = refused.map(|(expected, offset)| ParseError { expected, offset });
    assert_eq!(read.err(), wanted, "{} bytes, {limits:?}", text.len());
}

fn depth(depth: usize) -> Limits {
    Limits { depth, ..Limits::default() }
}

fn nested(open: &str, inside: &str, close: &str, levels: usize) -> String {
    open.repeat(levels) + inside + &close.repeat(levels)
}

#[test]
fn nesting_goes_to_128_levels_and_no_deeper() {
    assert_eq!(MAX_DEPTH, 128);
    let limits = Limits::default();
    let refused = |offset| Some((Expected::Depth(128), offset));
    within(limits, &nested("[", "", "]", 128), None);
    within(limits, &nested("[", "", "]", 129), refused(128));
    within(limits, &nested("[", "{}", "]", 127), None);
    within(limits, &nested("[", "{}", "]", 128), refused(128));
    within(limits, &nested(r#"{"a":"#, "1", "}", 128), None);
    within(limits, &nested(r#"{"a":"#, "1", "}", 129), refused(128 * 5));
    within(limits, &nested(r#"[{"中":"#, "1", "}]", 64), None);
    within(limits, &nested(r#"[{"中":"#, "[]", "}]", 64), refused(64 * 8));
    within(limits, &nested(" [\n", "", "]", 129), refused(128 * 3 + 1));
}

#[test]
fn the_depth_is_adjustable_and_counts_levels_not_brackets() {
    within(depth(0), "1", None);
    within(depth(0), "[]", Some((Expected::Depth(0), 0)));
    within(depth(1), r#"{"a":1}"#, None);
    within(depth(1), r#"{"a":[1]}"#, Some((Expected::Depth(1), 5)));
    within(depth(2), &format!("[{}[]]", "[],{},".repeat(500)), None);
    within(depth(2), "[[],[[]]]", Some((Expected::Depth(2), 5)));
    within(depth(300), &nested("[", "", "]", 300), None);
}

/// Runs a job for nested texts of the deepest level on a thread with this much stack, in KiB.
#[track_caller]
fn with_stack(kib: usize, job: fn(&str)) {
    let nestings = [("[", "]", 1), (r#"{"a":"#, "}", 1), (r#"[0,{"":1,"a":"#, "}]", 2)];
    let jobs = move || {
        for (open, close, levels) in nestings {
            job(&nested(open, "1", close, Limits::DEEPEST / levels));
        }
    };
    thread::Builder::new().stack_size(kib * 1024).spawn(jobs).unwrap().join().unwrap();
}

#[test]
fn the_deepest_nesting_is_read_printed_and_dropped_on_a_small_stack() {
    with_stack(512, |text| {
        let value = depth(usize::MAX).parse(text).unwrap();
        assert_eq!(value.to_string(), text);
        let innermost = text.rfind('1').unwrap();
        let mut deeper = text.to_owned();
        deeper.replace_range(innermost..=innermost, "{}");
        let refused = Some((Expected::Depth(Limits::DEEPEST), innermost));
        within(depth(usize::MAX), &deeper, refused);
    });
}

#[test]
fn the_deepest_nesting_is_copied_on_half_the_stack_of_a_thread() {
    with_stack(1024, |text| {
        let copy = depth(usize::MAX).parse(text).unwrap().clone().into_owned();
        assert_eq!(copy.to_line(), text);
    });
}

#[test]
fn a_million_brackets_are_refused_not_overflowed() {
    for (open, offset) in [("[", 128), (r#"{"a":"#, 640), (r#"[{"":"#, 320)] {
        let limits = Limits::default();
        within(limits, &open.repeat(1_000_000), Some((Expected::Depth(128), offset)));
        let deepest = Limits::DEEPEST * open.len() / open.matches(['[', '{']).count();
        let refused = Some((Expected::Depth(Limits::DEEPEST), deepest));
        within(depth(usize::MAX), &open.repeat(1_000_000), refused);
    }
    within(Limits::default(), &"]".repeat(1_000_000), Some((Expected::Value, 0)));
}

#[test]
fn the_length_of_a_line_is_limited_to_the_byte() {
    assert_eq!(Limits::default().line_bytes, MAX_LINE_BYTES);
    let bytes = |line_bytes| Limits { line_bytes, ..Limits::default() };
    for text in ["1", "[1,2,3]", r#"{"a":"b"}"#, r#"["中文"]"#, "   \n"] {
        let short = text.len() - 1;
        within(bytes(short), text, Some((Expected::Bytes(short), short)));
        let whole = bytes(text.len()).parse(text).map(|value| value.to_string());
        assert_eq!(whole, parse(text).map(|value| value.to_string()));
    }
    let refused = bytes(3).parse("[1,2]").unwrap_err().to_string();
    assert_eq!(refused, "expected a line of at most 3 bytes at byte 3");
}

#[test]
fn a_line_of_sixteen_mebibytes_is_read_and_a_longer_one_is_not() {
    assert_eq!(MAX_LINE_BYTES, 16 * 1024 * 1024);
    let text = format!("\"{}\"", "中a".repeat((MAX_LINE_BYTES - 2) / 4));
    let text = text + &" ".repeat(MAX_LINE_BYTES);
    let (whole, longer) = (&text[..MAX_LINE_BYTES], &text[..=MAX_LINE_BYTES]);
    assert_eq!(parse(whole).unwrap().to_string(), whole.trim_end());
    within(Limits::default(), longer, Some((Expected::Bytes(MAX_LINE_BYTES), MAX_LINE_BYTES)));
}
