//! What follows from what: of several findings the first, and those that would not be there without it.

/// What is found on the first line of something that was printed over several, and on the next ones.
pub(super) const RUNS: [(&str, &str); 4] = [
    ("malformed-line", "malformed-line"),
    ("broken-json", "broken-json"),
    ("broken-json", "malformed-line"),
    ("broken-json", "no-message"),
];

/// What follows from what, by the slugs of rules: the first fault, and what else is then found.
pub(super) const CONSEQUENCES: [(&[&str], &[&str]); 14] = [
    (
        &[
            "malformed-line",
            "broken-json",
            "byte-order-mark",
            "lsp-framing",
            "not-utf8",
            "too-long",
            "no-message",
            "wrong-id",
            "answered-twice",
            "unknown-method",
            "batch",
            "initialize-in-batch",
            "params-array",
            "bad-params",
            "duplicate-member",
            "notification-answered",
            "wrong-direction",
            "not-in-revision",
            "undeclared-question",
            "server-asked-early",
            "initialize-twice",
            "id-reused",
        ],
        &["silent", "exited", "closed", "no-newline", "ping-unanswered"],
    ),
    (
        &[
            "not-initialized",
            "early-request",
            "initialized-missing",
            "initialize-twice",
            "refused-initialize",
            "initialize-in-batch",
        ],
        &[
            "not-initialized",
            "initialized-missing",
            "early-request",
            "refused-initialize",
            "silent",
            "exited",
            "unknown-method",
            "list-refused",
            "call-refused",
            "server-asked-early",
        ],
    ),
    (
        &["unknown-version", "bad-result"],
        &["version-ignored", "not-in-revision", "initialized-missing"],
    ),
    (
        &["misspelt-method"],
        &[
            "not-initialized",
            "initialized-missing",
            "early-request",
            "refused-initialize",
            "undeclared-feature-used",
            "silent",
            "exited",
            "closed",
        ],
    ),
    // Whoever is asked where nobody may ask does wrong to answer, and would not have begun it.
    (&["server-asked"], &["client-answered"]),
    // What we make of an echo comes back too, and then seems to be an answer.
    (
        &["echo"],
        &[
            "echo",
            "refused-initialize",
            "discover-refused",
            "wrong-id",
            "wrong-direction",
            "silent",
            "exited",
            "closed",
        ],
    ),
    (&["initialize-after-unsupported"], &["stateless-only"]),
    (&["removed-method"], &["ping-unanswered"]),
    (&["server-cancelled"], &["call-refused"]),
    // What came with the status is the same refusal once more.
    (
        &[
            "not-acceptable",
            "old-transport",
            "redirect",
            "host-refused",
            "session-gone",
            "session-status",
            "wrong-content-type",
            "body-on-202",
            "no-session-id",
            "header-missing",
            "header-mismatch",
            "mismatch-refused",
        ],
        &[
            "no-endpoint",
            "wrong-id",
            "no-message",
            "silent",
            "cut-off",
            "session-gone",
            "call-refused",
            "list-refused",
            "redirect",
            "host-refused",
            "not-acceptable",
            "header-missing",
            "get-not-stream",
        ],
    ),
    // The event says what came; the line that did not is no second fault.
    (&["no-endpoint", "cut-off"], &["silent"]),
    // Whoever is offered nothing has to try.
    (&["undeclared-tools", "undeclared-feature"], &["undeclared-feature-used"]),
    (&["id-reused"], &["wrong-id", "answered-twice"]),
    (&["cancelled-foreign", "cancelled-late"], &["answered-cancelled", "answered-twice", "silent"]),
];
