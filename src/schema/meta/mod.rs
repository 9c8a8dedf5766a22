//! The schemas that describe schemas, as published: a `$ref` may lead to them.
//!
//! Source: json-schema.org, `draft/2020-12` and `draft-07`, unchanged.

use crate::json::{Value, parse};
use std::sync::LazyLock;

/// Address and text.
const PUBLISHED: [(&str, &str); 9] = [
    ("http://json-schema.org/draft-07/schema", include_str!("draft-07.json")),
    ("https://json-schema.org/draft/2020-12/schema", include_str!("2020-12.json")),
    ("https://json-schema.org/draft/2020-12/meta/core", include_str!("2020-12-core.json")),
    (
        "https://json-schema.org/draft/2020-12/meta/applicator",
        include_str!("2020-12-applicator.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/unevaluated",
        include_str!("2020-12-unevaluated.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/validation",
        include_str!("2020-12-validation.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/meta-data",
        include_str!("2020-12-meta-data.json"),
    ),
    (
        "https://json-schema.org/draft/2020-12/meta/format-annotation",
        include_str!("2020-12-format-annotation.json"),
    ),
    ("https://json-schema.org/draft/2020-12/meta/content", include_str!("2020-12-content.json")),
];

/// They are read when a schema first refers to one.
static READ: LazyLock<Vec<Option<Value<'static>>>> =
    LazyLock::new(|| PUBLISHED.iter().map(|(_, text)| parse(text).ok()).collect());

/// The published schema of this address.
pub(super) fn published(address: &str) -> Option<&'static Value<'static>> {
    let index = PUBLISHED.iter().position(|(uri, _)| *uri == address)?;
    READ.get(index)?.as_ref()
}
