//! `probe` and the two eras: which one is spoken, why, and what that says of a server.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod probe_cases;
mod world;

use mcp_lab::json::{Value, parse};
use probe_cases::eras::{DISCOVERED, LISTED, modern, old, refuses, says};
use probe_cases::{HELLO, findings, probe};
use std::fs;
use std::path::PathBuf;
use world::runs_words;

/// Which era was spoken, and why.
#[track_caller]
fn era(out: &str) -> (String, String) {
    let report = parse(out).unwrap();
    let era = report.get("era").unwrap();
    let text = |value: &Value<'_>| value.as_string().unwrap().text().unwrap().into_owned();
    let why = era.get("why").unwrap();
    assert!(!text(why.get("zh").unwrap()).is_ascii(), "{out}");
    (text(era.get("spoken").unwrap()), text(why.get("en").unwrap()))
}

/// A walk in which nothing is found: the era, and why.
#[track_caller]
fn healthy(words: &[&str], script: &str) -> (String, String) {
    let ran = probe(&[words, &["--json"]].concat(), script);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    era(&ran.out)
}

#[track_caller]
fn finds(asked: &str, script: &str, steps: &str, expected: &[&str]) {
    let (found, states) = findings(&["--timeout", "1s", "--era", asked], script);
    assert_eq!(found, expected, "{asked}: {script}");
    assert_eq!(states, steps, "{asked}: {script}");
}

const WHAT: &str = "server/discover";

