//! A result as it is typed, in a row or in the quick entry.

use outflank_pairing::Colour;
use outflank_rulebook::HalfDiscs;
use outflank_tournament::running::{Official, Reported};
use serde::Deserialize;

use crate::director::rulings::discs;

/// Whether typed scores are official or counted on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TypedAs {
    /// As the slip says.
    #[default]
    Official,
    /// The discs on the board.
    Count,
}

/// Every ending a row offers, with the key of its words.
pub(crate) const ENDINGS: &[(&str, &str)] = &[
    ("p", "desk.how.played"),
    ("tb", "desk.how.tb"),
    ("tw", "desk.how.tw"),
    ("tbb", "desk.how.tbb"),
    ("tww", "desk.how.tww"),
    ("tbw", "desk.how.tbw"),
    ("twb", "desk.how.twb"),
    ("fb", "desk.how.fb"),
    ("fw", "desk.how.fw"),
    ("ff", "desk.how.ff"),
    ("lb", "desk.how.lb"),
    ("lw", "desk.how.lw"),
    ("ll", "desk.how.ll"),
    ("rb", "desk.how.rb"),
    ("rw", "desk.how.rw"),
];

/// Reads an ending as it is typed: `p`, `tb`, `twb`, `fw`, `ff`, `lw`, `ll`, `rb`. The discs come later.
pub(crate) fn ending(code: &str) -> Option<Official> {
    let colour = |letter: char| match letter {
        'b' => Some(Colour::Black),
        'w' => Some(Colour::White),
        _ => None,
    };
    let played = |flags| Official::Played {
        black: HalfDiscs(0),
        white: HalfDiscs(0),
        winner: None,
        flags,
    };
    let mut letters = code.chars();
    let (first, rest) = (letters.next(), letters.as_str());
    let by = || {
        rest.chars()
            .next()
            .filter(|_| rest.len() == 1)
            .and_then(colour)
    };
    match (first, rest) {
        (None, _) | (Some('p'), "") => Some(played(Vec::new())),
        (Some('t'), flags) if (1..=4).contains(&flags.len()) => {
            let flags: Option<Vec<Colour>> = flags.chars().map(colour).collect();
            flags.map(played)
        }
        (Some('f'), "f") => Some(Official::both_missing()),
        (Some('f'), _) => by().map(Official::missing),
        (Some('l'), "l") => Some(Official::DoubleForfeit {
            arrived: vec![Colour::Black, Colour::White],
        }),
        (Some('l'), _) => by().map(|by| Official::Forfeit { by, arrived: true }),
        (Some('r'), _) => by().map(|by| Official::Resigned { by }),
        _ => None,
    }
}

/// The ending of a result as [`ending`] reads it.
pub(crate) fn ending_code(result: &Official) -> String {
    let letter = |colour: &Colour| match colour {
        Colour::Black => 'b',
        Colour::White => 'w',
    };
    match result {
        Official::Played { flags, .. } if !flags.is_empty() => {
            let flags: String = flags.iter().map(letter).collect();
            format!("t{flags}")
        }
        Official::Played { .. } | Official::Adjudicated { .. } | Official::Annulled => {
            "p".to_owned()
        }
        Official::Resigned { by } => format!("r{}", letter(by)),
        Official::Forfeit { by, arrived: false } => format!("f{}", letter(by)),
        Official::Forfeit { by, arrived: true } => format!("l{}", letter(by)),
        Official::DoubleForfeit { arrived } if arrived.is_empty() => "ff".to_owned(),
        Official::DoubleForfeit { .. } => "ll".to_owned(),
    }
}

/// A result as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) black: String,
    pub(crate) white: String,
    /// How it ended; the discs are in the other fields.
    pub(crate) how: Official,
    pub(crate) typed_as: TypedAs,
}

/// Why what was typed is no result yet; the key of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotYet {
    Nothing,
    /// A score is no number.
    NotANumber,
    /// The other score is needed.
    BothNeeded,
    /// Half discs on a board.
    HalfOnBoard,
}

impl NotYet {
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Nothing => "desk.typed.nothing",
            Self::NotANumber => "desk.typed.not_a_number",
            Self::BothNeeded => "desk.typed.both",
            Self::HalfOnBoard => "desk.typed.half",
        }
    }
}

impl Typed {
    /// Reads the fields of a row; nothing if the ending is not one.
    pub(crate) fn of(black: &str, white: &str, how: &str, typed_as: TypedAs) -> Option<Self> {
        Some(Self {
            black: black.to_owned(),
            white: white.to_owned(),
            how: ending(how)?,
            typed_as,
        })
    }

    /// Whether nothing was typed.
    pub(crate) fn is_empty(&self) -> bool {
        let has_score = matches!(self.how, Official::Played { .. });
        self.black.is_empty() && self.white.is_empty() && has_score
    }

