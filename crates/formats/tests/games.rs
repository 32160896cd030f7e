//! Files of games: GGF, annotated transcripts, WTHOR; read, written, damaged.

use outflank_board::{BySide, Move, Position, Side, SquareSet};
use outflank_formats::{
    GameSheet, SheetClock, SheetDate, SheetEnding, SheetImproper, SheetMove, SheetPlayer,
    SheetResult, WthorDay, WthorGames, WthorLeftOutWhy, WthorNameKind, WthorNames, WthorWarning,
    read_annotated, read_ggf, write_annotated, write_ggf, wthor_of_sheets,
};
use outflank_game::Fault;
use outflank_rulebook::Millis;
use proptest::prelude::*;

/// A legal game by lots, at most so many moves long.
fn sheet(lots: &[u8]) -> GameSheet {
    let mut sheet = GameSheet::new();
    let mut now = Position::start();
    let mut left = BySide::both(Millis::minutes(30));
    for (number, lot) in (0_i64..).zip(lots) {
        if now.is_over() {
            break;
        }
        let side = now.to_move();
        let moves: Vec<_> = now.legal_moves().into_iter().collect();
        let mv = match moves.len() {
            0 => Move::Pass,
            count => Move::Disc(moves[usize::from(*lot) % count]),
        };
        let used = Millis(i64::from(*lot) * 37 + number);
        left[side] = Millis(left[side].0 - used.0);
        now = now.play(mv).unwrap();
        sheet.moves.push(SheetMove {
            side,
            mv,
            used: Some(used),
            left: Some(left),
            improper: None,
            eval: None,
            note: None,
        });
    }
    let count = now.count();
    let score = count.map(|discs| u16::from(discs) * 2);
    sheet.result = Some(SheetResult {
        difference_halves: i32::from(score.black) - i32::from(score.white),
        score: Some(score),
        ending: if now.is_over() {
            SheetEnding::Played
        } else {
            SheetEnding::Time
        },
    });
    sheet.players = BySide::new(player("Ada Example", 1850), player("Bo Sample", -20));
    sheet.clocks = Some(BySide::both(SheetClock {
        main: Millis::minutes(30),
        increment: Millis(0),
        extension: Millis::minutes(2),
    }));
    sheet.played = Some(SheetDate::Day("2026-11-15".parse().unwrap()));
    sheet.place = Some("Test Open".to_owned());
    sheet
}

fn player(name: &str, rating: i32) -> SheetPlayer {
    SheetPlayer {
        name: name.to_owned(),
        ascii: None,
        rating: Some(rating),
    }
}

/// What GGF holds of a sheet.
fn as_ggf_tells(mut sheet: GameSheet) -> GameSheet {
    sheet.round = None;
    for own in &mut sheet.moves {
        own.left = None;
        own.note = None;
    }
    if let Some(result) = &mut sheet.result {
        result.score = None;
    }
    sheet
}

