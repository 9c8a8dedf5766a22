//! This process's own standard input, for a server that wants to be prompt.
//!
//! A system takes some microseconds to wake a process up, longer than most calls take. So between two
//! lines that come soon after each other the server does not fall asleep at once: it looks a few times
//! whether there is more, about ten microseconds in all, and only then waits.

use std::io::{self, Read};

/// How often it looks before it waits; a look in vain takes about 0.3 µs.
pub const LOOKS: u32 = 40;

/// Standard input. What is read here is gone for [`io::stdin`], and what that has buffered for this.
#[derive(Debug, Default)]
pub struct Stdin {
    reads: u32,
    /// The same pipe, opened so that reading it never waits.
    prompt: Option<system::Prompt>,
}

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Not before the second read: a start must not wait for it.
        if self.reads == 1 {
            self.prompt = system::prompt();
        }
        self.reads = self.reads.saturating_add(1);
        if let Some(prompt) = &mut self.prompt {
            for _ in 0..LOOKS {
                match prompt.read(buffer) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    done => return done,
                }
            }
        }
        io::stdin().read(buffer)
    }
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system {
    use std::fs::{File, OpenOptions};
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    use std::thread::available_parallelism;

    pub(super) type Prompt = File;

    /// From `fcntl.h`, which `std` does not repeat.
    const O_NONBLOCK: i32 = 0o4000;

    /// Only a pipe can be opened a second time like this; and where there is a single processor, looking
    /// would keep the client from writing.
    pub(super) fn prompt() -> Option<Prompt> {
        let path = "/proc/self/fd/0";
        let pipe = std::fs::metadata(path).is_ok_and(|it| it.file_type().is_fifo());
        let alone = available_parallelism().is_ok_and(|processors| processors.get() == 1);
        let mut open = OpenOptions::new();
        open.read(true).custom_flags(O_NONBLOCK);
        (pipe && !alone).then(|| open.open(path).ok()).flatten()
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod system {
    pub(super) type Prompt = std::io::Empty;

    pub(super) fn prompt() -> Option<Prompt> {
        None
    }
}
