//! Players with special needs (WOC IV.10).

use outflank_board::Side;
use outflank_rulebook::Millis;
use outflank_rulebook::axes::clock::SpecialNeeds;

use super::{Decided, Decision, TIME_MAX};
use crate::by::By;
use crate::fact::Fact;
use crate::needs::Needs;
use crate::rejection::{Reason, Rejection};

impl Decision<'_> {
    /// An assistant needs the approval of the head director.
    pub(super) fn grant_needs(&mut self, player: Side, needs: Box<Needs>) -> Decided {
        match self.rules.special_needs.value {
            SpecialNeeds::Assistant | SpecialNeeds::OfficialMayGrant => {
                self.only_director(&self.rules.special_needs)?;
            }
        }
        self.ensure_not_over()?;
        self.record(Fact::NeedsGranted { player, needs })
    }

    /// The opponent of a player who feels the board may ask for a primary board; five minutes are then added, once
    /// (WOC IV.10.p2.c and d, AMB-77).
    pub(super) fn ask_primary_board(&mut self, player: Side, added: Option<Millis>) -> Decided {
        let opponent = self.by.player() == Some(player.other());
        if !opponent && self.by != By::Director {
            return Err(self.wrong_person("the opponent or the director"));
        }
        self.ensure_not_over()?;
        let help = self.table.help[player];
        if !help.feels_board {
            return Err(Rejection::by(
                &self.rules.special_needs,
                Reason::NoAssistant { player },
            ));
        }
        if help.primary_board {
            return Err(Rejection::plain(Reason::AlreadyThere { player }));
        }
        let added = match added {
            Some(amount) if self.by == By::Director => amount,
            Some(_) => return Err(self.wrong_person("the director to set another amount")),
            None => self.rules.special_needs_time.value,
        };
        if added.0 < 0 || added > TIME_MAX {
            return Err(Rejection::plain(Reason::BadTime {}));
        }
        self.record(Fact::PrimaryBoardSet { player, added })
    }
}
