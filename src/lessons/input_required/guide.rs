//! Guide.
use crate::text::Text;
use crate::transcript::Guide;
pub(super) const GUIDE: Guide =
    Guide { title: Text::new("", ""), steps: &[], questions: &[], try_it: Text::new("", "") };
