//! What stands in a resource, and blocks that carry bytes or a resource along.
//!
//! ```text
//! {"type":"image","data":"iVBORw0…","mimeType":"image/png"}
//! {"type":"audio","data":"UklGRiY…","mimeType":"audio/wav"}
//! {"type":"resource","resource":{"uri":"note:///a","mimeType":"text/plain","text":"…"}}
//! ```
//!
//! Source: MCP 2025-06-18, `server/tools`; audio came with 2025-03-26.

use super::{Contents, ResourceContents};
use crate::json::{Object, Str};
use crate::mcp::{ContentBlock, Payload};

impl<'a> ResourceContents<'a> {
    /// A text of this type, such as `text/plain`.
    pub fn text(
        uri: impl Into<Str<'a>>,
        mime_type: impl Into<Str<'a>>,
        text: impl Into<Str<'a>>,
    ) -> Self {
        let (mime_type, contents) = (Some(mime_type.into()), Contents::Text(text.into()));
        Self { uri: uri.into(), mime_type, contents }
    }

    /// Bytes of this type, such as `image/png`, written in base64 (RFC 4648, section 4).
    pub fn blob(
        uri: impl Into<Str<'a>>,
        mime_type: impl Into<Str<'a>>,
        blob: impl Into<Str<'a>>,
    ) -> Self {
        let (mime_type, contents) = (Some(mime_type.into()), Contents::Blob(blob.into()));
        Self { uri: uri.into(), mime_type, contents }
    }
}

impl<'a> ContentBlock<'a> {
    /// `{"type":"resource","resource":…}`: a resource inside of a message or a result.
    pub fn resource(contents: ResourceContents<'a>) -> Self {
        let members = [("type", "resource".into()), ("resource", contents.into_value())];
        Self::Other(Object::from(members).into())
    }

    /// `{"type":"image",…}`: a picture, its bytes in base64.
    pub fn image(data: impl Into<Str<'a>>, mime_type: impl Into<Str<'a>>) -> Self {
        Self::bytes("image", data.into(), mime_type.into())
    }

    /// `{"type":"audio",…}`: a sound, its bytes in base64.
    pub fn audio(data: impl Into<Str<'a>>, mime_type: impl Into<Str<'a>>) -> Self {
        Self::bytes("audio", data.into(), mime_type.into())
    }

    fn bytes(kind: &'static str, data: Str<'a>, mime_type: Str<'a>) -> Self {
        let members =
            [("type", kind.into()), ("data", data.into()), ("mimeType", mime_type.into())];
        Self::Other(Object::from(members).into())
    }
}
