//! What a client says that it does on purpose: nobody blames it, and a server that does not stand it is found.

mod envelope_cases;

use envelope_cases::{CLOSED, NONE, found, opened, session};

const WAITED: &str = "-- client waited 60s for the answer to ping\n";

fn on_purpose(what: &str) -> String {
    format!("-- client does this on purpose: {what}\n")
}

#[test]
fn a_client_that_says_so_is_not_blamed_and_one_that_does_not_is() {
    let answer = r#"server -> {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#;
    let spoilt = format!("client -> {{\"jsonrpc\":\n{answer}\n");
    let said = on_purpose("the next line is no JSON");
    assert_eq!(found(&(session(&(said.clone() + &spoilt)) + CLOSED)), NONE);
    let unsaid = session(&spoilt) + CLOSED;
    assert_eq!(found(&unsaid), ["2 broken-json client certain 5 11"]);
    // It covers the next line of the client alone.
    let twice = session(&(said + &spoilt + &spoilt)) + CLOSED;
    assert_eq!(found(&twice), ["2 broken-json client certain 8 11"]);
}

#[test]
fn what_the_client_asked_on_purpose_is_held_against_nobody_when_it_is_refused() {
    let early = r#"client -> {"jsonrpc":"2.0","id":9,"method":"mcp-lab/no-such-method"}
server -> {"jsonrpc":"2.0","id":9,"error":{"code":-32600,"message":"came before initialize"}}
"#;
    let opening = opened("{}", r#"{"tools":{}}"#, "2025-11-25");
    let (start, rest) = opening.split_once('\n').unwrap_or_default();
    let said = on_purpose("the next line comes before initialize");
    assert_eq!(found(&format!("{start}\n{said}{early}{rest}{CLOSED}")), NONE);
    let unsaid = found(&format!("{start}\n{early}{rest}{CLOSED}"));
    assert!(unsaid.iter().any(|it| it.contains("not-initialized client")), "{unsaid:?}");
}

#[test]
fn an_unanswered_request_is_named_after_the_way_it_was_written() {
    let ping = "client -> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n";
    for (what, slug) in [
        ("the next line is written in two pieces, cut at byte 9", "split-write"),
        ("the next two lines are written at once", "merged-write"),
        ("the next line ends in CR LF", "crlf-refused"),
        ("the next line holds letters of other languages", "non-ascii"),
    ] {
        let tried = on_purpose(what) + ping;
        let expected = format!("2 {slug} server likely 6 -");
        let silent = session(&format!("{tried}{WAITED}{CLOSED}"));
        assert_eq!(found(&silent), std::slice::from_ref(&expected));
        let gone = session(&format!("{tried}-- server exited with code 1\n"));
        assert_eq!(found(&gone), [expected]);
        // Where nobody waited, nobody knows.
        let stops = found(&session(&tried));
        assert!(stops.iter().all(|it| it.contains(" silent server cannot tell ")), "{stops:?}");
        // Any answer of its own shows that it was read.
        let answer = "server -> {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n";
        assert_eq!(found(&session(&format!("{tried}{answer}{CLOSED}"))), NONE);
    }
}

#[test]
fn of_two_lines_written_at_once_both_are_known() {
    let ping = |id| format!("client -> {{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
    let answer = "server -> {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n";
    let said = on_purpose("the next two lines are written at once");
    let wire = session(&format!("{said}{}{}{answer}{WAITED}{CLOSED}", ping(2), ping(3)));
    assert_eq!(found(&wire), ["2 merged-write server likely 7 -"]);
}

#[test]
fn a_line_that_is_no_json_may_be_passed_over_but_not_end_the_session() {
    let said = on_purpose("the next line is no JSON") + "client -> {\"jsonrpc\":\n";
    let ask = "client -> {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}\n";
    let answer = "server -> {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n";
    assert_eq!(found(&session(&format!("{said}{ask}{answer}{CLOSED}"))), NONE);
    let silent = session(&format!("{said}{ask}{WAITED}{CLOSED}"));
    assert_eq!(found(&silent), ["2 malformed-kills server likely 6 -"]);
    let gone = session(&format!("{said}-- server exited with code 1\n"));
    assert_eq!(found(&gone), ["2 malformed-kills server certain 6 -"]);
}

#[test]
fn capabilities_are_compared_in_one_version_and_with_one_server() {
    let poor = opened("{}", r#"{"tools":{}}"#, "2025-11-25") + CLOSED;
    let rich = |version: &str| opened(r#"{"roots":{}}"#, r#"{"prompts":{}}"#, version) + CLOSED;
    let differ = ["1 capabilities-differ server likely 9 65"];
    assert_eq!(found(&(poor.clone() + &rich("2025-11-25"))), differ);
    assert_eq!(found(&(poor.clone() + &rich("2025-06-18"))), NONE);
    let other = rich("2025-11-25").replacen("started: ward", "started: desk", 1);
    assert_eq!(found(&(poor.clone() + &other)), NONE);
    assert_eq!(found(&(poor.clone() + &poor)), NONE);
}
