//! Who may enter, by the rulebook's own words.
//!
//! | Axis | Value | What is asked | Clauses |
//! |---|---|---|---|
//! | `entry` | `national_teams` | a country, its team's size and genders, one additional young player | WOC-I.2.1, WOC-I.2.2 |
//! | | `members_and_first_timers` | membership, unless it is the first tournament | BOF-reg-2 |
//! | | `resident_members` | membership and residence, or the chairman's exception | BOF-nat-11 to 14 |
//! | | `not_sanctioned` | no sanction of the federation | USOA-9.5 |
//! | | `everybody` | nothing | SOC-I.1.b |
//! | `residence` | `citizen_or_six_months`, `days_183` | citizenship or days of residence | WOC-I.2.3.p2, BOF-nat-12 |

use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::office::{
    Entry as EntryRule, Residence as ResidenceRule, ResidenceMode,
};

use super::by::By;
use super::entry::{
    Allowance, Allowed, Credentials, Entry, GenderWord, MemberKind, Nation, Residence, SeatKind,
};
use super::rejection::{Reason, Rejection};
use crate::date::CivilDate;

/// Days of residence that are enough (BOF-nat-12; half a year for WOC-I.2.3.p2, AMB-67).
pub const RESIDENCE_DAYS: u32 = 183;
/// Players of a federation's team (WOC-I.2.1.b1).
const FEDERATION_TEAM: u16 = 4;
const ONE_GENDER: u16 = 3;
/// Players of a nation with a contact person (WOC-I.2.1.b2).
const CONTACT_TEAM: u16 = 1;
/// The age on 31 December up to which a player is young (WOC-I.2.2.p1).
const YOUNG_AGE: u16 = 14;

/// Whether a person is 14 or younger on 31 December of the year (WOC-I.2.2.p1).
///
/// ```
/// use outflank_tournament::running::is_young;
/// let born = |text: &str| text.parse().expect("a date");
/// assert!(is_young(born("2005-01-01"), 2019));
/// assert!(!is_young(born("2004-12-31"), 2019));
/// ```
pub fn is_young(born: CivilDate, year: u16) -> bool {
    // Nobody has a birthday between 31 December and the end of the year.
    year.saturating_sub(born.year()) <= YOUNG_AGE && born.year() <= year
}

/// Whether a person has been resident long enough before the tournament.
pub fn is_resident(rules: &Rulebook, residence: Residence) -> bool {
    let days = match rules.residence_mode.value {
        ResidenceMode::Continuous => residence.unbroken,
        ResidenceMode::TotalIn365Days => residence.in_last_year,
    };
    days >= RESIDENCE_DAYS
}

/// What an admission rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Admission {
    /// The clause that lets an official make the exception that was used.
    pub(crate) exception: Option<&'static str>,
    /// Whether the player may not play for the title.
    pub(crate) no_title: bool,
}

const ORDINARY: Admission = Admission {
    exception: None,
    no_title: false,
};

/// Whether the rulebook lets a player enter, apart from deadline and number.
pub(crate) fn admit(
    rules: &Rulebook,
    entry: &Entry,
    credentials: &Credentials,
    allowance: Option<&Allowance>,
    team: &[&Entry],
) -> Result<Admission, Rejection> {
    match rules.entry.value {
        EntryRule::Everybody => Ok(ORDINARY),
        EntryRule::NotSanctioned if credentials.sanctioned => Err(Rejection::by(
            &rules.federation_sanctions,
            not_eligible(
                "The federation has excluded this player from its tournaments",
                None,
            ),
        )),
        EntryRule::NotSanctioned => Ok(ORDINARY),
        EntryRule::MembersAndFirstTimers => match credentials.membership {
            Some(MemberKind::Member | MemberKind::FirstTimer) => Ok(ORDINARY),
            Some(MemberKind::NotMember) | None => Err(Rejection::by(
                &rules.entry,
                not_eligible("Only members and first-timers may enter", None),
            )),
        },
        EntryRule::ResidentMembers => resident_member(rules, credentials, allowance),
        EntryRule::NationalTeams => national_team(rules, entry, credentials, allowance, team),
    }
}

const fn not_eligible(why: &'static str, exception: Option<&'static str>) -> Reason {
    Reason::NotEligible { why, exception }
}

fn resident_member(
    rules: &Rulebook,
    credentials: &Credentials,
    allowance: Option<&Allowance>,
) -> Result<Admission, Rejection> {
    match credentials.membership {
        Some(MemberKind::Member) => {}
        // A first-timer is never refused for not being a member yet (AMB-63).
        Some(MemberKind::FirstTimer) => {}
        Some(MemberKind::NotMember) | None => {
            return Err(Rejection::by(
                &rules.entry,
                not_eligible("Only members may enter", None),
            ));
        }
    }
    match rules.residence.value {
        ResidenceRule::NotAsked => return Ok(ORDINARY),
        ResidenceRule::Days183 | ResidenceRule::CitizenOrSixMonths => {}
    }
    if (credentials.residence).is_some_and(|residence| is_resident(rules, residence)) {
        return Ok(ORDINARY);
    }
    let allowed = allowance.map(|allowance| (allowance.what, allowance.by));
    match allowed {
        Some((Allowed::ExpectedResident, By::Chairman)) => Ok(Admission {
            exception: Some("BOF-nat-13.a"),
            no_title: true,
        }),
        Some((Allowed::ExpectedResident, by)) => Err(not_his("BOF-nat-13.a", by, "the chairman")),
        Some((Allowed::OtherResident, By::Committee)) => Ok(Admission {
            exception: Some("BOF-nat-14"),
            no_title: false,
        }),
        Some((Allowed::OtherResident, by)) => Err(not_his("BOF-nat-14", by, "the committee")),
        Some((Allowed::AfterDeadline | Allowed::NonMemberNation, _)) | None => Err(Rejection::by(
            &rules.residence,
            not_eligible(
                "This player has not been resident here for 183 days",
                Some("the chairman"),
            ),
        )),
    }
}

