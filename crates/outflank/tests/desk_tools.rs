//! The desk's tools through their forms, as a browser without a script sends them: disputes, checklists,
//! training copies, shared halls, taking over, the door, files.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::{NewTournament, TournamentId, What};
use outflank_tournament::EntrantId;
use outflank_tournament::running::{Act, Creation, TableNumber};
use serde_json::json;
use support::hosted::Hosted;
use support::http::{Client, Reply};

/// Sends a form to a page, with the hidden fields that page shows.
#[track_caller]
fn send(client: &Client, page: &str, fields: &str) -> Reply {
    let shown = client.get(page);
    assert_eq!(shown.status, 200, "{page}: {}", shown.text());
    let shown = shown.text();
    let hidden = match shown.contains("name=\"id\"") {
        true => format!(
            "id={}&version={}&",
            field(&shown, "id"),
            field(&shown, "version")
        ),
        false => String::new(),
    };
    post(client, page, &format!("{hidden}{fields}"))
}

fn post(client: &Client, path: &str, form: &str) -> Reply {
    let client = client.with("Content-Type", "application/x-www-form-urlencoded");
    client.send("POST", path, Some(form.as_bytes())).unwrap()
}

/// Sends fields and files as a browser does.
fn upload(
    client: &Client,
    path: &str,
    fields: &[(&str, &str)],
    file: (&str, &str, &[u8]),
) -> Reply {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(
            format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                .bytes(),
        );
    }
    let (name, file_name, bytes) = file;
    body.extend(
        format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file_name}\"\r\nContent-Type: text/plain\r\n\r\n")
            .bytes(),
    );
    body.extend(bytes);
    body.extend(b"\r\n--cut--\r\n");
    let client = client.with("Content-Type", "multipart/form-data; boundary=cut");
    client.send("POST", path, Some(&body)).unwrap()
}

fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("name=\"{name}\" value=\"");
    let found = page.split_once(&start);
    found
        .unwrap_or_else(|| panic!("no field {name} in {page}"))
        .1
        .split_once('"')
        .unwrap()
        .0
}

#[track_caller]
fn leads(reply: &Reply, to: &str) {
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert_eq!(reply.header("location"), Some(to));
}

#[track_caller]
fn says(reply: &Reply, words: &str) {
    assert!(
        reply.text().contains(words),
        "no '{words}' in {}",
        reply.text()
    );
}

/// An event of a kind with its entrants checked in.
fn event(hosted: &Hosted, slug: &str, entrants: u32) -> TournamentId {
    let id = hosted.event(slug, entrants);
    for n in 1..=entrants {
        let entrant = EntrantId(n);
        hosted.act(&id, Act::CheckIn { entrant });
    }
    id
}

fn championship(hosted: &Hosted, slug: &str) -> TournamentId {
    let creation = Creation::new("World Championship", "2027-05-04".parse().unwrap());
    let made = hosted.submit(What::NewTournament(Box::new(NewTournament {
        preset: "wof/championship".to_owned(),
        slug: Some(slug.to_owned()),
        creation,
    })));
    made.made.unwrap().parse().unwrap()
}

#[test]
fn a_dispute_shows_where_transcripts_part_and_which_leads_to_the_board() {
    let hosted = Hosted::start();
    championship(&hosted, "cup");
    let director = hosted.owner();
    let page = "/t/cup/desk/dispute";
    assert_eq!(hosted.client().get(page).status, 403);
    // After f5 d6 c3 d3 c4, as the first transcript has it.
    let board = "......../......../..BW..../..BBB.../...BBB../...W..../......../........";
    let form = "first=1.+F5+d6+2.+c3+D3+3.+c4&second=f5d6c3d3+e3&do=compare";
    let both = send(&director, page, &format!("{form}&diagram={board}"));
    assert_eq!(both.status, 200);
    says(
        &both,
        "agree up to move 5. There the first has c4, the second e3.",
    );
    says(&both, "WOC IV.2.p5.c");
    // The board above is not what the rules make of it: the squares that differ are named.
    let taken = send(&director, page, &format!("{form}&do=take-first"));
    let _ = taken;
    let led = post(
        &director,
        page,
        "first=f5d6c3d3c4&second=f5d6c3d3e3&do=take-first",
    );
    says(
        &led,
        "Only one leads to the position on the board: First transcript.",
    );
    says(&led, "Reached after move 5; White is to move.");
    assert!(led.text().matches("<svg class=\"board\"").count() >= 3);
    // A tap turns a square: one disc too many.
    let text = led.text();
    let now = field(&text, "board");
    let tapped = post(
        &director,
        page,
        &format!("first=f5d6c3d3c4&board={now}&tap=a1"),
    );
    says(&tapped, "Nearest after move 5: a1 alone differs.");
    says(&tapped, "aria-label=\"a1: Black\"");
}

