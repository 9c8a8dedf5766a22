//! `probe`: what crosses is in its file while it does, and none of it is the fault of our own client.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod probe_cases;
mod world;

use mcp_lab::doctor::examine_wire;
use mcp_lab::servers::broken::HEALTHY;
use mcp_lab::transcript::Transcript;
use probe_cases::whole::{answers, whole};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use world::{Person, runs_words};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("probe-wire-{name}.wire"))
}

/// Owner and slug of whatever the doctor finds in the recording of a probe.
fn found(name: &str, words: &[&str]) -> (u8, Vec<String>) {
    let wire = file(name);
    let words = [&["probe", "--wire", wire.to_str().unwrap()], words].concat();
    let code = runs_words(&words).code;
    let wire = fs::read_to_string(wire).unwrap();
    // It is written line by line, and reads as if it had been written at once.
    assert_eq!(Transcript::from_wire(&wire).unwrap().to_wire(), wire);
    let report = examine_wire(&wire).unwrap();
    let line = |it: &mcp_lab::doctor::Finding| format!("{} {}", it.owner.word().en, it.rule.slug);
    let mut found: Vec<_> = report.findings.iter().map(line).collect();
    found.dedup();
    (code, found)
}

#[test]
fn what_a_probe_does_on_purpose_is_no_fault_of_its_client() {
    for server in ["mini", "calculator", "desk", "library", "everything"] {
        for era in ["handshake", "stateless", "auto"] {
            let command = ["--", env!("CARGO_BIN_EXE_mcp-lab"), "serve", server];
            let words = |depth| [&["--era", era, depth][..], &command].concat();
            let name = format!("{server}-{era}");
            assert_eq!(found(&name, &words("--quick")), (0, Vec::new()), "{name}");
            let (code, found) = found(&name, &words("--thorough"));
            assert_eq!(code, 0, "{name}");
            assert_eq!(found, [""; 0], "{name}");
        }
    }
}

#[test]
fn a_process_of_its_own_is_shown_when_something_is_to_be_seen_in_it() {
    let shows = |server: &str| {
        let wire = file("quiet");
        let path = wire.to_str().unwrap();
        let program = env!("CARGO_BIN_EXE_mcp-lab");
        let words = ["probe", "--era", "handshake", "--wire", path, "--", program, "serve", server];
        let out = runs_words(&words).out;
        let started = fs::read_to_string(&wire).unwrap().matches("-- server started: ").count();
        let headings = out.lines().filter(|line| line.ends_with(", in a fresh process"));
        let headings: Vec<_> = headings.map(str::to_owned).collect();
        let counted = out.lines().find_map(|line| line.split_once(" questions more, each to a"));
        (started, headings, counted.map(|(count, _)| count.to_owned()))
    };
    assert_eq!(shows("calculator"), (9, vec![], Some("8".to_owned())));
    let failing = vec!["Also asked · known-version, in a fresh process".to_owned()];
    assert_eq!(shows("broken/version-error"), (9, failing, Some("7".to_owned())));
}

#[test]
fn the_recording_of_a_healthy_server_is_healthy_however_much_is_asked() {
    for (base, era) in HEALTHY.iter().flat_map(|(base, _)| [(base, "auto"), (base, "own")]) {
        let own = if ["stateless", "modern"].contains(base) { "stateless" } else { "handshake" };
        let era = if era == "own" { own } else { era };
        let server = format!("healthy/{base}");
        let command = ["--", env!("CARGO_BIN_EXE_mcp-lab"), "serve", &server];
        let name = format!("healthy-{base}-{era}");
        for depth in ["--quick", "--thorough"] {
            let words = [&["--era", era, depth, "--timeout", "2s"][..], &command].concat();
            let (_, mut found) = found(&name, &words);
            // It is a script, and does not know what this client has subscribed to.
            found.retain(|it| *base != "modern" || !it.starts_with("server listen-"));
            assert_eq!(found, [""; 0], "{name} {depth}");
        }
    }
}

