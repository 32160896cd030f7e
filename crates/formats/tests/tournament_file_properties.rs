//! The tournament file under everything chance can do to it.

use outflank_formats::tournament_file::{
    GameEntry, Lines, ResultWord, RoundEntry, TournamentFile, WithdrawnEntry,
};
use outflank_pairing::{Colour, EntrantId, Hand, Place};
use outflank_rulebook::{HalfDiscs, shipped_file};
use outflank_tournament::{ByColour, Entrant, HandLots, LotsFor, Stage, standings};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A file with every field.
const FULL: &str = include_str!("files/every_field.json");

fn colour() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::Black), Just(Colour::White)]
}

fn id() -> impl Strategy<Value = EntrantId> {
    (0u32..12).prop_map(EntrantId)
}

fn a_game() -> impl Strategy<Value = GameEntry> {
    let score = (0u16..=128, 0u16..=128).prop_map(|(black, white)| ByColour {
        black: HalfDiscs(black),
        white: HalfDiscs(white),
    });
    let word = prop_oneof![
        Just(ResultWord::Resigned),
        Just(ResultWord::Forfeit),
        Just(ResultWord::DoubleForfeit),
        Just(ResultWord::Adjudicated),
        Just(ResultWord::Annulled),
    ];
    let sides = (prop::option::of(colour()), prop::option::of(colour()));
    let rest = (
        prop::collection::vec(colour(), 0..3),
        prop::option::of("[a-h1-8]{0,8}"),
        prop::option::of(0u16..99),
    );
    (
        id(),
        id(),
        prop::option::of(score),
        prop::option::of(word),
        sides,
        rest,
    )
        .prop_map(
            |(black, white, discs, result, (by, winner), (flags, moves, table))| GameEntry {
                discs,
                result,
                by,
                winner,
                flags,
                moves,
                table,
                ..GameEntry::new(black, white)
            },
        )
}

fn a_round() -> impl Strategy<Value = RoundEntry> {
    let stage =
        prop_oneof![4 => Just(Stage::Swiss), 1 => Just(Stage::Playoff), 1 => Just(Stage::Final)];
    let ids = || prop::collection::vec(id(), 0..3);
    (stage, prop::collection::vec(a_game(), 0..5), ids(), ids()).prop_map(
        |(stage, games, byes, absent)| RoundEntry {
            stage,
            games,
            byes,
            absent,
            ..RoundEntry::default()
        },
    )
}

fn an_entrant() -> impl Strategy<Value = Entrant> {
    let text = || prop::option::of("\\PC{0,6}");
    (
        id(),
        "\\PC{0,12}",
        text(),
        text(),
        prop::option::of(any::<i32>()),
        prop::option::of(0u32..9),
    )
        .prop_map(|(id, name, native, country, rating, seeding)| Entrant {
            native,
            country,
            rating,
            seeding: seeding.map(Place),
            ..Entrant::new(id, name)
        })
}

fn some_lots() -> impl Strategy<Value = HandLots> {
    let purpose = prop_oneof![
        (0u16..7).prop_map(|after| LotsFor::Standings { after }),
        Just(LotsFor::RoundRobin),
        Just(LotsFor::FirstRound),
    ];
    let witnesses = prop::collection::vec("[a-z\"é ]{1,12}", 0..3);
    (purpose, prop::collection::vec(id(), 0..5), witnesses).prop_map(
        |(purpose, order, witnesses)| HandLots {
            purpose,
            order,
            witnesses,
        },
    )
}

fn a_file() -> impl Strategy<Value = TournamentFile> {
    let rulebook = prop_oneof![
        Just("wof"),
        Just("bof"),
        Just("soc"),
        Just("usoa"),
        Just("japan")
    ];
    let entrants = prop::collection::vec(an_entrant(), 0..12);
    let played = prop::collection::vec(a_round(), 0..5);
    let withdrawn =
        (id(), 0u16..7).prop_map(|(id, after_round)| WithdrawnEntry { id, after_round });
    let next = (
        prop::collection::vec(id(), 0..3),
        prop::option::of(id()),
        (id(), id()),
    )
        .prop_map(|(absent, bye, pair)| Hand {
            absent,
            bye,
            forbidden: vec![pair],
            ..Hand::default()
        });
    (
        rulebook,
        entrants,
        played,
        prop::collection::vec(withdrawn, 0..3),
        prop::option::of(next),
        prop::collection::vec(some_lots(), 0..3),
    )
        .prop_map(
            |(rulebook, entrants, played, withdrawn, next, lots)| TournamentFile {
                entrants,
                played,
                withdrawn,
                next,
                lots,
                ..TournamentFile::new(rulebook)
            },
        )
}

fn runner(cases: u32) -> TestRunner {
    let cases = match std::env::var("OUTFLANK_SOAK") {
        Ok(_) => 10 * cases,
        Err(_) => cases,
    };
    let config = Config {
        failure_persistence: None,
        ..Config::with_cases(cases)
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[11; 32]))
}

/// Everything the program does with a file before it answers.
fn use_it(file: &TournamentFile, lines: &Lines) {
    let Some(book) = shipped_file(&file.rulebook) else {
        return;
    };
    if let Ok(event) = file.event(book, lines) {
        let problems = file.problems(&event, lines);
        let _ = standings(&event, u16::MAX);
        let input = outflank_tournament::round_input(&event);
        assert!(input.is_ok() || problems.iter().any(|problem| problem.refuses_pairing()));
    }
}

#[test]
fn what_is_written_is_read_back_and_written_the_same() {
    runner(500)
        .run(&a_file(), |file| {
            let text = file.write();
            let (again, lines) = TournamentFile::read(text.as_bytes()).unwrap();
            prop_assert_eq!(&again, &file);
            prop_assert_eq!(again.write(), text);
            use_it(&again, &lines);
            Ok(())
        })
        .unwrap();
}

#[test]
fn no_bytes_make_the_reader_panic() {
    runner(2000)
        .run(&prop::collection::vec(any::<u8>(), 0..200), |bytes| {
            let _ = TournamentFile::read(&bytes);
            Ok(())
        })
        .unwrap();
    let change = (0..FULL.len(), any::<u8>(), 0usize..40);
    runner(10_000)
        .run(&prop::collection::vec(change, 1..4), |changes| {
            let mut bytes = FULL.as_bytes().to_vec();
            for (at, byte, cut) in changes {
                let at = at % bytes.len().max(1);
                match cut {
                    0..20 => bytes[at] = byte,
                    _ => {
                        bytes.drain(at..(at + cut).min(bytes.len()));
                    }
                }
            }
            match TournamentFile::read(&bytes) {
                Ok((file, lines)) => {
                    use_it(&file, &lines);
                    prop_assert_eq!(
                        &TournamentFile::read(file.write().as_bytes()).unwrap().0,
                        &file
                    );
                }
                Err(error) => prop_assert!(!error.problems.is_empty()),
            }
            Ok(())
        })
        .unwrap();
}
