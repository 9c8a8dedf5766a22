//! `serve … --http`: the same servers, over HTTP.

use crate::cli::chance;
use crate::cli::clock::now;
use crate::cli::failure::Failure;
use crate::cli::probe::duration;
use crate::cli::{Streams, Words, World};
use crate::server::Server;
use crate::server::http::Endpoint;
use crate::text::{Lang, Text, visible};
use crate::transport::http::{Listener, Service, Stopper};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::Duration;

/// The options that mean nothing without `--http`.
const ONLY_HERE: [&str; 6] =
    ["--path", "--allow-host", "--allow-origin", "--no-sessions", "--stop-on-eof", "--stop-after"];

/// How long the last connections are waited for, in steps of 10 ms, so that a server can tidy up.
const LAST_STEPS: u32 = 50;

/// How a server is to be reached.
pub(super) struct Way<'w> {
    words: &'w Words,
    address: String,
    path: &'w str,
    stop_after: Option<Duration>,
}

impl<'w> Way<'w> {
    /// The way that was asked for; `None` is stdin and stdout.
    pub(super) fn read(words: &'w Words) -> Result<Option<Self>, Failure> {
        let lang = words.lang;
        let Some(address) = words.value("--http") else {
            return match ONLY_HERE.into_iter().find(|name| words.has(name)) {
                None => Ok(None),
                Some(name) => Err(usage(
                    lang,
                    format!("`{name}` means nothing without `--http`"),
                    format!("没有 `--http` 时用不到 `{name}`"),
                )),
            };
        };
        let name = words.operands.first().map(|name| name.to_string_lossy());
        if name.is_some_and(|name| name.starts_with("broken/") || name.starts_with("healthy/")) {
            return Err(usage(
                lang,
                "a session is played on stdin and stdout only: leave out `--http`".to_owned(),
                "照着会话来演的服务器只走 stdin/stdout：请去掉 `--http`".to_owned(),
            ));
        }
        let path = words.value("--path").unwrap_or("/mcp");
        let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'?' && byte != b'#';
        if !path.starts_with('/') || !path.bytes().all(plain) {
            let shown = visible(path);
            return Err(usage(
                lang,
                format!("`--path {shown}`: a path begins with / and holds no white space, ? or #"),
                format!("`--path {shown}`：路径以 / 开头，不能有空白、? 或 #"),
            ));
        }
        let stop_after =
            words.value("--stop-after").map(|it| duration("--stop-after", it, lang)).transpose()?;
        // A port alone is one of this machine.
        let alone = address.bytes().all(|byte| byte.is_ascii_digit());
        let address = if alone { format!("127.0.0.1:{address}") } else { address.to_owned() };
        Ok(Some(Self { words, address, path, stop_after }))
    }

    /// Serves until something ends it.
    pub(super) fn serve(
        self,
        world: &mut World<'_>,
        server: Server,
        lang: Lang,
    ) -> Result<u8, Failure> {
        let server = Arc::new(server);
        let bound = Listener::bind(self.address.as_str(), now)
            .and_then(|listener| Ok((listener.local_addr()?, listener.stopper()?, listener)));
        let (address, stopper, listener) = bound.map_err(|error| {
            let shown = visible(&self.address);
            Failure::Said(match lang {
                Lang::En => format!("{shown}: cannot listen there: {error}"),
                Lang::Zh => format!("{shown}：无法在这里监听：{error}"),
            })
        })?;
        writeln!(world.out, "{}", url(address, self.path))?;
        world.out.flush()?;
        let reach = if address.ip().is_loopback() { HERE } else { EVERYWHERE };
        writeln!(world.err, "{}", reach.get(lang))?;
        self.ends(world, &stopper);
        let service: Arc<dyn Service> = Arc::new(self.endpoint(Arc::clone(&server), address.ip()));
        listener.run(&service)?;
        drop(service);
        // A server may have files to remove, and does so when the last connection lets go of it.
        for _ in 0..LAST_STEPS {
            if Arc::strong_count(&server) == 1 {
                break;
            }
            sleep(Duration::from_millis(10));
        }
        Ok(0)
    }

    fn endpoint(&self, server: Arc<Server>, bound: IpAddr) -> Endpoint {
        let endpoint = Endpoint::new(server, now, chance::key).path(self.path);
        let endpoint = endpoint.allow_host(&bound.to_string());
        let endpoint = self.words.values("--allow-host").fold(endpoint, Endpoint::allow_host);
        let endpoint = self.words.values("--allow-origin").fold(endpoint, Endpoint::allow_origin);
        if self.words.has("--no-sessions") { endpoint.without_sessions() } else { endpoint }
    }

    /// Ends it when stdin does, or after a while, if that was asked for.
    fn ends(&self, world: &World<'_>, stopper: &Stopper) {
        if let Some(after) = self.stop_after {
            let stopper = stopper.clone();
            thread::spawn(move || {
                sleep(after);
                stopper.stop();
            });
        }
        if self.words.has("--stop-on-eof") {
            let (stopper, Streams { input, .. }) = (stopper.clone(), (world.streams)());
            thread::spawn(move || {
                // Whatever comes is not for us; an end is an end, however it comes.
                let _ = io::copy(&mut { input }, &mut io::sink());
                stopper.stop();
            });
        }
    }
}

const HERE: Text = Text::new(
    "mcp-lab: serving over HTTP; only programs on this machine can reach it; Ctrl-C ends it",
    "mcp-lab：正在 HTTP 上服务，只有本机的程序能访问；按 Ctrl-C 结束",
);
const EVERYWHERE: Text = Text::new(
    "mcp-lab: warning: other machines can reach this port, and nobody is asked for a password; 127.0.0.1 keeps it to this machine",
    "mcp-lab：警告：别的机器也能访问这个端口，而且不需要密码；只想给本机用请改成 127.0.0.1",
);

/// What a client is told to connect to. An address that stands for all of them is none to connect to.
fn url(mut address: SocketAddr, path: &str) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    format!("http://{address}{path}")
}

fn usage(lang: Lang, en: String, zh: String) -> Failure {
    Failure::Usage(match lang {
        Lang::En => en,
        Lang::Zh => zh,
    })
}
