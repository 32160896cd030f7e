//! Who may connect: no address takes every connection, and the last ones are kept for people who are signed in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ipnet::IpNet;

use crate::layers::rate_limit::RateLimitKey;
use crate::layers::streams::{PerAddress, Taken};
use crate::settings::Settings;

/// How long an address counts as one where somebody is signed in.
const KNOWN_FOR: Duration = Duration::from_secs(12 * 3600);
/// The most addresses that are remembered.
const KNOWN_MAX: usize = 10_000;

#[derive(Debug)]
pub(crate) struct Connections {
    counts: Arc<PerAddress>,
    per_address_max: usize,
    /// The last connections, which only known addresses get.
    reserve: usize,
    proxies: Vec<IpNet>,
    known: Mutex<HashMap<RateLimitKey, Instant>>,
}

/// What a connection holds while it is open.
#[derive(Debug)]
pub(crate) enum Admitted {
    /// A proxy speaks for many.
    Proxy,
    Counted {
        _taken: Taken,
    },
}

impl Connections {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            counts: Arc::default(),
            per_address_max: settings.per_address_max(),
            reserve: settings.connections_max / 20,
            proxies: settings.trusted_proxies.clone(),
            known: Mutex::default(),
        }
    }

    /// A connection for this peer while `free` others are left, or nothing.
    pub(crate) fn admit(&self, peer: IpAddr, free: usize) -> Option<Admitted> {
        let peer = peer.to_canonical();
        if self.proxies.iter().any(|net| net.contains(&peer)) {
            return Some(Admitted::Proxy);
        }
        let key = RateLimitKey::of_address(peer);
        let is_known = self.is_known(key);
        if free < self.reserve && !is_known {
            return None;
        }
        let max = match is_known {
            true => self.per_address_max * 2,
            false => self.per_address_max,
        };
        let taken = self.counts.take(key, max)?;
        Some(Admitted::Counted { _taken: taken })
    }

    /// Somebody at this address is signed in.
    pub(crate) fn note_known(&self, peer: IpAddr) {
        let key = RateLimitKey::of_address(peer.to_canonical());
        let now = Instant::now();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KNOWN_MAX && !known.contains_key(&key) {
            known.retain(|_, seen| now.duration_since(*seen) < KNOWN_FOR);
            if known.len() >= KNOWN_MAX {
                return;
            }
        }
        known.insert(key, now);
    }

    fn is_known(&self, key: RateLimitKey) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        (known.get(&key)).is_some_and(|seen| seen.elapsed() < KNOWN_FOR)
    }
}

#[cfg(test)]
mod tests {
    use crate::connections::*;

    #[test]
    fn one_address_never_takes_all_and_the_last_are_for_known_ones() {
        let connections = Connections::new(&Settings {
            connections_max: 200,
            trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
            ..Settings::default()
        });
        let hostile: IpAddr = "2001:db8::1".parse().unwrap();
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let other: IpAddr = "192.0.2.7".parse().unwrap();
        let mut open = Vec::new();
        while let Some(one) = connections.admit(hostile, 200) {
            open.push(one);
        }
        assert_eq!(open.len(), 20);
        // The whole /64 is one.
        assert!(connections.admit(neighbour, 200).is_none());
        assert!(connections.admit(other, 10).is_some());
        assert!(connections.admit(other, 9).is_none());
        connections.note_known(other);
        assert!(connections.admit(other, 1).is_some());
        assert!(
            connections
                .admit("10.1.2.3".parse().unwrap(), 200)
                .is_some()
        );
        open.pop();
        assert!(connections.admit(neighbour, 200).is_some());
    }
}
