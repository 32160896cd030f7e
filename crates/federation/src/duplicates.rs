//! People who may be recorded twice.

use outflank_event::words;

use crate::dossier::{Dossier, Dossiers};
use crate::ids::PersonNumber;

words! {
    /// Why two records may be one person's.
    Likeness {
        /// They have the same number of the world federation.
        WofNumber = "wof_number",
        /// They have the same name and the same birth date.
        NameAndBirth = "name_and_birth",
        /// They have the same name, in any order of its words, and nothing speaks against it.
        Name = "name",
    }
}

/// Two records that may be one person's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duplicate {
    pub one: PersonNumber,
    pub other: PersonNumber,
    pub why: Likeness,
}

/// The pairs of records that an officer should look at.
///
/// ```
/// use outflank_federation::{Dossier, Dossiers, Likeness, PersonNumber, duplicates};
/// let people = Dossiers::from([
///     (PersonNumber(1), Dossier::new("Ada EXAMPLE")),
///     (PersonNumber(2), Dossier::new("Example, Ada")),
///     (PersonNumber(3), Dossier::new("Bo Sample")),
/// ]);
/// let found = duplicates(&people);
/// assert_eq!((found.len(), found[0].other, found[0].why), (1, PersonNumber(2), Likeness::Name));
/// ```
pub fn duplicates(people: &Dossiers) -> Vec<Duplicate> {
    // People who share neither number nor name are never compared: the list stays short for thousands.
    let mut keyed: Vec<(String, PersonNumber)> = Vec::with_capacity(people.len() * 3);
    for (number, dossier) in people {
        if let Some(wof) = dossier.wof {
            keyed.push((format!("#{wof}"), *number));
        }
        for name in names(dossier) {
            keyed.push((name, *number));
        }
    }
    keyed.sort_unstable();
    keyed.dedup();
    let mut found: Vec<Duplicate> = Vec::new();
    for group in keyed.chunk_by(|a, b| a.0 == b.0) {
        for (index, (_, one)) in group.iter().enumerate() {
            for (_, other) in &group[index + 1..] {
                let known = found.iter().any(|d| (d.one, d.other) == (*one, *other));
                let why = likeness(&people[one], &people[other]);
                if let (false, Some(why)) = (known, why) {
                    let (one, other) = (*one, *other);
                    found.push(Duplicate { one, other, why });
                }
            }
        }
    }
    found.sort_by_key(|found| (found.one, found.other));
    found
}

fn likeness(one: &Dossier, other: &Dossier) -> Option<Likeness> {
    if one.wof.is_some() && one.wof == other.wof {
        return Some(Likeness::WofNumber);
    }
    // Two different numbers or birth dates are two people, whatever their names.
    let differ = |a: Option<u64>, b: Option<u64>| matches!((a, b), (Some(a), Some(b)) if a != b);
    if differ(one.wof.map(u64::from), other.wof.map(u64::from)) {
        return None;
    }
    match (one.born, other.born) {
        (Some(a), Some(b)) if a == b => Some(Likeness::NameAndBirth),
        (Some(_), Some(_)) => None,
        (_, _) => Some(Likeness::Name),
    }
}

/// A person's names with their words in order, so that "Ada Example" and "EXAMPLE, Ada" are one.
fn names(dossier: &Dossier) -> impl Iterator<Item = String> {
    let texts = [
        Some(&dossier.name),
        dossier.ascii.as_ref(),
        dossier.native.as_ref(),
    ];
    texts.into_iter().flatten().map(|name| {
        let lower = name.to_lowercase();
        let mut words: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        words.sort_unstable();
        words.join(" ")
    })
}
