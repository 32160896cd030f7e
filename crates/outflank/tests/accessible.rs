//! Every page can be used without a mouse and without eyes, as far as its markup tells: languages, headings, labels,
//! names, targets of links; the colours of both themes have the contrast people need; and a live page is light enough
//! for a telephone in a full hall. The soak asks axe as well.

use crate::markup::{Tag, tags};
use crate::support::folder::Folder;
use crate::support::http::Client;
use crate::support::program::Served;
use serde_json::json;

/// Pages anybody sees, of the site and of the demo.
const PUBLIC: &[&str] = &[
    "/",
    "/rules",
    "/rules/wof",
    "/rules/glossary",
    "/help",
    "/help?q=wrong+result",
    "/help/first-tournament",
    "/help/judge",
    "/help/players",
    "/help/federation",
    "/help/moving",
    "/help/trouble",
    "/login",
    "/nothing-here",
    "/t/demo",
    "/t/demo/pairings",
    "/t/demo/standings",
    "/t/demo/standings?open=1",
    "/t/demo/crosstable",
    "/t/demo/players",
    "/t/demo/players/1",
    "/t/demo/teams",
    "/t/demo/women",
    "/t/demo/young",
    "/t/demo/finals",
    "/t/demo/schedule",
    "/t/demo/rules",
    "/t/demo/screen",
    "/t/demo/print",
    "/t/demo/print/pairings-by-table",
    "/t/demo/print/pairings-by-name",
    "/t/demo/print/pairing-cards",
    "/t/demo/print/result-slips",
    "/t/demo/print/score-sheets",
    "/t/demo/print/table-cards",
    "/t/demo/print/standings",
    "/t/demo/print/crosstable",
    "/t/demo/print/certificates",
    "/t/demo/print/rules",
    "/f",
    "/f/example",
    "/f/example/people/1",
    "/f/example/grand-prix",
    "/f/example/selection",
    "/f/example/events",
];

/// Pages of the director.
const DESK: &[&str] = &[
    "/new",
    "/t/demo/desk/event",
    "/t/demo/desk/entrants",
    "/t/demo/desk/entrants/1",
    "/t/demo/desk/check-in",
    "/t/demo/desk/pairing/9",
    "/t/demo/desk/results/9",
    "/t/demo/desk/correct/8/3",
    "/t/demo/desk/rulings",
    "/t/demo/desk/finals",
    "/t/demo/desk/officials",
    "/t/demo/desk/log",
    "/t/demo/desk/undo",
    "/t/demo/desk/wof",
    "/t/demo/desk/dispute?first=f5d6c3d3c4f4&second=f5d6c3d3e3&do=take-first",
    "/t/demo/desk/checklists",
    "/t/demo/desk/hall",
    "/t/demo/desk/files",
    "/take-over",
    "/open-to-the-hall",
    "/new-office",
    "/f/example/office",
    "/f/example/office/people",
    "/f/example/office/people/1",
    "/f/example/office/members",
    "/f/example/office/fees/spring",
    "/f/example/office/events?do=announce_event",
    "/f/example/office/results/spring",
    "/f/example/office/grand-prix",
    "/f/example/office/team",
    "/f/example/office/duties",
    "/f/example/office/decisions",
    "/f/example/office/access",
    "/f/example/office/log",
];

/// The served demo, somebody who looks at it and its owner.
struct Hall {
    public: Client,
    owner: Client,
    _server: Served,
    _folder: Folder,
}

impl Hall {
    fn open(name: &str) -> Self {
        let folder = Folder::new(name);
        let server = Served::start(folder.path(), &["--demo"]);
        let public = server.client().with("Accept", "text/html");
        let link = server.owner_link.as_ref().unwrap();
        let opened = public.open_link(&format!("/k/{link}"));
        let cookie = opened.header("set-cookie").unwrap();
        let owner = public.with("Cookie", cookie.split(';').next().unwrap());
        found_office(&owner.with("Origin", &format!("http://{}", server.address)));
        Self {
            public,
            owner,
            _server: server,
            _folder: folder,
        }
    }

    /// Every page with whoever may see it.
    fn pages(&self) -> impl Iterator<Item = (&'static str, &Client)> {
        let public = PUBLIC.iter().map(|path| (*path, &self.public));
        public.chain(DESK.iter().map(|path| (*path, &self.owner)))
    }
}

