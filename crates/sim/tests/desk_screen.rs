//! Two players and three viewers of a game on screen, each behind a network of his own that drops, duplicates, reorders
//! and delays, while the server is started again in the middle of the game: everybody ends with the same game, every
//! move counts once, clocks charge to the millisecond, and a restart is a recorded pause that costs nobody time.

use crate::desk_hall::{Hall, run};
use crate::desk_wire::{Dice, Follower, Turn, Wire, plan, seeds};
use outflank_board::{BySide, Side};
use outflank_desk::access::Caller;
use outflank_desk::log::{Seq, StreamName};
use outflank_desk::views::board::table::{ClockMode, opening};
use outflank_desk::{GameId, GameRequest, LAG_PER_GAME, LAG_PER_MOVE, Made, Request, What};
use outflank_game as game;
use outflank_game::{Phase, TimeAsked};
use outflank_rulebook::Millis;

/// How long a player waits for an answer before he sends his move again.
const AGAIN_MS: i64 = 700;
const STEP_MS: i64 = 50;

/// A player: he follows the game, thinks when he sees that it is his turn, and sends his move until it is answered.
struct Player {
    caller: Caller,
    side: Side,
    sees: Follower,
    up: Wire<Request>,
    down: Wire<usize>,
    /// Since when he sees his turn, and which.
    turn: Option<(usize, i64)>,
    sending: Option<Sending>,
    /// How many turns he has been told are played.
    done: usize,
}

struct Sending {
    turn: usize,
    used_ms: i64,
    sent_at: i64,
}

impl Player {
    fn act(&mut self, dice: &mut Dice, now: i64, id: &GameId, turns: &[Turn]) {
        self.sees.follow(dice, now);
        for answered in self.down.arrived(now) {
            self.done = self.done.max(answered + 1);
            (self.sending).take_if(|sending| sending.turn == answered);
        }
        let table = self.sees.game.table();
        let number = usize::from(table.plies);
        let runs = self.sees.game.clock().running() == Some(self.side);
        let is_playing = self.sees.game.phase() == Phase::Playing;
        let is_due = (self.done..turns.len()).contains(&number);
        let is_his = is_playing && table.turn == self.side && is_due;
        match self.turn {
            Some((turn, since)) if turn == number && is_his => {
                let used_ms = now - since;
                if self.sending.is_none() && runs && used_ms >= turns[number].2 {
                    self.sending = Some(Sending {
                        turn: number,
                        used_ms,
                        sent_at: 0,
                    });
                }
            }
            Some(_) | None if is_his => self.turn = Some((number, now)),
            Some(_) | None => self.turn = None,
        }
        if let Some(sending) = &mut self.sending
            && now - sending.sent_at >= AGAIN_MS
        {
            sending.sent_at = now;
            let square = turns[sending.turn].1;
            let act = square.map_or(game::Act::Pass, |square| game::Act::Play { square });
            let request = Request {
                made: Some(Made {
                    device: format!("{:?}", self.side),
                    at_ms: None,
                    used_ms: Some(sending.used_ms),
                }),
                ..Request::new(
                    format!("move-{}", sending.turn),
                    What::Game(Box::new(GameRequest {
                        game: id.clone(),
                        by: self.side.into(),
                        act,
                    })),
                )
            };
            self.up.send(dice, now, request);
        }
    }
}

/// What the clocks must have charged, reckoned beside the server.
struct Book {
    used: Vec<i64>,
    lag: BySide<i64>,
    /// What the turn was charged before it was interrupted.
    before: i64,
    /// Since when it is charged.
    since: i64,
    /// When the server last wrote something down.
    recorded: i64,
    pauses: usize,
}

impl Book {
    fn moved(&mut self, side: Side, now: i64, used_ms: i64) {
        let left = (LAG_PER_GAME.0 - self.lag[side]).min(LAG_PER_MOVE.0);
        let given = (now - self.recorded - used_ms).clamp(0, left);
        let at = now - given;
        self.lag[side] += given;
        self.used.push(self.before + at - self.since);
        (self.before, self.since, self.recorded) = (0, at, now);
    }

    fn stopped(&mut self, last_beat: i64) {
        self.before += last_beat.max(self.since) - self.since;
        self.pauses += 1;
    }

    fn resumed(&mut self, now: i64) {
        (self.since, self.recorded) = (now, now);
    }
}

async fn start(hall: &Hall) -> GameId {
    hall.enter(8).await;
    let round = hall.start_round().await;
    let opening = game::Opening {
        time: TimeAsked::Each(BySide::both(Millis::minutes(60))),
        ..opening(&hall.now(), round, ClockMode::OnScreen)
    };
    let id = hall.open_game(round, 1, opening).await;
    for by in [game::By::Black, game::By::White] {
        hall.game_act(&id, by, game::Act::ConfirmReady).await;
    }
    id
}

async fn players(hall: &Hall) -> [Player; 2] {
    let now = hall.now();
    let card = now.affairs().rounds[0].cards[0].clone();
    let mut both = Vec::new();
    for (side, entrant) in [(Side::Black, card.black), (Side::White, card.white)] {
        both.push(Player {
            caller: hall.player(entrant).await,
            side,
            sees: Follower::new(),
            up: Wire::new(),
            down: Wire::new(),
            turn: None,
            sending: None,
            done: 0,
        });
    }
    both.try_into().ok().unwrap()
}

