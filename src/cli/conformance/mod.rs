//! `conformance-client`: the client that the protocol's official conformance suite drives.
//!
//! The suite starts it once for each of its scenarios, with the URL of a server that it plays itself, and
//! looks at what it is sent. Nobody else has any use for it: it calls every tool it is offered, with
//! arguments that are made up, and agrees to whatever it is asked.
//!
//! ```text
//! MCP_CONFORMANCE_SCENARIO            what is played: the name decides what is asked
//! MCP_CONFORMANCE_PROTOCOL_VERSION    the revision, and with it the era
//! MCP_CONFORMANCE_CONTEXT             a JSON object, where a scenario has something to tell
//! ```

mod agrees;
mod plays;

use super::clock;
use super::failure::Failure;
use super::{Words, World};
use crate::client::http::HttpTransport;
use crate::client::{ClientError, Connection, Stateless};
use crate::json::{Value, parse};
use crate::mcp::stateless::VERSION;
use crate::mcp::{Implementation, Revision};
use crate::text::{Lang, Text, visible};
use crate::transport::http::Url;
use agrees::Agrees;
use std::time::Duration;

/// How long the suite waits is 30 s.
const PATIENCE: Duration = Duration::from_secs(25);

const NO_URL: Text = Text::new(
    "`conformance-client` needs the URL of a server: mcp-lab conformance-client http://127.0.0.1:3000/mcp",
    "`conformance-client` 后面要写服务器的 URL：mcp-lab conformance-client http://127.0.0.1:3000/mcp",
);

/// `conformance-client URL`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let Some(named) = words.operands.first() else {
        return Err(Failure::Usage(NO_URL.get(words.lang).to_owned()));
    };
    let url = url(&named.to_string_lossy(), words.lang)?;
    let asked = |name: &str| (world.env)(&format!("MCP_CONFORMANCE_{name}"));
    let scenario = asked("SCENARIO").unwrap_or_default();
    let version = asked("PROTOCOL_VERSION").unwrap_or_else(|| VERSION.to_owned());
    let told = asked("CONTEXT").unwrap_or_default();
    let told = parse(&told).map(Value::into_owned).unwrap_or_default();
    let mut wire = HttpTransport::new(url, clock::now).listening();
    wire.set_patience(Some(PATIENCE));
    let connection = Connection::new(wire).with_host(Agrees);
    let played = if version == VERSION {
        plays::stateless(&mut Stateless::new(connection, me()), &scenario, &told)
    } else {
        handshake(connection, &version)
    };
    played.map(|()| 0).map_err(|error| Failure::Said(visible(&error.to_string()).into_owned()))
}

fn handshake(mut connection: Connection<HttpTransport>, version: &str) -> Result<(), ClientError> {
    let known = Revision::from_name(version).unwrap_or(Revision::NEWEST);
    connection.initialize(known.as_str(), me())?;
    plays::handshake(&mut connection)
}

/// The URL of a server.
pub(super) fn url(word: &str, lang: Lang) -> Result<Url, Failure> {
    Url::parse(word).map_err(|error| {
        let word = visible(word);
        Failure::Usage(match lang {
            Lang::En => format!("`{word}` is no URL of a server: {}", error.said(lang)),
            Lang::Zh => format!("`{word}` 不是服务器的 URL：{}", error.said(lang)),
        })
    })
}

fn me() -> Implementation<'static> {
    Implementation::new("mcp-lab-conformance", env!("CARGO_PKG_VERSION"))
}
