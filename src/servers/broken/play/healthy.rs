//! What a healthy server says to a line that is not in the script.

use super::Player;
use super::asked::{Asked, Kind};
use crate::json::{Object, Value, parse};
use crate::jsonrpc::{ErrorObject, Id, Message, Reason, Response, code};
use crate::mcp::stateless::{COMPLETE, VERSION, missing_capability, unsupported_version};
use crate::mcp::{
    COMPLETION_COMPLETE, INITIALIZE, PING, PROMPTS_GET, RESOURCE_NOT_FOUND, RESOURCES_LIST,
    RESOURCES_READ, RESOURCES_SUBSCRIBE, RESOURCES_TEMPLATES_LIST, RESOURCES_UNSUBSCRIBE,
    TOOLS_CALL,
};

/// What a method answers when the script knows others of its kind, and not this one.
struct Spare {
    method: &'static str,
    /// The method that the script must know.
    beside: &'static str,
    result: &'static str,
    /// Whether there is such a method with a handshake, and without one.
    eras: (bool, bool),
}

const SPARE: [Spare; 5] = [
    Spare { method: PING, beside: "", result: "{}", eras: (true, false) },
    Spare {
        method: RESOURCES_SUBSCRIBE,
        beside: RESOURCES_SUBSCRIBE,
        result: "{}",
        eras: (true, false),
    },
    Spare {
        method: RESOURCES_UNSUBSCRIBE,
        beside: RESOURCES_SUBSCRIBE,
        result: "{}",
        eras: (true, false),
    },
    Spare {
        method: RESOURCES_TEMPLATES_LIST,
        beside: RESOURCES_LIST,
        result: r#"{"resourceTemplates":[]}"#,
        eras: (true, true),
    },
    Spare {
        method: COMPLETION_COMPLETE,
        beside: PROMPTS_GET,
        result: r#"{"completion":{"values":[]}}"#,
        eras: (true, true),
    },
];

/// What a whole result of the era without a handshake has besides.
const WHOLE: &str = r#""ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"ward","version":"1.0"}}}"#;

impl Player {
    /// The answer, if one is owed.
    pub(super) fn healthy(&self, heard: &Asked) -> Option<String> {
        let id = heard.id.clone().unwrap_or_default();
        let id = parse(&id).ok().and_then(|id| Id::from_value(id).ok());
        let outcome = match heard.kind {
            Kind::Notification | Kind::Response => return None,
            Kind::NoJson => Err(ErrorObject::new(code::PARSE_ERROR, "Parse error")),
            Kind::NoMessage => {
                let what = format!("Invalid Request: {}", Reason::NoKind);
                Err(ErrorObject::new(code::INVALID_REQUEST, what))
            }
            Kind::Request => self.spare(heard),
        };
        Some(Message::Response(Response { id, outcome }).to_line())
    }

    fn spare(&self, heard: &Asked) -> Result<Value<'static>, ErrorObject<'static>> {
        let method = heard.method.as_str();
        if !self.shakes_hands {
            Self::is_stateless(heard)?;
        } else if heard.version.is_some() && self.knows(method) {
            let early = "Invalid Request: initialize comes first";
            return Err(ErrorObject::new(code::INVALID_REQUEST, early));
        }
        let Some(spare) = SPARE.iter().find(|it| {
            let era = if self.shakes_hands { it.eras.0 } else { it.eras.1 };
            it.method == method && era && (it.beside.is_empty() || self.knows(it.beside))
        }) else {
            return Err(self.refusal(heard));
        };
        let result = if self.shakes_hands {
            spare.result.to_owned()
        } else {
            let inside = spare.result.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
            format!("{{\"resultType\":\"{COMPLETE}\",{},{WHOLE}", inside.unwrap_or_default())
        };
        Ok(parse(&result).unwrap_or_default().into_owned())
    }

    /// Whether a request says its version, and one that is spoken.
    fn is_stateless(heard: &Asked) -> Result<(), ErrorObject<'static>> {
        let offers = heard.offers.as_deref().filter(|_| heard.method == INITIALIZE);
        match heard.version.as_deref().or(offers) {
            Some(version) if version.trim_matches('"') == VERSION => Ok(()),
            Some(version) => Err(unsupported_version(version.trim_matches('"').to_owned().into())),
            None => {
                let lacks = "Invalid params: _meta lacks io.modelcontextprotocol/protocolVersion";
                Err(ErrorObject::new(code::INVALID_PARAMS, lacks))
            }
        }
    }

    /// A method that the script knows is refused for what it is about; any other is not there.
    fn refusal(&self, heard: &Asked) -> ErrorObject<'static> {
        let subject = heard.subject.clone().unwrap_or_default();
        let subject = subject.trim_matches('"');
        let invalid =
            |what: &str| ErrorObject::new(code::INVALID_PARAMS, format!("{what}: {subject}"));
        match heard.method.as_str() {
            method if !self.knows(method) => ErrorObject::method_not_found(method),
            TOOLS_CALL | PROMPTS_GET
                if heard.subject.as_ref().is_some_and(|it| self.offers(it)) =>
            {
                let nothing = Value::from(Object::default());
                missing_capability([("elicitation", nothing)].into())
            }
            TOOLS_CALL => invalid("Unknown tool"),
            PROMPTS_GET => invalid("Unknown prompt"),
            RESOURCES_READ => {
                let code =
                    if self.shakes_hands { RESOURCE_NOT_FOUND } else { code::INVALID_PARAMS };
                let data = Object::from([("uri", subject.to_owned().into())]);
                ErrorObject {
                    data: Some(data.into()),
                    ..ErrorObject::new(code, "Resource not found")
                }
            }
            method if method.ends_with("/list") => invalid("Invalid cursor"),
            _ => invalid("Invalid params"),
        }
    }

    /// Whether the script, or the healthy one behind it, has such a request.
    fn knows(&self, method: &str) -> bool {
        self.turns.iter().any(|turn| turn.asked.method == method)
    }

    /// Whether something of this name or address is on one of its lists.
    pub(super) fn offers(&self, subject: &str) -> bool {
        self.turns.iter().any(|turn| turn.lists(subject))
    }
}
