//! Any bytes as a recording: no panic, always a verdict, and nothing of it reaches a terminal raw.
//!
//! `MCP_LAB_FUZZ_SEED` chooses other inputs, `MCP_LAB_FUZZ_COUNT` more or fewer.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod mutate;

use mcp_lab::doctor::{Examined, Verdict, examine, junit, sarif, to_value};
use mcp_lab::json::parse;
use mcp_lab::text::Lang;
use mcp_lab::transcript::Paint;
use mutate::Chance;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

/// How many inputs a run has, unless it is told otherwise.
const COUNT: u64 = 6_000;

#[expect(clippy::disallowed_methods, reason = "seed and count are asked from outside")]
fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |value| value.parse().unwrap())
}

/// Logs of clients, pieces of lines, sentences: a beginning of each format.
const LOGS: [&str; 7] = [
    "2025-03-12T10:11:12.123Z [weather] [info] Initializing server...\n2025-03-12T10:11:12.123Z [weather] [info] Message from client: {\"method\":\"initialize\",\"params\":{},\"jsonrpc\":\"2.0\",\"id\":0} { metadata: undefined }\nerror: no such file\n2025-03-12T10:11:12.123Z [weather] [info] Server transport closed\n",
    "2025-11-20 11:42:06.129 [info] Starting server x\n2025-11-20 11:42:06.908 [warning] Failed to parse message: \"ready\\n\"\n2025-11-20 11:42:06.908 [debug] [editor -> server] {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n2025-11-20 11:42:06.912 [error] Connection state: Error spawn npx ENOENT\n",
    "server ~> \"{\\\"jsonrpc\\\":\\\"2.0\\\",\" no-newline\nserver !! Traceback\nserver ~> \"\\\"id\\\":1,\\\"result\\\":{}}\\r\"\n-- server exited with code 3\n-- server started: x\n",
    "[send] {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n[recv] {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[...[123 chars truncated]\n10:00:00 -> {\"id\":\n",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\nready\n",
    "{\"line\":1,\"from\":\"client\",\"kind\":\"request\",\"message\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}\n{\"line\":2,\"from\":\"server\",\"kind\":\"bytes\",\"text\":\"x\",\"ended\":false}\n",
    "MCP error -32000: Connection closed\nspawn npx ENOENT\nUnexpected token 'A', \"A\"... is not valid JSON\n",
];

/// What the inputs are made from.
fn texts() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts");
    let mut texts: Vec<_> = LOGS.iter().map(|log| log.as_bytes().to_vec()).collect();
    let names = ["six-step.wire", "lessons/stateless.wire", "lessons/input-required.jsonl"];
    texts.extend(names.map(|name| fs::read(folder.join(name)).unwrap()));
    texts
}

/// What is said of it, in every form; each is well formed and harmless.
fn examined(input: &[u8]) -> Verdict {
    let reading = examine(&mut &*input).unwrap();
    let files = [Examined { name: "x\u{1b}".to_owned(), reading }];
    let [file] = &files;
    if let Ok(recording) = &file.reading {
        let lines = input.split(|byte| *byte == b'\n').count();
        for finding in &recording.report.findings {
            assert!(finding.crossing.is_some_and(|line| (1..=lines).contains(&line)));
            assert!(finding.step < 8 && !finding.what.zh.is_empty());
        }
        for lang in [Lang::En, Lang::Zh] {
            let page = recording.report.verdict(lang, Paint::Plain);
            let raw = |it: char| it != '\n' && it.is_control();
            assert!(!page.contains(raw), "{page:?}");
        }
    }
    for value in [to_value(&files), sarif(&files, Lang::Zh)] {
        assert!(parse(&value.to_line()).is_ok());
    }
    let xml = junit(&files, Lang::En);
    let allowed = |it: char| it == '\n' || !it.is_control() && it != '\u{fffe}' && it != '\u{ffff}';
    assert!(xml.chars().all(allowed) && xml.ends_with("</testsuites>\n"));
    files.iter().map(Examined::verdict).max().unwrap()
}

