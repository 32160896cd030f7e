//! The director decides about taps that did not fit.

use crate::access::Action;
use crate::desk::Desk;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, GameRequest, HeldRequest};
use crate::state::desk_fact::DeskFact;
use crate::state::event::Decided;
use crate::submit::game::draft;
use crate::submit::speak::speaks_at_table;
use crate::submit::steps::Meant;
use crate::submit::{Asked, Draft, Failed, Write};

impl Desk {
    pub(crate) async fn settle_held(
        &self,
        asked: &Asked<'_>,
        what: &HeldRequest,
    ) -> Result<Answer, Failed> {
        let (_guards, now) = self.lock_with_tournament(&what.game).await?;
        let role = speaks_at_table(
            asked.caller,
            Action::RuleGame,
            &now.target(),
            outflank_game::By::Director,
            now.seats.as_ref(),
            now.game.rules(),
        )?;
        let Some(tap) = now.held.iter().find(|tap| tap.held == what.held) else {
            return Err(Refusal::desk(Reason::NothingHeld {}).into());
        };
        let at = self.at_of(&*now);
        let settled = DeskFact::TapSettled {
            held: what.held,
            counts: what.counts,
        };
        let mut draft = if what.counts {
            let request = GameRequest {
                game: what.game.clone(),
                by: tap.by,
                act: tap.act.clone(),
            };
            let steps = match self.meant(&now, &request, at)? {
                Meant::Commands(steps) => steps,
                Meant::Note(_) => Vec::new(),
            };
            let decided = self.decide_game(asked, &now, steps, role)?;
            draft(asked, &now, decided, role, None)
        } else {
            Draft::new(asked, Write::to(&*now, Vec::new()), role)
        };
        draft.push(Decided::desk(at, settled));
        self.commit(asked, draft).await
    }
}
