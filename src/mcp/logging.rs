//! Log messages: what a server has to say that is no answer.
//!
//! Source: MCP 2025-06-18, `server/utilities/logging`; the levels are those of RFC 5424.

use super::misfit::Misfit;
use super::optional::{given, optional};
use super::payload::{Payload, members};
use crate::json::{Object, Str, Value};
use std::fmt;

/// Client → server: tell me this and what is worse. Its `params` are [`SetLevelParams`], the answer
/// is `{}`.
pub const LOGGING_SET_LEVEL: &str = "logging/setLevel";

/// Server → client, a notification: something happened. Its `params` are [`LoggingMessageParams`].
pub const LOGGING_MESSAGE: &str = "notifications/message";

/// How bad it is, from what only its maker wants to know to what wakes everybody up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LoggingLevel {
    /// `"debug"`
    Debug,
    /// `"info"`
    Info,
    /// `"notice"`
    Notice,
    /// `"warning"`
    Warning,
    /// `"error"`
    Error,
    /// `"critical"`
    Critical,
    /// `"alert"`
    Alert,
    /// `"emergency"`
    Emergency,
}

/// The `params` of `logging/setLevel`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetLevelParams {
    /// The lowest that is wanted.
    pub level: LoggingLevel,
}

/// The `params` of `notifications/message`.
#[derive(Debug, Clone)]
pub struct LoggingMessageParams<'a> {
    /// How bad it is.
    pub level: LoggingLevel,
    /// Which part of the server says so.
    pub logger: Option<Str<'a>>,
    /// What happened: any JSON.
    pub data: Value<'a>,
}

impl LoggingLevel {
    /// All of them, the least first.
    pub const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }
}

impl<'a> Payload<'a> for LoggingLevel {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let found = value
            .as_string()
            .and_then(|name| Self::ALL.into_iter().find(|level| *name == *level.as_str()));
        found
            .ok_or(Misfit { member: "level", expected: "one of the eight from debug to emergency" })
    }

    fn into_value(self) -> Value<'a> {
        self.as_str().into()
    }
}

impl<'a> Payload<'a> for SetLevelParams {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [level] = members(value, ["level"])?;
        Ok(Self { level: LoggingLevel::from_value(level.unwrap_or_default())? })
    }

    fn into_value(self) -> Value<'a> {
        Object::from([("level", self.level.into_value())]).into()
    }
}

impl<'a> Payload<'a> for LoggingMessageParams<'a> {
    fn from_value(value: Value<'a>) -> Result<Self, Misfit> {
        let [level, logger, data] = members(value, ["level", "logger", "data"])?;
        Ok(Self {
            level: LoggingLevel::from_value(level.unwrap_or_default())?,
            logger: optional(logger, "logger")?,
            data: data.ok_or(Misfit { member: "data", expected: "there" })?,
        })
    }

    fn into_value(self) -> Value<'a> {
        let members = [
            ("level", Some(self.level.into_value())),
            ("logger", self.logger.map(Value::from)),
            ("data", Some(self.data)),
        ];
        given(members, Object::default())
    }
}

impl fmt::Display for LoggingLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
