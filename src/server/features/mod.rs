//! What a server can offer besides tools, and what it knows of its client.
//!
//! ```text
//! resources     what can be read             completion   what an argument could be
//! prompts       messages to pick from        changes      word of what has changed
//! pages         lists, a piece at a time     peer         what the client can do and wants to hear
//! ```

mod pages;
mod peer;
mod guard;
mod resources;
mod prompts;
mod completion;
mod changes;

pub use changes::{Change, Changes, Listening};
pub use peer::{MAX_SUBSCRIPTIONS, MAX_URI_BYTES};
pub use resources::Resources;

pub(super) use completion::complete;
pub(super) use pages::page;
pub(super) use peer::Peer;
pub(super) use prompts::{get_prompt, list_prompts};
pub(super) use resources::{list_resources, list_templates, read_resource};

use super::methods::Method;
use super::stateless::Seals;
use crate::mcp::{
    COMPLETION_COMPLETE, LOGGING_SET_LEVEL, PROMPTS_GET, PROMPTS_LIST, RESOURCE_NOT_FOUND,
    RESOURCES_LIST, RESOURCES_READ, RESOURCES_SUBSCRIBE, RESOURCES_TEMPLATES_LIST,
    RESOURCES_UNSUBSCRIBE,
};
use crate::server::Exchange;
use std::sync::Arc;

/// The methods of every feature but tools.
pub(super) const FEATURES: &[Method] = &[
    Method {
        name: RESOURCES_LIST,
        needs: Some("resources"),
        run: |server, _, params| list_resources(server, &Exchange::default(), params),
    },
    Method {
        name: RESOURCES_TEMPLATES_LIST,
        needs: Some("resources"),
        run: |server, _, params| list_templates(server, &Exchange::default(), params),
    },
    Method {
        name: RESOURCES_READ,
        needs: Some("resources"),
        run: |server, _, params| {
            read_resource(server, &Exchange::default(), params, RESOURCE_NOT_FOUND)
        },
    },
    Method { name: RESOURCES_SUBSCRIBE, needs: Some("resources"), run: peer::subscribe },
    Method { name: RESOURCES_UNSUBSCRIBE, needs: Some("resources"), run: peer::unsubscribe },
    Method {
        name: PROMPTS_LIST,
        needs: Some("prompts"),
        run: |server, _, params| list_prompts(server, &Exchange::default(), params),
    },
    Method {
        name: PROMPTS_GET,
        needs: Some("prompts"),
        run: |server, _, params| get_prompt(server, &Exchange::default(), params),
    },
    Method {
        name: COMPLETION_COMPLETE,
        needs: Some("completions"),
        run: |server, _, params| complete(server, &Exchange::default(), params),
    },
    Method { name: LOGGING_SET_LEVEL, needs: Some("logging"), run: peer::set_level },
];

/// What is offered besides tools.
#[derive(Default)]
pub(super) struct Features {
    /// How many things stand on one page of a list; `None` is all of them.
    page_size: Option<std::num::NonZeroUsize>,
    /// What the notes that a client carries for the server are sealed with.
    pub(super) seals: Option<Arc<Seals>>,
    /// Whose questions go out without such a note, see [`Server::asked_once`](super::Server::asked_once).
    pub(super) asked_once: &'static [&'static str],
    resources: Option<Box<dyn Resources>>,
    prompts: Vec<prompts::PromptOffer>,
    completers: Vec<completion::Completer>,
    changes: Changes,
}
