//! The gallery of broken sessions on the command line: listed, served, and played against a server.
//!
//! ```text
//! broken [SLUG] [--answer]      what users see; with --answer the rule that is broken
//! serve broken/SLUG             its server, for any client
//! break SLUG [-- CMD …]         its client, against a healthy server
//! ```

mod client;
mod serve;

pub(super) use client::{OPTIONS, run as break_it};
pub(super) use serve::serve;

use super::failure::Failure;
use super::nearest::nearest;
use super::words::unknown;
use super::{Words, World};
use crate::doctor::rules;
use crate::servers::broken::{Broken, broken};
use crate::text::{Lang, Text};
use crate::transport::Side;

/// The row of this slug.
fn find(slug: &str, lang: Lang) -> Result<&'static Broken, Failure> {
    Broken::named(slug).ok_or_else(|| {
        let near = nearest(slug, broken().map(|row| row.slug));
        unknown(lang, ("broken session", "出错会话"), slug, near)
    })
}

/// What is played is played over pipes.
fn over_http(slug: &str, lang: Lang) -> Failure {
    Failure::Said(match lang {
        Lang::En => format!(
            "{slug} is a session over HTTP, which is read and not played: type mcp-lab broken {slug} --answer"
        ),
        Lang::Zh => {
            format!("{slug} 是 HTTP 会话，只能看，不能运行：请用 mcp-lab broken {slug} --answer")
        }
    })
}

/// A heading, and which rows stand under it.
type Group = (Text, fn(&Broken) -> bool);

/// `broken [SLUG] [--answer]`
pub(super) fn list(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    const SERVERS: Text = Text::new(
        "The server is broken: mcp-lab serve broken/NAME",
        "服务器有错：mcp-lab serve broken/NAME",
    );
    const CLIENTS: Text =
        Text::new("The client is broken: mcp-lab break NAME", "客户端有错：mcp-lab break NAME");
    const OTHERS: Text = Text::new("No session comes about", "会话根本没有开始");
    const HTTP: Text = Text::new(
        "Over HTTP: mcp-lab doctor transcripts/broken/NAME.wire",
        "走 HTTP：mcp-lab doctor transcripts/broken/NAME.wire",
    );
    const ANSWER: Text = Text::new(
        "What is wrong? mcp-lab broken NAME --answer",
        "错在哪里？mcp-lab broken NAME --answer",
    );
    let (lang, answer) = (words.lang, words.has("--answer"));
    if let Some(slug) = words.operands.first() {
        let page = row(find(&slug.to_string_lossy(), lang)?, lang, answer);
        world.out.write_all(page.as_bytes())?;
        return Ok(0);
    }
    let paint = world.paint(words.value("--color"));
    let groups: [Group; 4] = [
        (SERVERS, |row| row.is_served()),
        (CLIENTS, |row| row.is_client()),
        (HTTP, |row| row.is_over_http()),
        (OTHERS, |row| !row.is_client() && !row.is_over_http() && !row.is_served()),
    ];
    for (title, is_here) in groups {
        let rows: String =
            broken().filter(|it| is_here(it)).map(|it| row(it, lang, answer)).collect();
        if !rows.is_empty() {
            writeln!(world.out, "{}\n{rows}", paint.heading(title.get(lang)))?;
        }
    }
    if !answer {
        writeln!(world.out, "{}", ANSWER.get(lang))?;
    }
    Ok(0)
}

/// A row: what its users see, and the answer if it is asked for.
fn row(row: &Broken, lang: Lang, answer: bool) -> String {
    let riddle = format!("{}\n   ? {}\n", row.slug, row.riddle.get(lang));
    let Some(rule) = rules().find(|rule| answer && rule.slug == row.slug) else { return riddle };
    let label = |en, zh| Text::new(en, zh).get(lang);
    let (level, source) = (rule.level.word(), rule.source());
    let mut lines = vec![
        (label("rule", "规则"), format!("{} ({level}; {source})", rule.sentence().get(lang))),
        (label("why", "原因"), rule.why().get(lang).to_owned()),
        (label("fix", "改法"), rule.fix().get(lang).to_owned()),
    ];
    lines.extend(seen(row).into_iter().map(|line| (label("see", "查看"), line)));
    let lines = lines.into_iter().map(|(label, text)| format!("   {label}   {text}\n"));
    riddle + &lines.collect::<String>()
}

/// The commands that show it.
fn seen(row: &Broken) -> Vec<String> {
    let slug = row.slug;
    let played = match row.side {
        Side::Client if row.is_client() => Some(format!("mcp-lab break {slug}")),
        Side::Server if row.is_served() => {
            let told = row.probe.iter().map(|word| quoted(word) + " ").collect::<String>();
            Some(format!("mcp-lab probe {told}-- mcp-lab serve broken/{slug}"))
        }
        Side::Client | Side::Server => None,
    };
    let read = format!("mcp-lab doctor transcripts/broken/{slug}.wire");
    played.into_iter().chain([read]).collect()
}

/// A word as it is typed to a shell.
fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "-_./=:,".contains(it);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}
