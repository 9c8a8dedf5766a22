//! Why an exchange over HTTP brought no line: every way it can fail, with the status and the first bytes.

use super::hint::hint;
use crate::text::{Lang, Text};
use crate::transport::http::{HttpError, SseError};
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::{error, fmt};

/// What came of an exchange, if that was no line. It travels inside an [`io::Error`], and
/// [`HttpFault::of`] finds it there.
#[derive(Debug, Clone)]
pub enum HttpFault {
    /// The exchange itself failed: nobody listens, it is no HTTP, it broke off.
    Http(Arc<HttpError>),
    /// 404 to a request with a session id: the server has forgotten the session. MUST (2025-06-18,
    /// `basic/transports`): the client starts over with `initialize`, without an id.
    StartOver {
        /// The id that is not known any more.
        session: String,
    },
    /// 3xx. It is not followed: what is meant for one place is not told to another.
    Redirected {
        /// 301, 302, 303, 307, 308.
        status: u16,
        /// Where it points; empty when it does not say.
        location: String,
    },
    /// 4xx or 5xx, and no message in the body.
    Refused {
        /// Such as 405.
        status: u16,
        /// What the body says: the title of a page, or its start; empty when there is none.
        said: String,
    },
    /// A success whose body is neither JSON nor a stream of events.
    ContentType {
        /// Such as 200.
        status: u16,
        /// Such as `text/html`; empty when it does not say.
        content_type: String,
        /// The title of a page, or how the body begins.
        said: String,
    },
    /// A success without a body, where an answer is owed.
    NoAnswer {
        /// Such as 202.
        status: u16,
    },
    /// A body or an event that is not UTF-8.
    NotText {
        /// How it begins.
        said: String,
    },
    /// A stream of events that cannot be read.
    Sse(SseError),
    /// The stream ended before the answer, and cannot be taken up again: its events have no ids.
    CutOff {
        /// How many events had come.
        events: usize,
    },
    /// The stream ended before the answer, again and again.
    GaveUp {
        /// How often it was taken up again without anything new.
        tries: usize,
    },
    /// A tool that must not be called over HTTP: an `x-mcp-header` in its schema is wrong.
    Annotation {
        /// The tool.
        tool: String,
        /// What is wrong.
        why: String,
    },
    /// More requests wait for an answer than may do so at once.
    TooMany {
        /// So many.
        open: usize,
    },
}

impl HttpFault {
    /// The fault an error carries, if it comes from an exchange over HTTP.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// The status that came, if one did and says what is wrong.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::StartOver { .. } => Some(404),
            Self::Redirected { status, .. }
            | Self::Refused { status, .. }
            | Self::ContentType { status, .. }
            | Self::NoAnswer { status } => Some(*status),
            Self::Http(_)
            | Self::NotText { .. }
            | Self::Sse(_)
            | Self::CutOff { .. }
            | Self::GaveUp { .. }
            | Self::Annotation { .. }
            | Self::TooMany { .. } => None,
        }
    }

    /// Whether the session is gone, and `initialize` begins another.
    pub fn starts_over(&self) -> bool {
        matches!(self, Self::StartOver { .. })
    }

    /// What happened, in a sentence.
    pub fn said(&self, lang: Lang) -> String {
        let sentence = match self {
            Self::Http(error) => return error.said(lang),
            Self::Sse(error) => return error.said(lang).to_owned(),
            Self::StartOver { .. } => STARTS_OVER,
            Self::Redirected { .. } => REDIRECTED,
            Self::Refused { said, .. } if said.is_empty() => REFUSED_BARE,
            Self::Refused { .. } => REFUSED,
            Self::ContentType { content_type, .. } if content_type.is_empty() => UNTYPED,
            Self::ContentType { .. } => CONTENT_TYPE,
            Self::NoAnswer { .. } => NO_ANSWER,
            Self::NotText { .. } => NOT_TEXT,
            Self::CutOff { .. } => CUT_OFF,
            Self::GaveUp { .. } => GAVE_UP,
            Self::Annotation { .. } => ANNOTATION,
            Self::TooMany { .. } => TOO_MANY,
        };
        let (number, word, said) = self.facts();
        let filled = sentence.get(lang).replace("{n}", &number.to_string());
        let filled = filled.replace("{word}", word).replace("{said}", said);
        match self.status().and_then(hint) {
            Some(hint) if matches!(self, Self::Refused { .. }) => {
                format!("{filled}{}{}", BEFORE_HINT.get(lang), hint.get(lang))
            }
            _ => filled,
        }
    }

    /// The number, the word and the quotation of the sentence.
    fn facts(&self) -> (usize, &str, &str) {
        match self {
            Self::Http(_) | Self::Sse(_) => (0, "", ""),
            Self::StartOver { session } => (404, session, ""),
            Self::Redirected { status, location } => (usize::from(*status), location, ""),
            Self::Refused { status, said } => (usize::from(*status), "", said),
            Self::ContentType { status, content_type, said } => {
                (usize::from(*status), content_type, said)
            }
            Self::NoAnswer { status } => (usize::from(*status), "", ""),
            Self::NotText { said } => (0, "", said),
            Self::CutOff { events: number }
            | Self::GaveUp { tries: number }
            | Self::TooMany { open: number } => (*number, "", ""),
            Self::Annotation { tool, why } => (0, tool, why),
        }
    }

    /// How it is written down: an event of the recording.
    pub(super) fn event(&self) -> String {
        let begins = match self {
            _ if self.is_lost() => LOST,
            Self::Redirected { .. }
            | Self::Refused { .. }
            | Self::ContentType { .. }
            | Self::NoAnswer { .. }
            | Self::NotText { .. } => NO_MESSAGE,
            Self::Http(_)
            | Self::Sse(_)
            | Self::CutOff { .. }
            | Self::GaveUp { .. }
            | Self::StartOver { .. }
            | Self::Annotation { .. }
            | Self::TooMany { .. } => "client: ",
        };
        format!("{begins}{self}")
    }

    /// Whether an answer broke off, or never began: what came is no message, and not the whole of it.
    pub fn is_lost(&self) -> bool {
        matches!(self, Self::Http(_) | Self::Sse(_) | Self::CutOff { .. } | Self::GaveUp { .. })
    }

    fn kind(&self) -> ErrorKind {
        match self {
            Self::Http(error) => error.kind(),
            Self::StartOver { .. } => ErrorKind::NotConnected,
            Self::Refused { status: 401 | 403, .. } => ErrorKind::PermissionDenied,
            Self::CutOff { .. } | Self::GaveUp { .. } => ErrorKind::UnexpectedEof,
            Self::Annotation { .. } => ErrorKind::InvalidInput,
            Self::TooMany { .. } => ErrorKind::ResourceBusy,
            Self::Redirected { .. }
            | Self::Refused { .. }
            | Self::ContentType { .. }
            | Self::NoAnswer { .. }
            | Self::NotText { .. }
            | Self::Sse(_) => ErrorKind::InvalidData,
        }
    }
}

