//! One setting of a rulebook: its value, and where the value comes from.

use serde::{Deserialize, Serialize};

use crate::clause::ClauseId;

/// A value of a rulebook with its source.
///
/// Code reads `rules.empties.value`; people are also shown `rules.empties.source`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis<T> {
    /// What the rulebook says.
    pub value: T,
    /// Why it says so.
    pub source: Source,
}

impl<T> Axis<T> {
    /// The clauses behind this value; empty where the value is ours or the director's.
    pub fn clauses(&self) -> Vec<ClauseId> {
        self.source.clauses()
    }

    /// The first clause behind this value.
    pub fn clause(&self) -> Option<ClauseId> {
        self.clauses().into_iter().next()
    }
}

/// Where a value of a rulebook comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A clause of the federation's text states it.
    Clause(ClauseId),
    /// The text is silent; this is our default, for the reason given.
    Ours(String),
    /// The director set it for this event; the text in place before is named.
    Director(String),
    /// One source per item of a list.
    Each(Vec<Source>),
}

impl Source {
    /// The clauses named by this source.
    pub fn clauses(&self) -> Vec<ClauseId> {
        match self {
            Self::Clause(id) => vec![id.clone()],
            Self::Ours(_) | Self::Director(_) => Vec::new(),
            Self::Each(items) => items.iter().flat_map(Self::clauses).collect(),
        }
    }

    /// Whether the director changed this value.
    pub fn is_override(&self) -> bool {
        match self {
            Self::Director(_) => true,
            Self::Clause(_) | Self::Ours(_) | Self::Each(_) => false,
        }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Clause(id) => write!(f, "{}", id.for_people()),
            Self::Ours(reason) => write!(f, "ours: {reason}"),
            Self::Director(was) => write!(f, "set by the director; {was}"),
            Self::Each(items) => {
                for (n, item) in items.iter().enumerate() {
                    if n > 0 {
                        write!(f, "; ")?;
                    }
                    write!(f, "{item}")?;
                }
                Ok(())
            }
        }
    }
}

/// A value as it stands in a rulebook file, in stored JSON or behind `--set`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Raw {
    /// A whole number.
    Number(i64),
    /// A word, a time or a score.
    Text(String),
    /// Several values in order.
    List(Vec<Raw>),
}

impl Raw {
    /// A value typed on a command line: `8`, `to_winner`, `bq,discs,draw`.
    pub fn typed(text: &str) -> Self {
        match text.trim().parse() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Text(text.trim().to_owned()),
        }
    }
}

impl std::fmt::Display for Raw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::List(items) => {
                for (n, item) in items.iter().enumerate() {
                    if n > 0 {
                        write!(f, ",")?;
                    }
                    write!(f, "{item}")?;
                }
                Ok(())
            }
        }
    }
}

/// What the type of an axis has to offer.
pub trait AxisValue: Sized {
    /// Reads the value; `None` if it is not one of the values of this axis.
    fn read(raw: &Raw) -> Option<Self>;
    /// The value as a file holds it.
    fn write(&self) -> Raw;
    /// What may stand here, for error messages.
    fn choices() -> String;
    /// The value in words a player understands.
    fn meaning(&self) -> String;
}

/// Declares axis types as closed enums; the doc comment of a variant is what people read.
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $(#[doc = $meaning:literal] $variant:ident = $text:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $(#[doc = $meaning] $variant,)+
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The word that stands for the value in files.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl $crate::axis::AxisValue for $name {
            fn read(raw: &$crate::axis::Raw) -> Option<Self> {
                let $crate::axis::Raw::Text(text) = raw else { return None };
                Self::ALL.iter().copied().find(|value| value.word() == text)
            }

            fn write(&self) -> $crate::axis::Raw {
                $crate::axis::Raw::Text(self.word().to_owned())
            }

            fn choices() -> String {
                let words: Vec<&str> = Self::ALL.iter().map(|value| value.word()).collect();
                format!("one of {}", words.join(", "))
            }

            fn meaning(&self) -> String {
                match self {
                    $(Self::$variant => $meaning.trim().to_owned(),)+
                }
            }
        }
    )+};
}
pub(crate) use choices;
