//! Servers that answer rightly, and read in a way that loses some of what they are sent.

use super::Broken;
use std::io::{self, Read};

/// How much is asked of the system at once, in bytes: a read of a pipe yields no more.
const CHUNK: usize = 64 * 1024;

/// What a server loses by the way in which it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// It takes what one read yields for a whole message: one that comes in two pieces is lost.
    Whole,
    /// It looks at the first line of what one read yields: others that came with it are lost.
    First,
    /// It takes a carriage return for a part of the message, and cannot parse that.
    CarriageReturn,
}

impl Broken {
    /// How its server reads, where that is what is wrong with it. What it says is then that of the healthy session.
    pub fn reads(&self) -> Option<Reads> {
        match self.slug {
            "split-write" => Some(Reads::Whole),
            "merged-write" => Some(Reads::First),
            "crlf-refused" => Some(Reads::CarriageReturn),
            _ => None,
        }
    }
}

/// What is left of a stream when it is read so.
pub struct Losing<R> {
    stream: R,
    reads: Reads,
    /// The first piece of a message was lost, and the rest of it is on its way.
    torn: bool,
    left: Vec<u8>,
}

impl<R: Read> Losing<R> {
    /// Reads a stream in this way.
    pub fn new(stream: R, reads: Reads) -> Self {
        Self { stream, reads, torn: false, left: Vec::new() }
    }

    /// What such a server makes of one read.
    fn keep(&mut self, read: &[u8]) -> Vec<u8> {
        match self.reads {
            Reads::Whole => {
                let lost = std::mem::replace(&mut self.torn, !read.ends_with(b"\n")) || self.torn;
                if lost { Vec::new() } else { read.to_vec() }
            }
            Reads::First => {
                read.split_inclusive(|byte| *byte == b'\n').take(1).flatten().copied().collect()
            }
            Reads::CarriageReturn => {
                let lines = read.split_inclusive(|byte| *byte == b'\n');
                lines
                    .flat_map(|line| if line.ends_with(b"\r\n") { b"{\n" } else { line })
                    .copied()
                    .collect()
            }
        }
    }
}

impl<R: Read> Read for Losing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut chunk = vec![0; CHUNK];
        while self.left.is_empty() {
            let read = self.stream.read(&mut chunk)?;
            if read == 0 {
                return Ok(0);
            }
            self.left = self.keep(chunk.get(..read).unwrap_or_default());
        }
        let count = self.left.as_slice().read(buffer)?;
        self.left.drain(..count);
        Ok(count)
    }
}

impl<R> std::fmt::Debug for Losing<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Losing").field("reads", &self.reads).finish_non_exhaustive()
    }
}
