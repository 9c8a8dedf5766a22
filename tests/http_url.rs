//! Addresses as they are written, what is understood of them, and where they go wrong. RFC 3986.
#![expect(clippy::unwrap_used, reason = "a broken test should stop")]

use mcp_lab::text::Lang;
use mcp_lab::transport::http::Url;

/// Scheme, authority, port, path, and whether it is on this machine.
fn understood(text: &str) -> String {
    let url = Url::parse(text).unwrap();
    let here = if url.is_loopback() { " here" } else { "" };
    let (origin, port, path) = (url.origin(), url.port, url.path.as_str());
    assert_eq!(format!("{origin}{path}"), url.to_string());
    assert_eq!(Url::parse(&url.to_string()).unwrap(), url, "what is printed is read alike");
    format!("{origin} {port} {path}{here}")
}

#[test]
fn an_address_is_taken_apart() {
    let rows = [
        ("http://a", "http://a 80 /"),
        ("http://a/", "http://a 80 /"),
        ("http://a:80/mcp", "http://a 80 /mcp"),
        ("http://a:443/mcp", "http://a:443 443 /mcp"),
        ("https://a/mcp", "https://a 443 /mcp"),
        ("https://a:443", "https://a 443 /"),
        ("https://a:80", "https://a:80 80 /"),
        ("HTTP://Example.COM/Mcp", "http://example.com 80 /Mcp"),
        ("http://a:/mcp", "http://a 80 /mcp"),
        ("http://a:08080", "http://a:8080 8080 /"),
        ("http://a:0", "http://a:0 0 /"),
        ("http://a:65535", "http://a:65535 65535 /"),
        ("http://a?b=c", "http://a 80 /?b=c"),
        ("http://a/b?c=d?e/f:g@h", "http://a 80 /b?c=d?e/f:g@h"),
        ("http://a/%E4%B8%AD", "http://a 80 /%E4%B8%AD"),
        ("http://a.b-c_d~e", "http://a.b-c_d~e 80 /"),
        ("http://localhost:1/", "http://localhost:1 1 / here"),
        ("http://x.localhost", "http://x.localhost 80 / here"),
        ("http://localhost.example", "http://localhost.example 80 /"),
        ("http://127.0.0.1:8080/mcp", "http://127.0.0.1:8080 8080 /mcp here"),
        ("http://127.9.9.9", "http://127.9.9.9 80 / here"),
        ("http://192.168.0.1", "http://192.168.0.1 80 /"),
        ("http://[::1]/mcp", "http://[::1] 80 /mcp here"),
        ("http://[::1]:8080", "http://[::1]:8080 8080 / here"),
        ("http://[0:0:0:0:0:0:0:1]:80", "http://[::1] 80 / here"),
        ("http://[2001:DB8::1]:1", "http://[2001:db8::1]:1 1 /"),
        ("http://[::ffff:127.0.0.1]", "http://[::ffff:127.0.0.1] 80 /"),
    ];
    for (text, wanted) in rows {
        assert_eq!(understood(text), wanted, "{text}");
    }
}

const SCHEME: &str = "an address begins with http:// or https://";
const PLAIN: &str =
    "an address holds no white space and nothing but ASCII: write other characters as %XX";
const FRAGMENT: &str = "what stands behind # is never sent: leave it out";
const USER: &str = "a name or password in front of @ is not supported: it would end up in logs";
const HOST: &str =
    "behind :// stands the name of a machine or an address, an IPv6 address in brackets";
const PORT: &str = "a port is a number from 0 to 65535";

/// An address, the byte at which it goes wrong, and how.
const WRONG: &[(&str, usize, &str)] = &[
    ("", 0, SCHEME),
    ("a", 0, SCHEME),
    ("127.0.0.1:8080/mcp", 0, SCHEME),
    ("ftp://a", 0, SCHEME),
    ("http:/a", 0, SCHEME),
    ("http//a", 0, SCHEME),
    ("//a", 0, SCHEME),
    (" http://a", 0, PLAIN),
    ("http://a b", 8, PLAIN),
    ("http://a/\n", 9, PLAIN),
    ("http://a/\0", 9, PLAIN),
    ("http://a/\u{7f}", 9, PLAIN),
    ("http://中/", 7, PLAIN),
    ("http://a/mcp#x", 12, FRAGMENT),
    ("http://a#x", 8, FRAGMENT),
    ("http://u@a", 8, USER),
    ("http://u:p@a/x", 10, USER),
    ("http://", 7, HOST),
    ("https://", 8, HOST),
    ("http:///mcp", 7, HOST),
    ("http://?", 7, HOST),
    ("http://:80", 7, HOST),
    ("http://a%20", 7, HOST),
    ("http://a,b", 7, HOST),
    ("http://1.2.3", 7, HOST),
    ("http://256.0.0.1", 7, HOST),
    ("http://127.1", 7, HOST),
    ("http://::1", 7, HOST),
    ("http://[]", 7, HOST),
    ("http://[::1", 7, HOST),
    ("http://[::g]", 7, HOST),
    ("http://[127.0.0.1]", 7, HOST),
    ("http://[fe80::1%25en0]", 7, HOST),
    ("http://a:x", 8, PORT),
    ("http://a:-1", 8, PORT),
    ("http://a:+1", 8, PORT),
    ("http://a:80:80", 8, PORT),
    ("http://[::1]x", 12, PORT),
    ("http://a:65536", 9, PORT),
    ("http://a:99999999999999999999", 9, PORT),
];

#[test]
fn what_is_wrong_with_an_address_is_said_with_the_byte() {
    for (text, offset, why) in WRONG.iter().copied() {
        let error = Url::parse(text).unwrap_err();
        assert_eq!((error.offset, error.to_string()), (offset, why.to_owned()), "{text}");
        assert_ne!(error.said(Lang::Zh), why);
        assert!(text.is_char_boundary(offset), "{text}");
    }
}
