//! What strings and numbers mean, what objects say about their names, and how values are made.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::json::{LoneSurrogate, Number, NumberError, Object, Str, Value, parse};

/// The string means this text, and is equal to it.
#[track_caller]
fn means(cases: &[(&str, &str)]) {
    for (line, text) in cases {
        let value = parse(line).unwrap();
        let string = value.as_string().unwrap();
        assert_eq!(string.text().as_deref(), Ok(*text), "{line}");
        assert!(*string == **text, "{line} is not equal to its text");
        assert_eq!(*string, Str::from(*text), "{line}");
    }
}

#[test]
fn an_escape_means_its_character() {
    means(&[
        (r#""""#, ""),
        (r#""\"""#, "\""),
        (r#""\\""#, "\\"),
        (r#""\/""#, "/"),
        (r#""\b\f\n\r\t""#, "\u{8}\u{c}\n\r\t"),
        (r#""\u0000""#, "\0"),
        (r#""\u001b[31m""#, "\u{1b}[31m"),
        (r#""\u4e2d\u6587""#, "中文"),
        (r#""\u4E2D文\n""#, "中文\n"),
        (r#""\u00e9é""#, "éé"),
        (r#""\\u0041""#, r"\u0041"),
        (r#""\\\u0041\\n""#, r"\A\n"),
        (r#""\u005c\u0022""#, "\\\""),
        (r#""\uffff\uFFFE\ufeff""#, "\u{ffff}\u{fffe}\u{feff}"),
        (r#""a\tb\tc""#, "a\tb\tc"),
    ]);
}

#[test]
fn a_surrogate_pair_means_one_character() {
    means(&[
        (r#""\ud83d\ude00""#, "😀"),
        (r#""\uD83D\uDE00""#, "😀"),
        (r#""a\ud834\udd1eb""#, "a𝄞b"),
        (r#""\ud800\udc00\udbff\udfff""#, "\u{10000}\u{10ffff}"),
        (r#""😀\ud83d\ude00""#, "😀😀"),
    ]);
}

/// The string means no text from the backslash on that stands behind `‸`.
#[track_caller]
fn halved(marked: &[&str]) {
    for marked in marked {
        let (before, after) = marked.split_once('‸').unwrap();
        let line = format!("\"{before}{after}\"");
        let value = parse(&line).unwrap();
        let string = value.as_string().unwrap();
        assert_eq!(string.text(), Err(LoneSurrogate { offset: before.len() }), "{marked}");
        assert_eq!(string.as_written(), format!("{before}{after}"));
        assert_eq!(*string, string.clone(), "{marked}");
        assert!(*string != *string.as_written(), "{marked}");
    }
}

#[test]
fn half_a_surrogate_pair_means_no_text_and_says_where() {
    halved(&[r"‸\ud800", r"‸\udbff", r"‸\udc00", r"‸\udfff", r"a‸\ud83d", r"中\n‸\ud83db"]);
    halved(&[r"‸\ud83d\n", r"‸\ud83d\ud83d\ude00", r"\ud83d\ude00‸\ude00", r"‸\ude00\ud83d"]);
    halved(&[
        r"‸\udc00\udc00",
        r"‸\ud83d\u0041",
        r"‸\ud83d\\ude00",
        r"‸\ud83d😀",
        r"‸\ud83d ude00",
        r"\ud7ff‸\ud800",
    ]);
    let sentence = LoneSurrogate { offset: 4 }.to_string();
    let said = "half a surrogate pair at byte 4 of the string: no character stands for it";
    assert_eq!(sentence, said);
}

#[test]
fn every_unicode_escape_means_its_character_or_half_a_pair() {
    for code in 0..=0xffff_u32 {
        let wanted = char::from_u32(code).map(String::from).ok_or(LoneSurrogate { offset: 0 });
        for line in [format!("\"\\u{code:04x}\""), format!("\"\\u{code:04X}\"")] {
            let text = parse(&line).unwrap().as_string().unwrap().text().map(String::from);
            assert_eq!(text, wanted, "{line}");
        }
    }
}

#[test]
fn every_character_survives_being_made_printed_and_read() {
    for character in (0..=0x10_ffff).filter_map(char::from_u32) {
        let text = character.to_string();
        let escape = |line: String, unit| line + &format!("\\u{unit:04x}");
        let escaped = text.encode_utf16().fold(String::new(), escape);
        for line in [Value::from(&*text).to_line(), format!("\"{escaped}\"")] {
            assert_eq!(parse(&line).unwrap().as_string().unwrap().text().as_deref(), Ok(&*text));
        }
    }
}

#[test]
fn what_is_made_is_escaped_as_little_as_possible() {
    let made = |text: &'static str, line: &str| {
        assert_eq!(Value::from(text).to_string(), line);
        assert_eq!(Value::from(text.to_owned()).to_string(), line);
        assert_eq!(Str::from(text).to_string(), line);
        let object = Value::from(Object::from([(text, Value::Null)]));
        assert_eq!(object.to_string(), format!("{{{line}:null}}"));
        assert!(object.get(text).is_some());
    };
    made("", r#""""#);
    made("中文 é 😀 /", r#""中文 é 😀 /""#);
    made("\"", r#""\"""#);
    made("\\n", r#""\\n""#);
    made("\u{8}\u{c}\n\r\t", r#""\b\f\n\r\t""#);
    made("\0\u{1}\u{b}\u{e}\u{1f} ", r#""\u0000\u0001\u000b\u000e\u001f ""#);
    made("\u{7f}\u{80}\u{2028}\u{2029}", "\"\u{7f}\u{80}\u{2028}\u{2029}\"");
    made("权限拒绝：\"C:\\x\"\n", r#""权限拒绝：\"C:\\x\"\n""#);
}

#[test]
fn values_are_made_from_what_rust_has() {
    let list = [Value::from(7), Value::from(true), Value::default(), Value::from(i64::MIN)];
    let list: Value<'_> = list.into_iter().collect();
    let made = Value::from(Object::from([("z", list), ("a", Object::default().into())]));
    assert_eq!(made.to_string(), r#"{"z":[7,true,null,-9223372036854775808],"a":{}}"#);
    assert_eq!(Number::from(i64::MAX).to_string(), "9223372036854775807");
}

const TOO_LARGE: Result<i64, NumberError> = Err(NumberError::TooLarge);
const FRACTION: Result<i64, NumberError> = Err(NumberError::NotInteger);

/// Each number counts as this, and is an integer unless it has a fraction.
#[track_caller]
fn counts(wanted: Result<i64, NumberError>, numbers: &[&str]) {
    for written in numbers {
        let value = parse(written).unwrap();
        let number = value.as_number().unwrap();
        assert_eq!(number.to_i64(), wanted, "{written}");
        assert_eq!(number.is_integer(), wanted != FRACTION, "{written}");
        assert_eq!(number.as_written(), *written);
        assert!(wanted.is_err() || *number == wanted.unwrap().into(), "{written} is not equal");
    }
}

#[test]
fn a_whole_number_is_counted_however_it_is_written() {
    counts(Ok(1), &["1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "100E-2", "1.000", "0.001e3"]);
    counts(Ok(100), &["100", "1e2", "1E+2", "1.00e2", "0.00001e7", "10000e-2", "100.0", "1e0002"]);
    counts(Ok(-120), &["-120", "-1.2e2", "-12e1", "-1200e-1", "-0.12E3", "-120.00"]);
    counts(Ok(0), &["0", "-0", "0.0", "-0.0", "0e0", "0e5", "0E-5", "0.000e-3", "-0e999"]);
    counts(Ok(0), &["0e999999999999999999999", "0.0e-999999999999999999999"]);
}

#[test]
fn no_digit_is_lost_up_to_the_limits() {
    counts(Ok(9_007_199_254_740_993), &["9007199254740993", "9007199254740993.0"]);
    counts(Ok(9_007_199_254_740_993), &["9.007199254740993e15", "90071992547409930E-1"]);
    counts(Ok(i64::MAX), &["9223372036854775807", "9223372036854775807.000"]);
    counts(Ok(i64::MAX), &["9.223372036854775807e18", "92233720368547758070e-1"]);
    counts(Ok(i64::MIN), &["-9223372036854775808", "-9.223372036854775808e+18"]);
    counts(Ok(1_000_000_000_000_000_000), &["1e18", "0.1e19", "1000000000000000000"]);
}

#[test]
fn a_number_beyond_the_limits_is_too_large_and_still_whole() {
    counts(TOO_LARGE, &["9223372036854775808", "-9223372036854775809", "9223372036854775808.0"]);
    counts(TOO_LARGE, &["1e19", "-1e19", "1e20", "1e21", "1e22", "1e308", "1e999", "0.1e99"]);
    counts(TOO_LARGE, &["123456789012345678901234567890", "9.3e18", "1e9223372036854775807"]);
    counts(TOO_LARGE, &["1e999999999999999999999", "-1e+999999999999999999999"]);
    counts(TOO_LARGE, &["0.00000000000000000000000000001e9223372036854775808"]);
}

#[test]
fn a_fraction_is_no_whole_number() {
    counts(FRACTION, &["0.1", "1.5", "-1.5", "1e-1", "1E-2", "1.05e1", "12e-2", "-0.5", "1.0001"]);
    counts(FRACTION, &["9223372036854775807.5", "1e-999", "1e-999999999999999999999", "15e-1"]);
    counts(FRACTION, &["0.000000000000000000000000000000000001", "1e-9223372036854775808"]);
}

#[test]
fn a_number_has_a_nearest_float_or_is_too_large() {
    let float = |written: &str| parse(written).unwrap().as_number().unwrap().to_f64();
    let bits = |written, wanted: f64| {
        assert_eq!(float(written).map(f64::to_bits), Ok(wanted.to_bits()), "{written}");
    };
    bits("1.5", 1.5);
    bits("-0", -0.0);
    bits("0.0", 0.0);
    bits("1e2", 100.0);
    bits("0.1", 0.1);
    bits("9007199254740993", 9_007_199_254_740_992.0);
    bits("1.7976931348623157e308", f64::MAX);
    bits("1e-999999999999999999999", 0.0);
    bits("123456789012345678901234567890", 1.234_567_890_123_456_8e29);
    for written in ["1e309", "-1e309", "1e999999999999999999999", "1.8e308"] {
        assert_eq!(float(written), Err(NumberError::TooLarge), "{written}");
    }
    assert_eq!(NumberError::NotInteger.to_string(), "the number has a fraction");
    assert_eq!(NumberError::TooLarge.to_string(), "the number is too large");
}

#[test]
fn numbers_are_equal_in_spelling_or_as_whole_numbers() {
    let equal = |one: &str, other: &str| {
        let (one, other) = (parse(one).unwrap(), parse(other).unwrap());
        one.as_number().unwrap() == other.as_number().unwrap()
    };
    assert!(equal("1", "1.0") && equal("1e2", "100") && equal("-0", "0") && equal("0.1", "0.1"));
    assert!(equal("1e99", "1e99") && !equal("1", "-1") && !equal("1.5", "15"));
    assert!(!equal("9007199254740993", "9007199254740992") && !equal("1e99", "1e98"));
}
