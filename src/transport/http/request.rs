//! A request, whole and taken apart: RFC 9112, section 3.

use super::fields::{self, Fields, Span, is_token};
use super::refused::Fault;
use super::{MAX_BODY_BYTES, MAX_FIELDS};

/// Which HTTP a message is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// `HTTP/1.0`: one request per connection, unless both ask for more.
    Http10,
    /// `HTTP/1.1`: connections stay open.
    Http11,
}

/// A request that has come whole.
#[derive(Debug, Clone, Copy)]
pub struct Request<'b> {
    /// What is to be done, such as `POST`; its case counts.
    pub method: &'b str,
    /// The path, as it was written.
    pub path: &'b str,
    /// What stands behind the first `?`, if there is one.
    pub query: Option<&'b str>,
    /// Which HTTP it is written in.
    pub version: Version,
    /// The fields of its head.
    pub fields: Fields<'b>,
    /// What follows the head, without whatever chunks it came in.
    pub body: &'b [u8],
}

impl Request<'_> {
    /// Whether the connection may stay open afterwards.
    pub fn keeps_alive(&self) -> bool {
        let says = |word| self.fields.has_token("Connection", word);
        match self.version {
            Version::Http11 => !says("close"),
            Version::Http10 => says("keep-alive") && !says("close"),
        }
    }
}

/// How long the body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// So many bytes.
    Counted(usize),
    /// Each piece says how long it is.
    Chunked,
}

/// What the first pass over a head finds out; the places are those in the head.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    method: usize,
    target: (usize, usize),
    pub(super) version: Version,
    pub(super) framing: Framing,
    /// The sender waits to be told that the body may come.
    pub(super) waits: bool,
}

/// Takes a head apart, up to and with its empty line.
pub(super) fn read(head: &str, spans: &mut Vec<Span>) -> Result<Start, Fault> {
    spans.clear();
    let mut lines = head.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let mut at = first.len() + 2;
    for line in lines.take_while(|line| !line.is_empty()) {
        if spans.len() == MAX_FIELDS {
            return Err(Fault::TooManyFields);
        }
        spans.push(fields::read(line, at)?);
        at += line.len() + 2;
    }
    let (method, target, version) = start_line(first)?;
    let fields = Fields { head, spans };
    let hosts = fields.all("Host").count();
    if hosts > 1 || hosts == 0 && version == Version::Http11 {
        return Err(Fault::NoHost);
    }
    let framing = framing(fields, version)?;
    let expects = fields.get("Expect");
    if expects.is_some_and(|it| !it.eq_ignore_ascii_case("100-continue")) {
        return Err(Fault::Expectation);
    }
    let waits = expects.is_some() && version == Version::Http11;
    Ok(Start { method, target, version, framing, waits })
}

/// The end of the method, where the target is, and the version.
fn start_line(line: &str) -> Result<(usize, (usize, usize), Version), Fault> {
    let mut words = line.split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Fault::BadStart);
    };
    if method.is_empty() || !method.bytes().all(is_token) {
        return Err(Fault::BadStart);
    }
    let version = match version {
        "HTTP/1.1" => Version::Http11,
        "HTTP/1.0" => Version::Http10,
        other if other.starts_with("HTTP/") => return Err(Fault::Version),
        _ => return Err(Fault::BadStart),
    };
    let start = method.len() + 1;
    let path = match target.get(..7) {
        // MUST (RFC 9112, section 3.2.2): a server accepts the absolute form.
        Some(scheme) if scheme.eq_ignore_ascii_case("http://") => {
            let rest = target.get(7..).unwrap_or_default();
            rest.find(['/', '?']).map_or(target.len(), |slash| slash + 7)
        }
        _ => 0,
    };
    let good = target.starts_with('/') || path > 0 || target == "*" && method == "OPTIONS";
    if !good || !target.bytes().all(|byte| byte > b' ' && byte < 0x7f && byte != b'#') {
        return Err(Fault::BadTarget);
    }
    Ok((method.len(), (start + path, start + target.len()), version))
}

/// How the body is told from what follows it. Where two readers could come to two results, there is none:
/// that is how requests are smuggled past a proxy.
fn framing(fields: Fields<'_>, version: Version) -> Result<Framing, Fault> {
    let mut lengths = fields.all("Content-Length");
    let (length, another) = (lengths.next(), lengths.next());
    let mut codings = fields.all("Transfer-Encoding");
    match (codings.next(), codings.next(), length) {
        (None, _, None) => Ok(Framing::Counted(0)),
        (None, _, Some(_)) if another.is_some() => Err(Fault::TwoLengths),
        (None, _, Some(length)) => Ok(Framing::Counted(counted(length)?)),
        (Some(_), _, Some(_)) => Err(Fault::LengthAndChunks),
        (Some(_), _, None) if version == Version::Http10 => Err(Fault::OldChunks),
        (Some(coding), None, None) if coding.eq_ignore_ascii_case("chunked") => {
            Ok(Framing::Chunked)
        }
        (Some(_), _, None) => Err(Fault::BadCoding),
    }
}

/// The number in a Content-Length, if so many bytes are taken.
pub(super) fn counted(text: &str) -> Result<usize, Fault> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::BadLength);
    }
    let length = text.trim_start_matches('0').parse();
    match length {
        _ if text.bytes().all(|byte| byte == b'0') => Ok(0),
        Ok(length) if length <= MAX_BODY_BYTES => Ok(length),
        // More digits than a number has here are just as much too many bytes.
        Ok(_) | Err(_) => Err(Fault::BodyTooLarge),
    }
}

impl Start {
    /// The request, now that its body is there.
    pub(super) fn request<'b>(
        self,
        head: &'b str,
        spans: &'b [Span],
        body: &'b [u8],
    ) -> Request<'b> {
        let (start, end) = self.target;
        let target = head.get(start..end).unwrap_or_default();
        let (path, query) = match target.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (target, None),
        };
        Request {
            method: head.get(..self.method).unwrap_or_default(),
            // RFC 9112, section 3.2.1: no path means the root.
            path: if path.is_empty() { "/" } else { path },
            query,
            version: self.version,
            fields: Fields { head, spans },
            body,
        }
    }
}
