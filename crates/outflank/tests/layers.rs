//! What every request passes: who sends it, from where, and what a browser keeps.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::Ordering;

use outflank_desk::access::{Grant, Role, Scope};
use outflank_tournament::RoundNumber;
use outflank_web::Settings;
use serde_json::json;

use crate::support::hosted::Hosted;

#[test]
fn the_sender_of_a_request_is_looked_up_once() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 4);
    let owner = hosted.owner();
    let lookups = || hosted.web.identity_lookups.load(Ordering::Relaxed);
    let once = |what: &str, ask: &dyn Fn() -> u16| {
        let before = lookups();
        let status = ask();
        assert!(status < 400, "{what}: {status}");
        assert_eq!(lookups() - before, 1, "{what}");
    };
    once("a public page", &|| hosted.client().get("/t/hall").status);
    once("a page of the desk", &|| {
        owner.get("/t/hall/desk/entrants").status
    });
    once("a form", &|| {
        let form = owner.with("Content-Type", "application/x-www-form-urlencoded");
        form.send("POST", "/logout", Some(b"")).unwrap().status
    });
    once("a read of the API", &|| owner.get("/api/v1/users").status);
    once("a command of the API", &|| {
        let body = json!({"command_id": "c1", "act": {"act": "check_in", "entrant": 1}});
        let path = format!("/api/v1/tournaments/{id}/commands");
        owner.post(&path, &body).status
    });
}

/// The statuses of two requests by each of so many clients, as one proxy forwards them on one connection.
fn ask_twice(hosted: &Hosted, clients: usize) -> (usize, usize) {
    let mut socket = TcpStream::connect(hosted.address).unwrap();
    let mut sender = socket.try_clone().unwrap();
    let sending = std::thread::spawn(move || {
        for client in 0..clients {
            let address = format!(
                "198.{}.{}.{}",
                18 + client / 65_536,
                client / 256 % 256,
                client % 256
            );
            for again in [false, true] {
                let close = match again && client + 1 == clients {
                    true => "Connection: close\r\n",
                    false => "",
                };
                let head = format!(
                    "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n{close}\r\n"
                );
                sender.write_all(head.as_bytes()).unwrap();
            }
        }
    });
    let mut answers = String::new();
    socket.read_to_string(&mut answers).unwrap();
    sending.join().unwrap();
    let count = |status: &str| answers.matches(status).count();
    (count("HTTP/1.1 200 "), count("HTTP/1.1 429 "))
}

#[test]
fn clients_behind_a_trusted_proxy_are_limited_one_by_one() {
    let settings = |trusted: &[&str]| Settings {
        requests_per_minute: 1,
        trusted_proxies: trusted.iter().map(|net| net.parse().unwrap()).collect(),
        ..Settings::default()
    };
    let trusting = Hosted::with(settings(&["127.0.0.0/8"]));
    assert_eq!(ask_twice(&trusting, 10_000), (10_000, 10_000));
    // What anyone else writes into the header changes nothing.
    let alone = Hosted::with(settings(&["10.0.0.0/8"]));
    assert_eq!(ask_twice(&alone, 100), (1, 199));
}

#[test]
fn a_second_load_of_the_judge_s_page_downloads_no_module() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 2);
    hosted.announce(&id, RoundNumber(1));
    let head = Grant {
        role: Role::Head,
        scope: Scope::tournament(&id),
    };
    let judge = hosted.client().bearer(&hosted.token(head, None));
    let table = "/t/hall/tables/1";
    let form = judge.with("Content-Type", "application/x-www-form-urlencoded");
    let opened = form.send("POST", table, Some(b"mode=physical")).unwrap();
    assert_eq!(opened.status, 303, "{}", opened.text());
    let page = judge.get(table).text();
    let named = |text: &str| -> Vec<String> {
        let parts = text.split("\"/static/").skip(1);
        parts
            .map(|part| part.split('"').next().unwrap().to_owned())
            .collect()
    };
    let mut open: Vec<String> = named(&page)
        .into_iter()
        .filter(|name| name.ends_with(".js"))
        .collect();
    assert!(
        open.iter().any(|name| name.starts_with("judge.")),
        "{open:?}"
    );
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let parts: Vec<&str> = name.split('.').collect();
        let is_hashed = parts.len() == 3
            && parts[1].len() == 10
            && parts[1].bytes().all(|b| b.is_ascii_hexdigit());
        assert!(is_hashed, "{name}");
        let module = judge.get(&format!("/static/{name}"));
        assert_eq!(module.status, 200, "{name}");
        let kept = module.header("cache-control").unwrap();
        assert!(kept.contains("immutable"), "{name}: {kept}");
        open.extend(named(&module.text()));
    }
    assert!(seen.len() > 10, "{seen:?}");
    for unhashed in ["/static/judge.js", "/service-worker.js"] {
        let first = judge.get(unhashed);
        assert_eq!(first.header("cache-control"), Some("no-cache"));
        let again = judge.with("If-None-Match", first.header("etag").unwrap());
        assert_eq!(again.get(unhashed).status, 304, "{unhashed}");
    }
}
