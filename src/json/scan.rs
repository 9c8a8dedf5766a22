//! Reading eight bytes at a time.
//!
//! Most of a JSON text is the inside of strings and the space between values, where nothing
//! happens. A `u64` holds eight bytes; with a little arithmetic all eight are asked at once
//! whether one of them matters. On its own a byte loop would take ten times as long.
//!
//! The one trick used, for a word `w` of eight bytes: `zeros(w)` sets the top bit of the first
//! byte that is 0 (and perhaps of later ones, never of an earlier one). "Is there a quote?" is
//! then "is there a zero in `w ^ QUOTES`?".
//!
//! Source: the zero-byte test is folklore; A. Mycroft published it in 1987.

/// The same byte eight times.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

const ONES: u64 = all(0x01);
const TOPS: u64 = all(0x80);

/// Marks the first zero byte of a word by its top bit.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & TOPS
}

/// Marks the first byte that ends a plain run inside a string: `"`, `\` or a control character.
const fn specials(word: u64) -> u64 {
    let controls = word.wrapping_sub(all(0x20)) & !word & TOPS;
    zeros(word ^ all(b'"')) | zeros(word ^ all(b'\\')) | controls
}

/// Marks the first byte that is not a digit: xor makes digits 0 to 9, and 10 + 0x76 reaches the top bit.
const fn others(word: u64) -> u64 {
    let values = word ^ all(b'0');
    (values.wrapping_add(all(0x76)) | values) & TOPS
}

/// Which of the eight bytes a mark stands for.
const fn first(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

/// The offset of the first marked byte at or after `at`, or the length of the text.
#[inline]
fn find(bytes: &[u8], mut at: usize, marks: fn(u64) -> u64) -> usize {
    while let Some(&[a, b, c, d, e, f, g, h]) = bytes.get(at..at + 8) {
        match marks(u64::from_le_bytes([a, b, c, d, e, f, g, h])) {
            0 => at += 8,
            found => return at + first(found),
        }
    }
    last(bytes, at, marks)
}

/// Fewer than eight bytes are left: they are filled up with zeros, which every mark takes for an end.
fn last(bytes: &[u8], at: usize, marks: fn(u64) -> u64) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let word = rest.iter().rfold(0, |word, byte| word << 8 | u64::from(*byte));
    at + first(marks(word))
}

/// Where the plain run that begins at `at` ends: the offset of the next `"`, `\` or control
/// character, or the length of the text.
#[inline]
pub(super) fn plain(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, specials)
}

/// The offset of the first byte at or after `at` that is not white space.
#[inline]
pub(super) fn space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
        // Indentation: runs of spaces, eight at a time.
        while bytes.get(at..at + 8) == Some(b"        ") {
            at += 8;
        }
    }
    at
}

/// The offset of the first byte after `at` that is not a decimal digit; none at all is an error.
#[inline]
fn digits(bytes: &[u8], at: usize) -> Result<usize, usize> {
    match find(bytes, at, others) {
        end if end == at => Err(at),
        end => Ok(end),
    }
}

/// Where the number ends whose digits begin at `start`, behind the sign.
///
/// # Errors
/// Where a digit had to stand and did not.
#[inline]
pub(super) fn number(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let is = |at: usize, wanted: u8| bytes.get(at) == Some(&wanted);
    // No leading zeros: after a 0 the integer part is over.
    let mut at = if is(start, b'0') { start + 1 } else { digits(bytes, start)? };
    if is(at, b'.') {
        at = digits(bytes, at + 1)?;
    }
    if is(at, b'e') || is(at, b'E') {
        let sign = is(at + 1, b'+') || is(at + 1, b'-');
        at = digits(bytes, at + 1 + usize::from(sign))?;
    }
    Ok(at)
}
