//! What the British National makes of its nine rounds: play-offs, places, the first of a category.

use crate::support;
use outflank_rulebook::System;
use outflank_tournament::course::course;
use outflank_tournament::lists::{category_list, individual_list};
use outflank_tournament::matches::{Colours, Irregularity, Match, MatchState};
use outflank_tournament::{Colour, EntrantId, Event, GameResult, Gender, ListName, Round, Stage};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    bof_playoff: Vec<Playoff>,
}

#[derive(Deserialize)]
struct Playoff {
    id: String,
    swiss: Vec<String>,
    points: Vec<u32>,
    #[serde(default)]
    not_eligible: Vec<String>,
    pairs: Vec<[String; 2]>,
    #[serde(default)]
    results: Vec<String>,
    #[serde(default, rename = "final")]
    last: Vec<String>,
}

/// A National after nine rounds in which entrants 1, 2, 3 … have these half points, in this order:
/// each played his own opponent, 101, 102, 103 …
fn national(half_points: &[u32]) -> Event {
    let count = u32::try_from(half_points.len()).unwrap();
    let mut event = support::event("bof/national", System::Swiss, 9, 0);
    for n in 1..=count {
        for (id, name) in [(n, "Player"), (100 + n, "Opponent")] {
            let entrant = outflank_tournament::Entrant::new(EntrantId(id), format!("{name} {n}"));
            event.entrants.push(entrant);
        }
    }
    for round in 0..9 {
        let games: Vec<String> = (1..=count)
            .map(|n| {
                let score = match half_points[n as usize - 1].saturating_sub(2 * round) {
                    0 => format!("{}-{}", 31 - n, 33 + n),
                    1 => "32-32".to_owned(),
                    _ => format!("{}-{}", 60 - n, 4 + n),
                };
                format!("{n} {} {score}", 100 + n)
            })
            .collect();
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        event.played.push(support::round(&games));
    }
    let order = support::order(&support::table(&event));
    let first = &order[..half_points.len()];
    assert_eq!(first, (1..=count).collect::<Vec<u32>>(), "{half_points:?}");
    event
}

/// The two players of a playoff, the higher first.
fn players(one: &Match) -> [u32; 2] {
    one.players().map(|id| id.0)
}

fn playoff_round(games: &[&str]) -> Round {
    Round {
        stage: Stage::Playoff,
        ..support::round(games)
    }
}

fn places(event: &Event) -> Vec<u32> {
    let list = individual_list(event);
    list.rows.iter().map(|row| row.id.0).collect()
}

/// runs: rulebooks/vectors.toml#bof_playoff
/// clauses: BOF-nat-4, BOF-nat-5, BOF-nat-7.a, BOF-nat-7.b, BOF-nat-13.b
#[test]
fn the_play_offs_of_the_national() {
    let text = include_str!("../../../rulebooks/vectors.toml");
    let cases = toml::from_str::<Vectors>(text).unwrap().bof_playoff;
    assert_eq!(cases.len(), 4);
    for case in cases {
        let number = |name: &str| {
            let place = case.swiss.iter().position(|other| other == name).unwrap();
            u32::try_from(place + 1).unwrap()
        };
        let points: Vec<u32> = case.points.iter().map(|points| 2 * points).collect();
        let mut event = national(&points);
        for name in &case.not_eligible {
            let id = EntrantId(number(name));
            let entrant = event.entrants.iter_mut().find(|entrant| entrant.id == id);
            entrant.unwrap().no_title = true;
        }
        let due: Vec<[u32; 2]> = course(&event).next().into_iter().map(players).collect();
        let expected: Vec<[u32; 2]> = (case.pairs.iter())
            .map(|pair| [number(&pair[0]), number(&pair[1])])
            .collect();
        assert_eq!(due, expected, "{}", case.id);
        if case.last.is_empty() {
            continue;
        }
        let games: Vec<String> = (case.results.iter())
            .map(|result| {
                let (two, score) = result.split_once(' ').unwrap();
                let (one, other) = two.split_once('-').unwrap();
                format!("{} {} {score}", number(one), number(other))
            })
            .collect();
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        event.played.push(playoff_round(&games));
        assert!(course(&event).is_over(), "{}", case.id);
        let last: Vec<u32> = case.last.iter().map(|name| number(name)).collect();
        assert_eq!(places(&event)[..4], last, "{}", case.id);
    }
}

/// clauses: BOF-nat-4
#[test]
fn first_and_second_meet_however_far_apart_they_are() {
    let event = national(&[18, 12, 11, 10]);
    let due: Vec<[u32; 2]> = course(&event).next().into_iter().map(players).collect();
    assert_eq!(due, [[1, 2]]);
    let why = &course(&event).matches[0].call;
    assert_eq!(why.clause.as_ref().unwrap().as_str(), "BOF-nat-4");
}

/// clauses: BOF-nat-5
#[test]
fn third_and_fourth_meet_only_if_they_tied_on_points() {
    let due = |points: &[u32]| course(&national(points)).next().len();
    assert_eq!(due(&[16, 14, 12, 12]), 2);
    assert_eq!(due(&[16, 14, 12, 11]), 1);
}

/// clauses: BOF-nat-6
#[test]
fn the_higher_in_the_swiss_decides_on_colours() {
    let event = national(&[16, 14, 12, 12]);
    for one in course(&event).matches {
        let MatchState::Due { colours, .. } = one.state else {
            panic!("{one:?}");
        };
        let Colours::Chosen {
            by, or_draw_win, ..
        } = colours
        else {
            panic!("{colours:?}");
        };
        assert_eq!(one.player(by), one.players()[0], "the higher");
        assert!(!or_draw_win, "colours only");
    }
}

