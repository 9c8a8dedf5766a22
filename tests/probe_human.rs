//! `probe` in a terminal: a human answers what a server asks during the call.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod probe_cases;
mod world;

use mcp_lab::json::{Value, parse};
use probe_cases::eras::{DONE, LISTED, modern, old, says};
use world::Person;

/// What came of a probe with somebody in front of it.
struct Came {
    code: u8,
    report: String,
    /// What was shown to the human, without the line that says how far it is.
    asked: String,
}

fn came(types: &str, words: &[&str], script: &str) -> Came {
    let env = &[("PATH", "/usr/bin:/bin")][..];
    let mut out = Vec::new();
    let person = Person { terminal: true, types, env };
    let words =
        [&["probe", "--quick", "--timeout", "2s"], words, &["--json", "--", "sh", "-c", script]]
            .concat();
    let (code, err) = person.runs_words_into(&mut out, &words);
    let shown = |part: &str| !part.ends_with('…') && !part.is_empty();
    let asked = err.split("\r\u{1b}[K").filter(|part| shown(part)).collect();
    Came { code, report: String::from_utf8(out).unwrap(), asked }
}

const FORM: &str = r#"{"message":"Who?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Your name","minLength":2},"age":{"type":"integer"},"size":{"type":"string","enum":["S","M"],"default":"M"},"ok":{"type":"boolean"}},"required":["name","ok"]}}"#;
const MODEL: &str = r#"{"systemPrompt":"Be brief.","messages":[{"role":"user","content":{"type":"text","text":"Greet\nme"}}],"maxTokens":50}"#;

