//! The lists of the World Championship, and the worked examples run through them.

use std::collections::BTreeMap;

use crate::later_support::{
    ROUNDS, id, ids, later, of, score, set, untied, with_half_points, women, young,
};
use outflank_rulebook::Seat;
use outflank_tournament::course::course;
use outflank_tournament::lists::{
    PointTeamStep, Reason, category_list, individual_list, is_in_category, point_teams,
};
use outflank_tournament::matches::{Colours, Irregularity, MatchState};
use outflank_tournament::{Additional, Entrant, Event, Game, ListName, Stage, standings};
use serde::Deserialize;

const VECTORS: &str = include_str!("../../../rulebooks/vectors.toml");

#[derive(Deserialize)]
struct Playoffs {
    woc_playoff: Vec<PlayoffCase>,
}

#[derive(Deserialize)]
struct PlayoffCase {
    id: String,
    points: Vec<f64>,
    pairs: Vec<[u32; 2]>,
    winners: Vec<u32>,
    ifrl_top4: Vec<u32>,
    shared_fifth: Vec<u32>,
    semi_finals: Vec<[u32; 2]>,
}

fn halves(points: f64) -> u16 {
    (points * 2.0).round() as u16
}

/// runs: rulebooks/vectors.toml#woc_playoff
/// clauses: WOC-II.1.a, WOC-II.3, WOC-II.3.2.b1, WOC-II.3.2.b2, WOC-II.3.2.b3, WOC-II.3.2.b4
/// clauses: WOC-II.3.3.p1, WOC-II.3.3.p2, WOC-II.3.3.a, WOC-II.3.3.b, WOC-III.2.1.p2
#[test]
fn every_playoff_is_as_stated() {
    let table: Playoffs = toml::from_str(VECTORS).unwrap();
    for case in table.woc_playoff {
        let name = &case.id;
        let points: Vec<u16> = case.points.iter().map(|points| halves(*points)).collect();
        let mut event = with_half_points(&points);
        let before = individual_list(&event);
        let pairs: Vec<[u32; 2]> = (before.playoffs.iter())
            .map(|one| one.players().map(|id| id.0))
            .collect();
        assert_eq!(pairs, case.pairs, "{name}");
        assert_eq!(before.is_final(), pairs.is_empty(), "{name}");
        if !before.is_final() {
            assert!(course(&event).brackets.is_empty(), "{name}: too early");
        }
        let mut games = Vec::new();
        for (number, (pair, winner)) in (1..).zip(pairs.iter().zip(&case.winners)) {
            let [high, low] = *pair;
            let discs = if *winner == high { (40, 24) } else { (24, 40) };
            let which = of(Stage::Playoff, ListName::Individual, number);
            games.push((which, high, low, discs.0, discs.1));
        }
        if !games.is_empty() {
            later(&mut event, &games);
        }
        let list = individual_list(&event);
        assert_eq!(
            ids(list.qualified.as_ref().unwrap()),
            case.ifrl_top4,
            "{name}"
        );
        for (rank, row) in (1..).zip(&list.rows[..4]) {
            assert_eq!((row.rank, row.shared), (rank, false), "{name}");
        }
        let fifth: Vec<u32> = (list.rows.iter())
            .filter(|row| row.rank == 5)
            .map(|row| row.id.0)
            .collect();
        assert_eq!(fifth, case.shared_fifth, "{name}");
        let semi: Vec<[u32; 2]> = (course(&event).matches.iter())
            .filter(|one| one.id().stage == Stage::Semi)
            .map(|one| one.players().map(|id| id.0))
            .collect();
        assert_eq!(semi, case.semi_finals, "{name}");
    }
}

#[derive(Deserialize)]
struct Matches {
    best_of_three: Vec<MatchCase>,
}

