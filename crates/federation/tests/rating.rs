//! Ratings: what the list must satisfy, whoever computes it.

use std::collections::BTreeMap;

use crate::support::archive;
use outflank_federation::rating::{
    BadGame, Method, Outcome, PlayerNumber, RatedGame, RatingList, Unrated, rate,
};

/// Everybody is listed, however long ago he played.
const EVERYBODY: Method = Method {
    listed_months: 10_000,
    ..Method::WOF
};

fn list(games: &[RatedGame]) -> RatingList {
    list_by(&Method::WOF, games)
}

fn list_by(method: &Method, games: &[RatedGame]) -> RatingList {
    rate(
        method,
        games,
        archive::LAST_DAY.parse().unwrap(),
        &mut |_| {},
    )
    .unwrap()
}

fn game(day: &str, a: u32, b: u32, outcome: Outcome) -> RatedGame {
    RatedGame {
        day: day.parse().unwrap(),
        a: PlayerNumber(a),
        b: PlayerNumber(b),
        outcome,
    }
}

/// At the most likely strengths everybody has won exactly what was to be expected of him. Ratings are
/// whole points, so the sums agree to within half a point of everybody's rating.
#[test]
fn everybody_won_what_was_expected() {
    let games: Vec<RatedGame> = archive::games(60, 3_000, 7);
    let list = list_by(&EVERYBODY, &games);
    let rating: BTreeMap<PlayerNumber, f64> = (list.rows.iter())
        .map(|row| (row.player, f64::from(row.rating)))
        .collect();
    assert!(list.rows.len() >= 30, "{} rated", list.rows.len());
    let mut surplus: BTreeMap<PlayerNumber, (f64, f64)> = BTreeMap::new();
    for game in &games {
        let (Some(a), Some(b)) = (rating.get(&game.a), rating.get(&game.b)) else {
            continue;
        };
        let months = outflank_federation::rating::months_between(
            game.day,
            archive::LAST_DAY.parse().unwrap(),
        );
        let weight = f64::from(Method::WOF.weight(months.unwrap()));
        let expected = 1.0 / (1.0 + ((b - a) / 182.0).exp());
        let won = match game.outcome {
            Outcome::AWins => 1.0,
            Outcome::Draw => 0.5,
            Outcome::BWins => 0.0,
        };
        let slack = weight * expected * (1.0 - expected) / 182.0;
        let one = surplus.entry(game.a).or_default();
        *one = (one.0 + weight * (won - expected), one.1 + slack);
        let one = surplus.entry(game.b).or_default();
        *one = (one.0 - weight * (won - expected), one.1 + slack);
    }
    for (player, (surplus, slack)) in surplus {
        assert!(
            surplus.abs() <= 1.1 * slack,
            "player {player}: {surplus} of {slack}"
        );
    }
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let games = archive::games(200, 4_000, 3);
    let mut backwards = games.clone();
    backwards.reverse();
    assert_eq!(list(&games), list(&backwards));
}

#[test]
fn the_mean_counts_everybody_with_his_games() {
    let games = archive::games(80, 3_000, 5);
    let list = list_by(&EVERYBODY, &games);
    let (mut sum, mut count) = (0_i64, 0_i64);
    for row in &list.rows {
        sum += i64::from(row.rating) * i64::from(row.games);
        count += i64::from(row.games);
    }
    let everybody = list
        .not_rated
        .iter()
        .all(|one| one.why == Unrated::NotComparable);
    assert!(
        everybody,
        "the mean is over all who are rated, listed or not"
    );
    assert!((sum - 1800 * count).abs() <= count, "{sum} over {count}");
}

#[test]
fn only_wins_or_only_losses_cannot_be_rated_nor_what_hangs_on_them() {
    let day = "2024-06-01";
    let win = |a, b| game(day, a, b, Outcome::AWins);
    let games = [
        win(1, 2),
        win(2, 1),
        // 3 beats 2 only; 4 has a win and a loss, but his loss is to 3.
        win(3, 2),
        win(3, 4),
        win(4, 2),
        // 5 has drawn.
        game(day, 5, 1, Outcome::Draw),
    ];
    let list = list(&games);
    let mut rated: Vec<u32> = list.rows.iter().map(|row| row.player.0).collect();
    rated.sort_unstable();
    assert_eq!(rated, [1, 2, 5]);
    let not: Vec<u32> = list.not_rated.iter().map(|one| one.player.0).collect();
    assert_eq!(not, [3, 4]);
}

