//! Resources: listed, read, and subscribed to.
#![expect(clippy::panic, reason = "a broken test should stop")]

mod ask;

use ask::Client;
use mcp_lab::json;
use mcp_lab::mcp::{
    Contents, Payload, Resource, ResourceContents, ResourceTemplate, ServerCapabilities,
};
use mcp_lab::server::{MAX_SUBSCRIPTIONS, MAX_URI_BYTES, Resources, Server};

/// A text, a picture, and a file that breaks whoever reads it.
struct Shelf;

impl Resources for Shelf {
    fn list(&self) -> Vec<Resource<'static>> {
        let note = Resource {
            title: Some("A note".into()),
            description: Some("a \"note\"".into()),
            mime_type: Some("text/plain".into()),
            more: json::Object::from([("size", 2.into())]),
            ..Resource::new("file:///a.txt", "a")
        };
        vec![note, Resource::new("file:///b.png", "b")]
    }

    fn templates(&self) -> Vec<ResourceTemplate<'static>> {
        vec![ResourceTemplate::new("file:///{path}", "files")]
    }

    fn read(&self, uri: &str) -> Option<Vec<ResourceContents<'static>>> {
        match uri {
            "file:///a.txt" => {
                Some(vec![ResourceContents::text(uri.to_owned(), "text/plain", "hi")])
            }
            "file:///b.png" => Some(vec![ResourceContents {
                uri: uri.to_owned().into(),
                mime_type: None,
                contents: Contents::Blob("iVBORw0KGgo=".into()),
            }]),
            "file:///empty" => Some(Vec::new()),
            "file:///broken" => panic!("broken on purpose"),
            _ => None,
        }
    }
}