#[derive(Deserialize)]
struct MatchCase {
    id: String,
    games: Vec<[u16; 2]>,
    third_game: bool,
    colour_choice_game3: String,
    #[serde(default)]
    colour_choice_by: String,
    winner: String,
    decided_by: String,
}

/// Each match is the semi-final between the first and the fourth of a championship.
///
/// runs: rulebooks/vectors.toml#best_of_three
/// clauses: WOC-III.1.p1.a, WOC-III.1.p1.c, WOC-III.1.p2, WOC-III.1.p3, WOC-II.1.ind.a
/// clauses: WOC-III.2.1.p1, WOC-III.2.1.p3
#[test]
fn every_match_of_three_games_is_as_stated() {
    use outflank_tournament::matches::{ChosenBecause, WonBy};
    let table: Matches = toml::from_str(VECTORS).unwrap();
    let semi = of(Stage::Semi, ListName::Individual, 1);
    for case in table.best_of_three {
        let name = &case.id;
        let mut event = untied();
        let mut third_was_due = false;
        for (number, [high, low]) in (1..).zip(&case.games) {
            let course = course(&event);
            let one = course.get(semi).unwrap();
            let MatchState::Due { game, colours } = one.state else {
                panic!("{name}: game {number} is not due: {:?}", one.state);
            };
            assert_eq!(game, number, "{name}");
            match number {
                1 => assert!(
                    matches!(
                        colours,
                        Colours::Chosen {
                            by: Seat::Higher,
                            or_draw_win: false,
                            ..
                        }
                    ),
                    "{name}"
                ),
                2 => assert_eq!(colours, Colours::Reversed { black: Seat::Lower }, "{name}"),
                _ => {
                    third_was_due = true;
                    let Colours::Chosen {
                        by,
                        because,
                        or_draw_win,
                    } = colours
                    else {
                        panic!("{name}: {colours:?}");
                    };
                    let by = if by == Seat::Higher { "H" } else { "L" };
                    let because = match because {
                        ChosenBecause::Discs => "discs",
                        ChosenBecause::Rank => "rank",
                    };
                    assert_eq!(by, case.colour_choice_game3, "{name}");
                    assert_eq!(because, case.colour_choice_by, "{name}");
                    assert!(!or_draw_win, "{name}");
                }
            }
            // The higher has Black in the first game, and wants it again in the third.
            match number {
                2 => later(&mut event, &[(semi, 4, 1, *low, *high)]),
                _ => later(&mut event, &[(semi, 1, 4, *high, *low)]),
            }
        }
        assert_eq!(third_was_due, case.third_game, "{name}");
        let after = course(&event);
        let one = after.get(semi).unwrap();
        let MatchState::Won { by, why } = one.state else {
            panic!("{name}: {:?}", one.state);
        };
        let (by, why) = (
            if by == Seat::Higher { "H" } else { "L" },
            match why {
                WonBy::TwoWins => "two wins",
                WonBy::Points => "points",
                WonBy::Discs => "total discs",
                WonBy::Rank => "IFRL rank",
                other => panic!("{name}: {other}"),
            },
        );
        assert_eq!(
            (by, why),
            (case.winner.as_str(), case.decided_by.as_str()),
            "{name}"
        );
        // The winner goes on: once the other semi-final is decided he is in the final.
        for (black, white) in [(2, 3), (3, 2)] {
            let discs = if black == 2 { (40, 24) } else { (24, 40) };
            let other = of(Stage::Semi, ListName::Individual, 2);
            later(&mut event, &[(other, black, white, discs.0, discs.1)]);
        }
        let last = course(&event);
        let last = last.get(of(Stage::Final, ListName::Individual, 1)).unwrap();
        let winner = if by == "H" { 1 } else { 4 };
        assert!(last.players().contains(&id(winner)), "{name}");
        assert!(last.players().contains(&id(2)), "{name}");
    }
}

#[derive(Deserialize)]
struct Teams {
    woc_team: Vec<TeamCase>,
}

