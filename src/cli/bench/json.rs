//! Text into values and back.

use super::inputs::LIMITS;
use super::stats::repeat;
use crate::cli::failure::Failure;
use crate::text::Lang;
use std::time::Duration;

/// Megabytes (10^6 bytes of the text) per second: parsed, dropping the value included; and printed
/// into a fresh string.
pub(super) fn measure(text: &str, each: Duration, lang: Lang) -> Result<(f64, f64), Failure> {
    let value = LIMITS.parse(text).map_err(|error| {
        Failure::Said(match lang {
            Lang::En => format!("not JSON: {error}"),
            Lang::Zh => format!("不是 JSON：{error}"),
        })
    })?;
    let parse = repeat(each, || LIMITS.parse(std::hint::black_box(text))).median();
    let print = repeat(each, || std::hint::black_box(&value).to_line()).median();
    Ok((rate(text.len(), parse), rate(value.to_line().len(), print)))
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
fn rate(bytes: usize, nanoseconds: f64) -> f64 {
    bytes as f64 / nanoseconds * 1e3
}
