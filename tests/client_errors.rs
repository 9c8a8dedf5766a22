//! What a client says of a server that talks too much.

use mcp_lab::client::ClientError;
use mcp_lab::jsonrpc::{ErrorObject, Id};

/// What is shown of a long text of one letter.
fn shown(letter: &str) -> String {
    format!("{}…", letter.repeat(200))
}

#[test]
fn of_a_long_refusal_only_the_beginning_is_shown() {
    let long = || ErrorObject::new(-32000, "a".repeat(1_000_000));
    let a = shown("a");
    assert_eq!(
        ClientError::Refused(long()).to_string(),
        format!("the server refused: error -32000: {a}")
    );
    assert_eq!(
        ClientError::Host(long()).to_string(),
        format!("the host did not answer the server: error -32000: {a}")
    );
    // What is short is shown as it was written.
    let short = ErrorObject::new(1, "one\n\"two\"");
    assert_eq!(
        ClientError::Refused(short).to_string(),
        r#"the server refused: error 1: one\n\"two\""#
    );
}

#[test]
fn of_many_long_names_only_some_beginnings_are_shown() {
    let names = |count| (0..count).map(|at: u32| at.to_string()).collect::<Vec<_>>();
    let said = |names| ClientError::Unsupported(names).to_string();
    let begins = "the server speaks only versions unknown here: ";
    assert_eq!(said(names(2)), format!("{begins}0, 1"));
    assert_eq!(said(names(10)), format!("{begins}0, 1, 2, 3, 4, 5, 6, 7, 8, 9"));
    assert_eq!(said(names(1000)), format!("{begins}0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …"));
    assert_eq!(said(vec!["v".repeat(1_000_000)]), format!("{begins}{}", shown("v")));
    assert_eq!(
        ClientError::Version("中".repeat(1000)).to_string(),
        format!("the server wants to speak {}, unknown here", shown("中"))
    );
}

#[test]
fn of_a_long_id_only_the_beginning_is_shown() {
    let said = |id: String| ClientError::Unasked(Id::String(id.into())).to_string();
    assert_eq!(said("7".to_owned()), "the server answered id \"7\", which is not open");
    let begins = format!("\"{}…", "i".repeat(199));
    assert_eq!(
        said("i".repeat(1000)),
        format!("the server answered id {begins}, which is not open")
    );
}
