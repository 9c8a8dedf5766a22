//! The forms a session can be printed in, one row each.

use super::jsonl::jsonl;
use super::markdown::markdown;
use super::{Guide, Paint, Transcript, sections};
use crate::text::{Lang, Text};

/// A form of printing.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// What `--format` takes, and the ending of a golden's name.
    pub slug: &'static str,
    /// What it is good for.
    pub about: Text,
    /// Whether it speaks a language of people, and so differs between them.
    pub spoken: bool,
    /// Prints a session.
    pub print: fn(&Transcript, &Guide, Lang, Paint) -> String,
}

/// Every form there is, the usual one first.
pub const FORMATS: &[Format] = &[
    Format {
        slug: "annotated",
        about: Text::new("the wire with remarks under its lines", "线上内容，每行下面附讲解"),
        spoken: true,
        print: |transcript, guide, lang, paint| {
            let sections = sections(transcript, guide, lang, paint).into_iter();
            sections.map(|section| section.ask + &section.tell).collect()
        },
    },
    Format {
        slug: "wire",
        about: Text::new("the wire and nothing else", "只有线上内容"),
        spoken: false,
        print: |transcript, _, _, _| transcript.to_wire(),
    },
    Format {
        slug: "jsonl",
        about: Text::new("one JSON object per line, for programs", "每行一个 JSON 对象，给程序读"),
        spoken: false,
        print: |transcript, _, _, _| jsonl(transcript),
    },
    Format {
        slug: "markdown",
        about: Text::new("the annotated log as a handout", "讲义版，可贴进文档"),
        spoken: true,
        print: |transcript, guide, lang, _| markdown(transcript, guide, lang),
    },
];
