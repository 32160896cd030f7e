//! A line that can be cut: passes bytes on to a server, or lets nobody through.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

pub(crate) struct Relay {
    pub(crate) port: u16,
    lines: Arc<Mutex<Lines>>,
}

/// Everything under one lock, so that no line opens while all are being cut.
struct Lines {
    server: SocketAddr,
    is_cut: bool,
    open: Vec<TcpStream>,
}

impl Relay {
    pub(crate) fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let lines = Arc::new(Mutex::new(Lines {
            server,
            is_cut: false,
            open: Vec::new(),
        }));
        let opening = lines.clone();
        // It ends with the test program.
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let mut lines = opening.lock().unwrap();
                if !lines.is_cut {
                    lines.open(near);
                }
            }
        });
        Self { port, lines }
    }

    /// Leads to another server from now on, as when it was started again.
    pub(crate) fn lead_to(&self, server: SocketAddr) {
        self.lines.lock().unwrap().server = server;
    }

    /// Nothing comes through any more.
    pub(crate) fn cut(&self) {
        let mut lines = self.lines.lock().unwrap();
        lines.is_cut = true;
        for line in lines.open.drain(..) {
            let _ = line.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn mend(&self) {
        self.lines.lock().unwrap().is_cut = false;
    }
}

impl Lines {
    /// Joins a caller to the server; without one he is left alone.
    fn open(&mut self, near: TcpStream) {
        let Ok(far) = TcpStream::connect(self.server) else {
            return;
        };
        for end in [&near, &far] {
            self.open.push(end.try_clone().unwrap());
        }
        pass(near.try_clone().unwrap(), far.try_clone().unwrap());
        pass(far, near);
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    std::thread::spawn(move || {
        let mut bytes = [0; 16 * 1024];
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            if to.write_all(&bytes[..read]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
        let _ = from.shutdown(Shutdown::Both);
    });
}
