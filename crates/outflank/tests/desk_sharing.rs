//! An event beside others: training copies, shared halls, taking over from another program, the door to the
//! hall; through forms, as a browser without a script sends them.

use crate::support::forms::{event, leads, post, says, send, upload};
use crate::support::hosted::Hosted;
use outflank_desk::TournamentId;
use outflank_tournament::EntrantId;
use outflank_tournament::running::TableNumber;
use serde_json::json;

#[test]
fn a_training_copy_is_seen_by_the_desk_alone_and_leaves_it_by_no_way() {
    let hosted = Hosted::start();
    let id = event(&hosted, "open", 6);
    let round = outflank_tournament::RoundNumber(1);
    hosted.announce(&id, round);
    let (director, public) = (hosted.owner(), hosted.client());
    let files = director.get("/t/open/desk/files");
    says(&files, "value=\"open-training\"");
    let made = send(
        &director,
        "/t/open/desk/files",
        "do=train&slug=open-training",
    );
    leads(&made, "/t/open-training/desk");
    // It is the event as it was, and says on every page and sheet what it is.
    for page in [
        "",
        "/pairings/1",
        "/screen",
        "/rules",
        "/print/pairings-by-table",
        "/desk/pairing/1",
        "/desk/log",
    ] {
        let shown = director.get(&format!("/t/open-training{page}"));
        assert_eq!(shown.status, 200, "{page}");
        says(&shown, "Training copy.");
        assert!(
            !director
                .get(&format!("/t/open{page}"))
                .text()
                .contains("Training copy."),
            "{page}"
        );
        assert!(
            [403, 404].contains(&public.get(&format!("/t/open-training{page}")).status),
            "{page}"
        );
    }
    says(
        &director.get("/t/open-training/pairings/1"),
        "Sample Player 1",
    );
    assert!(!public.get("/").text().contains("open-training"));
    let copy = hosted
        .desk
        .tournament_named("open-training")
        .unwrap()
        .id
        .clone();
    for path in [
        "",
        "/rounds",
        "/standings",
        "/log",
        "/events",
        "/export/json",
    ] {
        let path = format!("/api/v1/tournaments/{copy}{path}");
        assert_eq!(public.get(&path).status, 404, "{path}");
    }
    assert!(
        !public
            .get("/api/v1/tournaments")
            .text()
            .contains(copy.as_str())
    );
    assert!(!public.get("/api/v1/log").text().contains(copy.as_str()));
    assert!(director.get("/api/v1/log").text().contains(copy.as_str()));
    // Nothing is exported, copied, or given to players.
    for format in ["json", "csv", "results", "elo"] {
        let path = format!("/api/v1/tournaments/{copy}/export/{format}");
        assert_eq!(director.get(&path).status, 422, "{format}");
    }
    assert_eq!(director.get("/t/open-training/desk/archive").status, 422);
    let link = json!({"command_id": "p1", "act": {"act": "make_link", "kind": "link",
        "grant": {"role": "player", "scope": {"tournament": copy.as_str(), "entrant": 1}}}});
    let refused = director.post("/api/v1/access/commands", &link);
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (422, "desk.training_copy")
    );
    // What is done there is done there alone; a name that is changed in training stays.
    let started = send(&director, "/t/open-training/desk/pairing/1", "do=start");
    assert_eq!(started.status, 303, "{}", started.text());
    let before = hosted.desk.tournament(&id).unwrap();
    assert_eq!(
        before.affairs().rounds[0].phase,
        outflank_tournament::running::Phase::Announced
    );
    send(
        &director,
        "/t/open-training/desk/entrants/1",
        "do=change&name=Somebody+Else",
    );
    assert_eq!(
        hosted.desk.tournament(&id).unwrap().name(EntrantId(1)),
        "Sample Player 1"
    );
    // A second one needs another name.
    let again = send(
        &director,
        "/t/open/desk/files",
        "do=train&slug=open-training",
    );
    assert_eq!(again.status, 409);
}

