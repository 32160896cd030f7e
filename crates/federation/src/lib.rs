//! The federation's office: people, members and fees, ratings that anybody can recompute, the Grand
//! Prix, and who plays for the country.
//!
//! [`decide()`] looks at a [`Federation`], at what the erasable records hold of its people
//! ([`Dossiers`]) and at a [`Command`], and answers with [`Event`]s or a [`Rejection`]; [`apply()`]
//! records events. Events hold ids; everything personal is in the records.
#![deny(clippy::float_arithmetic, clippy::disallowed_methods)]

mod act;
mod apply;
mod by;
mod calendar;
mod decide;
mod dossier;
mod duplicates;
mod fact;
mod fees;
pub mod grand_prix;
mod ids;
mod lists;
mod membership;
mod office_views;
mod rated;
pub mod rating;
mod records;
mod rejection;
mod residence;
mod results;
pub mod selection;
mod state;

pub use act::{Act, Command, Founding};
pub use by::By;
pub use decide::{EVENTS_MAX, PEOPLE_MAX, TEXT_CHARS_MAX, decide};
pub use dossier::{Dossier, Dossiers, Payment, Stay, Wage};
pub use duplicates::{Duplicate, Likeness, duplicates};
pub use fact::{Event, Fact, FactKind, Passed};
pub use fees::{FeeGroup, FeeLine, FeePayer, FeeReason, FeeSheet, FeeTable, fee_sheet};
pub use ids::{
    AmendmentNumber, DecisionNumber, EventKey, MeetingNumber, PersonNumber, SanctionNumber,
};
pub use lists::{HistoryPoint, LIST_ROWS_MAX, ListRow, PublishedList, RatingChange};
pub use membership::{JoinedBy, Membership, active_until, membership};
pub use office_views::{Obligation, Obligations, SentState};
pub use rated::{Category, Rated, RatedReason, RatedTerms, RatedWhen, Understood, rated};
pub use records::{
    Amendment, Body, Decision, EntryException, HostStatus, Measure, Meeting, NationException,
    NationState, RulesEdition, Sanction, Season, SentResults, TitleHeld, Votes,
};
pub use rejection::{Reason, Rejection};
pub use residence::residence;
pub use results::{
    EVENT_GAMES_MAX, EVENT_PEOPLE_MAX, EventNotice, EventState, FigureChange, GameChange, GameLine,
    Placed, Results, ResultsEdition, ResultsFrom, Sent, Trace,
};
pub use state::{Federation, FederationState, Founded, PersonState, apply};
