//! Calls for the director, from a table.

use crate::access::{Action, Role};
use crate::desk::{Desk, game_stream};
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, CallAnswer, CallRequest};
use crate::state::desk_fact::DeskFact;
use crate::state::game::GameNow;
use crate::submit::open::desk_event;
use crate::submit::speak::speaks_at_table;
use crate::submit::{Asked, Draft, Failed};

/// The most characters of a reason.
const REASON_CHARS_MAX: usize = 200;
/// The most calls of a table that may wait.
const CALLS_MAX: usize = 20;

impl Desk {
    pub(crate) async fn call_director(
        &self,
        asked: &Asked<'_>,
        what: &CallRequest,
    ) -> Result<Answer, Failed> {
        let _guard = self.warm.lock(&[&game_stream(&what.game)]).await;
        let now = self.known_game(&what.game).await?;
        let (seats, rules) = (now.seats.as_ref(), now.game.rules());
        let target = now.target();
        let role = speaks_at_table(
            asked.caller,
            Action::PlayGame,
            &target,
            what.by,
            seats,
            rules,
        )?;
        let reason = what.reason.trim();
        if reason.is_empty() || reason.chars().count() > REASON_CHARS_MAX {
            return Err(Refusal::desk(Reason::BadText {
                what: "the reason",
                limit: REASON_CHARS_MAX,
            })
            .into());
        }
        if now.calls.len() >= CALLS_MAX {
            return Err(Refusal::desk(Reason::TooMany {
                what: "calls from this table",
                limit: CALLS_MAX,
            })
            .into());
        }
        let fact = DeskFact::DirectorCalled {
            call: now.call_count + 1,
            by: what.by,
            reason: reason.to_owned(),
        };
        self.note_at_table(asked, &now, role, &fact).await
    }

    pub(crate) async fn answer_call(
        &self,
        asked: &Asked<'_>,
        what: &CallAnswer,
    ) -> Result<Answer, Failed> {
        let _guard = self.warm.lock(&[&game_stream(&what.game)]).await;
        let now = self.known_game(&what.game).await?;
        let grants = asked.caller.grants_for(Action::JudgeGame, &now.target());
        let Some(grant) = grants.first() else {
            return Err(Refusal::not_allowed(asked.caller, Action::JudgeGame).into());
        };
        if !now.calls.iter().any(|call| call.call == what.call) {
            return Err(Refusal::desk(Reason::NoSuchCall {}).into());
        }
        let fact = DeskFact::CallAnswered { call: what.call };
        self.note_at_table(asked, &now, grant.role, &fact).await
    }

    /// Writes one event of the desk into a game's stream.
    pub(crate) async fn note_at_table(
        &self,
        asked: &Asked<'_>,
        now: &GameNow,
        role: Role,
        fact: &DeskFact,
    ) -> Result<Answer, Failed> {
        let events = vec![desk_event(self.now_after(now.last_at), fact)];
        let draft = Draft::new(asked, game_stream(&now.id), now.version, events, role);
        self.commit(asked, draft).await
    }
}
