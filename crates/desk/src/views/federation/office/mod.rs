//! What the people who run a federation office see beside what is public.

pub(crate) mod events;
pub(crate) mod members;
pub(crate) mod people;

pub use crate::views::federation::office::events::EventRecord;
pub use crate::views::federation::office::members::{
    FeeGroupLine, FeePersonLine, FeeSheetShown, MeetingLine, MemberLine, MemberState,
};
pub use crate::views::federation::office::people::PersonRecord;
