//! A checked round: who plays, in which score group, and what the director has fixed.

use crate::entrant::Entrant;
use crate::hand::FixedPair;
use crate::ids::{Colour, EntrantId, HalfPoints};
use crate::input::{ENTRANTS_MAX, Refusal, RoundInput};
use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::tournament::{ByeChoice, PairingRule};

/// Everybody who plays this round, sorted by number, with what follows from the rules.
pub(crate) struct Field<'a> {
    pub(crate) rules: &'a Rulebook,
    pub(crate) input: &'a RoundInput,
    pub(crate) players: Vec<&'a Entrant>,
    /// The different points of the players, highest first.
    pub(crate) groups: Vec<HalfPoints>,
    /// Pairs the director has made, by place in `players`, with the first one's colour if given.
    pub(crate) fixed: Vec<(usize, usize, Option<Colour>)>,
    /// The bye the director has given, by place in `players`.
    pub(crate) fixed_bye: Option<usize>,
    /// Whether each player may have the bye.
    pub(crate) may_have_bye: Vec<bool>,
    /// How many who may have the bye stand lower than each player.
    pub(crate) bye_place: Vec<u32>,
}

impl<'a> Field<'a> {
    pub(crate) fn new(rules: &'a Rulebook, input: &'a RoundInput) -> Result<Self, Refusal> {
        let everybody = sorted(input)?;
        let out = sitting_out(input, &everybody)?;
        let players: Vec<&Entrant> = (everybody.iter().copied())
            .filter(|entrant| out.binary_search(&entrant.id).is_err())
            .collect();
        if players.len() < 2 {
            return Err(Refusal::TooFewEntrants {
                entrants: players.len(),
            });
        }
        let mut field = Self {
            rules,
            input,
            groups: groups(&players),
            fixed: Vec::new(),
            fixed_bye: None,
            may_have_bye: players.iter().map(|p| may_have_bye(rules, p)).collect(),
            bye_place: Vec::new(),
            players,
        };
        field.bye_place = field.count_eligible_below()?;
        field.take_fixed()?;
        field.check_named_pairs(&everybody)?;
        field.check_meetings()?;
        Ok(field)
    }

    /// Whether there is a bye.
    pub(crate) fn is_odd(&self) -> bool {
        self.players.len() % 2 == 1
    }

    /// A player's place in `players`.
    pub(crate) fn index(&self, id: EntrantId) -> Option<usize> {
        self.players
            .binary_search_by_key(&id, |player| player.id)
            .ok()
    }

    /// The score group of a player, 0 being the highest.
    pub(crate) fn group(&self, player: usize) -> usize {
        let points = self.players[player].points;
        self.groups.partition_point(|&group| group > points)
    }

    /// Whether ratings decide in this round, and there are any.
    pub(crate) fn has_rating_fold(&self) -> bool {
        let rounds = &self.rules.rating_fold_rounds.value;
        self.rules
            .pairing_order
            .value
            .contains(&PairingRule::RatingFold)
            && rounds.iter().any(|round| round.0 == self.input.round.0)
            && self.players.iter().any(|player| player.rating.is_some())
    }

