//! What bytes that are not UTF-8 look like: another encoding, as far as the bytes alone tell.

use crate::doctor::finding::Said;

/// How many bytes are quoted.
const QUOTED: usize = 8;

/// The bytes from the first that is not UTF-8 on, in hex, and which encoding they are likely to be.
pub(super) fn foreign(bytes: &[u8]) -> Said {
    let strange = bytes.iter().take_while(|byte| !byte.is_ascii()).count().max(1);
    let run = bytes.get(..strange.min(QUOTED)).unwrap_or(bytes);
    let hex: Vec<_> = run.iter().map(|byte| format!("{byte:02X}")).collect();
    let hex = hex.join(" ");
    let (en, zh) = match bytes {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => (
            "looks like UTF-16 with a byte order mark".to_owned(),
            "看起来是带字节顺序标记的 UTF-16".to_owned(),
        ),
        _ if is_gbk(run) => {
            ("looks like GBK or GB18030".to_owned(), "看起来是 GBK 或 GB18030".to_owned())
        }
        [one @ 0xA0..=0xFF, next, ..] if next.is_ascii() => {
            let letter = char::from(*one);
            (
                format!("in Latin-1 or Windows-1252 that is {letter}"),
                format!("按 Latin-1 或 Windows-1252 来读是 {letter}"),
            )
        }
        _ => return Said::new(hex.clone(), hex),
    };
    Said::new(format!("{hex} ({en}; write UTF-8)"), format!("{hex}（{zh}；请改用 UTF-8）"))
}

/// Whether these bytes are pairs as GBK has them, of which the most part are Chinese characters of GB 2312.
fn is_gbk(run: &[u8]) -> bool {
    let mut pairs = run.chunks_exact(2);
    let whole = pairs.remainder().is_empty() && run.len() >= 2;
    whole && pairs.all(|pair| matches!(pair, [0xA1..=0xA3 | 0xB0..=0xF7, 0xA1..=0xFE]))
}

#[cfg(test)]
mod tests {
    use super::foreign;

    #[test]
    fn bytes_that_are_not_utf8_are_shown_in_hex_with_the_encoding_they_look_like() {
        for (bytes, says) in [
            (
                b"\xD6\xD0\xCE\xC4\"}".as_slice(),
                "D6 D0 CE C4 (looks like GBK or GB18030; write UTF-8)",
            ),
            (b"\xE9t\xE9", "E9 (in Latin-1 or Windows-1252 that is \u{e9}; write UTF-8)"),
            (b"\xFF\xFE{\0", "FF FE (looks like UTF-16 with a byte order mark; write UTF-8)"),
            (b"\x80", "80"),
            (b"", ""),
        ] {
            assert_eq!(foreign(bytes).en, says);
        }
    }
}
