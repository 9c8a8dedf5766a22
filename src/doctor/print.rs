//! The report for people: the annotated log, a line for each step, the verdict.

use super::finding::Finding;
use super::question::Question;
use super::report::Report;
use crate::mcp::Era;
use crate::text::{Lang, Text, caret, visible, width};
use crate::transcript::{Page, Paint};
use crate::transport::Crossing;

const FINDING: Text = Text::new("finding", "问题");
const OTHERS: Text = Text::new("also found", "另外还发现");
const ADVICE: Text = Text::new("worth changing", "值得一改");
const NAMELESS: Text = Text::new("a server without a name", "没有名字的服务器");
const FOLLOWS: Text = Text::new(" · follows from the first", " · 由第一个引起");
const ADVISED: Text =
    Text::new(" · worth changing, and breaks nothing", " · 值得一改，但不影响使用");
const INDEPENDENT: Text = Text::new(" · independent of the first", " · 与第一个无关");

impl Report {
    /// The log of what really crossed, under a heading for each step, findings hung under the lines at
    /// which they were made. Lines of the `.wire` format stand as they are. A process of its own in which all
    /// was as it should be is counted and not shown: the verdict would be far below what leads to it.
    pub fn log(&self, lang: Lang, paint: Paint) -> String {
        let page = Page { lang, paint };
        let (mut log, mut crossings) = (Vec::new(), 0);
        let titles = self.titles();
        for entry in &self.transcript.entries() {
            let at = crossings;
            // The remark that nothing came back is no crossing, and no step begins with it.
            crossings += usize::from(entry.crossing.is_some());
            if self.questions.iter().any(|it| it.is_quiet_at(crossings.saturating_sub(1))) {
                continue;
            }
            if entry.crossing.is_some() {
                let begun = |step: &usize| self.begins.get(*step) == Some(&Some(at));
                let begun = titles.iter().enumerate().filter(|(step, _)| begun(step));
                log.extend(begun.map(|(step, title)| heading(step, *title, lang, paint)));
                let asked = self.questions.iter().filter(|it| it.begins_at(at));
                log.extend(asked.map(|it| question(it, lang, paint)));
            }
            log.push(page.entry(entry));
            // Counting lines anew for every finding of every line takes minutes where much was printed.
            let here = |finding: &&Finding| {
                let found = finding.crossing.and_then(|at| self.transcript.crossings.get(at));
                entry.crossing.zip(found).is_some_and(|(here, found)| std::ptr::eq(here, found))
            };
            for finding in self.findings.iter().filter(here) {
                let text = format!("{}: {}", finding.rule.slug, shown(finding, lang));
                log.push(page.note(FINDING, &text));
            }
        }
        log.concat() + &self.quiet(lang)
    }

    /// One line for each step, and the verdict.
    pub fn verdict(&self, lang: Lang, paint: Paint) -> String {
        let titles = self.titles();
        let steps = titles.iter().zip(&self.steps).enumerate().map(|(index, (title, step))| {
            let state = padded(step.state.word().get(lang), 13);
            let line =
                format!("{index}  {}{state}{}", padded(title.get(lang), 16), step.note.get(lang));
            format!("{}\n", visible(line.trim_end()))
        });
        let steps = steps.collect::<String>() + &self.also(lang);
        let broken = self.findings.split_first().filter(|_| !self.is_healthy());
        let Some((first, rest)) = broken else {
            let (era, clocks, notes) = (self.because(lang), self.clocked(lang), self.remarks(lang));
            let (healthy, advice) = (self.healthy(lang, paint), self.advice(lang, paint));
            return format!("\n{steps}\n{healthy}{era}{clocks}{notes}{advice}");
        };
        let head = paint.heading(&self.head(first, lang));
        let mut out = vec![format!("\n{steps}\n{head}\n{}", self.explained(first, lang))];
        if !rest.is_empty() {
            out.push(format!("\n{}\n", paint.heading(OTHERS.get(lang))));
        }
        let follow = self.consequences();
        for finding in rest {
            let follows = follow.iter().any(|it| std::ptr::eq(*it, finding));
            let follows = match follows {
                _ if finding.is_advice() => ADVISED,
                true => FOLLOWS,
                false => INDEPENDENT,
            };
            let follows = follows.get(lang);
            out.push(format!("   {}: {}{follows}\n", finding.rule.slug, shown(finding, lang)));
        }
        let era = self.because(lang) + &self.clocked(lang) + &self.remarks(lang);
        out.extend((!era.is_empty()).then(|| format!("\n{era}")));
        out.concat()
    }

    /// What is worth changing where nothing is broken: place, what was seen, what to change.
    fn advice(&self, lang: Lang, paint: Paint) -> String {
        if self.findings.is_empty() {
            return String::new();
        }
        let colon = Text::new(": ", "：").get(lang);
        let label = |en, zh| padded(Text::new(en, zh).get(lang), 8);
        let each = |it: &Finding| {
            let place = self.place(it, lang);
            let (what, rule) = (shown(it, lang), it.rule);
            let fix = format!("{}{}", label("fix", "改法"), it.fix().get(lang));
            let source =
                format!("{}{}, {}", label("source", "出处"), rule.level.word(), rule.source());
            format!("   {}{place}{colon}{what}\n      {fix}\n      {source}\n", rule.slug)
        };
        let each: String = self.findings.iter().map(each).collect();
        format!("\n{}\n{each}", paint.heading(ADVICE.get(lang)))
    }

    /// What is worth knowing about the recording.
    fn remarks(&self, lang: Lang) -> String {
        let notes = self.notes.iter().map(|note| visible(note.get(lang)).into_owned() + "\n");
        notes.collect()
    }

