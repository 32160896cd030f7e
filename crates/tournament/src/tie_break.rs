//! Separating entrants, step by step.
//!
//! Everybody starts in one group. A step puts each group in the order of a figure, highest first,
//! and splits it where the figure differs; the steps are those of the rulebook, after the points.
//!
//! | Step | Figure | Rests on |
//! |---|---|---|
//! | points | points | WOC-II.3.1.p1, SOC-II.3.p1.a |
//! | `bq` | Brightwell Quotient | WOC-II.3.1.p2, WOC-A.4, BOF-reg-5, BOF-nat-10, SOC-A.4 |
//! | `discs` | disc count | WOC-II.3.1.p2, WOC-A.4, BOF-gen-12, BOF-nat-10, SOC-A.4 |
//! | `disc_difference` | discs less those of the opponents | a setting |
//! | `buchholz` | the opponents' points, with the substitutions of the quotient | a setting |
//! | `direct_encounter` | points of the games between those still tied | a setting |
//! | `lots` | the order of a draw by hand before witnesses, else of one anybody can repeat | WOC-II.3.1.p2, BOF-nat-10, SOC-A.4 (AMB-41) |

use outflank_pairing::{EntrantId, HalfPoints, Lots, Seed};
use outflank_rulebook::axes::tournament::{LastResort, RankWithdrawn, TieBreak};
use outflank_rulebook::{Rulebook, System};

use crate::bq::Bq;
use crate::hand_lots::{HandLots, LotsFor, drawn_for};
use crate::record::{Happened, Records};

/// What separates a player from the one above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Withdrawn, and withdrawn players are placed last.
    Withdrawn,
    Points,
    /// A step of the rulebook's tie-break.
    TieBreak(TieBreak),
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Withdrawn => "withdrawn",
            Self::Points => "points",
            Self::TieBreak(TieBreak::Bq) => "BQ",
            Self::TieBreak(TieBreak::Discs) => "disc count",
            Self::TieBreak(TieBreak::DiscDifference) => "disc difference",
            Self::TieBreak(TieBreak::Buchholz) => "opponents' points",
            Self::TieBreak(TieBreak::DirectEncounter) => "direct encounter",
            Self::TieBreak(TieBreak::Lots) => "lots",
        })
    }
}

/// A draw of lots that put a tie in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The name of the draw; with the recorded seed it repeats one that was not made by hand.
    pub purpose: String,
    /// Those tied, in the order drawn.
    pub order: Vec<EntrantId>,
    pub by: DrawnBy,
}

/// How lots were drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawnBy {
    /// By the recorded seed.
    Seed,
    Hand {
        witnesses: Vec<String>,
    },
}

/// A player in their place; `index` is that of [`Records`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) index: usize,
    /// What separates the player from the one above; nothing for the first and for a shared place.
    pub(crate) by: Option<Step>,
}

/// The figures a step may need, by place in [`Records`].
pub(crate) struct Figures {
    pub(crate) bq: Vec<Bq>,
    pub(crate) buchholz: Vec<u64>,
}

/// Where lots come from: draws by hand first, then the seed.
#[derive(Clone, Copy)]
pub(crate) struct Hats<'a> {
    pub(crate) seed: Seed,
    pub(crate) by_hand: &'a [HandLots],
}

/// The steps that put an event of this system in order.
pub(crate) fn chain(rules: &Rulebook, system: System) -> &[TieBreak] {
    match system {
        System::Swiss | System::ModifiedSwiss => &rules.tie_breaks.value,
        System::RoundRobin | System::DoubleRoundRobin => &rules.round_robin_tie_breaks.value,
    }
}

/// Puts everybody in order. Those who share a place come in the order of a draw all the same, so
/// that pairing has an order to go by.
pub(crate) fn rank(
    rules: &Rulebook,
    system: System,
    hats: Hats<'_>,
    records: &Records,
    figures: &Figures,
) -> (Vec<Placed>, Vec<Draw>) {
    let mut order = Order::of_all(records.ids().len());
    match rules.rank_withdrawn.value {
        RankWithdrawn::InPlace => {}
        RankWithdrawn::Last => order.split(Step::Withdrawn, |_, n| !records.is_withdrawn(n)),
    }
    order.split(Step::Points, |_, n| records.points(n));
    for &step in chain(rules, system) {
        let name = Step::TieBreak(step);
        match step {
            TieBreak::Bq => order.split(name, |_, n| figures.bq[n]),
            TieBreak::Discs => order.split(name, |_, n| records.discs(n)),
            TieBreak::DiscDifference => order.split(name, |_, n| records.difference(n)),
            TieBreak::Buchholz => order.split(name, |_, n| figures.buchholz[n]),
            TieBreak::DirectEncounter => {
                order.split(name, |tied, n| direct_encounter(records, tied, n));
            }
            // The draw comes once, at the end.
            TieBreak::Lots => break,
        }
    }
    let draws = order.draw(records, hats);
    let by = match rules.last_resort.value {
        LastResort::Draw | LastResort::FlipOfADisc => Some(Step::TieBreak(TieBreak::Lots)),
        LastResort::Shared => None,
    };
    (order.placed(by), draws)
}

