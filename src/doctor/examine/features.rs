//! What the features of a server need to be remembered for: tools, pages, progress, subscriptions.

use super::offers::{Listed, MAX_SCHEMAS, Offered, prompts, resources, tools};
use super::ongoing::{Elicitations, Subscriptions, Tasks};
use super::pages::Pages;
use super::running::{Log, Tokens};
use super::seen::Seen;
use crate::jsonrpc::Message;
use crate::mcp::{
    INITIALIZE, PROMPTS_LIST, PROMPTS_LIST_CHANGED, RESOURCES_LIST, RESOURCES_LIST_CHANGED,
    TOOLS_LIST, TOOLS_LIST_CHANGED,
};
use crate::transport::Side;
use std::cell::Cell;

/// The steps that all checks of values against schemas may take in one recording: some 20 seconds.
const MAX_STEPS: u64 = 2_000_000_000;

/// What was offered, and what is going on.
#[derive(Debug)]
pub struct Features {
    /// The tools listed so far.
    pub tools: Offered<Listed>,
    /// The prompts listed so far: of each the arguments it cannot do without.
    pub prompts: Offered<Vec<String>>,
    /// The resources listed so far.
    pub resources: Offered<()>,
    /// The cursors of every list.
    pub pages: Pages,
    /// What the client asked to be told of its requests.
    pub client: Tokens,
    /// What the server asked to be told of its own.
    pub server: Tokens,
    /// Which log messages are wanted.
    pub log: Log,
    /// Which resources are watched.
    pub subscriptions: Subscriptions,
    /// Which pages a user was sent to.
    pub elicitations: Elicitations,
    /// How each task stands.
    pub tasks: Tasks,
    /// How much of the schemas of tools may still be remembered, in bytes.
    room: usize,
    /// The steps that checks against schemas may still take.
    pub steps: Cell<u64>,
}

impl Default for Features {
    fn default() -> Self {
        Self {
            tools: Offered::default(),
            prompts: Offered::default(),
            resources: Offered::default(),
            pages: Pages::default(),
            client: Tokens::default(),
            server: Tokens::default(),
            log: Log::default(),
            subscriptions: Subscriptions::default(),
            elicitations: Elicitations::default(),
            tasks: Tasks::default(),
            room: MAX_SCHEMAS,
            steps: Cell::new(MAX_STEPS),
        }
    }
}

impl Features {
    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        match seen.message {
            Message::Request(request) if request.method == *INITIALIZE => {
                let steps = self.steps.take();
                *self = Self { steps: Cell::new(steps), ..Self::default() };
            }
            Message::Request(_) => self.tokens_mut(seen.side).ask(at, seen),
            Message::Notification(_) => self.told(at, seen),
            Message::Response(_) => self.answered(at, seen),
        }
        self.subscriptions.learn(at, seen);
        self.elicitations.learn(seen);
        self.tasks.learn(at, seen);
    }

    fn told(&mut self, at: usize, seen: &Seen<'_>) {
        self.tokens_mut(seen.other()).tell(seen);
        let Some(told) = seen.notification() else { return };
        let lists = [
            (TOOLS_LIST_CHANGED, &mut self.tools.changed),
            (PROMPTS_LIST_CHANGED, &mut self.prompts.changed),
            (RESOURCES_LIST_CHANGED, &mut self.resources.changed),
        ];
        for (method, changed) in lists {
            if told.method == *method {
                *changed = Some(at);
            }
        }
    }

    fn answered(&mut self, at: usize, seen: &Seen<'_>) {
        let Some(asked) = seen.asked else { return };
        let goes_on = seen.result_of(&asked.method).is_some_and(|it| it.get("task").is_some());
        self.tokens_mut(seen.other()).answer(at, asked, goes_on);
        self.log.learn(at, seen);
        self.pages.learn(seen);
        if let Some(result) = seen.result_of(TOOLS_LIST) {
            if asked.param("cursor").is_none() {
                self.room = MAX_SCHEMAS;
            }
            let tools = tools(at, result, &mut self.room);
            self.tools.page(at, asked, result, tools.into_iter());
        } else if let Some(result) = seen.result_of(PROMPTS_LIST) {
            self.prompts.page(at, asked, result, prompts(result));
        } else if let Some(result) = seen.result_of(RESOURCES_LIST) {
            self.resources.page(at, asked, result, resources(result));
        }
    }

    /// The progress tokens that a side gave out.
    pub fn tokens(&self, side: Side) -> &Tokens {
        match side {
            Side::Client => &self.client,
            Side::Server => &self.server,
        }
    }

    fn tokens_mut(&mut self, side: Side) -> &mut Tokens {
        match side {
            Side::Client => &mut self.client,
            Side::Server => &mut self.server,
        }
    }
}
