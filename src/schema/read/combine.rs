//! Keywords that ask other schemas about the same value.

use super::Reader;
use crate::schema::error::SchemaError;
use crate::schema::node::{If, Rule};

impl Reader<'_, '_> {
    pub(super) fn combine(&mut self) -> Result<(), SchemaError> {
        self.reference("$ref")?;
        if self.is_new() {
            self.reference("$dynamicRef")?;
        }
        if let Some(nodes) = self.list("allOf")? {
            self.rules.push(Rule::AllOf(nodes));
        }
        if let Some(nodes) = self.list("anyOf")? {
            self.rules.push(Rule::AnyOf(nodes));
        }
        if let Some(nodes) = self.list("oneOf")? {
            self.rules.push(Rule::OneOf(nodes));
        }
        if let Some(node) = self.schema("not")? {
            self.rules.push(Rule::Not(node));
        }
        if let Some(condition) = self.schema("if")? {
            let (then, otherwise) = (self.schema("then")?, self.schema("else")?);
            self.rules.push(Rule::If(Box::new(If { condition, then, otherwise })));
        }
        Ok(())
    }

    /// `$ref` and `$dynamicRef`. The latter is dynamic only when it leads to a `$dynamicAnchor`.
    pub(super) fn reference(&mut self, keyword: &str) -> Result<(), SchemaError> {
        if self.object.get(keyword).is_none() {
            return Ok(());
        }
        let target = self.build.library.resolve(self.spot, keyword)?;
        let node = self.build.node(target.spot)?;
        let rule = match target.dynamic.filter(|_| keyword == "$dynamicRef") {
            Some(name) => Rule::DynamicRef(node, self.build.dynamic_name(&name)),
            None => Rule::Ref(node),
        };
        self.rules.push(rule);
        Ok(())
    }
}
