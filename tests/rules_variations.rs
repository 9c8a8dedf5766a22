//! Faults as people really have them, in spellings that the gallery of broken sessions does not show.

mod envelope_cases;

use envelope_cases::{CLOSED, examine, found, session};

const LIST: &str = "client -> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}\n";

/// The findings, each with whether it follows from the first.
fn told(wire: &str) -> Vec<(String, bool)> {
    let report = examine(wire);
    let follow: Vec<_> = report.consequences().iter().map(|it| std::ptr::from_ref(*it)).collect();
    let slugs = report.findings.iter();
    slugs.map(|it| (it.rule.slug.to_owned(), follow.contains(&std::ptr::from_ref(it)))).collect()
}

fn what(wire: &str) -> String {
    examine(wire).findings.first().map(|it| it.what.en.clone()).unwrap_or_default()
}

#[test]
fn an_id_written_as_a_float_is_another_id_and_not_one_that_was_answered() {
    let wire = session(&format!(
        "{LIST}server -> {{\"jsonrpc\":\"2.0\",\"id\":2.0,\"result\":{{\"tools\":[]}}}}\n-- client waited 60s for the answer to tools/list\n"
    ));
    assert_eq!(what(&wire), "an answer came with id 2.0; the request had 2");
    assert_eq!(told(&wire), [("wrong-id".to_owned(), false), ("silent".to_owned(), true)]);
}

#[test]
fn a_server_that_answers_everything_under_one_id_leaves_the_open_request_waiting() {
    let wire = session(&format!(
        "{LIST}server -> {{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"tools\":[]}}}}\n-- client waited 60s for the answer to tools/list\n"
    ));
    assert_eq!(
        what(&wire),
        "request 1 was answered already, and is answered once more; tools/list with id 2 still waits"
    );
    assert_eq!(told(&wire), [("answered-twice".to_owned(), false), ("silent".to_owned(), true)]);
}

#[test]
fn initialized_without_its_prefix_is_the_word_that_never_came() {
    let opening: Vec<_> = session("").lines().take(3).map(str::to_owned).collect();
    let opening = opening.join("\n");
    for (line, expected) in [
        (
            r#"{"jsonrpc":"2.0","method":"initialized"}"#,
            "initialize was answered, and initialized came next: notifications/initialized was never sent",
        ),
        (
            r#"{"jsonrpc":"2.0","id":5,"method":"notifications/initialized"}"#,
            "notifications/initialized came with an id: that makes it a request, and as a notification it was never sent",
        ),
    ] {
        let wire = format!(
            "{opening}\nclient -> {line}\n{LIST}server -> {{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{{\"code\":-32602,\"message\":\"Invalid request parameters\"}}}}\n{CLOSED}"
        );
        assert_eq!(what(&wire), expected);
        let first = found(&wire).into_iter().next();
        assert_eq!(first.as_deref(), Some("2 initialized-missing client certain 4 -"));
    }
}

#[test]
fn a_capability_is_an_object_and_not_true() {
    for (side, old, new, expected) in [
        (
            "server",
            r#""tools":{"listChanged":true}"#,
            r#""tools":true"#,
            "1 bad-result server certain 3",
        ),
        ("server", r#""prompts":{}"#, r#""prompts":null"#, "1 bad-result server certain 3"),
        ("client", r#""sampling":{}"#, r#""sampling":true"#, "1 bad-params client certain 2"),
    ] {
        let wire = session("").replace(old, new);
        let found = found(&wire);
        assert!(found.iter().any(|it| it.starts_with(expected)), "{side} {new}: {found:?}");
    }
}

#[test]
fn what_is_printed_over_several_lines_is_one_fault() {
    let pretty = "server -> {\nserver ->   \"jsonrpc\": \"2.0\",\nserver ->   \"id\": 2,\nserver ->   \"result\": {}\nserver -> }\n";
    let banner = "server -> ****\nserver -> * Weather *\nserver -> ****\n";
    for (lines, count) in [(pretty, 5), (banner, 3)] {
        let told = told(&session(&format!("{LIST}{lines}")));
        let run: Vec<_> = told.iter().take(count).map(|(_, follows)| *follows).collect();
        assert_eq!(run.iter().filter(|it| !**it).count(), 1, "{told:?}");
        assert_eq!(run.first(), Some(&false));
    }
    let apart = session(&format!("server -> one\n{LIST}server -> two\n"));
    assert_eq!(told(&apart).get(1), Some(&("malformed-line".to_owned(), false)));
}

#[test]
fn lines_of_npm_of_dotenv_and_of_docker_are_known() {
    let id = "3f4e8a9c".repeat(8);
    for (line, expected) in [
        ("> weather@1.0.0 start", "a line on stdout is what npm prints before a script"),
        ("[dotenv@17.2.0] injecting env (2) from .env", "a line on stdout is what dotenv prints"),
        (id.as_str(), "a line on stdout is what docker run -d prints, the id of a container"),
        ("> ready, ask me@home any time", "a line on stdout is not JSON"),
    ] {
        let told = what(&session(&format!("server -> {line}\n")));
        assert!(told.starts_with(expected), "{told}");
    }
}

#[test]
fn words_of_windows_for_a_program_that_is_missing_point_at_the_configuration() {
    for words in [
        "'node' is not recognized as an internal or external command,",
        "'node' 不是内部或外部命令，也不是可运行的程序",
        "The system cannot find the path specified.",
    ] {
        let opening: Vec<_> = session("").lines().take(2).map(str::to_owned).collect();
        let wire =
            format!("{}\nserver !! {words}\n-- server exited with code 1\n", opening.join("\n"));
        assert_eq!(found(&wire), ["0 exited config likely 4 -"], "{words}");
    }
}

#[test]
fn whoever_waits_for_a_program_that_repeats_its_input_waits_because_of_that() {
    let line = session("").lines().nth(1).unwrap_or_default().replace("client -> ", "server -> ");
    let opening: Vec<_> = session("").lines().take(2).map(str::to_owned).collect();
    let wire = format!(
        "{}\n{line}\n-- client waited 60s for the answer to initialize\n",
        opening.join("\n")
    );
    assert_eq!(told(&wire), [("echo".to_owned(), false), ("silent".to_owned(), true)]);
}
