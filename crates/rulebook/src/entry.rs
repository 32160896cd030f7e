//! One axis as a file or stored JSON holds it, and what can be wrong with it.

use serde::{Deserialize, Serialize};

use crate::axis::{Axis, AxisValue, Raw, Source};
use crate::clause::ClauseId;
use crate::rulebook::Rulebook;

/// An axis as it stands in a file or in stored JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    pub(crate) value: Raw,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clause: Option<OneOrEach>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ours: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) director: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum OneOrEach {
    One(String),
    Each(Vec<String>),
}

/// What is wrong with one axis; the reader of the file adds the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AxisError {
    /// The value is none of the axis's values.
    #[error("The setting '{axis}' cannot be '{value}'. Write {choices}.")]
    Value {
        axis: String,
        /// What was written.
        value: String,
        /// What may be written.
        choices: String,
    },
    /// There is no such axis.
    #[error("There is no setting '{axis}'.{hint}")]
    Unknown {
        /// What was written.
        axis: String,
        /// A near name, as `; did you mean …?`.
        hint: String,
    },
    /// The axis is not in the file.
    #[error(
        "The setting '{axis}' is missing. Add {axis} = {{ value = …, clause = \"…\" }} with {choices}."
    )]
    Missing {
        axis: String,
        /// What may be written.
        choices: String,
    },
    /// No source, or more than one.
    #[error(
        "The setting '{axis}' must name exactly one source. Write clause = \"…\" or ours = \"reason\"."
    )]
    Source { axis: String },
    /// The clause is not in the catalogue.
    #[error(
        "The setting '{axis}' cites '{clause}', which is not in the clause catalogue. Cite a clause listed by 'outflank rules'."
    )]
    Clause {
        axis: String,
        /// What was cited.
        clause: String,
    },
    /// Two axes do not go together.
    #[error("{0}")]
    Together(&'static str),
}

fn source_of(axis: &str, entry: &Entry) -> Result<Source, AxisError> {
    let no_source = || AxisError::Source {
        axis: axis.to_owned(),
    };
    let one = |text: &str| match text.strip_prefix("ours: ") {
        Some(reason) => Ok(Source::Ours(reason.to_owned())),
        None => ClauseId::known(text)
            .map(Source::Clause)
            .ok_or_else(|| AxisError::Clause {
                axis: axis.to_owned(),
                clause: text.to_owned(),
            }),
    };
    match (&entry.clause, &entry.ours, &entry.director) {
        (Some(OneOrEach::One(text)), None, None) => one(text),
        (Some(OneOrEach::Each(texts)), None, None) => match &entry.value {
            Raw::List(items) if items.len() == texts.len() => texts
                .iter()
                .map(|text| one(text))
                .collect::<Result<_, _>>()
                .map(Source::Each),
            Raw::List(_) | Raw::Text(_) | Raw::Number(_) => Err(no_source()),
        },
        (None, Some(reason), None) if !reason.trim().is_empty() => Ok(Source::Ours(reason.clone())),
        (None, None, Some(was)) => Ok(Source::Director(was.clone())),
        _ => Err(no_source()),
    }
}

pub(crate) fn read_axis<T: AxisValue>(name: &str, entry: &Entry) -> Result<Axis<T>, AxisError> {
    let value = T::read(&entry.value).ok_or_else(|| AxisError::Value {
        axis: name.to_owned(),
        value: entry.value.to_string(),
        choices: T::choices(),
    })?;
    Ok(Axis {
        value,
        source: source_of(name, entry)?,
    })
}

pub(crate) fn write_axis<T: AxisValue>(axis: &Axis<T>) -> Entry {
    let text = |source: &Source| match source {
        Source::Clause(id) => id.to_string(),
        Source::Ours(reason) => format!("ours: {reason}"),
        Source::Director(was) => format!("ours: {was}"),
        Source::Each(_) => String::new(),
    };
    let mut entry = Entry {
        value: axis.value.write(),
        clause: None,
        ours: None,
        director: None,
    };
    match &axis.source {
        Source::Clause(id) => entry.clause = Some(OneOrEach::One(id.to_string())),
        Source::Ours(reason) => entry.ours = Some(reason.clone()),
        Source::Director(was) => entry.director = Some(was.clone()),
        Source::Each(items) => {
            entry.clause = Some(OneOrEach::Each(items.iter().map(text).collect()))
        }
    }
    entry
}

pub(crate) fn unknown(axis: &str) -> AxisError {
    let near = Rulebook::AXES
        .iter()
        .map(|info| (distance(axis, info.name), info.name))
        .min();
    let hint = match near {
        Some((steps, name)) if steps <= 3 => format!(" Did you mean '{name}'?"),
        Some(_) | None => " List the settings with 'outflank rules ID'.".to_owned(),
    };
    AxisError::Unknown {
        axis: axis.chars().take(60).collect(),
        hint,
    }
}

/// Letters to add, drop or change (Levenshtein), for "did you mean".
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(60).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
