//! Why no answer came.

use super::refused::Fault;
use crate::text::{Lang, visible};
use std::io::{self, ErrorKind};
use std::time::Duration;
use std::{error, fmt};

/// Why a client got no answer, or not the whole of it.
#[derive(Debug)]
pub enum HttpError {
    /// Nobody listens there, or the name is not known.
    Unreachable(String, io::Error),
    /// The address begins with `https://`, and TLS is not spoken here.
    Https,
    /// Nothing more came for so long; so many bytes had come before.
    Timeout(Duration, usize),
    /// The connection ended; so many bytes had come before.
    Closed(usize),
    /// The first bytes are no HTTP.
    NotHttp(Vec<u8>),
    /// It is HTTP, and not as it should be.
    Fault(Fault),
    /// The connection broke.
    Io(io::Error),
}

impl HttpError {
    /// What kind of failure it is for whoever only knows connections.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Unreachable(_, error) | Self::Io(error) => error.kind(),
            Self::Https => ErrorKind::Unsupported,
            Self::Timeout(..) => ErrorKind::TimedOut,
            Self::Closed(_) => ErrorKind::UnexpectedEof,
            Self::NotHttp(_) | Self::Fault(_) => ErrorKind::InvalidData,
        }
    }

    /// What happened, in one language.
    pub fn said(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.en(),
            Lang::Zh => self.zh(),
        }
    }

    fn en(&self) -> String {
        match self {
            Self::Unreachable(address, error) => format!("{} cannot be reached: {error}", visible(address)),
            Self::Https => "this program speaks no TLS: put a tunnel in front of the server and use its http:// address".to_owned(),
            Self::Timeout(after, 0) => format!("no byte came within {} ms", after.as_millis()),
            Self::Timeout(after, got) => {
                format!("after {got} bytes nothing more came for {} ms", after.as_millis())
            }
            Self::Closed(0) => "the server closed the connection without an answer".to_owned(),
            Self::Closed(got) => format!("the server closed the connection after {got} bytes of an answer"),
            Self::NotHttp(first) => format!("what came is no HTTP; it begins with {}", shown(first)),
            Self::Fault(fault) => fault.said(Lang::En).to_owned(),
            Self::Io(error) => error.to_string(),
        }
    }

    fn zh(&self) -> String {
        match self {
            Self::Unreachable(address, error) => format!("连不上 {}：{error}", visible(address)),
            Self::Https => {
                "本程序不说 TLS：请在服务器前面放一个隧道，用它的 http:// 地址".to_owned()
            }
            Self::Timeout(after, 0) => format!("{} 毫秒内一个字节也没收到", after.as_millis()),
            Self::Timeout(after, got) => {
                format!("收到 {got} 字节之后，{} 毫秒内再没有新的字节", after.as_millis())
            }
            Self::Closed(0) => "服务器没有回答就关闭了连接".to_owned(),
            Self::Closed(got) => format!("回答只来了 {got} 字节，服务器就关闭了连接"),
            Self::NotHttp(first) => format!("收到的不是 HTTP，开头是 {}", shown(first)),
            Self::Fault(fault) => fault.said(Lang::Zh).to_owned(),
            Self::Io(error) => error.to_string(),
        }
    }
}

fn shown(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii())
}

impl From<Fault> for HttpError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en())
    }
}

impl error::Error for HttpError {}

impl From<HttpError> for io::Error {
    fn from(error: HttpError) -> Self {
        if let HttpError::Io(error) = error { error } else { Self::new(error.kind(), error) }
    }
}
