//! What is kept for who comes back, up to which limit, and what is said when there is nothing to say.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod http_wire;

use http_wire::{
    END, LONG, STREAM, Up, Wire, bare, call, chunk, counted, endpoint, event_with, json, post,
    refusal, said, session, up,
};
use mcp_lab::mcp::{ServerCapabilities, Tool};
use mcp_lab::server::http::{Endpoint, KEEP_ALIVE, MAX_ENDED_STREAMS, MAX_KEPT, MAX_KEPT_BYTES};
use mcp_lab::server::{Exchange, Server};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A server with this tool.
fn with(long: impl Fn(&Exchange) + Send + Sync + 'static) -> Server {
    let tool = Tool::new("long", "Takes its time", r#"{"type":"object"}"#).unwrap();
    let server = Server::new("lab", "1").capabilities(ServerCapabilities::tools());
    server
        .long_tool(tool, move |exchange, _| {
            long(exchange);
            Ok::<_, &str>("done")
        })
        .unwrap()
}

/// What such a tool says before its answer.
fn step(number: usize, message: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":"t","progress":{number}{message}}}}}"#
    )
}

fn back(fields: &str, id: &str) -> String {
    bare("GET", &format!("{fields}Last-Event-ID: {id}\r\n"))
}

/// The events of these numbers, and the answer behind them.
fn events(numbers: std::ops::RangeInclusive<usize>, message: &str) -> String {
    let last = numbers.end() + 1;
    let steps = numbers.map(|number| event_with(&format!("2-{number}"), &step(number, message)));
    steps.collect::<String>() + &event_with(&format!("2-{last}"), &said(7, "done")) + END
}

#[test]
fn only_the_newest_events_of_a_stream_are_kept() {
    let all = MAX_KEPT + 50;
    let up = up(endpoint(with(move |exchange| {
        for step in 1..=u32::try_from(all).unwrap() {
            exchange.progress(f64::from(step), None, None);
        }
    })));
    let fields = session(&up, "2025-06-18", "{}");
    let whole = STREAM.to_owned() + &events(1..=all, "");
    assert_eq!(up.says(&post(&fields, &call(7, "long"))), whole);
    // The answer is the last of them.
    let kept = STREAM.to_owned() + &events(all + 2 - MAX_KEPT..=all, "");
    assert_eq!(up.says(&back(&fields, "2-0")), kept);
    assert_eq!(up.says(&back(&fields, "2-1")), kept);
}

#[test]
fn large_events_are_kept_only_as_far_as_they_have_room() {
    let message = "x".repeat(20_000);
    let shown = format!(r#","message":"{message}""#);
    let up = up(endpoint(with(move |exchange| {
        for step in 1..=10 {
            exchange.progress(f64::from(step), None, Some(&message));
        }
    })));
    let fields = session(&up, "2025-06-18", "{}");
    let whole = STREAM.to_owned() + &events(1..=10, &shown);
    assert_eq!(up.says(&post(&fields, &call(7, "long"))), whole);
    assert!((3 * 20_000..4 * 20_000).contains(&MAX_KEPT_BYTES));
    assert_eq!(up.says(&back(&fields, "2-0")), STREAM.to_owned() + &events(8..=10, &shown));
}

#[test]
fn of_the_streams_that_have_ended_only_the_newest_are_kept() {
    let up = up(endpoint(with(|exchange| exchange.progress(1.0, None, None))));
    let fields = session(&up, "2025-06-18", "{}");
    let calls = MAX_ENDED_STREAMS + 2;
    for _ in 0..calls {
        up.says(&post(&fields, &call(7, "long")));
    }
    let gone = "Bad request: Last-Event-ID is of no stream that is still known";
    let gone = refusal("400 Bad Request", gone);
    // One that begins makes room only for those that have ended before it.
    assert_eq!(up.says(&back(&fields, "2-1")), gone);
    for number in 3..2 + calls {
        let id = format!("{number}-2");
        let last = STREAM.to_owned() + &event_with(&id, &said(7, "done")) + END;
        assert_eq!(up.says(&back(&fields, &format!("{number}-1"))), last, "{id}");
    }
}

/// A server with a tool that says nothing until it is let go, and a clock of which each look is five
/// seconds later.
fn silent() -> (Up, std::sync::mpsc::Sender<()>) {
    static NOW: AtomicU64 = AtomicU64::new(0);
    let (go, gate) = channel();
    let gate = Mutex::new(gate);
    let server = with(move |_| gate.lock().unwrap().recv_timeout(LONG).unwrap());
    let clock = || Duration::from_secs(5 * NOW.fetch_add(1, Ordering::Relaxed));
    (up(Endpoint::new(Arc::new(server), clock, counted)), go)
}

/// Reads what shows that somebody is still there, and then the last words, whatever else of the first
/// comes in between.
fn stays(wire: &mut Wire, last: &str) {
    wire.half_close();
    let rest = wire.rest();
    let silence = rest.strip_suffix(last).unwrap_or(&rest);
    assert_eq!(silence.replace(&chunk(":\n\n"), ""), "");
}

#[test]
fn a_long_silence_is_broken_with_a_line_that_says_nothing() {
    assert_eq!(KEEP_ALIVE, Duration::from_secs(15));
    let (up, go) = silent();
    let fields = session(&up, "2025-06-18", "{}");
    let mut wire = up.wire();
    wire.send(&post(&fields, &call(7, "long")));
    wire.reads(&(STREAM.to_owned() + &chunk(":\n\n")));
    go.send(()).unwrap();
    stays(&mut wire, &(event_with("2-1", &said(7, "done")) + END));
    let mut wire = up.wire();
    wire.send(&bare("GET", &fields));
    wire.reads(&(STREAM.to_owned() + &chunk(":\n\n")));
    assert_eq!(up.says(&bare("DELETE", &fields)), "HTTP/1.1 204 No Content\r\n\r\n");
    stays(&mut wire, END);
}

#[test]
fn an_answer_that_comes_in_time_is_no_stream() {
    let up = up(endpoint(with(|_| ())));
    let fields = session(&up, "2025-11-25", "{}");
    assert_eq!(up.says(&post(&fields, &call(7, "long"))), json("200 OK", &said(7, "done")));
    // It was given whole: there is nothing to come back to.
    let gone = "Bad request: Last-Event-ID is of no stream that is still known";
    assert_eq!(up.says(&back(&fields, "2-0")), refusal("400 Bad Request", gone));
}
