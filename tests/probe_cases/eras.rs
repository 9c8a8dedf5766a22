//! Servers that know what they are asked, of either era or of both.

use super::{HELLO, LIST, NO_METHOD, NO_TOOL, PONG};

pub(crate) const DISCOVERED: &str = r#"{"jsonrpc":"2.0","id":10,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"2"}}}}"#;
pub(crate) const LISTED: &str = r#"{"jsonrpc":"2.0","id":"list-1","result":{"resultType":"complete","tools":[{"name":"t","inputSchema":{"type":"object"}}],"ttlMs":0,"cacheScope":"public"}}"#;
pub(crate) const DONE: &str = r#"{"jsonrpc":"2.0","id":13,"result":{"resultType":"complete","content":[{"type":"text","text":"done"}]}}"#;

/// What is done when a line holds this text; the first that fits counts.
pub(crate) type Does<'s> = (&'s str, String);

/// Answers with these lines.
pub(crate) fn says(lines: &str) -> String {
    format!("printf '%s\\n' '{lines}'")
}

/// Refuses a discovery.
pub(crate) fn refuses(code: &str, more: &str) -> String {
    says(&format!(r#"{{"jsonrpc":"2.0","id":10,"error":{{"code":{code},"message":"no"{more}}}}}"#))
}

/// A server that does something for each line it reads.
pub(crate) fn server_that(does: &[Does<'_>]) -> String {
    let case = |(text, does): &Does<'_>| format!("*'{text}'*) {does};; ");
    let cases: String = does.iter().map(case).collect();
    format!("while read -r line; do case \"$line\" in {cases} esac; done")
}

/// An old server, with some of what it does changed.
pub(crate) fn old(changes: &[Does<'_>]) -> String {
    let usual = [
        ("\"initialize\"", says(HELLO)),
        ("\"list-1\"", says(LIST)),
        ("\"id\":14,", says(NO_TOOL)),
        ("\"id\":15,", says(NO_METHOD)),
        ("\"ping\"", says(PONG)),
    ];
    server_that(&[changes, &usual].concat())
}

/// What is asked behind the unknown method, to see whether the server lives.
pub(crate) const AGAIN: &str = "\"id\":16,";

/// A server without a handshake, with some of what it does changed.
pub(crate) fn modern(changes: &[Does<'_>]) -> String {
    let usual = [
        ("server/discover", says(DISCOVERED)),
        ("\"list-1\"", says(LISTED)),
        ("\"id\":13,", says(DONE)),
        ("\"id\":14,", says(NO_TOOL)),
        ("\"id\":15,", says(NO_METHOD)),
        (
            "\"initialize\"",
            says(
                r#"{"jsonrpc":"2.0","id":11,"error":{"code":-32601,"message":"Method not found: initialize; this server speaks 2026-07-28"}}"#,
            ),
        ),
    ];
    let alive = [(AGAIN, says(&DISCOVERED.replace("\"id\":10", "\"id\":16")))];
    let own = changes.iter().any(|(text, _)| *text == AGAIN);
    let alive = if own { &[][..] } else { &alive };
    server_that(&[alive, changes, &usual].concat())
}
