//! Random tournaments in which players withdraw at every moment.

use outflank_rulebook::{HalfDiscs, System};
use outflank_tournament::course::course;
use outflank_tournament::matches::{Colours, Length, Match, MatchState};
use outflank_tournament::{
    Additional, Cause, Colour, Entrant, EntrantId, Event, Game, GameResult, Gender, Round, Seed,
    Withdrawal,
};

use crate::support;

/// A small random source: the same seed gives the same tournament on every machine.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 33).unwrap() % end
    }

    /// True in one of `out_of` cases.
    pub(crate) fn one_in(&mut self, out_of: u32) -> bool {
        self.below(out_of) == 0
    }
}

/// A tournament of few rounds, so that many players tie, played to its end or to a random moment.
pub(crate) fn tournament(preset: &str, seed: u64) -> Event {
    let mut dice = Dice::new(seed);
    let players = 2 + dice.below(18);
    let rounds = u16::try_from(1 + dice.below(5)).unwrap();
    let mut event = support::event(preset, System::Swiss, rounds, players);
    event.seed = Seed::new(seed).unwrap();
    event.year = Some(2024);
    for entrant in &mut event.entrants {
        describe(&mut dice, entrant);
    }
    maybe_withdraw(&mut dice, &mut event);
    for _ in 0..rounds {
        let round = preliminary_round(&mut dice, &event);
        event.played.push(round);
        maybe_withdraw(&mut dice, &mut event);
    }
    // Some events are looked at before their end.
    let moments = if dice.one_in(4) {
        dice.below(5)
    } else {
        u32::MAX
    };
    let mut moment = 0;
    while moment < moments {
        let course = course(&event);
        let due: Vec<Match> = course.next().into_iter().cloned().collect();
        let Some(first) = due.first() else {
            break;
        };
        let stage = first.id().stage;
        let games = due.iter().map(|one| game_of(&mut dice, one)).collect();
        event.played.push(Round {
            stage,
            games,
            ..Round::default()
        });
        maybe_withdraw(&mut dice, &mut event);
        moment += 1;
    }
    event
}

fn describe(dice: &mut Dice, entrant: &mut Entrant) {
    entrant.gender = Some(match dice.one_in(3) {
        true => Gender::Female,
        false => Gender::Male,
    });
    entrant.young = Some(dice.one_in(3));
    entrant.team = Some(["AAA", "BBB", "CCC", "DDD"][dice.below(4) as usize].to_owned());
    entrant.additional = dice.one_in(12).then_some(Additional::Host);
    entrant.no_title = dice.one_in(5);
    entrant.institute = Some(["North", "South", "West"][dice.below(3) as usize].to_owned());
}

fn has_left(event: &Event, id: EntrantId) -> bool {
    outflank_tournament::withdrawals(event)
        .iter()
        .any(|left| left.id == id)
}

fn maybe_withdraw(dice: &mut Dice, event: &mut Event) {
    while dice.one_in(4) {
        let count = u32::try_from(event.entrants.len()).unwrap();
        let id = EntrantId(1 + dice.below(count));
        if !has_left(event, id) {
            event.withdrawn.push(Withdrawal {
                id,
                after_round: u16::try_from(event.played.len()).unwrap(),
                cause: Cause::Declared,
            });
        }
    }
}

fn preliminary_round(dice: &mut Dice, event: &Event) -> Round {
    let mut here: Vec<EntrantId> = (event.entrants.iter().map(|one| one.id))
        .filter(|id| !has_left(event, *id))
        .collect();
    for n in (1..here.len()).rev() {
        let other = dice.below(u32::try_from(n + 1).unwrap()) as usize;
        here.swap(n, other);
    }
    let mut round = Round::default();
    if dice.one_in(3) {
        round.absent.extend(here.pop());
    }
    if here.len() % 2 == 1 {
        round.byes.extend(here.pop());
    }
    for two in here.chunks(2) {
        let result = preliminary_result(dice);
        round.games.push(Game::new(two[0], two[1], result));
    }
    round
}

fn preliminary_result(dice: &mut Dice) -> GameResult {
    let by = [Colour::Black, Colour::White][dice.below(2) as usize];
    match dice.below(20) {
        0 => GameResult::missing(by),
        1 => GameResult::both_missing(),
        2 => GameResult::Resigned { by, discs: None },
        _ => score(dice),
    }
}

/// Few scores, so that quotients and disc counts tie too.
fn score(dice: &mut Dice) -> GameResult {
    let black = [32, 40, 24, 33, 31, 40, 24][dice.below(7) as usize];
    GameResult::played(HalfDiscs::discs(black), HalfDiscs::discs(64 - black))
}

fn game_of(dice: &mut Dice, one: &Match) -> Game {
    let MatchState::Due { colours, .. } = one.state else {
        panic!("{one:?}");
    };
    let [higher, lower] = one.players();
    let black = match colours {
        Colours::Reversed { black } => one.player(black),
        Colours::Chosen { .. } | Colours::ByLot => [higher, lower][dice.below(2) as usize],
    };
    let white = if black == higher { lower } else { higher };
    let mut result = score(dice);
    if let GameResult::Played { discs, winner } = &mut result
        && discs.black == discs.white
        && one.call.rule.length == Length::Single
    {
        *winner = Some([Colour::Black, Colour::White][dice.below(2) as usize]);
    }
    Game {
        of: Some(one.id()),
        ..Game::new(black, white, result)
    }
}
