//! Two people who change the same thing over the API: the second is told of the first, with value, author and time.

use crate::support::hosted::Hosted;
use crate::support::http::{Client, Reply};
use outflank_desk::access::{Grant, Role};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::Act;
use serde_json::{Value, json};

/// A started round, and two directors.
struct Desk {
    hosted: Hosted,
    path: String,
    one: Client,
    other: Client,
}

impl Desk {
    fn new() -> Self {
        let hosted = Hosted::start();
        let id = hosted.event("hall", 6);
        let round = RoundNumber(1);
        hosted.announce(&id, round);
        hosted.act(&id, Act::Start { round });
        let director = |hosted: &Hosted| {
            let token = hosted.token(Grant::tournament(Role::Director, &id), None);
            hosted.client().bearer(&token)
        };
        Self {
            path: format!("/api/v1/tournaments/{id}"),
            one: director(&hosted),
            other: director(&hosted),
            hosted,
        }
    }

    fn version(&self) -> u64 {
        let shown = self.one.get(&self.path).json();
        shown["version"].as_u64().unwrap()
    }

    fn send(&self, client: &Client, id: &str, act: &Value, if_version: Option<u64>) -> Reply {
        let mut body = json!({"command_id": id, "act": act});
        if let Some(version) = if_version {
            body["if_version"] = json!(version);
        }
        client.post(&format!("{}/commands", self.path), &body)
    }
}

fn result(black: u16) -> Value {
    let result = json!({"as": "official", "how": "played", "black": black, "white": 64 - black});
    json!({"act": "enter_result", "round": 1, "table": 1, "result": result, "source": "slip"})
}

#[test]
fn a_second_result_is_refused_with_the_first_ones_value_author_and_time() {
    let desk = Desk::new();
    let before = desk.hosted.desk.now().0;
    let first = desk.send(&desk.one, "r1", &result(40), None);
    assert_eq!(first.status, 200, "{}", first.text());
    let same = desk.send(&desk.other, "r2", &result(40), None);
    assert!(same.status < 500, "{}", same.text());
    let refused = desk.send(&desk.other, "r3", &result(30), None);
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (409, "desk.result_differs")
    );
    let facts = refused.json()["facts"].clone();
    assert_eq!(facts["first"]["black"], 40, "{facts}");
    assert_eq!((&facts["round"], &facts["table"]), (&json!(1), &json!(1)));
    let me = desk.one.get("/api/v1/me").json()["actor"].clone();
    let by = facts["by"].as_str().unwrap();
    assert!(by.starts_with(me.as_str().unwrap()), "{facts}");
    assert!(facts["at"].as_i64().unwrap() >= before, "{facts}");
}

#[test]
fn what_changed_since_it_was_seen_is_stale_and_the_latest_command_is_undone_by_name() {
    let desk = Desk::new();
    let seen = desk.version();
    let first = desk.send(&desk.one, "r1", &result(40), Some(seen));
    assert_eq!(first.status, 200, "{}", first.text());
    let stale = desk.send(&desk.other, "r2", &result(30), Some(seen));
    assert_eq!((stale.status, stale.code().as_str()), (409, "stale"));
    let facts = stale.json()["facts"].clone();
    assert!(facts["now"].as_str().unwrap().contains("40"), "{facts}");
    assert!(facts["by"].is_string() && facts["at"].is_i64(), "{facts}");
    // With the version it was told he may go on.
    let version = facts["version"].as_u64();
    let undo = |command: &str| json!({"act": "undo", "command": command});
    let wrong = desk.send(&desk.other, "u1", &undo("open"), version);
    assert!(matches!(wrong.status, 409 | 422), "{}", wrong.text());
    let undone = desk.send(&desk.other, "u2", &undo("r1"), version);
    assert_eq!(undone.status, 200, "{}", undone.text());
    let again = desk.send(&desk.one, "r4", &result(30), None);
    assert_eq!(again.status, 200, "{}", again.text());
}
