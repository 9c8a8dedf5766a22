//! Members that may be missing.

use super::misfit::Misfit;
use super::payload::string;
use crate::json::{Object, Str, Value};

/// What was found under this name: a string, or nothing. `null` is nothing, too: some servers write
/// it where they should write no member at all.
pub(super) fn optional<'a>(
    found: Option<Value<'a>>,
    member: &'static str,
) -> Result<Option<Str<'a>>, Misfit> {
    match found {
        None | Some(Value::Null) => Ok(None),
        found => string(found, member).map(Some),
    }
}

/// An object of those of the members that are there, and behind them what else is said.
pub(super) fn given<'a, const N: usize>(
    members: [(&'a str, Option<Value<'a>>); N],
    more: Object<'a>,
) -> Value<'a> {
    let there = members.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let there: Object<'a> = there.collect();
    there.into_iter().chain(more).collect::<Object<'_>>().into()
}
