//! Faults that no probe meets, and why.

use super::Broken;
use crate::text::Text;

/// They show only when a client does what a probe does not.
const UNMET: [(&[&str], Text); 4] = [
    (
        &["discover-kills"],
        Text::new(
            "an old server may end when a newer client asks it something; probe starts it once more, says so, and does not hold it against it",
            "旧服务器遇到新客户端的问题，有可能直接退出；probe 会重新启动它并说明，但不算它的错",
        ),
    ),
    (
        &["answered-cancelled", "answered-after-cancel"],
        Text::new(
            "probe cancels no call: it makes one at most, and that one is to be answered; whatever else it asks may be answered before the cancellation is read",
            "probe 不会取消调用：它最多调用一次，而且要等到结果；其他问题，往往还没读到取消就已经答完了",
        ),
    ),
    (
        &["answered-early"],
        Text::new(
            "probe reads what comes first as something that was not asked for: only the whole recording shows that the request was still to come",
            "probe 先读到的响应，当时只能算没人问过；要看完整个记录，才知道请求还在后面",
        ),
    ),
    (
        &["task-result", "task-transition", "task-related"],
        Text::new(
            "probe starts no task: a task may go on after the probe has left",
            "probe 不创建任务：probe 走了，任务可能还在继续",
        ),
    ),
];

impl Broken {
    /// Why no probe meets this fault, if none does; whoever reads what a real client did still finds it.
    pub fn unmet(&self) -> Option<Text> {
        let row = UNMET.iter().find(|(slugs, _)| slugs.contains(&self.slug));
        row.map(|(_, why)| *why)
    }
}
