//! How a transport ends: one request, because it was given up; the session, because all was said.

use super::exchange::Kind;
use super::fault::HttpFault;
use super::outgoing::Owed;
use super::transport::{HttpTransport, MAX_OPEN, Open};
use crate::jsonrpc::Id;
use crate::transport::Crossing;
use std::io;
use std::time::Duration;

/// How long a forgotten transport waits until its session is ended.
const GOODBYE: Duration = Duration::from_millis(500);

impl HttpTransport {
    /// Ends the session: says so to the server (405 and 404 are no fault), and closes what is open.
    ///
    /// # Errors
    /// The server could not be told, or would not have it.
    pub fn end(&mut self) -> io::Result<()> {
        let told = self.goodbye(self.patience);
        self.shared.close();
        told
    }

    /// Ends the session, and hands over what crossed.
    pub fn into_crossings(mut self) -> Vec<Crossing> {
        // Whether the server could be told is written there.
        let _ = self.end();
        self.log.take()
    }

    fn goodbye(&mut self, patience: Option<Duration>) -> io::Result<()> {
        if self.spoken.session.is_none() || self.spoken.stateless {
            return Ok(());
        }
        let fields = self.spoken.of_session();
        self.spoken.session = None;
        let number = self.begin(Kind::Goodbye, fields, String::new())?;
        self.through(number, patience)
    }

    /// MUST (2026-07-28): over HTTP a request is cancelled by closing its stream, and by nothing else.
    pub(super) fn cancel(&mut self, id: &Id<'_>) {
        let mine = |open: &Open| matches!(&open.out.owed, Owed::Answer(it) if it == id);
        let found = self.open.iter().find(|(_, open)| mine(open)).map(|(number, _)| *number);
        if let Some(number) = found {
            self.open.remove(&number);
            self.shared.close_one(number);
            self.log.push(Crossing::Event(format!("client closed the stream of request {id}")));
        }
    }

    /// Makes room for one more exchange: what was answered long ago need not stay open.
    pub(super) fn make_room(&mut self) -> io::Result<()> {
        if self.open.len() < MAX_OPEN {
            return Ok(());
        }
        let answered = self.open.iter().find(|(_, open)| open.answered).map(|(number, _)| *number);
        let Some(number) = answered else {
            return Err(HttpFault::TooMany { open: self.open.len() }.into());
        };
        self.open.remove(&number);
        self.shared.close_one(number);
        Ok(())
    }
}

impl Drop for HttpTransport {
    fn drop(&mut self) {
        // Nobody is left to hear about an error.
        let _ = self.goodbye(Some(self.patience.map_or(GOODBYE, |it| it.min(GOODBYE))));
        self.shared.close();
    }
}
