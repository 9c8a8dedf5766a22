//! JSON texts and what becomes of them: the line printed, or what was expected instead and where.

use mcp_lab::json::{Expected, MAX_DEPTH, ParseError, parse, utf8};
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

/// The text is refused, because this was expected at that byte.
#[track_caller]
fn refused(expected: Expected, cases: &[(&str, usize)]) {
    for &(text, offset) in cases {
        let read = parse(text).map(|value| value.to_string());
        assert_eq!(read, Err(ParseError { expected, offset }), "{text:?}");
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
    kept(&[
        "[[]]", "[{}]", r#"{"":{}}"#, r#"{"a":[]}"#, "[[],[[]],[[[]]]]", r#"[{"a":{"b":[{"c":[]}]}}]"#,
        r#"[1,"1",[1],{"1":1},null,true,false]"#, "[null,null]", r#"["","",""]"#,
    ]);
}

#[test]
fn numbers_keep_their_spelling() {
    kept(&[
        "-0", "1", "-1", "10", "1.0", "1.50", "-0.0", "0.10", "0e0", "0E-0", "1e5", "1E5", "1e+5", "1E+05",
        "1e-5", "1.5e300", "1e999", "-1e-999", "9007199254740993", "12345678901234567890123456789",
        "0.1234567890123456789012345678901", "1e999999999999999999999", "[1,1.0,1e0,10e-1]",
        "100000000000000000000000000000000000000000000000000000000000000000000000001",
    ]);
}

#[test]
fn strings_keep_their_spelling() {
    kept(&[
        r#""a""#, r#"" ""#, r#""'""#, r#""/""#, r#""\/""#, r#""\"""#, r#""\\""#, r#""\b\f\n\r\t""#,
        r#""\u0000""#, r#""\u000a""#, r#""\u000A""#, r#""\u0041""#, r#""\u00e9\u00E9""#, r#""\\u0041""#,
        r#""中文""#, r#""\u4e2d\u6587""#, r#""\u4E2d文""#, r#""😀""#, r#""\ud83d\ude00""#,
        r#""\uD83D\uDE00""#, "\"\u{7f}\"", "\"\u{80}\"", "\"\u{2028}\u{2029}\"", "\"\u{feff}\"",
        "\"\u{ffff}\u{10ffff}\"", r#""[{\"a\":1}, null]""#, r#""// no comment /* here */""#,
    ]);
}

#[test]
fn half_a_surrogate_pair_goes_out_as_it_came() {
    kept(&[
        r#""\ud800""#, r#""\udfff""#, r#""a\uD800b""#, r#""\udc00\ud800""#, r#""\ud800\n""#,
        r#""\ud800\ud800\udc00""#, r#""\ud800\u0041""#, r#"{"\udead":"\ubeef"}"#,
    ]);
}

#[test]
fn members_keep_their_order_and_their_duplicates() {
    kept(&[
        r#"{"b":1,"a":2}"#, r#"{"a":1,"a":1}"#, r#"{"a":1,"b":2,"a":3}"#, r#"{"a":1,"\u0061":2}"#,
        r#"{"":1,"":2}"#, r#"{"\ud800":1,"\ud800":2}"#, r#"{"a":{"a":{"a":0}}}"#, r#"{"z":0,"中":1,"é":2}"#,
        r#"{"\"":"\"","\\":"\\"}"#, r#"{"a\nb":[{"a\nb":{}}]}"#,
    ]);
}

#[test]
fn a_message_is_one_value_like_any_other() {
    kept(&[
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}"#,
        r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"7"}],"isError":false}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: …","data":[]}}"#,
    ]);
}

