//! The notes themselves, in memory: what is added is gone with the process.

use crate::mcp::{Resource, ResourceContents, ResourceTemplate};
use crate::server::{Changes, Resources};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What every URI of a note begins with.
const SCHEME: &str = "note:///";
/// How the URIs are made.
pub(super) const TEMPLATE: &str = "note:///{name}";
const MARKDOWN: &str = "text/markdown";

/// How many notes there may be.
const MAX_NOTES: usize = 64;
/// The longest note, in bytes.
const MAX_NOTE_BYTES: usize = 4096;

/// What is there from the beginning.
const FIRST: [(&str, &str); 4] = [
    (
        "handshake",
        "# 握手\n客户端先发 initialize；服务器回答之后，客户端再发 notifications/initialized。",
    ),
    ("prompts", "# 提示\n提示由人来选：prompts/list 列出它们，prompts/get 填好参数、取回消息。"),
    ("resources", "# 资源\n资源由程序来读：每个资源有一个 URI，resources/read 取回它的内容。"),
    ("tools", "# 工具\n工具由模型来用：先在 tools/list 里看 schema，再用 tools/call 调用。"),
];

/// Notes by name, shared by all sessions.
pub(super) struct Notes {
    all: Mutex<BTreeMap<String, String>>,
    changes: Changes,
}

impl Notes {
    pub(super) fn new(changes: Changes) -> Self {
        let all = FIRST.map(|(name, text)| (name.to_owned(), text.to_owned()));
        Self { all: Mutex::new(BTreeMap::from(all)), changes }
    }

    /// The text of a note.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.lock().get(name).cloned()
    }

    /// The names that begin like this.
    pub(super) fn names(&self, beginning: &str) -> Vec<String> {
        self.lock().keys().filter(|name| name.starts_with(beginning)).cloned().collect()
    }

    /// The URIs of the notes that hold this word.
    pub(super) fn holding(&self, word: &str) -> Vec<String> {
        let all = self.lock();
        all.iter().filter(|(_, text)| text.contains(word)).map(|(name, _)| uri(name)).collect()
    }

    /// The note as a resource.
    pub(super) fn contents(&self, name: &str) -> Option<ResourceContents<'static>> {
        self.text(name).map(|text| ResourceContents::text(uri(name), MARKDOWN, text))
    }

    /// Adds a note, or a line to one that is there, and tells so; its URI.
    pub(super) fn add(&self, name: &str, text: &str) -> Result<String, String> {
        let grown = self.put(name, text)?;
        // Told without the lock: whoever hears it may read at once.
        if grown {
            self.changes.resource(uri(name));
        } else {
            self.changes.resources();
        }
        Ok(uri(name))
    }

    /// Whether the note was there before.
    fn put(&self, name: &str, text: &str) -> Result<bool, String> {
        let mut all = self.lock();
        let old = all.get(name);
        if old.is_none() && all.len() >= MAX_NOTES {
            return Err(format!("笔记已满：最多 {MAX_NOTES} 条，请往已有的笔记里添加"));
        }
        let new = old.map_or_else(|| text.to_owned(), |old| format!("{old}\n{text}"));
        if new.len() > MAX_NOTE_BYTES {
            return Err(format!("笔记太长：一条最多 {MAX_NOTE_BYTES} 字节，请换一个名字另写一条"));
        }
        Ok(all.insert(name.to_owned(), new).is_some())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Resources for Arc<Notes> {
    fn list(&self) -> Vec<Resource<'static>> {
        let resource = |(name, text): (&String, &String)| {
            let first = text.lines().next().unwrap_or_default();
            let description = first.trim_start_matches(['#', ' ']).chars().take(40);
            Resource {
                description: Some(description.collect::<String>().into()),
                mime_type: Some(MARKDOWN.into()),
                ..Resource::new(uri(name), name.clone())
            }
        };
        self.lock().iter().map(resource).collect()
    }

    fn templates(&self) -> Vec<ResourceTemplate<'static>> {
        vec![ResourceTemplate {
            description: Some("一条笔记，name 是它的名字".into()),
            mime_type: Some(MARKDOWN.into()),
            ..ResourceTemplate::new(TEMPLATE, "note")
        }]
    }

    fn read(&self, uri: &str) -> Option<Vec<ResourceContents<'static>>> {
        Some(vec![self.contents(uri.strip_prefix(SCHEME)?)?])
    }
}

fn uri(name: &str) -> String {
    format!("{SCHEME}{name}")
}
