//! What a player changes of a script, and what it leaves as it is.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::servers::broken::{
    Act, Broken, Edit, FEATURES, HANDSHAKE, MODERN, Player, broken, healthy_session,
};
use mcp_lab::transport::Side;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":11,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":"list-1","method":"tools/list"}"#;
const LISTED: &str = r#"server -> {"jsonrpc":"2.0","id":2,"#;

/// The server of a session that differs from a healthy one by these edits.
fn player(base: &'static str, edits: &'static [Edit]) -> Player {
    let row = broken().next().unwrap();
    let row = Broken { side: Side::Server, base, edits, probe: &[], ..*row };
    let session = row.session().unwrap();
    Player::new(&session, &healthy_session(base))
}

/// All that it writes when it hears these lines, one after the other; other acts stand in brackets.
fn says(mut player: Player, lines: &[&str]) -> String {
    let mut acts = player.starts();
    acts.extend(lines.iter().flat_map(|line| player.hears(line.as_bytes())).collect::<Vec<_>>());
    let said = acts.into_iter().map(|act| match act {
        Act::Write(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        act @ (Act::Later(_) | Act::Stderr(_) | Act::Exit(_) | Act::Close(_) | Act::Stay) => {
            format!("[{act:?}]")
        }
    });
    said.collect()
}

/// The last line it writes.
#[track_caller]
fn last(base: &'static str, edits: &'static [Edit], lines: &[&str], expected: &str) {
    let said = says(player(base, edits), lines);
    assert_eq!(said.lines().last().unwrap_or_default(), expected, "{said}");
}

#[test]
fn an_answer_carries_the_id_and_the_version_that_were_really_sent() {
    let hello = r#"{"jsonrpc":"2.0","id":11,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"ward","version":"1.0"}}}"#;
    last(HANDSHAKE, &[], &[HELLO], hello);
    let tools = r#"{"jsonrpc":"2.0","id":"list-1","result":{"tools":[{"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}}]}}"#;
    last(HANDSHAKE, &[], &[HELLO, LIST], tools);
}

#[test]
fn an_id_that_is_wrong_on_purpose_stays_wrong() {
    let ping = r#"{"jsonrpc":"2.0","id":16,"method":"ping"}"#;
    for (edit, expected) in [
        // Another kind: of the number that was really sent.
        (
            &[Edit::Swap(r#""id":6,"result""#, r#""id":"6","result""#)],
            r#"{"jsonrpc":"2.0","id":"16","result":{}}"#,
        ),
        (
            &[Edit::Swap(r#""id":6,"result""#, r#""id":6.0,"result""#)],
            r#"{"jsonrpc":"2.0","id":16.0,"result":{}}"#,
        ),
        (
            &[Edit::Swap(r#""id":6,"result""#, r#""id":999,"result""#)],
            r#"{"jsonrpc":"2.0","id":999,"result":{}}"#,
        ),
        (
            &[Edit::Swap(r#""id":6,"result""#, r#""id":null,"result""#)],
            r#"{"jsonrpc":"2.0","id":null,"result":{}}"#,
        ),
        // Of two, that which names a request; white space and everything else stay.
        (
            &[Edit::Swap(r#""id":6,"result""#, r#" "id" : 999,"id":6 ,"result""#)],
            r#"{"jsonrpc":"2.0", "id" : 999,"id":16 ,"result":{}}"#,
        ),
    ] {
        last(HANDSHAKE, edit, &[HELLO, ping], expected);
    }
    // A string cannot be answered with a number of its own: then it is that of the script.
    let listed = says(
        player(HANDSHAKE, &[Edit::Swap(r#""id":2,"result""#, r#""id":"2","result""#)]),
        &[HELLO, LIST],
    );
    assert!(
        listed.lines().last().unwrap().starts_with(r#"{"jsonrpc":"2.0","id":"2","result":"#),
        "{listed}"
    );
}

#[test]
fn bytes_that_are_no_text_keep_their_places_and_get_their_id() {
    let gbk = Edit::Swap(
        r#"server -> {"jsonrpc":"2.0","id":6,"result":{}}"#,
        r#"server ~> "\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{\"x\":\"\xd6\xd0\"}}\r""#,
    );
    let edits: &'static [Edit] = Box::leak(Box::new([gbk]));
    let mut player = player(HANDSHAKE, edits);
    let acts = player.hears(br#"{"jsonrpc":"2.0","id":12345,"method":"ping"}"#);
    let bytes =
        b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":12345,\"result\":{\"x\":\"\xd6\xd0\"}}\r\n"
            .to_vec();
    assert_eq!(acts, [Act::Write(bytes)]);
}

#[test]
fn silence_an_end_and_what_stays_are_acts_of_their_own() {
    let silent = &[Edit::Until(
        LISTED,
        "-- client waited 10s for the answer to tools/list\n-- client closed stdin\nserver -> late\n-- server did not leave and was terminated",
    )];
    let mut server = player(HANDSHAKE, silent);
    assert_eq!(server.hears(LIST.as_bytes()), []);
    assert_eq!(server.ends(), [Act::Write(b"late\n".to_vec()), Act::Stay]);
    let dies = &[Edit::Until(LISTED, "server !! KeyError\n-- server exited with code 3")];
    let said = says(player(HANDSHAKE, dies), &[LIST]);
    assert_eq!(said, r#"[Stderr("KeyError")][Exit(3)]"#);
    let closes = &[Edit::Until(LISTED, "-- server closed its stdout")];
    assert_eq!(says(player(HANDSHAKE, closes), &[LIST]), "[Close(Server)]");
    let closes = &[Edit::Until(LISTED, "-- server closed its stdin")];
    assert_eq!(says(player(HANDSHAKE, closes), &[LIST]), "[Close(Client)]");
    let early = &[Edit::Before("client -> {\"jsonrpc\":\"2.0\",\"id\":1", "server -> npm start")];
    assert_eq!(says(player(HANDSHAKE, early), &[]), "npm start\n");
}

#[test]
fn what_this_client_has_not_asked_for_is_left_out() {
    let call = r#"{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}"#;
    let said = says(player(FEATURES, &[]), &[HELLO, call]);
    let (_, after) = said.split_once('\n').unwrap();
    let half = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"warning","logger":"ward","data":"half done"}}"#;
    let done = r#"{"jsonrpc":"2.0","id":14,"result":{"content":[{"type":"text","text":"{\"sum\":7}"}],"structuredContent":{"sum":7}}}"#;
    assert_eq!(after, format!("{half}\n{done}\n"));
}

#[test]
fn what_it_has_asked_for_comes_with_its_own_names_and_ids() {
    let hello = HELLO.replace(r#""capabilities":{}"#, r#""capabilities":{"roots":{}}"#);
    let call = r#"{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"add","arguments":{"b":4,"a":3},"_meta":{"progressToken":7}}}"#;
    let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#;
    let said = says(player(FEATURES, &[]), &[&hello, call, answer]);
    let kinds: Vec<_> = said.lines().skip(1).collect();
    assert_eq!(kinds.len(), 5, "{said}");
    assert!(kinds.first().unwrap().contains(r#""progressToken":7,"progress":1"#), "{said}");
    assert!(kinds.get(2).unwrap().contains(r#""id":1,"method":"roots/list""#), "{said}");
    assert!(kinds.get(3).unwrap().contains(r#""progressToken":7,"progress":2"#), "{said}");
    assert!(kinds.get(4).unwrap().contains(r#""id":14,"result""#), "{said}");
}

/// A request of the era without a handshake.
fn modern(id: &str, method: &str, more: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{more}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    )
}

#[test]
fn a_client_that_cannot_be_asked_gets_the_answer_at_once() {
    let call = modern("13", "tools/call", r#""name":"add","arguments":{"a":3,"b":4},"#);
    let said = says(player(MODERN, &[]), &[&call]);
    assert_eq!(
        said,
        "{\"jsonrpc\":\"2.0\",\"id\":13,\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"7\"}],\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"ward\",\"version\":\"1.0\"}}}}\n"
    );
}

#[test]
fn a_subscription_bears_the_id_of_the_request_that_opened_it() {
    let listen =
        modern("40", "subscriptions/listen", r#""notifications":{"toolsListChanged":true},"#);
    // Nothing is told of the resource, for which only the client of the script has asked.
    let said = says(player(MODERN, &[]), &[&listen]);
    let agreed = r#""params":{"notifications":{"toolsListChanged":true},"_meta""#;
    assert!(said.contains(agreed), "{said}");
    assert_eq!(said.lines().count(), 2, "{said}");
    assert_eq!(
        said.matches(r#""io.modelcontextprotocol/subscriptionId":40}"#).count(),
        2,
        "{said}"
    );
}

#[test]
fn what_is_not_in_the_script_is_answered_as_a_healthy_server_does() {
    let discover = modern("10", "server/discover", "");
    let check = |base, line: &str, expected: &str| last(base, &[], &[line], expected);
    check(
        HANDSHAKE,
        &discover,
        r#"{"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"Method not found: server/discover"}}"#,
    );
    check(
        MODERN,
        HELLO,
        r#"{"jsonrpc":"2.0","id":11,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2025-06-18"}}}"#,
    );
    check(
        HANDSHAKE,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mcp_lab_no_such_tool"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: nobody"}}"#,
    );
    check(
        HANDSHAKE,
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found: resources/list"}}"#,
    );
}

#[test]
fn what_a_session_knows_only_in_part_is_answered_in_its_spirit() {
    let check = |base, line: &str, expected: &str| last(base, &[], &[line], expected);
    for (method, inside) in [
        ("resources/templates/list", r#""resourceTemplates":[]"#),
        ("completion/complete", r#""completion":{"values":[]}"#),
    ] {
        let result = format!(
            r#"{{"resultType":"complete",{inside},"ttlMs":0,"cacheScope":"private","_meta":{{"io.modelcontextprotocol/serverInfo":{{"name":"ward","version":"1.0"}}}}}}"#
        );
        let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
        check(MODERN, &modern("1", method, ""), &answer);
    }
    check(
        FEATURES,
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/unsubscribe","params":{"uri":"note:///one"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    );
    check(
        FEATURES,
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid cursor: x"}}"#,
    );
    check(
        FEATURES,
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"note:///two"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"note:///two","mimeType":"text/plain","text":"first"}]}}"#,
    );
    check(
        HANDSHAKE,
        "{not json",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
    );
    check(
        HANDSHAKE,
        "[]",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request: no `method`, no `result`, no `error`: neither a question nor an answer"}}"#,
    );
    check(HANDSHAKE, r#"{"jsonrpc":"2.0","method":"notifications/no-such"}"#, "");
    check(HANDSHAKE, r#"{"jsonrpc":"2.0","id":9,"result":{}}"#, "");
}

#[test]
fn what_the_script_breaks_off_goes_on_as_in_the_healthy_session() {
    let cut = &[Edit::Until("client -> {\"jsonrpc\":\"2.0\",\"id\":3", "-- client closed stdin")];
    let call = r#"{"jsonrpc":"2.0","id":30,"method":"tools/call","params":{"name":"add","arguments":{"a":3,"b":4}}}"#;
    last(
        HANDSHAKE,
        cut,
        &[HELLO, call],
        r#"{"jsonrpc":"2.0","id":30,"result":{"content":[{"type":"text","text":"7"}]}}"#,
    );
}
