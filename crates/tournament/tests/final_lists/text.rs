//! The final lists computed slowly from the words of the rules, without the code of the program: only
//! the data of an event is read. Lots are taken as drawn.
//!
//! World Championship: WOC-II.3 to II.6, II.8, III.1 to III.4, appendix A.

use std::collections::BTreeMap;

use outflank_tournament::matches::MatchId;
use outflank_tournament::{Colour, EntrantId, Event, GameResult, Gender, ListName, Stage};

pub(crate) type Id = EntrantId;

/// A team's points negated, its games among members negated, and the places of its two best: the smallest is the best team.
type Total = (i64, i64, Vec<usize>);

/// The figures of one player after the preliminary rounds, all in halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Figures {
    pub(crate) points: i64,
    pub(crate) bq: i64,
    pub(crate) discs: i64,
}

/// A row of a final list: who, the place, and whether it is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) id: Id,
    pub(crate) place: u32,
    pub(crate) shared: bool,
}

/// What a game gave, in halves of points and discs, Black first; nothing if it is not over.
fn worth(result: GameResult) -> Option<[(i64, i64); 2]> {
    let by_discs = |black: i64, white: i64, winner: Option<Colour>| {
        let black_points = match winner {
            Some(Colour::Black) => 2,
            Some(Colour::White) => 0,
            None => match black.cmp(&white) {
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 0,
            },
        };
        [(black_points, black), (2 - black_points, white)]
    };
    match result {
        GameResult::Played { discs, winner } | GameResult::Adjudicated { discs, winner } => Some(
            by_discs(i64::from(discs.black.0), i64::from(discs.white.0), winner),
        ),
        // WOC-IV.8.p3: 64-0.
        GameResult::Resigned { by, .. } => Some(match by {
            Colour::Black => [(0, 0), (2, 128)],
            Colour::White => [(2, 128), (0, 0)],
        }),
        // AMB-32: a point for the player present, no discs.
        GameResult::Forfeit { by, .. } => Some(match by {
            Colour::Black => [(0, 0), (2, 0)],
            Colour::White => [(2, 0), (0, 0)],
        }),
        GameResult::DoubleForfeit { .. } => Some([(0, 0), (0, 0)]),
        GameResult::Annulled | GameResult::Pending => None,
    }
}

pub(crate) struct Text<'a> {
    event: &'a Event,
    rounds: usize,
}

impl<'a> Text<'a> {
    pub(crate) fn of(event: &'a Event) -> Self {
        Self {
            event,
            rounds: usize::from(event.rounds),
        }
    }

    fn left_after(&self, id: Id) -> Option<usize> {
        let left = self.event.withdrawn.iter().find(|left| left.id == id)?;
        Some(usize::from(left.after_round))
    }

    fn has_left(&self, id: Id) -> bool {
        self.left_after(id).is_some()
    }

    /// Appendix A of the championship's rules.
    pub(crate) fn figures(&self) -> BTreeMap<Id, Figures> {
        let mut points: BTreeMap<Id, i64> = BTreeMap::new();
        let mut discs: BTreeMap<Id, i64> = BTreeMap::new();
        // Of each round: the discs and the opponent, or nothing if it was not played.
        let mut games: BTreeMap<Id, Vec<Option<(i64, Id)>>> = BTreeMap::new();
        for entrant in &self.event.entrants {
            points.insert(entrant.id, 0);
            discs.insert(entrant.id, 0);
            games.insert(entrant.id, vec![None; self.rounds]);
        }
        for (n, round) in self.event.played.iter().take(self.rounds).enumerate() {
            for id in &round.byes {
                *points.get_mut(id).unwrap() += 2;
                *discs.get_mut(id).unwrap() += 80;
            }
            for game in &round.games {
                let [black, white] = worth(game.result).unwrap();
                let was_played = !matches!(
                    game.result,
                    GameResult::Forfeit { .. } | GameResult::DoubleForfeit { .. }
                );
                for (id, other, (won, scored)) in [
                    (game.black, game.white, black),
                    (game.white, game.black, white),
                ] {
                    *points.get_mut(&id).unwrap() += won;
                    *discs.get_mut(&id).unwrap() += scored;
                    if was_played {
                        games.get_mut(&id).unwrap()[n] = Some((scored, other));
                    }
                }
            }
        }
        let c = 6;
        (self.event.entrants.iter())
            .map(|entrant| {
                let own = points[&entrant.id];
                let bq = (games[&entrant.id].iter())
                    .map(|game| match game {
                        Some((scored, other))
                            if self
                                .left_after(*other)
                                .is_none_or(|after| after >= self.rounds) =>
                        {
                            scored + c * points[other]
                        }
                        Some(_) | None => 64 + c * own,
                    })
                    .sum();
                let figures = Figures {
                    points: own,
                    bq,
                    discs: discs[&entrant.id],
                };
                (entrant.id, figures)
            })
            .collect()
    }

