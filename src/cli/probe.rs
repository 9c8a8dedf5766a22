//! `probe`: acts as a client, and says at which step a server stops.

use super::clock::now;
use super::command::{OPT, Opt};
use super::conformance::url;
use super::declines::Declines;
use super::failure::Failure;
use super::human::Human;
use super::launch::{CWD, ENV, launch};
use super::live::WireFile;
use super::{Words, World};
use crate::client::Host;
use crate::doctor::{Calling, Depth, Plan, Progress, Report, probe, probe_endpoint};
use crate::json::{Object, Value, parse};
use crate::mcp::Era;
use crate::text::{Lang, Text, caret, is_hidden, visible};
use crate::transport::Launch;
use crate::transport::http::Url;
use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::time::Duration;

/// How long each answer may take when nothing is said: `npx` may have to download first.
const PATIENCE: Duration = Duration::from_secs(10);

const CLOCK: crate::transport::http::Clock = now;

/// What `probe` takes.
pub(super) const OPTIONS: &[Opt] = &[
    Opt {
        name: "--call",
        value: Some("NAME"),
        about: Text::new(
            "call this tool once; without it no tool is called",
            "调用一次这个工具；不写就不调用任何工具",
        ),
        ..OPT
    },
    Opt {
        name: "--args",
        value: Some("JSON"),
        about: Text::new("the arguments of that call, a JSON object", "调用的参数，JSON 对象"),
        ..OPT
    },
    Opt {
        name: "--task",
        about: Text::new(
            "make that call a task, look at it until it is over, and fetch its result (2025-11-25)",
            "把这次调用作为任务来做，一直看到它结束，再取结果（2025-11-25）",
        ),
        ..OPT
    },
    Opt {
        name: "--cancel",
        about: Text::new(
            "make that call in a fresh process and cancel it at once: it may have had effects by then",
            "另起进程来做这次调用，并马上取消；取消之前它可能已经起了作用",
        ),
        ..OPT
    },
    Opt {
        name: "--era",
        value: Some("E"),
        choices: &["auto", "handshake", "stateless"],
        about: Text::new(
            "auto (default: ask server/discover, wait 3s at most, fall back to initialize), handshake (up to 2025-11-25) or stateless (2026-07-28)",
            "auto（默认：先问 server/discover，最多等 3 秒，不行再用 initialize）、handshake（到 2025-11-25 为止）或 stateless（2026-07-28）",
        ),
        ..OPT
    },
    Opt {
        name: "--timeout",
        value: Some("T"),
        about: Text::new(
            "how long each answer may take: 3s, 500ms, 2m (default 10s)",
            "每个响应最多等多久：3s、500ms、2m（默认 10s）",
        ),
        ..OPT
    },
    ENV,
    CWD,
    Opt {
        name: "--wire",
        value: Some("FILE"),
        about: Text::new(
            "write what crosses to a file, line by line, while it does",
            "把传过的内容一行一行写进文件，边传边写",
        ),
        ..OPT
    },
    Opt {
        name: "--quick",
        about: Text::new(
            "ask only what a client would ask: the eight steps, one process",
            "只问客户端会问的：八个步骤，一个进程",
        ),
        ..OPT
    },
    Opt {
        name: "--thorough",
        about: Text::new(
            "ask everything: without it, questions in fresh processes end after 30s, so that a slow server is asked the most telling ones",
            "全部问完；不写的话，要另起进程的问题总共最多问 30 秒，启动慢的服务器只问最说明问题的几个",
        ),
        ..OPT
    },
    Opt {
        name: "--declare",
        about: Text::new(
            "say that this client can do roots, sampling and elicitation, and decline whatever is asked",
            "声明客户端支持 roots、sampling 和 elicitation，但服务器问什么都拒绝",
        ),
        ..OPT
    },
    Opt {
        name: "--json",
        about: Text::new("print the report as one JSON object", "把报告打印成一个 JSON 对象"),
        ..OPT
    },
];

