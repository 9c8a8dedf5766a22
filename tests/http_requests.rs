//! Requests as bytes: what is understood, what is refused, and that it makes no difference in which
//! pieces they come. RFC 9112.

use mcp_lab::transport::http::{Clock, MAX_BODY_BYTES, MAX_FIELDS, Requests, Unread};
use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A clock that stands still.
const NOON: Clock = || Duration::ZERO;

/// Hands bytes out in pieces of one length.
struct Pieces<'b>(Cursor<&'b [u8]>, usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(buffer.get_mut(..length).unwrap_or_default())
    }
}

/// What all requests in these bytes are, one line each, read in pieces of this length.
fn read(bytes: &[u8], piece: usize) -> String {
    let mut requests = Requests::new(Pieces(Cursor::new(bytes), piece), NOON);
    let mut said = String::new();
    loop {
        match requests.next(|| Ok(())) {
            Ok(Some(request)) => {
                let query = request.query.map(|query| format!("?{query}")).unwrap_or_default();
                said.extend([request.method, " ", request.path, &query]);
                for (name, value) in request.fields.iter().filter(|(name, _)| *name != "Host") {
                    said.extend([" ", name, "=", value]);
                }
                let keeps = if request.keeps_alive() { "" } else { " closes" };
                said.extend([" [", &request.body.escape_ascii().to_string(), "]", keeps, "\n"]);
            }
            Ok(None) => return said + "end",
            Err(Unread::Refused(fault)) => {
                return said + &format!("{fault:?} {}", fault.status().code());
            }
            Err(Unread::Broken(error)) => return said + &error.to_string(),
        }
    }
}

/// The same whatever the pieces are.
fn understood(bytes: &str) -> String {
    let whole = read(bytes.as_bytes(), usize::MAX);
    for piece in [1, 2, 3, 7, 64] {
        assert_eq!(read(bytes.as_bytes(), piece), whole, "{bytes:?} in pieces of {piece}");
    }
    whole
}

#[test]
fn a_request_is_taken_apart() {
    let cases = [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / []\nend"),
        ("GET /mcp?a=1?b HTTP/1.1\r\nHost: a\r\n\r\n", "GET /mcp?a=1?b []\nend"),
        (
            "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
            "POST /mcp Content-Length=2 [{}]\nend",
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 002\r\n\r\n{}",
            "POST / Content-Length=002 [{}]\nend",
        ),
        (
            "GET / HTTP/1.1\r\nHost:a\r\nX: \t b c \t\r\nY:\r\nZ: :\r\n\r\n",
            "GET / X=b c Y= Z=: []\nend",
        ),
        ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n\r\n", "GET / []\nend"),
        ("GET http://b:80/mcp?q HTTP/1.1\r\nHost: a\r\n\r\n", "GET /mcp?q []\nend"),
        ("GET http://b HTTP/1.1\r\nHost: a\r\n\r\n", "GET / []\nend"),
        ("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * []\nend"),
        ("GET / HTTP/1.0\r\n\r\n", "GET / [] closes\nend"),
        ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "GET / Connection=Keep-Alive []\nend"),
        (
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n",
            "GET / Connection=x, Close [] closes\nend",
        ),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: 世界\r\n\r\n", "GET / X=世界 []\nend"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(understood(bytes), expected, "{bytes:?}");
    }
}

#[test]
fn requests_that_come_together_are_told_apart() {
    let two = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcPOST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n0\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n";
    assert_eq!(
        understood(two),
        "POST /1 Content-Length=3 [abc]\nPOST /2 Transfer-Encoding=chunked [de]\nGET /3 []\nend"
    );
}

