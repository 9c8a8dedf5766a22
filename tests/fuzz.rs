//! Any bytes into the parser and any line into the server: no panic, no hang, and every answer a message.
//!
//! `MCP_LAB_FUZZ_SEED` chooses other inputs, `MCP_LAB_FUZZ_COUNT` more or fewer; with
//! `JSON_TEST_SUITE` the public suite is broken too.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

mod mutate;
mod reference;

use mcp_lab::json::{MAX_LINE_BYTES, Str, Value, parse, utf8};
use mcp_lab::jsonrpc::{Id, Message, Response, code};
use mcp_lab::server::{Server, Session};
use mcp_lab::servers::demo::Demo;
use mcp_lab::servers::mini::mini;
use mutate::Chance;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::{fs, thread};

/// How many inputs a run has, unless it is told otherwise.
const COUNT: u64 = 1_000_000;
/// How many of them are lines of one session.
const SESSION: u64 = 300;
/// Threads at work, each with its own sessions.
const WORKERS: u64 = 2;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"fuzz","version":"0"}}}"#;

/// Texts on the edge of what is allowed.
const TRICKY: &[&str] = &[
    "",
    " ",
    "\u{feff}{}",
    "[]",
    "{}",
    r#""""#,
    "0",
    "-0.0e-0",
    "[1e999999999999999999999,-1E-999]",
    r#""\ud83d\ude00\ud83d""#,
    r#""\"\\\/\b\f\n\r\t\u0041""#,
    r#"{"a":1,"\u0061":2,"a":[]}"#,
    r#"{"\ud800":{"\ud800":"\udfff"}}"#,
    "[\"12345678\",\"1234567\",\"123456789012345\"]",
    "[ 1 ,\n\t2 ,\r\n        3 ]",
    "{\"中文\" : \"学习：「笔记」😀\"}",
    "[true,false,null]",
    "[[[[[[[[]]]]]]]]",
    "\"\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\"",
    "[9007199254740993,1.0,1e2,0.1,12345678.87654321]",
    r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
    r#"{"jsonrpc":"2.0","id":"\ud800","method":"\ud800","params":[]}"#,
    r#"{"jsonrpc":"2.0","id":1e2,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":[]}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":9223372036854775807,"b":1e0}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":"1"}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"demo-data/../demo-data/notes.txt"}}}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"demo-data/\u0000"}}}"#,
];

#[expect(clippy::disallowed_methods, reason = "seed, count and suite are asked from outside")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn number(name: &str, otherwise: u64) -> u64 {
    setting(name).map_or(otherwise, |value| value.parse().unwrap())
}

/// What the inputs are made from: the pinned session, those of the other era, the tricky texts, and the
/// public suite.
fn texts() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wires = ["six-step.wire", "lessons/stateless.wire", "lessons/input-required.wire"];
    let wires = wires.map(|it| fs::read_to_string(root.join("transcripts").join(it)).unwrap());
    let wire = wires.iter().flat_map(|it| it.lines()).filter_map(|line| line.split_once(" -> "));
    let wire = wire.map(|(_, line)| line);
    let mut texts: Vec<_> = wire.chain(TRICKY.iter().copied()).map(Vec::from).collect();
    if let Some(folder) = setting("JSON_TEST_SUITE") {
        let mut paths: Vec<_> =
            fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
        paths.sort();
        texts.extend(paths.into_iter().map(|path| fs::read(path).unwrap()));
    }
    texts
}

/// The parser never panics, errors point into the text, and what is printed is stable.
fn parser_holds(bytes: &[u8]) {
    if let Err(error) = utf8(bytes) {
        let text = bytes.get(..error.offset).unwrap();
        assert!(text.len() < bytes.len() && utf8(text).is_ok());
    }
    let text = String::from_utf8_lossy(bytes);
    let read = parse(&text);
    let line = read.as_ref().map(Value::to_string).map_err(|error| *error);
    assert_eq!(line, reference::read(&text), "otherwise byte by byte");
    match read {
        Err(error) => assert!(text.is_char_boundary(error.offset)),
        Ok(value) => {
            look_at(&value);
            let again = value.to_line();
            assert_eq!(parse(&again).unwrap().into_owned().to_line(), again);
        }
    }
}

/// Asks everything a value can be asked.
fn look_at(value: &Value<'_>) {
    if let Some(number) = value.as_number() {
        let (whole, float) = (number.to_i64(), number.to_f64());
        assert!(whole.is_err() || float.is_ok() && number.is_integer(), "{number}");
    }
    if let Some(Ok(text)) = value.as_string().map(Str::text) {
        let made = Value::from(&*text).to_line();
        assert_eq!(parse(&made).unwrap().as_string().unwrap().text(), Ok(text));
    }
    for element in value.as_array().unwrap_or_default() {
        look_at(element);
    }
    if let Some(object) = value.as_object() {
        assert!(object.duplicates().len() < object.members().len().max(1));
        for member in object.members() {
            let text = member.name.text();
            assert!(text.is_err() || value.get(&text.unwrap()).is_some());
            look_at(&member.value);
        }
    }
}

/// The id under which this text must be answered, if it must.
fn owed(text: &str) -> Option<String> {
    let id = match parse(text).map(Message::from_value) {
        Err(_) => None,
        Ok(Ok(Message::Notification(_) | Message::Response(_))) => return None,
        Ok(Ok(Message::Request(request))) => Some(request.id.into_owned()),
        Ok(Err(malformed)) => malformed.id.map(Id::into_owned),
    };
    Some(id.map_or("null".to_owned(), |id| id.to_string()))
}

