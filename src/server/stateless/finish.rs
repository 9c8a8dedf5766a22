//! What every result of the stateless era carries.

use super::rows::Row;
use crate::json::{Member, Object, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::Payload;
use crate::mcp::stateless::{COMPLETE, InputRequiredResult, SERVER_INFO, missing_capability};
use crate::server::Server;
use crate::server::asking::Why;
use crate::server::exchange::{Asking, Exchange};
use crate::server::methods::Outcome;

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
    match (why, &exchange.asking) {
        (Why::Input(questions), Asking::Retry(retry)) => {
            let result = InputRequiredResult {
                input_requests: questions,
                request_state: retry.seal(server).map(Into::into),
            };
            Ok(named(server, result.into_value()))
        }
        (Why::Lacks(capabilities), _) => Err(missing_capability(capabilities)),
        (why, _) => Err(ErrorObject::new(code::INVALID_PARAMS, format!("Invalid params: {why}"))),
    }
}

/// MUST (2026-07-28, basic/index): every result has a `resultType`.
/// MUST (server/utilities/caching): what may be kept says for how long, and for whom.
fn complete<'a>(server: &Server, row: &Row, result: Value<'a>) -> Value<'a> {
    let Value::Object(result) = result else { return result };
    let kind = Member { name: "resultType".into(), value: COMPLETE.into() };
    let hints = row.hints.into_iter().flat_map(|hints| {
        let ttl = Member { name: "ttlMs".into(), value: hints.ttl_ms.into() };
        [ttl, Member { name: "cacheScope".into(), value: hints.scope.into() }]
    });
    let members: Object<'_> = [kind].into_iter().chain(result).chain(hints).collect();
    named(server, members.into())
}

/// SHOULD (2026-07-28, basic/index): every result says who made it.
fn named<'a>(server: &Server, result: Value<'a>) -> Value<'a> {
    let Value::Object(result) = result else { return result };
    let info = [(SERVER_INFO, server.info.clone().into_value())];
    let own = |member: &Member<'_>| member.name == *"_meta";
    let (metas, members): (Vec<_>, Vec<_>) = result.into_iter().partition(own);
    let before = metas
        .into_iter()
        .filter_map(|meta| if let Value::Object(meta) = meta.value { Some(meta) } else { None });
    let meta: Object<'_> = before.flatten().chain(Object::from(info)).collect();
    let meta = Member { name: "_meta".into(), value: meta.into() };
    members.into_iter().chain([meta]).collect::<Object<'_>>().into()
}
