//! The pictures of the guides under `/help`, taken from the running program.

use std::path::Path;

use super::pages::{PAGES, Page, SHEETS};
use super::{Visitors, look, write};
use crate::browser::{Look, PHONE, Theme};
use crate::failure::Failure;

/// Where the pictures are; `crates/web/src/help/picture.rs` compiles them in.
const FOLDER: &str = "crates/web/help/pictures";

/// How much of the detail WebP keeps, of 100. Small letters can still be read.
const QUALITY: u8 = 62;

/// What all pictures together may weigh, because they are part of the program.
const ALL_MAX_BYTES: usize = 1_000_000;

/// A window of the desk.
const DESK: Look = look(1060, 680, Theme::Light);
/// A tablet beside the board.
const TABLET: Look = look(1024, 720, Theme::Light);
const TELEPHONE: Look = look(PHONE, 640, Theme::Light);

/// The page in the list of pages, how it is looked at, and the name of its picture.
pub(crate) const PICTURES: &[(&str, Look, &str)] = &[
    ("desk-undo", DESK, "undo"),
    ("new", DESK, "new"),
    ("desk-entrants", DESK, "players"),
    ("desk-officials", DESK, "officials"),
    ("desk-check-in", DESK, "check-in"),
    ("desk-pairing", DESK, "pairing"),
    ("screen", DESK, "screen"),
    ("desk-results", DESK, "results"),
    ("standings", DESK, "standings"),
    ("certificates", look(760, 560, Theme::Light), "certificates"),
    ("desk-event", DESK, "tournament"),
    ("desk-files", DESK, "files"),
    ("door", TELEPHONE, "judge-door"),
    ("table-open", TELEPHONE, "judge-clock"),
    ("judge", TABLET, "judge"),
    ("judge-over", TABLET, "judge-over"),
    ("desk-tables", DESK, "tables"),
    ("pairings", TELEPHONE, "pairings-phone"),
    ("my-table", TELEPHONE, "my-table"),
    ("standings-open", DESK, "calculation"),
    ("boards", DESK, "boards"),
    ("game", DESK, "game"),
    ("officer-today", DESK, "office"),
    ("officer-people", DESK, "office-people"),
    ("officer-events", DESK, "office-tournaments"),
    ("office-ratings", look(1060, 480, Theme::Light), "ratings"),
    ("take-over", DESK, "import"),
    ("desk-correct", look(1060, 460, Theme::Light), "correct"),
    ("desk-dispute", DESK, "dispute"),
];

/// Takes every picture.
pub(crate) fn take(visitors: &Visitors, root: &Path) -> Result<(), Failure> {
    let mut all = 0;
    for (name, look, file) in PICTURES {
        let page = named(name).ok_or_else(|| Failure::Use(format!("there is no page {name}")))?;
        let picture = visitors.open(page, *look)?.small_picture(QUALITY)?;
        all += picture.len();
        write(&root.join(FOLDER).join(format!("{file}.webp")), &picture)?;
    }
    if all > ALL_MAX_BYTES {
        return Err(Failure::Step(format!(
            "the pictures of the guides have {all} bytes, too many for the program; choose smaller looks"
        )));
    }
    println!("{} pictures for the guides, {all} bytes", PICTURES.len());
    Ok(())
}

/// A page or a sheet by the name of its picture.
fn named(name: &str) -> Option<&'static Page> {
    PAGES.iter().chain(SHEETS).find(|page| page.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::repository;

    #[test]
    fn the_pictures_that_are_taken_are_those_in_the_folder() {
        let taken: BTreeSet<String> = (PICTURES.iter())
            .map(|(.., file)| format!("{file}.webp"))
            .collect();
        assert_eq!(taken.len(), PICTURES.len());
        let folder = repository::root().unwrap().join(FOLDER);
        let there: BTreeSet<String> = (std::fs::read_dir(folder).unwrap())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(taken, there);
    }

    #[test]
    fn every_page_that_is_taken_is_in_the_list() {
        for (name, ..) in PICTURES {
            assert!(named(name).is_some(), "{name}");
        }
    }
}
