//! Pairing a round by hand: what it costs is shown, and what it overrules needs a reason.
//!
//! In the preliminary rounds anybody may be seated against anybody. After them the rules say who
//! meets whom; by hand the director says which of the games that are due are played now, and with
//! which colours.

use std::collections::BTreeSet;

use outflank_pairing::{
    Basis, EntrantId, Hand, NotAPairing, Pair, RoundInput, RoundNumber, Tables, check_first_round,
    check_pairing_watched,
};

use super::pair::{bent, cannot_pair, costs, hash, not_paired};
use super::{Decided, Decision};
use crate::course::Course;
use crate::matches::{Match, Seating};
use crate::running::command::HandPairing;
use crate::running::fact::Fact;
use crate::running::hall::seat;
use crate::running::paired::{Assumed, Bent, Contest, Cost, PairedBy, Pairing, TableNumber};
use crate::running::rejection::{Reason, Rejection};
use crate::running::state::TournamentState;

/// Games of matches seated by hand, and the rules that bend for them.
pub(super) struct MatchesByHand {
    pub(super) games: Vec<(Pair, Contest)>,
    pub(super) bent: Vec<Bent>,
}

impl Decision<'_> {
    pub(super) fn propose_by_hand(
        &mut self,
        round: RoundNumber,
        by_hand: HandPairing,
        assumed: Vec<Assumed>,
    ) -> Decided {
        self.needs_director()?;
        let (now, plan) = self.ready_to_pair(round, &assumed)?;
        if self.is_custom() {
            return self.stages_by_hand(now, round, &by_hand, assumed);
        }
        check_once(&by_hand)?;
        if round.0 > plan.rounds {
            let pairing = self.later_by_hand(&now, &by_hand)?;
            return self.record(Fact::RoundProposed { round, pairing });
        }
        let input = self.input(&now, round)?;
        let is_drawn = round == RoundNumber::FIRST && plan.system.is_swiss();
        let mut pairing = self.seated_by_hand(input, &by_hand, is_drawn)?;
        pairing.assumed = assumed;
        self.record(Fact::RoundProposed { round, pairing })
    }

    /// A round of a Swiss or a round robin by hand, with its cost beside that of the best pairing.
    pub(super) fn seated_by_hand(
        &self,
        mut input: RoundInput,
        by_hand: &HandPairing,
        is_drawn: bool,
    ) -> Result<Pairing, Rejection> {
        let absent = check_seats(&input, by_hand)?;
        let mut byes = by_hand.byes.clone();
        byes.sort_unstable();
        let bye = byes.last().copied();
        let asked = |id: &EntrantId| input.hand.requested_byes.contains(id);
        let requested_byes: Vec<EntrantId> = byes.iter().copied().filter(asked).collect();
        input.hand = Hand {
            absent: absent.clone(),
            requested_byes: byes[..byes.len().saturating_sub(1)].to_vec(),
            forbidden: input.hand.forbidden,
            avoid: input.hand.avoid,
            ..Hand::default()
        };
        let tables = Tables {
            pairs: by_hand.pairs.clone(),
            bye,
        };
        let checked = check_pairing_watched(self.rules, &input, &tables, self.watch);
        let checked = checked.map_err(|problem| {
            if let NotAPairing::Refused(refusal) = &problem {
                not_paired(input.round, refusal)
            } else {
                cannot_pair(problem.to_string())
            }
        })?;
        let mut best = match checked.is_best() {
            true => Vec::new(),
            false => costs(&checked.best.cost),
        };
        let mut cost = costs(&checked.cost);
        if let Some(faults) = is_drawn
            .then(|| self.draw_faults(&input, &tables))
            .flatten()
        {
            let none = Cost {
                values: vec![0],
                ..faults.clone()
            };
            if best.is_empty() {
                best.clone_from(&cost);
            }
            best.insert(0, none);
            cost.insert(0, faults);
        }
        Ok(Pairing {
            byes,
            requested_byes,
            absent,
            cost,
            best,
            bent: bent(&checked.bent),
            input: Some(hash(self, &input)),
            ..Pairing::new(PairedBy::Hand, seat(&by_hand.pairs, &self.now.table_rules))
        })
    }

    /// How far a first round made by hand is from the rulebook's draw; nothing if it could be one.
    fn draw_faults(&self, input: &RoundInput, tables: &Tables) -> Option<Cost> {
        let faults = check_first_round(self.rules, input, tables).ok()?;
        let clause = self.rules.first_round.clause();
        (!faults.is_empty()).then(|| Cost {
            level: "first round draw".to_owned(),
            basis: clause.map_or_else(
                || Basis::Ours("as this rulebook draws its first round".to_owned()),
                Basis::Clause,
            ),
            values: vec![faults.len() as u64],
        })
    }

    /// A round after the preliminary ones by hand.
    fn later_by_hand(
        &self,
        now: &TournamentState,
        by_hand: &HandPairing,
    ) -> Result<Pairing, Rejection> {
        if let Some(entrant) = by_hand.byes.first() {
            return Err(bad(
                *entrant,
                "cannot have a bye, because a match has two players",
            ));
        }
        let MatchesByHand { games, bent } =
            self.matches_by_hand(now, &self.course_of(now), &by_hand.pairs)?;
        if games.is_empty() {
            return Err(Rejection::plain(Reason::NothingNew {}));
        }
        Ok(Pairing {
            by: PairedBy::Hand,
            bent,
            ..self.seated(games)
        })
    }

    /// The games of matches that these pairs are. Colours that nobody has chosen or drawn are a
    /// rule that bends.
    pub(super) fn matches_by_hand(
        &self,
        now: &TournamentState,
        course: &Course,
        pairs: &[Pair],
    ) -> Result<MatchesByHand, Rejection> {
        let mut due: Vec<&Match> = (course.matches.iter())
            .filter(|one| one.due_slot().is_some())
            .collect();
        due.sort_by_key(|one| one.due_slot());
        let mut games = Vec::with_capacity(pairs.len());
        let mut otherwise = Vec::new();
        for pair in pairs {
            let found = due
                .iter()
                .position(|one| pair.players().iter().all(|id| one.seat_of(*id).is_some()));
            let Some(place) = found else {
                return Err(bad(
                    pair.black,
                    "has no game due against this opponent. Correct the results, or withdraw the player who does not play. The rules then name the pairs",
                ));
            };
            let one = due.remove(place);
            let game = super::later::game_number(one);
            let seating = one.seating(now.choices_for(one.id(), game), self.opened.setting.seed);
            let (black, draw_win) = match seating {
                Some(Seating::Ready { black, draw_win }) => (
                    Some(one.player(black)),
                    draw_win.map(|seat| one.player(seat)),
                ),
                Some(Seating::Wanted { .. }) | None => (None, None),
            };
            if black != Some(pair.black) {
                otherwise.push(pair.players().into());
            }
            games.push((
                *pair,
                Contest {
                    table: TableNumber(0),
                    of: one.id(),
                    game,
                    draw_win,
                },
            ));
        }
        let bent = Bent {
            level: "colours of a match".to_owned(),
            clause: self.rules.colour_choice.clause(),
            pairs: otherwise,
            bye: None,
        };
        Ok(MatchesByHand {
            games,
            bent: Some(bent)
                .filter(|bent| !bent.pairs.is_empty())
                .into_iter()
                .collect(),
        })
    }
}

pub(super) fn bad(entrant: EntrantId, problem: &'static str) -> Rejection {
    Rejection::plain(Reason::BadHandPairing { entrant, problem })
}

/// Nobody is in a round twice.
pub(super) fn check_once(by_hand: &HandPairing) -> Decided {
    let mut seen = BTreeSet::new();
    let seated = by_hand
        .pairs
        .iter()
        .flat_map(|pair| [pair.black, pair.white]);
    for entrant in seated.chain(by_hand.byes.iter().copied()) {
        if !seen.insert(entrant) {
            return Err(bad(entrant, "is paired twice"));
        }
    }
    Ok(())
}

/// Everybody is in the event; those who are not seated sit out.
fn check_seats(input: &RoundInput, by_hand: &HandPairing) -> Result<Vec<EntrantId>, Rejection> {
    let mut left: BTreeSet<EntrantId> = input.entrants.iter().map(|one| one.id).collect();
    let seated = by_hand
        .pairs
        .iter()
        .flat_map(|pair| [pair.black, pair.white]);
    for entrant in seated.chain(by_hand.byes.iter().copied()) {
        if !left.remove(&entrant) {
            return Err(bad(entrant, "is not in the tournament"));
        }
    }
    Ok(left.into_iter().collect())
}
