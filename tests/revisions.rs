//! The table of revisions, against what is really spoken.

use mcp_lab::mcp::stateless::SUPPORTED;
use mcp_lab::mcp::{Era, REVISIONS, Revision};

#[test]
fn the_table_holds_every_revision_that_is_spoken_in_its_own_era() {
    let of = |era| -> Vec<&str> {
        REVISIONS.iter().filter(|row| row.era == era).map(|row| row.revision).collect()
    };
    let handshake: Vec<_> = Revision::ALL.iter().map(|revision| revision.as_str()).collect();
    assert_eq!(of(Era::Handshake), handshake);
    assert_eq!(of(Era::Stateless), SUPPORTED);
    assert!(REVISIONS.is_sorted_by_key(|row| row.revision));
}