/// What an annotated transcript holds of a sheet.
fn as_annotated_tells(mut sheet: GameSheet) -> GameSheet {
    sheet.players.black.rating = None;
    sheet.players.white.rating = None;
    sheet
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(if std::env::var_os("OUTFLANK_SOAK").is_some() { 2000 } else { 200 }) })]

    #[test]
    fn ggf_reads_what_it_wrote(lots in prop::collection::vec(any::<u8>(), 0..80)) {
        let sheet = sheet(&lots);
        let (text, left_out) = write_ggf(&sheet);
        prop_assert_eq!(left_out, None);
        let reading = read_ggf(text.as_bytes());
        prop_assert_eq!(reading.games.len(), 1);
        prop_assert!(reading.games[0].strange.is_empty());
        prop_assert_eq!(reading.games[0].sheet.as_ref().unwrap(), &as_ggf_tells(sheet));
    }

    #[test]
    fn annotated_transcripts_read_what_they_wrote(lots in prop::collection::vec(any::<u8>(), 0..80), round in prop::option::of(1_u32..20)) {
        let mut sheet = sheet(&lots);
        sheet.round = round;
        if let Some(first) = sheet.moves.first_mut() {
            first.note = Some("replaces e3 (square)".to_owned());
        }
        let read = read_annotated(write_annotated(&sheet).as_bytes()).unwrap();
        prop_assert_eq!(&read, &[(1, as_annotated_tells(sheet))]);
    }

    #[test]
    fn wthor_keeps_the_moves_and_the_winner(lots in prop::collection::vec(any::<u8>(), 0..80)) {
        let sheet = sheet(&lots);
        let files = wthor_of_sheets("Test Open", 2026, day(), std::slice::from_ref(&sheet));
        let reading = WthorGames::read(&files.games.write()).unwrap();
        prop_assert!(reading.strange.is_empty());
        prop_assert_eq!(&reading.file, &files.games);
        let game = &reading.file.games[0];
        let replayed = game.replay().unwrap();
        // A pass at the very end of an unfinished game is not stored.
        prop_assert_eq!(replayed.last.black(), sheet.replay().unwrap().last().black());
        prop_assert!(game.score_agrees(&replayed));
        let black = sheet.result.unwrap().difference_halves;
        prop_assert_eq!(i32::from(game.score).cmp(&32), black.cmp(&0));
    }

    #[test]
    fn damaged_files_never_panic(lots in prop::collection::vec(any::<u8>(), 0..80), cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), keep in any::<prop::sample::Index>()) {
        let sheet = sheet(&lots);
        let files = wthor_of_sheets("Test Open", 2026, day(), std::slice::from_ref(&sheet));
        let texts = [write_ggf(&sheet).0.into_bytes(), write_annotated(&sheet).into_bytes(), files.games.write(), files.players.write()];
        for mut bytes in texts {
            for (place, byte) in &cuts {
                let place = place.index(bytes.len());
                bytes[place] = *byte;
            }
            bytes.truncate(keep.index(bytes.len() + 1));
            for game in read_ggf(&bytes).games {
                if let Ok(sheet) = game.sheet {
                    let _ = sheet.replay();
                }
            }
            if let Ok(games) = read_annotated(&bytes) {
                for (_, sheet) in games {
                    let _ = sheet.replay();
                }
            }
            if let Ok(reading) = WthorGames::read(&bytes) {
                for game in reading.file.games {
                    let _ = game.replay();
                    let _ = game.text();
                }
            }
            let _ = WthorNames::read(WthorNameKind::Players, &bytes);
        }
    }
}

fn day() -> WthorDay {
    WthorDay {
        year: 2026,
        month: 11,
        day: 15,
    }
}

#[test]
fn ggf_of_servers_is_read_with_counts_two_games_a_line_and_their_habits() {
    let text = "2 (;GM[othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[a]PW[b]RB[1800.5]TB[15:00//02:00]TW[05:00]TY[s8]RE[-40.00:t]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[d3//0.01]W[c3/-1.5]B[pass];)(;GM[Othello]TY[8]RE[?]B[F5]W[PA/1/2];)\n\
        (;GM[Othello]TY[8kr]B[F5];)\n(;GM[Chess];)\n(;GM[Othello]TY[10];)\n(;GM[Othello]B[F5\n(;GM[Othello]B[F5];)";
    let games = read_ggf(text.as_bytes()).games;
    let read: Vec<(usize, bool)> = games
        .iter()
        .map(|game| (game.line, game.sheet.is_ok()))
        .collect();
    assert_eq!(
        read,
        [
            (1, true),
            (1, true),
            (2, false),
            (3, false),
            (4, false),
            (5, false),
            (6, true)
        ]
    );
    let first = games[0].sheet.as_ref().unwrap();
    assert_eq!(first.start, Position::start());
    assert_eq!(
        first.played,
        Some(SheetDate::Day("2003-12-15".parse().unwrap()))
    );
    assert_eq!(first.players.black.rating, Some(1800));
    assert_eq!(first.result.unwrap().ending, SheetEnding::Time);
    assert_eq!(first.clocks.unwrap().white.main, Millis::minutes(5));
    assert_eq!(first.moves[0].used, Some(Millis(10)));
    assert_eq!(first.moves[1].eval.as_deref(), Some("-1.5"));
    assert_eq!(first.moves[2].mv, Move::Pass);
    assert_eq!(
        games[5].sheet.as_ref().unwrap_err().to_string(),
        "The game that begins here has no ';)', so the file is cut off. Copy it again."
    );
    let problem = games[1].sheet.as_ref().unwrap().replay().unwrap_err();
    assert_eq!(
        problem.to_string(),
        "Move 2, White pass: White cannot pass, because there is a legal move at f4 d6 f6."
    );
}

