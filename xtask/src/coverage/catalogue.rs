//! The catalogue of clauses, `rulebooks/clauses.toml`.

use std::collections::BTreeSet;

use serde::Deserialize;

/// Every clause, in the order of the documents, and the ids of the groups.
#[derive(Debug)]
pub(crate) struct Catalogue {
    pub(crate) clauses: Vec<Clause>,
    groups: BTreeSet<String>,
}

/// One clause of one document.
#[derive(Debug, Deserialize)]
pub(crate) struct Clause {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) kind: Kind,
    /// What the program does about it.
    pub(crate) software: String,
}

/// What a clause asks of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Computed,
    Enforced,
    Procedure,
    Record,
    Advice,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [
        Self::Computed,
        Self::Enforced,
        Self::Procedure,
        Self::Record,
        Self::Advice,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Computed => "computed",
            Self::Enforced => "enforced",
            Self::Procedure => "procedure",
            Self::Record => "record",
            Self::Advice => "advice",
        }
    }
}

/// The five documents: the part of an id before its first dash, and the document's name.
pub(crate) const DOCUMENTS: [(&str, &str); 5] = [
    (
        "USOA",
        "The Official Rules of Othello (United States Othello Association)",
    ),
    ("PAGE", "The rules page with regional scoring variants"),
    (
        "WOC",
        "World Othello Championships Rules (World Othello Federation)",
    ),
    ("BOF", "The rules of the British Othello Federation"),
    ("SOC", "Singapore Othello Championships, Official Rules"),
];

impl Clause {
    pub(crate) fn document(&self) -> &str {
        self.id
            .split_once('-')
            .map_or(self.id.as_str(), |(document, _)| document)
    }
}

/// What an id stands for. An id that is both a clause and a group is the clause: its lead sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Clause,
    Group,
    Unknown,
}

#[derive(Deserialize)]
struct File {
    clause: Vec<Clause>,
    #[serde(default)]
    group: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    id: String,
}

impl Catalogue {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut ids = BTreeSet::new();
        for clause in &file.clause {
            if !ids.insert(clause.id.as_str()) {
                return Err(format!("{} stands there twice: remove one", clause.id));
            }
            if !DOCUMENTS.iter().any(|(id, _)| *id == clause.document()) {
                return Err(format!("{} belongs to none of the documents", clause.id));
            }
        }
        Ok(Self {
            groups: file.group.into_iter().map(|group| group.id).collect(),
            clauses: file.clause,
        })
    }

    pub(crate) fn standing(&self, id: &str) -> Standing {
        if self.clauses.iter().any(|clause| clause.id == id) {
            Standing::Clause
        } else if self.groups.contains(id) {
            Standing::Group
        } else {
            Standing::Unknown
        }
    }
}

/// A catalogue for tests: one clause of each kind, a group, and an id that is both.
#[cfg(test)]
pub(crate) fn example() -> Catalogue {
    let clause = |id: &str, owner: &str, kind: &str| {
        format!(
            "[[clause]]\nid = \"{id}\"\nowner = \"{owner}\"\nkind = \"{kind}\"\nsoftware = \"does a|b\"\n"
        )
    };
    let text = [
        clause("USOA-1.1", "foundations", "enforced"),
        clause("USOA-1.2", "pages", "advice"),
        clause("WOC-I.1", "foundations", "computed"),
        clause("WOC-I.2", "game", "procedure"),
        clause("SOC-II.4", "tournament", "record"),
        "[[group]]\nid = \"USOA-1\"\n[[group]]\nid = \"SOC-II.4\"\n".to_owned(),
    ];
    Catalogue::parse(&text.concat()).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stand_for_clauses_groups_or_nothing() {
        let catalogue = example();
        assert_eq!(catalogue.standing("USOA-1.1"), Standing::Clause);
        assert_eq!(catalogue.standing("USOA-1"), Standing::Group);
        assert_eq!(catalogue.standing("SOC-II.4"), Standing::Clause);
        assert_eq!(catalogue.standing("USOA-9.9"), Standing::Unknown);
    }

    #[test]
    fn a_clause_stands_there_once() {
        let one = "[[clause]]\nid = \"BOF-1\"\nowner = \"x\"\nkind = \"record\"\nsoftware = \"\"\n";
        let error = Catalogue::parse(&one.repeat(2)).unwrap_err();
        assert!(error.contains("BOF-1 stands there twice"));
    }
}
