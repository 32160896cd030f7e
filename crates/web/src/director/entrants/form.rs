//! What a form says of a player.

use outflank_desk::Person;
use outflank_federation::Dossier;
use outflank_tournament::CivilDate;
use outflank_tournament::running::{
    Application, Credentials, Entry, GenderWord, MemberKind, Nation, Residence,
};
use serde::Deserialize;

use crate::extract::{Field, Text, Ticked, WrongField};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PlayerForm {
    pub(crate) name: Text,
    pub(crate) ascii: Text,
    pub(crate) native: Text,
    pub(crate) country: Text,
    pub(crate) rating: Field<i32>,
    pub(crate) wof_id: Field<u32>,
    pub(crate) gender: Field<GenderWord>,
    pub(crate) team: Text,
    pub(crate) institute: Text,
    /// Personal data.
    pub(crate) born: Field<CivilDate>,
    pub(crate) contact: Text,
    pub(crate) needs: Text,
    pub(crate) fees: Text,
    /// From the federation's records.
    pub(crate) nation: Field<Nation>,
    pub(crate) membership: Field<MemberKind>,
    pub(crate) citizen: Field<YesNo>,
    pub(crate) days: Field<u32>,
    /// The terms of a late entry were seen.
    pub(crate) late: Ticked,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum YesNo {
    Yes,
    No,
}

impl PlayerForm {
    /// The entry, over what was there.
    pub(crate) fn entry(&self, was: Entry) -> Result<Entry, WrongField> {
        Ok(Entry {
            name: self.name.to_string(),
            ascii: self.ascii.filled(),
            native: self.native.filled(),
            country: self.country.filled().map(|country| country.to_uppercase()),
            rating: self.rating.optional("rating")?,
            wof_id: self.wof_id.optional("wof_id")?,
            gender: self.gender.optional("gender")?,
            team: self.team.filled(),
            institute: self.institute.filled(),
            ..was
        })
    }

    /// The personal data, over what was there.
    pub(crate) fn person(&self, was: Person) -> Result<Person, WrongField> {
        Ok(Person {
            dossier: Dossier {
                born: self.born.optional("born")?,
                contact: self.contact.filled(),
                ..was.dossier
            },
            special_needs: self.needs.filled(),
            fees: self.fees.filled(),
            ..was
        })
    }

    /// An application with what the federation's records say.
    pub(crate) fn application(&self, entry: Entry) -> Result<Application, WrongField> {
        let days = self.days.optional("days")?;
        let citizen = self.citizen.optional("citizen")?;
        Ok(Application {
            entry: Entry {
                nation: self.nation.optional("nation")?.or(entry.nation),
                ..entry
            },
            credentials: Credentials {
                membership: self.membership.optional("membership")?,
                residence: days.map(|days| Residence {
                    unbroken: days,
                    in_last_year: days,
                }),
                citizen: citizen.map(|word| matches!(word, YesNo::Yes)),
                sanctioned: false,
            },
            allowance: None,
            late_terms_seen: self.late.0,
        })
    }
}
