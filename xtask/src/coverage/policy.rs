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

/// Crates whose tests see what a person is shown.
const SHOWN: [&str; 2] = ["web", "outflank"];

/// The policy in words, for the head of the page.
pub(crate) const IN_WORDS: &str = "\
A test cites the clauses it shows and would fail without; every cited test is in `cargo test -- --list`. \
What counts depends on the clause's kind:

- *computed* and *enforced*: any test that cites the clause.
- *procedure* and *record*: a test in which a person does it through a command, the API or a page: a game script, \
or a test of `game`, `tournament`, `federation`, `desk`, `web`, `sim` or `outflank`. A test of `board`, `rulebook`, \
`pairing` or `formats` does not count.
- *advice*: a test of `outflank` or `web` that sees the program show it.

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
        Kind::Procedure | Kind::Record => {
            matches!(source, Source::GameScript(_)) || THROUGH_A_COMMAND.contains(&folder)
        }
        Kind::Advice => SHOWN.contains(&folder),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_procedure_needs_somebody_doing_it() {
        assert!(counts(Kind::Computed, Source::Crate("board")));
        assert!(!counts(Kind::Procedure, Source::Crate("board")));
        assert!(!counts(Kind::Record, Source::Crate("formats")));
        assert!(counts(Kind::Procedure, Source::Crate("game")));
        assert!(counts(Kind::Record, Source::GameScript("formats")));
    }

    #[test]
    fn advice_needs_somebody_seeing_it() {
        assert!(!counts(Kind::Advice, Source::GameScript("game")));
        assert!(counts(Kind::Advice, Source::Crate("web")));
    }
}
