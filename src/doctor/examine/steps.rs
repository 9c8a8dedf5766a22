//! Which of the eight steps a message belongs to, and what became of each.

use super::facts::Facts;
use super::seen::Seen;
use crate::doctor::finding::{Finding, Said};
use crate::doctor::report::{Report, Spoken, State, StepReport};
use crate::json::Value;
use crate::jsonrpc::Message;
use crate::mcp::stateless::{DISCOVER, SUBSCRIPTIONS_LISTEN, VERSION};
use crate::mcp::{
    COMPLETION_COMPLETE, Era, INITIALIZE, INITIALIZED, LOGGING_SET_LEVEL, PING, PROMPTS_GET,
    PROMPTS_LIST, RESOURCES_LIST, RESOURCES_READ, RESOURCES_SUBSCRIBE, RESOURCES_TEMPLATES_LIST,
    RESOURCES_UNSUBSCRIBE, TOOLS_CALL, TOOLS_LIST,
};
use crate::transport::Side;

/// The methods a client may ask for, and the step of each. A call of an unknown tool is step 5, and any
/// other method step 6.
const STEPS: [(&str, usize); 16] = [
    (INITIALIZE, 1),
    (DISCOVER, 1),
    (INITIALIZED, 2),
    (TOOLS_LIST, 3),
    (RESOURCES_LIST, 3),
    (RESOURCES_TEMPLATES_LIST, 3),
    (PROMPTS_LIST, 3),
    (TOOLS_CALL, 4),
    (RESOURCES_READ, 4),
    (RESOURCES_SUBSCRIBE, 4),
    (RESOURCES_UNSUBSCRIBE, 4),
    (PROMPTS_GET, 4),
    (COMPLETION_COMPLETE, 4),
    (LOGGING_SET_LEVEL, 4),
    (SUBSCRIPTIONS_LISTEN, 4),
    (PING, 0),
];

/// The step of a message: that of its method, or of what it answers. What belongs to no step, such as a
/// `ping` or a notification, belongs to the one before it.
pub(super) fn step(facts: &Facts, seen: &Seen<'_>) -> usize {
    if let Some(asked) = seen.asked {
        return asked.step.max(facts.step.min(1));
    }
    let (Message::Request(_) | Message::Notification(_), Side::Client) = (seen.message, seen.side)
    else {
        return facts.step;
    };
    let Some((method, params)) = seen.told() else { return facts.step };
    let known = STEPS.iter().find(|(name, _)| *method == **name).map(|(_, step)| *step);
    match known {
        Some(0) => facts.step,
        Some(4) if *method == *TOOLS_CALL && is_unknown(facts, params) => 5,
        Some(step) => step,
        None if seen.request(Side::Client).is_some()
            && !method.as_written().starts_with("tasks") =>
        {
            6
        }
        None => facts.step,
    }
}

/// The step at which a method is asked for.
pub(in crate::doctor) fn step_of(method: &str) -> Option<usize> {
    STEPS.iter().find(|(name, _)| *name == method).map(|(_, step)| *step)
}

/// Whether a call names a tool that is not among those that were listed.
fn is_unknown(facts: &Facts, params: Option<&Value<'_>>) -> bool {
    let name = params.and_then(|params| params.get("name")?.as_string());
    name.is_some_and(|name| facts.features.tools.lacks(name, facts.at))
}

/// What is known at the end.
pub(super) fn report(facts: &Facts, findings: Vec<Finding>) -> Report {
    let era = if facts.session.asked.is_some() || !facts.stateless.spoken {
        Era::Handshake
    } else {
        Era::Stateless
    };
    let mut report = Report {
        steps: states(facts, era),
        server: facts.session.name.clone().or_else(|| facts.stateless.name.clone()),
        revision: facts.session.agreed.clone(),
        tools: facts.features.tools.listed.then_some(facts.features.tools.things.len()),
        era: (era == Era::Stateless).then(|| Spoken {
            era,
            why: Said::new("no request was initialize", "没有 initialize 请求"),
            asked_for: false,
        }),
        findings,
        ..Report::default()
    };
    if report.revision.is_none() && facts.stateless.discovered.is_some() {
        report.revision = Some(VERSION.to_owned());
    }
    report.blame_steps();
    report
}

/// What became of each step, as far as a recording tells.
fn states(facts: &Facts, era: Era) -> [StepReport; 8] {
    let mut steps: [StepReport; 8] = Default::default();
    let reached = facts.client.each_open().map(|asked| asked.step);
    let answered = &facts.steps_answered;
    for (number, step) in steps.iter_mut().enumerate() {
        let passed = match number {
            0 => facts.lines > 0,
            2 => facts.session.ready.is_some(),
            7 => facts.process.stdin_closed.is_some() && facts.process.exited.is_some(),
            _ => answered.get(number).copied().unwrap_or_default(),
        };
        step.state = if passed { State::Passed } else { State::NotAsked };
    }
    if era == Era::Stateless
        && let Some(step) = steps.get_mut(2)
    {
        step.note = Said::new("this era has no such step", "无状态方式没有这一步");
    }
    for number in reached {
        if let Some(step) = steps.get_mut(number).filter(|step| step.state != State::Passed) {
            step.state = State::NotReached;
            step.note = Said::new("asked, and not answered", "问了，没有得到响应");
        }
    }
    steps
}
