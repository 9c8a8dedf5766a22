//! Completion: what an argument could be.

mod ask;

use ask::Client;
use mcp_lab::mcp::{
    Prompt, Reference, Resource, ResourceContents, ResourceTemplate, ServerCapabilities,
};
use mcp_lab::server::{Resources, Server};

struct Files;

impl Resources for Files {
    fn list(&self) -> Vec<Resource<'static>> {
        Vec::new()
    }

    fn templates(&self) -> Vec<ResourceTemplate<'static>> {
        let template = "file://{host}/{+path*}{?page,size:3}";
        vec![ResourceTemplate::new(template, "files")]
    }

    fn read(&self, _: &str) -> Option<Vec<ResourceContents<'static>>> {
        None
    }
}

const FILES: &str = r#"{"type":"ref/resource","uri":"file://{host}/{+path*}{?page,size:3}"}"#;
const REVIEW: &str = r#"{"type":"ref/prompt","name":"review"}"#;

fn numbers(count: usize) -> Vec<String> {
    (0..count).map(|number| number.to_string()).collect()
}

/// A prompt one of whose arguments counts as far as it is told, and another says what it was given.
fn server() -> Server {
    let review = Prompt::new("review", "reviews")
        .required("count", "how many")
        .optional("echo", "what was given")
        .optional("free", "anything");
    let prompt = || Reference::Prompt("review".into());
    let files = Reference::Resource("file://{host}/{+path*}{?page,size:3}".into());
    Server::new("completes", "1")
        .capabilities(ServerCapabilities::default().with("completions", &[]))
        .prompt(review, |_| String::new())
        .resources(Files)
        .completes(prompt(), "count", |typed, _| numbers(typed.parse().unwrap_or(0)))
        .completes(prompt(), "echo", |typed, chosen| {
            vec![format!("{typed}|{:?}", chosen.get("count"))]
        })
        .completes(files, "host", |typed, _| vec![format!("{typed}.example")])
}

fn params(reference: &str, name: &str, value: &str) -> String {
    format!(r#"{{"ref":{reference},"argument":{{"name":"{name}","value":"{value}"}}}}"#)
}

#[track_caller]
fn check(reference: &str, name: &str, value: &str, completion: &str) {
    let (params, result) =
        (params(reference, name, value), format!(r#"{{"completion":{completion}}}"#));
    Client::of(server()).gets("completion/complete", &params, &result);
}

#[track_caller]
fn refused(params: &str, message: &str) {
    Client::of(server()).refused("completion/complete", params, -32602, message);
}

#[test]
fn a_hundred_values_are_sent_and_of_more_how_many_there_are() {
    let values = |count| format!("[\"{}\"]", numbers(count).join("\",\""));
    check(REVIEW, "count", "3", &format!(r#"{{"values":{}}}"#, values(3)));
    check(REVIEW, "count", "100", &format!(r#"{{"values":{}}}"#, values(100)));
    let more = format!(r#"{{"values":{},"total":101,"hasMore":true}}"#, values(100));
    check(REVIEW, "count", "101", &more);
}

#[test]
fn what_was_typed_arrives_as_text() {
    check(REVIEW, "echo", r"\u4e2d\n", r#"{"values":["中\n|None"]}"#);
    check(FILES, "host", "www", r#"{"values":["www.example"]}"#);
    let half = params(REVIEW, "echo", r"\ud800");
    refused(&half, "Invalid params: `value` must be whole characters");
}

#[test]
fn what_is_chosen_already_is_handed_on() {
    let params = format!(
        r#"{{"ref":{REVIEW},"argument":{{"name":"echo","value":""}},"context":{{"arguments":{{"count":"2"}}}}}}"#
    );
    let result = r#"{"completion":{"values":["|Some(\"2\")"]}}"#;
    Client::of(server()).gets("completion/complete", &params, result);
}

#[test]
fn an_argument_of_which_nobody_knows_anything_has_no_values() {
    check(REVIEW, "free", "x", r#"{"values":[]}"#);
    for variable in ["path", "page", "size"] {
        check(FILES, variable, "x", r#"{"values":[]}"#);
    }
}

#[test]
fn what_does_not_exist_is_refused_by_name() {
    for (reference, argument, message) in [
        (r#"{"type":"ref/prompt","name":"nope"}"#, "count", "Unknown prompt: nope"),
        (REVIEW, "nope", "Unknown argument: nope"),
        (r#"{"type":"ref/resource","uri":"x:{y}"}"#, "y", "Unknown resource template: x:{y}"),
        (FILES, "+path", "Unknown argument: +path"),
        (FILES, "", "Unknown argument: "),
        (FILES, "file://", "Unknown argument: file://"),
    ] {
        refused(&params(reference, argument, ""), message);
    }
}

#[test]
fn a_request_that_is_not_whole_is_told_what_it_lacks() {
    let argument = r#""argument":{"name":"count","value":"1"}"#;
    for (params, member, expected) in [
        ("{}".to_owned(), "ref", "an object"),
        (format!(r#"{{"ref":"review",{argument}}}"#), "ref", "an object"),
        (format!(r#"{{"ref":{{}},{argument}}}"#), "type", "`ref/prompt` or `ref/resource`"),
        (
            format!(r#"{{"ref":{{"type":"ref/tool"}},{argument}}}"#),
            "type",
            "`ref/prompt` or `ref/resource`",
        ),
        (format!(r#"{{"ref":{{"type":"ref/prompt"}},{argument}}}"#), "name", "a string"),
        (format!(r#"{{"ref":{{"type":"ref/resource","uri":1}},{argument}}}"#), "uri", "a string"),
        (format!(r#"{{"ref":{REVIEW}}}"#), "argument", "an object"),
        (format!(r#"{{"ref":{REVIEW},"argument":{{"name":"count"}}}}"#), "value", "a string"),
        (
            format!(r#"{{"ref":{REVIEW},"argument":{{"name":"count","value":1}}}}"#),
            "value",
            "a string",
        ),
        (format!(r#"{{"ref":{REVIEW},{argument},"context":7}}"#), "context", "an object"),
        (
            format!(r#"{{"ref":{REVIEW},{argument},"context":{{"arguments":[]}}}}"#),
            "arguments",
            "an object",
        ),
    ] {
        refused(&params, &format!("Invalid params: `{member}` must be {expected}"));
    }
}

#[test]
fn a_second_completer_takes_the_place_of_the_first() {
    let again =
        server().completes(Reference::Prompt("review".into()), "count", |_, _| vec!["new".into()]);
    let params = params(REVIEW, "count", "7");
    Client::of(again).gets("completion/complete", &params, r#"{"completion":{"values":["new"]}}"#);
}

#[test]
fn completions_that_are_not_promised_do_not_exist() {
    let promised = ServerCapabilities::default().with("prompts", &[]).with("resources", &[]);
    Client::of(server().capabilities(promised)).lacks(&["completion/complete"]);
}
