//! A caret stands right under the character it points at.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::json::parse;
use mcp_lab::text::{caret, visible};

/// The error of this text is drawn like that.
#[track_caller]
fn drawn(text: &str, picture: [&str; 2]) {
    let error = parse(text).unwrap_err();
    let drawing = caret(text, error.offset, &error.to_string());
    assert_eq!(drawing.lines().collect::<Vec<_>>(), picture, "\n{drawing}");
    assert!(drawing.ends_with('\n'));
}

#[test]
fn an_error_is_drawn_under_its_byte() {
    drawn(
        r#"{"jsonrpc" "2.0"}"#,
        [r#"  {"jsonrpc" "2.0"}"#, r"             ^ expected `:` after a member name at byte 11"],
    );
    drawn("", ["  ", "  ^ expected a value at byte 0"]);
    drawn("[1,", ["  [1,", "     ^ expected a value at byte 3"]);
}

#[test]
fn chinese_takes_two_cells_a_character() {
    drawn(
        r#"{"城市" "北京"}"#,
        [r#"  {"城市" "北京"}"#, r"          ^ expected `:` after a member name at byte 10"],
    );
    drawn(
        r#"{"name":"北京"，"id":1}"#,
        [
            r#"  {"name":"北京"，"id":1}"#,
            r"                ^ expected `,` or `}` after a member at byte 16",
        ],
    );
    drawn("[😀]", ["  [😀]", "   ^ expected a value at byte 1"]);
    drawn(
        "[\"e\u{301}\" 1]",
        ["  [\"e\u{301}\" 1]", "       ^ expected `,` or `]` after an element at byte 7"],
    );
}

#[test]
fn what_would_act_on_a_terminal_is_spelled_out() {
    drawn(
        "[\"\u{1b}[31m\"]",
        [
            r#"  ["\u{1b}[31m"]"#,
            r"    ^ expected an escape such as \n instead of a raw control character at byte 2",
        ],
    );
    drawn(
        "\t[\r\n1 2]",
        [
            r"  \u{9}[\u{d}\u{a}1 2]",
            r"                    ^ expected `,` or `]` after an element at byte 6",
        ],
    );
    drawn(
        "\"\u{202e}中\" 1",
        [
            r#"  "\u{202e}中" 1"#,
            r"               ^ expected nothing more after the value at byte 9",
        ],
    );
}

#[test]
fn of_a_long_line_a_window_is_shown() {
    let (a, b) = ("a".repeat(36), "b".repeat(34));
    drawn(
        &format!("[1,2,3,\"a{a}\" \"{b}bb\"]"),
        [
            &format!("  …{}\" \"{b}b…", &a[2..]),
            &format!("  {}^ expected `,` or `]` after an element at byte 47", " ".repeat(37)),
        ],
    );
}

/// How many cells a character of the texts below takes; the crate's own table is not asked.
fn cells(character: char) -> usize {
    if "中文学习，：「」😀".contains(character) { 2 } else { 1 }
}

/// Wherever the caret points, the character there is drawn right above it.
#[track_caller]
fn above_every_caret(text: &str) {
    for (offset, character) in text.char_indices() {
        let drawing = caret(text, offset, "here");
        let (line, below) = drawing.trim_end().split_once('\n').unwrap();
        let column = below.strip_suffix("^ here").unwrap().len();
        let mut passed = 0;
        let mut rest = line.chars();
        while passed < column {
            passed += cells(rest.next().unwrap());
        }
        assert_eq!(passed, column, "between two cells\n{drawing}");
        let shown = visible(character.encode_utf8(&mut [0; 4])).into_owned();
        assert!(rest.as_str().starts_with(&shown), "not under {shown}\n{drawing}");
        assert!(line.chars().count() <= 2 + 2 + 72 * "\\u{9}".len(), "too long\n{drawing}");
    }
}

#[test]
fn a_caret_stands_under_its_character_wherever_that_is() {
    for length in 0..=120 {
        let repeat = |text: &str| text.chars().cycle().take(length).collect::<String>();
        above_every_caret(&repeat("abc"));
        above_every_caret(&repeat("中文"));
        above_every_caret(&repeat("{\"学习\"：「é」, 😀}"));
        above_every_caret(&repeat("a\t中\u{1b}\n"));
    }
}

#[test]
fn a_caret_inside_a_character_means_that_character_and_past_the_end_the_end() {
    for offset in 3..=5 {
        assert_eq!(caret("学中文", offset, "x"), "  学中文\n    ^ x\n");
    }
    for offset in [9, 10, usize::MAX] {
        assert_eq!(caret("学中文", offset, "x"), "  学中文\n        ^ x\n");
    }
}
