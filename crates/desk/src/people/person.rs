//! What is known of a person, in a record that can be erased.

use outflank_federation::Dossier;
use outflank_game::Needs;
use outflank_tournament::running::{Entry, is_young};
use outflank_tournament::{CivilDate, EntrantId};
use serde::{Deserialize, Serialize};

/// The most characters of one personal fact.
const FACT_CHARS_MAX: usize = 500;

/// All personal data. Log entries never contain it; they name the record, and what follows from it
/// (such as `young`) is decided when the player is added.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Person {
    /// The name as printed in lists, in any script.
    pub name: String,
    /// The name in ASCII letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ascii: Option<String>,
    /// The name in the person's own script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<String>,
    /// The date of birth: `2012-05-01`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born: Option<String>,
    /// Contact details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// The place of residence, and since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub residence: Option<String>,
    /// Special needs at the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special_needs: Option<String>,
    /// What the person's assistant at the table may do, as granted by the head director (WOC IV.10).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assistance: Option<Needs>,
    /// Fees paid and owed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fees: Option<String>,
    /// What a federation office knows in addition to the names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub office: Option<Box<Dossier>>,
}

/// A personal fact that cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BadFact {
    pub(crate) what: &'static str,
}

impl Person {
    /// Refuses what nobody can read.
    pub(crate) fn check(&self) -> Result<(), BadFact> {
        let texts = [
            ("the name", Some(&self.name)),
            ("the ASCII name", self.ascii.as_ref()),
            ("the native name", self.native.as_ref()),
            ("the contact", self.contact.as_ref()),
            ("the residence", self.residence.as_ref()),
            ("the special needs", self.special_needs.as_ref()),
            ("the fees", self.fees.as_ref()),
            (
                "the assistant's tasks",
                self.assistance.as_ref().map(|needs| &needs.note),
            ),
        ];
        for (what, text) in texts {
            if text.is_some_and(|text| text.chars().count() > FACT_CHARS_MAX) {
                return Err(BadFact { what });
            }
        }
        match &self.born {
            Some(born) if born.parse::<CivilDate>().is_err() => Err(BadFact {
                what: "the date of birth",
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// Whether he is young in this year, if his birth date is known.
    pub(crate) fn is_young_in(&self, year: u16) -> Option<bool> {
        let born = self.born.as_ref()?.parse().ok()?;
        Some(is_young(born, year))
    }

    /// Takes the names out of an entry.
    pub(crate) fn take_names(&mut self, entry: &Entry) {
        self.name.clone_from(&entry.name);
        self.ascii.clone_from(&entry.ascii);
        self.native.clone_from(&entry.native);
    }

    /// The record as a federation's office reads it: the names are the person's own.
    #[must_use]
    pub fn dossier(&self) -> Dossier {
        let mut dossier = self.office.as_deref().cloned().unwrap_or_default();
        dossier.name.clone_from(&self.name);
        dossier.ascii.clone_from(&self.ascii);
        dossier.native.clone_from(&self.native);
        if let Some(born) = self.born.as_ref().and_then(|born| born.parse().ok()) {
            dossier.born = Some(born);
        }
        if self.contact.is_some() {
            dossier.contact.clone_from(&self.contact);
        }
        dossier
    }

    /// Takes over what a federation's office has recorded.
    pub(crate) fn take_dossier(&mut self, dossier: Dossier) {
        self.name.clone_from(&dossier.name);
        self.ascii.clone_from(&dossier.ascii);
        self.native.clone_from(&dossier.native);
        self.born = dossier.born.map(|born| born.to_string());
        self.contact.clone_from(&dossier.contact);
        self.office = Some(Box::new(dossier));
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

    /// Stands in for somebody whose record cannot be read.
    pub(crate) fn damaged(called: &str) -> Self {
        Self {
            name: format!("{called} (damaged record)"),
            ..Self::default()
        }
    }
}

/// A personal record that cannot be read. It is shown as such and never overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("could not read the personal record at line {line}, column {column}")]
pub(crate) struct DamagedRecord {
    line: usize,
    column: usize,
}

/// What an event calls an entrant, and everybody else too once he is erased.
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
