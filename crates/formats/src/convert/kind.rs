//! Which kind of file this is.

use crate::text_lines::decoded;

/// A kind of file that can be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Our own tournament file.
    Tournament,
    /// A results file of the World Othello Federation.
    Elo,
    Workfile,
    PappPlayers,
    PlayersTable,
    ResultsTable,
}

/// How much of a text tells its kind.
const TOLD_CHARS: usize = 4000;

impl FileKind {
    /// The kind of a file to be read, by its name and contents.
    ///
    /// ```
    /// use outflank_formats::FileKind;
    /// assert_eq!(FileKind::of("x.elo", b""), Some(FileKind::Elo));
    /// assert_eq!(FileKind::of("a.csv", b"round,black\n"), Some(FileKind::ResultsTable));
    /// assert_eq!(FileKind::of("photo.png", b"\x89PNG"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str, bytes: &[u8]) -> Option<Self> {
        let start = &bytes[..bytes.len().min(4 * TOLD_CHARS)];
        let text: String = decoded(start).chars().take(TOLD_CHARS).collect();
        match ending(name).as_str() {
            "json" => return Some(Self::Tournament),
            "elo" => return Some(Self::Elo),
            "csv" | "tsv" => return Some(table(&text)),
            _ => {}
        }
        let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if text.trim_start().starts_with('{') && text.contains("\"outflank\"") {
            Some(Self::Tournament)
        } else if says(&[
            "raz-couplage",
            "ronde-suivante",
            "#_Nom-Tournoi",
            "#_Nombre-Rondes",
        ]) {
            Some(Self::Workfile)
        } else if says(&["%%Tournament", "%%Added results"]) {
            Some(Self::Elo)
        } else if says(&["pays =", "pays="]) || is_papp_players(name) {
            Some(Self::PappPlayers)
        } else {
            None
        }
    }

    /// The kind of a file to be written, by its name: `.json`, `.ELO` or `.csv`.
    #[must_use]
    pub fn to_write(name: &str) -> Option<Self> {
        match ending(name).as_str() {
            "json" => Some(Self::Tournament),
            "elo" => Some(Self::Elo),
            "csv" if name.to_lowercase().contains("result") => Some(Self::ResultsTable),
            "csv" => Some(Self::PlayersTable),
            _ => None,
        }
    }
}

fn ending(name: &str) -> String {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.to_ascii_lowercase()
}

fn table(text: &str) -> FileKind {
    let first = text.lines().next().unwrap_or("").to_ascii_lowercase();
    let has_round = first
        .split([',', ';', '\t'])
        .any(|name| name.trim().trim_matches('"') == "round");
    if has_round {
        FileKind::ResultsTable
    } else {
        FileKind::PlayersTable
    }
}

fn is_papp_players(name: &str) -> bool {
    let name = name.to_lowercase();
    name.contains("joueurs") || name.contains("nouveaux")
}

#[cfg(test)]
mod tests {
    use crate::convert::kind::*;

    #[test]
    fn contents_tell_where_the_name_does_not() {
        let check = |name, text: &str, kind| assert_eq!(FileKind::of(name, text.as_bytes()), kind);
        check("x", "{\"outflank\": 1}", Some(FileKind::Tournament));
        check(
            "papp-internal-workfile.txt",
            "raz-couplage;",
            Some(FileKind::Workfile),
        );
        check(
            "__papp__",
            "#_Nombre-Rondes = 7 ;",
            Some(FileKind::Workfile),
        );
        check("results.txt", "%%Tournament: T\n", Some(FileKind::Elo));
        check(
            "list.txt",
            "pays = GBR\n1 A, B\n",
            Some(FileKind::PappPlayers),
        );
        check("nouveaux.txt", "1 A, B\n", Some(FileKind::PappPlayers));
        check("a.csv", "id;name\n", Some(FileKind::PlayersTable));
        check("a.csv", "table;\"Round\"\n", Some(FileKind::ResultsTable));
        check("notes.txt", "hello", None);
    }

    #[test]
    fn the_name_tells_what_to_write() {
        assert_eq!(FileKind::to_write("a.ELO"), Some(FileKind::Elo));
        assert_eq!(
            FileKind::to_write("my-results.csv"),
            Some(FileKind::ResultsTable)
        );
        assert_eq!(
            FileKind::to_write("players.CSV"),
            Some(FileKind::PlayersTable)
        );
        assert_eq!(FileKind::to_write("event.json"), Some(FileKind::Tournament));
        assert_eq!(FileKind::to_write("event.pdf"), None);
    }
}