async fn played(seed: u64) {
    let mut dice = Dice::new(seed);
    let mut hall = Hall::open("bof/regional").await;
    let id = start(&hall).await;
    let stream: StreamName = format!("game/{id}").parse().unwrap();
    let turns = plan(&mut dice, 20_000);
    let mut players = players(&hall).await;
    let mut viewers = [Follower::new(), Follower::new(), Follower::new()];
    hall.game_act(&id, game::By::White, game::Act::Press).await;
    let began = hall.desk.now().0;
    let mut book = Book {
        used: Vec::new(),
        lag: BySide::both(0),
        before: 0,
        since: began,
        recorded: began,
        pauses: 0,
    };
    let mut pushed = Seq(0);
    let mut last_beat = began;
    let mut resume_at: Option<i64> = None;
    let mut back_at: Option<i64> = None;
    let mut next_restart = began + 20_000 + dice.ms(120_000);
    for step in 0_u32.. {
        assert!(step < 200_000, "seed {seed}: never done");
        hall.clock.pass_ms(STEP_MS);
        let now = hall.desk.now().0;
        let is_there = back_at.is_none();
        for player in &mut players {
            player.act(&mut dice, now, &id, &turns);
            // What comes while the server is away is lost.
            for request in player.up.arrived(now).into_iter().filter(|_| is_there) {
                let number: usize = request.command_id["move-".len()..].parse().unwrap();
                let used_ms = request.made.as_ref().unwrap().used_ms.unwrap();
                match hall.desk.submit(&player.caller, request).await {
                    Ok(_) => {
                        if number == book.used.len() {
                            book.moved(player.side, now, used_ms);
                        }
                        player.down.send(&mut dice, now, number);
                    }
                    Err(refusal) => {
                        assert_eq!(
                            refusal.code(),
                            "game.clock_stopped",
                            "seed {seed}: {refusal}"
                        );
                    }
                }
            }
        }
        if is_there {
            if now - last_beat >= 1_000 {
                hall.desk.beat().await.unwrap();
                last_beat = now;
            }
            let events = hall
                .desk
                .stream_after(&stream, pushed, 1_000)
                .await
                .unwrap();
            let mut everybody: Vec<&mut Follower> = viewers.iter_mut().collect();
            everybody.extend(players.iter_mut().map(|player| &mut player.sees));
            for follower in everybody {
                for envelope in &events {
                    follower.wire.send(&mut dice, now, envelope.clone());
                }
                for after in follower.question.arrived(now) {
                    let missed = hall.desk.stream_after(&stream, after, 1_000).await.unwrap();
                    for envelope in missed {
                        follower.wire.send(&mut dice, now, envelope);
                    }
                }
            }
            pushed = events.last().map_or(pushed, |one| one.content.seq);
        }
        for viewer in &mut viewers {
            viewer.follow(&mut dice, now);
        }
        let over = hall.desk.game(&id).await.unwrap().unwrap();
        if over.game.phase() == Phase::Over {
            let all = viewers
                .iter()
                .chain(players.iter().map(|player| &player.sees));
            if all.into_iter().all(|one| one.last == over.version) {
                break;
            }
            continue;
        }
        if back_at.is_some_and(|at| at <= now) {
            back_at = None;
            hall.restart().await;
            resume_at = Some(now + dice.ms(40_000));
            last_beat = now;
        } else if resume_at.is_some_and(|at| at <= now) {
            resume_at = None;
            let resume = game::Act::Resume { player: None };
            let request = hall.game_request(&id, game::By::Director, resume);
            hall.desk.submit(&Caller::console(), request).await.unwrap();
            book.resumed(now);
            next_restart = now + 20_000 + dice.ms(200_000);
        } else if is_there && resume_at.is_none() && now >= next_restart {
            back_at = Some(now + dice.ms(30_000));
            book.stopped(last_beat);
        }
    }
    check(&hall, &id, &turns, &book, seed).await;
    let now = hall.desk.game(&id).await.unwrap().unwrap();
    let all = viewers
        .iter()
        .chain(players.iter().map(|player| &player.sees));
    for one in all {
        assert_eq!(
            one.game, now.game,
            "seed {seed}: somebody sees another game"
        );
    }
}

async fn check(hall: &Hall, id: &GameId, turns: &[Turn], book: &Book, seed: u64) {
    let now = hall.desk.game(id).await.unwrap().unwrap();
    let record = &now.game.record().plies;
    assert_eq!(record.len(), turns.len(), "seed {seed}");
    for (number, (ply, (side, square, _))) in record.iter().zip(turns).enumerate() {
        let (what, used) = ((ply.player, ply.square), ply.used.0);
        assert_eq!(what, (*side, *square), "seed {seed}, turn {number}");
        assert_eq!(used, book.used[number], "seed {seed}, turn {number}");
    }
    for side in Side::BOTH {
        assert_eq!(now.lag[side].0, book.lag[side], "seed {seed}");
    }
    let stream: StreamName = format!("game/{id}").parse().unwrap();
    let log = hall
        .desk
        .stream_after(&stream, Seq(0), 10_000)
        .await
        .unwrap();
    let paused = log.iter().filter(|one| one.content.kind == "game.paused");
    assert_eq!(
        paused.count(),
        book.pauses,
        "seed {seed}: every restart is recorded"
    );
    assert!(book.pauses > 0, "seed {seed}: the server was started again");
    assert!(now.game.table().flags.is_empty(), "seed {seed}");
}

#[test]
fn players_and_viewers_converge_and_restarts_cost_nobody_time() {
    run(async {
        for seed in seeds(20) {
            played(seed).await;
        }
    });
}
