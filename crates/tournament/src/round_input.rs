//! From an event to what a round is paired from.

use std::collections::{BTreeMap, BTreeSet};

use outflank_pairing::{
    Entrant as Seat, EntrantId, Hand, History, Pair, Place, PlayedGame, PlayedRound, RoundInput,
    RoundNumber, RoundRefused, Tables,
};
use outflank_rulebook::Rulebook;

use crate::event::Event;
use crate::group_a::is_in_group_a;
use crate::round::Round;
use crate::standings::standings_of_all;
use crate::withdrawal::withdrawals;

/// What the next round is paired from: everybody who has not left, with points, place and history,
/// and the director's hand.
///
/// # Errors
///
/// [`RoundRefused`] if a player is in a round twice.
pub fn round_input(event: &Event) -> Result<RoundInput, RoundRefused> {
    input_of(event, event.rounds_played() + 1, event.next.clone())
}

/// A round that was played: what it could have been paired from, and how it was paired. `None` if
/// there is no such round.
///
/// # Errors
///
/// [`RoundRefused`] if a player is in a round twice.
pub fn round_input_as_played(
    event: &Event,
    number: RoundNumber,
) -> Result<Option<(RoundInput, Tables)>, RoundRefused> {
    let Some(round) = (number.0.checked_sub(1))
        .and_then(|before| event.counted_rounds().nth(usize::from(before)))
    else {
        return Ok(None);
    };
    let mut input = input_of(event, number.0, Hand::default())?;
    let tables = tables_of(round, &mut input);
    Ok(Some((input, tables)))
}

fn input_of(event: &Event, number: u16, hand: Hand) -> Result<RoundInput, RoundRefused> {
    let before = number - 1;
    let mut history = History::default();
    for round in event.counted_rounds().take(usize::from(before)) {
        history.add(&event.rules, &played_round(&event.rules, round))?;
    }
    let places: BTreeMap<EntrantId, Place> = (standings_of_all(event, before).rows.iter().zip(1..))
        .map(|(row, place)| (row.id, Place(place)))
        .collect();
    let left: BTreeSet<EntrantId> = (withdrawals(event).iter())
        .filter(|left| left.after_round < number)
        .map(|left| left.id)
        .collect();
    let entrants = event.entrants.iter().filter(|one| !left.contains(&one.id));
    Ok(RoundInput {
        round: RoundNumber(number),
        system: event.system,
        seed: event.seed,
        entrants: entrants
            .map(|entrant| Seat {
                id: entrant.id,
                points: history.points(entrant.id),
                place: places.get(&entrant.id).copied().unwrap_or(Place(0)),
                rating: entrant.rating,
                seeding: entrant.seeding,
                country: entrant.pairing_country().map(str::to_owned),
                in_group_a: entrant.group_a.unwrap_or_else(|| {
                    (event.year).is_some_and(|year| is_in_group_a(&event.rules, entrant, year))
                }),
                past: history.past(entrant.id),
            })
            .collect(),
        hand,
    })
}

/// A round as pairing's history knows it; games that do not count are left out.
pub fn played_round(rules: &Rulebook, round: &Round) -> PlayedRound {
    let games = round.counted_games().filter_map(|game| {
        let settled = game.result.settled(rules)?;
        Some(PlayedGame {
            black: game.black,
            white: game.white,
            black_points: settled.points.black,
            white_points: settled.points.white,
            kind: settled.kind,
        })
    });
    PlayedRound {
        games: games.collect(),
        byes: round.byes.clone(),
        absent: round.absent.clone(),
    }
}

/// The pairing of a played round. Players who are not in it count as absent. Of several byes
/// that nobody is known to have asked for, the lowest had the bye of an odd number.
fn tables_of(round: &Round, input: &mut RoundInput) -> Tables {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut playing: BTreeSet<EntrantId> = BTreeSet::new();
    for game in round.counted_games() {
        if !playing.contains(&game.black) && !playing.contains(&game.white) {
            playing.extend([game.black, game.white]);
            pairs.push(Pair {
                black: game.black,
                white: game.white,
            });
        }
    }
    // The order of the file is of no account.
    pairs.sort_by_key(|pair| pair.players());
    let (mut requested, mut byes): (Vec<EntrantId>, Vec<EntrantId>) =
        (round.byes.iter()).partition(|id| round.requested_byes.contains(id));
    let place = |id: EntrantId| {
        let seat = input.entrants.iter().find(|seat| seat.id == id);
        seat.map_or(Place(0), |seat| seat.place)
    };
    byes.sort_by_key(|&id| std::cmp::Reverse(place(id)));
    let bye = (byes.len() % 2 == 1).then(|| byes.remove(0));
    requested.extend(byes);
    let seated =
        |id: &EntrantId| playing.contains(id) || bye == Some(*id) || requested.contains(id);
    input.hand.absent = (input.entrants.iter().map(|seat| seat.id))
        .filter(|id| !seated(id))
        .collect();
    input.hand.requested_byes = requested;
    Tables { pairs, bye }
}