#[test]
fn sections_share_a_hall_with_tables_numbered_through_and_none_twice() {
    let hosted = Hosted::start();
    let open = event(&hosted, "open", 8);
    let youth = event(&hosted, "youth", 6);
    let (director, public) = (hosted.owner(), hosted.client());
    leads(
        &send(
            &director,
            "/t/open/desk/hall",
            "do=share&name=Main+hall&first=1&last=4",
        ),
        "/t/open/desk/hall",
    );
    let overlap = send(
        &director,
        "/t/youth/desk/hall",
        "do=share&name=Main+hall&first=4&last=8",
    );
    assert_eq!(overlap.status, 422);
    says(&overlap, "uses tables 1 to 4 of this hall");
    let backwards = send(
        &director,
        "/t/youth/desk/hall",
        "do=share&name=Main+hall&first=8&last=5",
    );
    assert_eq!(backwards.status, 422);
    leads(
        &send(
            &director,
            "/t/youth/desk/hall",
            "do=share&name=Main+hall&first=5&last=6",
        ),
        "/t/youth/desk/hall",
    );
    let round = outflank_tournament::RoundNumber(1);
    // Six players need three tables and have two.
    let small = send(&director, "/t/youth/desk/pairing/1", "do=propose");
    assert_eq!(small.status, 422);
    says(&small, "Table 7 is needed");
    leads(
        &send(
            &director,
            "/t/youth/desk/hall",
            "do=share&name=Main+hall&first=5&last=8",
        ),
        "/t/youth/desk/hall",
    );
    for id in [&open, &youth] {
        hosted.announce(id, round);
    }
    let tables = |id: &TournamentId| -> Vec<TableNumber> {
        let now = hosted.desk.tournament(id).unwrap();
        let mut tables: Vec<_> = now.affairs().rounds[0]
            .cards
            .iter()
            .map(|card| card.table)
            .collect();
        tables.sort();
        tables
    };
    assert_eq!(tables(&open), (1..=4).map(TableNumber).collect::<Vec<_>>());
    assert_eq!(tables(&youth), (5..=7).map(TableNumber).collect::<Vec<_>>());
    for page in [
        "/t/youth/pairings/1",
        "/t/youth/print/pairings-by-table",
        "/t/youth/screen",
        "/t/youth/print/result-slips",
    ] {
        let shown = public.get(page).text();
        assert!(
            shown.contains(">7<") || shown.contains("Table 7"),
            "{page}: {shown}"
        );
    }
    let hall = public.get("/hall/Main%20hall");
    assert_eq!(hall.status, 200);
    for words in [
        "href=\"/t/open\"",
        "href=\"/t/youth\"",
        "id=\"table-1\"",
        "id=\"table-7\"",
        "id=\"find\"",
        "Tables 5 to 8",
    ] {
        says(&hall, words);
    }
    assert_eq!(hall.text().matches("<li data-name=").count(), 14);
    assert_eq!(public.get("/hall/Elsewhere").status, 404);
}

#[test]
fn a_papp_workfile_is_looked_at_then_goes_on_here() {
    let hosted = Hosted::start();
    let director = hosted.owner();
    assert_eq!(hosted.client().get("/take-over").status, 403);
    assert_eq!(director.get("/take-over").status, 200);
    let work = "#_Nom-Tournoi = \"Test Open\" ;\n#_Nombre-Rondes = 5 ;\n#_Date = \"15/11/2026\" ;\n\
        & +1 +2 +3 +4 ;\nraz-couplage;\n(1 40 2 24);\n(3 33 4 31);\nronde-suivante;\nwhat is this;\nraz-couplage;\n(1 3);\n";
    let players = "pays = GBR\n1 EXAMPLE, Ada <1800>\n2 EXAMPLE, Ben <1700>\n3 EXAMPLE, Cleo <1600>\n4 EXAMPLE, Dan <1500>\n";
    let looked = upload(
        &director,
        "/take-over",
        &[("rulebook", "soc"), ("players", players), ("do", "look")],
        ("file", "papp-internal-workfile.txt", work.as_bytes()),
    );
    assert_eq!(looked.status, 200, "{}", looked.text());
    for words in [
        "Test Open",
        "Import preview",
        "1 / 5",
        "EXAMPLE",
        "id=\"strange\"",
        "The round in progress is not imported",
    ] {
        says(&looked, words);
    }
    assert!(hosted.desk.tournaments().is_empty());
    let text = looked.text();
    let kept = text
        .split_once("<textarea name=\"text\"")
        .unwrap()
        .1
        .split_once('>')
        .unwrap()
        .1;
    assert!(
        kept.starts_with("#_Nom-Tournoi"),
        "what was sent can be mended"
    );
    let made = upload(
        &director,
        "/take-over",
        &[
            ("rulebook", "soc"),
            ("players", players),
            ("text", work),
            ("do", "create"),
        ],
        ("file", "", b""),
    );
    assert_eq!(made.status, 303, "{}", made.text());
    let now = hosted.desk.tournaments().into_iter().next().unwrap();
    assert_eq!(
        (now.title(), now.affairs().entrants.len()),
        ("Test Open", 4)
    );
    assert_eq!(now.affairs().rounds.len(), 1);
    leads(
        &director.get(made.header("location").unwrap()),
        &format!("/t/{}/desk/pairing/2", now.id),
    );
    let nothing = post(&director, "/take-over", "do=look");
    assert_eq!(nothing.status, 422);
    says(&nothing, "Nothing was sent");
    assert_eq!(
        post(&director, "/take-over", "do=look&text=hello").status,
        422
    );
}

#[test]
fn the_running_server_opens_to_the_hall_and_closes_again() {
    let hosted = Hosted::start();
    let id = hosted.event("open", 2);
    let (owner, public) = (hosted.owner(), hosted.client());
    assert_eq!(public.get("/open-to-the-hall").status, 403);
    says(&owner.get("/open-to-the-hall"), "this computer only");
    leads(
        &post(&owner, "/open-to-the-hall", "do=open"),
        "/open-to-the-hall",
    );
    let open = owner.get("/open-to-the-hall");
    says(&open, "shared on the hall’s network");
    says(&open, "class=\"qr\"");
    // The port is the same, and what is printed now leads there.
    says(&open, &format!(":{}</p>", hosted.address.port()));
    assert_eq!(public.get(&format!("/t/{id}")).status, 200);
    leads(
        &post(&owner, "/open-to-the-hall", "do=close"),
        "/open-to-the-hall",
    );
    says(&owner.get("/open-to-the-hall"), "this computer only");
    assert_eq!(public.get(&format!("/t/{id}")).status, 200);
}
