//! `probe`: servers without a handshake, and the revisions they name.
#![cfg(unix)]

mod probe_cases;
mod world;

use probe_cases::eras::{DISCOVERED, modern, old, refuses, says};
use probe_cases::findings;

const WHAT: &str = "server/discover";

#[track_caller]
fn finds(asked: &str, script: &str, steps: &str, expected: &[&str]) {
    let (found, states) = findings(&["--timeout", "1s", "--era", asked], script);
    assert_eq!(found, expected, "{asked}: {script}");
    assert_eq!(states, steps, "{asked}: {script}");
}

#[test]
fn a_server_without_a_handshake_is_healthy_unless_it_is_to_shake_hands() {
    for asked in ["auto", "stateless"] {
        finds(asked, &modern(&[]), "ppapappp", &[]);
    }
    let all = r#"{"supported":["2026-07-28","2027-01-01"],"requested":"2025-11-25"}"#;
    let named = "no; this server speaks 2026-07-28";
    for (code, message, data, names) in [
        ("-32022", "no", format!(r#","data":{all}"#), "2026-07-28, 2027-01-01"),
        ("-32602", "no", format!(r#","data":{all}"#), "2026-07-28, 2027-01-01"),
        ("-32601", named, String::new(), "2026-07-28"),
        ("-32601", "no", r#","data":"try 2026-07-28""#.to_owned(), "2026-07-28"),
    ] {
        let error = format!(r#"{{"code":{code},"message":"{message}"{data}}}"#);
        let answer = says(&format!(r#"{{"jsonrpc":"2.0","id":11,"error":{error}}}"#));
        finds(
            "handshake",
            &modern(&[("\"initialize\"", answer)]),
            "pF......",
            &[&format!(
                "1 stateless-only client certain 3: initialize was refused, and the server names {names}: error {code}: {message}"
            )],
        );
    }
    // The example of 2025-06-18: an old server that refuses where it should have answered.
    let old = r#"{"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"no","data":{"supported":["2024-11-05"],"requested":"2025-11-25"}}}"#;
    finds(
        "handshake",
        &modern(&[("\"initialize\"", says(old))]),
        "pF......",
        &[
            "1 refused-initialize server certain 3: initialize with version 2025-11-25 was refused: error -32602: no",
        ],
    );
}

#[test]
fn a_modern_error_is_never_a_reason_to_fall_back() {
    let supports = |version: &str| format!(r#","data":{{"supported":["{version}"]}}"#);
    for asked in ["auto", "stateless"] {
        // It would shake hands, and is not asked.
        let find = |does: String, what: &str| {
            finds(asked, &old(&[(WHAT, does)]), "pF......", &[what]);
        };
        find(
            refuses("-32022", &supports("2027-01-01")),
            "1 no-common-version client certain 3: the server speaks 2027-01-01; probe speaks 2026-07-28",
        );
        find(
            says(&DISCOVERED.replace("2026-07-28", "2027-01-01")),
            "1 no-common-version client certain 3: the server speaks 2027-01-01; probe speaks 2026-07-28",
        );
        let refused = "1 discover-refused server certain 3: server/discover with version 2026-07-28 was refused: error";
        find(refuses("-32022", &supports("2026-07-28")), &format!("{refused} -32022: no"));
        find(refuses("-32022", ""), &format!("{refused} -32022: no"));
        find(refuses("-32021", ""), &format!("{refused} -32021: no"));
        find(refuses("-32020", ""), &format!("{refused} -32020: no"));
        find(
            says(&DISCOVERED.replace(r#"["2026-07-28"]"#, "[]")),
            "1 no-versions server certain 3: the result of server/discover has an empty supportedVersions",
        );
    }
}

#[test]
fn a_discovery_has_to_be_whole() {
    let lacks = "server/discover lacks, or has of a wrong kind";
    let halved = DISCOVERED.replace(r#""capabilities":{"tools":{}},"#, "");
    let what =
        format!("1 bad-result server certain 3: the result of {lacks}: capabilities (an object)");
    finds("stateless", &modern(&[(WHAT, says(&halved))]), "pF......", &[&what]);
    // A client of both eras goes on with what it can read.
    finds("auto", &old(&[(WHAT, says(&halved))]), "pFppappp", &[&what]);
    let none = DISCOVERED.replace(r#""supportedVersions":["2026-07-28"],"#, "");
    let what = format!(
        "1 bad-result server certain 3: the result of {lacks}: supportedVersions (an array of strings)"
    );
    finds("stateless", &modern(&[(WHAT, says(&none))]), "pF......", &[&what]);
}