/// clauses: BOF-nat-13.b
#[test]
fn somebody_who_may_not_play_for_the_title_keeps_his_place() {
    let mut event = national(&[16, 14, 12, 12, 10]);
    event
        .entrants
        .iter_mut()
        .find(|one| one.id.0 == 2)
        .unwrap()
        .no_title = true;
    let due: Vec<[u32; 2]> = course(&event).next().into_iter().map(players).collect();
    assert_eq!(due, [[1, 3]], "4 and 5 are not level");
    // The third of the Swiss beats the first and has his place; the second stays second.
    event.played.push(playoff_round(&["1 3 20-44"]));
    assert_eq!(places(&event)[..4], [3, 2, 1, 4]);
}

fn may_not_win(event: &mut Event, n: u32) {
    let mut entrants = event.entrants.iter_mut();
    entrants.find(|one| one.id.0 == n).unwrap().no_title = true;
}

/// clauses: BOF-nat-5, BOF-nat-13.b
#[test]
fn a_player_who_may_not_play_for_the_title_is_kept_out_of_the_title_play_off_only() {
    let due = |points: &[u32], out: u32| -> Vec<[u32; 2]> {
        let mut event = national(points);
        may_not_win(&mut event, out);
        course(&event).next().into_iter().map(players).collect()
    };
    assert_eq!(due(&[16, 14, 12, 12], 3), [[1, 2], [3, 4]], "third");
    assert_eq!(due(&[16, 14, 12, 12], 4), [[1, 2], [3, 4]], "fourth");
    // Third alone on 6.5: the fourth and the fifth have no play-off.
    assert_eq!(due(&[16, 14, 13, 12, 12], 3), [[1, 2]]);
    // The third plays for the title and so not for third place (AMB-58).
    assert_eq!(due(&[16, 14, 12, 12, 12], 1), [[2, 3]]);
    assert_eq!(due(&[16, 14, 12, 12, 12], 2), [[1, 3]]);
    let mut event = national(&[16, 14, 12, 12]);
    may_not_win(&mut event, 4);
    event
        .played
        .push(playoff_round(&["1 2 40-24", "3 4 24-40"]));
    assert_eq!(places(&event)[..4], [1, 2, 4, 3]);
}

/// clauses: BOF-nat-7.a, BOF-nat-7.b
#[test]
fn a_drawn_play_off_is_never_given_to_the_lower_player() {
    let mut event = national(&[16, 14, 12, 12]);
    let mut round = playoff_round(&["1 2 32-32", "3 4 32-32"]);
    for game in &mut round.games {
        if let GameResult::Played { winner, .. } = &mut game.result {
            *winner = Some(Colour::White);
        }
    }
    event.played.push(round);
    assert_eq!(places(&event)[..4], [1, 2, 3, 4]);
    for one in course(&event).matches {
        let irregular = one.irregular_games(&event.rules);
        let [(_, what)] = irregular[..] else {
            panic!("{irregular:?}");
        };
        assert_eq!(what, Irregularity::WinnerOfADraw);
        let clause = what.clause(&event.rules, &one).unwrap();
        assert_eq!(clause.as_str(), "BOF-nat-7.a");
    }
}

#[test]
fn a_qualifier_who_left_is_replaced_by_the_next() {
    let mut event = national(&[16, 14, 12, 12, 12]);
    support::withdraw(&mut event, 1, 9);
    let due: Vec<[u32; 2]> = course(&event).next().into_iter().map(players).collect();
    assert_eq!(due, [[2, 3], [4, 5]]);
    // Whoever leaves during the play-off loses it without a game.
    support::withdraw(&mut event, 3, 10);
    let course = course(&event);
    assert_eq!(course.matches[0].winner(), Some(EntrantId(2)));
}

fn women(event: &mut Event, ids: &[u32]) {
    for entrant in &mut event.entrants {
        if ids.contains(&entrant.id.0) {
            entrant.gender = Some(Gender::Female);
        }
    }
}

/// clauses: BOF-wc-5.b
#[test]
fn the_two_best_of_a_category_meet_if_they_tied_and_have_no_other_play_off() {
    let points = [18, 17, 16, 15, 14, 13, 10, 10, 10];
    let mut event = national(&points);
    women(&mut event, &[7, 8, 9]);
    let of_women = |event: &Event| -> Vec<[u32; 2]> {
        let matches = course(event).matches;
        let women = matches
            .iter()
            .filter(|one| one.id().list == ListName::Women);
        women.map(players).collect()
    };
    assert_eq!(
        of_women(&event),
        [[7, 8]],
        "of three the two with the best BQ"
    );
    // It decides who represents the category and no place of the list.
    event.played.push(playoff_round(&["8 7 40-24"]));
    let first = |event: &Event| category_list(event, ListName::Women).rows[0].id.0;
    assert_eq!(first(&event), 8);
    assert_eq!(places(&event)[6..8], [7, 8]);

    // One of them is in the 3-4 play-off: none.
    let mut event = national(&[18, 17, 12, 12, 12, 11]);
    women(&mut event, &[4, 5]);
    assert!(of_women(&event).is_empty());
    // Not level: none.
    let mut event = national(&[18, 17, 16, 15, 14, 13, 10, 9]);
    women(&mut event, &[7, 8]);
    assert!(of_women(&event).is_empty());
    assert_eq!(first(&event), 7);
}

#[test]
fn a_regional_ends_with_its_table() {
    let mut event = national(&[16, 14, 12, 12]);
    event.rules = support::rules("bof/regional").into();
    assert!(course(&event).matches.is_empty());
    for preset in ["usoa/open", "japan/open", "europe/open", "soc/open"] {
        event.rules = support::rules(preset).into();
        assert!(course(&event).matches.is_empty(), "{preset}");
        assert!(individual_list(&event).is_final(), "{preset}");
    }
}
