//! The streams of one session.
//!
//! The id of an event names its stream and its place there, `3-7`: it is the only one of its kind in the
//! session, and whoever comes back with it is sent what followed on that stream, and nothing of another.

use super::stream::{Reader, Stream};
use crate::server::exchange::Outlet;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many streams that nobody reads any more are kept for a reader who comes back.
pub const MAX_ENDED_STREAMS: usize = 16;

/// How many streams one session may have open by GET.
pub const MAX_STANDING_STREAMS: usize = 4;

/// All streams of a session that a reader may come back to.
#[derive(Debug, Default)]
pub(super) struct Streams {
    count: AtomicU64,
    known: Mutex<VecDeque<Known>>,
}

#[derive(Debug)]
struct Known {
    stream: Arc<Stream>,
    /// It was opened by GET: it belongs to no request.
    standing: bool,
}

impl Streams {
    /// A stream that nobody knows of yet.
    pub(super) fn stream(&self) -> Arc<Stream> {
        Stream::new(self.count.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// From now on a reader may come back to it.
    pub(super) fn keep(&self, stream: &Arc<Stream>) {
        self.enter(stream, false);
    }

    /// Nobody will come back to it: its answer was handed over whole.
    pub(super) fn forget(&self, stream: &Stream) {
        self.lock().retain(|known| known.stream.number != stream.number);
    }

    /// A stream for whatever belongs to no request, if there may be one more.
    pub(super) fn standing(&self) -> Option<Reader> {
        let read = |known: &&Known| known.standing && known.stream.is_read();
        if self.lock().iter().filter(read).count() >= MAX_STANDING_STREAMS {
            return None;
        }
        let stream = self.stream();
        let reader = stream.read(0);
        self.enter(&stream, true);
        Some(reader)
    }

    /// Goes on behind the event of this id; `None` when its stream is not known, or no longer.
    pub(super) fn resume(&self, id: &str) -> Option<Reader> {
        let (stream, after) = id.split_once('-')?;
        let (number, after) = (stream.parse::<u64>().ok()?, after.parse::<u64>().ok()?);
        let known = self.lock();
        let found = known.iter().find(|known| known.stream.number == number)?;
        Some(found.stream.read(after))
    }

    /// Ends them all.
    pub(super) fn end(&self) {
        self.lock().iter().for_each(|known| known.stream.end());
    }

    fn enter(&self, stream: &Arc<Stream>, standing: bool) {
        let mut known = self.lock();
        known.push_back(Known { stream: Arc::clone(stream), standing });
        let over =
            |known: &Known| (known.stream.is_ended() || known.standing) && !known.stream.is_read();
        let mut surplus =
            known.iter().filter(|it| over(it)).count().saturating_sub(MAX_ENDED_STREAMS);
        known.retain(|it| {
            let goes = surplus > 0 && over(it);
            surplus -= usize::from(goes);
            !goes
        });
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where word of changes leaves. MUST (2025-06-18, basic/transports): on one of the streams, not on all.
impl Outlet for Streams {
    fn send(&self, line: String) {
        let stream = {
            let known = self.lock();
            let mut standing = known.iter().rev().filter(|known| known.standing);
            let newest = standing.clone().next();
            standing
                .find(|known| known.stream.is_read())
                .or(newest)
                .map(|it| Arc::clone(&it.stream))
        };
        if let Some(stream) = stream {
            stream.send(line);
        }
    }
}

/// The id of an event.
pub(super) fn event_id(stream: &Stream, number: u64) -> String {
    format!("{}-{number}", stream.number)
}
