//! Schemas that are refused, and what may be referred to.

mod schema_cases;

use mcp_lab::json::parse;
use mcp_lab::schema::{Compiler, MAX_PROGRAMS, Problem, Schema};
use schema_cases::{check, refused, said};

#[test]
fn a_keyword_with_the_wrong_kind_of_value_is_refused() {
    let rows = [
        ("1", "#: expected a schema: an object, `true` or `false`"),
        (
            r#"{"properties":{"a":1}}"#,
            "#/properties/a: expected a schema: an object, `true` or `false`",
        ),
        (r#"{"properties":[]}"#, "#/properties: expected an object"),
        (r#"{"required":"a"}"#, "#/required: expected a list of names"),
        (r#"{"required":[1]}"#, "#/required: expected a list of names"),
        (r#"{"required":["\ud800"]}"#, "#/required: expected a text without half a surrogate pair"),
        (r#"{"allOf":[]}"#, "#/allOf: expected a list of at least one schema"),
        (
            r#"{"items":[{}]}"#,
            "#/items: expected a schema; a list of schemas is called `prefixItems` now",
        ),
        (r#"{"maxLength":-1}"#, "#/maxLength: expected a whole number, 0 or more"),
        (r#"{"maxItems":1.5}"#, "#/maxItems: expected a whole number, 0 or more"),
        (r#"{"minimum":"1"}"#, "#/minimum: expected a number"),
        (r#"{"multipleOf":0}"#, "#/multipleOf: expected a number more than 0"),
        (r#"{"multipleOf":-1}"#, "#/multipleOf: expected a number more than 0"),
        (r#"{"enum":1}"#, "#/enum: expected a list of values"),
        (r#"{"uniqueItems":1}"#, "#/uniqueItems: expected `true` or `false`"),
        (r#"{"pattern":1}"#, "#/pattern: expected a pattern as text"),
        (r#"{"$id":1}"#, "#/$id: expected a text"),
        (r#"{"$id":"a#b"}"#, "#/$id: expected an address without a fragment"),
        (
            r#"{"dependentSchemas":{"a":["b"]}}"#,
            "#/dependentSchemas: expected an object of schemas",
        ),
    ];
    for (schema, error) in rows {
        refused(schema, error);
    }
    let types = "null, boolean, object, array, number, integer or string, or a list of these";
    for schema in [r#"{"type":"text"}"#, r#"{"type":[]}"#, r#"{"type":["string",1]}"#] {
        refused(schema, &format!("#/type: expected {types}"));
    }
}

#[test]
fn what_is_not_supported_is_refused_wherever_it_stands() {
    refused(
        r#"{"$defs":{"unused":{"pattern":"(?!a)"}}}"#,
        "#/$defs/unused/pattern: lookaround `(?!` is not supported, at character 0",
    );
    refused(
        r#"{"patternProperties":{"\\1":{}}}"#,
        "#/patternProperties/\\1: a reference back to a group is not supported, at character 0",
    );
    refused(
        r#"{"$schema":"http://json-schema.org/draft-04/schema#"}"#,
        "#/$schema: unknown dialect \"http://json-schema.org/draft-04/schema#\", only draft 2020-12 and draft-07 are supported",
    );
    refused(
        &format!(r#"{{"multipleOf":1.{}}}"#, "1".repeat(36)),
        "#/multipleOf: expected at most 36 significant digits",
    );
}

#[test]
fn a_reference_out_of_the_schema_is_refused_and_never_fetched() {
    refused(
        r#"{"properties":{"a":{"$ref":"https://example.org/a.json#/b"}}}"#,
        "#/properties/a/$ref: \"https://example.org/a.json\" is outside of this schema, and nothing is fetched",
    );
    refused(r##"{"$ref":"#/$defs/a"}"##, "#/$ref: \"#/$defs/a\" leads nowhere");
    refused(r##"{"$ref":"#a"}"##, "#/$ref: \"#a\" leads nowhere");
    refused(r#"{"$ref":1}"#, "#/$ref: expected a text");
}

#[test]
fn a_name_for_two_places_is_refused() {
    refused(
        r#"{"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}}"#,
        "#/$defs/a/$anchor: \"x\" names two places",
    );
    refused(
        r#"{"$defs":{"a":{"$id":"http://x/y"},"b":{"$id":"http://x/y"}}}"#,
        "#/$defs/a/$id: \"http://x/y\" names two places",
    );
}

#[test]
fn a_schema_that_asks_itself_about_the_same_value_is_refused() {
    let sentence = "this schema refers to itself without going down the value";
    let schemas = [
        r##"{"$ref":"#"}"##,
        r##"{"anyOf":[{"type":"string"},{"$ref":"#"}]}"##,
        r##"{"not":{"$ref":"#"}}"##,
        r##"{"if":{"type":"string"},"then":{"$ref":"#"}}"##,
        r##"{"dependentSchemas":{"a":{"$ref":"#"}}}"##,
        r##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
    ];
    for schema in schemas {
        let error = Schema::compile(&parse(schema).unwrap()).unwrap_err();
        assert_eq!(error.problem, Problem::Loop, "{schema}");
        assert!(error.to_string().ends_with(sentence), "{error}");
    }
    check(
        r##"{"type":"object","additionalProperties":{"$ref":"#"}}"##,
        r#"
        {"a":{"b":{}}}
        {"a":{"b":1}}
        ! /a/b: expected object, found number
    "#,
    );
}

#[test]
fn too_many_steps_of_all_patterns_are_refused() {
    let patterns: Vec<_> = (0..30).map(|it| format!(r#""a{{40000}}{it}":{{}}"#)).collect();
    let schema = format!(r#"{{"patternProperties":{{{}}}}}"#, patterns.join(","));
    let error = Schema::compile(&parse(&schema).unwrap()).unwrap_err();
    assert_eq!(error.problem, Problem::Patterns);
    assert!(error.to_string().contains(&MAX_PROGRAMS.to_string()));
}

#[test]
fn references_lead_by_pointer_anchor_and_address() {
    let cases = r#"
        1
        "a"
        ! (root): expected integer, found string
    "#;
    let schemas = [
        r##"{"$ref":"#/$defs/a~1b%25","$defs":{"a/b%":{"type":"integer"}}}"##,
        r##"{"$ref":"#n","$defs":{"a":{"$anchor":"n","type":"integer"}}}"##,
        r#"{"$id":"http://x/y/z","$ref":"../n","$defs":{"a":{"$id":"/n","type":"integer"}}}"#,
        r#"{"$id":"http://x/y","$ref":"n#m","$defs":{"a":{"$id":"n","$defs":{"b":{"$anchor":"m","type":"integer"}}}}}"#,
        r#"{"$ref":"urn:example:n","$defs":{"a":{"$id":"urn:example:n","type":"integer"}}}"#,
        r##"{"$ref":"#/x-own/deep","x-own":{"deep":{"type":"integer"}}}"##,
        r##"{"$dynamicRef":"#n","$defs":{"a":{"$dynamicAnchor":"n","type":"integer"}}}"##,
    ];
    for schema in schemas {
        check(schema, cases);
    }
}

#[test]
fn the_published_schemas_are_at_hand() {
    let schema = r#"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#;
    check(
        schema,
        r#"
        {"type":"object","properties":{"a":{"minLength":1}}}
        {"properties":{"a":{"minLength":-1,"required":1}}}
        ! /properties/a/minLength: expected at least 0, found -1
        ! /properties/a/required: expected array, found number
    "#,
    );
    let schema = r#"{"$ref":"http://json-schema.org/draft-07/schema#"}"#;
    check(
        schema,
        r#"
        {"items":[true,{}]}
        {"items":[1]}
        ! /items: fits none of 2 alternatives: (1) expected boolean or object, found array; (2) /items/0: expected boolean or object, found number
    "#,
    );
}

#[test]
fn a_document_that_was_handed_in_can_be_referred_to() {
    let tree = parse(
        r##"{"$dynamicAnchor":"n","type":"object","properties":{"next":{"$dynamicRef":"#n"}}}"##,
    );
    let tree = tree.unwrap();
    let compiler = Compiler::default().document("http://x/tree", &tree);
    let strict = r#"{"$id":"http://x/strict","$dynamicAnchor":"n","$ref":"tree","unevaluatedProperties":false}"#;
    let schema = compiler.compile(&parse(strict).unwrap()).unwrap();
    said(
        &schema,
        r#"
        {"next":{"next":{}}}
        {"next":{"nxet":{}}}
        ! /next/nxet: unexpected member
    "#,
    );
    let found = schema.check(&parse(r#"{"next":1}"#).unwrap());
    let [failure] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(failure.schema_place, "http://x/tree#/type");
}

#[test]
fn a_vocabulary_that_is_required_must_be_known() {
    let meta = r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true,"https://json-schema.org/draft/2020-12/vocab/applicator":true,"http://x/own":VALUE}}"#;
    let compile = |value: &str| {
        let meta = meta.replace("VALUE", value);
        let meta = parse(&meta).unwrap();
        let schema =
            parse(r#"{"$schema":"http://x/meta","properties":{"a":false},"type":"array"}"#);
        Compiler::default().document("http://x/meta", &meta).compile(&schema.unwrap())
    };
    let error = compile("true").unwrap_err();
    assert_eq!(
        error.to_string(),
        "#/$schema: the required vocabulary \"http://x/own\" is not supported"
    );
    said(
        &compile("false").unwrap(),
        r#"
        {}
        {"a":1}
        ! /a: no value is allowed here
    "#,
    );
}
