//! Entering, and changing an entry.

use outflank_pairing::{ENTRANTS_MAX, EntrantId, HalfPoints, RoundNumber};
use outflank_rulebook::ClauseId;
use outflank_rulebook::axes::office::EntryDeadline;
use outflank_rulebook::axes::scoring::UnplayedGame;
use outflank_rulebook::axes::tournament::{OddNumber, UnplayedInBq};

use super::{Decided, Decision, check_text};
use crate::date::CivilDate;
use crate::running::by::By;
use crate::running::command::Application;
use crate::running::eligibility::admit;
use crate::running::entry::{Allowance, Allowed, Entry, Exception, SeatKind};
use crate::running::fact::Fact;
use crate::running::notice::Notice;
use crate::running::rejection::{Reason, Rejection};
use crate::running::state::Registered;

/// The most years of semi-finals a player can have.
const YEARS_MAX: usize = 100;

impl Decision<'_> {
    pub(super) fn enter(&mut self, application: Application) -> Decided {
        self.needs_registrar()?;
        let entry = &application.entry;
        check_entry(entry)?;
        if self.now.entrants.len() >= ENTRANTS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "players",
                limit: ENTRANTS_MAX,
            }));
        }
        self.check_new_person(entry)?;
        self.check_additional(entry)?;
        let deadline = self.check_deadline(application.allowance.as_ref(), entry.seat)?;
        let team = self.team_of(entry, None);
        let admission = admit(
            self.rules,
            entry,
            &application.credentials,
            application.allowance.as_ref(),
            &team,
        )?;
        self.check_late_terms(application.late_terms_seen)?;
        let last = self.now.entrants.keys().next_back();
        let exception = exception(application.allowance, admission.exception.or(deadline));
        self.record(Fact::EntrantRegistered {
            entrant: EntrantId(last.map_or(1, |last| last.0 + 1)),
            from_round: self.first_free_round(),
            accepts: self.edition(),
            no_title: admission.no_title,
            exception,
            notices: self.entry_notices(&application.entry),
            entry: application.entry,
        })
    }

    fn needs_registrar(&self) -> Decided {
        let may = self.by.is_at_the_desk() || self.by.is_of_the_federation();
        self.needs(may, "the tournament desk or the federation")
    }

    /// The rulebook and edition an entrant accepts by entering (WOC-I.1.c).
    fn edition(&self) -> String {
        let about = &self.rules.about;
        format!("{} {}", about.id, about.edition)
    }

    /// The first round whose pairing is not public yet.
    fn first_free_round(&self) -> RoundNumber {
        RoundNumber(self.now.announced_rounds() + 1)
    }

    fn check_new_person(&self, entry: &Entry) -> Decided {
        let Some(person) = &entry.person else {
            return Ok(());
        };
        let same = |one: &&Registered| one.entry.person.as_ref() == Some(person);
        let known = (self.now.entrants.iter()).find(|(_, one)| same(one));
        match known {
            Some((entrant, one)) if one.left.is_some() => Err(Rejection::by(
                &self.rules.withdrawal,
                Reason::NoReEntry { entrant: *entrant },
            )),
            Some((entrant, _)) => Err(Rejection::plain(Reason::AlreadyEntered {
                entrant: *entrant,
            })),
            None => Ok(()),
        }
    }

    /// An additional player is entered only against a bye: once, before play, while the number is
    /// odd (WOC-II.2.p3, AMB-49).
    fn check_additional(&self, entry: &Entry) -> Decided {
        if !entry.seat.is_additional() {
            return Ok(());
        }
        match self.rules.odd_number.value {
            OddNumber::AdditionalPlayer => {}
            OddNumber::Bye => {
                return Err(Rejection::by(
                    &self.rules.odd_number,
                    Reason::NoAdditionalPlayer {},
                ));
            }
        }
        let too_late = Rejection::by(&self.rules.odd_number, Reason::TooLateToEnter {});
        if self.now.play_has_begun() {
            return Err(too_late);
        }
        let additional = |one: &&(EntrantId, &Registered)| one.1.entry.seat.is_additional();
        let staying: Vec<(EntrantId, &Registered)> = self.now.staying().collect();
        if let Some((entrant, _)) = staying.iter().find(additional) {
            return Err(Rejection::by(
                &self.rules.odd_number,
                Reason::AdditionalExists { entrant: *entrant },
            ));
        }
        if staying.len().is_multiple_of(2) {
            return Err(Rejection::by(
                &self.rules.odd_number,
                Reason::NumberIsEven {
                    players: u16::try_from(staying.len()).unwrap_or(u16::MAX),
                },
            ));
        }
        match entry.seat {
            SeatKind::WofAdditional => {
                self.needs_head()?;
                if self.now.host_declined {
                    Ok(())
                } else {
                    Err(Rejection::clause_id("WOC-II.2.p3.b", Reason::HostFirst {}))
                }
            }
            SeatKind::HostAdditional | SeatKind::Regular | SeatKind::ExtraYoung => Ok(()),
        }
    }

    /// The clause that lets the head director allow a change after the deadline, if it is over.
    fn check_deadline(
        &self,
        allowance: Option<&Allowance>,
        seat: SeatKind,
    ) -> Result<Option<&'static str>, Rejection> {
        let day = match self.rules.entry_deadline.value {
            EntryDeadline::PerEvent => return Ok(None),
            EntryDeadline::ThirtyFirstOfJuly => {
                CivilDate::new(self.opened.setting.first_day.year(), 7, 31)
                    .expect("July has 31 days")
            }
        };
        if self.now.play_has_begun() {
            return Err(Rejection::clause_id(
                "WOC-I.2.2.p2",
                Reason::TooLateToEnter {},
            ));
        }
        // The additional player is found when the number is known, which is after the deadline.
        let in_time = self.opened.setting.offset.day(self.at) <= day;
        if in_time || seat.is_additional() {
            return Ok(None);
        }
        match allowance {
            Some(Allowance {
                what: Allowed::AfterDeadline,
                by: By::Head,
                ..
            }) => Ok(Some("WOC-I.2.2.p2")),
            Some(Allowance {
                what: Allowed::AfterDeadline,
                by,
                ..
            }) => Err(Rejection::clause_id(
                "WOC-I.2.2.p2",
                Reason::NotHisToAllow {
                    by: *by,
                    allowed: "the head director",
                },
            )),
            Some(_) | None => Err(Rejection::by(
                &self.rules.entry_deadline,
                Reason::AfterDeadline {
                    deadline: day.to_string(),
                },
            )),
        }
    }

    /// The other players of the country who have not withdrawn.
    fn team_of(&self, entry: &Entry, but: Option<EntrantId>) -> Vec<&Entry> {
        (self.now.staying())
            .filter(|(id, one)| Some(*id) != but && one.entry.country == entry.country)
            .map(|(_, one)| &one.entry)
            .collect()
    }

    /// A player who enters after rounds were played is told first what the missed rounds give.
    fn check_late_terms(&self, seen: bool) -> Decided {
        let missed = self.now.announced_rounds();
        if missed == 0 || seen {
            return Ok(());
        }
        let discs = match self.rules.unplayed_score.value {
            UnplayedGame::FortyFourTwenty => 40,
            UnplayedGame::SixtyFourNil | UnplayedGame::PointOnly => 0,
        };
        Err(Rejection::by(
            &self.rules.unplayed_score,
            Reason::LateTermsUnseen {
                missed,
                half_points_each: HalfPoints::LOSS.0,
                half_discs_each: discs,
                substituted: match self.rules.unplayed_in_bq.value {
                    UnplayedInBq::Substituted => true,
                    UnplayedInBq::AsScored => false,
                },
            },
        ))
    }

    fn entry_notices(&self, entry: &Entry) -> Vec<Notice> {
        let mut notices = Vec::new();
        if !entry.name.is_ascii() && entry.ascii.is_none() {
            notices.push(Notice::by(
                "no_ascii_name",
                None,
                "the world federation's files need the name in ASCII letters",
            ));
        }
        notices
    }

    pub(super) fn change_entrant(
        &mut self,
        entrant: EntrantId,
        application: Application,
    ) -> Decided {
        self.needs_registrar()?;
        let before = &self.staying(entrant)?.entry;
        let entry = &application.entry;
        check_entry(entry)?;
        if before == entry {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        let mut clause = None;
        if is_another_team(before, entry) {
            if entry.seat.is_additional() != before.seat.is_additional() {
                self.check_additional(entry)?;
            }
            clause = self.check_deadline(application.allowance.as_ref(), entry.seat)?;
            let admission = admit(
                self.rules,
                entry,
                &application.credentials,
                application.allowance.as_ref(),
                &self.team_of(entry, Some(entrant)),
            )?;
            clause = admission.exception.or(clause);
        }
        self.record(Fact::EntrantChanged {
            entrant,
            exception: exception(application.allowance, clause),
            entry: application.entry,
        })
    }

    pub(super) fn decline_additional(&mut self) -> Decided {
        let may = self.by.directs() || self.by.is_of_the_federation();
        self.needs(may, "the host's federation")?;
        if self.now.host_declined {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::HostDeclined {})
    }
}

