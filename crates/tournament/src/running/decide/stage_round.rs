//! The next round of an event of one's own: the games of every stage that is due.

use outflank_pairing::{EntrantId, Hand, Pair, RoundInput, RoundNumber};

use super::{Decided, Decision};
use crate::course::Course;
use crate::list_name::ListName;
use crate::matches::{Match, MatchId};
use crate::round::Stage;
use crate::round_input::round_input;
use crate::running::custom::StagePlay;
use crate::running::fact::Fact;
use crate::running::hall::seat;
use crate::running::paired::{Assumed, Bent, Contest, Cost, PairedBy, Pairing, TableNumber};
use crate::running::rejection::{Reason, Rejection};
use crate::running::round_life::RoundLife;
use crate::running::stages::{StageField, Stages, robin};
use crate::running::state::TournamentState;

/// The games of one stage in a round.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<(Pair, Contest)>,
    pub(super) byes: Vec<EntrantId>,
    pub(super) requested_byes: Vec<EntrantId>,
    pub(super) absent: Vec<EntrantId>,
    pub(super) cost: Vec<Cost>,
    pub(super) best: Vec<Cost>,
    pub(super) bent: Vec<Bent>,
    pub(super) input: Option<String>,
}

impl Decision<'_> {
    /// Pairs the next round of every stage that is due, and opens those that begin.
    pub(super) fn propose_stages(
        &mut self,
        mut now: TournamentState,
        round: RoundNumber,
        assumed: Vec<Assumed>,
    ) -> Decided {
        let due = self.open_stages(&mut now, round)?;
        let mut parts: Vec<Part> = Vec::with_capacity(due.len());
        for stage in &due {
            parts.push(self.part(&now, *stage, round)?);
        }
        let pairing = self.joined(due, parts, assumed);
        if pairing.games.is_empty() && pairing.byes.is_empty() && pairing.absent.is_empty() {
            return Err(Rejection::plain(Reason::NoMoreRounds {
                rounds: round.0 - 1,
            }));
        }
        self.record(Fact::RoundProposed { round, pairing })
    }

    /// Records who plays in the stages that begin; late entrants join a first Swiss.
    pub(super) fn open_stages(
        &mut self,
        now: &mut TournamentState,
        round: RoundNumber,
    ) -> Result<Vec<u8>, Rejection> {
        let due = stages_of(now)?.due();
        if due.is_empty() {
            return Err(Rejection::plain(Reason::NoMoreRounds {
                rounds: round.0 - 1,
            }));
        }
        for stage in &due {
            let stages = stages_of(now)?;
            let known = now.fields.get(stage);
            let field = match known.filter(|_| stages.has_begun(*stage)) {
                None => Some(stages.field_now(*stage)),
                Some(field) => joined_late(stages, *stage, field, round),
            };
            if let Some(field) = field.filter(|field| known != Some(field)) {
                now.fields.insert(*stage, field.clone());
                self.facts.push(Fact::StageOpened {
                    stage: *stage,
                    name: self.opened.setting.stages[usize::from(*stage) - 1]
                        .name
                        .clone(),
                    field,
                });
            }
        }
        Ok(due)
    }

    fn part(
        &self,
        now: &TournamentState,
        stage: u8,
        round: RoundNumber,
    ) -> Result<Part, Rejection> {
        let stages = stages_of(now)?;
        match stages.plan(stage).play {
            StagePlay::Swiss { .. } | StagePlay::ConsolationSwiss { .. } => {
                self.swiss_part(stage, &self.stage_input(now, stage, round)?)
            }
            StagePlay::Groups { cycles, .. } => {
                Ok(self.group_part(now, stages, stage, cycles, round))
            }
            StagePlay::KnockOut { .. } | StagePlay::Final { .. } => {
                self.match_part(now, &stages.course())
            }
        }
    }

    /// What a Swiss stage is paired from: its players, with the points of everything that counts.
    pub(super) fn stage_input(
        &self,
        now: &TournamentState,
        stage: u8,
        round: RoundNumber,
    ) -> Result<RoundInput, Rejection> {
        let stages = stages_of(now)?;
        let players = stages.field(stage).players;
        let mut input = round_input(&stages.event_of(stage)).map_err(|problem| {
            Rejection::plain(Reason::CannotPair {
                problem: problem.to_string(),
            })
        })?;
        input.entrants.retain(|seat| players.contains(&seat.id));
        let here: Vec<EntrantId> = input.entrants.iter().map(|seat| seat.id).collect();
        input.hand = narrowed(now.hand_for(round), &here);
        Ok(input)
    }

    fn swiss_part(&self, stage: u8, input: &RoundInput) -> Result<Part, Rejection> {
        let paired = self.by_rules(input)?;
        let pairs = paired.games.iter().map(|seated| seated.pair());
        Ok(Part {
            games: numbered(stage, pairs),
            byes: paired.byes,
            requested_byes: paired.requested_byes,
            absent: paired.absent,
            cost: paired.cost,
            best: Vec::new(),
            bent: paired.bent,
            input: paired.input,
        })
    }

    fn group_part(
        &self,
        now: &TournamentState,
        stages: Stages<'_>,
        stage: u8,
        cycles: u16,
        round: RoundNumber,
    ) -> Part {
        let field = stages.field(stage);
        let played = u16::try_from(stages.rounds_of(stage).count()).unwrap_or(u16::MAX);
        let here: Vec<EntrantId> = (field.players.iter().copied())
            .filter(|id| !stages.has_left(*id))
            .collect();
        let hand = narrowed(now.hand_for(round), &here);
        let out = |id: &EntrantId| {
            !here.contains(id) || hand.absent.contains(id) || hand.requested_byes.contains(id)
        };
        let away: Vec<EntrantId> = field.players.iter().copied().filter(out).collect();
        let mut part = Part::default();
        let mut pairs = Vec::new();
        for group in &field.groups {
            let robin = robin(group, cycles);
            let number = RoundNumber(played.saturating_add(1));
            let inside = |id: &&EntrantId| group.contains(id);
            if number.0 <= robin.rounds() {
                let of_group = robin.round(number, &away);
                pairs.extend(of_group.pairs);
                part.byes.extend(of_group.byes);
                part.byes.extend(hand.requested_byes.iter().filter(inside));
                part.requested_byes
                    .extend(hand.requested_byes.iter().filter(inside));
                part.absent.extend(hand.absent.iter().filter(inside));
            }
        }
        part.games = numbered(stage, pairs.into_iter());
        part
    }

    fn match_part(&self, now: &TournamentState, course: &Course) -> Result<Part, Rejection> {
        if let Some(of) = course.undecided().map(Match::id).next() {
            return Err(Rejection::plain(Reason::MatchUndecided { of }));
        }
        Ok(Part {
            games: self.games_of(now, &course.next())?,
            ..Part::default()
        })
    }

    pub(super) fn joined(
        &self,
        stages: Vec<u8>,
        parts: Vec<Part>,
        assumed: Vec<Assumed>,
    ) -> Pairing {
        let counts = |stage: &u8| {
            self.opened.setting.stages[usize::from(*stage) - 1]
                .counts
                .points
        };
        let mut whole = Part::default();
        for part in parts {
            whole.games.extend(part.games);
            whole.byes.extend(part.byes);
            whole.requested_byes.extend(part.requested_byes);
            whole.absent.extend(part.absent);
            whole.cost.extend(part.cost);
            whole.best.extend(part.best);
            whole.bent.extend(part.bent);
            whole.input = whole.input.or(part.input);
        }
        let pairs: Vec<Pair> = whole.games.iter().map(|(pair, _)| *pair).collect();
        let seated = seat(&pairs, &self.now.table_rules);
        let contests = (seated.iter().zip(&whole.games))
            .map(|(seated, (_, contest))| Contest {
                table: seated.table,
                ..*contest
            })
            .collect();
        Pairing {
            stage: match stages.iter().any(counts) {
                true => Stage::Swiss,
                false => Stage::Playoff,
            },
            stages,
            contests,
            byes: whole.byes,
            requested_byes: whole.requested_byes,
            absent: whole.absent,
            cost: whole.cost,
            best: whole.best,
            bent: whole.bent,
            input: whole.input,
            assumed,
            ..Pairing::new(PairedBy::Rules, seated)
        }
    }

    /// A player who left since is in the pairing, or a player who should be in it is not.
    pub(super) fn check_stage_round(&self, life: &RoundLife) -> Decided {
        let stages = stages_of(self.now)?;
        let paired: Vec<EntrantId> = life.pairing.everybody().collect();
        let mut entrants: Vec<EntrantId> = (paired.iter().copied())
            .filter(|id| stages.has_left(*id))
            .collect();
        for stage in &life.pairing.stages {
            let (then, now) = (self.now.fields.get(stage), stages.field(*stage));
            if then.is_none_or(|then| then.players != now.players) {
                let then = then.map_or(&[][..], |then| &then.players);
                let only = |one: &[EntrantId], other: &[EntrantId]| -> Vec<EntrantId> {
                    one.iter()
                        .copied()
                        .filter(|id| !other.contains(id))
                        .collect()
                };
                entrants.extend(only(then, &now.players));
                entrants.extend(only(&now.players, then));
            }
        }
        for stage in life
            .pairing
            .stages
            .iter()
            .filter(|stage| !stages.is_knock_out(**stage))
        {
            let over = |id: &EntrantId| stages.group_is_over(*stage, *id);
            let missing = (stages.field(*stage).players.into_iter())
                .filter(|id| !stages.has_left(*id) && !paired.contains(id) && !over(id));
            entrants.extend(missing);
        }
        if entrants.is_empty() {
            Ok(())
        } else {
            Err(Rejection::plain(Reason::PairingIsStale { entrants }))
        }
    }
}