#[test]
fn white_space_between_tokens_is_dropped() {
    printed(&[
        (" 1", "1"), ("1 ", "1"), ("\t\n\r 1\r\n", "1"), ("[ ]", "[]"), ("{ }", "{}"), (" [ [ ] ] ", "[[]]"),
        ("[1 , 2]", "[1,2]"), ("[\n  1,\n  2\n]\n", "[1,2]"), (r#"{ "a" : 1 }"#, r#"{"a":1}"#),
        ("{\"a\"\n:\t1\r,\"b\":2}", r#"{"a":1,"b":2}"#), (" null ", "null"), ("\ntrue\n", "true"),
        (r#" "a" "#, r#""a""#), (r#"[ "a b" , " c " ]"#, r#"["a b"," c "]"#),
        (r#"{"a":{ } ,"b":[ ] }"#, r#"{"a":{},"b":[]}"#), ("\r\n\r\n[1]\r\n\r\n", "[1]"),
    ]);
}

#[test]
fn a_value_is_due() {
    refused(Expected::Value, &[
        ("", 0), (" ", 1), ("\n\n", 2), ("[", 1), ("[ ", 2), ("[,", 1), ("[1,", 3), ("[1,]", 3), ("[1,,2]", 3),
        (r#"{"a":"#, 5), (r#"{"a":}"#, 5), (r#"{"a":,"b":1}"#, 5), (r#"{"a"::1}"#, 5), ("+1", 0), (".5", 0),
        ("'a'", 0), ("abc", 0), ("Null", 0), ("NaN", 0), ("Infinity", 0), ("]", 0), ("}", 0), (":", 0), (",", 0),
        ("\u{feff}1", 0), ("\u{a0}1", 0), ("\u{b}1", 0), ("\0", 0), ("/*a*/1", 0), ("１", 0), ("[é]", 1), ("\\n", 0),
    ]);
}

#[test]
fn a_member_name_is_due() {
    refused(Expected::MemberOrEnd, &[
        ("{", 1), ("{ ", 2), ("{1:2}", 1), ("{a:1}", 1), ("{'a':1}", 1), ("{,", 1), ("{]", 1), ("{{}}", 1), ("{null:1}", 1),
    ]);
    refused(Expected::Member, &[
        (r#"{"a":1,"#, 7), (r#"{"a":1,}"#, 7), (r#"{"a":1, }"#, 8), (r#"{"a":1,,}"#, 7), (r#"{"a":1,2}"#, 7),
    ]);
}

#[test]
fn a_colon_is_due_after_a_name() {
    refused(Expected::Colon, &[
        (r#"{"a""#, 4), (r#"{"a"}"#, 4), (r#"{"a" 1}"#, 5), (r#"{"a",1}"#, 4), (r#"{"a"="#, 4), (r#"{"jsonrpc" "2.0"}"#, 11),
        (r#"{"城市" "北京"}"#, 10),
    ]);
}

#[test]
fn a_comma_or_an_end_is_due() {
    refused(Expected::CommaOrBrace, &[
        (r#"{"a":1"#, 6), (r#"{"a":1]"#, 6), (r#"{"a":1 "b":2}"#, 7), (r#"{"a":1:2}"#, 6), (r#"{"a":"b"c}"#, 8), (r#"{"a":01}"#, 6),
    ]);
    refused(Expected::CommaOrBracket, &[
        ("[1", 2), ("[1 2]", 3), ("[1}", 2), ("[1:2]", 2), ("[\"a\"", 4), ("[[]", 3), ("[1;2]", 2), ("[-01]", 3),
        ("[1.2.3]", 4), ("[truefalse]", 5), ("[0x1]", 2), ("[1_000]", 2), (r#"["",]"#, 4).min((r#"["" ""]"#, 4)),
    ]);
}

#[test]
fn nothing_may_follow_the_value() {
    refused(Expected::End, &[
        ("1 2", 2), ("01", 1), ("-00", 2), ("1.0.0", 3), ("1a", 1), ("1é", 1), ("{}{}", 2), ("[]]", 2), ("{}}", 2),
        ("null,", 4), ("nullnull", 4), ("true1", 4), (r#""a""b""#, 3), (r#""a"x"#, 3), ("{} // so", 3), ("1\0", 1),
        ("1\u{a0}", 1), ("0b1", 1), ("1e5e5", 3), ("[1],", 3), ("\"\" \u{c}", 3),
    ]);
}

#[test]
fn a_string_ends_with_a_quote() {
    refused(Expected::ClosingQuote, &[
        ("\"", 1), ("\"a", 2), (r#""\""#, 3), (r#"["a]"#, 4), (r#"{"a"#, 3), (r#"{"a":"b}"#, 8), ("\"中", 4), (r#""\u0041"#, 7),
    ]);
}

#[test]
fn a_control_character_is_escaped() {
    refused(Expected::EscapedControl, &[
        ("\"\0\"", 1), ("\"a\tb\"", 2), ("\"a\nb\"", 2), ("\"\r\"", 1), ("\"\u{1f}\"", 1), ("\"\u{1b}[31m\"", 1),
        ("[\"中\n\"]", 5), ("{\"a\n\":1}", 3), ("\"\n", 1), ("\"12345678\u{1}\"", 9),
    ]);
}

#[test]
fn an_escape_is_one_of_nine() {
    refused(Expected::Escape, &[
        (r#""\x41""#, 2), (r#""\a""#, 2), (r#""\'""#, 2), (r#""\0""#, 2), (r#""\U0041""#, 2), (r#""\N""#, 2), ("\"\\\n\"", 2),
        ("\"\\", 2), (r#""\中""#, 2), (r#""\\\""#, 5).max((r#""ab\ ""#, 4)), ("\"\\\0\"", 2),
    ]);
}

#[test]
fn a_unicode_escape_has_four_digits() {
    refused(Expected::HexDigit, &[
        (r#""\u"#, 3), (r#""\u""#, 3), (r#""\u1""#, 4), (r#""\u12""#, 5), (r#""\u123""#, 6), (r#""\u123"#, 6), (r#""\u12g4""#, 5),
        (r#""\u+123""#, 3), (r#""\u-123""#, 3), (r#""\u{41}""#, 3), (r#""\u 041""#, 3), (r#""\u００""#, 3), (r#""\ud800\u""#, 9),
    ]);
}

#[test]
fn a_digit_is_due() {
    refused(Expected::Digit, &[
        ("-", 1), ("-a", 1), ("--1", 1), ("-.5", 1), ("- 1", 1), ("1.", 2), ("1.e5", 2), ("1.a", 2), ("0.", 2), ("1e", 2), ("1E+", 3),
        ("1e-", 3), ("1e+-1", 3), ("1e1.5", 3).min(("1e.5", 2)), ("[1.]", 3), ("[-]", 2), ("-Infinity", 1), ("-１", 1),
    ]);
}

#[test]
fn a_word_is_spelled_out() {
    refused(Expected::Word("true"), &[("t", 0), ("tru", 0), ("True".trim_start_matches('T'), 0).max(("trux", 0)), ("[tRUE]", 1)]);
    refused(Expected::Word("false"), &[("f", 0), ("fals", 0), ("[fals]", 1), ("fAlse", 0)]);
    refused(Expected::Word("null"), &[("n", 0), ("nul", 0), ("nil", 0), (r#"{"a":nul}"#, 5)]);
}
