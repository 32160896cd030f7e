//! A tablet at a table behind a network that drops, duplicates, reorders and delays, with cuts and restarts of
//! the server: every tap counts once, at the moment it was made, and the clocks charge to the millisecond.
#![expect(
    clippy::unwrap_used,
    reason = "a test stops where something is missing"
)]

mod desk_hall;

use std::collections::VecDeque;

use desk_hall::{Hall, run};
use outflank_board::{Position, Side, Square};
use outflank_desk::access::Caller;
use outflank_desk::device::{Heard, Place};
use outflank_desk::{GameId, GameRequest, Made, Request, What};
use outflank_game as game;
use outflank_game::{ClockKind, Opening, Phase};

/// Dice of their own, so that a failure prints its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    fn ms(&mut self, limit: u64) -> i64 {
        i64::try_from(self.below(limit)).unwrap()
    }
}

/// A tap that waits on the tablet.
#[derive(Clone)]
struct Tap {
    id: String,
    by: game::By,
    act: game::Act,
    at_ms: i64,
}

/// The tablet: it sends one tap at a time, in order, each until it is answered.
struct Tablet {
    judge: Caller,
    game: GameId,
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
                device: "tablet".to_owned(),
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
            device: "tablet".to_owned(),
            at_ms: self.monotonic(hall),
            queued: Some(u32::try_from(self.queue.len()).unwrap()),
            place: Place::Board,
        };
        hall.desk
            .heard(&self.judge, &self.game, &heard)
            .await
            .unwrap();
    }
}

/// A whole game, move by move, with the time each takes.
fn plan(dice: &mut Dice) -> Vec<(Side, Option<Square>, i64)> {
    let mut position = Position::start();
    let mut turns = Vec::new();
    while !position.is_over() {
        let side = position.to_move();
        let moves: Vec<Square> = position.legal_moves().iter().collect();
        let took = 200 + dice.ms(30_000);
        let (square, after) = if moves.is_empty() {
            (None, position)
        } else {
            let square = moves[usize::try_from(dice.below(moves.len() as u64)).unwrap()];
            let turned = position.with_turned(side, position.flips(side, square));
            (Some(square), turned.with_disc(side, square))
        };
        turns.push((side, square, took));
        position = after.with_to_move(side.other());
    }
    turns
}

async fn played(seed: u64) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut hall = Hall::open("bof/regional").await;
    hall.enter(8).await;
    let round = hall.start_round().await;
    let opening = Opening {
        clock_kind: ClockKind::Software,
        time: game::TimeAsked::Each(outflank_board::BySide::both(
            outflank_rulebook::Millis::minutes(60),
        )),
        ..Opening::default()
    };
    let game = hall.open_game(round, 1, opening).await;
    for by in [game::By::Black, game::By::White] {
        hall.game_act(&game, by, game::Act::ConfirmReady).await;
    }
    let mut tablet = Tablet {
        judge: hall.judge(1, 1).await,
        game: game.clone(),
        behind_ms: dice.ms(1_000_000_000),
        queue: VecDeque::new(),
    };
    tablet.contact(&hall).await;
    // White's press carries the director's signal, since the round has started.
    hall.game_act(&game, game::By::White, game::Act::Press)
        .await;
    let turns = plan(&mut dice);
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

async fn check(hall: &Hall, id: &GameId, turns: &[(Side, Option<Square>, i64)], seed: u64) {
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
    let seeds = if std::env::var_os("OUTFLANK_SOAK").is_some() {
        200
    } else {
        20
    };
    run(async {
        for seed in 1..=seeds {
            played(seed).await;
        }
    });
}
