//! What is asked beside the steps, of the same process, before it is told goodbye.
//!
//! Every question here is harmless: nothing is called and nothing changed. What is wrong with the answers is
//! read out of the recording afterwards, as of any other session.

use super::walk::{Stop, Walk};
use crate::doctor::finding::Said;
use crate::doctor::probe::Depth;
use crate::doctor::question::{Answer, Question};
use crate::json::{Object, Str, Value};
use crate::jsonrpc::Id;
use crate::mcp::ServerCapabilities;

/// What became of a question, and what is worth knowing.
pub(super) type Came = (Answer, Said);

/// Asks one of them.
pub(super) type Ask<W> = fn(&mut W) -> Result<Came, Stop>;

/// What a server has declared and listed, as far as the next questions need it.
#[derive(Debug, Default)]
pub(super) struct Offers {
    /// Its capabilities.
    pub(super) capabilities: Object<'static>,
    /// The first resource.
    pub(super) uri: Option<Str<'static>>,
    /// The first prompt that can be had without arguments.
    pub(super) prompt: Option<Str<'static>>,
    /// The first prompt with an argument, and that.
    pub(super) argument: Option<(Str<'static>, Str<'static>)>,
}

impl Offers {
    pub(super) fn declare(&mut self, capabilities: &ServerCapabilities<'_>) {
        let Value::Object(own) = Value::Object(capabilities.clone().into()).into_owned() else {
            return;
        };
        self.capabilities = own;
    }

    /// Whether a feature was declared, or a detail of it.
    pub(super) fn has(&self, feature: &str, detail: Option<&str>) -> bool {
        let declared = self.capabilities.get(feature);
        match detail {
            None => declared.is_some(),
            Some(detail) => {
                let flag = declared.and_then(|feature| feature.get(detail)?.as_bool());
                flag == Some(true)
            }
        }
    }
}

impl Walk<'_> {
    /// All of them. When the server does not survive one, the others are not asked.
    pub(super) fn also(&mut self) -> Result<(), Stop> {
        if self.plan.depth == Depth::Quick {
            return Ok(());
        }
        let (mut alive, before) = (Ok(()), self.step);
        let (endpoint, mut rows) = (self.child.is_endpoint(), Self::questions().to_vec());
        if endpoint {
            // How lines are cut and ended is a matter of pipes.
            rows.retain(|(slug, ..)| !["split-write", "merged-write", "crlf"].contains(slug));
            rows.extend(Self::odd_requests());
        }
        for (slug, step, ask) in rows {
            let first = self.crossed();
            self.step = step;
            let came = match alive {
                Ok(()) => ask(self),
                Err(Stop) => Ok(not_asked(
                    "the server was silent or gone by then",
                    "服务器在那之前就没有响应或已经退出了",
                )),
            };
            let (answer, note) = came.unwrap_or_else(|stop| {
                alive = Err(stop);
                let last = self.report.findings.last();
                (Answer::Failed, last.map(|it| it.what.clone()).unwrap_or_default())
            });
            let asked = answer != Answer::NotAsked;
            let crossings = asked.then(|| (first, self.crossed()));
            self.report.questions.push(Question { slug, answer, note, crossings, apart: false });
        }
        if alive.is_ok() {
            self.step = before;
        }
        alive
    }

    /// Name, the step that silence belongs to, and how it is asked.
    fn questions() -> [(&'static str, usize, Ask<Self>); 20] {
        [
            ("resources/list", 3, Self::list_resources),
            ("resources/templates/list", 3, Self::list_templates),
            ("resources/read", 4, Self::read_resource),
            ("unknown-resource", 5, Self::unknown_resource),
            ("prompts/list", 3, Self::list_prompts),
            ("prompts/get", 4, Self::get_prompt),
            ("unknown-prompt", 5, Self::unknown_prompt),
            ("completion/complete", 4, Self::complete),
            ("logging/setLevel", 4, Self::set_level),
            ("unknown-level", 5, Self::unknown_level),
            ("subscribe", 4, Self::subscribe),
            ("tools-again", 3, Self::tools_again),
            ("unknown-cursor", 5, Self::unknown_cursor),
            ("unknown-notification", 2, Self::unknown_notification),
            ("large-id", 6, Self::large_id),
            ("split-write", 6, Self::split_write),
            ("merged-write", 6, Self::merged_write),
            ("crlf", 6, Self::crlf),
            ("non-ascii", 5, Self::non_ascii),
            ("undeclared-lists", 5, Self::undeclared_lists),
        ]
    }

    /// An id that was not used before.
    pub(super) fn fresh_id(&self) -> Id<'static> {
        self.fresh_number().into()
    }

    pub(super) fn fresh_number(&self) -> i64 {
        FIRST_ID + i64::try_from(self.asked.len()).unwrap_or_default()
    }
}

/// The ids of the steps are smaller.
const FIRST_ID: i64 = 20;

pub(super) fn passed(en: impl Into<String>, zh: impl Into<String>) -> Came {
    (Answer::Passed, Said::new(en, zh))
}

pub(super) fn note(en: impl Into<String>, zh: impl Into<String>) -> Came {
    (Answer::Note, Said::new(en, zh))
}

pub(super) fn not_asked(en: impl Into<String>, zh: impl Into<String>) -> Came {
    (Answer::NotAsked, Said::new(en, zh))
}

/// The server has not promised it.
pub(super) fn undeclared() -> Came {
    not_asked("not declared", "未声明")
}
