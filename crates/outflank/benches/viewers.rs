//! Five thousand viewers of a live stream, against a bare broadcast of the same bytes in the same run.
//!
//! Prints how long an event takes from publishing to every viewer, memory per viewer, and processor time per
//! delivered event, ours : bare. The bare one is hyper with a broadcast channel and nothing else.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use outflank_desk::access::Caller;
use outflank_desk::{Desk, NewTournament, Options, Request, SystemClock, TournamentRequest, What};
use outflank_store::memory::MemoryStore;
use outflank_tournament::EntrantId;
use outflank_tournament::running::{Act, Application, Creation, Entry};
use outflank_web::{Settings, Web};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, watch};

const EVENTS: usize = 40;
/// Between two events, so that each is a wave of its own.
const PAUSE: Duration = Duration::from_millis(250);

fn viewers() -> usize {
    let asked = std::env::var("OUTFLANK_VIEWERS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(5_000)
}

fn main() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(run());
}

async fn run() {
    let ours = our_server().await;
    let measured = measure(ours.address, "/api/v1/events", || async {
        ours.happen().await
    })
    .await;
    println!("{} viewers, {EVENTS} events, ours:", viewers());
    measured.print();
    let bytes = measured.message.clone();
    let bare = Bare::start().await;
    let compared = measure(bare.address, "/", || async { bare.send(&bytes) }).await;
    println!("bare broadcast of the same bytes:");
    compared.print();
    println!(
        "ratio: processor time per delivered event, ours : bare = {:.2}",
        measured.cpu_per_event_us / compared.cpu_per_event_us
    );
    println!(
        "ratio: memory per viewer, ours : bare = {:.2}",
        measured.kb_per_viewer / compared.kb_per_viewer
    );
}

struct Measured {
    p50: Duration,
    p99: Duration,
    kb_per_viewer: f64,
    cpu_per_event_us: f64,
    message: Vec<u8>,
}

impl Measured {
    fn print(&self) {
        println!(
            "  publish to receive: p50 {:?}, p99 {:?}",
            self.p50, self.p99
        );
        println!(
            "  memory per viewer: {:.1} kB, both ends of the socket in one process",
            self.kb_per_viewer
        );
        println!(
            "  processor time per delivered event: {:.2} µs, both ends",
            self.cpu_per_event_us
        );
    }
}

/// Connects everybody, lets events happen, and measures each arrival.
async fn measure<F, W>(address: SocketAddr, path: &str, happen: F) -> Measured
where
    F: Fn() -> W,
    W: Future<Output = ()>,
{
    let before_kb = memory_kb();
    let began = Instant::now();
    let arrived: Arc<Vec<AtomicU64>> =
        Arc::new((0..viewers() * EVENTS).map(|_| AtomicU64::new(0)).collect());
    let (greeted, mut greetings) = tokio::sync::mpsc::channel(1024);
    let (sample, mut samples) = tokio::sync::mpsc::channel(1);
    for viewer in 0..viewers() {
        let stream = connect(address, path).await;
        let (arrived, greeted, sample) = (arrived.clone(), greeted.clone(), sample.clone());
        tokio::spawn(watch_stream(
            stream, viewer, began, arrived, greeted, sample,
        ));
    }
    for _ in 0..viewers() {
        greetings.recv().await.unwrap();
    }
    let kb_per_viewer = (memory_kb() - before_kb) / viewers() as f64;
    let cpu_before = cpu_us();
    let mut published = Vec::new();
    for _ in 0..EVENTS {
        published.push(began.elapsed());
        happen().await;
        tokio::time::sleep(PAUSE).await;
    }
    let last = arrived.len() - 1;
    while arrived[last].load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(PAUSE).await;
    }
    tokio::time::sleep(PAUSE * 4).await;
    let cpu = cpu_us() - cpu_before;
    let mut delays: Vec<Duration> = arrived
        .iter()
        .enumerate()
        .map(|(n, at)| {
            let at = Duration::from_micros(at.load(Ordering::Relaxed));
            at.saturating_sub(published[n % EVENTS])
        })
        .collect();
    delays.sort_unstable();
    Measured {
        p50: delays[delays.len() / 2],
        p99: delays[delays.len() * 99 / 100],
        kb_per_viewer,
        cpu_per_event_us: cpu / delays.len() as f64,
        message: samples.recv().await.unwrap(),
    }
}

