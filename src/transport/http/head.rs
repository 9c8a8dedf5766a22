//! The head of an HTTP message in one line, as a transcript shows it.
//!
//! ```text
//! POST /mcp HTTP/1.1 | Accept: application/json, text/event-stream | Mcp-Session-Id: 1868a90c
//! 200 application/json | Mcp-Session-Id: 1868a90c
//! 202
//! ```
//!
//! Of a request all fields stand there that its sender chose; of an answer the status, the type of its
//! body, and the fields that a client of MCP goes by. The lengths and whatever else HTTP needs for itself
//! are left out.

/// The fields of an answer that a client of MCP goes by, beside `Content-Type`.
pub const TELLING: [&str; 7] = [
    "Mcp-Session-Id",
    "Location",
    "Allow",
    "Retry-After",
    "WWW-Authenticate",
    "Access-Control-Allow-Origin",
    "Server",
];

/// How many bytes of a field's value are shown.
pub const MAX_SHOWN_VALUE: usize = 300;

/// What stands between two parts of such a line.
const BETWEEN: &str = " | ";

/// The line of a request.
///
/// ```
/// use mcp_lab::transport::http::request_head;
/// let fields = [("Accept", "text/event-stream"), ("Last-Event-ID", "7")];
/// let line = "GET /mcp HTTP/1.1 | Accept: text/event-stream | Last-Event-ID: 7";
/// assert_eq!(request_head("GET", "/mcp", fields), line);
/// ```
pub fn request_head<'f>(
    method: &str,
    target: &str,
    fields: impl IntoIterator<Item = (&'f str, &'f str)>,
) -> String {
    with(format!("{method} {target} HTTP/1.1"), fields)
}

/// The line of an answer: its status, the type of its body without parameters if it names one, and of
/// its fields those that are [`TELLING`].
///
/// ```
/// use mcp_lab::transport::http::answer_head;
/// let fields = [("Date", "today"), ("mcp-session-id", "1868a90c")];
/// let line = "200 application/json | mcp-session-id: 1868a90c";
/// assert_eq!(answer_head(200, Some("application/json"), fields), line);
/// ```
pub fn answer_head<'f>(
    status: u16,
    content_type: Option<&str>,
    fields: impl IntoIterator<Item = (&'f str, &'f str)>,
) -> String {
    let start = match content_type {
        Some(kind) => format!("{status} {kind}"),
        None => status.to_string(),
    };
    let telling = |name: &str| TELLING.iter().any(|it| it.eq_ignore_ascii_case(name));
    with(start, fields.into_iter().filter(|(name, _)| telling(name)))
}

fn with<'f>(mut line: String, fields: impl IntoIterator<Item = (&'f str, &'f str)>) -> String {
    for (name, value) in fields {
        // The last place at which a value of too many bytes can be cut.
        let ends = value.char_indices().map(|(at, _)| at).take_while(|at| *at <= MAX_SHOWN_VALUE);
        let long = value.len() > MAX_SHOWN_VALUE;
        let shown = if long { value.get(..ends.last().unwrap_or(0)) } else { Some(value) };
        line.extend([BETWEEN, name, ": ", shown.unwrap_or(value), if long { "…" } else { "" }]);
    }
    line
}

/// Such a line, read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadLine<'l> {
    /// `POST /mcp HTTP/1.1`, or `200 application/json`.
    pub start: &'l str,
    /// Names and values, in the order they stand there.
    pub fields: Vec<(&'l str, &'l str)>,
}

impl<'l> HeadLine<'l> {
    /// Takes a line apart. A value may hold what stands between two parts: what follows it is a field
    /// only if it begins with a name and a colon.
    pub fn read(line: &'l str) -> Self {
        let mut starts = Vec::new();
        for (at, _) in line.match_indices(BETWEEN) {
            let part = line.get(at + BETWEEN.len()..).unwrap_or_default();
            starts.extend(is_field(part).then_some(at));
        }
        let ends = starts.iter().skip(1).copied().chain([line.len()]);
        let fields = starts.iter().zip(ends).filter_map(|(start, end)| {
            let (name, value) = line.get(start + BETWEEN.len()..end)?.split_once(':')?;
            Some((name, value.trim_start()))
        });
        let fields = fields.collect();
        let start = starts.first().map_or(line, |first| line.get(..*first).unwrap_or(line));
        Self { start, fields }
    }

    /// The value of the first field of this name, however its letters are written.
    pub fn get(&self, name: &str) -> Option<&'l str> {
        self.fields.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|it| it.1)
    }

    /// The method and the target, if this is a request.
    pub fn request(&self) -> Option<(&'l str, &'l str)> {
        let mut words = self.start.split(' ');
        let request = (words.next()?, words.next()?);
        words.next().is_some_and(|version| version.starts_with("HTTP/")).then_some(request)
    }

    /// The status and the type of the body, if this is an answer.
    pub fn answer(&self) -> Option<(u16, Option<&'l str>)> {
        let (status, kind) = match self.start.split_once(' ') {
            Some((status, kind)) => (status, Some(kind)),
            None => (self.start, None),
        };
        let status = status.parse().ok().filter(|it| (100..1000).contains(it))?;
        Some((status, kind))
    }
}

/// Whether a part begins with the name of a field and a colon.
fn is_field(part: &str) -> bool {
    let name = part.split_once(':').map(|(name, _)| name).unwrap_or_default();
    !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
}