    /// The report; `one_is_enough` where the two scores always add up to 64.
    pub(crate) fn reported(&self, one_is_enough: bool) -> Result<Reported, NotYet> {
        let flags = match &self.how {
            Official::Played { flags, .. } => flags.clone(),
            other => return Ok(Reported::Official(other.clone())),
        };
        // Two flags of one side end the game whatever is on the board.
        let is_over = flags.len() > 1 && self.black.is_empty() && self.white.is_empty();
        let (black, white) = match is_over {
            true => (HalfDiscs(0), HalfDiscs(0)),
            false => self.discs(one_is_enough)?,
        };
        match (self.typed_as, flags.is_empty()) {
            (TypedAs::Official, true) => Ok(Reported::Official(Official::Played {
                black,
                white,
                winner: None,
                flags,
            })),
            // A time default is computed from the board.
            (TypedAs::Count, _) | (TypedAs::Official, false) => {
                if !black.is_whole() || !white.is_whole() {
                    return Err(NotYet::HalfOnBoard);
                }
                Ok(Reported::Count {
                    black: black.0 / 2,
                    white: white.0 / 2,
                    flags,
                })
            }
        }
    }

    fn discs(&self, one_is_enough: bool) -> Result<(HalfDiscs, HalfDiscs), NotYet> {
        let read = |text: &str| discs(text, "").map_err(|_| NotYet::NotANumber);
        let rest = |discs: HalfDiscs| {
            let left = HalfDiscs::discs(64).0.checked_sub(discs.0);
            left.map(HalfDiscs).ok_or(NotYet::NotANumber)
        };
        match (self.black.as_str(), self.white.as_str()) {
            ("", "") => Err(NotYet::Nothing),
            (black, "") if one_is_enough => {
                let black = read(black)?;
                Ok((black, rest(black)?))
            }
            ("", white) if one_is_enough => {
                let white = read(white)?;
                Ok((rest(white)?, white))
            }
            ("", _) | (_, "") => Err(NotYet::BothNeeded),
            (black, white) => Ok((read(black)?, read(white)?)),
        }
    }
}

/// Reads the quick entry: a table, then `40`, `33 31`, `33-31`, `=`, `28 tb`, `tbb`, `fw`, `ff`, `lw`, `ll`, `rb`;
/// a `c` at the end says that the discs were counted on the board.
pub(crate) fn quick(text: &str) -> Option<(u16, Typed)> {
    let text = text.to_lowercase().replace(['-', '–', ':', '/'], " ");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let typed_as = match words.last() {
        Some(&"c") => {
            words.pop();
            TypedAs::Count
        }
        _ => TypedAs::Official,
    };
    let (table, rest) = words.split_first()?;
    let table = table.parse().ok()?;
    let typed = |black, white, how| Typed::of(black, white, how, typed_as);
    let is_number = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let result = match *rest {
        ["="] => typed("32", "32", "p"),
        [one] if is_number(one) => typed(one, "", "p"),
        [one, other] if is_number(one) && is_number(other) => typed(one, other, "p"),
        [how] => typed("", "", how),
        [one, how] if is_number(one) => typed(one, "", how),
        [one, other, how] if is_number(one) && is_number(other) => typed(one, other, how),
        _ => None,
    };
    Some((table, result?))
}

#[cfg(test)]
mod tests {
    use crate::director::results::typed::*;

    #[track_caller]
    fn check(text: &str, one_is_enough: bool, expected: &str) {
        let shown = match quick(text) {
            None => "nothing".to_owned(),
            Some((table, typed)) => match typed.reported(one_is_enough) {
                Err(not_yet) => format!("{table} {not_yet:?}"),
                Ok(reported) => format!("{table} {}", serde_json::to_string(&reported).unwrap()),
            },
        };
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn the_quick_entry_reads_what_directors_type() {
        let played = r#"{"as":"official","how":"played","black":40,"white":24}"#;
        check("7 40", true, &format!("7 {played}"));
        check("7 40-24", true, &format!("7 {played}"));
        check(" 7  40 24 p", false, &format!("7 {played}"));
        check("7 40", false, "7 BothNeeded");
        check(
            "7 38.5",
            true,
            r#"7 {"as":"official","how":"played","black":38.5,"white":25.5}"#,
        );
        check(
            "12 =",
            true,
            r#"12 {"as":"official","how":"played","black":32,"white":32}"#,
        );
        check("7 33 3 c", true, r#"7 {"as":"count","black":33,"white":3}"#);
        check(
            "7 28 tb",
            true,
            r#"7 {"as":"count","black":28,"white":36,"flags":["black"]}"#,
        );
        check(
            "7 tbb",
            true,
            r#"7 {"as":"count","black":0,"white":0,"flags":["black","black"]}"#,
        );
        check("7 tb", true, "7 Nothing");
        check(
            "7 fw",
            true,
            r#"7 {"as":"official","how":"forfeit","by":"white"}"#,
        );
        check(
            "7 ff",
            true,
            r#"7 {"as":"official","how":"double_forfeit"}"#,
        );
        check(
            "7 lw",
            true,
            r#"7 {"as":"official","how":"forfeit","by":"white","arrived":true}"#,
        );
        check(
            "7 ll",
            true,
            r#"7 {"as":"official","how":"double_forfeit","arrived":["black","white"]}"#,
        );
        check(
            "7 rb",
            true,
            r#"7 {"as":"official","how":"resigned","by":"black"}"#,
        );
        check("7 65", true, "7 NotANumber");
        check("7", true, "nothing");
        check("seven 40", true, "nothing");
        check("7 zz", true, "nothing");
    }
}
