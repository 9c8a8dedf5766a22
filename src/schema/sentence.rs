//! Failures in English.

use super::failure::{Bound, Failure, Kind, Listed, Unit};
use super::quote::shortened;
use super::{MAX_LEVELS, MAX_STEPS};
use std::fmt::{Display, Formatter, Result};

/// A pointer is needed whole, so it may be longer than a quoted value: this many characters.
const MAX_POINTER: usize = 400;

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.pointer.as_str() {
            "" => f.write_str("(root): ")?,
            pointer => write!(f, "{}: ", shortened(pointer, MAX_POINTER))?,
        }
        if let Kind::NoneFits { why, alternatives } = &self.kind {
            return none_fits(why, *alternatives, &self.pointer, f);
        }
        self.kind.fmt(f)
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Type { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::Value { allowed, found } => value(allowed, found, f),
            Self::Number { bound, limit, found } => {
                write!(f, "expected {bound} {limit}, found {found}")
            }
            Self::MultipleOf { divisor, found } => {
                write!(f, "expected a multiple of {divisor}, found {found}")
            }
            Self::Size { unit, bound, limit, found } => {
                let noun = unit.noun(*limit);
                write!(f, "expected {bound} {limit} {noun}, found {found}")
            }
            Self::Pattern { pattern, found } => {
                write!(f, "expected text matching \"{pattern}\", found {found}")
            }
            Self::Equal { first, second } => {
                write!(f, "elements {first} and {second} are equal, all must differ")
            }
            Self::Missing { name, because } => {
                write!(f, "missing required member {name}")?;
                because.iter().try_for_each(|it| write!(f, ", needed because {it} is present"))
            }
            Self::Member { allowed } => member(allowed.as_ref(), f),
            Self::Element { allowed } => element(*allowed, f),
            Self::Name { name, why } => write!(f, "the member name {name} does not fit: {why}"),
            Self::NoneFits { alternatives, .. } => {
                write!(f, "fits none of {alternatives} alternatives")
            }
            Self::TwoFit { first, second } => {
                write!(f, "fits alternatives {} and {}, ", first + 1, second + 1)?;
                f.write_str("exactly one must fit")
            }
            Self::Fits => f.write_str("fits what it must not, see the schema"),
            Self::Nothing => f.write_str("no value is allowed here"),
            Self::More { listed } => write!(f, "more failures than the {listed} listed"),
            Self::Steps => write!(f, "not checked to the end, gave up after {MAX_STEPS} steps"),
            Self::Levels => write!(f, "not checked to the end, more than {MAX_LEVELS} levels deep"),
        }
    }
}

fn value(allowed: &Listed, found: &str, f: &mut Formatter<'_>) -> Result {
    match (allowed.shown.as_slice(), allowed.more) {
        ([only], 0) => write!(f, "expected {only}, found {found}"),
        ([], _) => write!(f, "no value is allowed here, found {found}"),
        _ => write!(f, "expected one of {allowed}, found {found}"),
    }
}

fn member(allowed: Option<&Listed>, f: &mut Formatter<'_>) -> Result {
    f.write_str("unexpected member")?;
    match allowed {
        None => Ok(()),
        Some(Listed { shown, .. }) if shown.is_empty() => f.write_str(", none is allowed"),
        Some(Listed { shown, more: 0 }) if shown.len() == 1 => {
            write!(f, ", only {} is allowed", shown.concat())
        }
        Some(allowed) => write!(f, ", only {allowed} are allowed"),
    }
}

fn element(allowed: Option<usize>, f: &mut Formatter<'_>) -> Result {
    f.write_str("unexpected element")?;
    match allowed {
        None => Ok(()),
        Some(0) => f.write_str(", none is allowed"),
        Some(1) => f.write_str(", at most 1 is allowed"),
        Some(most) => write!(f, ", at most {most} are allowed"),
    }
}

/// What is wrong for each alternative. Where that is not at the same place, the place is told.
fn none_fits(why: &[Failure], alternatives: usize, place: &str, f: &mut Formatter<'_>) -> Result {
    write!(f, "fits none of {alternatives} alternatives")?;
    for (index, failure) in why.iter().enumerate() {
        write!(f, "{} ({}) ", if index == 0 { ":" } else { ";" }, index + 1)?;
        if failure.pointer == place {
            failure.kind.fmt(f)?;
        } else {
            failure.fmt(f)?;
        }
    }
    f.write_str(if !why.is_empty() && why.len() < alternatives { "; …" } else { "" })
}

impl Display for Listed {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.shown.join(", "))?;
        if self.more > 0 {
            write!(f, " and {} more", self.more)?;
        }
        Ok(())
    }
}

impl Display for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::AtMost => "at most",
            Self::LessThan => "less than",
            Self::AtLeast => "at least",
            Self::MoreThan => "more than",
        })
    }
}

impl Unit {
    fn noun(self, number: u64) -> &'static str {
        match (self, number) {
            (Self::Characters, 1) => "character",
            (Self::Characters, _) => "characters",
            (Self::Elements, 1) => "element",
            (Self::Elements, _) => "elements",
            (Self::Fitting, 1) => "element that fits `contains`",
            (Self::Fitting, _) => "elements that fit `contains`",
            (Self::Members, 1) => "member",
            (Self::Members, _) => "members",
        }
    }
}
