//! The slowest right answer: every pairing with every colouring, compared as AMB-42 to AMB-47 say.
//!
//! Written from the rules alone; it shares the input types with the crate and nothing else.

use outflank_pairing::{Colour, Entrant, EntrantId, Float, RoundInput, pair_lot};
use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::tournament::{ByeChoice, FloatMemory, PairingRule, Precedence};

/// A whole round: coloured pairs (black, white) and the bye, by place in the entrants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seating {
    pub(crate) pairs: Vec<(usize, usize)>,
    pub(crate) bye: Option<usize>,
}

/// The best seating and its values in the order they are compared, the lots last.
pub(crate) fn best(rules: &Rulebook, input: &RoundInput) -> (Seating, Vec<i64>) {
    let mut players: Vec<&Entrant> = input.entrants.iter().collect();
    players.sort_by_key(|player| player.id);
    let judge = Judge {
        rules,
        input,
        players,
    };
    let mut best: Option<(Vec<i64>, Seating)> = None;
    let everybody: Vec<usize> = (0..judge.players.len()).collect();
    judge.seat(&everybody, &mut Seating::default(), &mut best);
    let (values, seating) = best.expect("somebody plays");
    (seating, values)
}

struct Judge<'a> {
    rules: &'a Rulebook,
    input: &'a RoundInput,
    players: Vec<&'a Entrant>,
}

