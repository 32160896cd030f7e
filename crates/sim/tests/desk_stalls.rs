//! A server that stands still, a laptop that sleeps, a clock that was wrong: none of it costs a player anything.

use std::sync::Arc;

use crate::desk_games::{on_screen, playing};
use crate::desk_hall::{MORNING, run};
use outflank_desk::access::{AccessAct, Actor, Caller, Password};
use outflank_desk::log::{Seq, StreamName};
use outflank_desk::{Desk, HandClock, Options, Request, What};
use outflank_game as game;
use outflank_rulebook::Millis;
use outflank_store::memory::MemoryStore;
use outflank_tournament::running::Timestamp;

const YEAR_MS: i64 = 365 * 86_400_000;

#[test]
fn the_time_in_which_the_server_stood_still_is_not_charged() {
    run(async {
        let (hall, id) = playing(on_screen()).await;
        let alarm = hall.desk.next_alarm().unwrap();
        hall.clock.pass_ms(8_300);
        hall.desk.note_stall(Millis(8_000));
        // The flag falls later by as much.
        assert_eq!(hall.desk.next_alarm().unwrap().0, alarm.0 + 8_000);
        let square = "f5".parse().unwrap();
        hall.game_act(&id, game::By::Black, game::Act::Play { square })
            .await;
        let stream = StreamName::from(&id);
        let log = hall.desk.stream_after(&stream, Seq(0), 1000).await.unwrap();
        let given = log
            .iter()
            .find(|one| one.content.kind == "desk.stall_given");
        let content = &given.unwrap().content;
        assert_eq!(content.recorded_at.0 - content.at.0, 8_000);
        assert!(content.body.contains("8000"), "{}", content.body);
        // The next move is charged in full again.
        hall.clock.pass_ms(5_000);
        let square = "d6".parse().unwrap();
        hall.game_act(&id, game::By::White, game::Act::Play { square })
            .await;
        let log = hall.desk.stream_after(&stream, Seq(0), 1000).await.unwrap();
        let last = &log.last().unwrap().content;
        assert_eq!(last.recorded_at, last.at);
    });
}

#[test]
fn a_laptop_that_slept_has_paused_its_games() {
    run(async {
        let (hall, id) = playing(on_screen()).await;
        let closed = hall.desk.now();
        hall.clock.pass_ms(3_600_000);
        assert_eq!(hall.desk.pause_after_sleep(closed).await.unwrap(), 1);
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert_eq!(now.game.clock().running(), None);
        hall.desk.ring().await.unwrap();
        let now = hall.desk.game(&id).await.unwrap().unwrap();
        assert!(now.game.table().flags.is_empty(), "nobody lost on time");
    });
}

#[test]
fn a_password_set_by_a_wrong_clock_opens_the_account_by_the_right_one() {
    run(async {
        let store = Arc::new(MemoryStore::new());
        let late = Arc::new(HandClock::at(Timestamp(MORNING.0 + YEAR_MS)));
        let desk = Desk::open(store.clone(), late, Options::default())
            .await
            .unwrap();
        let act = AccessAct::AddUser {
            login: "vera".to_owned(),
            name: "Vera Arbiter".to_owned(),
            password: Password::new("a long enough one"),
        };
        let request = Request::new("add", What::Access { act });
        desk.submit(&Caller::console(), request).await.unwrap();
        let right = Arc::new(HandClock::at(MORNING));
        let desk = Desk::open(store, right, Options::default()).await.unwrap();
        let session = desk
            .sign_in("vera", &Password::new("a long enough one"))
            .await;
        let caller = session.unwrap().caller;
        assert!(matches!(caller.actor(), Actor::User(_)), "{caller:?}");
    });
}
