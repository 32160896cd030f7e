//! Watching a long search from outside, and ending it.

/// How far a search has come. It can fall back when a pair is found that nobody thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Vertices that have a mate.
    pub matched: usize,
    /// All vertices.
    pub of: usize,
}

/// Hears how far a search has come, between its steps, and says whether it continues.
pub type Watch<'w> = &'w dyn Fn(Progress) -> bool;

/// Lets every search run to its end.
#[must_use]
pub fn unwatched(_: Progress) -> bool {
    true
}
