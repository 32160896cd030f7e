//! Eight words at a time.

use core::arch::x86_64::*;

use crate::blocks::{self, Blocks, Reached};
use crate::fast_replay;
use crate::instructions::Computation;
use crate::simd::Task;

const LANES: usize = 8;

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
pub(super) fn run(task: Task<'_>) {
    match task {
        Task::Perft {
            own,
            hostile,
            depth,
            lines,
        } => {
            *lines = blocks::count::<LANES>(
                own,
                hostile,
                depth,
                |block| advance(block),
                |blocks| leaves(blocks),
            );
        }
        #[cfg(test)]
        Task::Steps { blocks, reached } => blocks.each(|block| advance(block), reached),
        #[cfg(test)]
        Task::Flips {
            own,
            hostile,
            square,
            flips,
        } => *flips = flips_one(own, hostile, square),
        Task::Replay { transcript, game } => {
            *game = fast_replay::play_through(transcript, |own, hostile, square| {
                flips_one(own, hostile, square)
            });
        }
    }
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
pub(super) fn compute<C: Computation>(computation: C) -> C::Output {
    computation.run(
        |own, hostile, square| flips_one(own, hostile, square),
        |own, hostile| super::avx2::mobility_one(own, hostile),
    )
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
fn advance(block: Blocks<'_>) -> Reached<LANES> {
    let (own, hostile) = make(load(block.own), load(block.hostile), load(block.square));
    Reached {
        own: store(own),
        hostile: store(hostile),
        moves: store(mobility(own, hostile)),
    }
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
fn leaves(blocks: Blocks<'_>) -> u64 {
    let squares = blocks.square.chunks_exact(LANES);
    let blocks = blocks
        .own
        .chunks_exact(LANES)
        .zip(blocks.hostile.chunks_exact(LANES))
        .zip(squares);
    let mut lines = _mm512_setzero_si512();
    for ((own, hostile), square) in blocks {
        let (own, hostile) = make(load(own), load(hostile), load(square));
        let moves = _mm512_popcnt_epi64(mobility(own, hostile));
        lines = _mm512_add_epi64(lines, _mm512_max_epu64(moves, _mm512_set1_epi64(1)));
    }
    _mm512_reduce_add_epi64(lines).cast_unsigned()
}

/// The discs of the next side to move and of the one that moved.
#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn make(own: __m512i, hostile: __m512i, square: __m512i) -> (__m512i, __m512i) {
    let inner = _mm512_and_si512(hostile, inner_columns());
    let mut flips = axis_flips::<1, 2>(_mm512_setzero_si512(), own, inner, square);
    flips = axis_flips::<7, 14>(flips, own, inner, square);
    flips = axis_flips::<9, 18>(flips, own, inner, square);
    flips = axis_flips::<8, 16>(flips, own, hostile, square);
    (
        _mm512_xor_si512(hostile, flips),
        _mm512_or_si512(_mm512_or_si512(own, square), flips),
    )
}

/// As [`bits::flips`](crate::bits), one axis, added to `flips`.
#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn axis_flips<const S: u32, const TWICE: u32>(
    flips: __m512i,
    own: __m512i,
    hostile: __m512i,
    square: __m512i,
) -> __m512i {
    let (up, down) = fill::<S, TWICE>(square, hostile);
    let up_closed = _mm512_test_epi64_mask(_mm512_slli_epi64::<S>(up), own);
    let down_closed = _mm512_test_epi64_mask(_mm512_srli_epi64::<S>(down), own);
    let flips = _mm512_mask_or_epi64(flips, up_closed, flips, up);
    _mm512_mask_or_epi64(flips, down_closed, flips, down)
}

/// As [`bits::mobility`](crate::bits).
#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn mobility(own: __m512i, hostile: __m512i) -> __m512i {
    let inner = _mm512_and_si512(hostile, inner_columns());
    let rows = _mm512_or_si512(reach::<1, 2>(own, inner), reach::<8, 16>(own, hostile));
    let diagonals = _mm512_or_si512(reach::<7, 14>(own, inner), reach::<9, 18>(own, inner));
    _mm512_andnot_si512(
        _mm512_or_si512(own, hostile),
        _mm512_or_si512(rows, diagonals),
    )
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn reach<const S: u32, const TWICE: u32>(own: __m512i, hostile: __m512i) -> __m512i {
    let (up, down) = fill::<S, TWICE>(own, hostile);
    _mm512_or_si512(_mm512_slli_epi64::<S>(up), _mm512_srli_epi64::<S>(down))
}

/// The lines of hostile discs that begin beside `from`, both ways along an axis.
#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn fill<const S: u32, const TWICE: u32>(from: __m512i, hostile: __m512i) -> (__m512i, __m512i) {
    let up_pairs = _mm512_and_si512(hostile, _mm512_slli_epi64::<S>(hostile));
    let down_pairs = _mm512_srli_epi64::<S>(up_pairs);
    let mut up = _mm512_and_si512(hostile, _mm512_slli_epi64::<S>(from));
    let mut down = _mm512_and_si512(hostile, _mm512_srli_epi64::<S>(from));
    up = or_and(up, hostile, _mm512_slli_epi64::<S>(up));
    down = or_and(down, hostile, _mm512_srli_epi64::<S>(down));
    up = or_and(up, up_pairs, _mm512_slli_epi64::<TWICE>(up));
    down = or_and(down, down_pairs, _mm512_srli_epi64::<TWICE>(down));
    up = or_and(up, up_pairs, _mm512_slli_epi64::<TWICE>(up));
    down = or_and(down, down_pairs, _mm512_srli_epi64::<TWICE>(down));
    (up, down)
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0b1111_1000>(a, b, c)
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn inner_columns() -> __m512i {
    _mm512_set1_epi64(0x7e7e_7e7e_7e7e_7e7e)
}

/// The flips of one disc, the eight directions side by side.
///
/// A rotation stands for the shift either way; `landing` cuts off what would come in at the other end of the board.
#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn flips_one(own: u64, hostile: u64, square: u64) -> u64 {
    let steps = _mm512_set_epi64(1, 7, 8, 9, 63, 57, 56, 55);
    let twice = _mm512_set_epi64(2, 14, 16, 18, 62, 50, 48, 46);
    let landing = _mm512_set_epi64(
        !FIRST_COLUMN,
        !LAST_COLUMN & !FIRST_ROW,
        !FIRST_ROW,
        !FIRST_COLUMN & !FIRST_ROW,
        !LAST_COLUMN,
        !FIRST_COLUMN & !LAST_ROW,
        !LAST_ROW,
        !LAST_COLUMN & !LAST_ROW,
    );
    let own = _mm512_and_si512(landing, _mm512_set1_epi64(own.cast_signed()));
    let hostile = _mm512_and_si512(landing, _mm512_set1_epi64(hostile.cast_signed()));
    let square = _mm512_set1_epi64(square.cast_signed());
    let pairs = _mm512_and_si512(hostile, _mm512_rolv_epi64(hostile, steps));
    let mut line = _mm512_and_si512(hostile, _mm512_rolv_epi64(square, steps));
    line = or_and(line, hostile, _mm512_rolv_epi64(line, steps));
    line = or_and(line, pairs, _mm512_rolv_epi64(line, twice));
    line = or_and(line, pairs, _mm512_rolv_epi64(line, twice));
    let closed = _mm512_test_epi64_mask(_mm512_rolv_epi64(line, steps), own);
    _mm512_mask_reduce_or_epi64(closed, line).cast_unsigned()
}

const FIRST_COLUMN: i64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: i64 = FIRST_COLUMN << 7;
const FIRST_ROW: i64 = 0xff;
const LAST_ROW: i64 = 0xff << 56;

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn load(words: &[u64]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = *words.first_chunk().expect("a block has eight words");
    let s = u64::cast_signed;
    _mm512_set_epi64(s(h), s(g), s(f), s(e), s(d), s(c), s(b), s(a))
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
#[inline]
fn store(words: __m512i) -> [u64; LANES] {
    let (low, high) = (
        _mm512_extracti64x4_epi64::<0>(words),
        _mm512_extracti64x4_epi64::<1>(words),
    );
    let [a, b, c, d] = super::avx2::store(low);
    let [e, f, g, h] = super::avx2::store(high);
    [a, b, c, d, e, f, g, h]
}
