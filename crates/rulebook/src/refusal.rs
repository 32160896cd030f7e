//! The shape of a refusal: what games and tournaments answer to a command that the rules forbid.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use crate::axis::Axis;
use crate::clause::ClauseId;

/// Why a command was refused; [`reasons!`](crate::reasons) declares the closed list of a crate.
pub trait Refusal: std::fmt::Display + Serialize {
    /// The stable name: `game.must_move`.
    fn code(&self) -> &'static str;
}

/// A refused command: nothing changed. In JSON `{"code", "clause", "facts": {…}, "message"}`.
///
/// ```
/// use outflank_rulebook::{ClauseId, Rejection};
/// outflank_rulebook::reasons! {
///     /// The hall is shut.
///     "hall.shut" Shut {
///         /// Until then.
///         until: &'static str,
///     } "come back at {until}"
/// }
/// let refused = Rejection { reason: Reason::Shut { until: "nine" }, clause: ClauseId::known("USOA-3.6") };
/// assert_eq!(
///     serde_json::to_string(&refused).expect("facts are texts"),
///     r#"{"code":"hall.shut","clause":"USOA-3.6","facts":{"until":"nine"},"message":"come back at nine"}"#
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection<R> {
    /// Why, with the facts.
    pub reason: R,
    /// The clause that forbids it, where a text does.
    pub clause: Option<ClauseId>,
}

impl<R> Rejection<R> {
    /// A refusal that follows from no text.
    pub const fn plain(reason: R) -> Self {
        Self {
            reason,
            clause: None,
        }
    }

    /// A refusal that an axis of the rulebook demands.
    pub fn by<T>(axis: &Axis<T>, reason: R) -> Self {
        Self {
            reason,
            clause: axis.clause(),
        }
    }

    /// A refusal that a clause demands.
    pub fn clause_id(id: &str, reason: R) -> Self {
        Self {
            reason,
            clause: ClauseId::known(id),
        }
    }

    /// The clause that forbids it, where a text does.
    #[must_use]
    pub const fn clause(&self) -> Option<&ClauseId> {
        self.clause.as_ref()
    }
}

impl<R: Refusal> Rejection<R> {
    /// The stable name: `game.must_move`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.reason.code()
    }

    /// The facts as a JSON object.
    #[must_use]
    pub fn facts(&self) -> Value {
        serde_json::to_value(&self.reason).expect("facts have no map keys but texts")
    }
}

impl<R: std::fmt::Display> std::fmt::Display for Rejection<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R: std::fmt::Debug + std::fmt::Display> std::error::Error for Rejection<R> {}

impl<R: Refusal> Serialize for Rejection<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Rejection", 4)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("clause", &self.clause)?;
        fields.serialize_field("facts", &self.facts())?;
        fields.serialize_field("message", &self.reason.to_string())?;
        fields.end()
    }
}

/// Declares the closed enum `Reason` of a crate: each reason with its stable code, its facts and its
/// message, which says what to do next. The crate depends on `serde` and `thiserror`.
#[macro_export]
macro_rules! reasons {
    ($($(#[doc = $doc:literal])* $code:literal $name:ident { $($(#[$field_doc:meta])* $field:ident : $type:ty,)* } $message:literal)+) => {
        /// Why a command is refused.
        #[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::thiserror::Error)]
        #[serde(untagged)]
        pub enum Reason {
            $($(#[doc = $doc])* #[error($message)] $name { $($(#[$field_doc])* $field: $type,)* },)+
        }

        impl Reason {
            pub const CODES: &[&'static str] = &[$($code,)+];

            /// The stable name.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $code,)+
                }
            }
        }

        impl $crate::Refusal for Reason {
            fn code(&self) -> &'static str {
                Reason::code(self)
            }
        }
    };
}
