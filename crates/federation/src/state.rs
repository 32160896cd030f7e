//! An office, folded from its events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use outflank_event::{Aggregate, History, Timestamp};
use outflank_rulebook::{GrandPrixScale, Rulebook};
use outflank_tournament::CivilDate;
use outflank_tournament::running::{Nation, UtcOffset};

use crate::fact::Event;
use crate::fees::FeeTable;
use crate::grand_prix;
use crate::ids::{
    AmendmentNumber, DecisionNumber, EventKey, MeetingNumber, PersonNumber, SanctionNumber,
};
use crate::lists::PublishedList;
use crate::membership::{Membership, membership};
use crate::records::{
    Amendment, Decision, EntryException, HostStatus, Measure, Meeting, NationException,
    NationState, RulesEdition, Sanction, Season, TitleHeld,
};
use crate::results::{EventState, KeyedResults};
use crate::selection::Selection;

/// A federation's office: how things stand, and the log they were folded from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Federation(History<FederationState>);

/// What the first event fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Founded {
    pub name: String,
    /// Its country, or nothing for the world federation.
    pub country: String,
    /// The currency of its fees.
    pub currency: Option<String>,
    /// How far its clock is ahead of UTC.
    pub offset: UtcOffset,
}

/// A person as known in log entries: an ID and the relation to the federation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonState {
    /// The erasable record that holds everything personal.
    pub record: String,
    pub erased: bool,
    /// Whether only the number is public.
    pub restricted: bool,
    /// Whether the person does not want to become a member by playing (AMB-63).
    pub opted_out: bool,
    /// Membership outside tournaments: since when, and until when if it has ended.
    pub direct: Option<(CivilDate, Option<CivilDate>)>,
    /// The record that stands for this one since they were merged, and why.
    pub merged: Option<(PersonNumber, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FederationState {
    /// How the office was founded.
    pub founded: Option<Founded>,
    /// The editions of its rules, in the order they were adopted.
    pub editions: Vec<RulesEdition>,
    /// The fees, where they were changed or the rules state none.
    pub fees: Option<FeeTable>,
    /// The Grand Prix scale by its name in the data.
    pub scale: Option<String>,
    pub people: BTreeMap<PersonNumber, PersonState>,
    pub events: BTreeMap<EventKey, EventState>,
    pub seasons: BTreeMap<u16, Season>,
    /// Published rating lists, in the order of time.
    pub lists: Vec<PublishedList>,
    pub selections: BTreeMap<u16, Selection>,
    pub decisions: BTreeMap<DecisionNumber, Decision>,
    pub sanctions: BTreeMap<SanctionNumber, Sanction>,
    /// Proposed changes of the rules.
    pub amendments: BTreeMap<AmendmentNumber, Amendment>,
    /// Nations by their code.
    pub nations: BTreeMap<String, NationState>,
    /// Applications of nations that are no members, by nation and year.
    pub exceptions: BTreeMap<(String, u16), NationException>,
    /// Applications to host, by year and nation.
    pub hosts: BTreeMap<(u16, String), HostStatus>,
    pub titles: Vec<TitleHeld>,
    /// Semi-finalists of the World Championship by year.
    pub semifinals: BTreeMap<u16, BTreeSet<PersonNumber>>,
    pub meetings: BTreeMap<MeetingNumber, Meeting>,
    /// Exceptions to the rule of 183 days, by event and person.
    pub allowed: BTreeMap<(EventKey, PersonNumber), EntryException>,
}

impl Federation {
    /// An office that is not founded.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The office that these events make; what was undone is never folded.
    #[must_use]
    pub fn replay(events: impl IntoIterator<Item = Event>) -> Self {
        Self(History::replay(events))
    }

    pub const fn affairs(&self) -> &FederationState {
        self.0.state()
    }
}

impl std::ops::Deref for Federation {
    type Target = History<FederationState>;

    fn deref(&self) -> &History<FederationState> {
        &self.0
    }
}

impl Aggregate for Federation {
    type Event = Event;

    const FAMILY: &str = FederationState::FAMILY;

    fn apply(&mut self, event: &Event) {
        self.0.apply(event);
    }
}

/// Records one event; it cannot fail.
pub fn apply(office: &mut Federation, event: &Event) {
    office.0.apply(event);
}

impl FederationState {
    /// The rules in force on a day: of those that apply by then, the one adopted last; before all of
    /// them the first.
    pub fn rules_on(&self, day: CivilDate) -> Option<&Arc<Rulebook>> {
        let in_force = self.edition_on(day);
        in_force.map(|edition| &edition.rulebook)
    }

    /// The edition in force on a day.
    pub fn edition_on(&self, day: CivilDate) -> Option<&RulesEdition> {
        let begun = (self.editions.iter()).filter(|edition| edition.from <= day);
        begun
            .max_by_key(|edition| edition.from)
            .or_else(|| self.editions.first())
    }

    pub fn country(&self) -> &str {
        self.founded.as_ref().map_or("", |one| &one.country)
    }

    /// The day a moment is on in the office.
    pub fn day(&self, at: Timestamp) -> CivilDate {
        let offset = self.founded.as_ref().map(|one| one.offset);
        offset.unwrap_or_default().day(at)
    }

    /// The person a number stands for, whatever was merged.
    pub fn resolve(&self, person: PersonNumber) -> PersonNumber {
        let mut now = person;
        // A merge never points back, so the way ends; the bound is for logs nobody wrote here.
        for _ in 0..self.people.len() {
            match self.people.get(&now).and_then(|one| one.merged.as_ref()) {
                Some((into, _)) => now = *into,
                None => break,
            }
        }
        now
    }

    /// The person of an erasable record.
    pub fn person_of_record(&self, record: &str) -> Option<PersonNumber> {
        let found = self.people.iter().find(|(_, one)| one.record == record);
        found.map(|(number, _)| self.resolve(*number))
    }

    /// Every event that has results.
    pub(crate) fn results(&self) -> impl Iterator<Item = KeyedResults<'_>> {
        (self.events.iter()).filter_map(|(key, event)| Some((key, event, event.latest()?)))
    }

    pub fn scale(&self) -> Option<&'static GrandPrixScale> {
        grand_prix::scale_of(self.scale.as_deref()?)
    }

    /// Whether a sanction in force strikes a person's points of a tournament.
    pub fn has_struck(&self, person: PersonNumber, event: &EventKey) -> bool {
        self.standing_sanctions(person)
            .any(|one| match &one.measure {
                Measure::StrikePoints { event: struck } => struck == event,
                Measure::Exclude { .. } | Measure::RevokeTitle { .. } => false,
            })
    }

    /// Whether a sanction in force excludes a person on a day.
    pub fn is_excluded(&self, person: PersonNumber, day: CivilDate) -> bool {
        self.standing_sanctions(person)
            .any(|one| match &one.measure {
                Measure::Exclude { from, until } => {
                    *from <= day && until.is_none_or(|until| day <= until)
                }
                Measure::StrikePoints { .. } | Measure::RevokeTitle { .. } => false,
            })
    }

    /// Whether a title was taken away.
    pub fn is_revoked(&self, held: &TitleHeld) -> bool {
        self.standing_sanctions(held.person)
            .any(|one| match &one.measure {
                Measure::RevokeTitle { year, title } => *year == held.year && *title == held.title,
                Measure::Exclude { .. } | Measure::StrikePoints { .. } => false,
            })
    }

    fn standing_sanctions(&self, person: PersonNumber) -> impl Iterator<Item = &Sanction> {
        let person = self.resolve(person);
        (self.sanctions.values())
            .filter(move |one| self.resolve(one.person) == person && one.lifted.is_none())
    }

    /// What a nation is to the world federation. A federation's own country has one.
    pub fn nation_kind(&self, country: &str) -> Nation {
        match self.nations.get(country) {
            Some(nation) => nation.kind,
            None if country == self.country() => Nation::Federation,
            None => Nation::NotMember,
        }
    }

    /// The days of the tournaments that make a person a member, up to a day.
    pub fn enrolling_days(&self, person: PersonNumber, until: CivilDate) -> Vec<CivilDate> {
        let person = self.resolve(person);
        let took_part = |results: &crate::Results| {
            (results.placed.iter()).any(|one| self.resolve(one.person) == person)
        };
        (self.results())
            .filter(|(_, event, edition)| {
                event.notice.first_day <= until
                    && edition.rated.is_rated()
                    && took_part(&edition.results)
            })
            .map(|(_, event, _)| event.notice.first_day)
            .collect()
    }

    /// A person's relation to the federation on a day.
    pub fn membership(&self, person: PersonNumber, day: CivilDate) -> Membership {
        let person = self.resolve(person);
        let Some(state) = self.people.get(&person) else {
            return Membership::Never;
        };
        let played = match state.opted_out {
            true => Vec::new(),
            false => self.enrolling_days(person, day),
        };
        membership(&played, state.direct, day)
    }

    /// A person's first tournament of the federation.
    pub fn first_tournament(&self, person: PersonNumber) -> Option<CivilDate> {
        let person = self.resolve(person);
        let took_part = |event: &EventState| {
            let placed = event.latest().map(|edition| &edition.results.placed);
            let placed = placed.into_iter().flatten().map(|one| one.person);
            placed.map(|one| self.resolve(one)).any(|one| one == person)
        };
        (self.events.values())
            .filter(|event| event.notice.organised && took_part(event))
            .map(|event| event.notice.first_day)
            .min()
    }

    /// The years in which a person played in a semi-final of the World Championship (WOC-II.7.1).
    pub fn semifinal_years(&self, person: PersonNumber) -> Vec<u16> {
        let person = self.resolve(person);
        let played =
            |people: &BTreeSet<PersonNumber>| people.iter().any(|one| self.resolve(*one) == person);
        (self.semifinals.iter())
            .filter(|(_, people)| played(people))
            .map(|(year, _)| *year)
            .collect()
    }
}
