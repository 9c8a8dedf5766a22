//! Every method and notification there is: who sends it, in which revisions, and what it has inside.
//!
//! Source: `schema.ts` of 2024-11-05 to 2026-07-28.

use super::Shape;
use crate::doctor::near::is_near;
use crate::doctor::rule::Revisions;
use crate::json::Str;
use crate::transport::Side;

/// Who may send it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::doctor) enum Sender {
    /// The client alone.
    Client,
    /// The server alone.
    Server,
    /// Either side.
    Both,
}

/// A method or a notification.
#[derive(Debug)]
pub(in crate::doctor) struct Method {
    /// Its name.
    pub(in crate::doctor) name: &'static str,
    /// Who may send it.
    pub(in crate::doctor) sender: Sender,
    /// The revisions that have it.
    pub(in crate::doctor) revisions: Revisions,
    /// What its params must be. Params that are not there are held against it as `{}`.
    pub(in crate::doctor) params: Shape,
    /// What its result must be.
    pub(in crate::doctor) result: Shape,
}

impl Sender {
    /// Whether this side may send it.
    pub(in crate::doctor) const fn may_be(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Self::Both, _) | (Self::Client, Side::Client) | (Self::Server, Side::Server)
        )
    }
}

/// The row of this name.
pub(in crate::doctor) fn method(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}

/// The row of a name as it stands on a line.
pub(in crate::doctor) fn named(name: &Str<'_>) -> Option<&'static Method> {
    METHODS.iter().find(|method| *name == *method.name)
}

/// The method that this side may ask for in these revisions, and that has nearly this name.
pub(in crate::doctor) fn near(
    name: &str,
    side: Side,
    revisions: Revisions,
) -> Option<&'static Method> {
    let asked = |it: &&Method| it.sender.may_be(side) && !it.name.starts_with("notifications/");
    let known = METHODS.iter().filter(asked).filter(|it| it.revisions.meet(revisions));
    known.into_iter().find(|it| is_near(name, it.name))
}

/// Makes the table.
macro_rules! methods {
    ($($name:literal, $sender:ident, $revisions:ident, $params:literal, $result:literal;)*) => {
        /// Every method and notification. Those of the stateless era have no shapes here: that era has rules
        /// of its own for them.
        pub(in crate::doctor) static METHODS: [Method; [$($name),*].len()] = [$(Method {
            name: $name,
            sender: Sender::$sender,
            revisions: Revisions::$revisions,
            params: Shape::of($params),
            result: Shape::of($result),
        }),*];
    };
}

