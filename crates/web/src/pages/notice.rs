//! What a page says about a form that was refused: where, what is wrong, and the clause.

use axum::http::StatusCode;
use outflank_desk::Refusal;

use crate::extract::WrongField;
use crate::pages::Frame;
use crate::respond::{sentence, status_of};

/// A message at a place of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Notice {
    /// The form or row it belongs to: `table-7`, `enter`. Empty for the top of the page.
    pub(crate) place: String,
    /// The field that is wrong.
    pub(crate) field: Option<&'static str>,
    pub(crate) text: String,
    /// The clause in readable form.
    pub(crate) clause: Option<String>,
    /// What can be done instead.
    pub(crate) offer: Option<Box<Offer>>,
    pub(crate) status: StatusCode,
}

/// Why a form was refused: a field cannot be read, or the desk says no.
#[derive(Debug)]
pub(crate) enum FormError {
    Wrong(WrongField),
    Rejected(Refusal),
}

impl From<WrongField> for FormError {
    fn from(wrong: WrongField) -> Self {
        Self::Wrong(wrong)
    }
}

impl From<Refusal> for FormError {
    fn from(rejection: Refusal) -> Self {
        Self::Rejected(rejection)
    }
}

impl FormError {
    pub(crate) fn notice(&self, f: &Frame, place: impl Into<String>) -> Notice {
        match self {
            Self::Wrong(wrong) => Notice::wrong(f, place, wrong),
            Self::Rejected(rejection) => Notice::rejected(place, rejection),
        }
    }
}

/// A button beside a notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) name: &'static str,
    pub(crate) value: String,
    pub(crate) words: String,
}

impl Notice {
    /// A rejection by the desk.
    pub(crate) fn rejected(place: impl Into<String>, rejection: &Refusal) -> Self {
        Self {
            clause: rejection.clause().map(|clause| clause.for_people()),
            status: status_of(rejection),
            ..Self::own(place, sentence(&rejection.to_string()))
        }
    }

    /// A message of the page's own.
    pub(crate) fn own(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            place: place.into(),
            text: text.into(),
            status: StatusCode::UNPROCESSABLE_ENTITY,
            ..Self::default()
        }
    }

    /// A field that cannot be read.
    pub(crate) fn wrong(f: &Frame, place: impl Into<String>, wrong: &WrongField) -> Self {
        let text = match wrong.text.as_str() {
            "" => f.t("field.empty").to_owned(),
            typed => f.t1("field.unreadable", "text", typed),
        };
        Self {
            field: Some(wrong.name),
            ..Self::own(place, text)
        }
    }
}
