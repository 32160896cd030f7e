//! The steps of [`blocks`](crate::blocks) and of the fast replay in vector registers.
//!
//! Which instructions the machine has is asked at run time; [`run_on`] enters the code compiled for them, once for a whole
//! perft or replay. Inside, the vector operations are safe functions of the detected features.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "code compiled for detected instructions is entered in two unsafe blocks"
    )
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use crate::FastReplay;
use crate::instructions::Computation;

/// What to compute, and where the answer goes.
pub(crate) enum Task<'a> {
    /// Counting lines of play.
    Perft {
        own: u64,
        hostile: u64,
        depth: u8,
        lines: &'a mut u64,
    },
    /// Making moves and finding the legal ones after them; what fills no block is left out.
    #[cfg(test)]
    Steps {
        blocks: crate::blocks::Blocks<'a>,
        reached: &'a mut Vec<[u64; 3]>,
    },
    /// Flipping for one disc.
    #[cfg(test)]
    Flips {
        own: u64,
        hostile: u64,
        square: u64,
        flips: &'a mut u64,
    },
    /// Replaying a transcript.
    Replay {
        transcript: &'a [u8],
        game: &'a mut Option<FastReplay>,
    },
}

/// The instructions in use, each with those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Path {
    /// Plain words.
    Portable,
    /// Four words at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Eight words at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Path {
    /// The best this machine has; the standard library remembers what it found out.
    pub(crate) fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        if Self::has_avx2() {
            return if Self::has_avx512() {
                Self::Avx512
            } else {
                Self::Avx2
            };
        }
        Self::Portable
    }

    /// All this machine has, the best last.
    pub(crate) fn available() -> Vec<Self> {
        let mut paths = vec![
            Self::Portable,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512,
        ];
        paths.retain(|path| *path <= Self::detected());
        paths
    }

    #[cfg(target_arch = "x86_64")]
    fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
    }

    #[cfg(target_arch = "x86_64")]
    fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vpopcntdq")
    }

    /// The name people are shown.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "AVX-512",
        }
    }
}

/// Does the task with these instructions, or with lesser ones if the machine does not have them.
pub(crate) fn run_on(path: Path, task: Task<'_>) {
    match path.min(Path::detected()) {
        Path::Portable => portable::run(task),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `path` is at most what was detected, and each path includes the instructions of those before it.
        path @ (Path::Avx2 | Path::Avx512) => unsafe {
            if path == Path::Avx512 {
                avx512::run(task)
            } else {
                avx2::run(task)
            }
        },
    }
}

/// Runs a computation with these instructions, which the caller has detected.
pub(crate) fn compute_on<C: Computation>(detected: DetectedPath, computation: C) -> C::Output {
    match detected.0 {
        Path::Portable => portable::compute(computation),
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a `DetectedPath` is only made for what was detected, and each path includes those before it.
        path @ (Path::Avx2 | Path::Avx512) => unsafe {
            if path == Path::Avx512 {
                avx512::compute(computation)
            } else {
                avx2::compute(computation)
            }
        },
    }
}

/// A path that this machine has: its existence is the proof, so that nothing is detected again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DetectedPath(Path);

impl DetectedPath {
    /// The path itself, or the best one before it that this machine has.
    pub(crate) fn at_most(path: Path) -> Self {
        Self(path.min(Path::detected()))
    }

    pub(crate) const fn path(self) -> Path {
        self.0
    }
}