#[test]
fn chunks_are_put_together() {
    let post = |chunks: &str| {
        understood(&format!(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n{chunks}"
        ))
    };
    let good = [
        ("0\r\n\r\n", ""),
        ("5\r\nhello\r\n0\r\n\r\n", "hello"),
        ("5;a=\"b\"\r\nhello\r\n00\r\n\r\n", "hello"),
        ("5 \r\nhello\r\n0\r\nTrailer: x\r\n\r\n", "hello"),
        ("1\r\n\r\r\n0000A\r\n0123456789\r\n0\r\n\r\n", "\\r0123456789"),
    ];
    for (chunks, body) in good {
        assert_eq!(
            post(chunks),
            format!("POST / Transfer-Encoding=Chunked [{body}]\nend"),
            "{chunks:?}"
        );
    }
    let bad = [
        ("\r\n", "BadChunk 400"),
        ("-1\r\n", "BadChunk 400"),
        ("0x5\r\nhello\r\n0\r\n\r\n", "BadChunk 400"),
        ("+5\r\nhello\r\n0\r\n\r\n", "BadChunk 400"),
        (" 5\r\nhello\r\n0\r\n\r\n", "BadChunk 400"),
        ("5\nhello\r\n0\r\n\r\n", "BadChunk 400"),
        ("5\r\nhello0\r\n\r\n", "BadChunk 400"),
        ("5\r\nhello\n0\r\n\r\n", "BadChunk 400"),
        ("5\r\nhel", "CutOff 400"),
        ("fffffffffffffffff\r\n", "BodyTooLarge 413"),
        ("ffffffffffffffff\r\n", "CutOff 400"),
    ];
    for (chunks, refused) in bad {
        assert_eq!(post(chunks), refused, "{chunks:?}");
    }
}

#[test]
fn what_two_readers_could_read_differently_is_refused() {
    let cases = [
        ("GET / HTTP/1.1\nHost: a\n\n", "BareLf 400"),
        ("GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", "BareLf 400"),
        ("GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", "BareCr 400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", "Folded 400"),
        ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", "Folded 400"),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", "SpaceBeforeColon 400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "NoColon 400"),
        ("GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", "BadName 400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX(: b\r\n\r\n", "BadName 400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n", "BadValue 400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \x7f\r\n\r\n", "BadValue 400"),
        ("GET / HTTP/1.1\r\n\r\n", "NoHost 400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "NoHost 400"),
        ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", "Version 505"),
        ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", "Version 505"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "Http2 505"),
        ("\x16\x03\x01\x02", "Tls 400"),
        ("GET /\r\nHost: a\r\n\r\n", "BadStart 400"),
        ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "BadStart 400"),
        ("G(T / HTTP/1.1\r\nHost: a\r\n\r\n", "BadStart 400"),
        ("GET mcp HTTP/1.1\r\nHost: a\r\n\r\n", "BadTarget 400"),
        ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", "BadTarget 400"),
        ("GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", "BadTarget 400"),
        ("GET /é HTTP/1.1\r\nHost: a\r\n\r\n", "BadTarget 400"),
        ("GET / HTTP/1.1\r\nHost: a", "CutOff 400"),
        ("hello", "CutOff 400"),
    ];
    for (bytes, refused) in cases {
        assert_eq!(understood(bytes), refused, "{bytes:?}");
    }
}

#[test]
fn how_long_a_body_is_has_one_answer_or_none() {
    let post = |fields: &str| {
        understood(&format!("POST / HTTP/1.1\r\nHost: a\r\n{fields}\r\n\r\n0\r\n\r\n"))
    };
    let cases = [
        ("Content-Length: 5\r\nTransfer-Encoding: chunked", "LengthAndChunks 400"),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5", "LengthAndChunks 400"),
        ("Content-Length: 5\r\nContent-Length: 5", "TwoLengths 400"),
        ("Content-Length: 5, 5", "BadLength 400"),
        ("Content-Length: +5", "BadLength 400"),
        ("Content-Length: -5", "BadLength 400"),
        ("Content-Length: 0x5", "BadLength 400"),
        ("Content-Length: 5 5", "BadLength 400"),
        ("Content-Length:", "BadLength 400"),
        ("Content-Length: 99999999999999999999999999", "BodyTooLarge 413"),
        ("Transfer-Encoding: gzip, chunked", "BadCoding 501"),
        ("Transfer-Encoding: xchunked", "BadCoding 501"),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "BadCoding 501"),
        ("Transfer-Encoding: identity", "BadCoding 501"),
        ("Transfer-Encoding : chunked", "SpaceBeforeColon 400"),
        ("Expect: a miracle", "Expectation 417"),
    ];
    for (fields, refused) in cases {
        assert_eq!(post(fields), refused, "{fields:?}");
    }
    let old = "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    assert_eq!(understood(old), "OldChunks 400");
    let large =
        format!("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", MAX_BODY_BYTES + 1);
    assert_eq!(understood(&large), "BodyTooLarge 413");
}

