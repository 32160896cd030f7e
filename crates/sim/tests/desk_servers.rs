//! Two desks on one PostgreSQL: what one writes the other knows, and only one of them rings.

#[path = "../../store/tests/support/server.rs"]
mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use outflank_desk::access::Caller;
use outflank_desk::log::{Adoption, Duty, Seq, Store, StreamAdoption, Timestamp};
use outflank_desk::{
    Answer, Clock, Desk, GameId, GameRequest, HandClock, NewGame, NewTournament, Options, Refusal,
    Request, TokenId, TournamentId, TournamentRequest, What,
};
use outflank_game as game;
use outflank_store::memory::MemoryStore;
use outflank_store::postgres::{Address, PostgresStore};
use outflank_tournament::EntrantId;
use outflank_tournament::running::{Act, Application, Creation, Entry};
use server::Server;

const MINUTE: i64 = 60_000;

/// Servers on one database with one clock.
struct Servers {
    address: Address,
    clock: Arc<HandClock>,
}

struct Place {
    store: Arc<PostgresStore>,
    desk: Arc<Desk>,
}

impl Servers {
    fn start(server: &Server) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self {
            address: (server.database(&format!("desk{number}"))).parse().unwrap(),
            clock: Arc::new(HandClock::at(Timestamp(1_714_809_600_000))),
        }
    }

    async fn open(&self) -> Place {
        let store = Arc::new(PostgresStore::open(&self.address).await.unwrap());
        let desk = Desk::open(store.clone(), self.clock.clone(), Options::default());
        Place {
            desk: desk.await.unwrap(),
            store,
        }
    }
}

impl Place {
    async fn submit(&self, what: What) -> Result<Answer, Refusal> {
        let request = Request::new(TokenId::random().as_str(), what);
        self.desk.submit(&Caller::console(), request).await
    }

    async fn event(&self) -> TournamentId {
        let new = NewTournament {
            preset: "soc/open".to_owned(),
            slug: None,
            creation: Creation::new("Two Desks Open", "2026-11-15".parse().unwrap()),
        };
        let made = self.submit(What::NewTournament(Box::new(new))).await;
        made.unwrap().made.unwrap().parse().unwrap()
    }

    async fn act(&self, event: &TournamentId, act: Act) -> Result<Answer, Refusal> {
        let what = TournamentRequest {
            tournament: event.clone(),
            by: None,
            act,
            person: None,
        };
        self.submit(What::Tournament(Box::new(what))).await
    }

    /// A casual game whose clock the desk keeps, and which runs.
    async fn game(&self) -> GameId {
        let opening = game::Opening {
            kind: game::GameKind::Casual,
            timekeeper: game::Timekeeper::Server,
            judge: game::TableJudge::None,
            clock_kind: game::ClockKind::Software,
            ..game::Opening::default()
        };
        let new = NewGame {
            place: None,
            rulebook: Some("wof".to_owned()),
            opening,
        };
        let made = self.submit(What::NewGame(Box::new(new))).await.unwrap();
        let id: GameId = made.made.unwrap().parse().unwrap();
        for by in [game::By::Black, game::By::White] {
            let _ = self.at_table(&id, by, game::Act::ConfirmReady).await;
        }
        let _ = (self.at_table(&id, game::By::Director, game::Act::Signal)).await;
        self.at_table(&id, game::By::White, game::Act::Press)
            .await
            .unwrap();
        id
    }

    async fn at_table(&self, id: &GameId, by: game::By, act: game::Act) -> Result<Answer, Refusal> {
        let request = GameRequest {
            game: id.clone(),
            by,
            act,
        };
        self.submit(What::Game(Box::new(request))).await
    }

    async fn count(&self, id: &GameId, kind: &str) -> usize {
        let stream = format!("game/{id}").parse().unwrap();
        let events = self.store.read(&stream, Seq(0), 1000).await.unwrap();
        (events.iter())
            .filter(|event| event.content.kind == kind)
            .count()
    }
}