#[derive(Deserialize)]
struct TeamCase {
    id: String,
    points: BTreeMap<String, Vec<f64>>,
    #[serde(default)]
    additional: BTreeMap<String, Vec<f64>>,
    totals: BTreeMap<String, f64>,
    internal_games: BTreeMap<String, u32>,
    best_ifrl: BTreeMap<String, [u32; 2]>,
    order: Vec<String>,
}

/// runs: rulebooks/vectors.toml#woc_team
/// clauses: WOC-II.4.a, WOC-II.4.b, WOC-II.4.c, WOC-II.4.d, WOC-II.2.p4.a, WOC-II.1.d
#[test]
fn every_team_total_is_as_stated() {
    let table: Teams = toml::from_str(VECTORS).unwrap();
    for case in table.woc_team {
        let name = &case.id;
        let mut event = team_event(&case);
        let teams = point_teams(&event);
        let order: Vec<&str> = teams.iter().map(|team| team.team.as_str()).collect();
        assert_eq!(order, case.order, "{name}");
        for team in &teams {
            let total = case.totals[&team.team];
            assert_eq!(team.points.0, halves(total), "{name} {}", team.team);
            assert_eq!(
                team.internal_games, case.internal_games[&team.team],
                "{name}"
            );
        }
        // Games of the third day count for no team.
        let semi = of(Stage::Semi, ListName::Individual, 1);
        later(&mut event, &[(semi, 1, 4, 64, 0)]);
        assert_eq!(point_teams(&event), teams, "{name}");
    }
}

/// The teams of a case: of players with equal points, those of the team with the better best player
/// come first, and one member beats another where games inside the team are asked for.
fn team_event(case: &TeamCase) -> Event {
    let mut players: Vec<(u16, u32, &str, bool)> = Vec::new();
    for (team, points) in &case.points {
        let best = case.best_ifrl[team][0];
        players.extend(
            points
                .iter()
                .map(|points| (halves(*points), best, team.as_str(), false)),
        );
    }
    for (team, points) in &case.additional {
        players.extend(
            points
                .iter()
                .map(|points| (halves(*points), 0, team.as_str(), true)),
        );
    }
    players.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let points: Vec<u16> = players.iter().map(|player| player.0).collect();
    let mut event = with_half_points(&points);
    for (n, (_, _, team, additional)) in (1..).zip(&players) {
        set(&mut event, n, |one| {
            one.team = Some((*team).to_owned());
            one.additional = additional.then_some(Additional::Host);
        });
    }
    for (team, games) in &case.internal_games {
        for round in 0..usize::try_from(*games).unwrap() {
            let member = |least: bool| {
                let mut members = (1..).zip(&players).filter(|(_, player)| player.2 == team);
                let found = if least {
                    members.last()
                } else {
                    members.next()
                };
                found.unwrap().0
            };
            let (best, last): (u32, u32) = (member(false), member(true));
            // The last member has no game in the last rounds; there he loses to the best.
            let at = ROUNDS - 1 - round;
            let first = &mut event.played[round].games;
            let place = first
                .iter()
                .position(|game| game.black == id(best))
                .unwrap();
            let game = first.remove(place);
            let played = Game::new(id(best), id(last), game.result);
            event.played[at].games.push(played);
        }
    }
    event
}

