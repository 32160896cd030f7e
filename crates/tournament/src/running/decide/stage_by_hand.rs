//! The next round of an event of one's own by hand.

use outflank_pairing::{EntrantId, Pair, RoundNumber};

use super::by_hand::{MatchesByHand, bad, check_once};
use super::stage_round::{Part, numbered, stages_of};
use super::{Decided, Decision};
use crate::course::Course;
use crate::running::command::HandPairing;
use crate::running::custom::StagePlay;
use crate::running::fact::Fact;
use crate::running::paired::{Assumed, PairedBy, Pairing};
use crate::running::rejection::Rejection;
use crate::running::state::TournamentState;

impl Decision<'_> {
    /// The round of every stage that is due, by hand: every player is in a game of their own stage.
    pub(super) fn stages_by_hand(
        &mut self,
        mut now: TournamentState,
        round: RoundNumber,
        by_hand: &HandPairing,
        assumed: Vec<Assumed>,
    ) -> Decided {
        check_once(by_hand)?;
        let due = self.open_stages(&mut now, round)?;
        let mut parts: Vec<Part> = Vec::with_capacity(due.len());
        let mut taken = 0;
        for stage in &due {
            let part = self.part_by_hand(&now, *stage, round, by_hand)?;
            taken += 2 * part.games.len() + part.byes.len();
            parts.push(part);
        }
        if taken < 2 * by_hand.pairs.len() + by_hand.byes.len() {
            let players = stages_of(&now)?;
            let fields: Vec<Vec<EntrantId>> = due
                .iter()
                .map(|stage| players.field(*stage).players)
                .collect();
            let is_in = |ids: &[EntrantId]| {
                fields
                    .iter()
                    .any(|field| ids.iter().all(|id| field.contains(id)))
            };
            let pairs = by_hand.pairs.iter().filter(|pair| !is_in(&pair.players()));
            let byes = by_hand.byes.iter().filter(|id| !is_in(&[**id]));
            let first = pairs.map(|pair| pair.black).chain(byes.copied()).next();
            let entrant = first.or(by_hand.pairs.first().map(|pair| pair.black));
            let entrant = entrant.unwrap_or(EntrantId(0));
            return Err(bad(
                entrant,
                "is not paired within a stage that has games now",
            ));
        }
        let pairing = Pairing {
            by: PairedBy::Hand,
            ..self.joined(due, parts, assumed)
        };
        self.record(Fact::RoundProposed { round, pairing })
    }

    /// The games by hand of one stage.
    fn part_by_hand(
        &self,
        now: &TournamentState,
        stage: u8,
        round: RoundNumber,
        by_hand: &HandPairing,
    ) -> Result<Part, Rejection> {
        let stages = stages_of(now)?;
        let field = stages.field(stage);
        let inside = |pair: &&Pair| pair.players().iter().all(|id| field.players.contains(id));
        let own = HandPairing {
            pairs: by_hand.pairs.iter().filter(inside).copied().collect(),
            byes: (by_hand.byes.iter().copied())
                .filter(|id| field.players.contains(id))
                .collect(),
        };
        match stages.plan(stage).play {
            StagePlay::Swiss { .. } | StagePlay::ConsolationSwiss { .. } => {
                let input = self.stage_input(now, stage, round)?;
                let pairing = self.seated_by_hand(input, &own, false)?;
                Ok(Part {
                    games: numbered(stage, own.pairs.into_iter()),
                    byes: pairing.byes,
                    requested_byes: pairing.requested_byes,
                    absent: pairing.absent,
                    cost: pairing.cost,
                    best: pairing.best,
                    bent: pairing.bent,
                    input: pairing.input,
                })
            }
            StagePlay::Groups { .. } => {
                let group_of =
                    |id: EntrantId| field.groups.iter().position(|group| group.contains(&id));
                for pair in &own.pairs {
                    if group_of(pair.black) != group_of(pair.white) {
                        return Err(bad(
                            pair.black,
                            "is in a different group from their opponent",
                        ));
                    }
                }
                let is_seated = |id: &EntrantId| {
                    own.byes.contains(id)
                        || own.pairs.iter().any(|pair| pair.opponent(*id).is_some())
                };
                let asked = now.hand_for(round).requested_byes;
                Ok(Part {
                    absent: (field.players.iter().copied())
                        .filter(|id| !is_seated(id) && !stages.has_left(*id))
                        .filter(|id| !stages.group_is_over(stage, *id))
                        .collect(),
                    requested_byes: (own.byes.iter().copied())
                        .filter(|id| asked.contains(id))
                        .collect(),
                    games: numbered(stage, own.pairs.into_iter()),
                    byes: own.byes,
                    ..Part::default()
                })
            }
            StagePlay::KnockOut { .. } | StagePlay::Final { .. } => {
                if let Some(entrant) = own.byes.first() {
                    return Err(bad(
                        *entrant,
                        "cannot have a bye, because a match has two players",
                    ));
                }
                let course = Course {
                    matches: stages.knock_out(stage).matches,
                    brackets: Vec::new(),
                };
                let MatchesByHand { games, bent } =
                    self.matches_by_hand(now, &course, &own.pairs)?;
                Ok(Part {
                    games,
                    bent,
                    ..Part::default()
                })
            }
        }
    }
}
