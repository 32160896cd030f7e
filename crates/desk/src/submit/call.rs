//! Calls for the director, from a table.

use crate::access::Action;
use crate::desk::Desk;
use crate::refusal::{Reason, Refusal};
use crate::request::{Answer, CallAnswer, CallRequest};
use crate::state::desk_fact::DeskFact;
use crate::submit::speak::speaks_at_table;
use crate::submit::{Asked, Failed, may, text_within};

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
        let _guard = self.warm.lock([&(&what.game).into()]).await;
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
        let reason = text_within(&what.reason, "the reason", REASON_CHARS_MAX)?;
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
        self.note(asked, &*now, role, fact).await
    }

    pub(crate) async fn answer_call(
        &self,
        asked: &Asked<'_>,
        what: &CallAnswer,
    ) -> Result<Answer, Failed> {
        let _guard = self.warm.lock([&(&what.game).into()]).await;
        let now = self.known_game(&what.game).await?;
        let role = may(asked.caller, Action::JudgeGame, &now.target())?;
        if !now.calls.iter().any(|call| call.call == what.call) {
            return Err(Refusal::desk(Reason::NoSuchCall {}).into());
        }
        let fact = DeskFact::CallAnswered { call: what.call };
        self.note(asked, &*now, role, fact).await
    }
}
