//! A tablet at a table behind a network that drops, duplicates, reorders and delays, with cuts and restarts of
//! the server: every tap counts once, at the moment it was made, and the clocks charge to the millisecond.

use std::collections::VecDeque;

use crate::desk_hall::{Hall, run};
use crate::desk_wire::{Dice, Turn, plan, seeds};
use outflank_board::BySide;
use outflank_desk::access::Caller;
use outflank_desk::table::device::{Heard, Place};
use outflank_desk::views::board::table::{ClockMode, opening};
use outflank_desk::{GameId, GameRequest, Made, Request, What};
use outflank_game as game;
use outflank_game::{Opening, Phase, TimeAsked};
use outflank_rulebook::Millis;

/// A tap that waits on the tablet.
#[derive(Clone)]
struct Tap {
    id: String,
    by: game::By,
    act: game::Act,
    at_ms: i64,
}

/// A device: it sends one tap at a time, in order, each until it is answered.
struct Tablet {
    judge: Caller,
    game: GameId,
    name: &'static str,
    place: Place,
    /// What its clock is behind the server's.
    behind_ms: i64,
    queue: VecDeque<Tap>,
}

impl Tablet {
    fn monotonic(&self, hall: &Hall) -> i64 {
        hall.desk.now().0 - self.behind_ms
    }

    fn request(&self, tap: &Tap) -> Request {
        Request {
            made: Some(Made {
                device: self.name.to_owned(),
                at_ms: Some(tap.at_ms),
                used_ms: None,
            }),
            ..Request::new(
                &tap.id,
                What::Game(Box::new(GameRequest {
                    game: self.game.clone(),
                    by: tap.by,
                    act: tap.act.clone(),
                })),
            )
        }
    }

    async fn contact(&self, hall: &Hall) {
        let heard = Heard {
            device: self.name.to_owned(),
            at_ms: self.monotonic(hall),
            queued: Some(u32::try_from(self.queue.len()).unwrap()),
            place: self.place,
        };
        hall.desk
            .heard(&self.judge, &self.game, &heard)
            .await
            .unwrap();
    }
}

/// A table whose players are ready.
async fn table(hall: &Hall, mode: ClockMode) -> GameId {
    hall.enter(8).await;
    let round = hall.start_round().await;
    let opening = Opening {
        time: TimeAsked::Each(BySide::both(Millis::minutes(60))),
        ..opening(&hall.now(), round, mode)
    };
    let game = hall.open_game(round, 1, opening).await;
    for by in [game::By::Black, game::By::White] {
        hall.game_act(&game, by, game::Act::ConfirmReady).await;
    }
    game
}

