//! Six steps: a whole session, from the handshake to the last refusal.
//!
//! The script below is all the client does. Its lines and the server's cross a channel of strings,
//! a tap listens in, and what it heard is `transcripts/six-step.wire`, byte for byte.

mod guide;

use super::{Lesson, LessonError};
use crate::client::{ClientError, Connection};
use crate::json::{Object, Value};
use crate::mcp::Implementation;
use crate::server::serve;
use crate::servers::mini::mini;
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::{Tap, Transport, channel};
use std::path::Path;
use std::{io, thread};

pub(super) const LESSON: Lesson = Lesson {
    slug: "six-step",
    minutes: 45,
    question: Text::new(
        "What crosses between a client and a server, and who may say no?",
        "客户端和服务器之间到底传了什么？谁有权说“不”？",
    ),
    guide: guide::GUIDE,
    run,
};

fn run(demo: &Path, _: &Path) -> Result<Transcript, LessonError> {
    let server = mini(demo.to_owned())?;
    let (client_end, mut server_end) = channel();
    thread::scope(|scope| {
        let serving = thread::Builder::new()
            .name("server".to_owned())
            .spawn_scoped(scope, || serve(&server, &mut server_end))?;
        let crossings = ask(Connection::new(Tap::new(client_end)))?.into_crossings();
        serving.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))?;
        Ok(Transcript { crossings })
    })
}

/// The client's side of the session. Leaving this function with the wire hangs up, and that is the end.
fn ask<T: Transport>(mut client: Connection<T>) -> Result<T, LessonError> {
    // 1. Who are you, and which version shall we speak?
    client.initialize("2025-06-18", Implementation::new("mini-client", "0.1"))?;
    // 2. What can you do?
    client.list_tools()?;
    // 3. Do it.
    client.call_tool("add", Object::from([("a", Value::from(3)), ("b", Value::from(4))]))?;
    // 4. Read a file that may be read,
    client.call_tool("read_file", path("demo-data/notes.txt"))?;
    // 5. and one that may not: the tool says no.
    client.call_tool("read_file", path("C:/Windows/System32/drivers/etc/hosts"))?;
    // 6. A method nobody offers: the protocol says no.
    match client.call("resources/list", Some(Object::default().into())) {
        Err(ClientError::Refused(_)) => Ok(client.into_wire()),
        Err(error) => Err(error.into()),
        Ok(_) => Err(LessonError::NotRefused),
    }
}

fn path(path: &str) -> Object<'_> {
    Object::from([("path", path.into())])
}
