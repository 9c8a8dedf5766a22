//! What is known of a session so far.

use super::asked::Asked;
use super::features::Features;
use super::order::{Order, opens};
use super::party::Party;
use super::process::{self, Process};
use super::seen::Seen;
use super::session::Session;
use super::stateless::Stateless;
use super::trials::Trials;
use crate::doctor::rule::Revisions;
use crate::json::{Str, Value, parse};
use crate::jsonrpc::{Id, Message};
use crate::mcp::stateless::{DISCOVER, PROTOCOL_VERSION};
use crate::mcp::{CANCELLED, Era, INITIALIZE};
use crate::transport::Side;

/// What was learnt from the lines before the one that is looked at.
#[derive(Debug, Default)]
pub struct Facts {
    /// Place of the line that is looked at, as the recording counts.
    pub at: usize,
    /// How many lines crossed, both ways, this one included.
    pub lines: usize,
    /// The step of the message that is looked at; before there is any, 0.
    pub step: usize,
    /// What the client has asked.
    pub client: Party,
    /// What the server has asked.
    pub server: Party,
    /// The message before this one: who sent it, and of a request or a notification the method.
    pub before: Option<(Side, Option<String>)>,
    /// The last notification of each side that could have been answered by mistake: place and method.
    pub told: [Option<(usize, String)>; 2],
    /// The handshake, and what was agreed on.
    pub session: Session,
    /// Tools, pages, progress, subscriptions.
    pub features: Features,
    /// What only the era without a handshake has.
    pub stateless: Stateless,
    /// What came before what.
    pub order: Order,
    /// The process and its pipes.
    pub process: Process,
    /// Whether the head of an HTTP message was seen: then it is not about pipes.
    pub http: bool,
    /// What the client does on purpose.
    pub trials: Trials,
    /// Where something was left out of the recording.
    pub gap: Option<usize>,
    /// The steps at which something was answered.
    pub(super) steps_answered: [bool; 8],
}

impl Facts {
    /// What this side has asked.
    pub fn party(&self, side: Side) -> &Party {
        match side {
            Side::Client => &self.client,
            Side::Server => &self.server,
        }
    }

    fn party_mut(&mut self, side: Side) -> &mut Party {
        match side {
            Side::Client => &mut self.client,
            Side::Server => &mut self.server,
        }
    }

    /// The open request that a message answers.
    pub(super) fn asked(&self, side: Side, message: &Message<'_>) -> Option<&Asked> {
        let Message::Response(response) = message else { return None };
        self.party(other(side)).open(response.id.as_ref()?)
    }

    /// Era and revision of a message: its own, that of what it answers, or that of the session.
    pub(super) fn speaks(
        &self,
        side: Side,
        message: &Message<'_>,
        asked: Option<&Asked>,
    ) -> (Era, Revisions) {
        const STATELESS: (Era, Revisions) = (Era::Stateless, Revisions::STATELESS);
        if let Some(asked) = asked {
            return (asked.era, asked.revisions);
        }
        if let (Message::Request(request), Side::Client) = (message, side) {
            if request.method == *INITIALIZE {
                return (Era::Handshake, Revisions::HANDSHAKE);
            }
            if request.method == *DISCOVER || version(request.params.as_ref()).is_some() {
                return STATELESS;
            }
        }
        match self.session.revisions() {
            Some(revisions) => (Era::Handshake, revisions),
            None if self.stateless.spoken && !self.is_shaking() => STATELESS,
            None => (Era::Handshake, Revisions::HANDSHAKE),
        }
    }

    /// Whether `initialize` was asked, and is not answered yet.
    fn is_shaking(&self) -> bool {
        self.session.asked.is_some()
            && self.client.each_open().any(|asked| asked.method == INITIALIZE)
    }

    /// Another process was started: ids begin anew, and nothing is agreed on.
    pub(super) fn begin_again(&mut self) {
        let mut before = std::mem::take(self);
        let killed = before.order.killed.take();
        self.order.killed = killed.or_else(|| process::killed(&before));
        (self.at, self.lines) = (before.at, before.lines);
        self.steps_answered = before.steps_answered;
        self.inherit(&mut before);
    }

    /// Takes over what holds for the server whatever process of it is spoken to.
    pub(super) fn inherit(&mut self, before: &mut Self) {
        let stateless = &before.stateless;
        let earlier = stateless.served_before == Some(true);
        self.stateless.served_before = Some(stateless.served || earlier);
        self.session.earlier = before.session.earlier_so_far();
    }

    /// The beginning of a session in the same recording, whose client counts its requests from the start again.
    fn restarts(&self, seen: &Seen<'_>) -> bool {
        let request = seen.request(Side::Client).filter(|_| opens(seen));
        request.is_some_and(|request| self.client.used(&request.id))
    }

    /// Takes note of what comes before what.
    fn put_in_order(&mut self, seen: &Seen<'_>) {
        if self.restarts(seen) {
            let process = std::mem::take(&mut self.process);
            let trials = std::mem::take(&mut self.trials);
            self.begin_again();
            (self.process, self.trials) = (process, trials);
        }
        if opens(seen) {
            self.order.again(self.session.answered.is_some());
        } else if self.session.answered.is_some() && self.session.ready.is_none() {
            self.order.wait(self.at, seen);
        }
        self.order.learn(self.at, seen);
    }

