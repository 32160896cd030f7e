//! What the server refuses, and with which status.

use crate::support::hosted::Hosted;
use outflank_desk::access::{Grant, Role};
use outflank_tournament::running::Timestamp;
use outflank_web::Settings;
use serde_json::json;

#[test]
fn another_site_cannot_use_a_signed_in_browser() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 2);
    let secret = hosted.runtime.block_on(hosted.desk.owner_link()).unwrap();
    let opened = hosted
        .client()
        .open_link(&format!("/k/{}", secret.reveal()));
    assert_eq!(opened.status, 303, "{}", opened.text());
    let cookie = opened.header("set-cookie").unwrap();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().unwrap();
    let browser = hosted.client().with("Cookie", cookie);
    assert_eq!(browser.get("/api/v1/users").status, 200);
    let path = format!("/api/v1/tournaments/{id}/commands");
    let body = json!({"command_id": "c1", "act": {"act": "check_in", "entrant": 1}});
    let foreign = browser.with("Origin", "https://evil.example");
    assert_eq!(foreign.post(&path, &body).code(), "http.foreign_origin");
    assert_eq!(foreign.post(&path, &body).status, 403);
    let unsaid = browser.post(&path, &body);
    assert_eq!(
        (unsaid.status, unsaid.code().as_str()),
        (403, "http.foreign_origin")
    );
    let own = browser.with("Origin", &format!("http://{}", hosted.address));
    assert_eq!(own.post(&path, &body).status, 200);
    // The link was for one browser.
    let again = hosted
        .client()
        .open_link(&format!("/k/{}", secret.reveal()));
    assert_eq!(again.status, 404);
    // Signed out, the cookie opens nothing.
    assert_eq!(own.post("/api/v1/logout", &json!({})).status, 200);
    assert_eq!(browser.get("/api/v1/users").status, 401);
}

#[test]
fn a_token_that_is_over_foreign_or_revoked_is_nobody_s() {
    let hosted = Hosted::start();
    hosted.event("hall", 2);
    let soon = Timestamp(hosted.desk.now().0 + 150);
    let owner = Grant::everywhere(Role::Owner);
    let token = hosted.token(owner, Some(soon));
    let client = hosted.client().bearer(&token);
    assert_eq!(client.get("/api/v1/users").status, 200);
    while hosted.desk.now() < soon {
        std::thread::yield_now();
    }
    let over = client.get("/api/v1/users");
    assert_eq!((over.status, over.code().as_str()), (401, "access.unknown"));
    for wrong in ["abc", "'; drop table", &"x".repeat(10_000)] {
        let reply = hosted.client().bearer(wrong).get("/api/v1/tournaments");
        assert!(matches!(reply.status, 401 | 431), "{}", reply.status);
    }
}

#[test]
fn a_command_twice_is_done_once_and_its_name_is_nobody_else_s() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 3);
    let owner = hosted.owner();
    let path = format!("/api/v1/tournaments/{id}/commands");
    let body = json!({"command_id": "same", "act": {"act": "check_in", "entrant": 1}});
    let first = owner.post(&path, &body);
    assert_eq!(first.status, 200, "{}", first.text());
    let again = owner.post(&path, &body);
    assert_eq!(again.status, 200);
    assert_eq!(again.json()["again"], true);
    assert_eq!(again.json()["version"], first.json()["version"]);
    let other = json!({"command_id": "same", "act": {"act": "check_in", "entrant": 2}});
    let reply = owner.post(&path, &other);
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (409, "command.id_reused")
    );
    // Somebody else does not get the first one's answer.
    let reply = hosted.owner().post(&path, &body);
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (409, "command.id_reused")
    );
}

#[test]
fn large_bodies_long_names_and_strange_paths() {
    let hosted = Hosted::start();
    let id = hosted.event("hall", 2);
    let owner = hosted.owner();
    let path = format!("/api/v1/tournaments/{id}/commands");
    let named = |letters: usize| {
        let entry = json!({"name": "x".repeat(letters)});
        json!({"command_id": "long", "act": {"act": "enter", "entry": entry}})
    };
    assert_eq!(owner.post(&path, &named(1_000_000)).status, 413);
    let long = owner.post(&path, &named(100_000));
    assert_eq!(long.status, 422, "{}", long.text());
    for path in [
        "/../etc/passwd",
        "/api/v1/../../x",
        "/api/v1/tournaments/..%2f..",
        "/static/%2e%2e/x",
    ] {
        let reply = owner.get(path);
        assert!(
            matches!(reply.status, 400 | 404),
            "{path}: {}",
            reply.status
        );
    }
    let reply = owner.get("/api/v1/tournaments/nowhere");
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (404, "http.not_found")
    );
    assert_eq!(
        owner
            .send("DELETE", "/api/v1/tournaments", None)
            .unwrap()
            .status,
        405
    );
    let text = owner.with("Content-Type", "text/plain");
    assert_eq!(text.post(&path, &json!({})).status, 415);
    assert_eq!(owner.post(&path, &json!({"command_id": 7})).status, 400);
    assert_eq!(owner.get("/api/v1/log?after=x").status, 400);
    assert_eq!(owner.get("/api/v1/log?nothing=1").status, 400);
}

#[test]
fn limits_are_announced_and_held() {
    let hosted = Hosted::with(Settings {
        requests_per_minute: 30,
        logins_per_minute: 3,
        ..Settings::default()
    });
    let client = hosted.client();
    let first = client.get("/api/v1/me");
    assert_eq!(first.header("ratelimit-limit"), Some("30"));
    assert_eq!(first.header("ratelimit-remaining"), Some("29"));
    let statuses: Vec<u16> = (0..60).map(|_| client.get("/api/v1/me").status).collect();
    assert!(statuses.contains(&429), "{statuses:?}");
    let login = json!({"login": "nobody", "password": "wrong password"});
    let statuses: Vec<u16> = (0..5)
        .map(|_| client.post("/api/v1/login", &login).status)
        .collect();
    assert_eq!(statuses[0], 401);
    assert_eq!(statuses[4], 429);
    let refused = client.post("/api/v1/login", &login);
    assert!(refused.header("retry-after").is_some());
}

#[test]
fn every_answer_tells_browsers_what_they_may_do() {
    let hosted = Hosted::start();
    for path in ["/", "/health", "/api/v1/", "/api/v1/me", "/nowhere"] {
        let reply = hosted.client().get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(
            reply.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert!(reply.header("referrer-policy").is_some(), "{path}");
        let text = reply.text();
        assert!(
            !text.contains("<script>") && !text.contains(" style="),
            "{path}"
        );
    }
}
