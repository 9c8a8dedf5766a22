//! What a server can offer beside tools, and what it knows of its client.

mod pages;
mod peer;

pub(super) use pages::page;
pub(super) use peer::Peer;

use super::methods::Method;
use super::stateless::Seals;

/// The methods of every feature but tools.
pub(super) const FEATURES: &[Method] = &[];

/// What is offered beside tools.
#[derive(Debug, Default)]
pub(super) struct Features {
    /// How many things stand on one page of a list; `None` is all of them.
    page_size: Option<std::num::NonZeroUsize>,
    /// What the notes that a client carries for the server are sealed with.
    pub(super) seals: Option<Seals>,
}
