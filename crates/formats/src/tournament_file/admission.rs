//! The entrants of a file as applications: they were entered elsewhere, so they are taken as eligible.

use std::collections::BTreeMap;

use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::office::{Entry as EntryRule, EntryDeadline};
use outflank_tournament::lists::is_in_category;
use outflank_tournament::running::{
    Allowance, Allowed, Application, By, Credentials, Entry, GenderWord, MemberKind, Nation,
    Residence, SeatKind,
};
use outflank_tournament::{Additional, Entrant, EntrantId, Event, Gender, ListName};

/// Regular players of a federation's team, and those of one gender among them (WOC-I.2.1.b1).
const TEAM: usize = 4;
const ONE_GENDER: usize = 3;

const WHY: &str = "as in the imported file";

/// How the entrants of a file come in.
pub(crate) struct Admission {
    seats: BTreeMap<EntrantId, SeatKind>,
    /// Axes that let everybody in whom the rulebook's own would keep out.
    pub(crate) set: Vec<(String, String)>,
}

impl Admission {
    pub(crate) fn of(entrants: &[Entrant], event: Option<&Event>) -> Self {
        let mut admission = Self {
            seats: entrants.iter().map(|one| (one.id, seat(one))).collect(),
            set: Vec::new(),
        };
        let Some(event) = event else {
            return admission;
        };
        if !admission.is_as_written(entrants, event) {
            (admission.set).push(("entry".to_owned(), "everybody".to_owned()));
        }
        let late = entrants.iter().any(|one| !one.is_in(1));
        match event.rules.entry_deadline.value {
            EntryDeadline::ThirtyFirstOfJuly if late => {
                let axis = "entry_deadline".to_owned();
                admission.set.push((axis, "per_event".to_owned()));
            }
            EntryDeadline::ThirtyFirstOfJuly | EntryDeadline::PerEvent => {}
        }
        admission
    }

    /// Whether the teams are as the rulebook has them, their additional young players found.
    fn is_as_written(&mut self, entrants: &[Entrant], event: &Event) -> bool {
        match event.rules.entry.value {
            EntryRule::NationalTeams => {}
            EntryRule::Everybody
            | EntryRule::NotSanctioned
            | EntryRule::MembersAndFirstTimers
            | EntryRule::ResidentMembers => return true,
        }
        let mut teams: BTreeMap<&str, Vec<&Entrant>> = BTreeMap::new();
        for one in entrants.iter().filter(|one| one.additional.is_none()) {
            match &one.country {
                Some(country) => teams.entry(country).or_default().push(one),
                None => return false,
            }
        }
        for team in teams.values_mut() {
            if !fits(team) {
                let is_young = |one: &Entrant| is_in_category(event, ListName::Young, one);
                let Some(place) = team.iter().copied().rposition(is_young) else {
                    return false;
                };
                self.seats
                    .insert(team.remove(place).id, SeatKind::ExtraYoung);
            }
            if !fits(team) {
                return false;
            }
        }
        true
    }

    /// What the office would write down for an entrant.
    pub(crate) fn application(&self, entrant: &Entrant, event: Option<&Event>) -> Application {
        let mut entry = Entry::new(entrant.name.clone());
        entry.ascii.clone_from(&entrant.ascii);
        entry.native.clone_from(&entrant.native);
        entry.country.clone_from(&entrant.country);
        entry.nation = entrant.country.as_ref().map(|_| Nation::Federation);
        entry.wof_id = entrant.wof_id;
        entry.rating = entrant.rating;
        entry.gender = entrant.gender.map(|gender| match gender {
            Gender::Female => GenderWord::Female,
            Gender::Male => GenderWord::Male,
            Gender::Other => GenderWord::Other,
        });
        // The birth date stays with the person; the event keeps what follows from it.
        let by_birth = || {
            let event = event.filter(|event| entrant.born.is_some() && event.year.is_some())?;
            Some(is_in_category(event, ListName::Young, entrant))
        };
        entry.young = entrant.young.or_else(by_birth);
        entry.team.clone_from(&entrant.team);
        entry.institute.clone_from(&entrant.institute);
        entry.category.clone_from(&entrant.category);
        entry.seat = self.seats.get(&entrant.id).copied().unwrap_or_default();
        entry.group_a = entrant.group_a;
        entry.woc_semifinals.clone_from(&entrant.woc_semifinals);
        (entry.woc_category_semifinals).clone_from(&entrant.woc_category_semifinals);
        entry.seeding = entrant.seeding;
        let allow = |what: Allowed, by: By| Allowance {
            what,
            by,
            why: WHY.to_owned(),
        };
        let (residence, allowance) = match entrant.no_title {
            // A player who may not play for the title resides elsewhere.
            true => (None, allow(Allowed::ExpectedResident, By::Chairman)),
            false => {
                let days = Residence {
                    unbroken: 365,
                    in_last_year: 365,
                };
                (Some(days), allow(Allowed::AfterDeadline, By::Head))
            }
        };
        Application {
            entry,
            credentials: Credentials {
                membership: Some(MemberKind::Member),
                residence,
                citizen: Some(true),
                sanctioned: false,
            },
            allowance: Some(allowance).filter(|allowance| {
                event.is_none_or(|event| is_asked_for(&event.rules, allowance.what))
            }),
            late_terms_seen: true,
        }
    }
}

fn seat(entrant: &Entrant) -> SeatKind {
    match entrant.additional {
        None => SeatKind::Regular,
        Some(Additional::Host) => SeatKind::HostAdditional,
        Some(Additional::Wof) => SeatKind::WofAdditional,
    }
}

fn fits(team: &[&Entrant]) -> bool {
    let of = |gender: Gender| {
        let same = team.iter().filter(|one| one.gender == Some(gender));
        same.count()
    };
    team.len() <= TEAM && of(Gender::Female) <= ONE_GENDER && of(Gender::Male) <= ONE_GENDER
}

fn is_asked_for(rules: &Rulebook, what: Allowed) -> bool {
    match what {
        Allowed::AfterDeadline => match rules.entry_deadline.value {
            EntryDeadline::ThirtyFirstOfJuly => true,
            EntryDeadline::PerEvent => false,
        },
        Allowed::NonMemberNation | Allowed::ExpectedResident | Allowed::OtherResident => true,
    }
}
