//! Servers behind a balancer: what was written through one is there on every other at once, and while the database
//! is away everybody may go on reading.

use crate::server::Server;
use crate::support::http::{Client, Reply};
use crate::support::program::Served;
use serde_json::{Value, json};

/// How often somebody goes from one server to the other.
fn times() -> u32 {
    match std::env::var("OUTFLANK_SOAK") {
        Ok(_) => 400,
        Err(_) => 40,
    }
}

/// The owner's browser: what it sends with every request, whichever server answers.
struct Browser {
    cookie: String,
}

impl Browser {
    fn open(served: &Served, link: &str) -> Self {
        let opened = served.client().open_link(&format!("/k/{link}"));
        assert_eq!(opened.status, 303, "{}", opened.text());
        let cookie = opened.header("set-cookie").unwrap().split(';').next();
        Self {
            cookie: cookie.unwrap().to_owned(),
        }
    }

    fn at(&self, served: &Served) -> Client {
        let origin = format!("http://{}", served.address);
        (served.client())
            .with("Cookie", &self.cookie)
            .with("Origin", &origin)
    }
}

#[track_caller]
fn done(reply: &Reply) -> Value {
    assert!((200..300).contains(&reply.status), "{}", reply.text());
    reply.json()
}

fn access(client: &Client, id: &str, act: &Value) -> Value {
    let body = json!({"command_id": id, "act": act});
    done(&client.post("/api/v1/access/commands", &body))
}

fn open_event(client: &Client, slug: &str) -> String {
    let creation = json!({"name": format!("Open {slug}"), "first_day": "2026-11-15"});
    let new = json!({"preset": "soc/open", "slug": slug, "creation": creation});
    let body = json!({"command_id": format!("open-{slug}"), "tournament": new});
    let made = done(&client.post("/api/v1/tournaments", &body));
    made["made"].as_str().unwrap().to_owned()
}

fn enter(client: &Client, event: &str, n: u32) -> Reply {
    let act = json!({"act": "enter", "entry": {"name": format!("Sample {n}")}});
    let body = json!({"command_id": format!("enter-{event}-{n}"), "act": act});
    client.post(&format!("/api/v1/tournaments/{event}/commands"), &body)
}

#[test]
fn what_was_made_on_one_server_is_on_the_other_at_once() {
    let database = Server::start();
    let url = database.database("hall");
    let (one, other) = (Served::start_shared(&url), Served::start_shared(&url));
    let link = one.owner_link.clone().unwrap();
    let owner = Browser::open(&one, &link);
    for n in 0..times() {
        let (here, there) = if n % 2 == 0 {
            (&one, &other)
        } else {
            (&other, &one)
        };
        let public = there.client();
        // An event: under its name and its id, as a page and for a program, for everybody.
        let slug = format!("event-{n}");
        let event = open_event(&owner.at(here), &slug);
        let shown = public.get(&format!("/t/{slug}"));
        assert_eq!(shown.status, 200, "event {n}");
        // What changes in it, never an older version.
        let version = done(&enter(&owner.at(here), &event, 1))["version"].as_u64();
        let head = done(&public.get(&format!("/api/v1/tournaments/{event}")));
        assert!(head["version"].as_u64() >= version, "{version:?}: {head}");
        assert!(version.is_some(), "{head}");
        assert!(
            public
                .get(&format!("/t/{slug}/players"))
                .text()
                .contains("Sample 1")
        );
        assert_eq!(enter(&owner.at(there), &event, 2).status, 200);
        assert!(
            here.client()
                .get(&format!("/t/{slug}/players"))
                .text()
                .contains("Sample 2")
        );
        // A federation.
        let new = json!({"rulebook": "bof", "slug": format!("office-{n}"), "founding": {"name": format!("Office {n}"), "country": "GBR"}});
        let body = json!({"command_id": format!("found-{n}"), "federation": new});
        done(&owner.at(here).post("/api/v1/federations", &body));
        assert_eq!(
            public.get(&format!("/f/office-{n}")).status,
            200,
            "office {n}"
        );
        // A game without an event.
        let game = json!({"rulebook": "wof", "opening": {"kind": "casual", "judge": "none"}});
        let body = json!({"command_id": format!("game-{n}"), "game": game});
        let game = done(&owner.at(here).post("/api/v1/games", &body))["made"].clone();
        let game = game.as_str().unwrap();
        assert_eq!(
            public.get(&format!("/api/v1/games/{game}")).status,
            200,
            "game {n}"
        );
        assert_eq!(
            public.get(&format!("/games/{game}")).status,
            200,
            "game {n}"
        );
        // A token, which opens what it should and, once revoked, nothing.
        let act = json!({"act": "make_link", "kind": "api", "grant": {"role": "director", "scope": {"tournament": event}}});
        let made = access(&owner.at(here), &format!("token-{n}"), &act);
        let director = there.client().bearer(made["secret"].as_str().unwrap());
        assert_eq!(enter(&director, &event, 3).status, 200, "token {n}");
        let act = json!({"act": "revoke", "token": made["made"]});
        access(&owner.at(here), &format!("revoke-{n}"), &act);
        assert_eq!(enter(&director, &event, 4).status, 401, "revoked {n}");
        // A link for a browser.
        let act = json!({"act": "make_link", "kind": "once", "grant": {"role": "director", "scope": {"tournament": event}}});
        let made = access(&owner.at(here), &format!("link-{n}"), &act);
        let director = Browser::open(there, made["secret"].as_str().unwrap());
        let desk = format!("/t/{slug}/desk/entrants");
        assert_eq!(director.at(here).get(&desk).status, 200, "link {n}");
    }
}