pub(super) fn stages_of(now: &TournamentState) -> Result<Stages<'_>, Rejection> {
    let stages = Stages::of(now).map(Stages::assuming);
    stages.ok_or(Rejection::plain(Reason::NotCreated {}))
}

/// The games of a stage without matches, numbered.
pub(super) fn numbered(stage: u8, pairs: impl Iterator<Item = Pair>) -> Vec<(Pair, Contest)> {
    (1..)
        .zip(pairs)
        .map(|(number, pair)| {
            let of = MatchId {
                stage: Stage::Swiss,
                list: ListName::Stage(stage),
                number,
            };
            let contest = Contest {
                table: TableNumber(0),
                of,
                game: 1,
                draw_win: None,
            };
            (pair, contest)
        })
        .collect()
}

/// What the director decided, as far as it is about these.
fn narrowed(mut hand: Hand, here: &[EntrantId]) -> Hand {
    let is_here = |id: &EntrantId| here.contains(id);
    hand.absent.retain(is_here);
    hand.requested_byes.retain(is_here);
    hand.bye = hand.bye.filter(is_here);
    hand.fixed.retain(|pair| pair.players().iter().all(is_here));
    hand.forbidden
        .retain(|(one, other)| is_here(one) && is_here(other));
    hand.avoid
        .retain(|(one, other)| is_here(one) && is_here(other));
    hand
}

/// The field of a first Swiss with those who entered late.
fn joined_late(
    stages: Stages<'_>,
    stage: u8,
    field: &StageField,
    round: RoundNumber,
) -> Option<StageField> {
    let StagePlay::Swiss { .. } = stages.plan(stage).play else {
        return None;
    };
    if stages.main_before(stage).is_some() {
        return None;
    }
    let is_new = |id: &EntrantId| {
        let one = stages.now.entrants.get(id);
        !field.players.contains(id) && one.is_some_and(|one| one.from_round <= round)
    };
    let new: Vec<EntrantId> = stages.seeding().into_iter().filter(is_new).collect();
    (!new.is_empty()).then(|| StageField {
        players: field.players.iter().copied().chain(new).collect(),
        ..field.clone()
    })
}
