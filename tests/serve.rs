//! `serve`: a server as a process of its own, its standard input and output the wire.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod world;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use world::runs;

/// Starts a server, writes all of this to it, closes its input, and waits until it is gone.
fn serve(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcp-lab"))
        .arg("serve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // On a thread of its own: the answers have to be read meanwhile.
        scope.spawn(move || stdin.write_all(input).unwrap());
        child.wait_with_output().unwrap()
    })
}

fn said(output: &Output) -> &str {
    assert!(output.status.success(), "{output:?}");
    assert_eq!(str::from_utf8(&output.stderr), Ok(""));
    str::from_utf8(&output.stdout).unwrap()
}

/// What one side said in the pinned session, as it goes over a pipe.
fn golden(side: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts/six-step.wire");
    let wire = fs::read_to_string(path).unwrap();
    let lines = wire.lines().filter_map(|line| line.strip_prefix(side));
    lines.filter(|line| line.starts_with('{')).flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn the_client_lines_of_the_golden_are_answered_with_its_server_lines() {
    let output = serve(&["mini"], golden("client -> ").as_bytes());
    assert_eq!(said(&output), golden("server -> "));
}

#[test]
fn a_windows_client_and_a_missing_last_newline_are_answered_alike() {
    let lines = golden("client -> ").replace('\n', "\r\n");
    let output = serve(&["mini"], lines.trim_end().as_bytes());
    assert_eq!(said(&output), golden("server -> "));
}

#[test]
fn end_of_input_is_the_end() {
    for server in ["mini", "calculator", "library", "everything"] {
        assert_eq!(said(&serve(&[server], b"")), "");
    }
}

#[test]
fn whatever_comes_is_answered_and_the_server_lives_on() {
    let input =
        b"not json\n\xff\xfe\n\n\r\n[]\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    let expected = concat!(
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected `null` at byte 0"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected UTF-8 text at byte 0"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: an array of messages is not accepted, send one object per line"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        "\n",
    );
    assert_eq!(said(&serve(&["mini"], input)), expected);
}

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;

/// The last line a server says to a call.
fn call(arguments: &[&str], tool: &str, with: &str) -> String {
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{with}}}}}"#
    );
    let output = serve(arguments, format!("{HELLO}\n{line}\n").as_bytes());
    said(&output).lines().last().unwrap().to_owned()
}

fn result(text: &str, is_error: bool) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":{is_error}}}}}"#
    )
}

#[test]
fn the_calculator_counts_and_knows_the_weather() {
    let calculator = &["calculator"];
    for (tool, with, text, is_error) in [
        ("add", r#"{"a":3,"b":4}"#, "3 + 4 = 7", false),
        (
            "add",
            r#"{"a":9007199254740993,"b":1}"#,
            "9007199254740993 + 1 = 9007199254740994",
            false,
        ),
        ("add", r#"{"a":1.0,"b":-2e0}"#, "1 + -2 = -1", false),
        (
            "add",
            r#"{"a":"3","b":4}"#,
            "Tool (add) input validation failed: /a: expected integer, found string",
            true,
        ),
        (
            "add",
            r#"{"a":9223372036854775808,"b":0}"#,
            "a 超出 64 位整数的范围，请换小一点的数",
            true,
        ),
        ("get_weather", r#"{"city":"北京"}"#, "北京:多云,11°C", false),
        ("get_weather", r#"{"city":"\u5317\u4eac"}"#, "北京:多云,11°C", false),
        ("get_weather", r#"{"city":"火星"}"#, "没有 火星 的天气，可以查询：北京、上海、广州", true),
        (
            "get_weather",
            r#"{"city":""}"#,
            "Tool (get_weather) input validation failed: /city: expected at least 1 character, found 0",
            true,
        ),
    ] {
        assert_eq!(call(calculator, tool, with), result(text, is_error), "{tool} {with}");
    }
}

#[test]
fn a_root_of_ones_own_is_read_instead_of_the_demo() {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve-root");
    fs::create_dir_all(root.join("demo-data")).unwrap();
    fs::write(root.join("demo-data/mine.txt"), "my own").unwrap();
    let root = root.to_str().unwrap();
    let read = |arguments: &[&str], path: &str| {
        call(arguments, "read_file", &format!(r#"{{"path":"demo-data/{path}"}}"#))
    };
    assert_eq!(read(&["mini", "--root", root], "mine.txt"), result("my own", false));
    let missing = result("文件不存在：demo-data/ 内没有这个文件，收到 demo-data/notes.txt", true);
    assert_eq!(read(&["mini", "--root", root], "notes.txt"), missing);
    let notes = result("MCP 学习笔记：先跑通握手，再谈工具。", false);
    assert_eq!(read(&["mini"], "notes.txt"), notes);
}

#[test]
fn the_demo_files_are_removed_with_the_server() {
    let temp = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("serve-temp");
    fs::create_dir_all(&temp).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcp-lab"))
        .args(["serve", "mini"])
        .env("TMPDIR", &temp)
        .env("TMP", &temp)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let lines = golden("client -> ");
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read_dir(&temp).unwrap().count(), 0);
}

#[test]
fn a_server_that_cannot_be_started_is_said_on_stderr() {
    let hint = "mcp-lab help shows what there is";
    let played = "Servers that play a session
  broken/SLUG    one with a single fault; mcp-lab broken lists them
  healthy/NAME   the same without a fault: handshake, stateless, features or modern
";
    for (line, said) in [
        (
            "serve",
            format!(
                "`serve` needs the name of a server: mini, calculator, desk, library, everything\n{played}{hint}"
            ),
        ),
        ("serve minni", format!("unknown server `minni`; did you mean `mini`?\n{hint}")),
        ("serve mini --root no-such-place", "no-such-place: not a directory".to_owned()),
        (
            "serve calculator --root src",
            format!("`calculator` reads no files, so `--root` means nothing to it\n{hint}"),
        ),
    ] {
        let ran = runs(line);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}");
        assert_eq!(ran.err, format!("mcp-lab: {said}\n"));
    }
}
