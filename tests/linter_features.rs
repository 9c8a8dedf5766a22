//! The checklist of what a linter of recorded sessions is to notice about features: each point with the rules that
//! notice it, or with the reason why a recording of stdio does not show it.

mod linter;

use linter::{Row, check};

/// Point, the slugs of its rules, and the reason if there is none.
const ROWS: [Row; 47] = [
    ("progress.token-type", "bad-progress-token", ""),
    ("progress.token-unique", "progress-token-reused", ""),
    ("progress.known", "progress-unknown", ""),
    ("progress.increasing", "progress-not-rising", ""),
    ("progress.stop", "progress-after-end", ""),
    ("log.level", "bad-params", ""),
    ("log.data", "bad-params", ""),
    ("log.threshold", "log-below-level", ""),
    ("log.bad-level", "bad-level-accepted", ""),
    ("log.secrets", "secret-in-log", ""),
    ("page.cursor-opaque", "made-up-cursor", ""),
    ("page.bad-cursor", "bad-cursor-accepted", ""),
    ("page.progresses", "endless-pages", ""),
    ("tool.schema-object", "invalid-schema", ""),
    ("tool.unique", "duplicate-tool", ""),
    ("tool.name-chars", "tool-name", ""),
    ("tool.unknown", "unknown-tool-accepted", ""),
    ("tool.input-error", "arguments-refused wrong-arguments-accepted", ""),
    ("tool.content", "bad-content bad-result", ""),
    ("tool.base64", "bad-base64 bad-content", ""),
    ("tool.structured-object", "structured-not-object", ""),
    ("tool.output-schema", "output-schema", ""),
    ("tool.structured-text", "structured-without-text", ""),
    ("tool.embedded-cap", "embedded-undeclared", ""),
    ("res.contents", "bad-contents", ""),
    ("res.not-found", "missing-resource", ""),
    ("res.updated-subscribed", "updated-unsubscribed", ""),
    ("res.uri", "bad-uri", ""),
    ("prompt.args", "prompt-arguments", ""),
    ("prompt.args-string", "bad-prompt-argument", ""),
    ("complete.max", "too-many-completions", ""),
    ("elicit.flat", "form-not-flat", ""),
    ("elicit.action", "content-unaccepted bad-result", ""),
    ("elicit.content-valid", "form-answer-invalid", ""),
    ("elicit.mode", "elicit-mode bad-params", ""),
    ("elicit.complete-known", "elicitation-unknown", ""),
    ("sample.params", "bad-params", ""),
    ("sample.tools-cap", "sampling-tools-undeclared", ""),
    ("sample.tool-balance", "sampling-unbalanced", ""),
    ("roots.file-uri", "root-not-file", ""),
    ("task.caps", "task-undeclared", ""),
    ("task.create-result", "task-result", ""),
    ("task.transitions", "task-transition", ""),
    ("task.related-meta", "task-related", ""),
    ("cap.declare", "undeclared-tools list-refused", ""),
    ("faults.F18", "output-schema", ""),
    ("faults.F21", "error-as-text", ""),
];

#[test]
fn every_point_about_features_has_a_rule_that_exists_or_a_reason() {
    check(&ROWS, |_| true);
}
