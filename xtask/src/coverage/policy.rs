//! Which citation counts for which kind of clause.

use crate::coverage::catalogue::Kind;

/// Crates whose tests give commands, call the API or open pages.
const THROUGH_A_COMMAND: [&str; 7] = [
    "game",
    "tournament",
    "federation",
    "desk",
    "web",
    "sim",
    "outflank",
];

/// Clauses of which a program can only show the text, each with the reason.
const TEXT_ONLY: [(&str, &str); 5] = [
    ("PAGE-legal-2.a", WORD),
    ("PAGE-legal-2.b", WORD),
    ("PAGE-legal-2.c", WORD),
    ("PAGE-legal-2.d", WORD),
    ("PAGE-legal-2.e", WORD),
];

/// Why a definition is only shown.
const WORD: &str = "defines a word: the glossary has it, and there is nothing to do or to check";

/// The policy in words, for the head of the page.
pub(crate) const IN_WORDS: &str = "\
A test cites the clauses it shows and would fail without; every cited test is in `cargo test -- --list`. \
What counts depends on the clause's kind:

- *computed* and *enforced*: any test that cites the clause.
- *procedure* and *record*: a test in which a person does it through a command, the API or a page: a game script, \
or a test of `game`, `tournament`, `federation`, `desk`, `web`, `sim` or `outflank`. A test of `board`, `rulebook`, \
`pairing` or `formats` does not count.
- *advice*: a test in which a person notes it, ticks it or is refused, as for a procedure.

A test that only sees the catalogue's own text on a page made from the catalogue does not count. Where a program can do no \
more than show the text, the column *text only* says why.

A clause is OPEN until such a test exists, also when its tests column names tests that do not count for its kind.";

/// Where a citation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source<'a> {
    /// A test, or a case run by a test, of the crate in this folder.
    Crate(&'a str),
    /// A game script: a list of commands, whoever runs it; the folder is the crate of the test that does.
    GameScript(&'a str),
}

/// Whether a citation from `source` shows a clause of `kind`.
pub(crate) fn counts(kind: Kind, source: Source<'_>) -> bool {
    let (Source::Crate(folder) | Source::GameScript(folder)) = source;
    match kind {
        Kind::Computed | Kind::Enforced => true,
        Kind::Procedure | Kind::Record | Kind::Advice => {
            matches!(source, Source::GameScript(_)) || THROUGH_A_COMMAND.contains(&folder)
        }
    }
}

/// Why the program can only show the text of a clause.
pub(crate) fn why_text_only(id: &str) -> Option<&'static str> {
    let found = TEXT_ONLY.iter().find(|(one, _)| *one == id);
    found.map(|(_, why)| *why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_procedure_needs_a_person_doing_it() {
        assert!(counts(Kind::Computed, Source::Crate("board")));
        assert!(!counts(Kind::Procedure, Source::Crate("board")));
        assert!(!counts(Kind::Record, Source::Crate("formats")));
        assert!(counts(Kind::Procedure, Source::Crate("game")));
        assert!(counts(Kind::Record, Source::GameScript("formats")));
    }

    #[test]
    fn advice_needs_a_person_using_it() {
        assert!(counts(Kind::Advice, Source::GameScript("game")));
        assert!(counts(Kind::Advice, Source::Crate("web")));
        assert!(!counts(Kind::Advice, Source::Crate("rulebook")));
    }
}