/// Killed and not started again before everybody was asked.
#[test]
fn while_the_database_is_away_everybody_may_read_and_nobody_waits() {
    let mut database = Server::start();
    let url = database.database("hall");
    let (one, other) = (Served::start_shared(&url), Served::start_shared(&url));
    let link = one.owner_link.clone().unwrap();
    let owner = Browser::open(&one, &link);
    let event = open_event(&owner.at(&one), "hall");
    assert_eq!(enter(&owner.at(&other), &event, 1).status, 200);
    let act = json!({"act": "make_link", "kind": "api", "grant": {"role": "owner"}});
    let token = access(&owner.at(&one), "token", &act);
    let token = token["secret"].as_str().unwrap().to_owned();
    let act = json!({"act": "make_link", "kind": "once", "grant": {"role": "owner"}});
    let unopened = access(&owner.at(&one), "link", &act);
    let unopened = unopened["secret"].as_str().unwrap();
    // The one server has seen the token, the other has not.
    assert_eq!(one.client().bearer(&token).get("/api/v1/users").status, 200);
    database.kill();

    for served in [&one, &other] {
        assert_eq!(served.client().get("/livez").status, 200);
        let ready = served.client().get("/readyz");
        assert_eq!(ready.status, 503, "{}", ready.text());
        assert!(
            ready.text().contains("The database is unavailable"),
            "{}",
            ready.text()
        );
        // The public, from memory.
        for page in ["/", "/t/hall", "/t/hall/players", "/api/v1/tournaments"] {
            assert_eq!(served.client().get(page).status, 200, "{page}");
        }
        assert!(
            served
                .client()
                .get("/t/hall/players")
                .text()
                .contains("Sample 1")
        );
        assert_eq!(served.client().get("/t/nowhere").status, 404);
        // Somebody whom this server has seen.
        assert_eq!(owner.at(served).get("/t/hall/desk/entrants").status, 200);
        assert_eq!(owner.at(served).get("/t/hall").status, 200);
        // What has to be written.
        let refused = enter(&owner.at(served), &event, 2);
        said_away(&refused);
        assert_eq!(refused.code(), "log.away");
        let typed = format!("do=enter&name=Sample+3&id=form-{}", served.address.port());
        let form = owner
            .at(served)
            .with("Content-Type", "application/x-www-form-urlencoded");
        let refused = form.send("POST", "/t/hall/desk/entrants", Some(typed.as_bytes()));
        let refused = refused.unwrap();
        said_away(&refused);
        assert!(refused.text().contains("Sample 3"), "what was typed stays");
        // A link, and signing in.
        said_away(&served.client().open_link(&format!("/k/{unopened}")));
        assert_eq!(
            served.client().open_link(&format!("/k/{link}")).status,
            404,
            "it is used up"
        );
        let login = json!({"login": "vera", "password": "correct horse battery"});
        said_away(&served.client().post("/api/v1/login", &login));
    }
    let tournament = format!("/api/v1/tournaments/{event}");
    assert_eq!(one.client().bearer(&token).get(&tournament).status, 200);
    // Who this is nobody can say here now: not that he is nobody.
    let unseen = other.client().bearer(&token);
    said_away(&unseen.get(&tournament));
    said_away(&unseen.get("/t/hall/desk/entrants"));
    assert_eq!(unseen.get("/t/hall").status, 200, "what everybody sees");

    database.run();
    for served in [&one, &other] {
        crate::support::until(|| (served.client().get("/readyz").status == 200).then_some(()));
        // The same command under the same name, as it was answered to do.
        let again = crate::support::until(|| {
            let reply = enter(&owner.at(served), &event, 2);
            (reply.status != 503).then_some(reply)
        });
        assert_eq!(again.status, 200, "{}", again.text());
        assert_eq!(served.client().bearer(&token).get(&tournament).status, 200);
    }
    let players = other.client().get("/t/hall/players").text();
    assert_eq!(
        players.matches("Sample 2").count(),
        one_name(&players, "Sample 1")
    );
}

/// How often a name stands on a page on which it stands once.
fn one_name(page: &str, name: &str) -> usize {
    page.matches(name).count()
}

#[track_caller]
fn said_away(reply: &Reply) {
    assert_eq!(reply.status, 503, "{}", reply.text());
    let seconds: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=10).contains(&seconds), "{seconds}");
    let text = reply.text();
    let says = [
        "the database is unavailable",
        "The database is unavailable",
        "cannot reach its data",
    ];
    assert!(says.iter().any(|words| text.contains(words)), "{text}");
}
