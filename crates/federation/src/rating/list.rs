//! The rating list.
#![expect(
    clippy::float_arithmetic,
    reason = "the scale turns strengths into whole points, once, at the border"
)]

use outflank_tournament::CivilDate;

use super::age::months_between;
use super::game::{BadGame, PlayerNumber, RatedGame};
use super::method::Method;
use super::pairs::Pairs;
use super::rateable::{Meeting, rateable};
use super::solve::{Progress, information, solve};

/// A list with the method it was made by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingList {
    /// The method's name and version.
    pub method: &'static str,
    /// The day it is of.
    pub day: CivilDate,
    /// Everybody listed, best first; equal ratings by number.
    pub rows: Vec<RatingRow>,
    /// Everybody else who has played, with the reason, by number.
    pub not_rated: Vec<NotRated>,
}

/// One line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRow {
    /// Who.
    pub player: PlayerNumber,
    /// His rating.
    pub rating: i32,
    /// Its margin of error.
    pub margin: u32,
    /// Whether that is small enough for the rating to be official.
    pub official: bool,
    /// His games among those who can be rated.
    pub games: u32,
    /// His last event.
    pub last_played: CivilDate,
}

/// Somebody who is not in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRated {
    /// Who.
    pub player: PlayerNumber,
    /// Why.
    pub why: Unrated,
}

/// Why somebody is not in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrated {
    /// Nothing ties his results to the others': he has no draw, or no win, or no loss against them.
    NotComparable,
    /// His last event is too long ago.
    Inactive {
        /// His last event.
        last_played: CivilDate,
    },
}

/// Computes the list of a day from all games.
///
/// # Errors
/// The first [`BadGame`]; nothing is computed from a part.
pub fn rate(
    method: &Method,
    games: &[RatedGame],
    day: CivilDate,
    progress: &mut dyn FnMut(Progress),
) -> Result<RatingList, BadGame> {
    let mut players: Vec<PlayerNumber> = games.iter().flat_map(|game| [game.a, game.b]).collect();
    players.sort_unstable();
    players.dedup();
    let mut last_played = vec![None; players.len()];
    let mut weighted = Vec::with_capacity(games.len());
    for (index, game) in games.iter().enumerate() {
        if game.a == game.b {
            let player = game.a;
            return Err(BadGame::AgainstHimself { index, player });
        }
        let Some(months) = months_between(game.day, day) else {
            return Err(BadGame::InTheFuture {
                index,
                day: game.day,
            });
        };
        let place = |number| {
            players
                .binary_search(number)
                .expect("every player was listed")
        };
        let (a, b) = (place(&game.a), place(&game.b));
        for player in [a, b] {
            last_played[player] = last_played[player].max(Some(game.day));
        }
        let outcome = game.outcome;
        weighted.push((Meeting { a, b, outcome }, method.weight(months)));
    }
    let meetings: Vec<Meeting> = weighted.iter().map(|(meeting, _)| *meeting).collect();
    let kept = rateable(players.len(), &meetings);
    weighted.retain(|(meeting, _)| kept[meeting.a] && kept[meeting.b]);
    let pairs = Pairs::new(players.len(), &weighted);
    let strengths = solve(&pairs, progress);
    let points = Points::new(method, &pairs, &strengths);

    let mut list = RatingList {
        method: method.name,
        day,
        rows: Vec::new(),
        not_rated: Vec::new(),
    };
    for (index, player) in players.iter().copied().enumerate() {
        let last = last_played[index].expect("everybody listed has played");
        let months = months_between(last, day).expect("no game is in the future");
        let why = if !kept[index] {
            Some(Unrated::NotComparable)
        } else if months >= method.listed_months {
            Some(Unrated::Inactive { last_played: last })
        } else {
            None
        };
        match why {
            Some(why) => list.not_rated.push(NotRated { player, why }),
            None => list.rows.push(points.row(index, player, last)),
        }
    }
    list.rows
        .sort_by_key(|row| (std::cmp::Reverse(row.rating), row.player));
    Ok(list)
}

/// Strengths on the scale of the list.
struct Points<'a> {
    method: &'a Method,
    pairs: &'a Pairs,
    strengths: &'a [f64],
    information: Vec<f64>,
    mean: f64,
}

impl<'a> Points<'a> {
    fn new(method: &'a Method, pairs: &'a Pairs, strengths: &'a [f64]) -> Self {
        let mut sum = 0.0;
        let mut games = 0.0;
        for (strength, count) in strengths.iter().zip(&pairs.games) {
            sum += f64::from(*count) * strength;
            games += f64::from(*count);
        }
        Self {
            method,
            pairs,
            strengths,
            information: information(pairs, strengths),
            mean: if games > 0.0 { sum / games } else { 0.0 },
        }
    }

    fn row(&self, index: usize, player: PlayerNumber, last_played: CivilDate) -> RatingRow {
        let scale = f64::from(self.method.scale);
        let points = scale * (self.strengths[index] - self.mean);
        let observed = self.information[index] / f64::from(self.method.full_weight());
        let error = scale / libm::sqrt(observed);
        let margin = whole(libm::ceil(error)).max(0).cast_unsigned();
        RatingRow {
            player,
            rating: self.method.centre + whole(libm::floor(points + 0.5)),
            margin,
            official: margin < self.method.official_margin,
            games: self.pairs.games[index],
            last_played,
        }
    }
}

/// A whole number, held within ±1,000,000.
#[expect(clippy::cast_possible_truncation, reason = "the bounds fit")]
fn whole(x: f64) -> i32 {
    x.clamp(-1e6, 1e6) as i32
}