/// clauses: WOC-II.4.e, WOC-II.4.d
#[test]
fn equal_teams_go_by_their_first_player_then_the_second_then_are_equal() {
    let mut event = with_half_points(&[20, 18, 16, 14]);
    let team = |event: &mut Event, n: u32, name: &str| {
        set(event, n, |one| one.team = Some(name.to_owned()));
    };
    // 10 and 7 against 9 and 8: equal sums, and the top player decides.
    for (n, name) in [(1, "AA"), (4, "AA"), (2, "BB"), (3, "BB")] {
        team(&mut event, n, name);
    }
    let rows = point_teams(&event);
    assert_eq!(
        (rows[0].team.as_str(), rows[1].by),
        ("AA", Some(PointTeamStep::TopPlayer))
    );
    // Only a lot separates the first players: the second ones decide. Above them are four who go on.
    let mut event = with_half_points(&[26, 25, 24, 23, 20, 20, 16, 16]);
    for round in &mut event.played {
        for game in &mut round.games {
            if game.black.0 > 4 {
                game.result = score(40, 24);
            }
        }
    }
    for (n, name) in [(5, "AA"), (6, "BB"), (7, "BB"), (8, "AA")] {
        team(&mut event, n, name);
    }
    let seventh = |event: &mut Event, result| {
        let mut games = event.played[0].games.iter_mut();
        games.find(|game| game.black == id(7)).unwrap().result = result;
    };
    seventh(&mut event, score(50, 14));
    let rows = point_teams(&event);
    assert_eq!(
        (rows[0].team.as_str(), rows[1].by),
        ("BB", Some(PointTeamStep::SecondPlayer))
    );
    // Nothing separates them: equal.
    seventh(&mut event, score(40, 24));
    let rows = point_teams(&event);
    assert_eq!((rows[0].rank, rows[1].rank, rows[1].by), (1, 1, None));
    assert!(rows[0].shared && rows[1].shared);
}

#[derive(Deserialize)]
struct Young {
    young: Vec<YoungCase>,
}

#[derive(Deserialize)]
struct YoungCase {
    id: String,
    woc_year: u16,
    born: String,
    young: bool,
}

/// runs: rulebooks/vectors.toml#young
/// clauses: WOC-II.6, WOC-I.2.2.p3
#[test]
fn every_young_player_is_in_the_young_list() {
    let table: Young = toml::from_str(VECTORS).unwrap();
    for case in table.young {
        let mut event = untied();
        event.year = Some(case.woc_year);
        set(&mut event, 7, |one| {
            one.born = Some(case.born.parse().unwrap())
        });
        let rows = category_list(&event, ListName::Young).rows;
        let listed: Vec<u32> = rows.iter().map(|row| row.id.0).collect();
        assert_eq!(
            listed,
            if case.young { vec![7] } else { Vec::new() },
            "{}",
            case.id
        );
    }
}

/// clauses: WOC-I.2.2.p3, WOC-II.2.p4.b
#[test]
fn everybody_is_in_the_main_list_and_additional_players_in_all_of_theirs() {
    let mut event = untied();
    women(&mut event, &[2, 9]);
    young(&mut event, &[9]);
    set(&mut event, 2, |one| one.additional = Some(Additional::Host));
    set(&mut event, 9, |one| one.additional = Some(Additional::Wof));
    assert_eq!(individual_list(&event).rows.len(), event.entrants.len());
    assert_eq!(
        ids(individual_list(&event).qualified.as_ref().unwrap()),
        [1, 2, 3, 4]
    );
    let rows = |list| category_list(&event, list).rows;
    let listed = |list| rows(list).iter().map(|row| row.id.0).collect::<Vec<_>>();
    assert_eq!(listed(ListName::Women), [2, 9]);
    assert_eq!(listed(ListName::Young), [9]);
    let nobody = Entrant::new(id(99), "Nobody");
    assert!(!is_in_category(&event, ListName::Women, &nobody));
    assert!(!is_in_category(&event, ListName::Young, &nobody));
}