#[test]
fn a_head_has_limits() {
    let fields = |count: usize| {
        let fields = "X: y\r\n".repeat(count);
        understood(&format!("GET / HTTP/1.1\r\nHost: a\r\n{fields}\r\n"))
    };
    assert!(fields(MAX_FIELDS - 1).ends_with("end"));
    assert_eq!(fields(MAX_FIELDS), "TooManyFields 431");
    let head = |length: usize| {
        let text = format!("GET / HTTP/1.1\r\nHost: a\r\nX: {}\r\n\r\n", "y".repeat(length));
        read(text.as_bytes(), 5000).lines().last().unwrap_or_default().to_owned()
    };
    let rest = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n".len();
    assert_eq!(head(32 * 1024 - rest), "end");
    assert_eq!(head(32 * 1024 - rest + 1), "HeadTooLarge 431");
    assert_eq!(read("G".repeat(40_000).as_bytes(), 5000), "HeadTooLarge 431");
}

#[test]
fn whoever_waits_to_be_told_is_told_once() {
    let told = |bytes: &str, piece: usize| {
        let mut count = 0;
        let mut requests = Requests::new(Pieces(Cursor::new(bytes.as_bytes()), piece), NOON);
        let read = requests.next(|| {
            count += 1;
            Ok(())
        });
        assert!(matches!(read, Ok(Some(_))));
        count
    };
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
    let both = format!("{head}{{}}");
    assert_eq!(told(&both, head.len()), 1);
    assert_eq!(told(&both, usize::MAX), 0, "the body is here already");
    assert_eq!(told(&both.replace("1.1", "1.0"), head.len()), 0, "HTTP/1.0 knows no 100");
}

/// Sends a byte whenever it is asked, and lets a second pass.
struct Slow(&'static [u8], usize);

static SECONDS: AtomicU64 = AtomicU64::new(0);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        SECONDS.fetch_add(1, Ordering::Relaxed);
        let byte = self.0.get(self.1).copied().unwrap_or(b'x');
        self.1 += 1;
        buffer.iter_mut().take(1).for_each(|it| *it = byte);
        Ok(1)
    }
}

#[test]
fn a_byte_now_and_then_wins_no_time() {
    let clock = || Duration::from_secs(SECONDS.load(Ordering::Relaxed));
    let refused = |bytes| match Requests::new(Slow(bytes, 0), clock).next(|| Ok(())) {
        Err(Unread::Refused(fault)) => format!("{fault:?} {}", fault.status().code()),
        other => format!("{other:?}"),
    };
    assert_eq!(refused(b"GET / HTTP/1.1\r\nHost: a\r\nX: "), "HeadTooSlow 408");
}

#[test]
fn a_body_that_does_not_come_is_given_up() {
    /// A head, and then nothing for ever.
    struct Waits(&'static [u8]);
    static HOURS: AtomicU64 = AtomicU64::new(0);
    impl Read for Waits {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            HOURS.fetch_add(1, Ordering::Relaxed);
            if self.0.is_empty() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            self.0.read(buffer)
        }
    }
    let clock = || Duration::from_secs(3600 * HOURS.load(Ordering::Relaxed));
    let head = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n";
    let read = Requests::new(Waits(head), clock).next(|| Ok(())).map(|it| it.is_some());
    assert!(matches!(read, Err(Unread::Refused(fault)) if format!("{fault:?}") == "BodyTooSlow"));
    let idle = Requests::new(Waits(b""), clock).next(|| Ok(())).map(|it| it.is_some());
    assert!(matches!(idle, Ok(false)), "who asks nothing is let go without a word");
}
