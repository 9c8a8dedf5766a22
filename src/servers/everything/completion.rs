//! What an argument could be. A client sends what was typed so far and sees values that begin like it:
//!
//! ```text
//! → {"ref":{"type":"ref/prompt","name":"test_prompt_with_arguments"},"argument":{"name":"arg1","value":"test"}}
//! ← {"completion":{"values":["testValue1"]}}
//! ```

use super::prompts::WITH_ARGUMENTS;
use super::resources::TEMPLATE;
use crate::mcp::Reference;
use crate::server::Server;

/// Offers it, for the arguments of a prompt and for the name in a template.
pub(super) fn offer(server: Server) -> Server {
    let prompt = || Reference::Prompt(WITH_ARGUMENTS.into());
    let template = Reference::Resource(TEMPLATE.into());
    server
        .completes(prompt(), "arg1", |typed, _| beginning(typed, &["testValue1"]))
        .completes(prompt(), "arg2", |typed, _| beginning(typed, &["testValue2"]))
        .completes(template, "id", |typed, _| beginning(typed, &["123", "124", "200"]))
}

/// Those that begin as it was typed.
fn beginning(typed: &str, all: &[&str]) -> Vec<String> {
    all.iter().filter(|value| value.starts_with(typed)).map(|value| (*value).to_owned()).collect()
}