fn not_his(clause: &str, by: By, allowed: &'static str) -> Rejection {
    Rejection::clause_id(clause, Reason::NotHisToAllow { by, allowed })
}

fn national_team(
    rules: &Rulebook,
    entry: &Entry,
    credentials: &Credentials,
    allowance: Option<&Allowance>,
    team: &[&Entry],
) -> Result<Admission, Rejection> {
    // The additional player against a bye belongs to no team.
    if entry.seat.is_additional() {
        return Ok(ORDINARY);
    }
    let (Some(country), Some(nation)) = (&entry.country, entry.nation) else {
        return Err(Rejection::by(&rules.entry, Reason::CountryNeeded {}));
    };
    check_representation(rules, credentials)?;
    let (limit, clause, admission) = match nation {
        Nation::Federation => (FEDERATION_TEAM, "WOC-I.2.1.b1", ORDINARY),
        Nation::ContactPerson => (CONTACT_TEAM, "WOC-I.2.1.b2", ORDINARY),
        Nation::NotMember => (CONTACT_TEAM, "WOC-I.2.1.b2", non_member(rules, allowance)?),
    };
    match entry.seat {
        SeatKind::ExtraYoung => {
            if entry.young != Some(true) {
                return Err(Rejection::clause_id("WOC-I.2.2.p1", Reason::NotYoung {}));
            }
            if team.iter().any(|one| one.seat == SeatKind::ExtraYoung) {
                let country = country.clone();
                return Err(Rejection::clause_id(
                    clause,
                    Reason::SecondExtraYoung { country },
                ));
            }
        }
        SeatKind::Regular => check_team(entry, country, team, limit, clause)?,
        SeatKind::HostAdditional | SeatKind::WofAdditional => {}
    }
    Ok(admission)
}

/// A player represents a country as its citizen or after six of the last twelve months there
/// (WOC-I.2.3.p2). What the office does not know is not held against the player.
fn check_representation(rules: &Rulebook, credentials: &Credentials) -> Result<(), Rejection> {
    match rules.residence.value {
        ResidenceRule::NotAsked | ResidenceRule::Days183 => Ok(()),
        ResidenceRule::CitizenOrSixMonths => {
            let resident = (credentials.residence)
                .is_some_and(|residence| residence.in_last_year >= RESIDENCE_DAYS);
            match credentials.citizen {
                Some(false) if !resident => Err(Rejection::by(
                    &rules.residence,
                    not_eligible(
                        "This player is not a citizen and has not been resident there for 6 of the last 12 months",
                        None,
                    ),
                )),
                Some(_) | None => Ok(()),
            }
        }
    }
}

fn non_member(rules: &Rulebook, allowance: Option<&Allowance>) -> Result<Admission, Rejection> {
    match allowance {
        Some(Allowance {
            what: Allowed::NonMemberNation,
            by,
            ..
        }) => match by {
            By::Committee => Ok(Admission {
                exception: Some("WOC-I.2.1.p1"),
                no_title: false,
            }),
            _ => Err(not_his(
                "WOC-I.2.1.p1",
                *by,
                "the world federation's council",
            )),
        },
        Some(_) | None => Err(Rejection::by(
            &rules.entry,
            not_eligible(
                "This player's country is not a member of the world federation",
                Some("the world federation's council"),
            ),
        )),
    }
}

fn check_team(
    entry: &Entry,
    country: &str,
    team: &[&Entry],
    limit: u16,
    clause: &str,
) -> Result<(), Rejection> {
    let regular: Vec<&&Entry> = (team.iter())
        .filter(|one| one.seat == SeatKind::Regular)
        .collect();
    if regular.len() >= usize::from(limit) {
        return Err(Rejection::clause_id(
            clause,
            Reason::TeamFull {
                country: country.to_owned(),
                limit,
            },
        ));
    }
    let same = |gender: GenderWord| {
        let others = regular.iter().filter(|one| one.gender == Some(gender));
        others.count() >= usize::from(ONE_GENDER)
    };
    match entry.gender {
        Some(gender @ (GenderWord::Female | GenderWord::Male)) if same(gender) => {
            Err(Rejection::clause_id(
                clause,
                Reason::TooManyOfOneGender {
                    country: country.to_owned(),
                    limit: ONE_GENDER,
                },
            ))
        }
        Some(_) | None => Ok(()),
    }
}
