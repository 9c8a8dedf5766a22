//! What every result of the stateless era carries.

use super::rows::Row;
use crate::json::{Member, Object, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::Payload;
use crate::mcp::stateless::{COMPLETE, InputRequiredResult, SERVER_INFO, missing_capability};
use crate::server::Server;
use crate::server::exchange::Exchange;
use crate::server::methods::Outcome;
use crate::server::why::Why;

/// The result as it goes out: whole, or a question.
pub(super) fn finish<'a>(
    server: &Server,
    row: &Row,
    exchange: &Exchange,
    outcome: Outcome<'a>,
) -> Outcome<'a> {
    let Some(why) = exchange.paused() else {
        return outcome.map(|result| complete(server, row, result));
    };
    match why {
        Why::Input(questions) => {
            let state = exchange.asks().and_then(|asks| asks.request_state(&questions));
            let result = InputRequiredResult {
                input_requests: questions,
                request_state: state.map(Into::into),
            };
            let Value::Object(result) = result.into_value() else { return outcome };
            Ok(named(server, result.into_iter().collect()))
        }
        Why::Lacks(capabilities) => Err(missing_capability(capabilities)),
        why @ (Why::Early
        | Why::Cancelled
        | Why::Unanswered
        | Why::Refused(_)
        | Why::Misfit(..)) => {
            Err(ErrorObject::new(code::INVALID_PARAMS, format!("Invalid params: {why}")))
        }
    }
}

/// MUST (2026-07-28, basic/index): every result has a `resultType`.
/// MUST (server/utilities/caching): what may be kept says for how long, and for whom.
fn complete<'a>(server: &Server, row: &Row, result: Value<'a>) -> Value<'a> {
    let Value::Object(result) = result else { return result };
    // Just as many as there will be, so that nothing is moved once more.
    let more = if row.hints.is_some() { 4 } else { 2 };
    let mut members = Vec::with_capacity(result.members().len() + more);
    members.push(member("resultType", COMPLETE.into()));
    members.extend(result);
    if let Some(hints) = row.hints {
        members.push(member("ttlMs", hints.ttl_ms.into()));
        members.push(member("cacheScope", hints.scope.into()));
    }
    named(server, members)
}

/// SHOULD (2026-07-28, basic/index): every result says who made it. What a handler has written into
/// `_meta` itself stays there.
fn named<'a>(server: &Server, mut members: Vec<Member<'a>>) -> Value<'a> {
    let info = (SERVER_INFO, server.info.clone().into_value());
    let own = members.iter().position(|member| member.name == *"_meta");
    let own = own.map(|place| members.remove(place).value);
    let meta = match own {
        Some(Value::Object(own)) => own.into_iter().chain(Object::from([info])).collect(),
        _ => Object::from([info]),
    };
    members.push(member("_meta", meta.into()));
    Object::from(members).into()
}

fn member<'a>(name: &'static str, value: Value<'a>) -> Member<'a> {
    Member { name: name.into(), value }
}
