//! Chapter 10. The servers worth running.
//!
//! ```text
//! mini      add, read_file      the six-step lesson; a file is read only inside demo-data/
//! ```
//!
//! A server here is made of `Server` and plain functions; it never sees the
//! wire. What it says to a model is written in the language of its lesson and never translated.

mod allow;
pub mod demo;
pub mod mini;
