//! One player's page.

use std::collections::BTreeMap;

use outflank_board::Side;
use outflank_pairing::{EntrantId, Float, History, RoundNumber};
use outflank_tournament::played_round;
use outflank_tournament::running::Phase;

use crate::views::moment::Moment;
use crate::views::public::figures::{Fraction, Halves};
use crate::views::public::games::Cell;
use crate::views::public::pairings::Seating;
use crate::views::public::quotient::{Quotient, fraction, records};
use crate::views::{Player, Views};

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct PlayerPage {
    pub player: Player,
    pub institute: Option<String>,
    pub team: Option<String>,
    /// The place in the latest standings, and after which round they are.
    pub place: Option<(u32, u16)>,
    pub points: Halves,
    pub bq: Option<Fraction>,
    /// The disc count in them.
    pub discs: Halves,
    /// The player's rounds, the latest first.
    pub rounds: Vec<PlayerRound>,
    /// The colours of the player's games, the first first; nothing for a round without a game.
    pub colours: Vec<Option<Side>>,
    /// The colour in the game that is published or in progress.
    pub next: Option<NextGame>,
    /// The calculation of the quotient.
    pub quotient: Option<Quotient>,
    /// The last round before the player withdrew.
    pub left_after: Option<u16>,
}

/// The game that is published or in progress.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct NextGame {
    pub round: u16,
    /// Where, or why not.
    pub seating: Seating,
    pub start: Option<Moment>,
    /// Whether the signal was given.
    pub started: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct PlayerRound {
    pub round: u16,
    pub cell: Cell,
    pub float: Float,
    pub total: Halves,
}

impl Views<'_> {
    /// One player's page; nothing if nobody has this number.
    #[must_use]
    pub fn player_page(&self, id: u32) -> Option<PlayerPage> {
        let entrant = EntrantId(id);
        let one = self.affairs().entrants.get(&entrant)?;
        let after = self.last_table();
        let row = after.and_then(|after| {
            let edition = self.affairs().latest_edition(after)?;
            edition.rows.iter().find(|row| row.id == entrant)
        });
        let rounds = self.player_rounds(entrant);
        let colours = (rounds.iter())
            .map(|round| match &round.cell {
                Cell::Game(game) => Some(game.side),
                Cell::Pending { .. } | Cell::Stay(_) => None,
            })
            .collect();
        Some(PlayerPage {
            player: self.player(entrant),
            institute: one.entry.institute.clone(),
            team: one.entry.team.clone(),
            place: row.zip(after).map(|(row, after)| (row.rank, after)),
            points: Halves(row.map_or(0, |row| u32::from(row.half_points.0))),
            bq: row.map(|row| fraction(row.bq)),
            discs: Halves(row.map_or(0, |row| row.half_discs)),
            colours,
            rounds: rounds.into_iter().rev().collect(),
            next: self.next_game(entrant),
            quotient: after.and_then(|after| self.quotient(id, after)),
            left_after: one.left.map(|left| left.after_round),
        })
    }

    /// The rounds that are validated; what is still open is in `next`.
    fn player_rounds(&self, id: EntrantId) -> Vec<PlayerRound> {
        let Some(event) = self.record.as_ref() else {
            return Vec::new();
        };
        let after = self.last_table().unwrap_or(0);
        let played: Vec<_> = (event.counted_rounds().take(usize::from(after)))
            .map(|round| played_round(&event.rules, round))
            .collect();
        let floats = History::of(&event.rules, &played)
            .map(|history| history.past(id).floats)
            .unwrap_or_default();
        let places: BTreeMap<EntrantId, u32> = self.places(after);
        let Some(all) = records(Some(event), after) else {
            return Vec::new();
        };
        let index = all.index(id);
        let points = index.map_or_else(Vec::new, |n| {
            all.of(n).iter().map(|record| record.points.0).collect()
        });
        let mut total = 0;
        (1..)
            .zip(self.strip(&all, id, &places))
            .map(|(round, cell)| {
                let n = usize::from(round - 1);
                total += u32::from(points.get(n).copied().unwrap_or(0));
                PlayerRound {
                    round,
                    cell,
                    float: floats.get(n).copied().unwrap_or(Float::None),
                    total: Halves(total),
                }
            })
            .collect()
    }

    fn next_game(&self, id: EntrantId) -> Option<NextGame> {
        let life = self.public_rounds().last()?;
        match life.phase {
            Phase::Proposed | Phase::Validated => return None,
            Phase::Announced | Phase::Started | Phase::Finished => {}
        }
        let RoundNumber(round) = life.number;
        let rows = self.pairings(round)?.by_name;
        let seating = rows.into_iter().find(|row| row.player.id == id.0)?.seating;
        Some(NextGame {
            round,
            seating,
            start: self.start_of(round),
            started: life.phase >= Phase::Started,
        })
    }
}
