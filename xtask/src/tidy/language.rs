//! Words and forms that texts for people do not use: generic "he", "whoever", "is no X" and the like.
//!
//! The rule reads the messages of the pages, the glossary, the literal text of the templates, the guides, and the documents. It does not read Rust.

use crate::failure::Finding;
use crate::repository::TextFile;

/// A phrase that is refused.
struct Phrase {
    /// Its words in lower case.
    words: &'static [&'static str],
    /// It is allowed right after one of these words, as in "there is no".
    allowed_after: &'static [&'static str],
    /// It is allowed right before one of these words, as in "is no longer".
    allowed_before: &'static [&'static str],
    /// What to write instead.
    instead: &'static str,
}

const fn phrase(words: &'static [&'static str], instead: &'static str) -> Phrase {
    Phrase {
        words,
        allowed_after: &[],
        allowed_before: &[],
        instead,
    }
}

const fn negation(words: &'static [&'static str], instead: &'static str) -> Phrase {
    Phrase {
        words,
        allowed_after: &["there"],
        allowed_before: &["longer"],
        instead,
    }
}

/// Refused in every text.
const EVERYWHERE: &[Phrase] = &[
    phrase(&["he"], "they, or the person's name or role"),
    phrase(&["his"], "their, or the person's name or role"),
    phrase(&["him"], "them, or the person's name or role"),
    phrase(&["himself"], "themselves, or leave it out"),
    phrase(&["whoever"], "anyone who, or a player who"),
    phrase(&["somebody"], "someone, or the person's role"),
    phrase(&["nobody", "of"], "no player with"),
    negation(&["is", "no"], "is not a"),
    negation(&["are", "no"], "are not"),
    phrase(&["reckon"], "compute"),
    phrase(&["reckons"], "computes"),
    phrase(&["reckoned"], "computed"),
    phrase(&["reckoning"], "computation"),
    phrase(&["by", "itself"], "automatically"),
    phrase(&["by", "themselves"], "automatically"),
    phrase(&["take", "in"], "import"),
    phrase(&["takes", "in"], "imports"),
    phrase(&["taken", "in"], "imported"),
    phrase(&["passed", "over"], "skipped or ignored"),
    phrase(&["goes", "on"], "continues"),
    phrase(&["went", "on"], "continued"),
    phrase(&["of", "no", "account"], "does not matter"),
];

/// Refused on pages as well. Documents may need these words for file formats and the API.
const ON_PAGES: &[Phrase] = &[
    phrase(&["event"], "tournament"),
    phrase(&["events"], "tournaments"),
    phrase(&["entrant"], "player"),
    phrase(&["entrants"], "players"),
    phrase(&["stands"], "is"),
    phrase(&["sign", "off"], "finalise"),
    phrase(&["signed", "off"], "finalised"),
    phrase(&["take", "over"], "import"),
    phrase(&["taken", "over"], "imported"),
    phrase(&["validate"], "close the round"),
    phrase(&["validated"], "closed"),
    phrase(&["strange"], "warning"),
    phrase(&["hindrance"], "problem"),
];

/// Where a phrase is allowed after all: the path or folder, the phrase (empty: all of them), and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "docs/decisions/",
    "",
    "a decision is a record of its day and is not rewritten",
)];

/// The kinds of files with texts that people read.
#[derive(Clone, Copy)]
enum Source {
    Messages,
    Template,
    /// A guide inside the program.
    Guide,
    Document,
}

impl Source {
    fn of(path: &str) -> Option<Self> {
        let is_document = !path.contains('/') || path.starts_with("docs/");
        if path.starts_with("crates/web/languages/") && path.ends_with(".toml") {
            Some(Self::Messages)
        } else if path.starts_with("crates/web/templates/") && path.ends_with(".html") {
            Some(Self::Template)
        } else if path.starts_with("crates/web/help/") && path.ends_with(".md") {
            Some(Self::Guide)
        } else if is_document && path.ends_with(".md") {
            Some(Self::Document)
        } else {
            None
        }
    }

    fn prose(self, text: &str) -> String {
        match self {
            Self::Messages => messages(text),
            Self::Template => template_text(text),
            Self::Guide | Self::Document => document_text(text),
        }
    }

    fn phrases(self) -> impl Iterator<Item = &'static Phrase> {
        let own: &[Phrase] = match self {
            Self::Messages | Self::Template | Self::Guide => ON_PAGES,
            Self::Document => &[],
        };
        EVERYWHERE.iter().chain(own)
    }
}

/// The refused phrases of one file.
pub(crate) fn findings(file: &TextFile) -> Vec<Finding> {
    let Some(source) = Source::of(&file.path) else {
        return Vec::new();
    };
    let words = words(&source.prose(&file.text));
    let mut findings = Vec::new();
    for phrase in source.phrases() {
        let text = phrase.words.join(" ");
        if is_excepted(&file.path, &text) {
            continue;
        }
        for line in lines_with(phrase, &words) {
            findings.push(Finding::at(
                &file.path,
                line,
                format!("\"{text}\": write \"{}\"", phrase.instead),
            ));
        }
    }
    findings
}

fn is_excepted(path: &str, phrase: &str) -> bool {
    EXCEPTIONS
        .iter()
        .any(|(place, what, _)| path.starts_with(place) && (what.is_empty() || *what == phrase))
}