#[test]
fn our_own_servers_are_walked_in_either_era() {
    for name in ["mini", "calculator", "desk"] {
        for (asked, spoken, revision, why) in [
            (
                "auto",
                "stateless",
                "2026-07-28",
                "server/discover was answered; --era handshake walks the other one",
            ),
            ("stateless", "stateless", "2026-07-28", "--era stateless asked for it"),
            ("handshake", "handshake", "2025-11-25", "--era handshake asked for it"),
        ] {
            let server = ["--", env!("CARGO_BIN_EXE_mcp-lab"), "serve", name];
            let ran = runs_words(&[&["probe", "--json", "--era", asked][..], &server].concat());
            assert_eq!(ran.code, 0, "{}", ran.out);
            assert_eq!(era(&ran.out), (spoken.to_owned(), why.to_owned()));
            assert!(ran.out.contains(&format!(r#""revision":"{revision}","tools":2"#)));
        }
    }
}

#[test]
fn every_request_of_the_stateless_era_says_who_asks_and_in_which_revision() {
    let wire = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("probe-eras-meta.wire");
    let words = ["--era", "auto", "--call", "t", "--wire", wire.to_str().unwrap()];
    assert_eq!(probe(&words, &modern(&[])).code, 0);
    let wire = fs::read_to_string(wire).unwrap();
    let sent: Vec<_> = wire.lines().filter(|line| line.starts_with("client -> ")).collect();
    let meta = concat!(
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp-lab-probe","version":""#,
        env!("CARGO_PKG_VERSION"),
        r#""},"io.modelcontextprotocol/clientCapabilities":{}}}"#
    );
    assert_eq!(sent.len(), 6, "{wire}");
    let methods = [WHAT, "tools/list", "tools/call", "tools/call", "mcp-lab/no-such-method", WHAT];
    for (line, method) in sent.iter().zip(methods) {
        assert!(line.contains(meta) && line.contains(method), "{line}");
    }
}

#[test]
fn an_old_server_is_not_broken_whatever_it_makes_of_a_discovery() {
    let exits = "was asked server/discover, and was started once more";
    for (does, why) in [
        (refuses("-32601", ""), "server/discover was refused: error -32601: no".to_owned()),
        (refuses("-32602", ""), "server/discover was refused: error -32602: no".to_owned()),
        (refuses("0", ""), "server/discover was refused: error 0: no".to_owned()),
        ("exit 1".to_owned(), format!("the server exited with code 1 when it {exits}")),
        ("exit 0".to_owned(), format!("the server exited with code 0 when it {exits}")),
        // It refuses, and ends only then.
        (
            format!("{}; exit 0", refuses("-32601", "")),
            format!("the server exited with code 0 when it {exits}"),
        ),
        (
            "exec >&-".to_owned(),
            "the server hung up when it was asked server/discover, and was started once more"
                .to_owned(),
        ),
        (":".to_owned(), "server/discover was not answered within 1s".to_owned()),
        (
            says(r#"{"jsonrpc":"2.0","id":10,"result":{}}"#),
            "server/discover was answered with something else than a discovery".to_owned(),
        ),
        (
            says(&DISCOVERED.replace("2026-07-28", "2025-06-18")),
            "server/discover was answered with revisions that have a handshake, and no other"
                .to_owned(),
        ),
    ] {
        let spoken = healthy(&["--era", "auto", "--timeout", "1s"], &old(&[(WHAT, does)]));
        assert_eq!(spoken, ("handshake".to_owned(), why));
    }
}

#[test]
fn a_server_that_ends_is_started_once_more_and_the_log_says_so() {
    let wire = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("probe-eras-exits.wire");
    let words = ["--era", "auto", "--wire", wire.to_str().unwrap()];
    let exits = [("\"id\":10", "echo 'no initialize yet' >&2; exit 1".to_owned())];
    let ran = probe(&words, &old(&exits));
    assert_eq!(ran.code, 0);
    let wire = fs::read_to_string(wire).unwrap();
    let places = [
        "-- server started: sh ",
        "client -> {\"jsonrpc\":\"2.0\",\"id\":10,",
        "-- server exited with code 1",
        "-- server started once more: sh ",
        "client -> {\"jsonrpc\":\"2.0\",\"id\":11,",
    ]
    .map(|text| wire.find(text).unwrap_or(usize::MAX));
    assert!(places.is_sorted() && wire.contains("server !! no initialize yet\n"), "{wire}");
    assert!(ran.out.contains(
        "healthy: s 1 · 2025-11-25 · tools: 0\nera: handshake, because the server exited with code 1 when it was asked server/discover, and was started once more\nclocks: "
    ));
    // What it says each time is found once.
    let banner = format!("echo banner; {}", old(&[(WHAT, "exit 1".to_owned())]));
    finds(
        "auto",
        &banner,
        "pFppappp",
        &["1 malformed-line server certain 3: a line on stdout is not JSON: banner"],
    );
    // One that does not live longer the second time either is told as it always was.
    let fails = "read -r line; echo 'config missing' >&2; exit 3";
    finds(
        "auto",
        fails,
        "F.......",
        &[
            "0 exited server likely 8: the server exited with code 3 before it answered initialize; the end of its stderr: config missing",
        ],
    );
    let ran = probe(&["--era", "auto"], fails);
    assert!(!ran.out.contains("\nera: "), "nothing was spoken: {}", ran.out);
}

#[test]
fn a_server_that_reads_no_meta_is_silent_and_not_broken() {
    let spoken = healthy(
        &["--era", "auto", "--timeout", "1s"],
        &old(&[("_meta", ":".to_owned()), (WHAT, refuses("-32601", ""))]),
    );
    assert_eq!(spoken.0, "handshake");
}

#[test]
fn a_late_answer_is_no_finding_and_may_still_decide() {
    let late = |then: &str| format!("sleep 1.4; {}", says(then));
    let no = r#"{"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"no"}}"#;
    for no in [no, &no.replace("10", "null")] {
        let words = ["--era", "auto", "--timeout", "1s"];
        let waits = [("server/discover", late(no)), ("\"initialize\"", says(HELLO))];
        assert_eq!(healthy(&words, &old(&waits)).0, "handshake");
    }
    // It may also end late.
    let ends = [(WHAT, "sleep 1.4; exit 1".to_owned())];
    let spoken = healthy(&["--era", "auto", "--timeout", "1s"], &old(&ends));
    let why = "the server exited with code 1 when it was asked server/discover, and was started once more";
    assert_eq!(spoken, ("handshake".to_owned(), why.to_owned()));
    let slow = modern(&[(WHAT, late(DISCOVERED))]);
    let why = "server/discover was answered, though late, and initialize was refused";
    let spoken = healthy(&["--era", "auto", "--timeout", "1s"], &slow);
    assert_eq!(spoken, ("stateless".to_owned(), why.to_owned()));
    let deaf = modern(&[(WHAT, late(DISCOVERED)), ("\"initialize\"", ":".to_owned())]);
    let why = "server/discover was answered, though late, and initialize was not";
    let spoken = healthy(&["--era", "auto", "--timeout", "1s"], &deaf);
    assert_eq!(spoken, ("stateless".to_owned(), why.to_owned()));
}

#[test]
fn an_old_server_that_is_to_do_without_a_handshake_says_what_it_is() {
    finds(
        "stateless",
        &old(&[(WHAT, refuses("-32601", ""))]),
        "pF......",
        &["1 handshake-only client likely 3: server/discover was refused: error -32601: no"],
    );
    finds(
        "stateless",
        &old(&[(WHAT, says(&DISCOVERED.replace("2026-07-28", "2025-06-18")))]),
        "pF......",
        &[
            "1 handshake-only client certain 3: server/discover was answered with revisions that have a handshake, and no other",
        ],
    );
    let perhaps = "; a server of the handshake era may do so, and --era auto would ask further";
    finds(
        "stateless",
        &old(&[(WHAT, ":".to_owned())]),
        "pF......",
        &[&format!(
            "1 silent server cannot tell 3: no answer to server/discover within 1s; the process is still running{perhaps}"
        )],
    );
    finds(
        "stateless",
        &old(&[(WHAT, "exit 1".to_owned())]),
        "F.......",
        &[&format!(
            "0 exited server cannot tell 3: the server exited with code 1 before it answered server/discover{perhaps}"
        )],
    );
}

#[test]
fn a_flood_before_the_first_answer_is_bounded() {
    let (found, states) = findings(&["--timeout", "5s", "--era", "auto"], "yes noise");
    assert_eq!(states, "pF......");
    assert_eq!(
        found.last().unwrap(),
        "1 silent server cannot tell 1002: 1000 lines came, and none of them answers server/discover"
    );
}

#[test]
fn a_stateless_server_without_a_discovery_is_told_what_it_lacks() {
    let listed = LISTED.replace("\"list-1\"", "12");
    let unknown = |name: &'static str| {
        let no = r#"{"jsonrpc":"2.0","id":11,"error":{"code":-32601,"message":"no"}}"#;
        (name, if name == WHAT { refuses("-32601", "") } else { says(no) })
    };
    let lists = |answer: &str| ("\"id\":12,", says(answer));
    let lacks = "server/discover is unknown to the server, which yet answers tools/list without a handshake";
    for (asked, line) in [("auto", 7), ("stateless", 5)] {
        let script = modern(&[unknown(WHAT), unknown("\"initialize\""), lists(&listed)]);
        let expected = format!("1 discover-refused server certain {line}: {lacks}");
        finds(asked, &script, "pF......", &[&expected]);
    }
    // Without a proof it may be anything.
    let plain = listed.replace(r#""resultType":"complete","#, "");
    finds(
        "auto",
        &modern(&[unknown(WHAT), unknown("\"initialize\""), lists(&plain)]),
        "pF......",
        &[
            "1 refused-initialize server likely 5: initialize with version 2025-11-25 was refused: error -32601: no",
        ],
    );
}
