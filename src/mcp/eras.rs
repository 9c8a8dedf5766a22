//! The two eras of the protocol, and what each revision changed.

use super::Revision;
use super::stateless::VERSION;
use crate::text::Text;

/// How two sides begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Era {
    /// With `initialize`: what was agreed on there holds for the whole session, and both sides may ask.
    Handshake,
    /// With any request: each carries its own version and capabilities, and only the client asks.
    Stateless,
}

/// A revision and what came with it.
#[derive(Debug, Clone, Copy)]
pub struct RevisionRow {
    /// Its date, as it stands in `protocolVersion`.
    pub revision: &'static str,
    /// How a session of it begins.
    pub era: Era,
    /// What it changed, as far as it shows on the wire.
    pub changed: Text,
}

/// Every revision known here, oldest first.
pub const REVISIONS: &[RevisionRow] = &[
    RevisionRow {
        revision: Revision::V2024_11_05.as_str(),
        era: Era::Handshake,
        changed: Text::new(
            "the first: initialize, tools, resources, prompts, sampling, roots; stdio, and HTTP with SSE",
            "第一版：initialize、tools、resources、prompts、sampling、roots；走 stdio，或 HTTP 加 SSE",
        ),
    },
    RevisionRow {
        revision: Revision::V2025_03_26.as_str(),
        era: Era::Handshake,
        changed: Text::new(
            "Streamable HTTP, authorization, tool annotations, audio, completions as a capability; arrays of messages",
            "Streamable HTTP、授权、工具注解、音频，completions 成为一项能力；可以把多条消息放进数组",
        ),
    },
    RevisionRow {
        revision: Revision::V2025_06_18.as_str(),
        era: Era::Handshake,
        changed: Text::new(
            "arrays of messages are gone again; elicitation, structuredContent and outputSchema, resource links, titles",
            "消息数组又取消了；新增 elicitation、structuredContent 与 outputSchema、资源链接、标题",
        ),
    },
    RevisionRow {
        revision: Revision::V2025_11_25.as_str(),
        era: Era::Handshake,
        changed: Text::new(
            "icons, elicitation by URL, tools in sampling, tasks; wrong arguments are settled to be isError",
            "图标、用网址的 elicitation、sampling 里的工具、任务；明确参数错误要用 isError",
        ),
    },
    RevisionRow {
        revision: VERSION,
        era: Era::Stateless,
        changed: Text::new(
            "no handshake: _meta on every request, server/discover, resultType, ttlMs; questions come as results (input_required)",
            "不再握手：每个请求自带 _meta；新增 server/discover、resultType、ttlMs；要提问就写在结果里（input_required）",
        ),
    },
];

impl Era {
    /// Its name in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Handshake => "handshake",
            Self::Stateless => "stateless",
        }
    }
}
