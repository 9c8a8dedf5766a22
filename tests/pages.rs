//! Long lists, a page at a time, also while they change.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod ask;

use ask::Client;
use mcp_lab::json;
use mcp_lab::mcp::{
    Prompt, Resource, ResourceContents, ResourceTemplate, ServerCapabilities, Tool,
};
use mcp_lab::server::{Resources, Server};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

/// Resources whose names are the letters of a word that may change.
struct Letters(Arc<Mutex<&'static str>>);

impl Resources for Letters {
    fn list(&self) -> Vec<Resource<'static>> {
        let letters = self.0.lock().unwrap();
        letters.chars().map(|letter| Resource::new(letter.to_string(), "n")).collect()
    }

    fn templates(&self) -> Vec<ResourceTemplate<'static>> {
        let letters = self.0.lock().unwrap();
        letters.chars().map(|letter| ResourceTemplate::new(letter.to_string(), "n")).collect()
    }

    fn read(&self, _: &str) -> Option<Vec<ResourceContents<'static>>> {
        None
    }
}

/// A server of that many things on a page, and the word that can be changed.
fn server(size: usize, word: &'static str) -> (Client, Arc<Mutex<&'static str>>) {
    let letters = Arc::new(Mutex::new(word));
    let promised = ServerCapabilities::tools().with("resources", &[]).with("prompts", &[]);
    let mut server = Server::new("pages", "1")
        .capabilities(promised)
        .page_size(NonZeroUsize::new(size).unwrap())
        .resources(Letters(Arc::clone(&letters)));
    for name in ["a", "b", "c"] {
        let tool = Tool::new(name, "", r#"{"type":"object"}"#).unwrap();
        server = server.tool(tool, |_| Ok::<_, &str>("")).unwrap();
        server = server.prompt(Prompt::new(name, ""), |_| String::new());
    }
    (Client::of(server), letters)
}

/// The URIs or names of one page, and the cursor of the next.
fn page(client: &mut Client, method: &str, cursor: Option<&str>) -> (String, Option<String>) {
    let params = cursor.map_or("{}".to_owned(), |cursor| format!(r#"{{"cursor":"{cursor}"}}"#));
    let answer = format!("{{{}}}", client.ask(method, &params));
    let answer = json::parse(&answer).unwrap();
    let result = answer.get("result").unwrap();
    let list = result.as_object().unwrap().members().first().unwrap().value.as_array().unwrap();
    let name = |item: &json::Value<'_>| {
        let name = ["uri", "uriTemplate", "name"].into_iter().find_map(|member| item.get(member));
        name.unwrap().as_string().unwrap().as_written().to_owned()
    };
    let next = result.get("nextCursor").map(|next| next.as_string().unwrap().as_written());
    (list.iter().map(name).collect(), next.map(str::to_owned))
}

#[test]
fn every_list_comes_in_pages_that_together_are_the_list() {
    for method in ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] {
        for (size, expected) in [(1, "a b c"), (2, "ab c"), (3, "abc"), (9, "abc")] {
            let (mut client, _) = server(size, "abc");
            let (mut pages, mut cursor) = (Vec::new(), None);
            loop {
                let (names, next) = page(&mut client, method, cursor.as_deref());
                pages.push(names);
                cursor = next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(pages.join(" "), expected, "{method}, {size} on a page");
        }
    }
}

#[test]
fn an_empty_list_is_one_page() {
    let (mut client, _) = server(2, "");
    client.gets("resources/list", "{}", r#"{"resources":[]}"#);
}

#[test]
fn a_cursor_of_null_is_none() {
    let (mut client, _) = server(9, "a");
    let list = r#"{"resources":[{"uri":"a","name":"n"}]}"#;
    client.gets("resources/list", r#"{"cursor":null}"#, list);
}

#[test]
fn a_cursor_nobody_gave_out_is_refused_whatever_it_is() {
    let (mut client, _) = server(1, "abc");
    let long = format!("\"{}\"", "YQ".repeat(100_000));
    // `YQ` is a; `YR` is a with bits too many, `eg` is z.
    for cursor in [
        r#""""#,
        r#""x""#,
        r#""YQ==""#,
        r#""YR""#,
        r#""eg""#,
        r#""Y Q""#,
        r#""\ud800""#,
        r#""中""#,
        "0",
        "-1",
        "true",
        "[]",
        r#"{"offset":1}"#,
        &long,
    ] {
        for method in ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] {
            let message = "Invalid params: `cursor` must be one this server gave out";
            client.refused(method, &format!(r#"{{"cursor":{cursor}}}"#), -32602, message);
        }
    }
    let twice = r#"{"cursor":"YQ","cursor":"Yg"}"#;
    let message = "Invalid params: `cursor` must be written only once";
    client.refused("resources/list", twice, -32602, message);
}

#[test]
fn a_list_may_change_between_two_pages() {
    for (then, second) in [
        ("abcd", "cd"),
        // What came before the place is not seen, what came behind it is; nothing is seen twice.
        ("xabycd", "yc"),
        ("bcd", "cd"),
        ("ab", ""),
        ("cdab", ""),
    ] {
        let (mut client, letters) = server(2, "abcd");
        let (first, next) = page(&mut client, "resources/list", None);
        assert_eq!(first, "ab");
        *letters.lock().unwrap() = then;
        let (names, _) = page(&mut client, "resources/list", next.as_deref());
        assert_eq!(names, second, "{then}");
    }
}

#[test]
fn a_cursor_whose_place_is_gone_is_refused() {
    let (mut client, letters) = server(2, "abcd");
    let (_, next) = page(&mut client, "resources/list", None);
    *letters.lock().unwrap() = "acd";
    let message = "Invalid params: `cursor` must be one this server gave out";
    let params = format!(r#"{{"cursor":"{}"}}"#, next.unwrap());
    client.refused("resources/list", &params, -32602, message);
}

#[test]
fn what_is_listed_twice_does_not_lead_round_in_a_circle() {
    let (mut client, _) = server(1, "aabab");
    let (first, next) = page(&mut client, "resources/list", None);
    let (second, last) = page(&mut client, "resources/list", next.as_deref());
    assert_eq!((first.as_str(), second.as_str(), last), ("a", "b", None));
}