/// The points of the games a player played against the players they are tied with.
fn direct_encounter(records: &Records, tied: &[usize], index: usize) -> HalfPoints {
    let among = |opponent: EntrantId| {
        (records.index(opponent)).is_some_and(|other| tied.binary_search(&other).is_ok())
    };
    let points = records
        .of(index)
        .iter()
        .map(|record| match record.happened {
            Happened::Game { opponent, .. } if among(opponent) => record.points.0,
            Happened::Game { .. }
            | Happened::Bye
            | Happened::Absent
            | Happened::Gone
            | Happened::NotIn
            | Happened::Annulled
            | Happened::Pending => 0,
        });
    HalfPoints(points.sum())
}

/// Groups of entrants who are still tied, best first; inside a group by number.
struct Order {
    groups: Vec<Vec<usize>>,
    /// What separates a group from the one above it.
    by: Vec<Option<Step>>,
}

impl Order {
    fn of_all(entrants: usize) -> Self {
        Self {
            groups: vec![(0..entrants).collect()],
            by: vec![None],
        }
    }

    fn split<K: Ord>(&mut self, step: Step, figure: impl Fn(&[usize], usize) -> K) {
        let mut groups = Vec::with_capacity(self.groups.len());
        let mut by = Vec::with_capacity(self.groups.len());
        for (group, above) in self.groups.drain(..).zip(self.by.drain(..)) {
            if group.len() == 1 {
                groups.push(group);
                by.push(above);
                continue;
            }
            let mut keyed: Vec<(K, usize)> =
                group.iter().map(|&n| (figure(&group, n), n)).collect();
            keyed.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
            let parts = keyed.chunk_by(|one, other| one.0 == other.0);
            for (n, part) in parts.enumerate() {
                groups.push(part.iter().map(|(_, n)| *n).collect());
                by.push(if n == 0 { above } else { Some(step) });
            }
        }
        (self.groups, self.by) = (groups, by);
    }

    /// Puts every group in an order drawn by lot. The draw is named after the round and those tied,
    /// so that nobody who enters later changes it.
    fn draw(&mut self, records: &Records, hats: Hats<'_>) -> Vec<Draw> {
        let mut draws = Vec::new();
        let after = u16::try_from(records.rounds()).unwrap_or(u16::MAX);
        for group in self.groups.iter_mut().filter(|group| group.len() > 1) {
            let tied: Vec<EntrantId> = group.iter().map(|&n| records.ids()[n]).collect();
            let ids: Vec<String> = tied.iter().map(ToString::to_string).collect();
            let purpose = format!(
                "standings after round {}: {}",
                records.rounds(),
                ids.join(", ")
            );
            let by = match drawn_for(hats.by_hand, LotsFor::Standings { after }, &tied) {
                Some(drawn) => {
                    group.sort_by_key(|&n| drawn.place(records.ids()[n]));
                    let witnesses = drawn.witnesses.clone();
                    DrawnBy::Hand { witnesses }
                }
                None => {
                    Lots::for_purpose(hats.seed, &purpose).shuffle(group);
                    DrawnBy::Seed
                }
            };
            draws.push(Draw {
                by,
                purpose,
                order: group.iter().map(|&n| records.ids()[n]).collect(),
            });
        }
        draws
    }

    fn placed(&self, inside_a_group: Option<Step>) -> Vec<Placed> {
        let mut placed = Vec::new();
        for (group, &above) in self.groups.iter().zip(&self.by) {
            for (n, &index) in group.iter().enumerate() {
                let by = if n == 0 { above } else { inside_a_group };
                placed.push(Placed { index, by });
            }
        }
        placed
    }
}
