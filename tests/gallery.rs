//! The gallery, played: every broken server can be talked to, every broken client can be watched, and
//! whoever looks finds just the fault it was made for.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod world;

use mcp_lab::doctor::{Examination, Owner};
use mcp_lab::json::{Value, parse};
use mcp_lab::servers::broken::{Act, Broken, HEALTHY, Player, broken, healthy};
use mcp_lab::transcript::Transcript;
use mcp_lab::transport::{Crossing, Side};
use std::collections::VecDeque;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use world::{runs, runs_words};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mcp-lab");

/// What an act leaves to be seen.
fn bytes(act: Act) -> Vec<u8> {
    match act {
        Act::Write(bytes) => bytes,
        Act::Stderr(line) => format!("!! {line}\n").into_bytes(),
        Act::Exit(code) => format!("exit {code}\n").into_bytes(),
        Act::Later(_) | Act::Close(_) | Act::Stay => Vec::new(),
    }
}

/// What a player writes when it hears the client of this session, beside what the server of it wrote.
fn played(make: &dyn Fn() -> Player, session: &Transcript) -> (String, String) {
    let mut player = make();
    let (mut said, mut should) = (Vec::new(), Vec::new());
    let mut perform = |acts: Vec<Act>| said.extend(acts.into_iter().flat_map(bytes));
    perform(player.starts());
    for crossing in &session.crossings {
        let (side, mut bytes, ended) = match crossing {
            Crossing::Line(side, line) => (*side, line.clone().into_bytes(), true),
            Crossing::Bytes { side, bytes, ended } => (*side, bytes.clone(), *ended),
            Crossing::Stderr(line) => (Side::Server, format!("!! {line}").into_bytes(), true),
            Crossing::Event(what) if what == "client closed stdin" => {
                perform(player.ends());
                continue;
            }
            Crossing::Event(what) if what.starts_with("server started") => {
                player = make();
                continue;
            }
            Crossing::Event(what) => match what.strip_prefix("server exited with code ") {
                Some(code) => (Side::Server, format!("exit {code}").into_bytes(), true),
                None => continue,
            },
            Crossing::Head(..) | Crossing::Note(_) => continue,
        };
        if side == Side::Client {
            perform(player.hears(&bytes));
        } else {
            bytes.extend(ended.then_some(b'\n'));
            should.extend(bytes);
        }
    }
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (text(said), text(should))
}

fn session(wire: &str) -> Transcript {
    Transcript::from_wire(wire).unwrap()
}

#[test]
fn a_player_that_hears_its_own_session_says_its_own_session() {
    let healthy_ones = HEALTHY.iter().map(|(name, _)| {
        let text = fs::read_to_string(format!(
            "{}/src/servers/broken/{name}.wire",
            env!("CARGO_MANIFEST_DIR")
        ));
        let row = broken().next().unwrap();
        let base = HEALTHY.iter().find(|(it, _)| it == name).unwrap().1;
        assert_eq!(text.unwrap(), base);
        let whole = Broken { base, edits: &[], riddle: row.riddle, probe: &[], ..*row };
        let make: Box<dyn Fn() -> Player> = Box::new(|| healthy(name).unwrap());
        (make, whole.session().unwrap(), *name)
    });
    // Of some it is not what they say that is wrong, or it is too long to stand in a session.
    let exact = |row: &&Broken| row.is_served() && row.reads().is_none() && row.slug != "too-long";
    let rows = broken().filter(exact);
    let rows = rows.map(|row| {
        let make: Box<dyn Fn() -> Player> = Box::new(|| row.player().unwrap());
        (make, row.session().unwrap(), row.slug)
    });
    for (make, session, name) in healthy_ones.chain(rows) {
        let (said, should) = played(&make, &session);
        assert_eq!(said, should, "{name}");
    }
}

/// All that a served session writes when it reads this and then the end of its input.
fn served(name: &str, input: &str) -> Vec<u8> {
    let mut child = Command::new(PROGRAM)
        .args(["serve", name])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

#[test]
fn a_served_session_writes_just_the_bytes_of_its_script() {
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    let result = r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"ward","version":"1.0"}}}"#;
    let line = format!("{hello}\n");
    for (name, expected) in [
        ("healthy/handshake", format!("{result}\n")),
        ("broken/malformed-line", format!("Weather server ready\n{result}\n")),
        ("broken/crlf", format!("{result}\r\n")),
    ] {
        assert_eq!(String::from_utf8(served(name, &line)).unwrap(), expected, "{name}");
        assert_eq!(served(name, ""), b"", "{name}");
    }
}

/// What a probe of this server finds first, and what the doctor finds first in what it wrote down.
fn found(name: &str, words: &[&str]) -> (String, String) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name.replace('/', "-") + ".wire");
    let wire = file.to_str().unwrap();
    let told = ["probe", "--json", "--timeout", "3s", "--wire", wire];
    let server = ["--", PROGRAM, "serve", name];
    let ran = runs_words(&[&told[..], words, &server].concat());
    let report = parse(&ran.out).unwrap_or_default();
    let rule = report.get("rule").and_then(Value::as_string);
    let rule = rule.map_or_else(|| "nothing".to_owned(), |rule| rule.as_written().to_owned());
    (rule, read(&fs::read_to_string(&file).unwrap_or_default()))
}

/// What is found first in a session of one process or several, apart from what its client does.
fn read(wire: &str) -> String {
    let mut examination = Examination::default();
    for (at, crossing) in session(wire).crossings.iter().enumerate() {
        examination.see(at, crossing);
    }
    // A probe says unusual things on purpose, and that is no fault of the server.
    let findings = examination.finish(true).findings;
    let first = findings.iter().find(|found| found.owner != Owner::Client);
    first.map_or("nothing", |found| found.rule.slug).to_owned()
}

