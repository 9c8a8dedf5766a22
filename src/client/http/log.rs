//! What has crossed, in the order in which the client saw it.

use crate::transport::{Crossing, MAX_RECORD, Sink};

/// A list that one thread adds to: a line counts when it was sent or read, which is the same in every run.
#[derive(Debug)]
pub(super) struct Log {
    crossings: Vec<Crossing>,
    sink: Option<Sink>,
    /// How many bytes of the server's were recorded.
    recorded: usize,
}

impl Log {
    pub(super) fn new(sink: Option<Sink>) -> Self {
        Self { crossings: Vec::new(), sink, recorded: 0 }
    }

    /// Adds to it, as long as there is room.
    pub(super) fn push(&mut self, crossing: Crossing) {
        let before = self.recorded <= MAX_RECORD;
        self.recorded = self.recorded.saturating_add(size(&crossing));
        let crossing = match (self.recorded <= MAX_RECORD, before) {
            (true, _) => crossing,
            (false, true) => Crossing::Note("what crossed from here on was left out".to_owned()),
            (false, false) => return,
        };
        if let Some(sink) = &self.sink {
            sink.tell(&crossing);
        }
        self.crossings.push(crossing);
    }

    pub(super) fn all(&self) -> &[Crossing] {
        &self.crossings
    }

    pub(super) fn take(&mut self) -> Vec<Crossing> {
        std::mem::take(&mut self.crossings)
    }
}

fn size(crossing: &Crossing) -> usize {
    match crossing {
        Crossing::Line(_, text)
        | Crossing::Head(_, text)
        | Crossing::Stderr(text)
        | Crossing::Event(text)
        | Crossing::Note(text) => text.len(),
        Crossing::Bytes { bytes, .. } => bytes.len(),
    }
}