    /// A message with what is known about it, for whoever looks at it.
    pub(super) fn seeing<T>(
        &self,
        side: Side,
        line: &str,
        message: &Message<'_>,
        look: impl FnOnce(&Self, &Seen<'_>) -> T,
    ) -> T {
        let asked = self.asked(side, message);
        let (era, revisions) = self.speaks(side, message, asked);
        look(self, &Seen { side, line, message, asked, era, revisions })
    }

    /// Takes note of a message; `whole` when all of it is known, and not only its envelope.
    pub(super) fn learn_message(
        &mut self,
        side: Side,
        line: &str,
        message: &Message<'_>,
        whole: bool,
    ) {
        let answers = match message {
            Message::Response(response) => response.id.as_ref(),
            Message::Request(_) | Message::Notification(_) => None,
        };
        let asked = answers.and_then(|id| self.party_mut(other(side)).take(id));
        let (era, revisions) = self.speaks(side, message, asked.as_ref());
        let seen = Seen { side, line, message, asked: asked.as_ref(), era, revisions };
        self.learn(&seen);
        self.trials.learn(self.at, &seen);
        self.session.learn(self.at, &seen);
        if whole {
            self.features.learn(self.at, &seen);
            self.stateless.learn(self.at, &seen);
        }
        let begins = opens(&seen);
        if let Some(asked) = asked {
            self.party_mut(other(side)).remember(asked);
        }
        if let Message::Request(request) = message {
            self.answered_early(side, &request.id, begins, whole);
        }
    }

    /// What a request was answered before it came is learnt now, as if it had come behind it.
    fn answered_early(&mut self, side: Side, id: &Id<'_>, begins: bool, whole: bool) {
        let at = self.at;
        let Some((place, line)) = self.party_mut(side).take_early(id, at, begins) else { return };
        // Nothing was lost there after all.
        self.gap = self.gap.filter(|gap| *gap != place);
        match parse(&line).ok().map(Message::from_value) {
            Some(Ok(answer)) => self.learn_message(other(side), &line, &answer, whole),
            _ => drop(self.party_mut(side).take(id)),
        }
    }

    fn learn(&mut self, seen: &Seen<'_>) {
        let side = seen.side;
        self.stateless.whole.get_or_insert(self.process.started.is_some());
        self.put_in_order(seen);
        match seen.message {
            Message::Request(request) => {
                let how = (seen.era, seen.revisions, self.step);
                let asked = Asked::new(self.at, seen.line, request, how);
                self.party_mut(side).ask(asked);
            }
            Message::Response(response) => self.learn_answer(seen, response.id.as_ref()),
            Message::Notification(notification) if notification.method == *CANCELLED => {
                let at = self.at;
                let id = notification.params.as_ref().and_then(|params| params.get("requestId"));
                if let Some(id) = id.and_then(|id| Id::from_value(id.clone()).ok()) {
                    self.party_mut(side).cancel(&id, at);
                }
            }
            Message::Notification(_) => {}
        }
        if self.before.is_none()
            && seen.request(Side::Client).is_some_and(|it| it.method == *DISCOVER)
        {
            self.stateless.first = Some(self.at);
        }
        let method = seen.told().map(|(method, _)| method.excerpt());
        if seen.notification().is_some() {
            let [client, server] = &mut self.told;
            let mine = if side == Side::Client { client } else { server };
            *mine = method.clone().map(|method| (self.at, method));
        }
        self.before = Some((side, method));
    }

    fn learn_answer(&mut self, seen: &Seen<'_>, id: Option<&Id<'_>>) {
        let side = seen.side;
        // An answer to nothing: its request may be a line that the recording has lost.
        let lost = id.filter(|_| seen.asked.is_none());
        if let Some(id) = lost.filter(|id| !self.party(other(side)).used(id)) {
            self.gap.get_or_insert(self.at);
            let at = self.at;
            self.party_mut(other(side)).answer_early(id, at, seen.line);
        }
        let step = seen.asked.filter(|_| side == Side::Server).map(|asked| asked.step);
        if let Some(answered) = step.and_then(|step| self.steps_answered.get_mut(step)) {
            *answered = true;
        }
    }

    /// Whether everything was seen since the session began, so that what was not seen was not said.
    pub fn is_whole(&self) -> bool {
        let begun = self.session.asked.or(self.stateless.first).is_some();
        self.gap.is_none() && (begun || self.process.started.is_some())
    }

    /// The last notification of a side: its place, and its method.
    pub fn last_told(&self, side: Side) -> Option<&(usize, String)> {
        let [client, server] = &self.told;
        if side == Side::Client { client.as_ref() } else { server.as_ref() }
    }
}

/// The side that is spoken to.
pub(in crate::doctor) const fn other(side: Side) -> Side {
    match side {
        Side::Client => Side::Server,
        Side::Server => Side::Client,
    }
}

/// The version that params name in their `_meta`.
pub(in crate::doctor) fn version<'v, 'l>(params: Option<&'v Value<'l>>) -> Option<&'v Str<'l>> {
    params?.get("_meta")?.get(PROTOCOL_VERSION)?.as_string()
}
