//! The six steps over HTTP, with a session and without one: what moves into the heads.
//!
//! Two clients of today speak to one endpoint on this machine, a real socket between them. Of the heads those
//! fields are shown that a client of this protocol goes by. The port is another one in every run and is not
//! shown; the session id is made of bytes that are handed in, so that it is always the same.

mod guide;

use super::play::refused;
use super::{Lesson, LessonError};
use crate::client::http::HttpTransport;
use crate::client::{Connection, Stateless};
use crate::json::Object;
use crate::mcp::Implementation;
use crate::server::http::Endpoint;
use crate::servers::calculator::calculator;
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::Crossing;
use crate::transport::http::{Listener, Service, Url};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use std::vec::IntoIter;

pub(super) const LESSON: Lesson = Lesson {
    slug: "over-http",
    minutes: 35,
    question: Text::new(
        "The same lines over HTTP: what do the heads say that the lines do not, and what is a session made of?",
        "同样的消息走 HTTP：请求头和响应头里多说了什么？会话又是靠什么维持的？",
    ),
    guide: guide::GUIDE,
    run,
};

/// How long an answer may take; it takes less than a millisecond.
const PATIENCE: Duration = Duration::from_secs(10);

const STATEFUL: &str = "with a session, 2025-11-25";
const STATELESS: &str = "without one, 2026-07-28";

/// A lesson does not know what time it is.
const fn still() -> Duration {
    Duration::ZERO
}

/// Bytes that everybody can guess: nobody but this lesson speaks to its server.
const fn known() -> [u8; 32] {
    *b"an id should be random; not here"
}

fn run(_: &Path, _: &Path) -> Result<Transcript, LessonError> {
    let listener = Listener::bind("127.0.0.1:0", still)?;
    let (address, stopper) = (listener.local_addr()?, listener.stopper()?);
    let endpoint = Endpoint::new(Arc::new(calculator()?), still, known);
    let service: Arc<dyn Service> = Arc::new(endpoint);
    let url = Url::parse(&format!("http://{address}/mcp"));
    let url = url.map_err(|_| io::Error::from(ErrorKind::InvalidInput))?;
    let wire = || {
        let mut wire = HttpTransport::new(url.clone(), still);
        wire.set_patience(Some(PATIENCE));
        wire
    };
    thread::scope(|scope| {
        let name = "server".to_owned();
        let serving = thread::Builder::new();
        let serving = serving.name(name).spawn_scoped(scope, || listener.run(&service))?;
        let spoken = stateful(wire(), wire()).and_then(|before| Ok((before, stateless(wire())?)));
        stopper.stop();
        serving.join().unwrap_or_else(|_| Err(ErrorKind::Other.into()))?;
        let (before, now) = spoken?;
        Ok(Transcript { crossings: beside(before.into_iter(), now.into_iter()) })
    })
}

/// The two sessions, step by step.
fn beside(mut before: IntoIter<Crossing>, mut now: IntoIter<Crossing>) -> Vec<Crossing> {
    let mut page = Vec::new();
    let mut side = |who: &str, session: &mut IntoIter<Crossing>, crossings: usize| {
        page.push(Crossing::Event(who.to_owned()));
        page.extend(session.take(crossings));
    };
    // The handshake is two exchanges, and nobody answers the second.
    side(STATEFUL, &mut before, 7);
    side(STATELESS, &mut now, 4);
    for _ in 2..=6 {
        side(STATEFUL, &mut before, 4);
        side(STATELESS, &mut now, 4);
    }
    side("the session ends, and is used once more", &mut before, usize::MAX);
    side("without one: a head that says something else than its body", &mut now, usize::MAX);
    page
}

fn stateful(wire: HttpTransport, mut late: HttpTransport) -> Result<Vec<Crossing>, LessonError> {
    let mut client = Connection::new(wire);
    client.initialize("2025-11-25", Implementation::new("web-client", "1.0"))?;
    client.list_tools()?;
    client.call_tool("add", sum())?;
    client.call_tool("get_weather", city())?;
    refused(client.call_tool("nobody", Object::default()).map(|_| Object::default().into()))?;
    refused(client.call("resources/list", None))?;
    let mut wire = client.into_wire();
    // As somebody would send it who has missed that the session is over.
    let fields = wire.fields_of(PING);
    wire.end()?;
    late.odd("POST", &fields, PING)?;
    Ok([wire.into_crossings(), late.into_crossings()].concat())
}

const PING: &str = r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#;

fn stateless(wire: HttpTransport) -> Result<Vec<Crossing>, LessonError> {
    let me = Implementation::new("web-client", "1.0");
    let mut client = Stateless::new(Connection::new(wire), me);
    client.discover()?;
    client.list_tools()?;
    client.call_tool("add", sum())?;
    client.call_tool("get_weather", city())?;
    refused(client.call_tool("nobody", Object::default()).map(|_| Object::default().into()))?;
    refused(client.ask("resources/list", Object::default()))?;
    let mut wire = client.into_wire();
    let mut fields = wire.fields_of(CALL);
    for (_, value) in fields.iter_mut().filter(|(name, _)| name == "Mcp-Name") {
        "get_weather".clone_into(value);
    }
    wire.odd("POST", &fields, CALL)?;
    Ok(wire.into_crossings())
}

const CALL: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"web-client","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;

fn sum() -> Object<'static> {
    Object::from([("a", 3.into()), ("b", 4.into())])
}

/// A city that the server does not know.
fn city() -> Object<'static> {
    Object::from([("city", "Paris".into())])
}
