//! Where a server is: `http://127.0.0.1:8080/mcp`. RFC 3986, as far as HTTP needs it.

use crate::text::{Lang, Text};
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

/// How it is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// In the clear.
    Http,
    /// Inside TLS, which is not spoken here.
    Https,
}

/// Whose address it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Host {
    /// A name, in lower case.
    Name(String),
    /// Four numbers.
    V4(Ipv4Addr),
    /// Eight, which stand in brackets.
    V6(Ipv6Addr),
}

/// The address of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url {
    /// How it is spoken.
    pub scheme: Scheme,
    /// On which machine.
    pub host: Host,
    /// On which port: 80 or 443 where none is said.
    pub port: u16,
    /// The path and whatever query follows it; `/` where none is said.
    pub path: String,
}

/// What is wrong with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UrlError {
    /// At which byte, counted from 0.
    pub offset: usize,
    why: Text,
}

impl Scheme {
    /// The word before `://`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// The port where none is said.
    pub const fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl Url {
    /// Reads an address.
    ///
    /// ```
    /// use mcp_lab::transport::http::Url;
    /// let url = Url::parse("http://[::1]:8080/mcp").unwrap();
    /// assert_eq!((url.authority(), url.path.as_str()), ("[::1]:8080".to_owned(), "/mcp"));
    /// assert_eq!(Url::parse("127.0.0.1:8080").unwrap_err().offset, 0);
    /// ```
    ///
    /// # Errors
    /// [`UrlError`], with the place.
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        let wrong = |offset, why| Err(UrlError { offset, why });
        if let Some(at) = text.bytes().position(|byte| byte <= b' ' || byte >= 0x7f) {
            return wrong(at, NOT_PLAIN);
        }
        let (scheme, rest) = scheme(text)?;
        let begin = text.len() - rest.len();
        if let Some(at) = rest.find('#') {
            return wrong(begin + at, FRAGMENT);
        }
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        if let Some(at) = authority.find('@') {
            return wrong(begin + at, USER);
        }
        let bracketed = authority.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (host, port) = bracketed
            .unwrap_or_else(|| authority.split_at(authority.find(':').unwrap_or(authority.len())));
        let host = match bracketed {
            Some(_) => host.parse().ok().map(Host::V6),
            None => named(host),
        };
        let host = host.ok_or(UrlError { offset: begin, why: BAD_HOST })?;
        let at = begin + authority.len() - port.len();
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => scheme.port(),
            Some("") => scheme.port(),
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().map_err(|_| UrlError { offset: at + 1, why: BAD_PORT })?
            }
            _ => return wrong(at, BAD_PORT),
        };
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        Ok(Self { scheme, host, port, path })
    }

    /// Host and port as the field `Host` says them: the port only where it is not the usual one.
    pub fn authority(&self) -> String {
        if self.port == self.scheme.port() {
            self.host.to_string()
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// Scheme, host and port as the field `Origin` says them.
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme.as_str(), self.authority())
    }

    /// Whether it is on this machine, as far as its name tells.
    pub fn is_loopback(&self) -> bool {
        match &self.host {
            Host::Name(name) => name == "localhost" || name.ends_with(".localhost"),
            Host::V4(address) => address.is_loopback(),
            Host::V6(address) => address.is_loopback(),
        }
    }
}

fn scheme(text: &str) -> Result<(Scheme, &str), UrlError> {
    for scheme in [Scheme::Http, Scheme::Https] {
        let length = scheme.as_str().len() + 3;
        let (Some(begin), Some(rest)) = (text.get(..length), text.get(length..)) else { continue };
        if begin.eq_ignore_ascii_case(&format!("{}://", scheme.as_str())) {
            return Ok((scheme, rest));
        }
    }
    Err(UrlError { offset: 0, why: NO_SCHEME })
}

/// A name, or an address of four numbers.
fn named(text: &str) -> Option<Host> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    if text.is_empty() || !text.bytes().all(plain) {
        return None;
    }
    let address = text.parse().ok().map(Host::V4);
    // What looks like an address and is none would be a surprise as a name.
    let numbers = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    address.or_else(|| (!numbers).then(|| Host::Name(text.to_ascii_lowercase())))
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::V4(address) => address.fmt(f),
            Self::V6(address) => write!(f, "[{address}]"),
        }
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin(), self.path)
    }
}

const NO_SCHEME: Text =
    Text::new("an address begins with http:// or https://", "地址要以 http:// 或 https:// 开头");
const NOT_PLAIN: Text = Text::new(
    "an address holds no white space and nothing but ASCII: write other characters as %XX",
    "地址里不能有空白，也只能用 ASCII 字符：其他字符要写成 %XX",
);
const FRAGMENT: Text = Text::new(
    "what stands behind # is never sent: leave it out",
    "# 后面的部分不会发给服务器：请去掉",
);
const USER: Text = Text::new(
    "a name or password in front of @ is not supported: it would end up in logs",
    "不支持在 @ 前面写用户名或密码：它们会留在日志里",
);
const BAD_HOST: Text = Text::new(
    "behind :// stands the name of a machine or an address, an IPv6 address in brackets",
    ":// 后面要写主机名或地址，IPv6 地址要放在方括号里",
);
const BAD_PORT: Text =
    Text::new("a port is a number from 0 to 65535", "端口是 0 到 65535 之间的数字");

impl UrlError {
    /// What is wrong, in one language.
    pub const fn said(&self, lang: Lang) -> &'static str {
        self.why.get(lang)
    }
}

impl fmt::Display for UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said(Lang::En))
    }
}

impl std::error::Error for UrlError {}
