//! Every sheet fits its paper, on both sizes that are used and in any letters.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::journeys_browser::{Browser, Size};
use crate::support::folder::Folder;
use crate::support::program::Served;

const PAPERS: [(&str, (f64, f64)); 2] = [("A4", (8.27, 11.69)), ("Letter", (8.5, 11.0))];

/// Letters of different widths; every letter of the last one is as wide as an m.
const FAMILIES: [&str; 3] = ["Liberation Sans", "DejaVu Sans", "DejaVu Sans Mono"];

/// Lists run over as many pages as they need.
const LISTS: [&str; 4] = [
    "pairings-by-table",
    "pairings-by-name",
    "standings",
    "crosstable",
];

/// Pieces to cut out or to fill in: what one is, and how many are on a page.
const PIECES: [(&str, &str, usize); 5] = [
    ("pairing-cards", ".card", 8),
    ("result-slips", ".slip", 4),
    ("score-sheets", ".paper", 1),
    ("table-cards", ".table-card", 2),
    ("certificates", ".paper", 1),
];

/// Printers leave about this much of the edge white, in points of a PDF.
const EDGE: f64 = 11.0;

#[test]
fn no_sheet_of_the_demo_is_cut_off_on_a4_or_letter() {
    let folder = Folder::new("paper");
    let server = Served::start(folder.path(), &["--demo"]);
    let browser = Browser::start(server.address, Size::Laptop);
    let printed = folder.path().join("sheet.pdf");
    for sheet in LISTS {
        browser.go(&format!("/t/demo/print/{sheet}"));
        let title = browser.script("return document.querySelector('h1').innerText");
        let title: Vec<&str> = title.as_str().unwrap().split(' ').collect();
        let list = browser.script(
            "return document.querySelector('.flow-page tbody tbody, .flow-page ul').innerText",
        );
        for_every_paper(&browser, &printed, sheet, |pages, what| {
            for page in pages {
                let is_there = (page.words.windows(title.len())).any(|words| words == title);
                assert!(is_there, "every page of {what} has the title");
            }
            let drawn = pages.iter().flat_map(|page| &page.words);
            let missing = without(list.as_str().unwrap(), drawn);
            assert!(missing.is_empty(), "{what} is without {missing:?}");
        });
    }
    for (sheet, piece, on_a_page) in PIECES {
        browser.go(&format!("/t/demo/print/{sheet}"));
        let pieces = browser.script(&format!(
            "return document.querySelectorAll('{piece}').length"
        ));
        let pieces = usize::try_from(pieces.as_u64().unwrap()).unwrap();
        assert!(pieces > 0, "{sheet} has pieces");
        for_every_paper(&browser, &printed, sheet, |pages, what| {
            assert_eq!(pages.len(), pieces.div_ceil(on_a_page), "pages of {what}");
        });
    }
}

/// Prints the page that is open in every family on every paper; looks at the edges and then with `check`.
#[track_caller]
fn for_every_paper(browser: &Browser, file: &Path, sheet: &str, check: impl Fn(&[Page], &str)) {
    for family in FAMILIES {
        browser.script(&format!(
            "const sheet = new CSSStyleSheet(); \
             sheet.replaceSync('* {{ font-family: \"{family}\" !important; }}'); \
             document.adoptedStyleSheets = [sheet]"
        ));
        for (paper, size) in PAPERS {
            let what = format!("{sheet} on {paper} in {family}");
            fs::write(file, browser.print(size)).unwrap();
            let fonts = poppler("pdffonts", &[], file);
            assert!(fonts.contains(&family.replace(' ', "")), "{what}: {fonts}");
            let pages = pages(&poppler("pdftotext", &["-bbox"], file));
            let outside: Vec<&String> = pages.iter().flat_map(|page| &page.outside).collect();
            assert!(outside.is_empty(), "{what} is cut off: {outside:?}");
            check(&pages, &what);
        }
    }
}

fn poppler(program: &str, options: &[&str], file: &Path) -> String {
    let output = Command::new(program)
        .args(options)
        .arg(file)
        .args((program == "pdftotext").then_some("-"))
        .output()
        .expect("poppler is there; install poppler-utils");
    assert!(output.status.success(), "{program} {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[derive(Default)]
struct Page {
    width: f64,
    height: f64,
    words: Vec<String>,
    /// Words that a printer would not draw whole.
    outside: Vec<String>,
}

/// The pages in what `pdftotext -bbox` prints: a line for every page and word, with its place.
fn pages(text: &str) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for line in text.lines().map(str::trim) {
        let number = |name: &str| -> f64 {
            let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.parse().unwrap()
        };
        if line.starts_with("<page ") {
            pages.push(Page {
                width: number("width"),
                height: number("height"),
                ..Page::default()
            });
        } else if line.starts_with("<word ") {
            let page = pages.last_mut().unwrap();
            let word = line.split_once('>').unwrap().1;
            let word = word.trim_end_matches("</word>").to_owned();
            let is_inside = number("xMin") >= EDGE
                && number("yMin") >= EDGE
                && number("xMax") <= page.width - EDGE
                && number("yMax") <= page.height - EDGE;
            if !is_inside {
                page.outside.push(word.clone());
            }
            page.words.push(word);
        }
    }
    pages
}

/// The plain words of a list that were not drawn as often as they are in it.
fn without<'a>(list: &'a str, drawn: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let mut drawn: Vec<&str> = drawn.map(String::as_str).collect();
    let is_plain =
        |word: &&str| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_alphabetic());
    (list.split_whitespace().filter(is_plain))
        .filter(|word| match drawn.iter().position(|one| one == word) {
            Some(at) => {
                drawn.swap_remove(at);
                false
            }
            None => true,
        })
        .collect()
}
