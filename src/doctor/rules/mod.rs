//! Everything that can be found, one row each, in families.
//!
//! ```text
//! NAME = slug, step, owner, MUST or SHOULD, certainty, revisions, check, source,
//!     what the rule says      English, Chinese
//!     why it is so            English, Chinese
//!     what to change          English, Chinese
//! ```
//!
//! Below the rows of a family stand the functions that notice when one is broken. What only `probe` can notice,
//! because it asks or because it knows what time it is, has no function: its check is `Asked`.

/// Makes the statics of a family, and the list of them.
macro_rules! rules {
    ($($name:ident = $slug:literal, $step:expr, $owner:ident, $level:ident, $certainty:ident, $revisions:ident, $check:expr, $source:literal,
        $en:literal, $zh:literal, $why_en:literal, $why_zh:literal, $fix_en:literal, $fix_zh:literal;)*) => {
        $(pub(in crate::doctor) static $name: $crate::doctor::rule::Rule = $crate::doctor::rule::Rule {
            slug: $slug,
            step: $step,
            owner: $crate::doctor::rule::Owner::$owner,
            level: $crate::doctor::rule::Level::$level,
            certainty: $crate::doctor::finding::Certainty::$certainty,
            revisions: $crate::doctor::rule::Revisions::$revisions,
            check: $check,
            page: concat!($source, "\n", $en, "\n", $zh, "\n", $why_en, "\n", $why_zh, "\n", $fix_en, "\n", $fix_zh),
        };)*
        /// The rules of this family, in the order of the steps.
        pub(super) static RULES: &[&$crate::doctor::rule::Rule] = &[$(&$name),*];
    };
}

mod starting;
mod endpoint;
mod framing;
mod envelope;
mod batch;
mod numbers;
mod shapes;
mod names;
mod opening;
mod handshake;
mod declared;
mod cancelled;
mod tools;
mod calls;
mod content;
mod pages;
mod resources;
mod prompts;
mod running;
mod logging;
mod asking;
mod sampling;
mod tasks;
mod stateless;
mod carried;
mod codes;
mod versions;
mod rounds;
mod listening;
mod cancelling;
mod lists;
mod asked;
mod tried;
mod stray;
mod bytes;

pub(super) use asked::*;
pub(super) use calls::*;
pub(super) use endpoint::*;
pub(super) use envelope::*;
pub(super) use framing::*;
pub(super) use opening::*;
pub(super) use shapes::*;
pub(super) use starting::*;
pub(super) use stateless::*;
pub(super) use tools::*;
pub(super) use versions::*;

use super::rule::Rule;

/// It can be broken at any step.
const ANY: Option<usize> = None;

/// Every family. Of two faults on one line, that of the earlier family comes first.
#[allow(unused_qualifications, reason = "each family has a list of this name")]
static FAMILIES: &[&[&Rule]] = &[
    starting::RULES,
    endpoint::RULES,
    framing::RULES,
    envelope::RULES,
    batch::RULES,
    opening::RULES,
    handshake::RULES,
    shapes::RULES,
    names::RULES,
    declared::RULES,
    cancelled::RULES,
    numbers::RULES,
    tools::RULES,
    calls::RULES,
    content::RULES,
    pages::RULES,
    resources::RULES,
    prompts::RULES,
    running::RULES,
    logging::RULES,
    asking::RULES,
    sampling::RULES,
    tasks::RULES,
    stateless::RULES,
    carried::RULES,
    codes::RULES,
    versions::RULES,
    rounds::RULES,
    listening::RULES,
    cancelling::RULES,
    asked::RULES,
    lists::RULES,
];

/// Every rule there is.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    FAMILIES.iter().flat_map(|family| family.iter().copied())
}
