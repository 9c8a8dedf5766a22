//! What a request says a second time in its head: MCP 2026-07-28, `basic/transports/streamable-http`.

use mcp_lab::digest::base64;
use mcp_lab::json;
use mcp_lab::mcp::stateless::{decode, encode, mirrors, named_by};

/// A value, and the header it becomes.
const VALUES: [(&str, &str); 9] = [
    ("us-west1", "us-west1"),
    ("", ""),
    ("two words", "two words"),
    ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
    (" padded ", "=?base64?IHBhZGRlZCA=?="),
    ("\ttab", "=?base64?CXRhYg==?="),
    ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
    ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
    ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
];

#[test]
fn a_value_goes_into_a_header_and_comes_back() {
    for (text, header) in VALUES {
        assert_eq!(encode(text), header, "{text:?}");
        assert_eq!(decode(header).as_deref(), Some(text), "{header:?}");
    }
}

#[test]
fn what_is_wrapped_wrongly_means_nothing() {
    for header in ["SGVsbG8", "SGVsbG8==", "SGVsbG9=", "SGVs bG8=", "SGVsbG8-", "/w==", "=", "===="]
    {
        assert_eq!(decode(&format!("=?base64?{header}?=")), None, "{header}");
    }
    for bare in ["=?BASE64?SGVsbG8=?=", "=?base64?SGVsbG8=", "SGVsbG8=?="] {
        assert_eq!(decode(bare).as_deref(), Some(bare));
    }
}

/// RFC 4648, section 10.
#[test]
fn base64_is_filled_up_to_four_letters() {
    let vectors = [
        ("", ""),
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
    ];
    for (bytes, text) in vectors {
        assert_eq!(base64::encode(bytes.as_bytes()), text);
        assert_eq!(base64::decode(text).as_deref(), Some(bytes.as_bytes()));
    }
    for wrong in [
        "Zg", "Zg=", "Zg===", "Zh==", "Zm9", "Zm9v=", "Zm9v==", "=", "==", "Z===", "Zm9v\n", "Zm-v",
    ] {
        assert_eq!(base64::decode(wrong), None, "{wrong:?}");
    }
}

#[test]
fn three_methods_have_a_name() {
    assert_eq!(named_by("tools/call"), Some("name"));
    assert_eq!(named_by("prompts/get"), Some("name"));
    assert_eq!(named_by("resources/read"), Some("uri"));
    assert_eq!(named_by("tools/list"), None);
}

#[test]
fn arguments_are_found_where_the_schema_says() {
    let schema = r#"{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"query":{"type":"string"},"at":{"type":"object","properties":{"floor":{"type":"integer","x-mcp-header":"Floor"}}}}}"#;
    let mirrors = mirrors(&json::parse(schema).expect("a schema")).expect("two headers");
    let places: Vec<_> = mirrors.iter().map(|it| (it.header.clone(), it.place())).collect();
    assert_eq!(places, [("Region".into(), "region".into()), ("Floor".into(), "at.floor".into())]);
    let said = |arguments: &str| -> Vec<Option<String>> {
        let value = json::parse(arguments).expect("arguments");
        let object = value.as_object().expect("an object");
        mirrors.iter().map(|it| it.value(object)).collect()
    };
    assert_eq!(
        said(r#"{"region":"us-west1","at":{"floor":42}}"#),
        [Some("us-west1".into()), Some("42".into())]
    );
    assert_eq!(said(r#"{"region":null,"at":7}"#), [None, None]);
    assert_eq!(
        said(r#"{"region":"","at":{"floor":-0}}"#),
        [Some(String::new()), Some("-0".into())]
    );
}

#[test]
fn a_header_agrees_with_its_argument_once_it_is_unwrapped() {
    let schema = r#"{"properties":{"text":{"type":"string","x-mcp-header":"Text"},"count":{"type":"integer","x-mcp-header":"Count"}}}"#;
    let mirrors = mirrors(&json::parse(schema).expect("a schema")).expect("two headers");
    let value = json::parse(r#"{"text":"世界","count":42.0}"#).expect("arguments");
    let arguments = value.as_object().expect("an object");
    let [text, count] = mirrors.as_slice() else { panic!("two") };
    assert!(text.agrees("=?base64?5LiW55WM?=", arguments));
    assert!(!text.agrees("世界 ", arguments));
    assert!(!text.agrees("=?base64?5LiW55W?=", arguments));
    assert!(count.agrees("42", arguments));
    assert!(count.agrees("42.0", arguments));
    assert!(!count.agrees("43", arguments));
}

#[test]
fn an_annotation_that_breaks_a_rule_is_named_with_its_place() {
    let bad = |property: &str| {
        let schema = format!(
            r#"{{"type":"object","properties":{{"a":{{"type":"string","x-mcp-header":"A"}},"b":{property}}}}}"#
        );
        let refused = mirrors(&json::parse(&schema).expect("a schema")).expect_err(property);
        format!(
            "{}: {}",
            refused.place,
            refused.why.split_whitespace().skip(1).take(4).collect::<Vec<_>>().join(" ")
        )
    };
    for header in
        [r#""""#, "{}", "[]", "null", "7", r#""a b""#, r#""a:b""#, r#""é""#, r#""a\u0001""#]
    {
        let property = format!(r#"{{"type":"string","x-mcp-header":{header}}}"#);
        assert_eq!(bad(&property), "b: must be the name", "{header}");
    }
    for header in ["A", "a"] {
        let property = format!(r#"{{"type":"string","x-mcp-header":"{header}"}}"#);
        assert_eq!(bad(&property), "b: names a header that");
    }
    for kind in [r#""number""#, r#""object""#, r#""null""#, r#"["string"]"#] {
        let property = format!(r#"{{"type":{kind},"x-mcp-header":"B"}}"#);
        assert_eq!(bad(&property), "b: may only stand beside", "{kind}");
    }
    let inside = r#"{"type":"array","items":{"type":"string","x-mcp-header":"B"}}"#;
    assert_eq!(bad(inside), "b.items: may only stand where");
    let either = r#"{"anyOf":[{"properties":{"c":{"type":"string","x-mcp-header":"B"}}}]}"#;
    assert_eq!(bad(either), "b.anyOf.c: may only stand where");
}

#[test]
fn what_is_a_value_is_no_annotation() {
    let schema = r#"{"properties":{"a":{"type":"object","default":{"x-mcp-header":"A"},"examples":[{"x-mcp-header":"B"}]}}}"#;
    assert_eq!(mirrors(&json::parse(schema).expect("a schema")), Ok(vec![]));
}
