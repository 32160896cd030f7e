//! Discs that can never be turned over again.

/// The axes: the step between neighbours, and the squares that have no neighbour on one side or the other.
const AXES: [(u32, u64); 4] = [
    (1, 0x8181_8181_8181_8181),
    (8, 0xff00_0000_0000_00ff),
    (7, 0xff81_8181_8181_81ff),
    (9, 0xff81_8181_8181_81ff),
];

const RISING: [u64; 15] = diagonals(7);
const FALLING: [u64; 15] = diagonals(9);

/// The diagonals of a direction: the squares whose column and row have the same sum (7) or difference (9).
const fn diagonals(step: usize) -> [u64; 15] {
    let mut lines = [0; 15];
    let mut square = 0;
    while square < 64 {
        let (col, row) = (square % 8, square / 8);
        let line = if step == 7 { col + row } else { 7 + col - row };
        lines[line] |= 1 << square;
        square += 1;
    }
    lines
}

/// The discs of `own` that are certainly stable: in each of the four directions the line is full, or ends at the disc,
/// or the neighbour is a stable disc of the same side.
pub(crate) fn stable_discs(own: u64, hostile: u64) -> u64 {
    let full = full_lines(own | hostile);
    let safe: [u64; 4] = std::array::from_fn(|axis| full[axis] | AXES[axis].1);
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let mut next = own;
        for (axis, (step, _)) in AXES.into_iter().enumerate() {
            next &= safe[axis] | stable << step | stable >> step;
        }
        // A disc of the first or last column has a border on each axis but the vertical one, so nothing runs around it.
        if next | stable == stable {
            return stable;
        }
        stable |= next;
    }
}

/// The squares on full lines: rows, columns, rising and falling diagonals.
fn full_lines(filled: u64) -> [u64; 4] {
    let mut rows = filled & filled >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & 0x0101_0101_0101_0101).wrapping_mul(0xff);
    let mut columns = filled & filled.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);
    let mut diagonals = [0, 0];
    for (full, lines) in diagonals.iter_mut().zip([RISING, FALLING]) {
        for line in lines {
            if filled & line == line {
                *full |= line;
            }
        }
    }
    [rows, columns, diagonals[0], diagonals[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        assert_eq!(stable_discs(0b1, 0), 0b1);
        assert_eq!(stable_discs(0b111, 0b1000), 0b111);
        assert_eq!(stable_discs(0b110, 0b1), 0);
        // b2 needs a full diagonal or a neighbour on each axis.
        assert_eq!(stable_discs(0x0303, 0), 0x0103);
        assert_eq!(stable_discs(0x0001_0307, 0), 0x0001_0307);
    }

    #[test]
    fn on_a_full_board_all_discs_are_stable() {
        let own = 0x1234_5678_9abc_def0;
        assert_eq!(stable_discs(own, !own), own);
    }

    #[test]
    fn a_full_row_is_found_and_nothing_else() {
        assert_eq!(full_lines(0xff00)[0], 0xff00);
        assert_eq!(full_lines(0x7f00)[0], 0);
        assert_eq!(full_lines(0x0404_0404_0404_0404)[1], 0x0404_0404_0404_0404);
        assert_eq!(
            full_lines(0x8040_2010_0804_0201)[3],
            0x8040_2010_0804_0201 | full_lines(0x8040_2010_0804_0201)[3]
        );
    }
}