    /// II.3.1: points, quotient, discs, then lots as they were drawn.
    pub(crate) fn provisional(&self) -> Vec<Id> {
        let figures = self.figures();
        let drawn = outflank_tournament::standings(self.event, u16::MAX).draws;
        let lot = |id: Id| {
            (drawn
                .iter()
                .find_map(|draw| draw.order.iter().position(|one| *one == id)))
            .unwrap_or(0)
        };
        let mut order: Vec<Id> = figures.keys().copied().collect();
        order.sort_by_key(|id| (std::cmp::Reverse(figures[id]), lot(*id)));
        order
    }

    /// Those who can still qualify when the preliminary rounds are over (II.8.a).
    fn playing(&self) -> Vec<Id> {
        let here = |id: &Id| self.left_after(*id).is_none_or(|after| after > self.rounds);
        self.provisional().into_iter().filter(here).collect()
    }

    /// The games of a match: discs and points of both, the first named first, and the round.
    fn games(&self, of: MatchId, one: Id, other: Id) -> Vec<[(i64, i64); 2]> {
        let mut found = Vec::new();
        for round in self.event.played.iter().skip(self.rounds) {
            for game in &round.games {
                let Some(worth) = worth(game.result) else {
                    continue;
                };
                let is_of = game
                    .of
                    .is_some_and(|id| id.stage == of.stage && id.list == of.list);
                if is_of && (game.black, game.white) == (one, other) {
                    found.push(worth);
                } else if is_of && (game.black, game.white) == (other, one) {
                    found.push([worth[1], worth[0]]);
                }
            }
        }
        found
    }

    /// Winner and loser of a match, the higher ranked named first; nothing while it is open, and
    /// nobody if both left.
    fn decided(&self, of: MatchId, higher: Id, lower: Id, games: usize) -> Outcome {
        let played = self.games(of, higher, lower);
        let by_games = match games {
            1 => played
                .first()
                .map(|[one, other]| match one.0.cmp(&other.0) {
                    std::cmp::Ordering::Greater => higher,
                    std::cmp::Ordering::Less => lower,
                    std::cmp::Ordering::Equal => panic!("a drawn single game needs its draw-win"),
                }),
            _ => best_of_three(&played).map(|first_wins| if first_wins { higher } else { lower }),
        };
        let winner = match (by_games, self.has_left(higher), self.has_left(lower)) {
            (Some(winner), _, _) => Some(winner),
            (None, false, true) => Some(higher),
            (None, true, false) => Some(lower),
            (None, true, true) => return Outcome::Nobody,
            (None, false, false) => None,
        };
        match winner {
            Some(winner) if winner == higher => Outcome::Won(higher, lower),
            Some(_) => Outcome::Won(lower, higher),
            None => Outcome::Open,
        }
    }

    /// II.3.2: who plays whom for a place in the semi-finals.
    pub(crate) fn playoffs(&self) -> Vec<(Id, Id)> {
        let playing = self.playing();
        let figures = self.figures();
        let mut playoffs = Vec::new();
        for (high, low) in [(4, 5), (3, 6), (2, 7), (1, 8)] {
            if low <= playing.len() {
                let (one, other) = (playing[high - 1], playing[low - 1]);
                if figures[&one].points == figures[&other].points {
                    playoffs.push((one, other));
                }
            }
        }
        playoffs
    }