/// A server of the handshake era that asks this when its tool is called. It says on stderr what it read.
fn asks_old(method: &str, params: &str) -> String {
    let list = r#"{"jsonrpc":"2.0","id":"list-1","result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}}"#;
    let question = format!(r#"{{"jsonrpc":"2.0","id":"q","method":"{method}","params":{params}}}"#);
    let call =
        format!("{}; read -r answer; echo \"answer $answer\" >&2; {}", says(&question), says(DONE));
    let no = r#"{"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"no"}}"#;
    old(&[
        ("server/discover", says(no)),
        ("\"initialize\"", format!("echo \"hello $line\" >&2; {}", says(probe_cases::HELLO))),
        ("\"list-1\"", says(list)),
        ("\"id\":13,", call),
    ])
}

/// The same without a handshake.
fn asks_modern(method: &str, params: &str) -> String {
    let question = format!(
        r#"{{"jsonrpc":"2.0","id":13,"result":{{"resultType":"input_required","inputRequests":{{"q\u0031":{{"method":"{method}","params":{params}}}}},"requestState":"a\u0062\/c"}}}}"#
    );
    let done = DONE.replace("13", "\"call-2\"");
    modern(&[
        ("\"list-1\"", says(LISTED)),
        ("\"id\":13,", says(&question)),
        ("\"call-2\"", format!("echo \"answer $line\" >&2; {}", says(&done))),
    ])
}

/// What the server read, as it says on its stderr.
#[track_caller]
fn answer(types: &str, method: &str, params: &str) -> (String, String) {
    let wire = format!("{}/probe-human-{}.wire", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    let thread = std::thread::current();
    let wire = format!("{wire}-{}", thread.name().unwrap_or_default());
    let words = ["--call", "t", "--wire", &wire];
    let read = |script: &str| {
        let came = came(types, &words, script);
        assert_eq!(came.code, 0, "{}", came.report);
        let said = std::fs::read_to_string(&wire).unwrap();
        let line = said.lines().find_map(|line| line.strip_prefix("server !! answer "));
        (line.unwrap_or_default().to_owned(), came.asked, said)
    };
    let (old, asked, said) = read(&asks_old(method, params));
    assert!(said.contains(r#""capabilities":{"elicitation":{},"sampling":{}}"#), "{said}");
    let (_, result) = old.split_once(r#"{"jsonrpc":"2.0","id":"q","#).unwrap();
    let result = result.strip_suffix('}').unwrap().to_owned();
    let (again, shown, said) = read(&asks_modern(method, params));
    assert_eq!(shown, asked, "both eras look the same");
    let declared = r#"clientCapabilities":{"elicitation":{},"sampling":{}}"#;
    let sent: Vec<_> = said.lines().filter(|line| line.starts_with("client -> ")).collect();
    assert!(sent.iter().all(|line| line.contains(declared)), "{said}");
    assert_eq!(sent.len(), if again.is_empty() { 6 } else { 7 }, "{said}");
    if again.is_empty() {
        assert!(result.starts_with("\"error\":"), "{result}");
    } else {
        let inside = result.strip_prefix("\"result\":").unwrap();
        let sent = format!(
            r#"{{"name":"t","arguments":{{}},"inputResponses":{{"q\u0031":{inside}}},"requestState":"a\u0062\/c","_meta":"#
        );
        assert!(again.contains(&sent), "{again}\n{sent}");
    }
    (result, asked)
}

#[test]
fn a_form_is_filled_in_line_by_line() {
    let (result, asked) = answer("y\nAda\n36\n\nyes\n", "elicitation/create", FORM);
    assert_eq!(
        result,
        r#""result":{"action":"accept","content":{"name":"Ada","age":36,"size":"M","ok":true}}"#
    );
    assert_eq!(
        asked,
        "The server asks:\n  | Who?\naccept (y), decline (n), cancel (c)?   | Your name (text):   | age (whole number, optional):   | size (1 S, 2 M, optional, default \"M\"):   | ok (y or n): "
    );
    let (result, _) = answer("y\nAda\n\n1\nn\n", "elicitation/create", FORM);
    assert_eq!(
        result,
        r#""result":{"action":"accept","content":{"name":"Ada","size":"S","ok":false}}"#
    );
}

#[test]
fn choices_have_titles_and_there_may_be_several() {
    let form = r#"{"message":"要选什么？","requestedSchema":{"type":"object","properties":{"one":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]},"some":{"type":"array","items":{"type":"string","enum":["a","b","c"]},"minItems":1},"mail":{"type":"string","format":"email"}},"required":["one","some"]}}"#;
    let (result, asked) = answer("y\nGreen\na, 3\n\n", "elicitation/create", form);
    assert_eq!(result, r#""result":{"action":"accept","content":{"one":"g","some":["a","c"]}}"#);
    assert!(
        asked.ends_with("  | one (1 Red, 2 Green):   | some (1 a, 2 b, 3 c, several, with commas):   | mail (text, email, optional): "),
        "{asked}"
    );
    let words = ["--lang", "zh", "--call", "t"];
    let ran = came("同意\nr\n2，c\n\n", &words, &asks_modern("elicitation/create", form));
    assert_eq!(ran.code, 0, "{}", ran.report);
    assert_eq!(
        ran.asked,
        "服务器询问：\n  | 要选什么？\n同意（y）、拒绝（n）、取消（c）？  | one（1 Red，2 Green）：  | some（1 a，2 b，3 c，可多选，用逗号隔开）：  | mail（文本，email，可不填）："
    );
}

#[test]
fn a_question_can_be_declined_and_closed() {
    for (types, action) in [
        ("n\n", "decline"),
        ("c\n", "cancel"),
        ("\n", "cancel"),
        ("", "cancel"),
        ("what\nwhat\nwhat\ny\n", "cancel"),
        ("y\nAda\n", "cancel"),
    ] {
        let (result, _) = answer(types, "elicitation/create", FORM);
        assert_eq!(result, format!(r#""result":{{"action":"{action}"}}"#), "{types:?}");
    }
}

#[test]
fn what_does_not_fit_is_asked_for_again_and_not_for_ever() {
    let (result, asked) =
        answer("y\nA\n1.5\nM\ny\nAda\nold\n7\nL\n2\nperhaps\nn\n", "elicitation/create", FORM);
    assert_eq!(
        result,
        r#""result":{"action":"accept","content":{"name":"Ada","age":7,"size":"M","ok":false}}"#
    );
    let unfit = "That does not fit:\n  | /name: expected at least 2 characters, found 1\n  | /age: expected integer, found ";
    assert!(asked.contains(unfit), "{asked}");
    assert_eq!(asked.matches("That cannot be read").count(), 3, "{asked}");
    let thrice = format!("y\n{}", "A\n\n\ny\n".repeat(4));
    let (result, asked) = answer(&thrice, "elicitation/create", FORM);
    assert_eq!(result, r#""result":{"action":"cancel"}"#);
    assert!(asked.ends_with("Cancelled.\n"), "{asked}");
}

#[test]
fn a_form_that_is_no_form_is_refused() {
    for params in [
        "{}",
        r#"{"mode":"url","message":"?","url":"https://example.com/"}"#,
        r#"{"message":"?","requestedSchema":{"properties":{"a":{"type":"int"}}}}"#,
    ] {
        let ran = came("y\n", &["--call", "t"], &asks_old("elicitation/create", params));
        assert_eq!(ran.code, 1, "a form that is none is a fault: {}", ran.report);
        assert_eq!(ran.asked, "");
    }
    // Without a handshake an address is something that was never declared.
    let url = r#"{"mode":"url","message":"?","url":"https://example.com/"}"#;
    let ran = came("y\n", &["--call", "t"], &asks_modern("elicitation/create", url));
    assert!(ran.report.contains(r#""rule":"undeclared-input""#), "{}", ran.report);
    let what = "t asks for input, and the params of elicitation/create do not fit: `message` must be a string";
    let ran = came("y\n", &["--call", "t"], &asks_modern("elicitation/create", r#"{"message":5}"#));
    assert!(ran.report.contains(r#""rule":"bad-result","owner":"server""#), "{}", ran.report);
    assert!(ran.report.contains(what), "{}", ran.report);
    assert_eq!((ran.code, ran.asked.as_str()), (1, ""));
    let ran = came("y\n", &["--call", "t"], &asks_modern("roots/list", "{}"));
    assert!(ran.report.contains(r#""rule":"undeclared-input""#), "{}", ran.report);
}

#[test]
fn a_human_speaks_for_the_model_or_refuses() {
    let (result, asked) = answer("Hello \"you\"\n", "sampling/createMessage", MODEL);
    assert_eq!(
        result,
        r#""result":{"role":"assistant","content":{"type":"text","text":"Hello \"you\""},"model":"human","stopReason":"endTurn"}"#
    );
    assert_eq!(
        asked,
        "The server asks the model:\n  | system: Be brief.\n  | user: Greet\n  | me\nthe model's reply (empty: refuse): "
    );
    for types in ["\n", ""] {
        let (result, _) = answer(types, "sampling/createMessage", MODEL);
        assert_eq!(result, r#""error":{"code":-1,"message":"User rejected sampling request"}"#);
    }
}

#[test]
fn nothing_a_server_writes_reaches_the_terminal_raw() {
    let hostile = r#"{"message":"a\u001b[2J\r\nThe server asks: \u202e\u0007","requestedSchema":{"type":"object","properties":{"n\u001b]0;x\u0007":{"type":"string","title":"t\u009b31m","description":"d\n\u0008","default":"\u001b\u007f","enum":["\u001b\u007f","\u2028"]}}}}"#;
    let (result, asked) = answer("y\n\n", "elicitation/create", hostile);
    assert_eq!(
        result,
        r#""result":{"action":"accept","content":{"n\u001b]0;x\u0007":"\u001b\u007f"}}"#
    );
    for hidden in asked.chars().filter(|it| *it != '\n') {
        assert!(!hidden.is_control() && hidden != '\u{202e}' && hidden != '\u{2028}', "{asked:?}");
    }
    assert!(
        asked.starts_with(
            "The server asks:\n  | a\\u{1b}[2J\n  | The server asks: \\u{202e}\\u{7}\n"
        ),
        "{asked}"
    );
    let long = format!(
        r#"{{"message":"{}","requestedSchema":{{"type":"object","properties":{{}}}}}}"#,
        "x\\n".repeat(9999)
    );
    let (_, asked) = answer("n\n", "elicitation/create", &long);
    assert_eq!(asked.matches("  | ").count(), 41, "forty lines, and that there are more");
}

#[test]
fn only_a_terminal_and_an_allowed_call_make_a_host() {
    let script = asks_old("elicitation/create", FORM);
    let promised = r#""capabilities":{}"#;
    let wire = format!("{}/probe-human-host.wire", env!("CARGO_TARGET_TMPDIR"));
    let ran = came("y\n", &["--wire", &wire], &script);
    assert_eq!((ran.code, ran.asked.as_str()), (0, ""), "{}", ran.report);
    assert!(std::fs::read_to_string(&wire).unwrap().contains(promised));
    let ran = probe_cases::probe(&["--call", "t", "--wire", &wire], &script);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (1, ""),
        "it was asked without having said that it can"
    );
    let said = std::fs::read_to_string(&wire).unwrap();
    assert!(said.contains(promised), "{said}");
    let refused =
        r#""id":"q","error":{"code":-32601,"message":"Method not found: elicitation/create"}}"#;
    assert!(said.contains(refused), "{said}");
}

#[test]
fn a_server_that_asks_on_and_on_is_given_up() {
    let question = r#"{"jsonrpc":"2.0","id":ID,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{}}}}}}"#;
    let ids = (2..=11).map(|round| format!("\"call-{round}\"")).chain(["13".to_owned()]);
    let does: Vec<_> =
        ids.map(|id| (format!("\"id\":{id},"), says(&question.replace("ID", &id)))).collect();
    let does: Vec<_> = does.iter().map(|(id, does)| (id.as_str(), does.clone())).collect();
    let ran = came(&"y\n".repeat(20), &["--call", "t"], &modern(&does));
    assert_eq!(ran.code, 0, "{}", ran.report);
    assert_eq!(ran.asked.matches("accept (y)").count(), 11);
    let report = parse(&ran.report).unwrap();
    let steps = report.get("steps").and_then(Value::as_array).unwrap();
    let note = steps.get(4).and_then(|step| step.get("note")?.get("en")?.as_string()).unwrap();
    assert_eq!(note.text().unwrap(), "t asked for input 10 times and more; given up");
}
