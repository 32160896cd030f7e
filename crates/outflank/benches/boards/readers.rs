//! The viewers: a process that only reads, and notes when each piece came. Some never read.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;

use super::{TAPS, micros_now};

/// Which piece is shown to the first process: not the first one, which may say everything anew.
const SAMPLE: usize = TAPS / 2;
/// What a piece begins with.
const HEAD: &[u8] = b"\nevent:";

/// Connects everybody, says so, and when all have everything says when each piece came.
pub(crate) async fn watch() {
    let args: Vec<String> = std::env::args().collect();
    let [_, address, path, viewers, stalled, ..] = &args[..] else {
        panic!("address, path, viewers, stalled");
    };
    let address: SocketAddr = address.parse().unwrap();
    let (viewers, stalled): (usize, usize) = (viewers.parse().unwrap(), stalled.parse().unwrap());
    let mut idle = Vec::with_capacity(stalled);
    for _ in 0..stalled {
        // Little room for what is sent, so that the server is soon left with it.
        idle.push(connect(address, path, Some(4096)).await);
    }
    let arrived: Arc<Vec<AtomicU64>> =
        Arc::new((0..viewers * TAPS).map(|_| AtomicU64::new(0)).collect());
    let open = Arc::new(AtomicUsize::new(viewers * TAPS));
    let (tell, mut told) = mpsc::channel(1024);
    for number in 0..viewers {
        let viewer = Viewer {
            number,
            arrived: arrived.clone(),
            open: open.clone(),
            tell: tell.clone(),
        };
        tokio::spawn(viewer.run(connect(address, path, None).await));
    }
    drop(tell);
    let mut greeted = 0;
    while greeted < viewers {
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

async fn connect(address: SocketAddr, path: &str, room: Option<u32>) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    // Ports of earlier measurements are free again at once.
    socket.set_zero_linger().unwrap();
    if let Some(bytes) = room {
        socket.set_recv_buffer_size(bytes).unwrap();
    }
    let mut stream = socket.connect(address).await.unwrap();
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
    /// One piece, as it came.
    Sample(Vec<u8>),
    All,
}

struct Viewer {
    number: usize,
    arrived: Arc<Vec<AtomicU64>>,
    /// Pieces that have not come to everybody yet.
    open: Arc<AtomicUsize>,
    tell: mpsc::Sender<Told>,
}

impl Viewer {
    /// Reads a stream; the first piece is the greeting, each later one answers a tap.
    async fn run(self, mut stream: TcpStream) {
        let mut is_greeted = false;
        let mut seen = 0;
        let mut buffer = vec![0; 16 * 1024];
        // The end of what came before, since a head may come in two parts.
        let mut kept = 0;
        while seen < TAPS {
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
                if seen == SAMPLE && self.number == 0 {
                    let sample = one(&buffer[at + 1..end]);
                    self.tell.send(Told::Sample(sample)).await.unwrap();
                }
                self.arrived[self.number * TAPS + seen].store(now, Ordering::Relaxed);
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

/// Where pieces begin: at the name of their event.
fn heads(text: &[u8]) -> Vec<usize> {
    (text.windows(HEAD.len()).enumerate())
        .filter(|(_, window)| *window == HEAD)
        .map(|(at, _)| at)
        .collect()
}

/// The whole piece that begins here.
fn one(text: &[u8]) -> Vec<u8> {
    let end = text.windows(2).position(|window| window == b"\n\n");
    text[..end.map_or(text.len(), |end| end + 2)].to_vec()
}