/// Two clubs that never met, and a third that lost every game against the first.
#[test]
fn groups_that_cannot_be_compared_are_rated_each_by_itself() {
    let day = "2024-06-01";
    let win = |a, b| game(day, a, b, Outcome::AWins);
    let first = [
        win(1, 2),
        win(2, 1),
        win(1, 2),
        win(2, 3),
        win(3, 1),
        win(3, 2),
    ];
    let second = [win(11, 12), win(12, 11), win(11, 12), win(11, 12)];
    let third = [win(21, 22), win(22, 21)];
    let across = [win(1, 21), win(2, 22)];
    let all = [&first[..], &second, &third, &across].concat();
    let all = list(&all);
    let players = |group| -> Vec<u32> {
        let rows = all.rows.iter().filter(|row| row.group == group);
        rows.map(|row| row.player.0).collect()
    };
    assert_eq!(players(1), [11, 12]);
    assert_eq!(players(2), [21, 22]);
    let groups: Vec<u32> = all.rows.iter().map(|row| row.group).collect();
    assert!(groups.is_sorted(), "the largest group first: {groups:?}");
    for (group, games) in [&first[..], &second, &third].into_iter().enumerate() {
        let alone = list(games);
        let rows = all.rows.iter().filter(|row| row.group as usize == group);
        let ratings: Vec<_> = rows
            .map(|row| (row.player, row.rating, row.margin))
            .collect();
        let apart = alone.rows.iter();
        let expected: Vec<_> = apart
            .map(|row| (row.player, row.rating, row.margin))
            .collect();
        assert_eq!(ratings, expected, "group {group}");
    }
    // Three of four: 182 x ln 3 = 200 points apart, around 1800.
    let second: Vec<i32> = all
        .rows
        .iter()
        .filter(|row| row.group == 1)
        .map(|row| row.rating)
        .collect();
    assert_eq!(second, [1900, 1700]);
}

#[test]
fn thirty_eight_months_without_a_game_end_the_listing() {
    let pair = |day: &str, a, b| {
        [
            game(day, a, b, Outcome::AWins),
            game(day, a, b, Outcome::BWins),
        ]
    };
    let games: Vec<RatedGame> = [
        pair("2024-12-01", 1, 2),
        pair("2021-11-01", 2, 3),
        pair("2021-10-31", 2, 4),
    ]
    .concat();
    let list = list(&games);
    let rated: Vec<u32> = list.rows.iter().map(|row| row.player.0).collect();
    assert_eq!(rated, [1, 2, 3]);
    let last_played = "2021-10-31".parse().unwrap();
    assert_eq!(list.not_rated[0].why, Unrated::Inactive { last_played });
}

#[test]
fn a_rating_is_official_when_its_margin_is_below_200() {
    let even = |a: u32, b: u32, games: usize| {
        let one = |n: usize| match n % 2 {
            0 => game("2024-12-01", a, b, Outcome::AWins),
            _ => game("2024-12-01", a, b, Outcome::BWins),
        };
        (0..games).map(one).collect::<Vec<_>>()
    };
    // Four even games of full weight: 182 / sqrt(4 x 1/4) = 182; two: 258.
    let list = list(&[even(1, 2, 4), even(2, 3, 2)].concat());
    let row = |number: u32| list.rows.iter().find(|row| row.player.0 == number).unwrap();
    assert_eq!((row(1).margin, row(1).official), (182, true));
    assert_eq!((row(3).margin, row(3).official), (258, false));
}

#[test]
fn bad_games_are_named_and_nothing_is_computed() {
    let fine = game("2024-01-01", 1, 2, Outcome::Draw);
    let day = archive::LAST_DAY.parse().unwrap();
    let itself = game("2024-01-01", 3, 3, Outcome::Draw);
    let future = game("2025-01-01", 3, 4, Outcome::Draw);
    let refused = |bad| rate(&Method::WOF, &[fine, bad], day, &mut |_| {}).unwrap_err();
    assert_eq!(
        refused(itself),
        BadGame::AgainstHimself {
            index: 1,
            player: PlayerNumber(3)
        }
    );
    assert_eq!(
        refused(future),
        BadGame::InTheFuture {
            index: 1,
            day: future.day
        }
    );
}
