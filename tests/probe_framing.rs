//! `probe` and servers whose bytes are not quite lines: what they are likely to be is said.
#![cfg(unix)]

mod probe_cases;
mod world;

use probe_cases::{HELLO, findings, finds, finds_soon, probe, runnable, session};
use world::runs_words;

#[test]
fn blank_lines_make_nobody_wait_longer() {
    let (found, steps) = findings(&["--timeout", "300ms"], "while :; do echo; sleep 0.05; done");
    assert_eq!(steps, "pF......");
    let [found] = found.as_slice() else { unreachable!("{found:?}") };
    // How many blank lines came in the time is chance.
    let (_, said) = found.split_once(": ").unwrap_or_default();
    assert_eq!(said, "no answer to initialize within 300ms; the process is still running");
}

#[test]
fn a_server_that_talks_on_makes_nobody_wait_longer() {
    let ticks = r#"while :; do echo '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}'; sleep 0.1; done"#;
    // How many lines there was time for tells how long it took.
    let ran = probe(&["--timeout", "300ms"], ticks);
    assert!(ran.out.matches("server -> ").count() < 100, "{}", ran.out);
    let (found, steps) = findings(&["--timeout", "300ms"], ticks);
    assert_eq!(steps, "pF......");
    let [found] = found.as_slice() else { unreachable!("{found:?}") };
    let (_, said) = found.split_once(": ").unwrap_or_default();
    assert_eq!(said, "no answer to initialize within 300ms; the process is still running");
}

#[test]
fn headers_a_byte_order_mark_and_json_over_several_lines_are_called_what_they_are() {
    for (said, slug, what) in [
        ("Content-Length: 151", "lsp-framing", "is a header, as LSP has them: Content-Length: 151"),
        (
            "\u{feff}{\"id\":1}",
            "byte-order-mark",
            "begins with a byte order mark (EF BB BF): \u{feff}{\"id\":1}",
        ),
        (
            "{",
            "broken-json",
            "is not one whole JSON text (expected a member name in double quotes, or `}` at byte 1): {",
        ),
        ("content-length: 151", "lsp-framing", "is a header, as LSP has them: content-length: 151"),
        (
            "[{",
            "broken-json",
            "is not one whole JSON text (expected a member name in double quotes, or `}` at byte 2): [{",
        ),
        (
            "  \"id\": 11,",
            "broken-json",
            "is not one whole JSON text (expected nothing more after the value at byte 6):   \"id\": 11,",
        ),
        (
            "[dotenv@17.2.0] injecting env (3) from .env",
            "malformed-line",
            "is what dotenv prints (give its config quiet: true): [dotenv@17.2.0] injecting env (3) from .env",
        ),
        ("[INFO] server started", "malformed-line", "is not JSON: [INFO] server started"),
        ("   ____  FastMCP", "malformed-line", "is not JSON:    ____  FastMCP"),
        ("Listening on 3000", "malformed-line", "is not JSON: Listening on 3000"),
    ] {
        finds(
            &format!("echo '{said}'; {}", session(&[])),
            "pFppappp",
            &[&format!("1 {slug} server certain 3: a line on stdout {what}")],
        );
    }
}

