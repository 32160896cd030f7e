//! What the server is told when it starts.

use std::time::Duration;

use ipnet::IpNet;

use crate::tls::Tls;

/// The settings of a server; [`Settings::default`] is right for a hall.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address people type or scan: `https://othello.example`. Links and QR codes begin with it.
    pub public_url: Option<String>,
    /// The most bytes of a command.
    pub body_bytes_max: usize,
    /// The most bytes of a file to import.
    pub file_bytes_max: usize,
    /// The most bytes of an archive to take over; only the owner may send one.
    pub archive_bytes_max: usize,
    /// How many requests one caller may send in a minute.
    pub requests_per_minute: u32,
    /// How many times one address may try a password in a minute.
    pub logins_per_minute: u32,
    /// The proxies whose `X-Forwarded-For` or `Forwarded` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// How many connections there may be at once. One address gets a tenth of them, and as many live streams.
    pub connections_max: usize,
    /// How long a body may take before its rate counts.
    pub body_grace: Duration,
    /// The least bytes of a body that must arrive every second.
    pub body_bytes_per_second: usize,
    /// How long a body may take at most.
    pub body_deadline: Duration,
    /// The most bytes of bodies that callers who are not signed in have under way, all together.
    pub strangers_bytes_max: usize,
    /// How often a silent stream says that it is alive.
    pub heartbeat: Duration,
    /// How long a connection may take to send the head of a request.
    pub head_timeout: Duration,
    /// How long streams may take to end when the server stops.
    pub stop_timeout: Duration,
    /// How long the server still answers after it was told to stop, while it says that it is not ready:
    /// a balancer before it sends nobody here any more.
    pub drain: Duration,
    /// The certificate and the key, if the server speaks HTTPS itself.
    pub tls: Option<Tls>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            public_url: None,
            body_bytes_max: 256 * 1024,
            file_bytes_max: 8 * 1024 * 1024,
            archive_bytes_max: 256 * 1024 * 1024,
            requests_per_minute: 6_000,
            logins_per_minute: 20,
            trusted_proxies: Vec::new(),
            connections_max: 20_000,
            body_grace: Duration::from_secs(10),
            body_bytes_per_second: 4 * 1024,
            body_deadline: Duration::from_secs(300),
            strangers_bytes_max: 16 * 1024 * 1024,
            heartbeat: Duration::from_secs(15),
            head_timeout: Duration::from_secs(20),
            stop_timeout: Duration::from_millis(1_500),
            drain: Duration::ZERO,
            tls: None,
        }
    }
}

impl Settings {
    /// Whether people come by HTTPS, so that cookies may be kept to it.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url
            .as_deref()
            .is_some_and(|url| url.starts_with("https://"))
    }

    /// The most connections, and the most live streams, of one address.
    #[must_use]
    pub fn per_address_max(&self) -> usize {
        (self.connections_max / 10).max(16)
    }

    /// The address without its last slash.
    #[must_use]
    pub fn base(&self) -> Option<&str> {
        self.public_url
            .as_deref()
            .map(|url| url.trim_end_matches('/'))
    }
}
