//! What passes over HTTP, as crossings: each message under the head it came with.
//!
//! ```text
//! a request                 its head and its body, when it is whole
//! an answer of one text     its head and its body, when it is whole
//! a stream of events        its head, and each event as soon as it came
//! ```
//!
//! What says who somebody is, is left out: a log is shown to others.

use crate::client::http::{HttpFault, NO_MESSAGE, one_line, quoted, title};
use crate::json::parse;
use crate::jsonrpc::Message;
use crate::transport::http::{
    EventReader, Heading, MAX_BODY_BYTES, Piece, Watch, Way, answer_head, request_head,
};
use crate::transport::{Crossing, MAX_LOGGED_LINE, Side};
use std::collections::VecDeque;

/// The fields of a request that HTTP needs for itself, or that browsers add.
const UNTOLD: [&str; 10] = [
    "content-length",
    "connection",
    "transfer-encoding",
    "accept-encoding",
    "accept-language",
    "user-agent",
    "cache-control",
    "pragma",
    "keep-alive",
    "priority",
];

/// The fields whose values say who somebody is.
const SECRET: [&str; 3] = ["authorization", "proxy-authorization", "cookie"];

/// How many requests may wait for their answers on one connection.
const MAX_ASKED: usize = 1024;

/// The type of a stream of events.
const STREAM: &str = "text/event-stream";

/// What a request was, for its answer.
#[derive(Debug, Default)]
struct Asked {
    posts: bool,
    /// It is owed a message.
    asks: bool,
    session: bool,
}

/// A body that comes.
#[derive(Debug, Default)]
struct Body {
    head: Heading,
    bytes: Vec<u8>,
    /// Not all of it is kept.
    cut: bool,
    stream: Option<EventReader>,
}

/// What is said on one connection.
#[derive(Debug)]
pub(super) struct Talk {
    requests: Watch,
    answers: Watch,
    request: Body,
    answer: Body,
    asked: VecDeque<Asked>,
}

impl Talk {
    pub(super) fn new() -> Self {
        Self {
            requests: Watch::of_requests(),
            answers: Watch::of_answers(),
            request: Body::default(),
            answer: Body::default(),
            asked: VecDeque::new(),
        }
    }

    /// Bytes have passed.
    pub(super) fn passed(&mut self, way: Way, bytes: &[u8], tell: &mut dyn FnMut(Crossing)) {
        match way {
            Way::There => {
                let Self { requests, request, asked, answers, .. } = self;
                requests.push(bytes, &mut |piece| {
                    read(piece, request, Side::Client, tell, |body, tell| {
                        let method = body.head.request().map(|it| it.0).unwrap_or_default();
                        answers.asked(method);
                        asked.push_back(told(body, tell));
                        if asked.len() > MAX_ASKED {
                            asked.pop_front();
                        }
                    });
                });
            }
            Way::Back => {
                let Self { answers, answer, asked, .. } = self;
                answers.push(bytes, &mut |piece| {
                    read(piece, answer, Side::Server, tell, |body, tell| {
                        answered(body, &asked.pop_front().unwrap_or_default(), tell);
                    });
                });
            }
        }
    }

    /// Nothing more comes this way.
    pub(super) fn ended(&mut self, way: Way, tell: &mut dyn FnMut(Crossing)) {
        match way {
            Way::There => {
                let request = &mut self.request;
                self.requests
                    .close(&mut |piece| read(piece, request, Side::Client, tell, |_, _| {}));
            }
            Way::Back => {
                let Self { answers, answer, asked, .. } = self;
                answers.close(&mut |piece| {
                    read(piece, answer, Side::Server, tell, |body, tell| {
                        answered(body, &asked.pop_front().unwrap_or_default(), tell);
                    });
                });
            }
        }
    }
}

/// Takes the next piece of a message; `whole` is told when that is all of it.
fn read(
    piece: Piece<'_>,
    body: &mut Body,
    side: Side,
    tell: &mut dyn FnMut(Crossing),
    whole: impl FnOnce(&mut Body, &mut dyn FnMut(Crossing)),
) {
    match piece {
        Piece::Head(head) => {
            *body = Body { head, ..Body::default() };
            if side == Side::Server && kind(&body.head).as_deref() == Some(STREAM) {
                body.stream = Some(EventReader::default());
                tell(shown(&body.head));
            }
        }
        Piece::Body(bytes) => {
            if let Some(reader) = &mut body.stream {
                return stream(reader, bytes, tell);
            }
            let room = MAX_BODY_BYTES.saturating_sub(body.bytes.len());
            body.cut |= bytes.len() > room;
            body.bytes.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        }
        Piece::End => {
            whole(body, tell);
            *body = Body::default();
        }
        Piece::Lost(why) => {
            let who = side.word();
            tell(Crossing::Note(format!("what the {who} said here was left out: {why}")));
        }
    }
}

