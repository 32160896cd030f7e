//! An event that is served: so many players, so many rounds played.

use std::net::SocketAddr;
use std::sync::Arc;

use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, Role, TokenKind};
use outflank_desk::log::Store;
use outflank_desk::{
    Desk, NewTournament, Options, Request, SystemClock, TournamentId, TournamentRequest, What,
};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, Application, Creation, Entry, Official, OfficialPost, Post, Report, Reported, ResultSource,
};
use outflank_web::{Settings, Web};
use tokio::net::TcpListener;
use tokio::sync::watch;

/// The event's name in addresses.
pub(crate) const SLUG: &str = "bench";

pub(crate) struct Event {
    pub(crate) address: SocketAddr,
    pub(crate) desk: Arc<Desk>,
    pub(crate) id: TournamentId,
    /// The owner's token.
    pub(crate) token: String,
    commands: u32,
    _working: watch::Sender<bool>,
}

impl Event {
    /// Opens the event on a log, enters everybody and serves it.
    pub(crate) async fn open(store: Arc<dyn Store>, players: u32, rounds: u16) -> Self {
        let clock = Arc::new(SystemClock::start());
        let desk = Desk::open(store, clock, Options::default()).await.unwrap();
        let mut creation = Creation::new("Bench Open", "2026-11-15".parse().unwrap());
        creation.set.push(("rounds".to_owned(), rounds.to_string()));
        let new = NewTournament {
            preset: "soc/open".to_owned(),
            slug: Some(SLUG.to_owned()),
            creation,
        };
        let what = What::NewTournament(Box::new(new));
        let made = submit(&desk, "open", what).await;
        let link = NewLink {
            kind: TokenKind::Api,
            grant: Grant::everywhere(Role::Owner),
            expires: None,
            only: Vec::new(),
            label: None,
        };
        let what = What::Access {
            act: AccessAct::MakeLink(link),
        };
        let token = submit(&desk, "token", what).await.secret.unwrap();
        let settings = Settings {
            requests_per_minute: 1_000_000_000,
            ..Settings::default()
        };
        let web = Web::new(desk.clone(), settings);
        let (working, stopped) = watch::channel(false);
        tokio::spawn(desk.clone().run(stopped));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { web.serve(listener, std::future::pending()).await });
        let mut event = Self {
            address,
            desk,
            id: made.made.unwrap().parse().unwrap(),
            token: token.reveal().to_owned(),
            commands: 0,
            _working: working,
        };
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        event.act(Act::Appoint { official }).await;
        for n in 1..=players {
            let entry = Entry {
                country: Some(format!("X{:02}", n % 30)),
                rating: Some(1000 + i32::try_from(n * 37 % 900).unwrap()),
                ..Entry::new(format!("Sample Player {n}"))
            };
            let application = Application {
                entry,
                ..Application::default()
            };
            event.act(Act::Enter(Box::new(application))).await;
        }
        event
    }

    pub(crate) async fn act(&mut self, act: Act) {
        self.commands += 1;
        let what = What::Tournament(Box::new(TournamentRequest {
            tournament: self.id.clone(),
            by: None,
            act,
            person: None,
        }));
        submit(&self.desk, &format!("c{}", self.commands), what).await;
    }

    /// Pairs and starts a round.
    pub(crate) async fn start(&mut self, round: RoundNumber) {
        let assumed = Vec::new();
        self.act(Act::Propose { round, assumed }).await;
        let consent = Some("a benchmark".to_owned());
        self.act(Act::Announce { round, consent }).await;
        self.act(Act::Start { round }).await;
    }

    /// Plays a round to its end.
    pub(crate) async fn play(&mut self, round: RoundNumber) {
        self.start(round).await;
        let now = self.desk.tournament(&self.id).unwrap();
        let cards = now.affairs().round(round).unwrap().cards.clone();
        for card in cards {
            let black = 20 + (card.black.0 * 7 + card.white.0 * 3 + u32::from(round.0)) % 25;
            let black = u16::try_from(black).unwrap();
            self.act(Act::EnterResult(Box::new(Report {
                round,
                table: card.table,
                result: Reported::Official(Official::played(black, 64 - black)),
                source: ResultSource::Director,
                signed: Vec::new(),
                transcripts: Vec::new(),
            })))
            .await;
        }
        self.act(Act::Validate { round }).await;
    }
}

async fn submit(desk: &Desk, id: &str, what: What) -> outflank_desk::Answer {
    let answer = desk
        .submit(&Caller::console(), Request::new(id, what))
        .await;
    answer.unwrap()
}
