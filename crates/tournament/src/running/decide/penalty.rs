//! What a penalty does to the tournament, and whom it hurts.

use outflank_pairing::{Colour, EntrantId};
use outflank_rulebook::axes::officials::ScorePenalty;
use outflank_rulebook::{HalfDiscs, Millis, SQUARES};

use super::{Decided, Decision};
use crate::ByColour;
use crate::result::Settled;
use crate::running::conduct::{Incident, Offender, Penalty};
use crate::running::fact::{Fact, LeaveCause};
use crate::running::official::{Official, Reported, ResultSource, ResultState};
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::{Card, Phase, RoundLife};

/// The discs of a drawn game and of a whole board.
const HALF_BOARD: HalfDiscs = HalfDiscs::discs(SQUARES / 2);
const WHOLE_BOARD: HalfDiscs = HalfDiscs::discs(SQUARES);

impl<'a> Decision<'a> {
    /// Everybody but the offender for whom the penalty is worse than none.
    pub(super) fn hurt_by(&self, incident: &Incident, penalty: Penalty) -> Vec<EntrantId> {
        match penalty {
            Penalty::Draw | Penalty::Award { .. } => {
                let Ok((_, card, colour)) = self.offenders_game(incident) else {
                    return Vec::new();
                };
                let opponent = colour.other();
                let has_more = self.settled(card).is_some_and(|settled| match penalty {
                    Penalty::Award { discs } => {
                        settled.discs[opponent] > discs.unwrap_or(WHOLE_BOARD)
                    }
                    _ => settled.points[opponent] > settled.points[colour],
                });
                // With the draw-win a draw would be the offender's win.
                let draw_win = card.contest.and_then(|contest| contest.draw_win);
                let is_offenders = draw_win.is_some_and(|id| card.colour_of(id) == Some(colour));
                let has_more = has_more || penalty == Penalty::Draw && is_offenders;
                let is_opponent = |id: &EntrantId| card.colour_of(*id) == Some(opponent);
                let opponent = card.players().into_iter().find(is_opponent);
                opponent.filter(|_| has_more).into_iter().collect()
            }
            Penalty::None
            | Penalty::Warning
            | Penalty::Time { .. }
            | Penalty::Score { .. }
            | Penalty::Room { .. }
            | Penalty::Tournament => Vec::new(),
        }
    }

    /// The reactions of the tournament to a penalty that was imposed.
    pub(super) fn carry_out(
        &mut self,
        incident: &Incident,
        penalty: Penalty,
        why: String,
    ) -> Decided {
        match penalty {
            Penalty::None | Penalty::Warning | Penalty::Room { .. } => Ok(()),
            Penalty::Time { take, give } => {
                let (_, card, _) = self.offenders_game(incident)?;
                let nothing = take == Millis(0) && give == Millis(0);
                if nothing || take < Millis(0) || give < Millis(0) {
                    return Err(Rejection::plain(Reason::BadTimePenalty {
                        table: card.table,
                    }));
                }
                Ok(())
            }
            Penalty::Score { black, white } => {
                self.change_score(incident, ByColour { black, white }, why)
            }
            Penalty::Draw => {
                let (life, card, _) = self.offenders_game(incident)?;
                self.overrule(life, card, ByColour::both(HALF_BOARD), why)
            }
            Penalty::Award { discs } => self.award(incident, discs, why),
            Penalty::Tournament => match incident.report.offender {
                Offender::Player { entrant } => self.leave(entrant, LeaveCause::Expelled, why),
                Offender::Spectator { .. } => Ok(()),
            },
        }
    }

    /// The game of the incident in which the offender plays, and the offender's colour.
    fn offenders_game(
        &self,
        incident: &Incident,
    ) -> Result<(&'a RoundLife, &'a Card, Colour), Rejection> {
        let number = incident.number;
        let no_game = || Rejection::plain(Reason::NoGameOfIncident { number });
        let report = &incident.report;
        let (Some(round), Some(table)) = (report.round, report.table) else {
            return Err(no_game());
        };
        let life = self.round(round)?;
        if life.phase < Phase::Started {
            self.needs_phase(life, &[Phase::Started], "started")?;
        }
        let card = self.card(life, table)?;
        let colour = match report.offender {
            Offender::Player { entrant } => card.colour_of(entrant),
            Offender::Spectator { .. } => None,
        };
        Ok((life, card, colour.ok_or_else(no_game)?))
    }

    fn settled(&self, card: &Card) -> Option<Settled> {
        let result = card.settled()?.game_result();
        result.settled(self.rules)
    }

    /// A changed score gives the opponent more than before (WOC-V.2.b, SOC-IV.2.2).
    fn change_score(
        &mut self,
        incident: &Incident,
        discs: ByColour<HalfDiscs>,
        why: String,
    ) -> Decided {
        let (life, card, colour) = self.offenders_game(incident)?;
        let table = card.table;
        let settled = self.settled(card);
        let settled = settled.ok_or(Rejection::plain(Reason::NoResult { table }))?;
        let opponent = colour.other();
        if discs[opponent] <= settled.discs[opponent] || discs[colour] > settled.discs[colour] {
            return Err(Rejection::by(
                &self.rules.score_penalty,
                Reason::FavoursOffender { table },
            ));
        }
        self.overrule(life, card, discs, why)
    }

    fn award(&mut self, incident: &Incident, discs: Option<HalfDiscs>, why: String) -> Decided {
        let (life, card, colour) = self.offenders_game(incident)?;
        let forfeit = self.rules.forfeit_score.value.winner;
        let winner = discs.unwrap_or(forfeit);
        match self.rules.score_penalty.value {
            // A forfeited game has one score only (USOA 9.2).
            ScorePenalty::Forfeiture if winner != forfeit => {
                return Err(Rejection::by(
                    &self.rules.forfeit_score,
                    Reason::FavoursOffender { table: card.table },
                ));
            }
            ScorePenalty::Forfeiture | ScorePenalty::AnyScore => {}
        }
        if winner <= HALF_BOARD || winner > WHOLE_BOARD {
            return Err(Rejection::by(
                &self.rules.result_penalty,
                Reason::FavoursOffender { table: card.table },
            ));
        }
        let loser = HalfDiscs(WHOLE_BOARD.0 - winner.0);
        let discs = ByColour::of(colour, loser, winner);
        self.overrule(life, card, discs, why)
    }

    /// Puts a ruling in the place of whatever stood at a table.
    fn overrule(
        &mut self,
        life: &RoundLife,
        card: &Card,
        discs: ByColour<HalfDiscs>,
        why: String,
    ) -> Decided {
        let ruled = Official::Adjudicated {
            black: discs.black,
            white: discs.white,
            winner: None,
        };
        let result = self.official_at(card, Reported::Official(ruled))?;
        let (round, table) = (life.number, card.table);
        match card.state {
            ResultState::Missing => self.record(Fact::ResultEntered {
                round,
                table,
                result,
                source: ResultSource::Director,
                signed: Vec::new(),
                transcripts: Vec::new(),
            })?,
            ResultState::InQuery | ResultState::Entered | ResultState::Confirmed => {
                if card.result.as_ref() == Some(&result) {
                    return Ok(());
                }
                self.record(Fact::ResultCorrected {
                    round,
                    table,
                    was: card.result.clone(),
                    result,
                    why: why.clone(),
                })?;
            }
        }
        self.finish_if_last(life, &[table])?;
        self.publish_again(round, &why)
    }
}
