//! A published table of standings.

use std::collections::BTreeMap;

use outflank_pairing::EntrantId;
use outflank_rulebook::axes::tournament::TieBreak;
use outflank_tournament::running::{Edition, EditionRow};
use outflank_tournament::{Records, Standings, Step};

use crate::views::moment::Moment;
use crate::views::public::figures::{Fraction, Halves};
use crate::views::public::games::Cell;
use crate::views::public::quotient::{fraction, records};
use crate::views::{Player, Views};

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct StandingsPage {
    pub after: u16,
    pub rounds: u16,
    /// Whether preliminary rounds are still to be played.
    pub provisional: bool,
    pub edition: EditionNote,
    /// All editions of this round, the first one first.
    pub editions: Vec<EditionNote>,
    /// Whether this is the latest edition of its round: arithmetic and games are shown only then.
    pub latest: bool,
    /// The rounds that have standings.
    pub tables: Vec<u16>,
    pub rows: Vec<StandingRow>,
    /// The tie-breaks in the order of the rulebook.
    pub tie_breaks: Vec<StepWord>,
    /// The clause of the tie-breaks.
    pub tie_break_clause: Option<String>,
    /// Lots that were drawn: the tied players in the order drawn.
    pub draws: Vec<Vec<Player>>,
    /// How many players qualify for the semi-finals; a line is drawn below them.
    pub cut: Option<u32>,
}

/// When and why standings were published.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct EditionNote {
    /// 1 for the first standings of that round.
    pub edition: u16,
    pub at: Moment,
    /// Why it differs from the previous one.
    pub why: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct StandingRow {
    pub rank: u32,
    /// Whether the place is shared.
    pub shared: bool,
    /// Places gained since the previous standings; negative if lost.
    pub moved: Option<i64>,
    pub player: Player,
    pub points: Halves,
    pub bq: Fraction,
    pub discs: Halves,
    /// Whether the player had withdrawn.
    pub withdrawn: bool,
    /// What separates the player from the one above.
    pub by: Option<StepWord>,
    pub rounds: Vec<Cell>,
}

/// What separates two places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepWord {
    Withdrawn,
    Points,
    Bq,
    Discs,
    Difference,
    Opponents,
    /// The games between the tied players.
    Direct,
    Lots,
}

impl From<TieBreak> for StepWord {
    fn from(step: TieBreak) -> Self {
        match step {
            TieBreak::Bq => Self::Bq,
            TieBreak::Discs => Self::Discs,
            TieBreak::DiscDifference => Self::Difference,
            TieBreak::Buchholz => Self::Opponents,
            TieBreak::DirectEncounter => Self::Direct,
            TieBreak::Lots => Self::Lots,
        }
    }
}

impl From<Step> for StepWord {
    fn from(step: Step) -> Self {
        match step {
            Step::Withdrawn => Self::Withdrawn,
            Step::Points => Self::Points,
            Step::TieBreak(step) => step.into(),
        }
    }
}

impl Views<'_> {
    /// A published table: after this round or the last one published, in this edition or the latest.
    #[must_use]
    pub fn standings(&self, after: Option<u16>, edition: Option<u16>) -> Option<StandingsPage> {
        let after = after.or_else(|| self.last_table())?;
        let editions: Vec<&Edition> = (self.affairs().editions.iter())
            .filter(|one| one.after == after)
            .collect();
        let last = editions.last()?;
        let shown = match edition {
            Some(number) => editions.iter().find(|one| one.edition == number)?,
            None => last,
        };
        let latest = shown.edition == last.edition;
        let now = self.affairs().standings(after).filter(|_| latest);
        let before = self.places(after.saturating_sub(1));
        let after_records = records(self.record.as_ref(), after).filter(|_| latest);
        let places: BTreeMap<EntrantId, u32> =
            shown.rows.iter().map(|row| (row.id, row.rank)).collect();
        let rows = (shown.rows.iter())
            .map(|row| {
                let mut line = self.standing_row(row, now.as_ref());
                line.moved = (before.get(&row.id)).map(|was| i64::from(*was) - i64::from(row.rank));
                line.rounds = (after_records.as_ref())
                    .map_or_else(Vec::new, |all| self.strip(all, row.id, &places));
                line
            })
            .collect();
        let rules = self.rulebook()?;
        Some(StandingsPage {
            after,
            rounds: self.affairs().rounds_planned(),
            provisional: after < self.affairs().rounds_planned(),
            edition: self.note(shown),
            editions: editions.iter().map(|one| self.note(one)).collect(),
            latest,
            tables: self.tables(),
            rows,
            tie_breaks: self.tie_breaks(),
            tie_break_clause: rules.tie_breaks.clause().map(|id| id.for_people()),
            draws: now.map_or_else(Vec::new, |now| {
                (now.draws.iter())
                    .map(|draw| draw.order.iter().map(|id| self.player(*id)).collect())
                    .collect()
            }),
            cut: self.qualifying_places(),
        })
    }

    fn note(&self, edition: &Edition) -> EditionNote {
        EditionNote {
            edition: edition.edition,
            at: Moment::at(edition.at, self.offset()),
            why: edition.why.clone(),
        }
    }

    fn standing_row(&self, row: &EditionRow, now: Option<&Standings>) -> StandingRow {
        let by = now.and_then(|table| table.of(row.id)?.by);
        StandingRow {
            rank: row.rank,
            shared: row.shared,
            moved: None,
            player: self.player(row.id),
            points: Halves(u32::from(row.half_points.0)),
            bq: fraction(row.bq),
            discs: Halves(row.half_discs),
            withdrawn: row.withdrawn,
            by: by.map(StepWord::from),
            rounds: Vec::new(),
        }
    }

    /// The rounds of one player as a strip.
    pub(crate) fn strip(
        &self,
        records: &Records,
        id: EntrantId,
        places: &BTreeMap<EntrantId, u32>,
    ) -> Vec<Cell> {
        let Some(index) = records.index(id) else {
            return Vec::new();
        };
        (1..)
            .zip(records.of(index))
            .map(|(round, record)| {
                let life = (self.affairs()).round(outflank_pairing::RoundNumber(round));
                let pending = life.and_then(|life| {
                    let card = life.card_of(id)?;
                    let colour = card.colour_of(id)?;
                    let other = card.players().into_iter().find(|one| *one != id)?;
                    Some((other, colour))
                });
                self.cell(record, pending, |id| places.get(&id).copied())
            })
            .collect()
    }

    fn tie_breaks(&self) -> Vec<StepWord> {
        let Some((event, rules)) = self.record.as_ref().zip(self.rulebook()) else {
            return Vec::new();
        };
        let chain = match event.system {
            outflank_rulebook::System::Swiss | outflank_rulebook::System::ModifiedSwiss => {
                &rules.tie_breaks.value
            }
            outflank_rulebook::System::RoundRobin | outflank_rulebook::System::DoubleRoundRobin => {
                &rules.round_robin_tie_breaks.value
            }
        };
        chain.iter().map(|step| StepWord::from(*step)).collect()
    }

    /// How many go on, where the rulebook has finals of the first two or four.
    fn qualifying_places(&self) -> Option<u32> {
        use outflank_rulebook::axes::tournament::Finals;
        match self.rulebook()?.finals.value {
            Finals::SemiFinals => Some(4),
            Finals::PlayoffDecides => Some(2),
            Finals::None => None,
        }
    }
}
