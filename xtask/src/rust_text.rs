//! Rust source seen as code, comments and literals, so that a word in a string is not mistaken for code.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream, TokenTree};

/// What a letter of Rust source belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Code,
    Comment,
    Literal,
}

/// One line of Rust source.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) number: usize,
    /// The line as written.
    pub(crate) raw: &'a str,
    /// The line with comments and literals blanked.
    pub(crate) code: String,
    /// What the first letter that is not blank belongs to; `None` on a blank line.
    pub(crate) starts_as: Option<Part>,
}

/// The lines of `text`, each with its code alone. Text that is not Rust has none.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut parts: Vec<Vec<Part>> = (text.split('\n'))
        .map(|raw| vec![Part::Comment; raw.chars().count()])
        .collect();
    mark(tokens(text), &mut parts);
    let lines = text.split('\n').zip(&parts).enumerate();
    lines
        .map(|(index, (raw, parts))| {
            let code = (raw.chars().zip(parts))
                .map(|(letter, part)| match part {
                    Part::Code => letter,
                    Part::Comment | Part::Literal => ' ',
                })
                .collect();
            let first = raw.chars().position(|letter| !letter.is_whitespace());
            Line {
                number: index + 1,
                raw,
                code,
                starts_as: first.map(|at| parts[at]),
            }
        })
        .collect()
}

/// The tokens of a file; documentation comments are attributes among them.
pub(crate) fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}

/// Marks what tokens cover; what no token covers is a comment or blank.
fn mark(tokens: TokenStream, parts: &mut [Vec<Part>]) {
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                cover(group.span_open(), Part::Code, parts);
                mark(group.stream(), parts);
                cover(group.span_close(), Part::Code, parts);
            }
            TokenTree::Literal(literal) => {
                let is_number = (literal.to_string()).starts_with(|c: char| c.is_ascii_digit());
                let part = if is_number { Part::Code } else { Part::Literal };
                cover(literal.span(), part, parts);
            }
            // A documentation comment is an attribute, and each of its signs is as long as the comment.
            TokenTree::Punct(sign) if is_comment(sign.span()) => {
                while let Some(TokenTree::Punct(_)) = tokens.next() {}
            }
            TokenTree::Punct(sign) => cover(sign.span(), Part::Code, parts),
            TokenTree::Ident(word) => cover(word.span(), Part::Code, parts),
        }
    }
}

fn is_comment(sign: Span) -> bool {
    let (start, end) = (sign.start(), sign.end());
    start.line != end.line || end.column > start.column + 1
}

fn cover(span: Span, part: Part, parts: &mut [Vec<Part>]) {
    let (start, end) = (span.start(), span.end());
    for line in start.line..=end.line {
        let from = if line == start.line { start.column } else { 0 };
        let Some(here) = parts.get_mut(line - 1) else {
            return;
        };
        let to = if line == end.line {
            end.column
        } else {
            here.len()
        };
        here[from..to].fill(part);
    }
}

/// The numbers of the lines that belong to an item behind `#[cfg(test)]`.
pub(crate) fn test_lines(lines: &[Line<'_>]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut item: Option<TestItem> = None;
    for line in lines {
        if item.is_none()
            && ["#[cfg(test", "#[cfg(all(test"]
                .iter()
                .any(|cfg| line.code.contains(cfg))
        {
            item = Some(TestItem { depth: 0 });
        }
        if let Some(open) = &mut item {
            found.insert(line.number);
            if open.ends_in(&line.code) {
                item = None;
            }
        }
    }
    found
}

/// An item behind `#[cfg(test)]` that is being read.
struct TestItem {
    depth: usize,
}

impl TestItem {
    /// Reads a line; the item ends with its last brace, or with a semicolon outside all brackets.
    fn ends_in(&mut self, code: &str) -> bool {
        for letter in code.chars() {
            match letter {
                '{' | '(' | '[' => self.depth += 1,
                '}' | ')' | ']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if letter == '}' && self.depth == 0 {
                        return true;
                    }
                }
                ';' if self.depth == 0 => return true,
                _ => {}
            }
        }
        false
    }
}

/// The words (identifiers, keywords, numbers) of a piece of code.
pub(crate) fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter: char| !is_word(letter))
        .filter(|word| !word.is_empty())
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, code: &str) {
        let found: Vec<String> = lines(source).into_iter().map(|line| line.code).collect();
        assert_eq!(found.join("\n"), code);
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        check("a // b\nc", "a     \nc");
        check("a /* b /* c */ d */ e", "a                   e");
        check(r#"x("un\"safe") y"#, "x(          ) y");
        check(r##"x(r#"a"b"#) y"##, "x(        ) y");
        check("b'x' '\\n' c", "          c");
    }

    #[test]
    fn lifetimes_and_raw_identifiers_are_code() {
        check("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)");
        check("r#type br", "r#type br");
    }

    #[test]
    fn a_line_inside_a_literal_starts_as_a_literal() {
        let source = "let x = \"\n/// not a comment\";\n/// a comment\n";
        let starts: Vec<_> = lines(source).iter().map(|line| line.starts_as).collect();
        assert_eq!(
            starts,
            [
                Some(Part::Code),
                Some(Part::Literal),
                Some(Part::Comment),
                None
            ]
        );
    }

    #[test]
    fn an_item_behind_cfg_test_ends_with_its_brace() {
        let source =
            "a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\nfn c(x: [u8; 2]) {\n  {}\n}\nd\n";
        let found: Vec<usize> = test_lines(&lines(source)).into_iter().collect();
        assert_eq!(found, [2, 3, 5, 6, 7, 8]);
    }

    #[test]
    fn letters_beyond_ascii_do_no_harm() {
        check("'–' \"é\" ü // –", "        ü     ");
    }

    #[test]
    fn words_are_whole() {
        let found: Vec<_> = words("let x_f64: f64 = 1.0_f64;").collect();
        assert_eq!(found, ["let", "x_f64", "f64", "1", "0_f64"]);
    }
}
