//! What `serve` can be told.

use crate::cli::Opt;
use crate::cli::command::OPT;
use crate::text::Text;

pub(in crate::cli) const OPTIONS: &[Opt] = &[
    Opt {
        name: "--root",
        value: Some("DIR"),
        about: Text::new(
            "the directory that holds demo-data/ (read) and demo-drafts/ (written by desk), instead of a temporary one",
            "demo-data/（读）和 demo-drafts/（desk 写）所在的目录；不写就用临时目录",
        ),
        ..OPT
    },
    Opt {
        name: "--http",
        value: Some("ADDR:PORT"),
        about: Text::new(
            "serve over HTTP there, such as 127.0.0.1:8080; port 0 takes a free one; the URL is printed first",
            "改用 HTTP，监听这个地址，例如 127.0.0.1:8080；端口 0 表示任选一个空闲的；先打印 URL",
        ),
        ..OPT
    },
    Opt {
        name: "--path",
        value: Some("PATH"),
        about: Text::new(
            "with --http: the path of the URL (/mcp)",
            "配合 --http：URL 的路径（/mcp）",
        ),
        ..OPT
    },
    Opt {
        name: "--allow-host",
        value: Some("HOST"),
        about: Text::new(
            "with --http: a name, or name:port, by which it may be reached beside this machine's own; may be repeated",
            "配合 --http：除本机的名字外，还允许用这个主机名（或 主机名:端口）访问；可写多次",
        ),
        ..OPT
    },
    Opt {
        name: "--allow-origin",
        value: Some("ORIGIN"),
        about: Text::new(
            "with --http: whose web pages may ask beside this machine's own, such as https://example.com; may be repeated",
            "配合 --http：除本机的网页外，还允许这个来源的网页访问，例如 https://example.com；可写多次",
        ),
        ..OPT
    },
    Opt {
        name: "--no-sessions",
        about: Text::new(
            "with --http: give out no session ids; every POST is answered from what it carries",
            "配合 --http：不发会话 ID，每个 POST 只凭自己带的内容得到回答",
        ),
        ..OPT
    },
    Opt {
        name: "--state-key-file",
        value: Some("FILE"),
        about: Text::new(
            "the secret under which requestState is sealed, 32 bytes or more; processes that share it answer for each other",
            "给 requestState 盖印用的密钥文件，至少 32 字节；共用同一文件的多个进程可以互相接替",
        ),
        ..OPT
    },
    Opt {
        name: "--stop-on-eof",
        about: Text::new(
            "with --http: end when stdin ends; answers on their way are still given",
            "配合 --http：stdin 结束时就停止；正在处理的请求会先答完",
        ),
        ..OPT
    },
    Opt {
        name: "--stop-after",
        value: Some("TIME"),
        about: Text::new(
            "with --http: end after this time, such as 500ms, 30s or 10m",
            "配合 --http：过这么久就停止，例如 500ms、30s、10m",
        ),
        ..OPT
    },
];
