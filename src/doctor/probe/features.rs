//! Questions about what a server offers beside its tools, and about what it must refuse.

use super::also::{Came, not_asked, note, passed, undeclared};
use super::on_purpose;
use super::walk::{Stop, Walk};
use crate::doctor::finding::{Said, brief};
use crate::json::{Object, Str, Value};
use crate::jsonrpc::ErrorObject;
use crate::mcp::{
    COMPLETION_COMPLETE, Era, LOGGING_SET_LEVEL, PROMPTS_GET, PROMPTS_LIST, RESOURCES_LIST,
    RESOURCES_READ, RESOURCES_TEMPLATES_LIST, TOOLS_LIST,
};

const NO_RESOURCE: &str = "mcp-lab://no-such-resource";
const NO_PROMPT: &str = "mcp_lab_no_such_prompt";
const NO_LEVEL: &str = "mcp-lab-loud";
const NO_CURSOR: &str = "mcp-lab-no-such-cursor";

impl Walk<'_> {
    pub(super) fn list_resources(&mut self) -> Result<Came, Stop> {
        if !self.offers.has("resources", None) {
            return Ok(undeclared());
        }
        let listed = match self.also_ask(RESOURCES_LIST, Object::default())? {
            Ok(result) => result,
            Err(error) => return Ok(refused(&error)),
        };
        let all = elements(&listed, "resources");
        let uri = all.iter().find_map(|it| it.get("uri")?.as_string());
        self.offers.uri = uri.cloned().map(Str::into_owned);
        let count = all.len();
        let Some(next) = listed.get("nextCursor").filter(|it| it.as_string().is_some()) else {
            return Ok(passed(format!("{count} listed"), format!("列出 {count} 个")));
        };
        let params = Object::from([("cursor", next.clone())]);
        Ok(match self.also_ask(RESOURCES_LIST, params)? {
            Ok(result) => {
                let more = elements(&result, "resources").len();
                let en = format!("{count} listed, and {more} on the second page");
                passed(en, format!("列出 {count} 个，第二页 {more} 个"))
            }
            Err(error) => refused(&error),
        })
    }

    pub(super) fn list_templates(&mut self) -> Result<Came, Stop> {
        if !self.offers.has("resources", None) {
            return Ok(undeclared());
        }
        Ok(match self.also_ask(RESOURCES_TEMPLATES_LIST, Object::default())? {
            Ok(result) => {
                let count = elements(&result, "resourceTemplates").len();
                passed(format!("{count} listed"), format!("列出 {count} 个"))
            }
            Err(error) => refused(&error),
        })
    }

    /// Reading is harmless where it does not fetch from somebody else.
    pub(super) fn read_resource(&mut self) -> Result<Came, Stop> {
        let Some(uri) = self.offers.uri.clone() else {
            if !self.offers.has("resources", None) {
                return Ok(undeclared());
            }
            return Ok(not_asked("no resource is listed", "没有列出资源"));
        };
        let name = uri.text().unwrap_or_default().to_lowercase();
        if name.starts_with("http:") || name.starts_with("https:") {
            return Ok(not_asked("it lies on the web", "资源在网上，不去读"));
        }
        let shown = brief(&uri.excerpt());
        let params = Object::from([("uri", uri.into())]);
        Ok(match self.also_ask(RESOURCES_READ, params)? {
            Ok(_) => passed(shown.clone(), shown),
            Err(error) => refused(&error),
        })
    }

    pub(super) fn unknown_resource(&mut self) -> Result<Came, Stop> {
        let params = Object::from([("uri", NO_RESOURCE.into())]);
        self.unknown("resources", "uri", RESOURCES_READ, params)
    }

    pub(super) fn list_prompts(&mut self) -> Result<Came, Stop> {
        if !self.offers.has("prompts", None) {
            return Ok(undeclared());
        }
        let listed = match self.also_ask(PROMPTS_LIST, Object::default())? {
            Ok(result) => result,
            Err(error) => return Ok(refused(&error)),
        };
        let all = elements(&listed, "prompts");
        for prompt in all {
            let Some(name) = prompt.get("name").and_then(Value::as_string) else { continue };
            let arguments = elements(prompt, "arguments");
            let required = |it: &Value<'_>| it.get("required").and_then(Value::as_bool);
            let name = name.clone().into_owned();
            if !arguments.iter().any(|it| required(it) == Some(true)) {
                self.offers.prompt.get_or_insert_with(|| name.clone());
            }
            if let Some(first) = arguments.iter().find_map(|it| it.get("name")?.as_string()) {
                let first = first.clone().into_owned();
                self.offers.argument.get_or_insert((name, first));
            }
        }
        let count = all.len();
        Ok(passed(format!("{count} listed"), format!("列出 {count} 个")))
    }

    pub(super) fn get_prompt(&mut self) -> Result<Came, Stop> {
        let Some(name) = self.offers.prompt.clone() else {
            if !self.offers.has("prompts", None) {
                return Ok(undeclared());
            }
            return Ok(not_asked("no prompt without arguments", "没有不带参数的提示"));
        };
        let shown = brief(&name.excerpt());
        let params = Object::from([("name", name.into())]);
        Ok(match self.also_ask(PROMPTS_GET, params)? {
            Ok(_) => passed(shown.clone(), shown),
            Err(error) => refused(&error),
        })
    }

    pub(super) fn unknown_prompt(&mut self) -> Result<Came, Stop> {
        let params = Object::from([("name", NO_PROMPT.into())]);
        self.unknown("prompts", "name", PROMPTS_GET, params)
    }

    pub(super) fn complete(&mut self) -> Result<Came, Stop> {
        if !self.offers.has("completions", None) {
            return Ok(undeclared());
        }
        let Some((prompt, argument)) = self.offers.argument.clone() else {
            return Ok(not_asked("no prompt has an argument", "没有带参数的提示"));
        };
        let reference = Object::from([("type", "ref/prompt".into()), ("name", prompt.into())]);
        let argument = Object::from([("name", argument.into()), ("value", "".into())]);
        let params = Object::from([("ref", reference.into()), ("argument", argument.into())]);
        Ok(match self.also_ask(COMPLETION_COMPLETE, params)? {
            Ok(result) => {
                let values = result.get("completion").map_or(0, |it| elements(it, "values").len());
                passed(format!("{values} values"), format!("{values} 个候选值"))
            }
            Err(error) => refused(&error),
        })
    }

    pub(super) fn set_level(&mut self) -> Result<Came, Stop> {
        if self.era == Era::Stateless || !self.offers.has("logging", None) {
            return Ok(undeclared());
        }
        let params = Object::from([("level", "warning".into())]);
        Ok(match self.also_ask(LOGGING_SET_LEVEL, params)? {
            Ok(_) => passed("warning", "warning"),
            Err(error) => refused(&error),
        })
    }

    pub(super) fn unknown_level(&mut self) -> Result<Came, Stop> {
        if self.era == Era::Stateless {
            return Ok(undeclared());
        }
        self.unknown(
            "logging",
            "level",
            LOGGING_SET_LEVEL,
            Object::from([("level", NO_LEVEL.into())]),
        )
    }

    /// The same tools in the same order: what a model has cached still holds.
    pub(super) fn tools_again(&mut self) -> Result<Came, Stop> {
        if !self.has_tools {
            return Ok(undeclared());
        }
        let listed = match self.also_ask(TOOLS_LIST, Object::default())? {
            Ok(result) => result,
            Err(error) => return Ok(refused(&error)),
        };
        let name = |it: &Value<'_>| it.get("name").and_then(Value::as_string).map(Str::excerpt);
        let again: Vec<_> = elements(&listed, "tools").iter().map(name).collect();
        let mut before: Vec<_> = self.tools.iter().map(name).take(again.len()).collect();
        if before == again {
            return Ok(passed("the same, in the same order", "和之前一样，顺序也一样"));
        }
        let mut sorted = again.clone();
        sorted.sort();
        before.sort();
        Ok(if before == sorted {
            note("the same tools in another order", "工具一样，顺序变了")
        } else {
            note("other tools than before", "和之前的工具不一样")
        })
    }

    pub(super) fn unknown_cursor(&mut self) -> Result<Came, Stop> {
        let params = Object::from([("cursor", NO_CURSOR.into())]);
        self.unknown("tools", "cursor", TOOLS_LIST, params)
    }

    /// Asks for something that is not there; an error is the right answer.
    fn unknown(
        &mut self,
        feature: &str,
        member: &str,
        method: &'static str,
        params: Object<'_>,
    ) -> Result<Came, Stop> {
        if !self.offers.has(feature, None) {
            return Ok(undeclared());
        }
        on_purpose(&self.child, &format!("the next line names a {member} that does not exist"));
        Ok(match self.also_ask(method, params)? {
            Err(error) => {
                let code = error.code;
                passed(format!("refused with error {code}"), format!("被拒绝：错误 {code}"))
            }
            Ok(_) => note("not refused", "没有被拒绝"),
        })
    }

    /// Whoever serves a list has to declare it, or no client ever asks for it.
    pub(super) fn undeclared_lists(&mut self) -> Result<Came, Stop> {
        let lists = [(RESOURCES_LIST, "resources"), (PROMPTS_LIST, "prompts")];
        let mut asked = 0;
        for (method, feature) in lists {
            if self.offers.has(feature, None) {
                continue;
            }
            asked += 1;
            on_purpose(&self.child, "the next line asks for what was not declared");
            if self.also_ask(method, Object::default())?.is_ok() {
                let en = format!("{method} was answered, and {feature} is not declared");
                return Ok(note(en, format!("没有声明 {feature}，{method} 却有 result")));
            }
        }
        Ok(if asked == 0 {
            not_asked("resources and prompts are declared", "resources 和 prompts 都声明了")
        } else {
            passed("refused", "被拒绝")
        })
    }

    pub(super) fn also_ask(
        &mut self,
        method: &str,
        params: Object<'_>,
    ) -> Result<super::ask::Outcome, Stop> {
        let id = self.fresh_id();
        self.request(id, method, params.into())
    }
}

/// The elements of an array; none of what is no array.
fn elements<'v, 'a>(result: &'v Value<'a>, member: &str) -> &'v [Value<'a>] {
    result.get(member).and_then(Value::as_array).unwrap_or_default()
}

/// What was declared or listed, and refused all the same.
pub(super) fn refused(error: &ErrorObject<'_>) -> Came {
    let error = brief(error);
    let Said { en, zh } = Said::new(format!("refused: {error}"), format!("被拒绝：{error}"));
    note(en, zh)
}
