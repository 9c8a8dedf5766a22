//! A listener as its clients see it: bytes in, bytes out. RFC 9112.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_wire;

use http_wire::{END, LONG, STREAM, Up, Wire, by, chunk, listens, up};
use mcp_lab::text::Lang;
use mcp_lab::transport::http::{Fault, Listener, Reply, Request, Status};
use std::io::{self, Read as _};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Says what was asked.
fn echo(request: &Request<'_>, reply: Reply<'_>) -> io::Result<()> {
    let body = str::from_utf8(request.body).unwrap();
    let said = format!("{} {} {body}", request.method, request.path);
    reply.whole(Status::OK, &[], said.as_bytes())
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n")
}

fn ok(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n";
const BROKEN: &str =
    "HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// A service whose answers to `/wait` take until they are let go.
fn gated() -> (Up, Receiver<()>, Sender<()>) {
    gated_by(http_wire::bound())
}

fn gated_by(listener: Listener) -> (Up, Receiver<()>, Sender<()>) {
    let (entering, entered) = channel();
    let (go, gate) = channel();
    let gate = Mutex::new(gate);
    let service = by(move |request, reply| {
        if request.path == "/wait" {
            entering.send(()).unwrap();
            gate.lock().unwrap().recv_timeout(LONG).unwrap();
        }
        echo(request, reply)
    });
    (listens(listener, service), entered, go)
}

#[test]
fn requests_that_come_together_are_answered_in_order() {
    let post = "POST /c HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi";
    let chunked =
        "PUT /d HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nyo\r\n0\r\n\r\n";
    let asked = [&get("/a"), post, chunked, &get("/b")].concat();
    let said = [ok("GET /a "), ok("POST /c hi"), ok("PUT /d yo"), ok("GET /b ")].concat();
    assert_eq!(up(by(echo)).says(&asked), said);
}

#[test]
fn whether_a_connection_stays_is_said_by_its_version_and_by_connection() {
    let up = up(by(echo));
    let rows = [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "", true),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, CLOSE\r\n\r\n", "close", false),
        ("GET / HTTP/1.0\r\n\r\n", "close", false),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "keep-alive", true),
        ("GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", "close", false),
    ];
    for (request, word, stays) in rows {
        let field = if word.is_empty() { String::new() } else { format!("Connection: {word}\r\n") };
        let answer = format!("HTTP/1.1 200 OK\r\n{field}Content-Length: 6\r\n\r\nGET / ");
        let times = if stays { 2 } else { 1 };
        let mut wire = up.wire();
        wire.send(&request.repeat(2));
        wire.reads(&answer.repeat(times));
        if stays {
            wire.half_close();
        }
        assert_eq!(wire.rest(), "", "{request}");
    }
}

#[test]
fn head_is_answered_with_the_head_alone() {
    let asked = "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n".to_owned() + &get("/b");
    let said = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n".to_owned() + &ok("GET /b ");
    assert_eq!(up(by(echo)).says(&asked), said);
}

#[test]
fn who_waits_for_a_go_ahead_gets_one_and_who_does_not_gets_none() {
    let up = up(by(echo));
    let head = |expect: &str| {
        format!("POST /a HTTP/1.1\r\nHost: a\r\nExpect: {expect}\r\nContent-Length: 2\r\n\r\n")
    };
    let mut wire = up.wire();
    wire.send(&head("100-continue"));
    wire.reads("HTTP/1.1 100 Continue\r\n\r\n");
    wire.send("hi");
    wire.reads(&ok("POST /a hi"));
    assert_eq!(up.says(&(head("100-Continue") + "hi")), ok("POST /a hi"));
    assert_eq!(
        up.says(&(head("magic") + "hi")),
        refused(Fault::Expectation, "417 Expectation Failed")
    );
}