async fn played(seed: u64, mode: ClockMode) {
    let mut dice = Dice::new(seed);
    let mut hall = Hall::open("bof/regional").await;
    let game = table(&hall, mode).await;
    let mut tablet = Tablet {
        judge: hall.judge(1, 1).await,
        game: game.clone(),
        name: "tablet",
        place: Place::Board,
        behind_ms: dice.ms(1_000_000_000),
        queue: VecDeque::new(),
    };
    tablet.contact(&hall).await;
    // White's press carries the director's signal, since the round has started.
    hall.game_act(&game, game::By::White, game::Act::Press)
        .await;
    let turns = plan(&mut dice, 30_000);
    let mut due = hall.desk.now().0;
    let mut moments: VecDeque<(i64, usize)> = VecDeque::new();
    for (index, (_, _, took)) in turns.iter().enumerate() {
        due += took;
        moments.push_back((due, index));
    }
    let mut wire: Vec<Request> = Vec::new();
    let mut cut_until = 0;
    for step in 0_u32.. {
        assert!(step < 200_000, "seed {seed}: never done");
        hall.clock.pass_ms(100);
        let now = hall.desk.now().0;
        while moments.front().is_some_and(|(at, _)| *at <= now) {
            let (at, index) = moments.pop_front().unwrap();
            let (side, square, _) = turns[index];
            let act = square.map_or(game::Act::Pass, |square| game::Act::Play { square });
            tablet.queue.push_back(Tap {
                id: format!("tap-{index}"),
                by: side.into(),
                act,
                at_ms: at - tablet.behind_ms,
            });
        }
        if moments.is_empty() && tablet.queue.is_empty() {
            break;
        }
        if dice.below(400) == 0 {
            cut_until = now + dice.ms(120_000);
        }
        if dice.below(1500) == 0 {
            // The tablet keeps its own time: a restart of the server pauses nothing here.
            hall.restart().await;
        }
        // An old message comes once more, long after.
        if !wire.is_empty() && dice.below(20) == 0 {
            let index = usize::try_from(dice.below(wire.len() as u64)).unwrap();
            let letter = wire.swap_remove(index);
            let _ = hall.desk.submit(&tablet.judge, letter).await;
        }
        if now < cut_until || dice.below(3) != 0 {
            continue;
        }
        if dice.below(8) == 0 {
            tablet.contact(&hall).await;
        }
        let Some(tap) = tablet.queue.front().cloned() else {
            continue;
        };
        let letter = tablet.request(&tap);
        match dice.below(5) {
            // Lost on the way.
            0 => {}
            // Lost on the way back: it is done, and sent again.
            1 => {
                hall.desk
                    .submit(&tablet.judge, letter.clone())
                    .await
                    .unwrap();
                wire.push(letter);
            }
            _ => {
                let answer = hall
                    .desk
                    .submit(&tablet.judge, letter.clone())
                    .await
                    .unwrap();
                assert_eq!(answer.held, None, "seed {seed}: {} is held", tap.id);
                tablet.queue.pop_front();
                if dice.below(4) == 0 {
                    wire.push(letter);
                }
            }
        }
    }
    check(&hall, &game, &turns, seed).await;
}

async fn check(hall: &Hall, id: &GameId, turns: &[Turn], seed: u64) {
    let now = hall.desk.game(id).await.unwrap().unwrap();
    let record = &now.game.record().plies;
    assert_eq!(now.game.phase(), Phase::Over, "seed {seed}");
    assert!(now.held.is_empty(), "seed {seed}: {:?}", now.held);
    assert_eq!(record.len(), turns.len(), "seed {seed}");
    for (number, (ply, (side, square, took))) in record.iter().zip(turns).enumerate() {
        assert_eq!(
            (ply.player, ply.square),
            (*side, *square),
            "seed {seed}, turn {number}"
        );
        assert_eq!(ply.used.0, *took, "seed {seed}, turn {number}");
    }
    // A desk that reads the log anew sees the same.
    let again = outflank_desk::Desk::open(
        hall.store.clone(),
        hall.clock.clone(),
        outflank_desk::Options::default(),
    );
    let again = again.await.unwrap().game(id).await.unwrap().unwrap();
    assert_eq!(again.game, now.game, "seed {seed}");
}

#[test]
fn every_tap_counts_once_at_its_own_moment() {
    run(async {
        for seed in seeds(20) {
            played(seed, ClockMode::OneTap).await;
        }
    });
}

#[test]
fn every_tap_beside_a_physical_clock_counts_once_at_its_own_moment() {
    run(async {
        for seed in seeds(10) {
            played(seed, ClockMode::Physical).await;
        }
    });
}

#[test]
fn the_clock_page_charges_exactly_whichever_device_is_cut_off() {
    run(async {
        for seed in seeds(20) {
            beside_a_clock_page(seed).await;
        }
    });
}

/// A device behind its own line, with what is still under way to the server.
struct Device {
    tablet: Tablet,
    cut_until: i64,
    old: Vec<Request>,
}

impl Device {
    async fn new(hall: &Hall, game: &GameId, name: &'static str, place: Place) -> Self {
        let tablet = Tablet {
            judge: hall.judge(1, 1).await,
            game: game.clone(),
            name,
            place,
            behind_ms: 12_345,
            queue: VecDeque::new(),
        };
        tablet.contact(hall).await;
        Self {
            tablet,
            cut_until: 0,
            old: Vec::new(),
        }
    }

    fn tap(&mut self, id: String, by: game::By, act: game::Act, at: i64) {
        self.tablet.queue.push_back(Tap {
            id,
            by,
            act,
            at_ms: at - self.tablet.behind_ms,
        });
    }

