//! Everybody's pages of real tournaments: nothing leaks, nothing is markup but ours, figures add up.

use outflank_desk::views::{Called, Views};
use outflank_pairing::Seed;
use outflank_sim::demo::{DEMO_SEED, Demo, championship};
use outflank_tournament::running::{
    Act, Application, By, Command, Creation, Credentials, Entry, MemberKind, Nation, Official,
    OfficialPost, PlaySystem, Post, Report, Reported, Residence, ResultSource, Timestamp,
    Tournament, apply, decide, preset,
};
use outflank_tournament::{EntrantId, RoundNumber};
use outflank_web::pages::{EventPage, Frame, SHEETS, Sheet};

const NOW: i64 = 1_805_000_000_000;

fn demo() -> Demo {
    championship(Seed::new(DEMO_SEED).unwrap(), Timestamp(NOW))
}

fn own_names(_: EntrantId) -> Option<Called> {
    None
}

/// The page that the routes give for an address.
fn named(path: &str) -> EventPage {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let (page, number) = path.split_once('/').unwrap_or((path, ""));
    let asked = |name: &str| query.strip_prefix(name).and_then(|one| one.parse().ok());
    match page {
        "" => EventPage::Overview,
        "pairings" => EventPage::Pairings(number.parse().ok()),
        "standings" => EventPage::Standings {
            after: number.parse().ok(),
            edition: asked("edition="),
            open: asked("open=").map(u32::from),
        },
        "crosstable" => EventPage::Crosstable,
        "players" if number.is_empty() => EventPage::Players,
        "players" => EventPage::Player(number.parse().unwrap()),
        "teams" => EventPage::Teams,
        "women" => EventPage::Women,
        "young" => EventPage::Young,
        "finals" => EventPage::Finals,
        "schedule" => EventPage::Schedule,
        "rules" => EventPage::Rules,
        "screen" => EventPage::Screen,
        "print" if number.is_empty() => EventPage::Sheets,
        "print" => {
            let (sheet, round) = number.split_once('/').unwrap_or((number, ""));
            EventPage::Print {
                sheet: Sheet::named(sheet).unwrap(),
                round: round.parse().ok(),
                changed: query == "changed=1",
            }
        }
        _ => panic!("{path} is not a page"),
    }
}

fn page_at(tournament: &Tournament, path: &str) -> Option<String> {
    let frame = Frame::of_event("demo", 1, "http://192.0.2.7:8080");
    let page = named(path).render(&frame, &Views::of(tournament, &own_names));
    page.ok()
}

fn page(tournament: &Tournament, path: &str) -> String {
    page_at(tournament, path).unwrap_or_else(|| panic!("no page at {path}"))
}

/// The address of every page of an event.
fn paths() -> Vec<String> {
    let pages = "|pairings|pairings/3|standings|standings?open=4|standings/6?edition=1|crosstable|players|\
        players/1|players/20|teams|women|young|finals|schedule|rules|screen|print";
    let sheets = SHEETS.iter().map(|(_, name, _)| format!("print/{name}"));
    (pages.split('|').map(str::to_owned))
        .chain(sheets)
        .collect()
}

/// One event under a preset: entrants by name, then a director who does what he is told.
struct Hall {
    tournament: Tournament,
    rules: outflank_rulebook::Rulebook,
    commands: u32,
}

impl Hall {
    fn open(preset_name: &str, change: impl FnOnce(&mut Creation)) -> Self {
        let mut hall = Self {
            tournament: Tournament::new(),
            rules: preset(preset_name).unwrap(),
            commands: 0,
        };
        let mut creation = Creation::new("Example Open", "2027-05-04".parse().unwrap());
        change(&mut creation);
        hall.act(Act::Create(Box::new(creation)));
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        hall.act(Act::Appoint { official });
        hall
    }

    fn act(&mut self, act: Act) {
        self.commands += 1;
        let command = Command::new(&format!("c{}", self.commands), By::Head, act);
        let at = Timestamp(NOW + i64::from(self.commands) * 60_000);
        for event in decide(&self.rules, &self.tournament, command, at).unwrap() {
            apply(&mut self.tournament, &event);
        }
    }

    fn enter(&mut self, name: &str) {
        self.act(Act::Enter(Box::new(Application {
            entry: Entry {
                nation: Some(Nation::Federation),
                country: Some(format!("X{:02}", self.commands)),
                ..Entry::new(name)
            },
            credentials: Credentials {
                membership: Some(MemberKind::Member),
                residence: Some(Residence {
                    unbroken: 365,
                    in_last_year: 365,
                }),
                citizen: Some(true),
                sanctioned: false,
            },
            allowance: None,
            late_terms_seen: true,
        })));
    }

