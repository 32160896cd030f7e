//! Who wins the Grand Prix.

use super::table::season_table;
use crate::ids::PersonNumber;
use crate::state::FederationState;

/// The winner of a season, as far as it is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Winner {
    Nobody,
    /// By points, or by the best results among equals (BOF-gp-6.a).
    Clear(PersonNumber),
    /// By a play-off game (BOF-gp-6.b).
    ByPlayoff(PersonNumber),
    /// By the chairman's coin (BOF-gp-6.b).
    ByCoin(PersonNumber),
    /// These have to play a game before the National; failing that the chairman tosses a coin.
    Tied(Vec<PersonNumber>),
}

impl Winner {
    /// Who, if it is decided.
    pub const fn person(&self) -> Option<PersonNumber> {
        match self {
            Self::Clear(person) | Self::ByPlayoff(person) | Self::ByCoin(person) => Some(*person),
            Self::Nobody | Self::Tied(_) => None,
        }
    }
}

/// Compares two lists of points, best first; a missing result is nothing (AMB-69).
pub fn compare_results(a: &[u32], b: &[u32]) -> std::cmp::Ordering {
    (0..a.len().max(b.len()))
        .map(|index| {
            let points = |list: &[u32]| list.get(index).copied().unwrap_or(0);
            points(a).cmp(&points(b))
        })
        .find(|order| order.is_ne())
        .unwrap_or(std::cmp::Ordering::Equal)
}

/// The winner of a season's Grand Prix.
pub fn winner(affairs: &FederationState, year: u16) -> Winner {
    let Some(table) = season_table(affairs, year) else {
        return Winner::Nobody;
    };
    let tied: Vec<PersonNumber> = (table.rows.iter())
        .filter(|row| row.place == 1 && row.total > 0)
        .map(|row| row.person)
        .collect();
    let season = affairs.seasons.get(&year);
    let among = |person: Option<PersonNumber>| {
        let person = affairs.resolve(person?);
        tied.contains(&person).then_some(person)
    };
    match tied[..] {
        [] => Winner::Nobody,
        [person] => Winner::Clear(person),
        _ => {
            if let Some(person) = among(season.and_then(|season| season.playoff.flatten())) {
                Winner::ByPlayoff(person)
            } else if let Some(person) = among(season.and_then(|season| season.coin)) {
                Winner::ByCoin(person)
            } else {
                Winner::Tied(tied)
            }
        }
    }
}
