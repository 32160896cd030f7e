//! Rulebook files: reading, checking, the copies compiled in, stored JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml::Spanned;

use crate::clause::ClauseId;
use crate::entry::{AxisError, Entry, unknown};
use crate::rulebook::{About, Rulebook, Section};

/// The six rulebooks compiled into the program, by id.
const SHIPPED: &[(&str, &str)] = &[
    ("usoa", include_str!("../../../rulebooks/usoa.toml")),
    ("wof", include_str!("../../../rulebooks/wof.toml")),
    ("bof", include_str!("../../../rulebooks/bof.toml")),
    ("soc", include_str!("../../../rulebooks/soc.toml")),
    ("japan", include_str!("../../../rulebooks/japan.toml")),
    ("europe", include_str!("../../../rulebooks/europe.toml")),
];

/// A rulebook file larger than this is refused before it is parsed.
pub const FILE_BYTES_MAX: usize = 256 * 1024;

/// Why a rulebook file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {problem}", line.map(|n| format!(", line {n}")).unwrap_or_default())]
pub struct FileError {
    /// The file's name as it was given.
    pub file: String,
    /// The line, where one is to blame.
    pub line: Option<usize>,
    /// What is wrong and what to do.
    pub problem: Problem,
}

/// What is wrong with a rulebook file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// It is too large.
    #[error(
        "The file is too large to be a rulebook. A rulebook file has at most {FILE_BYTES_MAX} bytes."
    )]
    TooLarge,
    /// It is not TOML.
    #[error("Not valid TOML: {0}. Compare it with a file in rulebooks/.")]
    Syntax(String),
    /// A head line is missing or of the wrong kind.
    #[error("The header '{0}' is missing or is not {1}. Compare it with a file in rulebooks/.")]
    Head(&'static str, &'static str),
    /// An axis is wrong.
    #[error(transparent)]
    Axis(#[from] AxisError),
}

/// A kind of event with the values it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// The short name: `regional`.
    pub id: String,
    /// The name people read.
    pub name: String,
    entries: BTreeMap<String, Entry>,
}

/// A rulebook file: the rulebook and its kinds of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulebookFile {
    /// The rulebook with no event chosen.
    pub rulebook: Rulebook,
    /// Its kinds of events; the first is the default.
    pub presets: Vec<Preset>,
    /// BLAKE3 of the file's text, in hex.
    pub hash: String,
}

impl RulebookFile {
    /// The rulebook set up for one kind of event.
    pub fn for_event(&self, preset: &str) -> Option<Rulebook> {
        let preset = self.presets.iter().find(|p| p.id == preset)?;
        let mut rulebook = self.rulebook.clone();
        for (name, entry) in &preset.entries {
            rulebook
                .put(name, entry)
                .expect("presets were checked when the file was read");
        }
        rulebook.about.event = Some(preset.id.clone());
        Some(rulebook)
    }
}

