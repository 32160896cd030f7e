//! The matches of a knock-out or of a final.

use outflank_pairing::EntrantId;
use outflank_rulebook::BySeat;

use super::{StageNumber, Stages};
use crate::event::Event;
use crate::list_name::ListName;
use crate::matches::{Call, Match, MatchId, MatchRule};
use crate::round::Stage;
use crate::running::custom::StagePlay;

/// Slots between the levels of a knock-out: a match has up to three games.
const SLOTS_OF_A_LEVEL: u16 = 3;

/// A knock-out as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnockOut {
    /// The matches called so far, first level first.
    pub matches: Vec<Match>,
    /// The order of finish: those still in it first, then the losers of each level, the last level
    /// first. Those of one block are level.
    pub finish: Vec<Vec<EntrantId>>,
    /// Whether nothing is left to play.
    pub is_over: bool,
}

/// Who stands at a place of the tree.
#[derive(Clone, Copy)]
enum At {
    Player(EntrantId),
    Nobody,
    /// It is not decided.
    Open,
}

impl Stages<'_> {
    pub(crate) fn knock_out(self, stage: StageNumber) -> KnockOut {
        let (games, third) = match self.plan(stage).play {
            StagePlay::KnockOut {
                games, third_place, ..
            } => (games, third_place),
            StagePlay::Final { games, .. } => (games, false),
            StagePlay::Swiss { .. }
            | StagePlay::Groups { .. }
            | StagePlay::ConsolationSwiss { .. } => (1, false),
        };
        let event = self.matches_event(stage);
        let rule = match games {
            3 => MatchRule::best_of_three(&event.rules),
            _ => MatchRule::single(&event.rules),
        };
        let tree = Tree {
            stage,
            seeds: self.field(stage).players,
            gone: self.left().into_iter().map(|(id, _)| id).collect(),
            event,
            rule,
        };
        tree.play(third)
    }
}

struct Tree {
    stage: StageNumber,
    seeds: Vec<EntrantId>,
    gone: Vec<EntrantId>,
    event: Event,
    rule: MatchRule,
}

impl Tree {
    fn play(&self, third_place: bool) -> KnockOut {
        let mut level: Vec<At> = (places(self.seeds.len()).into_iter())
            .map(|place| {
                self.seeds
                    .get(place - 1)
                    .map_or(At::Nobody, |id| At::Player(*id))
            })
            .collect();
        let mut matches: Vec<Match> = Vec::new();
        let mut losers: Vec<Vec<EntrantId>> = Vec::new();
        let mut slot = 1;
        // Numbers go by the places of the tree, also those nobody plays for, so that no two matches
        // of a part share one.
        let mut numbered_part = Stage::Playoff;
        let mut earlier = 0;
        while level.len() > 1 {
            let part = match level.len() {
                2 => Stage::Final,
                4 => Stage::Semi,
                _ => Stage::Playoff,
            };
            if part != numbered_part {
                (numbered_part, earlier) = (part, 0);
            }
            let mut next = Vec::with_capacity(level.len() / 2);
            let mut lost = Vec::new();
            for (n, two) in level.chunks(2).enumerate() {
                let number = u16::try_from(earlier + n + 1).unwrap_or(u16::MAX);
                next.push(match (two[0], two[1]) {
                    (At::Player(one), At::Player(other)) => {
                        let played = self.meet(part, number, slot, [one, other]);
                        let winner = played.winner();
                        lost.extend(played.loser());
                        let at = match winner {
                            Some(id) => At::Player(id),
                            None if played.is_over() => At::Nobody,
                            None => At::Open,
                        };
                        matches.push(played);
                        at
                    }
                    (At::Player(alone), At::Nobody) | (At::Nobody, At::Player(alone)) => {
                        At::Player(alone)
                    }
                    (At::Nobody, At::Nobody) => At::Nobody,
                    (At::Open, _) | (_, At::Open) => At::Open,
                });
            }
            if let (Stage::Semi, true, [one, other]) = (part, third_place, lost.as_slice()) {
                let two = [*one, *other];
                matches.push(self.meet(Stage::Third, 1, slot + SLOTS_OF_A_LEVEL, two));
            }
            lost.sort_by_key(|id| self.seed_of(*id));
            losers.push(lost);
            earlier += level.len() / 2;
            level = next;
            slot += SLOTS_OF_A_LEVEL;
        }
        let decided = !level.iter().any(|at| matches!(at, At::Open));
        KnockOut {
            is_over: decided && matches.iter().all(Match::is_over),
            finish: self.finish(&matches, losers),
            matches,
        }
    }

    fn meet(&self, stage: Stage, number: u16, slot: u16, two: [EntrantId; 2]) -> Match {
        let [higher, lower] = match self.seed_of(two[0]) <= self.seed_of(two[1]) {
            true => two,
            false => [two[1], two[0]],
        };
        let call = Call {
            id: MatchId {
                stage,
                list: ListName::Stage(self.stage),
                number,
            },
            players: BySeat { higher, lower },
            rule: self.rule,
            slot,
            why: match stage {
                Stage::Third => "the losers of the semi-finals".to_owned(),
                Stage::Swiss | Stage::Playoff | Stage::Semi | Stage::Final => format!(
                    "seeds {} and {} of the knock-out",
                    self.seed_of(higher) + 1,
                    self.seed_of(lower) + 1
                ),
            },
            clause: None,
        };
        Match::of(&self.event, call, &self.gone)
    }

    fn seed_of(&self, id: EntrantId) -> usize {
        let place = self.seeds.iter().position(|seed| *seed == id);
        place.unwrap_or(usize::MAX - 1)
    }

    /// Those still in it, then the losers, the last level first; the game for third place separates
    /// the losers of the semi-finals.
    fn finish(&self, matches: &[Match], losers: Vec<Vec<EntrantId>>) -> Vec<Vec<EntrantId>> {
        let third = matches.iter().find(|one| one.id().stage == Stage::Third);
        let mut blocks: Vec<Vec<EntrantId>> = Vec::new();
        for lost in losers.into_iter().rev() {
            match third.and_then(|third| Some((third.winner()?, third.loser()?))) {
                Some((winner, loser)) if lost.contains(&winner) && lost.len() == 2 => {
                    blocks.extend([vec![winner], vec![loser]]);
                }
                Some(_) | None => blocks.push(lost),
            }
        }
        let still_in = |id: &&EntrantId| !blocks.iter().any(|block| block.contains(id));
        let first: Vec<EntrantId> = self.seeds.iter().filter(still_in).copied().collect();
        blocks.insert(0, first);
        blocks.retain(|block| !block.is_empty());
        blocks
    }
}

/// The seeds of a tree for so many players, from top to bottom: 1 meets the last, and 1 and 2 can
/// meet in the final only.
fn places(players: usize) -> Vec<usize> {
    let size = players.max(1).next_power_of_two();
    let mut places = vec![1];
    while places.len() < size {
        let sum = 2 * places.len() + 1;
        places = (places.iter())
            .flat_map(|place| [*place, sum - place])
            .collect();
    }
    places
}
