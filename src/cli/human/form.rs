//! A form, filled in line by line: one question for each property.

use super::{AGAIN, Human, SHOWN, TRIES, shown, text};
use crate::json::{Member, Object, Str, Value, parse};
use crate::text::{Lang, Text};

impl Human<'_, '_> {
    /// Asks for each property of the form; `None` when the human has had enough.
    pub(super) fn fill_in(&mut self, form: &Value<'_>) -> Option<Object<'static>> {
        let properties = form.get("properties").and_then(Value::as_object);
        let properties = properties.map(Object::members).unwrap_or_default();
        let required = form.get("required").and_then(Value::as_array).unwrap_or_default();
        let mut content = Vec::new();
        for property in properties {
            let is_it = |name: &Str<'_>| *name == property.name;
            let needed = required.iter().filter_map(Value::as_string).any(is_it);
            let value = self.property(&property.name, &property.value, needed).ok()?;
            let name = property.name.clone().into_owned();
            content.extend(value.map(|value| Member { name, value }));
        }
        Some(content.into_iter().collect())
    }

    /// The value of one property, `None` when it is left out.
    fn property(
        &mut self,
        name: &Str<'_>,
        schema: &Value<'_>,
        needed: bool,
    ) -> Result<Option<Value<'static>>, Enough> {
        let choices = choices(schema);
        if let Some(about) = schema.get("description").and_then(Value::as_string) {
            self.say(&format!("  | {}", shown(&text(about))));
        }
        let title = schema.get("title").and_then(Value::as_string).unwrap_or(name);
        let hint = self.hint(schema, &choices, needed);
        let prompt = match self.lang {
            Lang::En => format!("  | {} ({hint}): ", shown(&text(title))),
            Lang::Zh => format!("  | {}（{hint}）：", shown(&text(title))),
        };
        for _ in 0..TRIES {
            let line = self.ask(&prompt).ok_or(Enough)?;
            let line = line.trim();
            let default = schema.get("default").cloned().map(Value::into_owned);
            if line.is_empty() && (default.is_some() || !needed) {
                return Ok(default);
            }
            if let Some(value) = understood(schema, &choices, line) {
                return Ok(Some(value));
            }
            self.say(AGAIN.get(self.lang));
        }
        Err(Enough)
    }

    /// What may be written, in a few words.
    fn hint(&self, schema: &Value<'_>, choices: &[Choice], needed: bool) -> String {
        let word = |en, zh| Text::new(en, zh).get(self.lang).to_owned();
        let mut hints = Vec::new();
        if choices.is_empty() {
            hints.push(match kind(schema).as_str() {
                "string" => word("text", "文本"),
                "integer" => word("whole number", "整数"),
                "number" => word("number", "数字"),
                "boolean" => word("y or n", "y 或 n"),
                _ => "JSON".to_owned(),
            });
        }
        let named = choices.iter().take(SHOWN).enumerate();
        hints
            .extend(named.map(|(index, choice)| format!("{} {}", index + 1, shown(&choice.title))));
        hints.extend((choices.len() > SHOWN).then(|| "…".to_owned()));
        let several = !choices.is_empty() && kind(schema) == "array";
        hints.extend(several.then(|| word("several, with commas", "可多选，用逗号隔开")));
        let format = schema.get("format").and_then(Value::as_string);
        hints.extend(format.map(|format| shown(&text(format))));
        hints.extend((!needed).then(|| word("optional", "可不填")));
        let default = schema.get("default").map(|it| shown(&it.to_line()));
        hints.extend(default.map(|it| format!("{} {it}", word("default", "默认"))));
        hints.join(Text::new(", ", "，").get(self.lang))
    }
}

/// Nothing was said that could be read, or no more will be said.
struct Enough;

/// One of several values, and what it is called.
struct Choice {
    value: Value<'static>,
    title: String,
}

/// The values a property can have, if they are listed: under `enum`, or as constants with titles. Where
/// several can be chosen, the list stands inside `items`.
fn choices(schema: &Value<'_>) -> Vec<Choice> {
    let title = |value: &Value<'_>| value.as_string().map_or_else(|| value.to_line(), text);
    let schema = schema.get("items").unwrap_or(schema);
    let array = |name| schema.get(name).and_then(Value::as_array).unwrap_or_default();
    let names = array("enumNames");
    let listed = array("enum").iter().enumerate().map(|(index, value)| {
        let title = title(names.get(index).unwrap_or(value));
        Choice { value: value.clone().into_owned(), title }
    });
    let titled = array("oneOf").iter().chain(array("anyOf")).filter_map(|one| {
        let value = one.get("const")?;
        let title = title(one.get("title").unwrap_or(value));
        Some(Choice { value: value.clone().into_owned(), title })
    });
    listed.chain(titled).collect()
}

/// What a line means where this is asked for, if it means anything.
fn understood(schema: &Value<'_>, choices: &[Choice], line: &str) -> Option<Value<'static>> {
    match kind(schema).as_str() {
        "array" if !choices.is_empty() => {
            let words = line.split([',', '，']).map(str::trim).filter(|word| !word.is_empty());
            words.map(|word| chosen(choices, word)).collect()
        }
        _ if !choices.is_empty() => chosen(choices, line),
        "string" => Some(line.to_owned().into()),
        "boolean" => match line.to_lowercase().as_str() {
            "y" | "yes" | "true" | "是" => Some(true.into()),
            "n" | "no" | "false" | "否" => Some(false.into()),
            _ => None,
        },
        "integer" | "number" => {
            parse(line).ok().filter(|it| it.as_number().is_some()).map(Value::into_owned)
        }
        _ => parse(line).ok().map(Value::into_owned),
    }
}

/// The choice that is named, or counted from 1.
fn chosen(choices: &[Choice], word: &str) -> Option<Value<'static>> {
    let named =
        |it: &&Choice| it.title == word || it.value.as_string().is_some_and(|it| *it == *word);
    let counted = || choices.get(word.parse::<usize>().ok()?.checked_sub(1)?);
    choices.iter().find(named).or_else(counted).map(|it| it.value.clone())
}

fn kind(schema: &Value<'_>) -> String {
    schema.get("type").and_then(Value::as_string).map(text).unwrap_or_default()
}
