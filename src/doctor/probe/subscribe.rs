//! Asking to be told of changes, and then no more.

use super::also::{Came, not_asked, note, passed, undeclared};
use super::features::refused;
use super::handshake::MOMENT;
use super::walk::{Stop, Walk};
use crate::json::Object;
use crate::mcp::stateless::{SUBSCRIPTIONS_ACKNOWLEDGED, SUBSCRIPTIONS_LISTEN, SubscriptionFilter};
use crate::mcp::{CANCELLED, Era, Payload, RESOURCES_SUBSCRIBE, RESOURCES_UNSUBSCRIBE};

impl Walk<'_> {
    /// In either era, where it is declared.
    pub(super) fn subscribe(&mut self) -> Result<Came, Stop> {
        if self.era == Era::Stateless {
            return self.listen_to_changes();
        }
        if !self.offers.has("resources", Some("subscribe")) {
            return Ok(undeclared());
        }
        let Some(uri) = self.offers.uri.clone() else {
            return Ok(not_asked("no resource is listed", "没有列出资源"));
        };
        for method in [RESOURCES_SUBSCRIBE, RESOURCES_UNSUBSCRIBE] {
            let params = Object::from([("uri", uri.clone().into())]);
            if let Err(error) = self.also_ask(method, params)? {
                return Ok(refused(&error));
            }
        }
        Ok(passed("subscribed and unsubscribed", "订阅，又取消了"))
    }

    fn listen_to_changes(&mut self) -> Result<Came, Stop> {
        let watched = self.offers.has("resources", Some("subscribe"));
        let uri = self.offers.uri.clone().filter(|_| watched);
        let filter = SubscriptionFilter {
            tools_list_changed: self.offers.has("tools", Some("listChanged")),
            prompts_list_changed: self.offers.has("prompts", Some("listChanged")),
            resources_list_changed: self.offers.has("resources", Some("listChanged")),
            resource_subscriptions: uri.into_iter().collect(),
        };
        let filter = filter.into_value();
        if filter.as_object().is_none_or(|it| it.members().is_empty()) {
            return Ok(undeclared());
        }
        let params = self.with_meta(Object::from([("notifications", filter)]));
        let id = self.fresh_number();
        let line = self.asking(id.into(), SUBSCRIPTIONS_LISTEN, Some(params));
        self.send(line)?;
        let outcome = self.answer_or_told(Some(SUBSCRIPTIONS_ACKNOWLEDGED))?;
        if let Some(outcome) = outcome {
            let en = "answered instead of acknowledged";
            return Ok(
                outcome.map_or_else(|error| refused(&error), |_| note(en, "没有确认就响应了"))
            );
        }
        // What has changed just now may be told at once.
        self.listen(MOMENT)?;
        // It is not answered any more; if it is, that is not an answer to anything else.
        self.open = None;
        self.given_up.extend(self.asked.len().checked_sub(1));
        self.tell(CANCELLED, Some(Object::from([("requestId", id.into())]).into()))?;
        self.listen(MOMENT)?;
        Ok(passed("acknowledged, and cancelled", "得到确认，又取消了"))
    }
}
