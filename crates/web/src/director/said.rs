//! What the desk says back in the page: a refusal in its place, with its clause.

use outflank_desk::Refusal;

use crate::respond::{sentence, status_of};

/// A message at a place of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Said {
    /// Where: `table-7`, `enter`; the top of the page if it is empty.
    pub(crate) place: String,
    pub(crate) text: String,
    /// The clause in readable form.
    pub(crate) clause: Option<String>,
    /// What can be taken instead: a button's name, its value and its words.
    pub(crate) offer: Option<Offer>,
    /// The status of the answer.
    pub(crate) status: u16,
}

/// Something that can be taken instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) name: &'static str,
    pub(crate) value: String,
    pub(crate) words: String,
}

impl Said {
    /// A refusal of the desk.
    pub(crate) fn refused(place: impl Into<String>, refusal: &Refusal) -> Self {
        Self {
            place: place.into(),
            text: sentence(&refusal.to_string()),
            clause: refusal.clause().map(|clause| clause.for_people()),
            offer: None,
            status: status_of(refusal).as_u16(),
        }
    }

    /// A message of the page's own.
    pub(crate) fn own(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            text: text.into(),
            status: 422,
            ..Self::default()
        }
    }
}
