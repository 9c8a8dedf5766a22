//! Schemas that ask others about the same value, the two drafts, and the order of failures.

mod schema_cases;

use mcp_lab::json::parse;
use mcp_lab::schema::{Kind, Schema};
use schema_cases::{check, compile_07, said};

#[test]
fn alternatives_say_why_none_of_them_fits() {
    check(
        r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#,
        "
        null
        1
        ! (root): expected string or null, found number
    ",
    );
    check(
        r#"{"properties":{"x":{"anyOf":[{"type":"string"},{"required":["a"]},{"maximum":3}]}}}"#,
        r#"
        {"x":"a"}
        {"x":4}
    "#,
    );
    check(
        r#"{"properties":{"x":{"anyOf":[{"type":"string"},{"type":"integer","maximum":3},{"type":"array","items":{"type":"null"}}]}}}"#,
        r#"
        {"x":4}
        ! /x: fits none of 3 alternatives: (1) expected string, found number; (2) expected at most 3, found 4; (3) expected array, found number
        {"x":[null,1]}
        ! /x: fits none of 3 alternatives: (1) expected string, found array; (2) expected integer, found array; (3) /x/1: expected null, found number
    "#,
    );
}

#[test]
fn exactly_one_of_several_must_fit() {
    check(
        r#"{"oneOf":[{"maximum":5},{"minimum":3},{"type":"string"}]}"#,
        "
        1
        4
        ! (root): fits alternatives 1 and 2, exactly one must fit
    ",
    );
    check(
        r#"{"oneOf":[{"const":1},{"const":2}]}"#,
        "
        3
        ! (root): fits none of 2 alternatives: (1) expected 1, found 3; (2) expected 2, found 3
    ",
    );
    check(r#"{"anyOf":[{"anyOf":[{"const":1},{"const":2}]},{"const":3},{"const":4},{"const":5},{"const":6}]}"#, "
        7
        ! (root): fits none of 5 alternatives: (1) fits none of 2 alternatives; (2) expected 3, found 7; (3) expected 4, found 7; (4) expected 5, found 7; …
    ");
}

#[test]
fn all_of_all_is_told_and_what_is_forbidden() {
    check(
        r#"{"allOf":[{"type":"integer"},{"minimum":3}]}"#,
        "
        3
        2.5
        ! (root): expected integer, found 2.5
        ! (root): expected at least 3, found 2.5
    ",
    );
    check(
        r#"{"not":{"type":"string"}}"#,
        r#"
        1
        "a"
        ! (root): fits what it must not, see the schema
    "#,
    );
    check(
        "false",
        "
        1
        ! (root): no value is allowed here
    ",
    );
    check(
        "true",
        "
        1
    ",
    );
}

#[test]
fn a_condition_asks_one_of_two() {
    check(
        r#"{"if":{"properties":{"k":{"const":1}}},"then":{"required":["a"]},"else":{"required":["b"]}}"#,
        r#"
        {"k":1,"a":0}
        {"k":1}
        ! (root): missing required member "a"
        {"k":2}
        ! (root): missing required member "b"
    "#,
    );
    check(
        r#"{"dependentSchemas":{"a":{"required":["b"]}}}"#,
        r#"
        {}
        {"a":1}
        ! (root): missing required member "b"
    "#,
    );
}

#[test]
fn what_no_rule_has_looked_at_is_told() {
    check(
        r#"{"allOf":[{"properties":{"a":{"type":"integer"}}}],"anyOf":[{"properties":{"b":{"const":1}},"required":["b"]},true],"unevaluatedProperties":false}"#,
        r#"
        {"a":1,"b":1}
        {"a":1,"c":1}
        ! /c: unexpected member
        {"a":1,"b":2}
        ! /b: unexpected member
        # The member that is wrong was looked at all the same: one failure, not two.
        {"a":"x"}
        ! /a: expected integer, found string
    "#,
    );
    check(
        r#"{"prefixItems":[true],"contains":{"const":1},"unevaluatedItems":{"type":"null"}}"#,
        "
        [0,1,null]
        [1,2]
        ! /1: expected null, found number
    ",
    );
    check(
        r#"{"prefixItems":[true],"unevaluatedItems":false}"#,
        "
        [1,2]
        ! /1: unexpected element
    ",
    );
}

#[test]
fn failures_stand_in_the_order_of_the_places() {
    check(
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"items":{"type":"string"}},"c":{"maximum":20}},"required":["d"],"allOf":[{"properties":{"a":{"minimum":0}}}],"additionalProperties":false}"#,
        r#"
        {"c":25,"e":0,"b":["x",1,2],"a":-1.5}
        ! (root): missing required member "d"
        ! /c: expected at most 20, found 25
        ! /e: unexpected member, only "a", "b", "c" are allowed
        ! /b/1: expected string, found number
        ! /b/2: expected string, found number
        ! /a: expected integer, found -1.5
        ! /a: expected at least 0, found -1.5
    "#,
    );
}

#[test]
fn annotations_assert_nothing() {
    check(
        r#"{"title":"t","description":"d","default":1,"examples":[1],"format":"email","contentEncoding":"base64","readOnly":true,"deprecated":true,"x-own":{"type":"nonsense"},"$comment":"c"}"#,
        r#"
        "no address"
    "#,
    );
}

#[test]
fn draft_07_reads_its_own_keywords() {
    let schema = compile_07(r#"{"items":[{"type":"integer"}],"additionalItems":false}"#);
    said(
        &schema,
        "
        [1]
        [1,2]
        ! /1: unexpected element, at most 1 is allowed
    ",
    );
    let schema = compile_07(r#"{"dependencies":{"a":["b"],"c":{"required":["d"]}}}"#);
    said(
        &schema,
        r#"
        {"a":1}
        ! (root): missing required member "b", needed because "a" is present
        {"c":1}
        ! (root): missing required member "d"
    "#,
    );
    let schema = compile_07(
        r##"{"$ref":"#/definitions/a","type":"string","definitions":{"a":{"type":"null"}}}"##,
    );
    said(
        &schema,
        "
        1
        ! (root): expected null, found number
    ",
    );
    check(
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","items":[true],"prefixItems":[false]}"#,
        "
        [1]
    ",
    );
}

#[test]
fn a_failure_names_keyword_and_places_for_programs_too() {
    let schema =
        parse(r##"{"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"maximum":3}}}"##)
            .unwrap();
    let found = Schema::compile(&schema).unwrap().check(&parse(r#"{"a":4}"#).unwrap());
    let [failure] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(failure.pointer, "/a");
    assert_eq!(failure.keyword, "maximum");
    assert_eq!(failure.schema_place, "#/$defs/n/maximum");
    let Kind::Number { limit, found, .. } = &failure.kind else { panic!("{failure:?}") };
    assert_eq!((limit.as_str(), found.as_str()), ("3", "4"));
}
