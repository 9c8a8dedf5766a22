//! The calculator: the same kind of session, with the server in a process of its own.
//!
//! The client knows how to start a program and nothing else about the server: not its language, not
//! its types. Lines go over the child's standard input and output.

mod guide;

use super::{Lesson, LessonError};
use crate::client::Connection;
use crate::json::{self, Object, Value};
use crate::mcp::Implementation;
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::{After, Child, Crossing, Launch};
use std::path::Path;
use std::time::Duration;

pub(super) const LESSON: Lesson = Lesson {
    slug: "calculator",
    minutes: 30,
    question: Text::new(
        "Who checks that an argument is an integer, and is 1.0 one?",
        "参数是不是整数，由谁来检查？1.0 算不算整数？",
    ),
    guide: guide::GUIDE,
    run,
};

/// How long the server may take over one answer; it takes less than a millisecond.
const PATIENCE: Duration = Duration::from_secs(10);

/// How the client starts the server. Any program would do, in any language.
fn launch(program: &Path) -> Launch {
    Launch {
        program: program.into(),
        args: vec!["serve".into(), "calculator".into()],
        ..Launch::default()
    }
}

fn run(_: &Path, program: &Path) -> Result<Transcript, LessonError> {
    let mut server = Child::start(&launch(program))?;
    server.set_patience(Some(PATIENCE));
    let mut server = ask(Connection::new(server))?;
    let ended = server.end(PATIENCE)?;
    // A server that has to be killed is not what this lesson is about.
    if ended.after != After::EndOfInput || !ended.status.success() {
        return Err(LessonError::NotClosed);
    }
    let event = |what: &str| Crossing::Event(what.to_owned());
    let mut crossings = vec![event("server started: mcp-lab serve calculator")];
    crossings.extend(server.crossings());
    crossings.extend([event("client closed stdin"), event("server exited with code 0")]);
    Ok(Transcript { crossings })
}

/// The client's side of the session.
fn ask(mut client: Connection<Child>) -> Result<Child, LessonError> {
    // 1. Who are you? 2. What can you do?
    client.initialize("2025-06-18", Implementation::new("manual-client", "1.0.0"))?;
    client.list_tools()?;
    // 3. and 4. Do it.
    client.call_tool("add", sum(3.into(), 4.into()))?;
    client.call_tool("get_weather", Object::from([("city", "北京".into())]))?;
    // 5. What if an argument is of the wrong type?
    client.call_tool("add", sum("three".into(), 4.into()))?;
    // 6. An integer that a double cannot hold: 2^53 + 1.
    client.call_tool("add", sum(9_007_199_254_740_993.into(), 1.into()))?;
    // 7. An integer that is written with a point.
    client.call_tool("add", sum(json::parse("1.0").unwrap_or_default(), 2.into()))?;
    // 8. Goodbye has no message: whoever holds the wire now hangs up.
    Ok(client.into_wire())
}

fn sum<'a>(a: Value<'a>, b: Value<'a>) -> Object<'a> {
    Object::from([("a", a), ("b", b)])
}
