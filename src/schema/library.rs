//! Which schema stands at which address: `$id`, `$anchor`, `$dynamicAnchor`.
//!
//! A *document* is a JSON text; a *resource* is a part of one with an address of its own. Nothing
//! is fetched: a reference leads into the schema, into a document handed in with it, or into the
//! published schemas of the two drafts, which lie beside this file.

use super::draft::{Dialect, Draft, inside};
use super::error::{Problem, SchemaError};
use super::{MAX_PLACE_BYTES, meta, pointer, uri};
use crate::json::Value;
use std::collections::BTreeMap;

/// A place where a schema stands.
#[derive(Debug, Clone)]
pub(super) struct Spot<'a> {
    pub(super) value: &'a Value<'a>,
    pub(super) document: usize,
    pub(super) resource: usize,
    /// From the start of the document.
    pub(super) pointer: String,
}

/// A schema with an address of its own.
#[derive(Debug)]
pub(super) struct Resource<'a> {
    pub(super) dialect: Dialect,
    pub(super) uri: String,
    pub(super) value: &'a Value<'a>,
    pub(super) document: usize,
    pub(super) pointer: String,
}

/// A place that has a name inside its resource.
#[derive(Debug)]
pub(super) struct Anchor<'a> {
    pub(super) spot: Spot<'a>,
    /// From `$dynamicAnchor`.
    pub(super) dynamic: bool,
}

/// What a reference leads to.
pub(super) struct Target<'a> {
    pub(super) spot: Spot<'a>,
    /// The name, when it was a `$dynamicAnchor`.
    pub(super) dynamic: Option<String>,
}

/// All that references may lead to.
#[derive(Debug)]
pub(super) struct Library<'a> {
    pub(super) given: &'a [(String, &'a Value<'a>)],
    /// The address under which each opened document is shown in errors.
    documents: Vec<String>,
    pub(super) resources: Vec<Resource<'a>>,
    pub(super) by_uri: BTreeMap<String, usize>,
    pub(super) anchors: BTreeMap<(usize, String), Anchor<'a>>,
    /// Every place that is known to hold a schema.
    places: BTreeMap<(usize, String), Spot<'a>>,
    /// How much of [`MAX_PLACE_BYTES`] is used.
    pointer_bytes: usize,
}

impl<'a> Library<'a> {
    /// An empty one, with documents that are opened when a reference asks for them.
    pub(super) fn new(given: &'a [(String, &'a Value<'a>)]) -> Self {
        Self {
            given,
            documents: Vec::new(),
            resources: Vec::new(),
            by_uri: BTreeMap::new(),
            anchors: BTreeMap::new(),
            places: BTreeMap::new(),
            pointer_bytes: 0,
        }
    }

    /// Opens a document: finds all that can be referred to. Returns its outermost resource.
    pub(super) fn open(
        &mut self,
        value: &'a Value<'a>,
        address: &str,
        dialect: Dialect,
    ) -> Result<usize, SchemaError> {
        let document = self.documents.len();
        let root = self.resources.len();
        self.documents.push(address.to_owned());
        let (uri, pointer) = (address.to_owned(), String::new());
        self.resources.push(Resource { dialect, uri, value, document, pointer });
        self.by_uri.insert(address.to_owned(), root);
        let mut open = vec![Spot { value, document, resource: root, pointer: String::new() }];
        while let Some(mut spot) = open.pop() {
            self.identify(&mut spot)?;
            for (keyword, name, value) in inside(spot.value) {
                let mut pointer = pointer::joined(&spot.pointer, keyword);
                if let Some(name) = name {
                    pointer::push(&mut pointer, &name);
                }
                self.remember(&spot, &pointer)?;
                open.push(Spot { value, document, resource: spot.resource, pointer });
            }
            self.places.insert((document, spot.pointer.clone()), spot);
        }
        Ok(root)
    }

    /// Takes the room that a pointer needs, or refuses the schema it would lie in.
    pub(super) fn remember(&mut self, spot: &Spot<'_>, pointer: &str) -> Result<(), SchemaError> {
        self.pointer_bytes += pointer.len();
        if self.pointer_bytes <= MAX_PLACE_BYTES {
            return Ok(());
        }
        Err(SchemaError { place: self.place(spot), problem: Problem::Places })
    }

