//! Two ends in one process, each sending strings to the other.

use super::Transport;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel as half};

/// One end of an in-process connection.
#[derive(Debug)]
pub struct Channel {
    out: Sender<String>,
    inbox: Receiver<String>,
}

/// A connection in one process: what one end sends, the other receives.
///
/// ```
/// use mcp_lab::transport::{Transport, channel};
/// let (mut client, mut server) = channel();
/// client.send("ping".to_owned())?;
/// assert_eq!(server.recv()?.as_deref(), Some("ping"));
/// drop(client);
/// assert_eq!(server.recv()?, None); // hung up
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn channel() -> (Channel, Channel) {
    let (to_server, server_inbox) = half();
    let (to_client, client_inbox) = half();
    (
        Channel { out: to_server, inbox: client_inbox },
        Channel { out: to_client, inbox: server_inbox },
    )
}

impl Transport for Channel {
    fn send(&mut self, line: String) -> io::Result<()> {
        self.out.send(line).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn recv(&mut self) -> io::Result<Option<String>> {
        Ok(self.inbox.recv().ok())
    }
}