/// `probe -- CMD [ARG…]`, or `probe URL`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let lang = words.lang;
    let (url, launch) = server(words)?;
    let (arguments, calling) = (arguments(words)?, calling(words)?);
    let call = words.value("--call").map(|name| (name, arguments));
    let patience =
        words.value("--timeout").map_or(Ok(PATIENCE), |word| duration("--timeout", word, lang))?;
    let terminal = world.err_is_terminal;
    // Opened first: a session should not be lost because its file cannot be written.
    let file = words.value("--wire");
    let cannot = |error| Failure::Said(format!("{}: {error}", visible(file.unwrap_or_default())));
    let wire = file.map(fs::File::create).transpose().map_err(cannot)?.map(WireFile::new);
    let path = (world.env)("PATH");
    // Two speak on it: whoever shows how far it is, and whoever asks a human.
    let err: RefCell<&mut dyn Write> = RefCell::new(&mut *world.err);
    let mut human = Human::new(lang, &mut *world.input, &err);
    let somebody = terminal && world.in_is_terminal && call.is_some();
    let host: Option<&mut dyn Host> = if words.has("--declare") {
        Some(&mut Declines)
    } else {
        somebody.then_some(&mut human as &mut dyn Host)
    };
    let (era, depth, sink) = (era(words), depth(words), wire.as_ref().map(WireFile::sink));
    let plan =
        Plan { launch: &launch, patience, call, calling, era, host, path, depth, wire: sink };
    let mut begins = |progress: Progress| {
        if terminal {
            show(&mut **err.borrow_mut(), progress, lang);
        }
    };
    let report = match &url {
        Some(url) => probe_endpoint(plan, url, &CLOCK, &mut begins),
        None => probe(plan, &CLOCK, &mut begins),
    };
    if terminal {
        write!(world.err, "\r\u{1b}[K")?;
    }
    print(world, words, &report)?;
    // Last: a disk that is full must not cost anybody the verdict.
    world.out.flush()?;
    wire.map_or(Ok(()), |wire| wire.finish()).map_err(cannot)?;
    Ok(u8::from(!report.is_healthy()))
}

/// The endpoint, if one is named, and the command that starts a server, if none is.
fn server(words: &Words) -> Result<(Option<Url>, Launch), Failure> {
    Ok(match endpoint(words)? {
        Some(url) => (Some(url), Launch::default()),
        None => (None, launch(words, "probe")?),
    })
}

fn endpoint(words: &Words) -> Result<Option<Url>, Failure> {
    let [word] = &words.operands[..] else { return Ok(None) };
    let word = word.to_string_lossy();
    let begins =
        |scheme: &str| word.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    let named = begins("http://") || begins("https://");
    named.then(|| url(&word, words.lang)).transpose()
}

fn print(world: &mut World<'_>, words: &Words, report: &Report) -> io::Result<()> {
    if words.has("--json") {
        return writeln!(world.out, "{}", harmless(&report.to_value().to_line()));
    }
    let (lang, paint) = (words.lang, world.paint(words.value("--color")));
    write!(world.out, "{}{}", report.log(lang, paint), report.verdict(lang, paint))
}

/// How much is asked.
fn depth(words: &Words) -> Depth {
    match (words.has("--quick"), words.has("--thorough")) {
        (true, _) => Depth::Quick,
        (false, true) => Depth::Thorough,
        (false, false) => Depth::Usual,
    }
}

