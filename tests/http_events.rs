//! Streams of events: WHATWG HTML, section 9.2.

use mcp_lab::transport::http::{EventReader, SseError, event};
use std::time::Duration;

/// The events in these bytes, read in pieces of this length: `kind/id/data`, and what is remembered.
fn read(bytes: &[u8], piece: usize) -> Result<Vec<String>, SseError> {
    let (mut reader, mut events) = (EventReader::default(), Vec::new());
    for piece in bytes.chunks(piece) {
        reader.push(piece, |event| {
            events.push(format!("{}/{}/{}", event.event, event.id.unwrap_or_default(), event.data));
        })?;
    }
    let retry = reader.retry().map_or(0, |it| it.as_millis());
    events.push(format!("{}+{retry}", reader.last_id().unwrap_or("-")));
    Ok(events)
}

fn events(text: &str) -> Vec<String> {
    let whole = read(text.as_bytes(), usize::MAX).unwrap_or_default();
    for piece in 1..=text.len().clamp(1, 12) {
        assert_eq!(
            read(text.as_bytes(), piece).as_ref(),
            Ok(&whole),
            "{text:?} in pieces of {piece}"
        );
    }
    whole
}

#[test]
fn an_event_is_whole_at_its_empty_line() {
    let cases: [(&str, &[&str]); 17] = [
        ("data: a\n\n", &["message//a", "-+0"]),
        ("data: a\r\n\r\n", &["message//a", "-+0"]),
        ("data: a\r\r", &["message//a", "-+0"]),
        ("data: a\r\n\ndata: b\r\r\n", &["message//a", "message//b", "-+0"]),
        ("data:a\n\n", &["message//a", "-+0"]),
        ("data:  a\n\n", &["message// a", "-+0"]),
        ("data: a\ndata: b\n\n", &["message//a\nb", "-+0"]),
        ("data\n\n", &["message//", "-+0"]),
        ("data\ndata\n\n", &["message//\n", "-+0"]),
        (": ping\n\ndata: a\n\n", &["message//a", "-+0"]),
        ("\u{feff}data: a\n\n", &["message//a", "-+0"]),
        ("id: 7\ndata: a\n\ndata: b\n\n", &["message/7/a", "message/7/b", "7+0"]),
        ("id: 7\n\n", &["7+0"]),
        ("id: 7\nid: 8\0\ndata: a\n\n", &["message/7/a", "7+0"]),
        ("id: 7\ndata: a\n\nid\ndata: b\n\n", &["message/7/a", "message//b", "+0"]),
        (
            "retry: 500\nretry: 5s\nevent: x\ndata: a\n\ndata: b\n\n",
            &["x//a", "message//b", "-+500"],
        ),
        ("data: a\n\ndata: b\n", &["message//a", "-+0"]),
    ];
    for (text, expected) in cases {
        assert_eq!(events(text), expected, "{text:?}");
    }
}

#[test]
fn a_character_may_be_cut_anywhere() {
    assert_eq!(
        events("data: {\"text\":\"世界🌍\"}\n\n"),
        ["message//{\"text\":\"世界🌍\"}", "-+0"]
    );
}

#[test]
fn what_is_written_is_read() {
    for data in ["", "a", "a\nb", "\n", "\n\n", " a ", "data: x", ":", "世界", "a\n"] {
        for id in [None, Some("7-1")] {
            let text = event(id, data);
            let expected = format!("message/{}/{data}", id.unwrap_or_default());
            assert_eq!(events(&text).first(), Some(&expected), "{text:?}");
        }
    }
    assert_eq!(event(None, "a\r\nb\rc"), "data: a\ndata: b\ndata: c\n\n");
    assert_eq!(event(Some("7\ndata: x"), "a"), "data: a\n\n", "an id cannot smuggle a line in");
}

#[test]
fn what_cannot_be_read_is_said() {
    assert_eq!(read(b"data: \xff\n\n", 3), Err(SseError::NotText));
    let endless = vec![b'x'; 17 << 20];
    assert_eq!(read(&endless, 1 << 16), Err(SseError::TooLarge));
    let lines = b"data: 0123456789abcdef0123456789abcdef0123456789abcdef\n".repeat(400_000);
    assert_eq!(read(&lines, 1 << 16), Err(SseError::TooLarge));
    assert_eq!(SseError::TooLarge.to_string(), "an event of the stream is larger than 16 MiB");
}

#[test]
fn the_wish_to_be_visited_again_is_a_time() {
    let mut reader = EventReader::default();
    reader.push(b"retry: 1500\n", |_| ()).expect("a line");
    assert_eq!(reader.retry(), Some(Duration::from_millis(1500)));
}
