//! Names of members, and finding them fast.

use crate::json::Str;
use std::collections::BTreeMap;

/// Different names, each with its place in the list.
#[derive(Debug, Default)]
pub(super) struct Names {
    list: Vec<Name>,
    places: BTreeMap<Box<str>, usize>,
}

#[derive(Debug)]
struct Name {
    text: Box<str>,
    /// Without a backslash: then a name spelled the same means the same.
    plain: bool,
}

impl Names {
    /// The place of a name, which is added if it is new.
    pub(super) fn add(&mut self, text: &str) -> usize {
        let next = self.list.len();
        let place = *self.places.entry(text.into()).or_insert(next);
        if place == next {
            self.list.push(Name { text: text.into(), plain: !text.contains('\\') });
        }
        place
    }

    /// The place of a name. Members are mostly written in the order of the schema, so it is first
    /// looked for at a place where it may well be.
    #[inline]
    pub(super) fn find(&self, name: &Str<'_>, likely: usize) -> Option<usize> {
        let written = name.as_written();
        match self.list.get(likely) {
            Some(name) if name.plain && *name.text == *written => Some(likely),
            _ if !written.contains('\\') => self.places.get(written).copied(),
            _ => self.places.get(&*name.text().ok()?).copied(),
        }
    }

    pub(super) fn text(&self, place: usize) -> &str {
        self.list.get(place).map_or("", |name| &name.text)
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }
}