/// What becomes of the call.
fn calling(words: &Words) -> Result<Calling, Failure> {
    const NO_CALL: Text = Text::new(
        "`--task` and `--cancel` say what becomes of a call: name the tool with `--call`",
        "`--task` 和 `--cancel` 说的是怎么处理这次调用：还要用 `--call` 写明工具名",
    );
    const BOTH: Text = Text::new(
        "the tool is called once: either `--task` or `--cancel`",
        "工具只调用一次：`--task` 和 `--cancel` 只能选一个",
    );
    let usage = |text: Text| Err(Failure::Usage(text.get(words.lang).to_owned()));
    match (words.has("--task"), words.has("--cancel")) {
        (false, false) => Ok(Calling::Plain),
        _ if !words.has("--call") => usage(NO_CALL),
        (true, true) => usage(BOTH),
        (true, false) => Ok(Calling::AsTask),
        (false, true) => Ok(Calling::Cancelled),
    }
}

/// Says on the terminal how far it is.
fn show(err: &mut dyn Write, progress: Progress, lang: Lang) {
    let line = format!("\r\u{1b}[K{}…", shown(progress, lang));
    // Progress is worth nothing when it cannot be shown.
    let _ = err.write_all(line.as_bytes()).and_then(|()| err.flush());
}

fn shown(progress: Progress, lang: Lang) -> String {
    match (progress, lang) {
        (Progress::Step(step, title), _) => format!("{step} {}", title.get(lang)),
        (Progress::Question(number, of, slug), Lang::En) => {
            format!("question {number} of {of}, in a fresh process: {slug}")
        }
        (Progress::Question(number, of, slug), Lang::Zh) => {
            format!("另起进程的问题，第 {number} 个，共 {of} 个：{slug}")
        }
    }
}

/// What `--era` says; `auto` leaves it to the server.
fn era(words: &Words) -> Option<Era> {
    [Era::Handshake, Era::Stateless]
        .into_iter()
        .find(|era| words.value("--era") == Some(era.name()))
}

/// JSON that does nothing to a terminal: what is hidden stands inside strings, where it can be escaped.
pub(super) fn harmless(json: &str) -> String {
    let escaped = |it: char| {
        if is_hidden(it) { format!("\\u{:04x}", u32::from(it)) } else { it.to_string() }
    };
    if json.contains(is_hidden) { json.chars().map(escaped).collect() } else { json.to_owned() }
}

/// What `--args` says: a JSON object.
fn arguments(words: &Words) -> Result<Object<'_>, Failure> {
    const NO_CALL: Text = Text::new(
        "`--args` says what to call a tool with: name the tool with `--call`",
        "`--args` 是调用工具的参数：还要用 `--call` 写明工具名",
    );
    const NO_OBJECT: Text = Text::new(
        "`--args` takes a JSON object, such as {\"a\":3}",
        "`--args` 要写 JSON 对象，例如 {\"a\":3}",
    );
    let Some(text) = words.value("--args") else { return Ok(Object::default()) };
    if !words.has("--call") {
        return Err(Failure::Usage(NO_CALL.get(words.lang).to_owned()));
    }
    match parse(text) {
        Ok(Value::Object(arguments)) => Ok(arguments),
        Ok(_) => Err(Failure::Usage(NO_OBJECT.get(words.lang).to_owned())),
        Err(error) => {
            let drawn = caret(text, error.offset, &error.to_string());
            Err(Failure::Usage(format!("{}\n{}", NO_OBJECT.get(words.lang), drawn.trim_end())))
        }
    }
}

/// The time that an option was given: `3s`, `500ms`, `2m`; a number alone is seconds.
pub(super) fn duration(option: &str, word: &str, lang: Lang) -> Result<Duration, Failure> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("", 1000)];
    let read = units.iter().find_map(|(unit, ms)| {
        let number: u64 = word.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(*ms)
    });
    if let Some(ms @ 1..=3_600_000) = read {
        return Ok(Duration::from_millis(ms));
    }
    let word = visible(word);
    Err(Failure::Usage(match lang {
        Lang::En => format!("`{option}` takes 1ms to 60m, such as 3s, not `{word}`"),
        Lang::Zh => format!("`{option}` 是 1ms 到 60m，例如 3s，不能是 `{word}`"),
    }))
}
