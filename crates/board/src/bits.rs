//! Mobility and flips of one position on plain 64-bit words, on any machine.
//!
//! A line is followed by doubling: after `hostile` neighbours of the mover, twice two more steps cover the six discs
//! that can lie between two others. Columns a and h are cut from the hostile discs so that no line runs round the edge.

/// Everything but the columns a and h.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares on which `own` flanks at least one disc of `hostile`.
#[inline]
pub(crate) const fn mobility(own: u64, hostile: u64) -> u64 {
    let inner = hostile & INNER;
    let reach = reach::<1>(own, inner)
        | reach::<7>(own, inner)
        | reach::<9>(own, inner)
        | reach::<8>(own, hostile);
    reach & !(own | hostile)
}

/// The squares behind lines of `hostile` discs that begin at an `own` disc, both ways along one axis.
#[inline]
const fn reach<const S: u32>(own: u64, hostile: u64) -> u64 {
    let up_pairs = hostile & (hostile << S);
    let down_pairs = up_pairs >> S;
    let mut up = hostile & (own << S);
    let mut down = hostile & (own >> S);
    up |= hostile & (up << S);
    down |= hostile & (down >> S);
    // A pair ends two squares on; its discs are both hostile, so two steps may be taken at once.
    up |= up_pairs & (up << (2 * S));
    down |= down_pairs & (down >> (2 * S));
    up |= up_pairs & (up << (2 * S));
    down |= down_pairs & (down >> (2 * S));
    (up << S) | (down >> S)
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

#[inline]
const fn axis_flips<const S: u32>(own: u64, hostile: u64, square: u64) -> u64 {
    let up_pairs = hostile & (hostile << S);
    let down_pairs = up_pairs >> S;
    let mut up = hostile & (square << S);
    let mut down = hostile & (square >> S);
    up |= hostile & (up << S);
    down |= hostile & (down >> S);
    up |= up_pairs & (up << (2 * S));
    down |= down_pairs & (down >> (2 * S));
    up |= up_pairs & (up << (2 * S));
    down |= down_pairs & (down >> (2 * S));
    let up_closed = if (up << S) & own != 0 { up } else { 0 };
    let down_closed = if (down >> S) & own != 0 { down } else { 0 };
    up_closed | down_closed
}