fn promising(flags: &[&'static str]) -> Client {
    let promised = ServerCapabilities::default().with("resources", flags);
    Client::of(Server::new("shelf", "1").capabilities(promised).resources(Shelf))
}

#[test]
fn resources_are_listed_with_what_is_said_of_them_and_no_more() {
    promising(&[]).gets(
        "resources/list",
        "{}",
        r#"{"resources":[{"uri":"file:///a.txt","name":"a","title":"A note","description":"a \"note\"","mimeType":"text/plain","size":2},{"uri":"file:///b.png","name":"b"}]}"#,
    );
}

#[test]
fn templates_are_listed_apart() {
    promising(&[]).gets(
        "resources/templates/list",
        "{}",
        r#"{"resourceTemplates":[{"uriTemplate":"file:///{path}","name":"files"}]}"#,
    );
}

#[test]
fn a_text_is_read_as_text_and_a_picture_as_base64() {
    let mut client = promising(&[]);
    for (uri, contents) in [
        ("file:///a.txt", r#"[{"uri":"file:///a.txt","mimeType":"text/plain","text":"hi"}]"#),
        ("file:\\/\\/\\/a.txt", r#"[{"uri":"file:///a.txt","mimeType":"text/plain","text":"hi"}]"#),
        ("file:///b.png", r#"[{"uri":"file:///b.png","blob":"iVBORw0KGgo="}]"#),
        ("file:///empty", "[]"),
    ] {
        let (params, result) =
            (format!(r#"{{"uri":"{uri}"}}"#), format!(r#"{{"contents":{contents}}}"#));
        client.gets("resources/read", &params, &result);
    }
}

#[test]
fn a_uri_nobody_knows_comes_back_in_the_error_as_it_was_written() {
    let mut client = promising(&[]);
    for uri in ["file:///none", "", "file:///../etc/passwd", r"\ud800", r"file:\/\/\/none"] {
        let answer = client.ask("resources/read", &format!(r#"{{"uri":"{uri}"}}"#));
        let expected = format!(
            r#""error":{{"code":-32002,"message":"Resource not found","data":{{"uri":"{uri}"}}}}"#
        );
        assert_eq!(answer, expected);
    }
}

#[test]
fn a_read_names_one_uri_as_a_string() {
    let mut client = promising(&[]);
    for (params, expected) in [
        ("{}", "a string"),
        (r#"{"uri":7}"#, "a string"),
        (r#"{"uri":["file:///a.txt"]}"#, "a string"),
        (r#"{"uri":"file:///a.txt","uri":"file:///b.png"}"#, "written only once"),
    ] {
        let message = format!("Invalid params: `uri` must be {expected}");
        client.refused("resources/read", params, -32602, &message);
    }
}

#[test]
fn a_read_that_panics_takes_down_only_itself() {
    let mut client = promising(&[]);
    let broken = r#"{"uri":"file:///broken"}"#;
    let message = "Internal error: the read of file:///broken panicked";
    client.refused("resources/read", broken, -32603, message);
    assert!(client.ask("resources/read", r#"{"uri":"file:///a.txt"}"#).contains("hi"));
}

#[test]
fn what_is_promised_and_not_there_is_an_empty_list() {
    let promised = ServerCapabilities::default().with("resources", &[]);
    let mut client = Client::of(Server::new("bare", "1").capabilities(promised));
    client.gets("resources/list", "{}", r#"{"resources":[]}"#);
    client.gets("resources/templates/list", "{}", r#"{"resourceTemplates":[]}"#);
    assert!(client.ask("resources/read", r#"{"uri":"x"}"#).contains("-32002"));
}

#[test]
fn resources_that_are_not_promised_do_not_exist() {
    let server = Server::new("shy", "1").capabilities(ServerCapabilities::tools());
    Client::of(server.resources(Shelf)).lacks(&[
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "resources/subscribe",
        "resources/unsubscribe",
    ]);
}

#[test]
fn nobody_subscribes_where_that_is_not_promised() {
    for flags in [&[][..], &["listChanged"]] {
        promising(flags).lacks(&["resources/subscribe", "resources/unsubscribe"]);
    }
}

#[test]
fn subscriptions_have_a_limit_and_make_room_again() {
    let mut client = promising(&["subscribe"]);
    let uri = |number: usize| format!(r#"{{"uri":"file:///{number}"}}"#);
    for number in 0..MAX_SUBSCRIPTIONS {
        client.gets("resources/subscribe", &uri(number), "{}");
    }
    let full = "Invalid Request: more than 256 subscriptions";
    client.refused("resources/subscribe", &uri(MAX_SUBSCRIPTIONS), -32600, full);
    // One that is there already takes no room.
    client.gets("resources/subscribe", &uri(7), "{}");
    client.gets("resources/unsubscribe", &uri(MAX_SUBSCRIPTIONS), "{}");
    client.refused("resources/subscribe", &uri(MAX_SUBSCRIPTIONS), -32600, full);
    client.gets("resources/unsubscribe", &uri(7), "{}");
    client.gets("resources/subscribe", &uri(MAX_SUBSCRIPTIONS), "{}");
}

#[test]
fn a_uri_that_cannot_be_remembered_is_not_subscribed_to() {
    let mut client = promising(&["subscribe"]);
    let uri = |length: usize| format!(r#"{{"uri":"{}"}}"#, "x".repeat(length));
    client.gets("resources/subscribe", &uri(MAX_URI_BYTES), "{}");
    let message = "Invalid params: `uri` must be a URI of no more than 8192 bytes";
    client.refused("resources/subscribe", &uri(MAX_URI_BYTES + 1), -32602, message);
    client.refused("resources/subscribe", r#"{"uri":"\ud800"}"#, -32602, message);
}

#[test]
fn contents_have_exactly_one_of_text_and_blob() {
    let read = |line: &str| {
        let value = json::parse(line).unwrap().into_owned();
        ResourceContents::from_value(value).map(|it| it.into_value().to_string())
    };
    for line in [r#"{"uri":"a","text":"x"}"#, r#"{"uri":"a","mimeType":"m","blob":"eA=="}"#] {
        assert_eq!(read(line).as_deref(), Ok(line));
    }
    let why = |line: &str| read(line).unwrap_err().to_string();
    assert_eq!(why(r#"{"uri":"a"}"#), "`text` must be a string");
    let both = why(r#"{"uri":"a","text":"x","blob":"eA=="}"#);
    assert_eq!(both, "`blob` must be missing where `text` is written");
}
