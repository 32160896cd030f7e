//! Results: reported, signed, confirmed.

use outflank_pairing::{EntrantId, RoundNumber};

use outflank_rulebook::axes::tournament::DrawnPlayoff;

use super::{Decided, Decision};
use crate::matches::{Irregularity, Length};
use crate::running::by::By;
use crate::running::command::Report;
use crate::running::fact::Fact;
use crate::running::official::{Official, Reported, ResultSource, ResultState};
use crate::running::paired::TableNumber;
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::{Card, Phase, RoundLife};

impl<'a> Decision<'a> {
    pub(super) fn enter_result(&mut self, mut report: Report) -> Decided {
        if let By::Player(player) = self.by {
            // Players act and sign only for themselves.
            report.source = ResultSource::Player;
            report.signed = vec![player];
        }
        let (life, card) = self.open_card(report.round, report.table)?;
        self.needs_recorder(card)?;
        check_players(card, report.signed.iter().chain(&report.transcripts))?;
        let result = self.official_at(card, report.result.clone())?;
        if result.is_a_ruling() && !self.by.directs() {
            return Err(Rejection::plain(Reason::NeedsRuling {}));
        }
        if result.is_a_ruling() {
            self.not_his_own(&card.players())?;
        }
        match card.state {
            ResultState::Missing => self.first_report(life, card, report, result),
            ResultState::InQuery => Err(Rejection::plain(Reason::InQuery {
                tables: vec![card.table],
            })),
            ResultState::Entered | ResultState::Confirmed => {
                if card.result.as_ref() == Some(&result) {
                    self.same_report(card, report)
                } else if card.state == ResultState::Confirmed {
                    Err(Rejection::plain(Reason::CorrectInstead {
                        round: report.round,
                    }))
                } else {
                    self.record(Fact::ResultQueried {
                        round: report.round,
                        table: report.table,
                        result,
                        source: report.source,
                    })
                }
            }
        }
    }

    fn first_report(
        &mut self,
        life: &RoundLife,
        card: &Card,
        report: Report,
        result: Official,
    ) -> Decided {
        let signed = report.signed.clone();
        let agreed = is_agreed(card, &signed, report.source) || result.is_a_ruling();
        self.record(Fact::ResultEntered {
            round: report.round,
            table: report.table,
            result,
            source: report.source,
            signed,
            transcripts: report.transcripts,
        })?;
        if agreed {
            self.record(Fact::ResultConfirmed {
                round: report.round,
                table: report.table,
            })?;
        }
        self.finish_if_last(life, &[report.table])
    }

