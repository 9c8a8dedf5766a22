//! What a failure says about members and elements.

mod schema_cases;

use schema_cases::check;

#[test]
fn equal_elements_are_named_by_their_places() {
    check(
        r#"{"uniqueItems":true}"#,
        r#"
        [1,"1",[1],{"a":1},true,null]
        [3,1,2,1.0,3]
        ! (root): elements 1 and 3 are equal, all must differ
        [{"a":1,"b":2},{"b":2,"a":1}]
        ! (root): elements 0 and 1 are equal, all must differ
        ["\u0041","A"]
        ! (root): elements 0 and 1 are equal, all must differ
    "#,
    );
    check(
        r#"{"uniqueItems":false}"#,
        "
        [1,1]
    ",
    );
}

#[test]
fn a_missing_member_is_named() {
    check(
        r#"{"required":["a","b"]}"#,
        r#"
        {"b":1,"\u0061":2}
        {}
        ! (root): missing required member "a"
        ! (root): missing required member "b"
        []
    "#,
    );
    check(
        r#"{"dependentRequired":{"card":["name"]}}"#,
        r#"
        {}
        {"card":1}
        ! (root): missing required member "name", needed because "card" is present
    "#,
    );
}

#[test]
fn an_unexpected_member_is_told_which_are_expected() {
    check(
        r#"{"properties":{"a":{},"b":{}},"additionalProperties":false}"#,
        r#"
        {"b":1}
        {"x":1}
        ! /x: unexpected member, only "a", "b" are allowed
        {"x/y~z":1}
        ! /x~1y~0z: unexpected member, only "a", "b" are allowed
    "#,
    );
    check(
        r#"{"properties":{"a":{}},"additionalProperties":false,"required":["c"]}"#,
        r#"
        {"c":1}
        ! /c: unexpected member, only "a" is allowed
    "#,
    );
    check(
        r#"{"additionalProperties":false}"#,
        r#"
        {"a":1}
        ! /a: unexpected member, none is allowed
    "#,
    );
    check(
        r#"{"properties":{"a":{}},"patternProperties":{"^x-":{}},"additionalProperties":false}"#,
        r#"
        {"x-1":1}
        {"y":1}
        ! /y: unexpected member, only "a", those matching "^x-" are allowed
    "#,
    );
    check(
        r#"{"properties":{"a":false}}"#,
        r#"
        {"a":1}
        ! /a: no value is allowed here
    "#,
    );
}

#[test]
fn members_are_checked_by_name_pattern_and_rest() {
    check(
        r#"{"properties":{"a":{"type":"integer"}},"patternProperties":{"^a":{"maximum":5}},"additionalProperties":{"type":"null"}}"#,
        r#"
        {"a":3,"ab":4,"x":null}
        {"a":7.5}
        ! /a: expected integer, found 7.5
        ! /a: expected at most 5, found 7.5
        {"x":1,"ab":6}
        ! /x: expected null, found number
        ! /ab: expected at most 5, found 6
    "#,
    );
}

#[test]
fn of_duplicates_the_last_counts_for_its_name_and_all_for_the_rest() {
    check(
        r#"{"properties":{"a":{"type":"integer"}}}"#,
        r#"
        {"a":"x","a":1}
        {"a":1,"\u0061":"x"}
        ! /a: expected integer, found string
    "#,
    );
    check(
        r#"{"additionalProperties":{"type":"integer"}}"#,
        r#"
        {"a":"x","a":1}
        ! /a: expected integer, found string
    "#,
    );
}

#[test]
fn a_member_name_is_checked_like_a_text() {
    check(
        r#"{"propertyNames":{"maxLength":3,"pattern":"^a"}}"#,
        r#"
        {"abc":1}
        {"bcde":1}
        ! (root): the member name "bcde" does not fit: expected at most 3 characters, found 4
        ! (root): the member name "bcde" does not fit: expected text matching "^a", found "bcde"
    "#,
    );
}

#[test]
fn elements_are_checked_in_front_and_behind() {
    check(
        r#"{"prefixItems":[{"type":"integer"},{"type":"string"}],"items":{"type":"null"}}"#,
        r#"
        [1,"a",null]
        ["a",1,2]
        ! /0: expected integer, found string
        ! /1: expected string, found number
        ! /2: expected null, found number
    "#,
    );
    check(
        r#"{"prefixItems":[{}],"items":false}"#,
        "
        [1,2]
        ! /1: unexpected element, at most 1 is allowed
    ",
    );
    check(
        r#"{"items":false}"#,
        "
        [1]
        ! /0: unexpected element, none is allowed
    ",
    );
    check(
        r#"{"items":{"properties":{"a":{"type":"string"}}}}"#,
        r#"
        [{},{"a":[]}]
        ! /1/a: expected string, found array
    "#,
    );
}

#[test]
fn fitting_elements_are_counted() {
    check(
        r#"{"contains":{"type":"string"}}"#,
        r#"
        [1,"a"]
        [1]
        ! (root): expected at least 1 element that fits `contains`, found 0
    "#,
    );
    check(
        r#"{"contains":{"type":"string"},"minContains":2,"maxContains":2}"#,
        r#"
        ["a","b"]
        ["a"]
        ! (root): expected at least 2 elements that fit `contains`, found 1
        ["a","b","c"]
        ! (root): expected at most 2 elements that fit `contains`, found 3
    "#,
    );
    check(
        r#"{"contains":{"type":"string"},"minContains":0}"#,
        "
        []
    ",
    );
}