#[test]
fn a_probe_finds_no_fault_of_its_own() {
    let answer = answers(r#""error":{"code":-32603,"message":"no"}"#);
    for script in [
        whole(&[]),
        whole(&[("*'\"tools/list\"'*", answer.clone())]),
        whole(&[("*'\"ping\"'*", answer)]),
        whole(&[("*'\"initialize\"'*", "exit 3".to_owned())]),
    ] {
        let words = ["probe", "--json", "--timeout", "1s", "--", "sh", "-c", &script];
        let ran = runs_words(&words);
        assert!(!ran.out.contains(r#""owner":"client""#), "{}", ran.out);
    }
}

#[test]
fn a_probe_that_is_killed_leaves_what_has_crossed() {
    let wire = file("killed");
    let _ = fs::remove_file(&wire);
    let script = "read -r line; echo 'still loading' >&2; exec sleep 60";
    let mut probe = Command::new(env!("CARGO_BIN_EXE_mcp-lab"))
        .args(["probe", "--era", "handshake", "--timeout", "60s", "--wire"])
        .arg(&wire)
        .args(["--", "sh", "-c", script])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let left = || fs::read_to_string(&wire).unwrap_or_default();
    for _ in 0..1000 {
        if left().lines().count() >= 3 {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    probe.kill().unwrap();
    probe.wait().unwrap();
    let left = left();
    // What is said on stderr may overtake the line that it is said about.
    let mut lines: Vec<_> = left.lines().collect();
    lines.sort_unstable();
    let [started, asked, said] = lines.as_slice() else { unreachable!("{left}") };
    assert!(started.starts_with("-- server started: sh -c "), "{left}");
    assert!(asked.starts_with(r#"client -> {"jsonrpc":"2.0","id":11,"method":"initialize""#));
    assert_eq!(*said, "server !! still loading");
}

#[test]
fn a_client_can_declare_everything_and_decline_it() {
    let asks = r#"printf '{"jsonrpc":"2.0","id":"%s","method":"%s","params":{"message":"Who?","requestedSchema":{"type":"object","properties":{}},"messages":[],"maxTokens":1}}\n'"#;
    let call = ["elicitation/create", "roots/list", "sampling/createMessage"]
        .map(|method| format!("{} ; read -r answer; ", asks.replace("%s", method)));
    let call =
        format!("call=$id; {} id=$call; {}", call.concat(), answers(r#""result":{"content":[]}"#));
    let script = whole(&[("*'\"name\":\"t\"'*", call)]);
    let wire = file("declare");
    let words = ["probe", "--declare", "--call", "t", "--timeout", "2s", "--wire"];
    let rest = [wire.to_str().unwrap(), "--", "sh", "-c", &script];
    let ran = runs_words(&[&words[..], &rest].concat());
    assert_eq!(ran.code, 0, "{}", ran.out);
    let wire = fs::read_to_string(wire).unwrap();
    for line in [
        r#""capabilities":{"roots":{},"sampling":{},"elicitation":{}}"#,
        r#""_meta":{"progressToken":"mcp-lab-call"}"#,
        r#"client -> {"jsonrpc":"2.0","id":"elicitation/create","result":{"action":"decline"}}"#,
        r#"client -> {"jsonrpc":"2.0","id":"roots/list","result":{"roots":[]}}"#,
        r#"client -> {"jsonrpc":"2.0","id":"sampling/createMessage","error":{"code":-1,"message":"User rejected sampling request"}}"#,
    ] {
        assert!(wire.contains(line), "{line}\n{wire}");
    }
}

#[test]
fn on_a_terminal_a_probe_says_how_far_it_is() {
    let env = &[("PATH", "/usr/bin:/bin")][..];
    let person = Person { terminal: true, env, ..Person::default() };
    let script = whole(&[]);
    let mut out = Vec::new();
    let words = ["probe", "--era", "handshake", "--timeout", "2s", "--", "sh", "-c", &script];
    let (code, err) = person.runs_words_into(&mut out, &words);
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&out));
    let shown: Vec<_> = err.split("\r\u{1b}[K").collect();
    assert!(shown.contains(&"7 goodbye…"), "{shown:?}");
    assert!(shown.contains(&"question 3 of 8, in a fresh process: malformed-line…"), "{shown:?}");
    assert_eq!(shown.last(), Some(&""));
}
