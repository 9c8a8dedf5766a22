//! A tap as a process of its own, and its log put back together.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]
#![allow(dead_code, reason = "not every test file needs every helper")]

use mcp_lab::transcript::Transcript;
use mcp_lab::transport::{Crossing, Side};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The program.
pub(crate) const LAB: &str = env!("CARGO_BIN_EXE_mcp-lab");

/// An empty directory of a test's own.
pub(crate) fn folder() -> PathBuf {
    static FOLDERS: AtomicU32 = AtomicU32::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let name = format!("tap-{}-{number}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// `FILE.ending`, beside a file.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}.{ending}", file.display()))
}

/// `tap` with a log, options and a server.
pub(crate) fn command(log: &Path, options: &[&str], server: &[&str]) -> Command {
    let mut command = Command::new(LAB);
    command.arg("tap").arg("--log").arg(log).args(options).arg("--").args(server);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A tap between us and a server, and its log.
pub(crate) struct Tapped {
    pub(crate) process: Child,
    pub(crate) stdin: Option<ChildStdin>,
    pub(crate) stdout: BufReader<ChildStdout>,
    pub(crate) log: PathBuf,
}

impl Tapped {
    pub(crate) fn start(server: &[&str]) -> Self {
        Self::with(&[], server)
    }

    pub(crate) fn with(options: &[&str], server: &[&str]) -> Self {
        let log = folder().join("tap.wire");
        Self::command(command(&log, options, server), &log)
    }

    pub(crate) fn command(mut command: Command, log: &Path) -> Self {
        let (mut process, log) = (command.spawn().unwrap(), log.to_owned());
        let stdin = process.stdin.take();
        let stdout = BufReader::new(process.stdout.take().unwrap());
        Self { process, stdin, stdout, log }
    }

    pub(crate) fn shell(script: &str) -> Self {
        Self::start(&["sh", "-c", script])
    }

    pub(crate) fn says(&mut self, bytes: impl AsRef<[u8]>) {
        self.stdin.as_mut().unwrap().write_all(bytes.as_ref()).unwrap();
    }

    pub(crate) fn hears(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    /// Waits until the log holds this.
    #[track_caller]
    pub(crate) fn logs(&self, what: &str) {
        for _ in 0..1000 {
            if self.wire().contains(what) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(self.wire(), what, "the log does not hold that");
    }

    pub(crate) fn wire(&self) -> String {
        String::from_utf8(fs::read(&self.log).unwrap_or_default()).unwrap()
    }

    /// Closes stdin and waits: the exit code, and what still came on stdout and stderr.
    pub(crate) fn ends(&mut self) -> (Option<i32>, String, String) {
        self.stdin = None;
        self.is_left()
    }

    /// Waits with stdin as it is.
    pub(crate) fn is_left(&mut self) -> (Option<i32>, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.stdout.read_to_string(&mut out).unwrap();
        self.process.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.process.wait().unwrap().code(), out, err)
    }
}

/// Runs a tap to its end, all of this on its stdin.
pub(crate) fn through(mut command: Command, input: &[u8]) -> Output {
    let mut process = command.spawn().unwrap();
    let mut stdin = process.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).unwrap());
        process.wait_with_output().unwrap()
    })
}

/// All that one side said, out of a log, or out of several that follow each other.
pub(crate) fn said(side: Side, wires: &[String]) -> Vec<u8> {
    let mut said = Vec::new();
    for wire in wires {
        for crossing in Transcript::from_wire(wire).unwrap().crossings {
            add(side, &crossing, &mut said);
        }
    }
    said
}

/// Puts one crossing back where it was cut.
pub(crate) fn add(side: Side, crossing: &Crossing, said: &mut Vec<u8>) {
    let (bytes, ended) = if let Crossing::Line(of, line) = crossing
        && *of == side
    {
        (line.as_bytes(), true)
    } else if let Crossing::Bytes { side: of, bytes, ended } = crossing
        && *of == side
    {
        (bytes.as_slice(), *ended)
    } else {
        return;
    };
    said.extend_from_slice(bytes);
    said.extend_from_slice(if ended { b"\n" } else { b"" });
}

/// Bytes that follow no pattern, the same in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 1 up to this.
    pub(crate) fn up_to(&mut self, most: usize) -> usize {
        usize::try_from(self.roll() % most as u64).unwrap() + 1
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(count + 8);
        while bytes.len() < count {
            bytes.extend(self.roll().to_le_bytes());
        }
        bytes.truncate(count);
        bytes
    }
}
