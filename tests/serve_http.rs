//! `serve … --http`: the command that serves over HTTP, as a process.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};

const SAYS: &str =
    "mcp-lab: serving over HTTP; only programs on this machine can reach it; Ctrl-C ends it\n";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-lab"));
    command.arg("serve").args(arguments).env("LANG", "C").env_remove("LC_ALL");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn runs(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().unwrap()
}

/// A server at work, and where it is reached.
struct Serving {
    child: Child,
    out: BufReader<ChildStdout>,
    url: String,
}

fn serving(arguments: &[&str]) -> Serving {
    begun(command(arguments).arg("--stop-on-eof"))
}

fn begun(command: &mut Command) -> Serving {
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut url = String::new();
    out.read_line(&mut url).unwrap();
    Serving { child, out, url: url.trim_end().to_owned() }
}

impl Serving {
    /// Host and port.
    fn address(&self) -> &str {
        self.url.split('/').nth(2).unwrap()
    }

    fn says(&self, asked: &str) -> String {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        stream.write_all(asked.as_bytes()).unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        said
    }

    /// Its input ends; what else it has said on both outputs, and that all went well.
    fn ends(mut self) -> (String, String) {
        drop(self.child.stdin.take());
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert!(self.child.wait().unwrap().success());
        (out, err)
    }
}

/// The same where the system lets it have only so many files and connections.
#[cfg(unix)]
fn serving_with_few(files: u32, arguments: &[&str]) -> Serving {
    let script = format!("ulimit -n {files}; exec \"$0\" serve \"$@\" --stop-on-eof");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_mcp-lab")]).args(arguments).env("LANG", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    begun(command.env_remove("LC_ALL"))
}

/// A POST after which the connection ends.
fn post(path: &str, fields: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n{fields}Content-Length: {length}\r\n\r\n{body}"
    )
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
const PONG: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 36\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

#[test]
fn the_url_is_the_only_line_on_stdout_and_a_sentence_stands_on_stderr() {
    let serving = serving(&["mini", "--http", "0", "--no-sessions"]);
    assert!(serving.url.starts_with("http://127.0.0.1:"), "{}", serving.url);
    assert!(serving.url.ends_with("/mcp") && !serving.url.contains(":0/"), "{}", serving.url);
    assert_eq!(serving.says(&post("/mcp", "", PING)), PONG);
    assert_eq!(serving.ends(), (String::new(), SAYS.to_owned()));
}

#[test]
fn every_address_is_said_with_a_warning_and_a_url_that_leads_there() {
    let serving = serving(&["mini", "--http", "0.0.0.0:0", "--no-sessions"]);
    assert!(serving.url.starts_with("http://127.0.0.1:"), "{}", serving.url);
    assert_eq!(serving.says(&post("/mcp", "", PING)), PONG);
    let warning = "mcp-lab: warning: other machines can reach this port, and nobody is asked for a password; 127.0.0.1 keeps it to this machine\n";
    assert_eq!(serving.ends(), (String::new(), warning.to_owned()));
}

#[test]
fn path_and_names_are_those_it_was_told() {
    let arguments = [
        "mini",
        "--http",
        "127.0.0.1:0",
        "--no-sessions",
        "--path",
        "/lab/x",
        "--allow-host",
        "one.example",
        "--allow-host",
        "two.example:81",
        "--allow-origin",
        "https://three.example",
    ];
    let serving = serving(&arguments);
    assert!(serving.url.ends_with("/lab/x"), "{}", serving.url);
    let with = |host: &str, fields: &str| {
        serving.says(&post("/lab/x", fields, PING).replace("localhost", host))
    };
    for host in ["localhost", "one.example:8080", "two.example:81", serving.address()] {
        assert_eq!(with(host, ""), PONG, "{host}");
    }
    for host in ["two.example", "four.example"] {
        assert!(with(host, "").starts_with("HTTP/1.1 403 Forbidden\r\n"), "{host}");
    }
    let shared = with("localhost", "Origin: https://three.example\r\n");
    let allowed = "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: https://three.example\r\n";
    assert!(shared.starts_with(allowed), "{shared}");
    let foreign = with("localhost", "Origin: https://four.example\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{foreign}");
    let elsewhere = serving.says(&post("/mcp", "", PING));
    assert!(elsewhere.starts_with("HTTP/1.1 404 Not Found\r\n"), "{elsewhere}");
    serving.ends();
}

