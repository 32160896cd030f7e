//! The first round: by groups, by rating, by seeding or by lot (AMB-47).

use crate::check_pairing::{NotAPairing, check_seats};
use crate::entrant::Entrant;
use crate::field::Field;
use crate::ids::{Colour, EntrantId};
use crate::input::{Refusal, RoundInput};
use crate::level::Basis;
use crate::lots::Lots;
use crate::pair_round::Bent;
use crate::round::Round;
use crate::tables::{Pair, Tables};
use outflank_rulebook::Rulebook;
use outflank_rulebook::axes::tournament::FirstRound;
use std::cmp::Reverse;

/// A draw with a forbidden pair in it is thrown away and drawn again, at most this often.
const DRAWS_MAX: u32 = 1000;

/// Championships that count for group A.
const CHAMPIONSHIPS_REMEMBERED: usize = 10;

/// A first round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Who meets whom, in the order drawn.
    pub tables: Tables,
    /// How it was made.
    pub method: FirstRound,
    /// What the method rests on.
    pub basis: Basis,
    /// Which draw of the seed it is: more than 1 if forbidden pairs came up before.
    pub draws: u32,
    /// What had to bend: forbidden pairs that could not be avoided.
    pub bent: Vec<Bent>,
}

/// Makes the first round as the rulebook asks.
///
/// The director's pairs and bye stand; the rest is drawn around them.
///
/// # Errors
///
/// [`Refusal`] when the input is not a proper round, or no draw without a forbidden pair was found.
pub fn first_round(rules: &Rulebook, input: &RoundInput) -> Result<Draw, Refusal> {
    let round = Round::new(rules, input)?;
    let method = method(&round.field);
    for draws in 1..=DRAWS_MAX {
        let lots = Lots::for_purpose(input.seed, &purpose(draws));
        let mut tables = draw(&round, method, &mut Hat::Seed(Box::new(lots)));
        round.add_fixed(&mut tables);
        let bent = round.bent(&tables);
        let by_lot = matches!(method, FirstRound::Random | FirstRound::GroupsAAndB);
        if bent.is_empty() || !by_lot || !round.has_free_clash(&bent) {
            return Ok(Draw {
                tables,
                method,
                basis: Basis::of(&rules.first_round.source),
                draws,
                bent,
            });
        }
    }
    Err(Refusal::NoDrawFound)
}

/// Makes the first round as the rulebook asks, with lots that were drawn by hand.
///
/// `order` has the first drawn first; players who are not in it come last, by number. Where a colour is by
/// lot, the first drawn has Black. Nothing is drawn again: forbidden pairs that came up are in
/// [`Draw::bent`].
///
/// # Errors
///
/// [`Refusal`] when the input is not a proper round.
pub fn first_round_by_hand(
    rules: &Rulebook,
    input: &RoundInput,
    order: &[EntrantId],
) -> Result<Draw, Refusal> {
    let round = Round::new(rules, input)?;
    let method = method(&round.field);
    let mut tables = draw(&round, method, &mut Hat::Hand(order));
    round.add_fixed(&mut tables);
    let bent = round.bent(&tables);
    Ok(Draw {
        tables,
        method,
        basis: Basis::of(&rules.first_round.source),
        draws: 1,
        bent,
    })
}

/// What lots are drawn from.
enum Hat<'a> {
    /// The recorded seed.
    Seed(Box<Lots>),
    /// A hat: the order drawn.
    Hand(&'a [EntrantId]),
}

impl Hat<'_> {
    fn shuffle(&mut self, players: &mut [&Entrant]) {
        match self {
            Self::Seed(lots) => lots.shuffle(players),
            Self::Hand(order) => players.sort_by_cached_key(|player| {
                let place = order.iter().position(|id| *id == player.id);
                (place.is_none(), place, player.id)
            }),
        }
    }

    fn colour(&mut self) -> Colour {
        match self {
            Self::Seed(lots) => lots.colour(),
            Self::Hand(_) => Colour::Black,
        }
    }
}

/// The name of the lots: `first round`, and `first round, draw 2` if the first could not be used.
fn purpose(draws: u32) -> String {
    match draws {
        1 => "first round".to_owned(),
        more => format!("first round, draw {more}"),
    }
}

