//! The director decides about taps that did not fit.

use crate::access::{Action, Role};
use crate::desk::{Desk, game_stream, tournament_stream};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, GameRequest, HeldRequest};
use crate::state::desk_fact::DeskFact;
use crate::state::game::GameNow;
use crate::submit::game::draft;
use crate::submit::open::desk_event;
use crate::submit::speak::speaks_at_table;
use crate::submit::{Asked, Draft, Failed};

impl Desk {
    pub(crate) async fn settle_held(
        &self,
        asked: &Asked<'_>,
        what: &HeldRequest,
    ) -> Result<Answer, Failed> {
        let stream = game_stream(&what.game);
        let seats = self.known_game(&what.game).await?.seats.clone();
        let other = (seats.as_ref()).map(|seats| tournament_stream(&seats.place.tournament));
        let offices = (seats.as_ref())
            .map_or_else(Vec::new, |seats| self.offices_of(&seats.place.tournament));
        let streams: Vec<_> = [Some(&stream), other.as_ref()]
            .into_iter()
            .flatten()
            .chain(offices.iter().map(|(_, stream)| stream))
            .collect();
        let _guard = self.warm.lock(&streams).await;
        let now = self.known_game(&what.game).await?;
        let role = self.may_settle(asked, &now)?;
        let Some(tap) = now.held.iter().find(|tap| tap.held == what.held) else {
            return Err(Refusal::desk(Reason::NothingHeld {}).into());
        };
        let at = self.now_after(now.last_at);
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
            let decided = self.decide_game(asked, &now, &request, role, at)?;
            draft(asked, &now, decided, role, None)
        } else {
            Draft::new(asked, stream, now.version, Vec::new(), role)
        };
        draft.writes[0].events.push(desk_event(at, &settled));
        draft.answer.version += 1;
        draft.answer.events.push(settled.kind().to_owned());
        self.commit(asked, draft).await
    }

    fn may_settle(&self, asked: &Asked<'_>, now: &GameNow) -> Result<Role, Refusal> {
        let by = outflank_game::By::Director;
        let (caller, target) = (asked.caller, now.target());
        let rules = now.game.rules();
        speaks_at_table(
            caller,
            Action::RuleGame,
            &target,
            by,
            now.seats.as_ref(),
            rules,
        )
    }
}
