//! The library: notes about MCP, to be read, searched, added to and explained. It shows what a server
//! can offer beside tools.
//!
//! ```text
//! tools       search · add_note · recite, which takes its time · summarize, which asks a model
//! resources   note:///handshake and the others, two on a page
//! template    note:///{name}
//! prompt      explain {topic} {level}
//! ```

mod notes;
mod tools;

use crate::json::{Object, Str, Value};
use crate::mcp::{ContentBlock, Prompt, PromptMessage, Reference, ServerCapabilities, ToolError};
use crate::server::{Changes, Server, Validation};
use notes::{Notes, TEMPLATE};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// How many things stand on one page of a list: so few that the second page can be seen.
const PAGE: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

/// For whom something is explained, when nothing is said.
const BEGINNER: &str = "初学者";

/// For whom something can be explained.
const LEVELS: [&str; 2] = [BEGINNER, "工程师"];

/// `library` 1.0.0.
///
/// # Errors
/// A schema of its tools is wrong, which a test would have found.
pub fn library() -> Result<Server, ToolError> {
    let changes = Changes::default();
    let notes = Arc::new(Notes::new(changes.clone()));
    let promised = ServerCapabilities::tools()
        .with("resources", &["subscribe", "listChanged"])
        .with("prompts", &[])
        .with("completions", &[])
        .with("logging", &[]);
    let server = Server::new("library", "1.0.0")
        .capabilities(promised)
        .changes(changes)
        .page_size(PAGE)
        .validation(Validation::AtFirstCall);
    let server = tools::offer(server, &notes)?;
    Ok(prompts(server, &notes).resources(notes))
}

fn prompts(server: Server, notes: &Arc<Notes>) -> Server {
    let explain = Prompt::new("explain", "用一条笔记解释一个主题")
        .required("topic", "笔记的名字，例如 handshake")
        .optional("level", "讲给谁听：初学者或工程师");
    let (read, by_topic, by_name) = (Arc::clone(notes), Arc::clone(notes), Arc::clone(notes));
    let prompt = || Reference::Prompt("explain".into());
    server
        .prompt(explain, move |arguments| messages(&read, arguments))
        .completes(prompt(), "topic", move |typed, _| by_topic.names(typed))
        .completes(prompt(), "level", |typed, _| {
            let levels = LEVELS.iter().filter(|level| level.starts_with(typed));
            levels.map(|level| (*level).to_owned()).collect()
        })
        .completes(Reference::Resource(TEMPLATE.into()), "name", move |typed, _| {
            by_name.names(typed)
        })
}

/// The note itself, and then what to do with it.
fn messages(notes: &Notes, arguments: &Object<'_>) -> Vec<PromptMessage<'static>> {
    let said = |name| arguments.get(name).and_then(Value::as_string).map(Str::excerpt);
    let topic = said("topic").unwrap_or_default();
    let level = said("level").unwrap_or_else(|| BEGINNER.to_owned());
    let say = |text: String| PromptMessage::user(ContentBlock::Text(text.into()));
    let Some(note) = notes.contents(&topic) else {
        let names = notes.names("").join("、");
        return vec![say(format!("没有名为 {topic} 的笔记。请从这些里选一个：{names}"))];
    };
    let sentence = format!("请根据上面这条笔记，用{level}能听懂的话解释 {topic}。");
    vec![PromptMessage::user(ContentBlock::resource(note)), say(sentence)]
}