fn stream(reader: &mut EventReader, bytes: &[u8], tell: &mut dyn FnMut(Crossing)) {
    let read = reader.push(bytes, |event| {
        if event.data.is_empty() {
            let id = event.id.unwrap_or_default();
            tell(Crossing::Note(format!("an event without data, id {id:?}")));
        } else if event.event == "message" {
            line(Side::Server, one_line(event.data), tell);
        } else {
            let said = quoted(event.data.as_bytes());
            tell(Crossing::Note(format!("an event of type {:?}: {said}", event.event)));
        }
    });
    if read.is_err() {
        tell(Crossing::Note("an event that was too long was left out".to_owned()));
        *reader = EventReader::default();
    }
}

/// A request is whole.
fn told(body: &Body, tell: &mut dyn FnMut(Crossing)) -> Asked {
    let Some((method, target)) = body.head.request() else { return Asked::default() };
    let fields = body.head.fields.iter().filter(|(name, _)| is_told(name));
    let fields: Vec<_> = fields.map(|(name, value)| (name.as_str(), safe(name, value))).collect();
    let borrowed = fields.iter().map(|(name, value)| (*name, value.as_str()));
    tell(Crossing::Head(Side::Client, request_head(method, target, borrowed)));
    let text = str::from_utf8(&body.bytes).unwrap_or_default();
    let message = parse(text).ok().and_then(|value| Message::from_value(value).ok());
    let asks = matches!(message, Some(Message::Request(_)));
    let (posts, session) = (method == "POST", body.head.get("Mcp-Session-Id").is_some());
    content(Side::Client, body, tell);
    Asked { posts, asks, session }
}

/// An answer is whole.
fn answered(body: &Body, asked: &Asked, tell: &mut dyn FnMut(Crossing)) {
    if body.stream.is_some() {
        return;
    }
    tell(shown(&body.head));
    let kind = kind(&body.head).unwrap_or_default();
    if kind == "application/json" || kind.ends_with("+json") {
        return content(Side::Server, body, tell);
    }
    let status = body.head.status().unwrap_or_default();
    let said = || title(&body.bytes).unwrap_or_else(|| quoted(&body.bytes));
    let fault = match status {
        300..=399 => {
            let location = body.head.get("Location").unwrap_or_default().to_owned();
            HttpFault::Redirected { status, location }
        }
        404 if asked.session => return,
        400.. => HttpFault::Refused { status, said: said() },
        _ if !asked.asks && body.bytes.is_empty() => return,
        _ if !asked.asks => {
            return tell(Crossing::Note(format!("a body of {kind:?}: {}", said())));
        }
        _ if body.bytes.is_empty() => HttpFault::NoAnswer { status },
        _ => HttpFault::ContentType { status, content_type: kind, said: said() },
    };
    // Many servers have no stream of their own, and let nobody end a session.
    if asked.posts {
        tell(Crossing::Event(format!("{NO_MESSAGE}{fault}")));
    }
}

/// The body of a message, in one line.
fn content(side: Side, body: &Body, tell: &mut dyn FnMut(Crossing)) {
    let coding =
        body.head.get("Content-Encoding").filter(|it| !it.eq_ignore_ascii_case("identity"));
    if let Some(coding) = coding {
        return tell(Crossing::Note(format!(
            "a body in {} was left out",
            quoted(coding.as_bytes())
        )));
    }
    if body.cut {
        return tell(Crossing::Note("a message of more than 16 MiB was left out".to_owned()));
    }
    match str::from_utf8(&body.bytes) {
        Ok(text) if text.trim_ascii().is_empty() => {}
        Ok(text) => line(side, one_line(text.trim_ascii().to_owned()), tell),
        Err(_) => tell(Crossing::Bytes { side, bytes: body.bytes.clone(), ended: true }),
    }
}

/// A line, in pieces where it is long.
fn line(side: Side, text: String, tell: &mut dyn FnMut(Crossing)) {
    if text.len() <= MAX_LOGGED_LINE {
        return tell(Crossing::Line(side, text));
    }
    let mut pieces = text.as_bytes().chunks(MAX_LOGGED_LINE).peekable();
    while let Some(piece) = pieces.next() {
        let ended = pieces.peek().is_none();
        tell(Crossing::Bytes { side, bytes: piece.to_vec(), ended });
    }
}

fn shown(head: &Heading) -> Crossing {
    let fields = head.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let status = head.status().unwrap_or_default();
    Crossing::Head(Side::Server, answer_head(status, kind(head).as_deref(), fields))
}

/// The type of a body, without parameters, in small letters.
fn kind(head: &Heading) -> Option<String> {
    let kind = head.get("Content-Type")?.split(';').next()?;
    Some(kind.trim().to_ascii_lowercase()).filter(|kind| !kind.is_empty())
}

fn is_told(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !UNTOLD.contains(&name.as_str()) && !name.starts_with("sec-")
}

fn safe(name: &str, value: &str) -> String {
    if !SECRET.iter().any(|it| it.eq_ignore_ascii_case(name)) {
        return value.to_owned();
    }
    let scheme = value.split_once(' ').map(|(scheme, _)| scheme);
    let scheme = scheme.filter(|it| it.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    scheme.map_or_else(|| "(left out)".to_owned(), |scheme| format!("{scheme} (left out)"))
}