/// The method that can be used: without a single seeding, seeding is by lot (AMB-47).
fn method(field: &Field<'_>) -> FirstRound {
    match field.rules.first_round.value {
        FirstRound::SeedingHalves if field.players.iter().all(|p| p.seeding.is_none()) => {
            FirstRound::Random
        }
        method @ (FirstRound::Random
        | FirstRound::GroupsAAndB
        | FirstRound::RatingHalves
        | FirstRound::SeedingHalves) => method,
    }
}

fn draw(round: &Round<'_>, method: FirstRound, lots: &mut Hat<'_>) -> Tables {
    let players: Vec<&Entrant> = (round.free().into_iter())
        .map(|player| round.field.players[player])
        .collect();
    match method {
        FirstRound::Random => by_lot(players, lots),
        FirstRound::GroupsAAndB => groups(players, lots),
        FirstRound::RatingHalves => halves(round, by_rating(players, lots), lots),
        FirstRound::SeedingHalves => halves(round, by_seeding(players, lots), lots),
    }
}

fn by_lot(mut players: Vec<&Entrant>, lots: &mut Hat<'_>) -> Tables {
    lots.shuffle(&mut players);
    neighbours(&players, lots)
}

/// Neighbours meet, colours by lot; the last one left has the bye.
fn neighbours(players: &[&Entrant], lots: &mut Hat<'_>) -> Tables {
    let twos = players.chunks_exact(2);
    Tables {
        bye: twos.remainder().first().map(|last| last.id),
        pairs: twos
            .map(|two| Pair::with(two[0].id, lots.colour(), two[1].id))
            .collect(),
    }
}

/// One of A against one of B, A with Black and White in turn, then the rest (WOC-II.7.1).
fn groups(players: Vec<&Entrant>, lots: &mut Hat<'_>) -> Tables {
    let (mut a, mut b): (Vec<_>, Vec<_>) = players.into_iter().partition(|p| p.in_group_a);
    lots.shuffle(&mut a);
    lots.shuffle(&mut b);
    let crossed = a.len().min(b.len());
    let colours = [Colour::Black, Colour::White].into_iter().cycle();
    let mut pairs: Vec<Pair> = (a.iter().zip(&b).zip(colours))
        .map(|((one, other), colour)| Pair::with(one.id, colour, other.id))
        .collect();
    let rest = [&a[crossed..], &b[crossed..]].concat();
    let mut tables = neighbours(&rest, lots);
    pairs.append(&mut tables.pairs);
    Tables {
        pairs,
        bye: tables.bye,
    }
}

/// The two halves that meet, and who has the bye.
struct Halves<'e> {
    top: Vec<&'e Entrant>,
    bottom: Vec<&'e Entrant>,
    bye: Option<EntrantId>,
}

/// Rated players by rating, equal ones by lot; unrated ones at the end of the top half, by seeding
/// and then by number; those who do not fit there at the end of the bottom half (BOF-gen-16).
fn by_rating<'e>(mut players: Vec<&'e Entrant>, lots: &mut Hat<'_>) -> Halves<'e> {
    lots.shuffle(&mut players);
    let (mut rated, mut unrated): (Vec<_>, Vec<_>) = players
        .into_iter()
        .partition(|player| player.rating.is_some());
    rated.sort_by_key(|player| Reverse(player.rating));
    unrated.sort_by_key(|player| (player.seeding.is_none(), player.seeding, player.id));
    let odd = (rated.len() + unrated.len()) % 2 == 1;
    let bye = if odd {
        rated.pop().or_else(|| unrated.pop())
    } else {
        None
    };
    let half = (rated.len() + unrated.len()) / 2;
    let overflow = unrated.split_off(unrated.len().min(half));
    let mut bottom = rated.split_off(half - unrated.len());
    bottom.extend(overflow);
    rated.extend(unrated);
    Halves {
        top: rated,
        bottom,
        bye: bye.map(|lowest| lowest.id),
    }
}

/// By the seeding list, those without a place by lot behind it.
fn by_seeding<'e>(mut players: Vec<&'e Entrant>, lots: &mut Hat<'_>) -> Halves<'e> {
    lots.shuffle(&mut players);
    players.sort_by_key(|player| (player.seeding.is_none(), player.seeding));
    let odd = players.len() % 2 == 1;
    let bye = if odd { players.pop() } else { None };
    let bottom = players.split_off(players.len() / 2);
    Halves {
        top: players,
        bottom,
        bye: bye.map(|lowest| lowest.id),
    }
}

