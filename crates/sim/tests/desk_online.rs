//! Online events on both stores: announcing a round opens its games, who does not come is late by the rulebook,
//! signed results flow in, and of two servers on one log one rings.

use std::sync::Arc;

use crate::desk_hall::{Hall, code, run};
use outflank_board::Side;
use outflank_desk::access::Caller;
use outflank_desk::log::{GlobalSeq, Store};
use outflank_desk::{Desk, DeskAct, DeskRequest, GameNow, Options, Request, What};
use outflank_game as game;
use outflank_game::{Ending, Hints, MoveEntry, Phase, Presence, ScreenPlay};
use outflank_rulebook::Millis;
use outflank_store::memory::MemoryStore;
use outflank_store::sqlite::SqliteStore;
use outflank_tournament::running::{Act, Official, ResultState, TableNumber, Timestamp};
use outflank_tournament::{Colour, RoundNumber};

const MINUTE: i64 = 60_000;
const ROUND: RoundNumber = RoundNumber(1);

const PLAY: ScreenPlay = ScreenPlay {
    entry: MoveEntry::Touch,
    hints: Hints::Hidden,
};

fn on_both_stores<F: Future<Output = ()>>(name: &str, test: impl Fn(Arc<dyn Store>) -> F) {
    run(test(Arc::new(MemoryStore::new())));
    let folder = std::env::temp_dir().join(format!("outflank-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let store = SqliteStore::open(&folder.join("log.db")).expect("a new log");
    run(test(Arc::new(store)));
    std::fs::remove_dir_all(&folder).expect("it was there");
}

fn screen(hall: &Hall, play: Option<ScreenPlay>) -> Request {
    let tournament = hall.event.clone();
    let act = DeskAct::PlayOnScreen { play };
    Request::new(hall.id(), What::Desk(DeskRequest { tournament, act }))
}

/// An online event of eight whose first round is public.
async fn announced(store: Arc<dyn Store>, preset: &str) -> Hall {
    let hall = Hall::open_on(store, preset).await;
    hall.enter(8).await;
    let request = screen(&hall, Some(PLAY));
    hall.submit(&Caller::console(), request)
        .await
        .expect("no game has begun");
    announce(&hall).await;
    hall
}

async fn announce(hall: &Hall) {
    let assumed = Vec::new();
    hall.act(Act::Propose {
        round: ROUND,
        assumed,
    })
    .await;
    let consent = Some("no other pairing is left".to_owned());
    hall.act(Act::Announce {
        round: ROUND,
        consent,
    })
    .await;
}

async fn at(hall: &Hall, table: u16) -> Arc<GameNow> {
    let now = hall.now();
    let game = now.game_at(ROUND, TableNumber(table)).expect("it is open");
    let found = hall.desk.game(&game.game).await.expect("readable");
    found.expect("it was opened")
}

/// The player of a side comes: his browser opens the game.
async fn comes(hall: &Hall, table: u16, side: Side) {
    let game = at(hall, table).await;
    let player = as_player(hall, &game, side).await;
    let arrive = game::Act::Arrive { player: side };
    hall.try_game(&player, &game.id, side.into(), arrive)
        .await
        .expect("he may come");
}

async fn as_player(hall: &Hall, game: &GameNow, side: Side) -> Caller {
    let seats = game.seats.as_ref().expect("a table of an event");
    let entrant = match side {
        Side::Black => seats.black,
        Side::White => seats.white,
    };
    hall.player(entrant).await
}

fn state(hall: &Hall, table: u16) -> (ResultState, Option<Official>) {
    let now = hall.now();
    let life = now.affairs().round(ROUND).expect("it is public");
    let card = life.card(TableNumber(table)).expect("a table");
    (card.state, card.result.clone())
}

async fn ring(hall: &Hall) {
    hall.desk.ring().await.expect("the log is well");
}

async fn rung(hall: &Hall) -> usize {
    let all = hall.store.read_all(GlobalSeq(0), usize::MAX).await;
    let all = all.expect("readable");
    let is_alarm = |id: &str| id.starts_with("alarm:");
    let mut ids: Vec<_> = (all.iter())
        .map(|one| one.content.command_id.clone())
        .filter(|id| is_alarm(id))
        .collect();
    ids.dedup();
    ids.len()
}

/// clauses: SOC-II.6.a, SOC-II.5.c
#[test]
fn a_round_opens_starts_and_settles_its_games_by_itself() {
    on_both_stores("online", |store| async {
        let hall = announced(store, "soc/open").await;
        assert_eq!(hall.now().games().len(), 4);
        let first = at(&hall, 1).await;
        assert_eq!(first.game.phase(), Phase::Ready);
        assert_eq!(first.screen(), Some(PLAY));
        for side in Side::BOTH {
            comes(&hall, 1, side).await;
        }
        comes(&hall, 2, Side::Black).await;
        comes(&hall, 4, Side::Black).await;
        assert_eq!(
            at(&hall, 1).await.game.table().presence.white,
            Presence::AtTable
        );
        ring(&hall).await;
        assert_eq!(
            at(&hall, 1).await.game.phase(),
            Phase::Ready,
            "the round has not started"
        );
        hall.act(Act::Start { round: ROUND }).await;
        ring(&hall).await;
        for table in 1..=4 {
            let game = at(&hall, table).await;
            assert_eq!(game.game.phase(), Phase::Playing, "table {table}");
            assert_eq!(game.game.clock().running(), Some(Side::Black));
        }
        // Table 1: played, signed by both, and the result is in the round.
        let id = first.id.clone();
        let resign = game::Act::Resign {
            player: Side::White,
            how: game::GivingUp::Resigns,
        };
        let white = as_player(&hall, &first, Side::White).await;
        let black = as_player(&hall, &first, Side::Black).await;
        hall.try_game(&white, &id, game::By::White, resign)
            .await
            .expect("he may");
        hall.try_game(&white, &id, game::By::White, game::Act::Sign)
            .await
            .expect("it is over");
        ring(&hall).await;
        assert_eq!(state(&hall, 1).0, ResultState::Missing, "one has signed");
        hall.try_game(&black, &id, game::By::Black, game::Act::Sign)
            .await
            .expect("it is over");
        ring(&hall).await;
        let resigned = Official::Resigned { by: Colour::White };
        assert_eq!(state(&hall, 1), (ResultState::Confirmed, Some(resigned)));
        // Table 4: the director waives the forfeiture, and the missing player does not lose for it.
        let pardoned = at(&hall, 4).await;
        let pardon = game::Act::WaiveLateness {
            player: Side::White,
            waive: Some(game::LatenessRule::Forfeiture),
        };
        hall.game_act(&pardoned.id, game::By::Director, pardon)
            .await;
        // At the limit one may still come; after it he has lost.
        let started = at(&hall, 2).await.game.clock().started().expect("it runs");
        let limit = started.0 + 5 * MINUTE;
        assert_eq!(hall.desk.next_alarm(), Some(Timestamp(limit + 1)));
        hall.clock.pass_ms(limit - hall.desk.now().0);
        ring(&hall).await;
        assert_eq!(at(&hall, 2).await.game.phase(), Phase::Playing);
        hall.clock.pass_ms(1);
        ring(&hall).await;
        let lost = at(&hall, 2).await;
        assert_eq!(lost.game.result().expect("over").ending, Ending::Lateness);
        assert_eq!(
            state(&hall, 2).0,
            ResultState::Missing,
            "who came has not signed"
        );
        let black = as_player(&hall, &lost, Side::Black).await;
        hall.try_game(&black, &lost.id, game::By::Black, game::Act::Sign)
            .await
            .expect("it is over");
        ring(&hall).await;
        let forfeit = Official::missing(Colour::White);
        assert_eq!(state(&hall, 2), (ResultState::Confirmed, Some(forfeit)));
        assert_eq!(
            state(&hall, 3),
            (ResultState::Confirmed, Some(Official::both_missing()))
        );
        let kept = at(&hall, 4).await;
        assert_eq!(
            (kept.game.phase(), kept.game.table().presence.white),
            (Phase::Playing, Presence::Late)
        );
        // Another server on the same log finds everything done.
        let before = rung(&hall).await;
        let other = Desk::open(hall.store.clone(), hall.clock.clone(), Options::default()).await;
        let other = other.expect("the log is whole");
        other.ring().await.expect("the log is well");
        ring(&hall).await;
        assert_eq!(rung(&hall).await, before);
    });
}

#[test]
fn two_servers_ring_once() {
    on_both_stores("online-two", |store| async {
        let hall = announced(store, "soc/open").await;
        let other = Desk::open(hall.store.clone(), hall.clock.clone(), Options::default()).await;
        let other = other.expect("the log is whole");
        hall.act(Act::Start { round: ROUND }).await;
        // The other has not heard of the start; then both do the same under the same names.
        other.ring().await.expect("the log is well");
        ring(&hall).await;
        let before = rung(&hall).await;
        assert_eq!(before, 4);
        other.ring().await.expect("the log is well");
        assert_eq!(rung(&hall).await, before);
    });
}

/// Where the rulebook has no limit the clock of whoever does not come runs, and his flag falls.
#[test]
fn without_a_limit_the_clock_runs() {
    on_both_stores("online-clock", |store| async {
        let hall = announced(store, "usoa/open").await;
        comes(&hall, 1, Side::White).await;
        // The announced start begins the round without anybody.
        let start = Timestamp(hall.desk.now().0 + 10 * MINUTE);
        hall.act(Act::AnnounceStart {
            round: ROUND,
            start,
        })
        .await;
        ring(&hall).await;
        assert_eq!(at(&hall, 1).await.game.phase(), Phase::Ready);
        assert_eq!(hall.desk.next_alarm(), Some(start));
        hall.clock.pass_ms(start.0 - hall.desk.now().0);
        ring(&hall).await;
        let game = at(&hall, 1).await;
        assert_eq!(game.game.clock().running(), Some(Side::Black));
        assert_eq!(game.loses_in(hall.desk.now()), None);
        let main = game
            .game
            .setting()
            .expect("opened")
            .time
            .expect("timed")
            .black;
        hall.clock.pass_ms(7 * MINUTE);
        let late = game.remaining(hall.desk.now()).black;
        assert_eq!(late, Millis(main.0 - 7 * MINUTE));
        // He comes by moving, and plays with what is left.
        let black = as_player(&hall, &game, Side::Black).await;
        let square = "f5".parse().expect("a square");
        hall.try_game(
            &black,
            &game.id,
            game::By::Black,
            game::Act::Play { square },
        )
        .await
        .expect("he may move");
        let game = at(&hall, 1).await;
        assert_eq!(game.game.table().presence.black, Presence::AtTable);
        assert_eq!(game.game.table().plies, 1);
        // At another table nobody comes: the flag falls by itself.
        hall.clock.pass_ms(main.0 - 7 * MINUTE);
        ring(&hall).await;
        assert_eq!(at(&hall, 2).await.game.table().flags.len(), 1);
    });
}

#[test]
fn how_an_event_is_played_is_settled_before_its_games() {
    run(async {
        let hall = announced(Arc::new(MemoryStore::new()), "usoa/open").await;
        let console = Caller::console();
        let off = hall.submit(&console, screen(&hall, None)).await;
        assert_eq!(code(off), "desk.games_began");
        // A round that is called off and announced again has new games.
        let first = at(&hall, 1).await.id.clone();
        let why = "a player was forgotten".to_owned();
        hall.act(Act::CallOff { round: ROUND, why }).await;
        hall.submit(&console, screen(&hall, None))
            .await
            .expect("no game is open");
        hall.submit(&console, screen(&hall, Some(PLAY)))
            .await
            .expect("no game is open");
        announce(&hall).await;
        assert_ne!(at(&hall, 1).await.id, first);
        // A judge's device that is a clock does not speak for the director.
        let judge = hall.judge(1, 1).await;
        hall.act(Act::Start { round: ROUND }).await;
        ring(&hall).await;
        let old = hall
            .desk
            .game(&first)
            .await
            .expect("readable")
            .expect("known");
        assert_eq!(
            old.game.phase(),
            Phase::Ready,
            "it is nobody's game any more"
        );
        let game = at(&hall, 1).await.id.clone();
        let signal = hall
            .try_game(&judge, &game, game::By::Clock, game::Act::Signal)
            .await;
        assert_eq!(code(signal), "access.cannot_speak_as");
        // An event that is announced at tables can still become one on screen.
        let late = Hall::open("usoa/open").await;
        late.enter(8).await;
        announce(&late).await;
        late.submit(&console, screen(&late, Some(PLAY)))
            .await
            .expect("no game is open");
        assert_eq!(late.now().games().len(), 4);
    });
}
