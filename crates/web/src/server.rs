//! The accept loop: connections in, answers out, and a stop that lets nobody wait.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tower::ServiceExt as _;

use crate::Web;
use crate::hall::Move;
use crate::tls::Tls;

/// How long the loop waits when the system has no room for another connection.
const NO_ROOM_PAUSE: Duration = Duration::from_millis(50);

/// The address a request came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// How a server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// Every connection ended by itself.
    Clean,
    /// Some were cut after the time for stopping.
    Cut(usize),
}

/// Serves `router` until `stop` is done; `closing` then tells the streams to end.
///
/// Our own loop and not `axum::serve`: slow heads time out, connections are counted, and the stop has an end.
pub(crate) async fn run(
    mut listener: TcpListener,
    web: &Arc<Web>,
    mut moves: mpsc::Receiver<Move>,
    stop: impl Future<Output = ()>,
    closing: impl FnOnce(),
) -> Stopped {
    let (router, settings, room) = (web.router(), &web.settings, &web.room);
    let graceful = GracefulShutdown::new();
    let acceptor = settings.tls.as_ref().map(Tls::acceptor);
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(settings.head_timeout)
        .max_buf_size(64 * 1024)
        // A message of a stream is small: one copy is cheaper than three pieces for the system to collect.
        .writev(false)
        .keep_alive(true);
    tokio::pin!(stop);
    loop {
        let permit = tokio::select! {
            permit = room.clone().acquire_owned() => permit.expect("the semaphore is never closed"),
            () = &mut stop => break,
        };
        let (socket, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    if !is_of_one_connection(&error) {
                        tracing::warn!(%error, "too many connections; raise the open-file limit");
                        tokio::time::sleep(NO_ROOM_PAUSE).await;
                    }
                    continue;
                }
            },
            Some(asked) = moves.recv() => {
                listener = match asked.moved(listener).await {
                    Some(listener) => listener,
                    None => return Stopped::Cut(graceful.count()),
                };
                continue;
            }
            () = &mut stop => break,
        };
        // A peer that has too many already is cut at once: nothing of it is read.
        let Some(admitted) = web.connections.admit(peer.ip(), room.available_permits()) else {
            tracing::debug!(%peer, "too many connections from one address");
            continue;
        };
        // An event is sent when it happens, not when a packet is full.
        if let Err(error) = socket.set_nodelay(true) {
            tracing::debug!(%error, "a socket without TCP_NODELAY");
        }
        let service = router.clone().map_request(
            move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(Peer(peer));
                request.map(axum::body::Body::new)
            },
        );
        let service = TowerToHyperService::new(service);
        match acceptor.clone() {
            None => {
                let connection = http.serve_connection(TokioIo::new(socket), service);
                let connection = graceful.watch(connection);
                tokio::spawn(async move {
                    if let Err(error) = connection.await {
                        tracing::debug!(%error, "a connection was lost");
                    }
                    drop((permit, admitted));
                });
            }
            Some(acceptor) => {
                let (http, watcher) = (http.clone(), graceful.watcher());
                let head_timeout = settings.head_timeout;
                tokio::spawn(async move {
                    // A client whose handshake is too slow is disconnected, like one that sends no request head.
                    let held = (permit, admitted);
                    let greeted = tokio::time::timeout(head_timeout, acceptor.accept(socket));
                    let Ok(Ok(socket)) = greeted.await else {
                        tracing::debug!("TLS handshake failed");
                        return;
                    };
                    let connection = http.serve_connection(TokioIo::new(socket), service);
                    if let Err(error) = watcher.watch(connection).await {
                        tracing::debug!(%error, "a connection was lost");
                    }
                    drop(held);
                });
            }
        }
    }
    drop(listener);
    closing();
    let open = graceful.count();
    tracing::info!(open, "stopping: no new connections");
    let left = settings.connections_max;
    match tokio::time::timeout(settings.stop_timeout, graceful.shutdown()).await {
        Ok(()) => Stopped::Clean,
        Err(_) => Stopped::Cut(left - room.available_permits()),
    }
}

fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
