//! Small random events, played on until opponents run out: every round against brute force.

use crate::brute;
use crate::support::{Dice, count};
use outflank_pairing::{
    Entrant, EntrantId, GameKind, HalfPoints, Hand, History, LevelKind, Pairing, Place, PlayedGame,
    PlayedRound, RoundInput, RoundNumber, Seed, pair_round, verify_pairing,
};
use outflank_rulebook::{Rulebook, System, shipped, shipped_ids};

/// An event that is being played.
struct Playing {
    rules: Rulebook,
    system: System,
    seed: Seed,
    entrants: Vec<Entrant>,
    history: History,
}

impl Playing {
    fn random(dice: &mut Dice) -> Self {
        let ids: Vec<&str> = shipped_ids().collect();
        let id = ids[dice.up_to(ids.len() as u64 - 1) as usize];
        let mut rules = shipped(id).expect("shipped").clone();
        if dice.up_to(3) == 0 {
            (rules.set("float_memory", "last_round")).expect("a value of the axis");
        }
        // Brute force takes 10,395 pairings for 12 players, so large fields are rare.
        let players = match dice.up_to(60) {
            0 => 12,
            1 => 11,
            2..=4 => 10,
            5..=7 => 9,
            other => 4 + other % 5,
        };
        Self {
            rules,
            system: match dice.up_to(3) {
                0 => System::ModifiedSwiss,
                _ => System::Swiss,
            },
            seed: Seed::new(dice.roll() >> 11).expect("a small seed"),
            entrants: entrants(players as u32, dice),
            history: History::default(),
        }
    }

    /// The next round, entrants in a random order.
    fn input(&self, dice: &mut Dice) -> RoundInput {
        let mut entrants = self.entrants.clone();
        for entrant in &mut entrants {
            entrant.points = self.history.points(entrant.id);
            entrant.past = self.history.past(entrant.id);
        }
        entrants.sort_by_key(|entrant| (std::cmp::Reverse(entrant.points), entrant.place));
        for (at, entrant) in entrants.iter_mut().enumerate() {
            entrant.place = Place(at as u32 + 1);
        }
        for last in (1..entrants.len()).rev() {
            entrants.swap(last, dice.up_to(last as u64) as usize);
        }
        RoundInput {
            round: RoundNumber(self.history.rounds() + 1),
            system: self.system,
            seed: self.seed,
            entrants,
            hand: Hand::default(),
        }
    }

    fn play(&mut self, pairing: &Pairing, dice: &mut Dice) {
        let games = pairing.tables.pairs.iter().map(|pair| {
            let black = [0, 0, 2, 2, 1][dice.up_to(4) as usize];
            let kind = match (black, dice.up_to(14)) {
                (0 | 2, 0) => GameKind::Default,
                _ => GameKind::Played,
            };
            PlayedGame {
                black: pair.black,
                white: pair.white,
                black_points: HalfPoints(black),
                white_points: HalfPoints(2 - black),
                kind,
            }
        });
        let round = PlayedRound {
            games: games.collect(),
            byes: pairing.tables.bye.into_iter().collect(),
            absent: Vec::new(),
        };
        let added = self.history.add(&self.rules, &round);
        added.expect("everybody plays once");
    }
}

fn entrants(players: u32, dice: &mut Dice) -> Vec<Entrant> {
    let rated = dice.up_to(2) > 0;
    (1..=players)
        .map(|number| Entrant {
            rating: (rated && dice.up_to(4) > 0).then(|| 1000 + 25 * dice.up_to(20) as i32),
            country: (dice.up_to(4) > 0).then(|| ["AA", "BB", "CC"][dice.up_to(2) as usize].into()),
            // Numbers with gaps, in another order than the places.
            ..Entrant::newcomer(EntrantId((number * 7) % 100), Place(number))
        })
        .collect()
}

/// Every round of this many events, until nobody is left to meet and one round more.
fn for_every_round(rounds: u64, mut check: impl FnMut(&Playing, &RoundInput, &Pairing)) {
    let mut checked = 0;
    for seed in 0.. {
        let mut dice = Dice(seed);
        let mut event = Playing::random(&mut dice);
        let last = event.entrants.len() as u64 + dice.up_to(2);
        for _ in 0..last.min(9) {
            let input = event.input(&mut dice);
            let pairing = pair_round(&event.rules, &input).expect("a proper round");
            check(&event, &input, &pairing);
            event.play(&pairing, &mut dice);
            checked += 1;
            if checked == rounds {
                return;
            }
        }
    }
}

