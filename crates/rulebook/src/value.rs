//! Axis values that are numbers: times, scores, counts and lists of choices.

use outflank_event::Millis;

use crate::axis::{AxisValue, Raw};
use crate::discs::HalfDiscs;

impl AxisValue for Millis {
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) => text.parse().ok(),
            Raw::Number(_) | Raw::List(_) => None,
        }
    }

    fn write(&self) -> Raw {
        Raw::Text(self.to_string())
    }

    fn choices() -> String {
        "a time such as 30:00".to_owned()
    }

    fn meaning(&self) -> String {
        format!("{self} (minutes:seconds)")
    }
}

impl<T: AxisValue> AxisValue for Option<T> {
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Text(text) if text == "none" => Some(None),
            Raw::Text(_) | Raw::Number(_) | Raw::List(_) => T::read(raw).map(Some),
        }
    }

    fn write(&self) -> Raw {
        match self {
            Some(value) => value.write(),
            None => Raw::Text("none".to_owned()),
        }
    }

    fn choices() -> String {
        format!("{}, or none", T::choices())
    }

    fn meaning(&self) -> String {
        match self {
            Some(value) => value.meaning(),
            None => "none".to_owned(),
        }
    }
}

/// A whole number from 0 to 999: rounds, days, discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Count(pub u16);

impl AxisValue for Count {
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Number(number) => u16::try_from(*number).ok().filter(|n| *n <= 999).map(Self),
            Raw::Text(_) | Raw::List(_) => None,
        }
    }

    fn write(&self) -> Raw {
        Raw::Number(i64::from(self.0))
    }

    fn choices() -> String {
        "a whole number from 0 to 999".to_owned()
    }

    fn meaning(&self) -> String {
        self.0.to_string()
    }
}

/// A score written winner first, such as `33-31`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScoreLine {
    pub winner: HalfDiscs,
    pub loser: HalfDiscs,
}

impl ScoreLine {
    /// A score in whole discs.
    pub const fn discs(winner: u16, loser: u16) -> Self {
        Self {
            winner: HalfDiscs::discs(winner),
            loser: HalfDiscs::discs(loser),
        }
    }

    /// By how much the winner wins.
    pub fn margin(self) -> HalfDiscs {
        HalfDiscs(self.winner.0 - self.loser.0)
    }
}

impl AxisValue for ScoreLine {
    fn read(raw: &Raw) -> Option<Self> {
        let Raw::Text(text) = raw else { return None };
        let (winner, loser) = text.split_once('-')?;
        let (winner, loser): (u16, u16) = (winner.parse().ok()?, loser.parse().ok()?);
        (winner >= loser && winner <= 64 && winner + loser <= 64)
            .then_some(Self::discs(winner, loser))
    }

    fn write(&self) -> Raw {
        Raw::Text(format!("{}-{}", self.winner, self.loser))
    }

    fn choices() -> String {
        "a score such as 33-31, winner first".to_owned()
    }

    fn meaning(&self) -> String {
        format!("{}-{}", self.winner, self.loser)
    }
}

/// Lists longer than this are typing errors.
const LIST_MAX: usize = 64;

impl<T: AxisValue> AxisValue for Vec<T> {
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::List(items) if items.len() <= LIST_MAX => items.iter().map(T::read).collect(),
            Raw::List(_) => None,
            Raw::Text(text) if text == "none" => Some(Vec::new()),
            Raw::Text(text) => text
                .split(',')
                .take(LIST_MAX)
                .map(|item| T::read(&Raw::typed(item)))
                .collect(),
            Raw::Number(_) => T::read(raw).map(|value| vec![value]),
        }
    }

    fn write(&self) -> Raw {
        Raw::List(self.iter().map(T::write).collect())
    }

    fn choices() -> String {
        format!("a list, each {}", T::choices())
    }

    fn meaning(&self) -> String {
        if self.is_empty() {
            return "none".to_owned();
        }
        let items: Vec<String> = self.iter().map(T::meaning).collect();
        items.join("; then ")
    }
}

/// The constant C of the Brightwell Quotient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BqConstant {
    /// A fixed number.
    Fixed(u16),
    /// The integer nearest to squares divided by rounds, halves up.
    NearestInteger,
    /// Squares divided by rounds, not rounded.
    Exact,
}

impl AxisValue for BqConstant {
    fn read(raw: &Raw) -> Option<Self> {
        match raw {
            Raw::Number(number) => u16::try_from(*number)
                .ok()
                .filter(|n| (1..=64).contains(n))
                .map(Self::Fixed),
            Raw::Text(text) if text == "nearest_integer" => Some(Self::NearestInteger),
            Raw::Text(text) if text == "exact" => Some(Self::Exact),
            Raw::Text(_) | Raw::List(_) => None,
        }
    }

    fn write(&self) -> Raw {
        match self {
            Self::Fixed(number) => Raw::Number(i64::from(*number)),
            Self::NearestInteger => Raw::Text("nearest_integer".to_owned()),
            Self::Exact => Raw::Text("exact".to_owned()),
        }
    }

    fn choices() -> String {
        "a whole number from 1 to 64, nearest_integer or exact".to_owned()
    }

    fn meaning(&self) -> String {
        match self {
            Self::Fixed(number) => format!("always {number}"),
            Self::NearestInteger => "the integer nearest to squares / rounds".to_owned(),
            Self::Exact => "squares / rounds, not rounded".to_owned(),
        }
    }
}
