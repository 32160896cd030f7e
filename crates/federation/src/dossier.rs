//! What is known of people: in records that can be erased, never in events.

use std::collections::BTreeMap;

use outflank_event::words;
use outflank_tournament::running::{GenderWord, is_young};
use outflank_tournament::{CivilDate, Money};
use serde::{Deserialize, Serialize};

use crate::ids::{EventKey, PersonNumber};

/// The most stays, citizenships and payments of one person.
const LIST_MAX: usize = 1_000;
/// The largest amount of a fee or a payment, in hundredths.
pub(crate) const AMOUNT_MAX: Money = Money(100_000_000);
/// The most characters of a name or another text.
const TEXT_CHARS_MAX: usize = 200;

/// Everything the office knows about a person.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Dossier {
    /// The name as printed in lists, in any script.
    pub name: String,
    /// The name in ASCII letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ascii: Option<String>,
    /// The name in the person's own script.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<String>,
    /// The person's number in the list of the world federation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wof: Option<u32>,
    /// The country the person plays for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// The countries of citizenship.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub citizen_of: Vec<String>,
    /// Periods of residence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stays: Vec<Stay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub born: Option<CivilDate>,
    /// For the lists by gender and the limit of a team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender: Option<GenderWord>,
    /// Whether the person is waged, for the fees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wage: Option<Wage>,
    /// The family the person enters with; the same text for all its members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// Contact details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// The amount paid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paid: Vec<Payment>,
}

/// A period of residence in a country.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stay {
    pub country: String,
    pub from: CivilDate,
    /// The last day; not given while the person still lives there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<CivilDate>,
}

/// A fee that was paid.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    pub event: EventKey,
    /// How much, in hundredths.
    pub amount: Money,
}

words! {
    /// Whether a person is waged.
    Wage {
        Waged = "waged",
        Unwaged = "unwaged",
    }
}

/// The dossiers of everybody whose record is not erased.
pub type Dossiers = BTreeMap<PersonNumber, Dossier>;

/// What cannot be kept, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unfit(pub(crate) &'static str);

impl Dossier {
    /// A person of whom only the name is known.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Whether the person is a citizen of a country; unknown if no citizenship is recorded.
    pub fn is_citizen(&self, country: &str) -> Option<bool> {
        (!self.citizen_of.is_empty()).then(|| self.citizen_of.iter().any(|one| one == country))
    }

    /// Whether the person is young in a year (WOC-I.2.2.p1), if the date of birth is known.
    pub fn is_young_in(&self, year: u16) -> Option<bool> {
        self.born.map(|born| is_young(born, year))
    }

    /// What the person has paid for a tournament.
    pub fn paid_for(&self, event: &EventKey) -> Money {
        let paid = self.paid.iter().filter(|one| one.event == *event);
        Money(paid.map(|one| one.amount.0).sum())
    }

    pub(crate) fn check(&self) -> Result<(), Unfit> {
        let is_long = |text: &str| text.chars().count() > TEXT_CHARS_MAX;
        if self.name.trim().is_empty() || is_long(&self.name) {
            return Err(Unfit("The name must have 1 to 200 characters"));
        }
        let texts = [
            &self.ascii,
            &self.native,
            &self.country,
            &self.family,
            &self.contact,
        ];
        if (texts.into_iter().flatten()).any(|text| text.trim().is_empty() || is_long(text)) {
            return Err(Unfit(
                "Each text in a person's record must have 1 to 200 characters",
            ));
        }
        if self.ascii.as_ref().is_some_and(|name| !name.is_ascii()) {
            return Err(Unfit("The ASCII name has letters that are not ASCII"));
        }
        if self.wof == Some(0) {
            return Err(Unfit("0 is not a number of the world federation"));
        }
        let lists = [self.stays.len(), self.citizen_of.len(), self.paid.len()];
        if lists.into_iter().any(|length| length > LIST_MAX) {
            return Err(Unfit("There are too many stays, citizenships or payments"));
        }
        if self.paid.iter().any(|one| one.amount > AMOUNT_MAX) {
            return Err(Unfit("An amount is larger than any fee"));
        }
        if (self.stays.iter()).any(|stay| stay.until.is_some_and(|until| until < stay.from)) {
            return Err(Unfit("A stay ends before it begins"));
        }
        Ok(())
    }
}
