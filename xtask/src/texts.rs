//! `cargo xtask texts --sample N --seed N`: texts that people read, drawn at random with their sources, to be read aloud.
//!
//! The same seed draws the same texts from the same sources.

mod rust;

use crate::failure::Failure;
use crate::repository::{self, TextFile};

/// Where a text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A message of a page.
    Message,
    Glossary,
    Guide,
    /// A command that is refused.
    Rejection,
    /// Something that failed.
    Error,
    /// Any other sentence in the code: a notice, an answer of the server.
    Notice,
    /// Help on the command line.
    Help,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Glossary => "glossary",
            Self::Guide => "guide",
            Self::Rejection => "rejection",
            Self::Error => "error",
            Self::Notice => "notice",
            Self::Help => "help",
        }
    }
}

/// A text with its source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Text {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// Prints a sample.
pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let (count, seed) = options(words)?;
    let files = repository::text_files(&repository::root()?)?;
    let all = texts(&files);
    for (number, text) in sample(&all, count, seed).iter().enumerate() {
        println!(
            "{:>3}. {} {}:{}",
            number + 1,
            text.kind.word(),
            text.path,
            text.line
        );
        println!("     {}", text.text);
    }
    println!("{count} of {} texts, seed {seed}", all.len());
    Ok(())
}

fn options(words: &[&str]) -> Result<(usize, u64), Failure> {
    let wrong = || Failure::Use("write: cargo xtask texts --sample N --seed N".to_owned());
    let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let (mut count, mut seed) = (100, 1);
    for pair in words.chunks(2) {
        match pair {
            ["--sample", text] => count = number(text)?,
            ["--seed", text] => seed = number(text)?,
            _ => return Err(wrong()),
        }
    }
    let count = usize::try_from(count).map_err(|_| wrong())?;
    Ok((count, seed))
}

/// Every text of the repository that people read, in the order of the files.
fn texts(files: &[TextFile]) -> Vec<Text> {
    let mut all: Vec<Text> = files.iter().flat_map(of_file).collect();
    all.sort();
    all.dedup_by(|a, b| a.path == b.path && a.line == b.line && a.text == b.text);
    all
}

fn of_file(file: &TextFile) -> Vec<Text> {
    let path = file.path.as_str();
    if path == "crates/web/languages/en.toml" {
        quoted(file, Kind::Message, |_| true)
    } else if path == "crates/web/languages/en-glossary.toml" {
        quoted(file, Kind::Glossary, |line| line.starts_with("says"))
    } else if path.starts_with("crates/web/help/") && path.ends_with(".md") {
        guide(file)
    } else if path.starts_with("crates/") && file.is_rust() && file.is_under("src") {
        rust::texts(file)
    } else {
        Vec::new()
    }
}

/// The texts in quotation marks on the lines that are wanted.
fn quoted(file: &TextFile, kind: Kind, is_wanted: impl Fn(&str) -> bool) -> Vec<Text> {
    let lines = file.text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.starts_with('#') && is_wanted(line));
    lines
        .flat_map(|(index, line)| {
            let texts = line.split('"').skip(1).step_by(2);
            texts.map(move |text| (index + 1, text.to_owned()))
        })
        .filter(|(_, text)| text.contains(char::is_alphabetic))
        .map(|(line, text)| Text {
            path: file.path.clone(),
            line,
            kind,
            text,
        })
        .collect()
}

/// The paragraphs and steps of a guide.
fn guide(file: &TextFile) -> Vec<Text> {
    let lines = file.text.lines().enumerate();
    lines
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with("!["))
        .map(|(line, text)| Text {
            path: file.path.clone(),
            line,
            kind: Kind::Guide,
            text: text.to_owned(),
        })
        .collect()
}

/// Some of the texts, drawn without putting back.
fn sample(all: &[Text], count: usize, seed: u64) -> Vec<&Text> {
    let mut left: Vec<&Text> = all.iter().collect();
    let mut dice = Dice(seed);
    let mut drawn = Vec::new();
    while drawn.len() < count && !left.is_empty() {
        let at = dice.below(left.len());
        drawn.push(left.swap_remove(at));
    }
    drawn
}

/// The generator SplitMix64: the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let limit = u64::try_from(limit).unwrap_or(u64::MAX);
        usize::try_from(mixed % limit).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[track_caller]
    fn check(path: &str, source: &str, expected: &[(Kind, usize, &str)]) {
        let found = texts(&[text_file(path, source)]);
        let found: Vec<(Kind, usize, &str)> = (found.iter())
            .map(|one| (one.kind, one.line, one.text.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn messages_and_guides_are_texts() {
        check(
            "crates/web/languages/en.toml",
            "# \"no\"\n[a]\nb = \"Add player\"\nc = { one = \"1 round\", other = \"{n} rounds\" }\nd = \"–\"\n",
            &[
                (Kind::Message, 3, "Add player"),
                (Kind::Message, 4, "1 round"),
                (Kind::Message, 4, "{n} rounds"),
            ],
        );
        check(
            "crates/web/help/en/judge.md",
            "# Judge\n\n1. Tap it.\n![Picture](x.webp)\n",
            &[(Kind::Guide, 1, "# Judge"), (Kind::Guide, 3, "1. Tap it.")],
        );
    }

    #[test]
    fn the_same_seed_draws_the_same_texts() {
        let one = |line| Text {
            path: "a".to_owned(),
            line,
            kind: Kind::Message,
            text: line.to_string(),
        };
        let all: Vec<Text> = (0..50).map(one).collect();
        let lines = |seed| -> Vec<usize> {
            let drawn = sample(&all, 10, seed);
            drawn.iter().map(|text| text.line).collect()
        };
        assert_eq!(lines(7), lines(7));
        assert_ne!(lines(7), lines(8));
        assert_eq!(sample(&all, 100, 7).len(), 50);
    }

    #[test]
    fn wrong_options_are_wrong_use() {
        assert_eq!(options(&["--seed", "3", "--sample", "5"]).unwrap(), (5, 3));
        assert_eq!(options(&["--sample"]).unwrap_err().exit_code(), 2);
        assert_eq!(options(&["--seed", "x"]).unwrap_err().exit_code(), 2);
    }

    #[test]
    fn the_repository_has_texts_of_every_kind() {
        let all = texts(&repository::text_files(&repository::root().unwrap()).unwrap());
        for (kind, least) in [
            (Kind::Message, 1500),
            (Kind::Glossary, 40),
            (Kind::Guide, 150),
            (Kind::Rejection, 200),
            (Kind::Error, 150),
            (Kind::Notice, 100),
            (Kind::Help, 60),
        ] {
            let count = all.iter().filter(|text| text.kind == kind).count();
            assert!(count >= least, "{count} texts of the kind {}", kind.word());
        }
    }
}