/// An office with something on every page.
fn found_office(owner: &Client) {
    let federation = json!({"rulebook": "bof", "slug": "example", "founding": {"name": "Example Federation", "country": "GBR"}});
    let founded = owner.post(
        "/api/v1/federations",
        &json!({"command_id": "found", "federation": federation}),
    );
    assert_eq!(founded.status, 201, "{}", founded.text());
    let person = |name: &str| json!({"act": "add_person", "record": "", "dossier": {"name": name, "country": "GBR"}});
    let placed =
        |person: u32| json!({"person": person, "place": person, "half_points": 4 - person});
    let acts = json!([
        person("Ada Example"), person("Bo Sample"), person("EXAMPLE, Ada"),
        {"act": "announce_event", "event": "spring", "notice": {"name": "Spring Regional", "category": "regional",
            "first_day": "2026-03-01", "country": "GBR", "time": 1_500_000}},
        {"act": "take_results", "event": "spring", "from": "hand", "results": {"placed": [placed(1), placed(2)],
            "games": [{"round": 1, "black": 1, "white": 2, "winner": "black"}, {"round": 2, "black": 2, "white": 1, "winner": "black"}]}},
        {"act": "publish_list", "day": "2026-03-02"},
        {"act": "hold_meeting", "day": "2026-03-01"},
        {"act": "record_decision", "decision": {"body": "committee", "day": "2026-01-05", "text": "All count"}},
        {"act": "open_selection", "year": 2027, "final_day": "2027-11-05", "places": 2, "national": "spring"},
        {"act": "set_nation", "country": "FRA", "kind": "federation"},
        {"act": "apply_to_host", "country": "FRA", "year": 2029},
        {"act": "record_title", "year": 2026, "title": "Champion", "person": 1},
    ]);
    let done = owner.post(
        "/api/v1/federations/example/commands/together",
        &json!({"command_id": "fill", "acts": acts}),
    );
    assert_eq!(done.status, 200, "{}", done.text());
}

