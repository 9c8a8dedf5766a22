//! The annotated log: the wire, with remarks hung under its lines.

use super::explain::explain;
use super::{Entry, Guide, Notes, Paint, Step, Transcript};
use crate::text::{Lang, Text, width};

/// A piece of the log that is shown at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The heading and the question to think about.
    pub ask: String,
    /// The wire and its remarks: the answer.
    pub tell: String,
}

/// The whole log in pieces: one to begin with, one for each step, one to end with. Printed one after
/// the other they are the annotated format; a teacher waits between `ask` and `tell`.
pub fn sections(transcript: &Transcript, guide: &Guide, lang: Lang, paint: Paint) -> Vec<Section> {
    let page = Page { lang, paint };
    let entries = transcript.entries();
    let mut rest = entries.as_slice();
    let mut sections = vec![Section { ask: String::new(), tell: page.intro(guide) }];
    for (index, step) in guide.steps.iter().enumerate() {
        let (mine, after) = rest.split_at(step.lines.min(rest.len()));
        sections.push(Section {
            ask: page.ask(step, index + 1, guide.steps.len()),
            tell: page.tell(step.notes, mine),
        });
        rest = after;
    }
    let tell = page.tell(Notes::default(), rest) + &page.end(guide);
    sections.push(Section { ask: String::new(), tell });
    sections
}

/// How a log is written: for whom, and onto what.
pub(crate) struct Page {
    pub(crate) lang: Lang,
    pub(crate) paint: Paint,
}

impl Page {
    fn intro(&self, guide: &Guide) -> String {
        const LEGEND: Text = Text::new(
            "A line that begins with client -> or server -> is what crossed the wire, byte for byte: one JSON text per line.\nOne exception: server -> (通知，无响应), \"notification, no response\", is our remark that nothing was sent.\nA line with | is ours: what this is, who moves next, what to notice, which rule is at work.\nA line with -- is ours too: what happened beside the wire, or what the next lines belong to.\nEach \"name\":value inside { } is called a member.",
            "以 client -> 或 server -> 开头的行，就是双方实际传输的内容，一个字节都没改：一行一段 JSON。\n只有一行例外：server -> (通知，无响应) 是我们加的旁注，双方并没有传过它。\n带 | 的行是讲解：这是什么、接下来轮到谁、要注意什么、哪条规则在起作用。\n带 -- 的行也是旁注：线路之外发生的事，或者接下来几行属于哪一部分。\n{ } 里的每一对 \"名字\":值 叫一个成员。",
        );
        let title = self.paint.heading(guide.title.get(self.lang));
        format!("{title}\n\n{}\n", LEGEND.get(self.lang))
    }

    fn ask(&self, step: &Step, number: usize, steps: usize) -> String {
        let title = step.title.get(self.lang);
        let heading = match self.lang {
            Lang::En => format!("Step {number} of {steps} · {title}"),
            Lang::Zh => format!("第 {number} 步，共 {steps} 步 · {title}"),
        };
        let question = format!("   ? {}", step.ask.get(self.lang));
        format!("\n{}\n{}\n\n", self.paint.heading(&heading), self.paint.question(&question))
    }

    /// Lines of the wire, each with what it is and what the guide notes about it.
    fn tell(&self, notes: Notes, entries: &[Entry<'_>]) -> String {
        let mut told = String::new();
        for (index, entry) in entries.iter().enumerate() {
            told += &self.entry(entry);
            for note in notes.iter().filter(|note| note.line == index + 1) {
                told += &self.note(note.label.text(), note.text.get(self.lang));
            }
        }
        told
    }

    pub(crate) fn entry(&self, entry: &Entry<'_>) -> String {
        let wire = format!("{}\n", self.paint.wire(&entry.wire));
        match explain(entry.crossing, self.lang) {
            Some((label, sentence)) => wire + &self.note(label, &sentence),
            None => wire,
        }
    }

    /// A remark; its further lines stand under its first.
    pub(crate) fn note(&self, label: Text, text: &str) -> String {
        let label = label.get(self.lang);
        let indent = |label: &str| format!("   | {label}{}", " ".repeat(14 - width(label).min(13)));
        let lines = text.lines().enumerate().map(|(index, line)| {
            let label = if index == 0 { label } else { "" };
            format!("{}\n", self.paint.note(&(indent(label) + line)))
        });
        lines.collect()
    }

    fn end(&self, guide: &Guide) -> String {
        const TITLE: Text = Text::new("Can you answer these now?", "现在你能回答了吗？");
        let mut end = vec![format!("\n{}\n", self.paint.heading(TITLE.get(self.lang)))];
        for (ask, answer) in guide.questions {
            let question = format!("   ? {}", ask.get(self.lang));
            end.push(format!("{}\n", self.paint.question(&question)));
            end.extend(answer.get(self.lang).lines().map(|line| format!("     {line}\n")));
        }
        end.push(format!("\n{}\n", guide.try_it.get(self.lang)));
        end.concat()
    }
}
