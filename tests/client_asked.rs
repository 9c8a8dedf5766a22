//! What a client of the stateless era answers, and what it does not.

mod scripted;

use mcp_lab::client::ClientError;
use mcp_lab::json::Object;
use mcp_lab::mcp::stateless::SubscriptionFilter;
use scripted::{Fake, Polite, stateless};

/// An answer to the request of this number that asks for input, with these members more.
fn asks(id: u32, more: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"input_required"{more}}}}}"#)
}

/// An answer to the request of this number that is whole, and fits every method here.
fn whole(id: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","content":[],"tools":[]}}}}"#
    )
}

const STATE: &str = r#","requestState":"x""#;
const NO_PLACE: &str = "the server's result does not fit: `resultType` must be `complete`: this request may not ask for input";

#[test]
fn only_three_requests_are_sent_again_with_what_was_asked_for() {
    for method in ["tools/call", "prompts/get", "resources/read"] {
        let wire = Fake::new(&[Ok(&asks(1, STATE)), Ok(&whole(2))]);
        stateless(&wire, &Polite::default()).call(method, &Object::default()).unwrap();
        let [_, again] = wire.sent().try_into().unwrap();
        assert!(again.contains(r#""requestState":"x""#), "{again}");
    }
    for method in ["tools/list", "server/discover", "completion/complete", "x"] {
        let wire = Fake::new(&[Ok(&asks(1, STATE)), Ok(&whole(2))]);
        let mut client = stateless(&wire, &Polite::default());
        let error = client.call(method, &Object::default()).unwrap_err();
        assert_eq!(error.to_string(), NO_PLACE, "{method}");
        assert_eq!(wire.sent().len(), 1, "{method}");
    }
}

#[test]
fn a_result_that_asks_for_nothing_and_has_no_state_is_none() {
    for more in ["", r#","inputRequests":{}"#] {
        let wire = Fake::new(&[Ok(&asks(1, more)), Ok(&whole(2))]);
        let mut client = stateless(&wire, &Polite::default());
        let error = client.call_tool("t", Object::default()).unwrap_err();
        assert!(matches!(error, ClientError::Misfit(_)), "{error}");
        let said =
            "the server's result does not fit: `inputRequests` must be there without a state";
        assert_eq!(error.to_string(), said);
        assert_eq!(wire.sent().len(), 1);
    }
}

#[test]
fn nothing_asked_is_nothing_answered() {
    for more in [STATE, r#","inputRequests":{},"requestState":"x""#] {
        let wire = Fake::new(&[Ok(&asks(1, more)), Ok(&whole(2))]);
        let host = Polite::default();
        stateless(&wire, &host).call_tool("t", Object::default()).unwrap();
        let [_, again] = wire.sent().try_into().unwrap();
        assert!(again.contains("requestState") && !again.contains("inputResponses"), "{again}");
        assert!(host.0.borrow().is_empty());
    }
}

#[test]
fn a_host_is_asked_only_what_it_has_declared() {
    for method in ["roots/list", "sampling/createMessage", "ping", "elicitation"] {
        let requests = format!(
            r#","inputRequests":{{"a":{{"method":"elicitation/create"}},"b":{{"method":"{method}"}}}}"#
        );
        let wire = Fake::new(&[Ok(&asks(1, &requests)), Ok(&whole(2))]);
        let host = Polite::default();
        let error = stateless(&wire, &host).call_tool("t", Object::default()).unwrap_err();
        let ClientError::Host(refused) = &error else { panic!("{error}") };
        assert_eq!(refused.code, -32601);
        assert!(error.to_string().ends_with(&format!("Method not found: {method}")), "{error}");
        assert!(host.0.borrow().is_empty(), "nobody is asked in vain");
        assert_eq!(wire.sent().len(), 1);
    }
    let requests = r#","inputRequests":{"a":{"method":"elicitation\/create"}}"#;
    let wire = Fake::new(&[Ok(&asks(1, requests)), Ok(&whole(2))]);
    let host = Polite::default();
    stateless(&wire, &host).call_tool("t", Object::default()).unwrap();
    let [_, again] = wire.sent().try_into().unwrap();
    assert!(again.contains(r#""inputResponses":{"a":{"action":"decline"}}"#), "{again}");
    assert!(!again.contains("requestState"), "{again}");
}

const PING: &str = r#"{"jsonrpc":"2.0","id":"s","method":"ping"}"#;
const FORM: &str = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#;

#[test]
fn a_client_without_a_handshake_sends_no_responses() {
    let wire = Fake::new(&[Ok(PING), Ok(FORM), Ok(&whole(1)), Ok(PING), Ok(&whole(2))]);
    let host = Polite::default();
    let mut client = stateless(&wire, &host);
    client.call_tool("t", Object::default()).unwrap();
    client.list_tools().unwrap();
    assert_eq!(wire.sent().len(), 2, "{:?}", wire.sent());
    assert!(host.0.borrow().is_empty(), "a request of the server's own reached the host");
}

#[test]
fn it_sends_none_while_it_waits_for_a_subscription_and_still_has_its_host_after() {
    let granted = r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}}}"#;
    let form = r#","inputRequests":{"a":{"method":"elicitation/create"}}"#;
    let wire = Fake::new(&[Ok(PING), Ok(FORM), Ok(granted), Ok(&asks(2, form)), Ok(&whole(3))]);
    let host = Polite::default();
    let mut client = stateless(&wire, &host);
    assert_eq!(client.listen(SubscriptionFilter::default()).unwrap().0, 1);
    assert_eq!(wire.sent().len(), 1, "{:?}", wire.sent());
    client.call_tool("t", Object::default()).unwrap();
    assert_eq!(*host.0.borrow(), ["elicitation/create"]);
}
