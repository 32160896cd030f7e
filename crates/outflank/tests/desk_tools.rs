//! The desk's tools through their forms, as a browser without a script sends them: disputes, checklists,
//! lists of players, players' own page, prizes, penalties, paper.

use crate::support::forms::{event, field, leads, post, says, send, upload};
use crate::support::hosted::Hosted;
use crate::support::http::Client;
use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::{NewTournament, TournamentId, What};
use outflank_pairing::Pair;
use outflank_pairing::matching::Progress;
use outflank_tournament::EntrantId;
use outflank_tournament::running::{Act, Creation, HandPairing, ResultState, TableNumber};

fn championship(hosted: &Hosted, slug: &str) -> TournamentId {
    tournament_of(hosted, slug, "wof/championship")
}

fn tournament_of(hosted: &Hosted, slug: &str, preset: &str) -> TournamentId {
    let creation = Creation::new("World Championship", "2027-05-04".parse().unwrap());
    let made = hosted.submit(What::NewTournament(Box::new(NewTournament {
        preset: preset.to_owned(),
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
        "The transcripts differ at move 5: the first has c4, the second has e3.",
    );
    says(&both, "WOC IV.2.p5.c");
    // The board above is not what the rules make of it: the squares that differ are named.
    says(
        &both,
        "Neither transcript leads to the position on the board.",
    );
    let led = post(
        &director,
        page,
        "first=f5d6c3d3c4&second=f5d6c3d3e3&do=take-first",
    );
    says(
        &led,
        "Only one transcript leads to the position on the board: First transcript.",
    );
    says(&led, "Reached after move 5. White to move.");
    assert!(led.text().matches("<svg class=\"board\"").count() >= 3);
    // A tap turns a square: one disc too many.
    let text = led.text();
    let now = field(&text, "board");
    let tapped = post(
        &director,
        page,
        &format!("first=f5d6c3d3c4&board={now}&tap=a1"),
    );
    says(&tapped, "Closest after move 5: only a1 differs.");
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
    says(&unread, "Could not read the transcript");
    says(&unread, ">f5 zz</textarea>");
    let no_board = send(&director, page, "diagram=nothing&do=compare");
    assert_eq!(no_board.status, 422);
    says(&no_board, "Could not read the position");
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

/// clauses: WOC-I.1.a, WOC-I.1.b
#[test]
fn the_overview_names_the_titles_and_the_bodies() {
    let hosted = Hosted::start();
    championship(&hosted, "cup");
    let page = hosted.client().get("/t/cup");
    says(&page, "Women&#39;s World Champion");
    says(&page, "World Team Champions");
    says(&page, "World Othello Federation");
    says(&page, "the holders of the Othello trademark");
}

/// clauses: USOA-1.2, USOA-10.1, SOC-I.3
#[test]
fn a_checklist_has_the_clauses_of_its_own_rulebook() {
    let hosted = Hosted::start();
    let director = hosted.owner();
    tournament_of(&hosted, "us", "usoa/open");
    tournament_of(&hosted, "sg", "soc/open");
    for (slug, list, clause) in [
        ("us", "before-game", "USOA-1.2"),
        ("us", "before-round-one", "USOA-10.1"),
        ("sg", "venue", "SOC-I.3"),
    ] {
        let page = format!("/t/{slug}/desk/checklists?round=1");
        says(
            &director.get(&page),
            &format!("name=\"done\" value=\"{clause}\""),
        );
        send(
            &director,
            &page,
            &format!("list={list}&round=1&done={clause}"),
        );
        says(&director.get(&page), &format!("value=\"{clause}\" checked"));
    }
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
        "Type the number: 100 SAMPLE, Cleo (GBR); 101 SAMPLE, Clement (GBR).",
    );
    says(&sent, "not in the list. Check the spelling.");
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
    hosted.announce(&id, round);
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
    says(&desk, "disputed");
    let now = hosted.desk.tournament(&id).unwrap();
    let card = |table| now.affairs().rounds[0].card(table).unwrap().clone();
    assert_eq!(card(differ.table).state, ResultState::InQuery);
    assert_eq!(card(agree.table).signed.len(), 2, "both have signed");
    assert_ne!(card(agree.table).state, ResultState::InQuery);
    // Nobody reports at a table that is not his.
    let elsewhere = format!(
        "id=elsewhere&round=1&table={}&black=33&white=31",
        differ.table
    );
    assert_eq!(
        post(&link(agree.black), "/t/open/me", &elsewhere).status,
        403
    );
    assert_eq!(hosted.client().get("/t/open/me").status, 403);
}

#[test]
fn a_player_s_link_keeps_the_pairing_where_devices_are_banned_until_the_director_allows_it() {
    let hosted = Hosted::start();
    let id = event(&hosted, "open", 4);
    let now = hosted.desk.tournament(&id).unwrap();
    assert!(
        now.shows_pairing_to_players(),
        "this rulebook bans no devices"
    );
    let cup = championship(&hosted, "cup");
    assert!(
        !hosted
            .desk
            .tournament(&cup)
            .unwrap()
            .shows_pairing_to_players()
    );
    let director = hosted.owner();
    let page = "/t/cup/desk/officials";
    says(&director.get(page), "WOC I.4.2.p2");
    leads(&send(&director, page, "do=pairings&shown=1"), page);
    assert!(
        hosted
            .desk
            .tournament(&cup)
            .unwrap()
            .shows_pairing_to_players()
    );
    leads(&send(&director, page, "do=pairings&shown=0"), page);
    assert!(
        !hosted
            .desk
            .tournament(&cup)
            .unwrap()
            .shows_pairing_to_players()
    );
}

#[test]
fn prizes_are_set_and_refused_in_place_and_a_penalty_gives_another_score() {
    let hosted = Hosted::start();
    let id = event(&hosted, "open", 4);
    let director = hosted.owner();
    let page = "/t/open/desk/event";
    let wrong = send(&director, page, "do=prizes&prizes=men+GBP+10");
    assert_eq!(wrong.status, 422);
    says(&wrong, "Could not read “men GBP 10”");
    leads(
        &send(&director, page, "do=prizes&prizes=individual+SGD+100+60.50"),
        page,
    );
    let prizes = hosted
        .desk
        .tournament(&id)
        .unwrap()
        .affairs()
        .prizes
        .clone();
    let amounts: Vec<u64> = prizes[0].fund.prizes.iter().map(|prize| prize.0).collect();
    assert_eq!(amounts, [10_000, 6_050]);
    says(&director.get(page), "individual SGD 100.00 60.50");

    let round = outflank_tournament::RoundNumber(1);
    hosted.announce(&id, round);
    hosted.act(&id, Act::Start { round });
    let now = hosted.desk.tournament(&id).unwrap();
    let card = now.affairs().rounds[0].cards[0].clone();
    let (table, black) = (card.table, card.black);
    let entered = send(
        &director,
        "/t/open/desk/results/1",
        &format!("do=save&as=official&b{table}=40&w{table}=24&h{table}=p"),
    );
    assert_eq!(entered.status, 303, "{}", entered.text());
    let rulings = "/t/open/desk/rulings";
    let report =
        format!("do=report&entrant={black}&clause=SOC-I.6&round=1&table={table}&what=it+rang");
    leads(&send(&director, rulings, &report), rulings);
    let bad = send(
        &director,
        rulings,
        "do=decide&incident=1&penalty=score&why=phone&hurt=1",
    );
    assert_eq!(bad.status, 422);
    says(&bad, "Type both scores like 40 and 24");
    let decided = send(
        &director,
        rulings,
        "do=decide&incident=1&penalty=score&black=36&white=28&why=phone&hurt=1",
    );
    leads(&decided, rulings);
    let now = hosted.desk.tournament(&id).unwrap();
    let result = now.affairs().rounds[0].card(table).unwrap().result.clone();
    assert!(
        result.unwrap().to_string().contains("36"),
        "the score is the penalty's"
    );
}

#[test]
fn after_a_new_pairing_only_what_changed_is_printed_again() {
    let hosted = Hosted::start();
    let id = event(&hosted, "open", 6);
    let round = outflank_tournament::RoundNumber(1);
    hosted.announce(&id, round);
    let public = hosted.client();
    assert!(!public.get("/t/open/print").text().contains("id=\"again\""));
    let cards = hosted.desk.tournament(&id).unwrap().affairs().rounds[0]
        .cards
        .clone();
    let why = "two sat down at one table".to_owned();
    hosted.act(&id, Act::CallOff { round, why });
    // The first table stays; the colours of the second are turned, the third stays.
    let mut pairs: Vec<Pair> = (cards.iter())
        .map(|card| Pair {
            black: card.black,
            white: card.white,
        })
        .collect();
    (pairs[1].black, pairs[1].white) = (pairs[1].white, pairs[1].black);
    let pairing = HandPairing {
        pairs,
        byes: Vec::new(),
    };
    hosted.act(
        &id,
        Act::ProposeByHand {
            round,
            pairing,
            assumed: Vec::new(),
        },
    );
    let consent = Some("by hand".to_owned());
    hosted.act(&id, Act::Announce { round, consent });
    let sheets = public.get("/t/open/print");
    says(&sheets, "/t/open/print/pairings-by-table/1?changed=1");
    let names = public
        .get("/t/open/print/pairings-by-name/1?changed=1")
        .text();
    let name = |id: EntrantId| format!("Sample Player {id}</b>");
    for card in &cards {
        let is_new = card.table == cards[1].table;
        assert_eq!(names.contains(&name(card.black)), is_new, "{names}");
        assert_eq!(names.contains(&name(card.white)), is_new, "{names}");
    }
    says(
        &public.get("/t/open/print/result-slips/1?changed=1"),
        "Sample Player",
    );
}

#[test]
fn a_pairing_that_takes_long_is_shown_and_cancelled() {
    let hosted = Hosted::start();
    let id = event(&hosted, "cup", 4);
    let director = hosted.owner();
    let page = "/t/cup/desk/pairing/1";
    let (desk, at) = (hosted.desk.clone(), hosted.desk.now());
    let (started, has_started) = std::sync::mpsc::channel();
    let slow = hosted.runtime.spawn(async move {
        let endless = move |watch: &dyn Fn(Progress) -> bool| {
            let progress = Progress { matched: 2, of: 4 };
            while watch(progress) {
                let _ = started.send(());
                std::thread::yield_now();
            }
        };
        desk.pairings().run(&id, at, endless).await;
    });
    has_started.recv().unwrap();
    let shown = director.get(page);
    assert_eq!(shown.status, 200);
    says(&shown, "2 of 4 players have an opponent so far.");
    says(&shown, "<meta http-equiv=\"refresh\" content=\"1\">");
    leads(&send(&director, page, "do=cancel"), page);
    hosted.runtime.block_on(slow).unwrap();
    assert!(!director.get(page).text().contains("Cancel pairing"));
    leads(&send(&director, page, "do=propose"), page);
}