/// One word of a text in lower case, or the empty text where a sentence or a part of one ends.
struct Word {
    line: usize,
    text: String,
}

/// The words of a text. Punctuation and blank lines separate: no phrase goes across them.
fn words(prose: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (index, line) in prose.lines().enumerate() {
        let line_number = index + 1;
        let mut push = |text: String| {
            words.push(Word {
                line: line_number,
                text,
            });
        };
        if line.trim().is_empty() {
            push(String::new());
        }
        let mut word = String::new();
        for letter in line.chars().chain([' ']) {
            if letter.is_alphanumeric() || matches!(letter, '-' | '_') {
                word.extend(letter.to_lowercase());
                continue;
            }
            if !word.is_empty() {
                push(std::mem::take(&mut word));
            }
            if !letter.is_whitespace() {
                push(String::new());
            }
        }
    }
    words
}

/// The lines on which a phrase begins.
fn lines_with(phrase: &Phrase, words: &[Word]) -> Vec<usize> {
    let length = phrase.words.len();
    let is_one_of = |word: Option<&Word>, list: &[&str]| {
        word.is_some_and(|word| list.contains(&word.text.as_str()))
    };
    words
        .windows(length)
        .enumerate()
        .filter(|(at, window)| {
            let is_same = window
                .iter()
                .map(|word| word.text.as_str())
                .eq(phrase.words.iter().copied());
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            let after = words.get(at + length);
            is_same
                && !is_one_of(before, phrase.allowed_after)
                && !is_one_of(after, phrase.allowed_before)
        })
        .map(|(_, window)| window[0].line)
        .collect()
}

/// The texts of a language file, each on its line, without the names of values.
fn messages(file: &str) -> String {
    let lines = file.lines().map(|line| {
        // The glossary also names words of the code.
        let line = line.trim_start();
        if line.starts_with('#') || line.starts_with("code = ") {
            return String::new();
        }
        let texts: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        format!("{}|", without(&texts.join(" | "), "{", "}"))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What a template writes itself: neither expressions nor tags.
fn template_text(template: &str) -> String {
    let marks = [("{#", "#}"), ("{%", "%}"), ("{{", "}}"), ("<", ">")];
    marks
        .iter()
        .fold(template.to_owned(), |text, (open, close)| {
            without(&text, open, close)
        })
}

/// A document without its code.
fn document_text(document: &str) -> String {
    without(&without(document, "```", "```"), "`", "`")
}

/// The text with a bar for each part from `open` to `close`. Line breaks stay.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let (inner, outer) = after.split_once(close).unwrap_or((after, ""));
        kept.push_str(before);
        kept.push('|');
        kept.extend(inner.chars().filter(|letter| *letter == '\n'));
        rest = outer;
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    /// The lines and phrases that are found in a file.
    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found: Vec<String> = findings(&text_file(path, text))
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            let expected = format!("{path}:{expected}: write");
            assert!(
                found.starts_with(&expected),
                "{found} is not about {expected}"
            );
        }
    }

    const EN: &str = "crates/web/languages/en.toml";
    const PAGE: &str = "crates/web/templates/desk/new.html";

    #[test]
    fn a_message_with_a_refused_word_is_found_on_its_line() {
        check(
            EN,
            "# he\n[he]\nhis = \"Give the player his link.\"\n",
            &["3: \"his\""],
        );
        check(
            EN,
            "seen = { one = \"1 event\", other = \"{n} events\" }",
            &["1: \"event\"", "1: \"events\""],
        );
        check(EN, "dated = \"The file is dated {event}.\"", &[]);
        check(EN, "a = \"this is\"\nb = \"no whole number\"\n", &[]);
    }

    #[test]
    fn is_no_is_refused_but_there_is_no_and_is_no_longer_are_not() {
        check(
            "README.md",
            "That is no date. There is no date; it is no longer open.",
            &["1: \"is no\""],
        );
        check("README.md", "They are no\nmembers.\n", &["1: \"are no\""]);
        check("README.md", "1 is, no, really\n", &[]);
    }

    #[test]
    fn a_template_is_checked_where_it_writes_text() {
        check(
            PAGE,
            "{# his #}<p class=\"event\">{{ f.t(\"desk.event\") }}\nWhoever comes</p>{% if he %}",
            &["2: \"whoever\""],
        );
    }

    #[test]
    fn a_document_is_checked_outside_its_code() {
        check(
            "docs/files.md",
            "`his` is a field\n\n```\nwhoever\n```\nWhoever reads on\n",
            &["6: \"whoever\""],
        );
        check("docs/files.md", "An event has entrants.", &[]);
        check(
            "crates/web/help/en/judge.md",
            "An event has `entrants`.",
            &["1: \"event\""],
        );
    }

    #[test]
    fn other_files_and_exceptions_are_not_checked() {
        check("crates/web/src/lib.rs", "// whoever\n", &[]);
        check("crates/web/notes.md", "whoever\n", &[]);
        check("docs/decisions/0001-example.md", "Whoever votes\n", &[]);
    }

    #[test]
    fn parts_of_words_are_not_words() {
        check(
            "README.md",
            "The history of this theme; she and the sheet.",
            &[],
        );
    }

    #[test]
    fn every_exception_has_a_reason() {
        for (place, _, reason) in EXCEPTIONS {
            assert!(!reason.is_empty(), "{place}");
        }
    }
}
