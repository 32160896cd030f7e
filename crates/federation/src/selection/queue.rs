//! The order of offers.

use outflank_event::words;
use outflank_rulebook::axes::office::TeamSelection;
use outflank_rulebook::{ClauseId, OfficeTopic, Rulebook};
use outflank_tournament::running::{GenderWord, RESIDENCE_DAYS, is_resident};

use super::team::{gender_of, team_limits};
use super::{Seat, Selection};
use crate::dossier::Dossiers;
use crate::grand_prix::{Winner, season_table, winner};
use crate::ids::PersonNumber;
use crate::residence::residence;
use crate::state::FederationState;

words! {
    /// Why a person is offered a place.
    Source {
        /// The National Champion.
        Champion = "champion",
        GrandPrixWinner = "grand_prix_winner",
        /// The placing in the National.
        National = "national",
        /// The place in the Grand Prix.
        GrandPrix = "grand_prix",
        /// The place in the active ratings list.
        Ratings = "ratings",
        /// Chosen by the chairman.
        Chairman = "chairman",
        /// The best of the special category at the National.
        Category = "category",
        /// The nation chooses as it likes.
        Nation = "nation",
    }
}

impl Source {
    /// The clause that puts the person there.
    pub fn clause(self, rules: &Rulebook) -> Option<ClauseId> {
        rules.cited(match self {
            Self::Champion | Self::National => OfficeTopic::TeamByNational,
            Self::GrandPrixWinner => OfficeTopic::TeamByGrandPrixWin,
            Self::GrandPrix | Self::Ratings => OfficeTopic::TeamByLists,
            Self::Chairman => OfficeTopic::TeamByChairman,
            Self::Category => OfficeTopic::TeamByCategory,
            Self::Nation => OfficeTopic::TeamSize,
        })
    }
}

words! {
    /// Why a person is skipped.
    PassedOver {
        /// The record is erased.
        Unknown = "unknown",
        /// The residence is not recorded.
        ResidenceUnknown = "residence_unknown",
        /// Not resident in the country for 183 days before the World Final.
        NotResident = "not_resident",
        /// Not a citizen and not resident there for 6 of the 12 months before.
        NotRepresenting = "not_representing",
        /// The team would have too many of one gender.
        OneGender = "one_gender",
        /// Too old for the place of the young player.
        NotYoung = "not_young",
        /// Excluded by the federation.
        Excluded = "excluded",
    }
}

impl PassedOver {
    /// The clause that requires it.
    pub fn clause(self, rules: &Rulebook) -> Option<ClauseId> {
        rules.cited(match self {
            Self::Unknown => return None,
            Self::ResidenceUnknown | Self::NotResident => OfficeTopic::TeamResidence,
            Self::NotRepresenting => OfficeTopic::TeamNationality,
            Self::OneGender => OfficeTopic::TeamSize,
            Self::NotYoung => OfficeTopic::TeamYoung,
            Self::Excluded => OfficeTopic::Sanctions,
        })
    }
}

words! {
    /// Where a candidate is in the order of offers.
    CandidateState {
        Accepted = "accepted",
        Offered = "offered",
        Declined = "declined",
        /// Skipped, for a reason.
        PassedOver = "passed_over",
        /// Not reached yet, or the team is full.
        Waiting = "waiting",
    }
}

/// A person in the order of offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub person: PersonNumber,
    /// Why the person is there.
    pub source: Source,
    pub state: CandidateState,
    /// Why a candidate is skipped.
    pub why: Option<PassedOver>,
}

/// What comes next for a kind of place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextOffer {
    /// This one is to be offered a place.
    To(PersonNumber, Source),
    /// Every place is taken or offered.
    Full,
    /// These tie for the Grand Prix; it must be decided first.
    GrandPrixTied(Vec<PersonNumber>),
    /// The results of the National are not known.
    NoNational,
    /// Nobody is left: the chairman chooses.
    Chairman,
    /// The nation chooses as it likes.
    Nation,
}

