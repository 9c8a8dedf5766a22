//! A value that does not fit: where, and what was expected instead.

use super::types::Types;

/// One way in which a value does not fit. [`std::fmt::Display`] makes a sentence of it that whoever
/// sent the value can act on: `/a: expected integer, found string`. The value as a whole is called
/// `(root)`, because its pointer is empty and `/` would be a member with an empty name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// JSON Pointer (RFC 6901) to the place in the value; empty for the value as a whole.
    pub pointer: String,
    /// The keyword that failed; `false` for the schema `false`, empty when a limit was reached.
    pub keyword: &'static str,
    /// Where the keyword stands in the schema: `#/properties/a/type`. Before the `#` is the address
    /// of the document, when it is not the schema itself.
    pub schema_place: String,
    /// What was expected and what was found.
    pub kind: Kind,
    /// The way to the place, as places in lists of members and elements: the order of failures.
    pub(super) way: Vec<usize>,
}

/// What was expected and what was found. Values are quoted as JSON, cut when they are long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `type`.
    Type {
        /// Any of these.
        expected: Types,
        /// The type that came; a number in digits when a whole one was expected.
        found: String,
    },
    /// `enum`, `const`.
    Value {
        /// Any of these.
        allowed: Listed,
        /// What came.
        found: String,
    },
    /// `maximum`, `exclusiveMaximum`, `minimum`, `exclusiveMinimum`.
    Number {
        /// On which side of the limit.
        bound: Bound,
        /// As the schema writes it.
        limit: String,
        /// What came.
        found: String,
    },
    /// `multipleOf`.
    MultipleOf {
        /// As the schema writes it.
        divisor: String,
        /// What came.
        found: String,
    },
    /// `maxLength`, `minItems` and the like, and `minContains`, `maxContains`.
    Size {
        /// What is counted.
        unit: Unit,
        /// On which side of the limit.
        bound: Bound,
        /// How many.
        limit: u64,
        /// How many came.
        found: u64,
    },
    /// `pattern`.
    Pattern {
        /// As the schema writes it.
        pattern: String,
        /// What came.
        found: String,
    },
    /// `uniqueItems`: two elements are equal. The first is 0.
    Equal {
        /// Place of the one.
        first: usize,
        /// Place of the other.
        second: usize,
    },
    /// `required`, `dependentRequired`.
    Missing {
        /// The member that is not there, quoted.
        name: String,
        /// The member that is there and needs it, quoted.
        because: Option<String>,
    },
    /// A member that may not be there, and which may, if that is known. Members that are allowed by
    /// a pattern are listed as `matching "…"`.
    Member {
        /// Names, quoted.
        allowed: Option<Listed>,
    },
    /// An element that may not be there, and how many may, if that is known.
    Element {
        /// Elements from the start of the array.
        allowed: Option<usize>,
    },
    /// `propertyNames`: a member has a name that does not fit.
    Name {
        /// The name, quoted.
        name: String,
        /// Why it does not.
        why: Box<Kind>,
    },
    /// `anyOf`, `oneOf`: none of these fits.
    NoneFits {
        /// The first thing that is wrong for each, of as many as are shown.
        why: Vec<Failure>,
        /// How many there are in all.
        alternatives: usize,
    },
    /// `oneOf`: two of them fit. The first is 0.
    TwoFit {
        /// Place of the one.
        first: usize,
        /// Place of the other.
        second: usize,
    },
    /// `not`: it fits what it must not.
    Fits,
    /// The schema `false`: no value fits.
    Nothing,
    /// There are more failures than this, which is [`super::MAX_FAILURES`] or less when they are
    /// very long.
    More {
        /// How many are listed.
        listed: usize,
    },
    /// Checking took too long and was given up: [`super::MAX_STEPS`].
    Steps,
    /// Checking went too deep and was given up: [`super::MAX_LEVELS`].
    Levels,
}

/// The side of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The limit or less.
    AtMost,
    /// Less than the limit.
    LessThan,
    /// The limit or more.
    AtLeast,
    /// More than the limit.
    MoreThan,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Code points of a text.
    Characters,
    /// Elements of an array.
    Elements,
    /// Elements of an array that fit `contains`.
    Fitting,
    /// Members of an object.
    Members,
}

/// The first of a list, as many as are worth reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Quoted.
    pub shown: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl Listed {
    /// How many are worth reading.
    pub(super) const MOST: usize = 20;

    /// The first of these.
    pub(super) fn new(all: impl ExactSizeIterator<Item = String>) -> Self {
        let more = all.len().saturating_sub(Self::MOST);
        Self { shown: all.take(Self::MOST).collect(), more }
    }
}
