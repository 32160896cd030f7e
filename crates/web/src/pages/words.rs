//! The words of the pages: one file per language.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::OnceLock;

/// The English file, which is complete.
const ENGLISH: &str = include_str!("../../languages/en.toml");

/// Every message in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    messages: BTreeMap<String, String>,
}

/// Why a language file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LanguageError {
    #[error("The language file is not valid TOML: {0}")]
    Toml(String),
    /// A message is no text.
    #[error("The message '{0}' is not a text. Write it in quotes.")]
    NotText(String),
}

impl Words {
    /// Reads a language file: tables of texts, named by their path.
    ///
    /// ```
    /// use outflank_web::pages::Words;
    /// let words = Words::parse("[round]\none = \"{n} round\"\nother = \"{n} rounds\"\n")?;
    /// assert_eq!(words.count("round", 2), "2 rounds");
    /// assert_eq!(words.say("round.one"), "{n} round");
    /// # Ok::<(), outflank_web::pages::LanguageError>(())
    /// ```
    ///
    /// # Errors
    /// [`LanguageError`] says what is wrong.
    pub fn parse(file: &str) -> Result<Self, LanguageError> {
        let table: toml::Table =
            toml::from_str(file).map_err(|error| LanguageError::Toml(error.to_string()))?;
        let mut messages = BTreeMap::new();
        flatten("", table, &mut messages)?;
        Ok(Self { messages })
    }

    /// A message; a missing one shows its name, and a test sees to it that none is missing.
    #[must_use]
    pub fn say<'a>(&'a self, key: &'a str) -> &'a str {
        self.messages.get(key).map_or(key, String::as_str)
    }

    /// A message with values in the places of their names.
    #[must_use]
    pub fn fill(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.say(key);
        let mut text = String::with_capacity(rest.len() + 16);
        while let Some(open) = rest.find('{') {
            text.push_str(&rest[..open]);
            let after = &rest[open + 1..];
            let Some(close) = after.find('}') else {
                text.push_str(&rest[open..]);
                return text;
            };
            let name = &after[..close];
            match values.iter().find(|(one, _)| *one == name) {
                Some((_, value)) => text.push_str(&value.to_string()),
                None => text.push_str(&rest[open..open + close + 2]),
            }
            rest = &after[close + 1..];
        }
        text.push_str(rest);
        text
    }

    /// A message with a number: `key.one` for one, `key.other` for the rest.
    #[must_use]
    pub fn count(&self, key: &str, number: impl Display) -> String {
        let number = number.to_string();
        let form = match number.as_str() {
            "1" => "one",
            _ => "other",
        };
        self.fill(&format!("{key}.{form}"), &[("n", &number)])
    }

    /// The names of all messages.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.messages.keys().map(String::as_str)
    }
}

fn flatten(
    path: &str,
    table: toml::Table,
    messages: &mut BTreeMap<String, String>,
) -> Result<(), LanguageError> {
    for (name, value) in table {
        let key = match path {
            "" => name,
            _ => format!("{path}.{name}"),
        };
        match value {
            toml::Value::String(text) => {
                messages.insert(key, text);
            }
            toml::Value::Table(inner) => flatten(&key, inner, messages)?,
            _ => return Err(LanguageError::NotText(key)),
        }
    }
    Ok(())
}

pub fn english() -> &'static Words {
    static READ: OnceLock<Words> = OnceLock::new();
    READ.get_or_init(|| Words::parse(ENGLISH).expect("the English file is checked by the tests"))
}