    /// Sends what waits, if the line lets it; answers whether it is in contact.
    async fn work(&mut self, hall: &Hall, dice: &mut Dice, seed: u64) -> bool {
        let now = hall.desk.now().0;
        if dice.below(400) == 0 {
            self.cut_until = now + dice.ms(90_000);
        }
        if !self.old.is_empty() && dice.below(20) == 0 {
            let index = usize::try_from(dice.below(self.old.len() as u64)).unwrap();
            let letter = self.old.swap_remove(index);
            let _ = hall.desk.submit(&self.tablet.judge, letter).await;
        }
        if now < self.cut_until || dice.below(3) != 0 {
            return false;
        }
        if dice.below(8) == 0 {
            self.tablet.contact(hall).await;
        }
        let Some(tap) = self.tablet.queue.front().cloned() else {
            return true;
        };
        let letter = self.tablet.request(&tap);
        let fate = dice.below(5);
        if fate == 0 {
            return true;
        }
        let judge = &self.tablet.judge;
        let answer = hall.desk.submit(judge, letter.clone()).await;
        let answer = answer.unwrap_or_else(|refusal| panic!("seed {seed}: {}: {refusal}", tap.id));
        assert_eq!(answer.held, None, "seed {seed}: {} is held", tap.id);
        self.old.push(letter);
        // Otherwise the answer is lost, and the tap is sent again.
        if fate > 1 {
            self.tablet.queue.pop_front();
        }
        true
    }
}

/// The players press a clock page; the judge taps each move when he sees it and his device lets him. Each device has
/// its own cuts, so that presses come before their moves and moves before their presses.
async fn beside_a_clock_page(seed: u64) {
    let mut dice = Dice::new(seed);
    let mut hall = Hall::open("bof/regional").await;
    let game = table(&hall, ClockMode::ClockPage).await;
    let mut tablet = Device::new(&hall, &game, "tablet", Place::Board).await;
    let mut clock = Device::new(&hall, &game, "clock", Place::Clock).await;
    hall.game_act(&game, game::By::White, game::Act::Press)
        .await;
    let turns = plan(&mut dice, 30_000);
    let mut pressed_at = hall.desk.now().0;
    // When the disc is on the board and when the clock is pressed.
    let mut moments: VecDeque<(i64, i64, usize)> = VecDeque::new();
    for (index, (_, _, took)) in turns.iter().enumerate() {
        let placed = pressed_at + took - dice.ms(200.max(took.unsigned_abs() / 2));
        pressed_at += took;
        moments.push_back((placed, pressed_at, index));
    }
    let mut to_tap = moments.clone();
    let mut tapped = 0;
    for step in 0_u32.. {
        assert!(step < 200_000, "seed {seed}: never done");
        hall.clock.pass_ms(100);
        let now = hall.desk.now().0;
        while moments.front().is_some_and(|(_, at, _)| *at <= now) {
            let (_, at, index) = moments.pop_front().unwrap();
            let by = turns[index].0.into();
            clock.tap(format!("press-{index}"), by, game::Act::Press, at);
        }
        if dice.below(1500) == 0 {
            hall.restart().await;
        }
        clock.work(&hall, &mut dice, seed).await;
        let is_heard = tablet.work(&hall, &mut dice, seed).await;
        let stands = hall.desk.game(&game).await.unwrap().unwrap();
        if stands.game.phase() == Phase::Over && clock.tablet.queue.is_empty() {
            break;
        }
        // The device shows what the server says: the next move is tapped when the one before is complete.
        let is_free = usize::from(stands.game.table().plies) == tapped
            && !stands.game.table().is_complete()
            && tablet.tablet.queue.is_empty();
        let Some((placed, _, index)) = to_tap.front().copied() else {
            continue;
        };
        let square = turns[index].1;
        // A pass has no disc to see: the judge sees that the clock was pressed.
        let is_seen = placed <= now && (square.is_some() || !stands.presses.is_empty());
        if is_heard && is_free && is_seen && dice.below(20) == 0 {
            to_tap.pop_front();
            tapped += 1;
            let act = square.map_or(game::Act::Pass, |square| game::Act::Play { square });
            tablet.tap(format!("tap-{index}"), turns[index].0.into(), act, now);
        }
    }
    check(&hall, &game, &turns, seed).await;
}
