//! `probe`: what a person reads, and what is said to a wrong use.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

mod probe_cases;
mod world;

use probe_cases::session;
use world::runs_words;

/// The last lines of what is printed about the eight steps, without the one that says how long they took.
fn verdict(words: &[&str]) -> String {
    let (probe, words) = words.split_first().unwrap();
    let ran = runs_words(&[&[*probe, "--quick"], words].concat());
    assert_eq!(ran.err, "");
    let (_, verdict) = ran.out.rsplit_once("\n\n0  ").unwrap();
    let (verdict, clocks) =
        verdict.rsplit_once('\n').and_then(|(it, _)| it.rsplit_once('\n')).unwrap();
    assert!(
        clocks.starts_with("clocks: started ") || clocks.starts_with("用时：启动 "),
        "{clocks}"
    );
    format!("0  {verdict}\n")
}

#[test]
fn the_verdict_on_a_healthy_server_reads_in_both_languages() {
    let calculator = ["--", env!("CARGO_BIN_EXE_mcp-lab"), "serve", "calculator"];
    let call = ["probe", "--call", "get_weather", "--args", r#"{"city":"北京"}"#];
    assert_eq!(
        verdict(&[&call[..], &calculator].concat()),
        "\
0  start           passed       the process runs
1  server/discover passed       calc-server 1.0.0 speaks 2026-07-28
2  initialized     not asked    this era has no such step
3  tools/list      passed       2 tools
4  tools/call      passed       get_weather: 北京:多云,11°C
5  refused call    passed       an unknown tool: error -32602
6  unknown method  passed       error -32601
7  goodbye         passed       exited with code 0

healthy: calc-server 1.0.0 · 2026-07-28 · tools: 2
era: stateless, because server/discover was answered; --era handshake walks the other one
"
    );
    assert_eq!(
        verdict(&[&["probe", "--era", "handshake", "--lang", "zh"][..], &calculator].concat()),
        "\
0  启动            通过         进程已启动
1  initialize      通过         calc-server 1.0.0，使用 2025-11-25
2  initialized     通过         没有响应，符合规定
3  tools/list      通过         2 个工具
4  tools/call      未测试       加上 --call NAME 才会调用一次工具
5  被拒的调用      通过         不存在的工具：错误 -32602
6  未知方法        通过         错误 -32601
7  告别            通过         已退出（code 0）

健康：calc-server 1.0.0 · 2025-11-25 · 工具：2 个
"
    );
}

#[test]
fn the_verdict_on_a_broken_server_points_at_the_byte() {
    let no = r#"{"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"no"}}"#;
    let refuses = format!("read -r line; printf '%s\\n' '{no}'");
    let script = format!("echo 'ready {{'; {refuses}; {}", session(&[]));
    let read = |lang| verdict(&["probe", "--lang", lang, "--", "sh", "-c", &script]);
    let (_, en) = read("en").split_once("\n\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert_eq!(
        en,
        "\
broken: step 1 of 7 · malformed-line · line 3, byte 0 · owner: server · certain
  ready {
  ^ here
   what    a line on stdout is not JSON: ready {
   why     stdout is the wire: only messages may be written to it. Some clients skip such a line, others hang up
   fix     send logs and banners to stderr; look for print, console.log and the runner's own output
   source  MUST, 2025-06-18 basic/transports, stdio

era: handshake, because server/discover was refused: error -32601: no
"
    );
    assert!(include_str!("../README.md").contains(&en), "the README shows this verdict");
    let (_, zh) = read("zh").split_once("\n\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    assert_eq!(
        zh,
        "\
有问题：第 1 步，共 7 步 · malformed-line · 第 3 行，第 0 字节 · 责任方：服务器 · 确定
  ready {
  ^ 这里
   现象    stdout 上有一行不是 JSON：ready {
   原因    stdout 就是线路，上面只能有消息。遇到这样的行，有的客户端跳过，有的直接断开
   改法    日志和欢迎语写到 stderr；检查 print、console.log 以及启动程序自己的输出
   出处    MUST, 2025-06-18 basic/transports, stdio

方式：握手（handshake）。原因：server/discover 被拒绝：error -32601: no
"
    );
}

#[test]
fn a_wrong_use_is_no_finding() {
    for (words, said) in [
        (
            &["probe"][..],
            "`probe` needs the command that starts the server: mcp-lab probe -- CMD [ARG…]",
        ),
        (
            &["probe", "npx", "-y", "x"],
            "unknown option `-y`; if it is the server's own, write `--` before its command",
        ),
        (
            &["probe", "--timeout", "soon", "--", "x"],
            "`--timeout` takes 1ms to 60m, such as 3s, not `soon`",
        ),
        (
            &["probe", "--timeout", "0", "--", "x"],
            "`--timeout` takes 1ms to 60m, such as 3s, not `0`",
        ),
        (&["probe", "--env", "NAME", "--", "x"], "`--env` takes NAME=VALUE, not `NAME`"),
        (
            &["probe", "--args", "{}", "--", "x"],
            "`--args` says what to call a tool with: name the tool with `--call`",
        ),
        (
            &["probe", "--call", "a", "--args", "[1]", "--", "x"],
            "`--args` takes a JSON object, such as {\"a\":3}",
        ),
        (
            &["probe", "--call", "a", "--args", "{a:1}", "--", "x"],
            "`--args` takes a JSON object, such as {\"a\":3}\n  {a:1}\n   ^ expected a member name in double quotes, or `}` at byte 1",
        ),
    ] {
        let ran = runs_words(words);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{words:?}");
        assert_eq!(ran.err, format!("mcp-lab: {said}\nmcp-lab help shows what there is\n"));
    }
}

#[test]
fn the_help_says_where_the_server_s_command_stands() {
    let usage = |lang| runs_words(&["help", "probe", "--lang", lang]).out;
    assert!(usage("en").starts_with("Usage: mcp-lab probe [OPTIONS] -- CMD [ARG…] | URL\n"));
    assert!(usage("zh").starts_with("用法：mcp-lab probe [OPTIONS] -- CMD [ARG…] | URL\n"));
}
