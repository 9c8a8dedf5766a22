//! `tap --http`: what passes is the same to the byte, and what is written down is what passed.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::transport::http::{Heading, HttpRelay, Piece, Watch};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::{fs, thread};

/// A tap that runs, and where it listens.
struct Tap(Child, String);

impl Tap {
    fn start(to: &str, log: &PathBuf) -> Self {
        drop(fs::remove_file(log));
        let mut child = Command::new(env!("CARGO_BIN_EXE_mcp-lab"))
            .args(["tap", "--http", "0", "--stop-on-eof", "--to", to, "--log"])
            .arg(log)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address = url.trim().strip_prefix("http://").unwrap();
        let address = address.split('/').next().unwrap().to_owned();
        Self(child, address)
    }

    /// Ends it, and says what it wrote down.
    fn log(mut self, log: &PathBuf) -> String {
        drop(self.0.stdin.take());
        assert!(self.0.wait().unwrap().success());
        fs::read_to_string(log).unwrap()
    }
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A server of one connection that answers with these bytes once it has read so many, and hands them over.
fn server(reads: usize, answer: Vec<u8>) -> (String, thread::JoinHandle<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let serving = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut came = vec![0; reads];
        stream.read_exact(&mut came).unwrap();
        stream.write_all(&answer).unwrap();
        came
    });
    (url, serving)
}

const HEAD: &str = "POST /mcp?x=1 HTTP/1.1\r\nhOsT: box:8002\r\nContent-Type:application/json\r\nAccept: application/json,  text/event-stream\r\nAuthorization: Bearer abc\r\nX-Odd:\t  kept \r\nContent-Length: 40\r\n\r\n";
const BODY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn every_byte_passes_as_it_came_and_the_log_shows_heads_and_messages() {
    let log = file("tap-http.wire");
    let events = "data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"result\":{}}\n\n";
    let chunks = format!("{:x};x=y\r\n{events}\r\n0\r\nTrailer: t\r\n\r\n", events.len());
    let answer = format!(
        "HTTP/1.1 200 Fine\r\ncontent-type: Text/Event-Stream; charset=utf-8\r\nmcp-session-id: s\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}"
    );
    let request = format!("{HEAD}{BODY}");
    let (url, serving) = server(request.len(), answer.clone().into_bytes());
    let tap = Tap::start(&url, &log);
    let mut client = TcpStream::connect(&tap.1).unwrap();
    client.write_all(request.as_bytes()).unwrap();
    let mut came = Vec::new();
    client.read_to_end(&mut came).unwrap();
    assert_eq!(String::from_utf8(came).unwrap(), answer);
    assert_eq!(String::from_utf8(serving.join().unwrap()).unwrap(), request);
    drop(client);
    let written = tap.log(&log);
    let expected = format!(
        "-- client speaks to {url}
client >> POST /mcp?x=1 HTTP/1.1 | hOsT: box:8002 | Content-Type: application/json | Accept: application/json,  text/event-stream | Authorization: Bearer (left out) | X-Odd: kept
client -> {BODY}
server >> 200 text/event-stream | mcp-session-id: s
server -> {{\"jsonrpc\":\"2.0\", \"id\":1,\"result\":{{}}}}
"
    );
    assert_eq!(written, expected);
}

#[test]
fn what_is_no_http_passes_all_the_same() {
    let log = file("tap-no-http.wire");
    let noise: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let (url, serving) = server(noise.len(), noise.clone());
    let tap = Tap::start(&url, &log);
    let mut client = TcpStream::connect(&tap.1).unwrap();
    let mut other = client.try_clone().unwrap();
    let sent = noise.clone();
    let sending = thread::spawn(move || other.write_all(&sent).unwrap());
    let mut came = Vec::new();
    client.read_to_end(&mut came).unwrap();
    sending.join().unwrap();
    assert!(came == noise && serving.join().unwrap() == noise);
    drop(client);
    let written = tap.log(&log);
    assert!(written.contains("# what the client said here was left out: "), "{written}");
}

#[test]
fn where_nobody_listens_the_log_says_so() {
    let log = file("tap-nobody.wire");
    let tap = Tap::start("http://127.0.0.1:1/mcp", &log);
    let mut client = TcpStream::connect(&tap.1).unwrap();
    let mut came = Vec::new();
    client.read_to_end(&mut came).unwrap();
    assert_eq!(came, b"");
    let written = tap.log(&log);
    assert!(written.contains("\n-- server could not be reached: 127.0.0.1:1: "), "{written}");
}

#[test]
fn the_two_options_belong_together() {
    for words in [
        &["tap", "--http", "0", "--log", "x"][..],
        &["tap", "--to", "http://127.0.0.1:1/", "--log", "x"],
        &["tap", "--http", "0", "--to", "https://example.com/", "--log", "x"],
        &["tap", "--http", "0", "--to", "http://127.0.0.1:1/", "--log", "x", "--", "cat"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_mcp-lab")).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn the_relay_says_where_it_listens() {
    let (relay, _copies) = HttpRelay::bind("127.0.0.1:0", "127.0.0.1:1").unwrap();
    assert!(relay.local_addr().unwrap().port() > 0);
}

/// What is read along of these bytes, cut into pieces of this size.
fn watched(mut watch: Watch, bytes: &[u8], size: usize) -> Vec<String> {
    let mut read: Vec<String> = Vec::new();
    let mut begun = false;
    let mut each = |piece: Piece<'_>| match piece {
        Piece::Head(Heading { start, fields }) => read.push(format!("{start} {}", fields.len())),
        Piece::Body(bytes) => {
            let text = String::from_utf8_lossy(bytes);
            match read.last_mut().filter(|_| begun) {
                Some(last) => last.push_str(&text),
                None => read.push(format!("+{text}")),
            }
            begun = true;
        }
        Piece::End => {
            begun = false;
            read.push("end".to_owned());
        }
        Piece::Lost(why) => read.push(format!("lost: {why}")),
    };
    for piece in bytes.chunks(size) {
        watch.push(piece, &mut each);
    }
    watch.close(&mut each);
    read
}

#[test]
fn messages_are_read_along_however_they_are_cut() {
    let answers = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nHTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\nHTTP/1.0 200 OK\r\n\r\nto the end";
    let requests = format!("\r\n{HEAD}{BODY}GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    for size in [1, 2, 3, 7, 64, 4096] {
        let read = watched(Watch::of_answers(), answers.as_bytes(), size);
        let expected = [
            "HTTP/1.1 200 OK 1",
            "+abcde",
            "end",
            "HTTP/1.1 204 No 1",
            "end",
            "HTTP/1.0 200 OK 0",
            "+to the end",
            "end",
        ];
        assert_eq!(read, expected, "{size}");
        let read = watched(Watch::of_requests(), requests.as_bytes(), size);
        let body = format!("+{BODY}");
        let expected =
            ["POST /mcp?x=1 HTTP/1.1 6", body.as_str(), "end", "GET / HTTP/1.1 1", "end"];
        assert_eq!(read, expected, "{size}");
    }
}