    fn count_eligible_below(&self) -> Result<Vec<u32>, Refusal> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| std::cmp::Reverse(self.players[player].place));
        for two in order.windows(2) {
            let (one, other) = (self.players[two[0]], self.players[two[1]]);
            if one.place == other.place {
                return Err(Refusal::PlaceTwice {
                    place: one.place.0,
                    one: one.id.min(other.id),
                    other: one.id.max(other.id),
                });
            }
        }
        let mut below = vec![0; order.len()];
        let mut eligible = 0;
        for player in order {
            below[player] = eligible;
            eligible += u32::from(self.may_have_bye[player]);
        }
        Ok(below)
    }

    fn take_fixed(&mut self) -> Result<(), Refusal> {
        let hand = &self.input.hand;
        let mut taken = vec![false; self.players.len()];
        let mut take = |field: &Self, id: EntrantId| {
            let player = field.index(id).ok_or(Refusal::Unknown { id })?;
            if std::mem::replace(&mut taken[player], true) {
                return Err(Refusal::NamedTwice { id });
            }
            Ok(player)
        };
        let mut fixed = Vec::new();
        for &pair in &hand.fixed {
            let [one, other] = pair.players();
            let colour = match pair {
                FixedPair::Coloured { .. } => Some(Colour::Black),
                FixedPair::AnyColours(..) => None,
            };
            let (one, other) = (take(self, one)?, take(self, other)?);
            // Lower place first, as everywhere; the colour then belongs to the lower one.
            fixed.push(if one < other {
                (one, other, colour)
            } else {
                (other, one, colour.map(Colour::other))
            });
        }
        if let Some(id) = hand.bye {
            let player = take(self, id)?;
            if !self.is_odd() {
                return Err(Refusal::NoByeNeeded {
                    id,
                    players: self.players.len(),
                });
            }
            self.fixed_bye = Some(player);
        }
        fixed.sort_unstable_by_key(|pair| pair.0);
        self.fixed = fixed;
        Ok(())
    }

    fn check_named_pairs(&self, everybody: &[&Entrant]) -> Result<(), Refusal> {
        let hand = &self.input.hand;
        for &(one, other) in hand.forbidden.iter().chain(&hand.avoid) {
            for id in [one, other] {
                if everybody.binary_search_by_key(&id, |e| e.id).is_err() {
                    return Err(Refusal::Unknown { id });
                }
            }
            if one == other {
                return Err(Refusal::NamedTwice { id: one });
            }
        }
        Ok(())
    }

    fn check_meetings(&self) -> Result<(), Refusal> {
        for one in &self.players {
            for meeting in &one.past.meetings {
                let Some(other) = self.index(meeting.opponent).map(|at| self.players[at]) else {
                    continue;
                };
                let (times, back) = (meetings(one, other.id), meetings(other, one.id));
                if times != back {
                    return Err(Refusal::MeetingsDisagree {
                        one: one.id,
                        other: other.id,
                        times,
                        back,
                    });
                }
            }
        }
        Ok(())
    }
}

/// How often an entrant has met another.
pub(crate) fn meetings(entrant: &Entrant, opponent: EntrantId) -> usize {
    let meetings = entrant.past.meetings.iter();
    meetings
        .filter(|meeting| meeting.opponent == opponent)
        .count()
}

/// Whether the rules let a player have the bye (BOF-swiss-1, SOC-II.2.p3.a).
fn may_have_bye(rules: &Rulebook, player: &Entrant) -> bool {
    match rules.bye_choice.value {
        ByeChoice::LowestWithoutBye => player.past.byes == 0,
        ByeChoice::LowestWithoutByeOrDefaultWin => {
            player.past.byes == 0 && player.past.default_wins == 0
        }
    }
}

fn sorted(input: &RoundInput) -> Result<Vec<&Entrant>, Refusal> {
    if input.entrants.len() > ENTRANTS_MAX {
        return Err(Refusal::TooManyEntrants {
            entrants: input.entrants.len(),
        });
    }
    let mut everybody: Vec<&Entrant> = input.entrants.iter().collect();
    everybody.sort_by_key(|entrant| entrant.id);
    match everybody.windows(2).find(|two| two[0].id == two[1].id) {
        Some(two) => Err(Refusal::EntrantTwice { id: two[0].id }),
        None => Ok(everybody),
    }
}

/// Those who are not in the round, sorted.
fn sitting_out(input: &RoundInput, everybody: &[&Entrant]) -> Result<Vec<EntrantId>, Refusal> {
    let hand = &input.hand;
    let mut out: Vec<EntrantId> = [&hand.absent[..], &hand.requested_byes].concat();
    out.sort_unstable();
    if let Some(two) = out.windows(2).find(|two| two[0] == two[1]) {
        return Err(Refusal::NamedTwice { id: two[0] });
    }
    let unknown = |id: &&EntrantId| everybody.binary_search_by_key(*id, |e| e.id).is_err();
    if let Some(&id) = out.iter().find(unknown) {
        return Err(Refusal::Unknown { id });
    }
    let fixed = hand.fixed.iter().flat_map(|pair| pair.players());
    let mut named = fixed.chain(hand.bye);
    match named.find(|id| out.binary_search(id).is_ok()) {
        Some(id) => Err(Refusal::NamedTwice { id }),
        None => Ok(out),
    }
}

fn groups(players: &[&Entrant]) -> Vec<HalfPoints> {
    let mut groups: Vec<HalfPoints> = players.iter().map(|player| player.points).collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    groups.dedup();
    groups
}
