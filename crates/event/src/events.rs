//! Events and the form they are stored in: a kind such as `game.disc_placed`, and a body of JSON with sorted keys.

use std::fmt::Debug;

use serde::Serialize;

/// An event as the log keeps it; [`events!`](crate::events!) implements it.
pub trait StoredEvent: Debug + Clone + PartialEq + Eq {
    /// The stored names of all kinds.
    const KINDS: &'static [&'static str];

    /// The name it is stored under.
    fn kind(&self) -> &'static str;

    /// The stored body: JSON with sorted keys.
    fn body(&self) -> String;

    /// Reads what [`kind`](Self::kind) and [`body`](Self::body) gave.
    ///
    /// # Errors
    /// [`StoredError`] names the kind and what is wrong.
    fn from_stored(kind: &str, body: &str) -> Result<Self, StoredError>;
}

/// Who gets how much of a kind of event. Officials and the owner get all of it unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The public gets its body, without who sent it from where.
    Whole,
    /// The public gets that it happened. The body holds reasons or facts about people.
    Kind,
    /// The public gets nothing: it is not public yet, or concerns the officials alone.
    ToOfficials,
    /// Only the owner gets it.
    ToOwner,
}

/// A stored event that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    #[error(
        "Unknown kind of log entry '{0}'. The log was written by a newer version of the program."
    )]
    Kind(String),
    #[error("Could not read the log entry '{kind}': {problem}")]
    Body { kind: String, problem: String },
}

impl StoredError {
    /// An unknown kind, cut to a length that can be shown.
    #[must_use]
    pub fn unknown(kind: &str) -> Self {
        Self::Kind(kind.chars().take(60).collect())
    }

    #[must_use]
    pub fn body(kind: &str, problem: impl ToString) -> Self {
        Self::Body {
            kind: kind.to_owned(),
            problem: problem.to_string(),
        }
    }
}

/// The fields of an event as JSON with sorted keys.
///
/// ```
/// use std::collections::HashMap;
/// let fields = HashMap::from([("round", 3), ("at", 61_000)]);
/// assert_eq!(outflank_event::stored_body(&fields), r#"{"at":61000,"round":3}"#);
/// ```
#[must_use]
pub fn stored_body<E: Serialize>(event: &E) -> String {
    let value = serde_json::to_value(event).expect("events have no map keys but texts");
    value.to_string()
}

