//! A federation's office as people look at it: only what everybody may see, unless it says so.

use outflank_federation::grand_prix::{Winner, season_table, winner};
use outflank_federation::selection::{CandidateState, PassedOver, Seat, Source, queue};
use outflank_federation::{EventKey, HistoryPoint, Membership, PersonNumber, SentState};
use outflank_tournament::CivilDate;
use serde::Serialize;

use crate::state::federation::FederationNow;

/// A person by number and the name everybody may use.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfficePerson {
    pub number: PersonNumber,
    /// The name, or the number of a person who does not want to be named.
    pub name: String,
}

/// The heading of the pages of an office.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfficeHead {
    pub id: String,
    /// The short name in addresses.
    pub slug: Option<String>,
    /// The version of its stream.
    pub version: u64,
    pub name: String,
    pub country: String,
    pub rulebook: String,
    /// The edition in force.
    pub edition: String,
    pub people: usize,
    pub members: usize,
    /// The years that have a Grand Prix.
    pub grand_prix: Vec<u16>,
    /// The years for which a team is chosen.
    pub selections: Vec<u16>,
}

/// One line of a rating list.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RatingLine {
    pub place: usize,
    pub person: OfficePerson,
    pub rating: i32,
    /// Its margin of error.
    pub margin: u32,
    pub official: bool,
    pub games: u32,
    /// What it was in the version before, where it differs.
    pub before: Option<i32>,
    /// The group with which the player can be compared; 0 is the largest.
    pub group: u32,
    /// Whether this player begins a group that cannot be compared with those above.
    pub begins_group: bool,
}

#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RatingsShown {
    pub day: CivilDate,
    /// 1 for the first of this day.
    pub version: u16,
    /// The method, or where it comes from.
    pub method: String,
    /// Whether results it rests on have changed since.
    pub outdated: bool,
    /// The lines, best first.
    pub rows: Vec<RatingLine>,
    /// The days of all lists.
    pub days: Vec<CivilDate>,
}

/// A tournament the person played in.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayedLine {
    pub event: EventKey,
    pub name: String,
    pub day: CivilDate,
    pub place: u32,
    /// As people write it: `6½`.
    pub points: String,
}

#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MemberShown {
    pub person: OfficePerson,
    /// Whether the person is a member today.
    pub member: bool,
    /// Until when, if the person does not play again.
    pub until: Option<CivilDate>,
    /// The ratings, list by list.
    pub history: Vec<HistoryPoint>,
    /// The person's tournaments, the latest first.
    pub played: Vec<PlayedLine>,
    /// The person's titles, each with whether it was taken away.
    pub titles: Vec<(u16, String, bool)>,
}

/// A person's points in a tournament.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PointsCell {
    pub points: u32,
    /// The best of the shared places.
    pub from: u32,
    /// The last of them.
    pub to: u32,
    /// The points of all these places together.
    pub sum: u32,
    /// Whether a sanction has struck them out.
    pub struck: bool,
}

#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GrandPrixLine {
    pub place: u32,
    /// Whether the place is shared.
    pub shared: bool,
    pub person: OfficePerson,
    /// Tournament by tournament; nothing if the person did not play.
    pub cells: Vec<Option<PointsCell>>,
    pub total: u32,
}

/// A season's Grand Prix.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GrandPrixShown {
    pub year: u16,
    pub scale: String,
    /// The clause that states it.
    pub clause: Option<String>,
    /// Where it comes from if no clause states it.
    pub ours: Option<String>,
    /// The tournaments, each with its key.
    pub events: Vec<(EventKey, String)>,
    pub rows: Vec<GrandPrixLine>,
    /// Who has won, once it is decided.
    pub winner: Option<OfficePerson>,
    /// The players who tie for first place.
    pub tied: Vec<OfficePerson>,
}

/// A person in the order of offers.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CandidateLine {
    pub person: OfficePerson,
    pub source: Source,
    pub clause: Option<String>,
    pub state: CandidateState,
    /// Why a candidate is skipped.
    pub why: Option<PassedOver>,
    /// The clause that requires it.
    pub why_clause: Option<String>,
}

/// The places of one kind.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatsShown {
    pub seat: Seat,
    pub places: u16,
    /// The order of offers, up to a little beyond the last offer.
    pub rows: Vec<CandidateLine>,
}

