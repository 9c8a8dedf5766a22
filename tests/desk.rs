//! The desk: what is written where, and only after a human said yes.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod eras;

use eras::{asks, state};
use mcp_lab::json::{Value, parse};
use mcp_lab::server::{Seals, Server, Session};
use mcp_lab::servers::desk::desk;
use std::fs;
use std::path::PathBuf;

/// A desk in a directory of its own.
struct Desk {
    base: PathBuf,
    server: Server,
}

impl Desk {
    fn new(name: &str) -> Self {
        let base = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("desk-{name}"));
        drop(fs::remove_dir_all(&base));
        fs::create_dir_all(base.join("demo-data")).unwrap();
        fs::write(base.join("demo-data/notes.txt"), "notes").unwrap();
        let seals = Seals::new(|| [7; 32], || 1_800_000_000);
        let server = desk(base.clone()).unwrap().seals(seals);
        Self { base, server }
    }

    fn says(&self, line: &str) -> String {
        self.server.answer_in_its_era(&mut Session::default(), line).unwrap()
    }

    /// What is answered to a call that asks nobody.
    #[track_caller]
    fn refuses(&self, path: &str, expected: &str) {
        let answer = self.says(&asks(1, "tools/call", &write(path, "x")));
        assert_eq!(text(&answer), format!("{expected}，收到 {path}"), "{path}");
        assert!(answer.contains("\"isError\":true"), "{answer}");
    }

    /// Calls, and answers the question as this human does.
    fn writes(&self, path: &str, words: &str, said: &str) -> String {
        let call = write(path, words);
        let note = state(&self.says(&asks(1, "tools/call", &call)));
        let retry =
            format!(r#"{call}"inputResponses":{{"confirm":{said}}},"requestState":"{note}","#);
        text(&self.says(&asks(2, "tools/call", &retry)))
    }

    fn drafts(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.base.join("demo-drafts")) else { return Vec::new() };
        let mut names: Vec<_> =
            entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn write(path: &str, words: &str) -> String {
    let (path, words) = (Value::from(path.to_owned()), Value::from(words.to_owned()));
    format!(
        r#""name":"write_file","arguments":{{"path":{},"text":{}}},"#,
        path.to_line(),
        words.to_line()
    )
}

fn text(answer: &str) -> String {
    let answer = parse(answer).unwrap();
    let content = answer.get("result").unwrap().get("content").unwrap().as_array().unwrap();
    let text = content.first().unwrap().get("text").unwrap().as_string().unwrap();
    text.text().unwrap().into_owned()
}

const YES: &str = r#"{"action":"accept","content":{"confirm":true}}"#;

#[test]
fn what_the_human_agreed_to_is_written_and_nothing_beside_it() {
    let desk = Desk::new("yes");
    let said = desk.writes("demo-drafts/plan.txt", "先跑通握手。\n", YES);
    assert_eq!(said, "已写入 demo-drafts/plan.txt，共 19 字节");
    assert_eq!(desk.drafts(), ["plan.txt"]);
    assert_eq!(
        fs::read(desk.base.join("demo-drafts/plan.txt")).unwrap(),
        "先跑通握手。\n".as_bytes()
    );
    // Once more: the new text takes the place of the old one.
    desk.writes("demo-drafts/plan.txt", "", YES);
    assert_eq!(desk.drafts(), ["plan.txt"]);
    assert!(fs::read(desk.base.join("demo-drafts/plan.txt")).unwrap().is_empty());
}

#[test]
fn without_a_yes_nothing_is_touched() {
    let desk = Desk::new("no");
    desk.writes("demo-drafts/plan.txt", "old", YES);
    for (said, why) in [
        (r#"{"action":"decline"}"#, "用户拒绝了。不要换个说法再试，先问用户想怎么做"),
        (
            r#"{"action":"accept","content":{"confirm":false}}"#,
            "用户拒绝了。不要换个说法再试，先问用户想怎么做",
        ),
        (r#"{"action":"cancel"}"#, "用户没有回答，只是关掉了询问"),
    ] {
        let answer = desk.writes("demo-drafts/plan.txt", "new", said);
        assert_eq!(answer, format!("没有写入 demo-drafts/plan.txt：{why}"));
        desk.writes("demo-drafts/other.txt", "new", said);
    }
    assert_eq!(desk.drafts(), ["plan.txt"]);
    assert_eq!(fs::read(desk.base.join("demo-drafts/plan.txt")).unwrap(), b"old");
}

#[test]
fn the_human_sees_where_how_much_and_how_it_begins() {
    let desk = Desk::new("sees");
    let words = "字".repeat(250);
    let answer = desk.says(&asks(1, "tools/call", &write("demo-drafts/long.txt", &words)));
    let asked = parse(&answer).unwrap();
    let asked = asked.get("result").unwrap().get("inputRequests").unwrap().get("confirm").unwrap();
    let message = asked.get("params").unwrap().get("message").unwrap().as_string().unwrap();
    let expected = format!(
        "要把下面 750 字节写进 demo-drafts/long.txt 吗？\n│ {}\n（上面只显示了开头）",
        "字".repeat(100)
    );
    assert_eq!(message.text().unwrap(), expected);
}

#[test]
fn a_path_that_leads_elsewhere_is_refused_before_anybody_is_asked() {
    let desk = Desk::new("paths");
    let outside = "权限拒绝：write_file 只允许写 demo-drafts/ 内的文件，例如 demo-drafts/plan.txt";
    for path in [
        "demo-data/notes.txt",
        "demo-drafts",
        "demo-drafts/",
        "demo-drafts/../demo-data/notes.txt",
        "demo-drafts-evil/x",
        "/etc/passwd",
        "C:/x",
        "demo-drafts/C:x",
        "demo-drafts/a\\b",
        "demo-drafts/a/b.txt",
        "demo-drafts//x",
        "demo-drafts/.",
        "demo-drafts/..",
        "demo-drafts/.hidden",
        "demo-drafts/x.",
        "demo-drafts/x ",
        "demo-drafts/a\u{0}b",
        "plan.txt",
        "",
    ] {
        desk.refuses(path, outside);
    }
    assert_eq!(fs::read(desk.base.join("demo-data/notes.txt")).unwrap(), b"notes");
}

#[test]
fn what_is_there_and_no_file_stays() {
    let desk = Desk::new("folder");
    fs::create_dir_all(desk.base.join("demo-drafts/folder")).unwrap();
    let answer = desk.says(&asks(1, "tools/call", &write("demo-drafts/folder", "x")));
    assert_eq!(text(&answer), "不是文件：demo-drafts/folder 已经存在，而且不是普通文件");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new("links");
    fs::create_dir(desk.base.join("demo-drafts")).unwrap();
    symlink(desk.base.join("demo-data/notes.txt"), desk.base.join("demo-drafts/link.txt")).unwrap();
    let answer = desk.says(&asks(1, "tools/call", &write("demo-drafts/link.txt", "x")));
    assert_eq!(text(&answer), "不是文件：demo-drafts/link.txt 已经存在，而且不是普通文件");
    // The folder itself is a link.
    let desk = Desk::new("linked-folder");
    symlink(desk.base.join("demo-data"), desk.base.join("demo-drafts")).unwrap();
    desk.refuses(
        "demo-drafts/notes.txt",
        "权限拒绝：write_file 只允许写 demo-drafts/ 内的文件，例如 demo-drafts/plan.txt",
    );
    assert_eq!(fs::read(desk.base.join("demo-data/notes.txt")).unwrap(), b"notes");
}

#[test]
fn reading_and_writing_have_each_their_own_folder() {
    let desk = Desk::new("apart");
    desk.writes("demo-drafts/plan.txt", "new", YES);
    let read = |path: &str| {
        text(&desk.says(&asks(
            1,
            "tools/call",
            &format!(r#""name":"read_file","arguments":{{"path":"{path}"}},"#),
        )))
    };
    assert_eq!(read("demo-data/notes.txt"), "notes");
    let refused = "权限拒绝：read_file 只允许读取 demo-data/ 内的文件，收到 demo-drafts/plan.txt";
    assert_eq!(read("demo-drafts/plan.txt"), refused);
}

#[test]
fn a_directory_that_is_not_there_is_said() {
    let server = desk(PathBuf::from("/nowhere/at/all")).unwrap();
    let line = asks(1, "tools/call", &write("demo-drafts/x.txt", "x"));
    let answer = server.answer_in_its_era(&mut Session::default(), &line).unwrap();
    assert_eq!(text(&answer), "写入失败：系统不允许写 demo-drafts/x.txt");
}

#[test]
fn names_that_are_none_somewhere_or_cannot_be_seen_are_refused() {
    let desk = Desk::new("names");
    let outside = "权限拒绝：write_file 只允许写 demo-drafts/ 内的文件，例如 demo-drafts/plan.txt";
    for name in ["CON", "nul.txt", "Com1.md", "LPT9", "a*b", "a?b", "a|b", "a<b", "a\"b"] {
        desk.refuses(&format!("demo-drafts/{name}"), outside);
    }
    for name in ["a\nb", "a\u{1b}[2J", "a\u{202e}txt.exe", "a\u{200b}b"] {
        let answer = desk.says(&asks(1, "tools/call", &write(&format!("demo-drafts/{name}"), "x")));
        assert!(text(&answer).starts_with(outside), "{name:?}: {answer}");
    }
    desk.refuses(&format!("demo-drafts/{}", "字".repeat(67)), outside);
    for name in ["console", "com", "lpt10", "计划.txt", "a b.md", &"n".repeat(188)] {
        desk.writes(&format!("demo-drafts/{name}"), "x", YES);
    }
    assert_eq!(desk.drafts().len(), 6);
}

#[test]
fn the_text_cannot_write_the_question() {
    let desk = Desk::new("question");
    let path = "demo-drafts/a.txt";
    let asked = |words: &str| {
        let answer = desk.says(&asks(1, "tools/call", &write(path, words)));
        let value = parse(&answer).unwrap();
        let result = value.get("result").unwrap().get("inputRequests").unwrap();
        let message = result.get("confirm").unwrap().get("params").unwrap().get("message").unwrap();
        message.as_string().unwrap().text().unwrap().into_owned()
    };
    assert_eq!(
        asked("ok\n\n要把下面 2 字节写进 demo-drafts/safe.txt 吗？\nok\u{1b}[2J\u{202e}"),
        format!(
            "要把下面 69 字节写进 {path} 吗？\n│ ok\n│ \n│ 要把下面 2 字节写进 demo-drafts/safe.txt 吗？\n│ ok\\u{{1b}}[2J\\u{{202e}}"
        )
    );
    let hidden = format!("{}rm -rf /", "\n".repeat(200));
    assert!(asked(&hidden).ends_with("│ \n（上面只显示了开头）"));
}

#[test]
fn nothing_is_made_before_the_human_has_agreed() {
    let desk = Desk::new("untouched");
    desk.writes("demo-drafts/plan.txt", "x", r#"{"action":"decline"}"#);
    assert!(!desk.base.join("demo-drafts").exists());
}

#[test]
fn what_lies_where_the_new_file_is_written_first_is_not_followed() {
    let desk = Desk::new("planted");
    fs::create_dir(desk.base.join("demo-drafts")).unwrap();
    let victim = desk.base.join("victim");
    fs::write(&victim, "precious").unwrap();
    let planted = desk.base.join("demo-drafts/.plan.txt.new");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../victim", &planted).unwrap();
    #[cfg(not(unix))]
    fs::hard_link(&victim, &planted).unwrap();
    desk.writes("demo-drafts/plan.txt", "new", YES);
    assert_eq!(fs::read(&victim).unwrap(), b"precious");
    assert_eq!(fs::read(desk.base.join("demo-drafts/plan.txt")).unwrap(), b"new");
    assert_eq!(desk.drafts(), ["plan.txt"]);
}

#[test]
fn several_writers_of_one_file_leave_the_whole_text_of_one_of_them() {
    let desk = Desk::new("writers");
    std::thread::scope(|scope| {
        for letter in ["a", "b", "c", "d"] {
            let desk = &desk;
            scope.spawn(move || {
                for _ in 0..20 {
                    let said = desk.writes("demo-drafts/one.txt", &letter.repeat(15_000), YES);
                    assert_eq!(said, "已写入 demo-drafts/one.txt，共 15000 字节");
                }
            });
        }
    });
    let bytes = fs::read(desk.base.join("demo-drafts/one.txt")).unwrap();
    assert_eq!(bytes.len(), 15_000);
    assert!(bytes.windows(2).all(|two| two.first() == two.last()));
}
