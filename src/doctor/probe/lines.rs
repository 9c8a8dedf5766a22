//! Questions that test how a server reads lines, and what it hears beside requests.

use super::also::{Came, note, passed};
use super::ask::Outcome;
use super::features::refused;
use super::handshake::MOMENT;
use super::on_purpose;
use super::understand::joined;
use super::walk::{Stop, Walk};
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rule::Rule;
use crate::doctor::rules::{CRLF_REFUSED, MERGED_WRITE, NON_ASCII, SPLIT_WRITE};
use crate::json::{Object, Value};
use crate::jsonrpc::Id;
use crate::mcp::stateless::DISCOVER;
use crate::mcp::{CallToolParams, Era, PING, Payload, TOOLS_CALL};
use crate::transport::{Crossing, Side};

const UNKNOWN: &str = "notifications/mcp_lab_unknown";

/// The largest integer that every reader of JSON keeps as it is: 2^53 - 1.
const LARGE: i64 = 9_007_199_254_740_991;

/// A character of three bytes, to be cut in two.
const CUT: char = '中';

/// Names that only UTF-8 can write.
const ELSEWHERE: &str = "没有_🦀";

impl Walk<'_> {
    pub(super) fn unknown_notification(&mut self) -> Result<Came, Stop> {
        on_purpose(&self.child, "the next line is a notification that no revision has");
        self.tell(UNKNOWN, None)?;
        self.listen(MOMENT)?;
        let id = self.fresh_id();
        // An answer that comes late shows with the next question.
        if let Err(error) = self.alive(id)? {
            return Ok(refused(&error));
        }
        Ok(passed("no answer, as it should be", "没有响应，符合规定"))
    }

    pub(super) fn large_id(&mut self) -> Result<Came, Stop> {
        let answered = |outcome: Outcome| outcome.is_ok();
        let string = Id::String("mcp-lab-字".into());
        let both = answered(self.alive(string)?) && answered(self.alive(LARGE.into())?);
        Ok(if both {
            passed(format!("a string and {LARGE}"), format!("字符串和 {LARGE}"))
        } else {
            note("refused", "被拒绝")
        })
    }

    /// A request that a server of this era answers whatever it offers.
    fn alive(&mut self, id: Id<'static>) -> Result<Outcome, Stop> {
        let line = self.alive_line(id);
        self.send(line)?;
        self.the_answer()
    }

    fn alive_line(&mut self, id: Id<'static>) -> String {
        match self.era {
            Era::Handshake => self.asking(id, PING, None),
            Era::Stateless => {
                let params = self.with_meta(Object::default());
                self.asking(id, DISCOVER, Some(params))
            }
        }
    }

    /// Asks in an unusual way that is allowed: silence then breaks this rule.
    fn in_a_way(
        &mut self,
        rule: &'static Rule,
        how: &Said,
        ask: impl FnOnce(&mut Self) -> Result<Outcome, Stop>,
    ) -> Result<Came, Stop> {
        self.oddly = Some((rule, how.clone()));
        let outcome = ask(self);
        self.oddly = None;
        if let Err(error) = outcome? {
            let error = brief(&error);
            let what = Said::new(format!("refused: {error}"), format!("被拒绝：{error}"));
            self.find(rule, Certainty::Likely, joined(&what, how));
        }
        Ok(passed("answered", "有响应"))
    }

    pub(super) fn split_write(&mut self) -> Result<Came, Stop> {
        let how = Said::new(
            "the request had been written in two pieces, cut inside a character",
            "这个请求分两次写入，断在一个字的中间",
        );
        self.in_a_way(&SPLIT_WRITE, &how, |walk| {
            let id = Id::String(format!("mcp-lab-{CUT}").into());
            let line = walk.alive_line(id);
            let place = line.find(CUT).map_or(1, |place| place + 1);
            let bytes = format!("{line}\n").into_bytes();
            let (first, second) = bytes.split_at(place.min(bytes.len()));
            let what = format!("the next line is written in two pieces, cut at byte {place}");
            on_purpose(&walk.child, &what);
            walk.write(first)?;
            walk.listen(MOMENT)?;
            walk.child.record(Crossing::Line(Side::Client, line));
            walk.write(second)?;
            walk.the_answer()
        })
    }

    pub(super) fn merged_write(&mut self) -> Result<Came, Stop> {
        let how = Said::new("two requests had been written at once", "两个请求是一次写入的");
        self.in_a_way(&MERGED_WRITE, &how, |walk| {
            let second = walk.fresh_id();
            let second_line = walk.alive_line(second.clone());
            // It may be answered first, and that is not yet what is waited for.
            let place = walk.asked.len().saturating_sub(1);
            walk.given_up.push(place);
            walk.late = None;
            let first = walk.fresh_id();
            let first_line = walk.alive_line(first);
            on_purpose(&walk.child, "the next two lines are written at once");
            let both = format!("{first_line}\n{second_line}\n");
            for line in [first_line, second_line] {
                walk.child.record(Crossing::Line(Side::Client, line));
            }
            walk.write(both.as_bytes())?;
            let outcome = walk.the_answer()?;
            if outcome.is_err() {
                return Ok(outcome);
            }
            if let Some(outcome) = walk.late.take() {
                return Ok(outcome);
            }
            walk.given_up.retain(|it| *it != place);
            walk.open = Some(second);
            walk.the_answer()
        })
    }

    pub(super) fn crlf(&mut self) -> Result<Came, Stop> {
        let how = Said::new("the request ended with CR LF", "这个请求以 CR LF 结尾");
        self.in_a_way(&CRLF_REFUSED, &how, |walk| {
            let id = walk.fresh_id();
            let line = walk.alive_line(id) + "\r";
            on_purpose(&walk.child, "the next line ends in CR LF");
            walk.send(line)?;
            walk.the_answer()
        })
    }

    /// A name in other letters: it must be refused as any unknown name is, and come back as it went.
    pub(super) fn non_ascii(&mut self) -> Result<Came, Stop> {
        let (method, name) = (format!("mcp_lab/{ELSEWHERE}"), format!("mcp_lab_{ELSEWHERE}"));
        let how =
            Said::new(format!("the request held {ELSEWHERE}"), format!("请求里有 {ELSEWHERE}"));
        self.oddly = Some((&NON_ASCII, how));
        on_purpose(&self.child, "the next line holds letters of other languages");
        let outcome = if self.has_tools {
            let params = CallToolParams { name: name.into(), arguments: Object::default() };
            let Value::Object(params) = params.into_value() else { return Err(Stop) };
            self.also_ask(TOOLS_CALL, params)
        } else {
            self.also_ask(&method, Object::default())
        };
        self.oddly = None;
        let said = match outcome? {
            Err(error) => error.message.text().unwrap_or_default().into_owned(),
            Ok(result) => text_of(&result),
        };
        let echoed = ["mcp_lab_", "mcp_lab/"].iter().find_map(|it| Some(said.split_once(it)?.1));
        Ok(match echoed {
            None => passed("answered", "有响应"),
            Some(rest) if rest.starts_with(ELSEWHERE) => {
                passed("answered, and echoed as it was sent", "有响应，文字原样送回")
            }
            Some(rest) => {
                let rest = brief(&rest);
                let en = format!("{ELSEWHERE} came back as {rest}");
                let what = Said::new(en, format!("{ELSEWHERE} 送回来变成了 {rest}"));
                self.find(&NON_ASCII, Certainty::Likely, what);
                passed("", "")
            }
        })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        let patience = self.patience();
        self.child.set_patience(Some(patience));
        self.child.write(bytes).map_err(|error| self.unwritten(&error))
    }
}

/// The first text of a result.
fn text_of(result: &Value<'_>) -> String {
    let content = result.get("content").and_then(Value::as_array).unwrap_or_default();
    let text = content.first().and_then(|block| block.get("text")?.as_string());
    text.and_then(|text| text.text().ok()).unwrap_or_default().into_owned()
}