#[test]
fn a_dispute_names_the_first_move_that_cannot_be_played_and_what_it_cannot_read() {
    let hosted = Hosted::start();
    championship(&hosted, "cup");
    let director = hosted.owner();
    let page = "/t/cup/desk/dispute";
    let illegal = send(&director, page, "first=f5+d6+a1+c3&do=compare");
    assert_eq!(illegal.status, 200);
    says(
        &illegal,
        "move 3 (Black a1): a1 has no white disc beside it",
    );
    let unread = send(&director, page, "first=f5+zz&do=compare");
    assert_eq!(unread.status, 422);
    says(&unread, "The transcript is not read");
    says(&unread, ">f5 zz</textarea>");
    let no_board = send(&director, page, "diagram=nothing&do=compare");
    assert_eq!(no_board.status, 422);
    says(&no_board, "The board is not read");
}

/// clauses: WOC-I.4.1, WOC-I.4.5, WOC-IV.3
#[test]
fn checklists_are_the_rulebook_s_clauses_and_keep_who_ticked_them() {
    let hosted = Hosted::start();
    let id = championship(&hosted, "cup");
    let director = hosted.owner();
    let page = "/t/cup/desk/checklists";
    let shown = director.get(page);
    for clause in ["WOC-I.4.1", "WOC-I.4.5", "WOC-IV.3"] {
        says(&shown, &format!("name=\"done\" value=\"{clause}\""));
    }
    assert!(!shown.text().contains("checked"));
    let ticked = send(&director, page, "list=venue&round=1&done=WOC-I.4.1");
    leads(&ticked, "/t/cup/desk/checklists?round=1#venue");
    let shown = director.get(page);
    says(&shown, "value=\"WOC-I.4.1\" checked");
    says(&shown, "Owner");
    // What comes again with every round is ticked for its round alone.
    let ticked = send(
        &director,
        page,
        "list=between-rounds&round=2&done=WOC-I.4.5",
    );
    leads(&ticked, "/t/cup/desk/checklists?round=2#between-rounds");
    assert!(
        !director
            .get(page)
            .text()
            .contains("value=\"WOC-I.4.5\" checked")
    );
    says(
        &director.get(&format!("{page}?round=2")),
        "value=\"WOC-I.4.5\" checked",
    );
    // Taken back again; the log keeps all three.
    send(&director, page, "list=venue&round=1");
    assert!(
        !director
            .get(page)
            .text()
            .contains("value=\"WOC-I.4.1\" checked")
    );
    let log = director
        .get(&format!("/api/v1/tournaments/{id}/log"))
        .json();
    let kinds = log["events"].as_array().unwrap().iter();
    assert_eq!(
        kinds
            .filter(|one| one["kind"] == "desk.item_ticked")
            .count(),
        3
    );
    // A clause of another rulebook is on none of its lists.
    let client = hosted.client();
    assert_eq!(client.get(page).status, 403);
}

#[test]
fn a_training_copy_is_seen_by_the_desk_alone_and_leaves_it_by_no_way() {
    let hosted = Hosted::start();
    let id = event(&hosted, "open", 6);
    let round = outflank_tournament::RoundNumber(1);
    hosted.act(
        &id,
        Act::Propose {
            round,
            assumed: Vec::new(),
        },
    );
    hosted.act(
        &id,
        Act::Announce {
            round,
            consent: None,
        },
    );
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
    says(&overlap, "has the tables 1 to 4 of this hall");
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
        hosted.act(
            id,
            Act::Propose {
                round,
                assumed: Vec::new(),
            },
        );
        hosted.act(
            id,
            Act::Announce {
                round,
                consent: None,
            },
        );
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
        "What is understood",
        "1 / 5",
        "EXAMPLE",
        "id=\"strange\"",
        "the round being played is not taken over",
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
    says(&owner.get("/open-to-the-hall"), "this laptop only");
    leads(
        &post(&owner, "/open-to-the-hall", "do=open"),
        "/open-to-the-hall",
    );
    let open = owner.get("/open-to-the-hall");
    says(&open, "open to the hall");
    says(&open, "class=\"qr\"");
    // The port is the same, and what is printed now leads there.
    says(&open, &format!(":{}</p>", hosted.address.port()));
    assert_eq!(public.get(&format!("/t/{id}")).status, 200);
    leads(
        &post(&owner, "/open-to-the-hall", "do=close"),
        "/open-to-the-hall",
    );
    says(&owner.get("/open-to-the-hall"), "this laptop only");
    assert_eq!(public.get(&format!("/t/{id}")).status, 200);
}

