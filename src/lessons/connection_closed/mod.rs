//! "-32000 Connection closed": the process died before it answered, and the client did not say why.
//!
//! The settings name a server that does not exist. Its process says so on stderr, leaves with code 2, and
//! a client that looks at neither has nothing to tell but that the connection is closed. Then the slip is
//! mended, and the same client is served. Both are real processes of this program.

mod guide;

use super::play::examined;
use super::{Lesson, LessonError};
use crate::client::{ClientError, Connection};
use crate::json::Object;
use crate::mcp::Implementation;
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::{Child, Crossing, Launch, Side};
use std::path::Path;
use std::time::Duration;

pub(super) const LESSON: Lesson = Lesson {
    slug: "connection-closed",
    minutes: 20,
    question: Text::new(
        "The client says \"-32000 Connection closed\" and nothing else. Where do you look?",
        "客户端只报 “-32000 Connection closed”，别的什么都没说。该去哪里找原因？",
    ),
    guide: guide::GUIDE,
    run,
};

/// How long a process may take; it takes some milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often the first line may come too late.
const TRIES: usize = 100;

/// As it stands in the settings, and as it should.
const WRONG: &str = "calculater";
const RIGHT: &str = "calculator";

fn run(_: &Path, program: &Path) -> Result<Transcript, LessonError> {
    let broken = examined(once(program, WRONG)?)?;
    let mended = examined(once(program, RIGHT)?)?;
    Ok(Transcript { crossings: [broken, mended].concat() })
}

/// A session. A process may be so quick to die that the client's first line does not reach it: then the
/// session is not the one to be shown, and is held again.
fn once(program: &Path, server: &str) -> Result<Vec<Crossing>, LessonError> {
    for _ in 0..TRIES {
        if let Some(crossings) = session(program, server)? {
            return Ok(crossings);
        }
    }
    Err(LessonError::NoSession)
}

fn session(program: &Path, server: &str) -> Result<Option<Vec<Crossing>>, LessonError> {
    let launch = Launch {
        program: program.into(),
        args: vec!["serve".into(), server.into()],
        // What it says on stderr must not depend on who runs the lesson.
        env: vec![("LC_ALL".into(), "C".into())],
        ..Launch::default()
    };
    let mut child = Child::start(&launch)?;
    child.set_patience(Some(PATIENCE));
    let mut client = Connection::new(child);
    let asked = ask(&mut client);
    let mut child = client.into_wire();
    let ended = child.end(PATIENCE)?;
    let code = ended.status.code().ok_or(LessonError::NotClosed)?;
    let exited = Crossing::Event(format!("server exited with code {code}"));
    let event = |what: &str| Crossing::Event(what.to_owned());
    let mut crossings = vec![event(&format!("server started: mcp-lab serve {server}"))];
    match asked {
        Ok(()) => {
            crossings.extend(child.crossings());
            crossings.extend([event("client closed stdin"), exited]);
        }
        Err(error @ ClientError::Closed) => {
            // What came on two pipes has no order of its own.
            let (lines, words): (Vec<_>, Vec<_>) = child
                .crossings()
                .into_iter()
                .partition(|it| matches!(it, Crossing::Line(Side::Client, _)));
            if lines.is_empty() {
                return Ok(None);
            }
            crossings.extend(lines);
            crossings.extend(words);
            crossings.extend([exited, event(&format!("client says: {error}"))]);
        }
        Err(ClientError::Wire(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    Ok(Some(crossings))
}

fn ask(client: &mut Connection<Child>) -> Result<(), ClientError> {
    client.initialize("2025-11-25", Implementation::new("desktop-client", "1.0"))?;
    client.list_tools()?;
    client.call_tool("add", Object::from([("a", 3.into()), ("b", 4.into())]))?;
    Ok(())
}
