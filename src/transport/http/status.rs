//! The three digits that say how it went: RFC 9110, section 15.

use std::fmt;

/// A status code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Status(pub u16);

macro_rules! statuses {
    ($($name:ident $code:literal $reason:literal)*) => {
        impl Status {
            $(#[doc = concat!("`", $code, " ", $reason, "`")] pub const $name: Self = Self($code);)*

            /// The words behind the digits, which nobody reads but people.
            pub const fn reason(self) -> &'static str {
                match self.0 {
                    $($code => $reason,)*
                    _ => "",
                }
            }
        }
    };
}

statuses! {
    CONTINUE 100 "Continue"
    OK 200 "OK"
    ACCEPTED 202 "Accepted"
    NO_CONTENT 204 "No Content"
    BAD_REQUEST 400 "Bad Request"
    UNAUTHORIZED 401 "Unauthorized"
    FORBIDDEN 403 "Forbidden"
    NOT_FOUND 404 "Not Found"
    METHOD_NOT_ALLOWED 405 "Method Not Allowed"
    NOT_ACCEPTABLE 406 "Not Acceptable"
    REQUEST_TIMEOUT 408 "Request Timeout"
    CONFLICT 409 "Conflict"
    CONTENT_TOO_LARGE 413 "Content Too Large"
    URI_TOO_LONG 414 "URI Too Long"
    UNSUPPORTED_MEDIA_TYPE 415 "Unsupported Media Type"
    EXPECTATION_FAILED 417 "Expectation Failed"
    MISDIRECTED_REQUEST 421 "Misdirected Request"
    TOO_MANY_REQUESTS 429 "Too Many Requests"
    FIELDS_TOO_LARGE 431 "Request Header Fields Too Large"
    INTERNAL_SERVER_ERROR 500 "Internal Server Error"
    NOT_IMPLEMENTED 501 "Not Implemented"
    BAD_GATEWAY 502 "Bad Gateway"
    SERVICE_UNAVAILABLE 503 "Service Unavailable"
    GATEWAY_TIMEOUT 504 "Gateway Timeout"
    VERSION_NOT_SUPPORTED 505 "HTTP Version Not Supported"
}

impl Status {
    /// The digits as a number.
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Whether it went well.
    pub const fn is_success(self) -> bool {
        self.0 / 100 == 2
    }

    /// Whether the answer is to be found elsewhere.
    pub const fn is_redirect(self) -> bool {
        self.0 / 100 == 3
    }

    /// Whether an answer of this status never has a body.
    pub const fn is_bodiless(self) -> bool {
        matches!(self.0, 100..200 | 204 | 304)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            "" => write!(f, "{}", self.0),
            reason => write!(f, "{} {reason}", self.0),
        }
    }
}
