//! `lesson` and `lessons`.

use super::failure::Failure;
use super::nearest::nearest;
use super::words::unknown;
use super::{Words, World};
use crate::lessons::{LESSONS, Lesson};
use crate::servers::demo::Demo;
use crate::text::{Lang, Text, visible};
use crate::transcript::{FORMATS, Section, Transcript, sections};
use std::fs;

/// `lesson [SLUG]`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let lesson = find(words)?;
    let step = words.has("--step");
    let format = words.value("--format").unwrap_or("annotated");
    let file = words.value("--output").filter(|file| *file != "-");
    if step && (format != "annotated" || file.is_some()) {
        return Err(Failure::Usage(STEP_ALONE.get(words.lang).to_owned()));
    }
    let transcript = record(world, lesson, words.lang)?;
    if step {
        return walk(world, lesson, &transcript, words);
    }
    let paint = match (file, words.value("--color")) {
        (Some(_), None | Some("auto")) => world.paint(Some("never")),
        (_, asked) => world.paint(asked),
    };
    let Some(format) = FORMATS.iter().find(|row| row.slug == format) else { return Ok(0) };
    let page = (format.print)(&transcript, &lesson.guide, words.lang, paint);
    match file {
        None => world.out.write_all(page.as_bytes())?,
        Some(file) => fs::write(file, page)
            .map_err(|error| Failure::Said(format!("{}: {error}", visible(file))))?,
    }
    Ok(0)
}

/// `lessons`
pub(super) fn list(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let lang = words.lang;
    let longest = LESSONS.iter().map(|lesson| lesson.slug.len()).max().unwrap_or_default();
    for lesson in LESSONS {
        let minutes = match lang {
            Lang::En => format!("{} min", lesson.minutes),
            Lang::Zh => format!("{} 分钟", lesson.minutes),
        };
        let title = lesson.guide.title.get(lang);
        writeln!(world.out, "{:longest$}   {minutes}   {title}", lesson.slug)?;
        writeln!(world.out, "   ? {}", lesson.question.get(lang))?;
    }
    Ok(0)
}

const STEP_ALONE: Text = Text::new(
    "`--step` walks through the annotated log on the screen: leave out `--format` and `--output`",
    "`--step` 是在屏幕上逐步看讲解，不要和 `--format`、`--output` 一起用",
);
const NO_TERMINAL: Text = Text::new(
    "mcp-lab: no terminal to wait at, so the steps run through",
    "mcp-lab：没有终端可以等回车，各步直接往下走",
);
const ENTER: Text = Text::new("   (Enter shows the answer) ", "   （按回车看答案）");

fn find(words: &Words) -> Result<&'static Lesson, Failure> {
    let Some(slug) = words.operands.first() else {
        return LESSONS.first().ok_or_else(|| Failure::Said(String::new()));
    };
    let slug = slug.to_string_lossy();
    LESSONS.iter().find(|lesson| lesson.slug == slug).ok_or_else(|| {
        let near = nearest(&slug, LESSONS.iter().map(|lesson| lesson.slug));
        unknown(words.lang, ("lesson", "课程"), &slug, near)
    })
}

/// Runs the lesson in a fresh demo directory.
fn record(world: &World<'_>, lesson: &Lesson, lang: Lang) -> Result<Transcript, Failure> {
    let demo = Demo::lay_out(&world.temp, &world.unique).map_err(|error| {
        let temp = world.temp.display().to_string();
        let temp = visible(&temp);
        Failure::Said(match lang {
            Lang::En => format!("the demo files could not be laid out in {temp}: {error}; set TMPDIR to a directory that can be written"),
            Lang::Zh => format!("无法在 {temp} 里准备演示文件：{error}；请把 TMPDIR 设成一个可写的目录"),
        })
    })?;
    (lesson.run)(demo.base(), &(world.program)()?).map_err(|error| {
        Failure::Said(match lang {
            Lang::En => format!("lesson {} broke off: {error}", lesson.slug),
            Lang::Zh => format!("课程 {} 中断：{error}", lesson.slug),
        })
    })
}

/// `--step`: asks, waits, tells.
fn walk(
    world: &mut World<'_>,
    lesson: &Lesson,
    transcript: &Transcript,
    words: &Words,
) -> Result<u8, Failure> {
    let paint = world.paint(words.value("--color"));
    let mut waiting = world.in_is_terminal && world.out_is_terminal;
    if !waiting {
        writeln!(world.err, "{}", NO_TERMINAL.get(words.lang))?;
    }
    for Section { ask, tell } in sections(transcript, &lesson.guide, words.lang, paint) {
        world.out.write_all(ask.as_bytes())?;
        if waiting && !ask.is_empty() {
            write!(world.out, "{}", ENTER.get(words.lang))?;
            world.out.flush()?;
            // The end of input means: do not wait any more.
            waiting = world.input.read_line(&mut String::new())? > 0;
        }
        world.out.write_all(tell.as_bytes())?;
    }
    Ok(0)
}
