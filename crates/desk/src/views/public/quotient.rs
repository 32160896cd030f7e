//! The arithmetic behind a Brightwell Quotient.

use outflank_board::Side;
use outflank_pairing::EntrantId;
use outflank_tournament::{Counted, Event, Happened, Records, Substitution, bq_sum};

use crate::views::public::figures::{Fraction, Halves};
use crate::views::{Player, Views};

/// The calculation of a quotient, line by line.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Quotient {
    pub player: Player,
    pub constant: Fraction,
    pub own_points: Halves,
    /// One line per round.
    pub rows: Vec<QuotientRow>,
    /// The discs of the rounds that are not substituted.
    pub discs: Halves,
    /// The opponents' points of the games that are not substituted.
    pub opponents: Halves,
    /// How many rounds are substituted.
    pub substituted: u32,
    /// How many games count in full.
    pub counted: usize,
    pub total: Fraction,
    /// The clause that defines the constant, in readable form.
    pub constant_clause: Option<String>,
    /// The clause that makes it the tie-break.
    pub tie_break_clause: Option<String>,
    /// The clause on rounds that are not played.
    pub substitution_clause: Option<String>,
}

/// One round of the calculation.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct QuotientRow {
    pub round: u16,
    /// The colour, if there was a game.
    pub side: Option<Side>,
    pub opponent: Option<Player>,
    /// The score, with the player's discs first.
    pub score: Option<(Halves, Halves)>,
    /// What it counts as.
    pub worth: Worth,
}

/// What a round counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Worth {
    /// Discs and the opponent's points.
    Points(Halves),
    /// Discs without an opponent.
    DiscsOnly,
    /// Half the board and the player's own points, because of a bye.
    Bye,
    /// The same, because the opponent has withdrawn.
    OpponentLeft,
    /// The same, because it was not played.
    NotPlayed,
    Nothing,
}

impl Views<'_> {
    /// The calculation of a player's quotient after a round.
    #[must_use]
    pub fn quotient(&self, id: u32, after: u16) -> Option<Quotient> {
        let event = self.record.as_ref()?;
        let id = EntrantId(id);
        let sum = bq_sum(event, after, id)?;
        let records = Records::after(event, after);
        let index = records.index(id)?;
        let rows: Vec<QuotientRow> = (sum.rows.iter().zip(records.of(index)))
            .map(|(row, record)| self.quotient_row(row.round.0, row.counted, record))
            .collect();
        let rules = &event.rules;
        let clause = |id: Option<outflank_rulebook::ClauseId>| id.map(|id| id.for_people());
        Some(Quotient {
            player: self.player(id),
            constant: Fraction {
                above: u64::from(sum.constant.numerator),
                below: u64::from(sum.constant.denominator),
            },
            own_points: Halves(u32::from(sum.own_points.0)),
            counted: (sum.rows.iter())
                .filter(|row| matches!(row.counted, Counted::Game { .. }))
                .count(),
            discs: Halves(sum.discs().0),
            opponents: Halves(sum.opponent_points().0),
            substituted: sum.substituted(),
            total: Fraction {
                above: sum.total().numerator(),
                below: sum.total().denominator(),
            },
            constant_clause: clause(rules.bq_constant.clause()),
            tie_break_clause: clause(rules.tie_breaks.clause()),
            substitution_clause: clause(rules.bye_in_bq.clause())
                .or_else(|| clause(rules.unplayed_in_bq.clause())),
            rows,
        })
    }

    fn quotient_row(
        &self,
        round: u16,
        counted: Counted,
        record: &outflank_tournament::Record,
    ) -> QuotientRow {
        let halves = |discs: outflank_rulebook::HalfDiscs| Halves(u32::from(discs.0));
        let (side, opponent, score) = match record.happened {
            Happened::Game {
                opponent, colour, ..
            } => (
                Some(colour),
                Some(self.player(opponent)),
                Some((halves(record.discs), halves(record.against))),
            ),
            Happened::Bye
            | Happened::Absent
            | Happened::Gone
            | Happened::NotIn
            | Happened::Annulled
            | Happened::Pending => (None, None, None),
        };
        let worth = match counted {
            Counted::Game {
                opponent_points, ..
            } => Worth::Points(Halves(u32::from(opponent_points.0))),
            Counted::DiscsOnly { .. } => Worth::DiscsOnly,
            Counted::Substituted(Substitution::Bye) => Worth::Bye,
            Counted::Substituted(Substitution::OpponentLeft(_)) => Worth::OpponentLeft,
            Counted::Substituted(Substitution::NotPlayed) => Worth::NotPlayed,
            Counted::Nothing => Worth::Nothing,
        };
        QuotientRow {
            round,
            side,
            opponent,
            score,
            worth,
        }
    }
}

/// A quotient of a published table.
pub(crate) const fn fraction((above, below): (u64, u64)) -> Fraction {
    Fraction { above, below }
}

/// Everybody's rounds after a round, for strips and crosstables.
pub(crate) fn records(event: Option<&Event>, after: u16) -> Option<Records> {
    event.map(|event| Records::after(event, after))
}
