//! Writing out what a stream is told, until it ends or its reader is gone.
//!
//! ```text
//! the answer comes first ──────────────────► application/json
//! something else, or 15 seconds of nothing ► text/event-stream, and the answer is its last event
//! ```

use super::answering::{Answering, KEEP_ALIVE, status};
use super::stream::{Line, Next, Reader};
use super::streams::event_id;
use crate::transport::http::{Clock, EventStream, OtherEnd, Status};
use std::io::{self, ErrorKind};
use std::time::Duration;

/// How often a call looks whether its client is still there.
const LOOK: Duration = Duration::from_millis(100);

/// The same for a stream that may stay open for days.
const LOOK_STANDING: Duration = Duration::from_millis(500);

/// What a stream belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A request of a session: whoever loses the connection has not cancelled it.
    Call,
    /// A request that stands for itself: whoever leaves has cancelled it.
    Passing,
    /// An array of messages: there may be nothing to answer.
    Batch,
    /// No request that is answered soon.
    Standing,
}

/// How a stream is to be followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    pub(super) kind: Kind,
    /// An empty event with an id comes first, so that there is something to come back to.
    pub(super) primed: bool,
}

impl From<Kind> for Manner {
    fn from(kind: Kind) -> Self {
        Self { kind, primed: false }
    }
}

/// Answers with what was said at once, or with what a stream is told later: whether the answer was given
/// whole, so that there is nothing to come back to.
pub(super) fn answer(
    answering: Answering<'_, '_>,
    said: Option<String>,
    reader: &Reader,
    manner: impl Into<Manner>,
) -> io::Result<bool> {
    match said {
        Some(line) => answering.json(status(&line), &line).map(|()| true),
        None => follow(answering, reader, manner, || {}),
    }
}

/// Follows a stream; `stopping` is called when the server is about to end. Whether the answer was given
/// whole.
pub(super) fn follow(
    answering: Answering<'_, '_>,
    reader: &Reader,
    manner: impl Into<Manner>,
    stopping: impl FnOnce(),
) -> io::Result<bool> {
    let (clock, manner) = (answering.clock, manner.into());
    let (answering, first) = match whole(answering, reader, manner.kind)? {
        Begun::Whole => return Ok(true),
        Begun::Streams(answering, first) => (answering, first),
    };
    let mut out = answering.stream()?;
    if manner.primed {
        out.event(Some(&event_id(&reader.stream, 0)), "")?;
    }
    let following = Following { out, reader, clock, last: clock() };
    following.run(manner.kind, first, stopping).map(|()| false)
}

/// How an answer begins.
enum Begun<'c, 'f> {
    /// It was given whole, or nobody is there to hear it.
    Whole,
    Streams(Answering<'c, 'f>, Option<Next>),
}

/// Waits for the first thing there is: if that is the answer, it is given whole.
fn whole<'c, 'f>(
    answering: Answering<'c, 'f>,
    reader: &Reader,
    kind: Kind,
) -> io::Result<Begun<'c, 'f>> {
    if kind == Kind::Standing {
        return Ok(Begun::Streams(answering, None));
    }
    let since = (answering.clock)();
    loop {
        match reader.next(LOOK) {
            Next::Line(line) if line.is_answer => {
                answering.ended(&line)?;
                return Ok(Begun::Whole);
            }
            Next::Ended if kind == Kind::Batch => {
                answering.empty(Status::ACCEPTED)?;
                return Ok(Begun::Whole);
            }
            Next::Nothing => {}
            next @ (Next::Line(_)
            | Next::HangUp(_)
            | Next::Ended
            | Next::Lost
            | Next::Superseded) => return Ok(Begun::Streams(answering, Some(next))),
        }
        match answering.other_end() {
            OtherEnd::Gone => return Err(ErrorKind::ConnectionAborted.into()),
            // Whether it still reads shows only when something is written.
            OtherEnd::Silent if kind == Kind::Passing => break,
            OtherEnd::Silent | OtherEnd::Here => {}
        }
        if (answering.clock)().saturating_sub(since) >= KEEP_ALIVE {
            break;
        }
    }
    Ok(Begun::Streams(answering, None))
}

/// A stream that has begun.
struct Following<'c, 'r> {
    out: EventStream<'c>,
    reader: &'r Reader,
    clock: Clock,
    /// When something was written last.
    last: Duration,
}

impl Following<'_, '_> {
    fn run(
        mut self,
        kind: Kind,
        mut first: Option<Next>,
        stopping: impl FnOnce(),
    ) -> io::Result<()> {
        let look = if kind == Kind::Standing { LOOK_STANDING } else { LOOK };
        let mut stopping = Some(stopping);
        loop {
            match first.take().unwrap_or_else(|| self.reader.next(look)) {
                Next::Line(line) => {
                    self.line(&line)?;
                    if line.is_answer {
                        return self.out.end();
                    }
                }
                Next::HangUp(after) => {
                    self.out.retry(u64::try_from(after.as_millis()).unwrap_or(u64::MAX))?;
                    return self.out.end();
                }
                Next::Ended | Next::Superseded => return self.out.end(),
                Next::Lost => return Err(ErrorKind::TimedOut.into()),
                Next::Nothing => self.nothing(kind)?,
            }
            if self.out.is_stopping()
                && let Some(stopping) = stopping.take()
            {
                stopping();
            }
        }
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        let id =
            (self.reader.stream.number > 0).then(|| event_id(&self.reader.stream, line.number));
        self.last = (self.clock)();
        self.out.event(id.as_deref(), &line.text)
    }

    /// There is nothing to say: whether anybody would hear it.
    fn nothing(&mut self, kind: Kind) -> io::Result<()> {
        let quiet = (self.clock)().saturating_sub(self.last);
        let asks = match self.out.other_end() {
            OtherEnd::Gone => return Err(ErrorKind::ConnectionAborted.into()),
            OtherEnd::Silent if matches!(kind, Kind::Passing | Kind::Standing) => LOOK * 10,
            OtherEnd::Silent | OtherEnd::Here => KEEP_ALIVE,
        };
        if quiet < asks {
            return Ok(());
        }
        self.last = (self.clock)();
        self.out.comment("")
    }
}
