//! What is known of a person, in a record that can be erased.

use std::collections::BTreeMap;

use outflank_federation::Dossier;
use outflank_game::Needs;
use outflank_tournament::EntrantId;
use outflank_tournament::running::Entry;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// The most characters of one personal fact.
const FACT_CHARS_MAX: usize = 500;

/// The first of the texts of a person are names.
const NAMES: usize = 3;

/// Whether a text has no control characters and none that change the direction of writing.
pub(crate) fn is_plain(text: &str) -> bool {
    let is_direction = |letter: char| matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !text
        .chars()
        .any(|letter| letter.is_control() || is_direction(letter))
}

/// All personal data. Log entries never contain it; they name the record, and what follows from it
/// (such as `young`) is decided when the player is added.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "StoredPerson")]
#[schemars(!try_from)]
pub struct Person {
    /// What tournaments and federations both know: the names, the birth date and so on.
    #[serde(flatten)]
    pub dossier: Dossier,
    /// Where they live, and since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub residence: Option<String>,
    /// What they need at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special_needs: Option<String>,
    /// What their assistant at the table may do, as the head director granted it (WOC IV.10).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assistance: Option<Needs>,
    /// What they have paid and owe.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<String>,
}

/// A record as it may be stored.
#[derive(Deserialize, Default)]
#[serde(default)]
struct StoredPerson {
    #[serde(flatten)]
    dossier: Dossier,
    residence: Option<String>,
    special_needs: Option<String>,
    assistance: Option<Needs>,
    fees: Option<String>,
    /// Version 0.1 kept what a federation knows here, with the names, the birth date and the contact once more.
    office: Option<Box<Dossier>>,
    #[serde(flatten)]
    unknown: BTreeMap<String, IgnoredAny>,
}

impl TryFrom<StoredPerson> for Person {
    type Error = String;

    fn try_from(stored: StoredPerson) -> Result<Self, String> {
        if let Some(field) = stored.unknown.keys().next() {
            return Err(format!("unknown field `{field}`"));
        }
        let own = stored.dossier;
        let dossier = match stored.office {
            Some(office) => Dossier {
                name: own.name,
                ascii: own.ascii,
                native: own.native,
                born: own.born.or(office.born),
                contact: own.contact.or(office.contact),
                ..*office
            },
            None => own,
        };
        Ok(Self {
            dossier,
            residence: stored.residence,
            special_needs: stored.special_needs,
            assistance: stored.assistance,
            fees: stored.fees,
        })
    }
}

/// A personal fact that cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BadFact {
    pub(crate) what: &'static str,
}

impl Person {
    /// A person of whom only the name is known.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            dossier: Dossier::new(name),
            ..Self::default()
        }
    }

    /// Refuses what nobody can read.
    pub(crate) fn check(&self) -> Result<(), BadFact> {
        let known = &self.dossier;
        let texts = [
            ("the name", Some(&known.name)),
            ("the ASCII name", known.ascii.as_ref()),
            ("the native name", known.native.as_ref()),
            ("the contact", known.contact.as_ref()),
            ("the residence", self.residence.as_ref()),
            ("the special needs", self.special_needs.as_ref()),
            ("the fees", self.fees.as_ref()),
            (
                "the assistant's tasks",
                self.assistance.as_ref().map(|needs| &needs.note),
            ),
        ];
        let is_long = |text: &String| text.chars().count() > FACT_CHARS_MAX;
        // A name stands in lists and on projectors: nothing in it may turn the line round or end it.
        let is_unfit = |(number, (_, text)): &(usize, (&str, Option<&String>))| {
            text.is_some_and(|text| is_long(text) || (*number < NAMES && !is_plain(text)))
        };
        let bad = (texts.into_iter().enumerate()).find(is_unfit);
        let bad = bad.map(|(_, bad)| bad);
        bad.map_or(Ok(()), |(what, _)| Err(BadFact { what }))
    }

    /// Takes the names out of an entry.
    pub(crate) fn take_names(&mut self, entry: &Entry) {
        self.dossier.name.clone_from(&entry.name);
        self.dossier.ascii.clone_from(&entry.ascii);
        self.dossier.native.clone_from(&entry.native);
    }

    pub(crate) fn record(&self) -> String {
        serde_json::to_string(self).expect("a person has no map keys but texts")
    }

    /// Reads a record.
    pub(crate) fn from_record(text: &str) -> Result<Self, DamagedRecord> {
        // The parser's own message would repeat what is in the record.
        serde_json::from_str(text).map_err(|problem| DamagedRecord {
            line: problem.line(),
            column: problem.column(),
        })
    }

    /// Replaces a person whose record cannot be read.
    pub(crate) fn damaged(called: &str) -> Self {
        Self::new(format!("{called} (damaged record)"))
    }
}

/// A personal record that cannot be read. It is shown as such and never overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("could not read the personal record at line {line}, column {column}")]
pub(crate) struct DamagedRecord {
    line: usize,
    column: usize,
}

/// What a log entry calls a player, and what everyone calls them after erasure.
///
/// ```
/// use outflank_tournament::EntrantId;
/// assert_eq!(outflank_desk::neutral_name(EntrantId(7)), "Player 7");
/// ```
#[must_use]
pub fn neutral_name(entrant: EntrantId) -> String {
    format!("Player {entrant}")
}

/// The entry as an event keeps it: without the names.
pub(crate) fn without_names(entrant: EntrantId, entry: &mut Entry) {
    entry.name = neutral_name(entrant);
    entry.ascii = None;
    entry.native = None;
}

#[cfg(test)]
mod tests {
    use outflank_tournament::CivilDate;

    use crate::people::person::*;

    #[test]
    fn a_record_of_version_0_1_is_read_and_then_kept_once() {
        let old = r#"{"name":"Ada Example","born":"1990-05-01","fees":"paid","office":{"name":"A. Example","wof":77,
            "born":"1990-05-02","contact":"ada@example.org","country":"GBR"}}"#;
        let person = Person::from_record(old).unwrap();
        assert_eq!(person.dossier.name, "Ada Example");
        assert_eq!(person.dossier.born, CivilDate::new(1990, 5, 1));
        assert_eq!(person.dossier.contact.as_deref(), Some("ada@example.org"));
        let new = person.record();
        assert_eq!(
            new,
            r#"{"name":"Ada Example","wof":77,"country":"GBR","born":"1990-05-01","contact":"ada@example.org","fees":"paid"}"#
        );
        assert_eq!(Person::from_record(&new).unwrap(), person);
    }

    #[test]
    fn a_name_has_no_characters_that_change_the_line() {
        for name in [
            "Ada\0",
            "Ada\u{1b}[31m",
            "Ada\nBo",
            "Ada\u{202e}oB",
            "\u{2066}Ada",
        ] {
            assert!(Person::new(name).check().is_err(), "{name:?}");
        }
        for name in ["Zoë Example", "Ζηνοβία", "大山 一郎", "محمد"] {
            assert!(Person::new(name).check().is_ok(), "{name}");
        }
    }

    #[test]
    fn a_fact_that_nobody_knows_is_not_dropped_silently() {
        assert!(Person::from_record(r#"{"name":"Ada","bron":"1990-05-01"}"#).is_err());
    }
}
