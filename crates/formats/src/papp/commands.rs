//! The commands of PAPP's workfile, cut out of its text.

use crate::text_lines::TextLine;

/// One command with the line it starts in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) line: u32,
    pub(crate) text: String,
    pub(crate) end: End,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Semicolon,
    /// Another command or the end of the file came first.
    Missing,
}

/// The four headings that are not comments.
pub(crate) const HEADERS: [&str; 4] = ["Nom-Tournoi", "Nombre-Rondes", "BQ-double", "Date"];

/// Where commands begin; such a start ends a command that has no semicolon.
const STARTS: [&str; 6] = [
    "#_",
    "&",
    "(",
    "raz-couplage",
    "ronde-suivante",
    "round-robin-table",
];

/// All commands, comments left out.
pub(crate) fn commands(lines: &[TextLine]) -> Vec<Command> {
    let mut found = Vec::new();
    let mut open = Command::empty();
    for line in lines {
        let mut text = without_comment(&line.text);
        if STARTS
            .iter()
            .any(|start| text.trim_start().starts_with(start))
        {
            open.close(&mut found, End::Missing);
        }
        while let Some(at) = semicolon(&text) {
            open.add(line.number, &text[..at]);
            open.close(&mut found, End::Semicolon);
            text = text[at + 1..].to_owned();
        }
        open.add(line.number, &text);
    }
    open.close(&mut found, End::Missing);
    found
}

impl Command {
    fn empty() -> Self {
        Self {
            line: 0,
            text: String::new(),
            end: End::Missing,
        }
    }

    fn add(&mut self, line: u32, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if self.text.is_empty() {
            self.line = line;
        } else {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    fn close(&mut self, found: &mut Vec<Self>, end: End) {
        let mut done = std::mem::replace(self, Self::empty());
        if !done.text.is_empty() {
            done.end = end;
            found.push(done);
        }
    }
}

/// The line with `%_` as white space and its comment cut off; quotes protect everything.
fn without_comment(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    let mut is_quoted = false;
    while let Some(letter) = rest.chars().next() {
        let after = &rest[letter.len_utf8()..];
        match letter {
            '"' => is_quoted = !is_quoted,
            '%' if is_quoted => {}
            '%' if after.starts_with('_') => {
                text.push(' ');
                rest = &after[1..];
                continue;
            }
            '#' if is_quoted || is_header(rest) => {}
            '%' | '#' => break,
            _ => {}
        }
        text.push(letter);
        rest = after;
    }
    text
}

fn is_header(text: &str) -> bool {
    text.strip_prefix("#_").is_some_and(|name| {
        let name = name.trim_start().to_ascii_lowercase();
        HEADERS
            .iter()
            .any(|header| name.starts_with(&header.to_ascii_lowercase()))
    })
}

/// The first semicolon outside quotes.
fn semicolon(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => return Some(at),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::papp::commands::*;
    use crate::text_lines::text_lines;

    #[track_caller]
    fn check(text: &str, expected: &[(u32, &str, End)]) {
        let found = commands(&text_lines(text.as_bytes()).0);
        let found: Vec<(u32, &str, End)> = found
            .iter()
            .map(|c| (c.line, c.text.as_str(), c.end))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn comments_go_and_headers_stay() {
        check(
            "# Test\n#_Nom-Tournoi = \"50% ; #1\" ; % so\n#_Other = 3 ;\n%_% 12 NAME\n%_ raz-couplage;",
            &[
                (2, "#_Nom-Tournoi = \"50% ; #1\"", End::Semicolon),
                (5, "raz-couplage", End::Semicolon),
            ],
        );
    }

    #[test]
    fn a_list_may_run_over_lines() {
        check("& +1 +2\n  -3 ;", &[(1, "& +1 +2 -3", End::Semicolon)]);
    }

    #[test]
    fn a_missing_semicolon_costs_one_command() {
        check(
            "(1 2)\n(3 4);(5 6);\nraz-couplage",
            &[
                (1, "(1 2)", End::Missing),
                (2, "(3 4)", End::Semicolon),
                (2, "(5 6)", End::Semicolon),
                (3, "raz-couplage", End::Missing),
            ],
        );
    }
}
