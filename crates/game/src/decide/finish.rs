//! The end: giving up, agreeing to the result, and making it final.

use outflank_board::{BySide, Side};
use outflank_rulebook::{EndedBy, HalfDiscs, Outcome, Score, resigned};

use super::{Decided, Decision};
use crate::by::By;
use crate::command::GivingUp;
use crate::fact::Fact;
use crate::rejection::{Reason, Rejection};
use crate::result::{Ending, GameResult, Verdict};
use crate::table::Phase;

impl Decision<'_> {
    /// Who cannot or will not finish loses 64-0 (WOC IV.8.p3, SOC III.11.p3). A player whose opponent has defaulted has won
    /// already (USOA 6.6) and keeps the minimum win without playing on (ours).
    pub(super) fn resign(&mut self, player: Side, how: GivingUp) -> Decided {
        self.himself_or_official(player)?;
        self.ensure_playing()?;
        self.emit(Fact::GaveUp { player, how });
        let outcome = match self.table.flags.defaulter() {
            Some(defaulter) if defaulter == player.other() => self.minimum_win(player),
            Some(_) | None => resigned(self.rules, player),
        };
        self.end_with(self.at, outcome);
        Ok(())
    }

    fn minimum_win(&self, winner: Side) -> Outcome {
        let line = self.rules.minimum_win.value;
        let mut score = BySide::both(line.loser);
        score[winner] = line.winner;
        Outcome {
            score,
            winner: Some(winner),
            ended_by: EndedBy::Resignation,
            clauses: self.rules.minimum_win.clauses(),
        }
    }

    /// Both players agree to the final score (WOC IV.8.p4).
    pub(super) fn sign(&mut self) -> Decided {
        let Some(player) = self.by.player() else {
            return Err(self.wrong_person("a player"));
        };
        if self.table.phase != Phase::Over {
            return Err(self.not_over_or_final());
        }
        if self.table.signed[player] {
            return Err(Rejection::plain(Reason::AlreadySigned {}));
        }
        self.emit(Fact::ResultSigned { player });
        // A casual game has nobody to confirm it.
        if self.is_casual() && self.table.signed.black && self.table.signed.white {
            self.emit(Fact::ResultConfirmed { why: None });
        }
        Ok(())
    }

    pub(super) fn receive_sheet(&mut self) -> Decided {
        if !self.by.is_official() {
            return Err(self.wrong_person("an official"));
        }
        if self.table.phase != Phase::Over {
            return Err(self.not_over_or_final());
        }
        if self.table.received {
            return Err(Rejection::plain(Reason::AlreadySigned {}));
        }
        self.record(Fact::SheetReceived {})
    }

    /// The director makes the result final; a claim is possible until then.
    pub(super) fn confirm(&mut self, why: Option<String>) -> Decided {
        self.only_director(&self.rules.deciding_official)?;
        if self.table.phase != Phase::Over {
            return Err(self.not_over_or_final());
        }
        if self.table.dispute {
            return Err(Rejection::plain(Reason::DisputeOpen {}));
        }
        let signed = self.table.signed;
        if why.is_none() && !(signed.black && signed.white) {
            let waiting_for = match (signed.black, signed.white) {
                (true, false) => Some(Side::White),
                (false, true) => Some(Side::Black),
                (true, true) | (false, false) => None,
            };
            return Err(Rejection::by(
                &self.rules.result_confirmation,
                Reason::NotSigned { waiting_for },
            ));
        }
        self.record(Fact::ResultConfirmed { why })
    }

    /// The director puts another result in its place, before or after it was final.
    pub(super) fn correct_result(
        &mut self,
        score: Score,
        verdict: Verdict,
        why: String,
    ) -> Decided {
        self.only(
            self.by == By::Director,
            "the director",
            &self.rules.deciding_official,
        )?;
        let Some(old) = self.table.result else {
            return Err(Rejection::plain(Reason::NotOver {}));
        };
        if score.black + score.white > HalfDiscs::discs(64) {
            return Err(Rejection::plain(Reason::ScoreNotAllowed {
                why: "The scores add up to more than 64. They must not exceed 64.",
            }));
        }
        self.record(Fact::ResultCorrected {
            was: old.score,
            was_verdict: old.verdict,
            result: GameResult {
                score,
                verdict,
                ending: Ending::Ruling,
            },
            why,
            clauses: Vec::new(),
        })
    }
}