/// Declares a closed enum of facts, each with the kind it is stored under for ever, and the event that
/// carries one: the fields of its envelope and the `fact`. Both sets of fields are one JSON object when
/// stored. A second enum names the kinds alone. Each kind says who is [`Shown`] how much of it.
///
/// Without the `struct` line the enum itself is the event: where the envelope is kept elsewhere.
#[macro_export]
macro_rules! events {
    (
        $(#[$event_meta:meta])* pub struct $event:ident $envelope:tt
        $(#[$fact_meta:meta])* pub enum $fact:ident, $kinds:ident;
        $($(#[$meta:meta])* $kind:literal $shown:ident $name:ident $fields:tt)+
    ) => {
        $crate::__facts! { $(#[$fact_meta])* $fact $kinds $($(#[$meta])* $kind $shown $name $fields)+ }
        $crate::__envelope! { $(#[$event_meta])* $event $envelope $fact }

        impl $event {
            /// The name it is stored under.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                self.fact.kind()
            }
        }
        $crate::__stored! { $event, $fact, kind, body, match kind {
            $($kind => $crate::__read_body!(kind, body, $event $envelope, $fact, $name $fields),)+
            _ => Err($crate::StoredError::unknown(kind)),
        } }
    };
    (
        $(#[$fact_meta:meta])* pub enum $fact:ident, $kinds:ident;
        $($(#[$meta:meta])* $kind:literal $shown:ident $name:ident $fields:tt)+
    ) => {
        $crate::__facts! { $(#[$fact_meta])* $fact $kinds $($(#[$meta])* $kind $shown $name $fields)+ }
        $crate::__stored! { $fact, $fact, kind, body, match kind {
            $($kind => $crate::__read_body!(kind, body, $fact, $name $fields),)+
            _ => Err($crate::StoredError::unknown(kind)),
        } }
    };
}

/// The enums of [`events!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __facts {
    ($(#[$fact_meta:meta])* $fact:ident $kinds:ident $($(#[$meta:meta])* $kind:literal $shown:ident $name:ident {
        $($(#[$field_meta:meta])* $field:ident : $type:ty,)*
    })+) => {
        $(#[$fact_meta])*
        #[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize)]
        #[serde(untagged)]
        pub enum $fact {
            $($(#[$meta])* $name { $($(#[$field_meta])* $field: $type,)* },)+
        }

        $crate::words! {
            /// The kind of an event.
            $kinds { $($name = $kind,)+ }
        }

        impl $kinds {
            /// Who gets how much of events of this kind.
            #[must_use]
            pub const fn shown(self) -> $crate::Shown {
                match self {
                    $(Self::$name => $crate::Shown::$shown,)+
                }
            }
        }

        impl $fact {
            /// The stored names of all kinds.
            pub const KINDS: &[&'static str] = &[$($kind,)+];

            /// The name it is stored under.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $kind,)+
                }
            }
        }
    };
}

/// The struct of [`events!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __envelope {
    ($(#[$event_meta:meta])* $event:ident { $($head:ident : $head_type:ty),* $(,)? } $fact:ident) => {
        $(#[$event_meta])*
        #[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize)]
        pub struct $event {
            $(pub $head: $head_type,)*
            #[serde(flatten)]
            pub fact: $fact,
        }
    };
}

/// The stored form of an event of [`events!`], and the trait that says so.
#[doc(hidden)]
#[macro_export]
macro_rules! __stored {
    ($event:ident, $fact:ident, $kind:ident, $body:ident, $read:expr) => {
        impl $event {
            /// The stored body: JSON with sorted keys.
            #[must_use]
            pub fn body(&self) -> String {
                $crate::stored_body(self)
            }

            /// Reads what [`kind`](Self::kind) and [`body`](Self::body) gave.
            ///
            /// # Errors
            /// `StoredError` names the kind and what is wrong.
            pub fn from_stored($kind: &str, $body: &str) -> Result<Self, $crate::StoredError> {
                $read
            }
        }

        impl $crate::StoredEvent for $event {
            const KINDS: &'static [&'static str] = $fact::KINDS;

            fn kind(&self) -> &'static str {
                $event::kind(self)
            }

            fn body(&self) -> String {
                $event::body(self)
            }

            fn from_stored(kind: &str, body: &str) -> Result<Self, $crate::StoredError> {
                $event::from_stored(kind, body)
            }
        }
    };
}

/// Reads one kind in one pass over its body.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_body {
    ($kind:ident, $body:ident,
     $event:ident { $($head:ident : $head_type:ty),* $(,)? }, $fact:ident, $name:ident {
        $($(#[$field_meta:meta])* $field:ident : $type:ty,)*
    }) => {{
        #[derive(::serde::Deserialize)]
        struct Body {
            $($head: $head_type,)*
            $($(#[$field_meta])* $field: $type,)*
        }
        let read: Result<Body, _> = $crate::__from_str($kind, $body);
        read.map(|body| $event {
            $($head: body.$head,)*
            fact: $fact::$name { $($field: body.$field,)* },
        })
    }};
    ($kind:ident, $body:ident, $fact:ident, $name:ident {
        $($(#[$field_meta:meta])* $field:ident : $type:ty,)*
    }) => {{
        #[derive(::serde::Deserialize)]
        struct Body {
            $($(#[$field_meta])* $field: $type,)*
        }
        let read: Result<Body, _> = $crate::__from_str($kind, $body);
        read.map(|_body| $fact::$name { $($field: _body.$field,)* })
    }};
}

#[doc(hidden)]
pub fn __from_str<T: serde::de::DeserializeOwned>(
    kind: &str,
    body: &str,
) -> Result<T, StoredError> {
    serde_json::from_str(body).map_err(|problem| StoredError::body(kind, problem))
}
