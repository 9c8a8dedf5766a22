//! What can be read, and the three methods that list and read it.
//!
//! Source: MCP 2025-06-18 and 2026-07-28, `server/resources`.

use super::guard::guarded;
use super::page;
use crate::json::{Object, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::{
    Payload, ReadResourceResult, Resource, ResourceContents, ResourceRequestParams,
    ResourceTemplate,
};
use crate::server::methods::Outcome;
use crate::server::{Exchange, Server};

/// Things that a client can read, as they are when it asks.
pub trait Resources: Send + Sync {
    /// What `resources/list` shows, in a fixed order, each URI once.
    fn list(&self) -> Vec<Resource<'static>>;

    /// What `resources/templates/list` shows.
    fn templates(&self) -> Vec<ResourceTemplate<'static>> {
        Vec::new()
    }

    /// What stands in this one, listed or not; `None` when there is none of this URI. Who may read
    /// what is decided here: the URI is whatever a client sent.
    fn read(&self, uri: &str) -> Option<Vec<ResourceContents<'static>>>;
}

impl Server {
    /// Offers these to be read. A server has one such collection; a second takes the place of the
    /// first.
    #[must_use]
    pub fn resources(mut self, resources: impl Resources + 'static) -> Self {
        self.features.resources = Some(Box::new(resources));
        self
    }
}

/// Answers `resources/list`.
pub(in crate::server) fn list_resources<'a>(
    server: &Server,
    _: &Exchange,
    params: Value<'a>,
) -> Outcome<'a> {
    let resources = server.features.resources.as_ref();
    let list = guarded(|| resources.map(|all| all.list()), || "resources/list".to_owned())?;
    page(server, params, "resources", list.unwrap_or_default().into_iter().map(Payload::into_value))
}

/// Answers `resources/templates/list`.
pub(in crate::server) fn list_templates<'a>(
    server: &Server,
    _: &Exchange,
    params: Value<'a>,
) -> Outcome<'a> {
    let templates = templates(server)?.into_iter().map(Payload::into_value);
    page(server, params, "resourceTemplates", templates)
}

/// What a server has of them.
pub(super) fn templates<'a>(
    server: &Server,
) -> Result<Vec<ResourceTemplate<'static>>, ErrorObject<'a>> {
    let resources = server.features.resources.as_ref();
    let what = || "resources/templates/list".to_owned();
    Ok(guarded(|| resources.map(|all| all.templates()), what)?.unwrap_or_default())
}

/// Answers `resources/read`; which code says that there is none of this URI, the revision decides.
pub(in crate::server) fn read_resource<'a>(
    server: &Server,
    _: &Exchange,
    params: Value<'a>,
    not_found: i64,
) -> Outcome<'a> {
    let ResourceRequestParams { uri } = ResourceRequestParams::from_value(params)?;
    let resources = server.features.resources.as_ref();
    let read = || resources?.read(&uri.text().ok()?);
    if let Some(contents) = guarded(read, || format!("the read of {}", uri.excerpt()))? {
        return Ok(ReadResourceResult { contents }.into_value());
    }
    let data = Object::from([("uri", uri.into())]);
    let error = ErrorObject::new(not_found, "Resource not found");
    Err(ErrorObject { data: Some(data.into()), ..error })
}
