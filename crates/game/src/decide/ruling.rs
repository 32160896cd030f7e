//! Rulings and penalties of the director, within the limits of the rulebook.

use outflank_board::{BySide, Position, Side};
use outflank_rulebook::axes::officials::{Expulsion, ScorePenalty, TimePenalty};
use outflank_rulebook::axes::scoring::Empties;
use outflank_rulebook::{ClauseId, ConductTopic, HalfDiscs, Millis, Score, forfeited};

use super::{Decided, Decision, TIME_MAX};
use crate::command::{ExpelledFrom, ExpelledGame, Infringement};
use crate::fact::Fact;
use crate::rejection::{Reason, Rejection};
use crate::result::{Ending, GameResult, Verdict};
use crate::table::Phase;

/// A director takes off whole seconds; half of the time seldom is.
const WHOLE_SECOND: i64 = 1000;

impl Decision<'_> {
    /// What the rules do not foresee the director rules (USOA intro-2, 10.2); it closes an open dispute.
    pub(super) fn rule(
        &mut self,
        text: String,
        clocks: Option<BySide<Millis>>,
        position: Option<Position>,
    ) -> Decided {
        self.only_director(&self.rules.deciding_official)?;
        if let Some(remaining) = clocks {
            self.ensure_not_over()?;
            self.ensure_times(remaining)?;
            self.ensure_imposed_time(remaining)?;
            self.ensure_no_hidden_dockage(remaining)?;
        }
        if position.is_some() {
            self.ensure_playing()?;
        }
        self.emit(Fact::Ruled {
            text,
            clocks,
            position,
        });
        if position.is_some() && self.table.correction.is_none() {
            self.end_if_over(self.at);
        }
        Ok(())
    }

    /// Time off the offender's clock, time for the opponent (USOA 9.3, WOC V.2.a, SOC IV.2.1).
    pub(super) fn penalise(
        &mut self,
        offender: Side,
        take: Millis,
        give: Millis,
        why: String,
    ) -> Decided {
        self.only_director(&self.rules.penalised)?;
        self.ensure_clock_in_use()?;
        let in_range = |ms: Millis| ms.0 >= 0 && ms <= TIME_MAX;
        if !in_range(take) || !in_range(give) || (take.0 == 0 && give.0 == 0) {
            return Err(Rejection::plain(Reason::BadTime {}));
        }
        self.ensure_dockage(offender, take)?;
        let remaining = self.table.clock.remaining(self.at)[offender];
        match self.rules.time_penalty.value {
            TimePenalty::HalfOfRemaining => {
                let maximum = Millis(remaining.0.max(0) / 2);
                let full = maximum.0 - maximum.0 % WHOLE_SECOND;
                if give.0 > 0 && take.0 < full {
                    return Err(Rejection::by(
                        &self.rules.time_penalty,
                        Reason::BonusNeedsFullDockage { maximum },
                    ));
                }
            }
            TimePenalty::AnyAmount => {}
        }
        // A clock is never set below 0:00.
        let taken = take.min(remaining.max(Millis(0)));
        let clauses = self.rules.time_penalty.clauses();
        self.emit(Fact::TimePenalised {
            offender,
            taken,
            given: give,
            why,
            clauses,
        });
        self.flag_if_used_up(offender);
        Ok(())
    }

    pub(super) fn note_infringement(
        &mut self,
        player: Side,
        what: Infringement,
        note: String,
    ) -> Decided {
        if self.by.player() != Some(player.other()) && !self.by.is_official() {
            return Err(self.wrong_person("the opponent or an official"));
        }
        self.record(Fact::InfringementNoted {
            player,
            what,
            note,
            clause: what.clause(self.rules),
        })
    }

    /// A player may straighten the discs on their own turn (USOA 3.10); the record keeps that the board was touched.
    pub(super) fn adjust_discs(&mut self, player: Side) -> Decided {
        self.himself_or_official(player)?;
        self.ensure_playing()?;
        let clause = self.rules.conduct_clause(ConductTopic::AdjustedDiscs);
        if player != self.table.turn {
            let turn = self.table.turn;
            return Err(Rejection {
                reason: Reason::NotYourTurn { turn },
                clause,
            });
        }
        self.record(Fact::DiscsAdjusted { player, clause })
    }

    /// Expulsion; who cannot play on has lost (AMB-75).
    pub(super) fn expel(
        &mut self,
        player: Side,
        from: ExpelledFrom,
        game: ExpelledGame,
        why: String,
    ) -> Decided {
        let axis = &self.rules.expulsion;
        match axis.value {
            Expulsion::DirectorsChoice
            | Expulsion::RoomOrTournament
            | Expulsion::AreaOrDisqualified => self.only_director(axis)?,
        }
        self.ensure_not_over()?;
        let clauses = match from {
            ExpelledFrom::Room => self.rules.room_expulsion.clauses(),
            ExpelledFrom::Tournament => self.rules.expulsion.clauses(),
        };
        self.emit(Fact::PlayerExpelled {
            player,
            from,
            game,
            why,
            clauses: clauses.clone(),
        });
        match game {
            ExpelledGame::Lost => {
                let mut outcome = forfeited(self.rules, player);
                outcome.clauses = joined(clauses, outcome.clauses);
                self.end_with(self.at, outcome);
            }
            ExpelledGame::GoesOn => {}
        }
        Ok(())
    }

    /// The final score changed to the benefit of the offender's opponent (WOC V.2.b, SOC IV.2.2, AMB-74).
    pub(super) fn change_score(&mut self, offender: Side, score: Score, why: String) -> Decided {
        self.only_director(&self.rules.penalised)?;
        self.ensure_stated_penalty(&why)?;
        let Some(old) = self
            .table
            .result
            .filter(|_| self.table.phase == Phase::Over)
        else {
            return Err(self.not_over_or_final());
        };
        let sum = score.black + score.white;
        let whole = match self.rules.empties.value {
            Empties::ToWinner | Empties::Halved => sum == HalfDiscs::discs(64),
            Empties::Ignored => sum <= HalfDiscs::discs(64),
        };
        if !whole {
            return Err(self.bad_score("The scores must add up to 64. Change both scores."));
        }
        let opponent = offender.other();
        if score[opponent] < old.score[opponent] || score[offender] > old.score[offender] {
            return Err(self.bad_score(
                "A score penalty can only benefit the opponent. Give the opponent a higher score.",
            ));
        }
        let winner = match score.black.cmp(&score.white) {
            std::cmp::Ordering::Greater => Some(Side::Black),
            std::cmp::Ordering::Less => Some(Side::White),
            std::cmp::Ordering::Equal => None,
        };
        let verdict = Verdict::of(winner, self.setting.draw_win);
        self.put_result(score, verdict, why, self.rules.score_penalty.clauses());
        Ok(())
    }

    /// The game declared a draw; the player with the draw-win then wins it (WOC V.2.c, IV.9, SOC IV.2.3). It never takes a
    /// win from a player who did nothing wrong (WOC V.1.p2).
    pub(super) fn declare_draw(&mut self, offender: Option<Side>, why: String) -> Decided {
        self.only_director(&self.rules.penalised)?;
        self.ensure_stated_penalty(&why)?;
        self.ensure_not_final()?;
        let has_won = match self.table.result {
            Some(result) => result.verdict.winner(),
            None => self.table.flags.defaulter().map(Side::other),
        };
        // With the draw-win a draw would be the offender's win.
        let would_lose = offender
            .filter(|offender| self.setting.draw_win == Some(*offender))
            .map(Side::other);
        let hurt = has_won.filter(|winner| offender != Some(*winner));
        if let Some(player) = hurt.or(would_lose) {
            return Err(Rejection::by(
                &self.rules.spared,
                Reason::HurtsInnocent { player },
            ));
        }
        let score = BySide::both(HalfDiscs::discs(32));
        let verdict = Verdict::of(None, self.setting.draw_win);
        let mut clauses = self.rules.result_penalty.clauses();
        if self.setting.draw_win.is_some() {
            clauses = joined(clauses, self.rules.drawn_playoff.clauses());
        }
        self.put_result(score, verdict, why, clauses);
        Ok(())
    }

    /// The game awarded: 64-0 unless another score down to the minimum win is given (WOC V.2.c, AMB-74). A forfeited game
    /// is always 64-0 where the text says so (USOA 9.2).
    pub(super) fn award(&mut self, to: Side, score: Option<Score>, why: String) -> Decided {
        self.only_director(&self.rules.penalised)?;
        self.ensure_not_final()?;
        let forfeit = forfeited(self.rules, to.other());
        let least = self.rules.minimum_win.value;
        let score = score.unwrap_or(forfeit.score);
        let from = to.other();
        match self.rules.score_penalty.value {
            ScorePenalty::Forfeiture if score != forfeit.score => {
                return Err(Rejection::by(
                    &self.rules.forfeit_score,
                    Reason::ScoreNotAllowed {
                        why: "a forfeited game has one score only; leave the score out",
                    },
                ));
            }
            ScorePenalty::Forfeiture | ScorePenalty::AnyScore => {}
        }
        let enough = score[to] >= least.winner && score[from] <= least.loser;
        if !enough || score[to] + score[from] > HalfDiscs::discs(64) {
            return Err(self.bad_score(
                "An awarded game must be at least the minimum win. Enter a higher score.",
            ));
        }
        let had = self.table.result.map_or(HalfDiscs(0), |old| old.score[to]);
        if score[to] < had {
            return Err(Rejection::by(
                &self.rules.spared,
                Reason::HurtsInnocent { player: to },
            ));
        }
        let clauses = joined(self.rules.result_penalty.clauses(), forfeit.clauses);
        self.put_result(score, Verdict::won(to), why, clauses);
        Ok(())
    }

    /// Penalties that a text does not name need a reason (USOA 9.2: penalties are not limited to those named).
    fn ensure_stated_penalty(&self, why: &str) -> Decided {
        match self.rules.score_penalty.value {
            ScorePenalty::AnyScore => Ok(()),
            ScorePenalty::Forfeiture => self.ensure_reason(why),
        }
    }

    /// Refuses without a reason.
    pub(super) fn ensure_reason(&self, why: &str) -> Decided {
        match why.trim().is_empty() {
            true => Err(Rejection::by(
                &self.rules.deciding_official,
                Reason::NeedsReason {},
            )),
            false => Ok(()),
        }
    }

    fn bad_score(&self, why: &'static str) -> Rejection {
        Rejection::by(&self.rules.score_penalty, Reason::ScoreNotAllowed { why })
    }

    fn ensure_not_final(&self) -> Decided {
        match self.table.phase {
            Phase::Confirmed => Err(Rejection::plain(Reason::Confirmed {})),
            Phase::Unopened | Phase::Ready | Phase::Signalled | Phase::Playing | Phase::Over => {
                Ok(())
            }
        }
    }

    pub(super) fn not_over_or_final(&self) -> Rejection {
        Rejection::plain(match self.table.phase {
            Phase::Confirmed => Reason::Confirmed {},
            Phase::Unopened | Phase::Ready | Phase::Signalled | Phase::Playing | Phase::Over => {
                Reason::NotOver {}
            }
        })
    }

    /// Ends the game by ruling, or replaces the result it has.
    fn put_result(&mut self, score: Score, verdict: Verdict, why: String, clauses: Vec<ClauseId>) {
        let result = GameResult {
            score,
            verdict,
            ending: Ending::Ruling,
        };
        match self.table.result {
            Some(old) => self.emit(Fact::ResultCorrected {
                was: old.score,
                was_verdict: old.verdict,
                result,
                why,
                clauses,
            }),
            None => {
                self.emit(Fact::Ruled {
                    text: why,
                    clocks: None,
                    position: None,
                });
                self.emit(Fact::Ended { result, clauses });
            }
        }
    }
}

/// Both lists of clauses, each clause once.
fn joined(mut clauses: Vec<ClauseId>, more: Vec<ClauseId>) -> Vec<ClauseId> {
    for clause in more {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    clauses
}
