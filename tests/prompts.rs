//! Prompts: listed, and filled in with strings.
#![expect(clippy::panic, reason = "a broken test should stop")]

mod ask;

use ask::Client;
use mcp_lab::mcp::{
    ContentBlock, GetPromptResult, Prompt, PromptMessage, Role, ServerCapabilities,
};
use mcp_lab::server::Server;

fn server() -> Server {
    let review = Prompt::new("review", "Code review")
        .required("code", "the code")
        .optional("language", "its language");
    Server::new("prompts", "1")
        .capabilities(ServerCapabilities::default().with("prompts", &["listChanged"]))
        .prompt(review, |arguments| {
            let said = |name| arguments.get(name).map(ToString::to_string).unwrap_or_default();
            format!("code {} in {}", said("code"), said("language"))
        })
        .prompt(Prompt::new("talk", "two who talk"), |_| GetPromptResult {
            description: Some("a talk".into()),
            messages: vec![
                PromptMessage::user(ContentBlock::Text("Hello?".into())),
                PromptMessage { role: Role::Assistant, content: ContentBlock::Text("Hi.".into()) },
            ],
        })
        .prompt(Prompt::new("break", "breaks"), |_| -> String { panic!("broken on purpose") })
}

#[test]
fn prompts_are_listed_with_what_can_be_filled_in() {
    Client::of(server()).gets(
        "prompts/list",
        "{}",
        r#"{"prompts":[{"name":"review","description":"Code review","arguments":[{"name":"code","description":"the code","required":true},{"name":"language","description":"its language","required":false}]},{"name":"talk","description":"two who talk"},{"name":"break","description":"breaks"}]}"#,
    );
}

#[test]
fn a_prompt_is_filled_in_with_strings() {
    let mut client = Client::of(server());
    for (arguments, text) in [
        (r#"{"code":"x = 1"}"#, r#"code \"x = 1\" in "#),
        (r#"{"code":"","language":"py"}"#, r#"code \"\" in \"py\""#),
        (r#"{"c\u006fde":"x","unknown":"y"}"#, r#"code \"x\" in "#),
    ] {
        let params = format!(r#"{{"name":"review","arguments":{arguments}}}"#);
        let result = format!(
            r#"{{"description":"Code review","messages":[{{"role":"user","content":{{"type":"text","text":"{text}"}}}}]}}"#
        );
        client.gets("prompts/get", &params, &result);
    }
}

#[test]
fn a_prompt_may_be_a_talk_of_two_and_have_words_of_its_own() {
    Client::of(server()).gets(
        "prompts/get",
        r#"{"name":"talk"}"#,
        r#"{"description":"a talk","messages":[{"role":"user","content":{"type":"text","text":"Hello?"}},{"role":"assistant","content":{"type":"text","text":"Hi."}}]}"#,
    );
}

#[test]
fn an_argument_that_is_no_string_is_refused_before_the_handler_sees_it() {
    let mut client = Client::of(server());
    let strings = "Invalid params: `arguments` must be an object of strings";
    for arguments in [r#"{"code":7}"#, r#"{"code":null}"#, r#"{"code":"x","language":["py"]}"#] {
        let params = format!(r#"{{"name":"review","arguments":{arguments}}}"#);
        client.refused("prompts/get", &params, -32602, strings);
    }
    let params = r#"{"name":"review","arguments":["x"]}"#;
    let object = "Invalid params: `arguments` must be an object";
    client.refused("prompts/get", params, -32602, object);
}

#[test]
fn a_required_argument_that_is_missing_is_named() {
    let mut client = Client::of(server());
    let missing = "Missing required argument: code";
    for params in [
        r#"{"name":"review"}"#,
        r#"{"name":"review","arguments":{}}"#,
        r#"{"name":"review","arguments":{"language":"py"}}"#,
    ] {
        client.refused("prompts/get", params, -32602, missing);
    }
}

#[test]
fn an_unknown_prompt_is_named_at_no_more_than_its_excerpt() {
    let mut client = Client::of(server());
    client.refused("prompts/get", r#"{"name":"x"}"#, -32602, "Unknown prompt: x");
    let long = format!(r#"{{"name":"{}"}}"#, "x".repeat(100_000));
    let message = format!("Unknown prompt: {}…", "x".repeat(200));
    client.refused("prompts/get", &long, -32602, &message);
    client.refused("prompts/get", "{}", -32602, "Invalid params: `name` must be a string");
}

#[test]
fn a_second_prompt_of_the_same_name_takes_the_place_of_the_first() {
    let server = server().prompt(Prompt::new("review", "another"), |_| "new".to_owned());
    let mut client = Client::of(server);
    assert_eq!(client.ask("prompts/list", "{}").matches("review").count(), 1);
    client.gets(
        "prompts/get",
        r#"{"name":"review"}"#,
        r#"{"description":"another","messages":[{"role":"user","content":{"type":"text","text":"new"}}]}"#,
    );
}

#[test]
fn a_prompt_that_panics_takes_down_only_its_call() {
    let mut client = Client::of(server());
    let message = "Internal error: prompt break panicked";
    client.refused("prompts/get", r#"{"name":"break"}"#, -32603, message);
    assert!(client.ask("prompts/get", r#"{"name":"talk"}"#).contains("Hello?"));
}

#[test]
fn prompts_that_are_not_promised_do_not_exist() {
    let shy = server().capabilities(ServerCapabilities::tools());
    Client::of(shy).lacks(&["prompts/list", "prompts/get"]);
}
