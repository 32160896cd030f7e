//! Four words at a time.

use core::arch::x86_64::*;

use crate::blocks::{self, Blocks, Reached};
use crate::fast_replay;
use crate::instructions::Computation;
use crate::simd::Task;

const LANES: usize = 4;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
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

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn compute<C: Computation>(computation: C) -> C::Output {
    computation.run(
        |own, hostile, square| flips_one(own, hostile, square),
        |own, hostile| mobility_one(own, hostile),
    )
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn advance(block: Blocks<'_>) -> Reached<LANES> {
    let (own, hostile) = make(load(block.own), load(block.hostile), load(block.square));
    Reached {
        own: store(own),
        hostile: store(hostile),
        moves: store(mobility(own, hostile)),
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn leaves(blocks: Blocks<'_>) -> u64 {
    let squares = blocks.square.chunks_exact(LANES);
    let blocks = blocks
        .own
        .chunks_exact(LANES)
        .zip(blocks.hostile.chunks_exact(LANES))
        .zip(squares);
    let mut lines = 0;
    for ((own, hostile), square) in blocks {
        let (own, hostile) = make(load(own), load(hostile), load(square));
        for moves in store(mobility(own, hostile)) {
            lines += u64::from(moves.count_ones()).max(1);
        }
    }
    lines
}

/// The discs of the next side to move and of the one that moved.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn make(own: __m256i, hostile: __m256i, square: __m256i) -> (__m256i, __m256i) {
    let inner = _mm256_and_si256(hostile, inner_columns());
    let rows = _mm256_or_si256(
        axis_flips::<1, 2>(own, inner, square),
        axis_flips::<8, 16>(own, hostile, square),
    );
    let diagonals = _mm256_or_si256(
        axis_flips::<7, 14>(own, inner, square),
        axis_flips::<9, 18>(own, inner, square),
    );
    let flips = _mm256_or_si256(rows, diagonals);
    (
        _mm256_xor_si256(hostile, flips),
        _mm256_or_si256(_mm256_or_si256(own, square), flips),
    )
}

/// As [`bits::flips`](crate::bits), one axis.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn axis_flips<const S: i32, const TWICE: i32>(
    own: __m256i,
    hostile: __m256i,
    square: __m256i,
) -> __m256i {
    let (up, down) = fill::<S, TWICE>(square, hostile);
    let up_closer = _mm256_and_si256(_mm256_slli_epi64::<S>(up), own);
    let down_closer = _mm256_and_si256(_mm256_srli_epi64::<S>(down), own);
    _mm256_or_si256(keep_closed(up, up_closer), keep_closed(down, down_closer))
}

/// The lines that have a closing disc.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn keep_closed(line: __m256i, closer: __m256i) -> __m256i {
    _mm256_andnot_si256(_mm256_cmpeq_epi64(closer, _mm256_setzero_si256()), line)
}

