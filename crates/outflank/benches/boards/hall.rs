//! An event with a game at every table, in a server of this process, and a judge who taps over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;

use outflank_board::{BySide, Position, Side};
use outflank_desk::access::{AccessAct, Caller, Grant, NewLink, Role, TokenKind};
use outflank_desk::{
    Answer, Desk, GameId, GamePlace, GameRequest, NewGame, NewTournament, Options, Request,
    SystemClock, TokenId, TournamentId, TournamentRequest, What,
};
use outflank_game::{Act as GameAct, By, Opening, TimeAsked};
use outflank_rulebook::Millis;
use outflank_store::memory::MemoryStore;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, Application, Creation, Entry, OfficialPost, Post, TableNumber,
};
use outflank_web::{Settings, Web};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, watch};

pub(crate) const TABLES: usize = 200;

pub(crate) struct Hall {
    pub(crate) address: SocketAddr,
    games: Vec<GameId>,
    judge: Mutex<Judge>,
    _working: watch::Sender<bool>,
}

/// Whoever taps.
struct Judge {
    token: String,
    positions: Vec<Position>,
    taps: usize,
}

impl Hall {
    pub(crate) async fn open() -> Self {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(SystemClock::start());
        let desk = Desk::open(store, clock, Options::default()).await.unwrap();
        let (working, stopped) = watch::channel(false);
        tokio::spawn(desk.clone().run(stopped));
        let games = games(&desk).await;
        let settings = Settings {
            requests_per_minute: 100_000_000,
            ..Settings::default()
        };
        let web = Web::new(desk.clone(), settings);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { web.serve(listener, std::future::pending()).await });
        let link = NewLink {
            kind: TokenKind::Api,
            grant: Grant::everywhere(Role::Owner),
            expires: None,
            only: Vec::new(),
            label: None,
        };
        let act = AccessAct::MakeLink(link);
        let made = submit(&desk, What::Access { act }).await;
        let judge = Judge {
            token: made.secret.unwrap().reveal().to_owned(),
            positions: vec![Position::start(); games.len()],
            taps: 0,
        };
        Self {
            address,
            games,
            judge: Mutex::new(judge),
            _working: working,
        }
    }

    /// Where the game at a table is watched.
    pub(crate) fn game_path(&self, table: usize) -> String {
        format!("/t/bench/games/{}/live", self.games[table])
    }

    /// A judge taps the next move at a table and has his answer.
    pub(crate) async fn tap(&self, table: usize) {
        let mut judge = self.judge.lock().await;
        let position = judge.positions[table];
        let square = position.legal_moves().into_iter().next();
        let act = match square {
            Some(square) => format!(r#"{{"act":"play","square":"{square}"}}"#),
            None => r#"{"act":"pass"}"#.to_owned(),
        };
        judge
            .send(self.address, &self.games[table], position.to_move(), &act)
            .await;
        let mv = square.map_or(outflank_board::Move::Pass, outflank_board::Move::Disc);
        judge.positions[table] = position.play(mv).unwrap();
    }
}

impl Judge {
    async fn send(&mut self, host: SocketAddr, game: &GameId, side: Side, act: &str) {
        self.taps += 1;
        let by = match side {
            Side::Black => "black",
            Side::White => "white",
        };
        let body = format!(
            r#"{{"command_id":"tap-{}","by":"{by}","act":{act}}}"#,
            self.taps
        );
        let request = format!(
            "POST /api/v1/games/{game}/commands HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        let mut line = TcpStream::connect(host).await.unwrap();
        line.write_all(request.as_bytes()).await.unwrap();
        let mut answer = vec![0; 16 * 1024];
        let length = line.read(&mut answer).await.unwrap();
        let text = String::from_utf8_lossy(&answer[..length]);
        assert!(text.starts_with("HTTP/1.1 200"), "{body}: {text}");
    }
}

/// The games of the first round, started.
async fn games(desk: &Desk) -> Vec<GameId> {
    let made = submit(
        desk,
        What::NewTournament(Box::new(NewTournament {
            preset: "soc/open".to_owned(),
            slug: Some("bench".to_owned()),
            creation: Creation::new("Bench Open", "2026-11-15".parse().unwrap()),
        })),
    )
    .await;
    let id: TournamentId = made.made.unwrap().parse().unwrap();
    let official = OfficialPost::new("Vera Arbiter", Post::Head);
    act(desk, &id, Act::Appoint { official }).await;
    for n in 1..=2 * TABLES {
        let application = Application {
            entry: Entry::new(format!("Sample Player {n}")),
            ..Application::default()
        };
        act(desk, &id, Act::Enter(Box::new(application))).await;
    }
    let round = RoundNumber(1);
    let assumed = Vec::new();
    act(desk, &id, Act::Propose { round, assumed }).await;
    let consent = None;
    act(desk, &id, Act::Announce { round, consent }).await;
    let now = desk.tournament(&id).unwrap();
    let life = now.affairs().round(round).unwrap();
    let tables: Vec<TableNumber> = life.cards.iter().map(|card| card.table).collect();
    let mut games = Vec::new();
    for table in tables {
        let opening = Opening {
            time: TimeAsked::Each(BySide::both(Millis::minutes(600))),
            ..Opening::default()
        };
        let place = Some(GamePlace {
            tournament: id.clone(),
            round,
            table,
        });
        let new = NewGame {
            place,
            rulebook: None,
            opening,
        };
        let made = submit(desk, What::NewGame(Box::new(new))).await;
        let game: GameId = made.made.unwrap().parse().unwrap();
        for act in [GameAct::ConfirmReady, GameAct::Signal] {
            let by = By::Director;
            let game = game.clone();
            submit(desk, What::Game(Box::new(GameRequest { game, by, act }))).await;
        }
        games.push(game);
    }
    games
}

async fn submit(desk: &Desk, what: What) -> Answer {
    let id = TokenId::random();
    desk.submit(&Caller::console(), Request::new(id.as_str(), what))
        .await
        .unwrap()
}

async fn act(desk: &Desk, id: &TournamentId, act: Act) {
    submit(
        desk,
        What::Tournament(Box::new(TournamentRequest {
            tournament: id.clone(),
            by: None,
            act,
            person: None,
        })),
    )
    .await;
}
