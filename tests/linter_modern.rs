//! The MUST table of 2026-07-28, row by row: which rule of the doctor notices it, or why none can.

use mcp_lab::doctor::rules;

/// A row: its name in the table, the rules that notice it, and why none does.
type Row = (&'static str, &'static str, &'static str);

const HTTP: &str = "HTTP only: comes with the HTTP chapter";
const ON_PURPOSE: &str = "a client that keeps the rules never gives cause for it, so only one that asks on purpose can see it";
const ELSEWHERE: &str =
    "the rule about it stands with those of the envelope and the features, for all revisions";

const ROWS: [Row; 95] = [
    ("base.no-batch", "-", ELSEWHERE),
    ("base.id-outstanding", "id-still-open", ""),
    ("base.no-server-request", "server-asked", ""),
    ("base.no-client-response", "client-answered", ""),
    ("base.removed-method", "removed-method", ""),
    ("base.removed-code", "removed-code", ""),
    ("base.reserved-code", "reserved-code", ""),
    ("base.legacy-code", "legacy-code", ""),
    ("base.code-meaning", "code-data", ""),
    ("base.error-id", "-", ELSEWHERE),
    ("meta.version", "bad-meta", ""),
    ("meta.caps", "bad-meta", ""),
    ("meta.client-info", "no-client-info", ""),
    ("meta.server-info", "no-server-info", ""),
    ("meta.missing-rejected", "-", ON_PURPOSE),
    ("meta.trace", "bad-trace", ""),
    ("version.unsupported", "unsupported-version-accepted code-data", ""),
    ("version.retry", "initialize-after-unsupported no-common-version", ""),
    ("version.consistent", "versions-differ", ""),
    ("discover.implemented", "discover-refused", ""),
    ("discover.shape", "bad-result no-versions no-cache-hints", ""),
    ("discover.probe-first", "no-probe-first", ""),
    ("discover.initialize-error", "initialize-error-nameless", ""),
    ("stateless.repeat", "list-changed-alone", ""),
    ("stateless.no-handshake", "handshake-demanded", ""),
    ("result.type", "no-result-type", ""),
    ("result.type-known", "unknown-result-type", ""),
    ("cap.missing-client", "capability-overlooked code-data", ""),
    ("cap.server-declared", "unadvertised-used", ""),
    ("cap.declare", "unadvertised-feature undeclared-tools", ""),
    ("mrtr.where", "unknown-result-type", ""),
    ("mrtr.nonempty", "input-required-empty endless-rounds", ""),
    ("mrtr.kinds", "input-request-kind", ""),
    ("mrtr.declared", "undeclared-input", ""),
    ("mrtr.retry-id", "retry-same-id", ""),
    ("mrtr.retry-params", "retry-changed", ""),
    ("mrtr.keys", "retry-incomplete input-response-kind", ""),
    ("mrtr.state-echo", "state-not-echoed", ""),
    ("mrtr.no-leak", "input-leaked", ""),
    ("mrtr.tampered", "-", ON_PURPOSE),
    ("mrtr.ask-again", "-", ON_PURPOSE),
    ("mrtr.ignore-extra", "-", ON_PURPOSE),
    ("listen.ack-first", "listen-unacknowledged", ""),
    ("listen.ack-subset", "listen-ack-more", ""),
    ("listen.tagged", "listen-untagged", ""),
    ("listen.only-requested", "listen-unrequested", ""),
    ("listen.no-request-scoped", "listen-foreign", ""),
    ("listen.no-stray", "change-outside-listen", ""),
    ("listen.close-result", "listen-close", ""),
    ("listen.silent-after-cancel", "listen-after-cancel", ""),
    ("cancel.stdio", "-", "what a client has given up in silence is not on the wire"),
    ("cancel.not-http", "-", HTTP),
    ("cancel.server", "server-cancelled", ""),
    ("cancel.silent", "answered-after-cancel", ""),
    ("cache.hints", "no-cache-hints", ""),
    ("cache.not-on-input", "cache-on-input", ""),
    ("cache.scope-pages", "cache-scope-pages", ""),
    ("cache.order", "list-reordered", ""),
    ("cache.honored", "-", "a recording has no clock, so nobody knows what was still fresh"),
    ("log.opt-in", "log-unasked", ""),
    ("log.bad-level", "-", ON_PURPOSE),
    ("res.not-found", "-", ELSEWHERE),
    ("schema.no-remote-ref", "-", "a fetched schema does not travel between client and server"),
    (
        "page.empty-cursor",
        "-",
        "a client may stop at any page, so a recording does not show why it did",
    ),
    ("http.post-only", "-", HTTP),
    ("http.405", "-", HTTP),
    ("http.accept", "-", HTTP),
    ("http.version-header", "-", HTTP),
    ("http.method-header", "-", HTTP),
    ("http.name-header", "-", HTTP),
    ("http.name-encoding", "-", HTTP),
    ("http.param-headers", "-", HTTP),
    ("http.invalid-tool", "-", HTTP),
    ("http.mismatch", "-", HTTP),
    ("http.status-method", "-", HTTP),
    ("http.status-400", "-", HTTP),
    ("http.202", "-", HTTP),
    ("http.stream-scope", "-", HTTP),
    ("http.stream-ends", "-", HTTP),
    ("http.no-buffering", "-", HTTP),
    ("http.no-session", "-", HTTP),
    ("http.disconnect-cancels", "-", HTTP),
    ("http.reissue", "-", HTTP),
    ("http.origin", "-", HTTP),
    ("xmcp.valid", "-", HTTP),
    ("auth.bearer-header", "-", HTTP),
    ("auth.challenge", "-", HTTP),
    ("auth.prm", "-", HTTP),
    ("auth.pkce", "-", HTTP),
    ("auth.resource", "-", HTTP),
    ("auth.iss", "-", HTTP),
    ("auth.issuer-match", "-", HTTP),
    ("auth.step-up", "-", HTTP),
    ("auth.app-type", "-", HTTP),
    ("auth.rebind", "-", HTTP),
];

#[test]
fn every_row_of_the_table_has_a_rule_or_a_reason() {
    for (id, slugs, reason) in ROWS {
        if slugs == "-" {
            assert!(reason.len() > 20, "{id} has neither a rule nor a reason");
            continue;
        }
        assert_eq!(reason, "", "{id} has a rule and a reason");
        for slug in slugs.split(' ') {
            let rule = rules().find(|rule| rule.slug == slug);
            let rule = rule.unwrap_or_else(|| panic!("{id}: there is no rule {slug}"));
            assert!(
                rule.revisions.names().contains(&"2026-07-28"),
                "{id}: {slug} is of another era"
            );
        }
    }
}

#[test]
fn no_row_stands_there_twice() {
    let mut ids: Vec<_> = ROWS.iter().map(|(id, ..)| id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), ROWS.len());
}