/// clauses: WOC-II.1.b, WOC-II.1.c, WOC-II.5, WOC-II.5.1.p1, WOC-II.5.2.p2, WOC-II.5.2.p3
/// clauses: WOC-II.5.2.a, WOC-II.5.2.b, WOC-II.6.1.p1, WOC-II.6.2.p2, WOC-II.6.2.p3, WOC-II.6.2.a
/// clauses: WOC-II.6.2.b
#[test]
fn four_of_a_category_go_on_and_below_them_equal_points_are_equal() {
    let mut event = with_half_points(&[24, 23, 22, 21, 19, 18, 18, 17, 16, 16, 15, 15, 14]);
    for (list, mark) in [
        (ListName::Women, women as fn(&mut Event, &[u32])),
        (ListName::Young, young),
    ] {
        mark(&mut event, &[6, 7, 8, 9, 10, 11, 12, 13]);
        let drafted = category_list(&event, list);
        assert_eq!(
            ids(drafted.qualified.as_ref().unwrap()),
            [6, 7, 8, 9],
            "{list}"
        );
        let rows: Vec<(u32, u32, bool)> = (drafted.rows.iter())
            .map(|row| (row.id.0, row.rank, row.shared))
            .collect();
        // The quotients separate 6 and 7, and 9 and 10, in the top four; 11 and 12 are equal sixth.
        let expected = [
            (6, 1, false),
            (7, 2, false),
            (8, 3, false),
            (9, 4, false),
            (10, 5, false),
            (11, 6, true),
            (12, 6, true),
            (13, 8, false),
        ];
        assert_eq!(rows, expected, "{list}");
        // On request they are separated by quotient: the rows are in that order.
        let bq = |n: u32| drafted.rows.iter().find(|row| row.id == id(n)).unwrap().bq;
        assert!(bq(11) > bq(12), "{list}");
        let course = course(&event);
        let semi = course.bracket(list).unwrap();
        let pairs: Vec<[u32; 2]> = (semi.matches.iter())
            .map(|one| one.players().map(|id| id.0))
            .collect();
        assert_eq!(pairs, [[6, 9], [7, 8]], "{list}");
    }
}

/// clauses: WOC-II.5.1.p2, WOC-II.5.2.p4, WOC-II.6.1.p2, WOC-II.6.2.p4
#[test]
fn a_category_goes_by_points_then_quotient_then_discs_as_the_main_list() {
    let mut event = with_half_points(&[24, 20, 20, 20, 20, 20, 12]);
    women(&mut event, &[2, 3, 4, 5, 6, 7]);
    young(&mut event, &[2, 3, 4, 5, 6, 7]);
    // Entrant 6 gets the best quotient of those with equal points.
    let sixth = event.played[0]
        .games
        .iter_mut()
        .find(|game| game.black == id(6));
    sixth.unwrap().result = score(64, 0);
    let table = standings(&event, 13);
    for list in [ListName::Women, ListName::Young] {
        let rows = category_list(&event, list).rows;
        let order: Vec<u32> = rows.iter().map(|row| row.id.0).collect();
        assert_eq!(order, [6, 2, 3, 4, 5, 7], "{list}");
        let in_table: Vec<u32> = (table.rows.iter())
            .map(|row| row.id.0)
            .filter(|n| order.contains(n))
            .collect();
        assert_eq!(
            order, in_table,
            "{list}: separated as the table of everybody"
        );
    }
}

/// clauses: WOC-II.5.2.p1, WOC-II.6.2.p1, WOC-III.3.1.p1, WOC-III.4.1.p1
#[test]
fn a_woman_in_the_main_semi_finals_is_ranked_by_them_and_there_are_no_others() {
    for (list, mark) in [
        (ListName::Women, women as fn(&mut Event, &[u32])),
        (ListName::Young, young),
    ] {
        let mut event = untied();
        mark(&mut event, &[3, 4, 6, 7, 8, 9]);
        let drafted = category_list(&event, list);
        assert_eq!(
            (drafted.qualified, ids(&drafted.in_main)),
            (None, vec![3, 4]),
            "{list}"
        );
        assert!(course(&event).bracket(list).is_none(), "{list}");
        // The fourth wins her semi-final and the final; the third loses hers and the game for third.
        let semi = |number| of(Stage::Semi, ListName::Individual, number);
        later(
            &mut event,
            &[(semi(1), 1, 4, 20, 44), (semi(2), 2, 3, 40, 24)],
        );
        later(
            &mut event,
            &[(semi(1), 4, 1, 44, 20), (semi(2), 3, 2, 24, 40)],
        );
        let last = of(Stage::Final, ListName::Individual, 1);
        let third = of(Stage::Third, ListName::Individual, 1);
        later(&mut event, &[(last, 2, 4, 20, 44), (third, 1, 3, 40, 24)]);
        later(&mut event, &[(last, 4, 2, 44, 20)]);
        let drafted = category_list(&event, list);
        let rows: Vec<(u32, u32)> = (drafted.rows.iter())
            .map(|row| (row.id.0, row.rank))
            .collect();
        assert_eq!(
            rows,
            [(4, 1), (3, 2), (6, 3), (7, 4), (8, 5), (9, 6)],
            "{list}"
        );
        assert_eq!(drafted.rows[0].reason, Reason::InMainSemiFinals);
        assert!(course(&event).is_over());
    }
}