/// The i-th of the top half meets the i-th of the bottom half; colours alternate down the list, the
/// first by lot.
fn halves(round: &Round<'_>, mut halves: Halves<'_>, lots: &mut Hat<'_>) -> Tables {
    part_forbidden(round, &mut halves);
    let mut colour = lots.colour();
    let mut pairs = Vec::with_capacity(halves.top.len());
    for (one, other) in halves.top.iter().zip(&halves.bottom) {
        pairs.push(Pair::with(one.id, colour, other.id));
        colour = colour.other();
    }
    Tables {
        pairs,
        bye: halves.bye,
    }
}

/// A forbidden pair changes opponents with the nearest pair that takes it.
fn part_forbidden(round: &Round<'_>, halves: &mut Halves<'_>) {
    let clash = |one: &Entrant, other: &Entrant| round.is_forbidden(one.id, other.id);
    let size = halves.top.len();
    for at in 0..size {
        if !clash(halves.top[at], halves.bottom[at]) {
            continue;
        }
        let nearest = (1..size).flat_map(|far| [at.checked_add(far), at.checked_sub(far)]);
        let takes = |&other: &usize| {
            other < size
                && !clash(halves.top[at], halves.bottom[other])
                && !clash(halves.top[other], halves.bottom[at])
        };
        if let Some(other) = nearest.flatten().find(takes) {
            halves.bottom.swap(at, other);
        }
    }
}

/// A player's semi-finals at championships, by year.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SemiFinals {
    /// In the main competition.
    pub main: Vec<u16>,
    /// In the women's and young players' competitions.
    pub category: Vec<u16>,
}

/// Whether a player is in group A: a semi-final in one of the ten championships held last before
/// this one (WOC-II.7.1.b1).
///
/// `held` lists the years of the championships that were held before this one, in any order.
///
/// ```
/// use outflank_pairing::{SemiFinals, is_in_group_a};
/// let wof = outflank_rulebook::shipped("wof").expect("shipped");
/// let held: Vec<u16> = (1977..2019).collect();
/// let player = |year| SemiFinals { main: vec![year], ..SemiFinals::default() };
/// assert!(is_in_group_a(wof, &player(2009), &held));
/// assert!(!is_in_group_a(wof, &player(2008), &held));
/// ```
#[must_use]
pub fn is_in_group_a(rules: &Rulebook, semi_finals: &SemiFinals, held: &[u16]) -> bool {
    let mut held = held.to_vec();
    held.sort_unstable_by(|a, b| b.cmp(a));
    held.dedup();
    held.truncate(CHAMPIONSHIPS_REMEMBERED);
    let counts = |year: &u16| held.contains(year);
    let category = rules.group_a_category_semifinals.value.is_on();
    semi_finals.main.iter().any(counts) || category && semi_finals.category.iter().any(counts)
}

/// What is wrong with a first round drawn by hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawFault {
    /// Two of one group meet although the other group is not used up.
    #[error("{} and {} are from the same group, although players of the other group are left", .pair.black, .pair.white)]
    GroupNotUsedUp { pair: Pair },
    /// The players of group A do not have Black and White in turn.
    #[error(
        "group A has Black {black} times and White {white} times; colours should alternate, starting with Black"
    )]
    ColoursNotInTurn {
        /// Games of A against B with A black.
        black: usize,
        /// Games of A against B with A white.
        white: usize,
    },
    /// A pair is not the one the list gives.
    #[error("{} and {} are not opposite each other in the two halves", .pair.black, .pair.white)]
    NotOpposite { pair: Pair },
    /// The bye is not with the one who has it by the list.
    #[error("the bye should go to the lowest player in the list")]
    WrongBye,
}

/// Checks a first round drawn by hand against the rulebook's procedure (WOC-II.7.1.p2).
///
/// An empty list means it could have been drawn that way.
///
/// # Errors
///
/// [`NotAPairing`] when the round is not a proper one or the tables do not seat everybody once.
pub fn check_first_round(
    rules: &Rulebook,
    input: &RoundInput,
    tables: &Tables,
) -> Result<Vec<DrawFault>, NotAPairing> {
    let round = Round::new(rules, input)?;
    check_seats(&round, tables)?;
    Ok(match method(&round.field) {
        FirstRound::Random => Vec::new(),
        FirstRound::GroupsAAndB => group_faults(&round, tables),
        method @ (FirstRound::RatingHalves | FirstRound::SeedingHalves) => {
            let lots = Lots::for_purpose(input.seed, &purpose(1));
            let expected = draw(&round, method, &mut Hat::Seed(Box::new(lots)));
            half_faults(&round, tables, &expected)
        }
    })
}

