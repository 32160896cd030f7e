//! Events of the desk itself: how they are declared and stored.

/// Declares a closed enum of events, each with the kind it is stored under for ever.
macro_rules! desk_facts {
    (
        $(#[doc = $top:literal])* $enum:ident;
        $($(#[doc = $doc:literal])* $kind:literal $name:ident {
            $($(#[$field_meta:meta])* $field:ident : $type:ty,)*
        })+
    ) => {
        $(#[doc = $top])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum $enum {
            $($(#[doc = $doc])* #[serde(rename = $kind)] $name { $($(#[$field_meta])* $field: $type,)* },)+
        }

        impl $enum {
            /// The stored names of all kinds.
            pub const KINDS: &[&'static str] = &[$($kind,)+];

            /// The name it is stored under.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $kind,)+
                }
            }

            /// The stored body: JSON with sorted keys.
            #[must_use]
            pub fn body(&self) -> String {
                $crate::state::stored::body(self)
            }

            /// Reads what [`kind`](Self::kind) and [`body`](Self::body) gave.
            ///
            /// # Errors
            /// [`StoredError`](outflank_rulebook::StoredError) names the kind and what is wrong.
            pub fn from_stored(
                kind: &str,
                body: &str,
            ) -> Result<Self, outflank_rulebook::StoredError> {
                if !Self::KINDS.contains(&kind) {
                    return Err(outflank_rulebook::StoredError::unknown(kind));
                }
                $crate::state::stored::read(kind, body)
            }
        }
    };
}
pub(crate) use desk_facts;

use outflank_rulebook::{StoredError, stored_value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The body of a fact: its fields without the kind.
pub(crate) fn body<F: Serialize>(fact: &F) -> String {
    let mut value = stored_value(fact);
    if let Value::Object(fields) = &mut value {
        fields.remove("kind");
    }
    value.to_string()
}

/// Reads a fact of a known kind.
pub(crate) fn read<F: DeserializeOwned>(kind: &str, body: &str) -> Result<F, StoredError> {
    let mut value: Value =
        serde_json::from_str(body).map_err(|problem| StoredError::body(kind, problem))?;
    let Value::Object(fields) = &mut value else {
        return Err(StoredError::body(kind, "it is no JSON object"));
    };
    fields.insert("kind".to_owned(), Value::String(kind.to_owned()));
    serde_json::from_value(value).map_err(|problem| StoredError::body(kind, problem))
}
