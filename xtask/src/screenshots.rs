//! `cargo xtask screenshots [FOLDER] [--program FILE]`: pictures of the main pages of a served demo, light, dark, on a phone and on paper.
//!
//! They are made to be looked at. A few of them are part of the repository: those the README shows (`docs/pictures/`) and those
//! of the guides (`crates/web/help/pictures/`), which the program shows under `/help`.

pub(crate) mod guides;
pub(crate) mod pages;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::browser::{Browser, Look, PHONE, PaperSize, Theme};
use crate::debian::{self, Needed};
use crate::failure::Failure;
use crate::served::Served;
use crate::{repository, step};
use pages::{Eyes, PAGES, Page, SHEETS};

/// What the pictures need beside the browser: a way from PDF to PNG, and letters for every name.
const NEEDED: [Needed; 1] = [Needed {
    package: "poppler-utils",
    program: "pdftoppm",
    why: "turns printed pages into pictures",
}];

/// How every page is looked at: the name of the look and the look.
const LOOKS: [(&str, Look); 3] = [
    ("light", look(1280, 1000, Theme::Light)),
    ("dark", look(1280, 1000, Theme::Dark)),
    ("phone", look(PHONE, 844, Theme::Light)),
];

/// A projector, for the page made for it.
const PROJECTOR: Look = look(1920, 1080, Theme::Light);

/// The pictures the README and the documents show: which page, how it is looked at, and its name there.
const CHOSEN: [(&str, Look, &str); 7] = [
    (
        "standings-open",
        look(1180, 780, Theme::Light),
        "standings.png",
    ),
    (
        "desk-pairing",
        look(1180, 640, Theme::Light),
        "desk-pairing.png",
    ),
    (
        "desk-results",
        look(1180, 780, Theme::Light),
        "desk-results.png",
    ),
    ("finals", look(1180, 780, Theme::Dark), "finals-dark.png"),
    ("player", look(PHONE, 780, Theme::Light), "player-phone.png"),
    (
        "standings",
        look(PHONE, 780, Theme::Dark),
        "standings-phone.png",
    ),
    ("screen", look(1180, 664, Theme::Light), "screen.png"),
];

/// A chosen picture is part of the repository and may not be larger.
const CHOSEN_MAX_BYTES: usize = 150_000;

/// Printed sheets have many pages; the first ones tell.
const PAPER_PAGES: &str = "3";

const fn look(width: u32, height: u32, theme: Theme) -> Look {
    Look {
        width,
        height,
        theme,
    }
}

/// Takes the pictures into a folder, of the named program or one that is built first.
pub(crate) fn run(folder: Option<&str>, program: Option<&Path>) -> Result<(), Failure> {
    let root = repository::root()?;
    debian::provide(&debian::NEEDED)?;
    debian::provide(&NEEDED)?;
    let folder = folder.map_or_else(|| root.join("target/screenshots"), PathBuf::from);
    let executable = step::program(&root, program, "dev")?;
    let served = Served::start(&executable)?;
    let visitors = Visitors::of(&served)?;
    step::timed("pictures for the documents", || chosen(&visitors, &root))?;
    step::timed("pictures for the guides", || guides::take(&visitors, &root))?;
    for (name, look) in LOOKS {
        step::timed(name, || on_screens(&visitors, &folder.join(name), look))?;
    }
    step::timed("paper", || {
        on_paper(&visitors.public, &folder.join("paper"))
    })?;
    println!("the pictures are in {}", folder.display());
    Ok(())
}

/// Everybody who looks: a browser each.
pub(crate) struct Visitors {
    public: Browser,
    player: Browser,
    desk: Browser,
}

impl Visitors {
    /// Opens the owner's link, which opens once, and makes what there is to see beside the demo.
    pub(crate) fn of(served: &Served) -> Result<Self, Failure> {
        let desk = Browser::start(served.address)?;
        desk.go(&format!("/k/{}", served.link))?;
        let made = desk.wait(include_str!("screenshots/events.js"))?;
        let Some(link) = made["player"].as_str() else {
            return Err(Failure::Step(format!("an event was not made: {made}")));
        };
        let player = Browser::start(served.address)?;
        player.go(&format!("/k/{link}"))?;
        Ok(Self {
            public: Browser::start(served.address)?,
            player,
            desk,
        })
    }

    /// Opens a page with whoever looks at it.
    pub(crate) fn open(&self, page: &Page, look: Look) -> Result<&Browser, Failure> {
        let browser = match page.eyes {
            Eyes::Public => &self.public,
            Eyes::Player => &self.player,
            Eyes::Desk => &self.desk,
        };
        browser.look(look)?;
        page.open(browser)?;
        Ok(browser)
    }
}

fn on_screens(visitors: &Visitors, folder: &Path, look: Look) -> Result<(), Failure> {
    for page in PAGES {
        let is_projector = page.name == "screen" && look.width > PHONE;
        let look = match is_projector {
            true => Look {
                theme: look.theme,
                ..PROJECTOR
            },
            false => look,
        };
        let browser = visitors.open(page, look)?;
        let picture = browser.whole_picture(look)?;
        write(&folder.join(format!("{}.png", page.name)), &picture)?;
        check_width(browser, page)?;
    }
    Ok(())
}

/// A page that is wider than its window would have to be pushed sideways to be read.
fn check_width(browser: &Browser, page: &Page) -> Result<(), Failure> {
    let script =
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    let wide = browser.script(script)?.as_i64().unwrap_or(0);
    if wide > 0 {
        println!("{} is {wide} points too wide", page.path);
    }
    Ok(())
}

fn on_paper(browser: &Browser, folder: &Path) -> Result<(), Failure> {
    for (size, suffix) in [(PaperSize::A4, "a4"), (PaperSize::Letter, "letter")] {
        for sheet in SHEETS {
            browser.go(sheet.path)?;
            let pdf = folder.join(format!("{}-{suffix}.pdf", sheet.name));
            write(&pdf, &browser.paper(size)?)?;
            step::succeed(
                Command::new("pdftoppm")
                    .args(["-png", "-r", "60", "-l", PAPER_PAGES])
                    .arg(&pdf)
                    .arg(pdf.with_extension("")),
                "install poppler-utils",
            )?;
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::File(format!("{}: {error}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, bytes).map_err(failed)
}

/// Takes the pictures the documents show.
fn chosen(visitors: &Visitors, root: &Path) -> Result<(), Failure> {
    for (name, look, file) in CHOSEN {
        let page = PAGES.iter().find(|page| page.name == name);
        let page = page.ok_or_else(|| Failure::Use(format!("there is no page {name}")))?;
        let picture = visitors.open(page, look)?.picture()?;
        if picture.len() > CHOSEN_MAX_BYTES {
            return Err(Failure::Step(format!(
                "{file} has {} bytes, too many for the repository; choose a smaller look",
                picture.len()
            )));
        }
        write(&root.join("docs/pictures").join(file), &picture)?;
    }
    Ok(())
}
