//! What can be read. A client sees three resources in `resources/list`, a template in
//! `resources/templates/list`, and under `contents` either `text` or `blob`:
//!
//! ```text
//! {"contents":[{"uri":"test://static-text","mimeType":"text/plain","text":"…"}]}
//! {"contents":[{"uri":"test://static-binary","mimeType":"image/png","blob":"iVBORw0…"}]}
//! {"error":{"code":-32602,"message":"Resource not found","data":{"uri":"test://…"}}}   -32002 in a session
//! ```

use super::content::PNG;
use crate::json::{Object, Value};
use crate::mcp::{Resource, ResourceContents, ResourceTemplate};
use crate::server::{Resources, Server};

/// The one that changes, see `changes`.
pub(super) const WATCHED: &str = "test://watched-resource";
/// How the URIs are made that are not listed.
pub(super) const TEMPLATE: &str = "test://template/{id}/data";

const JSON: &str = "application/json";

/// A resource that is listed.
struct Row {
    uri: &'static str,
    name: &'static str,
    about: &'static str,
    mime_type: &'static str,
    make: fn(&'static str, &'static str) -> ResourceContents<'static>,
}

const ROWS: &[Row] = &[
    Row {
        uri: "test://static-text",
        name: "static-text",
        about: "A text that never changes",
        mime_type: "text/plain",
        make: |uri, mime_type| {
            let text = "This is the content of the static text resource.";
            ResourceContents::text(uri, mime_type, text)
        },
    },
    Row {
        uri: "test://static-binary",
        name: "static-binary",
        about: "A picture",
        mime_type: "image/png",
        make: |uri, mime_type| ResourceContents::blob(uri, mime_type, PNG),
    },
    Row {
        uri: WATCHED,
        name: "watched-resource",
        about: "A text to subscribe to; test_trigger_resource_change says that it has changed",
        mime_type: "text/plain",
        make: |uri, mime_type| ResourceContents::text(uri, mime_type, "Watched resource content"),
    },
];

/// Offers them.
pub(super) fn offer(server: Server) -> Server {
    server.resources(Fixed)
}

struct Fixed;

impl Resources for Fixed {
    fn list(&self) -> Vec<Resource<'static>> {
        let resource = |row: &Row| Resource {
            description: Some(row.about.into()),
            mime_type: Some(row.mime_type.into()),
            ..Resource::new(row.uri, row.name)
        };
        ROWS.iter().map(resource).collect()
    }

    fn templates(&self) -> Vec<ResourceTemplate<'static>> {
        vec![ResourceTemplate {
            description: Some("The data of any id".into()),
            mime_type: Some(JSON.into()),
            ..ResourceTemplate::new(TEMPLATE, "template")
        }]
    }

    fn read(&self, uri: &str) -> Option<Vec<ResourceContents<'static>>> {
        let listed = ROWS.iter().find(|row| row.uri == uri);
        let listed = listed.map(|row| (row.make)(row.uri, row.mime_type));
        Some(vec![listed.or_else(|| data(uri))?])
    }
}

/// What the template leads to: the id is any text without a slash.
fn data(uri: &str) -> Option<ResourceContents<'static>> {
    let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
    let id = Some(id).filter(|id| !id.is_empty() && !id.contains('/'))?;
    let text = Object::from([
        ("id", Value::from(id)),
        ("templateTest", true.into()),
        ("data", format!("Data for ID: {id}").into()),
    ]);
    Some(ResourceContents::text(uri.to_owned(), JSON, Value::from(text).to_line()))
}
