//! Two pairings of a round, level by level: an edit against the best, "why not A against B?".

use outflank_pairing::{Against, Basis, EntrantId, LevelCost, RoundNumber, why_not};
use outflank_tournament::running::{Cost, Fact, Pairing, Preview};

use crate::views::director::DirectorView;
use crate::views::director::reasons::paired;
use crate::views::{BentRule, Player};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedLevel {
    pub level: String,
    /// Its clause, as people read it.
    pub clause: Option<String>,
    /// What the best pairing costs.
    pub best: Vec<u64>,
    /// What the other costs.
    pub other: Vec<u64>,
    /// Whether this is the first level on which they differ.
    pub decides: bool,
}

impl ComparedLevel {
    /// How much more the other costs, on the first value that differs.
    #[must_use]
    pub fn more(&self) -> i128 {
        let pairs = self.best.iter().zip(&self.other);
        let differs = pairs.map(|(best, other)| i128::from(*other) - i128::from(*best));
        differs.into_iter().find(|more| *more != 0).unwrap_or(0)
    }
}

/// A pairing against the best one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Compared {
    /// Every level, most important first.
    pub levels: Vec<ComparedLevel>,
    pub bent: Vec<BentRule>,
    /// The pairs of the other, in the order of the tables.
    pub pairs: Vec<(Player, Player)>,
}

impl Compared {
    /// Whether nothing is worse.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.levels.iter().all(|level| level.best == level.other)
    }
}

/// The answer to "why not A against B?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    Paired {
        players: (Player, Player),
    },
    /// The best round with the two together.
    Worse {
        players: (Player, Player),
        compared: Compared,
        /// The level that decides; none if the lots do.
        decides: Option<(String, Option<String>)>,
    },
    /// There is no answer, and why.
    NoAnswer(String),
}

impl DirectorView<'_> {
    /// The pairing that a preview would propose, against the best.
    #[must_use]
    pub fn compared(&self, preview: &Preview) -> Option<Compared> {
        preview.events.iter().find_map(|event| match &event.fact {
            Fact::RoundProposed { pairing, .. } => Some(self.compare(pairing)),
            _ => None,
        })
    }

    /// A stored pairing against the best.
    pub(crate) fn compare(&self, pairing: &Pairing) -> Compared {
        let best = match pairing.best.is_empty() {
            true => &pairing.cost,
            false => &pairing.best,
        };
        let pairs = pairing.games.iter();
        Compared {
            levels: levels(best, &pairing.cost),
            bent: BentRule::all(pairing, |id| self.player(id.0)),
            pairs: pairs
                .map(|game| (self.player(game.black.0), self.player(game.white.0)))
                .collect(),
        }
    }

    /// Why two players do not meet in a round.
    #[must_use]
    pub fn why_not(&self, round: u16, one: u32, other: u32) -> Option<WhyNot> {
        let number = RoundNumber(round);
        let life = self.affairs().round(number)?;
        let players = (self.player(one), self.player(other));
        let (one, other) = (EntrantId(one), EntrantId(other));
        let meets = life
            .card_of(one)
            .is_some_and(|card| card.players().contains(&other));
        if meets {
            return Some(WhyNot::Paired { players });
        }
        let rules = self.now.rules()?;
        let input = self.affairs().input_of(number)?;
        let now = paired(rules, &input, life)?;
        let best = outflank_pairing::pair_round(rules, &input).ok()?;
        let asked = why_not(rules, &input, &now, one, Against::Entrant(other));
        Some(match asked {
            Err(problem) => WhyNot::NoAnswer(problem.to_string()),
            Ok(alternative) => {
                let decides = (alternative.differences.first()).map(|first| {
                    let clause = first.basis.clause().map(|clause| clause.for_people());
                    (first.kind.to_string(), clause)
                });
                let checked =
                    outflank_pairing::check_pairing(rules, &input, &alternative.tables).ok();
                let costs = checked
                    .map(|checked| stored(&checked.cost))
                    .unwrap_or_default();
                let seated = alternative.tables.pairs.iter();
                WhyNot::Worse {
                    players,
                    compared: Compared {
                        levels: levels(&stored(&best.cost), &costs),
                        bent: Vec::new(),
                        pairs: seated
                            .map(|pair| (self.player(pair.black.0), self.player(pair.white.0)))
                            .collect(),
                    },
                    decides,
                }
            }
        })
    }
}

fn stored(levels: &[LevelCost]) -> Vec<Cost> {
    (levels.iter())
        .map(|level| Cost {
            level: level.kind.to_string(),
            basis: level.basis.clone(),
            values: level.values.clone(),
        })
        .collect()
}

fn levels(best: &[Cost], other: &[Cost]) -> Vec<ComparedLevel> {
    let mut decided = false;
    let mut compared = Vec::new();
    for level in best {
        // Groups of points may differ between the two; a missing one costs nothing.
        let same = other.iter().find(|one| one.level == level.level);
        let values = same.map_or_else(|| vec![0; level.values.len()], |one| one.values.clone());
        let decides = !decided && values != level.values;
        decided |= decides;
        compared.push(ComparedLevel {
            level: level.level.clone(),
            clause: clause_of(&level.basis),
            best: level.values.clone(),
            other: values,
            decides,
        });
    }
    compared
}

fn clause_of(basis: &Basis) -> Option<String> {
    basis.clause().map(|clause| clause.for_people())
}
