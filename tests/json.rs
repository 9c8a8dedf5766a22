//! JSON texts and what becomes of them: the line printed, or what was expected instead and where.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

use mcp_lab::json::{Expected, ParseError, parse, utf8};
use mcp_lab::text::caret;

/// The text is read and printed like this, also by a copy that outlives its line.
#[track_caller]
fn printed(cases: &[(&str, &str)]) {
    for (text, line) in cases {
        match parse(text) {
            Err(error) => panic!("\n{}", caret(text, error.offset, &error.to_string())),
            Ok(value) => {
                assert_eq!(value.to_string(), *line, "{text:?}");
                assert_eq!(value.to_line(), *line, "{text:?}");
                assert_eq!(value.into_owned().to_string(), *line, "{text:?}");
            }
        }
    }
}

/// What came in goes out unchanged.
#[track_caller]
fn kept(lines: &[&str]) {
    for line in lines {
        printed(&[(line, line)]);
    }
}

/// The text is refused, because this was expected at the byte that stands behind `‸`.
#[track_caller]
fn refused(expected: Expected, marked: &[&str]) {
    for marked in marked {
        let (before, after) = marked.split_once('‸').unwrap();
        let text = format!("{before}{after}");
        let read = parse(&text).map(|value| value.to_string());
        assert_eq!(read, Err(ParseError { expected, offset: before.len() }), "{marked:?}");
    }
}

#[track_caller]
fn said(cases: &[(&str, &str)]) {
    for (text, sentence) in cases {
        let read = parse(text).map(|value| value.to_string());
        assert_eq!(read.map_err(|error| error.to_string()), Err((*sentence).to_owned()), "{text}");
    }
}