    fn playoff(&self, number: usize, two: (Id, Id)) -> Outcome {
        let of = MatchId {
            stage: Stage::Playoff,
            list: ListName::Individual,
            number: u16::try_from(number).unwrap(),
        };
        self.decided(of, two.0, two.1, 1)
    }

    /// Whether a player had left when the semi-finals of a list began, or has left and they have not.
    fn left_before_semi_finals(&self, id: Id, list: ListName) -> bool {
        let began = self.event.played.iter().position(|round| {
            (round.games.iter()).any(|game| {
                game.of
                    .is_some_and(|of| of.stage == Stage::Semi && of.list == list)
            })
        });
        match (self.left_after(id), began) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(after), Some(index)) => after < index + 1,
        }
    }

    /// II.3.3: the four; nothing while a playoff is open. Also the losers of the playoffs.
    pub(crate) fn four(&self) -> Option<(Vec<Id>, Vec<Id>)> {
        let playing = self.playing();
        let playoffs = self.playoffs();
        let mut four: Vec<Id> = Vec::new();
        let mut losers = Vec::new();
        let in_playoff = |id: Id| playoffs.iter().any(|two| two.0 == id || two.1 == id);
        four.extend(playing.iter().take(4).filter(|id| !in_playoff(**id)));
        for (n, two) in playoffs.iter().enumerate() {
            match self.playoff(n + 1, *two) {
                Outcome::Open => return None,
                Outcome::Nobody => {}
                Outcome::Won(winner, loser) => {
                    four.push(winner);
                    losers.push(loser);
                }
            }
        }
        // AMB-51: whoever left before the semi-finals is replaced, by the playoff opponent first.
        let gone = |id: Id| self.left_before_semi_finals(id, ListName::Individual);
        let wanted = playing.len().min(4);
        let (left, mut stay): (Vec<Id>, Vec<Id>) = four.iter().partition(|id| gone(**id));
        for id in left {
            let opponent = playoffs.iter().find_map(|two| match two {
                (one, other) if *one == id => Some(*other),
                (one, other) if *other == id => Some(*one),
                _ => None,
            });
            stay.extend(opponent.filter(|other| !gone(*other) && !stay.contains(other)));
        }
        for id in &playing {
            if stay.len() < wanted && !gone(*id) && !stay.contains(id) {
                stay.push(*id);
            }
        }
        stay.sort_by_key(|id| playing.iter().position(|one| one == id));
        losers.retain(|id| !stay.contains(id));
        Some((stay, losers))
    }

    /// The place of everybody below those who go on: one more than the players with more points.
    fn below(&self, members: &[Id], first: &[Id]) -> Vec<Place> {
        let figures = self.figures();
        let rest: Vec<Id> = members
            .iter()
            .copied()
            .filter(|id| !first.contains(id))
            .collect();
        (rest.iter())
            .map(|id| {
                let count = |is: &dyn Fn(i64) -> bool| {
                    rest.iter()
                        .filter(|other| is(figures[*other].points))
                        .count()
                };
                let own = figures[id].points;
                let ahead = count(&|points| points > own);
                Place {
                    id: *id,
                    place: u32::try_from(first.len() + ahead + 1).unwrap(),
                    shared: count(&|points| points == own) > 1,
                }
            })
            .collect()
    }

    fn with_first(&self, members: &[Id], first: &[Id]) -> Vec<Place> {
        let mut list: Vec<Place> = (1..)
            .zip(first)
            .map(|(place, id)| Place {
                id: *id,
                place,
                shared: false,
            })
            .collect();
        list.extend(self.below(members, first));
        list
    }

    /// II.3.3: the individual list; nothing while a playoff is open.
    pub(crate) fn individual(&self) -> Option<Vec<Place>> {
        let (four, _) = self.four()?;
        Some(self.with_first(&self.provisional(), &four))
    }

    fn members(&self, list: ListName) -> Vec<Id> {
        let is_in = |id: &Id| {
            let entrant = self
                .event
                .entrants
                .iter()
                .find(|one| one.id == *id)
                .unwrap();
            match list {
                ListName::Women => entrant.gender == Some(Gender::Female),
                ListName::Young => entrant.young == Some(true),
                _ => true,
            }
        };
        self.provisional().into_iter().filter(is_in).collect()
    }

    /// II.5.2, II.6.2: the players of a category in the main semi-finals, in their final order, or the
    /// four best who can play; then the others.
    pub(crate) fn category(&self, list: ListName) -> Option<Vec<Place>> {
        let members = self.members(list);
        let first = self.first_of_category(list)?;
        Some(self.with_first(&members, &first))
    }

    fn first_of_category(&self, list: ListName) -> Option<Vec<Id>> {
        let members = self.members(list);
        let (four, _) = self.four()?;
        let mut first: Vec<Id> = self.order_after_finals(ListName::Individual, &four);
        first.retain(|id| members.contains(id));
        if first.is_empty() {
            let can_play = |id: &Id| !self.left_before_semi_finals(*id, list);
            first = members.into_iter().filter(can_play).take(4).collect();
        }
        Some(first)
    }

    /// The order after the finals of a list; nothing where it has none.
    pub(crate) fn finish(&self, list: ListName) -> Option<Vec<Id>> {
        let (four, _) = self.four()?;
        let seeds = match list {
            ListName::Individual => four,
            _ => {
                let members = self.members(list);
                if four.iter().any(|id| members.contains(id)) {
                    return None;
                }
                self.first_of_category(list)?
            }
        };
        Some(self.order_after_finals(list, &seeds))
    }

    /// III.2 to III.4: champion, finalist, third, fourth as far as they are known; then the others as
    /// seeded, withdrawn players last (AMB-85).
    fn order_after_finals(&self, list: ListName, seeds: &[Id]) -> Vec<Id> {
        let known = self.known_finish(list, seeds);
        let mut rest: Vec<Id> = seeds
            .iter()
            .copied()
            .filter(|id| !known.contains(id))
            .collect();
        rest.sort_by_key(|id| self.has_left(*id));
        known.into_iter().chain(rest).collect()
    }

    pub(crate) fn known_finish(&self, list: ListName, seeds: &[Id]) -> Vec<Id> {
        let length = match list {
            ListName::Individual => 3,
            _ => 1,
        };
        let play = |stage: Stage, one: Id, other: Id, games: usize| {
            let seed = |id: Id| seeds.iter().position(|seed| *seed == id);
            let (higher, lower) = match seed(one) < seed(other) {
                true => (one, other),
                false => (other, one),
            };
            let of = MatchId {
                stage,
                list,
                number: 1,
            };
            self.decided(of, higher, lower, games)
        };
        let semis: Vec<Outcome> = match seeds.len() {
            0..=2 => Vec::new(),
            3 => vec![play(Stage::Semi, seeds[1], seeds[2], length)],
            _ => vec![
                play(Stage::Semi, seeds[0], seeds[3], length),
                play(Stage::Semi, seeds[1], seeds[2], length),
            ],
        };
        if semis.contains(&Outcome::Open) {
            return Vec::new();
        }
        let winners: Vec<Id> = semis.iter().filter_map(|one| one.winner()).collect();
        let losers: Vec<Id> = semis.iter().filter_map(|one| one.loser()).collect();
        let finalists: Vec<Id> = match seeds.len() {
            1 | 2 => seeds.to_vec(),
            // A bye into the final needs somebody to meet there.
            3 => match winners.first() {
                Some(winner) => vec![seeds[0], *winner],
                None => return Vec::new(),
            },
            _ => winners,
        };
        let mut finish = Vec::new();
        match finalists[..] {
            [alone] => finish.push(alone),
            [one, other] => {
                let last = play(Stage::Final, one, other, length);
                finish.extend(last.winner());
                finish.extend(last.loser());
            }
            _ => {}
        }
        if finish.len() == 2 {
            match losers[..] {
                [third] => finish.push(third),
                [one, other] => {
                    let third = play(Stage::Third, one, other, 1);
                    finish.extend(third.winner());
                    finish.extend(third.loser());
                }
                _ => {}
            }
        }
        finish
    }

    /// II.4: teams as (name, points in halves, place, shared), best first.
    pub(crate) fn teams(&self) -> Option<Vec<(String, i64, u32, bool)>> {
        let figures = self.figures();
        let list = self.individual()?;
        let (four, _) = self.four()?;
        let entrant = |id: Id| self.event.entrants.iter().find(|one| one.id == id).unwrap();
        // The list separated by quotient and discs and nothing else: whoever is level has one number.
        let order: Vec<Id> = {
            let provisional = self.provisional();
            let rest = provisional.iter().filter(|id| !four.contains(id));
            four.iter().chain(rest).copied().collect()
        };
        let number = |id: Id| {
            let level = |other: &Id| {
                *other == id
                    || (!four.contains(other)
                        && !four.contains(&id)
                        && figures[other] == figures[&id])
            };
            order.iter().position(level).unwrap()
        };
        let mut names: Vec<String> = (list.iter())
            .filter(|row| entrant(row.id).additional.is_none())
            .filter_map(|row| entrant(row.id).team.clone())
            .collect();
        names.sort();
        names.dedup();
        let mut teams: Vec<(String, Total)> = Vec::new();
        for name in names {
            let members: Vec<Id> = (order.iter().copied())
                .filter(|id| {
                    let one = entrant(*id);
                    one.team.as_ref() == Some(&name) && one.additional.is_none()
                })
                .collect();
            let mut points: Vec<i64> = members.iter().map(|id| figures[id].points).collect();
            points.sort_unstable_by(|one, other| other.cmp(one));
            let sum: i64 = points.iter().take(3).sum();
            let games = self
                .event
                .played
                .iter()
                .take(self.rounds)
                .flat_map(|round| &round.games);
            let internal = games
                .filter(|game| members.contains(&game.black) && members.contains(&game.white))
                .filter(|game| {
                    !matches!(
                        game.result,
                        GameResult::Forfeit { .. } | GameResult::DoubleForfeit { .. }
                    )
                })
                .count();
            let mut best: Vec<usize> = members.iter().map(|id| number(*id)).take(2).collect();
            best.resize(2, usize::MAX);
            teams.push((name, (-sum, -i64::try_from(internal).unwrap(), best)));
        }
        let keys: Vec<Total> = teams.iter().map(|(_, key)| key.clone()).collect();
        teams.sort_by_key(|(name, key)| (key.clone(), name.clone()));
        Some(
            (teams.into_iter())
                .map(|(name, key)| {
                    let ahead = keys.iter().filter(|other| **other < key).count();
                    let same = keys.iter().filter(|other| **other == key).count();
                    let place = u32::try_from(ahead + 1).unwrap();
                    (name, -key.0, place, same > 1)
                })
                .collect(),
        )
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Open,
    Nobody,
    Won(Id, Id),
}

impl Outcome {
    fn winner(self) -> Option<Id> {
        match self {
            Self::Won(winner, _) => Some(winner),
            Self::Open | Self::Nobody => None,
        }
    }

    fn loser(self) -> Option<Id> {
        match self {
            Self::Won(_, loser) => Some(loser),
            Self::Open | Self::Nobody => None,
        }
    }
}

/// III.1: whether the higher ranked player has won, once it is decided.
fn best_of_three(games: &[[(i64, i64); 2]]) -> Option<bool> {
    if let [[first, _], [second, _], ..] = games {
        if (first.0, second.0) == (2, 2) {
            return Some(true);
        }
        if (first.0, second.0) == (0, 0) {
            return Some(false);
        }
    }
    let [one, two, three, ..] = games else {
        return None;
    };
    let sum = |side: usize| {
        let games = [one, two, three];
        let points: i64 = games.iter().map(|game| game[side].0).sum();
        let discs: i64 = games.iter().map(|game| game[side].1).sum();
        (points, discs)
    };
    Some(sum(0) >= sum(1))
}
