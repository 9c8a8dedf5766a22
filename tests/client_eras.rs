//! A client that meets servers of either era, and one that answers what they ask.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a broken test should stop")]

mod eras;

use eras::{bare, sealed};
use mcp_lab::client::{ClientError, Connection, Host, MAX_ROUNDS, Opened, Stateless, open};
use mcp_lab::json::{Object, Str, Value, parse};
use mcp_lab::jsonrpc::ErrorObject;
use mcp_lab::mcp::{ContentBlock, ELICITATION_CREATE, Implementation};
use mcp_lab::server::{Server, live, serve_both_eras};
use mcp_lab::transport::{Streams, Tap, Transport, channel};
use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex};
use std::thread;

/// What a scripted server does when it is asked something.
#[derive(Debug, Clone, Copy)]
enum Does {
    Says(&'static str),
    StaysSilent,
    HangsUp,
}
use Does::{HangsUp, Says, StaysSilent};

/// A wire to a server that follows a script; a line with `"id"` takes the next entry.
#[derive(Debug)]
struct Scripted {
    does: VecDeque<Does>,
    waiting: VecDeque<Does>,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Transport for Scripted {
    fn send(&mut self, line: String) -> io::Result<()> {
        if line.contains("\"id\"") {
            self.waiting.extend(self.does.pop_front());
        }
        let value = parse(&line).unwrap();
        let method = value.get("method").unwrap().as_string().unwrap().text().unwrap().into_owned();
        self.heard.lock().unwrap().push(method);
        Ok(())
    }

    fn recv(&mut self) -> io::Result<Option<String>> {
        match self.waiting.pop_front() {
            Some(Says(line)) => Ok(Some(line.to_owned())),
            Some(StaysSilent) => Err(ErrorKind::TimedOut.into()),
            Some(HangsUp) | None => Ok(None),
        }
    }
}

const REFUSED: &str = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}"#;
const FRESH: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}"#;

/// Opens a connection to servers that follow these scripts, one for each start; what crossed to them.
fn opens(scripts: &[&[Does]]) -> (Result<Opened<Scripted>, ClientError>, Vec<String>) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let mut scripts = scripts.iter();
    let start = || {
        let does = scripts.next().unwrap_or_else(|| panic!("started too often"));
        let does = does.iter().copied().collect();
        heard.lock().unwrap().push("start".to_owned());
        Ok(Connection::new(Scripted { does, waiting: VecDeque::new(), heard: Arc::clone(&heard) }))
    };
    let opened = open(start, Implementation::new("me", "1"));
    let heard = heard.lock().unwrap().clone();
    (opened, heard)
}

#[track_caller]
fn falls_back(scripts: &[&[Does]], expected: &[&str]) {
    let (opened, heard) = opens(scripts);
    let Ok(Opened::Handshake(_, result)) = opened else { panic!("{opened:?}") };
    assert_eq!(result.protocol_version.text().unwrap(), "2025-06-18");
    assert_eq!(heard, expected);
}

const ON_THE_SAME_WIRE: [&str; 4] =
    ["start", "server/discover", "initialize", "notifications/initialized"];

#[test]
fn any_error_that_an_old_server_could_send_leads_to_the_handshake() {
    falls_back(&[&[Says(REFUSED), Says(INITIALIZED)]], &ON_THE_SAME_WIRE);
    for code in ["-32600", "-32602", "-32603", "-32000", "0", "1"] {
        let line = REFUSED.replace("-32601", code).leak();
        falls_back(&[&[Says(line), Says(INITIALIZED)]], &ON_THE_SAME_WIRE);
    }
}

#[test]
fn silence_leads_to_the_handshake_on_the_same_wire() {
    falls_back(&[&[StaysSilent, Says(INITIALIZED)]], &ON_THE_SAME_WIRE);
}

#[test]
fn a_server_that_does_not_survive_the_question_is_started_again() {
    let restarted =
        ["start", "server/discover", "start", "initialize", "notifications/initialized"];
    falls_back(&[&[HangsUp], &[Says(FRESH)]], &restarted);
}

#[test]
fn a_result_that_is_none_leads_to_the_handshake() {
    for result in ["{}", r#"{"supportedVersions":7,"capabilities":{}}"#] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#).leak();
        falls_back(&[&[Says(line), Says(INITIALIZED)]], &ON_THE_SAME_WIRE);
    }
    let old = r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-11-25"],"capabilities":{}}}"#;
    falls_back(&[&[Says(old), Says(INITIALIZED)]], &ON_THE_SAME_WIRE);
}

#[test]
fn a_server_of_the_stateless_era_is_never_asked_to_initialize() {
    let newer = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no","data":{"supported":["2027-01-01"],"requested":"2026-07-28"}}}"#;
    let (opened, heard) = opens(&[&[Says(newer)]]);
    let Err(ClientError::Unsupported(names)) = opened else { panic!("{opened:?}") };
    assert_eq!(names, ["2027-01-01"]);
    assert_eq!(heard, ["start", "server/discover"]);
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2027-01-01"],"capabilities":{}}}"#;
    let (opened, _) = opens(&[&[Says(result)]]);
    assert!(matches!(opened, Err(ClientError::Unsupported(_))), "{opened:?}");
    for code in ["-32020", "-32021"] {
        let (opened, heard) = opens(&[&[Says(REFUSED.replace("-32601", code).leak())]]);
        assert!(matches!(opened, Err(ClientError::Refused(_))), "{opened:?}");
        assert_eq!(heard, ["start", "server/discover"]);
    }
}

