//! Classes of code points that have a name: `\d`, `\p{L}`.

use super::borders::{HAN, NOT_LETTERS, NOT_LOWER, NOT_UPPER, ZEROS, inside};

/// A class of code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// `\d`: `0` to `9` only.
    Digit,
    /// `\w`: letters of ASCII, `0` to `9`, `_`.
    Word,
    /// `\s`: white space and line ends of any script.
    Space,
    Any,
    Ascii,
    Alphabetic,
    Uppercase,
    Lowercase,
    WhiteSpace,
    Letter,
    UppercaseLetter,
    LowercaseLetter,
    Number,
    DecimalNumber,
    Control,
    Han,
}

/// The names that may stand in `\p{…}`, as ECMA-262 lists them.
const NAMES: [(Class, &[&str]); 13] = [
    (Class::Any, &["Any"]),
    (Class::Ascii, &["ASCII"]),
    (Class::Alphabetic, &["Alphabetic", "Alpha"]),
    (Class::Uppercase, &["Uppercase", "Upper"]),
    (Class::Lowercase, &["Lowercase", "Lower"]),
    (Class::WhiteSpace, &["White_Space", "space"]),
    (Class::Letter, &["L", "Letter"]),
    (Class::UppercaseLetter, &["Lu", "Uppercase_Letter"]),
    (Class::LowercaseLetter, &["Ll", "Lowercase_Letter"]),
    (Class::Number, &["N", "Number"]),
    (Class::DecimalNumber, &["Nd", "Decimal_Number", "digit"]),
    (Class::Control, &["Cc", "Control", "cntrl"]),
    (Class::Han, &["Script=Han", "Script=Hani", "sc=Han", "sc=Hani"]),
];

impl Class {
    /// The class of this name, if it is one of ours. A general category may be said to be one.
    pub(super) fn named(name: &str) -> Option<Self> {
        let category = ["General_Category=", "gc="].iter().find_map(|it| name.strip_prefix(it));
        let found = NAMES.iter().find(|row| row.1.contains(&category.unwrap_or(name)))?.0;
        (category.is_none() || found.is_category()).then_some(found)
    }

    fn is_category(self) -> bool {
        matches!(
            self,
            Self::Letter
                | Self::UppercaseLetter
                | Self::LowercaseLetter
                | Self::Number
                | Self::DecimalNumber
                | Self::Control
        )
    }

    pub(super) fn holds(self, point: u32) -> bool {
        let Some(character) = char::from_u32(point) else { return self == Self::Any };
        match self {
            Self::Digit => character.is_ascii_digit(),
            Self::Word => character.is_ascii_alphanumeric() || character == '_',
            // U+0085 is white space to Unicode and not to ECMA-262; with U+FEFF it is the reverse.
            Self::Space => {
                character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
            }
            Self::Any => true,
            Self::Ascii => character.is_ascii(),
            Self::Alphabetic => character.is_alphabetic(),
            Self::Uppercase => character.is_uppercase(),
            Self::Lowercase => character.is_lowercase(),
            Self::WhiteSpace => character.is_whitespace(),
            Self::Letter => character.is_alphabetic() && !inside(NOT_LETTERS, point),
            Self::UppercaseLetter => character.is_uppercase() && !inside(NOT_UPPER, point),
            Self::LowercaseLetter => character.is_lowercase() && !inside(NOT_LOWER, point),
            Self::Number => character.is_numeric(),
            Self::DecimalNumber => is_decimal(point),
            Self::Control => character.is_control(),
            Self::Han => inside(HAN, point),
        }
    }
}

fn is_decimal(point: u32) -> bool {
    let after = ZEROS.partition_point(|&zero| zero <= point);
    after.checked_sub(1).and_then(|index| ZEROS.get(index)).is_some_and(|zero| point - zero < 10)
}