    /// Every schema of the document that was opened first.
    pub(super) fn own(&self) -> Vec<Spot<'a>> {
        self.places.values().filter(|spot| spot.document == 0).cloned().collect()
    }

    /// The outermost schema of a resource.
    fn root(&self, resource: usize) -> Option<Spot<'a>> {
        let Resource { value, document, pointer, .. } = self.resources.get(resource)?;
        Some(Spot { value, document: *document, resource, pointer: pointer.clone() })
    }

    /// All places of `$dynamicAnchor`, with their names.
    pub(super) fn dynamic(&self) -> Vec<(String, Spot<'a>)> {
        let dynamic = self.anchors.iter().filter(|(_, anchor)| anchor.dynamic);
        dynamic.map(|((_, name), anchor)| (name.clone(), anchor.spot.clone())).collect()
    }

    /// The dialect spoken at a place.
    pub(super) fn dialect(&self, resource: usize) -> Dialect {
        self.resources.get(resource).map_or(Draft::default().into(), |it| it.dialect)
    }

    /// The resource a place belongs to.
    pub(super) fn resource_of(&self, spot: &Spot<'_>) -> usize {
        let known = self.places.get(&(spot.document, spot.pointer.clone()));
        known.map_or(spot.resource, |known| known.resource)
    }

    pub(super) fn base(&self, resource: usize) -> &str {
        self.resources.get(resource).map_or("", |it| &it.uri)
    }

    /// An error at a keyword of a place.
    pub(super) fn error(&self, spot: &Spot<'_>, keyword: &str, problem: Problem) -> SchemaError {
        let place = self.place(spot);
        SchemaError { place: pointer::joined(&place, keyword), problem }
    }

    /// A place, as errors and failures show it.
    pub(super) fn place(&self, spot: &Spot<'_>) -> String {
        let address = self.documents.get(spot.document).map_or("", String::as_str);
        format!("{address}#{}", spot.pointer)
    }

    /// Where a reference leads that stands at a place.
    pub(super) fn resolve(
        &mut self,
        from: &Spot<'a>,
        keyword: &str,
    ) -> Result<Target<'a>, SchemaError> {
        let reference = match from.value.get(keyword) {
            Some(reference) => self.text(from, keyword, reference)?,
            None => String::new(),
        };
        let (address, fragment) = uri::split(&reference);
        let address = uri::resolve(self.base(from.resource), address);
        let resource = match self.by_uri.get(&address) {
            Some(resource) => *resource,
            None => self.load(from, keyword, &address)?,
        };
        let fragment = pointer::percent_decoded(fragment.unwrap_or_default());
        let found = fragment.and_then(|fragment| self.find(resource, &fragment));
        found.ok_or_else(|| self.error(from, keyword, Problem::Unresolved(reference)))
    }

    /// Opens a document that is not open yet. Without a `$schema` it speaks as who refers to it.
    fn load(
        &mut self,
        from: &Spot<'a>,
        keyword: &str,
        address: &str,
    ) -> Result<usize, SchemaError> {
        let given = self.given.iter().find(|(uri, _)| uri::split(uri).0 == address);
        let Some(value) = given.map(|row| row.1).or_else(|| meta::published(address)) else {
            return Err(self.error(from, keyword, Problem::External(address.to_owned())));
        };
        self.open(value, address, self.dialect(from.resource))
    }

    /// The place a fragment names: by a pointer, or by an anchor.
    fn find(&self, resource: usize, fragment: &str) -> Option<Target<'a>> {
        let Some(steps) = fragment.strip_prefix('/') else {
            if fragment.is_empty() {
                return Some(Target { spot: self.root(resource)?, dynamic: None });
            }
            let anchor = self.anchors.get(&(resource, fragment.to_owned()))?;
            let dynamic = anchor.dynamic.then(|| fragment.to_owned());
            return Some(Target { spot: anchor.spot.clone(), dynamic });
        };
        let mut spot = self.root(resource)?;
        for step in steps.split('/').map(pointer::unescaped) {
            spot.value = pointer::step(spot.value, &step)?;
            pointer::push(&mut spot.pointer, &step);
            // A step may lead into a resource with an address of its own.
            if let Some(known) = self.places.get(&(spot.document, spot.pointer.clone())) {
                spot.resource = known.resource;
            }
        }
        Some(Target { spot, dynamic: None })
    }

    /// The text of a keyword that must have one.
    pub(super) fn text(
        &self,
        spot: &Spot<'_>,
        keyword: &str,
        value: &Value<'_>,
    ) -> Result<String, SchemaError> {
        let text = value.as_string().and_then(|string| string.text().ok());
        text.map(std::borrow::Cow::into_owned)
            .ok_or_else(|| self.error(spot, keyword, Problem::Expected("a text")))
    }
}
