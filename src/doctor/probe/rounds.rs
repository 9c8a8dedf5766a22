//! Step 4 in the stateless era: a result may ask for input, and then the call is sent again with it.

use super::ask::Outcome;
use super::walk::{Stop, Walk};
use crate::client::MAX_ROUNDS;
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rules::{BAD_RESULT, ENDLESS_ROUNDS, UNDECLARED_INPUT};
use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::Id;
use crate::mcp::stateless::{
    INPUT_REQUIRED, InputRequest, InputRequiredResult, MISSING_REQUIRED_CLIENT_CAPABILITY,
};
use crate::mcp::{
    ELICITATION_CREATE, ElicitRequestParams, Misfit, Payload, ROOTS_LIST, SAMPLING_CREATE_MESSAGE,
    TOOLS_CALL,
};
use std::time::Duration;

/// How long a call waits that is to come again with nothing new.
const PAUSE: Duration = Duration::from_millis(100);

impl Walk<'_> {
    /// The outcome of a call, after as many rounds as it takes; `None` when it was not brought to an end,
    /// and has been said why.
    pub(super) fn rounds(
        &mut self,
        name: &str,
        params: &Object<'_>,
    ) -> Result<Option<Outcome>, Stop> {
        let (mut extra, mut alone) = (Object::default(), true);
        for round in 0..=MAX_ROUNDS {
            let sent: Object<'_> = params.clone().into_iter().chain(extra).collect();
            let again = Id::String(format!("call-{}", round + 1).into());
            let id = if round == 0 { 13.into() } else { again };
            let result = match self.request(id, TOOLS_CALL, sent.into())? {
                Ok(result) => result,
                Err(error) if error.code == MISSING_REQUIRED_CLIENT_CAPABILITY => {
                    return Ok(self.missing(name, error));
                }
                Err(error) => return Ok(Some(Err(error))),
            };
            let kind = result.get("resultType").and_then(Value::as_string);
            if !kind.is_some_and(|kind| *kind == *INPUT_REQUIRED) {
                return Ok(Some(Ok(result)));
            }
            let Some(answers) = self.answers(name, result) else { return Ok(None) };
            // Nobody had to think, so the server is given a moment.
            if answers.get("inputResponses").is_none() {
                self.listen(PAUSE)?;
            } else {
                alone = false;
            }
            extra = answers;
        }
        self.gives_up(name, alone);
        Ok(None)
    }

    /// The rounds are over; `alone`: in none of them was anything asked.
    fn gives_up(&mut self, name: &str, alone: bool) {
        if alone {
            let en = format!(
                "{name} asked to be called again {MAX_ROUNDS} times and more, without asking for anything"
            );
            let zh = format!("{name} 没有问任何问题，却要求重新调用超过 {MAX_ROUNDS} 次");
            self.find(&ENDLESS_ROUNDS, Certainty::CannotTell, Said::new(en, zh));
            return;
        }
        let en = format!("{name} asked for input {MAX_ROUNDS} times and more; given up");
        self.note(en, format!("{name} 反复要求输入，超过 {MAX_ROUNDS} 次，不再继续"));
    }

    /// The server says what it would have to ask. Where nobody is there to answer, that is as it should be.
    fn missing(
        &mut self,
        name: &str,
        error: crate::jsonrpc::ErrorObject<'static>,
    ) -> Option<Outcome> {
        let data = error.data.as_ref();
        let Some(needs) = data.and_then(|data| data.get("requiredCapabilities")?.as_object())
        else {
            let en = format!(
                "{name} was refused with -32021, and data.requiredCapabilities is no object"
            );
            let zh = format!("{name} 被拒绝（-32021），但 data.requiredCapabilities 不是对象");
            self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
            return None;
        };
        if self.plan.host.is_some() {
            return Some(Err(error));
        }
        let needs = needs.members();
        let needs: Vec<_> = needs.iter().map(|it| it.name.excerpt()).collect();
        let needs = brief(&needs.join(", "));
        let en = format!("{name} asks for input: {needs}; run probe in a terminal to answer");
        let zh = format!("{name} 要求输入：{needs}；在终端里运行 probe 才能回答");
        self.note(en, zh);
        None
    }

    /// What to send along next time; `None` when there is no next time.
    fn answers(&mut self, name: &str, result: Value<'static>) -> Option<Object<'static>> {
        let asked = match InputRequiredResult::from_value(result) {
            Ok(asked) if asked.input_requests.is_empty() && asked.request_state.is_none() => {
                let en =
                    format!("{name} asks for input, with neither inputRequests nor requestState");
                let zh = format!("{name} 要求输入，却既没有 inputRequests 也没有 requestState");
                self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
                return None;
            }
            Ok(asked) => asked,
            Err(misfit) => {
                let what = super::understand::named(TOOLS_CALL, &misfit);
                self.find(&BAD_RESULT, Certainty::Certain, what);
                return None;
            }
        };
        let capabilities = self.capabilities();
        let undeclared = asked.input_requests.iter().find(|it| !is_declared(it, &capabilities));
        if let Some(request) = undeclared {
            let method = request.method.excerpt();
            let en = format!("{name} asks for input: {method}, which the client did not declare");
            let zh = format!("{name} 要求输入：{method}，而客户端并没有声明这项能力");
            self.find(&UNDECLARED_INPUT, Certainty::Certain, Said::new(en, zh));
            return None;
        }
        let mut answers = Vec::new();
        for InputRequest { key, method, params } in asked.input_requests {
            let value = self.answer(name, &method, &params.unwrap_or_default())?;
            answers.push(Member { name: key, value });
        }
        let answers: Object<'_> = answers.into_iter().collect();
        // MUST (2026-07-28, basic/patterns/mrtr): to the letter, and none where none was given.
        let state = asked.request_state.map(|state| ("requestState", state.into()));
        let given = (!answers.members().is_empty()).then(|| ("inputResponses", answers.into()));
        Some(given.into_iter().chain(state).collect())
    }

    /// The host's answer; when it will not answer, the call is not sent again.
    fn answer(
        &mut self,
        name: &str,
        method: &Str<'_>,
        params: &Value<'_>,
    ) -> Option<Value<'static>> {
        if let Some(misfit) = unfit(method, params) {
            let Misfit { member, expected } = misfit;
            let en = format!(
                "{name} asks for input, and the params of {ELICITATION_CREATE} do not fit: `{member}` must be {expected}"
            );
            let zh = format!(
                "{name} 要求输入，但 {ELICITATION_CREATE} 的 params 不合格：`{member}` 缺失或类型不对（{expected}）"
            );
            self.find(&BAD_RESULT, Certainty::Certain, Said::new(en, zh));
            return None;
        }
        match self.plan.host.as_mut()?.answer(method, params) {
            Ok(answer) => Some(answer),
            Err(error) => {
                let (method, error) = (method.excerpt(), brief(&error));
                let en = format!("{name} asks for input: {method}; not answered: {error}");
                self.note(en, format!("{name} 要求输入：{method}；没有回答：{error}"));
                None
            }
        }
    }
}

/// MUST (2026-07-28, basic/patterns/mrtr): a server asks only what this very request says can be asked.
fn is_declared(request: &InputRequest<'_>, capabilities: &Object<'_>) -> bool {
    let kinds = [
        (ELICITATION_CREATE, "elicitation"),
        (SAMPLING_CREATE_MESSAGE, "sampling"),
        (ROOTS_LIST, "roots"),
    ];
    let kind = kinds.iter().find(|(method, _)| request.method == **method);
    let declared = kind.and_then(|(_, kind)| capabilities.get(kind));
    // `{}` stands for forms.
    let mode = request.params.as_ref().and_then(|params| params.get("mode")?.as_string());
    let by_url = mode.is_some_and(|mode| *mode == *"url");
    declared.is_some_and(|declared| !by_url || declared.get("url").is_some())
}

/// What is wrong with a form that somebody is to fill in.
fn unfit(method: &Str<'_>, params: &Value<'_>) -> Option<Misfit> {
    let mode = params.get("mode").and_then(Value::as_string);
    let form = *method == *ELICITATION_CREATE && mode.is_none_or(|mode| *mode == *"form");
    form.then(|| ElicitRequestParams::from_value(params.clone()).err()).flatten()
}