/// Everybody in the order of offers for a kind of place, with the reasons. For the special category
/// the regular order follows it (BOF-wc-6).
pub fn queue(
    rules: &Rulebook,
    affairs: &FederationState,
    people: &Dossiers,
    selection: &Selection,
    seat: Seat,
) -> Vec<Candidate> {
    let mut order: Vec<(PersonNumber, Source)> = match rules.team_selection.value {
        TeamSelection::None | TeamSelection::ByNations => Vec::new(),
        TeamSelection::ChampionGrandPrixNational => {
            let category = category_order(affairs, people, selection, seat);
            category
                .into_iter()
                .chain(regular_order(affairs, selection))
                .collect()
        }
    };
    for offer in &selection.offers {
        let person = affairs.resolve(offer.person);
        if offer.seat == seat && !order.iter().any(|(one, _)| *one == person) {
            order.push((person, offer.source));
        }
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    for (person, source) in order {
        if candidates.iter().any(|one| one.person == person) {
            continue;
        }
        if let Some((state, why)) = state_of(rules, affairs, people, selection, seat, person) {
            candidates.push(Candidate {
                person,
                source,
                state,
                why,
            });
        }
    }
    candidates
}

/// What comes next for a kind of place.
pub fn next_offer(
    rules: &Rulebook,
    affairs: &FederationState,
    people: &Dossiers,
    selection: &Selection,
    seat: Seat,
) -> NextOffer {
    if selection.is_full(seat) {
        return NextOffer::Full;
    }
    match rules.team_selection.value {
        TeamSelection::None | TeamSelection::ByNations => return NextOffer::Nation,
        TeamSelection::ChampionGrandPrixNational => {}
    }
    if national(affairs, selection).is_none() {
        return NextOffer::NoNational;
    }
    let queue = queue(rules, affairs, people, selection, seat);
    let waiting = (queue.iter()).find(|one| one.state == CandidateState::Waiting);
    // The champion and the special category come before the Grand Prix and need not wait for it.
    let tied = match winner(affairs, selection.plan.grand_prix()) {
        Winner::Tied(people) => people,
        Winner::Nobody | Winner::Clear(_) | Winner::ByPlayoff(_) | Winner::ByCoin(_) => Vec::new(),
    };
    match waiting {
        Some(one) => match one.source {
            Source::Champion | Source::Category => NextOffer::To(one.person, one.source),
            _ if !tied.is_empty() => NextOffer::GrandPrixTied(tied),
            source => NextOffer::To(one.person, source),
        },
        None if !tied.is_empty() => NextOffer::GrandPrixTied(tied),
        None => NextOffer::Chairman,
    }
}

fn national<'a>(affairs: &'a FederationState, selection: &Selection) -> Option<&'a crate::Results> {
    let event = affairs.events.get(selection.plan.national.as_ref()?)?;
    Some(&event.latest()?.results)
}

/// Champion, winner of the Grand Prix, National, Grand Prix, ratings.
fn regular_order(affairs: &FederationState, selection: &Selection) -> Vec<(PersonNumber, Source)> {
    let mut order = Vec::new();
    let placed = national_order(affairs, selection);
    let champion = national(affairs, selection).and_then(|results| results.champion);
    let champion = champion.map(|person| affairs.resolve(person)).or_else(|| {
        // A player who may not play for the title is not champion (BOF-nat-13.b).
        let titled = placed.iter().find(|(_, no_title)| !no_title);
        titled.map(|(person, _)| *person)
    });
    order.extend(champion.map(|person| (person, Source::Champion)));
    let season = selection.plan.grand_prix();
    let won = winner(affairs, season).person();
    order.extend(won.map(|person| (person, Source::GrandPrixWinner)));
    order.extend(
        placed
            .into_iter()
            .map(|(person, _)| (person, Source::National)),
    );
    let table = season_table(affairs, season);
    let rows = table.into_iter().flat_map(|table| table.rows);
    order.extend(rows.map(|row| (row.person, Source::GrandPrix)));
    let lists = affairs.latest_lists();
    let rows = lists.last().into_iter().flat_map(|list| &list.rows);
    order.extend(rows.map(|row| (affairs.resolve(row.person), Source::Ratings)));
    order
}

