//! What is told about a request while it runs.

/// Server → client, a notification: this far has the request come whose `progressToken` it carries.
pub const PROGRESS: &str = "notifications/progress";

/// Whoever asked → whoever answers, a notification: nobody waits for this request any more. Never
/// answered, and neither is the request.
pub const CANCELLED: &str = "notifications/cancelled";