impl fmt::Display for HttpFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

impl error::Error for HttpFault {}

impl From<HttpFault> for io::Error {
    fn from(fault: HttpFault) -> Self {
        Self::new(fault.kind(), fault)
    }
}

/// How an event begins that says what came instead of a message.
pub const NO_MESSAGE: &str = "client got no message: ";

/// How an event begins that says how an answer was lost.
pub const LOST: &str = "client lost the answer: ";

const BEFORE_HINT: Text = Text::new("; ", "；");
const STARTS_OVER: Text = Text::new(
    "404: the server no longer knows the session {word}; start over with initialize",
    "404：服务器已经没有会话 {word} 了；要从 initialize 重新开始",
);
const REDIRECTED: Text = Text::new(
    "{n}: the server points to `{word}`; a redirect is not followed, write that URL if you trust it",
    "{n}：服务器让客户端改去 `{word}`；这里不跟随重定向，信得过就直接写那个 URL",
);
const REFUSED_BARE: Text = Text::new("{n}, and no message", "{n}，没有附带消息");
const REFUSED: Text = Text::new("{n}, and no message but: {said}", "{n}，没有消息，只有：{said}");
const CONTENT_TYPE: Text = Text::new(
    "{n} with `{word}` where application/json or text/event-stream belongs: {said}",
    "{n}，内容类型是 `{word}`，应该是 application/json 或 text/event-stream：{said}",
);
const UNTYPED: Text = Text::new(
    "{n} with a body whose type is not named, where application/json or text/event-stream belongs: {said}",
    "{n}，没有写内容类型，应该是 application/json 或 text/event-stream：{said}",
);
const NO_ANSWER: Text = Text::new(
    "{n} without a body, and the request is owed an answer",
    "{n}，没有正文，可是请求必须有响应",
);
const NOT_TEXT: Text = Text::new("the answer is not UTF-8: {said}", "响应不是 UTF-8 文本：{said}");
const CUT_OFF: Text = Text::new(
    "the stream ended after {n} events, before the answer, and its events have no ids to go on from",
    "流里来了 {n} 个事件，还没等到响应就断了；事件没有 id，接不上",
);
const GAVE_UP: Text = Text::new(
    "the stream ended before the answer, and {n} times more when it was taken up again",
    "还没等到响应，流就断了；接了 {n} 次，每次又断",
);
const ANNOTATION: Text = Text::new(
    "the tool {word} must not be called over HTTP: {said}",
    "工具 {word} 不能通过 HTTP 调用：{said}",
);
const TOO_MANY: Text =
    Text::new("{n} requests wait for their answers already", "已经有 {n} 个请求在等响应了");