fn group_faults(round: &Round<'_>, tables: &Tables) -> Vec<DrawFault> {
    let field = &round.field;
    let is_a = |id: EntrantId| {
        let player = field.index(id);
        player.is_some_and(|player| field.players[player].in_group_a)
    };
    let in_a = field
        .players
        .iter()
        .filter(|player| player.in_group_a)
        .count();
    let crossed = in_a.min(field.players.len() - in_a);
    let across = |pair: &&Pair| is_a(pair.black) != is_a(pair.white);
    let made: Vec<&Pair> = tables.pairs.iter().filter(across).collect();
    let mut faults = Vec::new();
    if made.len() < crossed {
        let small_is_a = 2 * in_a <= field.players.len();
        let inside =
            |pair: &&Pair| is_a(pair.black) == small_is_a && is_a(pair.white) == small_is_a;
        let inside = tables.pairs.iter().filter(inside);
        faults.extend(inside.map(|&pair| DrawFault::GroupNotUsedUp { pair }));
        if tables.bye.is_some_and(|id| is_a(id) == small_is_a) {
            faults.push(DrawFault::WrongBye);
        }
    }
    let black = made.iter().filter(|pair| is_a(pair.black)).count();
    let white = made.len() - black;
    if black != white && black != white + 1 {
        faults.push(DrawFault::ColoursNotInTurn { black, white });
    }
    faults
}

/// Players with equal ratings may stand in for each other, so pairs are compared by rating.
fn half_faults(round: &Round<'_>, tables: &Tables, expected: &Tables) -> Vec<DrawFault> {
    let field = &round.field;
    let key = |id: EntrantId| {
        let player = field.index(id).map(|player| field.players[player]);
        player.map(|entrant| match field.rules.first_round.value {
            FirstRound::SeedingHalves => (entrant.seeding.map(|place| i64::from(place.0)), None),
            FirstRound::RatingHalves | FirstRound::Random | FirstRound::GroupsAAndB => {
                let unrated = entrant.rating.is_none().then_some(());
                (entrant.rating.map(i64::from), unrated)
            }
        })
    };
    let keys = |pair: &Pair| {
        let mut two = [key(pair.black), key(pair.white)];
        two.sort_unstable();
        two
    };
    let mut left: Vec<_> = expected.pairs.iter().map(keys).collect();
    let mut faults = Vec::new();
    for pair in &tables.pairs {
        match left.iter().position(|two| *two == keys(pair)) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => faults.push(DrawFault::NotOpposite { pair: *pair }),
        }
    }
    if tables.bye.map(key) != expected.bye.map(key) {
        faults.push(DrawFault::WrongBye);
    }
    faults
}

impl Round<'_> {
    /// Adds the director's pairs and bye to a draw of the others.
    fn add_fixed(&self, tables: &mut Tables) {
        for (one, other, colouring) in self.fixed_pairs() {
            let [one, other] = [one, other].map(|player| self.field.players[player].id);
            tables.pairs.push(Pair::with(one, colouring.colour, other));
        }
        if let Some(bye) = self.field.fixed_bye {
            tables.bye = Some(self.field.players[bye].id);
        }
    }

    /// Whether the director has forbidden these two.
    pub(crate) fn is_forbidden(&self, one: EntrantId, other: EntrantId) -> bool {
        let two = [one.min(other), one.max(other)];
        let forbidden = self.field.input.hand.forbidden.iter();
        let mut forbidden = forbidden.map(|&(one, other)| [one.min(other), one.max(other)]);
        forbidden.any(|pair| pair == two)
    }

    /// Whether one of the pairs that break a rule was drawn, not fixed by the director.
    fn has_free_clash(&self, bent: &[Bent]) -> bool {
        let fixed: Vec<[EntrantId; 2]> = (self.field.fixed.iter())
            .map(|&(one, other, _)| [one, other].map(|player| self.field.players[player].id))
            .collect();
        let mut pairs = bent.iter().flat_map(|bent| &bent.pairs);
        pairs.any(|pair| !fixed.contains(&pair.players()))
    }
}
