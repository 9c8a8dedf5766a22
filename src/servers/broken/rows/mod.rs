//! The rows, in the families of the rules.
//!
//! ```text
//! slug, who breaks it, base, [edits], [what a probe is told],
//!     what its users see      English, Chinese
//! ```

/// Makes the rows of a family.
macro_rules! broken {
    ($($slug:literal, $side:ident, $base:ident, [$($edit:expr),* $(,)?], [$($word:literal),*], $en:literal, $zh:literal;)*) => {
        pub(super) static BROKEN: &[$crate::servers::broken::Broken] = &[$($crate::servers::broken::Broken {
            slug: $slug,
            side: $crate::transport::Side::$side,
            base: $crate::servers::broken::$base,
            edits: {
                #[allow(unused_imports, reason = "not every row needs every kind of edit")]
                use $crate::servers::broken::Edit::{After, Before, Drop, Swap, Until, Whole};
                &[$($edit),*]
            },
            probe: &[$($word),*],
            riddle: $crate::text::Text::new($en, $zh),
        }),*];
    };
}

mod starting;
mod endpoint;
mod asked;
mod tried;
mod framing;
mod envelope;
mod shapes;
mod opening;
mod declared;
mod stateless;
mod carried;
mod codes;
mod versions;
mod rounds;
mod listening;
mod lists;
mod tools;
mod calls;
mod offers;
mod running;
mod asking;

use super::Broken;

/// Every family.
static FAMILIES: &[&[Broken]] = &[
    starting::BROKEN,
    endpoint::BROKEN,
    framing::BROKEN,
    envelope::BROKEN,
    shapes::BROKEN,
    opening::BROKEN,
    declared::BROKEN,
    stateless::BROKEN,
    carried::BROKEN,
    codes::BROKEN,
    versions::BROKEN,
    rounds::BROKEN,
    listening::BROKEN,
    lists::BROKEN,
    asked::BROKEN,
    tried::BROKEN,
    tools::BROKEN,
    calls::BROKEN,
    offers::BROKEN,
    running::BROKEN,
    asking::BROKEN,
];

/// Every broken session there is.
pub fn broken() -> impl Iterator<Item = &'static Broken> {
    FAMILIES.iter().flat_map(|family| family.iter())
}
