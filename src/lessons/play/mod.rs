//! What scripts need to be played: a server at the other end of a wire, and ears on it.

mod stage;

pub(super) use stage::{Forgiving, Stage, examined};

use super::LessonError;
use crate::client::ClientError;
use crate::json::Value;
use crate::server::{Server, live, serve_both_eras};
use crate::transport::{Channel, Crossing, Streams, Tap, channel};
use std::io::{self, ErrorKind, PipeReader, PipeWriter};
use std::sync::Arc;
use std::thread;

/// The client's end of a channel, with ears on it.
pub(super) type OverChannel = Tap<Channel>;

/// The client's end of two pipes, with ears on it.
pub(super) type OverPipes = Tap<Streams<PipeReader, PipeWriter>>;

/// What crosses a channel while a client does this. The server answers one line after the other.
pub(super) fn over_channel(
    server: &Server,
    client: &dyn Fn(OverChannel) -> Result<OverChannel, LessonError>,
) -> Result<Vec<Crossing>, LessonError> {
    let (client_end, mut server_end) = channel();
    thread::scope(|scope| {
        let serving = thread::Builder::new()
            .name("server".to_owned())
            .spawn_scoped(scope, || serve_both_eras(server, &mut server_end))?;
        let crossings = client(Tap::new(client_end))?.into_crossings();
        serving.join().unwrap_or_else(|_| Err(ErrorKind::Other.into()))?;
        Ok(crossings)
    })
}

/// What crosses two pipes while a client does this. The server may ask and tell, too.
pub(super) fn over_pipes(
    server: Server,
    client: &dyn Fn(OverPipes) -> Result<OverPipes, LessonError>,
) -> Result<Vec<Crossing>, LessonError> {
    let (from_server, to_client) = io::pipe()?;
    let (from_client, to_server) = io::pipe()?;
    let serving = thread::Builder::new()
        .name("server".to_owned())
        .spawn(move || live(&Arc::new(server), from_client, to_client))?;
    let wire = Tap::new(Streams::new(from_server, to_server));
    let crossings = client(wire)?.into_crossings();
    serving.join().unwrap_or_else(|_| Err(ErrorKind::Other.into()))?;
    Ok(crossings)
}

/// Sees to it that the protocol said no, and not the tool, and not the wire.
pub(super) fn refused(outcome: Result<Value<'_>, ClientError>) -> Result<(), LessonError> {
    match outcome {
        Err(ClientError::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
        Ok(_) => Err(LessonError::NotRefused),
    }
}
