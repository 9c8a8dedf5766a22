//! Step 4 as a task: the call is answered at once with a task, and its result is fetched when that is over.
//!
//! ```text
//! tools/call     with task: {"ttl":60000}
//! tasks/get      again and again, as long as the task is at work
//! tasks/result   what the call would have been answered with
//! tasks/get      once more: what is over stays so
//! ```
//!
//! Source: MCP 2025-11-25, `basic/utilities/tasks`.

use super::walk::{Stop, Walk};
use crate::doctor::examine::is_over;
use crate::doctor::finding::{Certainty, Said, brief};
use crate::doctor::rule::Owner;
use crate::doctor::rules::CALL_REFUSED;
use crate::json::{Member, Object, Str, Value};
use crate::jsonrpc::Id;
use crate::mcp::{Era, TOOLS_CALL};
use std::time::Duration;

/// How long the server is to keep the task, in milliseconds.
const TTL: i64 = 60_000;

/// How often it is looked at, at most.
const MAX_LOOKS: usize = 100;

/// How long is waited between two looks, unless the server says how long, and at most.
const USUAL: u64 = 100;
const LONGEST: u64 = 1000;

/// A task, as the server has told it last.
struct Task {
    id: String,
    status: String,
    pause: Duration,
}

impl Task {
    fn read(value: &Value<'_>) -> Option<Self> {
        let text = |name: &str| Some(value.get(name)?.as_string()?.text().ok()?.into_owned());
        let pause = value.get("pollInterval").and_then(Value::as_number);
        let pause = pause.and_then(|it| u64::try_from(it.to_i64().ok()?).ok()).unwrap_or(USUAL);
        let pause = Duration::from_millis(pause.min(LONGEST));
        Some(Self { id: text("taskId")?, status: text("status")?, pause })
    }
}

impl Walk<'_> {
    pub(super) fn call_as_task(&mut self, name: &str, params: Object<'_>) -> Result<(), Stop> {
        if let Some((en, zh)) = self.no_tasks(name) {
            self.skip(&en, &zh);
            return Ok(());
        }
        let task = Object::from([("ttl", TTL.into())]);
        let task = Member { name: "task".into(), value: task.into() };
        let params: Object<'_> = params.into_iter().chain([task]).collect();
        let result = match self.request(13, TOOLS_CALL, params.into())? {
            Ok(result) => result,
            Err(error) => {
                self.call_refused(name, &error);
                return Ok(());
            }
        };
        match result.get("task").map(Task::read) {
            // That it is none, or a strange one, shows when the recording is read.
            None => self.called(name, &result),
            Some(None) => self.note("the answer names no task", "响应里没有任务"),
            Some(Some(task)) => self.follow(name, task)?,
        }
        Ok(())
    }

    /// Why the call cannot be made a task.
    fn no_tasks(&self, name: &str) -> Option<(String, String)> {
        if self.era == Era::Stateless {
            let en = "--task: 2026-07-28 itself has no tasks";
            return Some((en.to_owned(), "--task：2026-07-28 本身没有任务".to_owned()));
        }
        let tasks = self.offers.capabilities.get("tasks");
        if tasks.and_then(|it| it.get("requests")?.get("tools")?.get("call")).is_none() {
            let en = "--task: the server does not declare tasks.requests.tools.call";
            let zh = "--task：服务器没有声明 tasks.requests.tools.call";
            return Some((en.to_owned(), zh.to_owned()));
        }
        let named = |it: &&Value<'_>| {
            it.get("name").and_then(Value::as_string).is_some_and(|it| *it == *name)
        };
        let tool = self.tools.iter().find(named)?;
        let support = tool.get("execution").and_then(|it| it.get("taskSupport")?.as_string());
        let allowed = support.is_some_and(|it| *it != *"forbidden");
        (!allowed).then(|| {
            let en = format!("--task: execution.taskSupport of {name} does not allow it");
            (en, format!("--task：{name} 的 execution.taskSupport 不允许"))
        })
    }

    /// Looks at a task until it is over, and then at what came of it.
    fn follow(&mut self, name: &str, mut task: Task) -> Result<(), Stop> {
        let deadline = (self.now)() + self.plan.patience;
        for look in 1..=MAX_LOOKS {
            if is_over(&task.status) || (self.now)() >= deadline {
                break;
            }
            self.listen(task.pause)?;
            match self.look(look, &task.id)? {
                Some(now) => task = now,
                None => return Ok(()),
            }
        }
        if !is_over(&task.status) {
            return self.leave(&task);
        }
        let Some(result) = self.about("task-result", "tasks/result", &task)? else { return Ok(()) };
        if task.status == "completed" {
            self.called(name, &result);
        } else {
            let (id, status) = (brief(&task.id), brief(&task.status));
            self.note(format!("task {id} is {status}"), format!("任务 {id} 的状态是 {status}"));
        }
        // What is over stays so: whether it does shows when the recording is read.
        self.look(MAX_LOOKS + 1, &task.id)?;
        Ok(())
    }

    /// The task as it is now; `None` when that was not to be had, and has been said.
    fn look(&mut self, look: usize, task: &str) -> Result<Option<Task>, Stop> {
        let task = Task { id: task.to_owned(), status: String::new(), pause: Duration::ZERO };
        let result = self.about(&format!("task-{look}"), "tasks/get", &task)?;
        let now = result.as_ref().map(Task::read);
        if matches!(now, Some(None)) {
            self.note("tasks/get was answered with no task", "tasks/get 的响应不是任务");
        }
        Ok(now.flatten())
    }

    /// Asks something about a task; `None` when it was refused, and that has been said.
    fn about(
        &mut self,
        id: &str,
        method: &str,
        task: &Task,
    ) -> Result<Option<Value<'static>>, Stop> {
        let which = Object::from([("taskId", Str::from(task.id.clone()).into())]);
        let outcome = self.request(Id::String(id.to_owned().into()), method, which.into())?;
        let error = match outcome {
            Ok(result) => return Ok(Some(result)),
            // The result of a call that has failed is what it failed with.
            Err(_) if method == "tasks/result" && task.status != "completed" => {
                return Ok(Some(Value::default()));
            }
            Err(error) => error,
        };
        let (id, error) = (brief(&task.id), brief(&error));
        let en = format!("{method} for task {id}, which the server has just named: {error}");
        let zh = format!("任务 {id} 是服务器刚给出的，{method} 却被拒绝：{error}");
        self.find(&CALL_REFUSED, Certainty::Likely, Said::new(en, zh));
        if let Some(finding) = self.report.findings.last_mut() {
            finding.owner = Owner::Server;
        }
        Ok(None)
    }

    /// It takes longer than anybody waits here.
    fn leave(&mut self, task: &Task) -> Result<(), Stop> {
        let (id, status) = (brief(&task.id), brief(&task.status));
        let cancel = self.offers.capabilities.get("tasks").and_then(|it| it.get("cancel"));
        let (en, zh) = if cancel.is_some() {
            self.about("task-cancel", "tasks/cancel", task)?;
            ("and was cancelled", "已取消")
        } else {
            ("and cannot be cancelled", "没有办法取消")
        };
        self.note(
            format!("task {id} was still {status}, {en}"),
            format!("任务 {id} 的状态还是 {status}，{zh}"),
        );
        Ok(())
    }
}
