//! Names of openings: our own table of positions and names.
//!
//! The table lists move sequences only to name the positions they end in. A position is recognised after any order of moves
//! and in any of the eight orientations. Names are those that players use; where each was seen is in `docs/openings.md`.

use std::collections::HashMap;
use std::sync::LazyLock;

use outflank_board::{Move, Position, Square, canonical};

/// Names and the moves to the positions they stand for.
const OPENINGS: [(&str, &str); 58] = [
    ("Diagonal", "c4c3"),
    ("Parallel", "c4c5"),
    ("Perpendicular", "c4e3"),
    ("X-square", "c4c3d3c5b2"),
    ("Snake", "c4c3d3c5b3"),
    ("Lysons", "c4c3d3c5b3f3"),
    ("Pyramid", "c4c3d3c5b3f4b5b4c6d6f5"),
    ("Heath", "c4c3d3c5b4"),
    ("Mimura variation II", "c4c3d3c5b4d2c2f4d6c6f5e6f7"),
    ("Heath-Bat", "c4c3d3c5b4d2d6"),
    ("Iwasaki variation", "c4c3d3c5b4d2e2"),
    ("Heath-Chimney", "c4c3d3c5b4e3"),
    ("Raccoon Dog", "c4c3d3c5b5"),
    ("Rocket", "c4c3d3c5b6"),
    ("Hamilton", "c4c3d3c5b6c6b5"),
    ("Lollipop", "c4c3d3c5b6e3"),
    ("Cow", "c4c3d3c5d6"),
    ("Chimney", "c4c3d3c5d6e3"),
    ("Bat", "c4c3d3c5d6f4b4"),
    ("Melnikov", "c4c3d3c5d6f4b4b6b5c6f5"),
    ("Rose-v-Toth", "c4c3d3c5d6f4f5"),
    ("Tanida", "c4c3d3c5d6f4f5d2"),
    ("Aircraft", "c4c3d3c5d6f4f5d2b5"),
    ("Sailboat", "c4c3d3c5d6f4f5d2g4d7"),
    ("Maruoka", "c4c3d3c5d6f4f5e6c6d7"),
    ("Landau", "c4c3d3c5d6f4f5e6f6"),
    ("Buffalo", "c4c3d3c5f6"),
    ("Maruoka Buffalo", "c4c3d3c5f6e2c6"),
    ("Tanida Buffalo", "c4c3d3c5f6e3c6f5f4g5"),
    ("Hokuriku Buffalo", "c4c3d3c5f6f5"),
    ("Wing variation", "c4c3e6c5"),
    ("Semi-Wing variation", "c4c3f5c5"),
    ("Mimura", "c4e3f4c5d6e6"),
    ("Shaman", "c4e3f4c5d6f3c6"),
    ("Inoue", "c4e3f4c5d6f3d3"),
    ("Iago", "c4e3f4c5d6f3d3c3"),
    ("Bhagat", "c4e3f4c5d6f3e2"),
    ("Rose", "c4e3f4c5d6f3e6c3d3e2"),
    ("Murakami variation", "c4e3f4c5d6f3e6c3d3e2b5f5b3"),
    ("Brightstein", "c4e3f4c5d6f3e6c3d3e2b6f5b4f6g5d7"),
    ("Greenberg", "c4e3f4c5d6f3e6c3d3e2d2"),
    ("Ralle", "c4e3f4c5d6f3e6c6"),
    ("Horse", "c4e3f4c5e6"),
    ("Italian", "c4e3f5e6d3"),
    ("Cat", "c4e3f5e6f4"),
    ("Sakaguchi", "c4e3f5e6f4c5d6c6f7f3"),
    ("Berner", "c4e3f5e6f4c5d6c6f7g5g6"),
    ("Bent Ganglion", "c4e3f6b4"),
    ("Tiger", "c4e3f6e6f5"),
    ("Stephenson", "c4e3f6e6f5c5c3"),
    ("No-Kung", "c4e3f6e6f5c5c3b4"),
    ("Comp'Oth", "c4e3f6e6f5c5c3c6"),
    ("Lightning Bolt", "c4e3f6e6f5c5c3c6d6"),
    ("Kung", "c4e3f6e6f5c5c3g5"),
    ("Leader's Tiger", "c4e3f6e6f5c5d3"),
    ("Brightwell", "c4e3f6e6f5c5d6"),
    ("Tamenori", "c4e3f6e6f5c5f4g6f7d3"),
    ("Aubrey", "c4e3f6e6f5g6"),
];

static NAMES: LazyLock<HashMap<Position, &'static str>> = LazyLock::new(|| {
    let named = OPENINGS.iter().filter_map(|(name, moves)| {
        let position = after(moves)?;
        Some((canonical(&position), *name))
    });
    named.collect()
});

/// The name of the opening that a position belongs to, if the position has one itself.
///
/// ```
/// use outflank_board::{Position, fast_replay};
/// let game = fast_replay(b"f5d6c3d3c4")?;
/// assert_eq!(outflank_engine::opening_name(&game.last), Some("Tiger"));
/// # Ok::<(), outflank_board::GameError>(())
/// ```
#[must_use]
pub fn opening_name(position: &Position) -> Option<&'static str> {
    NAMES.get(&canonical(position)).copied()
}

/// The name of the last named position among those of a game.
#[must_use]
pub fn opening_of_game<'a>(
    positions: impl IntoIterator<Item = &'a Position>,
) -> Option<&'static str> {
    positions.into_iter().filter_map(opening_name).last()
}

fn after(moves: &str) -> Option<Position> {
    let bytes = moves.as_bytes().chunks_exact(2);
    bytes
        .into_iter()
        .try_fold(Position::start(), |position, pair| {
            let square: Square = std::str::from_utf8(pair).ok()?.parse().ok()?;
            position.play(Move::Disc(square)).ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_board::Symmetry;

    #[test]
    fn every_sequence_is_legal_and_names_a_position_of_its_own() {
        for (name, moves) in OPENINGS {
            let position = after(moves).unwrap_or_else(|| panic!("{name}: {moves}"));
            for symmetry in Symmetry::ALL {
                assert_eq!(opening_name(&symmetry.position(&position)), Some(name));
            }
        }
        assert_eq!(NAMES.len(), OPENINGS.len());
        assert_eq!(opening_name(&Position::start()), None);
    }

    #[test]
    fn a_game_has_the_name_of_its_last_named_position() {
        let positions: Vec<Position> = ["c4", "c4e3", "c4e3f6e6f5", "c4e3f6e6f5c5"]
            .map(|moves| after(moves).unwrap())
            .to_vec();
        assert_eq!(opening_of_game(&positions), Some("Tiger"));
    }
}
