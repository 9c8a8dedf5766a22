//! The doctor on logs that clients have written, and on what people paste.

mod recordings;

use mcp_lab::doctor::examine;
use recordings::{first, notes, recording, unreadable};

/// A log of Claude Desktop: a time and a name in front of each of these, unless it is a line of stderr.
fn desktop(lines: &[&str]) -> String {
    let stamp = "2025-03-12T10:11:12.123Z [weather]";
    let line = |line: &&str| match line.strip_prefix("! ") {
        Some(stderr) => format!("{stderr}\n"),
        None => format!("{stamp} {line}\n"),
    };
    lines.iter().map(line).collect()
}

const BEGIN: &str = "[info] Initializing server...";
const HELLO: &str = r#"[info] Message from client: {"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"claude-ai","version":"0.1.0"}},"jsonrpc":"2.0","id":0}"#;
const REPLY: &str = r#"[info] Message from server: {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"weather","version":"1.0.0"}}}"#;
const READY: &str =
    r#"[info] Message from client: {"method":"notifications/initialized","jsonrpc":"2.0"}"#;
const GONE: &str = "[info] Server transport closed";

#[test]
fn a_session_in_claude_desktop_that_went_well_is_healthy() {
    let log = desktop(&[
        BEGIN,
        "[info] Server started and connected successfully",
        HELLO,
        REPLY,
        READY,
        "[info] Shutting down server...",
        "[info] Client transport closed",
        GONE,
    ]);
    assert_eq!(first(&log), "healthy");
    let newer = log.replace('\n', " { metadata: undefined }\n");
    assert_eq!(first(&newer), "healthy");
    assert_eq!(recording(&newer).report.server, Some(("weather".to_owned(), "1.0.0".to_owned())));
    let other = newer.replace("[weather] [info]", "[info] [weather]");
    assert_eq!(first(&other), "healthy");
}

#[test]
fn a_server_that_left_is_told_with_its_last_words() {
    let log = desktop(&[
        BEGIN,
        HELLO,
        "! ModuleNotFoundError: No module named 'mcp'",
        GONE,
        "[info] Client transport closed",
        "[info] Server transport closed unexpectedly, this is likely due to the process exiting early.",
        "[error] Server disconnected.",
    ]);
    assert_eq!(first(&log), "0 exited config likely line 4");
    assert_eq!(recording(&log).report.findings.len(), 1);
    assert_eq!(
        notes(&log),
        [
            "its stderr: the server's program runs in a Python that lacks a package; next: install the package into the Python that the configuration names, or name that Python by its full path"
        ]
    );
}

#[test]
fn a_client_that_gave_up_is_no_fault_of_the_client() {
    let cancelled = r#"[info] Message from client: {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0,"reason":"Error: MCP error -32001: Request timed out"}}"#;
    let log = desktop(&[BEGIN, HELLO, cancelled, "[info] Client transport closed", GONE]);
    assert_eq!(first(&log), "1 silent server cannot tell line 4");
}

#[test]
fn what_claude_desktop_could_not_read_is_quoted() {
    let log = desktop(&[
        BEGIN,
        HELLO,
        r#"[error] Unexpected token 'W', "Weather se"... is not valid JSON"#,
        REPLY,
        READY,
    ]);
    assert_eq!(first(&log), "0 malformed-line server likely line 3");
    let report = recording(&log).report;
    let what = &report.findings.first().unwrap().what;
    assert_eq!(
        what.en,
        r#"something that is no message came on stdout; it begins with "Weather se""#
    );
}

#[test]
fn a_message_that_the_log_has_cut_is_not_held_against_anybody() {
    let list =
        r#"[info] Message from client: {"method":"tools/list","params":{},"jsonrpc":"2.0","id":1}"#;
    for cut in [
        r#"[info] Message from server: {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a",...[52653 chars truncated]..."#,
        r#"[info] Message from server: {"jsonrpc":"2.0","id":1,"result":{"tools":[{"na"#,
        r#"[info] Message from server: {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a...[9 chars truncated]"}]}} { metadata: undefined }"#,
    ] {
        assert_eq!(first(&desktop(&[BEGIN, HELLO, REPLY, READY, list, cut])), "healthy", "{cut}");
    }
}

#[test]
fn of_a_log_of_several_servers_the_first_is_followed() {
    let log = desktop(&[BEGIN, HELLO, REPLY, READY]);
    let other = log
        .replace("[weather]", "[other]")
        .replace("Message from server: {", "Message from server: {\"id\":9,");
    let pairs = log.lines().zip(other.lines()).map(|(one, two)| format!("{one}\n{two}\n"));
    let both = pairs.collect::<Vec<_>>().concat();
    assert_eq!(first(&both), "healthy");
    assert_eq!(notes(&both), ["several servers write into this log; only weather was looked at"]);
}

fn editor(lines: &[&str]) -> String {
    let lines: Vec<_> =
        lines.iter().map(|line| format!("2025-11-20 11:42:06.129 {line}\n")).collect();
    lines.concat()
}