#[test]
fn what_is_hidden_reaches_nobody_raw() {
    let hello = HELLO.replace("\"s\"", "\"\u{9b}31m\u{feff}\u{7f}\u{202e}\"");
    let script = session(&[(HELLO, &hello)]);
    for words in [&["--json"][..], &["--lang", "zh"], &["--color", "always"]] {
        let ran = probe(words, &script);
        assert_eq!(ran.code, 0);
        for hidden in ['\u{9b}', '\u{feff}', '\u{7f}', '\u{202e}'] {
            assert!(!ran.out.contains(hidden), "{words:?} {hidden:?}");
        }
    }
    assert!(probe(&["--json"], &script).out.contains(r#""name":"\u009b31m\ufeff\u007f\u202e""#));
}

#[test]
fn an_end_is_told_by_what_came_before_it() {
    finds(
        &format!("read -r line; printf '%s\\n' '{HELLO}'; read -r line; exit 1"),
        "ppF.....",
        &[
            "2 exited server likely 6: the server exited with code 1 after it had answered initialize",
        ],
    );
    finds_soon(
        "read -r line; sleep 1000 & exit 4",
        "F.......",
        &["0 exited server likely 3: the server exited with code 4 before it answered initialize"],
    );
    finds_soon(
        &format!("read -r line; exec 0<&-; printf '%s\\n' '{HELLO}'; exec sleep 1000"),
        "ppF.....",
        &[
            "2 closed server certain 4: the server closed its stdin after it had answered initialize, and still runs",
        ],
    );
}

#[test]
fn a_script_whose_interpreter_is_missing_is_not_called_missing() {
    let script = format!("{}/no-interpreter", env!("CARGO_TARGET_TMPDIR"));
    runnable(&script, "#!/no/such/interpreter\n");
    let ran = runs_words(&["probe", "--json", "--", &script]);
    assert_eq!(ran.code, 1);
    let said = format!(
        "{script} is there, but not what is to run it; it begins with #!/no/such/interpreter"
    );
    assert!(ran.out.contains(r#""rule":"cannot-start""#) && ran.out.contains(&said), "{}", ran.out);
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_the_session() {
    let ran = probe(&["--wire", "/no/such/place"], "exit 3");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("mcp-lab: /no/such/place: "), "{}", ran.err);
}

#[test]
fn what_comes_on_stderr_meanwhile_changes_nothing_about_a_line() {
    let logs = "for i in 1 2 3 4 5 6 7 8 9; do seq 1 100 >&2; sleep 0.002; done &";
    let says = r"for i in 1 2 3 4 5 6 7 8 9; do printf '\326\320\316\304\n'; sleep 0.002; done";
    let script = format!("{logs} {says}; {}", session(&[]));
    let (found, steps) = findings(&["--timeout", "2s"], &script);
    assert_eq!((found.len(), steps.as_str()), (9, "pFppappp"), "{found:?}");
    for found in found {
        assert!(found.starts_with("1 not-utf8 server certain "), "{found}");
        assert!(found.ends_with(": a line that is not UTF-8 from byte 0 on"), "{found}");
    }
    finds(
        &format!("head -c 17000000 /dev/zero | tr '\\0' x; echo; {}", session(&[])),
        "pFppappp",
        &["1 too-long server certain 3: a line of more than 16 MiB"],
    );
}

#[test]
fn a_server_makes_no_sentence_longer_than_it_is() {
    let long = "x".repeat(9999);
    let start = |count| format!("{}…", "x".repeat(count));
    let hello =
        HELLO.replace("\"s\"", &format!("\"{long}\"")).replace("\"1\"", &format!("\"{long}\""));
    let ran = probe(&[], &session(&[(HELLO, &hello)]));
    let start_200 = start(200);
    let healthy = format!("\nhealthy: {start_200} {start_200} · 2025-11-25 · tools: 0\n");
    assert!(ran.out.contains(&healthy), "{}", ran.out);
    assert!(ran.out.contains(&format!("{start_200} {start_200} speaks 2025-11-25\n")));
    let refused =
        format!(r#"{{"jsonrpc":"2.0","id":11,"error":{{"code":-32602,"message":"{long}"}}}}"#);
    finds(
        &session(&[(HELLO, &refused)]),
        "pF......",
        &[&format!(
            "1 refused-initialize server certain 3: initialize with version 2025-11-25 was refused: error -32602: {}",
            start(200 - "error -32602: ".len())
        )],
    );
    let wrong = HELLO.replace("11,", &format!("\"{long}\","));
    let (found, _) = findings(&["--timeout", "300ms"], &session(&[(HELLO, &wrong)]));
    let said = format!("came with id \"{}; the request had 11", start(199));
    assert!(found.first().is_some_and(|it| it.ends_with(&said)), "{found:?}");
}
