//! A finished event of two thousand games: how long the program takes from its start to its first answer.
//!
//! The event is a Swiss of 308 for 13 rounds and is made once through the desk; then the desk is opened on the log
//! again and again. Against it stands reading the same log without folding anything.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

#[path = "../../store/benches/aim/mod.rs"]
mod aim;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_desk::access::Caller;
use outflank_desk::log::{GlobalSeq, Store};
use outflank_desk::{
    Desk, NewTournament, Options, Request, SystemClock, TournamentId, TournamentRequest, What,
};
use outflank_store::sqlite::SqliteStore;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, Application, Creation, Entry, Official, OfficialPost, Post, Report, Reported, ResultSource,
};
use outflank_web::{Settings, Web};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

const PLAYERS: u32 = 308;
const ROUNDS: u16 = 13;
const STARTS: usize = 9;

fn main() {
    let folder = std::env::temp_dir().join(format!("outflank-restart-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let file = folder.join("outflank.db");
    runtime.block_on(play(&file));
    let mut starts = Vec::new();
    let mut reads = Vec::new();
    for _ in 0..STARTS {
        reads.push(runtime.block_on(read(&file)));
        starts.push(runtime.block_on(start(&file)));
    }
    starts.sort_unstable();
    reads.sort_unstable();
    let (start, read) = (starts[STARTS / 2], reads[STARTS / 2]);
    println!(
        "from start to the first answer: {start:?} (median), {:?} (longest)",
        starts[STARTS - 1]
    );
    println!("reading the same log: {read:?}");
    println!(
        "ratio: start to the first answer, ours : reading the same log = {:.2}",
        start.as_secs_f64() / read.as_secs_f64()
    );
    aim::at_most(
        "from start to the first answer about 2,000 games",
        start.as_secs_f64() * 1e3,
        1000.0,
        "ms",
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

async fn open(file: &Path) -> Arc<Desk> {
    let store = Arc::new(SqliteStore::open(file).unwrap());
    Desk::open(store, Arc::new(SystemClock::start()), Options::default())
        .await
        .unwrap()
}

async fn play(file: &Path) {
    let desk = open(file).await;
    let mut count = 0;
    let mut creation = Creation::new("Bench Open", "2026-11-15".parse().unwrap());
    creation.set.push(("rounds".to_owned(), ROUNDS.to_string()));
    let new = NewTournament {
        preset: "soc/open".to_owned(),
        slug: None,
        creation,
    };
    let what = What::NewTournament(Box::new(new));
    let made = desk
        .submit(&Caller::console(), Request::new("open", what))
        .await
        .unwrap();
    let id: TournamentId = made.made.unwrap().parse().unwrap();
    let mut act = async |act: Act| {
        count += 1;
        let what = What::Tournament(Box::new(TournamentRequest {
            tournament: id.clone(),
            by: None,
            act,
            person: None,
        }));
        let request = Request::new(format!("c{count}"), what);
        desk.submit(&Caller::console(), request).await.unwrap();
    };
    act(Act::Appoint {
        official: OfficialPost::new("Vera Arbiter", Post::Head),
    })
    .await;
    for n in 1..=PLAYERS {
        let application = Application {
            entry: Entry::new(format!("Sample {n}")),
            ..Application::default()
        };
        act(Act::Enter(Box::new(application))).await;
    }
    let mut games = 0;
    for round in (1..=ROUNDS).map(RoundNumber) {
        act(Act::Propose {
            round,
            assumed: Vec::new(),
        })
        .await;
        act(Act::Announce {
            round,
            consent: Some("a benchmark".to_owned()),
        })
        .await;
        act(Act::Start { round }).await;
        let now = desk.tournament(&id).unwrap();
        let cards = now.affairs().round(round).unwrap().cards.clone();
        for card in cards {
            games += 1;
            let black =
                u16::try_from(20 + (card.black.0 * 7 + card.white.0 * 3 + u32::from(round.0)) % 25)
                    .unwrap();
            let result = Reported::Official(Official::played(black, 64 - black));
            let report = Report {
                round,
                table: card.table,
                result,
                source: ResultSource::Director,
                signed: Vec::new(),
                transcripts: Vec::new(),
            };
            act(Act::EnterResult(Box::new(report))).await;
        }
        act(Act::Validate { round }).await;
    }
    println!("{games} games, {} events", desk.durable().0);
    drop(desk);
    closed(file).await;
}

/// Opens everything and asks for the standings.
async fn start(file: &Path) -> Duration {
    let began = Instant::now();
    let desk = open(file).await;
    let id = desk.tournaments()[0].id.clone();
    let web = Web::new(desk, Settings::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(async move {
        web.serve(listener, async {
            let _ = stopped.await;
        })
        .await
    });
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /api/v1/tournaments/{id}/standings HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    let took = began.elapsed();
    let _ = stop.send(());
    let _ = serving.await;
    closed(file).await;
    took
}

/// Waits until a server that has ended has let go of its log.
async fn closed(file: &Path) {
    while SqliteStore::open(file).is_err() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn read(file: &Path) -> Duration {
    let began = Instant::now();
    let store = SqliteStore::open(file).unwrap();
    let mut after = GlobalSeq(0);
    loop {
        let page = store.read_all(after, 1000).await.unwrap();
        match page.last() {
            Some(last) => after = last.global_seq,
            None => return began.elapsed(),
        }
    }
}
