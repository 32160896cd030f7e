//! What the desk says back in the page: a refusal in its place, with its clause.

use outflank_desk::{Refusal, RefusalKind};

/// A message at a place of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Said {
    /// Where: `table-7`, `enter`; the top of the page if it is empty.
    pub(crate) place: String,
    pub(crate) text: String,
    /// The clause, as people read it.
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
        let mut text = refusal.to_string();
        if let Some(first) = text.chars().next() {
            let upper: String = first.to_uppercase().collect();
            text.replace_range(..first.len_utf8(), &upper);
        }
        text.push('.');
        Self {
            place: place.into(),
            text,
            clause: refusal.clause().map(|clause| clause.for_people()),
            offer: None,
            status: match refusal.kind() {
                RefusalKind::SignIn => 401,
                RefusalKind::Forbidden => 403,
                RefusalKind::NotFound => 404,
                RefusalKind::Conflict => 409,
                RefusalKind::Refused => 422,
                RefusalKind::Unavailable => 503,
            },
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
