//! What the officers of a federation look at: what is public and what is not. Pages show it to nobody else.

pub(crate) mod events;
pub(crate) mod members;
pub(crate) mod people;
pub(crate) mod records;

pub use crate::views::federation::office::events::{EventLine, ReasonLine, TypedResults};
pub use crate::views::federation::office::members::{
    FeeGroupLine, FeePersonLine, FeeSheetShown, MeetingLine, MemberLine,
};
pub use crate::views::federation::office::people::{
    DuplicateLine, MergedLine, PersonFile, PersonLine,
};
pub use crate::views::federation::office::records::{
    AmendmentLine, DecisionLine, EditionLine, ExceptionLine, HostLine, NationLine, OfferLine,
    SanctionLine, SeasonShown, SemifinalLine, TeamShown, TitleLine,
};

use outflank_federation::PersonNumber;

use crate::state::federation::FederationNow;
use crate::views::OfficePerson;

impl FederationNow {
    /// Somebody by the name the office knows him by, whatever the public may see.
    #[must_use]
    pub fn known_as(&self, person: PersonNumber) -> OfficePerson {
        let person = self.affairs().resolve(person);
        OfficePerson {
            number: person.0,
            name: match self.people.get(&person) {
                Some(dossier) => dossier.name.clone(),
                None => format!("Person {person}"),
            },
        }
    }
}