#[test]
fn an_improper_move_that_stood_is_kept_in_the_annotated_transcript_and_ends_the_others() {
    let mut sheet = sheet(&[0, 0, 0, 0]);
    sheet.moves[2].improper = Some(SheetImproper {
        fault: Fault::Flips,
        flipped: SquareSet::EMPTY,
    });
    let read = read_annotated(write_annotated(&sheet).as_bytes()).unwrap();
    assert_eq!(read[0].1, as_annotated_tells(sheet.clone()));
    assert_eq!(
        write_ggf(&sheet).1.unwrap().to_string(),
        "move 3 was improper and was not corrected, so the moves from there on are left out and only the result is kept"
    );
    let files = wthor_of_sheets("Test Open", 2026, day(), &[sheet]);
    assert_eq!(files.left_out[0].why, WthorLeftOutWhy::Improper);
    assert_eq!(files.games.games[0].text().len(), 4);
}

#[test]
fn names_are_latin1_and_end_in_their_field() {
    let names = WthorNames {
        kind: WthorNameKind::Tournaments,
        created: day(),
        names: vec![
            "Diverses parties".into(),
            "Préqualif".into(),
            "A name that is far too long for it".into(),
            "Łódź 例".into(),
        ],
    };
    let bytes = names.write();
    assert_eq!(bytes.len(), 16 + 4 * 26);
    let read = WthorNames::read(WthorNameKind::Tournaments, &bytes).unwrap();
    assert!(read.strange.is_empty());
    assert_eq!(read.file.names[1], "Préqualif");
    assert_eq!(read.file.names[2], "A name that is far too lo");
    assert_eq!(read.file.names[3], "Lódz ?");
}

#[test]
fn a_wthor_file_that_was_cut_or_is_of_another_kind_says_so() {
    let sheet = sheet(&[3; 70]);
    let files = wthor_of_sheets("Test Open", 2026, day(), &[sheet.clone(), sheet]);
    let mut bytes = files.games.write();
    bytes.truncate(bytes.len() - 10);
    let reading = WthorGames::read(&bytes).unwrap();
    assert_eq!(reading.file.games.len(), 1);
    assert_eq!(
        reading.strange,
        [
            WthorWarning::Count { said: 2, found: 1 },
            WthorWarning::CutOff { bytes: 58 }
        ]
    );
    assert!(
        WthorGames::read(&files.players.write())
            .unwrap_err()
            .to_string()
            .contains("not a file of games")
    );
    assert!(
        WthorNames::read(WthorNameKind::Players, &bytes)
            .unwrap_err()
            .to_string()
            .contains("not a file of players")
    );
    bytes[12] = 10;
    assert!(WthorGames::read(&bytes).is_err());
    assert!(
        WthorGames::read(&bytes[..10])
            .unwrap_err()
            .to_string()
            .contains("10 bytes")
    );
}

#[test]
fn a_move_after_the_end_of_the_moves_and_a_byte_that_is_no_square_are_named() {
    let sheet = sheet(&[3; 20]);
    let mut games = wthor_of_sheets("Test Open", 2026, day(), &[sheet]).games;
    games.games[0].stored[5] = 99;
    assert!(games.games[0].replay().is_err());
    assert!(games.games[0].text().contains("<99>"));
    games.games[0].stored[5] = 0;
    assert!(games.games[0].replay().is_err());
}

#[test]
fn sides_that_do_not_fit_are_refused() {
    let mut sheet = sheet(&[0, 0]);
    sheet.moves[1].side = Side::Black;
    assert_eq!(sheet.replay().unwrap_err().number, 2);
}