#[test]
fn lists_are_uploaded_without_a_script() {
    let hosted = Hosted::start();
    let id = hosted.event("open", 0);
    let director = hosted.owner();
    let page = "/t/open/desk/entrants";
    let table = "name,country,rating\nAda Example,GBR,1850\nBen Example,FRA,1700\n";
    let sent = upload(
        &director,
        page,
        &[("do", "paste")],
        ("file", "players.csv", table.as_bytes()),
    );
    leads(&sent, page);
    let wof =
        "pays = GBR\n100 SAMPLE, Cleo <1500>\n101 SAMPLE, Clement <1400>\n102 OTHER, Dan <1300>\n";
    let fields = [
        ("do", "paste"),
        ("list", "Dan Other\n#100\nsample cle\nNobody"),
    ];
    let sent = upload(
        &director,
        page,
        &fields,
        ("file", "joueurs.txt", wof.as_bytes()),
    );
    assert_eq!(sent.status, 422);
    says(
        &sent,
        "Write the number: 100 SAMPLE, Cleo (GBR); 101 SAMPLE, Clement (GBR).",
    );
    says(&sent, "nobody of this name is in the list");
    let now = hosted.desk.tournament(&id).unwrap();
    let names: Vec<String> = now
        .affairs()
        .entrants
        .keys()
        .map(|id| now.name(*id))
        .collect();
    assert_eq!(
        names,
        ["Ada Example", "Ben Example", "Dan Other", "Cleo Sample"]
    );
    let of_list = &now.affairs().entrants[&EntrantId(4)].entry;
    assert_eq!((of_list.wof_id, of_list.rating), (Some(100), Some(1500)));
}

#[test]
fn two_players_report_from_their_own_links_and_agree_or_are_in_query() {
    let hosted = Hosted::start();
    let id = event(&hosted, "open", 4);
    let round = outflank_tournament::RoundNumber(1);
    hosted.act(
        &id,
        Act::Propose {
            round,
            assumed: Vec::new(),
        },
    );
    hosted.act(
        &id,
        Act::Announce {
            round,
            consent: None,
        },
    );
    hosted.act(&id, Act::Start { round });
    let now = hosted.desk.tournament(&id).unwrap();
    let cards = now.affairs().rounds[0].cards.clone();
    let link = |entrant: EntrantId| {
        let scope = Scope {
            entrant: Some(entrant),
            ..Scope::tournament(&id)
        };
        hosted.client().bearer(&hosted.token(
            Grant {
                role: Role::Player,
                scope,
            },
            None,
        ))
    };
    let report = |client: &Client, table: TableNumber, black: u16| {
        let me = "/t/open/me";
        let page = client.get(me);
        assert_eq!(page.status, 200, "{}", page.text());
        post(
            client,
            me,
            &format!(
                "id={}&round=1&table={table}&black={black}&white={}",
                field(&page.text(), "id"),
                64 - black
            ),
        )
    };
    let (agree, differ) = (&cards[0], &cards[1]);
    leads(&report(&link(agree.black), agree.table, 40), "/t/open/me");
    says(&link(agree.white).get("/t/open/me"), "40–24");
    leads(&report(&link(agree.white), agree.table, 40), "/t/open/me");
    leads(&report(&link(differ.black), differ.table, 40), "/t/open/me");
    let other = report(&link(differ.white), differ.table, 24);
    assert_eq!(other.status, 303, "{}", other.text());
    let desk = hosted.owner().get("/t/open/desk/results/1");
    says(&desk, "in query");
    assert_eq!(
        desk.text().matches("class=\"error\"><b>In query").count(),
        1,
        "{}",
        desk.text()
    );
    // Nobody reports at a table that is not his.
    assert_eq!(report(&link(agree.black), differ.table, 33).status, 403);
    assert_eq!(hosted.client().get("/t/open/me").status, 403);
}
