//! The six steps without a handshake, beside the six steps with one.
//!
//! Two sessions are recorded and laid side by side, step by step. The lines of the first are those of
//! the six-step lesson, byte for byte; the second asks the same of the same server. The last two steps
//! show what it buys: a request that stands alone, and one in a version that nobody speaks.

mod guide;

use super::play::{over_channel, refused};
use super::{Lesson, LessonError, six_step};
use crate::client::{Connection, Stateless};
use crate::json::{Object, Value};
use crate::mcp::{Implementation, TOOLS_CALL};
use crate::servers::mini::mini;
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::{Crossing, Transport};
use std::path::Path;
use std::vec::IntoIter;

pub(super) const LESSON: Lesson = Lesson {
    slug: "stateless",
    minutes: 40,
    question: Text::new(
        "Since 2026-07-28 there is no handshake. What left, what came, and what does it cost?",
        "从 2026-07-28 版起不再握手。少了什么？多了什么？代价是多少字节？",
    ),
    guide: guide::GUIDE,
    run,
};

const HANDSHAKE: &str = "handshake, 2025-06-18";
const STATELESS: &str = "stateless, 2026-07-28";

fn run(demo: &Path, program: &Path) -> Result<Transcript, LessonError> {
    let server = mini(demo.to_owned())?;
    let mut before = (six_step::LESSON.run)(demo, program)?.crossings.into_iter();
    let mut now = over_channel(&server, &|wire| six_steps(client(wire)))?.into_iter();
    let mut crossings = Vec::new();
    // The handshake has a line more than discover: nobody answers a notification.
    side(&mut crossings, HANDSHAKE, &mut before, 3);
    side(&mut crossings, STATELESS, &mut now, 2);
    for _ in 2..=6 {
        side(&mut crossings, HANDSHAKE, &mut before, 2);
        side(&mut crossings, STATELESS, &mut now, 2);
    }
    // Step 7: a call is the first line that a server ever sees.
    let mut alone = over_channel(&server, &|wire| call_first(Connection::new(wire)))?.into_iter();
    side(&mut crossings, HANDSHAKE, &mut alone, 2);
    let alone = over_channel(&server, &|wire| {
        let mut client = client(wire);
        client.call_tool("add", sum())?;
        Ok(client.into_wire())
    })?;
    side(&mut crossings, STATELESS, &mut alone.into_iter(), 2);
    // Step 8: a version that nobody speaks.
    let tomorrow = over_channel(&server, &tomorrow)?;
    side(&mut crossings, "stateless, a version nobody speaks", &mut tomorrow.into_iter(), 2);
    Ok(Transcript { crossings })
}

/// The next lines of one session, below a line that says whose they are and how much crossed.
fn side(page: &mut Vec<Crossing>, era: &str, session: &mut IntoIter<Crossing>, lines: usize) {
    let lines: Vec<_> = session.take(lines).collect();
    let size = |crossing: &Crossing| match crossing {
        Crossing::Line(_, line) => line.len() + 1,
        Crossing::Bytes { .. }
        | Crossing::Head(..)
        | Crossing::Stderr(_)
        | Crossing::Event(_)
        | Crossing::Note(_) => 0,
    };
    let bytes: usize = lines.iter().map(size).sum();
    page.push(Crossing::Event(format!("{era}: {} lines, {bytes} bytes", lines.len())));
    page.extend(lines);
}

/// A client that says with every request who it is.
fn client<T: Transport>(wire: T) -> Stateless<T> {
    Stateless::new(Connection::new(wire), Implementation::new("mini-client", "0.1"))
}

/// The script of the six-step lesson, line for line, without its handshake.
fn six_steps<T: Transport>(mut client: Stateless<T>) -> Result<T, LessonError> {
    client.discover()?;
    client.list_tools()?;
    client.call_tool("add", sum())?;
    client.call_tool("read_file", path("demo-data/notes.txt"))?;
    client.call_tool("read_file", path("C:/Windows/System32/drivers/etc/hosts"))?;
    refused(client.ask("resources/list", Object::default()))?;
    Ok(client.into_wire())
}

/// In the handshake era nothing may come before the handshake.
fn call_first<T: Transport>(mut client: Connection<T>) -> Result<T, LessonError> {
    let params = Object::from([("name", "add".into()), ("arguments", sum().into())]);
    refused(client.call(TOOLS_CALL, Some(params.into())))?;
    Ok(client.into_wire())
}

/// A request in the words of a revision that is not written yet.
fn tomorrow<T: Transport>(wire: T) -> Result<T, LessonError> {
    let mut client = client(wire).in_version("2031-01-01");
    refused(client.ask("tools/list", Object::default()))?;
    Ok(client.into_wire())
}

fn sum() -> Object<'static> {
    Object::from([("a", Value::from(3)), ("b", Value::from(4))])
}

fn path(path: &str) -> Object<'_> {
    Object::from([("path", path.into())])
}
