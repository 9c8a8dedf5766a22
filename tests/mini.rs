//! The mini server on real files: what `read_file` reads, and the sentences it refuses with.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::json::{Object, Value};
use mcp_lab::server::{Server, Session};
use mcp_lab::servers::demo::Demo;
use mcp_lab::servers::mini::mini;
use std::fs;
use std::path::Path;

/// A directory with `demo-data/` in it, and a server on it.
struct Bench {
    demo: Demo,
    server: Server,
}

impl Bench {
    fn new(name: &str) -> Self {
        let name = format!("mini-{}-{name}", std::process::id());
        let demo = Demo::lay_out(Path::new(env!("CARGO_TARGET_TMPDIR")), &name).unwrap();
        let server = mini(demo.base().to_owned()).unwrap();
        Self { demo, server }
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.demo.base().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// The result of a call, without what is the same every time.
    fn call(&self, tool: &str, arguments: &str) -> String {
        let mut session = Session::default();
        let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
        self.server.answer(&mut session, hello).unwrap();
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        );
        let answer = self.server.answer(&mut session, &line).unwrap();
        let answer = answer
            .strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"#);
        answer.unwrap().strip_suffix("}}").unwrap().to_owned()
    }

    #[track_caller]
    fn says(&self, path: &str, expected: &str) {
        let arguments = Value::from(Object::from([("path", path.into())])).to_line();
        let said = self.call("read_file", &arguments);
        let text = Value::from(expected).to_line();
        assert_eq!(said, format!(r#"{text}}}],"isError":true"#), "{path:?}");
    }

    #[track_caller]
    fn reads(&self, path: &str, expected: &str) {
        let arguments = Value::from(Object::from([("path", path.into())])).to_line();
        let said = self.call("read_file", &arguments);
        let text = Value::from(expected).to_line();
        assert_eq!(said, format!(r#"{text}}}],"isError":false"#), "{path:?}");
    }

    #[track_caller]
    fn refuses(&self, path: &str) {
        let sentence = format!("权限拒绝：read_file 只允许读取 demo-data/ 内的文件，收到 {path}");
        self.says(path, &sentence);
    }
}

#[test]
fn a_file_of_the_folder_is_read_as_it_is() {
    let bench = Bench::new("reads");
    bench.reads("demo-data/notes.txt", "MCP 学习笔记：先跑通握手，再谈工具。");
    bench.write("demo-data/日记/一 月.txt", "第一行\n\"第二行\"\\\u{1}".as_bytes());
    bench.reads("demo-data/日记/一 月.txt", "第一行\n\"第二行\"\\\u{1}");
    bench.write("demo-data/empty", b"");
    bench.reads("demo-data/empty", "");
    bench.write("demo-data/..name", b"two dots in a name lead nowhere");
    bench.reads("demo-data/..name", "two dots in a name lead nowhere");
}

#[test]
fn two_dots_lead_nowhere_in_any_spelling() {
    let bench = Bench::new("dots");
    bench.write("secret", b"secret");
    bench.write("demo-data/sub/x", b"x");
    for path in [
        "demo-data/../secret",
        "demo-data/..",
        "demo-data/../",
        "demo-data/../demo-data/notes.txt",
        "demo-data/sub/../notes.txt",
        "demo-data/sub/../../secret",
        "demo-data/./../secret",
        "demo-data/./notes.txt",
        "demo-data//../secret",
        "demo-data//notes.txt",
        "demo-data/notes.txt/",
        "demo-data/notes.txt/../../secret",
        r"demo-data\..\secret",
        r"demo-data/..\secret",
        r"demo-data/sub\..\..\secret",
        "demo-data/.. /secret",
        "demo-data/../secret\u{0}",
        "demo-data/... /secret",
        "demo-data/.../secret",
        "../demo-data/notes.txt",
        "./demo-data/notes.txt",
        "..",
        ".",
        "",
        " ",
        "secret",
    ] {
        bench.refuses(path);
    }
    for path in
        ["demo-data/%2e%2e/secret", "demo-data/．．/secret", "demo-data/%252e%252e%252fsecret"]
    {
        bench.says(path, &format!("文件不存在：demo-data/ 内没有这个文件，收到 {path}"));
    }
}

#[test]
fn absolute_and_drive_paths_are_refused_on_every_system() {
    let bench = Bench::new("absolute");
    let inside = bench.demo.base().join("demo-data/notes.txt");
    for path in [
        "C:/Windows/System32/drivers/etc/hosts",
        r"C:\Windows\System32\drivers\etc\hosts",
        "C:demo-data/notes.txt",
        "/etc/passwd",
        "//server/share/file",
        r"\\server\share\file",
        r"\\?\C:\file",
        "~/notes.txt",
        "file:///etc/passwd",
        "demo-data/C:/file",
        "demo-data/notes.txt:stream",
        "demo-data/notes.txt::$DATA",
        "demo-data//etc/passwd",
        inside.to_str().unwrap(),
    ] {
        bench.refuses(path);
    }
}

#[test]
fn a_folder_whose_name_only_begins_alike_is_another_folder() {
    let bench = Bench::new("evil");
    bench.write("demo-data-evil/secret", b"secret");
    bench.write("demo-datasecret", b"secret");
    for path in [
        "demo-data-evil/secret",
        "demo-data-evil",
        "demo-datasecret",
        "demo-data /notes.txt",
        "Demo-Data/notes.txt",
        "demo-data\u{0}/notes.txt",
    ] {
        bench.refuses(path);
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_judged_by_where_it_leads() {
    use std::os::unix::fs::symlink;
    let bench = Bench::new("links");
    let base = bench.demo.base();
    bench.write("secret", b"secret");
    bench.write("outside/file", b"secret");
    bench.write("demo-data-evil/file", b"secret");
    let link = |to: &Path, at: &str| symlink(to, base.join(at)).unwrap();
    link(&base.join("secret"), "demo-data/absolute");
    link(Path::new("../secret"), "demo-data/relative");
    link(Path::new("relative"), "demo-data/chain");
    link(Path::new("../outside"), "demo-data/parent");
    link(Path::new("../demo-data-evil"), "demo-data/alike");
    link(Path::new("/etc"), "demo-data/etc");
    for path in ["absolute", "relative", "chain", "parent/file", "alike/file", "etc/passwd"] {
        bench.refuses(&format!("demo-data/{path}"));
    }
    for path in ["parent/nope", "alike/nope", "etc/nope", "etc/nope/deeper", "absolute/below"] {
        bench.refuses(&format!("demo-data/{path}")); // what exists out there is not told
    }
    link(Path::new("notes.txt"), "demo-data/inside");
    bench.reads("demo-data/inside", "MCP 学习笔记：先跑通握手，再谈工具。");
    link(Path::new("loop"), "demo-data/loop");
    link(Path::new("nowhere"), "demo-data/dangling");
    for path in ["demo-data/loop", "demo-data/dangling"] {
        bench.says(path, &format!("文件不存在：demo-data/ 内没有这个文件，收到 {path}"));
    }
}

#[cfg(unix)]
#[test]
fn the_folder_itself_may_lie_behind_a_link() {
    let bench = Bench::new("root-link");
    let base = bench.demo.base().join("elsewhere");
    fs::create_dir(&base).unwrap();
    std::os::unix::fs::symlink("../demo-data", base.join("demo-data")).unwrap();
    let bench = Bench { server: mini(base).unwrap(), ..bench };
    bench.reads("demo-data/notes.txt", "MCP 学习笔记：先跑通握手，再谈工具。");
}

#[test]
fn what_is_no_file_is_named_so() {
    let bench = Bench::new("folders");
    bench.write("demo-data/sub/x", b"x");
    for path in ["demo-data", "demo-data/", "demo-data/sub"] {
        bench.says(path, &format!("不是文件：read_file 只能读取普通文件，收到 {path}"));
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_writes_into_is_never_opened() {
    let bench = Bench::new("pipe");
    let path = bench.demo.base().join("demo-data/pipe");
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    bench.says("demo-data/pipe", "不是文件：read_file 只能读取普通文件，收到 demo-data/pipe");
}

#[test]
fn a_missing_file_is_told_from_a_refused_one_only_inside_the_folder() {
    let bench = Bench::new("missing");
    let name = "demo-data/nope.txt";
    bench.says(name, &format!("文件不存在：demo-data/ 内没有这个文件，收到 {name}"));
    bench.refuses("nope.txt");
    // Millions of folders inside each other are not looked up one by one.
    for part in ["长", "/a"] {
        let long = format!("demo-data/{}", part.repeat(4_000_000));
        let shown: String = long.chars().take(200).collect();
        bench.says(&long, &format!("文件不存在：demo-data/ 内没有这个文件，收到 {shown}…"));
    }
}

#[test]
fn a_file_of_one_mebibyte_is_read_and_one_byte_more_is_not() {
    let bench = Bench::new("large");
    let text = "x".repeat(1024 * 1024);
    bench.write("demo-data/fits", text.as_bytes());
    bench.reads("demo-data/fits", &text);
    bench.write("demo-data/large", format!("{text}x").as_bytes());
    bench.says("demo-data/large", "文件太大：read_file 最多读取 1 MiB，收到 demo-data/large");
}

#[test]
fn a_file_that_is_no_text_is_not_guessed_at() {
    let bench = Bench::new("bytes");
    for (name, bytes) in
        [("gbk", &b"\xb1\xb1\xbe\xa9"[..]), ("half", b"a\xe4\xb8"), ("nul", b"\xff\0")]
    {
        bench.write(&format!("demo-data/{name}"), bytes);
        let path = format!("demo-data/{name}");
        bench.says(&path, &format!("不是文本：read_file 只能读取 UTF-8 文本，收到 {path}"));
    }
}

#[test]
fn arguments_that_do_not_fit_are_told_apart() {
    let bench = Bench::new("arguments");
    for (tool, arguments, said) in [
        (
            "read_file",
            "{}",
            r#"Tool (read_file) input validation failed: (root): missing required member "path""#,
        ),
        (
            "read_file",
            r#"{"path":"demo-data/\ud800"}"#,
            "参数错误：path 含有不成对的代理码点（surrogate），不是合法文本",
        ),
        (
            "add",
            r#"{"a":"1","b":2.5}"#,
            "Tool (add) input validation failed: /a: expected integer, found string; /b: expected integer, found 2.5",
        ),
        ("add", r#"{"a":9223372036854775808,"b":1}"#, "参数错误：add 的 a 必须是 64 位整数"),
    ] {
        let text = Value::from(said).to_line();
        let expected = format!(r#"{text}}}],"isError":true"#);
        assert_eq!(bench.call(tool, arguments), expected, "{tool} {arguments}");
    }
}

#[test]
fn sums_are_exact() {
    let bench = Bench::new("sums");
    for (a, b, sum) in [
        ("3", "4", "7"),
        ("-3", "3", "0"),
        ("9007199254740993", "0", "9007199254740993"),
        ("9223372036854775807", "9223372036854775807", "18446744073709551614"),
        ("-9223372036854775808", "-9223372036854775808", "-18446744073709551616"),
        ("1.0", "1e2", "101"),
    ] {
        let said = bench.call("add", &format!(r#"{{"a":{a},"b":{b}}}"#));
        assert_eq!(said, format!(r#""{sum}"}}],"isError":false"#), "{a} + {b}");
    }
}
