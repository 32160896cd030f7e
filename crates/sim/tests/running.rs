//! A British Regional and a Singapore Open, run by their director from the first entry to the last
//! validated round, with everything that goes wrong in a hall. The final files are golden:
//! `OUTFLANK_BLESS=1` writes them anew.

use crate::running_hall::Hall;
use outflank_tournament::running::{Act, Assumed, Official, Reported, TableNumber};
use outflank_tournament::{EntrantId, RoundNumber, standings};

/// clauses: BOF-reg-1
#[test]
fn a_british_regional_of_seventeen_runs_to_its_end() {
    let mut hall = Hall::open("bof/regional", 17, "Example Regional");
    hall.enter(15);
    let round = hall.start(Vec::new());
    hall.play_but(round, &[]);
    hall.validate(round);
    // Two come late, and one plans to miss a round.
    hall.enter(2);
    let (entrant, rounds) = (EntrantId(8), vec![RoundNumber(5)]);
    hall.act(Act::PlanAbsence { entrant, rounds });
    run_middle(&mut hall);
    hall.check_end(7);
    let affairs = hall.tournament.affairs();
    assert_eq!(affairs.entrants.len(), 17);
    assert_eq!(affairs.abandoned.len(), 1);
    golden(&hall, "regional_17.json");
}

/// clauses: SOC-II.2.p1, SOC-II.7.a
#[test]
fn a_singapore_open_of_forty_one_runs_to_its_end() {
    let mut hall = Hall::open("soc/open", 41, "Example Open of Singapore");
    hall.enter(39);
    let round = hall.start(Vec::new());
    hall.play_but(round, &[]);
    hall.validate(round);
    hall.enter(2);
    run_middle(&mut hall);
    let round = hall.start(Vec::new());
    hall.play_but(round, &[]);
    hall.validate(round);
    hall.check_end(8);
    let affairs = hall.tournament.affairs();
    assert_eq!(affairs.entrants.len(), 41);
    let table = affairs.standings(8).expect("it is open");
    let gone = table.of(EntrantId(3)).expect("he is listed");
    assert!(gone.withdrawn, "two matches missed in a row");
    golden(&hall, "singapore_41.json");
}

/// Rounds two to seven, in which everything happens.
fn run_middle(hall: &mut Hall) {
    // Round 2: two slips carry the wrong names.
    let round = hall.start(Vec::new());
    hall.play_but(round, &[]);
    hall.exchange(round);
    hall.validate(round);
    // Round 3: closed too early, opened again, a result put right, closed.
    let round = hall.start(Vec::new());
    hall.play_but(round, &[]);
    hall.validate(round);
    hall.undo_latest();
    let [first, _] = hall.first_tables(round);
    hall.turn_round(round, first.table);
    hall.validate(round);
    // Somebody leaves, and a slip of the desk is taken back.
    let why = || "has a train to catch".to_owned();
    for entrant in [EntrantId(6), EntrantId(7)] {
        let why = why();
        hall.act(Act::Withdraw { entrant, why });
    }
    hall.act(Act::TakeBackWithdrawal {
        entrant: EntrantId(7),
        why: "the wrong number was typed".to_owned(),
    });
    // Round 4: somebody is not there; round 5: again.
    for _ in 0..2 {
        let round = hall.start(Vec::new());
        let life = hall
            .tournament
            .affairs()
            .round(round)
            .expect("started")
            .clone();
        if let Some(card) = life.card_of(EntrantId(3)) {
            let by = card.colour_of(EntrantId(3)).expect("he is there");
            let forfeit = Reported::Official(Official::missing(by));
            hall.report(round, card.table, forfeit);
        }
        hall.play_but(round, &[]);
        hall.validate(round);
    }
    // A result of two rounds back was wrong.
    let [_, second] = hall.first_tables(RoundNumber(3));
    hall.turn_round(RoundNumber(3), second.table);
    // Round 6: abandoned after its first result and played again, one game still going on …
    let round = hall.start(Vec::new());
    hall.play(round, TableNumber(1));
    let why = "the hall was without light".to_owned();
    hall.act(Act::Abandon { round, why });
    let round = hall.start(Vec::new());
    let table = TableNumber(4);
    hall.play_but(round, &[table]);
    // … on whose likely result round 7 is paired.
    let result = Official::played(40, 24);
    let next = hall.start(vec![Assumed {
        round,
        table,
        result,
    }]);
    let other = Reported::Official(Official::played(20, 44));
    hall.report(round, table, other);
    hall.validate(round);
    hall.play_but(next, &[]);
    hall.validate(next);
}

/// The file is as pinned, reads without a complaint and gives the published table.
fn golden(hall: &Hall, name: &str) {
    let event = hall.pinned(name);
    let affairs = hall.tournament.affairs();
    let last = u16::try_from(affairs.rounds.len()).expect("few rounds");
    let from_file = standings(&event, last);
    let published = affairs.latest_edition(last).expect("it is published");
    let rows = outflank_tournament::running::edition_rows(&from_file);
    assert_eq!(published.rows, rows, "{name}: the file gives another table");
}