/// Whether a change is one of the team, not of a spelling.
fn is_another_team(before: &Entry, after: &Entry) -> bool {
    let team = |entry: &Entry| {
        (
            entry.person.clone(),
            entry.country.clone(),
            entry.nation,
            entry.seat,
            entry.gender,
            entry.young,
        )
    };
    team(before) != team(after)
}

fn exception(allowance: Option<Allowance>, clause: Option<&str>) -> Option<Exception> {
    Some(Exception {
        allowance: allowance?,
        clause: ClauseId::known(clause?)?,
    })
}

fn check_entry(entry: &Entry) -> Decided {
    check_text("the name", &entry.name)?;
    let texts = [
        ("the ASCII name", &entry.ascii),
        ("the native name", &entry.native),
        ("the person", &entry.person),
        ("the country", &entry.country),
        ("the team", &entry.team),
        ("the institute", &entry.institute),
        ("the category", &entry.category),
    ];
    for (what, text) in texts {
        if let Some(text) = text {
            check_text(what, text)?;
        }
    }
    let not_ascii = |text: &String| !text.is_ascii();
    if entry.ascii.as_ref().is_some_and(not_ascii) {
        return Err(Rejection::plain(Reason::BadText {
            what: "the ASCII name",
            limit: super::TEXT_CHARS_MAX,
        }));
    }
    let years = [&entry.woc_semifinals, &entry.woc_category_semifinals];
    if years.iter().any(|years| years.len() > YEARS_MAX) {
        return Err(Rejection::plain(Reason::TooMany {
            what: "years",
            limit: YEARS_MAX,
        }));
    }
    Ok(())
}
