//! What the desk does by itself while it runs: publish, raise flags, beat, copy. Time is the runtime's own and passes
//! only when a test lets it.

use crate::desk_hall;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::desk_faults::Faulty;
use crate::desk_hall::{MORNING, application};
use outflank_desk::access::Caller;
use outflank_desk::log::{RecordKey, RecordKind, Store};
use outflank_desk::{
    Clock, Desk, DeviceCall, GameId, GameRequest, NewGame, NewTournament, Options, Request,
    TokenId, TournamentId, TournamentRequest, What,
};
use outflank_game as game;
use outflank_store::archive::{EventArchiver, read_file};
use outflank_store::memory::MemoryStore;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, Creation, OfficialPost, Post, Timestamp};
use tokio::sync::watch;
use tokio::time::Instant;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;

/// The clock of the paused runtime: it goes on when a test lets time pass.
struct PausedClock(Instant);

impl Clock for PausedClock {
    fn now(&self) -> Timestamp {
        let passed = i64::try_from(self.0.elapsed().as_millis()).unwrap();
        Timestamp(MORNING.0 + passed)
    }
}

/// A desk that runs.
struct Running {
    store: Arc<Faulty>,
    desk: Arc<Desk>,
    event: TournamentId,
    stop: watch::Sender<bool>,
    working: tokio::task::JoinHandle<()>,
}

fn run<F: Future<Output = ()>>(test: F) {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap()
        .block_on(test);
}

/// Lets time pass in small steps, so that everybody who waits is woken in his turn.
async fn pass(ms: i64) {
    for _ in 0..(ms / 50).max(1) {
        tokio::time::advance(Duration::from_millis(50)).await;
        settle().await;
    }
}

/// Lets everybody do what he can do now.
async fn settle() {
    for _ in 0..40 {
        tokio::task::yield_now().await;
    }
}

impl Running {
    async fn start(folder: Option<&PathBuf>) -> Self {
        let store = Arc::new(Faulty::new(MemoryStore::new()));
        let clock = Arc::new(PausedClock(Instant::now()));
        let as_store: Arc<dyn Store> = store.clone();
        let options = Options {
            archiver: Some(Arc::new(EventArchiver::new(as_store, clock.clone()))),
            second_folder: folder.map(|folder| folder.to_str().unwrap().to_owned()),
            ..Options::default()
        };
        let desk = Desk::open(store.clone(), clock, options).await.unwrap();
        let new = NewTournament {
            preset: "usoa/open".to_owned(),
            slug: None,
            creation: Creation::new("Night Open", "2024-05-04".parse().unwrap()),
        };
        let made = submit(&desk, What::NewTournament(Box::new(new))).await;
        let (stop, stopped) = watch::channel(false);
        let running = Self {
            store,
            working: tokio::spawn(desk.clone().run(stopped)),
            event: made.made.unwrap().parse().unwrap(),
            desk,
            stop,
        };
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        running.act(Act::Appoint { official }).await;
        settle().await;
        running
    }

    async fn act(&self, act: Act) {
        let what = TournamentRequest {
            tournament: self.event.clone(),
            by: None,
            act,
            person: None,
        };
        submit(&self.desk, What::Tournament(Box::new(what))).await;
    }

    /// A casual game whose clock the desk keeps, with White to press it.
    async fn game(&self, timekeeper: game::Timekeeper) -> GameId {
        let opening = game::Opening {
            kind: game::GameKind::Casual,
            timekeeper,
            judge: game::TableJudge::None,
            clock_kind: game::ClockKind::Software,
            ..game::Opening::default()
        };
        let new = NewGame {
            place: None,
            rulebook: Some("wof".to_owned()),
            opening,
        };
        let made = submit(&self.desk, What::NewGame(Box::new(new))).await;
        let id: GameId = made.made.unwrap().parse().unwrap();
        for by in [game::By::Black, game::By::White] {
            let _ = self.at_table(&id, by, game::Act::ConfirmReady).await;
        }
        let _ = (self.at_table(&id, game::By::Director, game::Act::Signal)).await;
        (self.at_table(&id, game::By::White, game::Act::Press))
            .await
            .unwrap();
        id
    }

    async fn at_table(
        &self,
        id: &GameId,
        by: game::By,
        act: game::Act,
    ) -> Result<outflank_desk::Answer, outflank_desk::Refusal> {
        let what = What::Game(Box::new(GameRequest {
            game: id.clone(),
            by,
            act,
        }));
        let request = Request::new(TokenId::random().as_str(), what);
        self.desk.submit(&Caller::console(), request).await
    }

    async fn heartbeat(&self) -> i64 {
        let key = RecordKey::new(RecordKind::Setting, "heartbeat");
        let text = self.store.record(&key).await.unwrap().unwrap();
        text.parse().unwrap()
    }

