//! A tool that asks a human before it acts, in both eras.
//!
//! The desk writes a file only when somebody at the client has agreed. The script plays that somebody:
//! it accepts, declines, closes the question, and once it cheats.

mod guide;
mod human;

use super::play::{over_channel, over_pipes, refused};
use super::{Lesson, LessonError};
use crate::client::{Connection, Stateless};
use crate::json::{Object, Str, Value};
use crate::mcp::stateless::InputRequiredResult;
use crate::mcp::{Implementation, Payload, TOOLS_CALL};
use crate::server::Seals;
use crate::servers::desk::desk;
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::{Crossing, Transport};
use human::Human;
use std::path::Path;

pub(super) const LESSON: Lesson = Lesson {
    slug: "input-required",
    minutes: 40,
    question: Text::new(
        "A tool must not write before a human agrees. Who asks, and who remembers the question?",
        "没有人同意，工具就不许写文件。由谁来问？问到一半，谁来记住这件事？",
    ),
    guide: guide::GUIDE,
    run,
};

/// In a real server nobody knows the key; here everybody gets the same bytes.
const KEY: [u8; 32] = *b"a lesson has no secrets to keep!";
/// 2026-07-28, noon, in seconds since 1970.
const NOON: u64 = 1_785_240_000;

fn run(demo: &Path, _: &Path) -> Result<Transcript, LessonError> {
    let server = desk(demo.to_owned())?.seals(Seals::new(|| KEY, || NOON));
    let mut crossings = over_channel(&server, &|wire| ask(Connection::new(wire)))?;
    crossings.push(Crossing::Event("handshake, 2025-11-25".to_owned()));
    crossings.extend(over_pipes(server, &handshake)?);
    Ok(Transcript { crossings })
}

/// The client's side of the stateless part.
fn ask<T: Transport>(connection: Connection<T>) -> Result<T, LessonError> {
    let human = Human::new(&["accept", "decline", "cancel"]);
    let mut client = Stateless::new(connection.with_host(human), me());
    // 1. Which of the tools takes something away, and says so?
    client.list_tools()?;
    // 2. and 3. The human agrees,
    client.call_tool("write_file", plan("先跑通握手，再谈工具。\n"))?;
    // 4. says no,
    client.call_tool("write_file", plan("全部删掉。\n"))?;
    // 5. says nothing.
    client.call_tool("write_file", plan("以后再说。\n"))?;
    // 6. The answer to one question is sent under another text: the note tells on it.
    let asked = client.ask(TOOLS_CALL, write(plan("先看看。\n")))?;
    let state = InputRequiredResult::from_value(asked)?.request_state;
    let cheating = answered(write(plan("换成别的。\n")), state.as_ref());
    refused(client.ask(TOOLS_CALL, cheating))?;
    // 7. A client with nobody in front of it.
    let mut alone = Stateless::new(client.into_connection().without_host(), me());
    refused(alone.ask(TOOLS_CALL, write(plan("没有人在。\n"))))?;
    Ok(alone.into_wire())
}

/// 8. The same need, as it was met before: by a request of the server, within the open call.
fn handshake<T: Transport>(wire: T) -> Result<T, LessonError> {
    let mut client = Connection::new(wire).with_host(Human::new(&["accept"]));
    client.initialize("2025-11-25", me())?;
    client.call_tool("write_file", plan("先跑通握手，再谈工具。\n"))?;
    Ok(client.into_wire())
}

fn me() -> Implementation<'static> {
    Implementation::new("careful-client", "1.0")
}

fn plan(text: &str) -> Object<'_> {
    Object::from([("path", "demo-drafts/plan.txt".into()), ("text", text.into())])
}

fn write(arguments: Object<'_>) -> Object<'_> {
    Object::from([("name", "write_file".into()), ("arguments", arguments.into())])
}

/// A request with the answer that the human gave to something else.
fn answered<'a>(params: Object<'a>, state: Option<&Str<'a>>) -> Object<'a> {
    let answers = Object::from([("confirm", human::yes())]);
    let state = state.map(|state| ("requestState", Value::from(state.clone())));
    let extra: Object<'a> = [("inputResponses", answers.into())].into_iter().chain(state).collect();
    params.into_iter().chain(extra).collect()
}
