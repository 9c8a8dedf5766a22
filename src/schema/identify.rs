//! What a schema calls itself, and which dialect it speaks: `$id`, `$anchor`, `$schema`.

use super::draft::{self, Dialect, Draft};
use super::error::{Problem, SchemaError};
use super::library::{Anchor, Library, Resource, Spot};
use super::uri;
use crate::json::Value;

impl<'a> Library<'a> {
    /// Reads the names a place gives itself.
    pub(super) fn identify(&mut self, spot: &mut Spot<'a>) -> Result<(), SchemaError> {
        let old = self.dialect(spot.resource).draft == Draft::Draft07;
        // In draft-07 nothing counts beside a `$ref`.
        let id = if old && spot.value.get("$ref").is_some() { None } else { spot.value.get("$id") };
        let is_root = spot.pointer.is_empty();
        if let Some(id) = id {
            self.resource(spot, id, is_root)?;
        }
        if is_root || id.is_some() {
            self.speak(spot)?;
        }
        for (keyword, dynamic) in [("$anchor", false), ("$dynamicAnchor", true)] {
            if let Some(name) = spot.value.get(keyword).filter(|_| !old) {
                let name = self.text(spot, keyword, name)?;
                self.anchor(spot, keyword, &name, dynamic)?;
            }
        }
        Ok(())
    }

    /// Reads `$id`.
    fn resource(
        &mut self,
        spot: &mut Spot<'a>,
        id: &'a Value<'a>,
        is_root: bool,
    ) -> Result<(), SchemaError> {
        let id = self.text(spot, "$id", id)?;
        let (address, fragment) = uri::split(&id);
        let fragment = fragment.filter(|fragment| !fragment.is_empty());
        let dialect = self.dialect(spot.resource);
        let uri = uri::resolve(self.base(spot.resource), address);
        if is_root && let Some(resource) = self.resources.get_mut(spot.resource) {
            resource.uri.clone_from(&uri);
            self.by_uri.entry(uri).or_insert(spot.resource);
        } else if uri != self.base(spot.resource) {
            let resource = self.resources.len();
            let Spot { value, document, .. } = *spot;
            if self.by_uri.insert(uri.clone(), resource).is_some() {
                return Err(self.error(spot, "$id", Problem::Twice(uri)));
            }
            let pointer = spot.pointer.clone();
            self.resources.push(Resource { dialect, uri, value, document, pointer });
            spot.resource = resource;
        }
        match fragment {
            None => Ok(()),
            Some(name) if dialect.draft == Draft::Draft07 => self.anchor(spot, "$id", name, false),
            Some(_) => {
                let problem = Problem::Expected("an address without a fragment");
                Err(self.error(spot, "$id", problem))
            }
        }
    }

    fn anchor(
        &mut self,
        spot: &Spot<'a>,
        keyword: &str,
        name: &str,
        dynamic: bool,
    ) -> Result<(), SchemaError> {
        let key = (spot.resource, name.to_owned());
        match self.anchors.get_mut(&key) {
            // The same place may carry a name as `$anchor` and as `$dynamicAnchor`.
            Some(anchor) if anchor.spot.pointer == spot.pointer => anchor.dynamic |= dynamic,
            Some(_) => return Err(self.error(spot, keyword, Problem::Twice(name.to_owned()))),
            None => {
                self.anchors.insert(key, Anchor { spot: spot.clone(), dynamic });
            }
        }
        Ok(())
    }

    /// Reads `$schema`.
    fn speak(&mut self, spot: &Spot<'a>) -> Result<(), SchemaError> {
        let Some(name) = spot.value.get("$schema") else { return Ok(()) };
        let name = self.text(spot, "$schema", name)?;
        let dialect = self.spoken(&name).map_err(|problem| self.error(spot, "$schema", problem))?;
        if let Some(resource) = self.resources.get_mut(spot.resource) {
            resource.dialect = dialect;
        }
        Ok(())
    }

    /// The dialect a `$schema` names: a draft, or a meta-schema that was handed in.
    fn spoken(&self, name: &str) -> Result<Dialect, Problem> {
        if let Some(draft) = Draft::named(name) {
            return Ok(draft.into());
        }
        let unknown = || Problem::Dialect(name.to_owned());
        let meta = self.given.iter().find(|(uri, _)| uri == name).ok_or_else(unknown)?.1;
        let base = meta.get("$schema").and_then(Value::as_string).ok_or_else(unknown)?;
        let draft = base.text().ok().and_then(|base| Draft::named(&base)).ok_or_else(unknown)?;
        let mut dialect = Dialect::from(draft);
        let Some(vocabularies) = meta.get("$vocabulary").and_then(Value::as_object) else {
            return Ok(dialect);
        };
        (dialect.applicators, dialect.validation, dialect.unevaluated) = (false, false, false);
        for member in vocabularies.members() {
            let vocabulary = draft::name(&member.name);
            if !dialect.add(&vocabulary) && member.value.as_bool() != Some(false) {
                return Err(Problem::Vocabulary(vocabulary));
            }
        }
        Ok(dialect)
    }
}
