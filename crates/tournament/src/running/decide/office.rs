//! Officials, check-in and the roll.

use outflank_pairing::{EntrantId, RoundNumber};

use outflank_rulebook::axes::officials::HeadPlays;

use super::{Decided, Decision, check_text};
use crate::running::fact::{Event, Fact};
use crate::running::official_post::{OFFICIALS_MAX, OfficialPost, Post};
use crate::running::paired::TableNumber;
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::{Card, Phase};

/// The most tables of one official.
const TABLES_MAX: usize = 500;

impl Decision<'_> {
    pub(super) fn appoint(&mut self, official: OfficialPost) -> Decided {
        match official.post {
            Post::Head => self.needs(
                self.by.directs() || self.by.is_of_the_federation(),
                "the federation",
            )?,
            Post::Director | Post::Assistant | Post::Judge => self.needs_director()?,
        }
        check_text("the name", &official.name)?;
        if let Some(area) = &official.area {
            check_text("the area", area)?;
        }
        if self.now.officials.len() >= OFFICIALS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "officials",
                limit: OFFICIALS_MAX,
            }));
        }
        if let Some(entrant) = official.entrant {
            self.entrant(entrant)?;
        }
        let has_post = self.official_called(&official.name).is_some();
        let has_head = official.post == Post::Head && self.now.head().is_some();
        if has_post || has_head {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        if official.post == Post::Head {
            self.check_head(&official)?;
        }
        let official = match official.person {
            Some(_) => OfficialPost {
                called: Some(official.name),
                name: self.neutral_name(),
                ..official
            },
            None => official,
        };
        self.record(Fact::OfficialAppointed { official })
    }

    /// An official by what people call them, or by the name in the events.
    fn official_called(&self, name: &str) -> Option<&OfficialPost> {
        let mut officials = self.now.officials.iter();
        officials.find(|one| one.called() == name || one.name == name)
    }

    /// What events call the next official, whose name is in a record.
    fn neutral_name(&self) -> String {
        let is_appointment = |event: &&Event| matches!(event.fact, Fact::OfficialAppointed { .. });
        let appointed = self.tournament.log().iter().filter(is_appointment).count();
        let mut names = (appointed + 1..).map(|number| format!("Official {number}"));
        let is_free = |name: &String| self.official_called(name).is_none();
        names
            .find(is_free)
            .expect("there are more numbers than officials")
    }

    /// Where the text wants a deciding official who does not play (BOF-nat-15).
    fn check_head(&self, official: &OfficialPost) -> Decided {
        match (self.rules.head_plays.value, official.entrant) {
            (HeadPlays::NotAllowed, Some(_)) => Err(Rejection::by(
                &self.rules.head_plays,
                Reason::HeadPlays {
                    name: official.called().to_owned(),
                },
            )),
            (HeadPlays::NotAllowed, None) | (HeadPlays::Allowed, _) => Ok(()),
        }
    }

    /// Before the first round starts there must be a deciding official.
    pub(super) fn check_officials(&self) -> Decided {
        match self.now.head() {
            Some(head) => self.check_head(head),
            None => Err(Rejection {
                reason: Reason::NoHead {},
                clause: match self.rules.head_plays.value {
                    HeadPlays::NotAllowed => self.rules.head_plays.clause(),
                    HeadPlays::Allowed => self.rules.deciding_official.clause(),
                },
            }),
        }
    }

    pub(super) fn assign_tables(&mut self, name: String, tables: Vec<TableNumber>) -> Decided {
        self.needs_director()?;
        let Some(official) = self.official_called(&name) else {
            return Err(Rejection::plain(Reason::UnknownOfficial {
                name: name.chars().take(60).collect(),
            }));
        };
        let mut tables = tables;
        tables.sort_unstable();
        tables.dedup();
        if tables.len() > TABLES_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "tables for one official",
                limit: TABLES_MAX,
            }));
        }
        if official.tables == tables {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        // No one judges their own game.
        let playing = (self.now.rounds.last()).filter(|life| life.phase < Phase::Validated);
        let own = playing.and_then(|life| {
            let plays = |card: &&Card| {
                official
                    .entrant
                    .is_some_and(|id| card.players().contains(&id))
            };
            life.cards.iter().find(plays).map(|card| card.table)
        });
        if own.is_some_and(|table| tables.contains(&table)) {
            return Err(Rejection::plain(Reason::OwnGame { name }));
        }
        let name = official.name.clone();
        self.record(Fact::TablesAssigned { name, tables })
    }

    pub(super) fn relieve(&mut self, name: String) -> Decided {
        self.needs_director()?;
        let Some(official) = self.official_called(&name) else {
            return Err(Rejection::plain(Reason::UnknownOfficial {
                name: name.chars().take(60).collect(),
            }));
        };
        let name = official.name.clone();
        self.record(Fact::OfficialRelieved { name })
    }

    pub(super) fn check_in(&mut self, entrant: EntrantId) -> Decided {
        self.needs_desk_or(entrant)?;
        if self.staying(entrant)?.checked_in {
            return Err(Rejection::plain(Reason::AlreadyCheckedIn { entrant }));
        }
        self.record(Fact::EntrantCheckedIn { entrant })
    }

    pub(super) fn take_back_check_in(&mut self, entrant: EntrantId) -> Decided {
        self.needs_desk()?;
        if !self.entrant(entrant)?.checked_in {
            return Err(Rejection::plain(Reason::NotCheckedIn { entrant }));
        }
        self.record(Fact::CheckInTakenBack { entrant })
    }

    pub(super) fn call_roll(&mut self, round: RoundNumber, missing: Vec<EntrantId>) -> Decided {
        self.needs_desk()?;
        let unannounced = RoundNumber(self.now.announced_rounds() + 1);
        if round != unannounced {
            return Err(Rejection::plain(Reason::NotTheNextRound {
                round,
                next: unannounced,
            }));
        }
        let mut missing = missing;
        missing.sort_unstable();
        missing.dedup();
        for entrant in &missing {
            self.staying(*entrant)?;
        }
        self.record(Fact::RollCalled { round, missing })
    }
}
