//! Spectators of live boards: 200 tables, 5,000 viewers; 10,000 viewers of one game; one reader in ten stalled.
//!
//! Prints how long it takes from a judge's tap to every viewer, and the processor time per delivered piece against a
//! bare broadcast of the same bytes in the same run. `OUTFLANK_VIEWERS` sets the number of viewers of the first part.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use outflank_board::{BySide, Move, Position, Side};
use outflank_desk::access::Caller;
use outflank_desk::{
    Desk, GameId, GamePlace, GameRequest, NewGame, NewTournament, Options, Request, SystemClock,
    TournamentId, TournamentRequest, What,
};
use outflank_game::{Act as GameAct, By, Opening, TimeAsked};
use outflank_rulebook::Millis;
use outflank_store::memory::MemoryStore;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, Application, Creation, Entry, OfficialPost, Post};
use outflank_web::{Settings, Web};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{broadcast, watch};

const TABLES: u32 = 200;
/// Taps that are measured in each part.
const TAPS: usize = 40;
/// Between two taps: 200 tables with a move every twenty seconds are ten a second.
const PAUSE: Duration = Duration::from_millis(100);

fn main() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(run());
}

fn asked(name: &str, usual: usize) -> usize {
    let asked = std::env::var(name).ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

async fn run() {
    let viewers = asked("OUTFLANK_VIEWERS", 5_000);
    let hall = Hall::open().await;
    let boards = "/t/bench/boards-live";
    let ours = measure(&hall, boards, viewers, 0, 0..TABLES as usize).await;
    println!("{TABLES} tables live, {viewers} viewers of all boards:");
    ours.print();
    let stalled = measure(
        &hall,
        boards,
        viewers - viewers / 10,
        viewers / 10,
        0..TABLES as usize,
    )
    .await;
    println!("the same with every tenth reader stalled:");
    stalled.print();
    println!(
        "ratio: p99 with stalled readers : without = {:.2}",
        stalled.p99.as_secs_f64() / ours.p99.as_secs_f64()
    );
    let many = asked("OUTFLANK_ONE_GAME", 10_000);
    let path = format!("/t/bench/games/{}/live", hall.games[199]);
    // A table that nobody tapped before: its whole game is there.
    let one = measure(&hall, &path, many, 0, 199..200).await;
    println!("{many} viewers of one game:");
    one.print();
    let bare = Bare::start(ours.piece.clone()).await;
    let compared = measure_bare(&bare, viewers).await;
    println!("bare broadcast of the same bytes to {viewers}:");
    compared.print();
    println!(
        "ratio: processor time per delivered piece, ours : bare = {:.2}",
        ours.cpu_us / compared.cpu_us
    );
}

/// What came out of one part.
struct Measured {
    p50: Duration,
    p99: Duration,
    delivered: usize,
    cpu_us: f64,
    piece: Vec<u8>,
}

impl Measured {
    fn print(&self) {
        println!(
            "  tap to viewer: p50 {:?}, p99 {:?}; {} delivered; {:.2} µs processor time each, both ends",
            self.p50, self.p99, self.delivered, self.cpu_us
        );
    }
}

/// When each tap was made, and when each viewer had it.
struct Arrivals {
    began: Instant,
    /// Microseconds since the start, by tap.
    tapped: Vec<AtomicU64>,
    delays: Mutex<Vec<u64>>,
    greeted: AtomicUsize,
    piece: Mutex<Vec<u8>>,
}

impl Arrivals {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            began: Instant::now(),
            tapped: (0..TAPS).map(|_| AtomicU64::new(0)).collect(),
            delays: Mutex::default(),
            greeted: AtomicUsize::new(0),
            piece: Mutex::default(),
        })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap()
    }

    fn measured(&self, cpu: f64) -> Measured {
        let mut delays = std::mem::take(&mut *self.delays.lock().unwrap());
        delays.sort_unstable();
        let at = |part: usize| {
            Duration::from_micros(delays[(delays.len() * part / 100).min(delays.len() - 1)])
        };
        Measured {
            p50: at(50),
            p99: at(99),
            delivered: delays.len(),
            cpu_us: cpu / delays.len() as f64,
            piece: self.piece.lock().unwrap().clone(),
        }
    }
}

