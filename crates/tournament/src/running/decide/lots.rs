//! Lots drawn by hand before witnesses.

use std::collections::BTreeSet;

use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::System;
use outflank_rulebook::axes::tournament::LastResort;

use super::{Decided, Decision, check_text};
use crate::hand_lots::{HAND_LOTS_MAX, HandLots, LotsFor, WITNESSES_MAX};
use crate::running::fact::Fact;
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::Phase;
use crate::tie_break::DrawnBy;

impl Decision<'_> {
    pub(super) fn record_lots(&mut self, lots: HandLots) -> Decided {
        self.needs_director()?;
        self.check_draw(&lots)?;
        match lots.purpose {
            LotsFor::Standings { after } => self.lots_for_standings(after, lots),
            LotsFor::RoundRobin => self.lots_for_round_robin(lots),
            LotsFor::FirstRound => self.lots_for_first_round(lots),
        }
    }

    /// Known players, each once, and at least one witness.
    fn check_draw(&self, lots: &HandLots) -> Decided {
        if self.now.lots.len() >= HAND_LOTS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "draws of lots",
                limit: HAND_LOTS_MAX,
            }));
        }
        for &entrant in &lots.order {
            self.entrant(entrant)?;
        }
        let drawn: BTreeSet<EntrantId> = lots.order.iter().copied().collect();
        if drawn.len() != lots.order.len() || drawn.len() < 2 {
            return Err(bad_lots(
                "The draw must list two or more players, each once",
            ));
        }
        for witness in &lots.witnesses {
            check_text("the name of a witness", witness)?;
        }
        let named: BTreeSet<&str> = lots.witnesses.iter().map(|name| name.trim()).collect();
        if named.is_empty() || named.len() != lots.witnesses.len() || named.len() > WITNESSES_MAX {
            return Err(bad_lots(
                "A draw by hand needs 1 to 20 witnesses, each named once",
            ));
        }
        Ok(())
    }

    /// Only those whom nothing else separates; once their order is public, only the deciding official
    /// has it drawn anew.
    fn lots_for_standings(&mut self, after: u16, lots: HandLots) -> Decided {
        match self.rules.last_resort.value {
            LastResort::Draw | LastResort::FlipOfADisc => {}
            LastResort::Shared => {
                return Err(Rejection::by(
                    &self.rules.last_resort,
                    Reason::BadLots {
                        problem: "Places are shared under these rules",
                    },
                ));
            }
        }
        let life = self.round(RoundNumber(after))?;
        let over = [Phase::Finished, Phase::Validated];
        self.needs_phase(life, &over, "finished before lots are drawn")?;
        let table = self.now.standings(after);
        let draw = table.as_ref().and_then(|table| {
            let mut draws = table.draws.iter();
            draws.find(|draw| lots.is_of(&draw.order))
        });
        let Some(draw) = draw else {
            let tied = table.map_or_else(Vec::new, |table| {
                table.draws.into_iter().map(|draw| draw.order).collect()
            });
            let reason = Reason::NotTied { after, tied };
            return Err(Rejection::by(&self.rules.last_resort, reason));
        };
        let is_public = self.now.latest_edition(after).is_some();
        match draw.by {
            DrawnBy::Seed if !is_public => {}
            DrawnBy::Seed | DrawnBy::Hand { .. } => self.needs_head()?,
        }
        let why = format!("lots drawn by hand, seen by {}", lots.witnesses.join(", "));
        let why: String = why.chars().take(super::TEXT_CHARS_MAX).collect();
        self.record(Fact::LotsDrawn { lots })?;
        self.publish_again(RoundNumber(after), &why)
    }

    fn lots_for_round_robin(&mut self, lots: HandLots) -> Decided {
        let everybody = self.everybody_in(&lots)?;
        if !self.now.rounds.is_empty() {
            let round = RoundNumber::FIRST;
            return Err(Rejection::plain(Reason::RoundIsAnnounced { round }));
        }
        match self.system_for(everybody)? {
            System::RoundRobin | System::DoubleRoundRobin => {}
            System::Swiss | System::ModifiedSwiss => {
                return Err(bad_lots(
                    "With this number of players the tournament is not a round robin",
                ));
            }
        }
        self.record(Fact::LotsDrawn { lots })?;
        match self.now.plan {
            // The numbers of the seed were drawn before; these take their place.
            Some(_) => self.settle().map(|_| ()),
            None => Ok(()),
        }
    }

    fn lots_for_first_round(&mut self, lots: HandLots) -> Decided {
        let everybody = self.everybody_in(&lots)?;
        if self.now.announced_rounds() > 0 || self.now.play_has_begun() {
            let round = RoundNumber::FIRST;
            return Err(Rejection::plain(Reason::RoundIsAnnounced { round }));
        }
        match self.system_for(everybody)? {
            System::Swiss | System::ModifiedSwiss => {}
            System::RoundRobin | System::DoubleRoundRobin => {
                return Err(bad_lots("A round robin is drawn by numbers, not by rounds"));
            }
        }
        self.record(Fact::LotsDrawn { lots })
    }

    /// How many are in a draw that is of everybody.
    fn everybody_in(&self, lots: &HandLots) -> Result<u16, Rejection> {
        if self.is_custom() {
            return Err(bad_lots("Custom stages draw their own lots"));
        }
        let staying: Vec<EntrantId> = self.now.staying().map(|(id, _)| id).collect();
        if !lots.is_of(&staying) {
            return Err(bad_lots(
                "The draw must include every player who takes part, and no one else",
            ));
        }
        Ok(u16::try_from(staying.len()).unwrap_or(u16::MAX))
    }

    fn system_for(&self, players: u16) -> Result<System, Rejection> {
        match &self.now.plan {
            Some(plan) => Ok(plan.system.into()),
            None => Ok(self.planned(players)?.system),
        }
    }
}

fn bad_lots(problem: &'static str) -> Rejection {
    Rejection::plain(Reason::BadLots { problem })
}