methods! {
    "initialize", Client, HANDSHAKE,
        r#"{"required":["protocolVersion","capabilities","clientInfo"],"properties":{"protocolVersion":{"type":"string"},"capabilities":{"type":"object","properties":{"roots":{"type":"object"},"sampling":{"type":"object"},"elicitation":{"type":"object"},"experimental":{"type":"object"}}},"clientInfo":{"type":"object","required":["name","version"],"properties":{"name":{"type":"string"},"version":{"type":"string"}}}}}"#,
        r#"{"type":"object","required":["protocolVersion","capabilities","serverInfo"],"properties":{"protocolVersion":{"type":"string"},"capabilities":{"type":"object","properties":{"tools":{"type":"object"},"resources":{"type":"object"},"prompts":{"type":"object"},"logging":{"type":"object"},"completions":{"type":"object"},"experimental":{"type":"object"}}},"serverInfo":{"type":"object","required":["name","version"],"properties":{"name":{"type":"string"},"version":{"type":"string"}}},"instructions":{"type":"string"}}}"#;
    "ping", Both, HANDSHAKE, "", r#"{"type":"object"}"#;
    "tools/list", Client, ALL, r#"{"properties":{"cursor":{"type":"string"}}}"#,
        r#"{"type":"object","required":["tools"],"properties":{"tools":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}},"nextCursor":{"type":"string"}}}"#;
    "tools/call", Client, ALL, r#"{"required":["name"],"properties":{"name":{"type":"string"},"arguments":{"type":"object"}}}"#,
        r#"{"type":"object","required":["content"],"properties":{"content":{"type":"array","items":{"type":"object","required":["type"]}},"isError":{"type":"boolean"}}}"#;
    "resources/list", Client, ALL, r#"{"properties":{"cursor":{"type":"string"}}}"#,
        r#"{"type":"object","required":["resources"],"properties":{"resources":{"type":"array","items":{"type":"object","required":["uri","name"],"properties":{"uri":{"type":"string"},"name":{"type":"string"}}}},"nextCursor":{"type":"string"}}}"#;
    "resources/templates/list", Client, ALL, r#"{"properties":{"cursor":{"type":"string"}}}"#,
        r#"{"type":"object","required":["resourceTemplates"],"properties":{"resourceTemplates":{"type":"array","items":{"type":"object","required":["uriTemplate","name"],"properties":{"uriTemplate":{"type":"string"},"name":{"type":"string"}}}},"nextCursor":{"type":"string"}}}"#;
    "resources/read", Client, ALL, r#"{"required":["uri"],"properties":{"uri":{"type":"string"}}}"#,
        r#"{"type":"object","required":["contents"],"properties":{"contents":{"type":"array","items":{"type":"object"}}}}"#;
    "resources/subscribe", Client, HANDSHAKE, r#"{"required":["uri"],"properties":{"uri":{"type":"string"}}}"#, r#"{"type":"object"}"#;
    "resources/unsubscribe", Client, HANDSHAKE, r#"{"required":["uri"],"properties":{"uri":{"type":"string"}}}"#, r#"{"type":"object"}"#;
    "prompts/list", Client, ALL, r#"{"properties":{"cursor":{"type":"string"}}}"#,
        r#"{"type":"object","required":["prompts"],"properties":{"prompts":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}},"nextCursor":{"type":"string"}}}"#;
    "prompts/get", Client, ALL, r#"{"required":["name"],"properties":{"name":{"type":"string"},"arguments":{"type":"object"}}}"#,
        r#"{"type":"object","required":["messages"],"properties":{"messages":{"type":"array","items":{"type":"object","required":["role","content"],"properties":{"role":{"enum":["user","assistant"]},"content":{"type":"object"}}}}}}"#;
    "completion/complete", Client, ALL,
        r#"{"required":["ref","argument"],"properties":{"ref":{"type":"object","required":["type"]},"argument":{"type":"object","required":["name","value"],"properties":{"name":{"type":"string"},"value":{"type":"string"}}}}}"#,
        r#"{"type":"object","required":["completion"],"properties":{"completion":{"type":"object","required":["values"],"properties":{"values":{"type":"array","items":{"type":"string"}}}}}}"#;
    "logging/setLevel", Client, HANDSHAKE, r#"{"required":["level"],"properties":{"level":{"type":"string"}}}"#, r#"{"type":"object"}"#;
    "server/discover", Client, STATELESS, "", r#"{"type":"object"}"#;
    "subscriptions/listen", Client, STATELESS, "", r#"{"type":"object"}"#;
    "roots/list", Server, HANDSHAKE, "",
        r#"{"type":"object","required":["roots"],"properties":{"roots":{"type":"array","items":{"type":"object","required":["uri"],"properties":{"uri":{"type":"string"}}}}}}"#;
    "sampling/createMessage", Server, HANDSHAKE,
        r#"{"required":["messages","maxTokens"],"properties":{"messages":{"type":"array"},"maxTokens":{"type":"number"}}}"#,
        r#"{"type":"object","required":["role","content","model"],"properties":{"role":{"enum":["user","assistant"]},"content":{"type":["object","array"]},"model":{"type":"string"}}}"#;
    "elicitation/create", Server, LAST_TWO_HANDSHAKES,
        r#"{"required":["message"],"properties":{"message":{"type":"string"}},"if":{"required":["mode"],"properties":{"mode":{"const":"url"}}},"then":{"required":["url","elicitationId"]},"else":{"required":["requestedSchema"],"properties":{"requestedSchema":{"type":"object"}}}}"#,
        r#"{"type":"object","required":["action"],"properties":{"action":{"enum":["accept","decline","cancel"]}}}"#;
    "tasks/get", Both, V2025_11_25, r#"{"required":["taskId"],"properties":{"taskId":{"type":"string"}}}"#, r#"{"type":"object","required":["taskId","status"]}"#;
    "tasks/result", Both, V2025_11_25, r#"{"required":["taskId"],"properties":{"taskId":{"type":"string"}}}"#, r#"{"type":"object"}"#;
    "tasks/list", Both, V2025_11_25, r#"{"properties":{"cursor":{"type":"string"}}}"#, r#"{"type":"object","required":["tasks"],"properties":{"tasks":{"type":"array"}}}"#;
    "tasks/cancel", Both, V2025_11_25, r#"{"required":["taskId"],"properties":{"taskId":{"type":"string"}}}"#, r#"{"type":"object","required":["taskId","status"]}"#;
    "notifications/initialized", Client, HANDSHAKE, "", "";
    "notifications/cancelled", Both, ALL, r#"{"required":["requestId"],"properties":{"requestId":{"type":["string","integer"]}}}"#, "";
    "notifications/progress", Both, ALL, r#"{"required":["progressToken","progress"],"properties":{"progress":{"type":"number"}}}"#, "";
    "notifications/message", Server, ALL,
        r#"{"required":["level","data"],"properties":{"level":{"enum":["debug","info","notice","warning","error","critical","alert","emergency"]}}}"#, "";
    "notifications/tools/list_changed", Server, ALL, "", "";
    "notifications/prompts/list_changed", Server, ALL, "", "";
    "notifications/resources/list_changed", Server, ALL, "", "";
    "notifications/resources/updated", Server, ALL, r#"{"required":["uri"],"properties":{"uri":{"type":"string"}}}"#, "";
    "notifications/roots/list_changed", Client, HANDSHAKE, "", "";
    "notifications/elicitation/complete", Server, V2025_11_25, r#"{"required":["elicitationId"],"properties":{"elicitationId":{"type":"string"}}}"#, "";
    "notifications/tasks/status", Both, V2025_11_25, r#"{"required":["taskId","status"]}"#, "";
    "notifications/subscriptions/acknowledged", Server, STATELESS, "", "";
}
