//! By which names this server may be reached, and whose web pages may ask: against DNS rebinding.
//!
//! A web page of a stranger may let its own name lead to 127.0.0.1; the browser then sends its requests
//! here and believes them to be the stranger's own. But it still writes the name into `Host` and `Origin`.
//!
//! Source: MCP 2025-06-18, `basic/transports`, security warning.

use crate::transport::http::Fields;
use std::net::IpAddr;

/// What is allowed beside this machine's own names, which are allowed with any port.
#[derive(Debug, Default)]
pub(super) struct Access {
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
}

/// How many characters of a name are repeated to whoever sent it.
const SHOWN: usize = 100;

impl Access {
    /// The origin that asks, if it is a web page; or what is not allowed.
    pub(super) fn check<'r>(&self, fields: Fields<'r>) -> Result<Option<&'r str>, String> {
        if let Some(host) = fields.get("Host").filter(|host| !self.knows(host)) {
            return Err(format!(
                "Forbidden: Host {} is not allowed; this server was started without --allow-host for it",
                shown(host)
            ));
        }
        // MUST (2025-11-25, basic/transports): an invalid origin is answered with 403.
        match fields.all("Origin").find(|origin| !self.lets_in(origin)) {
            Some(origin) => Err(format!(
                "Forbidden: Origin {} is not allowed; this server was started without --allow-origin for it",
                shown(origin)
            )),
            None => Ok(fields.get("Origin")),
        }
    }

    fn knows(&self, host: &str) -> bool {
        let name = without_port(host);
        let is = |it: &String| it.eq_ignore_ascii_case(host) || it.eq_ignore_ascii_case(name);
        is_loopback(name) || self.hosts.iter().any(is)
    }

    fn lets_in(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| is_loopback(without_port(host)))
            || self.origins.iter().any(|it| it.eq_ignore_ascii_case(origin))
    }
}

/// The name in front of a port, an IPv6 address without its brackets.
fn without_port(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) if is_port(port) => address,
        Some(_) => host,
        None => match host.rfind(':').map(|colon| host.split_at(colon)) {
            Some((name, port)) if is_port(port) => name,
            _ => host,
        },
    }
}

fn is_port(text: &str) -> bool {
    text.is_empty()
        || text.strip_prefix(':').is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_loopback(name: &str) -> bool {
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn shown(name: &str) -> String {
    let mut shown: String = name.chars().take(SHOWN).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    shown
}