impl Judge<'_> {
    fn seat(&self, left: &[usize], seating: &mut Seating, best: &mut Option<(Vec<i64>, Seating)>) {
        let Some((&one, rest)) = left.split_first() else {
            let values = self.values(seating);
            if best.as_ref().is_none_or(|(least, _)| values < *least) {
                *best = Some((values, seating.clone()));
            }
            return;
        };
        for (at, &other) in rest.iter().enumerate() {
            let mut next = rest.to_vec();
            next.remove(at);
            // Colours belong to the pair: lower balance, then fewer same colours, then the lot.
            let ways = [(one, other), (other, one)];
            let pair = ways.into_iter().min_by_key(|&(black, white)| {
                (
                    self.balance_after(black, 1) + self.balance_after(white, -1),
                    self.same_colour(black, Colour::Black) + self.same_colour(white, Colour::White),
                    self.is_against_the_lot(black, white),
                )
            });
            seating.pairs.push(pair.expect("two ways"));
            self.seat(&next, seating, best);
            seating.pairs.pop();
        }
        if left.len() % 2 == 1 {
            seating.bye = Some(one);
            self.seat(rest, seating, best);
            seating.bye = None;
        }
    }

    fn values(&self, seating: &Seating) -> Vec<i64> {
        let mut values = Vec::new();
        for rule in &self.rules.pairing_order.value {
            self.rule(*rule, seating, &mut values);
        }
        values
    }

    fn rule(&self, rule: PairingRule, seating: &Seating, values: &mut Vec<i64>) {
        let pairs = &seating.pairs;
        let modified = self.input.system.max_meetings() == 2;
        let count = |test: &dyn Fn(usize, usize) -> bool| {
            pairs.iter().filter(|&&(a, b)| test(a, b)).count() as i64
        };
        match rule {
            PairingRule::Meetings => {
                let limit = if modified { 2 } else { 1 };
                values.push(count(&|a, b| self.met(a, b) >= limit));
            }
            PairingRule::ByeAllowed => {
                values.extend(seating.bye.map(|bye| i64::from(!self.may_have_bye(bye))));
            }
            PairingRule::ByePlace => values.extend(seating.bye.map(|bye| {
                let lower = |&other: &usize| {
                    self.players[other].place > self.players[bye].place && self.may_have_bye(other)
                };
                (0..self.players.len()).filter(lower).count() as i64
            })),
            PairingRule::Score => self.score(seating, values),
            PairingRule::SecondMeetings => {
                if modified {
                    values.push(count(&|a, b| self.met(a, b) >= 1));
                }
            }
            PairingRule::ColourBalance => self.each(seating, values, &|a, b| match b {
                Some(b) => self.balance_after(a, 1) + self.balance_after(b, -1),
                None => self.balance_after(a, 0),
            }),
            PairingRule::Floats => self.each(seating, values, &|a, b| match b {
                Some(b) => {
                    let way = (self.points(b) - self.points(a)).signum();
                    self.float_after(a, way) + self.float_after(b, -way)
                }
                None => self.float_after(a, 0),
            }),
            PairingRule::Alternation => self.each(seating, values, &|a, b| match b {
                Some(b) => self.same_colour(a, Colour::Black) + self.same_colour(b, Colour::White),
                None => 0,
            }),
            PairingRule::SameCountry => {
                let country = |player: usize| self.players[player].country.as_deref();
                values.push(count(&|a, b| {
                    country(a).is_some() && country(a) == country(b)
                }));
            }
            PairingRule::RatingFold => self.fold(seating, values),
            PairingRule::Seed => values.push(pairs.iter().map(|&(a, b)| self.lot(a, b)).sum()),
        }
    }

    fn score(&self, seating: &Seating, values: &mut Vec<i64>) {
        let gaps = |group: Option<i64>| {
            let pairs = seating.pairs.iter();
            let here = pairs.filter(|&&(a, b)| {
                group.is_none_or(|points| self.points(a).max(self.points(b)) == points)
            });
            let gaps: Vec<i64> = here
                .map(|&(a, b)| (self.points(a) - self.points(b)).abs())
                .collect();
            let squares = gaps.iter().map(|gap| gap * gap).sum::<i64>();
            [gaps.iter().sum(), squares]
        };
        match self.rules.precedence.value {
            Precedence::TotalFirst => values.extend(gaps(None)),
            Precedence::TopFirst => {}
        }
        for points in self.groups() {
            values.extend(gaps(Some(points)));
        }
    }

    /// A measure of pairs and of the bye, as a total or by group from the top.
    fn each(
        &self,
        seating: &Seating,
        values: &mut Vec<i64>,
        measure: &dyn Fn(usize, Option<usize>) -> i64,
    ) {
        let mut counted: Vec<(i64, i64)> = (seating.pairs.iter())
            .map(|&(a, b)| (self.points(a).max(self.points(b)), measure(a, Some(b))))
            .collect();
        counted.extend(
            seating
                .bye
                .map(|bye| (self.points(bye), measure(bye, None))),
        );
        match self.rules.precedence.value {
            Precedence::TotalFirst => values.push(counted.iter().map(|one| one.1).sum()),
            Precedence::TopFirst => values.extend(self.groups().iter().map(|group| {
                let here = counted.iter().filter(|one| one.0 == *group);
                here.map(|one| one.1).sum::<i64>()
            })),
        }
    }

    fn fold(&self, seating: &Seating, values: &mut Vec<i64>) {
        let rounds = &self.rules.rating_fold_rounds.value;
        let early = rounds.iter().any(|round| round.0 == self.input.round.0);
        if !early || self.players.iter().all(|player| player.rating.is_none()) {
            return;
        }
        let place = |player: usize| {
            let mut group: Vec<usize> = (0..self.players.len())
                .filter(|&other| self.points(other) == self.points(player))
                .filter(|&other| Some(other) != seating.bye)
                .collect();
            group.sort_by_key(|&other| {
                (
                    std::cmp::Reverse(self.players[other].rating),
                    self.players[other].id,
                )
            });
            let place = group.iter().position(|&other| other == player);
            (place.expect("in his group") as i64, group.len() as i64 / 2)
        };
        self.each(seating, values, &|a, b| match b {
            Some(b) if self.points(a) == self.points(b) => {
                let ((one, half), (other, _)) = (place(a), place(b));
                ((one - other).abs() - half).pow(2)
            }
            _ => 0,
        });
    }

    fn groups(&self) -> Vec<i64> {
        let mut groups: Vec<i64> = (0..self.players.len()).map(|p| self.points(p)).collect();
        groups.sort_unstable();
        groups.dedup();
        groups.reverse();
        groups
    }

    fn points(&self, player: usize) -> i64 {
        self.players[player].points.0.into()
    }

    fn met(&self, a: usize, b: usize) -> usize {
        let meetings = self.players[a].past.meetings.iter();
        meetings
            .filter(|meeting| meeting.opponent == self.players[b].id)
            .count()
    }

    fn may_have_bye(&self, player: usize) -> bool {
        let past = &self.players[player].past;
        let defaults = match self.rules.bye_choice.value {
            ByeChoice::LowestWithoutBye => 0,
            ByeChoice::LowestWithoutByeOrDefaultWin => past.default_wins,
        };
        past.byes + defaults == 0
    }

    fn balance_after(&self, player: usize, step: i64) -> i64 {
        let colours = self.players[player].past.colours.iter();
        let signs = colours.map(|colour| match colour {
            Colour::Black => 1,
            Colour::White => -1,
        });
        (signs.sum::<i64>() + step).pow(2)
    }

    fn float_after(&self, player: usize, step: i64) -> i64 {
        let floats = &self.players[player].past.floats;
        let remembered = match self.rules.float_memory.value {
            FloatMemory::Event => &floats[..],
            FloatMemory::LastRound => &floats[floats.len().saturating_sub(1)..],
        };
        let up = remembered
            .iter()
            .filter(|&&float| float == Float::Up)
            .count() as i64;
        let down = remembered
            .iter()
            .filter(|&&float| float == Float::Down)
            .count() as i64;
        (up - down + step).pow(2)
    }

    fn same_colour(&self, player: usize, colour: Colour) -> i64 {
        i64::from(self.players[player].past.colours.last() == Some(&colour))
    }

    fn ids(&self, a: usize, b: usize) -> (EntrantId, EntrantId) {
        (self.players[a].id, self.players[b].id)
    }

    fn lot(&self, a: usize, b: usize) -> i64 {
        let (one, other) = self.ids(a, b);
        pair_lot(self.input.seed, self.input.round, one, other)
            .lot
            .into()
    }

    fn is_against_the_lot(&self, black: usize, white: usize) -> bool {
        let (one, other) = self.ids(black, white);
        let lower_has = pair_lot(self.input.seed, self.input.round, one, other).lower_has;
        (lower_has == Colour::Black) != (one < other)
    }
}
