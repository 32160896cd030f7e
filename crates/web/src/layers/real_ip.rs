//! The address of the client, also behind a proxy.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{FORWARDED, HeaderMap, HeaderName, VIA};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use ipnet::IpNet;

use crate::Web;
use crate::server::Peer;

const X_REAL_IP: HeaderName = HeaderName::from_static("x-real-ip");
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Where a request comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RealIp {
    pub(crate) address: IpAddr,
    /// Whether it was sent on this machine. A request that an unknown proxy forwarded was not.
    pub(crate) is_local: bool,
}

impl RealIp {
    /// What proxies say counts only as far as they are trusted: the right-most address that is not a trusted
    /// proxy's is the client's. `X-Forwarded-For` goes before `Forwarded`, because common proxies set the
    /// first and pass the second on as the client sent it.
    pub(crate) fn of(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let Some(peer) = peer.map(|peer| peer.to_canonical()) else {
            let address = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
            return Self {
                address,
                is_local: false,
            };
        };
        let is_trusted = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
        let has = |name: &HeaderName| headers.contains_key(name);
        if !is_trusted(&peer) {
            let by_proxy = [&X_FORWARDED_FOR, &FORWARDED, &X_REAL_IP, &VIA];
            let is_direct = !by_proxy.into_iter().any(has);
            return Self {
                address: peer,
                is_local: peer.is_loopback() && is_direct,
            };
        }
        let hops = match has(&X_FORWARDED_FOR) {
            true => hops(headers, &X_FORWARDED_FOR, parse_address),
            false => hops(headers, &FORWARDED, parse_forwarded),
        };
        let mut address = peer;
        for hop in hops.into_iter().rev() {
            // Beyond something unreadable nothing can be known.
            let Some(hop) = hop else { break };
            address = hop;
            if !is_trusted(&hop) {
                break;
            }
        }
        Self {
            address,
            is_local: address.is_loopback(),
        }
    }
}

fn hops(
    headers: &HeaderMap,
    name: &HeaderName,
    parse: fn(&str) -> Option<IpAddr>,
) -> Vec<Option<IpAddr>> {
    let values = headers.get_all(name).iter();
    let values = values.flat_map(|value| value.to_str().unwrap_or("unreadable").split(','));
    values.map(|one| parse(one.trim())).collect()
}

/// `192.0.2.7`, `2001:db8::1`, `[2001:db8::1]:4711`.
fn parse_address(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let address = bare.parse::<IpAddr>().ok().or_else(with_port)?;
    Some(address.to_canonical())
}

/// `for="[2001:db8::1]:4711";proto=https`.
fn parse_forwarded(element: &str) -> Option<IpAddr> {
    let mut pairs = element
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='));
    let (_, address) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    parse_address(address.trim_matches('"'))
}

pub(crate) async fn find(
    State(web): State<Arc<Web>>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let real_ip = RealIp::of(peer, request.headers(), &web.settings.trusted_proxies);
    request.extensions_mut().insert(real_ip);
    next.run(request).await
}

impl<S: Send + Sync> FromRequestParts<S> for RealIp {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let found = parts.extensions.get::<Self>().copied();
        Ok(found.unwrap_or_else(|| Self::of(None, &HeaderMap::new(), &[])))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use crate::layers::real_ip::*;

    #[track_caller]
    fn check(peer: &str, headers: &[(HeaderName, &'static str)], expected: &str, is_local: bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, HeaderValue::from_static(value));
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        let found = RealIp::of(Some(peer.parse().unwrap()), &map, &trusted);
        let expected = RealIp {
            address: expected.parse().unwrap(),
            is_local,
        };
        assert_eq!(found, expected, "{peer} {headers:?}");
    }

    #[test]
    fn only_a_trusted_proxy_says_who_the_client_is() {
        let forged = [
            (X_FORWARDED_FOR, "198.51.100.9"),
            (FORWARDED, "for=198.51.100.9"),
        ];
        check("203.0.113.5", &forged, "203.0.113.5", false);
        check("127.0.0.1", &forged, "127.0.0.1", false);
        check("127.0.0.1", &[], "127.0.0.1", true);
        let real = [(X_REAL_IP, "198.51.100.9")];
        check("127.0.0.1", &real, "127.0.0.1", false);
        check("10.0.0.1", &[], "10.0.0.1", false);
        check(
            "::ffff:10.0.0.1",
            &[(X_FORWARDED_FOR, "198.51.100.9")],
            "198.51.100.9",
            false,
        );
    }

    #[test]
    fn the_right_most_untrusted_address_is_the_client() {
        let via_two = [(X_FORWARDED_FOR, "192.0.2.1, 198.51.100.9, 10.2.3.4")];
        check("10.0.0.1", &via_two, "198.51.100.9", false);
        let twice = [
            (X_FORWARDED_FOR, "192.0.2.1"),
            (X_FORWARDED_FOR, "198.51.100.9"),
        ];
        check("10.0.0.1", &twice, "198.51.100.9", false);
        let standard = [(
            FORWARDED,
            "for=192.0.2.1, For=\"[2001:db8::7]:4711\";proto=https",
        )];
        check("::1", &standard, "2001:db8::7", false);
        check(
            "10.0.0.1",
            &[(X_FORWARDED_FOR, "nonsense, 10.9.9.9")],
            "10.9.9.9",
            false,
        );
        check("10.0.0.1", &[(FORWARDED, "for=_hidden")], "10.0.0.1", false);
        check("::1", &[(X_FORWARDED_FOR, "127.0.0.1")], "127.0.0.1", true);
    }
}
