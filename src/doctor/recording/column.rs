//! Where a byte of a message stands on the line of the file it was read from.

use super::book::Written;

/// The column of this byte of a message, first 1, in UTF-16 code units, as editors count.
pub(super) fn column(line: &[u8], written: Written, byte: usize) -> Option<usize> {
    let place = match written {
        Written::Verbatim(start) => start + byte,
        Written::Escaped(start) => start + escaped(line.get(start..)?, byte),
        Written::Otherwise => return None,
    };
    let before = line.get(..place.min(line.len()))?;
    let units = before.utf8_chunks().map(|chunk| {
        let valid: usize = chunk.valid().chars().map(char::len_utf16).sum();
        // An editor shows a replacement character for what it cannot read.
        valid + usize::from(!chunk.invalid().is_empty())
    });
    Some(units.sum::<usize>() + 1)
}

/// How many bytes of the escaped text stand for this many of the message.
fn escaped(text: &[u8], bytes: usize) -> usize {
    let mut at = 0;
    for _ in 0..bytes {
        at += match (text.get(at), text.get(at + 1)) {
            (Some(b'\\'), Some(b'x')) => 4,
            (Some(b'\\'), _) => 2,
            _ => 1,
        };
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_on_the_line_of_the_file_in_utf_16() {
        let line = "server -> {\"a\":\"北😀\"x".as_bytes();
        for (byte, at) in [(0, 11), (6, 17), (9, 18), (13, 20), (14, 21)] {
            assert_eq!(column(line, Written::Verbatim(10), byte), Some(at), "{byte}");
        }
        let line = br#"server ~> "{\"a\":1}\xb4\r""#;
        for (byte, at) in [(0, 12), (1, 13), (2, 15), (4, 18), (7, 21), (8, 25)] {
            assert_eq!(column(line, Written::Escaped(11), byte), Some(at), "{byte}");
        }
        assert_eq!(column(line, Written::Otherwise, 3), None);
    }
}
