//! What can be wrong with a message, and what it is answered with.

use super::{MAX_BODY_BYTES, MAX_FIELDS, MAX_HEAD_BYTES, Status};
use crate::text::{Lang, Text};
use std::fmt;

macro_rules! faults {
    ($($name:ident $status:ident $en:literal $zh:literal)*) => {
        /// What is wrong with an HTTP message. The connection ends with it: where the next message
        /// begins is anybody's guess.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Fault {
            $(#[doc = $en] $name,)*
        }

        impl Fault {
            /// What a server answers to it.
            pub const fn status(self) -> Status {
                match self { $(Self::$name => Status::$status,)* }
            }

            /// What is wrong, in words.
            pub const fn why(self) -> Text {
                match self { $(Self::$name => Text::new($en, $zh),)* }
            }
        }
    };
}

faults! {
    Tls BAD_REQUEST
        "these bytes are the beginning of TLS: this port speaks plain HTTP, so the address begins with http:// and not https://"
        "收到的是 TLS 的开头：这个端口只说明文 HTTP，地址要写 http://，不是 https://"
    Http2 VERSION_NOT_SUPPORTED
        "these bytes are the beginning of HTTP/2: only HTTP/1.1 is spoken here"
        "收到的是 HTTP/2 的开头：这里只说 HTTP/1.1"
    BareLf BAD_REQUEST
        "a line of the head ends with LF alone: it must end with CR LF"
        "头部有一行只以 LF 结尾：每行必须以 CR LF 结尾"
    BareCr BAD_REQUEST
        "a CR stands inside a line of the head"
        "头部某一行中间有 CR"
    NotText BAD_REQUEST
        "the head holds bytes that are not UTF-8"
        "头部有不是 UTF-8 的字节"
    BadStart BAD_REQUEST
        "the first line is not METHOD TARGET HTTP/1.1"
        "第一行不是 METHOD TARGET HTTP/1.1"
    BadTarget BAD_REQUEST
        "the target must begin with / and hold no white space or control characters"
        "目标必须以 / 开头，且不含空白和控制字符"
    Version VERSION_NOT_SUPPORTED
        "only HTTP/1.0 and HTTP/1.1 are spoken here"
        "这里只说 HTTP/1.0 和 HTTP/1.1"
    Folded BAD_REQUEST
        "a line of the head begins with white space: fields may not be folded into several lines"
        "头部有一行以空白开头：字段不能折成多行"
    NoColon BAD_REQUEST
        "a line of the head has no colon"
        "头部有一行没有冒号"
    SpaceBeforeColon BAD_REQUEST
        "white space stands between the name of a field and its colon"
        "字段名和冒号之间有空白"
    BadName BAD_REQUEST
        "the name of a field is empty or holds a character that may not stand there"
        "字段名为空，或含有不允许的字符"
    BadValue BAD_REQUEST
        "the value of a field holds a control character"
        "字段值含有控制字符"
    NoHost BAD_REQUEST
        "an HTTP/1.1 request must have exactly one Host field"
        "HTTP/1.1 请求必须有且只有一个 Host 字段"
    TwoLengths BAD_REQUEST
        "the head has more than one Content-Length"
        "头部有不止一个 Content-Length"
    BadLength BAD_REQUEST
        "Content-Length must be a decimal number"
        "Content-Length 必须是十进制数字"
    LengthAndChunks BAD_REQUEST
        "the head has both Content-Length and Transfer-Encoding, so nobody knows where the body ends"
        "头部同时有 Content-Length 和 Transfer-Encoding，无法确定正文在哪里结束"
    BadCoding NOT_IMPLEMENTED
        "the only Transfer-Encoding known here is chunked"
        "这里只认识 Transfer-Encoding: chunked"
    OldChunks BAD_REQUEST
        "HTTP/1.0 has no Transfer-Encoding"
        "HTTP/1.0 没有 Transfer-Encoding"
    BadChunk BAD_REQUEST
        "a chunk must be its size in hexadecimal, CR LF, so many bytes, CR LF"
        "每个块应是：十六进制大小、CR LF、相应数量的字节、CR LF"
    Expectation EXPECTATION_FAILED
        "the only Expect known here is 100-continue"
        "这里只认识 Expect: 100-continue"
    HeadTooLarge FIELDS_TOO_LARGE
        "the head is larger than 32 KiB"
        "头部超过 32 KiB"
    TooManyFields FIELDS_TOO_LARGE
        "the head has more than 128 fields"
        "头部超过 128 个字段"
    BodyTooLarge CONTENT_TOO_LARGE
        "the body is larger than 16 MiB"
        "正文超过 16 MiB"
    HeadTooSlow REQUEST_TIMEOUT
        "the head did not come whole within 10 seconds"
        "10 秒内没有收到完整的头部"
    BodyTooSlow REQUEST_TIMEOUT
        "the body did not come whole within 60 seconds"
        "60 秒内没有收到完整的正文"
    CutOff BAD_REQUEST
        "the connection ended in the middle of a message"
        "连接在一条消息中途断开"
}

// The sentences name these numbers.
const _: () =
    assert!(MAX_HEAD_BYTES == 32 << 10 && MAX_FIELDS == 128 && MAX_BODY_BYTES == 16 << 20);

impl Fault {
    /// What is wrong, in one language.
    pub const fn said(self, lang: Lang) -> &'static str {
        self.why().get(lang)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said(Lang::En))
    }
}

impl std::error::Error for Fault {}
