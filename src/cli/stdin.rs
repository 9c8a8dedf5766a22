//! This process's own standard input, for a server that wants to be prompt.
//!
//! A system takes some microseconds to wake a process up, longer than most calls take. Where a client
//! asks again as soon as it is answered, it pays not to fall asleep between two lines at once, but to
//! look a few times whether there is more, about ten microseconds in all. Where client and server take
//! turns on one processor it does not pay: so both ways are timed now and then, and the faster is taken.

use super::clock::Clock;
use std::io::{self, Read};
use std::time::Duration;

/// How often it looks before it waits; a look in vain takes about 0.3 µs.
pub const LOOKS: u32 = 40;

/// How many reads are timed together.
const LAP: u32 = 256;

/// After how many laps both ways are timed anew.
const LAPS: u32 = 256;

/// What [`io::stdin`] reads at once when it is asked for less: it keeps the rest to itself.
const STD_BUFFER: usize = 8 * 1024;

/// Standard input. What is read here is gone for [`io::stdin`], and what that has buffered for this.
#[derive(Debug, Default)]
pub struct Stdin {
    reads: u32,
    laps: u32,
    lap: Option<Clock>,
    /// How long the lap took in which it waited at once.
    waited: Duration,
    looks: bool,
    /// Somebody has asked for so little that bytes may wait elsewhere: looking would pass them by.
    small: bool,
    /// The same pipe, opened so that reading it never waits.
    prompt: Option<system::Prompt>,
}

impl Stdin {
    /// Counts the reads. Of the first laps one is timed with waiting and one with looking, each after a
    /// lap to get used to it.
    fn count(&mut self) {
        self.reads = (self.reads + 1) % LAP;
        if self.reads > 0 {
            return;
        }
        let took = self.lap.replace(Clock::start()).map_or(Duration::ZERO, |lap| lap.elapsed());
        self.laps = (self.laps + 1) % LAPS;
        if self.small {
            return;
        }
        match self.laps {
            2 => {
                self.waited = took;
                self.prompt = system::prompt();
                self.looks = self.prompt.is_some();
            }
            // It has to be worth the power it takes.
            4 => self.looks = self.looks && took < self.waited.mul_f32(0.9),
            0 => self.looks = false,
            _ => {}
        }
    }
}

impl Read for Stdin {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.small |= buffer.len() < STD_BUFFER;
        self.looks &= !self.small;
        self.count();
        if let Some(prompt) = self.prompt.as_mut().filter(|_| self.looks) {
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