/// The server answers exactly what is owed an answer, with one line that is a response.
fn server_holds(server: &Server, session: &mut Session, text: &str) {
    let answer = server.answer_in_its_era(session, text);
    let id = answer.as_ref().map(|line| {
        assert!(!line.contains(['\n', '\r']), "{line}");
        let Ok(Message::Response(Response { id, outcome })) =
            Message::from_value(parse(line).unwrap())
        else {
            panic!("no response: {line}")
        };
        let broken = outcome.is_err_and(|error| error.code == code::INTERNAL_ERROR);
        assert!(!broken, "{line}");
        id.map_or("null".to_owned(), |id| id.to_string())
    });
    assert_eq!(id, owed(text));
}

/// Half of the sessions begin as they should, the others with whatever comes.
fn session(server: &Server, number: u64) -> Session {
    let mut session = Session::default();
    if number.is_multiple_of(2) {
        server.answer(&mut session, INITIALIZE).unwrap();
    }
    session
}

#[track_caller]
fn answers_ping(server: &Server, session: &mut Session, number: u64) {
    let ping = format!(r#"{{"jsonrpc":"2.0","id":{number},"method":"ping"}}"#);
    let wanted = format!(r#"{{"jsonrpc":"2.0","id":{number},"result":{{}}}}"#);
    assert_eq!(server.answer(session, &ping), Some(wanted));
}

/// One session's inputs, one after the other; the first that fails is shown with what it takes to
/// make it again.
fn run(server: &Server, seed: u64, texts: &[Vec<u8>], number: u64) {
    let mut session = session(server, number);
    for index in number * SESSION..(number + 1) * SESSION {
        let whole = usize::try_from(index).ok().and_then(|index| texts.get(index));
        let input = whole.cloned().unwrap_or_else(|| Chance::new(seed, index).input(texts));
        let held = catch_unwind(AssertUnwindSafe(|| {
            parser_holds(&input);
            server_holds(server, &mut session, &String::from_utf8_lossy(&input));
        }));
        if held.is_err() {
            let shown = input.escape_ascii();
            let texts = texts.len();
            panic!(
                "MCP_LAB_FUZZ_SEED={seed}, input {index}, made from {texts} texts: b\"{shown}\""
            );
        }
    }
    answers_ping(server, &mut session, number);
}

/// A mini server with real files, for as long as the job takes.
fn with_server(name: &str, job: impl FnOnce(&Server)) {
    let name = format!("fuzz-{name}-{}", std::process::id());
    let demo = Demo::lay_out(Path::new(env!("CARGO_TARGET_TMPDIR")), &name).unwrap();
    job(&mini(demo.base().to_owned()).unwrap());
}

#[test]
fn broken_lines_break_neither_the_parser_nor_the_server() {
    let seed = number("MCP_LAB_FUZZ_SEED", 20_250_618);
    let sessions = number("MCP_LAB_FUZZ_COUNT", COUNT).div_ceil(SESSION);
    let texts = texts();
    with_server("broken", |server| {
        thread::scope(|scope| {
            for worker in 0..WORKERS {
                let numbers = (worker..sessions).step_by(usize::try_from(WORKERS).unwrap());
                let texts = &texts;
                scope.spawn(move || numbers.for_each(|number| run(server, seed, texts, number)));
            }
        });
    });
    let (inputs, texts) = (sessions * SESSION, texts.len());
    println!("fuzz: {inputs} inputs made from {texts} texts, MCP_LAB_FUZZ_SEED={seed}");
}

#[test]
fn the_same_seed_makes_the_same_inputs_and_another_seed_others() {
    let texts = texts();
    let inputs =
        |seed| -> Vec<_> { (0..500).map(|index| Chance::new(seed, index).input(&texts)).collect() };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
}

/// A ping of so many bytes.
fn long_ping(bytes: usize) -> String {
    let (before, after) = (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""#, r#""}}"#);
    format!("{before}{}{after}", "x".repeat(bytes - before.len() - after.len()))
}

#[test]
fn a_line_of_sixteen_mebibytes_is_answered_and_a_longer_one_is_refused() {
    with_server("long", |server| {
        let mut session = session(server, 0);
        let whole = server.answer(&mut session, &long_ping(MAX_LINE_BYTES)).unwrap();
        assert_eq!(whole, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
        let longer = server.answer(&mut session, &long_ping(MAX_LINE_BYTES + 1)).unwrap();
        assert_eq!(
            longer,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected a line of at most 16777216 bytes at byte 16777216"}}"#
        );
        answers_ping(server, &mut session, 2);
    });
}

#[test]
fn hostile_nesting_is_refused_not_overflowed() {
    with_server("nested", |server| {
        let mut session = session(server, 0);
        for (open, offset) in [("[", 128), (r#"{"a":"#, 640), ("[ {\"\": ", 448), ("[0,", 384)] {
            let answer = server.answer(&mut session, &open.repeat(1_000_000)).unwrap();
            let why = format!("expected at most 128 levels of nesting at byte {offset}");
            let error = format!(r#"{{"code":-32700,"message":"Parse error: {why}"}}"#);
            assert_eq!(answer, format!(r#"{{"jsonrpc":"2.0","id":null,"error":{error}}}"#));
        }
        answers_ping(server, &mut session, 3);
    });
}

#[test]
fn a_long_name_does_not_make_a_long_answer() {
    with_server("quoted", |server| {
        let mut session = session(server, 0);
        let long = "中\\u0001".repeat(1_000_000);
        let call = |name: &str, path: &str| {
            let arguments = format!(r#"{{"path":"{path}"}}"#);
            let params = format!(r#"{{"name":"{name}","arguments":{arguments}}}"#);
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)
        };
        let method = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{long}"}}"#);
        for line in [method, call(&long, ""), call("read_file", &long)] {
            let answer = server.answer(&mut session, &line).unwrap();
            assert!(answer.len() < 3000, "{} bytes", answer.len());
        }
    });
}
