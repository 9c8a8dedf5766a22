//! The server as a function, and the whole way over two channels.

use super::schema;
use super::stats::{Times, repeat};
use crate::cli::clock::time;
use crate::cli::failure::Failure;
use crate::client::{ClientError, Connection};
use crate::json::{Object, Value};
use crate::mcp::{Implementation, PING};
use crate::server::{Server, Session, serve};
use crate::servers::mini::mini;
use crate::text::{Lang, Text, width};
use crate::transport::{Channel, Child, Launch, Transport, channel};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const FUNCTION: Text = Text::new("tools/call, line to line", "tools/call，一行进一行出");
const STATELESS: Text = Text::new("the same, stateless era", "同上，无握手的 2026-07-28 版");
const SCHEMA: Text = Text::new("schema check, 20 members", "schema 校验，20 个成员");
const STDIO: Text = Text::new("tools/call, child process", "tools/call，子进程");
const CALLS: Text = Text::new("tools/call, two threads", "tools/call，两个线程");
const TRIP: Text = Text::new("ping, two threads", "ping，两个线程");
const BARE: Text = Text::new("bare mpsc ping-pong", "只有 mpsc 来回");
const RATIO: Text = Text::new("ping ÷ bare", "ping ÷ 只有 mpsc");

const CALL: &str = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}"#;
const STATELESS_CALL: &str = r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;
const ANSWER: &str =
    r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"7"}],"isError":false}}"#;

/// How often round trip and ping-pong take turns.
const ROUNDS: u32 = 7;

/// The rows of the table, ready to print.
pub(super) fn measure(each: Duration, lang: Lang, program: &Path) -> Result<Vec<String>, Failure> {
    let said = |error: &dyn std::fmt::Display| Failure::Said(error.to_string());
    // The bench never reads a file, so where the demo data would lie does not matter.
    let server = mini(PathBuf::new()).map_err(|error| said(&error))?;
    let mut rows = vec![row(FUNCTION.get(lang), &function(&server, each))];
    rows.push(row(STATELESS.get(lang), &stateless(&server, each)));
    rows.push(row(SCHEMA.get(lang), &schema::measure(each)?));
    let [mut pings, mut calls, mut bares, mut ratios] = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        let ping = trips(&server, each / ROUNDS, ping).map_err(|error| said(&error))?;
        let bare = bare_for(each / ROUNDS);
        ratios.push(Times::new(bare.clone()).median() / Times::new(ping.clone()).median());
        pings.extend(ping);
        bares.extend(bare);
        calls.extend(trips(&server, each / ROUNDS, call).map_err(|error| said(&error))?);
    }
    let stdio = over_stdio(program, each).map_err(|error| said(&error))?;
    rows.push(row(STDIO.get(lang), &Times::new(stdio)));
    rows.push(row(CALLS.get(lang), &Times::new(calls)));
    rows.push(row(TRIP.get(lang), &Times::new(pings)));
    rows.push(row(BARE.get(lang), &Times::new(bares)));
    let name = RATIO.get(lang);
    let pad = " ".repeat(28_usize.saturating_sub(width(name)));
    rows.push(format!("{name}{pad} {:>12.2}", Times::new(ratios).median()));
    Ok(rows)
}

/// One line in, one line out, one thread.
fn function(server: &Server, each: Duration) -> Times {
    let mut session = Session::default();
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}"#;
    drop(server.answer(&mut session, hello));
    repeat(each, || server.answer(&mut session, std::hint::black_box(CALL)))
}

/// The same without a handshake: each line says by itself who asks.
fn stateless(server: &Server, each: Duration) -> Times {
    let mut session = Session::default();
    let mut answer =
        || server.answer_in_its_era(&mut session, std::hint::black_box(STATELESS_CALL));
    repeat(each, &mut answer)
}

/// A client that asks once and waits for the answer.
type Ask = fn(&mut Connection<Channel>) -> Result<(), ClientError>;

fn ping(client: &mut Connection<Channel>) -> Result<(), ClientError> {
    client.call(PING, None).map(drop)
}

fn call<T: Transport>(client: &mut Connection<T>) -> Result<(), ClientError> {
    let arguments = Object::from([("a", Value::from(3)), ("b", Value::from(4))]);
    client.call_tool("add", arguments).map(drop)
}

/// Nanoseconds of each question, client and server on two threads, one in flight.
fn trips(server: &Server, each: Duration, ask: Ask) -> Result<Vec<f64>, ClientError> {
    let (client_end, mut server_end) = channel();
    thread::scope(|scope| {
        scope.spawn(move || serve(server, &mut server_end));
        let mut client = Connection::new(client_end);
        client.initialize("2025-06-18", Implementation::new("bench", "0"))?;
        timed(each, || ask(&mut client))
    })
}

/// The same with the server in a process of its own.
fn over_stdio(program: &Path, each: Duration) -> Result<Vec<f64>, ClientError> {
    let args = vec!["serve".into(), "mini".into()];
    let server = Child::start(&Launch { program: program.into(), args, ..Launch::default() })?;
    let mut client = Connection::new(server);
    client.initialize("2025-06-18", Implementation::new("bench", "0"))?;
    timed(each, || call(&mut client))
}

/// The same strings to and fro over two channels, and nothing else done with them.
fn bare_for(each: Duration) -> Vec<f64> {
    let (to_server, server_inbox) = mpsc::channel::<String>();
    let (to_client, client_inbox) = mpsc::channel::<String>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut answer = ANSWER.to_owned();
            while let Ok(call) = server_inbox.recv() {
                if to_client.send(answer).is_err() {
                    break;
                }
                answer = call;
            }
        });
        let mut call = CALL.to_owned();
        let times = timed(each, || -> Result<(), mpsc::RecvError> {
            // The other end lives as long as this scope.
            let _ = to_server.send(std::mem::take(&mut call));
            call = client_inbox.recv()?;
            Ok(())
        });
        drop(to_server);
        times.unwrap_or_default()
    })
}

fn timed<E>(each: Duration, mut work: impl FnMut() -> Result<(), E>) -> Result<Vec<f64>, E> {
    for _ in 0..200 {
        work()?; // Warm up: both threads are awake, the allocator knows the sizes.
    }
    let mut spent = Duration::ZERO;
    let mut times = Vec::new();
    while spent < each {
        let (taken, done) = time(&mut work);
        done?;
        spent += taken;
        times.push(taken.as_secs_f64() * 1e9);
    }
    Ok(times)
}

fn row(name: &str, times: &Times) -> String {
    let pad = " ".repeat(28_usize.saturating_sub(width(name)));
    let (median, late) = (times.median(), times.quantile(0.99));
    let us = |nanoseconds: f64| format!("{:.2} µs", nanoseconds / 1e3);
    format!("{name}{pad} {:>12.0} {:>10} {:>10}", 1e9 / median, us(median), us(late))
}