#[test]
fn it_ends_after_the_time_it_was_given() {
    let mut child = command(&["mini", "--http", "0", "--stop-after", "50ms"]).spawn().unwrap();
    // Its input stays open meanwhile.
    let stdin = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), SAYS);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let output = runs(&["mini", "--http", &address]);
    let said = String::from_utf8_lossy(&output.stderr);
    let begin = format!("mcp-lab: {address}: cannot listen there: ");
    assert!(said.starts_with(&begin) && said.lines().count() == 1, "{said}");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
}

#[test]
fn options_that_cannot_be_meant_are_refused_with_a_sentence() {
    let rows: &[(&[&str], &str)] = &[
        (&["mini", "--path", "/x"], "`--path` means nothing without `--http`"),
        (&["mini", "--no-sessions"], "`--no-sessions` means nothing without `--http`"),
        (&["mini", "--allow-host", "a"], "`--allow-host` means nothing without `--http`"),
        (&["mini", "--stop-on-eof"], "`--stop-on-eof` means nothing without `--http`"),
        (&["mini", "--stop-after", "1s"], "`--stop-after` means nothing without `--http`"),
        (
            &["mini", "--http", "0", "--path", "mcp"],
            "`--path mcp`: a path begins with / and holds no white space, ? or #",
        ),
        (
            &["mini", "--http", "0", "--path", "/a?b"],
            "`--path /a?b`: a path begins with / and holds no white space, ? or #",
        ),
    ];
    for (arguments, why) in rows {
        let output = runs(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with(&format!("mcp-lab: {why}\n")), "{arguments:?}: {said}");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    }
    for wrong in [&["mini", "--http", "nowhere"][..], &["mini", "--http", "0", "--stop-after", "x"]]
    {
        let output = runs(wrong);
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
        assert!(output.stderr.starts_with(b"mcp-lab: "), "{output:?}");
    }
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let name = format!("serve-http-{}-{name}", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

const CAN: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;
const TOOL: &str = "test_input_required_result_request_state";

/// The call of a tool that asks, with these members beside its name.
fn asking(members: &str) -> String {
    let fields = format!(
        "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {TOOL}\r\n"
    );
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{TOOL}","arguments":{{}},{members}"_meta":{CAN}}}}}"#
    );
    post("/mcp", &fields, &body)
}

#[test]
fn what_one_process_has_sealed_another_with_the_same_key_opens() {
    let key = file("key", &[7; 32]);
    let short = file("short", &[7; 31]);
    let with = |file: &Path| {
        let file = file.to_string_lossy();
        serving(&["everything", "--http", "0", "--state-key-file", &file])
    };
    let (first, second) = (with(&key), with(&key));
    let other = serving(&["everything", "--http", "0"]);
    let asked = first.says(&asking(""));
    let state = asked.split(r#""requestState":""#).nth(1).and_then(|it| it.split('"').next());
    let state = state.unwrap();
    let members = format!(
        r#""requestState":"{state}","inputResponses":{{"confirm":{{"action":"accept","content":{{"ok":true}}}}}},"#
    );
    let answered = second.says(&asking(&members));
    assert!(answered.starts_with("HTTP/1.1 200 OK\r\n"), "{answered}");
    assert!(answered.contains(r#""resultType":"complete""#), "{answered}");
    let strange = other.says(&asking(&members));
    assert!(strange.contains(r#""error":{"code":-32602,"#), "{strange}");
    for serving in [first, second, other] {
        assert_eq!(serving.ends(), (String::new(), SAYS.to_owned()));
    }
    let shown = short.to_string_lossy();
    let output = runs(&["everything", "--http", "0", "--state-key-file", &shown]);
    let why = format!("mcp-lab: {shown}: a key needs 32 bytes or more\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), why);
    assert_eq!(output.status.code(), Some(2));
    for path in [key, short] {
        fs::remove_file(path).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn where_the_system_gives_no_more_connections_idle_ones_go_and_it_still_ends() {
    // Among them is the number at which the last one is waited for and there is none to wake with.
    for count in 8..32 {
        let serving = serving_with_few(24, &["mini", "--http", "0", "--no-sessions"]);
        let mut idle = Vec::new();
        for _ in 0..count {
            let mut stream = TcpStream::connect(serving.address()).unwrap();
            let asked = post("/mcp", "", PING).replace("Connection: close\r\n", "");
            stream.write_all(asked.as_bytes()).unwrap();
            let mut said = [0; 17];
            stream.read_exact(&mut said).unwrap();
            assert_eq!(str::from_utf8(&said), Ok("HTTP/1.1 200 OK\r\n"));
            idle.push(stream);
        }
        assert_eq!(serving.ends(), (String::new(), SAYS.to_owned()), "{count} connections");
    }
}
