//! Broken inputs made from good ones, the same ones for the same seed.

/// Longest input made here, in bytes.
const LONGEST: usize = 4096;

/// Pieces that are put where nobody expects them.
const TOKENS: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b":",
    b",",
    b"\\u",
    b"\\ud800",
    b"\\udc00",
    b"\\u0000",
    b"\\n",
    b"\n",
    b"\r\n",
    b"\t",
    b"\0",
    b"\x1f",
    b"\x7f",
    b"\x0b",
    b"        ",
    b"  \n  ",
    b"/",
    b"//",
    b"'",
    b"-",
    b"0",
    b"-0",
    b"01",
    b"1.",
    b".5",
    b"1e",
    b"1E-2",
    b"1e999",
    b"1e999999999999999999999",
    b"0.0e-0",
    b"9007199254740993",
    b"-9223372036854775809",
    b"12345678901234567890123456789012345678901234567890",
    b"true",
    b"false",
    b"null",
    b"nul",
    b"NaN",
    b"\"\"",
    b"{}",
    b"[]",
    b"{\"a\":",
    b"[[",
    b"]]",
    b",,",
    b"\"jsonrpc\":\"2.0\",",
    b"\"id\":",
    b"\"id\":null,",
    b"\"id\":1.5,",
    b"\"method\":",
    b"\"params\":[],",
    b"\"result\":1,",
    b"\"error\":{\"code\":1,\"message\":\"\"},",
    b"\"method\":\"tools/call\",",
    b"ping",
    b"tools/list",
    b"demo-data/",
    b"../",
    b"notes.txt",
    b"C:",
    b"arguments",
    b"cursor",
    b"_meta",
    "中".as_bytes(),
    "😀".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{a0}".as_bytes(),
    b"\xe4\xb8",
    b"\xf0\x9f",
    b"\x80",
    b"\xff",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
];

/// Values that are put where another one stood.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "1.0",
    "1.5",
    "1e2",
    "9007199254740993",
    "1e999999999999999999999",
    "null",
    " true ",
    "[]",
    "{}",
    "[\n1,\t2]",
    "{\"a\":1,\"a\":[]}",
    "\"\"",
    "\"2.0\"",
    "\"1\"",
    "\"\\ud800\"",
    "\"\\u0061\\/\"",
    "\"ping\"",
    "\"tools/call\"",
    "\"tools/list\"",
    "\"initialize\"",
    "\"notifications/x\"",
    "\"add\"",
    "\"read_file\"",
    "\"demo-data/notes.txt\"",
    "\"demo-data/../x\"",
    "\"中😀\"",
    "1,\"id\":2",
    "1,\"x\":[[]]",
    "{\"code\":1,\"message\":\"m\"}",
    "{},\"result\":1",
    "{\"a\":1,\"b\":2}",
    "{\"path\":\"demo-data/notes.txt\"}",
];

/// A generator of numbers that look random: `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) struct Chance(u64);

impl Chance {
    /// The generator of one input, so that it can be made again without those before it.
    pub(crate) fn new(seed: u64, index: u64) -> Self {
        Self(seed ^ Self(index).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end - 1`.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }

    fn byte(&mut self) -> u8 {
        let [byte, ..] = self.next().to_le_bytes();
        byte
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        from.get(self.below(from.len())).unwrap()
    }

    /// A part of so many bytes, short ones more often than long ones.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let most = if self.below(4) == 0 { length - start } else { 8.min(length - start) };
        start..start + self.below(most + 1)
    }

    /// One of the texts, the first ones more often than the last ones.
    fn text<'a>(&mut self, texts: &'a [Vec<u8>]) -> &'a [u8] {
        let end = self.below(texts.len()) + 1;
        texts.get(self.below(end)).unwrap()
    }

    /// One of the texts, changed a little or broken a lot.
    pub(crate) fn input(&mut self, texts: &[Vec<u8>]) -> Vec<u8> {
        let mut input = self.text(texts).to_vec();
        input.truncate(LONGEST);
        for _ in 0..self.below(4) {
            self.exchange(&mut input);
        }
        let often = [0, 0, 0, 1, 2, 5];
        for _ in 0..*self.pick(&often) {
            self.mutate(&mut input, texts);
            input.truncate(LONGEST);
        }
        input
    }

    /// Puts another value where one stood, so that the input often stays JSON.
    fn exchange(&mut self, input: &mut Vec<u8>) {
        let from = self.below(input.len() + 1);
        let is_before = |byte: &u8| b":[,".contains(byte);
        let Some(before) = input.iter().skip(from).position(is_before) else { return };
        let start = from + before + 1;
        let length = input.iter().skip(start).position(|byte| b",]}".contains(byte));
        let end = start + length.unwrap_or(0);
        input.splice(start..end, self.pick(VALUES).bytes());
    }

    fn mutate(&mut self, input: &mut Vec<u8>, texts: &[Vec<u8>]) {
        let range = self.range(input.len());
        let at = range.start;
        match self.below(12) {
            0 => self.flip(input),
            1 => input.insert(at, self.byte()),
            2 => drop(input.drain(range)),
            3 => repeat(input, range, 1),
            4 => repeat(input, range, self.below(64)),
            5 => {
                let other = self.text(texts);
                let from = self.range(other.len()).start;
                input.truncate(at);
                input.extend(other.get(from..).unwrap());
            }
            6 => {
                let other = self.text(texts);
                let part = self.range(other.len());
                input.splice(range, other.get(part).unwrap().iter().copied());
            }
            7 => input.truncate(at),
            8 => self.nest(input),
            9 => drop(input.splice(range, self.pick(TOKENS).iter().copied())),
            _ => drop(input.splice(at..at, self.pick(TOKENS).iter().copied())),
        }
    }

    fn flip(&mut self, input: &mut [u8]) {
        let at = self.below(input.len() + 1);
        if let Some(byte) = input.get_mut(at) {
            *byte ^= 1 << self.below(8);
        }
    }

    /// Puts the input, or nothing, into many brackets, of which the last may stay open.
    fn nest(&mut self, input: &mut Vec<u8>) {
        let (open, close) =
            self.pick(&[("[", "]"), (r#"{"a":"#, "}"), ("[{\"\":", "}]"), ("[0,", "]")]);
        let levels = self.below(140);
        let closed = if self.below(4) == 0 { self.below(levels + 1) } else { levels };
        let inside = if self.below(2) == 0 { Vec::new() } else { input.clone() };
        *input =
            [open.repeat(levels).as_bytes(), &inside, close.repeat(closed).as_bytes()].concat();
    }
}

/// Puts so many copies of a part behind it.
fn repeat(input: &mut Vec<u8>, range: std::ops::Range<usize>, times: usize) {
    let copies = input.get(range.clone()).unwrap().repeat(times);
    input.splice(range.end..range.end, copies);
}
