//! stdout is the wire: one line of log on it, and what becomes of the session.
//!
//! A server from the gallery greets on its stdout. A strict client hangs up, a forgiving one does not even
//! notice, and where the newline is missing that one waits in vain. The same server, greeting on its
//! stderr, is healthy. Below each session stands what the doctor says of it.

mod guide;

use super::play::{Forgiving, Stage, examined};
use super::{Lesson, LessonError};
use crate::client::{ClientError, Connection};
use crate::json::Object;
use crate::mcp::Implementation;
use crate::servers::broken::{Broken, Player, healthy_session};
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::{Crossing, Transport};
use std::path::Path;

pub(super) const LESSON: Lesson = Lesson {
    slug: "stdout-is-the-wire",
    minutes: 25,
    question: Text::new(
        "A server prints one friendly line when it starts. Why does one client fail and another not?",
        "服务器启动时打印了一行问候。为什么有的客户端出错，有的却没事？",
    ),
    guide: guide::GUIDE,
    run,
};

/// The session of the gallery that this lesson is about.
const SLUG: &str = "malformed-line";

/// What its server says as a greeting, and how the answer behind it begins.
const GREETING: &str = "server -> Weather server ready";
const GLUED: (&str, &str) = ("ready\nserver -> {", "ready{");

fn run(_: &Path, _: &Path) -> Result<Transcript, LessonError> {
    let broken = Broken::named(SLUG).ok_or(LessonError::NoSession)?;
    let wire = broken.wire().map_err(|_| LessonError::NoSession)?;
    let server = |wire: &str| -> Result<Player, LessonError> {
        let session = Transcript::from_wire(wire).map_err(|_| LessonError::NoSession)?;
        Ok(Player::new(&session, &healthy_session(broken.base)))
    };
    let name = format!("mcp-lab serve broken/{SLUG}");
    let on_stderr = wire.replace(GREETING, &GREETING.replace("->", "!!"));
    let parts = [
        strict(Stage::start(server(&wire)?, &name))?,
        forgiving(Stage::start(server(&wire)?, &name))?,
        forgiving(Stage::start(
            server(&wire.replace(GLUED.0, GLUED.1))?,
            "the same, without the newline",
        ))?,
        strict(Stage::start(server(&on_stderr)?, "the same, mended"))?,
    ];
    let parts: Result<Vec<_>, _> = parts.into_iter().map(examined).collect();
    Ok(Transcript { crossings: parts?.concat() })
}

/// A client that takes the specification at its word.
fn strict(stage: Stage) -> Result<Vec<Crossing>, LessonError> {
    let mut client = Connection::new(stage);
    let asked = ask(&mut client);
    let mut stage = client.into_wire();
    said(&mut stage, asked)?;
    Ok(stage.end())
}

/// A client that passes over what it cannot read.
fn forgiving(stage: Stage) -> Result<Vec<Crossing>, LessonError> {
    let mut client = Connection::new(Forgiving(stage));
    let asked = ask(&mut client);
    let Forgiving(mut stage) = client.into_wire();
    said(&mut stage, asked)?;
    Ok(stage.end())
}

fn ask<T: Transport>(client: &mut Connection<T>) -> Result<(), ClientError> {
    client.initialize("2025-11-25", Implementation::new("weather-client", "1.0"))?;
    client.list_tools()?;
    client.call_tool("add", Object::from([("a", 3.into()), ("b", 4.into())]))?;
    Ok(())
}

/// What the client's user gets to see.
fn said(stage: &mut Stage, asked: Result<(), ClientError>) -> Result<(), LessonError> {
    match asked {
        Ok(()) => Ok(()),
        Err(ClientError::Wire(error)) if error.kind() == std::io::ErrorKind::TimedOut => {
            stage.note("client waited 60s for the answer to initialize");
            Ok(())
        }
        Err(error @ ClientError::NotJson(_)) => {
            stage.note(&format!("client says: {error}"));
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}
