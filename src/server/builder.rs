//! Putting a server together from its three parts.

use super::features::Features;
use super::offer::{Offer, Validation};
use crate::json::Object;
use crate::mcp::{CallToolResult, Implementation, ServerCapabilities, Tool, ToolError};

/// A server's fixed part, shared by all its sessions.
pub struct Server {
    pub(super) info: Implementation<'static>,
    pub(super) capabilities: ServerCapabilities<'static>,
    pub(super) tools: Vec<Offer>,
    pub(super) validation: Validation,
    /// What is offered beside tools.
    pub(super) features: Features,
}

impl Server {
    /// A server of this name and version that offers nothing yet.
    pub fn new(name: &'static str, version: &'static str) -> Self {
        Self {
            info: Implementation::new(name, version),
            capabilities: ServerCapabilities::default(),
            tools: Vec::new(),
            validation: Validation::default(),
            features: Features::default(),
        }
    }

    /// What the server promises in its answer to `initialize`. A method that is not promised is
    /// answered with -32601, even if there are tools behind it.
    #[must_use]
    pub fn capabilities(mut self, capabilities: ServerCapabilities<'static>) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Offers a tool. The handler may answer with a [`CallToolResult`], or with a `Result` of plain
    /// words, `Err` being what the model reads under `isError`. It sees only arguments that fit the
    /// tool's `inputSchema`. A second tool of the same name takes the place of the first.
    ///
    /// # Errors
    /// [`ToolError::Schema`] when the `inputSchema` is wrong or says something that is not supported.
    pub fn tool<R>(
        self,
        tool: Tool<'static>,
        handler: impl Fn(&Object<'_>) -> R + Send + Sync + 'static,
    ) -> Result<Self, ToolError>
    where
        R: Into<CallToolResult<'static>>,
    {
        self.offer(tool, Box::new(move |_, arguments| handler(arguments).into()), false)
    }
}
