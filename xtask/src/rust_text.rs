//! Rust source seen as code, comments and literals, so that a word in a string is not mistaken for code.

use std::collections::BTreeSet;

/// What a byte of Rust source belongs to.
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
    /// What the first byte that is no blank belongs to; `None` on a blank line.
    pub(crate) starts_as: Option<Part>,
}

/// The lines of `text`, each with its code alone.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let parts = parts(text);
    let mut start = 0;
    text.split('\n')
        .enumerate()
        .map(|(index, raw)| {
            let here = &parts[start..start + raw.len()];
            let code = raw
                .char_indices()
                .map(|(at, letter)| match here[at] {
                    Part::Code => letter,
                    Part::Comment | Part::Literal => ' ',
                })
                .collect();
            let starts_as = raw
                .find(|letter: char| !letter.is_whitespace())
                .map(|at| here[at]);
            start += raw.len() + 1;
            Line {
                number: index + 1,
                raw,
                code,
                starts_as,
            }
        })
        .collect()
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

/// The part every byte of `text` belongs to.
fn parts(text: &str) -> Vec<Part> {
    let bytes = text.as_bytes();
    let mut parts = Vec::with_capacity(bytes.len());
    while parts.len() < bytes.len() {
        let at = parts.len();
        let (part, length) = next_piece(text, at);
        parts.resize((at + length).min(bytes.len()), part);
    }
    parts
}

/// The piece that begins at `at`: a comment, a literal, or one byte of code.
fn next_piece(text: &str, at: usize) -> (Part, usize) {
    let bytes = &text.as_bytes()[at..];
    let after_word = at > 0 && is_word(char::from(text.as_bytes()[at - 1]));
    match bytes {
        [b'/', b'/', ..] => (Part::Comment, line_length(bytes)),
        [b'/', b'*', ..] => (Part::Comment, block_comment_length(bytes)),
        [b'"', ..] => (Part::Literal, quoted_length(bytes, b'"')),
        [b'r', b'"' | b'#', ..] if !after_word => raw_piece(bytes, 1),
        [b'b' | b'c', b'r', b'"' | b'#', ..] if !after_word => raw_piece(bytes, 2),
        [b'\'', b'\\', ..] => (Part::Literal, quoted_length(bytes, b'\'')),
        [b'\'', rest @ ..] => {
            // A quote, one letter, a quote is a character; anything else is a lifetime.
            let letter = utf8_length(rest);
            if rest.get(letter) == Some(&b'\'') {
                (Part::Literal, letter + 2)
            } else {
                (Part::Code, 1)
            }
        }
        _ => (Part::Code, 1),
    }
}

fn line_length(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(bytes.len())
}

fn block_comment_length(bytes: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    at
}

fn quoted_length(bytes: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// A raw string whose `#`s begin after `prefix` letters, or one byte of code when it is a raw identifier.
fn raw_piece(bytes: &[u8], prefix: usize) -> (Part, usize) {
    let hashes = bytes[prefix..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    if bytes.get(prefix + hashes) != Some(&b'"') {
        return (Part::Code, 1);
    }
    let mut end = vec![b'"'];
    end.resize(hashes + 1, b'#');
    let body = prefix + hashes + 1;
    let length = bytes[body..]
        .windows(end.len())
        .position(|window| window == end)
        .map_or(bytes.len(), |found| body + found + end.len());
    (Part::Literal, length)
}

fn utf8_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(0xF0..) => 4,
        Some(0xE0..) => 3,
        Some(0xC0..) => 2,
        Some(_) | None => 1,
    }
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
        check("b'x' '\\n' c", "b         c");
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
