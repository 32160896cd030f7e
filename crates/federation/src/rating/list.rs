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
use super::rateable::{Meeting, groups};
use super::solve::{Progress, information, solve};

/// A list with the method it was made by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingList {
    /// The method's name and version.
    pub method: &'static str,
    pub day: CivilDate,
    /// Everybody listed, group by group, best first; equal ratings by number.
    pub rows: Vec<RatingRow>,
    /// Everybody else who has played, with the reason, by number.
    pub not_rated: Vec<NotRated>,
}

/// One line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRow {
    pub player: PlayerNumber,
    /// The comparable players: 0 is the group with the most games. Ratings of different groups
    /// say nothing about each other, each group having its own mean.
    pub group: u32,
    pub rating: i32,
    /// Its margin of error.
    pub margin: u32,
    /// Whether that is small enough for the rating to be official.
    pub official: bool,
    /// The player's games in their group.
    pub games: u32,
    pub last_played: CivilDate,
}

/// A person who is not in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRated {
    pub player: PlayerNumber,
    pub why: Unrated,
}

/// Why a person is not in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrated {
    /// Nothing connects the player's results to others in both directions: no draw, or no win, or no loss against them.
    NotComparable,
    /// The last tournament is too long ago.
    Inactive { last_played: CivilDate },
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
    let groups = groups(players.len(), &meetings);
    weighted.retain(|(meeting, _)| {
        groups[meeting.a].is_some() && groups[meeting.a] == groups[meeting.b]
    });
    let pairs = Pairs::new(players.len(), &weighted);
    let strengths = solve(&pairs, progress);
    let points = Points::new(method, &pairs, &strengths, &groups);

    let mut list = RatingList {
        method: method.name,
        day,
        rows: Vec::new(),
        not_rated: Vec::new(),
    };
    for (index, player) in players.iter().copied().enumerate() {
        let last = last_played[index].expect("everybody listed has played");
        let months = months_between(last, day).expect("no game is in the future");
        let why = match groups[index] {
            None => Unrated::NotComparable,
            Some(_) if months >= method.listed_months => Unrated::Inactive { last_played: last },
            Some(group) => {
                list.rows.push(points.row(index, group, player, last));
                continue;
            }
        };
        list.not_rated.push(NotRated { player, why });
    }
    list.rows
        .sort_by_key(|row| (row.group, std::cmp::Reverse(row.rating), row.player));
    Ok(list)
}

/// Strengths on the scale of the list.
struct Points<'a> {
    method: &'a Method,
    pairs: &'a Pairs,
    strengths: &'a [f64],
    information: Vec<f64>,
    /// The mean strength of every group, with each player weighted by their games.
    means: Vec<f64>,
}

impl<'a> Points<'a> {
    fn new(
        method: &'a Method,
        pairs: &'a Pairs,
        strengths: &'a [f64],
        groups: &[Option<usize>],
    ) -> Self {
        let count = groups.iter().flatten().max().map_or(0, |last| last + 1);
        let mut sums = vec![(0.0, 0.0); count];
        for ((strength, games), group) in strengths.iter().zip(&pairs.games).zip(groups) {
            if let Some(group) = group {
                let (sum, counted) = &mut sums[*group];
                *sum += f64::from(*games) * strength;
                *counted += f64::from(*games);
            }
        }
        Self {
            method,
            pairs,
            strengths,
            information: information(pairs, strengths),
            means: sums.iter().map(|(sum, games)| sum / games).collect(),
        }
    }

    fn row(
        &self,
        index: usize,
        group: usize,
        player: PlayerNumber,
        last_played: CivilDate,
    ) -> RatingRow {
        let scale = f64::from(self.method.scale);
        let points = scale * (self.strengths[index] - self.means[group]);
        let observed = self.information[index] / f64::from(self.method.full_weight());
        let error = scale / libm::sqrt(observed);
        let margin = whole(libm::ceil(error)).max(0).cast_unsigned();
        RatingRow {
            player,
            group: u32::try_from(group).unwrap_or(u32::MAX),
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