#[test]
fn every_kind_of_value_may_stand_alone() {
    kept(&["null", "true", "false", "0", r#""""#, "[]", "{}"]);
}

#[test]
fn nesting_is_kept() {
    kept(&["[[]]", "[{}]", r#"{"":{}}"#, r#"{"a":[]}"#, "[[[]],[]]", "[null,1]", r#"["",""]"#]);
    kept(&[r#"[{"a":{"b":[{"c":[]}]}}]"#, r#"[1,"1",[1],{"1":1},null,true,false]"#]);
}

#[test]
fn numbers_keep_their_spelling() {
    kept(&["-0", "1", "-1", "10", "1.0", "1.50", "-0.0", "0.10", "0e0", "0E-0", "1e5", "1E5"]);
    kept(&["1e+5", "1E+05", "1e-5", "1.5e300", "1e999", "-1e-999", "[1,1.0,1e0,10e-1]"]);
    kept(&["9007199254740993", "-12345678901234567890123456789", "1e999999999999999999999"]);
    kept(&["0.1234567890123456789012345678901", "1.0000000000000000000000000000000E+00000000"]);
}

#[test]
fn strings_keep_their_spelling() {
    kept(&[r#""a""#, r#"" ""#, r#""'""#, r#""/""#, r#""\/""#, r#""\"""#, r#""\\""#]);
    kept(&[r#""\b\f\n\r\t""#, r#""\u0000""#, r#""\u000a""#, r#""\u000A""#, r#""\\u0041""#]);
    kept(&[r#""\u0041""#, r#""\u00e9\u00E9""#, r#""\u4e2d文""#, r#""\u4E2D""#, r#""中文""#]);
    kept(&[r#""😀""#, r#""\ud83d\ude00""#, r#""\uD83D\uDE00""#, r#""[{\"a\":1}, null]""#]);
    kept(&["\"\u{7f}\"", "\"\u{80}\"", "\"\u{2028}\u{2029}\"", "\"\u{feff}\u{ffff}\u{10ffff}\""]);
}

#[test]
fn half_a_surrogate_pair_goes_out_as_it_came() {
    kept(&[r#""\ud800""#, r#""\udfff""#, r#""a\uD800b""#, r#""\udc00\ud800""#, r#""\ud800\n""#]);
    kept(&[r#""\ud800\ud800\udc00""#, r#""\ud800\u0041""#, r#"{"\udead":"\ubeef"}"#]);
}

#[test]
fn members_keep_their_order_and_their_duplicates() {
    kept(&[r#"{"b":1,"a":2}"#, r#"{"a":1,"a":1}"#, r#"{"a":1,"b":2,"a":3}"#, r#"{"":1,"":2}"#]);
    kept(&[r#"{"a":1,"\u0061":2}"#, r#"{"\ud800":1,"\ud800":2}"#, r#"{"z":0,"中":1,"é":2}"#]);
    kept(&[r#"{"\"":"\"","\\":"\\"}"#, r#"{"a\nb":[{"a\nb":{}}]}"#, r#"{"a":{"a":{"a":0}}}"#]);
}

#[test]
fn a_message_is_a_value_like_any_other() {
    kept(&[
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"七"}]}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"…","data":[]}}"#,
    ]);
}

#[test]
fn white_space_between_tokens_is_dropped() {
    printed(&[
        (" 1", "1"),
        ("1 ", "1"),
        ("\t\n\r 1\r\n", "1"),
        ("[ ]", "[]"),
        ("{ }", "{}"),
        (" [ [ ] ] ", "[[]]"),
        ("[1 , 2]", "[1,2]"),
        ("[\n  1,\n  2\n]\n", "[1,2]"),
        (r#"{ "a" : 1 }"#, r#"{"a":1}"#),
        ("{\"a\"\n:\t1\r,\"b\":2}", r#"{"a":1,"b":2}"#),
        ("\r\n\r\nnull\r\n\r\n", "null"),
        (r#" "a b" "#, r#""a b""#),
        (r#"{"a":{ } ,"b":[ ] }"#, r#"{"a":{},"b":[]}"#),
    ]);
}

#[test]
fn a_value_is_due() {
    refused(Expected::Value, &["‸", " ‸", "\n\n‸", "[‸", "[ ‸", "[‸,", "[1,‸", "[1,‸]", "[1,‸,2]"]);
    refused(Expected::Value, &[r#"{"a":‸"#, r#"{"a":‸}"#, r#"{"a":‸,"b":1}"#, r#"{"a":‸:1}"#]);
    refused(
        Expected::Value,
        &["‸+1", "‸.5", "‸'a'", "‸abc", "‸NaN", "‸Infinity", "‸True", "‸NULL"],
    );
    refused(
        Expected::Value,
        &["‸]", "‸}", "‸:", "‸,", "‸\0", "‸/*a*/1", "‸１", "[‸é]", "‸\\n", "‸中"],
    );
    refused(Expected::Value, &["‸\u{feff}1", "‸\u{a0}1", "‸\u{b}1", "[‸\u{c}]", " ‸\u{2060}"]);
}

#[test]
fn a_member_name_is_due() {
    refused(Expected::MemberOrEnd, &["{‸", "{ ‸", "{‸1:2}", "{‸a:1}", "{‸'a':1}", "{‸,", "{‸]"]);
    refused(Expected::MemberOrEnd, &["{‸{}}", "{‸null:1}", "{‸[]:1}", "{‸:1}", "{‸“a”:1}"]);
    refused(Expected::Member, &[r#"{"a":1,‸"#, r#"{"a":1,‸}"#, r#"{"a":1, ‸}"#, r#"{"a":1,‸,}"#]);
    refused(Expected::Member, &[r#"{"a":1,‸2}"#, r#"{"a":1,‸b:2}"#, r#"{"a":1,‸]"#]);
}

#[test]
fn a_colon_is_due_after_a_name() {
    refused(Expected::Colon, &[r#"{"a"‸"#, r#"{"a"‸}"#, r#"{"a" ‸1}"#, r#"{"a"‸,1}"#, r#"{"a"‸="#]);
    refused(Expected::Colon, &[r#"{"jsonrpc" ‸"2.0"}"#, r#"{"城市" ‸"北京"}"#, r#"{"a":1,"b"‸}"#]);
}

#[test]
fn a_comma_or_an_end_is_due() {
    refused(Expected::CommaOrBrace, &[r#"{"a":1‸"#, r#"{"a":1‸]"#, r#"{"a":1 ‸"b":2}"#]);
    refused(Expected::CommaOrBrace, &[r#"{"a":1‸:2}"#, r#"{"a":"b"‸c}"#, r#"{"a":0‸1}"#]);
    refused(Expected::CommaOrBracket, &["[1‸", "[1 ‸2]", "[1‸}", "[1‸:2]", "[\"a\"‸", "[[]‸"]);
    refused(Expected::CommaOrBracket, &["[1‸;2]", "[-0‸1]", "[1.2‸.3]", "[true‸false]", "[0‸x1]"]);
}

#[test]
fn nothing_may_follow_the_value() {
    refused(
        Expected::End,
        &["1 ‸2", "0‸1", "-0‸0", "1.0‸.0", "1‸a", "1‸é", "{}‸{}", "[]‸]", "{}‸}"],
    );
    refused(
        Expected::End,
        &["null‸,", "null‸null", "true‸1", r#""a"‸"b""#, r#""a"‸x"#, "{} ‸// so"],
    );
    refused(
        Expected::End,
        &["1‸\0", "1‸\u{a0}", "0‸b1", "1e5‸e5", "[1]‸,", "\"\" ‸\u{c}", "1‸_000"],
    );
}

#[test]
fn a_string_ends_with_a_quote() {
    refused(Expected::ClosingQuote, &["\"‸", "\"a‸", r#""\"‸"#, r#"["a]‸"#, r#"{"a‸"#, "\"中‸"]);
    refused(Expected::ClosingQuote, &[r#"{"a":"b}‸"#, r#""\u0041‸"#, r#""\\\"‸"#, "\"12345678‸"]);
}

#[test]
fn a_control_character_is_escaped() {
    refused(Expected::EscapedControl, &["\"‸\0\"", "\"a‸\tb\"", "\"a‸\nb\"", "\"‸\r\"", "\"‸\n"]);
    refused(Expected::EscapedControl, &["\"‸\u{1f}\"", "\"‸\u{1b}[31m\"", "[\"中‸\n\"]"]);
    refused(Expected::EscapedControl, &["{\"a‸\n\":1}", "\"12345678‸\u{1}\"", "\"\\n‸\n\""]);
}

#[test]
fn an_escape_is_one_of_nine() {
    refused(Expected::Escape, &[r#""\‸x41""#, r#""\‸a""#, r#""\‸'""#, r#""\‸0""#, r#""\‸U0041""#]);
    refused(Expected::Escape, &[r#""\‸N""#, "\"\\‸\n\"", "\"\\‸", r#""\‸中""#, r#""a\\b\‸ ""#]);
}

#[test]
fn a_unicode_escape_has_four_digits() {
    refused(Expected::HexDigit, &[r#""\u‸"#, r#""\u‸""#, r#""\u1‸""#, r#""\u12‸""#, r#""\u123‸""#]);
    refused(Expected::HexDigit, &[r#""\u123‸"#, r#""\u12‸g4""#, r#""\u‸+123""#, r#""\u‸-123""#]);
    refused(
        Expected::HexDigit,
        &[r#""\u‸{41}""#, r#""\u‸ 041""#, r#""\u‸００""#, r#""\ud800\u‸""#],
    );
}

#[test]
fn a_digit_is_due() {
    refused(
        Expected::Digit,
        &["-‸", "-‸a", "-‸-1", "-‸.5", "-‸ 1", "1.‸", "1.‸e5", "1.‸a", "-0.‸"],
    );
    refused(Expected::Digit, &["1e‸", "1E+‸", "1e-‸", "1e+‸-1", "1e‸.5", "[1.‸]", "[-‸]", "-‸１"]);
}

#[test]
fn a_word_is_spelled_out() {
    refused(Expected::Word("true"), &["‸t", "‸tru", "‸tRUE", "[‸trux]"]);
    refused(Expected::Word("false"), &["‸f", "‸fals", "[‸fals]", "‸fAlse"]);
    refused(Expected::Word("null"), &["‸n", "‸nul", "‸nil", r#"{"a":‸nul}"#]);
}

#[test]
fn a_refusal_says_what_was_expected_and_where() {
    said(&[
        ("", "expected a value at byte 0"),
        ("{1:2}", "expected a member name in double quotes, or `}` at byte 1"),
        (r#"{"a":1,}"#, "expected a member name in double quotes after `,` at byte 7"),
        (r#"{"城市" "北京"}"#, "expected `:` after a member name at byte 10"),
        (r#"{"a":1"#, "expected `,` or `}` after a member at byte 6"),
        ("[1 2]", "expected `,` or `]` after an element at byte 3"),
        (r#"["a]"#, r#"expected a closing `"` at byte 4"#),
        ("\"\t\"", r"expected an escape such as \n instead of a raw control character at byte 1"),
        (r#""\x""#, r#"expected one of " \ / b f n r t u after a backslash at byte 2"#),
        (r#""\u12""#, r"expected four hexadecimal digits after \u at byte 5"),
        ("1.", "expected a digit at byte 2"),
        ("[nul]", "expected `null` at byte 1"),
        ("{}{}", "expected nothing more after the value at byte 2"),
        (&"[".repeat(129), "expected at most 128 levels of nesting at byte 128"),
    ]);
}

/// The bytes are no text from the byte of this offset on.
#[track_caller]
fn no_text(cases: &[(&[u8], usize)]) {
    for &(bytes, offset) in cases {
        assert_eq!(utf8(bytes), Err(ParseError { expected: Expected::Utf8, offset }), "{bytes:?}");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_refused_where_they_stop_being_text() {
    no_text(&[
        (b"\xff", 0),
        (b"[\"a\xe9\"]", 3),
        ("[\"中".as_bytes().split_last().map_or(b"", |(_, cut)| cut), 2),
        (b"\xc0\xaf", 0),
        (b"\"\xed\xa0\x80\"", 1),
        (b"12\xf4\x90\x80\x80", 2),
        (b"\xfe\xff\0[\0]", 0),
    ]);
    assert_eq!(utf8("[\"中\"]".as_bytes()), Ok("[\"中\"]"));
    let error = utf8(b"{\xff}").map_err(|error| error.to_string());
    assert_eq!(error, Err("expected UTF-8 text at byte 1".to_owned()));
}