#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SelectionShown {
    pub year: u16,
    /// The first day of the World Final.
    pub final_day: CivilDate,
    /// By kind of place.
    pub seats: Vec<SeatsShown>,
    /// When the team was registered.
    pub registered: Option<CivilDate>,
    /// The registered team.
    pub team: Vec<OfficePerson>,
}

/// The results of a tournament that must be sent to the world federation; for the office only.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DutyLine {
    pub event: EventKey,
    pub name: String,
    /// Whether it qualifies for the World Championship.
    pub qualifies: bool,
    pub state: SentState,
    /// To whom and when.
    pub sent: Option<(String, CivilDate)>,
}

impl FederationNow {
    pub(crate) fn person_shown(&self, person: PersonNumber) -> OfficePerson {
        let person = self.affairs().resolve(person);
        OfficePerson {
            number: person,
            name: self.public_name(person),
        }
    }

    /// What stands at the head of its pages.
    #[must_use]
    pub fn head(&self, today: CivilDate) -> Option<OfficeHead> {
        let affairs = self.affairs();
        let founded = affairs.founded.as_ref()?;
        let edition = affairs.edition_on(today)?;
        let alive = |person: &&PersonNumber| {
            (affairs.people.get(person)).is_some_and(|one| one.merged.is_none())
        };
        let people: Vec<&PersonNumber> = affairs.people.keys().filter(alive).collect();
        let is_member = |person: &&&PersonNumber| affairs.membership(***person, today).is_member();
        let mut years: Vec<u16> = (affairs.events.values())
            .map(|event| event.notice.first_day.year())
            .filter(|_| affairs.scale.is_some())
            .collect();
        years.sort_unstable();
        years.dedup();
        Some(OfficeHead {
            id: self.id.to_string(),
            slug: self.slug.clone(),
            version: self.version.0,
            name: founded.name.clone(),
            country: founded.country.clone(),
            rulebook: edition.rulebook.about.id.clone(),
            edition: edition.edition.clone(),
            people: people.len(),
            members: people.iter().filter(is_member).count(),
            grand_prix: years,
            selections: affairs.selections.keys().copied().collect(),
        })
    }

    /// The list of a day, or the latest.
    #[must_use]
    pub fn ratings(&self, day: Option<CivilDate>) -> Option<RatingsShown> {
        let affairs = self.affairs();
        let lists = affairs.latest_lists();
        let list = match day {
            Some(day) => lists.iter().find(|list| list.day == day)?,
            None => lists.last()?,
        };
        let before = |person: PersonNumber| {
            let change = list.changes.iter().find(|change| change.person == person);
            change.and_then(|change| change.before)
        };
        Some(RatingsShown {
            day: list.day,
            version: list.version,
            method: list.method.clone(),
            outdated: affairs.is_outdated(list),
            rows: (list.rows.iter().zip(1..))
                .scan(0, |above, (row, place)| {
                    let begins = row.group != std::mem::replace(above, row.group);
                    Some((row, place, begins))
                })
                .map(|(row, place, begins_group)| RatingLine {
                    group: row.group,
                    begins_group,
                    place,
                    person: self.person_shown(row.person),
                    rating: row.rating,
                    margin: row.margin,
                    official: row.official,
                    games: row.games,
                    before: before(row.person),
                })
                .collect(),
            days: lists.iter().rev().map(|list| list.day).collect(),
        })
    }

    #[must_use]
    pub fn member(&self, person: PersonNumber, today: CivilDate) -> Option<MemberShown> {
        let affairs = self.affairs();
        affairs.people.get(&person)?;
        let person = affairs.resolve(person);
        let (member, until) = match affairs.membership(person, today) {
            Membership::Member { until, .. } => (true, until),
            Membership::Lapsed { until } => (false, Some(until)),
            Membership::Never => (false, None),
        };
        let mut played: Vec<PlayedLine> = (affairs.events.iter())
            .filter_map(|(key, event)| {
                let placed = event.latest()?.results.placed.iter();
                let own = { placed }.find(|one| affairs.resolve(one.person) == person)?;
                Some(PlayedLine {
                    event: key.clone(),
                    name: event.notice.name.clone(),
                    day: event.notice.first_day,
                    place: own.place,
                    points: own.half_points.to_string(),
                })
            })
            .collect();
        played.sort_by(|a, b| b.day.cmp(&a.day).then(a.event.cmp(&b.event)));
        Some(MemberShown {
            person: self.person_shown(person),
            member,
            until,
            history: affairs.history(person),
            played,
            titles: (affairs.titles.iter())
                .filter(|held| affairs.resolve(held.person) == person)
                .map(|held| (held.year, held.title.clone(), affairs.is_revoked(held)))
                .collect(),
        })
    }

