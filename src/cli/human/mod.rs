//! The human at the terminal, who answers what a server asks during the call that was allowed.
//!
//! Questions are shown on stderr and answers read from stdin: stdout belongs to the report. Whatever a
//! server wrote stands behind a bar and does nothing to the terminal.
//!
//! Source: MCP 2025-11-25 and 2026-07-28, `client/elicitation`, `client/sampling`.

mod form;

use crate::client::Host;
use crate::json::{Object, Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{
    ContentBlock, CreateMessageResult, ELICITATION_CREATE, ElicitRequestParams, ElicitResult,
    Misfit, Payload, SAMPLING_CREATE_MESSAGE,
};
use crate::schema::Schema;
use crate::text::{Lang, Text, visible};
use std::cell::RefCell;
use std::fmt;
use std::io::{BufRead, Write};

/// How often somebody may answer what does not fit, before it counts as no answer.
const TRIES: usize = 3;

/// How many lines of a message are shown, how many choices, and how many faults of a form.
const SHOWN: usize = 40;

/// How much of a line is shown, in characters.
const WIDE: usize = 400;

/// What a client answers when its human will not have the model asked.
pub(super) const REJECTED: i64 = -1;

const ASKS: Text = Text::new("The server asks:", "服务器询问：");
const SAMPLES: Text = Text::new("The server asks the model:", "服务器请模型回答：");
const CHOICE: Text =
    Text::new("accept (y), decline (n), cancel (c)? ", "同意（y）、拒绝（n）、取消（c）？");
const REPLY: Text =
    Text::new("the model's reply (empty: refuse): ", "替模型回答（直接回车表示拒绝）：");
const UNFIT: Text = Text::new("That does not fit:", "填的内容不符合要求：");
const AGAIN: Text = Text::new("That cannot be read as what is asked for.", "看不懂，请重新输入。");
const GIVEN_UP: Text = Text::new("Cancelled.", "已取消。");

/// Somebody at a terminal.
pub(super) struct Human<'w, 'e> {
    lang: Lang,
    input: &'w mut dyn BufRead,
    err: &'w RefCell<&'e mut (dyn Write + 'e)>,
}

impl<'w, 'e> Human<'w, 'e> {
    pub(super) fn new(
        lang: Lang,
        input: &'w mut dyn BufRead,
        err: &'w RefCell<&'e mut (dyn Write + 'e)>,
    ) -> Self {
        Self { lang, input, err }
    }

    fn elicit(
        &mut self,
        params: &Value<'_>,
    ) -> Result<ElicitResult<'static>, ErrorObject<'static>> {
        if params.get("mode").and_then(Value::as_string).is_some_and(|mode| *mode != *"form") {
            return Err(Misfit { member: "mode", expected: "\"form\"" }.into());
        }
        let asked = ElicitRequestParams::from_value(params.clone())?;
        let form = Value::from(asked.requested_schema);
        let schema = Schema::compile(&form).map_err(|error| {
            let why = format!("Invalid params: requestedSchema {error}");
            ErrorObject::new(code::INVALID_PARAMS, why)
        })?;
        self.show(ASKS, &[("", asked.message)]);
        match self.choice() {
            Some(true) => {}
            Some(false) => return Ok(ElicitResult::Decline),
            None => return Ok(ElicitResult::Cancel),
        }
        for _ in 0..TRIES {
            let Some(content) = self.fill_in(&form) else { break };
            let found = schema.check(&content.clone().into());
            if found.is_empty() {
                return Ok(ElicitResult::Accept(content));
            }
            self.say(UNFIT.get(self.lang));
            for failure in found.iter().take(SHOWN) {
                self.say(&format!("  | {}", shown(&failure.to_string())));
            }
        }
        self.say(GIVEN_UP.get(self.lang));
        Ok(ElicitResult::Cancel)
    }

    /// Yes, no, or neither.
    fn choice(&mut self) -> Option<bool> {
        for _ in 0..TRIES {
            match self.ask(CHOICE.get(self.lang))?.trim().to_lowercase().as_str() {
                "y" | "yes" | "accept" | "是" | "同意" => return Some(true),
                "n" | "no" | "decline" | "否" | "拒绝" => return Some(false),
                "" | "c" | "cancel" | "取消" => return None,
                _ => self.say(AGAIN.get(self.lang)),
            }
        }
        None
    }

    /// Lets the human speak for the model.
    fn sample(
        &mut self,
        params: &Value<'_>,
    ) -> Result<CreateMessageResult<'static>, ErrorObject<'static>> {
        let messages = params.get("messages").and_then(Value::as_array);
        let messages = messages.ok_or(Misfit { member: "messages", expected: "an array" })?;
        let system = params.get("systemPrompt").and_then(Value::as_string);
        let said = messages.iter().map(|message| {
            let role = message.get("role").and_then(Value::as_string);
            let role =
                if role.is_some_and(|it| *it == *"assistant") { "assistant" } else { "user" };
            let words = message.get("content").and_then(|it| it.get("text")?.as_string()).cloned();
            (role, words.unwrap_or_else(|| "[…]".into()))
        });
        let all: Vec<_> =
            system.cloned().map(|it| ("system", it)).into_iter().chain(said).collect();
        self.show(SAMPLES, &all);
        match self.ask(REPLY.get(self.lang)).filter(|reply| !reply.trim().is_empty()) {
            Some(reply) => Ok(CreateMessageResult {
                content: ContentBlock::Text(reply.into()),
                model: "human".into(),
            }),
            None => Err(ErrorObject::new(REJECTED, "User rejected sampling request")),
        }
    }

    /// Shows what a server wrote, line by line.
    fn show(&mut self, heading: Text, said: &[(&str, Str<'_>)]) {
        // The line that says how far it is stands here.
        self.say(&format!("\r\u{1b}[K{}", heading.get(self.lang)));
        let texts = said.iter().map(|(who, words)| match *who {
            "" => text(words),
            who => format!("{who}: {}", text(words)),
        });
        let texts: Vec<_> = texts.collect();
        let mut lines = texts.iter().flat_map(|text| text.split('\n'));
        for line in lines.by_ref().take(SHOWN) {
            self.say(&format!("  | {}", shown(line.trim_end_matches('\r'))));
        }
        if lines.next().is_some() {
            self.say("  | …");
        }
    }

    /// A line for the human. One who cannot read it will not answer, and that ends it.
    fn say(&self, line: &str) {
        let _ = writeln!(self.err.borrow_mut(), "{line}");
    }

    /// A line from the human, `None` when no more come.
    fn ask(&mut self, prompt: &str) -> Option<String> {
        let mut err = self.err.borrow_mut();
        err.write_all(prompt.as_bytes()).and_then(|()| err.flush()).ok()?;
        let mut line = String::new();
        let read = self.input.read_line(&mut line).ok().filter(|read| *read > 0);
        if read.is_none() {
            // Nobody has pressed Enter.
            let _ = writeln!(err);
        }
        read.map(|_| line.trim_end_matches(['\n', '\r']).to_owned())
    }
}

impl Host for Human<'_, '_> {
    fn capabilities(&self) -> Object<'static> {
        ["elicitation", "sampling"].map(|name| (name, Object::default().into())).into()
    }

    fn answer(
        &mut self,
        method: &Str<'_>,
        params: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        if *method == *ELICITATION_CREATE {
            self.elicit(params).map(Payload::into_value)
        } else if *method == *SAMPLING_CREATE_MESSAGE {
            self.sample(params).map(Payload::into_value)
        } else {
            Err(ErrorObject::method_not_found(&method.excerpt()))
        }
    }
}

impl fmt::Debug for Human<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Human").field("lang", &self.lang).finish_non_exhaustive()
    }
}

fn text(words: &Str<'_>) -> String {
    words.text().map_or_else(|_| words.as_written().to_owned(), std::borrow::Cow::into_owned)
}

/// The start of a line, so that nothing in it acts on the terminal.
fn shown(line: &str) -> String {
    let mut start: String = line.chars().take(WIDE).collect();
    start.push_str(if start.len() < line.len() { "…" } else { "" });
    visible(&start).into_owned()
}