    fn pair(&mut self) -> RoundNumber {
        let round = self.tournament.affairs().next_round();
        let assumed = Vec::new();
        self.act(Act::Propose { round, assumed });
        round
    }

    fn announce(&mut self, round: RoundNumber) {
        let consent = Some("no other way".to_owned());
        self.act(Act::Announce { round, consent });
    }

    /// Plays a round; the discs follow from the numbers of the two, so that ties come about.
    fn play(&mut self) {
        let round = self.pair();
        self.announce(round);
        self.act(Act::Start { round });
        let cards = self
            .tournament
            .affairs()
            .round(round)
            .unwrap()
            .cards
            .clone();
        for card in cards {
            let more = 33 + u16::try_from((card.black.0 * 7 + card.white.0 * 5) % 20).unwrap();
            let black_wins = (card.black.0 + card.white.0) % 2 == 0;
            let black = if black_wins { more } else { 64 - more };
            self.act(Act::EnterResult(Box::new(Report {
                round,
                table: card.table,
                result: Reported::Official(Official::played(black, 64 - black)),
                source: ResultSource::Director,
                signed: Vec::new(),
                transcripts: Vec::new(),
            })));
        }
        self.act(Act::Validate { round });
    }
}

#[test]
fn every_page_of_the_demo_is_there_and_has_no_inline_script_or_style() {
    let tournament = demo().tournament();
    for path in paths() {
        let html = page(&tournament, &path);
        assert!(
            html.starts_with("<!doctype html>") && html.contains("</html>"),
            "{path}"
        );
        assert!(!html.contains(" style="), "{path} has an inline style");
        assert!(!html.contains("<style"), "{path} has an inline sheet");
        for script in html.split("<script").skip(1) {
            assert!(
                script.starts_with(" type=\"module\" src=\"/static/"),
                "{path}"
            );
        }
        for event in [" onclick=", " onload=", " onerror=", "javascript:"] {
            assert!(!html.contains(event), "{path} has {event}");
        }
        assert_eq!(
            html.matches("<main").count().min(1),
            1,
            "{path} has no main part"
        );
    }
}

#[test]
fn a_script_in_any_name_is_text_everywhere() {
    const EVIL: &str = "<script>alert('x')</script><img src=x onerror=\"y\">";
    let mut hall = Hall::open("europe/open", |creation| {
        creation.name = format!("Open {EVIL}");
        creation.system = Some(PlaySystem::Swiss);
        creation.set.push(("rounds".to_owned(), "3".to_owned()));
    });
    for n in 1..=6 {
        hall.enter(&format!("{EVIL} {n}"));
    }
    hall.play();
    let round = hall.pair();
    hall.announce(round);
    let native = |_| {
        Some(Called {
            name: EVIL.to_owned(),
            native: Some(EVIL.to_owned()),
        })
    };
    let views = Views::of(&hall.tournament, &native);
    let frame = Frame::of_event("demo", 1, "http://192.0.2.7:8080");
    for path in paths() {
        let Ok(html) = named(&path).render(&frame, &views) else {
            continue;
        };
        assert!(!html.contains("<script>"), "{path}");
        assert!(!html.contains("<img"), "{path}");
        assert!(!html.contains("onerror=\""), "{path}");
    }
}

#[test]
fn nothing_unannounced_is_on_any_page() {
    let mut hall = Hall::open("europe/open", |creation| {
        creation.system = Some(PlaySystem::Swiss);
        creation.set.push(("rounds".to_owned(), "3".to_owned()));
    });
    for n in 1..=6 {
        hall.enter(&format!("Player Nr{n}"));
    }
    hall.play();
    let before: Vec<Option<String>> = (paths().iter())
        .map(|path| page_at(&hall.tournament, path))
        .collect();
    let round = hall.pair();
    for (path, was) in paths().iter().zip(before) {
        let now = page_at(&hall.tournament, path);
        // The time of the last change is no secret; everything else is as it was.
        let plain = |page: Option<String>| page.map(|page| without_clock(&page));
        assert_eq!(plain(now), plain(was), "{path}");
    }
    assert_eq!(page_at(&hall.tournament, "pairings/2"), None);
    hall.announce(round);
    assert!(page(&hall.tournament, "pairings/2").contains("Pairings for round 2"));
}

fn without_clock(page: &str) -> String {
    page.split("Updated ")
        .enumerate()
        .map(|(n, part)| if n == 0 { part } else { &part[8..] })
        .collect()
}

#[test]
fn public_pages_say_young_and_nothing_else_of_a_birth_date() {
    let tournament = demo().tournament();
    let young = page(&tournament, "young");
    assert!(young.contains("Young players’ standings") && young.contains(">young</span>"));
    for path in paths() {
        let html = page(&tournament, &path).to_lowercase();
        for word in ["birth", "born", "special need of", "@"] {
            let rules = path.starts_with("rules") || path == "print/rules";
            assert!(rules || !html.contains(word), "{path} says {word}");
        }
    }
}

