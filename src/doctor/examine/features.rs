//! What the features of a server need to be remembered for: tools, pages, progress, subscriptions.

use super::seen::Seen;
use crate::json::{Str, Value};
use crate::mcp::TOOLS_LIST;
use std::collections::BTreeMap;

/// How many tools are remembered.
const MAX_TOOLS: usize = 10_000;

/// A schema of more bytes is not remembered.
const MAX_SCHEMA: usize = 64 * 1024;

/// What was offered, and what is going on.
#[derive(Debug, Default)]
pub struct Features {
    /// The tools listed so far.
    pub tools: BTreeMap<String, Listed>,
    /// Whether a list of tools came.
    pub listed: bool,
}

/// A tool as far as a call is held against it.
#[derive(Debug, Default)]
pub struct Listed {
    /// Where it was listed.
    pub at: usize,
    /// What its arguments have to fit.
    pub input: Option<Value<'static>>,
    /// What its structured result has to fit.
    pub output: Option<Value<'static>>,
}

impl Features {
    pub(super) fn learn(&mut self, at: usize, seen: &Seen<'_>) {
        let Some(result) = seen.result_of(TOOLS_LIST) else { return };
        self.listed = true;
        let first = seen.asked.is_some_and(|asked| asked.param("cursor").is_none());
        if first {
            self.tools.clear();
        }
        for tool in result.get("tools").and_then(Value::as_array).unwrap_or_default() {
            let Some(name) = tool.get("name").and_then(Value::as_string) else { continue };
            let schema = |member| {
                let schema: &Value<'_> = tool.get(member)?;
                // Its text is no longer than its line.
                let short = seen.line.len() <= MAX_SCHEMA || schema.to_line().len() <= MAX_SCHEMA;
                short.then(|| schema.clone().into_owned())
            };
            if self.tools.len() < MAX_TOOLS {
                let listed =
                    Listed { at, input: schema("inputSchema"), output: schema("outputSchema") };
                self.tools.insert(name.excerpt(), listed);
            }
        }
    }

    /// The tool that a call names.
    pub fn tool(&self, name: &Str<'_>) -> Option<&Listed> {
        self.tools.get(&name.excerpt())
    }
}
