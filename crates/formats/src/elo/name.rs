//! The name of a results file: `20261115_Test_Open.ELO`.

use outflank_tournament::CivilDate;

use crate::elo::ascii::ascii_form;
use crate::elo::date::compact;

/// The longest NAME in `YYYYMMDD_NAME.ELO`; with a letter the whole has at most 44 characters.
pub const ELO_NAME_CHARS_MAX: usize = 30;

/// Which of the results files of one day this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfDay {
    Only,
    /// One of several: 0 has the letter a, 1 has b, up to 25.
    Nth(u8),
}

/// Why a results file gets no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EloNameError {
    /// Nothing of the event's name can be written in ASCII.
    #[error("The tournament's name has no letters from A to Z. Give it a name in plain letters.")]
    NoLetters,
    /// The alphabet is too short.
    #[error("There can be at most 26 files a day. Combine some tournaments.")]
    TooManyOnOneDay,
}

/// The name of a results file by the World Othello Federation's pattern: the first day, a letter if there are
/// several of that day, the event's name in letters, digits and `_`.
///
/// ```
/// use outflank_formats::{OfDay, elo_file_name};
/// use outflank_tournament::CivilDate;
/// let day = CivilDate::new(2026, 11, 15).expect("a day");
/// assert_eq!(elo_file_name(day, OfDay::Only, "Test Open").as_deref(), Ok("20261115_Test_Open.ELO"));
/// assert_eq!(elo_file_name(day, OfDay::Nth(1), "Coupe d'été").as_deref(), Ok("20261115b_Coupe_d_ete.ELO"));
/// ```
pub fn elo_file_name(day: CivilDate, of_day: OfDay, event: &str) -> Result<String, EloNameError> {
    let letter = match of_day {
        OfDay::Only => String::new(),
        OfDay::Nth(nth @ 0..=25) => char::from(b'a' + nth).to_string(),
        OfDay::Nth(_) => return Err(EloNameError::TooManyOnOneDay),
    };
    let name = name_part(event);
    if name.is_empty() {
        return Err(EloNameError::NoLetters);
    }
    Ok(format!("{}{letter}_{name}.ELO", compact(day)))
}

/// Letters, digits and single `_` between them.
fn name_part(event: &str) -> String {
    let mut name = String::new();
    for letter in event.chars() {
        let plain = ascii_form(letter.encode_utf8(&mut [0; 4])).unwrap_or_default();
        if !plain.is_empty() && plain.bytes().all(|b| b.is_ascii_alphanumeric()) {
            name.push_str(&plain);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    // All of it is ASCII, so that bytes are characters.
    name.truncate(ELO_NAME_CHARS_MAX);
    name.trim_end_matches('_').to_owned()
}
