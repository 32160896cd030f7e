//! What holds for every position and every text.

use outflank_board::{
    Move, Obf, ObfItem, PassStyle, Position, Side, Square, SquareSet, Symmetry, Transcript,
    canonical, explain, fast_replay, fast_replay_portable, perft, perft_portable, perft_split,
    replay,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Any discs on any squares, most of which legal play cannot reach.
fn any_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>()).prop_map(
        |(filled, thinner, colour, black)| {
            // Some boards are sparse and some crowded, so that lines of all lengths and ends occur.
            let filled = match thinner % 4 {
                0 => filled & thinner,
                1 => filled | thinner,
                _ => filled,
            };
            Position::empty()
                .with_discs(Side::Black, SquareSet(filled & colour))
                .with_discs(Side::White, SquareSet(filled & !colour))
                .with_to_move(if black { Side::Black } else { Side::White })
        },
    )
}

/// A game played by taking the n-th legal move for each n given, until it is over or the list is.
fn played(choices: &[u8]) -> Vec<Move> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for choice in choices {
        let options = perft_split(&position);
        if options.is_empty() {
            break;
        }
        let (mv, next) = options[usize::from(*choice) % options.len()];
        moves.push(mv);
        position = next;
    }
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(2), ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn symmetries_commute_with_the_rules(position in any_position(), square in 0_u8..64) {
        let square = Square::from_index(square).unwrap();
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(&position);
            for side in Side::BOTH {
                prop_assert_eq!(image.legal_moves_of(side), symmetry.squares(position.legal_moves_of(side)));
                let flips = symmetry.squares(position.flips(side, square));
                prop_assert_eq!(image.flips(side, symmetry.square(square)), flips);
            }
            prop_assert_eq!(canonical(&image), canonical(&position));
            prop_assert_eq!(symmetry.inverse().position(&image), position);
        }
    }

    #[test]
    fn the_lines_told_are_the_discs_turned(position in any_position(), square in 0_u8..64) {
        let square = Square::from_index(square).unwrap();
        for side in Side::BOTH {
            let told = explain(&position, side, square).map_or(SquareSet::EMPTY, |lines| {
                lines.iter().filter(|line| line.flanks()).flat_map(|line| line.passed.clone()).collect()
            });
            prop_assert_eq!(told, position.flips(side, square));
            prop_assert_eq!(position.legal_moves_of(side).contains(square), !told.is_empty());
        }
    }

    #[test]
    fn all_ways_count_the_same_lines(position in any_position()) {
        for depth in 0..4 {
            let lines = perft(&position, depth);
            prop_assert_eq!(perft_portable(&position, depth), lines);
            let split = perft_split(&position);
            let sum: u64 = split.iter().map(|(_, next)| perft(next, depth)).sum();
            prop_assert_eq!(perft(&position, depth + 1), sum.max(u64::from(split.is_empty())));
        }
    }

    #[test]
    fn diagrams_and_obf_come_back_as_they_were(
        position in any_position(),
        items in vec((proptest::option::of(0_u8..64), -64_i16..=64), 0..10),
        filler in any::<bool>(),
    ) {
        let side = position.to_move();
        for text in [position.diagram(), position.diagram_in_one_line(), position.diagram_with_border()] {
            prop_assert_eq!(Position::from_diagram(&text, side), Ok(position));
        }
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        let mut items: Vec<ObfItem> = items
            .into_iter()
            .map(|(square, score)| {
                let mv = square.and_then(Square::from_index).map_or(Move::Pass, Move::Disc);
                ObfItem::Scored { mv, score }
            })
            .collect();
        items.extend(filler.then_some(ObfItem::Filler));
        let obf = Obf { position, items };
        prop_assert_eq!(obf.to_string().parse(), Ok(obf));
    }

    #[test]
    fn transcripts_come_back_as_they_were(choices in vec(any::<u8>(), 0..130)) {
        let moves = played(&choices);
        let written: Transcript = moves.iter().copied().collect();
        let game = replay(&written, Position::start()).unwrap();
        prop_assert_eq!(game.transcript(), written.clone());
        for style in PassStyle::ALL {
            for text in [written.text(style), written.text_with_blanks(style), written.text(style).to_uppercase()] {
                let read = Transcript::parse(&text).unwrap();
                if style != PassStyle::Omitted {
                    prop_assert_eq!(&read, &written);
                }
                // Without its last pass a game is a little shorter.
                let again = replay(&read, Position::start()).unwrap();
                prop_assert!(game.transcript().text(style).starts_with(&again.transcript().text(style)));
                let fast = fast_replay(text.as_bytes()).unwrap();
                prop_assert_eq!(fast_replay_portable(text.as_bytes()).unwrap(), fast);
                prop_assert_eq!(usize::from(fast.moves), again.discs_placed());
                prop_assert_eq!(usize::from(fast.passes), again.passes());
                prop_assert_eq!(fast.last, again.last());
                prop_assert_eq!(fast.complete, again.complete);
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(bytes in vec(any::<u8>(), 0..200)) {
        read_everything(&bytes);
    }

    #[test]
    fn no_almost_good_text_makes_a_reader_panic(text in "[a-iA-H0-9psPS+:;/ .BWXO*\n|é-]{0,120}") {
        read_everything(text.as_bytes());
    }

    #[test]
    fn a_damaged_text_is_refused_or_read_but_never_a_panic(
        choices in vec(any::<u8>(), 0..70),
        position in any_position(),
        at in any::<usize>(),
        byte in any::<u8>(),
    ) {
        let transcript: Transcript = played(&choices).into_iter().collect();
        let obf = Obf { position, items: vec![ObfItem::Filler] }.to_string();
        for text in [transcript.to_string(), position.diagram(), position.diagram_with_border(), position.to_string(), obf] {
            let mut bytes = text.into_bytes();
            if !bytes.is_empty() {
                let at = at % bytes.len();
                bytes[at] = byte;
            }
            read_everything(&bytes);
        }
    }
}

fn read_everything(bytes: &[u8]) {
    let fast = fast_replay(bytes);
    assert_eq!(fast_replay_portable(bytes), fast);
    let text = String::from_utf8_lossy(bytes);
    if let Ok(transcript) = Transcript::parse(&text) {
        let again: Transcript = transcript.moves().collect();
        assert_eq!(Transcript::parse(&transcript.to_string()), Ok(again));
        drop(replay(&transcript, Position::start()).map_err(|error| error.to_string()));
    }
    if let Ok(position) = Position::from_diagram(&text, Side::Black) {
        assert_eq!(
            Position::from_diagram(&position.diagram(), Side::Black),
            Ok(position)
        );
    }
    if let Ok(obf) = text.parse::<Obf>() {
        assert_eq!(obf.to_string().parse(), Ok(obf));
    }
    drop(text.parse::<Position>().map_err(|error| error.to_string()));
    drop(text.parse::<Square>().map_err(|error| error.to_string()));
    drop(text.parse::<SquareSet>().map_err(|error| error.to_string()));
    drop(text.parse::<Move>().map_err(|error| error.to_string()));
    drop(text.parse::<Side>().map_err(|error| error.to_string()));
}