    /// Which era was spoken, and why. Whoever has asked for the handshake knows.
    fn because(&self, lang: Lang) -> String {
        let Some(spoken) = &self.era else { return String::new() };
        let why = visible(spoken.why.get(lang)).into_owned();
        match (lang, spoken.era) {
            (_, Era::Handshake) if spoken.asked_for => String::new(),
            (Lang::En, era) => format!("era: {}, because {why}\n", era.name()),
            (Lang::Zh, Era::Handshake) => format!("方式：握手（handshake）。原因：{why}\n"),
            (Lang::Zh, Era::Stateless) => format!("方式：无状态（stateless）。原因：{why}\n"),
        }
    }

    /// One finding as the verdict tells the first: place and owner, what, why, fix, source.
    pub(super) fn told(&self, finding: &Finding, lang: Lang) -> String {
        format!("{}\n{}", self.head(finding, lang), self.explained(finding, lang))
    }

    /// The verdict in one line: step, rule, place, owner, certainty.
    fn head(&self, first: &Finding, lang: Lang) -> String {
        let (slug, step) = (first.rule.slug, first.step);
        let (owner, certainty) = (first.owner.word().get(lang), first.certainty.word().get(lang));
        let place = self.place(first, lang);
        match lang {
            Lang::En => {
                format!("broken: step {step} of 7 · {slug}{place} · owner: {owner} · {certainty}")
            }
            Lang::Zh => {
                format!(
                    "有问题：第 {step} 步，共 7 步 · {slug}{place} · 责任方：{owner} · {certainty}"
                )
            }
        }
    }

    fn place(&self, finding: &Finding, lang: Lang) -> String {
        match (lang, self.line(finding), finding.byte) {
            (_, None, _) => String::new(),
            (Lang::En, Some(line), None) => format!(" · line {line}"),
            (Lang::En, Some(line), Some(byte)) => format!(" · line {line}, byte {byte}"),
            (Lang::Zh, Some(line), None) => format!(" · 第 {line} 行"),
            (Lang::Zh, Some(line), Some(byte)) => format!(" · 第 {line} 行，第 {byte} 字节"),
        }
    }

    /// What was seen, why it matters, what to change.
    fn explained(&self, finding: &Finding, lang: Lang) -> String {
        const LABELS: [Text; 4] = [
            Text::new("what", "现象"),
            Text::new("why", "原因"),
            Text::new("fix", "改法"),
            Text::new("source", "出处"),
        ];
        let rule = finding.rule;
        let what = shown(finding, lang);
        let source = format!("{}, {}", rule.level.word(), rule.source());
        let lines = [what.as_str(), rule.why().get(lang), finding.fix().get(lang), &source];
        let line =
            |(label, line): (&Text, &str)| format!("   {}{line}\n", padded(label.get(lang), 8));
        let lines: String = LABELS.iter().zip(lines).map(line).collect();
        self.drawn(finding, lang) + &lines
    }

    /// The line with a caret under the byte, when a byte is known.
    fn drawn(&self, finding: &Finding, lang: Lang) -> String {
        let here = Text::new("here", "这里").get(lang);
        if let Some(quote) = &finding.quote {
            return caret(&quote.text, quote.byte, here);
        }
        let crossing = finding.crossing.and_then(|it| self.transcript.crossings.get(it));
        let (Some(Crossing::Line(_, line)), Some(byte)) = (crossing, finding.byte) else {
            return String::new();
        };
        caret(line, byte, here)
    }

    fn healthy(&self, lang: Lang, paint: Paint) -> String {
        // In the stateless era a server should say its name, and need not.
        let nameless = || (NAMELESS.get(lang).to_owned(), String::new());
        let (name, version) = self.server.clone().unwrap_or_else(nameless);
        let mut parts = vec![format!("{name} {version}").trim_end().to_owned()];
        parts.extend(self.revision.clone());
        // A recording may end before anybody has asked for tools.
        if let Some(tools) = self.tools.or((!self.recorded).then_some(0)) {
            parts.push(match lang {
                Lang::En => format!("tools: {tools}"),
                Lang::Zh => format!("工具：{tools} 个"),
            });
        }
        let healthy = Text::new("healthy: ", "健康：").get(lang);
        let line = format!("{healthy}{}", visible(&parts.join(" · ")));
        format!("{}\n", paint.heading(&line))
    }
}

fn heading(step: usize, title: Text, lang: Lang, paint: Paint) -> String {
    let title = title.get(lang);
    let heading = match lang {
        Lang::En => format!("Step {step} of 7 · {title}"),
        Lang::Zh => format!("第 {step} 步，共 7 步 · {title}"),
    };
    let before = if step == 0 { "" } else { "\n" };
    format!("{before}{}\n\n", paint.heading(&heading))
}

fn question(question: &Question, lang: Lang, paint: Paint) -> String {
    const ALSO: Text = Text::new("Also asked", "另外还问");
    const APART: Text = Text::new(", in a fresh process", "（另起进程）");
    let apart = if question.apart { APART.get(lang) } else { "" };
    let heading = format!("{} · {}{apart}", ALSO.get(lang), question.slug);
    format!("\n{}\n\n", paint.heading(&heading))
}

fn shown(finding: &Finding, lang: Lang) -> String {
    visible(finding.what.get(lang)).into_owned()
}

pub(super) fn padded(text: &str, cells: usize) -> String {
    format!("{text}{}", " ".repeat(cells.saturating_sub(width(text)).max(1)))
}
