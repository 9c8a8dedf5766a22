//! A session as the script of its client: what it sends, and what it waits for before it goes on.

use crate::json::{Value, parse};
use crate::jsonrpc::{Id, Message};
use crate::transcript::Transcript;
use crate::transport::{Crossing, Side};

/// What a client waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Awaited {
    /// The answer with this id, as JSON text (`null` where it has none), to this method.
    Answer(String, String),
    /// A question of the server's with this method; in the script it has this id.
    Question(String, String),
}

/// What a client does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Move {
    /// It sends these bytes, and a newline if there is to be one.
    Send(Vec<u8>, bool),
    /// It answers the server's question that has this id in the script.
    Answer(String, Vec<u8>, bool),
    /// It waits, as long as it has patience.
    Wait(Awaited),
    /// It closes the server's stdin.
    Close,
}

/// The moves of the client of a session, in order.
pub fn moves(session: &Transcript) -> Vec<Move> {
    let mut reader = Reader::default();
    for crossing in &session.crossings {
        match crossing {
            Crossing::Line(side, line) => reader.line(*side, line.as_bytes(), true),
            Crossing::Bytes { side, bytes, ended } => reader.line(*side, bytes, *ended),
            Crossing::Event(what) if what == "client closed stdin" => {
                reader.moves.push(Move::Close);
            }
            Crossing::Event(_) | Crossing::Head(..) | Crossing::Stderr(_) | Crossing::Note(_) => {}
        }
    }
    reader.moves
}

#[derive(Default)]
struct Reader {
    moves: Vec<Move>,
    /// What the client has asked: id and method.
    asked: Vec<(String, String)>,
    /// The ids of what the server has asked.
    questions: Vec<String>,
}

impl Reader {
    fn line(&mut self, side: Side, bytes: &[u8], ended: bool) {
        let line = str::from_utf8(bytes).unwrap_or_default();
        let message = parse(line).ok().and_then(|value| Message::from_value(value).ok());
        match (side, message) {
            (Side::Client, Some(Message::Response(it)))
                if self.questions.contains(&text(it.id.as_ref())) =>
            {
                self.moves.push(Move::Answer(text(it.id.as_ref()), bytes.to_vec(), ended));
            }
            (Side::Client, message) => {
                if let Some(Message::Request(it)) = message {
                    self.asked.push((text(Some(&it.id)), it.method.excerpt()));
                }
                self.moves.push(Move::Send(bytes.to_vec(), ended));
            }
            (Side::Server, Some(Message::Response(it))) => {
                let id = text(it.id.as_ref());
                let method = self.asked.iter().rfind(|(known, _)| *known == id);
                let method = method.map(|(_, method)| method.clone()).unwrap_or_default();
                self.moves.push(Move::Wait(Awaited::Answer(id, method)));
            }
            (Side::Server, Some(Message::Request(it))) => {
                let id = text(Some(&it.id));
                self.questions.push(id.clone());
                self.moves.push(Move::Wait(Awaited::Question(it.method.excerpt(), id)));
            }
            (Side::Server, Some(Message::Notification(_)) | None) => {}
        }
    }
}

fn text(id: Option<&Id<'_>>) -> String {
    let Some(id) = id else { return "null".to_owned() };
    let mut text = String::new();
    id.print(&mut text);
    text
}

impl Awaited {
    /// Whether this line of a server is what is waited for; of a question, the id it really has.
    pub fn is(&self, line: &str) -> Option<String> {
        let message = Message::from_value(parse(line).ok()?).ok()?;
        match (self, message) {
            (Self::Answer(id, _), Message::Response(it)) => {
                let its = text(it.id.as_ref());
                (*id == its).then_some(its)
            }
            (Self::Question(method, _), Message::Request(it)) => {
                (it.method == **method).then(|| text(Some(&it.id)))
            }
            _ => None,
        }
    }
}

/// The answer of the script, with the id that the question really has.
pub fn answer(bytes: &[u8], scripted: &str, real: &str) -> Vec<u8> {
    let member = |id: &str| format!("\"id\":{id}");
    match str::from_utf8(bytes) {
        Ok(line) if parse(line).is_ok_and(|value: Value<'_>| value.get("id").is_some()) => {
            line.replacen(&member(scripted), &member(real), 1).into_bytes()
        }
        _ => bytes.to_vec(),
    }
}
