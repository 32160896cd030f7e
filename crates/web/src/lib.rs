//! Pages, the HTTP API and the live streams. Only this crate knows HTTP.
//!
//! [`Web`] holds what every request needs; [`Web::router`] is everything it answers, and
//! [`Web::serve`] answers it on a socket until it is told to stop.

pub mod api;
pub(crate) mod board;
pub mod director;
pub(crate) mod federation;
pub(crate) mod help;
pub mod live;
pub mod pages;
pub mod public;
pub mod transfer;

mod connections;
mod cookies;
mod demo;
mod extract;
pub mod games_out;
mod hall;
mod layers;
mod link;
mod metrics;
mod respond;
pub mod routes;
mod server;
mod settings;
mod tls;

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, RwLock};

use axum::Router;
use bytes::Bytes;
use outflank_desk::{AuditKind, Desk, ListMark, TournamentNow};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

pub use demo::DemoLoader;
pub use hall::found_url;
pub use ipnet::IpNet;
pub use layers::rate_limit::{Allowance, Limiter, RateLimitKey};
pub use respond::Problem;
pub use server::{Peer, Stopped};
pub use settings::Settings;
pub use tls::{Tls, TlsError};

use layers::real_ip::RealIp;
use live::Live;

/// Reports of spectators from one address; a whole hall may share one.
const REPORTS_PER_MINUTE: u32 = 3;
/// Passwords tried for one account from one address.
const TRIES_PER_HOUR: u32 = 60;
/// Casual games opened from one address.
const PLAYS_PER_MINUTE: u32 = 20;

/// What every request needs.
pub struct Web {
    /// The one way in.
    pub desk: Arc<Desk>,
    /// Everything that is watched.
    pub live: Arc<Live>,
    /// What the server was told.
    pub settings: Settings,
    pub(crate) requests: Limiter,
    pub(crate) logins: Limiter,
    /// Passwords that are tried for one account from one address.
    pub(crate) accounts: Limiter,
    /// What spectators may tell the officials.
    pub(crate) reports: Limiter,
    /// Casual games that are opened.
    pub(crate) plays: Limiter,
    pub(crate) pages: pages::PageCache<TournamentNow>,
    /// Pages that list every tournament.
    pub(crate) site_pages: pages::PageCache<ListMark>,
    pub(crate) demo: Option<Arc<dyn DemoLoader>>,
    pub(crate) listening: hall::Listening,
    /// Where people find this server now.
    address: RwLock<Arc<str>>,
    pub(crate) doors: pages::Doors,
    document: OnceLock<Bytes>,
    pub(crate) answers: metrics::Answers,
    /// How many times the sender of a request was looked up.
    pub identity_lookups: AtomicU64,
    /// The bodies of requests in memory.
    pub(crate) bodies: Arc<layers::body::BodyBudget>,
    pub(crate) streams: Arc<layers::streams::PerAddress>,
    pub(crate) connections: Arc<connections::Connections>,
    /// The connections there may still be.
    pub(crate) room: Arc<Semaphore>,
    /// Whether the server was told to stop.
    pub(crate) is_stopping: AtomicBool,
}

impl Web {
    /// A server over a desk.
    #[must_use]
    pub fn new(desk: Arc<Desk>, settings: Settings) -> Arc<Self> {
        Self::with_demo(desk, settings, None)
    }

    /// A server over a desk that can load the demo championship from its home page.
    #[must_use]
    pub fn with_demo(
        desk: Arc<Desk>,
        settings: Settings,
        demo: Option<Arc<dyn DemoLoader>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            live: Live::new(desk.clone()),
            desk,
            requests: Limiter::new(settings.requests_per_minute),
            logins: Limiter::new(settings.logins_per_minute),
            accounts: Limiter::per_hour(TRIES_PER_HOUR.max(settings.logins_per_minute)),
            address: RwLock::new(settings.base().unwrap_or_default().into()),
            listening: hall::Listening::default(),
            reports: Limiter::new(REPORTS_PER_MINUTE),
            plays: Limiter::new(PLAYS_PER_MINUTE),
            room: Arc::new(Semaphore::new(settings.connections_max)),
            bodies: Arc::new(layers::body::BodyBudget::new(&settings)),
            streams: Arc::default(),
            connections: Arc::new(connections::Connections::new(&settings)),
            settings,
            pages: pages::PageCache::default(),
            site_pages: pages::PageCache::default(),
            demo,
            doors: pages::Doors::default(),
            document: OnceLock::new(),
            answers: metrics::Answers::default(),
            identity_lookups: AtomicU64::new(0),
            is_stopping: AtomicBool::new(false),
        })
    }

    /// Everything that is answered.
    pub fn router(self: &Arc<Self>) -> Router {
        routes::router(self)
    }

    /// Answers on a socket until `stop` is done; streams then end with a hint to come back.
    pub async fn serve(
        self: &Arc<Self>,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
    ) -> Stopped {
        let watching = tokio::spawn(self.live.clone().run(self.settings.heartbeat));
        let closing = || self.live.close();
        let moves = self.listening.begin(&listener);
        let stop = async {
            stop.await;
            self.is_stopping.store(true, Ordering::Relaxed);
            tokio::time::sleep(self.settings.drain).await;
        };
        let stopped = server::run(listener, self, moves, stop, closing).await;
        watching.abort();
        stopped
    }

    /// Seconds to wait, if too many passwords were tried for an account from this address. Somebody else's attempts elsewhere do
    /// not lock its owner out.
    pub(crate) fn too_many_for_account(&self, login: &str, ip: RealIp) -> Option<u64> {
        let key = RateLimitKey::of_secret(&format!("{login}\n{}", ip.address));
        let allowance = self.accounts.take(key, std::time::Instant::now());
        allowance.is_refused.then_some(allowance.reset_seconds)
    }

    pub(crate) async fn note_failed_sign_in(&self, login: &str, ip: RealIp) {
        let address = Some(ip.address.to_string());
        self.desk
            .audit(AuditKind::SignInFailed, login, "password", address)
            .await;
    }

    /// The OpenAPI document, made once.
    pub(crate) fn document(&self) -> Bytes {
        let make = || Bytes::from(api::document().to_string());
        self.document.get_or_init(make).clone()
    }
}
