//! A connection that is kept: one request after the other, each answer read to its last byte.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

pub(crate) struct Connection {
    stream: TcpStream,
    address: SocketAddr,
    buffer: Vec<u8>,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let buffer = Vec::new();
        Self {
            stream,
            address,
            buffer,
        }
    }

    pub(crate) async fn get(&mut self, path: &str, headers: &str) -> Answer {
        self.send("GET", path, headers, "").await
    }

    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Answer {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
        loop {
            if let Some(answer) = self.whole() {
                return answer;
            }
            self.more().await;
        }
    }

    /// Asks for a stream; what comes is read with `until`.
    pub(crate) async fn listen(&mut self, path: &str) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.stream.write_all(request.as_bytes()).await.unwrap();
    }

    /// Reads until these words have come, and forgets everything up to them.
    pub(crate) async fn until(&mut self, words: &[u8]) {
        loop {
            let found = self
                .buffer
                .windows(words.len())
                .position(|part| part == words);
            if let Some(at) = found {
                self.buffer.drain(..at + words.len());
                return;
            }
            self.more().await;
        }
    }

    /// Forgets what has come.
    pub(crate) fn forget(&mut self) {
        self.buffer.clear();
    }

    async fn more(&mut self) {
        let read = self.stream.read_buf(&mut self.buffer).await.unwrap();
        assert!(read > 0, "the server keeps the connection");
    }

    fn whole(&mut self) -> Option<Answer> {
        let end = self
            .buffer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")?
            + 4;
        let head = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
        let length: usize = (head.lines())
            .filter_map(|line| line.split_once(": "))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(0, |(_, value)| value.trim().parse().unwrap());
        if self.buffer.len() < end + length {
            return None;
        }
        let body = self.buffer[end..end + length].to_vec();
        self.buffer.drain(..end + length);
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head, body })
    }
}
