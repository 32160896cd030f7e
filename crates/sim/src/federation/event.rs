//! One event: a Swiss of a few rounds, so that ties are everywhere.

use outflank_federation::{GameLine, PersonNumber, Placed, Results};
use outflank_tournament::{Colour, HalfPoints};

use super::Run;
use super::people::Someone;

/// One game in so many is drawn.
const DRAWN: u64 = 12;

/// A player at a tournament.
struct Player {
    who: Someone,
    half_points: u16,
    discs: u64,
    met: Vec<PersonNumber>,
    had_bye: bool,
}

impl Run<'_> {
    /// Who comes to an event.
    pub(super) fn field(&mut self, event: u64) -> Vec<Someone> {
        let mut field = Vec::new();
        for who in self.everybody.clone() {
            let comes = self.lots.below(10) < who.often;
            if comes && (who.from..=who.until).contains(&event) {
                field.push(who);
            }
        }
        field
    }

    pub(super) fn play(&mut self, field: &[Someone], rounds: u16) -> Results {
        let mut players: Vec<Player> = (field.iter())
            .map(|who| Player {
                who: *who,
                half_points: 0,
                discs: 0,
                met: Vec::new(),
                had_bye: false,
            })
            .collect();
        let mut games = Vec::new();
        for round in 1..=rounds {
            players.sort_by_key(|one| (std::cmp::Reverse(one.half_points), one.who.number));
            let mut waiting: Vec<usize> = (0..players.len()).collect();
            if waiting.len() % 2 == 1 {
                let last = waiting.iter().rposition(|index| !players[*index].had_bye);
                let bye = waiting.remove(last.unwrap_or(waiting.len() - 1));
                players[bye].had_bye = true;
                players[bye].half_points += 2;
                players[bye].discs += 44;
            }
            while !waiting.is_empty() {
                let black = waiting.remove(0);
                let other = players[black].who.number;
                let new = |index: &usize| !players[*index].met.contains(&other);
                let place = waiting.iter().position(new).unwrap_or(0);
                let white = waiting.remove(place);
                games.push(self.game(&mut players, round, black, white));
            }
        }
        players.sort_by_key(|one| {
            let (points, discs) = (one.half_points, one.discs);
            (
                std::cmp::Reverse(points),
                std::cmp::Reverse(discs),
                one.who.number,
            )
        });
        Results {
            placed: (players.iter().zip(1..))
                .map(|(one, place)| Placed {
                    person: one.who.number,
                    place,
                    half_points: HalfPoints(one.half_points),
                    no_title: false,
                })
                .collect(),
            games,
            champion: None,
        }
    }

    fn game(&mut self, players: &mut [Player], round: u16, black: usize, white: usize) -> GameLine {
        let edge = 500 + players[black].who.strength - players[white].who.strength.min(499);
        let winner = match self.lots.below(DRAWN) {
            0 => None,
            _ if self.lots.below(1_000) < edge.min(950) => Some(Colour::Black),
            _ => Some(Colour::White),
        };
        let more = self.lots.below(32);
        let (numbers, points, discs) = (
            [players[black].who.number, players[white].who.number],
            match winner {
                Some(Colour::Black) => [2, 0],
                Some(Colour::White) => [0, 2],
                None => [1, 1],
            },
            match winner {
                Some(Colour::Black) => [33 + more, 31 - more],
                Some(Colour::White) => [31 - more, 33 + more],
                None => [32, 32],
            },
        );
        for (side, index) in [black, white].into_iter().enumerate() {
            players[index].half_points += points[side];
            players[index].discs += discs[side];
            players[index].met.push(numbers[1 - side]);
        }
        GameLine {
            round,
            black: numbers[0],
            white: numbers[1],
            winner,
        }
    }
}
