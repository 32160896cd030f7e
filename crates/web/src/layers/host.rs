//! Whether a request names this server. A page of another site whose name was made to point here could otherwise read what is
//! meant for this machine.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::Web;
use crate::respond::Problem;
use crate::server::Peer;
use crate::settings::Settings;

pub(crate) async fn check(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    let host = request
        .headers()
        .get(HOST)
        .and_then(|host| host.to_str().ok());
    let peer = request
        .extensions()
        .get::<Peer>()
        .map(|peer| peer.0.ip().to_canonical());
    // A proxy that is trusted has looked at the name already.
    let is_trusted = peer.is_none_or(|peer| {
        let mut proxies = web.settings.trusted_proxies.iter();
        proxies.any(|net| net.contains(&peer))
    });
    match is_trusted || host.is_none_or(|host| is_ours(host, &web.settings)) {
        true => next.run(request).await,
        false => Problem::new(
            StatusCode::MISDIRECTED_REQUEST,
            "http.other_host",
            "This server does not know this name. Start it with --public-url and the address people use.",
        )
        .into_response(),
    }
}

/// An address in digits cannot be made to point elsewhere; a name must be one of ours.
fn is_ours(host: &str, settings: &Settings) -> bool {
    let name = without_port(host);
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    if bare.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    // Names that no public name server answers for.
    let is_reserved = |end: &str| name.to_ascii_lowercase().ends_with(end);
    if is_reserved(".localhost") || is_reserved(".test") {
        return true;
    }
    let public = settings.base().and_then(|base| base.split("://").nth(1));
    let public = public.map(|rest| without_port(rest.split('/').next().unwrap_or(rest)));
    let is_machine = || {
        let own = machine_name();
        !own.is_empty()
            && (name.eq_ignore_ascii_case(own)
                || name.eq_ignore_ascii_case(&format!("{own}.local")))
    };
    public.is_some_and(|public| public.eq_ignore_ascii_case(name)) || is_machine()
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        Some(_) | None => host,
    }
}

/// The name of this computer, where the system tells it.
fn machine_name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let told = std::fs::read_to_string("/proc/sys/kernel/hostname");
        told.map(|name| name.trim().to_owned()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use crate::layers::host::*;

    #[test]
    fn only_our_own_names_and_addresses_in_digits_are_ours() {
        let settings = Settings {
            public_url: Some("https://othello.example:8443/".to_owned()),
            ..Settings::default()
        };
        for ours in [
            "othello.example",
            "Othello.Example:8443",
            "localhost:8080",
            "10.0.0.5",
            "[::1]:80",
            "127.0.0.1:1",
        ] {
            assert!(is_ours(ours, &settings), "{ours}");
        }
        for foreign in [
            "evil.example",
            "othello.example.evil.example",
            "10.0.0.5.evil.example",
            "x",
            "",
        ] {
            assert!(!is_ours(foreign, &settings), "{foreign}");
        }
    }
}
