//! The `.wire` format: what is printed can be read back.

use mcp_lab::lessons::LESSONS;
use mcp_lab::text::Lang;
use mcp_lab::transcript::{FORMATS, Paint, Transcript, WireError, is_wire};
use mcp_lab::transport::{Crossing, Side};

fn line(side: Side, line: &str) -> Crossing {
    Crossing::Line(side, line.to_owned())
}

fn bytes(side: Side, bytes: &[u8], ended: bool) -> Crossing {
    Crossing::Bytes { side, bytes: bytes.to_owned(), ended }
}

/// A crossing, how it is printed, and that it comes back.
#[track_caller]
fn check(crossing: Crossing, printed: &str) {
    let transcript = Transcript { crossings: vec![crossing] };
    assert_eq!(transcript.to_wire(), format!("{printed}\n"));
    assert_eq!(Transcript::from_wire(&transcript.to_wire()), Ok(transcript));
}

#[test]
fn a_line_stands_as_it_is() {
    check(line(Side::Client, r#"{"a":"中"}"#), r#"client -> {"a":"中"}"#);
    check(line(Side::Server, "not JSON at all"), "server -> not JSON at all");
    check(line(Side::Server, " spaces  "), "server ->  spaces  ");
    check(line(Side::Client, ""), "client -> ");
    check(line(Side::Server, "client -> x"), "server -> client -> x");
}

#[test]
fn what_would_act_on_a_terminal_is_spelled_out() {
    check(line(Side::Server, "\u{1b}[31mred"), r#"server ~> "\x1b[31mred""#);
    check(line(Side::Client, "crlf\r"), r#"client ~> "crlf\r""#);
    check(line(Side::Client, "tab\tquote\"back\\"), r#"client ~> "tab\tquote\"back\\""#);
    check(line(Side::Server, "\u{9b}31m"), r#"server ~> "\xc2\x9b31m""#);
    check(line(Side::Server, "\0\u{7f}"), r#"server ~> "\x00\x7f""#);
    check(line(Side::Client, "turn\u{202e}ed"), r#"client ~> "turn\xe2\x80\xaeed""#);
}

#[test]
fn bytes_that_are_no_text_come_back_to_the_byte() {
    check(
        bytes(Side::Server, b"raw \xb4\xf3\r", false),
        r#"server ~> "raw \xb4\xf3\r" no-newline"#,
    );
    check(bytes(Side::Client, b"\xff", true), r#"client ~> "\xff""#);
    check(bytes(Side::Client, b"", false), r#"client ~> "" no-newline"#);
    check(bytes(Side::Client, "半\u{0}".as_bytes(), false), r#"client ~> "半\x00" no-newline"#);
    check(bytes(Side::Server, b"\" no-newline", false), r#"server ~> "\" no-newline" no-newline"#);
    for byte in 0..=u8::MAX {
        let crossing = bytes(Side::Server, &[byte, b'x', byte], false);
        let transcript = Transcript { crossings: vec![crossing] };
        let wire = transcript.to_wire();
        assert_eq!(wire.matches('\n').count(), 1, "byte {byte}");
        assert_eq!(Transcript::from_wire(&wire), Ok(transcript), "byte {byte}");
    }
}

#[test]
fn heads_stderr_events_and_notes_have_markers_of_their_own() {
    check(
        Crossing::Head(Side::Client, "POST /mcp HTTP/1.1".into()),
        "client >> POST /mcp HTTP/1.1",
    );
    check(Crossing::Stderr("Traceback".into()), "server !! Traceback");
    check(Crossing::Event("server exited with code 3".into()), "-- server exited with code 3");
    check(Crossing::Note("free text".into()), "# free text");
}

#[test]
fn what_people_wrote_comes_back_too_whatever_is_in_it() {
    check(Crossing::Stderr("\tat Main.java \"x\"".into()), "server !! \tat Main.java \"x\"");
    check(Crossing::Stderr("\u{1b}[31mred\r".into()), r#"server !! "\x1b[31mred\r""#);
    check(Crossing::Stderr("\"quoted\"".into()), r#"server !! "\"quoted\"""#);
    check(Crossing::Event("two\nlines".into()), r#"-- "two\nlines""#);
    check(Crossing::Note("turn\u{202e}ed \\".into()), r#"# "turn\xe2\x80\xaeed \\""#);
    check(Crossing::Note(String::new()), "# ");
    check(Crossing::Head(Side::Server, "200 \u{7f}".into()), r#"server >> "200 \x7f""#);
    // Written by hand and not as we would write it: it stands for itself.
    let by_hand = "server !! \"half\n";
    let read = Transcript::from_wire(by_hand).unwrap();
    assert_eq!(read.crossings, [Crossing::Stderr("\"half".into())]);
}

#[test]
fn silence_is_printed_after_a_notification_and_dropped_when_read() {
    let crossings = vec![line(Side::Client, r#"{"jsonrpc":"2.0","method":"n"}"#)];
    let transcript = Transcript { crossings };
    let wire = "client -> {\"jsonrpc\":\"2.0\",\"method\":\"n\"}\nserver -> (通知，无响应)\n";
    assert_eq!(transcript.to_wire(), wire);
    assert_eq!(Transcript::from_wire(wire), Ok(transcript));
}

#[test]
fn a_server_that_says_the_remark_itself_is_not_taken_for_it() {
    check(line(Side::Server, "(通知，无响应)"), r#"server ~> "(通知，无响应)""#);
    check(line(Side::Client, "(通知，无响应)"), r#"client ~> "(通知，无响应)""#);
}

#[test]
fn a_notification_that_was_answered_is_not_called_silent() {
    let crossings = vec![
        line(Side::Client, r#"{"jsonrpc":"2.0","method":"n"}"#),
        line(Side::Server, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"m"}}"#),
    ];
    let transcript = Transcript { crossings };
    assert!(!transcript.to_wire().contains("(通知，无响应)"));
}

#[test]
fn a_line_without_a_marker_is_an_error_with_its_number() {
    for (text, line) in [
        ("nobody -> x\n", 1),
        ("client -> a\n\n", 2),
        ("client -> a\nclient =>b\n", 2),
        ("# note\n-- event\nclient !! only servers have a stderr\n", 3),
        ("server ~> unquoted\n", 1),
        ("server ~> \"\\q\"\n", 1),
        ("server ~> \"\\x4\"\n", 1),
        ("server ~> \"a\" flag\n", 1),
        ("server ~> \"\\x+f\"\n", 1),
        ("server ~> \"a\"b\"\n", 1),
        ("server ~> \"\\x41\"\n", 1),
        ("client", 1),
    ] {
        let error = Transcript::from_wire(text).unwrap_err();
        assert_eq!(error, WireError { line }, "{text}");
        assert_eq!(error.to_string(), format!("line {line} is not of the .wire format"));
    }
}

#[test]
fn every_printed_line_begins_with_a_marker() {
    let crossings = vec![
        line(Side::Client, r#"{"jsonrpc":"2.0","method":"n"}"#),
        bytes(Side::Server, b"\xff", false),
        Crossing::Head(Side::Server, "200".into()),
        Crossing::Stderr("two\nlines".into()),
        Crossing::Event("closed\r\n".into()),
        Crossing::Note("a\nb".into()),
    ];
    let wire = Transcript { crossings }.to_wire();
    assert_eq!(wire.lines().count(), 7);
    assert!(wire.lines().all(is_wire), "{wire}");
}

#[test]
fn an_id_reaches_a_terminal_only_where_it_can_be_seen() {
    let request = "{\"jsonrpc\":\"2.0\",\"id\":\"\u{9b}31m\u{7f}\",\"method\":\"ping\"}";
    let transcript = Transcript { crossings: vec![line(Side::Client, request)] };
    let guide = &LESSONS.first().unwrap().guide;
    for format in FORMATS.iter().filter(|format| format.spoken) {
        for lang in [Lang::En, Lang::Zh] {
            let page = (format.print)(&transcript, guide, lang, Paint::Plain);
            assert!(!page.contains(|c: char| c != '\n' && c.is_control()), "{}", format.slug);
            assert!(page.contains(r"\u{9b}31m\u{7f}"), "{}", format.slug);
        }
    }
}
