//! JSON with the line of every value, and with words for what should have stood there.

use std::borrow::Cow;

use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use outflank_pairing::EntrantId;
use outflank_tournament::ByColour;

use crate::tournament_file::Lines;
use crate::tournament_file::problem::{Problem, What};

/// So many problems are enough to start correcting.
pub(crate) const PROBLEMS_MAX: usize = 50;

/// A text being read, and what was found wrong so far.
pub(crate) struct Source<'a> {
    text: &'a str,
    /// The first byte of each line.
    starts: Vec<usize>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) lines: Lines,
    /// The two who play the game that is being read.
    pub(crate) seats: ByColour<Option<EntrantId>>,
}

/// A value of the text.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a, 'p> {
    raw: &'a RawValue,
    pub(crate) path: Path<'p>,
}

/// The way from the top to a value.
#[derive(Clone, Copy)]
pub(crate) enum Path<'p> {
    Top,
    Field(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

impl std::fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Top => Ok(()),
            Self::Field(Path::Top, name) => f.write_str(name),
            Self::Field(above, name) => write!(f, "{above}.{name}"),
            Self::Item(above, n) => write!(f, "{above}[{n}]"),
        }
    }
}

impl<'a> Source<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let after = |(n, byte): (usize, u8)| (byte == b'\n').then_some(n + 1);
        Self {
            text,
            starts: std::iter::once(0)
                .chain(text.bytes().enumerate().filter_map(after))
                .collect(),
            problems: Vec::new(),
            lines: Lines::default(),
            seats: ByColour::default(),
        }
    }

    pub(crate) fn note_line(&mut self, node: Node<'_, '_>) {
        self.lines.put(node.path.to_string(), self.line(node));
    }

    /// The whole text as one value.
    pub(crate) fn top(&mut self) -> Option<Node<'a, 'static>> {
        match serde_json::from_str::<&RawValue>(self.text) {
            Ok(raw) => Some(Node {
                raw,
                path: Path::Top,
            }),
            Err(error) => {
                let says = error.to_string();
                let says = says.split(" at line ").next().unwrap_or_default();
                self.problems.push(Problem {
                    line: Some(error.line().max(1)),
                    field: String::new(),
                    what: What::NotJson(says.to_owned()),
                });
                None
            }
        }
    }

    /// The line of a value, counted from 1.
    pub(crate) fn line(&self, node: Node<'_, '_>) -> usize {
        let at = (node.raw.get().as_ptr().addr()).saturating_sub(self.text.as_ptr().addr());
        self.starts.partition_point(|&start| start <= at)
    }

    /// Notes that something is wrong with a value.
    pub(crate) fn wrong(&mut self, node: Node<'_, '_>, what: What) {
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.push(Problem {
                line: Some(self.line(node)),
                field: node.path.to_string(),
                what,
            });
        }
    }

    pub(crate) fn not_a<T>(&mut self, node: Node<'_, '_>, expected: &str) -> Option<T> {
        self.wrong(node, What::NotA(expected.to_owned()));
        None
    }

    /// The fields of an object; one that is named twice counts once and is reported.
    pub(crate) fn object<'p>(&mut self, node: Node<'a, 'p>) -> Option<Fields<'a, 'p>> {
        let Ok(all) = serde_json::Deserializer::from_str(node.raw.get()).deserialize_map(Pairs)
        else {
            return self.not_a(node, "an object in braces");
        };
        let mut fields: Vec<(Cow<'a, str>, &'a RawValue)> = Vec::with_capacity(all.len());
        for (name, raw) in all {
            if fields.iter().any(|(known, _)| *known == name) {
                self.wrong(node, What::FieldTwice(name.into_owned()));
            } else {
                fields.push((name, raw));
            }
        }
        Some(Fields {
            node,
            fields,
            taken: Vec::new(),
        })
    }

    /// The items of a list, at most so many.
    pub(crate) fn list(&mut self, node: Node<'a, '_>, most: usize) -> Option<Vec<&'a RawValue>> {
        match serde_json::from_str::<Vec<&RawValue>>(node.raw.get()) {
            Ok(items) if items.len() > most => {
                self.wrong(node, What::TooMany { most });
                None
            }
            Ok(items) => Some(items),
            Err(_) => self.not_a(node, "a list in brackets"),
        }
    }

    /// A text of at most so many characters.
    pub(crate) fn text(&mut self, node: Node<'a, '_>, most: usize) -> Option<String> {
        match serde_json::from_str::<String>(node.raw.get()) {
            Ok(text) if text.chars().count() <= most => Some(text),
            Ok(_) => {
                self.wrong(node, What::TooLong { most });
                None
            }
            Err(_) => self.not_a(node, "a text in quotation marks"),
        }
    }

    pub(crate) fn number<T: TryFrom<i64>>(
        &mut self,
        node: Node<'a, '_>,
        expected: &str,
    ) -> Option<T> {
        let number = serde_json::from_str::<i64>(node.raw.get()).ok();
        match number.and_then(|number| T::try_from(number).ok()) {
            Some(number) => Some(number),
            None => self.not_a(node, expected),
        }
    }

    /// Anything that reads itself from a JSON value.
    pub(crate) fn value<T: serde::de::Deserialize<'a>>(
        &mut self,
        node: Node<'a, '_>,
        expected: &str,
    ) -> Option<T> {
        match serde_json::from_str(node.raw.get()) {
            Ok(value) => Some(value),
            Err(_) => self.not_a(node, expected),
        }
    }

    /// The value, if it reads itself from this; nothing is noted otherwise.
    pub(crate) fn silent<T: serde::de::Deserialize<'a>>(&self, node: Node<'a, '_>) -> Option<T> {
        serde_json::from_str(node.raw.get()).ok()
    }

    /// One of a list of words.
    pub(crate) fn word<T: Copy>(&mut self, node: Node<'a, '_>, words: &[(&str, T)]) -> Option<T> {
        let text = serde_json::from_str::<String>(node.raw.get()).ok();
        let found = (words.iter()).find(|(word, _)| text.as_deref() == Some(*word));
        match found {
            Some((_, value)) => Some(*value),
            None => {
                let known: Vec<String> = words
                    .iter()
                    .map(|(word, _)| format!("\"{word}\""))
                    .collect();
                self.not_a(node, &format!("one of {}", known.join(", ")))
            }
        }
    }
}

