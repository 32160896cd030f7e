//! Seasons, teams, decisions, sanctions, amendments, nations, hosts, titles.

use outflank_federation::{HostStatus, Measure};
use outflank_tournament::CivilDate;

use crate::state::federation::FederationNow;
use crate::views::{OfficePerson, SelectionShown};

/// A season of Regionals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonShown {
    pub year: u16,
    /// How many Regionals are planned.
    pub planned: Option<u16>,
    pub announced: usize,
    /// The National that ends it.
    pub national: Option<String>,
    /// The Regionals that count, where a decision says so.
    pub counted: Option<(Vec<String>, u32)>,
    /// The play-off: its winner, or nobody.
    pub playoff: Option<Option<OfficePerson>>,
    /// Whom the coin chose.
    pub coin: Option<OfficePerson>,
}

/// An offer of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferLine {
    pub person: OfficePerson,
    pub seat: String,
    pub day: String,
    /// What he said, and when.
    pub answer: Option<(bool, String)>,
}

/// A team that is being chosen, as the office works on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamShown {
    pub shown: SelectionShown,
    pub offers: Vec<OfferLine>,
    /// The last day for the registration.
    pub deadline: String,
    /// Every registration: when, who, by whose permission.
    pub registered: Vec<(String, Vec<OfficePerson>, Option<String>)>,
}

/// A decision of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionLine {
    pub number: u32,
    pub body: String,
    pub day: String,
    pub text: String,
    /// The votes: for, against, all.
    pub votes: Option<(u32, u32, u32)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanctionLine {
    pub number: u32,
    pub person: OfficePerson,
    pub measure: String,
    /// From when to when, which event, or which title.
    pub what: String,
    pub why: String,
    /// Why it was lifted.
    pub lifted: Option<String>,
}

/// A proposed change of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AmendmentLine {
    pub number: u32,
    pub text: String,
    pub set: Vec<(String, String)>,
    /// The edition it made.
    pub adopted: Option<String>,
}

/// An edition of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionLine {
    pub edition: String,
    /// The first day on which it applies.
    pub from: String,
    /// The amendment it comes from.
    pub amendment: Option<u32>,
    /// Whether it is in force on the day that was asked for.
    pub in_force: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NationLine {
    pub country: String,
    pub kind: String,
    /// The contact person.
    pub contact: Option<String>,
    /// What it has sent, by year, and when.
    pub sent: Vec<(u16, String, String)>,
    /// Whether its status is at risk.
    pub at_risk: bool,
}

/// An application of a nation that is no member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExceptionLine {
    pub country: String,
    pub year: u16,
    pub applied: String,
    /// The first day of the championship.
    pub start: String,
    pub approved: Option<bool>,
}

/// An application to host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostLine {
    pub year: u16,
    pub country: String,
    pub status: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleLine {
    pub year: u16,
    pub title: String,
    pub person: OfficePerson,
    /// Whether it was taken away.
    pub revoked: bool,
}

/// The semi-finalists of a World Championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SemifinalLine {
    pub year: u16,
    pub people: Vec<OfficePerson>,
}

impl FederationNow {
    #[must_use]
    pub fn season(&self, year: u16) -> SeasonShown {
        let affairs = self.affairs();
        let regional = |event: &&outflank_federation::EventState| {
            event.notice.category == outflank_federation::Category::Regional
                && event.notice.first_day.year() == year
        };
        let known = affairs.seasons.get(&year);
        let event = |key: &outflank_federation::EventKey| self.event_name(key);
        SeasonShown {
            year,
            planned: known.and_then(|one| one.planned),
            announced: affairs.events.values().filter(regional).count(),
            national: known.and_then(|one| one.national.as_ref()).map(event),
            counted: known
                .and_then(|one| one.counted.as_ref())
                .map(|(events, decision)| (events.iter().map(event).collect(), decision.0)),
            playoff: (known.and_then(|one| one.playoff))
                .map(|winner| winner.map(|one| self.known_as(one))),
            coin: (known.and_then(|one| one.coin)).map(|one| self.known_as(one)),
        }
    }

    /// The team of a year as the office works on it.
    #[must_use]
    pub fn team(&self, year: u16, today: CivilDate) -> Option<TeamShown> {
        let affairs = self.affairs();
        let selection = affairs.selections.get(&year)?;
        let day = |at| affairs.day(at).to_string();
        Some(TeamShown {
            shown: self.selection(year, today)?,
            deadline: affairs.obligations(year, today).deadline.to_string(),
            offers: (selection.offers.iter())
                .map(|offer| OfferLine {
                    person: self.known_as(offer.person),
                    seat: offer.seat.to_string(),
                    day: day(offer.at),
                    answer: offer.answer.map(|(accepts, at)| (accepts, day(at))),
                })
                .collect(),
            registered: (selection.registered.iter())
                .map(|one| {
                    let team = one.regular.iter().chain(&one.young);
                    let team = team.map(|person| self.known_as(*person)).collect();
                    (one.day.to_string(), team, one.permitted.clone())
                })
                .collect(),
        })
    }

