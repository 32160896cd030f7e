//! Strangers: what they send is not read before they are allowed, and nobody takes everything.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::{Casual, Desk};
use outflank_tournament::RoundNumber;
use outflank_web::Settings;
use outflank_web::routes::{Method, Requires, table};
use serde_json::json;
use tokio::net::TcpSocket;

use crate::support::hosted::Hosted;
use crate::support::http::PATIENCE;

fn open() -> Settings {
    Settings {
        requests_per_minute: 10_000_000,
        logins_per_minute: 10_000_000,
        ..Settings::default()
    }
}

/// The head of a request whose body never comes.
fn head_only(address: SocketAddr, path: &str, kind: &str) -> TcpStream {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: {kind}\r\nContent-Length: 8000000\r\n\r\n"
    );
    socket.write_all(head.as_bytes()).unwrap();
    socket
}

/// The status of the answer.
fn status(socket: &mut TcpStream) -> u16 {
    let mut line = [0; 12];
    socket.read_exact(&mut line).unwrap();
    let text = String::from_utf8_lossy(&line);
    text.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn nothing_is_read_of_a_body_before_its_sender_is_allowed() {
    let hosted = Hosted::with(open());
    hosted.event("hall", 2);
    hosted.office("fed");
    let mut tried = 0;
    for route in table() {
        let is_open = matches!(route.requires, Requires::Nothing)
            || route.requires == Requires::Action(outflank_desk::access::Action::ReadPublic);
        if !route.methods.contains(&Method::Post) || is_open {
            continue;
        }
        let path = route
            .path
            .replace("{tournament}", "hall")
            .replace("{federation}", "fed")
            .replace("{entrant}", "1")
            .replace("{person}", "1")
            .replace("{player}", "1")
            .replace("{round}", "1")
            .replace("{table}", "1")
            .replace("{event}", "x")
            .replace("{year}", "2026");
        let kind = "multipart/form-data; boundary=x";
        // The answer comes although not one byte of the body was sent.
        let answered = status(&mut head_only(hosted.address, &path, kind));
        // 413 is said by the length in the head alone.
        assert!(
            [401, 403, 404, 413].contains(&answered),
            "{path}: {answered}"
        );
        tried += 1;
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn a_file_with_a_boundary_that_no_browser_makes_is_refused_at_once() {
    let hosted = Hosted::with(open());
    let long = format!("multipart/form-data; boundary={}x", "-".repeat(60_000));
    hosted.event("hall", 2);
    let owner = hosted.owner().with("Content-Type", &long);
    let body = vec![b'-'; 1_000_000];
    let reply = owner.send("POST", "/t/hall/desk/entrants", Some(&body));
    let reply = reply.unwrap();
    assert!(reply.text().contains("boundary"), "{}", reply.text());
    assert_eq!(reply.status / 100, 4, "{}", reply.status);
}

#[test]
fn a_slow_body_is_cut_and_all_bodies_share_one_budget() {
    let hosted = Hosted::with(Settings {
        body_grace: Duration::from_millis(100),
        body_bytes_per_second: 1_000_000,
        ..open()
    });
    let mut slow = head_only(hosted.address, "/api/v1/login", "application/json");
    slow.write_all(b"{").unwrap();
    // Too long by its head is said at once; a plausible one is waited for, and not for ever.
    assert_eq!(status(&mut slow), 413);
    let mut slow = TcpStream::connect(hosted.address).unwrap();
    slow.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = format!(
        "POST /api/v1/login HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{",
        hosted.address
    );
    slow.write_all(head.as_bytes()).unwrap();
    assert_eq!(status(&mut slow), 408);

    let hosted = Hosted::with(Settings {
        strangers_bytes_max: 300_000,
        ..open()
    });
    let part = vec![b' '; 200_000];
    let mut open_ones = Vec::new();
    let mut refused = 0;
    for _ in 0..2 {
        let mut one = TcpStream::connect(hosted.address).unwrap();
        one.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!(
            "POST /api/v1/login HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 250000\r\n\r\n",
            hosted.address
        );
        one.write_all(head.as_bytes()).unwrap();
        one.write_all(&part).unwrap();
        open_ones.push(one);
    }
    // One of the two is over the budget, and the other is still waited for.
    for one in &mut open_ones {
        one.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        let mut line = [0; 12];
        if one.read_exact(&mut line).is_ok() {
            assert!(line.ends_with(b"503"), "{line:?}");
            refused += 1;
        }
    }
    assert_eq!(refused, 1);
    // The budget is free again when they are gone.
    drop(open_ones);
    let body = json!({"login": "nobody", "password": "wrong wrong wrong"});
    crate::support::until(|| {
        let reply = hosted.client().post("/api/v1/login", &body);
        (reply.status == 401).then_some(())
    });
}

#[test]
fn one_address_does_not_take_every_connection() {
    let hosted = Hosted::with(Settings {
        connections_max: 200,
        ..open()
    });
    let address = hosted.address;
    let mut taken = Vec::new();
    let mut is_cut = false;
    for _ in 0..40 {
        let mut socket = TcpStream::connect(address).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let _ = socket.write_all(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let mut answer = [0; 12];
        match socket.read_exact(&mut answer) {
            Ok(()) => taken.push(socket),
            Err(_) => is_cut = true,
        }
    }
    assert!(is_cut && taken.len() == 20, "{}", taken.len());
    let other = hosted.runtime.block_on(async {
        let socket = TcpSocket::new_v4()?;
        socket.bind("127.0.0.2:0".parse().expect("an address"))?;
        socket.connect(address).await
    });
    let mut other = other.unwrap().into_std().unwrap();
    other.set_nonblocking(false).unwrap();
    other.set_read_timeout(Some(PATIENCE)).unwrap();
    other
        .write_all(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .unwrap();
    assert_eq!(status(&mut other), 200);
}

#[test]
fn live_streams_of_one_address_are_counted_behind_a_proxy_too() {
    let hosted = Hosted::with(Settings {
        connections_max: 160,
        trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()],
        ..open()
    });
    let of = |address: &str| hosted.client().with("X-Forwarded-For", address);
    let one = of("198.51.100.1");
    let streams: Vec<_> = (0..16)
        .map(|_| one.listen("/api/v1/events").unwrap())
        .collect();
    assert!(streams.iter().all(|stream| stream.status == 200));
    assert_eq!(one.listen("/api/v1/events").unwrap().status, 429);
    let other = of("198.51.100.2");
    assert_eq!(other.listen("/api/v1/events").unwrap().status, 200);
}

#[test]
fn health_checks_are_never_limited() {
    let hosted = Hosted::with(Settings {
        requests_per_minute: 1,
        ..open()
    });
    for path in ["/livez", "/readyz", "/health", "/livez", "/readyz"] {
        assert_eq!(hosted.client().get(path).status, 200, "{path}");
    }
}

#[test]
fn a_look_at_a_link_opens_nothing() {
    let hosted = Hosted::with(open());
    let path = format!("/k/{}", hosted.owner_link());
    for _ in 0..2 {
        let mut socket = TcpStream::connect(hosted.address).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!("HEAD {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        socket.write_all(head.as_bytes()).unwrap();
        assert_eq!(status(&mut socket), 200);
        let looked = hosted.client().get(&path);
        assert_eq!(looked.status, 200);
        assert_eq!(looked.header("set-cookie"), None);
    }
    // Another site cannot open it in a browser that is signed in here.
    let foreign = hosted.client().with("Origin", "https://evil.example");
    assert_eq!(foreign.open_link(&path).status, 403);
    assert_eq!(hosted.client().open_link(&path).status, 303);
    assert_eq!(hosted.client().open_link(&path).status, 404);
}

#[test]
fn a_seat_of_a_casual_game_is_not_a_link() {
    let hosted = Hosted::with(open());
    let before = hosted.desk.access().tokens.len();
    let casual = Casual {
        rulebook: "wof".to_owned(),
        minutes: None,
        increment: 0,
        screen: None,
    };
    let opened = hosted
        .runtime
        .block_on(hosted.desk.open_casual_game(&casual));
    let seats = opened.unwrap();
    assert_eq!(hosted.desk.access().tokens.len(), before);
    let desk: &Desk = &hosted.desk;
    for secret in [&seats.secrets.black, &seats.secrets.white] {
        let caller = desk.caller_by_token(secret.reveal());
        let caller = hosted.runtime.block_on(caller).unwrap().unwrap();
        assert_eq!(caller.grants()[0].scope.game, Some(seats.game.clone()));
    }
}

#[test]
fn ten_wrong_codes_change_the_code_and_tell_the_director() {
    let hosted = Hosted::with(open());
    let id = hosted.event("hall", 2);
    hosted.announce(&id, RoundNumber(1));
    let digits = || {
        let asked = hosted.desk.round_digits(&id, RoundNumber(1));
        hosted.runtime.block_on(asked).unwrap()
    };
    let first = digits();
    let wrong =
        |number: usize| format!("{:04}", (first.parse::<usize>().unwrap() + number) % 10_000);
    let form = hosted
        .client()
        .with("Content-Type", "application/x-www-form-urlencoded");
    for number in 1..=10 {
        let body = format!("do=digits&digits={}", wrong(number));
        let reply = form.send("POST", "/t/hall/tables/1", Some(body.as_bytes()));
        assert_eq!(reply.unwrap().status, 403, "{number}");
    }
    assert_eq!(hosted.desk.tournament(&id).unwrap().reports.len(), 1);
    // One in ten thousand is drawn again.
    let second = digits();
    let body = format!("do=digits&digits={second}");
    let reply = form.send("POST", "/t/hall/tables/1", Some(body.as_bytes()));
    let reply = reply.unwrap();
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert!(reply.header("set-cookie").is_some());
}

#[test]
fn the_desk_of_a_tournament_does_not_see_the_federations_dossier() {
    let hosted = Hosted::with(open());
    let id = hosted.event("hall", 0);
    let office = hosted.office("fed");
    let record = hosted.desk.federation(&office).unwrap();
    let record = record
        .affairs()
        .people
        .values()
        .next()
        .unwrap()
        .record
        .clone();
    let mut application = outflank_tournament::running::Application {
        entry: outflank_tournament::running::Entry::new("Ada Example"),
        ..Default::default()
    };
    application.entry.person = Some(record);
    let act = outflank_tournament::running::Act::Enter(Box::new(application));
    hosted.act(&id, act);
    let path = format!("/api/v1/tournaments/{id}/entrants/1/person");
    let scope = Scope::tournament(&id);
    let assistant = Grant {
        role: Role::Assistant,
        scope,
    };
    let assistant = hosted.client().bearer(&hosted.token(assistant, None));
    let seen = assistant.get(&path).json();
    assert_eq!(seen["facts"]["name"], "Ada Example");
    assert!(seen["facts"].get("office").is_none(), "{seen}");
    assert!(hosted.owner().get(&path).json()["facts"]["office"].is_object());
}

#[test]
fn a_name_that_is_not_ours_is_not_answered() {
    let hosted = Hosted::with(open());
    for (host, expected) in [
        ("evil.example", 421),
        ("localhost", 200),
        ("127.0.0.1:1", 200),
    ] {
        let mut socket = TcpStream::connect(hosted.address).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!("GET /api/v1/me HTTP/1.1\r\nHost: {host}\r\n\r\n");
        socket.write_all(head.as_bytes()).unwrap();
        assert_eq!(status(&mut socket), expected, "{host}");
    }
}

#[test]
fn the_owner_sees_who_tried_to_get_in() {
    let hosted = Hosted::with(open());
    let id = hosted.event("hall", 2);
    hosted.announce(&id, RoundNumber(1));
    let body = json!({"login": "vera", "password": "wrong wrong wrong"});
    assert_eq!(hosted.client().post("/api/v1/login", &body).status, 401);
    let form = hosted
        .client()
        .with("Content-Type", "application/x-www-form-urlencoded");
    let wrong = form.send("POST", "/t/hall/tables/1", Some(b"do=digits&digits=none"));
    assert_eq!(wrong.unwrap().status, 403);
    let owner = hosted.owner();
    let trail = owner.get("/api/v1/audit").json();
    let kinds: Vec<&str> = (trail.as_array().unwrap().iter())
        .map(|entry| entry["kind"].as_str().unwrap())
        .collect();
    for kind in ["sign_in_failed", "wrong_code", "rights_changed"] {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
    assert!(
        !trail.to_string().contains("wrong wrong"),
        "no password is kept"
    );
    assert_eq!(hosted.client().get("/api/v1/audit").status, 401);
    let head = Grant {
        role: Role::Head,
        scope: Scope::tournament(&id),
    };
    let head = hosted.client().bearer(&hosted.token(head, None));
    assert_eq!(head.get("/api/v1/audit").status, 403);
}

#[test]
fn no_public_number_moves_with_what_the_public_does_not_see() {
    let hosted = Hosted::with(open());
    hosted.event("hall", 2);
    let numbers = || {
        let client = hosted.client();
        let health = client.get("/health").json()["global_seq"].clone();
        let list = client.get("/api/v1/tournaments/hall").json()["global_seq"].clone();
        (health, list)
    };
    crate::support::until(|| (hosted.web.live.published() == hosted.desk.durable()).then_some(()));
    let before = numbers();
    let durable = hosted.desk.durable();
    for _ in 0..3 {
        hosted.owner_link();
    }
    crate::support::until(|| {
        (hosted.web.live.published() > durable
            && hosted.web.live.published() == hosted.desk.durable())
        .then_some(())
    });
    assert_eq!(numbers(), before);
    let page = format!("/api/v1/log?after={}&limit=1", durable.0);
    let page = hosted.client().get(&page).json();
    assert_eq!(page["events"].as_array().unwrap().len(), 0);
    assert!(page["next"].is_null(), "{page}");
}

#[test]
fn the_seed_of_the_lots_is_not_public_before_the_end() {
    let hosted = Hosted::with(open());
    let id = hosted.event("hall", 4);
    let path = format!("/api/v1/tournaments/{id}/export/json");
    let public = hosted.client().get(&path).json();
    assert!(
        public.get("seed").is_none() && public.get("next").is_none(),
        "{public}"
    );
    let official = hosted.owner().get(&path).json();
    assert!(official.get("seed").is_some(), "{official}");
    let log = hosted.client().get("/api/v1/log").json();
    let events = log["events"].as_array().unwrap();
    let created = events
        .iter()
        .find(|one| one["kind"] == "tournament.created");
    let setting = &created.unwrap()["body"]["setting"];
    assert!(
        setting.is_object() && setting.get("seed").is_none(),
        "{setting}"
    );
}

#[test]
fn a_stranger_does_not_learn_that_a_training_copy_exists() {
    let hosted = Hosted::with(open());
    let id = hosted.event("hall", 2);
    hosted.submit(outflank_desk::What::Desk(outflank_desk::DeskRequest {
        tournament: id,
        act: outflank_desk::DeskAct::CopyForTraining {
            slug: "copy".to_owned(),
        },
    }));
    for path in ["me", "desk", "desk/results", "tables/1", ""] {
        let there = hosted.client().get(&format!("/t/copy/{path}")).status;
        let nowhere = hosted.client().get(&format!("/t/nowhere/{path}")).status;
        assert_eq!(there, nowhere, "{path}");
    }
    assert!(hosted.owner().get("/t/copy/desk").status < 400);
}