/// The players of the National by placing, each with whether they may not play for the title.
fn national_order(affairs: &FederationState, selection: &Selection) -> Vec<(PersonNumber, bool)> {
    let mut placed = national(affairs, selection).map_or(Vec::new(), |one| one.placed.clone());
    placed.sort_by_key(|one| (one.place, one.person));
    (placed.into_iter())
        .map(|one| (affairs.resolve(one.person), one.no_title))
        .collect()
}

/// The special category at the National, best first (BOF-wc-5.a).
fn category_order(
    affairs: &FederationState,
    people: &Dossiers,
    selection: &Selection,
    seat: Seat,
) -> Vec<(PersonNumber, Source)> {
    let year = selection.plan.year;
    let belongs = |person: &PersonNumber| match seat {
        Seat::Regular => false,
        Seat::Women => gender_of(people, *person) == Some(GenderWord::Female),
        Seat::Young => (people.get(person)).is_some_and(|one| one.is_young_in(year) == Some(true)),
    };
    (national_order(affairs, selection).into_iter())
        .map(|(person, _)| person)
        .filter(belongs)
        .map(|person| (person, Source::Category))
        .collect()
}

/// A person's position for a kind of place; nothing if they have a place of another kind.
fn state_of(
    rules: &Rulebook,
    affairs: &FederationState,
    people: &Dossiers,
    selection: &Selection,
    seat: Seat,
    person: PersonNumber,
) -> Option<(CandidateState, Option<PassedOver>)> {
    let same = |one: PersonNumber| affairs.resolve(one) == person;
    let offers = || selection.offers.iter().filter(|one| same(one.person));
    if offers().any(|offer| offer.seat != seat && offer.stands()) {
        return None;
    }
    if let Some(offer) = offers().rev().find(|offer| offer.seat == seat) {
        let state = match offer.answer {
            Some((true, _)) => CandidateState::Accepted,
            Some((false, _)) => CandidateState::Declined,
            None => CandidateState::Offered,
        };
        return Some((state, None));
    }
    let why = passed_over(rules, affairs, people, selection, seat, person);
    let state = match why {
        Some(_) => CandidateState::PassedOver,
        None => CandidateState::Waiting,
    };
    Some((state, why))
}

/// Why a person cannot have a place of a kind.
pub(crate) fn passed_over(
    rules: &Rulebook,
    affairs: &FederationState,
    people: &Dossiers,
    selection: &Selection,
    seat: Seat,
    person: PersonNumber,
) -> Option<PassedOver> {
    let Some(dossier) = people.get(&person) else {
        return Some(PassedOver::Unknown);
    };
    let plan = &selection.plan;
    if affairs.is_excluded(person, plan.final_day) {
        return Some(PassedOver::Excluded);
    }
    let home = affairs.country();
    let stayed = residence(&dossier.stays, home, plan.final_day);
    let needs_183 = match rules.team_selection.value {
        TeamSelection::ChampionGrandPrixNational => true,
        TeamSelection::None | TeamSelection::ByNations => false,
    };
    if needs_183 && !is_resident(rules, stayed) {
        return Some(match dossier.stays.is_empty() {
            true => PassedOver::ResidenceUnknown,
            false => PassedOver::NotResident,
        });
    }
    let represents =
        dossier.is_citizen(home) != Some(false) || stayed.in_last_year >= RESIDENCE_DAYS;
    if !represents {
        return Some(PassedOver::NotRepresenting);
    }
    match seat {
        Seat::Young if dossier.is_young_in(plan.year) != Some(true) => {
            return Some(PassedOver::NotYoung);
        }
        Seat::Young => return None,
        Seat::Regular | Seat::Women => {}
    }
    let limit = usize::from(team_limits(affairs.nation_kind(home)).one_gender);
    let gender = dossier.gender?;
    let holding = selection
        .holding(Seat::Regular)
        .chain(selection.holding(Seat::Women));
    let same = holding
        .filter(|one| gender_of(people, affairs.resolve(*one)) == Some(gender))
        .count();
    let counted = match gender {
        GenderWord::Female | GenderWord::Male => same,
        GenderWord::Other => 0,
    };
    (counted >= limit).then_some(PassedOver::OneGender)
}