#[test]
fn broken_recordings_always_get_a_verdict() {
    let seed = number("MCP_LAB_FUZZ_SEED", 20_250_618);
    let texts = texts();
    let mut verdicts = [0_u64; 3];
    for index in 0..number("MCP_LAB_FUZZ_COUNT", COUNT) {
        let input = Chance::new(seed, index).input(&texts);
        let Ok(verdict) = catch_unwind(|| examined(&input)) else {
            let shown = input.escape_ascii();
            panic!("MCP_LAB_FUZZ_SEED={seed}, input {index}: b\"{shown}\"");
        };
        *verdicts.get_mut(verdict as usize).unwrap() += 1;
    }
    println!("healthy, broken, unreadable: {verdicts:?}");
    assert!(verdicts.iter().all(|count| *count > 50), "{verdicts:?}");
}

#[test]
fn the_healthy_and_the_strange_are_told_apart() {
    for text in texts() {
        examined(&text);
    }
    assert_eq!(
        examined(
            &fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts/six-step.wire"))
                .unwrap()
        ),
        Verdict::Healthy
    );
}

/// A request, and behind it this.
fn said(text: &str) -> Vec<u8> {
    format!("client -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}\n{text}\n").into_bytes()
}

/// Lines that would hurt a careless reader.
fn hostile_lines() -> [(&'static str, Vec<u8>, Verdict); 8] {
    let digits = "9".repeat(3_000_000);
    let (open, close) = ("[".repeat(1_000_000), "]".repeat(1_000_000));
    let server = |text: &str| said(&format!("server -> {text}"));
    let broken = Verdict::Broken;
    let surrogates = r#"{"jsonrpc":"2.0","id":1,"result":{"\ud800":"\udfff"}}"#;
    let id = format!(r#"{{"jsonrpc":"2.0","id":{digits},"result":{{}}}}"#);
    let method = format!(r#"client -> {{"jsonrpc":"2.0","id":2,"method":"{digits}"}}"#);
    let escapes = format!("server ~> \"{}\"", "\\\\".repeat(1_000_000));
    [
        ("deep nesting", server(&(open + &close)), broken),
        ("nesting that never ends", server(&r#"{"a":"#.repeat(1_000_000)), broken),
        ("a huge id", server(&id), broken),
        ("a huge method", said(&method), broken),
        ("lone surrogates", server(surrogates), broken),
        ("backslashes", said(&escapes), broken),
        ("quotes", said(&format!("→ {}", "\"".repeat(3_000_000))), broken),
        ("NUL bytes on a line", server(&"\0".repeat(1_000_000)), broken),
    ]
}

/// Files that would.
fn hostile_files() -> [(&'static str, Vec<u8>, Verdict); 7] {
    let ask =
        |id: i32| format!("client -> {{\"jsonrpc\":\"2.0\",\"id\":\"{id}\",\"method\":\"x\"}}\n");
    let asked: Vec<_> = (0..100_000).map(ask).collect();
    let (broken, unreadable) = (Verdict::Broken, Verdict::Unreadable);
    let sessions = "-- server started: x\nserver -> {\n".repeat(50_000);
    [
        ("open requests", asked.concat().into_bytes(), broken),
        ("pieces without an end", said(&"server ~> \"x\" no-newline\n".repeat(500_000)), broken),
        ("many sessions", sessions.into_bytes(), broken),
        ("a million empty lines", b"\n".repeat(1_000_000), unreadable),
        ("a million lines of nothing behind a session", said(&"x\n".repeat(1_000_000)), unreadable),
        ("NUL bytes", vec![0; 3_000_000], unreadable),
        ("one byte", vec![0xff], unreadable),
    ]
}

#[test]
fn hostile_recordings_get_a_verdict() {
    for (name, text, verdict) in hostile_lines().into_iter().chain(hostile_files()) {
        assert_eq!(examined(&text), verdict, "{name}");
    }
}
