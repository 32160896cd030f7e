//! Any sequence of commands: nothing panics, nobody plays twice in a round, the log says it all.
//!
//! 10,000 commands by default; `OUTFLANK_SOAK=1` gives 100,000. A failure prints its seed.

use crate::running_support;
use std::collections::BTreeSet;

use crate::running_dice::Dice;
use outflank_tournament::running::{
    Act, Affairs, By, Command, Entry, Event, Fact, LeaveCause, Official, PRESETS, Phase, SeatKind,
    TableNumber, Timestamp, Tournament, apply, decide, edition_rows, preset,
};
use outflank_tournament::{EntrantId, RoundNumber};

/// Commands of one tournament.
const LENGTH: u64 = 250;

#[test]
fn any_sequence_of_commands_keeps_the_tournament_whole() {
    let soak = std::env::var("OUTFLANK_SOAK").is_ok_and(|value| value == "1");
    let commands = if soak { 100_000 } else { 10_000 };
    let mut accepted = 0;
    let mut kinds = BTreeSet::new();
    for seed in 0..commands / LENGTH {
        accepted += run(seed, &mut kinds);
    }
    // Two kinds are no part of the random acts; choices are those of `later_properties`, stages and
    // titles those of `stages_properties`.
    let left_out = [
        "tournament.stage_opened",
        "tournament.titles_awarded",
        "tournament.host_declined",
        "tournament.official_relieved",
        "tournament.choice_announced",
    ];
    let unseen = |kind: &&&str| !kinds.contains(**kind) && !left_out.contains(*kind);
    let unseen: Vec<_> = Fact::KINDS.iter().filter(unseen).collect();
    assert!(unseen.is_empty(), "not in all sequences: {unseen:?}");
    assert!(
        accepted > commands / 4,
        "only {accepted} of {commands} were accepted"
    );
}

fn run(seed: u64, kinds: &mut BTreeSet<&'static str>) -> u64 {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995);
    let name = PRESETS[dice.below(PRESETS.len())];
    let rules = preset(name).unwrap();
    let mut tournament = Tournament::new();
    let mut at = 1_714_809_600_000;
    let mut accepted = 0;
    for n in 0..LENGTH {
        at += i64::try_from(dice.below(600_000)).unwrap();
        let (by, act) = dice.command(n, tournament.affairs(), tournament.latest_command());
        let id = format!("c{n}");
        let command = Command::new(&id, by, act.clone());
        let Ok(events) = decide(&rules, &tournament, command, Timestamp(at)) else {
            continue;
        };
        let before = (dice.below(12) == 0).then(|| tournament.clone());
        for event in &events {
            apply(&mut tournament, event);
            kinds.insert(event.kind());
            let stored = Event::from_stored(event.kind(), &event.body());
            assert_eq!(stored.as_ref(), Ok(event), "seed {seed}, {id}");
        }
        accepted += 1;
        check_rounds(tournament.affairs(), seed);
        check_points(tournament.affairs(), seed);
        check_editions(tournament.affairs(), seed);
        if let Some(before) = before {
            check_undo(&rules, &before, &tournament, &events, (by, act), seed);
        }
    }
    let again = Tournament::replay(tournament.log().to_vec());
    assert_eq!(again, tournament, "seed {seed}: replay differs");
    accepted
}

/// Nobody has two places in a round, and rounds are numbered without gaps.
fn check_rounds(affairs: &Affairs, seed: u64) {
    for (number, life) in (1..).zip(&affairs.rounds) {
        assert_eq!(life.number, RoundNumber(number), "seed {seed}");
        let mut seen = BTreeSet::new();
        let games = life.cards.iter().flat_map(|card| card.players());
        for player in games
            .chain(life.byes.iter().copied())
            .chain(life.absent.iter().copied())
        {
            assert!(
                seen.insert(player),
                "seed {seed}: {player} twice in round {number}"
            );
            assert!(affairs.entrants.contains_key(&player), "seed {seed}");
        }
        let tables: BTreeSet<TableNumber> = life.cards.iter().map(|card| card.table).collect();
        assert_eq!(tables.len(), life.cards.len(), "seed {seed}: a table twice");
        let open = life.open_tables().count();
        assert!(
            life.phase < Phase::Finished || open == 0,
            "seed {seed}: finished with open games"
        );
    }
}

/// Points in the event = decided or drawn games + byes + wins by forfeit.
fn check_points(affairs: &Affairs, seed: u64) {
    let Some(record) = affairs.record() else {
        return;
    };
    let table = outflank_tournament::standings(&record, u16::MAX);
    let points: u32 = table.rows.iter().map(|row| u32::from(row.points.0)).sum();
    let mut expected = 0;
    for life in affairs
        .rounds
        .iter()
        .filter(|life| life.phase >= Phase::Started && life.stage().is_counted())
    {
        expected += 2 * u32::try_from(life.byes.len()).unwrap();
        for card in &life.cards {
            expected += match card.settled() {
                Some(
                    Official::Played { .. }
                    | Official::Resigned { .. }
                    | Official::Forfeit { .. }
                    | Official::Adjudicated { .. },
                ) => 2,
                Some(Official::DoubleForfeit { .. } | Official::Annulled) | None => 0,
            };
        }
    }
    assert_eq!(points, expected, "seed {seed}");
}

/// The latest edition of every closed round is its true table.
fn check_editions(affairs: &Affairs, seed: u64) {
    for life in &affairs.rounds {
        if life.phase == Phase::Validated && life.stage().is_counted() {
            let table = affairs.standings(life.number.0).unwrap();
            let published = affairs.latest_edition(life.number.0).unwrap();
            let round = life.number;
            assert_eq!(
                published.rows,
                edition_rows(&table),
                "seed {seed}, round {round}"
            );
        }
    }
}

/// Undoing a command gives the state before it; giving it again gives the state after it.
fn check_undo(
    rules: &outflank_rulebook::Rulebook,
    before: &Tournament,
    after: &Tournament,
    events: &[Event],
    (by, act): (By, Act),
    seed: u64,
) {
    let Some(latest) = after
        .latest_command()
        .filter(|id| **id == events[0].command)
    else {
        return;
    };
    let mut undone = after.clone();
    let at = events[0].at;
    let undo = Act::Undo {
        command: latest.clone(),
    };
    let undo = Command::new("undo", By::Head, undo);
    for event in decide(rules, &undone.clone(), undo, at).unwrap() {
        apply(&mut undone, &event);
    }
    assert_eq!(undone.affairs(), before.affairs(), "seed {seed}: undo");
    let again = Command::new("again", by, act);
    for event in decide(rules, &undone.clone(), again, at).unwrap() {
        apply(&mut undone, &event);
    }
    assert_eq!(undone.affairs(), after.affairs(), "seed {seed}: redo");
}

/// Expulsions are told apart from withdrawals in every state.
#[test]
fn an_expulsion_is_kept_as_one() {
    let mut desk = running_support::Desk::open("soc/open");
    desk.enter_many(4);
    let entrant = EntrantId(2);
    let why = "smoked in the hall".to_owned();
    desk.act(By::Head, Act::Expel { entrant, why });
    let left = desk.tournament.affairs().entrants[&entrant].left.unwrap();
    assert_eq!((left.after_round, left.cause), (0, LeaveCause::Expelled));
    assert_eq!(Entry::new("x").seat, SeatKind::Regular);
}