    /// Every decision, the latest first.
    #[must_use]
    pub fn decision_lines(&self) -> Vec<DecisionLine> {
        let decisions = self.affairs().decisions.iter().rev();
        let line = decisions.map(|(number, one)| DecisionLine {
            number: number.0,
            body: one.body.to_string(),
            day: one.day.to_string(),
            text: one.text.clone(),
            votes: one.votes.map(|votes| (votes.yes, votes.no, votes.members)),
        });
        line.collect()
    }

    /// Every sanction, the latest first.
    #[must_use]
    pub fn sanction_lines(&self) -> Vec<SanctionLine> {
        let sanctions = self.affairs().sanctions.iter().rev();
        let line = sanctions.map(|(number, one)| {
            let (measure, what) = match &one.measure {
                Measure::Exclude { from, until } => {
                    let until = until.map_or_else(String::new, |until| until.to_string());
                    ("exclude", format!("{from} – {until}"))
                }
                Measure::StrikePoints { event } => ("strike_points", self.event_name(event)),
                Measure::RevokeTitle { year, title } => ("revoke_title", format!("{year} {title}")),
            };
            SanctionLine {
                number: number.0,
                person: self.known_as(one.person),
                measure: measure.to_owned(),
                what,
                why: one.why.clone(),
                lifted: one.lifted.clone(),
            }
        });
        line.collect()
    }

    /// Every proposed change of the rules, the latest first.
    #[must_use]
    pub fn amendment_lines(&self) -> Vec<AmendmentLine> {
        let amendments = self.affairs().amendments.iter().rev();
        let line = amendments.map(|(number, one)| AmendmentLine {
            number: number.0,
            text: one.text.clone(),
            set: one.set.clone(),
            adopted: one.adopted.clone(),
        });
        line.collect()
    }

    /// Every edition of the rules, and which is in force on a day.
    #[must_use]
    pub fn edition_lines(&self, day: CivilDate) -> Vec<EditionLine> {
        let affairs = self.affairs();
        let in_force = affairs.edition_on(day);
        (affairs.editions.iter())
            .map(|one| EditionLine {
                edition: one.edition.clone(),
                from: one.from.to_string(),
                amendment: one.amendment.map(|number| number.0),
                in_force: in_force.is_some_and(|other| std::ptr::eq(one, other)),
            })
            .collect()
    }

    #[must_use]
    pub fn nation_lines(&self, today: CivilDate) -> Vec<NationLine> {
        let affairs = self.affairs();
        // The deadline that was last.
        let year = match today > affairs.obligations(today.year(), today).deadline {
            true => today.year(),
            false => today.year().saturating_sub(1),
        };
        let at_risk = affairs.at_risk(year, today);
        (affairs.nations.iter())
            .map(|(country, one)| NationLine {
                country: country.clone(),
                kind: one.kind.to_string(),
                contact: one.contact.clone(),
                sent: (one.sent.iter())
                    .map(|(year, (what, day))| (*year, what.to_string(), day.to_string()))
                    .collect(),
                at_risk: at_risk.contains(&country.as_str()),
            })
            .collect()
    }

    /// Applications of nations that are no members.
    #[must_use]
    pub fn exception_lines(&self) -> Vec<ExceptionLine> {
        let exceptions = self.affairs().exceptions.iter();
        let line = exceptions.map(|((country, year), one)| ExceptionLine {
            country: country.clone(),
            year: *year,
            applied: one.applied.to_string(),
            start: one.start.to_string(),
            approved: one.approved,
        });
        line.collect()
    }

    /// Applications to host, the latest year first.
    #[must_use]
    pub fn host_lines(&self) -> Vec<HostLine> {
        let hosts = self.affairs().hosts.iter().rev();
        let line = hosts.map(|((year, country), status)| HostLine {
            year: *year,
            country: country.clone(),
            status: match status {
                HostStatus::Open => "open",
                HostStatus::Chosen => "chosen",
                HostStatus::Declined => "declined",
            }
            .to_owned(),
        });
        line.collect()
    }

    /// Titles, the latest year first.
    #[must_use]
    pub fn title_lines(&self) -> Vec<TitleLine> {
        let affairs = self.affairs();
        let mut lines: Vec<TitleLine> = (affairs.titles.iter())
            .map(|held| TitleLine {
                year: held.year,
                title: held.title.clone(),
                person: self.known_as(held.person),
                revoked: affairs.is_revoked(held),
            })
            .collect();
        lines.sort_by(|a, b| b.year.cmp(&a.year).then_with(|| a.title.cmp(&b.title)));
        lines
    }

    /// Semi-finalists of the World Championship, the latest year first.
    #[must_use]
    pub fn semifinal_lines(&self) -> Vec<SemifinalLine> {
        let years = self.affairs().semifinals.iter().rev();
        let line = years.map(|(year, people)| SemifinalLine {
            year: *year,
            people: people.iter().map(|one| self.known_as(*one)).collect(),
        });
        line.collect()
    }
}
