//! Code that somebody else wrote and this server runs.

use crate::jsonrpc::{ErrorObject, code};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs it. If it panics it takes down its own call and nothing else; `what` is named in the error.
pub(super) fn guarded<'a, T>(
    run: impl FnOnce() -> T,
    what: impl FnOnce() -> String,
) -> Result<T, ErrorObject<'a>> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| {
        ErrorObject::new(code::INTERNAL_ERROR, format!("Internal error: {} panicked", what()))
    })
}
