//! What a failure says about a value by itself: a schema, values, and the sentences.

mod schema_cases;

use schema_cases::{check, compile, sentences};

#[test]
fn a_type_is_told_from_the_type_that_came() {
    check(
        r#"{"type":"string"}"#,
        r#"
        "a"
        1
        ! (root): expected string, found number
        null
        ! (root): expected string, found null
        []
        ! (root): expected string, found array
        {}
        ! (root): expected string, found object
        true
        ! (root): expected string, found boolean
    "#,
    );
    check(
        r#"{"type":["string","null"]}"#,
        "
        2
        ! (root): expected string or null, found number
    ",
    );
    check(
        r#"{"type":["string","null","array"]}"#,
        "
        2
        ! (root): expected string, array or null, found number
    ",
    );
}

#[test]
fn a_whole_number_is_an_integer_however_it_is_written() {
    check(
        r#"{"type":"integer"}"#,
        r#"
        1
        1.0
        10e-1
        123456789012345678901234567890
        1.5
        ! (root): expected integer, found 1.5
        1e-1
        ! (root): expected integer, found 1e-1
        "1"
        ! (root): expected integer, found string
    "#,
    );
}

#[test]
fn the_allowed_values_are_listed() {
    check(
        r#"{"enum":["red","green",3,null,{"a":1.0}]}"#,
        r#"
        "green"
        "gr\u0065en"
        3.0
        {"a":1}
        "blue"
        ! (root): expected one of "red", "green", 3, null, {"a":1.0}, found "blue"
    "#,
    );
}

#[test]
fn of_many_allowed_values_the_first_are_listed() {
    let many: Vec<_> = (0..30).map(|it| it.to_string()).collect();
    let sentence = format!(
        "(root): expected one of {} and 10 more, found 31",
        many.get(..20).unwrap_or_default().join(", ")
    );
    let schema = compile(&format!(r#"{{"enum":[{}]}}"#, many.join(",")));
    assert_eq!(sentences(&schema, "31"), [sentence]);
    assert!(sentences(&schema, "29").is_empty());
}

#[test]
fn a_constant_is_told() {
    check(
        r#"{"const":"a"}"#,
        r#"
        "a"
        "b"
        ! (root): expected "a", found "b"
    "#,
    );
    check(
        r#"{"const":[1,{"b":2,"a":1}]}"#,
        r#"
        [1.0,{"a":1,"b":2}]
        []
        ! (root): expected [1,{"b":2,"a":1}], found []
    "#,
    );
    check(
        r#"{"const":false}"#,
        "
        0
        ! (root): expected false, found 0
    ",
    );
}

#[test]
fn a_long_value_is_cut() {
    let schema = compile(r#"{"const":1}"#);
    let sentence = format!("(root): expected 1, found \"{}…", "x".repeat(79));
    assert_eq!(sentences(&schema, &format!("\"{}\"", "x".repeat(500))), [sentence]);
    let sentence = format!("(root): expected 1, found [{}…", "1,".repeat(40).get(..79).unwrap());
    assert_eq!(sentences(&schema, &format!("[1{}]", ",1".repeat(500))), [sentence]);
}

#[test]
fn numbers_are_compared_without_rounding() {
    check(
        r#"{"maximum":20}"#,
        "
        20.0
        25
        ! (root): expected at most 20, found 25
    ",
    );
    check(
        r#"{"exclusiveMaximum":20}"#,
        "
        19.99999999999999999999
        2e1
        ! (root): expected less than 20, found 2e1
    ",
    );
}

#[test]
fn large_numbers_and_small_ones_keep_every_digit() {
    check(
        r#"{"minimum":9007199254740993}"#,
        "
        9007199254740993
        9007199254740992
        ! (root): expected at least 9007199254740993, found 9007199254740992
    ",
    );
    check(
        r#"{"exclusiveMinimum":0}"#,
        "
        1e-400
        -0.0
        ! (root): expected more than 0, found -0.0
    ",
    );
    check(
        r#"{"const":9007199254740993}"#,
        "
        9007199254740992
        ! (root): expected 9007199254740993, found 9007199254740992
    ",
    );
    check(
        r#"{"maximum":1e1000}"#,
        "
        1e999
        2e1000
        ! (root): expected at most 1e1000, found 2e1000
    ",
    );
}

#[test]
fn multiples_are_counted_in_decimals() {
    check(
        r#"{"multipleOf":0.0001}"#,
        "
        0.0075
        0
        -1e3
        0.00751
        ! (root): expected a multiple of 0.0001, found 0.00751
    ",
    );
    check(
        r#"{"multipleOf":0.123456789}"#,
        "
        1e308
        ! (root): expected a multiple of 0.123456789, found 1e308
        1.23456789e300
    ",
    );
    check(
        r#"{"multipleOf":3}"#,
        "
        9007199254740993000000000000000000000000000000
        10
        ! (root): expected a multiple of 3, found 10
        3e100000000000000000000000
    ",
    );
    check(
        r#"{"multipleOf":1e100}"#,
        "
        5e100
        5e99
        ! (root): expected a multiple of 1e100, found 5e99
    ",
    );
}

#[test]
fn sizes_are_counted_in_characters_elements_and_members() {
    check(
        r#"{"maxLength":3}"#,
        r#"
        "中中中"
        "\ud83d\ude00\u4e2d"
        "abcde"
        ! (root): expected at most 3 characters, found 5
    "#,
    );
    check(
        r#"{"minLength":1}"#,
        r#"
        "\ud83d"
        7
        ""
        ! (root): expected at least 1 character, found 0
    "#,
    );
    check(
        r#"{"minItems":2,"maxItems":3}"#,
        "
        [1,2]
        [1]
        ! (root): expected at least 2 elements, found 1
        [1,2,3,4]
        ! (root): expected at most 3 elements, found 4
    ",
    );
    check(
        r#"{"minProperties":1,"maxProperties":1.0}"#,
        r#"
        {"a":1}
        {}
        ! (root): expected at least 1 member, found 0
        {"a":1,"b":2}
        ! (root): expected at most 1 member, found 2
    "#,
    );
}

#[test]
fn a_pattern_may_match_anywhere() {
    check(
        r#"{"pattern":"b+"}"#,
        r#"
        "abba"
        1
        "\u0062"
        "aa"
        ! (root): expected text matching "b+", found "aa"
    "#,
    );
}
