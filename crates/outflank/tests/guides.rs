//! The guides under `/help`: every page of the desk and of the office leads to the part that explains it, and no link
//! of a guide leads nowhere.

use std::collections::BTreeSet;

use crate::markup::{Tag, tags};
use crate::support::hosted::Hosted;
use crate::support::http::Client;
use outflank_desk::access::{Grant, Role, Scope};
use outflank_desk::{GamePlace, NewGame, TournamentId, What};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{Act, TableNumber};
use outflank_web::pages::{PICTURES, glossary, guides};
use outflank_web::routes::{Method, table};

struct Hall {
    _hosted: Hosted,
    owner: Client,
    id: TournamentId,
}

impl Hall {
    /// A round that has started, and a game at its first table.
    fn new() -> Self {
        let hosted = Hosted::start();
        let id = hosted.event("hall", 6);
        hosted.office("office");
        let round = RoundNumber(1);
        hosted.announce(&id, round);
        hosted.act(&id, Act::Start { round });
        hosted.submit(What::NewGame(Box::new(NewGame {
            place: Some(GamePlace {
                tournament: id.clone(),
                round,
                table: TableNumber(1),
            }),
            rulebook: None,
            opening: outflank_game::Opening::default(),
        })));
        let grant = Grant {
            role: Role::Owner,
            scope: Scope::default(),
        };
        let owner = hosted.client().bearer(&hosted.token(grant, None));
        Self {
            owner: owner.with("Accept", "text/html"),
            _hosted: hosted,
            id,
        }
    }

    /// The pages under a path of the table of routes, filled in.
    fn pages_under(&self, start: &str) -> Vec<String> {
        let routes = table().into_iter();
        let pages = routes
            .filter(|route| route.methods.contains(&Method::Get) && route.path.starts_with(start));
        let filled = |path: &str| {
            path.replace("{tournament}", self.id.as_str())
                .replace("{federation}", "office")
                .replace("{event}", "2024-example")
                .replace("{year}", "2024")
                .replace("{person}", "1")
                .replace("{player}", "1")
                .replace("{round}", "1")
                .replace("{table}", "1")
        };
        pages.map(|route| filled(route.path)).collect()
    }
}

/// The addresses that tags of a page lead to, with their anchors.
fn links(tags: &[Tag]) -> impl Iterator<Item = &str> {
    tags.iter().filter_map(|tag| tag.get("href"))
}

/// Fails unless the address is a part of a guide that is there.
#[track_caller]
fn check_guide(client: &Client, address: &str) {
    let (path, anchor) = address.split_once('#').unwrap_or((address, ""));
    let reply = client.get(path);
    assert_eq!(reply.status, 200, "{address}");
    let page = reply.text();
    let ids: BTreeSet<String> = (tags(&page).iter())
        .filter_map(|tag| tag.get("id").map(str::to_owned))
        .collect();
    assert!(ids.contains(anchor), "{address} leads to no part");
}

/// Every page under a path has a link to a part of a guide; how many there are.
fn check_pages(hall: &Hall, start: &str, others: &[&str]) -> usize {
    let mut pages = 0;
    let mut found = BTreeSet::new();
    for path in hall.pages_under(start) {
        if others.iter().any(|other| path.ends_with(other)) {
            continue;
        }
        let reply = hall.owner.get(&path);
        assert_eq!(reply.status, 200, "{path}");
        let page = reply.text();
        let tags = tags(&page);
        let guide = links(&tags).find(|href| href.starts_with("/help/") && href.contains('#'));
        let guide = guide.unwrap_or_else(|| panic!("{path} has no link to a guide"));
        found.insert(guide.to_owned());
        pages += 1;
    }
    for guide in &found {
        check_guide(&hall.owner, guide);
    }
    pages
}

#[test]
fn every_page_of_the_desk_leads_to_the_part_of_a_guide_that_explains_it() {
    let hall = Hall::new();
    // The first two lead on to the next step, and the last is a file.
    let others = ["/desk", "/desk/", "/desk/archive"];
    let pages = check_pages(&hall, "/t/{tournament}/desk", &others);
    assert!(pages > 20, "{pages} pages");
}

#[test]
fn every_page_of_the_office_leads_to_the_part_of_a_guide_that_explains_it() {
    let hall = Hall::new();
    // Files, and pages of a tournament that is not announced.
    let others = [".csv", "/2024-example"];
    let pages = check_pages(&hall, "/f/{federation}/office", &others);
    assert!(pages > 10, "{pages} pages");
}

#[test]
fn no_link_of_a_guide_leads_nowhere_and_every_picture_is_there() {
    let hosted = Hosted::start();
    let client = hosted.client().with("Accept", "text/html");
    let mut pictures = 0;
    for guide in guides() {
        let page = client.get(&format!("/help/{}", guide.name)).text();
        for section in &guide.sections {
            assert!(page.contains(&format!("<h2 id=\"{}\">", section.id)));
        }
        let tags = tags(&page);
        for address in links(&tags) {
            if address.starts_with("/help/") && address.contains('#') {
                check_guide(&client, address);
            } else if address.starts_with('/') {
                assert_eq!(client.get(address).status, 200, "{address}");
            }
        }
        for picture in tags.iter().filter(|tag| tag.name == "img") {
            let reply = client.get(picture.get("src").unwrap());
            assert_eq!(reply.status, 200);
            assert_eq!(reply.header("content-type"), Some("image/webp"));
            let cache = reply.header("cache-control").unwrap();
            assert!(cache.contains("immutable"), "{cache}");
            assert!(reply.body.starts_with(b"RIFF"));
            pictures += 1;
        }
    }
    assert_eq!(pictures, PICTURES.len());
    assert_eq!(client.get("/help/none").status, 404);
    assert_eq!(client.get("/help/pictures/none.webp").status, 404);
}

#[test]
fn the_guides_are_found_by_their_words_without_a_script() {
    let hosted = Hosted::start();
    let client = hosted.client().with("Accept", "text/html");
    let found = client.get("/help?q=laptop+dies").text();
    assert!(found.contains("href=\"/help/trouble#laptop\""), "{found}");
    assert!(found.contains("<mark>"), "the words are marked");
    let none = client.get("/help?q=castling").text();
    assert!(none.contains("No section contains all these words."));
    let escaped = client.get("/help?q=%3Cscript%3E").text();
    assert!(!escaped.contains("<script>"), "what was typed is escaped");
}

#[test]
fn the_glossary_has_every_term_and_leads_to_its_clauses() {
    let hosted = Hosted::start();
    let client = hosted.client().with("Accept", "text/html");
    let page = client.get("/rules/glossary").text();
    let tags = tags(&page);
    for term in glossary() {
        assert!(
            page.contains(&format!("<dt id=\"{}\">", term.id)),
            "{}",
            term.id
        );
    }
    let clauses: BTreeSet<&str> = (links(&tags))
        .filter(|href| href.starts_with("/rules/") && href.contains('#'))
        .collect();
    assert!(clauses.len() > 30, "{clauses:?}");
    for address in clauses {
        let (path, anchor) = address.split_once('#').unwrap();
        let rules = client.get(path).text();
        assert!(
            rules.contains(&format!("<article id=\"{anchor}\">")),
            "{address}"
        );
    }
}