/// clauses: WOC-A.1
#[test]
fn the_standings_show_the_quotient_with_its_two_parts() {
    let tournament = demo().tournament();
    let html = page(&tournament, "standings?open=4");
    let detail = html.split("id=\"bq-4\"").nth(1).unwrap();
    let detail = detail.split("</td></tr><tr id=").next().unwrap();
    let views = Views::of(&tournament, &own_names);
    let q = views.quotient(4, 8).unwrap();
    // The strength of the opposition and the disc count, and their sum.
    let whole = |halves: u32| halves / 2;
    let sum = u64::from(whole(q.discs.0)) * 2 + q.constant.above * u64::from(q.opponents.0);
    assert!(
        q.substituted > 0 || sum == 2 * q.total.above / q.total.below,
        "{q:?}"
    );
    assert!(
        detail.contains(&format!("<dd class=\"value\">{}", whole(q.discs.0))),
        "{detail}"
    );
    assert!(detail.contains("C × opponents’ points"));
    assert!(detail.contains("their_points") || detail.contains("Their points"));
    // In a round robin the quotient gives the order of the disc count.
    let mut hall = Hall::open("wof/championship", |creation| {
        creation.system = Some(PlaySystem::RoundRobin);
    });
    for n in 1..=6 {
        hall.enter(&format!("Player Nr{n}"));
    }
    for _ in 0..5 {
        hall.play();
    }
    let table = Views::of(&hall.tournament, &own_names)
        .standings(None, None)
        .unwrap();
    let mut ties = 0;
    for two in table.rows.windows(2) {
        if two[0].points == two[1].points {
            ties += 1;
            let quotient = |n: usize| two[n].bq.above * two[1 - n].bq.below;
            assert_eq!(
                two[0].discs.cmp(&two[1].discs),
                quotient(0).cmp(&quotient(1))
            );
        }
    }
    assert!(ties > 0, "nobody is tied: {:?}", table.rows);
}

/// clauses: SOC-A.1
#[test]
fn a_singapore_table_shows_quotient_discs_and_the_opponents_points() {
    let mut hall = Hall::open("soc/open", |_| {});
    for n in 1..=8 {
        hall.enter(&format!("Player Nr{n}"));
    }
    hall.play();
    hall.play();
    let html = page(&hall.tournament, "standings?open=1");
    for column in [">BQ</abbr>", ">Discs</th>", ">Their points</th>"] {
        assert!(html.contains(column), "{column}");
    }
    let q = Views::of(&hall.tournament, &own_names)
        .quotient(1, 2)
        .unwrap();
    assert_eq!(q.rows.len(), 2);
    assert!(html.contains("C × opponents’ points"));
}

/// clauses: SOC-II.5.b
#[test]
fn the_pairing_page_tells_players_to_find_their_seat_in_time() {
    let mut hall = Hall::open("soc/open", |_| {});
    for n in 1..=8 {
        hall.enter(&format!("Player Nr{n}"));
    }
    let round = hall.pair();
    hall.announce(round);
    let html = page(&hall.tournament, "pairings/1");
    assert!(html.contains("be seated before the round starts"));
    assert!(html.contains("id=\"find\"") && html.contains("href=\"#table-1\""));
    let rules = page(&hall.tournament, "rules");
    assert!(rules.contains("<article id=\"SOC-II.5.b\">"));
}

/// clauses: BOF-reg-8
#[test]
fn a_regionals_page_links_the_rules_and_a_booklet_to_print() {
    let mut hall = Hall::open("bof/regional", |_| {});
    hall.enter("Player Nr1");
    let html = page(&hall.tournament, "");
    assert!(html.contains("href=\"/t/demo/rules\""));
    let rules = page(&hall.tournament, "rules");
    assert!(rules.contains("href=\"/t/demo/print/rules\""));
    assert!(
        rules.contains("<article id=\"BOF-reg-1\">") || rules.contains("<article id=\"BOF-reg-")
    );
    let booklet = page(&hall.tournament, "print/rules");
    assert!(booklet.contains("BOF reg-8") && booklet.contains("Regional"));
}

#[test]
fn a_changed_setting_is_named_on_the_rules_page() {
    let hall = Hall::open("bof/regional", |creation| {
        creation
            .set
            .push(("main_time".to_owned(), "25:00".to_owned()));
    });
    let rules = page(&hall.tournament, "rules");
    assert!(
        rules.contains("1 setting changed for this tournament"),
        "{}",
        &rules[..4000]
    );
    assert!(rules.contains("class=\"picked\""));
}