    /// The Grand Prix of a season.
    #[must_use]
    pub fn grand_prix(&self, year: u16) -> Option<GrandPrixShown> {
        let affairs = self.affairs();
        let table = season_table(affairs, year)?;
        let scale = affairs.scale()?;
        let (won, tied) = match winner(affairs, year) {
            Winner::Tied(people) => (None, people),
            other => (other.person(), Vec::new()),
        };
        Some(GrandPrixShown {
            year,
            scale: scale.name.clone(),
            clause: scale.clause.as_ref().map(|clause| clause.for_people()),
            ours: scale.ours.clone(),
            events: (table.events.iter())
                .map(|key| (key.clone(), self.event_name(key)))
                .collect(),
            rows: (table.rows.iter())
                .map(|row| GrandPrixLine {
                    place: row.place,
                    shared: row.shared,
                    person: self.person_shown(row.person),
                    cells: (table.events.iter())
                        .map(|key| {
                            let line = row.lines.iter().find(|line| line.event == *key)?;
                            Some(PointsCell {
                                points: line.award.points,
                                from: line.award.from,
                                to: line.award.to,
                                sum: line.award.sum,
                                struck: line.struck,
                            })
                        })
                        .collect(),
                    total: row.total,
                })
                .collect(),
            winner: won.map(|person| self.person_shown(person)),
            tied: tied.into_iter().map(|one| self.person_shown(one)).collect(),
        })
    }

    /// The selection of a year, with the reasons.
    #[must_use]
    pub fn selection(&self, year: u16, today: CivilDate) -> Option<SelectionShown> {
        /// How many of those who wait are shown.
        const WAITING_SHOWN: usize = 3;
        let affairs = self.affairs();
        let selection = affairs.selections.get(&year)?;
        let rules = affairs.rules_on(today)?;
        let seats = Seat::ALL
            .iter()
            .filter(|seat| selection.plan.seats(**seat) > 0)
            .map(|seat| {
                let mut waiting = 0;
                let rows = queue(rules, affairs, &self.people, selection, *seat)
                    .into_iter()
                    .take_while(|one| {
                        waiting += usize::from(one.state == CandidateState::Waiting);
                        waiting <= WAITING_SHOWN
                    })
                    .map(|one| {
                        let clause = |clause: outflank_rulebook::ClauseId| clause.for_people();
                        CandidateLine {
                            person: self.person_shown(one.person),
                            source: one.source,
                            clause: one.source.clause(rules).map(clause),
                            state: one.state,
                            why: one.why,
                            why_clause: one.why.and_then(|why| why.clause(rules)).map(clause),
                        }
                    })
                    .collect();
                SeatsShown {
                    seat: *seat,
                    places: selection.plan.seats(*seat),
                    rows,
                }
            })
            .collect();
        let registered = selection.registered.last();
        let team = registered
            .iter()
            .flat_map(|one| one.regular.iter().chain(&one.young));
        Some(SelectionShown {
            year,
            final_day: selection.plan.final_day,
            seats,
            registered: registered.map(|one| one.day),
            team: team.map(|person| self.person_shown(*person)).collect(),
        })
    }

    /// What is owed to the world federation in a year, and whether the status is at risk; for the office.
    #[must_use]
    pub fn duties(&self, year: u16, today: CivilDate) -> (Vec<DutyLine>, bool) {
        let affairs = self.affairs();
        let duties = affairs.obligations(year, today);
        let line = |row: &outflank_federation::Obligation| DutyLine {
            name: self.event_name(&row.event),
            event: row.event.clone(),
            qualifies: row.qualifies,
            state: row.state,
            sent: row.sent.clone(),
        };
        (duties.rows.iter().map(line).collect(), duties.at_risk)
    }
}