fn entry(n: u32) -> Act {
    Act::Enter(Box::new(Application {
        entry: Entry::new(format!("Sample {n}")),
        ..Application::default()
    }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_server_writes_the_other_decides_on() {
    let server = Server::start();
    let servers = Servers::start(&server);
    let (one, other) = (servers.open().await, servers.open().await);
    let event = one.event().await;
    // The other has not been told yet: before it refuses it looks.
    other.act(&event, entry(1)).await.unwrap();
    // And the first has the next number all the same: a conflict, and once more.
    one.act(&event, entry(2)).await.unwrap();
    other.desk.follow().await.unwrap();
    let entrants = |place: &Place| {
        place
            .desk
            .tournament(&event)
            .unwrap()
            .affairs()
            .entrants
            .len()
    };
    assert_eq!((entrants(&one), entrants(&other)), (2, 2));
    // Everybody gets everything once and in order, whoever wrote it.
    let mut heard = [one.desk.hub().events(), other.desk.hub().events()];
    let start = other.desk.durable();
    for n in 0..20_u32 {
        let place = [&one, &other][usize::from(n % 2 == 0)];
        let entrant = EntrantId(1 + n / 2 % 2);
        let act = match n / 4 % 2 {
            0 => Act::CheckIn { entrant },
            _ => Act::TakeBackCheckIn { entrant },
        };
        // The same twice is refused, wherever it was said first.
        let _ = place.act(&event, act).await;
    }
    one.desk.follow().await.unwrap();
    other.desk.follow().await.unwrap();
    assert_eq!(one.desk.durable(), other.desk.durable());
    for heard in &mut heard {
        let mut last = 0;
        while let Ok(event) = heard.try_recv() {
            assert!(last == 0 || event.global_seq.0 == last + 1);
            last = event.global_seq.0;
        }
        assert_eq!(last, one.desk.durable().0);
        assert!(last > start.0);
    }
    let state = |place: &Place| place.desk.tournament(&event).unwrap().affairs().clone();
    assert_eq!(state(&one), state(&other));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_was_taken_over_on_one_server_is_seen_on_the_other() {
    let server = Server::start();
    let servers = Servers::start(&server);
    let (one, other) = (servers.open().await, servers.open().await);
    let event = one.event().await;
    one.act(&event, entry(1)).await.unwrap();
    other.desk.follow().await.unwrap();
    // Another laptop has the same beginning and went another way.
    let stream = format!("tournament/{event}").parse().unwrap();
    let whole = one.store.read(&stream, Seq(0), 100).await.unwrap();
    let head = one.store.head(&stream).await.unwrap();
    let elsewhere: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let before = StreamAdoption {
        stream: stream.clone(),
        expected: None,
        keep: Seq(0),
        events: (whole.iter())
            .filter(|event| event.content.kind != "tournament.entrant_registered")
            .map(|event| event.content.clone())
            .collect(),
    };
    let keep = Seq(u64::try_from(before.events.len()).unwrap());
    let adoption = Adoption {
        streams: vec![before],
        ..Adoption::default()
    };
    elsewhere.adopt(adoption).await.unwrap();
    let desk = Desk::open(elsewhere.clone(), servers.clock.clone(), Options::default());
    let desk = desk.await.unwrap();
    for n in 2..=3 {
        let what = TournamentRequest {
            tournament: event.clone(),
            by: None,
            act: entry(n),
            person: None,
        };
        let request = Request::new(format!("there-{n}"), What::Tournament(Box::new(what)));
        desk.submit(&Caller::console(), request).await.unwrap();
    }
    let theirs = elsewhere.read(&stream, keep, 100).await.unwrap();
    let adoption = Adoption {
        streams: vec![StreamAdoption {
            stream: stream.clone(),
            expected: head,
            keep,
            events: theirs.iter().map(|event| event.content.clone()).collect(),
        }],
        ..Adoption::default()
    };
    let taken = one.store.adopt(adoption).await.unwrap();
    one.desk.take_over(&taken).await.unwrap();
    other.desk.follow().await.unwrap();
    for place in [&one, &other] {
        let now = place.desk.tournament(&event).unwrap();
        assert_eq!(now.affairs().entrants.len(), 2);
    }
    // And both go on from there.
    other.act(&event, entry(4)).await.unwrap();
    one.act(&event, entry(5)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_rings_and_the_other_takes_over_when_it_is_gone() {
    let server = Server::start();
    let servers = Servers::start(&server);
    let (one, other) = (servers.open().await, servers.open().await);
    assert_eq!(
        (one.store.duty(), other.store.duty()),
        (Duty::OnDuty, Duty::Standby)
    );
    let id = other.game().await;
    one.desk.follow().await.unwrap();
    let falls = one.desk.next_alarm().unwrap();
    assert_eq!(other.desk.next_alarm(), Some(falls));
    servers.clock.pass_ms(falls.0 - servers.clock.now().0);
    for place in [&one, &other] {
        place.desk.beat().await.unwrap();
    }
    other.desk.ring().await.unwrap();
    assert_eq!(other.count(&id, "game.flag_fell").await, 0, "not its duty");
    one.desk.ring().await.unwrap();
    assert_eq!(one.count(&id, "game.flag_fell").await, 1);
    // Whoever rings for it without knowing rings for the same: it is one command.
    let stream = format!("game/{id}").parse().unwrap();
    let events = one.store.read(&stream, Seq(0), 1000).await.unwrap();
    let fell = (events.iter()).find(|event| event.content.kind == "game.flag_fell");
    let command = fell.unwrap().content.command_id.clone();
    assert!(command.starts_with(&format!("flag:{id}:")), "{command}");
    // Nobody else may take such a name.
    let what = What::AnswerCall(outflank_desk::CallAnswer {
        game: id.clone(),
        call: 1,
    });
    let taken = Request::new(format!("flag:{id}:99"), what);
    let refused = other
        .desk
        .submit(&Caller::public(), taken)
        .await
        .unwrap_err();
    assert_eq!(refused.code(), "command.bad_id");

    let next = other.game().await;
    drop(one);
    while other.store.duty() != Duty::OnDuty {
        tokio::task::yield_now().await;
    }
    let (_, falls) = (other.desk.game(&next).await.unwrap().unwrap().game)
        .falls_at()
        .unwrap();
    servers
        .clock
        .pass_ms(falls.0 + MINUTE - servers.clock.now().0);
    other.desk.ring().await.unwrap();
    assert_eq!(other.count(&next, "game.flag_fell").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_is_recorded_once_after_a_silence_and_by_whoever_is_on_duty() {
    let server = Server::start();
    let servers = Servers::start(&server);
    let (one, other) = (servers.open().await, servers.open().await);
    let id = one.game().await;
    other.desk.follow().await.unwrap();
    let falls = one.desk.next_alarm().unwrap();
    let pauses = async |place: &Place| place.count(&id, "game.paused").await;
    // A server that starts while others are there pauses nothing.
    let third = servers.open().await;
    assert_eq!(pauses(&third).await, 0);
    // Nobody was there for eight seconds, and the clock ran down meanwhile.
    servers
        .clock
        .pass_ms(falls.0 + MINUTE - servers.clock.now().0);
    let name = servers.address.to_string();
    let name = name.rsplit('/').next().unwrap();
    let silent = "UPDATE outflank.heartbeat SET at = clock_timestamp() - interval '8 seconds'";
    server.sql(name, silent);
    // Before the silence is recorded no flag falls by it, and nobody else ends it.
    one.desk.ring().await.unwrap();
    other.desk.beat().await.unwrap();
    assert_eq!(
        (pauses(&one).await, one.count(&id, "game.flag_fell").await),
        (0, 0)
    );
    one.desk.beat().await.unwrap();
    assert_eq!(pauses(&one).await, 1);
    one.desk.beat().await.unwrap();
    other.desk.beat().await.unwrap();
    assert_eq!(pauses(&one).await, 1);
}
