//! Broken starts and ends.

broken! {
    "not-found", Server, HANDSHAKE, [
        Whole("-- server could not be started: No such file or directory (os error 2)
"),
    ], [],
        "In the terminal npx works. Started from the desktop, the client says: spawn npx ENOENT.",
        "终端里 npx 好好的；从桌面打开客户端，却报 spawn npx ENOENT。";
    "cannot-start", Server, HANDSHAKE, [
        Whole("-- server could not be started: Permission denied (os error 13)
"),
    ], [],
        "The file is there, the path is right, and the server still does not start.",
        "文件在，路径也对，服务器就是启动不了。";
    "exited", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, "server !! Error: WEATHER_API_KEY environment variable is not set
-- server exited with code 1"),
    ], [],
        "The client shows a red dot and -32000 Connection closed. Run by hand in the terminal, the server seems fine.",
        "客户端只显示一个红点和 -32000 Connection closed；在终端里手动运行，看起来又没问题。";
    "closed", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, "-- server closed its stdout"),
    ], [],
        "It connects, and then nothing comes any more, though the process is still there.",
        "连上以后就再也没有消息了，可是进程还在。";
    "silent", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":2,"result""#, "-- client waited 60s for the answer to tools/list
-- client closed stdin
-- server exited with code 0"),
    ], [],
        "It connects, and the list of tools never appears. After a minute the client gives up.",
        "连上了，工具清单却一直不出来；一分钟后客户端放弃了。";
    "held-back", Server, HANDSHAKE, [
        Until(r#"server -> {"jsonrpc":"2.0","id":1,"#, r#"-- client waited 60s for the answer to initialize
-- client closed stdin
server -> {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"ward","version":"1.0"}}}
-- server exited with code 0"#),
    ], [],
        "echo … | server prints the answer at once. Every client waits a minute, and says that there was none.",
        "用 echo … | server 试，响应马上就有；换成客户端，等一分钟都没有。";
    "stays-after-end-of-input", Server, HANDSHAKE, [
        Until("-- server exited", "-- server did not leave after its stdin was closed, and was ended"),
    ], [],
        "Everything works. After a week there are four hundred server processes on the machine.",
        "功能都正常。一个星期以后，机器上有四百个服务器进程。";
}
