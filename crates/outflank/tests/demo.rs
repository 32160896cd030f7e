//! The demo championship, loaded from the home page of a running program.

use std::process::Command;

use crate::support::folder::Folder;
use crate::support::http::{Client, Reply};
use crate::support::program::Served;

fn click(client: &Client) -> Reply {
    let origin = format!("http://{}", client.address);
    let client = client.with("Origin", &origin);
    client.send("POST", "/demo", Some(b"")).unwrap()
}

/// A browser that has opened the owner's link.
fn owner(server: &Served) -> Client {
    let link = server.owner_link.as_ref().unwrap();
    let opened = server.client().open_link(&format!("/k/{link}"));
    let cookie = opened.header("set-cookie").unwrap();
    server
        .client()
        .with("Cookie", cookie.split(';').next().unwrap())
}

#[test]
fn the_owner_loads_the_demo_from_the_home_page_and_results_go_on_arriving() {
    let folder = Folder::new("demo-click");
    let mut server = Served::start(folder.path(), &[]);
    let public = server.client();
    assert!(public.get("/").text().contains("action=\"/demo\""));
    assert_eq!(click(&public).status, 403);
    assert_eq!(public.get("/t/demo").status, 404);

    let owner = owner(&server);
    // Looking at the address loads nothing.
    assert_eq!(owner.get("/demo").status, 200);
    assert_eq!(public.get("/t/demo").status, 404);
    let loaded = click(&owner);
    assert_eq!(loaded.status, 303, "{}", loaded.text());
    assert_eq!(loaded.header("location"), Some("/t/demo"));
    let page = public.get("/t/demo");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Meridian World Championship"));
    assert!(public.get("/").text().contains("href=\"/t/demo\""));
    let round = public.get("/t/demo/pairings/9");
    assert_eq!(round.status, 200);

    // Another result of round 9 comes by itself: the pages are told of a later version.
    let mut changes = public.listen("/t/demo/live").unwrap();
    let loaded_at: u64 = loop {
        let message = changes.message().unwrap().unwrap();
        if message.event == "snapshot" {
            break message.data.parse().unwrap();
        }
    };
    assert!(
        loaded_at > 300,
        "the past has hundreds of events: {loaded_at}"
    );
    while changes.message().unwrap().unwrap().json()["seq"].as_u64() <= Some(loaded_at) {}
    assert_ne!(public.get("/t/demo/pairings/9").text(), round.text());

    // A second click leads to the same event.
    assert_eq!(click(&owner).header("location"), Some("/t/demo"));
    let list = owner.get("/api/v1/tournaments").text();
    assert_eq!(list.matches("\"demo\"").count(), 1, "{list}");

    // What was taken over is whole: the log verifies and the program starts on it again.
    assert_eq!(server.stop(), Some(0));
    let verified = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["verify", "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(verified.status.success(), "{verified:?}");
    // It goes on where it stood: the next result comes without another click.
    let again = Served::start(folder.path(), &[]);
    let public = again.client();
    assert_eq!(public.get("/t/demo/standings").status, 200);
    let mut changes = public.listen("/t/demo/live").unwrap();
    let resumed_at: u64 = loop {
        let message = changes.message().unwrap().unwrap();
        if message.event == "snapshot" {
            break message.data.parse().unwrap();
        }
    };
    assert!(
        resumed_at > loaded_at,
        "what came before the restart is there"
    );
    while changes.message().unwrap().unwrap().json()["seq"].as_u64() <= Some(resumed_at) {}
}
