//! Opening a running server to the hall: from this laptop alone to every address it has, and back.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

use crate::Web;

/// To whom a server listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    /// To this laptop alone.
    Laptop,
    /// To everybody in the network.
    Hall,
}

/// A wish that the server listens elsewhere.
pub(crate) struct Move {
    to: SocketAddr,
    answer: oneshot::Sender<Result<SocketAddr, String>>,
}

impl Move {
    /// The listener at the new address; at the old one again if that cannot be had; nothing if neither can.
    pub(crate) async fn moved(self, listener: TcpListener) -> Option<TcpListener> {
        let before = listener.local_addr();
        // Two sockets cannot listen at one port, so that the old one goes first. Connections stay.
        drop(listener);
        let (listener, answer) = match TcpListener::bind(self.to).await {
            Ok(listener) => {
                let address = listener.local_addr().map_err(|error| error.to_string());
                (Some(listener), address)
            }
            Err(error) => {
                let again = match before {
                    Ok(before) => TcpListener::bind(before).await.ok(),
                    Err(_) => None,
                };
                (again, Err(error.to_string()))
            }
        };
        // The caller may have gone.
        let _ = self.answer.send(answer);
        listener
    }
}

/// Where the server listens, and the way to ask it to move.
#[derive(Default)]
pub(crate) struct Listening(Mutex<Option<(SocketAddr, mpsc::Sender<Move>)>>);

impl Listening {
    /// Notes where the server begins to listen; what comes out are the wishes to move.
    pub(crate) fn begin(&self, listener: &TcpListener) -> mpsc::Receiver<Move> {
        let (sender, wishes) = mpsc::channel(1);
        if let Ok(address) = listener.local_addr() {
            *self.lock() = Some((address, sender));
        }
        wishes
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<(SocketAddr, mpsc::Sender<Move>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Web {
    /// Where people find this server, without a slash at the end.
    pub(crate) fn base(&self) -> Arc<str> {
        Arc::clone(&self.address.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// To whom it listens; nothing if it does not listen by itself.
    pub(crate) fn door(&self) -> Option<Door> {
        let (address, _) = self.listening.lock().clone()?;
        Some(match address.ip().is_loopback() {
            true => Door::Laptop,
            false => Door::Hall,
        })
    }

    /// Opens the running server to the hall, or to this laptop alone again.
    pub(crate) async fn open_door(&self, door: Door) -> Result<(), String> {
        let Some((now, sender)) = self.listening.lock().clone() else {
            return Err("This server cannot change the address it listens on.".to_owned());
        };
        let ip = match door {
            Door::Laptop => Ipv4Addr::LOCALHOST,
            Door::Hall => Ipv4Addr::UNSPECIFIED,
        };
        let to = SocketAddr::new(IpAddr::V4(ip), now.port());
        let (answer, answered) = oneshot::channel();
        let stopped = |_| "The server is stopping.".to_owned();
        sender
            .send(Move { to, answer })
            .await
            .map_err(|_| stopped(()))?;
        let address = answered.await.map_err(|_| stopped(()))??;
        *self.listening.lock() = Some((address, sender));
        // A name that was given at the start holds wherever the server listens.
        let is_given = (self.settings.base()).is_some_and(|base| !is_address(base));
        if !is_given {
            let found = found_url(address, self.settings.tls.is_some()).into();
            *self.address.write().unwrap_or_else(PoisonError::into_inner) = found;
        }
        Ok(())
    }
}

/// Whether a base is an address of numbers, such as the server finds by itself.
fn is_address(base: &str) -> bool {
    let host = (base.strip_prefix("http://"))
        .or_else(|| base.strip_prefix("https://"))
        .unwrap_or(base);
    host.parse::<SocketAddr>().is_ok()
}

/// The address others in the hall can type: of the network, if we listen to all of it.
#[must_use]
pub fn found_url(address: SocketAddr, is_secure: bool) -> String {
    let ip = match address.ip().is_unspecified() {
        true => lan_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        false => address.ip(),
    };
    let scheme = if is_secure { "https" } else { "http" };
    format!("{scheme}://{}", SocketAddr::new(ip, address.port()))
}

/// The address of this machine in its network. Connecting a UDP socket sends nothing; it only asks
/// the system which address it would use.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use crate::hall::*;

    #[test]
    fn a_given_name_is_no_address() {
        assert!(is_address("http://127.0.0.1:8080"));
        assert!(is_address("http://[::1]:8080"));
        assert!(!is_address("https://othello.example"));
        assert!(!is_address("http://hall.test:8080"));
    }
}
