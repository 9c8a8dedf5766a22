//! Every limit of HTTP here, by name. Passing one is a clear answer, and the others go on.

use crate::json::MAX_LINE_BYTES;
use std::time::Duration;

/// A clock that only goes forward: how long ago some fixed moment was.
pub type Clock = fn() -> Duration;

/// How many bytes a head may have, the empty line counted in: 32 KiB. One more is answered with 431.
pub const MAX_HEAD_BYTES: usize = 32 * 1024;

/// How many fields a head may have. One more is answered with 431.
pub const MAX_FIELDS: usize = 128;

/// How many bytes a body may have: as many as a line. One more is answered with 413.
pub const MAX_BODY_BYTES: usize = MAX_LINE_BYTES;

/// How many bytes one event of a stream may have, its lines taken together.
pub const MAX_EVENT_BYTES: usize = MAX_LINE_BYTES;

/// How many bytes the line before a chunk may have, its extensions counted in.
pub const MAX_CHUNK_LINE_BYTES: usize = 256;

/// How many connections one listener keeps. When one more comes, the one that has been idle longest is
/// closed for it; when none is idle, the new one is answered with 503.
pub const MAX_CONNECTIONS: usize = 4096;

/// How long a head may take, from its first byte to its last. Who sends a byte now and then does not
/// win more time.
pub const HEAD_WITHIN: Duration = Duration::from_secs(10);

/// How long a body may take.
pub const BODY_WITHIN: Duration = Duration::from_secs(60);

/// How long a write may wait for somebody who does not read.
pub const WRITE_WITHIN: Duration = Duration::from_secs(30);

/// How long a connection is kept on which nothing is asked.
pub const IDLE_FOR: Duration = Duration::from_secs(300);

/// How often a connection that waits looks at the clock.
pub const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How long answers may still take when a listener stops.
pub const GRACE: Duration = Duration::from_secs(5);
