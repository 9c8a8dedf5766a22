//! Hearing of changes in the stateless era: a request that stays open.

use super::{ClientError, Stateless};
use crate::json::{Object, Value, parse};
use crate::mcp::stateless::{
    SUBSCRIPTION_ID, SUBSCRIPTIONS_ACKNOWLEDGED, SUBSCRIPTIONS_LISTEN, SubscriptionFilter,
};
use crate::mcp::{CANCELLED, Misfit, Payload};
use crate::transport::Transport;

impl<T: Transport> Stateless<T> {
    /// Asks to be told of changes, and waits until the server has said of which it will tell. The
    /// number is that of the request, under which notifications come from now on, whenever lines are
    /// read.
    ///
    /// # Errors
    /// [`ClientError::Refused`] when the server will not; another one when no answer came.
    pub fn listen(
        &mut self,
        filter: SubscriptionFilter<'_>,
    ) -> Result<(i64, SubscriptionFilter<'static>), ClientError> {
        let params = Object::from([("notifications", filter.into_value())]);
        let asked = self.send(SUBSCRIPTIONS_LISTEN, params)?;
        loop {
            let (line, result) = self.next(asked)?;
            if result.is_some() {
                let misfit = Misfit { member: "method", expected: SUBSCRIPTIONS_ACKNOWLEDGED };
                return Err(misfit.into());
            }
            if let Some(granted) = acknowledged(&line, asked)? {
                return Ok((asked, granted));
            }
        }
    }

    /// Ends a subscription. Nothing is answered; what was on its way may still come.
    ///
    /// # Errors
    /// The wire broke.
    pub fn unlisten(&mut self, asked: i64) -> Result<(), ClientError> {
        self.connection.client.open.retain(|open| *open != asked);
        let params = Object::from([("requestId", asked.into())]);
        self.connection.notify(CANCELLED, Some(params.into()))
    }
}

/// What a line grants, if it is the acknowledgement of this request.
fn acknowledged(
    line: &str,
    asked: i64,
) -> Result<Option<SubscriptionFilter<'static>>, ClientError> {
    let value = parse(line).map_err(ClientError::NotJson)?;
    let method = value.get("method").and_then(Value::as_string);
    if method.is_none_or(|method| *method != *SUBSCRIPTIONS_ACKNOWLEDGED) {
        return Ok(None);
    }
    let Some(params) = value.get("params") else { return Ok(None) };
    let id = params.get("_meta").and_then(|meta| meta.get(SUBSCRIPTION_ID)?.as_number());
    if id.is_none_or(|id| id.to_i64() != Ok(asked)) {
        return Ok(None);
    }
    let granted = params.get("notifications").cloned().unwrap_or_default().into_owned();
    Ok(Some(SubscriptionFilter::from_value(granted)?))
}
