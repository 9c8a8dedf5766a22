//! Word of changes: who makes one, and who hears of it.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::jsonrpc::Message;
use mcp_lab::mcp::ServerCapabilities;
use mcp_lab::server::{Change, Changes, Listening, Server};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// Puts every change that is heard into a channel, as the line a client would get.
fn into(heard: Sender<String>) -> Box<dyn Fn(&Change) + Send + Sync> {
    Box::new(move |change| {
        heard.send(Message::Notification(change.notification()).to_line()).unwrap();
    })
}

fn all(heard: &Receiver<String>) -> Vec<String> {
    heard.try_iter().collect()
}

const TOOLS: &str = r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;
const PROMPTS: &str = r#"{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}"#;
const RESOURCES: &str = r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed"}"#;
const A: &str =
    r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}}"#;

fn make_all(changes: &Changes) {
    changes.tools();
    changes.prompts();
    changes.resources();
    changes.resource("file:///a");
}

#[test]
fn every_change_is_a_line_of_its_own_in_the_order_they_were_made() {
    let (to, heard) = channel();
    let changes = Changes::default();
    let _listening = changes.listen(into(to));
    // A clone tells the same listeners.
    make_all(&changes.clone());
    assert_eq!(all(&heard), [TOOLS, PROMPTS, RESOURCES, A]);
}

#[test]
fn everybody_who_listens_hears_and_who_has_stopped_does_not() {
    let (to, heard) = channel();
    let (other, others) = channel();
    let changes = Changes::default();
    let one = changes.listen(into(to));
    let _two = changes.listen(into(other));
    changes.tools();
    drop(one);
    changes.prompts();
    assert_eq!(all(&heard), [TOOLS]);
    assert_eq!(all(&others), [TOOLS, PROMPTS]);
}

#[test]
fn a_change_nobody_hears_is_no_trouble_and_a_guard_may_outlive_its_changes() {
    let changes = Changes::default();
    make_all(&changes);
    let (to, heard) = channel();
    let listening = changes.listen(into(to));
    drop(changes);
    drop(listening);
    assert_eq!(all(&heard), [""; 0]);
}

#[test]
fn a_listener_may_stop_itself_listen_anew_and_make_changes() {
    let changes = Changes::default();
    let guard: Arc<Mutex<Option<Listening>>> = Arc::default();
    let (to, heard) = channel();
    let (mine, again) = (Arc::clone(&guard), changes.clone());
    let listener = move |change: &Change| {
        if *change == Change::Tools {
            *mine.lock().unwrap() = Some(again.listen(into(to.clone())));
            again.prompts();
        }
    };
    let listening = changes.listen(Box::new(listener));
    *guard.lock().unwrap() = Some(listening);
    changes.tools();
    changes.resources();
    assert_eq!(all(&heard), [PROMPTS, RESOURCES]);
}

#[test]
fn a_slow_listener_keeps_nobody_from_listening_or_stopping() {
    let changes = Changes::default();
    let (arrived, begun) = channel();
    let (let_go, open) = channel::<()>();
    let open = Mutex::new(open);
    let slow = changes.listen(Box::new(move |_| {
        arrived.send(()).unwrap();
        // An end of the test that is not the good one lets go, too.
        let _ = open.lock().unwrap().recv();
    }));
    let telling = {
        let changes = changes.clone();
        thread::spawn(move || changes.tools())
    };
    begun.recv().unwrap();
    // It hangs in there. All the same:
    drop(slow);
    let (to, heard) = channel();
    let _listening = changes.listen(into(to));
    changes.prompts();
    assert_eq!(all(&heard), [PROMPTS]);
    let_go.send(()).unwrap();
    telling.join().unwrap();
}

#[test]
fn a_server_tells_only_what_it_has_promised() {
    let nothing = ServerCapabilities::tools;
    let resources = |flags| nothing().with("resources", flags);
    for (promised, expected) in [
        (nothing(), &[][..]),
        (nothing().with("tools", &["listChanged"]), &[TOOLS]),
        (nothing().with("prompts", &["listChanged"]), &[PROMPTS]),
        (resources(&[]), &[]),
        (resources(&["listChanged"]), &[RESOURCES]),
        (resources(&["subscribe"]), &[A]),
        (resources(&["subscribe", "listChanged"]), &[RESOURCES, A]),
    ] {
        let changes = Changes::default();
        let said = format!("{promised:?}");
        let server = Server::new("tells", "1").capabilities(promised).changes(changes.clone());
        let (to, heard) = channel();
        let _listening = server.listen(into(to));
        make_all(&changes);
        assert_eq!(all(&heard), expected, "{said}");
    }
}