impl<'a, 'p> Node<'a, 'p> {
    pub(crate) const fn inside(raw: &'a RawValue, path: Path<'p>) -> Self {
        Self { raw, path }
    }

    pub(crate) fn is_null(self) -> bool {
        self.raw.get() == "null"
    }
}

/// The fields of an object that have not been asked for.
pub(crate) struct Fields<'a, 'p> {
    pub(crate) node: Node<'a, 'p>,
    fields: Vec<(Cow<'a, str>, &'a RawValue)>,
    taken: Vec<String>,
}

impl<'a> Fields<'a, '_> {
    /// Takes a field; `null` is the same as no field.
    pub(crate) fn take(&mut self, name: &str) -> Option<&'a RawValue> {
        let place = self.fields.iter().position(|(known, _)| known == name)?;
        let (_, raw) = self.fields.remove(place);
        let is_null = Node::inside(raw, Path::Top).is_null();
        if is_null {
            return None;
        }
        self.taken.push(name.to_owned());
        Some(raw)
    }

    /// Whether the field was taken with a value.
    pub(crate) fn was_given(&self, name: &str) -> bool {
        self.taken.iter().any(|taken| taken == name)
    }

    /// All fields that are left, in the order of the text.
    pub(crate) fn into_all(self) -> Vec<(Cow<'a, str>, &'a RawValue)> {
        self.fields
    }

    /// Whatever is left is not known.
    pub(crate) fn finish(self, source: &mut Source<'a>, known: &'static [&'static str]) {
        for (name, raw) in &self.fields {
            let at = Node::inside(raw, self.node.path);
            source.wrong(
                at,
                What::UnknownField {
                    name: name.chars().take(60).collect(),
                    known,
                },
            );
        }
    }
}

/// Reads an object as a list of its fields.
struct Pairs;

impl<'de> Visitor<'de> for Pairs {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = map.next_key::<Name<'de>>()? {
            if fields.len() >= FIELDS_MAX {
                return Err(A::Error::custom("too many fields"));
            }
            fields.push((name.0, map.next_value()?));
        }
        Ok(fields)
    }
}

/// More fields than any object of the file has.
const FIELDS_MAX: usize = 1000;

/// A field's name, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
