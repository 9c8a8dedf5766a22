//! Names that stand more than once in an object.

use super::{Object, Str};
use std::collections::BTreeMap;

impl<'a> Object<'a> {
    /// The names that were written more than once, each once, in the order of their second writing.
    ///
    /// Such an object is legal JSON, and two readers of it may see two different values.
    ///
    /// ```
    /// let value = mcp_lab::json::parse(r#"{"id":1,"a":2,"\u0069d":3}"#)?;
    /// let names: Vec<_> = value.as_object().unwrap().duplicates();
    /// assert_eq!(names.len(), 1);
    /// assert_eq!(names[0].as_written(), r"\u0069d"); // "id", spelled another way
    /// # Ok::<(), mcp_lab::json::ParseError>(())
    /// ```
    pub fn duplicates(&self) -> Vec<&Str<'a>> {
        let mut seen = BTreeMap::new();
        let mut again = |name: &'_ Str<'a>| {
            let times =
                seen.entry(name.key().map(String::from).map_err(String::from)).or_insert(0_usize);
            *times += 1;
            *times == 2
        };
        self.members().iter().map(|member| &member.name).filter(|name| again(name)).collect()
    }
}
