//! The demo files, laid out in a directory of their own.

use mcp_lab::servers::demo::Demo;
use std::path::Path;

#[test]
fn demo_files_step_over_what_a_killed_process_has_left() {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let name = format!("left-{}", std::process::id());
    let first = Demo::lay_out(parent, &name).unwrap();
    let second = Demo::lay_out(parent, &name).unwrap();
    assert_ne!(first.base(), second.base());
    assert!(second.base().join("demo-data/notes.txt").is_file());
    let (first, second) = (first.base().to_owned(), {
        drop(first);
        second
    });
    assert!(!first.exists() && second.base().exists(), "each removes its own");
}
