//! Arguments that are repeated in header fields: which, the last list of tools has said.
//!
//! Source: MCP 2026-07-28, `basic/transports/streamable-http` (`x-mcp-header`).

use super::fault::HttpFault;
use super::outgoing::text;
use super::spoken::Field;
use crate::json::{Member, Object, Value};
use crate::mcp::stateless::{MCP_PARAM, Mirror, encode, mirrors};
use std::collections::BTreeMap;

/// How many tools are kept in mind.
pub const MAX_TOOLS: usize = 10_000;

/// A tool that was left out of a list, and why.
pub(super) type Dropped = (String, String);

/// What is known of each tool, by its name.
#[derive(Debug, Default)]
pub(super) struct Mirrors {
    tools: BTreeMap<String, Result<Vec<Mirror>, String>>,
}

impl Mirrors {
    /// Takes notice of a page of tools. MUST: a tool whose annotation is wrong is not offered; the others are.
    pub(super) fn listed(
        &mut self,
        answer: &Value<'_>,
        result: &Value<'_>,
        first: bool,
    ) -> (Option<String>, Vec<Dropped>) {
        if first {
            self.tools.clear();
        }
        let tools = result.get("tools").and_then(Value::as_array).unwrap_or_default();
        let (mut kept, mut dropped) = (Vec::new(), Vec::new());
        for tool in tools {
            match self.learn(tool) {
                None => kept.push(tool.clone()),
                Some(why) => dropped.push(why),
            }
        }
        let line = (!dropped.is_empty()).then(|| without(answer, result, kept));
        (line, dropped)
    }

    /// What is wrong with a tool, if something is.
    fn learn(&mut self, tool: &Value<'_>) -> Option<Dropped> {
        let name = tool.get("name").and_then(Value::as_string).map(text)?;
        let found = mirrors(tool.get("inputSchema")?);
        let found = found.map_err(|bad| format!("{}: {}", bad.place, bad.why));
        let wrong = found.as_ref().err().map(|why| (name.clone(), why.clone()));
        if self.tools.len() < MAX_TOOLS {
            self.tools.insert(name, found);
        }
        wrong
    }

    /// The fields that go with a call.
    ///
    /// # Errors
    /// The tool was not offered.
    pub(super) fn of_call(
        &self,
        tool: &str,
        arguments: Option<&Object<'_>>,
    ) -> Result<Vec<Field>, HttpFault> {
        let found = match self.tools.get(tool) {
            None => return Ok(Vec::new()),
            Some(Ok(found)) => found,
            Some(Err(why)) => {
                let (tool, why) = (tool.to_owned(), why.clone());
                return Err(HttpFault::Annotation { tool, why });
            }
        };
        let value = |mirror: &Mirror| {
            let value = mirror.value(arguments?)?;
            Some((format!("{MCP_PARAM}{}", mirror.header), encode(&value).into_owned()))
        };
        Ok(found.iter().filter_map(value).collect())
    }
}

/// The same answer with these tools.
fn without(answer: &Value<'_>, result: &Value<'_>, kept: Vec<Value<'_>>) -> String {
    let kept: Value<'_> = kept.into_iter().collect();
    let result = replaced(result, "tools", &kept);
    replaced(answer, "result", &result).to_line()
}

fn replaced<'a>(object: &Value<'a>, name: &str, value: &Value<'a>) -> Value<'a> {
    let members = object.as_object().cloned().unwrap_or_default().into_iter();
    let put = |member: Member<'a>| {
        if member.name == *name { Member { value: value.clone(), ..member } } else { member }
    };
    members.map(put).collect::<Object<'a>>().into()
}
