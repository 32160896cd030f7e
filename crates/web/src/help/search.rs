//! Finds sections of the guides by words.

use crate::help::guide::{Guide, Section};
use crate::pages::html::Html;

/// How many letters of a section are shown around the first word found.
const EXCERPT: usize = 160;

/// A section with all the words.
pub(crate) struct Hit<'a> {
    pub(crate) guide: &'a Guide,
    pub(crate) section: &'a Section,
    /// Some of its text, with the words marked.
    pub(crate) excerpt: Html,
    in_title: usize,
}

/// The sections that contain every word, those with words in the title first.
pub(crate) fn search<'a>(guides: &'a [Guide], query: &str) -> Vec<Hit<'a>> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for guide in guides {
        for section in &guide.sections {
            let title = section.title.to_lowercase();
            let text = section.text.to_lowercase();
            let is_there = |word: &String| title.contains(word) || text.contains(word);
            if words.iter().all(is_there) {
                hits.push(Hit {
                    guide,
                    section,
                    excerpt: excerpt(&section.text, &words),
                    in_title: words.iter().filter(|word| title.contains(*word)).count(),
                });
            }
        }
    }
    // Sorting keeps the order of the guides among equals.
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.in_title));
    hits
}

fn excerpt(text: &str, words: &[String]) -> Html {
    let text = text.replace('\n', " ");
    let first = words.iter().filter_map(|word| find(&text, word)).min();
    let from = first.map_or(0, |(at, _)| boundary(&text, at.saturating_sub(EXCERPT / 2)));
    let rest = &text[from..];
    let to = boundary(rest, EXCERPT.min(rest.len()));
    let mut html = Html::default();
    if from > 0 {
        html.push("… ");
    }
    mark(&mut html, &rest[..to], words);
    if to < rest.len() {
        html.push(" …");
    }
    html
}

/// Where a word is in a text, in any case.
fn find(text: &str, word: &str) -> Option<(usize, usize)> {
    let mut starts = text.char_indices();
    starts.find_map(|(at, _)| {
        let length = prefix(&text[at..], word)?;
        Some((at, length))
    })
}

/// How long the beginning of `text` is that equals `word` in lower case.
fn prefix(text: &str, word: &str) -> Option<usize> {
    let mut wanted = word.chars();
    let mut next = wanted.next();
    for (at, letter) in text.char_indices() {
        if next.is_none() {
            return Some(at);
        }
        for lower in letter.to_lowercase() {
            if next != Some(lower) {
                return None;
            }
            next = wanted.next();
        }
    }
    next.is_none().then_some(text.len())
}

/// The last break between words at or before a place.
fn boundary(text: &str, at: usize) -> usize {
    if at >= text.len() {
        return text.len();
    }
    let spaces = text.match_indices(' ').map(|(space, _)| space + 1);
    spaces.take_while(|space| *space <= at).last().unwrap_or(0)
}

fn mark(html: &mut Html, text: &str, words: &[String]) {
    let mut rest = text;
    while let Some((at, length)) = words.iter().filter_map(|word| find(rest, word)).min() {
        html.push_text(&rest[..at]);
        html.push("<mark>");
        html.push_text(&rest[at..at + length]);
        html.push("</mark>");
        rest = &rest[at + length..];
    }
    html.push_text(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guides() -> Vec<Guide> {
        let one = "# One\n## Type the results {#results}\nType the discs & press Enter.\n";
        let two = "# Two\n## Correct a mistake {#mistake}\nA wrong RESULT is corrected on the results page.\n## Other {#other}\nNothing.\n";
        [("one", one), ("two", two)]
            .map(|(name, source)| Guide::parse(name, source).unwrap())
            .into()
    }

    #[track_caller]
    fn check(query: &str, expected: &[&str]) {
        let guides = guides();
        let hits = search(&guides, query);
        let found: Vec<String> = (hits.iter())
            .map(|hit| format!("{}#{}", hit.guide.name, hit.section.id))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_section_is_found_if_it_has_all_words_in_any_case() {
        check("wrong Result", &["two#mistake"]);
        check("result", &["one#results", "two#mistake"]);
        check("mistake result", &["two#mistake"]);
        check("castling", &[]);
        check("  ", &[]);
    }

    #[test]
    fn the_words_are_marked_and_the_rest_is_escaped() {
        let guides = guides();
        let hits = search(&guides, "discs");
        assert_eq!(
            hits[0].excerpt.to_string(),
            "Type the <mark>discs</mark> &#38; press Enter. "
        );
    }

    #[test]
    fn a_long_section_is_cut_between_words() {
        let text = "word ".repeat(100) + "needle " + &"tail ".repeat(100);
        let html = excerpt(&text, &["needle".to_owned()]).to_string();
        assert!(html.starts_with("… word") && html.ends_with(" …"), "{html}");
        assert!(html.contains("<mark>needle</mark>"));
        assert!(html.len() < EXCERPT + 40, "{html}");
    }
}
