//! Keywords about what is inside arrays and objects.

use super::Reader;
use crate::json::Value;
use crate::schema::error::SchemaError;
use crate::schema::node::{Contains, Elements, Members, Rest, Rule};
use crate::schema::pointer;

impl Reader<'_, '_> {
    pub(super) fn containers(&mut self) -> Result<(), SchemaError> {
        self.elements()?;
        self.contains()?;
        self.members()?;
        if let Some(names) = self.schema("propertyNames")? {
            self.rules.push(Rule::PropertyNames(names));
        }
        Ok(())
    }

    /// `prefixItems` and `items`; in draft-07 they were called `items` and `additionalItems`.
    fn elements(&mut self) -> Result<(), SchemaError> {
        let is_list = matches!(self.applicator("items"), Some(Value::Array(_)));
        if self.is_new() && is_list {
            return self
                .expected("items", "a schema; a list of schemas is called `prefixItems` now");
        }
        let elements = if self.is_new() {
            Elements {
                prefix: self.list("prefixItems")?.unwrap_or_default(),
                rest: self.rest("items")?,
            }
        } else if is_list {
            // Draft-07 allows an empty list.
            let is_empty =
                self.applicator("items").and_then(Value::as_array).is_some_and(<[_]>::is_empty);
            let prefix = if is_empty { None } else { self.list("items")? };
            Elements { prefix: prefix.unwrap_or_default(), rest: self.rest("additionalItems")? }
        } else {
            Elements { prefix: Vec::new(), rest: self.rest("items")? }
        };
        if !elements.prefix.is_empty() || elements.rest.is_some() {
            self.rules.push(Rule::Elements(Box::new(elements)));
        }
        Ok(())
    }

    fn contains(&mut self) -> Result<(), SchemaError> {
        let Some(node) = self.schema("contains")? else { return Ok(()) };
        let (least, most) = if self.is_new() {
            (self.count("minContains")?, self.count("maxContains")?)
        } else {
            (None, None)
        };
        let least_keyword = if least.is_some() { "minContains" } else { "contains" };
        let least = least.unwrap_or(1);
        self.rules.push(Rule::Contains(Box::new(Contains { node, least, most, least_keyword })));
        Ok(())
    }

    /// Everything about members by their names, as one rule.
    fn members(&mut self) -> Result<(), SchemaError> {
        let mut members = Members::default();
        self.properties(&mut members)?;
        if let Some(patterns) = self.applicator("patternProperties") {
            for (written, value) in self.map("patternProperties", patterns)? {
                let pattern =
                    self.pattern("patternProperties", &written).map_err(|mut error| {
                        pointer::push(&mut error.place, &written);
                        error
                    })?;
                let node = self.below(value, &["patternProperties", &written])?;
                members.patterns.push((pattern, node));
            }
        }
        members.rest = self.rest("additionalProperties")?;
        if let Some(required) = self.validation("required") {
            let names = self.names("required", required)?;
            members.required = names.iter().map(|name| members.names.add(name)).collect();
            members.required.sort_unstable();
            members.required.dedup();
        }
        self.dependent(&mut members)?;
        let asks = !members.patterns.is_empty() || members.rest.is_some();
        if members.names.len() > 0 || asks {
            members.properties.resize(members.names.len(), None);
            self.rules.push(Rule::Members(Box::new(members)));
        }
        Ok(())
    }

    fn properties(&mut self, members: &mut Members) -> Result<(), SchemaError> {
        let Some(properties) = self.applicator("properties") else { return Ok(()) };
        for (name, value) in self.map("properties", properties)? {
            let node = self.below(value, &["properties", &name])?;
            // The names are different and the first ones, so their places count up from 0.
            members.names.add(&name);
            members.properties.push(Some(node));
        }
        Ok(())
    }

    /// `dependentRequired`, `dependentSchemas`, and `dependencies`, which was both in draft-07 and
    /// may still be read in 2020-12.
    fn dependent(&mut self, members: &mut Members) -> Result<(), SchemaError> {
        let mut keywords = vec!["dependencies"];
        if self.is_new() {
            keywords.extend(["dependentRequired", "dependentSchemas"]);
        }
        for keyword in keywords {
            let value = match keyword {
                "dependentRequired" => self.validation(keyword),
                _ => self.applicator(keyword),
            };
            let Some(value) = value else { continue };
            for (name, value) in self.map(keyword, value)? {
                let place = members.names.add(&name);
                if keyword == "dependentRequired" || matches!(value, Value::Array(_)) {
                    if keyword == "dependentSchemas" {
                        return self.expected(keyword, "an object of schemas");
                    }
                    let names = self.names(keyword, value)?;
                    let needed = names.iter().map(|name| members.names.add(name)).collect();
                    members.dependent.push((place, needed, keyword));
                } else {
                    members.schemas.push((place, self.below(value, &[keyword, &name])?));
                }
            }
        }
        Ok(())
    }

    /// `unevaluatedItems` and `unevaluatedProperties`.
    pub(super) fn unevaluated(&mut self) -> Result<(), SchemaError> {
        if let Some(rest) = self.unevaluated_rest("unevaluatedItems")? {
            self.rules.push(Rule::UnevaluatedItems(rest));
        }
        if let Some(rest) = self.unevaluated_rest("unevaluatedProperties")? {
            self.rules.push(Rule::UnevaluatedProperties(rest));
        }
        Ok(())
    }

    fn unevaluated_rest(&mut self, keyword: &'static str) -> Result<Option<Rest>, SchemaError> {
        let Some(value) = self.object.get(keyword) else { return Ok(None) };
        let closed = value.as_bool() == Some(false);
        Ok(Some(Rest { keyword, node: self.below(value, &[keyword])?, closed }))
    }
}
