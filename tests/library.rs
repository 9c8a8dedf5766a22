//! The library: notes as resources, and all that goes with them.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod ask;
mod live_wire;

use ask::Client;
use live_wire::Wire;
use mcp_lab::schema::Schema;
use mcp_lab::server::Change;
use mcp_lab::servers::library::library;
use std::sync::mpsc::channel;

const HANDSHAKE: &str =
    r"# 握手\n客户端先发 initialize；服务器回答之后，客户端再发 notifications/initialized。";

fn client() -> Client {
    Client::of(library().unwrap())
}

fn call(tool: &str, arguments: &str) -> String {
    format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#)
}

/// The result of a tool that says this.
fn says(text: &str, is_error: bool) -> String {
    format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":{is_error}}}"#)
}

#[track_caller]
fn tool(client: &mut Client, name: &str, arguments: &str, text: &str, is_error: bool) {
    client.gets("tools/call", &call(name, arguments), &says(text, is_error));
}

#[test]
fn its_schemas_hold_and_its_tools_say_what_they_may_do() {
    let mut client = client();
    let (first, second) =
        (client.ask("tools/list", "{}"), client.ask("tools/list", r#"{"cursor":"YWRkX25vdGU"}"#));
    let reads = r#""annotations":{"readOnlyHint":true,"openWorldHint":false}"#;
    let adds = r#""annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}"#;
    assert!(first.ends_with(&format!(r#"{adds}}}],"nextCursor":"YWRkX25vdGU"}}"#)), "{first}");
    assert!(first.contains(reads) && second.contains(reads), "{first}{second}");
    for page in [first, second] {
        let page = format!("{{{page}}}");
        let page = mcp_lab::json::parse(&page).unwrap();
        for tool in page.get("result").unwrap().get("tools").unwrap().as_array().unwrap() {
            Schema::compile(tool.get("inputSchema").unwrap()).unwrap();
        }
    }
}

#[test]
fn the_notes_stand_two_on_a_page() {
    let note = |name: &str, about: &str| {
        format!(
            r#"{{"uri":"note:///{name}","name":"{name}","description":"{about}","mimeType":"text/markdown"}}"#
        )
    };
    let mut client = client();
    let first = [note("handshake", "握手"), note("prompts", "提示")].join(",");
    let first = format!(r#"{{"resources":[{first}],"nextCursor":"bm90ZTovLy9wcm9tcHRz"}}"#);
    client.gets("resources/list", "{}", &first);
    let second = [note("resources", "资源"), note("tools", "工具")].join(",");
    let second = format!(r#"{{"resources":[{second}]}}"#);
    client.gets("resources/list", r#"{"cursor":"bm90ZTovLy9wcm9tcHRz"}"#, &second);
}

#[test]
fn a_note_is_read_by_its_uri_and_no_other_way() {
    let mut client = client();
    let contents = format!(
        r#"{{"contents":[{{"uri":"note:///handshake","mimeType":"text/markdown","text":"{HANDSHAKE}"}}]}}"#
    );
    client.gets("resources/read", r#"{"uri":"note:///handshake"}"#, &contents);
    for uri in ["handshake", "note:///", "note:///../handshake", "file:///handshake", "note:///x"] {
        let answer = client.ask("resources/read", &format!(r#"{{"uri":"{uri}"}}"#));
        let expected = format!(
            r#""error":{{"code":-32002,"message":"Resource not found","data":{{"uri":"{uri}"}}}}"#
        );
        assert_eq!(answer, expected);
    }
}

#[test]
fn a_search_finds_the_uris_of_the_notes_that_hold_a_word() {
    let mut client = client();
    let found = r"2 条笔记提到 list：\nnote:///prompts\nnote:///tools";
    tool(&mut client, "search", r#"{"word":"list"}"#, found, false);
    tool(&mut client, "search", r#"{"word":"火星"}"#, "没有笔记提到 火星", false);
    let half = "参数错误：word 含有不成对的代理码点（surrogate），不是合法文本";
    tool(&mut client, "search", r#"{"word":"\ud800"}"#, half, true);
}

#[test]
fn a_note_that_is_added_is_listed_and_a_second_time_it_grows() {
    let server = library().unwrap();
    let (to, heard) = channel();
    let _listening = server.listen(Box::new(move |change| to.send(change.clone()).unwrap()));
    let mut client = Client::of(server);
    let written = "已写入 note:///mine";
    tool(&mut client, "add_note", r#"{"name":"mine","text":"one"}"#, written, false);
    assert_eq!(heard.try_recv(), Ok(Change::Resources));
    tool(&mut client, "add_note", r#"{"name":"mine","text":"two"}"#, written, false);
    assert_eq!(heard.try_recv(), Ok(Change::Resource("note:///mine".to_owned())));
    let read = client.ask("resources/read", r#"{"uri":"note:///mine"}"#);
    assert!(read.contains(r#""text":"one\ntwo""#), "{read}");
    assert!(client.ask("resources/list", "{}").contains("note:///mine"));
}

#[test]
fn a_name_that_could_mean_something_else_is_no_name() {
    let mut client = client();
    let long = "x".repeat(41);
    for name in ["", "A", "a/b", "..", "笔记", r"a\n", "a b", &long] {
        let arguments = format!(r#"{{"name":"{name}","text":"t"}}"#);
        let answer = client.ask("tools/call", &call("add_note", &arguments));
        assert!(answer.contains("Tool (add_note) input validation failed: /name"), "{answer}");
    }
}

#[test]
fn neither_a_note_nor_the_library_grows_without_end() {
    let mut client = client();
    let add = |client: &mut Client, name: &str, text: &str| {
        client.ask(
            "tools/call",
            &call("add_note", &format!(r#"{{"name":"{name}","text":"{text}"}}"#)),
        )
    };
    let text = "x".repeat(2000);
    assert!(add(&mut client, "long", &text).contains("已写入"));
    assert!(add(&mut client, "long", &text).contains("已写入"));
    let long = "笔记太长：一条最多 4096 字节，请换一个名字另写一条";
    assert!(add(&mut client, "long", &text).contains(long));
    let full = "笔记已满：最多 64 条，请往已有的笔记里添加";
    let answers: Vec<_> = (0..60).map(|n| add(&mut client, &format!("n{n}"), "t")).collect();
    assert_eq!(answers.iter().filter(|answer| answer.contains(full)).count(), 1, "4 + 1 + 59 = 64");
    assert!(add(&mut client, "n1", "more").contains("已写入"), "there is room in what is there");
}

#[test]
fn a_prompt_brings_the_note_along() {
    let mut client = client();
    let get = |arguments: &str| format!(r#"{{"name":"explain","arguments":{arguments}}}"#);
    let result = |messages: &str| {
        format!(r#"{{"description":"用一条笔记解释一个主题","messages":[{messages}]}}"#)
    };
    let say =
        |text: &str| format!(r#"{{"role":"user","content":{{"type":"text","text":"{text}"}}}}"#);
    let note = format!(
        r#"{{"role":"user","content":{{"type":"resource","resource":{{"uri":"note:///handshake","mimeType":"text/markdown","text":"{HANDSHAKE}"}}}}}}"#
    );
    for (arguments, level) in [
        (r#"{"topic":"handshake"}"#, "初学者"),
        (r#"{"topic":"handshake","level":"工程师"}"#, "工程师"),
    ] {
        let sentence = format!("请根据上面这条笔记，用{level}能听懂的话解释 handshake。");
        let both = [note.clone(), say(&sentence)].join(",");
        client.gets("prompts/get", &get(arguments), &result(&both));
    }
    let missing =
        say("没有名为 火星 的笔记。请从这些里选一个：handshake、prompts、resources、tools");
    client.gets("prompts/get", &get(r#"{"topic":"火星"}"#), &result(&missing));
    client.refused("prompts/get", &get("{}"), -32602, "Missing required argument: topic");
}

#[test]
fn what_is_there_completes_what_is_typed() {
    let mut client = client();
    let prompt = r#"{"type":"ref/prompt","name":"explain"}"#;
    let template = r#"{"type":"ref/resource","uri":"note:///{name}"}"#;
    for (reference, argument, typed, values) in [
        (prompt, "topic", "", r#"["handshake","prompts","resources","tools"]"#),
        (prompt, "topic", "re", r#"["resources"]"#),
        (prompt, "level", "", r#"["初学者","工程师"]"#),
        (prompt, "level", "工", r#"["工程师"]"#),
        (template, "name", "t", r#"["tools"]"#),
        (template, "name", "火", "[]"),
    ] {
        let params = format!(
            r#"{{"ref":{reference},"argument":{{"name":"{argument}","value":"{typed}"}}}}"#
        );
        let result = format!(r#"{{"completion":{{"values":{values}}}}}"#);
        client.gets("completion/complete", &params, &result);
    }
}

#[test]
fn a_note_is_recited_line_by_line() {
    let mut wire = Wire::ready(library().unwrap(), "2025-06-18");
    wire.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recite","arguments":{"name":"handshake"},"_meta":{"progressToken":"t1"}}}"#);
    let lines: Vec<_> = HANDSHAKE.split(r"\n").collect();
    for (number, line) in (1..).zip(lines) {
        let rest = format!(r#""progress":{number},"total":2,"message":"{line}""#);
        assert_eq!(wire.hear(), live_wire::progress("1", &rest));
    }
    assert_eq!(wire.hear(), live_wire::said("1", HANDSHAKE));
    assert_eq!(wire.close(), [""; 0]);
}

#[test]
fn what_cannot_be_recited_is_said() {
    let mut client = client();
    let none = "没有名为 x 的笔记，可以选：handshake、prompts、resources、tools";
    tool(&mut client, "recite", r#"{"name":"x"}"#, none, true);
    let answer = client.ask("tools/call", &call("recite", r#"{"name":"x","pause_ms":1001}"#));
    assert!(answer.contains("Tool (recite) input validation failed: /pause_ms"), "{answer}");
}