/// As [`bits::mobility`](crate::bits).
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn mobility(own: __m256i, hostile: __m256i) -> __m256i {
    let inner = _mm256_and_si256(hostile, inner_columns());
    let rows = _mm256_or_si256(reach::<1, 2>(own, inner), reach::<8, 16>(own, hostile));
    let diagonals = _mm256_or_si256(reach::<7, 14>(own, inner), reach::<9, 18>(own, inner));
    _mm256_andnot_si256(
        _mm256_or_si256(own, hostile),
        _mm256_or_si256(rows, diagonals),
    )
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn reach<const S: i32, const TWICE: i32>(own: __m256i, hostile: __m256i) -> __m256i {
    let (up, down) = fill::<S, TWICE>(own, hostile);
    _mm256_or_si256(_mm256_slli_epi64::<S>(up), _mm256_srli_epi64::<S>(down))
}

/// The lines of hostile discs that begin beside `from`, both ways along an axis.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn fill<const S: i32, const TWICE: i32>(from: __m256i, hostile: __m256i) -> (__m256i, __m256i) {
    let up_pairs = _mm256_and_si256(hostile, _mm256_slli_epi64::<S>(hostile));
    let down_pairs = _mm256_srli_epi64::<S>(up_pairs);
    let mut up = _mm256_and_si256(hostile, _mm256_slli_epi64::<S>(from));
    let mut down = _mm256_and_si256(hostile, _mm256_srli_epi64::<S>(from));
    up = or_and(up, hostile, _mm256_slli_epi64::<S>(up));
    down = or_and(down, hostile, _mm256_srli_epi64::<S>(down));
    up = or_and(up, up_pairs, _mm256_slli_epi64::<TWICE>(up));
    down = or_and(down, down_pairs, _mm256_srli_epi64::<TWICE>(down));
    up = or_and(up, up_pairs, _mm256_slli_epi64::<TWICE>(up));
    down = or_and(down, down_pairs, _mm256_srli_epi64::<TWICE>(down));
    (up, down)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn or_and(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    _mm256_or_si256(a, _mm256_and_si256(b, c))
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn inner_columns() -> __m256i {
    _mm256_set1_epi64x(INNER)
}

const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The flips of one disc, the four axes side by side.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn flips_one(own: u64, hostile: u64, square: u64) -> u64 {
    let steps = _mm256_set_epi64x(1, 7, 8, 9);
    let twice = _mm256_set_epi64x(2, 14, 16, 18);
    let own = _mm256_set1_epi64x(own.cast_signed());
    let within = _mm256_set_epi64x(INNER, INNER, -1, INNER);
    let hostile = _mm256_and_si256(within, _mm256_set1_epi64x(hostile.cast_signed()));
    let square = _mm256_set1_epi64x(square.cast_signed());
    let up_pairs = _mm256_and_si256(hostile, _mm256_sllv_epi64(hostile, steps));
    let down_pairs = _mm256_srlv_epi64(up_pairs, steps);
    let mut up = _mm256_and_si256(hostile, _mm256_sllv_epi64(square, steps));
    let mut down = _mm256_and_si256(hostile, _mm256_srlv_epi64(square, steps));
    up = or_and(up, hostile, _mm256_sllv_epi64(up, steps));
    down = or_and(down, hostile, _mm256_srlv_epi64(down, steps));
    up = or_and(up, up_pairs, _mm256_sllv_epi64(up, twice));
    down = or_and(down, down_pairs, _mm256_srlv_epi64(down, twice));
    up = or_and(up, up_pairs, _mm256_sllv_epi64(up, twice));
    down = or_and(down, down_pairs, _mm256_srlv_epi64(down, twice));
    let up = keep_closed(up, _mm256_and_si256(_mm256_sllv_epi64(up, steps), own));
    let down = keep_closed(down, _mm256_and_si256(_mm256_srlv_epi64(down, steps), own));
    any_lane(_mm256_or_si256(up, down))
}

/// The legal moves of one position, the four axes side by side.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
pub(super) fn mobility_one(own: u64, hostile: u64) -> u64 {
    let steps = _mm256_set_epi64x(1, 7, 8, 9);
    let twice = _mm256_set_epi64x(2, 14, 16, 18);
    let empty = !(own | hostile);
    let own = _mm256_set1_epi64x(own.cast_signed());
    let within = _mm256_set_epi64x(INNER, INNER, -1, INNER);
    let hostile = _mm256_and_si256(within, _mm256_set1_epi64x(hostile.cast_signed()));
    let up_pairs = _mm256_and_si256(hostile, _mm256_sllv_epi64(hostile, steps));
    let down_pairs = _mm256_srlv_epi64(up_pairs, steps);
    let mut up = _mm256_and_si256(hostile, _mm256_sllv_epi64(own, steps));
    let mut down = _mm256_and_si256(hostile, _mm256_srlv_epi64(own, steps));
    up = or_and(up, hostile, _mm256_sllv_epi64(up, steps));
    down = or_and(down, hostile, _mm256_srlv_epi64(down, steps));
    up = or_and(up, up_pairs, _mm256_sllv_epi64(up, twice));
    down = or_and(down, down_pairs, _mm256_srlv_epi64(down, twice));
    up = or_and(up, up_pairs, _mm256_sllv_epi64(up, twice));
    down = or_and(down, down_pairs, _mm256_srlv_epi64(down, twice));
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
    any_lane(ends) & empty
}

/// The bits that any of the four words has.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn any_lane(words: __m256i) -> u64 {
    let pair = _mm_or_si128(
        _mm256_castsi256_si128(words),
        _mm256_extracti128_si256::<1>(words),
    );
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))).cast_unsigned()
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
fn load(words: &[u64]) -> __m256i {
    let [a, b, c, d] = *words.first_chunk().expect("a block has four words");
    let s = u64::cast_signed;
    _mm256_set_epi64x(s(d), s(c), s(b), s(a))
}

/// The four words of a register.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[inline]
pub(super) fn store(words: __m256i) -> [u64; LANES] {
    [
        _mm256_extract_epi64::<0>(words).cast_unsigned(),
        _mm256_extract_epi64::<1>(words).cast_unsigned(),
        _mm256_extract_epi64::<2>(words).cast_unsigned(),
        _mm256_extract_epi64::<3>(words).cast_unsigned(),
    ]
}
