//! The viewers: a process that only reads, and notes when each message came.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use super::{EVENTS, micros_now, viewers};

/// Connects everybody, says so, and when all have everything says when each message came.
pub(crate) async fn watch() {
    // Several servers share the viewers evenly.
    let addresses = std::env::args().nth(1).unwrap();
    let addresses: Vec<&str> = addresses.split(',').collect();
    let path = std::env::args().nth(2).unwrap();
    let arrived: Arc<Vec<AtomicU64>> =
        Arc::new((0..viewers() * EVENTS).map(|_| AtomicU64::new(0)).collect());
    let open = Arc::new(AtomicUsize::new(viewers() * EVENTS));
    let (tell, mut told) = mpsc::channel(1024);
    for number in 0..viewers() {
        let address = addresses[number % addresses.len()];
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let viewer = Viewer {
            number,
            arrived: arrived.clone(),
            open: open.clone(),
            tell: tell.clone(),
        };
        tokio::spawn(viewer.run(stream));
    }
    drop(tell);
    let (mut greeted, mut sample) = (0, Vec::new());
    while greeted < viewers() {
        match told.recv().await.unwrap() {
            Told::Greeted => greeted += 1,
            Told::Sample(_) | Told::All => panic!("nobody is greeted twice"),
        }
    }
    say("greeted");
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
    std::process::exit(0);
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").unwrap();
    out.flush().unwrap();
}

enum Told {
    Greeted,
    /// The first message, as it came.
    Sample(Vec<u8>),
    All,
}

struct Viewer {
    number: usize,
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
        while seen < EVENTS {
            let length = stream.read(&mut buffer).await.unwrap();
            assert!(length > 0, "the server has ended a stream");
            let now = micros_now();
            let text = &buffer[..length];
            for at in heads(text) {
                if !is_greeted {
                    is_greeted = true;
                    self.tell.send(Told::Greeted).await.unwrap();
                    continue;
                }
                if seen == 0 && self.number == 0 {
                    self.tell.send(Told::Sample(one(text, at))).await.unwrap();
                }
                self.arrived[self.number * EVENTS + seen].store(now, Ordering::Relaxed);
                seen += 1;
                if self.open.fetch_sub(1, Ordering::Relaxed) == 1 {
                    self.tell.send(Told::All).await.unwrap();
                }
            }
        }
        // The line stays open for the others' sake.
        std::future::pending::<()>().await;
    }
}

/// Where messages begin: at the name of their event.
fn heads(text: &[u8]) -> Vec<usize> {
    let name = b"\nevent:";
    (text.windows(name.len()).enumerate())
        .filter(|(_, window)| window == name)
        .map(|(at, _)| at)
        .collect()
}

/// The whole message around the name of its event.
fn one(text: &[u8], at: usize) -> Vec<u8> {
    let start = text[..at].windows(3).rposition(|window| window == b"id:");
    let end = text[at..].windows(2).position(|window| window == b"\n\n");
    text[start.unwrap_or(0)..end.map_or(text.len(), |end| at + end + 2)].to_vec()
}
