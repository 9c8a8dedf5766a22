//! The report as one JSON object, for programs.

use super::finding::{Finding, Said};
use super::question::Question;
use super::report::{Report, Spoken, State};
use crate::json::{Object, Value};
use crate::text::Text;
use std::time::Duration;

impl State {
    /// The word in reports: the English one is also the one in JSON.
    pub const fn word(self) -> Text {
        match self {
            Self::Passed => Text::new("passed", "通过"),
            Self::Failed => Text::new("failed", "不通过"),
            Self::NotReached => Text::new("not reached", "未执行到"),
            Self::NotAsked => Text::new("not asked", "未测试"),
        }
    }
}

impl Report {
    /// The report as JSON. Members of which nothing is known are left out.
    ///
    /// ```text
    /// {"verdict":"healthy" | "broken",
    ///  "step":1,"rule":"slug","owner":…,"certainty":…,     the first finding once more; "advice":true breaks nothing
    ///  "line":4,"byte":57,                                 line of the .wire format, first 1; byte, first 0
    ///  "what":{"en":…,"zh":…},"why":{…},"fix":{…},
    ///  "consequences":["slug",…],"findings":[{…},…],
    ///  "steps":[{"step":0,"state":"passed","note":{…}},…],
    ///  "questions":[{"question":"crlf","state":"passed" | "failed" | "note" | "not asked","note":{…}},…],
    ///  "era":{"spoken":"handshake" | "stateless","why":{…}},
    ///  "server":{"name":…,"version":…},"revision":…,"tools":2,
    ///  "notes":[{…},…],                                   a recording only: lines skipped, what to do next
    ///  "clocks":{"start_ms":3,"first_byte_ms":41,"reply_ms":42}}
    /// ```
    pub fn to_value(&self) -> Value<'_> {
        object(self.all())
    }

    pub(super) fn all(&self) -> Vec<(&'static str, Value<'_>)> {
        let verdict = if self.is_healthy() { "healthy" } else { "broken" };
        let mut members = vec![("verdict", verdict.into())];
        members.extend(self.findings.first().into_iter().flat_map(|first| self.members(first)));
        let slugs = self.consequences().into_iter().map(|finding| finding.rule.slug.into());
        members.push(("consequences", slugs.collect()));
        let findings = self.findings.iter().map(|finding| object(self.members(finding)));
        members.push(("findings", findings.collect()));
        members.push(("steps", self.steps()));
        if !self.questions.is_empty() {
            members.push(("questions", self.questions.iter().map(question).collect()));
        }
        members.extend(self.era.as_ref().map(|spoken| ("era", era(spoken))));
        if let Some((name, version)) = &self.server {
            let server = Object::from([
                ("name", name.as_str().into()),
                ("version", version.as_str().into()),
            ]);
            members.push(("server", server.into()));
        }
        members.extend(self.revision.as_deref().map(|revision| ("revision", revision.into())));
        members.extend(self.tools.map(|tools| ("tools", number(tools))));
        let notes = || self.notes.iter().map(said).collect();
        members.extend((!self.notes.is_empty()).then(|| ("notes", notes())));
        members.push(("clocks", self.clocks()));
        members
    }

    fn members<'r>(&'r self, finding: &'r Finding) -> Vec<(&'static str, Value<'r>)> {
        let mut members = vec![
            ("step", number(finding.step)),
            ("rule", finding.rule.slug.into()),
            ("owner", finding.owner.word().en.into()),
            ("certainty", finding.certainty.word().en.into()),
        ];
        members.extend(finding.is_advice().then(|| ("advice", true.into())));
        members.extend(self.line(finding).map(|line| ("line", number(line))));
        members.extend(finding.byte.map(|byte| ("byte", number(byte))));
        members.extend([
            ("what", said(&finding.what)),
            ("why", text(finding.rule.why())),
            ("fix", text(finding.fix())),
            ("source", finding.rule.source().into()),
        ]);
        members
    }

    fn steps(&self) -> Value<'_> {
        let step = |(index, step): (usize, &'_ super::StepReport)| {
            let note = Object::from([
                ("en", step.note.en.clone().into()),
                ("zh", step.note.zh.clone().into()),
            ]);
            object([
                ("step", number(index)),
                ("state", step.state.word().en.into()),
                ("note", note.into()),
            ])
        };
        self.steps.iter().enumerate().map(step).collect()
    }

    fn clocks(&self) -> Value<'_> {
        let ms = |name, clock: Option<Duration>| {
            let ms = usize::try_from(clock?.as_millis()).unwrap_or(usize::MAX);
            Some((name, number(ms)))
        };
        let clocks = [
            ms("start_ms", self.clocks.start),
            ms("first_byte_ms", self.clocks.first_byte),
            ms("reply_ms", self.clocks.reply),
        ];
        object(clocks.into_iter().flatten())
    }
}

pub(super) fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value<'a>)>) -> Value<'a> {
    members.into_iter().collect::<Object<'_>>().into()
}

fn question(question: &Question) -> Value<'_> {
    object([
        ("question", question.slug.into()),
        ("state", question.answer.word().en.into()),
        ("note", said(&question.note)),
    ])
}

fn era(spoken: &Spoken) -> Value<'_> {
    object([("spoken", spoken.era.name().into()), ("why", said(&spoken.why))])
}

pub(super) fn said(said: &Said) -> Value<'_> {
    object([("en", said.en.as_str().into()), ("zh", said.zh.as_str().into())])
}

fn text(text: Text) -> Value<'static> {
    object([("en", text.en.into()), ("zh", text.zh.into())])
}

pub(super) fn number(number: usize) -> Value<'static> {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}
