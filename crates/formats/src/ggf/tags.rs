//! A game's text as properties.

use crate::ggf::warning::GgfWarning;

/// A tag and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Property<'a> {
    pub(crate) tag: &'a str,
    pub(crate) value: &'a str,
}

/// One game between `(;` and `;)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block<'a> {
    /// The line of its beginning, from 1.
    pub(crate) line: usize,
    pub(crate) properties: Result<Vec<Property<'a>>, GgfWarning>,
}

/// How much of a strange text is repeated in the message.
const SHOWN_CHARS_MAX: usize = 40;

/// The games of a text; whatever stands between them (counts, blanks) is passed over.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(at) = rest.find("(;") {
        line += lines_in(&rest[..at]);
        rest = &rest[at + 2..];
        let (properties, used) = properties(rest);
        blocks.push(Block { line, properties });
        line += lines_in(&rest[..used]);
        rest = &rest[used..];
    }
    blocks
}

fn lines_in(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The properties up to `;)`, and how many bytes they took.
fn properties(text: &str) -> (Result<Vec<Property<'_>>, GgfWarning>, usize) {
    let mut list = Vec::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        at += blank;
        let rest = &rest[blank..];
        if rest.starts_with(";)") {
            return (Ok(list), at + 2);
        }
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let tag = &rest[..letters];
        let value = rest[letters..].strip_prefix('[').filter(|_| letters > 0);
        let Some(value) = value else {
            let why = match rest {
                "" => GgfWarning::NoEnd,
                _ => GgfWarning::NoProperty {
                    text: shown(rest.split(['\n', '(']).next().unwrap_or("")),
                },
            };
            // Go on behind this game, or at the next one if it has no end.
            let end = rest.find(";)").map_or(text.len(), |end| at + end + 2);
            let next = text[at..].find("(;").map_or(text.len(), |next| at + next);
            return (Err(why), end.min(next));
        };
        // A value does not hold the beginning of a game: its own bracket is missing.
        let end = value.find(']').filter(|end| !value[..*end].contains("(;"));
        let Some(end) = end else {
            let next = text[at..].find("(;").map_or(text.len(), |next| at + next);
            return (Err(GgfWarning::NoEnd), next);
        };
        list.push(Property {
            tag,
            value: &value[..end],
        });
        at += letters + 1 + end + 1;
    }
}

pub(crate) fn shown(text: &str) -> String {
    text.chars().take(SHOWN_CHARS_MAX).collect()
}
