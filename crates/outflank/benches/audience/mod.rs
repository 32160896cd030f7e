//! The viewers: a process that only reads, and notes when each message came. Some never read.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;

/// What a message begins with, or its second line.
const HEAD: &[u8] = b"\nevent:";

/// Who watches what; the arguments of the viewers' process.
pub(crate) struct Audience {
    /// Several servers share the viewers evenly; separated by commas.
    pub(crate) addresses: String,
    pub(crate) path: String,
    pub(crate) viewers: usize,
    /// How many more connect and never read.
    pub(crate) stalled: usize,
    /// How many messages each viewer waits for.
    pub(crate) events: usize,
}

impl Audience {
    pub(crate) fn arguments(&self) -> [String; 5] {
        [
            self.addresses.clone(),
            self.path.clone(),
            self.viewers.to_string(),
            self.stalled.to_string(),
            self.events.to_string(),
        ]
    }

    fn asked() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let [addresses, path, viewers, stalled, events, ..] = &arguments[..] else {
            panic!("addresses, path, viewers, stalled, events");
        };
        Self {
            addresses: addresses.clone(),
            path: path.clone(),
            viewers: viewers.parse().unwrap(),
            stalled: stalled.parse().unwrap(),
            events: events.parse().unwrap(),
        }
    }
}

/// Connects everybody, says so, and when all have everything says when each message came.
pub(crate) async fn watch() {
    let asked = Audience::asked();
    let addresses: Vec<&str> = asked.addresses.split(',').collect();
    let mut idle = Vec::with_capacity(asked.stalled);
    for number in 0..asked.stalled {
        let address = addresses[number % addresses.len()];
        // Little room for what is sent, so that the server is soon left with it.
        idle.push(connect(address, &asked.path, Some(4096)).await);
    }
    let messages = asked.viewers * asked.events;
    let arrived: Arc<Vec<AtomicU64>> = Arc::new((0..messages).map(|_| AtomicU64::new(0)).collect());
    let open = Arc::new(AtomicUsize::new(messages));
    let (tell, mut told) = mpsc::channel(1024);
    for number in 0..asked.viewers {
        let viewer = Viewer {
            number,
            events: asked.events,
            arrived: arrived.clone(),
            open: open.clone(),
            tell: tell.clone(),
        };
        let address = addresses[number % addresses.len()];
        tokio::spawn(viewer.run(connect(address, &asked.path, None).await));
    }
    drop(tell);
    let mut greeted = 0;
    while greeted < asked.viewers {
        match told.recv().await.unwrap() {
            Told::Greeted => greeted += 1,
            Told::Sample(_) | Told::All => panic!("nothing happens before everybody is there"),
        }
    }
    say("greeted");
    let mut sample = Vec::new();
    loop {
        match told.recv().await.unwrap() {
            Told::Sample(bytes) => sample = bytes,
            Told::All => break,
            Told::Greeted => panic!("nobody is greeted twice"),
        }
    }
    say("all");
    let hex: String = sample.iter().map(|byte| format!("{byte:02x}")).collect();
    say(&hex);
    let times = arrived.iter().map(|at| at.load(Ordering::Relaxed));
    let lines: Vec<String> = times.map(|at| at.to_string()).collect();
    say(&lines.join("\n"));
    drop(idle);
    std::process::exit(0);
}

async fn connect(address: &str, path: &str, room: Option<u32>) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    // Ports of earlier measurements are free again at once.
    socket.set_zero_linger().unwrap();
    if let Some(bytes) = room {
        socket.set_recv_buffer_size(bytes).unwrap();
    }
    let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

enum Told {
    Greeted,
    /// One message, as it came.
    Sample(Vec<u8>),
    All,
}

struct Viewer {
    number: usize,
    events: usize,
    arrived: Arc<Vec<AtomicU64>>,
    /// Messages that have not come to everybody yet.
    open: Arc<AtomicUsize>,
    tell: mpsc::Sender<Told>,
}

impl Viewer {
    /// Reads a stream; the first message is the greeting, each later one an event.
    async fn run(self, mut stream: TcpStream) {
        let mut is_greeted = false;
        let mut seen = 0;
        let mut buffer = vec![0; 16 * 1024];
        // The end of what came before, since a head may come in two parts.
        let mut kept = 0;
        while seen < self.events {
            let Ok(length @ 1..) = stream.read(&mut buffer[kept..]).await else {
                // Whoever started this process says what happened.
                std::process::exit(1);
            };
            let now = micros_now();
            let end = kept + length;
            for at in heads(&buffer[..end]) {
                if !is_greeted {
                    is_greeted = true;
                    self.tell.send(Told::Greeted).await.unwrap();
                    continue;
                }
                // Not the first message, which may say everything anew.
                if seen == self.events / 2 && self.number == 0 {
                    let sample = one(&buffer[..end], at);
                    self.tell.send(Told::Sample(sample)).await.unwrap();
                }
                self.arrived[self.number * self.events + seen].store(now, Ordering::Relaxed);
                seen += 1;
                if self.open.fetch_sub(1, Ordering::Relaxed) == 1 {
                    self.tell.send(Told::All).await.unwrap();
                }
            }
            kept = end.min(HEAD.len() - 1);
            buffer.copy_within(end - kept..end, 0);
        }
        // The line stays open for the others' sake.
        std::future::pending::<()>().await;
    }
}

/// Where messages begin: at the name of their event.
fn heads(text: &[u8]) -> Vec<usize> {
    (text.windows(HEAD.len()).enumerate())
        .filter(|(_, window)| *window == HEAD)
        .map(|(at, _)| at)
        .collect()
}

/// The whole message around the name of its event: from the chunk of HTTP or the message before it to its empty line.
fn one(text: &[u8], at: usize) -> Vec<u8> {
    let start = (text[..=at].windows(2))
        .rposition(|two| two == b"\r\n" || two == b"\n\n")
        .map_or(0, |start| start + 2);
    let end = (text[at..].windows(2))
        .position(|two| two == b"\n\n")
        .map_or(text.len(), |end| at + end + 2);
    text[start..end].to_vec()
}

/// How many viewers there shall be: what the environment says, or as usual.
pub(crate) fn wanted(name: &str, usual: usize) -> usize {
    let wanted = std::env::var(name).ok();
    wanted.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The time that all processes share, in microseconds.
pub(crate) fn micros_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(since.as_micros()).unwrap()
}

/// The delay that so many in a hundred do not exceed, in milliseconds.
pub(crate) fn percentile_ms(delays: &mut [u64], percent: usize) -> f64 {
    delays.sort_unstable();
    delays[(delays.len() - 1) * percent / 100] as f64 / 1e3
}
