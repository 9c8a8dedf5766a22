//! A compiled schema: nodes that refer to each other, each with the rules it makes.

use super::failure::{Bound, Unit};
use super::names::Names;
use super::number::{Divisor, Limit};
use super::pattern::Pattern;
use super::types::Types;

/// The place of a node in the schema's list.
pub(super) type NodeId = usize;

/// One schema, of the many inside one.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Where it stands, as failures show it: `#/properties/a`.
    pub(super) place: Box<str>,
    /// The resource it belongs to.
    pub(super) resource: usize,
    /// In the order in which they are checked; `unevaluated*` come last.
    pub(super) rules: Vec<Rule>,
    /// Whether there are rules of `unevaluated*`.
    pub(super) tracks: bool,
}

/// What a value must fulfil. Most rules say nothing about values of other types than theirs.
#[derive(Debug)]
pub(super) enum Rule {
    /// The schema `false`.
    Nothing,
    Type(Types),
    Enum(Box<Enum>),
    Limit(Box<Limit>),
    MultipleOf(Box<Divisor>),
    Size(Size),
    Pattern(Box<Pattern>),
    Unique,
    Elements(Box<Elements>),
    Contains(Box<Contains>),
    Members(Box<Members>),
    PropertyNames(NodeId),
    Ref(NodeId),
    /// The node when nothing more outside has the name, and the name's place in the list of names.
    DynamicRef(NodeId, usize),
    AllOf(Vec<NodeId>),
    AnyOf(Vec<NodeId>),
    OneOf(Vec<NodeId>),
    Not(NodeId),
    If(Box<If>),
    UnevaluatedItems(Rest),
    UnevaluatedProperties(Rest),
}

/// `enum` and `const`: the value is one of these.
#[derive(Debug)]
pub(super) struct Enum {
    pub(super) keyword: &'static str,
    /// The texts among the values, sorted.
    pub(super) texts: Vec<Box<str>>,
    /// The canonical texts of the other values, sorted.
    pub(super) others: Vec<Box<str>>,
    /// All, as a failure shows them, no more than it shows.
    pub(super) shown: Vec<String>,
    /// How many a failure does not show.
    pub(super) more: usize,
}

/// `maxLength`, `minItems` and the like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    pub(super) keyword: &'static str,
    pub(super) unit: Unit,
    pub(super) bound: Bound,
    pub(super) limit: u64,
}

/// What must hold for all that no other keyword has looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    pub(super) keyword: &'static str,
    pub(super) node: NodeId,
    /// The schema `false`: there must be none.
    pub(super) closed: bool,
}

/// `prefixItems` and `items`.
#[derive(Debug)]
pub(super) struct Elements {
    pub(super) prefix: Vec<NodeId>,
    pub(super) rest: Option<Rest>,
}

/// `contains`, `minContains`, `maxContains`.
#[derive(Debug)]
pub(super) struct Contains {
    pub(super) node: NodeId,
    pub(super) least: u64,
    pub(super) most: Option<u64>,
    /// Which keyword set the least.
    pub(super) least_keyword: &'static str,
}

/// Everything about members by their names, so that an object is gone through once.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// All names that any of the keywords mentions.
    pub(super) names: Names,
    /// What each name's value must fulfil.
    pub(super) properties: Vec<Option<NodeId>>,
    pub(super) patterns: Vec<(Pattern, NodeId)>,
    pub(super) rest: Option<Rest>,
    pub(super) required: Vec<usize>,
    /// Which names the presence of a name requires, and the keyword that says so.
    pub(super) dependent: Vec<(usize, Vec<usize>, &'static str)>,
    /// What the presence of a name requires of the object.
    pub(super) schemas: Vec<(usize, NodeId)>,
}

/// `if`, `then`, `else`.
#[derive(Debug)]
pub(super) struct If {
    pub(super) condition: NodeId,
    pub(super) then: Option<NodeId>,
    pub(super) otherwise: Option<NodeId>,
}

impl Rule {
    /// The nodes that are asked about the same value.
    pub(super) fn same_value(&self) -> Vec<NodeId> {
        match self {
            Self::Ref(node) | Self::Not(node) => vec![*node],
            Self::AllOf(nodes) | Self::AnyOf(nodes) | Self::OneOf(nodes) => nodes.clone(),
            Self::If(rule) => {
                [Some(rule.condition), rule.then, rule.otherwise].into_iter().flatten().collect()
            }
            Self::Members(members) => members.schemas.iter().map(|it| it.1).collect(),
            // Where a `$dynamicRef` leads is known only later; what loops then is stopped then.
            Self::DynamicRef(..)
            | Self::Nothing
            | Self::Type(_)
            | Self::Enum(_)
            | Self::Limit(_)
            | Self::MultipleOf(_)
            | Self::Size(_)
            | Self::Pattern(_)
            | Self::Unique
            | Self::Elements(_)
            | Self::Contains(_)
            | Self::PropertyNames(_)
            | Self::UnevaluatedItems(_)
            | Self::UnevaluatedProperties(_) => Vec::new(),
        }
    }
}