/// Reads a rulebook file. `file` is its name for messages.
pub fn parse(file: &str, text: &str) -> Result<RulebookFile, FileError> {
    let fail = |line: Option<usize>, problem: Problem| FileError {
        file: file.to_owned(),
        line,
        problem,
    };
    if text.len() > FILE_BYTES_MAX {
        return Err(fail(None, Problem::TooLarge));
    }
    let line_of = |at: usize| {
        text.as_bytes()[..at.min(text.len())]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1
    };
    let table: BTreeMap<String, Spanned<toml::Value>> = toml::from_str(text).map_err(|error| {
        let message = error
            .message()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned();
        fail(
            error.span().map(|span| line_of(span.start)),
            Problem::Syntax(message),
        )
    })?;
    let mut lines = BTreeMap::new();
    let mut head = BTreeMap::new();
    let mut entries = BTreeMap::new();
    for (name, value) in table {
        let line = line_of(value.span().start);
        let value = value.into_inner();
        if HEAD.contains(&name.as_str()) {
            head.insert(name, value);
        } else {
            if !Rulebook::AXES.iter().any(|info| info.name == name) {
                return Err(fail(Some(line), unknown(&name).into()));
            }
            let entry = entry_of(&name, value).map_err(|error| fail(Some(line), error.into()))?;
            lines.insert(name.clone(), line);
            entries.insert(name, entry);
        }
    }
    let about = about_of(&mut head).map_err(|problem| fail(None, problem))?;
    let placed = |error: AxisError| {
        let axis = match &error {
            AxisError::Value { axis, .. }
            | AxisError::Unknown { axis, .. }
            | AxisError::Missing { axis, .. }
            | AxisError::Source { axis }
            | AxisError::Clause { axis, .. } => Some(axis.clone()),
            AxisError::Together(_) => None,
        };
        let line = axis.and_then(|axis| lines.get(&axis).copied());
        fail(line, error.into())
    };
    let mut rulebook = Rulebook::from_entries(about, &mut entries).map_err(placed)?;
    rulebook.office = topics_of(&mut head, "office").map_err(|problem| fail(None, problem))?;
    rulebook.conduct = topics_of(&mut head, "conduct").map_err(|problem| fail(None, problem))?;
    rulebook.check().map_err(placed)?;
    let presets = presets_of(&rulebook, &mut head).map_err(|problem| fail(None, problem))?;
    Ok(RulebookFile {
        rulebook,
        presets,
        hash: blake3::hash(text.as_bytes()).to_hex().to_string(),
    })
}

const HEAD: &[&str] = &[
    "id",
    "name",
    "document",
    "edition",
    "from",
    "supersedes",
    "incorporates",
    "approved_by",
    "office",
    "conduct",
    "section",
    "preset",
];

fn about_of(head: &mut BTreeMap<String, toml::Value>) -> Result<About, Problem> {
    let mut text = |key: &'static str| match head.remove(key) {
        Some(toml::Value::String(text)) => Ok(Some(text)),
        Some(toml::Value::Datetime(date)) => Ok(Some(date.to_string())),
        Some(_) => Err(Problem::Head(key, "a text")),
        None => Ok(None),
    };
    let must = |key: &'static str, value: Option<String>| value.ok_or(Problem::Head(key, "a text"));
    let about = About {
        id: must("id", text("id")?)?,
        name: must("name", text("name")?)?,
        document: must("document", text("document")?)?,
        edition: must("edition", text("edition")?)?,
        from: must("from", text("from")?)?,
        supersedes: text("supersedes")?,
        incorporates: text("incorporates")?,
        approved_by: text("approved_by")?,
        sections: Vec::new(),
        event: None,
    };
    let date: Vec<&str> = about.from.split('-').collect();
    let is_date = date.len() == 3
        && date
            .iter()
            .all(|part| part.bytes().all(|b| b.is_ascii_digit()));
    if !is_date {
        return Err(Problem::Head("from", "a date such as 2018-08-23"));
    }
    let sections = head
        .remove("section")
        .unwrap_or(toml::Value::Array(Vec::new()));
    let sections: Vec<Section> = sections
        .try_into()
        .map_err(|_| Problem::Head("section", "a list of { key, title }"))?;
    Ok(About { sections, ..about })
}

/// A table of topics, each with the clause of a document that treats it.
fn topics_of<T: Ord + serde::de::DeserializeOwned>(
    head: &mut BTreeMap<String, toml::Value>,
    name: &'static str,
) -> Result<BTreeMap<T, ClauseId>, Problem> {
    let Some(table) = head.remove(name) else {
        return Ok(BTreeMap::new());
    };
    let wrong = || {
        Problem::Head(
            name,
            "a table of topics, each with a clause of clauses.toml",
        )
    };
    let table: BTreeMap<T, String> = table.try_into().map_err(|_| wrong())?;
    let clause = |(topic, id): (T, String)| Ok((topic, ClauseId::known(&id).ok_or_else(wrong)?));
    table.into_iter().map(clause).collect()
}