#[test]
fn a_client_that_says_nothing_more_still_gets_its_answer() {
    let (up, entered, go) = gated();
    let mut wire = up.wire();
    wire.send(&get("/wait"));
    wire.half_close();
    entered.recv_timeout(LONG).unwrap();
    go.send(()).unwrap();
    assert_eq!(wire.rest(), ok("GET /wait "));
}

#[test]
fn a_stream_is_chunks_and_in_the_old_http_whatever_comes_before_the_end() {
    let up = up(by(|_, reply| {
        let mut stream = reply.stream(&[("X", "y")])?;
        stream.event(Some("1"), "a\nb")?;
        stream.retry(500)?;
        stream.comment("c\r\nd")?;
        stream.end()
    }));
    let pieces = ["id: 1\ndata: a\ndata: b\n\n", "retry: 500\n\n", ":c  d\n\n"];
    let chunks = pieces.map(chunk).concat();
    let head = STREAM.replace("OK\r\n", "OK\r\nX: y\r\n");
    assert_eq!(up.says(&get("/").repeat(2)), format!("{head}{chunks}{END}").repeat(2));
    assert_eq!(up.says(&get("/").replace("GET", "HEAD").repeat(2)), head.repeat(2));
    let old = head.replace("X: y\r\n", "X: y\r\nConnection: close\r\n");
    let old = old.replace("Transfer-Encoding: chunked\r\n", "");
    let kept = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    assert_eq!(up.says(&kept.repeat(2)), old + &pieces.concat());
}

#[test]
fn a_client_that_leaves_in_the_middle_of_a_stream_costs_only_itself() {
    let (tell, told) = channel();
    let up = up(by(move |request, reply| {
        if request.path != "/stream" {
            return echo(request, reply);
        }
        let mut stream = reply.stream(&[])?;
        let error = loop {
            if let Err(error) = stream.event(None, "more") {
                break error;
            }
        };
        tell.send(error.kind()).unwrap();
        Err(error)
    }));
    let mut wire = up.wire();
    wire.send(&get("/stream"));
    wire.reads(&(STREAM.to_owned() + &chunk("data: more\n\n")));
    drop(wire);
    let kind = told.recv_timeout(LONG).unwrap();
    let ends = [io::ErrorKind::BrokenPipe, io::ErrorKind::ConnectionReset];
    assert!(ends.contains(&kind), "{kind:?}");
    assert_eq!(up.says(&get("/next")), ok("GET /next "));
}

/// What bytes are answered with that cannot be read.
fn refused(fault: Fault, status: &str) -> String {
    let why = fault.said(Lang::En);
    let length = why.len() + 1;
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{why}\n"
    )
}

#[test]
fn what_cannot_be_read_is_answered_with_its_status_and_a_sentence() {
    let up = up(by(echo));
    let many = format!("GET / HTTP/1.1\r\nHost: a\r\n{}\r\n", "X: y\r\n".repeat(128));
    let large = format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}\r\n\r\n", "y".repeat(32 * 1024));
    let rows = [
        ("GET / HTTP/1.1\r\n\r\n", Fault::NoHost, "400 Bad Request"),
        ("\x16\x03\x01\x02\0\x01", Fault::Tls, "400 Bad Request"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Fault::Http2, "505 HTTP Version Not Supported"),
        (&many, Fault::TooManyFields, "431 Request Header Fields Too Large"),
        (&large, Fault::HeadTooLarge, "431 Request Header Fields Too Large"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16777217\r\n\r\n",
            Fault::BodyTooLarge,
            "413 Content Too Large",
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
            Fault::BadCoding,
            "501 Not Implemented",
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n{}",
            Fault::CutOff,
            "400 Bad Request",
        ),
    ];
    for (bytes, fault, status) in rows {
        let both = get("/a") + bytes;
        assert_eq!(up.says(&both), ok("GET /a ") + &refused(fault, status), "{bytes:.80}");
    }
}

