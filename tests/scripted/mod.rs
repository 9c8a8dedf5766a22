//! A server that follows a script, for clients to meet.
#![allow(dead_code, reason = "not every test needs everything")]

use mcp_lab::client::{Connection, Host, Stateless};
use mcp_lab::json::{Object, Str, Value};
use mcp_lab::jsonrpc::ErrorObject;
use mcp_lab::mcp::Implementation;
use mcp_lab::transport::Transport;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::rc::Rc;

/// What comes from the server next: a line, or what the wire has instead. After that it hangs up.
pub(crate) type Says<'l> = Result<&'l str, ErrorKind>;

/// A wire on which this comes, whatever is sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fake {
    sent: Rc<RefCell<Vec<String>>>,
    says: Rc<RefCell<VecDeque<Result<String, ErrorKind>>>>,
}

impl Fake {
    pub(crate) fn new(says: &[Says<'_>]) -> Self {
        let says = says.iter().map(|says| says.map(str::to_owned)).collect();
        Self { sent: Rc::default(), says: Rc::new(RefCell::new(says)) }
    }

    /// The lines that were sent to it.
    pub(crate) fn sent(&self) -> Vec<String> {
        self.sent.borrow().clone()
    }
}

impl Transport for Fake {
    fn send(&mut self, line: String) -> io::Result<()> {
        self.sent.borrow_mut().push(line);
        Ok(())
    }

    fn recv(&mut self) -> io::Result<Option<String>> {
        Ok(self.says.borrow_mut().pop_front().transpose()?)
    }
}

/// Somebody who has declared `elicitation` and says the same to everything.
#[derive(Debug, Clone, Default)]
pub(crate) struct Polite(pub(crate) Rc<RefCell<Vec<String>>>);

impl Host for Polite {
    fn capabilities(&self) -> Object<'static> {
        [("elicitation", Object::default().into())].into()
    }

    fn answer(
        &mut self,
        method: &Str<'_>,
        _: &Value<'_>,
    ) -> Result<Value<'static>, ErrorObject<'static>> {
        self.0.borrow_mut().push(method.as_written().to_owned());
        Ok(Object::from([("action", "decline".into())]).into())
    }
}

pub(crate) fn me() -> Implementation<'static> {
    Implementation::new("me", "1")
}

/// A client of the stateless era on this wire, with this host behind it.
pub(crate) fn stateless(wire: &Fake, host: &Polite) -> Stateless<Fake> {
    Stateless::new(Connection::new(wire.clone()).with_host(host.clone()), me())
}
