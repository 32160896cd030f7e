//! Requests a second for the standings page, against the same bytes from a file.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_store::memory::MemoryStore;
use outflank_tournament::RoundNumber;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::event::{Event, SLUG};
use crate::http::Connection;

const PLAYERS: u32 = 100;
const ROUNDS: u16 = 8;
const CONNECTIONS: usize = 16;
/// Each side is measured so often, in turns.
const TURNS: usize = 4;
const TURN: Duration = Duration::from_millis(1500);

pub(crate) async fn run() {
    let mut event = Event::open(Arc::new(MemoryStore::new()), PLAYERS, 9).await;
    for round in (1..=ROUNDS).map(RoundNumber) {
        event.play(round).await;
    }
    let path = format!("/t/{SLUG}/standings");
    for (name, headers) in [("gzip", "Accept-Encoding: gzip\r\n"), ("plain", "")] {
        let page = Connection::open(event.address)
            .await
            .get(&path, headers)
            .await;
        assert_eq!(page.status, 200);
        assert_eq!(page.head.contains("gzip"), name == "gzip");
        let bytes = page.body.len();
        let file = StaticFile::serve(page.body).await;
        let (mut ours, mut theirs) = (0.0, 0.0);
        for _ in 0..TURNS {
            ours += rate(event.address, &path, headers).await;
            theirs += rate(file.address, &path, headers).await;
        }
        let (ours, theirs) = (ours / TURNS as f64, theirs / TURNS as f64);
        println!(
            "standings of {PLAYERS} players, {name}, {bytes} bytes: {ours:.0} requests a second; from a file: {theirs:.0}"
        );
        println!(
            "ratio: standings page : static file, requests a second, {name} = {:.2} (wanted at least 0.50)",
            ours / theirs
        );
    }
}

/// Requests a second over some connections that are kept.
async fn rate(address: SocketAddr, path: &str, headers: &'static str) -> f64 {
    let until = Instant::now() + TURN;
    let began = Instant::now();
    let mut asking = Vec::new();
    for _ in 0..CONNECTIONS {
        let path = path.to_owned();
        asking.push(tokio::spawn(async move {
            let mut connection = Connection::open(address).await;
            let mut count = 0_u32;
            while Instant::now() < until {
                let answer = connection.get(&path, headers).await;
                assert_eq!(answer.status, 200);
                count += 1;
            }
            count
        }));
    }
    let mut count = 0;
    for one in asking {
        count += one.await.unwrap();
    }
    f64::from(count) / began.elapsed().as_secs_f64()
}

/// A file server with nothing in its way: it opens the file, sends a head and the bytes.
struct StaticFile {
    address: SocketAddr,
    path: PathBuf,
}

impl StaticFile {
    async fn serve(bytes: Vec<u8>) -> Self {
        let path = std::env::temp_dir().join(format!("outflank-static-{}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let file = path.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(answer(socket, file.clone()));
            }
        });
        Self { address, path }
    }
}

impl Drop for StaticFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn answer(mut socket: TcpStream, path: PathBuf) {
    socket.set_nodelay(true).unwrap();
    let mut asked = Vec::new();
    loop {
        while !asked.ends_with(b"\r\n\r\n") {
            match socket.read_buf(&mut asked).await {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
        }
        asked.clear();
        let bytes = std::fs::read(&path).unwrap();
        let mut answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
            bytes.len()
        )
        .into_bytes();
        answer.extend_from_slice(&bytes);
        if socket.write_all(&answer).await.is_err() {
            return;
        }
    }
}
