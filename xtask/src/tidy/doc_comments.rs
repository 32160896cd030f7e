//! Doc comments that only repeat the name: "The round." above `round: RoundNumber`. They are removed; a comment says what
//! the name does not.
//!
//! What the command line and the published schemas are made from is not looked at: there the comment is the text people read.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use crate::failure::Finding;
use crate::repository::TextFile;
use crate::rust_text;

/// Words that say nothing beside a name.
const EMPTY: &[&str] = &[
    "a", "all", "an", "and", "are", "as", "at", "be", "by", "each", "every", "for", "from", "has",
    "have", "here", "how", "in", "is", "it", "its", "of", "on", "one", "or", "our", "own", "s",
    "that", "the", "their", "them", "then", "there", "these", "this", "those", "to", "what",
    "when", "where", "which", "who", "whom", "whose", "with",
];

/// Words before the name of an item.
const BEFORE_NAME: &[&str] = &[
    "async", "const", "crate", "default", "enum", "extern", "fn", "impl", "in", "mod", "mut",
    "pub", "ref", "static", "struct", "super", "trait", "type", "union", "unsafe",
];

/// Where comments are texts for people, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "crates/rulebook/src/axes/",
        "a comment is the meaning of a value, which pages show",
    ),
    (
        "crates/rulebook/src/rulebook.rs",
        "a comment is the name of a setting, which pages show",
    ),
];

/// The comments of one file that only repeat a name.
pub(crate) fn findings(file: &TextFile) -> Vec<Finding> {
    if EXCEPTIONS
        .iter()
        .any(|(place, _)| file.path.starts_with(place))
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    walk(rust_text::tokens(&file.text), false, &mut found);
    let finding = |(line, name): (usize, String)| {
        let what =
            format!("the comment only repeats the name {name:?}: remove it, or say what surprises");
        Finding::at(&file.path, line, what)
    };
    found.into_iter().map(finding).collect()
}

/// A comment, or the place where one could be.
#[derive(Default)]
struct Doc {
    line: Option<usize>,
    text: String,
}

fn walk(tokens: TokenStream, is_published: bool, found: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut doc = Doc::default();
    let mut publishes = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if is_attribute(at, &tokens, group) => {
                publishes |= read_attribute(group, &mut doc);
            }
            TokenTree::Group(group) => {
                let is_body = group.delimiter() == Delimiter::Brace;
                walk(
                    group.stream(),
                    is_published || (is_body && publishes),
                    found,
                );
                publishes &= !is_body;
            }
            TokenTree::Ident(_) => {
                let doc = std::mem::take(&mut doc);
                let Some(line) = doc.line.filter(|_| !is_published && !publishes) else {
                    continue;
                };
                if let Some((name, words)) = named(&tokens[at..])
                    && repeats(&doc.text, &words)
                {
                    found.push((line, name));
                }
            }
            TokenTree::Literal(_) | TokenTree::Punct(_) => {}
        }
    }
}

fn is_attribute(at: usize, tokens: &[TokenTree], group: &Group) -> bool {
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    let is_sign = matches!(before, Some(TokenTree::Punct(sign)) if sign.as_char() == '#');
    is_sign && group.delimiter() == Delimiter::Bracket
}

/// Reads a comment; whether the attribute makes the type part of the command line or of a schema.
fn read_attribute(group: &Group, doc: &mut Doc) -> bool {
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    match &inner[..] {
        [TokenTree::Ident(name), _, TokenTree::Literal(literal)] if *name == "doc" => {
            doc.line.get_or_insert(literal.span().start().line);
            doc.text.push_str(&literal.to_string());
            doc.text.push(' ');
            false
        }
        [TokenTree::Ident(name), TokenTree::Group(inner)] if *name == "derive" => {
            let names = inner.stream().to_string();
            rust_text::words(&names).any(|word| {
                ["Args", "Parser", "Subcommand", "ValueEnum", "JsonSchema"].contains(&word)
            })
        }
        _ => false,
    }
}

