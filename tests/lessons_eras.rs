//! What the lessons about the two eras claim, counted.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use std::fs;
use std::path::Path;

fn golden(path: &str) -> String {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts");
    fs::read_to_string(shelf.join(path)).unwrap()
}

/// The lines of one era in the first six steps, and how many bytes they have, newlines included.
fn six_steps(era: &str) -> (String, usize) {
    let wire = golden("lessons/stateless.wire");
    let mut mine = false;
    let (mut text, mut bytes, mut parts) = (String::new(), 0, 0);
    for line in wire.lines() {
        if let Some(event) = line.strip_prefix("-- ") {
            mine = event.starts_with(era) && parts < 6;
            parts += usize::from(mine);
        } else if mine {
            text.extend([line, "\n"]);
            let json = line.split_once(" -> ").unwrap().1;
            bytes += if json.starts_with('{') { json.len() + 1 } else { 0 };
        }
    }
    (text, bytes)
}

#[test]
fn the_old_side_of_the_stateless_lesson_is_the_six_step_session_byte_for_byte() {
    let (text, _) = six_steps("handshake");
    assert_eq!(text, golden("six-step.wire"));
}

#[test]
fn the_stateless_lesson_counts_its_bytes_right() {
    let (_, handshake) = six_steps("handshake");
    let (text, stateless) = six_steps("stateless");
    let one = |part: &str| text.matches(part).count() * part.len();
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mini-client","version":"0.1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
    assert_eq!(text.matches(meta).count(), 6, "every request carries it");
    let page = golden("lessons/stateless.en.annotated");
    for number in [handshake, stateless, stateless - handshake] {
        let number = format!("{},{:03}", number / 1000, number % 1000);
        assert!(page.contains(&number), "the page does not say {number}");
    }
    // Every step says how many bytes it took, and the steps add up.
    let said: usize = golden("lessons/stateless.wire")
        .lines()
        .filter_map(|line| line.strip_prefix("-- ")?.strip_suffix(" bytes")?.rsplit_once(' '))
        .take(12)
        .map(|(_, bytes)| bytes.parse::<usize>().unwrap())
        .sum();
    assert_eq!(said, handshake + stateless);
    assert_eq!(one("\"resultType\":\"complete\","), 5 * 24, "every result, no error");
}

#[test]
fn nothing_but_what_the_human_agreed_to_was_written() {
    let wire = golden("lessons/input-required.wire");
    assert_eq!(wire.matches("已写入 demo-drafts/plan.txt").count(), 2);
    assert_eq!(wire.matches("\"resultType\":\"input_required\"").count(), 4);
    assert_eq!(wire.matches("\"code\":-32602").count(), 1);
    assert_eq!(wire.matches("\"code\":-32021").count(), 1);
}