fn agree(rules: &Rulebook, input: &RoundInput, pairing: &Pairing) {
    let (seating, values) = brute::best(rules, input);
    let mut ids: Vec<_> = input.entrants.iter().map(|entrant| entrant.id).collect();
    ids.sort_unstable();
    let mut pairs: Vec<_> = (seating.pairs.iter())
        .map(|&(a, b)| (ids[a], ids[b]))
        .collect();
    let mut ours: Vec<_> = (pairing.tables.pairs.iter())
        .map(|pair| (pair.black, pair.white))
        .collect();
    pairs.sort_unstable();
    ours.sort_unstable();
    let what = || format!("{} round {}: {input:?}", rules.about.id, input.round);
    assert_eq!(ours, pairs, "{}", what());
    let bye = seating.bye.map(|bye| ids[bye]);
    assert_eq!(pairing.tables.bye, bye, "{}", what());
    let cost = pairing.cost.iter().flat_map(|level| &level.values).copied();
    let cost: Vec<i64> = (cost.chain([pairing.lots]))
        .map(|value| value as i64)
        .collect();
    assert_eq!(cost, values, "{}", what());
}

#[test]
fn brute_force_agrees_on_every_round() {
    for_every_round(count(20_000), |event, input, pairing| {
        agree(&event.rules, input, pairing);
    });
}

/// The rating fold leaves the bye out, so the two must be found together.
///
/// clauses: BOF-swiss-6
#[test]
fn brute_force_agrees_where_the_levels_above_the_fold_leave_the_bye_open() {
    for seed in 0..count(2_000) {
        let mut dice = Dice(seed);
        let players = 5 + 2 * dice.up_to(2) as u32;
        let mut event = Playing {
            rules: shipped("bof").unwrap().clone(),
            system: System::Swiss,
            seed: Seed::new(seed).unwrap(),
            entrants: entrants(players, &mut dice),
            history: History::default(),
        };
        event.entrants[0].rating = Some(1500);
        let first = event.input(&mut dice);
        event.play(&pair_round(&event.rules, &first).unwrap(), &mut dice);
        let mut input = event.input(&mut dice);
        for entrant in &mut input.entrants {
            entrant.past.byes += u16::from(dice.up_to(5) > 0);
        }
        let pairing = pair_round(&event.rules, &input).unwrap();
        assert_eq!(verify_pairing(&event.rules, &input, &pairing), Ok(()));
        agree(&event.rules, &input, &pairing);
    }
}

#[test]
fn every_proof_holds_and_the_order_of_a_file_is_of_no_account() {
    for_every_round(count(5_000), |event, input, pairing| {
        assert_eq!(verify_pairing(&event.rules, input, pairing), Ok(()));
        let mut turned = input.clone();
        turned.entrants.reverse();
        assert_eq!(&pair_round(&event.rules, &turned).unwrap(), pairing);
    });
}

/// clauses: WOC-II.7.2.a, BOF-swiss-1, SOC-II.4.1
#[test]
fn small_events_go_on_after_everybody_has_met_and_say_what_bent() {
    for id in shipped_ids() {
        let mut dice = Dice(17);
        let mut event = Playing {
            rules: shipped(id).expect("shipped").clone(),
            system: System::Swiss,
            seed: Seed::default(),
            entrants: entrants(6, &mut dice),
            history: History::default(),
        };
        let mut repeats = Vec::new();
        for _ in 0..8 {
            let input = event.input(&mut dice);
            let pairing = pair_round(&event.rules, &input).unwrap();
            let bent = pairing
                .bent
                .iter()
                .find(|bent| bent.kind == LevelKind::RepeatMeeting);
            repeats.push(bent.map_or(0, |bent| bent.pairs.len()) as u64);
            assert_eq!(repeats.last(), pairing.cost[0].values.first(), "{id}");
            assert_eq!(
                bent.map(|bent| &bent.basis),
                bent.map(|_| &pairing.cost[0].basis)
            );
            event.play(&pairing, &mut dice);
        }
        // Six players have five opponents each, so at the latest round 6 repeats everything.
        assert_eq!(repeats[0], 0, "{id}");
        assert_eq!(repeats[7], 3, "{id}");
    }
}
