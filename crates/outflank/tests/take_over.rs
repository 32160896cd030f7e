//! An event on one laptop, its copy on a stick, and another laptop that goes on: over HTTP and on the command line.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::folder::Folder;
use crate::support::http::{Client, Reply};
use crate::support::program::Served;
use serde_json::{Value, json};

const PASSWORD: &str = "a long one of her own";

/// A served laptop and the browser of its owner.
struct Laptop {
    served: Served,
    owner: Client,
}

impl Laptop {
    fn start(data: &Path) -> Self {
        std::fs::create_dir_all(data).unwrap();
        let served = Served::start(data, &[]);
        let link = served.owner_link.clone().unwrap();
        let opened = served.client().open_link(&format!("/k/{link}"));
        let owner = browser(&served, &opened);
        Self { served, owner }
    }

    fn do_in(&self, event: &str, id: &str, act: &Value) -> Reply {
        let body = json!({"command_id": id, "act": act});
        self.owner
            .post(&format!("/api/v1/tournaments/{event}/commands"), &body)
    }

    fn access(&self, id: &str, act: &Value) -> Value {
        let body = json!({"command_id": id, "act": act});
        let reply = self.owner.post("/api/v1/access/commands", &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// Sends an archive, as a director who has the stick in the other laptop.
    fn take_over(&self, archive: &[u8], choose: &str) -> Reply {
        let client = self.owner.with("Content-Type", "application/octet-stream");
        let path = format!("/api/v1/take-over{choose}");
        client.send("POST", &path, Some(archive)).unwrap()
    }

    fn names(&self, event: &str) -> String {
        let standings = format!("/api/v1/tournaments/{event}/export/json");
        self.owner.get(&standings).text()
    }
}

/// A browser that has the cookie of an answer.
fn browser(served: &Served, reply: &Reply) -> Client {
    let cookie = reply.header("set-cookie").unwrap();
    let cookie = cookie.split(';').next().unwrap();
    (served.client())
        .with("Cookie", cookie)
        .with("Origin", &format!("http://{}", served.address))
}

fn enter(name: &str) -> Value {
    json!({"act": "enter", "entry": {"name": name}})
}

/// An event with a head director who has a password and a player who has a link, copied to a stick.
fn event_on(laptop: &Laptop, stick: &Path) -> (String, String, PathBuf) {
    let creation = json!({"name": "Stick Open", "first_day": "2026-11-15"});
    let new = json!({"preset": "soc/open", "slug": "stick", "creation": creation});
    let made = (laptop.owner).post(
        "/api/v1/tournaments",
        &json!({"command_id": "open", "tournament": new}),
    );
    let event = made.json()["made"].as_str().unwrap().to_owned();
    for n in 1..=4 {
        let reply = laptop.do_in(&event, &format!("e{n}"), &enter(&format!("Sample {n}")));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    let account =
        json!({"act": "add_user", "login": "vera", "name": "Vera Arbiter", "password": PASSWORD});
    let user = laptop.access("vera", &account)["made"].clone();
    let head = json!({"role": "head", "scope": {"tournament": event}});
    laptop.access("head", &json!({"act": "give", "user": user, "grant": head}));
    let player = json!({"role": "player", "scope": {"tournament": event, "entrant": 1}});
    let link = json!({"act": "make_link", "kind": "link", "grant": player});
    let link = laptop.access("link", &link)["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    std::fs::create_dir_all(stick).unwrap();
    let chosen = laptop.owner.post(
        &format!("/api/v1/tournaments/{event}/copies"),
        &json!({"folder": stick.to_str().unwrap()}),
    );
    assert_eq!(chosen.status, 200, "{}", chosen.text());
    let archive = stick.join(format!("{event}.outflank"));
    (event, link, archive)
}

fn sign_in(laptop: &Laptop) -> Reply {
    let body = json!({"login": "vera", "password": PASSWORD});
    laptop.served.client().post("/api/v1/login", &body)
}

#[test]
fn another_laptop_goes_on_and_where_both_went_on_the_director_chooses() {
    let folder = Folder::new("take-over");
    let first = Laptop::start(&folder.path().join("first"));
    let (event, link, archive) = event_on(&first, &folder.path().join("stick"));
    let copy = std::fs::read(&archive).unwrap();

    // The second laptop serves already; its owner sends the copy.
    let second = Laptop::start(&folder.path().join("second"));
    let stranger = second.served.client();
    let unsigned = stranger.with("Content-Type", "application/octet-stream");
    let refused = unsigned.send("POST", "/api/v1/take-over", Some(&copy));
    assert_eq!(refused.unwrap().status, 401);
    let taken = second.take_over(&copy, "");
    assert_eq!(taken.status, 200, "{}", taken.text());
    assert_eq!(taken.json()["tournaments"], json!([event]));
    assert!(second.names(&event).contains("Sample 4"));

    // The head director signs in as ever, the player's QR code opens as ever.
    let session = sign_in(&second);
    assert_eq!(session.status, 200, "{}", session.text());
    let head = browser(&second.served, &session);
    let body = json!({"command_id": "there", "act": enter("Only There")});
    let path = format!("/api/v1/tournaments/{event}/commands");
    let entered = head.post(&path, &body);
    assert_eq!(entered.status, 200, "{}", entered.text());
    let opened = second.served.client().open_link(&format!("/k/{link}"));
    assert_eq!(opened.status, 303);
    assert_eq!(
        opened.header("location").unwrap(),
        "/t/stick/me",
        "the player is led to his own page"
    );

    // Meanwhile somebody went on at the first one too.
    let here = first.do_in(&event, "here", &enter("Only Here"));
    assert_eq!(here.status, 200, "{}", here.text());
    let again = json!({"folder": folder.path().join("stick").to_str().unwrap()});
    let copies = format!("/api/v1/tournaments/{event}/copies");
    assert_eq!(first.owner.post(&copies, &again).status, 200);
    let newer = std::fs::read(&archive).unwrap();
    let parted = second.take_over(&newer, "");
    assert_eq!(
        (parted.status, parted.code().as_str()),
        (409, "desk.copies_parted")
    );
    let facts = &parted.json()["facts"];
    assert_eq!(facts["stream"], format!("tournament/{event}"));
    assert_eq!(facts["ours"]["kind"], "tournament.entrant_registered");
    assert!(facts["ours"]["by"].as_str().unwrap().ends_with("as head"));
    assert!(
        facts["theirs"]["by"]
            .as_str()
            .unwrap()
            .ends_with("as owner")
    );
    assert!(second.names(&event).contains("Only There"));
    let ours = second.take_over(&newer, "?choose=ours");
    assert_eq!(ours.json()["events"], 0, "{}", ours.text());
    assert_eq!(second.take_over(&newer, "?choose=mine").status, 400);
    let theirs = second.take_over(&newer, "?choose=theirs");
    assert_eq!(theirs.status, 200, "{}", theirs.text());
    assert_eq!(
        theirs.json()["set_aside"][0]["stream"],
        format!("tournament/{event}")
    );
    let names = second.names(&event);
    assert!(names.contains("Only Here") && !names.contains("Only There"));
    assert_eq!(second.take_over(b"no archive", "").status, 422);
    drop((first, second));
    verifies(&folder.path().join("second"), "(1 more set aside)");
}

#[test]
fn the_command_line_takes_over_names_the_difference_and_lets_one_choose() {
    let folder = Folder::new("take-over-line");
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let stick = folder.path().join("stick");
    let laptop = Laptop::start(&first);
    let (event, link, archive) = event_on(&laptop, &stick);
    let restore = |choose: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .arg("restore")
            .arg(&archive)
            .arg("--data")
            .arg(&second)
            .args(choose)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().unwrap(), text)
    };
    let (code, text) = restore(&[]);
    assert_eq!(code, 0, "{text}");
    let other = Laptop::start(&second);
    assert_eq!(
        sign_in(&other).status,
        200,
        "the head's password came along"
    );
    let opened = other.served.client().open_link(&format!("/k/{link}"));
    assert_eq!(opened.status, 303);
    let there = other.do_in(&event, "there", &enter("Only There"));
    assert_eq!(there.status, 200, "{}", there.text());
    drop(other);
    let here = laptop.do_in(&event, "here", &enter("Only Here"));
    assert_eq!(here.status, 200, "{}", here.text());
    let again = json!({"folder": stick.to_str().unwrap()});
    let copies = format!("/api/v1/tournaments/{event}/copies");
    assert_eq!(laptop.owner.post(&copies, &again).status, 200);
    let (code, text) = restore(&[]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("The two copies have diverged: log entry ")
            && text.contains("Only There") == text.contains("Only Here")
            && text.contains("--choose ours or --choose theirs"),
        "{text}"
    );
    let (code, text) = restore(&["--choose", "theirs"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("are set aside"), "{text}");
    let other = Laptop::start(&second);
    let names = other.names(&event);
    assert!(names.contains("Only Here") && !names.contains("Only There"));
    drop(other);
    verifies(&second, "(1 more set aside)");
}

fn verifies(data: &Path, expected: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["verify", "--data"])
        .arg(data)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains(expected),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn copies_go_only_where_the_owner_may_put_them() {
    let folder = Folder::new("copies-where");
    let data = folder.path().join("data");
    let laptop = Laptop::start(&data);
    let (event, _, _) = event_on(&laptop, &folder.path().join("stick"));
    let path = format!("/api/v1/tournaments/{event}/copies");
    let inside = data.join("copies");
    std::fs::create_dir(&inside).unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let sneaking = folder.path().join("stick/../data/copies");
    for (folder, why) in [
        (&inside, "the log is in the same place"),
        (&data, "the log is in the same place"),
        (&sneaking, "the log is in the same place"),
        (&file, "not a folder"),
        (&folder.path().join("nowhere"), "No such file"),
        (&PathBuf::from("/proc"), "The folder cannot be used"),
    ] {
        let reply = (laptop.owner).post(&path, &json!({"folder": folder.to_str().unwrap()}));
        assert_eq!(reply.code(), "desk.bad_folder", "{}", reply.text());
        assert!(reply.text().contains(why), "{}", reply.text());
    }
    // The head director sees how copies do, and does not choose a path of this machine.
    let head = browser(&laptop.served, &sign_in(&laptop));
    assert_eq!(head.get(&path).status, 200);
    let refused = head.post(&path, &json!({"folder": "/tmp"}));
    assert_eq!(refused.status, 403, "{}", refused.text());
    // The stick is pulled out: every page of the desk says so.
    let stick = folder.path().join("stick");
    std::fs::remove_dir_all(&stick).unwrap();
    let desk = laptop.owner.get("/t/stick/desk/entrants");
    assert!(!desk.text().contains("The last backup failed"));
    drop(laptop);
    let copies = stick.to_str().unwrap();
    let served = Served::start(&data, &["--copies", copies]);
    let opened = served
        .client()
        .open_link(&format!("/k/{}", served.owner_link.clone().unwrap()));
    let owner = browser(&served, &opened);
    let shown = crate::support::until(|| {
        let page = owner.get("/t/stick/desk/entrants").text();
        page.contains("The last backup failed").then_some(page)
    });
    assert!(shown.contains("desk/files#copies"));
    let files = owner.get("/t/stick/desk/files").text();
    assert!(files.contains(copies), "the folder is named");
}
