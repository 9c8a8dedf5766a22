//! Three bytes are four times six bits, and six bits are a letter: what both alphabets share.

/// 64 letters, the value of each being its place.
pub(super) type Letters = [u8; 64];

/// Three bytes make four letters; a rest of one or two makes two or three.
pub(super) fn encode(bytes: &[u8], letters: &Letters) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            let letter = (bits >> (18 - 6 * place)) & 0x3f;
            text.extend(letters.get(letter as usize).map(|letter| char::from(*letter)));
        }
    }
    text
}

/// The bytes that are written so, if the text is just what [`encode`] makes of them: another letter,
/// padding, or a last letter with bits too many is refused, so that no two texts mean the same.
pub(super) fn decode(text: &str, letters: &Letters) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for letter in four {
            let value = letters.iter().position(|known| known == letter)?;
            bits = bits << 6 | u32::try_from(value).ok()?;
        }
        let bits = bits << (6 * (4 - four.len()));
        let whole = four.len() * 6 / 8;
        let [_, three @ ..] = bits.to_be_bytes();
        let (taken, left) = three.split_at(whole);
        if four.len() == 1 || left.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend(taken);
    }
    Some(bytes)
}
