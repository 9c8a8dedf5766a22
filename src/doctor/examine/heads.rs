//! Examining the heads of HTTP: each exchange is judged when its answer is there.

use super::Examination;
use super::checks::CHECKS;
use super::exchange::Exchange;
use super::facts::Facts;
use super::http::Exchanged;
use crate::doctor::finding::Certainty;
use crate::doctor::rule::Revisions;
use crate::transport::Side;

impl Examination {
    /// A head.
    pub(super) fn head(&mut self, at: usize, side: Side, head: &str) {
        self.judge(None);
        self.facts.at = at;
        let how = (self.facts.step, self.facts.trials.announced());
        self.facts.http.head(at, side, head, how);
    }

    /// Whatever comes behind the head of an answer shows what that is worth.
    pub(super) fn judge(&mut self, said: Option<&str>) {
        let Some(mut exchange) = self.facts.http.judged() else { return };
        if let Some(body) = &exchange.body {
            exchange.step = self.step_of(body.at);
        }
        if !exchange.on_purpose && !self.facts.http.is_old() {
            self.ask_of(&exchange, said);
        }
        self.facts.http.learn(exchange);
    }

    fn ask_of(&mut self, exchange: &Exchange, said: Option<&str>) {
        let Some(replied) = &exchange.replied else { return };
        let revisions = spoken(&self.facts, exchange);
        let about = Exchanged { exchange, replied, said, revisions };
        for (rule, check) in &CHECKS.exchange {
            if !rule.revisions.meet(revisions) {
                continue;
            }
            for mut found in check(&self.facts, &about) {
                found.at = found.at.or(Some(exchange.at));
                found.step = found.step.or(rule.step).or(Some(exchange.step));
                let certainty = found.certainty.unwrap_or(rule.certainty);
                if !replied.sure && certainty == Certainty::Certain {
                    found.certainty = Some(Certainty::Likely);
                }
                self.findings.add(rule, &self.facts, found, None);
            }
        }
    }

    /// The step of the message at this place, if that waits for its answer; else the one that is reached.
    fn step_of(&self, at: usize) -> usize {
        let asked = self.facts.client.each_open().find(|asked| asked.at == at);
        asked.map_or(self.facts.step, |asked| asked.step)
    }
}

/// The revisions that an exchange may be of.
fn spoken(facts: &Facts, exchange: &Exchange) -> Revisions {
    if let Some(body) = &exchange.body {
        return body.revisions;
    }
    match facts.session.revisions() {
        Some(revisions) => revisions,
        None if facts.stateless.spoken => Revisions::STATELESS,
        None => Revisions::ALL,
    }
}