#[test]
fn a_server_of_both_eras_is_spoken_to_without_a_handshake() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{}}}}"#;
    let (opened, heard) = opens(&[&[Says(result)]]);
    let Ok(Opened::Stateless(_, result)) = opened else { panic!("{opened:?}") };
    assert!(result.capabilities.has("tools"));
    assert_eq!(heard, ["start", "server/discover"]);
}

/// Somebody who answers forms as the script says.
#[derive(Debug)]
struct Script(VecDeque<&'static str>);

impl Host for Script {
    fn capabilities(&self) -> Object<'static> {
        Object::from([("elicitation", Object::default().into())])
    }

    fn answer(
        &mut self,
        method: &Str<'_>,
        _: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        assert_eq!(method.text().unwrap(), ELICITATION_CREATE);
        let answer = self.0.pop_front().ok_or_else(|| ErrorObject::new(-1, "nobody is here"))?;
        Ok(parse(answer).unwrap())
    }
}

/// A stateless session with a server; what the call of `greet` came to, and what crossed.
fn greets(server: Server, answers: &[&'static str]) -> (Result<String, String>, Vec<String>) {
    let (client_end, mut server_end) = channel();
    let serving = thread::spawn(move || serve_both_eras(&server, &mut server_end));
    let host = Script(answers.iter().copied().collect());
    let connection = Connection::new(Tap::new(client_end)).with_host(host);
    let mut client = Stateless::new(connection, Implementation::new("me", "1"));
    let result = client.call_tool("greet", Object::default());
    let text = result.map_err(|error| error.to_string()).map(|result| {
        let [ContentBlock::Text(text)] = result.content.as_slice() else { panic!("{result:?}") };
        text.text().unwrap().into_owned()
    });
    let crossings = client.into_wire().into_crossings();
    serving.join().unwrap().unwrap();
    (text, crossings.into_iter().map(|it| format!("{it:?}")).collect())
}

const MONA: &str = r#"{"action":"accept","content":{"name":"Mona"}}"#;
const RED: &str = r#"{"action":"accept","content":{"colour":"red"}}"#;

#[test]
fn the_client_answers_and_sends_the_request_again_until_it_is_served() {
    let (text, crossings) = greets(sealed(1_800_000_000), &[MONA, RED]);
    assert_eq!(text.unwrap(), "Hello, \"Mona\" in \"red\"!");
    assert_eq!(crossings.len(), 6);
}

#[test]
fn a_host_that_will_not_answer_ends_the_request() {
    let (text, crossings) = greets(sealed(1_800_000_000), &[MONA]);
    assert_eq!(text.unwrap_err(), "the host did not answer the server: error -1: nobody is here");
    assert_eq!(crossings.len(), 4);
}

#[test]
fn a_server_without_notes_that_asks_in_turn_is_given_up_after_some_rounds() {
    // It remembers nothing, so each round it asks for the other answer.
    let answers: Vec<_> = [MONA, RED].into_iter().cycle().take(100).collect();
    let (text, crossings) = greets(bare(), &answers);
    assert_eq!(text.unwrap_err(), "the server asked for input again and again");
    assert_eq!(crossings.len(), 2 * (MAX_ROUNDS + 1));
}

#[test]
fn a_result_of_an_unknown_type_is_none_and_one_without_type_is_whole() {
    let wire = |line: &'static str| {
        let does = VecDeque::from([Says(line)]);
        let connection =
            Connection::new(Scripted { does, waiting: VecDeque::new(), heard: Arc::default() });
        Stateless::new(connection, Implementation::new("me", "1"))
    };
    let task = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"task","content":[]}}"#;
    let error = wire(task).call_tool("x", Object::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "the server's result does not fit: `resultType` must be `complete` or `input_required`"
    );
    let old = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}"#;
    assert!(wire(old).call_tool("x", Object::default()).unwrap().is_error);
    let asks = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"}}}}"#;
    let error = wire(asks).call_tool("x", Object::default()).unwrap_err();
    assert!(matches!(error, ClientError::NoHost), "{error}");
}

/// A session of the handshake era over two pipes; what the call of `greet` came to.
fn greets_in_a_session(answers: &[&'static str]) -> String {
    let (to_client, from_server) = io::pipe().unwrap();
    let (to_server, from_client) = io::pipe().unwrap();
    let serving = thread::spawn(move || live(&Arc::new(bare()), to_server, from_server));
    let host = Script(answers.iter().copied().collect());
    let wire = Streams::new(to_client, from_client);
    let mut client = Connection::new(wire).with_host(host);
    client.initialize("2025-11-25", Implementation::new("me", "1")).unwrap();
    let result = client.call_tool("greet", Object::default()).unwrap();
    drop(client);
    serving.join().unwrap().unwrap();
    let [ContentBlock::Text(text)] = result.content.as_slice() else { panic!("{result:?}") };
    text.text().unwrap().into_owned()
}

#[test]
fn in_a_session_the_same_host_answers_the_servers_own_requests() {
    assert_eq!(greets_in_a_session(&[MONA, RED]), "Hello, \"Mona\" in \"red\"!");
    let refused = "nothing was done: the client refused to ask: nobody is here";
    assert_eq!(greets_in_a_session(&[MONA]), refused);
}
