//! Chapter 11. The servers worth running.
//!
//! ```text
//! mini          add, read_file       the six-step lesson; a file is read only inside demo-data/
//! calculator    add, get_weather     schemas at work; run as a process of its own
//! desk          read_file, write_file    a human is asked before anything is written
//! library       search, add_note     and what is no tool: resources, a prompt, completions, changes
//! everything    thirty tools         every feature once, as the official test suite wants it
//! ```
//!
//! A server here is made of `Server` and plain functions; it never sees the wire. What it says to a
//! model is written in the language of its lesson and never translated.

mod allow;
pub mod base;
pub mod broken;
pub mod calculator;
pub mod demo;
pub mod desk;
mod drafts;
pub mod everything;
pub mod library;
pub mod mini;
mod waiting;

use crate::mcp::ToolError;
use crate::server::Server;
use crate::text::Text;
use base::Base;

/// A server that can be run by name.
#[derive(Debug)]
pub struct Row {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is good for.
    pub about: Text,
    /// The folder it reads files from; `None` when it reads none.
    pub reads: Option<&'static str>,
    /// Makes it.
    pub make: fn(base: Base) -> Result<Server, ToolError>,
}

/// Every server there is.
pub const SERVERS: &[Row] = &[
    Row {
        name: "mini",
        about: Text::new("add and read_file, from the six steps", "六步课里的 add 和 read_file"),
        reads: Some(mini::FOLDER),
        make: mini::mini,
    },
    Row {
        name: "calculator",
        about: Text::new(
            "add and get_weather, with schemas",
            "add 和 get_weather，参数由 schema 把关",
        ),
        reads: None,
        make: |_| calculator::calculator(),
    },
    Row {
        name: "desk",
        about: Text::new(
            "read_file and write_file; writing asks a human first",
            "read_file 和 write_file；写之前先问用户",
        ),
        reads: Some(mini::FOLDER),
        make: desk::desk,
    },
    Row {
        name: "library",
        about: Text::new(
            "notes as resources, with a prompt and completions",
            "笔记：资源、提示和补全，不只有工具",
        ),
        reads: None,
        make: |_| library::library(),
    },
    Row {
        name: "everything",
        about: Text::new(
            "every feature once, with the fixtures of the official test suite",
            "每项功能各一个，正好是官方测试套件要的那些",
        ),
        reads: None,
        make: |_| everything::everything(),
    },
];
