//! The fields of a form: the text that was typed, and what it means.
//!
//! Reading one never fails, so that a page can show again what was typed and say which field is wrong.

use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Text without spaces around it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Text(String);

impl Text {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, unless the field was left empty.
    pub(crate) fn filled(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.clone())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text.trim().to_owned())
    }
}

/// A field that is sent several times has a line for each.
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Sent {
            Once(String),
            Often(Vec<String>),
        }
        Ok(Self::from(match Sent::deserialize(deserializer)? {
            Sent::Once(text) => text,
            Sent::Often(lines) => lines.join("\n"),
        }))
    }
}

/// A box that is ticked, or a hidden field that is filled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ticked(pub(crate) bool);

impl From<Ticked> for bool {
    fn from(ticked: Ticked) -> Self {
        ticked.0
    }
}

impl<'de> Deserialize<'de> for Ticked {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Text::deserialize(deserializer).map(|text| Self(!text.is_empty()))
    }
}

/// A field for a number, a date, an id or a word of a closed list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field<T> {
    text: Text,
    kind: PhantomData<T>,
}

/// A field that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrongField {
    pub(crate) name: &'static str,
    /// What was typed; empty where something is needed.
    pub(crate) text: String,
}

impl<T> Field<T> {
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl<T: DeserializeOwned> Field<T> {
    /// The value; nothing if the field was left empty.
    pub(crate) fn optional(&self, name: &'static str) -> Result<Option<T>, WrongField> {
        match self.text.is_empty() {
            true => Ok(None),
            false => self.required(name).map(Some),
        }
    }

    pub(crate) fn required(&self, name: &'static str) -> Result<T, WrongField> {
        read(&self.text).ok_or_else(|| WrongField {
            name,
            text: self.text.to_string(),
        })
    }
}

/// Words, dates and ids are stored as JSON strings, numbers as JSON numbers: one of the two reads the text.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    let as_string = serde_json::from_value(Value::String(text.to_owned()));
    as_string.ok().or_else(|| {
        // People write `07`, `+5` and `38,5`, which JSON does not.
        let number = text.trim_start_matches('+').replace(',', ".");
        let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
        let whole: i64 = whole.parse().ok()?;
        let number = match part {
            "" => whole.to_string(),
            part => format!("{whole}.{part}"),
        };
        serde_json::from_str(&number).ok()
    })
}

impl<T> Default for Field<T> {
    fn default() -> Self {
        Self {
            text: Text::default(),
            kind: PhantomData,
        }
    }
}

impl<T> std::fmt::Display for Field<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(f)
    }
}

impl<'de, T> Deserialize<'de> for Field<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(deserializer)?;
        Ok(Self {
            text,
            kind: PhantomData,
        })
    }
}

#[cfg(test)]
mod tests {
    use outflank_rulebook::HalfDiscs;
    use outflank_tournament::CivilDate;
    use outflank_tournament::running::{GenderWord, TableNumber};

    use crate::extract::field::*;

    #[track_caller]
    fn check<T: DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str, expected: Option<T>) {
        assert_eq!(read::<T>(text), expected, "{text}");
    }

    #[test]
    fn a_field_is_read_as_people_type_it() {
        check("7", Some(TableNumber(7)));
        check("07", Some(TableNumber(7)));
        check::<TableNumber>("seven", None);
        check::<TableNumber>("-1", None);
        check("+1850", Some(1850));
        check("-20", Some(-20));
        check("38,5", Some(HalfDiscs(77)));
        check("f", Some(GenderWord::Female));
        check::<GenderWord>("q", None);
        check("2031-05-30", CivilDate::new(2031, 5, 30));
    }

    #[test]
    fn an_empty_field_is_nothing_unless_it_is_needed() {
        let field = Field::<u16>::default();
        assert_eq!(field.optional("rounds"), Ok(None));
        let name = "rounds";
        let text = String::new();
        assert_eq!(field.required(name), Err(WrongField { name, text }));
    }
}
