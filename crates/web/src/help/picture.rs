//! The pictures of the guides. `cargo xtask screenshots` takes them from the running program.

use std::sync::OnceLock;

/// A picture that is compiled in, as WebP.
#[derive(Debug)]
pub struct Picture {
    /// The name of its file in `crates/web/help/pictures/`.
    pub name: &'static str,
    pub bytes: &'static [u8],
}

macro_rules! pictures {
    ($($name:literal,)+) => {
        &[$(Picture { name: $name, bytes: include_bytes!(concat!("../../help/pictures/", $name)) },)+]
    };
}

pub const PICTURES: &[Picture] = pictures! {
    "boards.webp",
    "calculation.webp",
    "certificates.webp",
    "check-in.webp",
    "correct.webp",
    "dispute.webp",
    "files.webp",
    "game.webp",
    "import.webp",
    "judge.webp",
    "judge-clock.webp",
    "judge-door.webp",
    "judge-over.webp",
    "my-table.webp",
    "new.webp",
    "office.webp",
    "office-people.webp",
    "office-tournaments.webp",
    "officials.webp",
    "pairing.webp",
    "pairings-phone.webp",
    "players.webp",
    "ratings.webp",
    "results.webp",
    "screen.webp",
    "standings.webp",
    "tables.webp",
    "tournament.webp",
    "undo.webp",
};

impl Picture {
    /// A picture by its name, with or without the hash.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        let is_it =
            |(picture, hashed): &(&'static Self, String)| picture.name == name || hashed == name;
        hashed()
            .iter()
            .find(|one| is_it(one))
            .map(|(picture, _)| *picture)
    }

    /// Where it is found: `/help/pictures/desk.3f2a9c01aa.webp`.
    pub(crate) fn address(&self) -> String {
        format!("/help/pictures/{}", self.hashed_name())
    }

    /// Its name with the hash of its content.
    pub(crate) fn hashed_name(&self) -> String {
        let stem = self.name.trim_end_matches(".webp");
        let hash = blake3::hash(self.bytes).to_hex();
        format!("{stem}.{}.webp", &hash[..10])
    }

    /// Its width and height in points. A picture that is not simple WebP has none.
    pub fn size(&self) -> (u16, u16) {
        let word = |at: usize| {
            let low = self.bytes.get(at).copied().unwrap_or(0);
            let high = self.bytes.get(at + 1).copied().unwrap_or(0);
            u16::from_le_bytes([low, high])
        };
        match self.bytes.get(12..16) {
            // A key frame: 14 bits each, after the frame's tag and its start code.
            Some(b"VP8 ") => (word(26) & 0x3fff, word(28) & 0x3fff),
            // An extended file: 24 bits each, less one.
            Some(b"VP8X") => (word(24).wrapping_add(1), word(27).wrapping_add(1)),
            _ => (0, 0),
        }
    }
}

fn hashed() -> &'static [(&'static Picture, String)] {
    static HASHED: OnceLock<Vec<(&'static Picture, String)>> = OnceLock::new();
    HASHED.get_or_init(|| {
        let with_hash = |picture: &'static Picture| (picture, picture.hashed_name());
        PICTURES.iter().map(with_hash).collect()
    })
}
