//! Mobility and flips of one position on plain 64-bit words, on any machine.

/// Everything but the columns a and h: a line cannot go on sideways beyond a disc there, so it is cut from the hostile
/// discs of rows and diagonals and no line runs round the edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares on which `own` flanks at least one disc of `hostile`.
#[inline]
pub(crate) const fn mobility(own: u64, hostile: u64) -> u64 {
    let inner = hostile & INNER;
    let rows = reach::<1>(own, inner) | reach::<8>(own, hostile);
    let diagonals = reach::<7>(own, inner) | reach::<9>(own, inner);
    (rows | diagonals) & !(own | hostile)
}

/// The discs of `hostile` that a disc on `square` (one bit) flips.
#[inline]
pub(crate) const fn flips(own: u64, hostile: u64, square: u64) -> u64 {
    let inner = hostile & INNER;
    axis_flips::<1>(own, inner, square)
        | axis_flips::<7>(own, inner, square)
        | axis_flips::<9>(own, inner, square)
        | axis_flips::<8>(own, hostile, square)
}

/// The discs of the next side to move and of the side that moved, after a legal move or (no bit) a pass.
#[inline]
pub(crate) const fn make(own: u64, hostile: u64, square: u64) -> (u64, u64) {
    let flips = flips(own, hostile, square);
    (hostile ^ flips, own | square | flips)
}

/// The squares behind the lines of hostile discs that begin beside `own`, both ways along an axis.
#[inline]
const fn reach<const S: u32>(own: u64, hostile: u64) -> u64 {
    let (up, down) = fill::<S>(own, hostile);
    (up << S) | (down >> S)
}

/// The lines of hostile discs between `square` and `own`, both ways along an axis.
#[inline]
const fn axis_flips<const S: u32>(own: u64, hostile: u64, square: u64) -> u64 {
    let (up, down) = fill::<S>(square, hostile);
    let up_closed = if (up << S) & own != 0 { up } else { 0 };
    let down_closed = if (down >> S) & own != 0 { down } else { 0 };
    up_closed | down_closed
}

/// The lines of hostile discs that begin beside `from`, both ways along an axis.
///
/// At most six discs lie between two others: one step, one more, and twice two at once where both are hostile.
#[inline]
const fn fill<const S: u32>(from: u64, hostile: u64) -> (u64, u64) {
    let up_pairs = hostile & (hostile << S);
    let down_pairs = up_pairs >> S;
    let mut up = hostile & (from << S);
    let mut down = hostile & (from >> S);
    up |= hostile & (up << S);
    down |= hostile & (down >> S);
    up |= up_pairs & (up << (2 * S));
    down |= down_pairs & (down >> (2 * S));
    up |= up_pairs & (up << (2 * S));
    down |= down_pairs & (down >> (2 * S));
    (up, down)
}
