//! Remarks kept as one text, and taken apart again.

use mcp_lab::transcript::{Label, Notes};

#[test]
fn remarks_come_back_in_order_with_their_line_label_and_both_languages() {
    let text = "1\u{1}NEXT\u{1}go on\u{1}继续\u{2}12\u{1}RULE\u{1}two\nlines\u{1}两行\u{2}";
    let notes: Vec<_> = Notes::new(text).iter().collect();
    let seen: Vec<_> = notes.iter().map(|it| (it.line, it.label, it.text.en, it.text.zh)).collect();
    assert_eq!(seen, [(1, Label::Next, "go on", "继续"), (12, Label::Rule, "two\nlines", "两行")]);
    assert_eq!(Notes::default().iter().count(), 0);
}
