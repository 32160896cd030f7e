//! Names and numbers of things.

use std::sync::Arc;

/// Declares numbers with a meaning of their own: `pub struct RoundNumber(u16);`. They are stored as plain
/// numbers. [`number!`](crate::number!) makes them printable as well.
#[macro_export]
macro_rules! plain_number {
    ($($(#[$meta:meta])* pub struct $name:ident($type:ty);)+) => {$(
        $(#[$meta])*
        #[derive(
            ::schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord,
            ::serde::Serialize, ::serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub $type);
    )+};
}

/// Declares ids that are numbers, stored and printed as such: `pub struct RoundNumber(u16);`.
///
/// ```
/// outflank_event::number! {
///     /// A lamp of the hall.
///     pub struct LampNumber(u8);
/// }
/// assert_eq!(LampNumber(7).to_string(), "7");
/// ```
#[macro_export]
macro_rules! number {
    ($($(#[$meta:meta])* pub struct $name:ident($type:ty);)+) => {$(
        $crate::plain_number! { $(#[$meta])* pub struct $name($type); }

        impl $name {
            /// The number after the highest one so far.
            pub fn after<'a>(known: impl Iterator<Item = &'a Self>) -> Self {
                Self(known.map(|one| one.0).max().unwrap_or(0) + 1)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

/// Declares ids that are texts: `pub struct EventKey(String);`.
#[macro_export]
macro_rules! text_id {
    ($($(#[$meta:meta])* pub struct $name:ident($type:ty);)+) => {$(
        $(#[$meta])*
        #[derive(
            ::schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord,
            ::serde::Serialize, ::serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name($type);

        impl $name {
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

text_id! {
    /// The ID of a command, unique in its stream and chosen by the sender.
    pub struct CommandId(Arc<str>);
}
