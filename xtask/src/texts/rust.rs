//! The texts in a file of Rust: messages of errors and rejections, help on the command line, and sentences.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};

use super::{Kind, Text};
use crate::repository::TextFile;
use crate::rust_text;

/// The texts of a file, without those of its tests.
pub(crate) fn texts(file: &TextFile) -> Vec<Text> {
    let lines = rust_text::lines(&file.text);
    let mut search = Search {
        path: &file.path,
        in_tests: rust_text::test_lines(&lines),
        found: Vec::new(),
    };
    search.look(rust_text::tokens(&file.text), false);
    search.found
}

struct Search<'a> {
    path: &'a str,
    in_tests: BTreeSet<usize>,
    found: Vec<Text>,
}

impl Search<'_> {
    fn push(&mut self, kind: Kind, line: usize, text: String) {
        if !self.in_tests.contains(&line) && text.contains(char::is_alphabetic) {
            let path = self.path.to_owned();
            self.found.push(Text {
                path,
                line,
                kind,
                text,
            });
        }
    }

    /// Looks through tokens; `is_help` inside a type that the command line is made from.
    fn look(&mut self, tokens: TokenStream, is_help: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut docs = Docs::default();
        let mut derives_help = false;
        for (at, token) in tokens.iter().enumerate() {
            let before = |back: usize| at.checked_sub(back).map(|at| &tokens[at]);
            match token {
                TokenTree::Group(group) if is_inner_attribute(before(2), before(1), group) => {}
                TokenTree::Group(group) if is_attribute(before(1), group) => {
                    self.attribute(group, &mut docs, &mut derives_help);
                }
                TokenTree::Group(group) => {
                    let is_body = group.delimiter() == Delimiter::Brace && derives_help;
                    self.look(group.stream(), is_body || is_help);
                    if group.delimiter() == Delimiter::Brace {
                        derives_help = false;
                    }
                }
                TokenTree::Ident(_) => {
                    let shown = std::mem::take(&mut docs);
                    if is_help || derives_help {
                        self.help(shown);
                    }
                }
                TokenTree::Literal(literal) => {
                    let kind = match is_reason(before(1), before(2), before(3)) {
                        true => Kind::Rejection,
                        false => Kind::Notice,
                    };
                    self.literal(literal, kind);
                }
                TokenTree::Punct(_) => {}
            }
        }
    }

    fn attribute(&mut self, group: &Group, docs: &mut Docs, derives_help: &mut bool) {
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        match &inner[..] {
            [TokenTree::Ident(name), _, TokenTree::Literal(literal)] if *name == "doc" => {
                docs.push(literal);
            }
            [TokenTree::Ident(name), TokenTree::Group(inner)] if *name == "derive" => {
                let names = inner.stream().to_string();
                let is_clap = ["Args", "Parser", "Subcommand", "ValueEnum"]
                    .iter()
                    .any(|derived| rust_text::words(&names).any(|word| word == *derived));
                *derives_help |= is_clap;
            }
            [TokenTree::Ident(name), TokenTree::Group(inner)] if *name == "error" => {
                if let Some(TokenTree::Literal(literal)) = inner.stream().into_iter().next() {
                    let line = literal.span().start().line;
                    self.push(Kind::Error, line, unquoted(&literal));
                }
            }
            _ => {}
        }
    }

    fn help(&mut self, docs: Docs) {
        if let Some(line) = docs.line {
            self.push(Kind::Help, line, docs.text);
        }
    }

    fn literal(&mut self, literal: &Literal, kind: Kind) {
        let text = unquoted(literal);
        let is_text = literal.to_string().starts_with('"');
        let is_message = kind == Kind::Rejection && text.contains(' ');
        if is_text && (is_message || is_sentence(&text)) {
            self.push(kind, literal.span().start().line, text);
        }
    }
}

/// The lines of a doc comment.
#[derive(Default)]
struct Docs {
    line: Option<usize>,
    text: String,
}

impl Docs {
    fn push(&mut self, literal: &Literal) {
        self.line.get_or_insert(literal.span().start().line);
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(unquoted(literal).trim());
    }
}

fn is_attribute(before: Option<&TokenTree>, group: &Group) -> bool {
    let is_sign = matches!(before, Some(TokenTree::Punct(sign)) if sign.as_char() == '#');
    is_sign && group.delimiter() == Delimiter::Bracket
}

/// `#![…]`, such as the description of a module.
fn is_inner_attribute(before: Option<&TokenTree>, sign: Option<&TokenTree>, group: &Group) -> bool {
    let is_not = matches!(sign, Some(TokenTree::Punct(sign)) if sign.as_char() == '!');
    is_not && is_attribute(before, group)
}

/// Whether a literal follows `"code" Name { … }`, as in the lists of rejections.
fn is_reason(
    before: Option<&TokenTree>,
    second: Option<&TokenTree>,
    third: Option<&TokenTree>,
) -> bool {
    matches!(before, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
        && matches!(second, Some(TokenTree::Ident(_)))
        && matches!(third, Some(TokenTree::Literal(_)))
}

/// Whether a text is a sentence for people: a capital letter, at least three words, a full stop.
fn is_sentence(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
        && text.ends_with(['.', '?'])
        && text.split_whitespace().count() >= 3
}

/// What a literal says, without quotation marks and escapes.
fn unquoted(literal: &Literal) -> String {
    let text = literal.to_string();
    let inner = text.trim_start_matches(['r', '#']).trim_end_matches('#');
    let inner = inner.strip_prefix('"').unwrap_or(inner);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let joined: Vec<&str> = inner.split("\\\n").map(str::trim_start).collect();
    joined.concat().replace("\\\"", "\"").replace("\\n", " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository::text_file;

    #[track_caller]
    fn check(source: &str, expected: &[(Kind, &str)]) {
        let found = texts(&text_file("crates/a/src/b.rs", source));
        let found: Vec<(Kind, &str)> = (found.iter())
            .map(|one| (one.kind, one.text.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rejections_errors_and_sentences_are_found() {
        check(
            "reasons! { /// doc\n \"game.late\" Late { by: u8, } \"Too late: {by}\" }",
            &[(Kind::Rejection, "Too late: {by}")],
        );
        check(
            "enum E { #[error(\"line {0}: no date\")] Date(u8) }",
            &[(Kind::Error, "line {0}: no date")],
        );
        check(
            "fn f() { say(\"Choose another day.\"); say(\"key.of.page\"); say(\"Two words.\") }",
            &[(Kind::Notice, "Choose another day.")],
        );
    }

    #[test]
    fn help_is_the_documentation_of_what_the_command_line_is_made_from() {
        check(
            "/// Count games.\n///\n/// All of them.\n#[derive(Debug, Args)]\nstruct A {\n  /// The file\n  file: u8,\n}\n/// Other\nstruct B { /// no\n b: u8 }",
            &[
                (Kind::Help, "Count games.  All of them."),
                (Kind::Help, "The file"),
            ],
        );
    }

    #[test]
    fn tests_have_no_texts_for_people() {
        check("//! What this module does.\n", &[]);
        check(
            "#[cfg(test)]\nmod tests { fn f() { say(\"This is a test.\") } }",
            &[],
        );
    }
}
