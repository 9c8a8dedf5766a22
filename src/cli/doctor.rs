//! `doctor`: reads recorded sessions, and says what is wrong with them.

use super::command::{OPT, Opt};
use super::failure::Failure;
use super::probe::harmless;
use super::{Words, World};
use crate::doctor::{
    Examined, Reading, Verdict, around, examine, junit, place, sarif, to_value, unreadable,
};
use crate::text::{Lang, Text, visible};
use crate::transcript::Paint;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};

/// What `doctor` takes.
pub(super) const OPTIONS: &[Opt] = &[
    Opt {
        name: "--json",
        about: Text::new(
            "print one JSON object: the report, or all of them under \"files\"",
            "打印一个 JSON 对象：报告本身；有多个文件时，全部放在 \"files\" 里",
        ),
        ..OPT
    },
    Opt {
        name: "--sarif",
        about: Text::new(
            "print SARIF 2.1.0, for code hosts and editors",
            "打印 SARIF 2.1.0，供代码平台和编辑器使用",
        ),
        ..OPT
    },
    Opt {
        name: "--junit",
        about: Text::new(
            "print JUnit XML, for continuous integration",
            "打印 JUnit XML，供持续集成使用",
        ),
        ..OPT
    },
];

/// What is not a file may never end; no more of it is read, in bytes: 1 GiB.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// How much of standard input is kept to show lines of it again, in bytes.
const MAX_KEPT: usize = 4 * 1024 * 1024;

/// The lines around the first finding, and the line that is meant.
type Place = Option<(Vec<(usize, String)>, usize)>;

/// `doctor FILE…`
pub(super) fn run(world: &mut World<'_>, words: &Words) -> Result<u8, Failure> {
    let lang = words.lang;
    let (json, sarif_, junit_) = (words.has("--json"), words.has("--sarif"), words.has("--junit"));
    if words.operands.is_empty() {
        return Err(Failure::Usage(NO_FILE.get(lang).to_owned()));
    }
    if [json, sarif_, junit_].into_iter().filter(|it| *it).count() > 1 {
        return Err(Failure::Usage(ONE_FORMAT.get(lang).to_owned()));
    }
    let paint = world.paint(words.value("--color"));
    let plain = !json && !sarif_ && !junit_;
    let (mut files, several) = (Vec::new(), words.operands.len() > 1);
    for operand in &words.operands {
        let name = operand.to_string_lossy().into_owned();
        let (reading, place) = look(world.input, operand);
        let file = Examined { name, reading };
        if plain {
            let page = page(&file, place, several, (lang, paint));
            let apart = if files.is_empty() { "" } else { "\n" };
            write!(world.out, "{apart}{page}")?;
        }
        files.push(file);
    }
    if json {
        writeln!(world.out, "{}", harmless(&to_value(&files).to_line()))?;
    } else if sarif_ {
        writeln!(world.out, "{}", harmless(&sarif(&files, lang).to_line()))?;
    } else if junit_ {
        write!(world.out, "{}", junit(&files, lang))?;
    }
    Ok(match Verdict::of(&files) {
        Verdict::Healthy => 0,
        Verdict::Broken => 1,
        Verdict::Unreadable => 2,
    })
}

const NO_FILE: Text = Text::new(
    "`doctor` needs a file: mcp-lab doctor FILE…, or - for standard input",
    "`doctor` 后面要写文件：mcp-lab doctor FILE…；- 表示标准输入",
);
const ONE_FORMAT: Text = Text::new(
    "`--json`, `--sarif` and `--junit` are three formats: choose one",
    "`--json`、`--sarif`、`--junit` 是三种格式，只能选一种",
);

/// Examines a file, and fetches the lines around the first finding.
fn look(input: &mut dyn BufRead, operand: &OsStr) -> (Reading, Place) {
    let read = if operand == "-" { standard_input(input) } else { named(operand) };
    read.unwrap_or_else(|error| {
        let en = format!("it cannot be read: {error}");
        (Err(unreadable(&en, &format!("读不了：{error}"))), None)
    })
}

fn named(path: &OsStr) -> io::Result<(Reading, Place)> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Ok((Err(unreadable("it is a directory, not a file", "它是目录，不是文件")), None));
    }
    if !about.is_file() {
        return standard_input(&mut BufReader::new(File::open(path)?.take(MAX_BYTES)));
    }
    let open = || Ok::<_, io::Error>(BufReader::with_capacity(64 * 1024, File::open(path)?));
    let reading = examine(&mut open()?)?;
    let line = first_line(&reading);
    let place = line.map(|line| Ok::<_, io::Error>((around(&mut open()?, line)?, line)));
    Ok((reading, place.transpose()?))
}

/// What can be read only once: the beginning of it is kept.
fn standard_input(input: &mut dyn BufRead) -> io::Result<(Reading, Place)> {
    let mut input = Kept { input, kept: Vec::new() };
    let reading = examine(&mut input)?;
    let line = first_line(&reading);
    let place =
        line.map(|line| Ok::<_, io::Error>((around(&mut input.kept.as_slice(), line)?, line)));
    let place = place.transpose()?;
    Ok((reading, place.filter(|(lines, line)| lines.iter().any(|(number, _)| number == line))))
}

fn first_line(reading: &Reading) -> Option<usize> {
    reading.as_ref().ok()?.report.findings.first()?.crossing
}

/// Passes on what it reads, and keeps the beginning.
struct Kept<'r> {
    input: &'r mut dyn BufRead,
    kept: Vec<u8>,
}

impl Read for Kept<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Kept<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        let room = MAX_KEPT.saturating_sub(self.kept.len()).min(amount);
        // Already filled, so nothing is read here.
        if let Ok(chunk) = self.input.fill_buf() {
            self.kept.extend_from_slice(chunk.get(..room).unwrap_or_default());
        }
        self.input.consume(amount);
    }
}

fn page(file: &Examined, place: Place, several: bool, (lang, paint): (Lang, Paint)) -> String {
    let name = visible(&file.name).into_owned();
    match &file.reading {
        Ok(recording) => {
            let verdict = recording.report.verdict(lang, paint);
            let verdict = verdict.trim_start_matches('\n');
            let head = if several { format!("{}\n", paint.heading(&name)) } else { String::new() };
            let around = place.map(|(lines, line)| format!("\n{}", self::place(&lines, line)));
            format!("{head}{verdict}{}", around.unwrap_or_default())
        }
        Err(why) => {
            let (word, colon) = match lang {
                Lang::En => ("unreadable", ": "),
                Lang::Zh => ("无法读取", "："),
            };
            let head = paint.heading(&format!("{word}{colon}{name}"));
            format!("{head}\n   {}\n", visible(why.get(lang)))
        }
    }
}
