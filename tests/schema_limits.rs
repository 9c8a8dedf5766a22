//! What hostile schemas and values cost: no more than the limits allow, and never in silence.

mod schema_cases;

use mcp_lab::json::{Limits, parse};
use mcp_lab::schema::{Kind, MAX_FAILURES, MAX_LEVELS, MAX_STEPS, Problem, Schema};
use schema_cases::{compile, sentences};
use std::fmt::Write as _;

#[test]
fn a_schema_that_doubles_the_work_sixty_times_is_given_up() {
    for keyword in ["anyOf", "allOf", "oneOf"] {
        let mut schema = String::from(r##"{"$ref":"#/$defs/0","$defs":{"##);
        for level in 0..60 {
            let next = format!(r##"{{"$ref":"#/$defs/{}"}}"##, level + 1);
            write!(schema, r#""{level}":{{"{keyword}":[{next},{next}]}},"#).unwrap();
        }
        let last = if keyword == "allOf" { "{}" } else { r#"{"type":"string"}"# };
        write!(schema, r#""60":{last}}}}}"#).unwrap();
        let said = sentences(&compile(&schema), "1");
        let expected = format!("(root): not checked to the end, gave up after {MAX_STEPS} steps");
        assert_eq!(said, [expected], "{keyword}");
    }
}

#[test]
fn giving_up_is_never_taken_for_an_answer() {
    // Inside `not`, what is given up must not come out as a value that fits.
    let schema = compile(r#"{"not":{"pattern":"(a{0,1000}){20}b"}}"#);
    let value = format!("\"{}\"", "a".repeat(100_000));
    let found = schema.check(&parse(&value).unwrap());
    assert_eq!(found.iter().map(|it| &it.kind).collect::<Vec<_>>(), [&Kind::Steps]);
}

#[test]
fn a_value_nested_too_deep_is_given_up() {
    let schema = compile(r##"{"items":{"$ref":"#"}}"##);
    let value = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let limits = Limits { depth: Limits::DEEPEST, ..Limits::default() };
    let (deep, deeper) = (value(MAX_LEVELS / 2), value(MAX_LEVELS / 2 + 2));
    assert!(schema.check(&limits.parse(&deep).unwrap()).is_empty());
    let found = schema.check(&limits.parse(&deeper).unwrap());
    assert_eq!(
        found.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [format!("(root): not checked to the end, more than {MAX_LEVELS} levels deep")]
    );
    // Whatever stands between the levels, a thread's stack suffices for them.
    let deepest = value(Limits::DEEPEST);
    for between in [
        r##"{"anyOf":[false,{"items":{"$ref":"#"}}],"unevaluatedItems":true}"##,
        r##"{"oneOf":[{"items":{"$ref":"#"}}]}"##,
        r##"{"not":{"contains":{"$ref":"#"}}}"##,
        r##"{"if":{"contains":{"$ref":"#"}},"then":false}"##,
        r##"{"unevaluatedItems":{"$ref":"#"}}"##,
    ] {
        let found = compile(between).check(&limits.parse(&deepest).unwrap());
        assert_eq!(
            found.iter().map(|it| &it.kind).collect::<Vec<_>>(),
            [&Kind::Levels],
            "{between}"
        );
    }
}

#[test]
fn a_reference_that_never_goes_down_is_stopped_when_it_is_found_only_then() {
    let schema = compile(
        r##"{"$id":"http://x/a","$dynamicAnchor":"n","$ref":"b","$defs":{"b":{"$id":"b","$dynamicRef":"#n","$defs":{"n":{"$dynamicAnchor":"n"}}}}}"##,
    );
    assert_eq!(
        schema.check(&parse("1").unwrap()).iter().map(|it| &it.kind).collect::<Vec<_>>(),
        [&Kind::Levels]
    );
}

#[test]
fn a_schema_nested_as_deep_as_a_value_may_be_is_compiled() {
    let limits = Limits { depth: Limits::DEEPEST, ..Limits::default() };
    let nested = |levels| format!("{}true{}", r#"{"not":"#.repeat(levels), "}".repeat(levels));
    let text = nested(600);
    let schema = Schema::compile(&limits.parse(&text).unwrap()).unwrap();
    assert!(schema.check(&parse("1").unwrap()).is_empty());
    let text = nested(999);
    let schema = Schema::compile(&limits.parse(&text).unwrap()).unwrap();
    let found = schema.check(&parse("1").unwrap());
    assert_eq!(found.iter().map(|it| &it.kind).collect::<Vec<_>>(), [&Kind::Levels]);
}

#[test]
fn no_more_failures_are_listed_than_anybody_reads() {
    let schema = compile(r#"{"items":{"type":"string"}}"#);
    let exactly = format!("[{}]", vec!["1"; MAX_FAILURES].join(","));
    assert_eq!(sentences(&schema, &exactly).len(), MAX_FAILURES);
    let more = format!("[{}]", vec!["1"; 5000].join(","));
    let said = sentences(&schema, &more);
    assert_eq!(said.len(), MAX_FAILURES + 1);
    assert_eq!(said.last().unwrap(), "(root): more failures than the 100 listed");
    // A name as long as a line is not repeated a hundred times.
    let long = format!(r#"{{"{}":{more}}}"#, "x".repeat(500_000));
    let schema = compile(r#"{"additionalProperties":{"items":{"type":"string"}}}"#);
    let found = schema.check(&parse(&long).unwrap());
    assert!(found.iter().map(|it| it.pointer.len()).sum::<usize>() < 2_000_000);
    assert!(found.iter().map(|it| it.to_string().len()).max().unwrap() < 1000);
}

#[test]
fn equal_elements_are_found_among_many() {
    let schema = compile(r#"{"uniqueItems":true}"#);
    let numbers: Vec<_> = (0..100_000).map(|it| it.to_string()).collect();
    let value = format!("[{}]", numbers.join(","));
    assert!(sentences(&schema, &value).is_empty());
    let value = format!("[{},7.0]", numbers.join(","));
    assert_eq!(
        sentences(&schema, &value),
        ["(root): elements 7 and 100000 are equal, all must differ"]
    );
}

#[test]
fn a_large_schema_is_compiled_and_one_too_large_is_refused() {
    let of = |members: usize| {
        let members: Vec<_> = (0..members).map(|it| format!(r#""m{it}":true"#)).collect();
        format!(r#"{{"properties":{{{}}},"additionalProperties":false}}"#, members.join(","))
    };
    let schema = compile(&of(20_000));
    assert!(sentences(&schema, r#"{"m19999":1,"m0":2}"#).is_empty());
    let said = sentences(&schema, r#"{"m":1}"#).concat();
    assert!(said.ends_with("\"m19\" and 19980 more are allowed"), "{said}");
    let text = of(200_000);
    assert_eq!(Schema::compile(&parse(&text).unwrap()).unwrap_err().problem, Problem::Schemas);
    // A long name above many schemas, each of which has it in its pointer.
    let text = format!(r#"{{"properties":{{"{}":{}}}}}"#, "x".repeat(1_000_000), of(20_000));
    assert_eq!(Schema::compile(&parse(&text).unwrap()).unwrap_err().problem, Problem::Places);
    let text =
        format!(r##"{{"$ref":"#/x/{0}","x":{{"{0}":{1}}}}}"##, "x".repeat(1_000_000), of(20_000));
    assert_eq!(Schema::compile(&parse(&text).unwrap()).unwrap_err().problem, Problem::Places);
}

#[test]
fn a_schema_outlives_its_text_and_is_shared_between_threads() {
    let schema = compile(r#"{"properties":{"a":{"type":"integer"}}}"#);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert!(sentences(&schema, r#"{"a":1}"#).is_empty()));
        }
    });
}
