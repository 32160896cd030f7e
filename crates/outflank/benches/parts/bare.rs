//! A server that sends the same bytes to everybody and does nothing else: a channel, a socket, a chunk made once.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;

pub(crate) struct Bare {
    pub(crate) address: SocketAddr,
    channel: broadcast::Sender<Arc<[u8]>>,
}

impl Bare {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let channel = broadcast::Sender::<Arc<[u8]>>::new(256);
        let sender = channel.clone();
        tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                tokio::spawn(Self::serve(socket, sender.subscribe()));
            }
        });
        Self { address, channel }
    }

    async fn serve(mut socket: TcpStream, mut receiver: broadcast::Receiver<Arc<[u8]>>) {
        socket.set_nodelay(true).unwrap();
        let mut head = [0; 1024];
        let _ = socket.read(&mut head).await.unwrap();
        let greeting = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n\
            16\r\nid: 1\nevent: snapshot\n\n\r\n";
        socket.write_all(greeting).await.unwrap();
        while let Ok(chunk) = receiver.recv().await {
            if socket.write_all(&chunk).await.is_err() {
                return;
            }
        }
    }

    /// Sends a message, given in hexadecimal digits, as a chunk of HTTP.
    pub(crate) fn send(&self, hex: &str) {
        let bytes: Vec<u8> = (0..hex.len() / 2)
            .map(|n| u8::from_str_radix(&hex[2 * n..2 * n + 2], 16).unwrap())
            .collect();
        let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
        chunk.extend_from_slice(&bytes);
        chunk.extend_from_slice(b"\r\n");
        let _ = self.channel.send(chunk.into());
    }
}
