//! Whatever bytes come in, the connection lives on.

mod live_wire;

use live_wire::{Wire, pong, server};

#[test]
fn any_bytes_are_survived() {
    let mut wire = Wire::ready(server().0, "2025-06-18");
    for (bytes, answer) in [
        (&b"not json\n"[..], "Parse error: expected `null` at byte 0"),
        (b"\xff\xfe\n", "Parse error: expected UTF-8 text at byte 0"),
        (b"{\"a\":\"\xe4\xb8\"}\n", "Parse error: expected UTF-8 text at byte 6"),
        (b"{\n", "Parse error: expected a member name in double quotes, or `}` at byte 1"),
    ] {
        wire.raw(bytes);
        let answer = format!(
            r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":-32700,"message":"{answer}"}}}}"#
        );
        assert_eq!(wire.hear(), answer);
    }
    wire.raw(b"\n\r\n   \n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n");
    assert_eq!(wire.hear(), pong("1"));
    for byte in b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n" {
        wire.raw(&[*byte]);
    }
    assert_eq!(wire.hear(), pong("2"));
    wire.raw(b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}");
    assert_eq!(wire.close(), [pong("3")], "the last line may lack its newline");
}

#[test]
fn a_line_of_16_mib_is_answered_and_a_longer_one_is_skipped() {
    let mut wire = Wire::ready(server().0, "2025-06-18");
    let line = |length: usize| {
        let frame = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""}}"#;
        frame.replace(r#""""#, &format!("\"{}\"", "x".repeat(length - frame.len())))
    };
    wire.send(&line(16 * 1024 * 1024));
    assert_eq!(wire.hear(), pong("1"));
    wire.send(&line(16 * 1024 * 1024 + 1));
    let refused = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: expected a line of at most 16777216 bytes at byte 16777216"}}"#;
    assert_eq!(wire.hear(), refused);
    wire.send(&line(100 * 1024 * 1024));
    assert_eq!(wire.hear(), refused);
    wire.send(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(wire.hear(), pong("2"));
}