#[test]
fn fewer_than_four_of_a_category_play_what_they_can() {
    // AMB-55.
    for (few, called) in [
        (&[][..], vec![]),
        (&[7], vec![]),
        (&[7, 9], vec![(Stage::Final, [7, 9])]),
        (&[6, 7, 9], vec![(Stage::Semi, [7, 9])]),
    ] {
        let mut event = untied();
        women(&mut event, few);
        let course_now = course(&event);
        let bracket = course_now.bracket(ListName::Women).unwrap();
        let matches: Vec<(Stage, [u32; 2])> = (bracket.matches.iter())
            .map(|one| (one.id().stage, one.players().map(|id| id.0)))
            .collect();
        assert_eq!(matches, called, "{few:?}");
        let alone = (few.len() == 1).then(|| id(few[0]));
        assert_eq!(bracket.champion(), alone, "{few:?}");
        if few.len() == 3 {
            let semi = of(Stage::Semi, ListName::Women, 1);
            later(&mut event, &[(semi, 9, 7, 40, 24)]);
            let last = of(Stage::Final, ListName::Women, 1);
            let called = course(&event).get(last).unwrap().players().map(|id| id.0);
            assert_eq!(called, [6, 9]);
            later(&mut event, &[(last, 6, 9, 24, 40)]);
            let course_then = course(&event);
            assert_eq!(
                ids(&course_then.bracket(ListName::Women).unwrap().finish),
                [9, 6, 7]
            );
        }
    }
}

/// clauses: WOC-III.1.p1.a, WOC-III.1.p1.c
#[test]
fn a_third_game_after_two_wins_and_colours_not_reversed_are_remarked() {
    let semi = of(Stage::Semi, ListName::Individual, 1);
    let found = |games: &[(u32, u32, u16, u16)]| {
        let mut event = untied();
        for &(black, white, more, less) in games {
            later(&mut event, &[(semi, black, white, more, less)]);
        }
        let course = course(&event);
        let one = course.get(semi).unwrap();
        let found: Vec<(u16, Irregularity, String)> = (one.irregular_games(&event.rules).iter())
            .map(|(game, what)| {
                let clause = what.clause(&event.rules, one).unwrap();
                (game.round, *what, clause.to_string())
            })
            .collect();
        found
    };
    let clause = |id: &str| id.to_owned();
    assert!(found(&[(1, 4, 40, 24), (4, 1, 40, 24), (1, 4, 40, 24)]).is_empty());
    assert_eq!(
        found(&[(1, 4, 40, 24), (4, 1, 24, 40), (1, 4, 40, 24)]),
        [(16, Irregularity::AfterTheEnd, clause("WOC-III.1.p1.c"))]
    );
    assert_eq!(
        found(&[(1, 4, 40, 24), (1, 4, 24, 40)]),
        [(
            15,
            Irregularity::ColoursNotReversed,
            clause("WOC-III.1.p1.a")
        )]
    );
}
