//! Planned absences and byes that were asked for.

use outflank_pairing::{EntrantId, RoundNumber};
use outflank_rulebook::axes::tournament::ByeChoice;

use super::{Decided, Decision};
use crate::event::ROUNDS_MAX;
use crate::running::fact::Fact;
use crate::running::rejection::{Reason, Rejection};

impl Decision<'_> {
    pub(super) fn plan_absence(&mut self, entrant: EntrantId, rounds: Vec<RoundNumber>) -> Decided {
        self.needs_desk_or(entrant)?;
        let one = self.staying(entrant)?;
        let rounds = self.future_rounds(rounds)?;
        let planned =
            |round: &RoundNumber| one.absences.contains(round) || one.bye_requests.contains(round);
        if rounds.iter().any(planned) {
            return Err(Rejection::plain(Reason::AlreadyPlanned { entrant }));
        }
        self.record(Fact::AbsencePlanned { entrant, rounds })
    }

    pub(super) fn cancel_absence(
        &mut self,
        entrant: EntrantId,
        rounds: Vec<RoundNumber>,
    ) -> Decided {
        self.needs_desk_or(entrant)?;
        let one = self.staying(entrant)?;
        let rounds = self.future_rounds(rounds)?;
        if !rounds.iter().all(|round| one.absences.contains(round)) {
            return Err(Rejection::plain(Reason::NothingPlanned { entrant }));
        }
        self.record(Fact::AbsenceCancelled { entrant, rounds })
    }

    /// A bye on request is a director's favour, under the rulebook's limits on byes.
    pub(super) fn request_bye(&mut self, entrant: EntrantId, round: RoundNumber) -> Decided {
        self.needs_director()?;
        let one = self.staying(entrant)?;
        self.future_rounds(vec![round])?;
        if one.absences.contains(&round) || one.bye_requests.contains(&round) {
            return Err(Rejection::plain(Reason::AlreadyPlanned { entrant }));
        }
        if !one.bye_requests.is_empty() || !self.may_have_bye(entrant) {
            return Err(Rejection::by(
                &self.rules.bye_choice,
                Reason::NoSecondBye { entrant },
            ));
        }
        self.record(Fact::ByeRequested { entrant, round })
    }

    fn may_have_bye(&self, entrant: EntrantId) -> bool {
        let had_bye = (self.now.rounds.iter()).any(|life| life.byes.contains(&entrant));
        match self.rules.bye_choice.value {
            ByeChoice::LowestWithoutBye => !had_bye,
            ByeChoice::LowestWithoutByeOrDefaultWin => !had_bye && !self.has_default_win(entrant),
        }
    }

    fn has_default_win(&self, entrant: EntrantId) -> bool {
        (self.now.rounds.iter())
            .filter_map(|life| life.card_of(entrant))
            .any(|card| {
                let mine = card.colour_of(entrant);
                (card.settled()).is_some_and(|result| match result {
                    crate::running::Official::Forfeit { by, .. } => Some(by.other()) == mine,
                    _ => false,
                })
            })
    }

    pub(super) fn cancel_bye_request(&mut self, entrant: EntrantId, round: RoundNumber) -> Decided {
        self.needs_desk_or(entrant)?;
        let one = self.staying(entrant)?;
        self.future_rounds(vec![round])?;
        if !one.bye_requests.contains(&round) {
            return Err(Rejection::plain(Reason::NothingPlanned { entrant }));
        }
        self.record(Fact::ByeRequestCancelled { entrant, round })
    }

    /// Rounds whose pairing is not public, sorted.
    fn future_rounds(&self, mut rounds: Vec<RoundNumber>) -> Result<Vec<RoundNumber>, Rejection> {
        rounds.sort_unstable();
        rounds.dedup();
        let public = self.now.announced_rounds();
        match (rounds.first(), rounds.last()) {
            (Some(first), _) if first.0 <= public => {
                Err(Rejection::plain(Reason::RoundIsAnnounced { round: *first }))
            }
            (_, Some(last)) if last.0 > ROUNDS_MAX => Err(Rejection::plain(Reason::NoSuchRound {
                round: *last,
                last: ROUNDS_MAX,
            })),
            (None, _) => Err(Rejection::plain(Reason::NothingNew {})),
            (Some(_), _) => Ok(rounds),
        }
    }
}