#[test]
fn a_refusal_is_read_although_more_was_sent_than_anybody_reads() {
    let up = up(by(echo));
    let mut wire = up.wire();
    wire.send("GET / HTTP/1.1\r\nHost: a\r\nX y: z\r\n\r\n");
    wire.send(&"x".repeat(300_000));
    assert_eq!(wire.rest(), refused(Fault::BadName, "400 Bad Request"));
}

#[test]
fn when_one_more_comes_the_connection_that_was_idle_longest_goes() {
    let up = listens(http_wire::bound().keeping(3), by(echo));
    let mut waiting: Vec<Wire> = (0..3).map(|_| up.wire()).collect();
    let mut fourth = up.wire();
    fourth.send(&get("/4"));
    fourth.reads(&ok("GET /4 "));
    let [first, second, third] = waiting.as_mut_slice() else { panic!("three") };
    assert_eq!(first.rest(), "");
    for (wire, path) in [(second, "/2"), (third, "/3"), (&mut fourth, "/4")] {
        wire.send(&get(path));
        wire.reads(&ok(&format!("GET {path} ")));
    }
}

#[test]
fn when_all_are_busy_one_more_is_told_to_come_back() {
    let (up, entered, go) = gated_by(http_wire::bound().keeping(3));
    let mut busy: Vec<Wire> = (0..3).map(|_| up.wire()).collect();
    for wire in &mut busy {
        wire.send(&get("/wait"));
        entered.recv_timeout(LONG).unwrap();
    }
    assert_eq!(up.wire().rest(), FULL);
    (0..3).for_each(|_| go.send(()).unwrap());
    for wire in &mut busy {
        wire.reads(&ok("GET /wait "));
    }
    assert_eq!(up.says(&get("/again")), ok("GET /again "));
}

#[test]
fn a_service_that_breaks_costs_one_connection() {
    let up = up(by(|request, reply| match request.path {
        "/break" => panic!("as it should"),
        "/late" => {
            let mut stream = reply.stream(&[])?;
            stream.event(None, "one")?;
            panic!("as it should")
        }
        _ => echo(request, reply),
    }));
    let asked = get("/a") + &get("/break") + &get("/b");
    assert_eq!(up.says(&asked), ok("GET /a ") + BROKEN);
    // Nothing may stand in the middle of a stream that is no part of it.
    assert_eq!(up.says(&get("/late")), STREAM.to_owned() + &chunk("data: one\n\n"));
    assert_eq!(up.says(&get("/c")), ok("GET /c "));
    let mut wire = up.wire();
    wire.send(&get("/break"));
    wire.send(&"x".repeat(300_000));
    assert_eq!(wire.rest(), BROKEN);
}

#[test]
fn a_listener_that_is_stopped_ends_what_it_has_begun_and_begins_nothing() {
    let (up, entered, go) = gated();
    let (mut wire, mut idle) = (up.wire(), up.wire());
    wire.send(&(get("/wait") + &get("/never")));
    entered.recv_timeout(LONG).unwrap();
    idle.send(&get("/idle"));
    idle.reads(&ok("GET /idle "));
    up.stopper.stop();
    assert!(up.stopper.is_stopping() && idle.rest().is_empty());
    // The port is given back; whoever has come in between is not served.
    while let Ok(mut late) = TcpStream::connect(up.address) {
        late.set_read_timeout(Some(LONG)).unwrap();
        let read = late.read(&mut [0]).map_err(|error| error.kind());
        assert!(matches!(read, Ok(0) | Err(io::ErrorKind::ConnectionReset)), "{read:?}");
    }
    go.send(()).unwrap();
    assert_eq!(wire.rest(), ok("GET /wait "));
}

#[test]
fn a_listener_that_is_stopped_does_not_wait_for_ever_for_an_answer() {
    let (up, entered, _go) = gated();
    let mut wire = up.wire();
    wire.send(&get("/wait"));
    entered.recv_timeout(LONG).unwrap();
    drop(up);
    assert_eq!(wire.rest(), "");
}