fn presets_of(
    rulebook: &Rulebook,
    head: &mut BTreeMap<String, toml::Value>,
) -> Result<Vec<Preset>, Problem> {
    let wrong = || Problem::Head("preset", "a list of tables with id, name and axes");
    let tables: Vec<toml::Table> = match head.remove("preset") {
        Some(value) => value.try_into().map_err(|_| wrong())?,
        None => return Err(wrong()),
    };
    if tables.is_empty() {
        return Err(wrong());
    }
    let mut presets = Vec::new();
    for mut table in tables {
        let mut text = |key: &str| match table.remove(key) {
            Some(toml::Value::String(text)) => Ok(text),
            Some(_) | None => Err(wrong()),
        };
        let (id, name) = (text("id")?, text("name")?);
        let mut trial = rulebook.clone();
        let mut entries = BTreeMap::new();
        for (axis, value) in table {
            let entry = entry_of(&axis, value)?;
            trial.put(&axis, &entry)?;
            entries.insert(axis, entry);
        }
        trial.check()?;
        presets.push(Preset { id, name, entries });
    }
    Ok(presets)
}

fn entry_of(axis: &str, value: toml::Value) -> Result<Entry, AxisError> {
    Entry::deserialize(value.into_deserializer()).map_err(|_| AxisError::Source {
        axis: axis.to_owned(),
    })
}

/// The ids of the rulebooks compiled in.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(id, _)| *id)
}

/// The file of a rulebook compiled in.
pub fn shipped_file(id: &str) -> Option<&'static RulebookFile> {
    static READ: OnceLock<Vec<RulebookFile>> = OnceLock::new();
    let files = READ.get_or_init(|| {
        let parsed = SHIPPED
            .iter()
            .map(|(id, text)| parse(&format!("{id}.toml"), text));
        parsed
            .collect::<Result<_, _>>()
            .expect("the shipped rulebooks are checked by the tests")
    });
    files.iter().find(|file| file.rulebook.about.id == id)
}

/// A rulebook compiled in, set up for no event in particular.
pub fn shipped(id: &str) -> Option<&'static Rulebook> {
    shipped_file(id).map(|file| &file.rulebook)
}

/// How a resolved rulebook is stored: the head, then every axis.
#[derive(Serialize, Deserialize)]
struct Stored {
    about: About,
    axes: BTreeMap<String, Entry>,
}

impl Serialize for Rulebook {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Stored {
            about: self.about.clone(),
            axes: (self.entries().into_iter())
                .filter(|(name, _)| !self.newer.contains(name))
                .collect(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rulebook {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut stored = Stored::deserialize(deserializer)?;
        let newer = fill_new_axes(&mut stored);
        let topics = shipped(&stored.about.id);
        let topics = topics.map(|book| (book.office.clone(), book.conduct.clone()));
        let mut rulebook =
            Self::from_entries(stored.about, &mut stored.axes).map_err(serde::de::Error::custom)?;
        (rulebook.office, rulebook.conduct) = topics.unwrap_or_default();
        rulebook.newer = newer;
        match stored.axes.keys().next() {
            Some(name) => Err(serde::de::Error::custom(unknown(name))),
            None => Ok(rulebook),
        }
    }
}

/// A rulebook stored before an axis existed takes it from the shipped rulebook of the same id. Returns the names of
/// these axes.
fn fill_new_axes(stored: &mut Stored) -> BTreeSet<String> {
    let Some(shipped) = shipped(&stored.about.id) else {
        return BTreeSet::new();
    };
    let mut newer = shipped.entries();
    newer.retain(|name, _| !stored.axes.contains_key(name));
    let names = newer.keys().cloned().collect();
    stored.axes.extend(newer);
    names
}

impl Rulebook {
    /// BLAKE3 of the stored form, in hex: pins every value, source and override.
    pub fn hash(&self) -> String {
        let stored = serde_json::to_vec(self).expect("a rulebook has no map keys but texts");
        blake3::hash(&stored).to_hex().to_string()
    }
}
