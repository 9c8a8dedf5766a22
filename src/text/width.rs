//! How many cells of a terminal a text takes.

/// The width of a text on a screen, in cells: a Chinese character takes two, a combining mark none.
///
/// ```
/// assert_eq!(mcp_lab::text::width("MCP 学习"), 8);
/// ```
pub fn width(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// The width of one character, in cells.
pub(super) fn cells(character: char) -> usize {
    let within = |ranges: &[(char, char)]| {
        ranges.iter().any(|(first, last)| (*first..=*last).contains(&character))
    };
    match character {
        '\u{20}'..='\u{7e}' => 1,
        _ if character.is_control() || within(ZERO) => 0,
        _ if within(WIDE) => 2,
        _ => 1,
    }
}

/// Marks drawn over the character before them, joiners and variation selectors.
/// Source: Unicode 16, general categories Mn, Me and Cf, the common blocks.
const ZERO: &[(char, char)] = &[
    ('\u{300}', '\u{36f}'),
    ('\u{483}', '\u{489}'),
    ('\u{591}', '\u{5bd}'),
    ('\u{610}', '\u{61a}'),
    ('\u{64b}', '\u{65f}'),
    ('\u{e31}', '\u{e31}'),
    ('\u{e34}', '\u{e3a}'),
    ('\u{1ab0}', '\u{1aff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{20d0}', '\u{20ff}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{fe20}', '\u{fe2f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{1f3fb}', '\u{1f3ff}'),
    ('\u{e0100}', '\u{e01ef}'),
];

/// Characters that take two cells: Chinese, Japanese, Korean, full-width forms, emoji.
/// Source: Unicode 16, `East_Asian_Width` W and F.
const WIDE: &[(char, char)] = &[
    ('\u{1100}', '\u{115f}'),
    ('\u{231a}', '\u{231b}'),
    ('\u{23e9}', '\u{23ec}'),
    ('\u{25fd}', '\u{25fe}'),
    ('\u{2614}', '\u{2615}'),
    ('\u{2648}', '\u{2653}'),
    ('\u{26a1}', '\u{26a1}'),
    ('\u{2705}', '\u{2705}'),
    ('\u{274c}', '\u{274c}'),
    ('\u{2753}', '\u{2757}'),
    ('\u{2e80}', '\u{303e}'),
    ('\u{3041}', '\u{33ff}'),
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{a000}', '\u{a4cf}'),
    ('\u{a960}', '\u{a97f}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fe30}', '\u{fe6f}'),
    ('\u{ff00}', '\u{ff60}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{1f300}', '\u{1f64f}'),
    ('\u{1f680}', '\u{1f6ff}'),
    ('\u{1f900}', '\u{1faff}'),
    ('\u{20000}', '\u{3fffd}'),
];