#[test]
fn the_log_of_vs_code_is_read_with_and_without_messages() {
    let start = "[info] Starting server weather";
    let from = "[info] Starting server from LocalProcess extension host";
    let banner = r#"[warning] Failed to parse message: "Weather ready\n""#;
    let works = "[info] Discovered 8 tools";
    assert_eq!(
        first(&editor(&[start, from, banner, works])),
        "0 malformed-line server certain line 3 byte 0"
    );
    let waits = "[info] Waiting for server to respond to `initialize` request...";
    assert_eq!(first(&editor(&[start, from, waits, waits])), "0 silent server cannot tell line 3");
    let well = unreadable(&editor(&[start, from, waits, works]));
    assert_eq!(
        well, "no session and no known error message is in it",
        "it worked, and no message was logged"
    );
    let exited = "[info] Connection state: Error Process exited with code 1";
    let stderr = "[warning] [server stderr] Error: Cannot find module '/x.js'";
    assert_eq!(first(&editor(&[start, from, stderr, exited])), "0 exited config likely line 4");
    let missing = "[error] Connection state: Error spawn uvx ENOENT";
    assert_eq!(first(&editor(&[start, from, missing])), "0 not-found config certain line 3");
    let hello = HELLO.replace("[info] Message from client: ", "[debug] [editor -> server] ");
    let reply = REPLY.replace("[info] Message from server: ", "[debug] [server -> editor] ");
    assert_eq!(first(&editor(&[start, from, &hello, &reply])), "healthy");
    let wrong = reply.replace("\"id\":0", "\"id\":\"0\"");
    let found = "1 wrong-id server certain line 4 byte 22 column 74";
    assert_eq!(first(&editor(&[start, from, &hello, &wrong])), found);
}

#[test]
fn the_log_of_cursor_is_read_for_what_it_says() {
    let start = "[info] rmcp: Starting new stdio process with command: npx x";
    let closed = [
        "[info] rmcp: Client closed for command",
        "[error] rmcp: Error in MCP: Client closed",
        "[error] rmcp: Failed to reload client: MCP error -32000: Connection closed",
    ];
    let log = editor(&[&[start], closed.as_slice()].concat());
    assert_eq!(first(&log), "0 exited server cannot tell line 4");
    assert_eq!(
        notes(&log),
        ["next: mcp-lab probe -- CMD, with the command from the configuration"]
    );
    let missing = "[error] rmcp: A system error occurred (spawn npx ENOENT)";
    assert_eq!(first(&editor(&[start, missing])), "0 not-found config likely line 2");
}

/// What people paste, and what is made of it.
const PASTED: &[(&str, &str)] = &[
    ("MCP error -32000: Connection closed", "0 exited server cannot tell line 1"),
    ("Error: spawn npx ENOENT", "0 not-found config likely line 1"),
    (
        "Unexpected token 'A', \"Azure DevO\"... is not valid JSON",
        "0 malformed-line server likely line 1",
    ),
    ("McpError: MCP error -32001: Request timed out", "0 silent server cannot tell line 1"),
    (
        "Error: Server does not support tools (required for tools/list)",
        "3 undeclared-tools server likely line 1",
    ),
    ("MCP error -32602: Unsupported protocol version", "1 refused-initialize server likely line 1"),
    ("MCP error -32602: Invalid request parameters", "0 reported-error client cannot tell line 1"),
    ("MCP error -32601: Method not found", "0 reported-error client cannot tell line 1"),
    (
        "Tool x has an output schema but did not return structured content",
        "4 output-schema server likely line 1",
    ),
    (
        "Structured content does not match the tool's output schema",
        "4 output-schema server likely line 1",
    ),
    (
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid request parameters"}}"#,
        "0 reported-error client cannot tell line 1",
    ),
    ("Error: write EPIPE", "0 exited server likely line 1"),
    ("invalid trailing data at the end of stream", "0 crlf server likely line 1"),
    ("'gbk' codec can't encode character '\\u2713'", "0 not-utf8 server likely line 1"),
    ("ModuleNotFoundError: No module named 'mcp'", "0 exited config likely line 1"),
    ("zsh: command not found: uvx", "0 not-found config likely line 1"),
    ("process failed: exit code 127", "0 not-found config likely line 1"),
    ("Not Acceptable: Client must accept both", "0 reported-error client likely line 1"),
    ("Bad Request: No valid session ID provided", "0 reported-error client likely line 1"),
    (
        "Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
        "0 reported-error config likely line 1",
    ),
    ("hello\n\nError: Connection closed\n  spawn uvx ENOENT\n", "0 not-found config likely line 4"),
];

#[test]
fn a_pasted_error_message_is_explained_and_never_certain() {
    for (text, found) in PASTED {
        assert_eq!(first(text), *found, "{text}");
        let report = recording(text).report;
        // A configuration is changed at once, and the finding itself says how.
        if found.contains(" config ") {
            assert!(report.findings.first().unwrap().remedy.is_some(), "{text}");
            continue;
        }
        let next = report.notes.first().unwrap();
        assert!(next.en.starts_with("next: ") && next.zh.starts_with("下一步："), "{text}");
    }
}

#[test]
fn what_is_no_recording_is_refused_with_the_reason() {
    let nothing = "no session and no known error message is in it";
    assert_eq!(unreadable(""), "it is empty");
    assert_eq!(unreadable("\n\n"), nothing);
    assert_eq!(unreadable("a shopping list\nmilk\n"), nothing);
    assert_eq!(unreadable("{\"level\":\"info\"}\n"), nothing);
    assert_eq!(unreadable("-- server started: x\n# a note\n"), nothing);
    assert_eq!(unreadable(&"\0".repeat(100)), "it is no text");
    let utf16: Vec<u8> = "\u{feff}client".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let why = examine(&mut utf16.as_slice()).unwrap().err().unwrap();
    assert!(
        why.en.starts_with("it is UTF-16, as older versions of PowerShell write with >"),
        "{}",
        why.en
    );
    assert!(why.zh.starts_with("它是 UTF-16") && why.zh.contains("doctor 能读的有"), "{}", why.zh);
}
