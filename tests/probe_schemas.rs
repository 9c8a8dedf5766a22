//! `probe`, step 3: the schemas of tools, what is wrong with them, and where.
#![cfg(unix)]

mod probe_cases;
mod world;

use mcp_lab::json::{Value, parse};
use probe_cases::{HELLO, LIST, finds, probe, session};

fn offering(tool: &str) -> String {
    session(&[(LIST, &LIST.replace("[]", &format!("[{tool}]")))])
}

/// What is found in the schema of one tool, whose other member is as it should be.
#[track_caller]
fn found(tool: &str, certainty: &str, what: &str) {
    let expected = format!("3 invalid-schema server {certainty} 7: tools[0] t: {what}");
    finds(&offering(tool), "pppFappp", &[&expected]);
}

#[test]
fn the_root_of_a_schema_is_an_object_schema() {
    found(r#"{"name":"t","inputSchema":[]}"#, "certain", "inputSchema is no object but array");
    found(
        r#"{"name":"t","inputSchema":{"type":["object"]}}"#,
        "certain",
        r#"inputSchema has no "type":"object" (type is ["object"])"#,
    );
    found(
        r#"{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}"#,
        "certain",
        r#"outputSchema has no "type":"object" (type is "array")"#,
    );
}

#[test]
fn how_sure_it_is_depends_on_whether_the_dialect_is_known() {
    let old = r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"minimum":0,"exclusiveMinimum":true}}}}"#;
    let what = "inputSchema #/properties/a/exclusiveMinimum: expected a number";
    found(old, "certain", what);
    // 2025-06-18 does not say what a schema without `$schema` means.
    let list = LIST.replace("[]", &format!("[{old}]"));
    let hello = HELLO.replace("2025-11-25", "2025-06-18");
    let expected = format!("3 invalid-schema server likely 7: tools[0] t: {what}");
    finds(&session(&[(HELLO, &hello), (LIST, &list)]), "pppFappp", &[&expected]);
    found(
        r#"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"pattern":"("}}}}"#,
        "likely",
        "inputSchema #/properties/a/pattern: `(` is never closed, at character 0",
    );
    found(
        r##"{"name":"t","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/$defs/none"}}}}"##,
        "certain",
        r##"inputSchema #/properties/a/$ref: "#/$defs/none" leads nowhere"##,
    );
}

#[test]
fn what_is_only_not_supported_here_is_no_fault_of_the_server() {
    for (schema, why) in [
        (
            r#""properties":{"a":{"pattern":"^(?=x)"}}"#,
            "#/properties/a/pattern: lookaround `(?=` is not supported, at character 1",
        ),
        (
            r#""$schema":"http://json-schema.org/draft-04/schema#""#,
            "#/$schema: unknown dialect \"http://json-schema.org/draft-04/schema#\", only draft 2020-12 and draft-07 are supported",
        ),
    ] {
        let tool = format!(r#"{{"name":"t","inputSchema":{{"type":"object",{schema}}}}}"#);
        let ran = probe(&["--json"], &offering(&tool));
        assert_eq!(ran.code, 0, "{}", ran.out);
        let report = parse(&ran.out).unwrap();
        let steps = report.get("steps").and_then(Value::as_array).unwrap();
        let note = steps.get(3).and_then(|step| step.get("note")?.get("en")?.as_string()).unwrap();
        let expected = format!("1 tool; cannot tell about tools[0] t: inputSchema {why}");
        assert_eq!(note.text().unwrap(), expected);
    }
}

#[test]
fn the_verdict_points_into_the_schema() {
    let tool =
        r#"{"name":"t","inputSchema":{"type":"object","properties":{"城市":{"type":"int"}}}}"#;
    let ran = probe(&[], &offering(tool));
    let (_, verdict) = ran.out.split_once("\nbroken: ").unwrap();
    let drawn: Vec<_> = verdict.lines().take(3).collect();
    assert_eq!(
        drawn,
        [
            "step 3 of 7 · invalid-schema · line 7, byte 117 · owner: server · certain",
            r#"  …"type":"object","properties":{"城市":{"type":"int"}}}}]}}"#,
            "                                         ^ here",
        ]
    );
}

#[test]
fn a_cursor_is_a_string() {
    finds(
        &session(&[(LIST, &LIST.replace("[]", r#"[],"nextCursor":5"#))]),
        "pppFappp",
        &["3 bad-result server certain 7: nextCursor on page 1 is number where a string belongs"],
    );
}
