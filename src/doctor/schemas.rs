//! What is wrong with a schema that a tool declares, and what cannot be told.

use super::finding::{Certainty, Said, start_of};
use super::near::{misnamed, rename};
use super::place::{follow, name_of};
use crate::json::{Str, Value};
use crate::mcp::Era;
use crate::schema::{Failure, Kind, PatternProblem, Problem, Schema, SchemaError};
use std::cell::Cell;

/// What there is to say about a schema.
#[derive(Debug)]
pub(super) enum Judged<'v, 'l> {
    /// Nothing: it is as it should be.
    Fine,
    /// It is wrong: what, how sure that is, and the member name at which it shows.
    Wrong(Said, Certainty, Option<&'v Str<'l>>),
    /// It may be right, and uses something that is not supported here.
    Unchecked(String),
}

/// Looks at every schema of a tool, which sentences call `tool_name`. See [`judge`].
pub(super) fn judge_tool<'v, 'l>(
    tool: &'v Value<'l>,
    tool_name: &str,
    default_is_known: bool,
    era: Era,
) -> Vec<Judged<'v, 'l>> {
    let output = tool.get("outputSchema").map(|_| "outputSchema");
    let members = ["inputSchema"].into_iter().chain(output);
    let judged = members.map(|member| {
        // In the stateless era the result of a tool may be anything, and so its schema.
        let rooted = era == Era::Handshake || member == "inputSchema";
        match judge(tool, member, default_is_known, rooted) {
            Judged::Wrong(what, certainty, at) => {
                let en = format!("{tool_name}: {}", what.en);
                let zh = format!("{tool_name}：{}", what.zh);
                Judged::Wrong(Said::new(en, zh), certainty, at)
            }
            judged @ (Judged::Fine | Judged::Unchecked(_)) => judged,
        }
    });
    judged.collect()
}

/// The first thing that does not fit a schema; `None` when all fits, or when nobody can tell.
pub(super) fn misfit(schema: &Schema, value: &Value<'_>) -> Option<Failure> {
    told(schema.check(value))
}

/// The same for who has to do with the steps that are left.
pub(super) fn misfit_within(
    schema: &Schema,
    value: &Value<'_>,
    steps: &Cell<u64>,
) -> Option<Failure> {
    let mut left = steps.get();
    let failures = schema.check_within(value, &mut left);
    steps.set(left);
    told(failures)
}

fn told(failures: Vec<Failure>) -> Option<Failure> {
    let first = failures.into_iter().next()?;
    (!matches!(first.kind, Kind::Steps | Kind::Levels)).then_some(first)
}

/// That a result does not fit the schema that its tool has published.
pub(super) fn broken_promise(tool_name: &str, problem: Option<&Failure>) -> Said {
    let missing = "缺少 structuredContent".to_owned();
    let zh = problem.map_or(missing, ToString::to_string);
    let problem = problem.map_or("structuredContent is missing".to_owned(), ToString::to_string);
    Said::new(
        format!("{tool_name} promised an outputSchema that its result does not fit: {problem}"),
        format!("{tool_name} 的结果不符合它声明的 outputSchema：{zh}"),
    )
}

/// Looks at the schema under `member` of a tool. `default_is_known`: the revision says which dialect
/// a schema without `$schema` speaks. `rooted`: it says that the schema is one of an object.
pub(super) fn judge<'v, 'l>(
    tool: &'v Value<'l>,
    member: &str,
    default_is_known: bool,
    rooted: bool,
) -> Judged<'v, 'l> {
    let at = name_of(tool, member);
    let wrong = |en: String, zh: String| Judged::Wrong(Said::new(en, zh), Certainty::Certain, at);
    let Some(schema) = tool.get(member) else {
        let other = misnamed(tool, member);
        let Said { en, zh } = rename(other, member);
        let (en, zh) = (format!("has no {member}{en}"), format!("没有 {member}{zh}"));
        let at = other.or_else(|| name_of(tool, "name"));
        return Judged::Wrong(Said::new(en, zh), Certainty::Certain, at);
    };
    if schema.as_object().is_none() {
        let kind = schema.kind();
        return wrong(
            format!("{member} is no object but {kind}"),
            format!("{member} 应该是对象，却是 {kind}"),
        );
    }
    // MUST (2025-06-18, schema.ts): `type` is the constant "object", for both schemas of a tool. Since
    // 2026-07-28 only for that of its arguments.
    let kind = schema.get("type");
    if rooted && !kind.and_then(Value::as_string).is_some_and(|kind| *kind == *"object") {
        let is = kind.map_or_else(|| "missing".to_owned(), Value::to_line);
        let is = start_of(&is, 80);
        return wrong(
            format!("{member} has no \"type\":\"object\" (type is {is})"),
            match kind {
                Some(_) => format!("{member} 里没有 \"type\":\"object\"（type：{is}）"),
                None => format!("{member} 里没有 \"type\":\"object\"（缺少 type）"),
            },
        );
    }
    let Err(error) = Schema::compile(schema) else { return Judged::Fine };
    let certain = default_is_known || schema.get("$schema").is_some();
    let certainty = if certain { Certainty::Certain } else { Certainty::Likely };
    match certainty_of(&error, certainty) {
        Some(certainty) => {
            let at = follow(schema, &error.place).or(at);
            let (en, zh) =
                (format!("{member} {error}"), format!("{member} 有误（检查器原话：{error}）"));
            Judged::Wrong(Said::new(en, zh), certainty, at)
        }
        None => Judged::Unchecked(format!("{member} {error}")),
    }
}

/// How sure it is that the schema is wrong; `None` when it is only more than is supported here.
fn certainty_of(error: &SchemaError, usual: Certainty) -> Option<Certainty> {
    match &error.problem {
        Problem::Expected(_) | Problem::Unresolved(_) | Problem::Twice(_) | Problem::Loop => {
            Some(usual)
        }
        // Not every client holds a pattern against the letter of the standard.
        Problem::Pattern(error) => match error.problem {
            PatternProblem::OpenGroup
            | PatternProblem::ClosedGroup
            | PatternProblem::OpenClass
            | PatternProblem::Range
            | PatternProblem::NothingToRepeat
            | PatternProblem::Repeat => Some(Certainty::Likely),
            PatternProblem::Lookaround(_)
            | PatternProblem::Backreference
            | PatternProblem::Group
            | PatternProblem::Escape
            | PatternProblem::Property(_)
            | PatternProblem::TooDeep
            | PatternProblem::TooLong => None,
        },
        Problem::Dialect(_)
        | Problem::Vocabulary(_)
        | Problem::External(_)
        | Problem::Patterns
        | Problem::Divisor
        | Problem::Schemas
        | Problem::Places => None,
    }
}