/// Does this with every row, four at a time, and names all those of which it says something.
#[track_caller]
fn each(rows: Vec<&'static Broken>, wrong: impl Fn(&'static Broken) -> Option<String> + Sync) {
    let (open, said) = (Mutex::new(VecDeque::from(rows)), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let row = open.lock().unwrap().pop_front();
                    let Some(row) = row else { break };
                    let wrong = wrong(row).map(|wrong| format!("{}: {wrong}", row.slug));
                    said.lock().unwrap().extend(wrong);
                }
            });
        }
    });
    let mut said = said.into_inner().unwrap();
    said.sort();
    assert!(said.is_empty(), "{} rows:\n{}", said.len(), said.join("\n"));
}

#[test]
fn every_broken_server_is_found_out_by_a_probe_and_in_what_it_wrote_down() {
    let rows = broken().filter(|row| row.is_served()).collect();
    each(rows, |row| {
        let (probed, read) = found(&format!("broken/{}", row.slug), row.probe);
        let right = probed == row.slug && read == row.slug;
        (!right).then(|| format!("probe finds {probed}, the doctor {read}"))
    });
}

#[test]
fn the_same_servers_without_a_fault_are_healthy() {
    let call = ["--call", "add", "--args", r#"{"a":3,"b":4}"#];
    let asks = [&[][..], &["--quick"], &["--declare"], &call];
    let declared = [&call[..], &["--declare"]].concat();
    let ways = ["--task", "--cancel"].map(|way| [&call[..], &["--quick", way]].concat());
    thread::scope(|scope| {
        for (name, _) in HEALTHY {
            let era =
                if ["stateless", "modern"].contains(&name) { "stateless" } else { "handshake" };
            let spoken = [&call[..], &["--era", era]].concat();
            let all: Vec<Vec<&str>> = asks.iter().map(|words| words.to_vec()).collect();
            let all = [all, vec![declared.clone(), spoken], ways.to_vec()].concat();
            scope.spawn(move || {
                for words in all {
                    let nothing = ("nothing".to_owned(), "nothing".to_owned());
                    assert_eq!(
                        found(&format!("healthy/{name}"), &words),
                        nothing,
                        "{name} {words:?}"
                    );
                }
            });
        }
    });
}

#[test]
fn every_broken_client_is_found_out_when_it_is_played() {
    let rows = broken().filter(|row| row.is_client()).collect();
    each(rows, |row| {
        let ran = runs_words(&["break", row.slug, "--timeout", "2s"]);
        let head = ran.out.lines().find(|line| line.starts_with("broken: ")).unwrap_or("nothing");
        let right = head.split(" · ").nth(1) == Some(row.slug);
        (!right || ran.code != 1).then(|| format!("{} {head} {}", ran.code, ran.err))
    });
}

#[test]
fn every_row_is_a_riddle_and_has_an_answer_in_both_languages() {
    for (lang, rule) in [("en", "   rule   "), ("zh", "   规则   ")] {
        let riddles = runs(&format!("broken --lang {lang}"));
        let answers = runs(&format!("broken --answer --lang {lang}"));
        assert_eq!((riddles.code, answers.code), (0, 0));
        let count = broken().count();
        let lines = |text: &str, start| text.lines().filter(|it| it.starts_with(start)).count();
        assert_eq!((lines(&riddles.out, "   ? "), lines(&riddles.out, rule)), (count, 0));
        assert_eq!((lines(&answers.out, "   ? "), lines(&answers.out, rule)), (count, count));
    }
    let riddle = "crlf\n   ? It was written on Windows. On the author's machine it works; a client in Go says: invalid trailing data.\n";
    assert_eq!(runs("broken crlf").out, riddle);
    let answer = runs("broken crlf --answer").out;
    assert!(answer.starts_with(riddle), "{answer}");
    let see = "   see   mcp-lab probe -- mcp-lab serve broken/crlf\n   see   mcp-lab doctor transcripts/broken/crlf.wire\n";
    assert!(answer.ends_with(see), "{answer}");
}

#[test]
fn a_name_that_cannot_be_played_says_what_to_type_instead() {
    let hint = "\nmcp-lab help shows what there is\n";
    for (line, said) in [
        ("serve broken/crfl", "unknown broken session `crfl`; did you mean `crlf`?"),
        ("broken crfl", "unknown broken session `crfl`; did you mean `crlf`?"),
        ("break crfl", "unknown broken session `crfl`; did you mean `crlf`?"),
        ("serve healthy/modem", "unknown healthy session `modem`; did you mean `modern`?"),
    ] {
        let ran = runs(line);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}");
        assert_eq!(ran.err, format!("mcp-lab: {said}{hint}"));
    }
    let said = "mcp-lab: in crlf the server is broken, not the client: type mcp-lab probe -- mcp-lab serve broken/crlf\n";
    assert_eq!(runs("break crlf").err, said);
    for row in broken().filter(|row| !row.is_served()) {
        let ran = runs(&format!("serve broken/{}", row.slug));
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", row.slug);
        assert!(ran.err.contains(": type mcp-lab br"), "{}", ran.err);
    }
}

#[test]
fn a_session_of_which_nothing_is_known_is_read_all_the_same() {
    let nothing = session("");
    let mut player = Player::new(&nothing, &nothing);
    assert_eq!(player.starts(), []);
    let heard = player.hears(br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#);
    assert_eq!(heard, [Act::Write(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n".into())]);
    assert_eq!(player.ends(), [Act::Exit(0)]);
}