async fn measure(
    hall: &Hall,
    path: &str,
    viewers: usize,
    stalled: usize,
    tables: std::ops::Range<usize>,
) -> Measured {
    let arrivals = Arrivals::new();
    let (end, ended) = watch::channel(false);
    let mut idle = Vec::new();
    for _ in 0..stalled {
        idle.push(stall(hall.address, path).await);
    }
    for _ in 0..viewers {
        let stream = connect(hall.address, path).await;
        tokio::spawn(follow(stream, arrivals.clone(), ended.clone()));
    }
    while arrivals.greeted.load(Ordering::Relaxed) < viewers {
        tokio::time::sleep(PAUSE).await;
    }
    let cpu = cpu_us();
    for tap in 0..TAPS {
        arrivals.tapped[tap].store(arrivals.now(), Ordering::Relaxed);
        hall.tap(tables.start + tap % tables.len()).await;
        tokio::time::sleep(PAUSE).await;
    }
    tokio::time::sleep(PAUSE * 20).await;
    let measured = arrivals.measured(cpu_us() - cpu);
    let _ = end.send(true);
    drop(idle);
    tokio::time::sleep(PAUSE * 10).await;
    measured
}

async fn measure_bare(bare: &Bare, viewers: usize) -> Measured {
    let arrivals = Arrivals::new();
    let (end, ended) = watch::channel(false);
    for _ in 0..viewers {
        let stream = connect(bare.address, "/").await;
        tokio::spawn(follow(stream, arrivals.clone(), ended.clone()));
    }
    while arrivals.greeted.load(Ordering::Relaxed) < viewers {
        tokio::time::sleep(PAUSE).await;
    }
    let cpu = cpu_us();
    for tap in 0..TAPS {
        arrivals.tapped[tap].store(arrivals.now(), Ordering::Relaxed);
        let _ = bare.channel.send(());
        tokio::time::sleep(PAUSE).await;
    }
    tokio::time::sleep(PAUSE * 20).await;
    let measured = arrivals.measured(cpu_us() - cpu);
    let _ = end.send(true);
    measured
}

