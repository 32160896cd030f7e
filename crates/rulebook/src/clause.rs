//! The clause index: every clause of the five rule documents.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use outflank_event::words;
use serde::{Deserialize, Serialize};

/// The catalogue as it stands in `rulebooks/clauses.toml`.
const CATALOGUE: &str = include_str!("../../../rulebooks/clauses.toml");

/// The name of a clause, such as `WOC-IV.8.p1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClauseId(String);

impl ClauseId {
    /// A clause of the catalogue; `None` if there is no such clause.
    pub fn known(id: &str) -> Option<Self> {
        catalogue().clause(id).map(|clause| clause.id.clone())
    }

    /// As files write it: `WOC-IV.8.p1`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As people read it: `WOC IV.8.p1`.
    pub fn for_people(&self) -> String {
        self.0.replacen('-', " ", 1)
    }

    /// The document: `WOC`.
    pub fn document(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    /// The section within the document: `IV`, `gen`, `7`.
    pub fn section(&self) -> &str {
        let rest = self.0.split_once('-').map_or("", |(_, rest)| rest);
        rest.split(['.', '-']).next().unwrap_or_default()
    }
}

impl std::fmt::Display for ClauseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

words! {
    /// What a clause asks of the program.
    Kind {
        /// The program computes it.
        Computed = "computed",
        /// The program allows nothing else.
        Enforced = "enforced",
        /// People do it with the program's help.
        Procedure = "procedure",
        /// The program keeps it.
        Record = "record",
        /// The program shows it.
        Advice = "advice",
    }

    /// A checklist of clauses for a director at some moment.
    DeskList {
        /// What the room needs.
        Venue = "venue",
        /// Before the first round is paired.
        BeforeRoundOne = "before_round_one",
        /// Between two rounds.
        BetweenRounds = "between_rounds",
        /// Before a game begins.
        BeforeGame = "before_game",
        /// What rules on a dispute about the position.
        Dispute = "dispute",
    }
}

impl DeskList {
    /// The lists that are ticked off, in the order of an event.
    pub const CHECKLISTS: [Self; 4] = [
        Self::Venue,
        Self::BeforeRoundOne,
        Self::BetweenRounds,
        Self::BeforeGame,
    ];

    /// The clauses of a document that stand on it.
    ///
    /// ```
    /// use outflank_rulebook::DeskList;
    /// let room = DeskList::Venue.clauses("WOC");
    /// assert!(room.iter().any(|clause| clause.id.as_str() == "WOC-I.4.1"));
    /// ```
    pub fn clauses(self, document: &str) -> Vec<&'static Clause> {
        let all = catalogue().clauses.iter();
        all.filter(|clause| clause.lists.contains(&self) && clause.id.document() == document)
            .collect()
    }
}

/// One clause of a rule document.
#[derive(Debug, Clone, Deserialize)]
pub struct Clause {
    /// Its name.
    pub id: ClauseId,
    /// The part of the plan that makes it true.
    pub owner: String,
    /// A heading.
    pub title: String,
    /// What the document says, in our words.
    pub says: String,
    /// What it asks of the program.
    pub kind: Kind,
    /// The subject.
    pub area: String,
    /// What the program does about it.
    pub software: String,
    /// The desk's lists it stands on.
    #[serde(default)]
    pub lists: Vec<DeskList>,
    /// Where other documents differ.
    pub conflicts: Option<String>,
    /// The readings of unclear texts that apply.
    #[serde(default)]
    pub ambiguity: Vec<String>,
}

/// A numbered clause that was split into parts.
#[derive(Debug, Clone, Deserialize)]
pub struct Group {
    /// Its name.
    pub id: String,
    /// Its heading.
    pub title: String,
    pub parts: Vec<ClauseId>,
}

/// All clauses and groups.
#[derive(Debug)]
pub struct Catalogue {
    /// In the order of the documents.
    pub clauses: Vec<Clause>,
    /// Numbered clauses that were split.
    pub groups: Vec<Group>,
    by_id: BTreeMap<String, usize>,
}

impl Catalogue {
    /// Looks a clause up by `WOC-IV.8.p1` or `WOC IV.8.p1`, in either case.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        let key = fold(id);
        self.by_id.get(&key).map(|at| &self.clauses[*at])
    }

    /// The clauses that a name covers: a clause, or the parts of a group.
    pub fn clauses_of(&self, id: &str) -> Vec<&Clause> {
        let key = fold(id);
        let mut found: Vec<&Clause> = self.clause(id).into_iter().collect();
        for group in self.groups.iter().filter(|group| fold(&group.id) == key) {
            found.extend(
                group
                    .parts
                    .iter()
                    .filter_map(|part| self.clause(part.as_str())),
            );
        }
        found
    }
}

fn fold(id: &str) -> String {
    id.trim().replacen(' ', "-", 1).to_ascii_lowercase()
}

/// The catalogue compiled into the program.
pub fn catalogue() -> &'static Catalogue {
    static READ: OnceLock<Catalogue> = OnceLock::new();
    READ.get_or_init(|| {
        #[derive(Deserialize)]
        struct File {
            clause: Vec<Clause>,
            group: Vec<Group>,
        }
        let file: File = toml::from_str(CATALOGUE).expect("the catalogue is checked by the tests");
        let by_id = file
            .clause
            .iter()
            .enumerate()
            .map(|(at, clause)| (fold(clause.id.as_str()), at))
            .collect();
        Catalogue {
            clauses: file.clause,
            groups: file.group,
            by_id,
        }
    })
}
