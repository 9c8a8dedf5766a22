//! The published vectors of SHA-256, HMAC-SHA-256 and base64url.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::digest::{Sha256, base64url, hmac, same, sha256};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn bytes(hex: &str) -> Vec<u8> {
    let pair = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    hex.as_bytes().chunks(2).map(pair).collect()
}

#[test]
fn sha256_gives_the_published_fingerprints() {
    // FIPS 180-4 and its example values.
    for (text, expected) in [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
        ),
    ] {
        assert_eq!(hex(&sha256(text.as_bytes())), expected, "{text}");
    }
    assert_eq!(
        hex(&sha256(&vec![b'a'; 1_000_000])),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    );
}

#[test]
fn a_fingerprint_does_not_depend_on_the_pieces_the_bytes_came_in() {
    let all: Vec<u8> = (0..=255).cycle().take(300).collect();
    for length in 0..all.len() {
        let (whole, _) = all.split_at(length);
        for size in [1, 7, 55, 56, 63, 64, 65] {
            let mut hash = Sha256::default();
            whole.chunks(size).for_each(|piece| hash.update(piece));
            assert_eq!(hash.finish(), sha256(whole), "{length} bytes in pieces of {size}");
        }
    }
}

/// RFC 4231, section 4: key, data, seal. The fifth is cut to 128 bits there.
#[test]
fn hmac_gives_the_seals_of_rfc_4231() {
    let repeat = |byte: &str, count: usize| byte.repeat(count);
    let cases = [
        (
            repeat("0b", 20),
            hex(b"Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        ),
        (
            hex(b"Jefe"),
            hex(b"what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            repeat("aa", 20),
            repeat("dd", 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        ),
        (
            "0102030405060708090a0b0c0d0e0f10111213141516171819".to_owned(),
            repeat("cd", 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        ),
        (repeat("0c", 20), hex(b"Test With Truncation"), "a3b6167473100ee06e0c796c2955552b"),
        (
            repeat("aa", 131),
            hex(b"Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
        (
            repeat("aa", 131),
            hex(b"This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        ),
    ];
    for (number, (key, data, expected)) in cases.iter().enumerate() {
        let seal = hex(&hmac(&bytes(key), &bytes(data)));
        assert!(seal.starts_with(expected), "case {}: {seal}", number + 1);
    }
}

#[test]
fn seals_are_the_same_only_to_the_last_bit() {
    let seal = hmac(b"key", b"text");
    assert!(same(&seal, &hmac(b"key", b"text")));
    for bit in 0..256 {
        let mut forged = seal;
        *forged.get_mut(bit / 8).unwrap() ^= 1 << (bit % 8);
        assert!(!same(&seal, &forged), "bit {bit}");
    }
    let (start, _) = seal.split_at(31);
    assert!(!same(&seal, start));
    assert!(same(b"", b""));
}

#[test]
fn base64url_goes_there_and_back() {
    // RFC 4648, section 10, without the padding.
    for (plain, text) in [
        ("", ""),
        ("f", "Zg"),
        ("fo", "Zm8"),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ] {
        assert_eq!(base64url::encode(plain.as_bytes()), text);
        assert_eq!(base64url::decode(text).as_deref(), Some(plain.as_bytes()), "{text}");
    }
    assert_eq!(base64url::encode(&[0xfb, 0xff, 0xbf]), "-_-_");
}

#[test]
fn base64url_takes_only_what_it_would_have_written() {
    // One letter alone, padding, the other alphabet, white space, a bit too many in the last letter.
    for text in ["Z", "Zg==", "+/+/", "Zm 9v", "Zm9v\n", "Zh", "Zm9", "中文字母"] {
        assert_eq!(base64url::decode(text), None, "{text}");
    }
}
