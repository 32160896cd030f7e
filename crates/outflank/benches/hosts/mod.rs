//! Our server with an event in it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use outflank_desk::access::Caller;
use outflank_desk::{
    Answer, Desk, NewTournament, Options, Request, SystemClock, TournamentId, TournamentRequest,
    What,
};
use outflank_store::memory::MemoryStore;
use outflank_tournament::EntrantId;
use outflank_tournament::running::{Act, Application, Creation, Entry};
use outflank_web::{Settings, Web};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::EVENTS;

pub(crate) struct Ours {
    pub(crate) address: SocketAddr,
    desk: Arc<Desk>,
    tournament: TournamentId,
    count: AtomicU32,
    _working: watch::Sender<bool>,
}

impl Ours {
    pub(crate) async fn start() -> Self {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(SystemClock::start());
        let desk = Desk::open(store, clock, Options::default()).await.unwrap();
        let new = NewTournament {
            preset: "soc/open".to_owned(),
            slug: None,
            creation: Creation::new("Bench Open", "2026-11-15".parse().unwrap()),
        };
        let made = submit(&desk, "open", What::NewTournament(Box::new(new))).await;
        let tournament: TournamentId = made.made.unwrap().parse().unwrap();
        for n in 1..=EVENTS {
            let application = Application {
                entry: Entry::new(format!("Sample {n}")),
                ..Application::default()
            };
            let enter = Act::Enter(Box::new(application));
            submit(&desk, &format!("enter-{n}"), in_event(&tournament, enter)).await;
        }
        let settings = Settings {
            requests_per_minute: 100_000_000,
            ..Settings::default()
        };
        let web = Web::new(desk.clone(), settings);
        let (working, stopped) = watch::channel(false);
        tokio::spawn(desk.clone().run(stopped));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { web.serve(listener, std::future::pending()).await });
        Self {
            address,
            desk,
            tournament,
            count: AtomicU32::new(0),
            _working: working,
        }
    }

    /// The next entrant is there: an event that everybody sees.
    pub(crate) async fn happen(&self) {
        let n = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        let entrant = EntrantId(n);
        let what = in_event(&self.tournament, Act::CheckIn { entrant });
        submit(&self.desk, &format!("check-in-{n}"), what).await;
    }
}

fn in_event(tournament: &TournamentId, act: Act) -> What {
    What::Tournament(Box::new(TournamentRequest {
        tournament: tournament.clone(),
        by: None,
        act,
        person: None,
    }))
}

async fn submit(desk: &Desk, id: &str, what: What) -> Answer {
    let request = Request::new(id, what);
    desk.submit(&Caller::console(), request).await.unwrap()
}
