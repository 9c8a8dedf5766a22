//! Promises, as the object they travel as.

use super::ServerCapabilities;
use crate::json::Object;

impl<'a> From<Object<'a>> for ServerCapabilities<'a> {
    fn from(promised: Object<'a>) -> Self {
        Self(promised)
    }
}

impl<'a> From<ServerCapabilities<'a>> for Object<'a> {
    fn from(promised: ServerCapabilities<'a>) -> Self {
        promised.0
    }
}
