//! What comes out of a game.

use outflank_formats::tournament_file::{GameEntry, ResultWord};
use outflank_pairing::{Colour, Lots, Pair};
use outflank_rulebook::axes::scoring::Empties;
use outflank_rulebook::{HalfDiscs, Rulebook};
use outflank_tournament::ByColour;

use crate::field::Field;
use crate::trouble::{Missed, Trouble};

/// One in so many games.
const RESIGNED: u64 = 60;
const DRAWN: u64 = 30;
const HALVED: u64 = 10;
const NOT_FULL: u64 = 8;

/// Plays a game: the stronger wins more often, official scores as the rulebook has them.
pub(crate) fn play(
    rules: &Rulebook,
    field: &Field,
    trouble: Trouble,
    lots: &mut Lots,
    pair: Pair,
) -> GameEntry {
    let mut game = GameEntry::new(pair.black, pair.white);
    match trouble.missed(lots) {
        Missed::Both => game.result = Some(ResultWord::DoubleForfeit),
        Missed::One(by) => {
            game.result = Some(ResultWord::Forfeit);
            game.by = Some(by);
        }
        Missed::Nobody if lots.below(DRAWN) == 0 => {
            game.discs = Some(ByColour::both(HalfDiscs::discs(32)));
        }
        Missed::Nobody => {
            // A thousand points of strength win three games in four.
            let black = 2000 + field.strength(pair.black) - field.strength(pair.white).min(1000);
            let winner = if lots.below(4000) < black {
                Colour::Black
            } else {
                Colour::White
            };
            if lots.below(RESIGNED) == 0 {
                game.result = Some(ResultWord::Resigned);
                game.by = Some(winner.other());
            } else {
                game.discs = Some(score(rules, lots, winner));
            }
        }
    }
    game
}

fn score(rules: &Rulebook, lots: &mut Lots, winner: Colour) -> ByColour<HalfDiscs> {
    let more = 1 + lots.below(32) as u16;
    let (mut high, mut low) = (HalfDiscs::discs(32 + more), HalfDiscs::discs(32 - more));
    match rules.empties.value {
        Empties::ToWinner => {}
        Empties::Halved if low.0 > 0 && lots.below(HALVED) == 0 => {
            high.0 += 1;
            low.0 -= 1;
        }
        // The last squares stayed empty.
        Empties::Ignored if low > HalfDiscs::discs(4) && lots.below(NOT_FULL) == 0 => {
            low = HalfDiscs(low.0 - HalfDiscs::discs(1 + lots.below(3) as u16).0);
        }
        Empties::Halved | Empties::Ignored => {}
    }
    ByColour::of(winner, high, low)
}