    async fn end(self) {
        self.stop.send_replace(true);
        settle().await;
        assert!(self.working.is_finished(), "told to stop, it stops at once");
    }
}

async fn submit(desk: &Desk, what: What) -> outflank_desk::Answer {
    let request = Request::new(TokenId::random().as_str(), what);
    desk.submit(&Caller::console(), request).await.unwrap()
}

#[test]
fn what_is_durable_is_published_once_and_in_order() {
    run(async {
        let running = Running::start(None).await;
        let mut events = running.desk.hub().events();
        let from = running.desk.durable().0;
        for n in 1..=20 {
            running
                .act(Act::Enter(Box::new(application(&format!("Sample {n}")))))
                .await;
        }
        settle().await;
        for place in from + 1..=running.desk.durable().0 {
            assert_eq!(events.try_recv().unwrap().global_seq.0, place);
        }
        assert!(events.try_recv().is_err());
        running.end().await;
    });
}

#[test]
fn a_flag_falls_at_its_moment_and_a_tablet_is_asked_again_and_again() {
    run(async {
        let running = Running::start(None).await;
        let on_screen = running.game(game::Timekeeper::Server).await;
        let on_tablet = running.game(game::Timekeeper::Tablet).await;
        let mut calls = running.desk.hub().calls();
        let falls = running.desk.next_alarm().unwrap();
        let flags = async |id: &GameId| {
            let now = running.desk.game(id).await.unwrap().unwrap();
            now.game.table().flags.len()
        };
        pass(falls.0 - running.desk.now().0 - SECOND).await;
        assert_eq!(flags(&on_screen).await, 0);
        assert!(calls.try_recv().is_err());
        pass(2 * SECOND).await;
        assert_eq!(flags(&on_screen).await, 1, "nobody had to ask for it");
        assert_eq!(
            flags(&on_tablet).await,
            0,
            "its own device says when it fell"
        );
        let mut asked = 0;
        while let Ok(DeviceCall::IsFlagDown { game, .. }) = calls.try_recv() {
            assert_eq!(game, on_tablet);
            asked += 1;
        }
        assert!(asked >= 2, "a device that was not there is asked again");
        running.end().await;
    });
}

#[test]
fn the_heart_beats_and_a_failing_log_is_shown_until_it_works_again() {
    run(async {
        let running = Running::start(None).await;
        let first = running.heartbeat().await;
        pass(3 * SECOND).await;
        let later = running.heartbeat().await;
        assert!((2 * SECOND..=4 * SECOND).contains(&(later - first)));
        running.store.fail(true);
        pass(2 * SECOND).await;
        let failures = running.desk.status().failures;
        assert!(
            failures["heartbeat"].contains("The disk is full"),
            "{failures:?}"
        );
        assert_eq!(running.heartbeat().await, later, "nothing was written");
        running.store.fail(false);
        pass(2 * SECOND).await;
        assert!(running.desk.status().failures.is_empty());
        assert!(running.heartbeat().await > later);
        running.end().await;
    });
}

#[test]
fn copies_are_written_every_five_minutes_and_after_a_validated_round() {
    run(async {
        let folder = std::env::temp_dir().join(format!("outflank-run-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let running = Running::start(Some(&folder)).await;
        let file = folder.join(format!("{}.outflank", running.event));
        let written = || running.desk.status().folders.get(&running.event).cloned();
        pass(4 * MINUTE).await;
        assert_eq!(written(), None);
        pass(2 * MINUTE).await;
        let first = written().unwrap();
        assert_eq!(first.failure, None);
        assert!(read_file(&file).is_ok());
        pass(6 * MINUTE).await;
        assert!(written().unwrap().written > first.written);
        // A round is validated: at once.
        for n in 1..=2 {
            running
                .act(Act::Enter(Box::new(application(&format!("Sample {n}")))))
                .await;
        }
        let round = RoundNumber(1);
        let (assumed, consent) = (Vec::new(), None);
        running.act(Act::Propose { round, assumed }).await;
        running.act(Act::Announce { round, consent }).await;
        running.act(Act::Start { round }).await;
        running.act(desk_hall::report(1, 1, 40, 24)).await;
        let before = read_file(&file).unwrap();
        running.act(Act::Validate { round }).await;
        settle().await;
        let after = read_file(&file).unwrap();
        let events = |archive: &outflank_store::archive::Archive| archive.streams[0].events.len();
        assert!(events(&after) > events(&before), "without waiting");
        // The stick is pulled out, and put in again.
        std::fs::remove_dir_all(&folder).unwrap();
        pass(6 * MINUTE).await;
        assert!(written().unwrap().failure.is_some());
        std::fs::create_dir_all(&folder).unwrap();
        pass(6 * MINUTE).await;
        assert_eq!(written().unwrap().failure, None);
        running.end().await;
        std::fs::remove_dir_all(&folder).unwrap();
    });
}
