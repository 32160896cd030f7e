//! Views are made from what is public.

use outflank_desk::views::{Called, EventState, ResultCell, Seating, Views};
use outflank_pairing::{EntrantId, Pair};
use outflank_rulebook::Rulebook;
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, Application, By, Command, Creation, Entry, HandPairing, Official, OfficialPost,
    PlaySystem, Post, Report, Reported, ResultSource, Timestamp, Tournament, apply, decide, preset,
};

const ONE: RoundNumber = RoundNumber(1);

struct Hall {
    rules: Rulebook,
    tournament: Tournament,
    given: i64,
}

impl Hall {
    /// Four entrants and a proposed first round.
    fn proposed() -> Self {
        let mut hall = Self {
            rules: preset("europe/open").unwrap(),
            tournament: Tournament::new(),
            given: 0,
        };
        let mut creation = Creation::new("Example Open", "2027-01-15".parse().unwrap());
        creation.system = Some(PlaySystem::Swiss);
        creation.set.push(("rounds".to_owned(), "3".to_owned()));
        hall.give(Act::Create(Box::new(creation)));
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        hall.give(Act::Appoint { official });
        for n in 1..=4 {
            hall.give(Act::Enter(Box::new(Application {
                entry: Entry::new(format!("Player {n}")),
                late_terms_seen: true,
                ..Application::default()
            })));
        }
        let assumed = Vec::new();
        hall.give(Act::Propose {
            round: ONE,
            assumed,
        });
        hall
    }

    fn give(&mut self, act: Act) {
        self.given += 1;
        let command = Command::new(&format!("c{}", self.given), By::Head, act);
        let at = Timestamp(1_800_000_000_000 + self.given * 60_000);
        for event in decide(&self.rules, &self.tournament, command, at).unwrap() {
            apply(&mut self.tournament, &event);
        }
    }

    fn announce(&mut self) {
        let consent = None;
        self.give(Act::Announce {
            round: ONE,
            consent,
        });
    }

    fn views(&self) -> Views<'_> {
        Views::of(&self.tournament, &names)
    }
}

fn names(id: EntrantId) -> Option<Called> {
    (id == EntrantId(2)).then(|| Called {
        name: "Bo Sample".to_owned(),
        native: None,
    })
}

#[test]
fn a_pairing_is_in_no_view_before_it_is_announced() {
    let mut hall = Hall::proposed();
    assert_eq!(hall.views().pairings(1), None);
    assert_eq!(hall.views().rounds(), Vec::<u16>::new());
    assert_eq!(hall.views().head().unwrap().state, EventState::Entries);
    assert!(hall.views().player_page(1).unwrap().next.is_none());
    hall.announce();
    let pairings = hall.views().pairings(1).unwrap();
    assert_eq!((pairings.tables.len(), pairings.edition), (2, 1));
    let is_new = |row: &outflank_desk::views::TableRow| row.changed;
    assert!(!pairings.tables.iter().any(is_new));
    let bo = (pairings.by_name.iter()).find(|row| row.player.name == "Bo Sample");
    let seating = &bo.unwrap().seating;
    assert!(
        matches!(seating, Seating::Table { .. }),
        "the resolved name is everywhere"
    );
}

#[test]
fn a_round_paired_again_is_another_edition_and_marks_what_changed() {
    let mut hall = Hall::proposed();
    hall.announce();
    let first = hall.views().pairings(1).unwrap();
    let why = "a name was read wrongly".to_owned();
    hall.give(Act::CallOff { round: ONE, why });
    assert_eq!(hall.views().pairings(1), None);
    // The same pairs, the colours of the first table turned round.
    let mut pairs: Vec<Pair> = (first.tables.iter())
        .map(|row| Pair {
            black: EntrantId(row.black.player.id),
            white: EntrantId(row.white.player.id),
        })
        .collect();
    let turned = pairs[0];
    (pairs[0].black, pairs[0].white) = (turned.white, turned.black);
    hall.give(Act::ProposeByHand {
        round: ONE,
        pairing: HandPairing {
            pairs,
            byes: Vec::new(),
        },
        assumed: Vec::new(),
    });
    hall.announce();
    let second = hall.views().pairings(1).unwrap();
    assert!(second.edition == 2 && second.by_hand);
    let changed: Vec<bool> = second.tables.iter().map(|row| row.changed).collect();
    assert_eq!(changed, [true, false]);
}

#[test]
fn the_arithmetic_adds_up_and_a_correction_makes_an_edition() {
    let mut hall = Hall::proposed();
    hall.announce();
    hall.give(Act::Start { round: ONE });
    let cards = hall.tournament.affairs().round(ONE).unwrap().cards.clone();
    for card in &cards {
        hall.give(Act::EnterResult(Box::new(Report {
            round: ONE,
            table: card.table,
            result: Reported::Official(Official::played(40, 24)),
            source: ResultSource::Director,
            signed: Vec::new(),
            transcripts: Vec::new(),
        })));
    }
    assert!(
        hall.views().standings(None, None).is_none(),
        "not published"
    );
    hall.give(Act::Validate { round: ONE });
    hall.give(Act::Correct {
        round: ONE,
        table: cards[0].table,
        result: Reported::Official(Official::played(24, 40)),
        why: "read the wrong way round".to_owned(),
    });
    let views = hall.views();
    let table = views.standings(None, None).unwrap();
    assert_eq!(
        (table.edition.edition, table.editions.len(), table.latest),
        (2, 2, true)
    );
    let old = views.standings(Some(1), Some(1)).unwrap();
    assert!(!old.latest && old.rows[0].rounds.is_empty());
    for row in &table.rows {
        let sum = views.quotient(row.player.id, 1).unwrap();
        assert_eq!(sum.total, row.bq, "{}", row.player.name);
    }
    let is_corrected = |result: &ResultCell| {
        matches!(
            result,
            ResultCell::Known {
                corrected: true,
                ..
            }
        )
    };
    let tables = views.pairings(1).unwrap().tables;
    assert_eq!(
        tables
            .iter()
            .filter(|row| is_corrected(&row.result))
            .count(),
        1
    );
}
