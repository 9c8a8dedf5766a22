//! Compiling: from a value to nodes.

use super::draft::Draft;
use super::error::{Problem, SchemaError};
use super::library::{Library, Spot};
use super::node::{Node, NodeId, Rule};
use super::{MAX_SCHEMAS, Schema, loops, read};
use crate::json::Value;
use std::collections::BTreeMap;

/// Compiles schemas that need more than their own text: another draft than 2020-12, or documents
/// that a `$ref` or `$schema` leads to.
///
/// ```
/// use mcp_lab::json::parse;
/// use mcp_lab::schema::Compiler;
/// let name = parse(r#"{"type":"string"}"#)?;
/// let schema = parse(r#"{"$ref":"https://example.org/name"}"#)?;
/// let error = Compiler::default().compile(&schema).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r##"#/$ref: "https://example.org/name" is outside of this schema, and nothing is fetched"##,
/// );
/// let compiler = Compiler::default().document("https://example.org/name", &name);
/// assert_eq!(compiler.compile(&schema)?.check(&parse("7")?).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Compiler<'a> {
    draft: Draft,
    documents: Vec<(String, &'a Value<'a>)>,
}

impl<'a> Compiler<'a> {
    /// Reads a schema without `$schema` as of this draft.
    #[must_use]
    pub fn draft(mut self, draft: Draft) -> Self {
        self.draft = draft;
        self
    }

    /// Hands in a document that a reference may lead to. It is looked at only when one does.
    #[must_use]
    pub fn document(mut self, address: &str, document: &'a Value<'a>) -> Self {
        self.documents.push((address.to_owned(), document));
        self
    }

    /// Compiles a schema.
    ///
    /// # Errors
    /// The first thing in it that is wrong or not supported, anywhere in the schema, used or not.
    pub fn compile(&self, schema: &Value<'_>) -> Result<Schema, SchemaError> {
        let mut library = Library::new(&self.documents);
        library.open(schema, "", self.draft.into())?;
        let own = library.own();
        let mut build = Build {
            library,
            nodes: Vec::new(),
            known: BTreeMap::new(),
            waiting: Vec::new(),
            dynamic_names: BTreeMap::new(),
            programs: 0,
        };
        // The first of them is the schema itself, so its node is 0.
        for spot in own {
            build.node(spot)?;
        }
        build.finish()
    }
}

/// A schema that is being compiled.
pub(super) struct Build<'a> {
    pub(super) library: Library<'a>,
    nodes: Vec<Node>,
    /// The node of each place that was asked for.
    known: BTreeMap<(usize, String), NodeId>,
    /// Nodes whose rules are still to be read: a list instead of a recursion, so that no schema is
    /// too deep.
    waiting: Vec<(NodeId, Spot<'a>)>,
    /// Names that a `$dynamicRef` asks for, each with a number of its own.
    dynamic_names: BTreeMap<String, usize>,
    /// Steps of all patterns so far.
    pub(super) programs: usize,
}

impl<'a> Build<'a> {
    /// The node of a place. Its rules are read later.
    pub(super) fn node(&mut self, mut spot: Spot<'a>) -> Result<NodeId, SchemaError> {
        let key = (spot.document, spot.pointer.clone());
        if let Some(node) = self.known.get(&key) {
            return Ok(*node);
        }
        self.library.remember(&spot, &spot.pointer)?;
        let place = self.library.place(&spot);
        let node = self.nodes.len();
        if node >= MAX_SCHEMAS {
            return Err(SchemaError { place, problem: Problem::Schemas });
        }
        spot.resource = self.library.resource_of(&spot);
        let resource = spot.resource;
        self.nodes.push(Node { place: place.into(), resource, ..Node::default() });
        self.known.insert(key, node);
        self.waiting.push((node, spot));
        Ok(node)
    }

    /// The number of a name that a `$dynamicRef` asks for.
    pub(super) fn dynamic_name(&mut self, name: &str) -> usize {
        let next = self.dynamic_names.len();
        *self.dynamic_names.entry(name.to_owned()).or_insert(next)
    }

    fn finish(mut self) -> Result<Schema, SchemaError> {
        let mut dynamic = BTreeMap::new();
        loop {
            while let Some((node, spot)) = self.waiting.pop() {
                let rules = read::rules(&mut self, &spot)?;
                let tracks = |rule: &Rule| {
                    matches!(rule, Rule::UnevaluatedItems(_) | Rule::UnevaluatedProperties(_))
                };
                if let Some(node) = self.nodes.get_mut(node) {
                    node.tracks = rules.iter().any(tracks);
                    node.rules = rules;
                }
            }
            self.dynamic(&mut dynamic)?;
            if self.waiting.is_empty() {
                break;
            }
        }
        if let Some(node) = loops::find(&self.nodes) {
            let place = node.place.to_string();
            return Err(SchemaError { place, problem: Problem::Loop });
        }
        Ok(Schema { nodes: self.nodes, dynamic })
    }

    /// The nodes to which a `$dynamicRef` may lead: any `$dynamicAnchor` of its name.
    fn dynamic(&mut self, found: &mut BTreeMap<(usize, usize), NodeId>) -> Result<(), SchemaError> {
        if self.dynamic_names.is_empty() {
            return Ok(());
        }
        for (name, spot) in self.library.dynamic() {
            if let Some(number) = self.dynamic_names.get(&name).copied() {
                found.insert((spot.resource, number), self.node(spot)?);
            }
        }
        Ok(())
    }
}