    /// The same result once more: a signature, or nothing new.
    fn same_report(&mut self, card: &Card, report: Report) -> Decided {
        let mut signed = report.signed;
        signed.retain(|player| !card.signed.contains(player));
        signed.dedup();
        if signed.is_empty() && report.source != ResultSource::Players {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.add_signatures(report.round, card, signed, report.source)
    }

    fn add_signatures(
        &mut self,
        round: RoundNumber,
        card: &Card,
        signed: Vec<EntrantId>,
        source: ResultSource,
    ) -> Decided {
        let all: Vec<EntrantId> = card.signed.iter().chain(&signed).copied().collect();
        let table = card.table;
        if !signed.is_empty() {
            self.record(Fact::ResultSigned {
                round,
                table,
                signed,
            })?;
        }
        if card.state == ResultState::Entered && is_agreed(card, &all, source) {
            self.record(Fact::ResultConfirmed { round, table })?;
        }
        if self.facts.is_empty() {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        Ok(())
    }

    pub(super) fn sign(
        &mut self,
        round: RoundNumber,
        table: TableNumber,
        mut signed: Vec<EntrantId>,
    ) -> Decided {
        let card = self.card(self.round(round)?, table)?;
        self.needs_recorder(card)?;
        check_players(card, signed.iter())?;
        if let By::Player(player) = self.by {
            // No player signs for the opponent.
            signed = vec![player];
        }
        self.check_settled(card)?;
        signed.sort_unstable();
        signed.dedup();
        signed.retain(|player| !card.signed.contains(player));
        self.add_signatures(round, card, signed, ResultSource::Slip)
    }

    pub(super) fn hand_in_transcript(
        &mut self,
        round: RoundNumber,
        table: TableNumber,
        of: EntrantId,
    ) -> Decided {
        let life = self.round(round)?;
        if life.phase < Phase::Started {
            self.needs_phase(life, &[Phase::Started], "started")?;
        }
        let card = self.card(life, table)?;
        self.needs_recorder(card)?;
        check_players(card, [&of].into_iter())?;
        if card.transcripts.contains(&of) {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::TranscriptHandedIn { round, table, of })
    }

    pub(super) fn confirm(&mut self, round: RoundNumber, table: TableNumber) -> Decided {
        self.needs_desk_or_judge()?;
        let card = self.card(self.round(round)?, table)?;
        self.check_settled(card)?;
        if card.state == ResultState::Confirmed {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        self.record(Fact::ResultConfirmed { round, table })
    }

    pub(super) fn clear_result(&mut self, round: RoundNumber, table: TableNumber) -> Decided {
        self.needs_director()?;
        let (_, card) = self.open_card(round, table)?;
        self.not_his_own(&card.players())?;
        match card.state {
            ResultState::Missing => Err(Rejection::plain(Reason::NoResult { table })),
            ResultState::Entered | ResultState::InQuery | ResultState::Confirmed => {
                self.record(Fact::ResultCleared { round, table })
            }
        }
    }

    /// The game at a table of a round that is being played.
    fn open_card(
        &self,
        round: RoundNumber,
        table: TableNumber,
    ) -> Result<(&'a RoundLife, &'a Card), Rejection> {
        let life = self.round(round)?;
        match life.phase {
            Phase::Started | Phase::Finished => {}
            Phase::Validated => return Err(Rejection::plain(Reason::CorrectInstead { round })),
            Phase::Proposed | Phase::Announced => {
                self.needs_phase(life, &[Phase::Started], "started")?;
            }
        }
        Ok((life, self.card(life, table)?))
    }

    pub(super) fn card<'l>(
        &self,
        life: &'l RoundLife,
        table: TableNumber,
    ) -> Result<&'l Card, Rejection> {
        life.card(table)
            .ok_or(Rejection::plain(Reason::NoSuchTable {
                round: life.number,
                table,
            }))
    }

    /// A judge, the desk, or one of the two players.
    fn needs_recorder(&self, card: &Card) -> Decided {
        match self.by {
            By::Player(player) if card.players().contains(&player) => Ok(()),
            By::Player(entrant) => Err(Rejection::plain(Reason::NotInThisGame { entrant })),
            _ => self.needs_desk_or_judge(),
        }
    }

    fn needs_desk_or_judge(&self) -> Decided {
        match self.by == By::Judge {
            true => Ok(()),
            false => self.needs_desk(),
        }
    }

    fn check_settled(&self, card: &Card) -> Decided {
        let table = card.table;
        match card.state {
            ResultState::Missing => Err(Rejection::plain(Reason::NoResult { table })),
            ResultState::InQuery => Err(Rejection::plain(Reason::InQuery {
                tables: vec![table],
            })),
            ResultState::Entered | ResultState::Confirmed => Ok(()),
        }
    }

    /// The official result of a game. A draw in a match, also one that the director declares, is won by
    /// the player with the draw-win (WOC-IV.9, WOC-V.2.c); without one a draw has no winner.
    pub(super) fn official_at(
        &self,
        card: &Card,
        reported: Reported,
    ) -> Result<Official, Rejection> {
        let mut official = self.official(reported)?;
        let draw_win = (card.contest)
            .and_then(|contest| contest.draw_win)
            .and_then(|entrant| card.colour_of(entrant));
        match &mut official {
            Official::Played {
                black,
                white,
                winner,
                ..
            }
            | Official::Adjudicated {
                black,
                white,
                winner,
            } if black == white => match winner {
                None => *winner = draw_win,
                Some(_) if draw_win.is_none() => self.may_win_a_draw(card)?,
                Some(_) => {}
            },
            Official::Played { .. }
            | Official::Resigned { .. }
            | Official::Forfeit { .. }
            | Official::DoubleForfeit { .. }
            | Official::Adjudicated { .. }
            | Official::Annulled => {}
        }
        Ok(official)
    }

    /// Whether the deciding official can name the winner of a draw: only where the match has a draw-win
    /// that nobody recorded.
    fn may_win_a_draw(&self, card: &Card) -> Decided {
        let Some(contest) = card
            .contest
            .filter(|contest| !contest.of.stage.is_counted())
        else {
            return Ok(());
        };
        let course = self.course_of(self.now);
        let Some(one) = course.get(contest.of) else {
            return Ok(());
        };
        match (one.call.rule.length, one.call.rule.drawn) {
            (Length::Single, DrawnPlayoff::DrawWin) => Ok(()),
            (Length::BestOfThree, _)
            | (Length::Single, DrawnPlayoff::TieBreakOrder | DrawnPlayoff::HigherInSwiss) => {
                Err(Rejection {
                    clause: Irregularity::WinnerOfADraw.clause(self.rules, one),
                    reason: Reason::ImpossibleResult {
                        problem:
                            "the game is a draw and there is no draw-win; leave out the winner"
                                .to_owned(),
                    },
                })
            }
        }
    }

    pub(super) fn official(&self, reported: Reported) -> Result<Official, Rejection> {
        reported.official(self.rules).map_err(|problem| {
            Rejection::by(
                &self.rules.empties,
                Reason::ImpossibleResult {
                    problem: problem.to_string(),
                },
            )
        })
    }

    /// Says that a round is finished when these were the last tables without a result.
    pub(super) fn finish_if_last(&mut self, life: &RoundLife, settled: &[TableNumber]) -> Decided {
        let open = life.open_tables().any(|table| !settled.contains(&table));
        if open || life.phase != Phase::Started {
            return Ok(());
        }
        self.record(Fact::RoundFinished { round: life.number })
    }
}

/// Both players have signed, or told the same themselves.
fn is_agreed(card: &Card, signed: &[EntrantId], source: ResultSource) -> bool {
    let both = card.players().iter().all(|player| signed.contains(player));
    match source {
        ResultSource::Players | ResultSource::Game => true,
        ResultSource::Slip
        | ResultSource::Judge
        | ResultSource::Player
        | ResultSource::Director => both,
    }
}

fn check_players<'i>(card: &Card, ids: impl Iterator<Item = &'i EntrantId>) -> Decided {
    for entrant in ids {
        if !card.players().contains(entrant) {
            return Err(Rejection::plain(Reason::NotInThisGame {
                entrant: *entrant,
            }));
        }
    }
    Ok(())
}
