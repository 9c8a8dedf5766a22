//! The rules of a recorded session that have to do with messages, stdio, the handshake, capabilities, ping
//! and cancellation: each is noticed by a rule of the doctor, or there is a reason why it cannot be.

mod linter;

use linter::{Row, check};

/// The rule of the specification, the slugs of the doctor that notice it, and, where there is none, why.
const ROWS: [Row; 48] = [
    ("base.utf8", "not-utf8", ""),
    ("base.json", "malformed-line broken-json byte-order-mark lsp-framing", ""),
    ("base.object", "batch no-message", ""),
    ("base.version", "no-message", ""),
    ("base.kind", "no-message", ""),
    ("base.id-type", "no-message", ""),
    ("base.id-unique", "id-reused", ""),
    ("base.response-id", "wrong-id", ""),
    ("base.one-response", "answered-twice", ""),
    ("base.result-xor-error", "no-message bad-result", ""),
    ("base.error-shape", "no-message", ""),
    ("base.params-object", "params-array no-message", ""),
    ("base.no-reply-to-notification", "notification-answered", ""),
    ("base.schema", "bad-params bad-result", ""),
    ("base.answered", "silent ping-unanswered", ""),
    ("base.meta-key", "meta-key", ""),
    ("base.method-direction", "wrong-direction not-in-revision", ""),
    ("base.schema-dialect", "invalid-schema", ""),
    ("stdio.newline", "broken-json no-newline crlf", ""),
    ("stdio.stdout-clean", "malformed-line no-message", ""),
    ("stdio.stdin-clean", "malformed-line no-message", ""),
    ("stdio.shutdown-order", "-", "A recording of the wire does not show signals."),
    ("stdio.exit-on-eof", "stays-after-end-of-input", ""),
    ("init.first", "not-initialized", ""),
    ("init.once", "initialize-twice", ""),
    ("init.params", "bad-params", ""),
    ("init.latest", "-", "Only the client's author knows which version is its newest."),
    ("init.result", "bad-result", ""),
    ("init.version-echo", "version-not-echoed", ""),
    ("init.version-known", "version-ignored unknown-version", ""),
    ("init.not-batched", "initialize-in-batch", ""),
    ("init.no-early-request", "early-request", ""),
    ("init.initialized", "initialized-missing initialized-twice", ""),
    ("init.server-waits", "server-asked-early", ""),
    ("init.not-cancelled", "initialize-cancelled", ""),
    ("cap.server", "undeclared-feature-used", ""),
    ("cap.client", "undeclared-question", ""),
    ("cap.declare", "undeclared-feature undeclared-tools", ""),
    ("cap.list-changed", "undeclared-list-changed", ""),
    ("cap.roots-list-changed", "undeclared-list-changed", ""),
    ("ping.empty", "ping-not-empty ping-unanswered", ""),
    ("cancel.own", "cancelled-foreign", ""),
    ("cancel.in-flight", "cancelled-late", ""),
    ("cancel.no-response", "answered-cancelled", ""),
    ("cancel.timeout", "-", "A recording does not show that a client has stopped waiting."),
    ("log.level", "bad-params", ""),
    ("log.data", "bad-params", ""),
    ("elicit.action", "bad-result", ""),
];

#[test]
fn every_rule_is_noticed_by_a_rule_that_exists_or_has_a_reason() {
    check(&ROWS, |_| true);
}
