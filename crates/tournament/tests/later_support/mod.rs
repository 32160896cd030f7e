//! Championships made to order: a table of 13 rounds with the points one asks for.
#![allow(dead_code, reason = "every test file uses its own part")]

use outflank_rulebook::{HalfDiscs, Rulebook, System};
use outflank_tournament::matches::MatchId;
use outflank_tournament::running::preset;
use outflank_tournament::{
    Entrant, EntrantId, Event, Game, GameResult, Gender, ListName, Round, Stage,
};

pub(crate) const ROUNDS: usize = 13;
/// Opponents who lose every game have numbers from here on.
pub(crate) const FILLERS: u32 = 1000;

pub(crate) fn wof() -> Rulebook {
    preset("wof/championship").unwrap()
}

pub(crate) fn id(n: u32) -> EntrantId {
    EntrantId(n)
}

pub(crate) fn score(black: u16, white: u16) -> GameResult {
    GameResult::played(HalfDiscs::discs(black), HalfDiscs::discs(white))
}

/// A championship after 13 rounds in which entrant n (from 1) has the n-th number of half points.
/// Of two with equal points the one named first has the better quotient.
pub(crate) fn with_half_points(half_points: &[u16]) -> Event {
    let mut event = Event::new(wof(), System::Swiss, u16::try_from(ROUNDS).unwrap());
    event.year = Some(2024);
    event.played = vec![Round::default(); ROUNDS];
    for (n, halves) in (1..).zip(half_points) {
        event
            .entrants
            .push(Entrant::new(id(n), format!("Player {n}")));
        let filler = FILLERS + n;
        let games = usize::from(halves / 2 + halves % 2);
        for (round, played) in event.played.iter_mut().take(games).enumerate() {
            let discs = match (round, halves % 2) {
                // A draw is the last of his games.
                (round, 1) if round + 1 == games => 32,
                (0, _) => 60 - u16::try_from(n).unwrap(),
                (_, _) => 40,
            };
            let result = score(discs, 64 - discs);
            played.games.push(Game::new(id(n), id(filler), result));
        }
    }
    for n in 1..=u32::try_from(half_points.len()).unwrap() {
        let name = format!("Filler {n}");
        event.entrants.push(Entrant::new(id(FILLERS + n), name));
    }
    event
}

/// Twelve to five points and so on down: nobody is tied.
pub(crate) fn untied() -> Event {
    with_half_points(&[24, 22, 20, 18, 16, 14, 12, 10, 8, 6])
}

pub(crate) fn of(stage: Stage, list: ListName, number: u16) -> MatchId {
    MatchId {
        stage,
        list,
        number,
    }
}

/// Another round after the preliminary ones, with games of these matches.
pub(crate) fn later(event: &mut Event, games: &[(MatchId, u32, u32, u16, u16)]) {
    let games = games.iter().map(|&(of, black, white, more, less)| Game {
        of: Some(of),
        ..Game::new(id(black), id(white), score(more, less))
    });
    let games: Vec<Game> = games.collect();
    let stage = games[0].of.unwrap().stage;
    event.played.push(Round {
        stage,
        games,
        ..Round::default()
    });
}

pub(crate) fn set(event: &mut Event, n: u32, change: impl FnOnce(&mut Entrant)) {
    let found = event.entrants.iter_mut().find(|one| one.id == id(n));
    change(found.unwrap());
}

pub(crate) fn women(event: &mut Event, ids: &[u32]) {
    for &n in ids {
        set(event, n, |one| one.gender = Some(Gender::Female));
    }
}

pub(crate) fn young(event: &mut Event, ids: &[u32]) {
    for &n in ids {
        set(event, n, |one| {
            one.born = Some("2011-03-04".parse().unwrap())
        });
    }
}

pub(crate) fn ids(list: &[EntrantId]) -> Vec<u32> {
    list.iter().map(|id| id.0).collect()
}
