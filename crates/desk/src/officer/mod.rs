//! What the officers of a federation look at: what is public and what is not. Pages show it to nobody else.

mod events;
mod members;
mod people;
mod records;

pub use events::{EventLine, ReasonLine, TypedResults};
pub use members::{FeeGroupLine, FeePersonLine, FeeSheetShown, MeetingLine, MemberLine};
pub use people::{DuplicateLine, MergedLine, PersonFile, PersonLine};
pub use records::{
    AmendmentLine, DecisionLine, EditionLine, ExceptionLine, HostLine, NationLine, OfferLine,
    SanctionLine, SeasonShown, SemifinalLine, TeamShown, TitleLine,
};

use outflank_federation::PersonNumber;

use crate::federation_now::FederationNow;
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
