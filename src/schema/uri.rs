//! Addresses: a reference beside the address it stands in.
//!
//! Source: RFC 3986 §5.2.

/// An address without its fragment, and the fragment.
pub(super) fn split(reference: &str) -> (&str, Option<&str>) {
    reference.split_once('#').map_or((reference, None), |(uri, fragment)| (uri, Some(fragment)))
}

/// The address a reference without fragment means, when it stands in a document of that address.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    if scheme(reference).is_some() {
        return reference.to_owned();
    }
    let (scheme, rest) = scheme(base).unwrap_or(("", base));
    if reference.starts_with("//") {
        return format!("{scheme}{reference}");
    }
    let (authority, path) = authority(rest);
    let path = path.split_once('?').map_or(path, |(path, _query)| path);
    let (wanted, query) = reference.find('?').map_or((reference, ""), |at| reference.split_at(at));
    let path = match wanted {
        "" => path.to_owned(),
        _ if wanted.starts_with('/') => without_dots(wanted),
        _ if path.is_empty() && !authority.is_empty() => without_dots(&format!("/{wanted}")),
        _ => {
            let folder = path.rfind('/').map_or("", |slash| path.get(..=slash).unwrap_or_default());
            without_dots(&format!("{folder}{wanted}"))
        }
    };
    format!("{scheme}{authority}{path}{query}")
}

/// `http:` and the rest.
fn scheme(uri: &str) -> Option<(&str, &str)> {
    let colon = uri.find(':')?;
    let name = uri.get(..colon)?;
    let known = name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|next| next.is_ascii_alphanumeric() || matches!(next, '+' | '-' | '.'));
    known.then(|| uri.split_at(colon + 1))
}

/// `//example.org` and the rest.
fn authority(rest: &str) -> (&str, &str) {
    match rest.strip_prefix("//") {
        None => ("", rest),
        Some(name) => {
            let end = name.find(['/', '?']).unwrap_or(name.len());
            rest.split_at(end + 2)
        }
    }
}

/// Takes `.` and `..` out of a path.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        match part {
            "." => {}
            ".." => {
                if kept.len() > 1 || kept.first().is_some_and(|first| !first.is_empty()) {
                    kept.pop();
                }
            }
            name => {
                kept.push(name);
                continue;
            }
        }
        if last {
            kept.push("");
        }
    }
    kept.join("/")
}