async fn connect(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// A reader that never reads, with little room for what is sent to it.
async fn stall(address: SocketAddr, path: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Reads a stream: the first piece is the greeting, every later one answers a tap, in order.
async fn follow(mut stream: TcpStream, arrivals: Arc<Arrivals>, mut ended: watch::Receiver<bool>) {
    let mut buffer = vec![0; 16 * 1024];
    let mut tail: Vec<u8> = Vec::new();
    let mut is_greeted = false;
    let mut seen = 0;
    let mut delays = Vec::with_capacity(TAPS);
    loop {
        let read = tokio::select! {
            read = stream.read(&mut buffer) => read,
            _ = ended.changed() => break,
        };
        let length = match read {
            Ok(0) | Err(_) => break,
            Ok(length) => length,
        };
        let now = arrivals.now();
        tail.extend_from_slice(&buffer[..length]);
        while let Some(end) = tail.windows(2).position(|two| two == b"\n\n") {
            let piece: Vec<u8> = tail.drain(..end + 2).collect();
            if !piece.windows(7).any(|part| part == b"event: ") {
                continue;
            }
            if !is_greeted {
                is_greeted = true;
                arrivals.greeted.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            if seen < TAPS {
                let tapped = arrivals.tapped[seen].load(Ordering::Relaxed);
                delays.push(now.saturating_sub(tapped));
                if seen == TAPS / 2 {
                    let start = piece
                        .windows(7)
                        .position(|part| part == b"event: ")
                        .unwrap();
                    let mut kept = arrivals.piece.lock().unwrap();
                    if kept.is_empty() {
                        *kept = piece[start..].to_vec();
                    }
                }
            }
            seen += 1;
            if seen == TAPS {
                arrivals.delays.lock().unwrap().append(&mut delays);
            }
        }
    }
    arrivals.delays.lock().unwrap().append(&mut delays);
}

/// An event with a game at every table, in a server of this process.
struct Hall {
    address: SocketAddr,
    desk: Arc<Desk>,
    games: Vec<GameId>,
    count: AtomicU64,
    positions: Mutex<Vec<Position>>,
    _working: watch::Sender<bool>,
}

impl Hall {
    async fn open() -> Self {
        let store = Arc::new(MemoryStore::new());
        let clock = Arc::new(SystemClock::start());
        let desk = Desk::open(store, clock, Options::default()).await.unwrap();
        let (working, stopped) = watch::channel(false);
        tokio::spawn(desk.clone().run(stopped));
        let made = submit(
            &desk,
            What::NewTournament(Box::new(NewTournament {
                preset: "soc/open".to_owned(),
                slug: Some("bench".to_owned()),
                creation: Creation::new("Bench Open", "2026-11-15".parse().unwrap()),
            })),
        )
        .await;
        let id: TournamentId = made.made.unwrap().parse().unwrap();
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        act(&desk, &id, Act::Appoint { official }).await;
        for n in 1..=2 * TABLES {
            let application = Application {
                entry: Entry::new(format!("Sample Player {n}")),
                ..Application::default()
            };
            act(&desk, &id, Act::Enter(Box::new(application))).await;
        }
        let round = RoundNumber(1);
        act(
            &desk,
            &id,
            Act::Propose {
                round,
                assumed: Vec::new(),
            },
        )
        .await;
        act(
            &desk,
            &id,
            Act::Announce {
                round,
                consent: None,
            },
        )
        .await;
        let now = desk.tournament(&id).unwrap();
        let tables: Vec<_> = (now.affairs().round(round).unwrap().cards.iter())
            .map(|card| card.table)
            .collect();
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
            let made = submit(&desk, What::NewGame(Box::new(new))).await;
            let game: GameId = made.made.unwrap().parse().unwrap();
            at_table(&desk, &game, By::Director, GameAct::ConfirmReady).await;
            at_table(&desk, &game, By::Director, GameAct::Signal).await;
            games.push(game);
        }
        let settings = Settings {
            requests_per_minute: 100_000_000,
            ..Settings::default()
        };
        let web = Web::new(desk.clone(), settings);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { web.serve(listener, std::future::pending()).await });
        Self {
            address,
            positions: Mutex::new(vec![Position::start(); games.len()]),
            desk,
            games,
            count: AtomicU64::new(0),
            _working: working,
        }
    }

    /// A judge taps the next move at a table; a game that is over is reminded of instead.
    async fn tap(&self, table: usize) {
        self.count.fetch_add(1, Ordering::Relaxed);
        let position = self.positions.lock().unwrap()[table];
        let first = position.legal_moves().into_iter().next();
        let mv = first.map_or(Move::Pass, Move::Disc);
        let by = match position.to_move() {
            Side::Black => By::Black,
            Side::White => By::White,
        };
        let act = match mv {
            Move::Disc(square) => GameAct::Play { square },
            Move::Pass => GameAct::Pass,
        };
        at_table(&self.desk, &self.games[table], by, act).await;
        self.positions.lock().unwrap()[table] = position.play(mv).unwrap();
    }
}

async fn submit(desk: &Desk, what: What) -> outflank_desk::Answer {
    let id = outflank_desk::TokenId::random();
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

async fn at_table(desk: &Desk, game: &GameId, by: By, act: GameAct) {
    submit(
        desk,
        What::Game(Box::new(GameRequest {
            game: game.clone(),
            by,
            act,
        })),
    )
    .await;
}

/// The same bytes to everybody and nothing else: a channel, a socket, a chunk of HTTP.
struct Bare {
    address: SocketAddr,
    channel: broadcast::Sender<()>,
}

impl Bare {
    async fn start(piece: Vec<u8>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let channel = broadcast::Sender::new(256);
        let sender = channel.clone();
        let piece: Arc<[u8]> = piece.into();
        tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                tokio::spawn(Self::serve(socket, sender.subscribe(), piece.clone()));
            }
        });
        Self { address, channel }
    }

    async fn serve(mut socket: TcpStream, mut taps: broadcast::Receiver<()>, piece: Arc<[u8]>) {
        socket.set_nodelay(true).unwrap();
        let mut head = [0; 1024];
        let _ = socket.read(&mut head).await.unwrap();
        let greeting = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
            14\r\nevent: hello\ndata: \n\n\r\n";
        socket.write_all(greeting).await.unwrap();
        while taps.recv().await.is_ok() {
            let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
            chunk.extend_from_slice(&piece);
            chunk.extend_from_slice(b"\r\n");
            if socket.write_all(&chunk).await.is_err() {
                return;
            }
        }
    }
}

/// The processor time of this process in microseconds.
fn cpu_us() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks = |n: usize| {
        let field = fields.get(n).and_then(|text| text.parse::<f64>().ok());
        field.unwrap_or(0.0)
    };
    // User and system time, in hundredths of a second.
    (ticks(11) + ticks(12)) * 10_000.0
}
