//! What an argument could be, and the method that asks.
//!
//! Source: MCP 2025-06-18 and 2026-07-28, `server/utilities/completion`.

use super::guard::guarded;
use super::{prompts, resources};
use crate::json::{Object, Str, Value};
use crate::jsonrpc::{ErrorObject, code};
use crate::mcp::{CompleteParams, CompleteResult, Misfit, Payload, Reference};
use crate::server::methods::Outcome;
use crate::server::{Exchange, Server};

/// What was typed and what is chosen already in, what it could become out.
type Values = Box<dyn Fn(&str, &Object<'_>) -> Vec<String> + Send + Sync>;

/// Who knows what an argument could be.
pub(super) struct Completer {
    reference: Reference<'static>,
    argument: &'static str,
    values: Values,
}

impl Server {
    /// Says what an argument of a prompt, or a name in the braces of a URI template, could be: the
    /// handler gets what was typed so far, which may be nothing, and the arguments that are chosen
    /// already, and answers the best first. No more than
    /// [`MAX_VALUES`](crate::mcp::MAX_VALUES) of them are sent. A second completer of the same
    /// argument takes the place of the first.
    #[must_use]
    pub fn completes(
        mut self,
        reference: Reference<'static>,
        argument: &'static str,
        values: impl Fn(&str, &Object<'_>) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        let completers = &mut self.features.completers;
        completers.retain(|other| other.reference != reference || other.argument != argument);
        completers.push(Completer { reference, argument, values: Box::new(values) });
        self
    }
}

/// Answers `completion/complete`.
pub(in crate::server) fn complete<'a>(
    server: &Server,
    _: &Exchange,
    params: Value<'a>,
) -> Outcome<'a> {
    let CompleteParams { reference, argument, value, chosen } = CompleteParams::from_value(params)?;
    let typed =
        value.text().map_err(|_| Misfit { member: "value", expected: "whole characters" })?;
    if !takes(server, &reference, &argument)? {
        let message = format!("Unknown argument: {}", argument.excerpt());
        return Err(ErrorObject::new(code::INVALID_PARAMS, message));
    }
    let mut completers = server.features.completers.iter();
    let completer = completers
        .find(|completer| completer.reference == reference && argument == *completer.argument);
    let values = || completer.map(|completer| (completer.values)(&typed, &chosen));
    let values = guarded(values, || format!("the completion of {}", argument.excerpt()))?;
    Ok(CompleteResult::first_of(values.unwrap_or_default()).into_value())
}

/// Whether there is an argument of this name.
fn takes<'a>(
    server: &Server,
    reference: &Reference<'_>,
    argument: &Str<'_>,
) -> Result<bool, ErrorObject<'a>> {
    match reference {
        Reference::Prompt(name) => {
            let arguments = &prompts::find(server, name)?.prompt.arguments;
            Ok(arguments.iter().any(|known| known.name == *argument))
        }
        Reference::Resource(uri) => {
            let templates = resources::templates(server)?;
            let Some(template) = templates.iter().find(|known| known.uri_template == *uri) else {
                let message = format!("Unknown resource template: {}", uri.excerpt());
                return Err(ErrorObject::new(code::INVALID_PARAMS, message));
            };
            let template = template.uri_template.text().unwrap_or_default();
            Ok(variables(&template).any(|known| *argument == *known))
        }
    }
}

/// The names in the braces of a URI template (RFC 6570): `{path}`, `{?page,size}`, `{/folder*}`,
/// `{name:3}`.
fn variables(template: &str) -> impl Iterator<Item = &str> {
    let expressions = template.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let lists = expressions.map(|it| it.trim_start_matches(['+', '#', '.', '/', ';', '?', '&']));
    lists.flat_map(|list| list.split(',')).map(|variable| {
        let name = variable.split(':').next().unwrap_or_default();
        name.trim_end_matches('*')
    })
}
