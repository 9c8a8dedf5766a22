//! `{:?}` of a value is its JSON text: in a failed test that says more than the enum's insides.

use super::{Number, Object, Str, Value};
use std::fmt::{Debug, Display, Formatter, Result};

impl Debug for Value<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(self, f)
    }
}

impl Debug for Object<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(&Value::Object(self.clone()), f)
    }
}

impl Debug for Str<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(self, f)
    }
}

impl Debug for Number<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Display::fmt(self, f)
    }
}
