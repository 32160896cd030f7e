//! Changing the number of rounds in mid-event.

use outflank_pairing::RoundNumber;
use outflank_rulebook::{SQUARES, constant};

use super::create::constant_notice;
use super::{Decided, Decision, check_text};
use crate::running::fact::Fact;
use crate::running::notice::Notice;
use crate::running::rejection::{Reason, Rejection};
use crate::running::state::SettledPlan;

impl Decision<'_> {
    pub(super) fn change_rounds(&mut self, rounds: u16, why: String) -> Decided {
        self.needs_head()?;
        check_text("the reason", &why)?;
        if !self.opened.setting.stages.is_empty() {
            return Err(Rejection::plain(Reason::StagesFixRounds {}));
        }
        let plan = match &self.now.plan {
            Some(plan) => plan.clone(),
            None => self.settle()?,
        };
        if rounds == plan.rounds {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        let paired = self.now.next_round().0 - 1;
        let later = self
            .now
            .rounds
            .iter()
            .any(|life| !life.stage().is_counted());
        if rounds < paired || later {
            return Err(Rejection::plain(Reason::RoundsAlreadyPlayed {
                rounds: paired,
            }));
        }
        self.check_rounds(plan.system.into(), rounds, plan.players)?;
        let notices = self.consequences(&plan, rounds);
        self.record(Fact::RoundsChanged {
            from: plan.rounds,
            to: rounds,
            why: why.clone(),
            notices,
        })?;
        self.publish_again(RoundNumber::FIRST, &why)
    }

    /// What another number of rounds changes beside itself.
    fn consequences(&self, plan: &SettledPlan, rounds: u16) -> Vec<Notice> {
        let mut notices = Vec::new();
        let c = |rounds: u16| {
            let c = constant(self.rules, SQUARES, rounds);
            match c.denominator {
                1 => c.numerator.to_string(),
                _ => format!("{}/{}", c.numerator, c.denominator),
            }
        };
        let (before, after) = (c(plan.rounds), c(rounds));
        if before != after {
            notices.push(Notice::by(
                "constant_changes",
                self.rules.bq_constant.clause(),
                format!("the constant C of the BQ goes from {before} to {after}, in all tables"),
            ));
        }
        if let Some(clause) = self.rules.rounds.clause()
            && rounds != self.rules.rounds.value.0
            && plan.system.is_swiss()
        {
            let text = format!("the text has {} rounds", self.rules.rounds.value.0);
            notices.push(Notice::by("rounds_not_as_written", Some(clause), text));
            let stated = self.rules.rounds.value.0;
            notices.extend(constant_notice(self.rules, stated, rounds));
        }
        let changed = SettledPlan {
            rounds,
            ..plan.clone()
        };
        notices.extend(self.feasibility(&changed));
        notices
    }
}
