//! Patterns: what they find, what is refused, and that they read a text once.
#![expect(clippy::panic, reason = "a broken test should stop")]

use mcp_lab::schema::{MAX_GROUPS, Pattern};

/// Each row is a pattern, texts in which it is found, and texts in which it is not.
type Row<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

#[track_caller]
fn check(rows: &[Row<'_>]) {
    for (written, found, missed) in rows {
        let pattern =
            Pattern::compile(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        for text in *found {
            assert!(pattern.is_match(text), "{written} is not found in {text:?}");
        }
        for text in *missed {
            assert!(!pattern.is_match(text), "{written} is found in {text:?}");
        }
    }
}

#[track_caller]
fn refused(rows: &[(&str, &str)]) {
    for (written, error) in rows {
        let found = Pattern::compile(written).map(drop).map_err(|error| error.to_string());
        assert_eq!(found, Err((*error).to_owned()), "{written}");
    }
}

#[test]
fn a_pattern_is_found_anywhere_unless_it_is_anchored() {
    check(&[
        ("", &["", "a"], &[]),
        ("b", &["b", "abc"], &["", "ac", "B"]),
        ("bc", &["abcd"], &["bac"]),
        ("^b", &["bc"], &["ab", "", "\nb"]),
        ("b$", &["ab"], &["ba", "b\n"]),
        ("^$", &[""], &["a"]),
        ("^a|b$", &["ax", "xb"], &["xa", "bx"]),
        ("^(a|b)$", &["a", "b"], &["ab", ""]),
        ("a$b", &[], &["ab"]),
        ("(^a)", &["ab"], &["ba"]),
        ("中+文", &["中中文"], &["文中"]),
    ]);
}

#[test]
fn parts_repeat() {
    check(&[
        ("^a*$", &["", "aaa"], &["ab"]),
        ("^a+$", &["a", "aaa"], &[""]),
        ("^a?b$", &["b", "ab"], &["aab"]),
        ("^a{2}$", &["aa"], &["a", "aaa"]),
        ("^a{2,}$", &["aa", "aaaaa"], &["a"]),
        ("^a{2,3}$", &["aa", "aaa"], &["a", "aaaa"]),
        ("^a{0}$", &[""], &["a"]),
        ("^a{0,1}$", &["", "a"], &["aa"]),
        ("^(ab){2}$", &["abab"], &["ab", "aabb"]),
        ("^(a|bc)*$", &["", "abca"], &["b"]),
        ("^a*?b+?c??$", &["b", "aabbc"], &["a"]),
        ("^a{1,2}?$", &["a", "aa"], &["aaa"]),
        ("^(a*)*$", &["", "aa"], &["b"]),
        ("^(a*)+b$", &["b", "aab"], &["a"]),
        ("^(a?){3}$", &["", "aaa"], &["aaaa"]),
        ("^(){5}$", &[""], &["a"]),
        ("^((a{2}){2}){2}$", &["aaaaaaaa"], &["aaaaaaa"]),
    ]);
}

#[test]
fn groups_of_every_kind_only_hold_together() {
    check(&[
        ("^(?:ab)+$", &["abab"], &["aba"]),
        ("^(?<year>\\d{4})-(?<month>\\d\\d)$", &["2025-06"], &["2025-6"]),
        ("^(?<$a_1>x)$", &["x"], &["y"]),
        ("^(a|)$", &["", "a"], &["b"]),
        ("^(|a)b$", &["b", "ab"], &["a"]),
        ("a||b", &["x"], &[]),
    ]);
}

#[test]
fn classes_are_those_of_ecma_262() {
    check(&[
        ("^.$", &["a", "中", "😀", "\u{85}"], &["\n", "\r", "\u{2028}", "\u{2029}", "", "ab"]),
        ("^\\d+$", &["0123456789"], &["٣", "a"]),
        ("^\\D$", &["a", "٣"], &["1"]),
        ("^\\w+$", &["aZ09_"], &["é", "-"]),
        ("^\\W$", &["é", "-"], &["a"]),
        (
            "^\\s$",
            &[" ", "\t", "\n", "\u{b}", "\u{a0}", "\u{feff}", "\u{3000}", "\u{2028}"],
            &["\u{85}", "a"],
        ),
        ("^\\S$", &["a", "\u{85}"], &[" "]),
        ("\\bcat\\b", &["a cat.", "cat"], &["concat", "cats"]),
        ("\\Bcat", &["concat"], &["a cat"]),
        ("^[abc]$", &["a", "c"], &["d", ""]),
        ("^[^abc]$", &["d", "\n", "中"], &["a", ""]),
        ("^[a-cx-z]$", &["b", "y"], &["d", "-"]),
        ("^[a-]$", &["a", "-"], &["b"]),
        ("^[-a]$", &["a", "-"], &["b"]),
        ("^[\\w-.]$", &["a", "-", "."], &["+"]),
        ("^[^\\d\\s]$", &["a"], &["1", " "]),
        ("^[\\D]$", &["a"], &["1"]),
        ("^[\\]\\\\^]$", &["]", "\\", "^"], &["a"]),
        ("^[\\b]$", &["\u{8}"], &["b"]),
        ("^[.$(*]$", &[".", "$", "(", "*"], &["a"]),
        ("[]", &[], &["", "a"]),
        ("^[^]$", &["a", "\n"], &[""]),
        ("^[\\u4e00-\\u9fa5]+$", &["中文"], &["a"]),
        ("^[d-fa-ec-d]$", &["a", "f"], &["g"]),
    ]);
}

#[test]
fn escapes_stand_for_characters() {
    check(&[
        ("^\\t\\n\\r\\f\\v$", &["\t\n\r\u{c}\u{b}"], &["tnrfv"]),
        ("^\\0$", &["\0"], &["0"]),
        ("^\\x41\\u0042$", &["AB"], &["ab"]),
        ("^\\u{1F600}$", &["😀"], &["u"]),
        ("^\\uD83D\\uDE00$", &["😀"], &[]),
        ("^\\cC\\cj$", &["\u{3}\n"], &["C"]),
        ("^\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\^\\$\\/\\\\$", &[".*+?()[]{}|^$/\\"], &[]),
        ("^\\-\\@\\_\\\"$", &["-@_\""], &[]),
        ("^{a}$", &["{a}"], &[]),
        ("^a{,2}$", &["a{,2}"], &["aa"]),
        ("^a{b]}$", &["a{b]}"], &[]),
    ]);
}

#[test]
fn classes_of_unicode_are_exact_or_refused() {
    check(&[
        ("^\\p{L}+$", &["aZé中ªʰ"], &["1", "_", "Ⅷ", "\u{345}", "ⓐ"]),
        ("^\\p{Letter}\\P{Letter}$", &["a1"], &["11", "aa"]),
        ("^\\p{Lu}$", &["A", "Ä"], &["a", "Ⅷ", "Ⓐ"]),
        ("^\\p{Ll}$", &["a", "ß"], &["A", "ª", "ⅷ"]),
        ("^\\p{Nd}$", &["1", "٣", "𝟗", "９"], &["Ⅷ", "½", "a"]),
        ("^\\p{digit}$", &["1", "٣"], &["a"]),
        ("^\\p{N}$", &["1", "Ⅷ", "½"], &["a"]),
        ("^\\p{gc=Lu}\\p{General_Category=Ll}$", &["Aa"], &["aA"]),
        ("^\\p{Alphabetic}$", &["a", "Ⅷ"], &["1"]),
        ("^\\p{Uppercase}\\p{Lowercase}$", &["Aa", "Ⅷⅷ"], &["aA"]),
        ("^\\p{White_Space}$", &[" ", "\u{85}"], &["\u{feff}"]),
        ("^\\p{Script=Han}+$", &["中文", "々"], &["a", "ひ"]),
        ("^\\p{sc=Hani}$", &["中"], &["a"]),
        ("^[\\p{L}\\p{Nd}_-]+$", &["中1_-a"], &["."]),
        ("^[^\\P{L}]$", &["a"], &["1"]),
        ("^\\p{ASCII}\\p{Any}\\p{Cc}$", &["a中\n"], &["中aa"]),
    ]);
    refused(&[
        ("\\p{P}", "the character class `\\p{P}` is not supported, at character 0"),
        (
            "a\\p{Script=Greek}",
            "the character class `\\p{Script=Greek}` is not supported, at character 1",
        ),
        (
            "\\P{gc=Alphabetic}",
            "the character class `\\p{gc=Alphabetic}` is not supported, at character 0",
        ),
        ("\\p{l}", "the character class `\\p{l}` is not supported, at character 0"),
        ("\\pL", "unknown escape, at character 0"),
        ("\\p{L", "unknown escape, at character 0"),
    ]);
}

#[test]
fn what_needs_going_back_is_refused() {
    refused(&[
        ("a(?=b)", "lookaround `(?=` is not supported, at character 1"),
        ("(?!b)", "lookaround `(?!` is not supported, at character 0"),
        ("(?<=b)", "lookaround `(?<=` is not supported, at character 0"),
        ("(?<!b)", "lookaround `(?<!` is not supported, at character 0"),
        ("(a)\\1", "a reference back to a group is not supported, at character 3"),
        ("(?<n>a)\\k<n>", "a reference back to a group is not supported, at character 7"),
    ]);
}

#[test]
fn what_is_no_pattern_is_refused() {
    refused(&[
        ("(a", "`(` is never closed, at character 0"),
        ("a)", "`)` closes nothing, at character 1"),
        ("中[a", "`[` is never closed, at character 1"),
        ("[z-a]", "a range from more to less, at character 1"),
        ("*a", "nothing to repeat, at character 0"),
        ("a**", "nothing to repeat, at character 2"),
        ("a|+", "nothing to repeat, at character 2"),
        ("{2}", "nothing to repeat, at character 0"),
        ("^*", "nothing to repeat, at character 1"),
        ("\\b+", "nothing to repeat, at character 2"),
        ("a{3,2}", "a repetition from more to less, at character 1"),
        ("a\\", "unknown escape, at character 1"),
        ("\\q", "unknown escape, at character 0"),
        ("\\xG0", "unknown escape, at character 0"),
        ("\\u{110000}", "unknown escape, at character 0"),
        ("\\u{}", "unknown escape, at character 0"),
        ("\\c1", "unknown escape, at character 0"),
        ("\\01", "unknown escape, at character 0"),
        ("[\\1]", "unknown escape, at character 1"),
        ("(?i)a", "unknown kind of group, at character 0"),
        ("(?P<a>b)", "unknown kind of group, at character 0"),
        ("(?<>b)", "unknown kind of group, at character 0"),
    ]);
}

#[test]
fn what_would_be_too_long_or_too_deep_is_refused() {
    let long = "repetitions make more than 50000 steps, at character";
    refused(&[
        ("a{60000}", &format!("{long} 8")),
        ("(a{1000}){1000}", &format!("{long} 15")),
        ("a{0,4294967295}", &format!("{long} 15")),
        ("((a{99}){99}){99}", &format!("{long} 17")),
        ("a{99999999999999999999}", &format!("{long} 23")),
    ]);
    check(&[("^(){99999999999}((){99999}){99999}$", &[""], &["a"])]);
    let nested = |levels: usize| format!("{}a{}", "(".repeat(levels), ")".repeat(levels));
    check(&[(&nested(MAX_GROUPS), &["a"], &["b"])]);
    let error = Pattern::compile(&nested(MAX_GROUPS + 1)).unwrap_err();
    assert_eq!(error.to_string(), "more than 100 groups inside each other, at character 100");
}

/// With a matcher that goes back, each of these would outlast the class.
#[test]
fn no_pattern_makes_the_reader_go_back() {
    let text = "a".repeat(100_000);
    let patterns = [
        "(a*)*b",
        "(a+)+b",
        "^(a|a)*b",
        "^(a|aa)+$b",
        "(a?){30}a{30}b",
        "^(([a-z])+.)+[A-Z]([a-z])+$",
        "(.*)*=(.*)*;",
        "^(\\w+\\s?)*$!",
        "(a*a*)*a*a*b",
        "\\b(\\w+)\\b.*b",
    ];
    for written in patterns {
        assert!(!Pattern::compile(written).unwrap().is_match(&text), "{written}");
    }
    assert!(Pattern::compile("^(a|a)*$").unwrap().is_match(&text));
}