/// The name of an item, a field or a variant, and the words of the name and of the field's type.
fn named(tokens: &[TokenTree]) -> Option<(String, BTreeSet<String>)> {
    let mut names = tokens.iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    let name = names.find(|word| !BEFORE_NAME.contains(&word.as_str()))?;
    let mut words = parts(&name);
    let after = tokens
        .iter()
        .skip_while(|token| !matches!(token, TokenTree::Ident(word) if *word == name));
    let mut after = after.skip(1);
    if matches!(after.next(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':') {
        let is_end = |token: &&TokenTree| matches!(token, TokenTree::Punct(sign) if ",=;".contains(sign.as_char()));
        for token in after.take_while(|token| !is_end(token)) {
            words.extend(parts(&token.to_string()));
        }
    }
    Some((name, words))
}

/// `RoundNumber`, `round_number` and "round numbers" have the parts `round` and `number`.
fn parts(text: &str) -> BTreeSet<String> {
    let mut spaced = String::new();
    let mut was_small = false;
    for letter in text.chars() {
        if letter.is_uppercase() && was_small {
            spaced.push(' ');
        }
        was_small = letter.is_lowercase() || letter.is_numeric();
        spaced.push(if letter.is_alphanumeric() {
            letter
        } else {
            ' '
        });
    }
    let words = spaced.split_whitespace().map(str::to_lowercase);
    words.map(|word| singular(&word)).collect()
}

fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) if stem.len() > 1 => format!("{stem}y"),
        _ if word.len() > 3 && !word.ends_with("ss") => word.trim_end_matches('s').to_owned(),
        _ => word.to_owned(),
    }
}

/// Whether every word of a comment is empty or part of the name.
fn repeats(comment: &str, name: &BTreeSet<String>) -> bool {
    let is_empty = |word: &String| EMPTY.contains(&word.as_str());
    // Figures, code and clauses say more than a name does.
    let says_more =
        comment.contains(|letter: char| letter.is_ascii_digit() || "`[(:".contains(letter));
    !says_more
        && parts(comment)
            .iter()
            .all(|word| is_empty(word) || name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[track_caller]
    fn check(source: &str, expected: &[&str]) {
        let found = findings(&text_file("crates/a/src/b.rs", source));
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(&format!("name {expected:?}")), "{found}");
        }
    }

    #[test]
    fn a_comment_that_repeats_the_name_is_found() {
        check(
            "struct A {\n    /// The round.\n    pub round: RoundNumber,\n}",
            &["round"],
        );
        check(
            "/// The standings.\npub(crate) struct Standings;",
            &["Standings"],
        );
        check("enum A {\n    /// Black.\n    Black,\n}", &["Black"]);
        check(
            "struct A {\n    /// The tournament's number.\n    id: TournamentNumber,\n}",
            &["id"],
        );
        check("struct A {\n    /// Who.\n    by: Caller,\n}", &["by"]);
        check("/// All the players.\nfn players() {}", &["players"]);
    }

    #[test]
    fn a_comment_that_says_more_stays() {
        check(
            "struct A {\n    /// The round, from 1.\n    round: u16,\n}",
            &[],
        );
        check("/// The standings after a round.\nstruct Standings;", &[]);
        check(
            "struct A {\n    /// See [`Round`].\n    round: u16,\n}",
            &[],
        );
        check("//! The round.\nmod round;", &[]);
    }

    #[test]
    fn what_people_read_elsewhere_is_not_looked_at() {
        let axes = "enum A {\n    /// Black\n    Black,\n}";
        assert!(findings(&text_file("crates/rulebook/src/axes/play.rs", axes)).is_empty());
        assert!(EXCEPTIONS.iter().all(|(_, reason)| !reason.is_empty()));
        check(
            "#[derive(Debug, Args)]\nstruct A {\n    /// The file\n    file: PathBuf,\n}",
            &[],
        );
        check(
            "/// The round.\n#[derive(JsonSchema)]\nstruct Round { /// The number.\n number: u16 }",
            &[],
        );
    }
}
