//! Every sheet fits its page, on both sizes of paper that are used.

use serde_json::Value;

use crate::journeys_browser::{Browser, Size};
use crate::support::folder::Folder;
use crate::support::program::Served;

/// Sheets that lie on their side.
const WIDE: [&str; 1] = ["crosstable"];

const SHEETS: [&str; 9] = [
    "pairings-by-table",
    "pairings-by-name",
    "pairing-cards",
    "result-slips",
    "score-sheets",
    "table-cards",
    "standings",
    "crosstable",
    "certificates",
];

#[test]
fn no_sheet_of_the_demo_is_cut_off_on_a4_or_letter() {
    let folder = Folder::new("paper");
    let server = Served::start(folder.path(), &["--demo"]);
    let browser = Browser::start(server.address, Size::Laptop);
    for (size, width, height) in [("A4", 794, 1123), ("Letter", 816, 1056)] {
        for sheet in SHEETS {
            match WIDE.contains(&sheet) {
                true => browser.print_on(height, width),
                false => browser.print_on(width, height),
            }
            browser.go(&format!("/t/demo/print/{sheet}"));
            let found = browser.script(
                "return [...document.querySelectorAll('.paper')].map((one) => \
                 [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth])",
            );
            let pages: Vec<(i64, i64)> = serde_json::from_value(found.clone()).unwrap();
            assert!(!pages.is_empty(), "{sheet} has pages");
            let is_cut = |(high, wide): &(i64, i64)| *high > 1 || *wide > 1;
            assert!(
                !pages.iter().any(is_cut),
                "{sheet} on {size} is cut off: {found}"
            );
            assert_ne!(found, Value::Null);
        }
    }
}
