//! Tool, resource, prompt: three offers of one server, and who decides when each is used.
//!
//! One session with the library, over two pipes: what it lists, a page at a time; what it says unasked,
//! and only to who has asked to be told; what it asks its client. The last two steps show the same in the
//! stateless era, on the same connection.

mod guide;
mod model;
mod offers;
mod unasked;

use super::play::{over_pipes, refused};
use super::{Lesson, LessonError};
use crate::client::{Connection, Stateless};
use crate::json::{Object, Value};
use crate::mcp::stateless::SubscriptionFilter;
use crate::mcp::{
    COMPLETION_COMPLETE, Implementation, LOGGING_SET_LEVEL, PROMPTS_GET, PROMPTS_LIST,
    RESOURCES_LIST, RESOURCES_READ, RESOURCES_SUBSCRIBE, RESOURCES_TEMPLATES_LIST, TOOLS_CALL,
    TOOLS_LIST,
};
use crate::servers::library::library;
use crate::text::Text;
use crate::transcript::Transcript;
use crate::transport::Transport;
use model::Model;
use std::path::Path;

pub(super) const LESSON: Lesson = Lesson {
    slug: "three-offers",
    minutes: 60,
    question: Text::new(
        "Tool, resource, prompt: which is which, and who decides when it is used?",
        "工具、资源、提示：各是什么？什么时候用，由谁决定？",
    ),
    guide: guide::GUIDE,
    run,
};

fn run(_: &Path, _: &Path) -> Result<Transcript, LessonError> {
    let client = |wire| ask(Connection::new(wire).with_host(Model));
    Ok(Transcript { crossings: over_pipes(library()?, &client)? })
}

/// The client's side of the session.
fn ask<T: Transport>(mut client: Connection<T>) -> Result<T, LessonError> {
    // 1. What do you promise?
    client.initialize("2025-11-25", Implementation::new("curious-client", "1.0"))?;
    // 2. Tools: the model decides.
    pages(&mut client, TOOLS_LIST)?;
    call(&mut client, "search", [("word", "握手".into())])?;
    // 3. Resources: the application decides.
    pages(&mut client, RESOURCES_LIST)?;
    client.call(RESOURCES_TEMPLATES_LIST, None)?;
    client.call(RESOURCES_READ, with([("uri", "note:///handshake".into())]))?;
    refused(client.call(RESOURCES_READ, with([("uri", "note:///nowhere".into())])))?;
    // 4. Prompts: the user decides.
    client.call(PROMPTS_LIST, None)?;
    client.call(COMPLETION_COMPLETE, Some(typing("t")))?;
    let chosen = Object::from([("topic", "tools".into()), ("level", "工程师".into())]);
    client.call(PROMPTS_GET, with([("name", "explain".into()), ("arguments", chosen.into())]))?;
    // 5. What a server says while it works.
    client.call(LOGGING_SET_LEVEL, with([("level", "info".into())]))?;
    let meta = Object::from([("progressToken", "read-1".into())]);
    let arguments = Object::from([("name", "handshake".into())]);
    client.call(
        TOOLS_CALL,
        with([("name", "recite".into()), ("arguments", arguments.into()), ("_meta", meta.into())]),
    )?;
    // 6. What it says when something has changed.
    client.call(RESOURCES_SUBSCRIBE, with([("uri", "note:///handshake".into())]))?;
    let more = [("name", "handshake".into()), ("text", "版本对不上就断开。".into())];
    call(&mut client, "add_note", more)?;
    call(&mut client, "add_note", [("name", "roots".into()), ("text", "可以在哪里干活。".into())])?;
    // 7. What it asks: the client's model.
    call(&mut client, "summarize", [("name", "handshake".into())])?;
    stateless(Stateless::new(client, Implementation::new("curious-client", "1.0")))
}

/// The same in the stateless era.
fn stateless<T: Transport>(mut client: Stateless<T>) -> Result<T, LessonError> {
    // 8. Whoever wants to hear of changes keeps a request open.
    let filter = SubscriptionFilter {
        resources_list_changed: true,
        resource_subscriptions: vec!["note:///roots".into()],
        ..SubscriptionFilter::default()
    };
    let (asked, _) = client.listen(filter)?;
    let more = Object::from([("name", "roots".into()), ("text", "只能是 file:// 开头。".into())]);
    client.call_tool("add_note", more)?;
    client.unlisten(asked)?;
    // 9. What has to be asked comes back as a result.
    client.call_tool("summarize", Object::from([("name", "roots".into())]))?;
    Ok(client.into_wire())
}

/// A whole list: a page, and the next one, as long as one is named.
fn pages<T: Transport>(client: &mut Connection<T>, method: &str) -> Result<(), LessonError> {
    let mut page = client.call(method, None)?;
    while let Some(cursor) = page.get("nextCursor").and_then(Value::as_string).cloned() {
        page = client.call(method, with([("cursor", cursor.into())]))?;
    }
    Ok(())
}

fn call<T: Transport, const N: usize>(
    client: &mut Connection<T>,
    tool: &str,
    arguments: [(&str, Value<'_>); N],
) -> Result<(), LessonError> {
    client.call_tool(tool, Object::from(arguments))?;
    Ok(())
}

/// What is asked while somebody types the first argument of the prompt.
fn typing(typed: &str) -> Value<'_> {
    let about = Object::from([("type", "ref/prompt".into()), ("name", "explain".into())]);
    let argument = Object::from([("name", "topic".into()), ("value", typed.into())]);
    Object::from([("ref", about.into()), ("argument", argument.into())]).into()
}

/// The params of a request that has some.
#[expect(clippy::unnecessary_wraps, reason = "params may be missing, and here they are not")]
fn with<'a, const N: usize>(members: [(&'a str, Value<'a>); N]) -> Option<Value<'a>> {
    Some(Object::from(members).into())
}
