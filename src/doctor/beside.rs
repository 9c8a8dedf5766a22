//! The report for people, beside the steps: what else was asked, and how long it took.

use super::print::padded;
use super::question::{Answer, Question};
use super::report::Report;
use crate::text::{Lang, Text, visible};
use std::time::Duration;

const ALSO: Text = Text::new("also asked", "另外还问了");
const NOT_ASKED: Text = Text::new("not asked", "没有问");

impl Report {
    /// A line for each question, and one for each reason why some were not asked.
    pub(super) fn also(&self, lang: Lang) -> String {
        if self.questions.is_empty() {
            return String::new();
        }
        let line = |it: &Question| {
            let (slug, state) = (padded(it.slug, 25), padded(it.answer.word().get(lang), 11));
            let line = format!("   {slug}{state}{}", it.note.get(lang));
            format!("{}\n", visible(line.trim_end()))
        };
        let asked = self.questions.iter().filter(|it| it.answer != Answer::NotAsked);
        let lines: String = asked.map(line).collect();
        let reasons = self.left_out(lang);
        format!("\n{}\n{lines}{reasons}", ALSO.get(lang))
    }

    /// How many processes are not shown, and how to see them.
    pub(super) fn quiet(&self, lang: Lang) -> String {
        match (self.questions.iter().filter(|it| it.is_quiet()).count(), lang) {
            (0, _) => String::new(),
            (count, Lang::En) => format!(
                "\n{count} questions more, each to a fresh process, were answered as they should be; --wire FILE writes all that crossed\n"
            ),
            (count, Lang::Zh) => format!(
                "\n另外还有 {count} 个问题，每个都另起进程来问，响应都没有问题；--wire FILE 可以写出全部内容\n"
            ),
        }
    }

    fn left_out(&self, lang: Lang) -> String {
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for question in self.questions.iter().filter(|it| it.answer == Answer::NotAsked) {
            let why = question.note.get(lang);
            match reasons.iter_mut().find(|(reason, _)| *reason == why) {
                Some((_, slugs)) => slugs.push(question.slug),
                None => reasons.push((why, vec![question.slug])),
            }
        }
        let line = |(why, slugs): (&str, Vec<&str>)| {
            let slugs = slugs.join(", ");
            let line = match lang {
                Lang::En => format!("   {} ({why}): {slugs}", NOT_ASKED.get(lang)),
                Lang::Zh => format!("   {}（{why}）：{slugs}", NOT_ASKED.get(lang)),
            };
            format!("{}\n", visible(&line))
        };
        reasons.into_iter().map(line).collect()
    }

    /// How long it took until each of three things had happened.
    pub(super) fn clocked(&self, lang: Lang) -> String {
        const NAMES: [Text; 3] = [
            Text::new("started", "启动"),
            Text::new("first byte", "首字节"),
            Text::new("first reply", "首个响应"),
        ];
        let clocks = [self.clocks.start, self.clocks.first_byte, self.clocks.reply];
        let clock = |(name, clock): (&Text, Option<Duration>)| {
            Some(format!("{} {} ms", name.get(lang), clock?.as_millis()))
        };
        let clocks: Vec<_> = NAMES.iter().zip(clocks).filter_map(clock).collect();
        match (lang, clocks.is_empty()) {
            (_, true) => String::new(),
            (Lang::En, false) => format!("clocks: {}\n", clocks.join(" · ")),
            (Lang::Zh, false) => format!("用时：{}\n", clocks.join(" · ")),
        }
    }
}
