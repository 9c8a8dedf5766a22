//! Every branch of the scanner at every alignment: eight bytes at a time must see what one at a time sees.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod reference;

use mcp_lab::json::{Expected, parse};

/// Longer than five words of eight bytes, so that a run has a beginning, a middle and an end.
const LONGEST: usize = 40;

/// Where a string may stand: before it and after its closing quote.
const PLACES: [(&str, &str); 5] =
    [("", ""), ("[", "]"), ("{", ":1}"), (r#"{"k":"#, "}"), (r#"[{"":"", "#, r#":"x"}, ""]"#)];

/// What fills a string: one, two, three and four bytes a character, and bytes that differ from a
/// quote, a backslash and a control character in one bit or by one.
const FILLERS: [&str; 6] = ["a", "é", "中", "😀", "!#[]^ \u{7f}", "\u{a2}\u{dc}\u{9f}\u{8a}"];

/// Good and bad things that may stand in a string.
const EVENTS: [&str; 20] = [
    "\"",
    r"\n",
    r#"\""#,
    r"\\",
    r"\/",
    r"\u4e2d",
    r"\uD83D\uDE00",
    r"\ud83d",
    r"\u12",
    r"\u12G4",
    r"\x",
    "\\é",
    "\\\u{1}",
    "\0",
    "\u{1}",
    "\n",
    "\u{1f}",
    "\u{7f}",
    "\u{80}",
    "\u{2028}",
];

#[track_caller]
fn as_the_reference(text: &str) {
    let read = parse(text).map(|value| value.to_string());
    assert_eq!(read, reference::read(text), "{text:?}");
}

/// `length` characters of a filler.
fn run(filler: &str, length: usize) -> String {
    filler.chars().cycle().take(length).collect()
}

/// The content as a string in every place; `end` closes the string or does not.
#[track_caller]
fn in_every_place(content: &str, end: &str) {
    for (before, after) in PLACES {
        as_the_reference(&format!("{before}\"{content}{end}{after}"));
    }
}

#[test]
fn a_string_of_any_length_ends_at_its_quote() {
    for (filler, length) in
        FILLERS.iter().flat_map(|filler| (0..=LONGEST).map(move |n| (filler, n)))
    {
        let content = run(filler, length);
        in_every_place(&content, "\"");
        in_every_place(&content, ""); // and one that is not closed
        let text = format!("\"{content}\"");
        assert_eq!(parse(&text).unwrap().as_string().unwrap().as_written(), content);
    }
}

#[test]
fn whatever_stands_in_a_string_is_seen_at_every_position() {
    for filler in FILLERS {
        for (length, position) in (0..=LONGEST).flat_map(|n| (0..=n).map(move |p| (n, p))) {
            let (before, after) = (run(filler, position), run(filler, length - position));
            for event in EVENTS {
                in_every_place(&format!("{before}{event}{after}"), "\"");
            }
        }
    }
}

#[test]
fn a_string_cut_off_anywhere_is_refused_at_its_end() {
    for (position, event) in (0..=LONGEST).flat_map(|n| EVENTS.map(|event| (n, event))) {
        let whole = format!("[{{\"{}{event}zz\":\"\"}}]", run("a", position));
        for (cut, _) in whole.char_indices() {
            as_the_reference(whole.get(..cut).unwrap());
        }
    }
}

#[test]
fn every_ascii_byte_is_seen_at_every_position() {
    for byte in 0..0x80_u8 {
        let character = char::from(byte);
        for (length, position) in (0..=LONGEST).flat_map(|n| (0..=n).map(move |p| (n, p))) {
            let (before, after) = (run("a", position), run("a", length - position));
            as_the_reference(&format!("\"{before}{character}{after}\""));
            let (before, after) = (run("7", position), run("3", length - position));
            as_the_reference(&format!("[{before}{character}{after}]"));
            let (before, after) = (run(" ", position), run(" ", length - position));
            as_the_reference(&format!("[{before}{character}{after}]"));
        }
    }
}

#[test]
fn of_two_things_in_a_word_the_first_is_seen_first() {
    for (first, second) in EVENTS.iter().flat_map(|first| EVENTS.map(|second| (first, second))) {
        for (before, between) in (0..=9).flat_map(|n| (0..=9).map(move |m| (n, m))) {
            let (before, between) = (run("a", before), run("b", between));
            as_the_reference(&format!("\"{before}{first}{between}{second}ccccccccc\""));
        }
    }
}

/// Positions in and around two blocks of 64 bytes, as strings with escapes are read.
const BLOCKS: usize = 140;

#[test]
fn after_an_escape_whatever_stands_in_a_string_is_seen_at_every_position() {
    for (filler, position) in FILLERS.iter().flat_map(|it| (0..=BLOCKS).map(move |n| (it, n))) {
        let before = run(filler, position);
        for (event, rest) in EVENTS.iter().flat_map(|event| [0, 1, 9, 70].map(|n| (event, n))) {
            let after = run(filler, rest);
            for escape in [r"\n", r#"\""#, r"\\", r"\u4e2d", r"\u4e2d\t"] {
                as_the_reference(&format!("[\"{escape}{before}{event}{after}\",0]"));
            }
        }
    }
}

#[test]
fn after_an_escape_every_ascii_byte_is_seen_at_every_position() {
    for (byte, position) in (0..0x80_u8).flat_map(|byte| (0..=BLOCKS).map(move |n| (byte, n))) {
        for rest in [0, 1, 64] {
            let (before, after) = (run("a", position), run("a", rest));
            as_the_reference(&format!("\"\\/{before}{}{after}\"", char::from(byte)));
        }
    }
}

#[test]
fn after_an_escape_the_first_of_two_things_is_seen_first() {
    for (first, second) in EVENTS.iter().flat_map(|first| EVENTS.map(|second| (first, second))) {
        for (before, between) in (52..=68).flat_map(|n| (0..=3).map(move |m| (n, m))) {
            let (before, between) = (run("a", before), run("b", between));
            as_the_reference(&format!("\"\\t{before}{first}{between}{second}ccccccccc\""));
        }
    }
}

#[test]
fn escapes_in_rows_of_any_length_are_read_and_cut_off_where_they_end() {
    for (row, length) in EVENTS.iter().flat_map(|event| (0..=BLOCKS).map(move |n| (event, n))) {
        for lead in ["", "a", "中", r"\n"] {
            let text = format!("\"{lead}{}", row.repeat(length));
            as_the_reference(&text);
            as_the_reference(&format!("{text}\""));
            as_the_reference(&format!("{text}\\"));
        }
    }
    for length in 0..=2 * BLOCKS {
        as_the_reference(&format!("\"{}\"", run("\\", length)));
        as_the_reference(&format!("\"{}", run("\\u4e2d\\n", length)));
        as_the_reference(&format!("[\"{}\"]", run("\\n2345678", length)));
    }
}

#[test]
fn digits_of_any_length_are_one_number() {
    let shapes = [
        "#", "-#", "0.#", "#.5", "1e#", "1E-#", "1.5e+#", "#.#e#", "0#", "-0#", "#e", "#.", "#.e1",
    ];
    let tails = [
        "", ",", " ", "]", "\n1", ".", "e", "-", "+1", "a", "/", ":", "\"", "\0", "é", "１",
        "\u{b2}",
    ];
    for (shape, length) in shapes.iter().flat_map(|shape| (0..=LONGEST).map(move |n| (shape, n))) {
        let number = shape.replace('#', &run("9081726354", length));
        for (tail, space) in
            tails.iter().flat_map(|tail| ["", "         "].map(|space| (tail, space)))
        {
            as_the_reference(&format!("{space}{number}{tail}"));
            as_the_reference(&format!("[{space}{number}{tail}"));
            as_the_reference(&format!("{{\"\":{number}{space}{tail}}}"));
        }
    }
}

#[test]
fn white_space_of_any_length_and_kind_is_dropped() {
    let kinds = [" ", "\t", "\n", "\r", "\r\n", " \t", "\n  ", "\n                ", "        \t"];
    for (kind, length) in kinds.iter().flat_map(|kind| (0..=LONGEST).map(move |n| (kind, n))) {
        let space = run(kind, length);
        for line in [r#"@{@"a"@:@1@,@"b"@:@[@true@,@{@}@,@[@]@]@}@"#, "@7@", "@null@", "@\" \"@"] {
            let text = line.replace('@', &space);
            as_the_reference(&text);
            assert_eq!(parse(&text).unwrap().to_string(), line.replace('@', ""));
        }
    }
}

#[test]
fn what_only_looks_like_white_space_is_refused_where_it_stands() {
    let foreign = [
        "\u{b}", "\u{c}", "\0", "\u{1f}", "\u{7f}", "\u{85}", "\u{a0}", "\u{2028}", "\u{3000}",
        "\u{feff}", "/",
    ];
    for (length, position) in (0..=LONGEST).flat_map(|n| (0..=n).map(move |p| (n, p))) {
        let (before, after) = (run(" ", position), run(" ", length - position));
        for sign in foreign {
            let error = parse(&format!("{before}{sign}{after}1")).unwrap_err();
            assert_eq!((error.expected, error.offset), (Expected::Value, position), "{sign:?}");
            let error = parse(&format!("1{before}{sign}{after}")).unwrap_err();
            assert_eq!((error.expected, error.offset), (Expected::End, position + 1), "{sign:?}");
            as_the_reference(&format!("{{\"\"{before}{sign}{after}:1}}"));
        }
    }
}

#[test]
fn a_word_is_itself_and_nothing_near_it() {
    for word in ["true", "false", "null"] {
        for (cut, _) in word.char_indices() {
            as_the_reference(word.get(..cut).unwrap());
            as_the_reference(&format!("[{}]", word.get(..cut).unwrap()));
            for wrong in ["x", "T", " ", "\u{0}", "é", "\""] {
                let mut changed = word.to_owned();
                changed.replace_range(cut..=cut, wrong);
                as_the_reference(&changed);
            }
        }
        for tail in ["", " ", "x", "\"", "1", ",", "]", "é", word] {
            as_the_reference(&format!("{word}{tail}"));
            as_the_reference(&format!("[{word}{tail}"));
        }
    }
}
