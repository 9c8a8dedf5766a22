//! Putting a server together from its three parts.

use crate::json::Object;
use crate::mcp::{CallToolResult, Implementation, ServerCapabilities, Tool};
use std::fmt;

/// What happens when a tool is called: arguments in, result out.
pub(super) type Handler =
    Box<dyn Fn(&Object<'_>) -> CallToolResult<'static> + Send + Sync + 'static>;

/// A server's fixed part, shared by all its sessions.
pub struct Server {
    pub(super) info: Implementation<'static>,
    pub(super) capabilities: ServerCapabilities<'static>,
    pub(super) tools: Vec<(Tool<'static>, Handler)>,
}

impl Server {
    /// A server of this name and version that offers nothing yet.
    pub fn new(name: &'static str, version: &'static str) -> Self {
        Self {
            info: Implementation::new(name, version),
            capabilities: ServerCapabilities::default(),
            tools: Vec::new(),
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
    /// words, `Err` being what the model reads under `isError`. A second tool of the same name
    /// takes the place of the first.
    #[must_use]
    pub fn tool<R>(
        mut self,
        tool: Tool<'static>,
        handler: impl Fn(&Object<'_>) -> R + Send + Sync + 'static,
    ) -> Self
    where
        R: Into<CallToolResult<'static>>,
    {
        self.tools.retain(|(other, _)| other.name != tool.name);
        self.tools.push((tool, Box::new(move |arguments| handler(arguments).into())));
        self
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<_> = self.tools.iter().map(|(tool, _)| &tool.name).collect();
        f.debug_struct("Server")
            .field("info", &self.info)
            .field("tools", &tools)
            .finish_non_exhaustive()
    }
}
