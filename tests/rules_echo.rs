//! A program that repeats what it is sent is told from a server that asks what it may not.

mod envelope_cases;
mod world;

use envelope_cases::{CLOSED, NONE, found, session};
use world::runs;

const LIST: &str =
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"progressToken":"a"}}}"#;

fn comes_back(line: &str) -> Vec<String> {
    let answer = r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#;
    let lines = format!("client -> {LIST}\nserver -> {line}\nserver -> {answer}\n");
    found(&(session(&lines) + CLOSED))
}

#[test]
fn a_question_that_comes_back_as_it_was_sent_is_an_echo() {
    let echo = "3 echo config certain 6 22".to_owned();
    assert_eq!(comes_back(LIST).first(), Some(&echo));
    // Between the two a terminal may have put a carriage return.
    assert_eq!(comes_back(&format!("{LIST}\r")).first(), Some(&echo));
}

#[test]
fn another_question_is_none() {
    for other in [
        LIST.replace("\"a\"", "\"b\""),
        LIST.replace(":2,", ":3,"),
        LIST.replace("tools/", "prompts/"),
    ] {
        let found = comes_back(&other);
        let first = found.first().map(String::as_str).unwrap_or_default();
        assert!(first.contains(" wrong-direction server certain 6 "), "{found:?}");
    }
    // Both sides may ask this, and either counts from the start.
    let ping = r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#;
    let answer = r#"{"jsonrpc":"2.0","id":2,"result":{}}"#;
    let lines =
        format!("client -> {ping}\nserver -> {ping}\nclient -> {answer}\nserver -> {answer}\n");
    assert_eq!(found(&(session(&lines) + CLOSED)), NONE);
}

#[test]
#[cfg(unix)]
fn a_probe_of_a_program_that_repeats_its_input_says_so_first() {
    for (era, method, id) in [
        ("auto", "server/discover", 10),
        ("handshake", "initialize", 11),
        ("stateless", "server/discover", 10),
    ] {
        let ran = runs(&format!("probe --timeout 500ms --era {era} -- cat"));
        let (_, verdict) = ran.out.split_once("\nbroken: ").unwrap_or_default();
        let place = "step 1 of 7 · echo · line 3, byte 22 · owner: config · certain\n";
        let what = format!(
            "   what    {method} with id {id} came back just as it was sent: the program echoes its input\n"
        );
        assert!(verdict.starts_with(place) && verdict.contains(&what), "{}", ran.out);
        let (_, also) = verdict.split_once("\nalso found\n").unwrap_or_default();
        let also = also.split("\n\n").next().unwrap_or_default().lines();
        assert!(also.clone().count() > 0, "{verdict}");
        for line in also {
            assert!(line.ends_with(" · follows from the first"), "{line}");
        }
    }
}
