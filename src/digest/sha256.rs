//! SHA-256: any number of bytes in, 32 bytes out.

/// How many bytes are mixed in at once.
pub(super) const BLOCK: usize = 64;

/// A fingerprint in the making; bytes may come in any number of pieces.
#[derive(Debug, Clone)]
pub struct Sha256 {
    state: [u32; 8],
    /// What does not fill a block yet.
    open: [u8; BLOCK],
    /// How many bytes came so far.
    length: u64,
}

/// The fingerprint of these bytes.
///
/// ```
/// let print = mcp_lab::digest::sha256(b"abc");
/// assert_eq!(print[..4], [0xba, 0x78, 0x16, 0xbf]);
/// ```
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::default();
    hash.update(bytes);
    hash.finish()
}

impl Default for Sha256 {
    fn default() -> Self {
        Self { state: START, open: [0; BLOCK], length: 0 }
    }
}

impl Sha256 {
    /// Takes in the next bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let filled = self.filled();
            let (_, free) = self.open.split_at_mut(filled);
            let count = free.len().min(bytes.len());
            let (now, later) = bytes.split_at(count);
            free.iter_mut().zip(now).for_each(|(to, from)| *to = *from);
            self.length = self.length.wrapping_add(count as u64);
            bytes = later;
            if self.filled() == 0 {
                mix(&mut self.state, &self.open);
            }
        }
    }

    /// The fingerprint of all that came.
    pub fn finish(mut self) -> [u8; 32] {
        let bits = self.length.wrapping_mul(8).to_be_bytes();
        // A one bit, then zeros, so that with the length the last block is full.
        self.update(&[0x80]);
        while self.filled() != BLOCK - bits.len() {
            self.update(&[0]);
        }
        self.update(&bits);
        let mut print = [0; 32];
        let words = self.state.iter().flat_map(|word| word.to_be_bytes());
        print.iter_mut().zip(words).for_each(|(to, from)| *to = from);
        print
    }

    fn filled(&self) -> usize {
        usize::try_from(self.length % BLOCK as u64).unwrap_or(0)
    }
}

/// FIPS 180-4, 6.2.2: mixes one block into the state.
#[expect(clippy::many_single_char_names, reason = "they have these names in FIPS 180-4")]
fn mix(state: &mut [u32; 8], block: &[u8; BLOCK]) {
    let (bytes, _) = block.as_chunks::<4>();
    let mut words = [0_u32; 16];
    words.iter_mut().zip(bytes).for_each(|(word, bytes)| *word = u32::from_be_bytes(*bytes));
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for constant in ROUNDS {
        // The schedule, seen through a window of sixteen words: the first is this round's, and what
        // is made of four of them comes in behind.
        let [word, second, _, _, _, _, _, _, _, tenth, _, _, _, _, fifteenth, _] = words;
        words.rotate_left(1);
        if let Some(last) = words.last_mut() {
            let small = second.rotate_right(7) ^ second.rotate_right(18) ^ (second >> 3);
            let large = fifteenth.rotate_right(17) ^ fifteenth.rotate_right(19) ^ (fifteenth >> 10);
            *last = sum([word, small, tenth, large, 0]);
        }
        let choice = (e & f) ^ (!e & g);
        let high = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let one = sum([h, high, choice, constant, word]);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let low = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        (h, g, f, e) = (g, f, e, d.wrapping_add(one));
        (d, c, b, a) = (c, b, a, sum([one, low, majority, 0, 0]));
    }
    let mixed = [a, b, c, d, e, f, g, h];
    state.iter_mut().zip(mixed).for_each(|(word, mixed)| *word = word.wrapping_add(mixed));
}

fn sum(words: [u32; 5]) -> u32 {
    words.into_iter().fold(0, u32::wrapping_add)
}

/// The first 32 bits behind the point of the square roots of the first 8 primes.
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The same of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];
