//! The annotated log for an issue, a wiki or a handout.
//!
//! Headings are underlined and not marked with `#`, so that the lines of the wire can still be told
//! from everything else by their first word.

use super::explain::explain;
use super::{Entry, Guide, Transcript};
use crate::text::{Lang, Text};

const LEGEND: Text = Text::new(
    "What stands in a box is what crossed the wire, byte for byte: one JSON text per line. Exceptions: server -> (通知，无响应), \"notification, no response\", is our remark that nothing was sent. A line with -- is ours too: what happened beside the wire, or what the next lines belong to. Each \"name\":value inside { } is called a member.",
    "框里的就是双方实际传输的内容，一个字节都没改：一行一段 JSON。例外有两种：server -> (通知，无响应) 是我们加的旁注，双方并没有传过它。带 -- 的行也是旁注：线路之外发生的事，或者接下来几行属于哪一部分。{ } 里的每一对 \"名字\":值 叫一个成员。",
);

pub(super) fn markdown(transcript: &Transcript, guide: &Guide, lang: Lang) -> String {
    let entries = transcript.entries();
    let mut rest = entries.as_slice();
    let mut page = vec![format!("{}\n===\n\n{}\n", guide.title.get(lang), LEGEND.get(lang))];
    for (index, step) in guide.steps.iter().enumerate() {
        let (mine, after) = rest.split_at(step.lines.min(rest.len()));
        rest = after;
        let (number, title) = (index + 1, step.title.get(lang));
        page.push(format!("\n{number}\\. {title}\n---\n\n*{}*\n", step.ask.get(lang)));
        for (line, entry) in mine.iter().enumerate() {
            page.push(wire(entry, lang));
            let notes = step.notes.iter().filter(|note| note.line == line + 1);
            page.extend(
                notes.map(|note| bullet(note.label.text().get(lang), &joined(note.text, lang))),
            );
        }
    }
    page.extend(rest.iter().map(|entry| wire(entry, lang)));
    page.extend(
        guide
            .questions
            .iter()
            .map(|(ask, answer)| format!("\n**{}** {}\n", ask.get(lang), joined(*answer, lang))),
    );
    page.push(format!("\n{}\n", guide.try_it.get(lang)));
    page.concat()
}

fn wire(entry: &Entry<'_>, lang: Lang) -> String {
    let block = format!("\n```text\n{}\n```\n\n", entry.wire);
    match explain(entry.crossing, lang) {
        Some((label, sentence)) => block + &bullet(label.get(lang), &sentence),
        None => block,
    }
}

fn bullet(label: &str, text: &str) -> String {
    format!("- **{label}** {text}\n")
}

/// In one line; Chinese has no blanks between its words.
fn joined(text: Text, lang: Lang) -> String {
    let between = if lang == Lang::Zh { "" } else { " " };
    text.get(lang).replace('\n', between)
}