async fn connect(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Reads a stream; the first message is the greeting, each later one an event.
async fn watch_stream(
    mut stream: TcpStream,
    viewer: usize,
    began: Instant,
    arrived: Arc<Vec<AtomicU64>>,
    greeted: tokio::sync::mpsc::Sender<()>,
    sample: tokio::sync::mpsc::Sender<Vec<u8>>,
) {
    let mut seen = 0;
    let mut is_greeted = false;
    let mut buffer = vec![0; 4096];
    loop {
        let length = match stream.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(length) => length,
        };
        let now = u64::try_from(began.elapsed().as_micros()).unwrap();
        let text = &buffer[..length];
        for message in text
            .windows(7)
            .enumerate()
            .filter(|(_, w)| *w == b"\nevent:")
            .map(|(at, _)| at)
        {
            if !is_greeted {
                is_greeted = true;
                greeted.send(()).await.unwrap();
                continue;
            }
            if seen < EVENTS {
                arrived[viewer * EVENTS + seen].store(now, Ordering::Relaxed);
            }
            if seen == 0 && viewer == 0 {
                let start = text[..message]
                    .windows(3)
                    .rposition(|w| w == b"id:")
                    .unwrap_or(0);
                let end = text
                    .windows(2)
                    .rposition(|w| w == b"\n\n")
                    .map_or(length, |at| at + 2);
                let _ = sample.send(text[start..end].to_vec()).await;
            }
            seen += 1;
        }
    }
}

struct Ours {
    address: SocketAddr,
    desk: Arc<Desk>,
    tournament: outflank_desk::TournamentId,
    count: AtomicU64,
    _working: watch::Sender<bool>,
}

impl Ours {
    /// Somebody is checked in, or it is taken back.
    async fn happen(&self) {
        let n = self.count.fetch_add(1, Ordering::Relaxed);
        let entrant = EntrantId(1);
        let act = match n % 2 {
            0 => Act::CheckIn { entrant },
            _ => Act::TakeBackCheckIn { entrant },
        };
        submit(&self.desk, &format!("b{n}"), Some(&self.tournament), act).await;
    }
}

async fn submit(
    desk: &Desk,
    id: &str,
    tournament: Option<&outflank_desk::TournamentId>,
    act: Act,
) -> outflank_desk::Answer {
    let what = match (tournament, act) {
        (None, Act::Create(creation)) => What::NewTournament(Box::new(NewTournament {
            preset: "soc/open".to_owned(),
            slug: None,
            creation: *creation,
        })),
        (Some(tournament), act) => What::Tournament(Box::new(TournamentRequest {
            tournament: tournament.clone(),
            by: None,
            act,
            person: None,
        })),
        (None, _) => panic!("open it first"),
    };
    desk.submit(&Caller::console(), Request::new(id, what))
        .await
        .unwrap()
}

async fn our_server() -> Ours {
    let store = Arc::new(MemoryStore::new());
    let clock = Arc::new(SystemClock::start());
    let desk = Desk::open(store, clock, Options::default()).await.unwrap();
    let creation = Creation::new("Bench Open", "2026-11-15".parse().unwrap());
    let made = submit(&desk, "open", None, Act::Create(Box::new(creation))).await;
    let tournament = made.made.unwrap().parse().unwrap();
    let application = Application {
        entry: Entry::new("Sample Player"),
        ..Application::default()
    };
    submit(
        &desk,
        "enter",
        Some(&tournament),
        Act::Enter(Box::new(application)),
    )
    .await;
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
    Ours {
        address,
        desk,
        tournament,
        count: AtomicU64::new(0),
        _working: working,
    }
}

/// The same bytes to everybody and nothing else: a channel, a socket, a chunk of HTTP.
struct Bare {
    address: SocketAddr,
    channel: broadcast::Sender<Arc<[u8]>>,
}

impl Bare {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let channel = broadcast::Sender::<Arc<[u8]>>::new(256);
        let sender = channel.clone();
        tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                let receiver = sender.subscribe();
                tokio::spawn(Self::serve(socket, receiver));
            }
        });
        Self { address, channel }
    }

    async fn serve(mut socket: TcpStream, mut receiver: broadcast::Receiver<Arc<[u8]>>) {
        socket.set_nodelay(true).unwrap();
        let mut head = [0; 1024];
        let _ = socket.read(&mut head).await.unwrap();
        let greeting = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
            17\r\nid: 1\nevent: hello\n\ndata\r\n";
        socket.write_all(greeting).await.unwrap();
        while let Ok(bytes) = receiver.recv().await {
            let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
            chunk.extend_from_slice(&bytes);
            chunk.extend_from_slice(b"\r\n");
            if socket.write_all(&chunk).await.is_err() {
                return;
            }
        }
    }

    fn send(&self, bytes: &[u8]) {
        let _ = self.channel.send(bytes.into());
    }
}

/// The memory of this process in kB.
fn memory_kb() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse().ok())
        .unwrap_or(0.0)
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
        fields
            .get(n)
            .and_then(|text| text.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    // User and system time, in hundredths of a second.
    (ticks(11) + ticks(12)) * 10_000.0
}
