//! A server in this process, over a log in memory.

use std::net::SocketAddr;
use std::sync::Arc;

use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, Role, TokenKind};
use outflank_desk::log::Store;
use outflank_desk::{
    Answer, Clock, Desk, FederationId, FederationRequest, NewFederation, NewTournament, Options,
    Request, SystemClock, TournamentId, What,
};
use outflank_desk::{TournamentRequest, UserId};
use outflank_federation::{Act as OfficeAct, Dossier, Founding};
use outflank_store::memory::MemoryStore;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, Application, Creation, Entry, OfficialPost, Post, Timestamp,
};
use outflank_web::{Settings, Web};
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};

use super::http::Client;

pub(crate) struct Hosted {
    pub(crate) runtime: Runtime,
    pub(crate) desk: Arc<Desk>,
    pub(crate) web: Arc<Web>,
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    _working: watch::Sender<bool>,
}

impl Hosted {
    pub(crate) fn start() -> Self {
        Self::with(Settings {
            requests_per_minute: 10_000_000,
            ..Settings::default()
        })
    }

    pub(crate) fn with(settings: Settings) -> Self {
        Self::timed(settings, Arc::new(SystemClock::start()))
    }

    /// The same by a clock of one's own.
    pub(crate) fn timed(settings: Settings, clock: Arc<dyn Clock>) -> Self {
        Self::on(Arc::new(MemoryStore::new()), settings, clock)
    }

    /// The same on a log of one's own.
    pub(crate) fn on(store: Arc<dyn Store>, settings: Settings, clock: Arc<dyn Clock>) -> Self {
        let runtime = Runtime::new().unwrap();
        let desk = runtime
            .block_on(Desk::open(store, clock, Options::default()))
            .unwrap();
        let web = Web::new(desk.clone(), settings);
        let (working, stopped) = watch::channel(false);
        runtime.spawn(desk.clone().run(stopped));
        let listener = runtime
            .block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))
            .unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopping) = oneshot::channel::<()>();
        let served = web.clone();
        runtime.spawn(async move {
            let stopping = async {
                let _ = stopping.await;
            };
            served.serve(listener, stopping).await
        });
        Self {
            runtime,
            desk,
            web,
            address,
            stop: Some(stop),
            _working: working,
        }
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// Tells the server to stop.
    pub(crate) fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }

    #[track_caller]
    pub(crate) fn submit(&self, what: What) -> Answer {
        let request = Request::new(UserId::random().as_str(), what);
        let console = Caller::console();
        let answer = self.desk.submit(&console, request);
        self.runtime.block_on(answer).unwrap()
    }

    /// Pairs a round and announces it.
    pub(crate) fn announce(&self, id: &TournamentId, round: RoundNumber) {
        let assumed = Vec::new();
        self.act(id, Act::Propose { round, assumed });
        let consent = None;
        self.act(id, Act::Announce { round, consent });
    }

    /// A federation's office with this short name and one person.
    pub(crate) fn office(&self, slug: &str) -> FederationId {
        self.office_under("bof", slug)
    }

    /// An office under the rules of a federation.
    pub(crate) fn office_under(&self, rulebook: &str, slug: &str) -> FederationId {
        let founded = self.submit(What::NewFederation(Box::new(NewFederation {
            rulebook: rulebook.to_owned(),
            slug: Some(slug.to_owned()),
            founding: Founding {
                name: "Example Federation".to_owned(),
                country: "GBR".to_owned(),
                currency: None,
                scale: None,
                offset: Default::default(),
            },
        })));
        let id: FederationId = founded.made.unwrap().parse().unwrap();
        self.office_act(
            &id,
            OfficeAct::AddPerson {
                record: String::new(),
                dossier: Box::new(Dossier::new("Ada Example")),
            },
        );
        id
    }

    #[track_caller]
    pub(crate) fn office_act(&self, federation: &FederationId, act: OfficeAct) -> Answer {
        self.submit(What::Federation(Box::new(FederationRequest {
            federation: federation.clone(),
            by: None,
            act,
        })))
    }

    #[track_caller]
    pub(crate) fn act(&self, tournament: &TournamentId, act: Act) -> Answer {
        self.submit(What::Tournament(Box::new(TournamentRequest {
            tournament: tournament.clone(),
            by: None,
            act,
            person: None,
        })))
    }

    /// The secret of a new token for programs.
    #[track_caller]
    pub(crate) fn token(&self, grant: Grant, expires: Option<Timestamp>) -> String {
        self.secret(TokenKind::Api, grant, expires)
    }

    /// The secret of a link that makes a browser the owner's.
    #[track_caller]
    pub(crate) fn owner_link(&self) -> String {
        self.secret(TokenKind::Once, Grant::everywhere(Role::Owner), None)
    }

    #[track_caller]
    fn secret(&self, kind: TokenKind, grant: Grant, expires: Option<Timestamp>) -> String {
        let link = NewLink {
            kind,
            grant,
            expires,
            only: Vec::new(),
            label: None,
        };
        let answer = self.submit(What::Access {
            act: AccessAct::MakeLink(link),
        });
        answer.secret.unwrap().reveal().to_owned()
    }

    pub(crate) fn owner(&self) -> Client {
        let token = self.token(Grant::everywhere(Role::Owner), None);
        self.client().bearer(&token)
    }

    /// An open event that everybody may enter, with its head director and so many entrants.
    #[track_caller]
    pub(crate) fn event(&self, slug: &str, entrants: u32) -> TournamentId {
        let creation = Creation::new("Hall Open", "2026-11-15".parse().unwrap());
        let made = self.submit(What::NewTournament(Box::new(NewTournament {
            preset: "soc/open".to_owned(),
            slug: Some(slug.to_owned()),
            creation,
        })));
        let id: TournamentId = made.made.unwrap().parse().unwrap();
        self.fill(&id, entrants);
        id
    }

    /// Gives an event its head director and so many entrants.
    #[track_caller]
    pub(crate) fn fill(&self, id: &TournamentId, entrants: u32) {
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        self.act(id, Act::Appoint { official });
        for n in 1..=entrants {
            let application = Application {
                entry: Entry::new(format!("Sample Player {n}")),
                ..Application::default()
            };
            self.act(id, Act::Enter(Box::new(application)));
        }
    }
}

impl Drop for Hosted {
    fn drop(&mut self) {
        self.stop();
    }
}
