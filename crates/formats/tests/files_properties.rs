//! What holds for any bytes, and for any file the writers make.

use outflank_formats::{
    EloDays, EloFile, EloGame, EloId, EloPlayer, EloRound, EloRoundName, EloTally, Known,
    PappPlayers, PappWorkfile, guarded, read_players_csv, read_results_csv, unguarded,
    write_players_csv, write_results_csv,
};
use outflank_pairing::{Colour, HalfPoints};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::{ByColour, CivilDate, DiscCount};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const SEEDS: [&[u8]; 9] = [
    include_bytes!("files/20261115_Test_Open.ELO"),
    include_bytes!("files/papp_1_33.ELO"),
    include_bytes!("files/storm.ELO"),
    include_bytes!("files/flip_the_disc.ELO"),
    include_bytes!("files/own_program.ELO"),
    include_bytes!("files/joueurs.txt"),
    include_bytes!("files/nouveaux.txt"),
    include_bytes!("files/papp-internal-workfile.txt"),
    b"round,table,black,white,black_discs,white_discs,result,by\n1,1,1,2,40,24,,\n1,,3,,,,bye,\n",
];

fn config(cases: u32) -> ProptestConfig {
    let soak = std::env::var("OUTFLANK_SOAK").is_ok_and(|value| value == "1");
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(5),
        ..ProptestConfig::with_cases(if soak { cases * 10 } else { cases })
    }
}

/// Every reader takes the bytes; what it could write it reads again as it was.
fn read_all(bytes: &[u8]) {
    let lines = u32::try_from(bytes.len()).unwrap() + 5;
    let reading = EloFile::read(bytes);
    assert!(
        reading
            .strange
            .iter()
            .all(|strange| (1..=lines).contains(&strange.line))
    );
    if let Ok(text) = reading.file.write() {
        let again = EloFile::read(text.as_bytes()).file;
        assert_eq!(again.write().as_deref(), Ok(text.as_str()));
    }
    let players = PappPlayers::read(bytes).with_new_players(bytes);
    assert!(
        players
            .strange
            .iter()
            .all(|strange| (1..=lines).contains(&strange.line))
    );
    let workfile = PappWorkfile::read(bytes);
    assert!(
        workfile
            .strange
            .iter()
            .all(|strange| (1..=lines).contains(&strange.line))
    );
    for round in &workfile.file.played {
        let mut seen = Vec::new();
        for game in &round.games {
            seen.extend([game.black, game.white]);
        }
        seen.extend(round.byes.iter().chain(&round.absent));
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count, "nobody is in a round twice");
    }
    let players = read_players_csv(bytes);
    let written = write_players_csv(&players.players);
    assert_eq!(
        read_players_csv(written.as_bytes()).players,
        players.players
    );
    let results = read_results_csv(bytes);
    let written = write_results_csv(&results.rows);
    assert_eq!(read_results_csv(written.as_bytes()).rows, results.rows);
}

fn half_discs() -> impl Strategy<Value = HalfDiscs> {
    (0_u16..=128).prop_map(HalfDiscs)
}

fn id() -> impl Strategy<Value = EloId> {
    (1_u32..=999_999).prop_map(EloId::Number)
}

fn game() -> impl Strategy<Value = EloGame> {
    let winner = option::of(prop_oneof![Just(Colour::Black), Just(Colour::White)]);
    let parts = (id(), id(), half_discs(), half_discs(), winner);
    parts
        .prop_filter("nobody plays himself", |(black, white, ..)| black != white)
        .prop_map(|(black, white, b, w, winner)| EloGame {
            black,
            white,
            discs: ByColour { black: b, white: w },
            winner,
        })
}

fn player() -> impl Strategy<Value = EloPlayer> {
    let new = any::<bool>().prop_map(|new| if new { Known::New } else { Known::Listed });
    let tally = option::of((0_u32..20_000).prop_map(|halves| EloTally::Discs(DiscCount(halves))));
    let name = "[A-Z][A-Za-z'. -]{0,20}[a-z]";
    (
        (id(), new, name, name),
        (
            option::of("[A-Z]{3}"),
            option::of(0_u16..60),
            tally,
            option::of(-3000_i32..3000),
        ),
    )
        .prop_map(
            |((id, known, last, first), (country, points, tally, rating))| EloPlayer {
                id,
                known,
                last,
                first,
                country,
                points: points.map(HalfPoints),
                tally,
                rating,
            },
        )
}

fn rounds() -> impl Strategy<Value = Vec<EloRound>> {
    let numbered = vec(vec(game(), 0..5), 0..4);
    (numbered, vec(game(), 0..3)).prop_map(|(numbered, added)| {
        let numbered = (1..).zip(numbered).map(|(number, games)| EloRound {
            name: EloRoundName::Number(number),
            games,
        });
        let added = EloRound {
            name: EloRoundName::Added,
            games: added,
        };
        numbered.chain([added]).collect()
    })
}

fn file() -> impl Strategy<Value = EloFile> {
    let text = "[!-~]([ -~]{0,20}[!-~])?";
    let day = (1900_u16..2100, 1_u8..13, 1_u8..29);
    (
        (text, text, text, day),
        (option::of(text), option::of(text)),
        vec(player(), 0..6),
        rounds(),
    )
        .prop_map(
            |((tournament, country, sender, day), (creator, created), mut players, rounds)| {
                players.sort_by(|a, b| a.id.cmp(&b.id));
                players.dedup_by(|a, b| a.id == b.id);
                EloFile {
                    tournament,
                    country,
                    days: CivilDate::new(day.0, day.1, day.2).map(EloDays::from),
                    sender,
                    creator,
                    created,
                    players,
                    rounds,
                }
            },
        )
}

proptest! {
    #![proptest_config(config(5000))]

    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }

    #[test]
    fn any_change_of_a_proper_file_is_read(
        seed in 0..SEEDS.len(),
        changes in vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 1..12),
    ) {
        let mut bytes = SEEDS[seed].to_vec();
        for (place, byte, kind) in changes {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, b"%_&;()<>{}'+-\n,\"#=0"[usize::from(byte) % 19]),
                _ if bytes.len() > 1 => { bytes.remove(at); }
                _ => {}
            }
        }
        read_all(&bytes);
    }

    #[test]
    fn what_is_written_is_read_and_written_the_same(file in file()) {
        let text = file.write().map_err(|found| TestCaseError::fail(format!("{found:?}")))?;
        prop_assert!(text.is_ascii());
        let reading = EloFile::read(text.as_bytes());
        prop_assert_eq!(reading.file.write().unwrap(), text.as_str());
        prop_assert_eq!(EloFile::read(reading.file.write().unwrap().as_bytes()), reading.clone());
        let games = |file: &EloFile| file.games().cloned().collect::<Vec<_>>();
        prop_assert_eq!(games(&reading.file), games(&file));
    }

    #[test]
    fn guarded_cells_come_back(cell in "['=+@\\-a0\t]{0,6}") {
        let written = guarded(&cell);
        prop_assert_eq!(unguarded(&written), cell.as_str());
        prop_assert!(!written.starts_with(['=', '+', '@']));
    }
}
