//! What a team may look like.

use outflank_tournament::running::{GenderWord, Nation};

use crate::dossier::Dossiers;
use crate::ids::PersonNumber;

/// The limits of a nation's team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TeamLimits {
    pub regular: u16,
    /// Of one gender among them.
    pub one_gender: u16,
    pub young: u16,
    pub all: u16,
}

/// The limits by what a nation is (WOC-I.2.1.p2, WOC-I.2.1.b1, WOC-I.2.1.b2).
///
/// ```
/// use outflank_federation::selection::team_limits;
/// use outflank_tournament::running::Nation;
/// assert_eq!(team_limits(Nation::Federation).all, 5);
/// assert_eq!(team_limits(Nation::ContactPerson).all, 2);
/// ```
pub const fn team_limits(nation: Nation) -> TeamLimits {
    match nation {
        Nation::Federation => TeamLimits {
            regular: 4,
            one_gender: 3,
            young: 1,
            all: 5,
        },
        // A nation that is no member sends what a nation with a contact person may, if it may at all.
        Nation::ContactPerson | Nation::NotMember => TeamLimits {
            regular: 1,
            one_gender: 1,
            young: 1,
            all: 2,
        },
    }
}

/// What is wrong with a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Composition {
    Fits,
    /// Nobody is in it.
    Empty,
    /// Too many regular players.
    TooMany,
    /// Too many of one gender.
    OneGender,
    /// The additional young player is not young.
    NotYoung,
}

/// Whether a team may be registered for a year (WOC-I.2.2.b1).
pub fn composition(
    limits: TeamLimits,
    people: &Dossiers,
    regular: &[PersonNumber],
    young: Option<PersonNumber>,
    year: u16,
) -> Composition {
    if regular.is_empty() {
        return Composition::Empty;
    }
    if regular.len() > usize::from(limits.regular) {
        return Composition::TooMany;
    }
    let of = |gender: GenderWord| {
        let same = |one: &&PersonNumber| gender_of(people, **one) == Some(gender);
        regular.iter().filter(same).count()
    };
    let most = of(GenderWord::Female).max(of(GenderWord::Male));
    if most > usize::from(limits.one_gender) {
        return Composition::OneGender;
    }
    let is_young = |person: PersonNumber| {
        (people.get(&person)).is_some_and(|dossier| dossier.is_young_in(year) == Some(true))
    };
    match young {
        Some(person) if !is_young(person) => Composition::NotYoung,
        Some(_) | None => Composition::Fits,
    }
}

pub(super) fn gender_of(people: &Dossiers, person: PersonNumber) -> Option<GenderWord> {
    people.get(&person)?.gender
}