#[test]
fn every_page_has_language_headings_labels_and_names() {
    let hall = Hall::open("accessible");
    let mut found = Vec::new();
    for (path, client) in hall.pages() {
        let reply = client.get(path);
        let is_missing = path == "/nothing-here";
        assert_eq!(reply.status, if is_missing { 404 } else { 200 }, "{path}");
        let page = reply.text();
        let tags = tags(&page);
        assert!(tags.len() > 10, "{path} was read");
        let whats = problems(&tags);
        found.extend(whats.into_iter().map(|what| format!("{path}: {what}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What a live page may weigh, compressed, with its style and scripts.
const LIVE_MAX_BYTES: usize = 100_000;

#[test]
fn a_live_page_with_its_style_and_scripts_weighs_at_most_a_hundred_kilobytes() {
    let hall = Hall::open("weight");
    let mut live = 0;
    for (path, client) in hall.pages() {
        let page = client.get(path).text();
        let tags = tags(&page);
        if !tags.iter().any(|tag| tag.has("data-live")) {
            continue;
        }
        live += 1;
        let client = client.with("Accept-Encoding", "gzip");
        let mut wanted = vec![path.to_owned()];
        for tag in &tags {
            let address = match tag.name.as_str() {
                "link" => tag.get("href"),
                "script" | "img" => tag.get("src"),
                _ => None,
            };
            wanted.extend(address.map(str::to_owned));
        }
        let mut weights: Vec<(String, usize)> = Vec::new();
        while let Some(address) = wanted.pop() {
            if weights.iter().any(|(known, _)| *known == address) {
                continue;
            }
            let reply = client.get(&address);
            assert_eq!(reply.status, 200, "{address}");
            assert_eq!(reply.header("content-encoding"), Some("gzip"), "{address}");
            wanted.extend(imports(&hall.public.get(&address).text()));
            weights.push((address, reply.body.len()));
        }
        let sum: usize = weights.iter().map(|(_, weight)| weight).sum();
        assert!(sum <= LIVE_MAX_BYTES, "{path} weighs {sum}: {weights:?}");
    }
    assert!(live > 20, "{live} live pages");
}

/// The modules a script asks for.
fn imports(script: &str) -> Vec<String> {
    let modules = script.split("from \"/static/").skip(1);
    let names = modules.filter_map(|rest| rest.split('"').next());
    names.map(|name| format!("/static/{name}")).collect()
}

fn problems(tags: &[Tag]) -> Vec<String> {
    let mut found = Vec::new();
    if !(tags.iter()).any(|tag| tag.name == "html" && tag.has("lang")) {
        found.push("html has no lang".to_owned());
    }
    for (name, what) in [("main", "main part"), ("h1", "first heading")] {
        let count = tags
            .iter()
            .filter(|tag| tag.name == name && !tag.is_hidden())
            .count();
        if count == 0 {
            found.push(format!("no {what}"));
        }
    }
    if tags
        .iter()
        .all(|tag| tag.name != "title" || tag.text.trim().is_empty())
    {
        found.push("no title".to_owned());
    }
    found.extend(headings(tags));
    found.extend(references(tags));
    found.extend(tags.iter().filter_map(|tag| unnamed(tag, tags)));
    found
}

/// Headings go down one step at a time.
fn headings(tags: &[Tag]) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = 0;
    for tag in tags {
        let level = match tag.name.as_str() {
            "h1" => 1,
            "h2" => 2,
            "h3" => 3,
            "h4" => 4,
            _ => continue,
        };
        if level > before + 1 {
            found.push(format!("h{level} {:?} follows h{before}", tag.text.trim()));
        }
        before = level;
    }
    found
}

/// No two elements have one id, and what an element points to is there.
fn references(tags: &[Tag]) -> Vec<String> {
    let mut found = Vec::new();
    let mut ids: Vec<&str> = tags.iter().filter_map(|tag| tag.get("id")).collect();
    ids.sort_unstable();
    for two in ids.windows(2).filter(|two| two[0] == two[1]) {
        found.push(format!("two elements are called {:?}", two[0]));
    }
    for tag in tags {
        let pointing = [
            "for",
            "aria-labelledby",
            "aria-describedby",
            "aria-controls",
        ];
        for name in pointing {
            for id in tag.get(name).unwrap_or_default().split_whitespace() {
                if !ids.contains(&id) {
                    found.push(format!("{name} of {} points to no {id:?}", tag.name));
                }
            }
        }
        if let Some(id) = tag.get("href").and_then(|href| href.strip_prefix('#'))
            && !ids.contains(&id)
        {
            found.push(format!("a link leads to no {id:?}"));
        }
    }
    found
}

/// A field without a label, a picture without words, a control without a name.
fn unnamed(tag: &Tag, all: &[Tag]) -> Option<String> {
    let has_name = tag.has("aria-label") || tag.has("aria-labelledby");
    let is_labelled = || {
        let by_id =
            (tag.get("id")).is_some_and(|id| all.iter().any(|one| one.get("for") == Some(id)));
        has_name || by_id || tag.inside.iter().any(|name| name == "label")
    };
    let bad = match tag.name.as_str() {
        "input" => tag.get("type") != Some("hidden") && !is_labelled(),
        "select" | "textarea" => !is_labelled(),
        "img" => !tag.has("alt"),
        "svg" => {
            !(tag.get("aria-hidden") == Some("true")
                || (tag.get("role") == Some("img") && has_name))
        }
        "a" | "button" | "summary" => !has_name && tag.text.trim().is_empty(),
        "th" => !tag.has("scope"),
        "progress" => !has_name,
        _ => false,
    };
    bad.then(|| format!("{} has no name: {:?}", tag.name, tag.attributes))
}

#[test]
fn the_colours_of_both_themes_can_be_read() {
    let sheet = include_str!("../../web/static/outflank.css");
    let light = colours(sheet.split(":root {").nth(1).unwrap());
    let dark = colours(
        sheet
            .split("(prefers-color-scheme: dark) { :root {")
            .nth(1)
            .unwrap(),
    );
    let wanted = [
        (
            "ink",
            "paper paper-2 field green-tint amber-tint red-tint",
            4.5,
        ),
        (
            "ink-2",
            "paper paper-2 field green-tint amber-tint red-tint",
            4.5,
        ),
        ("ink-3", "paper paper-2 field green-tint", 4.5),
        ("green", "paper paper-2 green-tint", 4.5),
        ("amber", "paper paper-2 amber-tint", 4.5),
        ("red", "paper paper-2 field red-tint", 4.5),
        ("on-green", "green", 4.5),
        ("on-red", "red", 4.5),
        ("paper", "ink", 4.5),
        ("edge", "paper field", 3.0),
        ("focus", "paper paper-2 field", 3.0),
        ("black-rim", "paper", 3.0),
        ("white-rim", "paper paper-2", 3.0),
    ];
    for (theme, colours) in [("light", &light), ("dark", &dark)] {
        let colour = |name: &str| {
            let found = colours.iter().find(|(one, _)| one == name);
            found.unwrap_or_else(|| panic!("{theme} has no --{name}")).1
        };
        for (front, backs, least) in wanted {
            // In the dark black discs lie on a tray.
            if theme == "dark" && front == "black-rim" {
                assert!(contrast(colour("black"), colour("tray")) >= 3.0);
                continue;
            }
            for back in backs.split(' ') {
                let has = contrast(colour(front), colour(back));
                assert!(
                    has >= least,
                    "{theme}: --{front} on --{back} is {has:.2} : 1"
                );
            }
        }
    }
}

/// The colours a block of the sheet gives names to.
fn colours(block: &str) -> Vec<(String, [u8; 3])> {
    let block = block.split('}').next().unwrap();
    let declared = block
        .split(';')
        .filter_map(|one| one.rsplit_once("--")?.1.split_once(':'));
    declared
        .filter_map(|(name, value)| Some((name.trim().to_owned(), rgb(value.trim())?)))
        .collect()
}

fn rgb(value: &str) -> Option<[u8; 3]> {
    let digits = value.strip_prefix('#')?;
    let long = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    let part = |n: usize| u8::from_str_radix(&long[2 * n..2 * n + 2], 16).ok();
    Some([part(0)?, part(1)?, part(2)?])
}

/// The ratio of two luminances as WCAG defines it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let luminance = |colour: [u8; 3]| {
        let linear = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}
