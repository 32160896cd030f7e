//! What Singapore makes of its last table: three places, and teams by the places of their best three.

use crate::support;
use std::collections::BTreeMap;

use outflank_rulebook::System;
use outflank_tournament::{Event, PlaceTeam, TeamStep, place_teams, standings};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    soc_team: Vec<Teams>,
}

#[derive(Deserialize)]
struct Teams {
    id: String,
    ranks: BTreeMap<String, Vec<u32>>,
    totals: BTreeMap<String, u32>,
    order: Vec<String>,
    not_ranked: Vec<String>,
}

/// An event of thirty in which entrant n has place n.
fn thirty() -> Event {
    let mut event = support::event("soc/open", System::Swiss, 8, 30);
    let games: Vec<String> = (1..=15)
        .map(|n| format!("{n} {} {}-{n}", 31 - n, 64 - n))
        .collect();
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    event.played.push(support::round(&games));
    let table = standings(&event, 1);
    assert_eq!(support::order(&table), (1..=30).collect::<Vec<u32>>());
    event
}

fn join(event: &mut Event, institute: &str, category: &str, places: &[u32]) {
    for &place in places {
        let entrant = &mut event.entrants[place as usize - 1];
        entrant.institute = Some(institute.to_owned());
        entrant.category = Some(category.to_owned());
    }
}

/// runs: rulebooks/vectors.toml#soc_team
/// clauses: SOC-II.3.p2
#[test]
fn teams_go_by_the_places_of_their_best_three() {
    let text = include_str!("../../../rulebooks/vectors.toml");
    let cases = toml::from_str::<Vectors>(text).unwrap().soc_team;
    assert_eq!(cases.len(), 3);
    for case in cases {
        let mut event = thirty();
        for (institute, places) in &case.ranks {
            join(&mut event, institute, "Secondary", places);
        }
        let lists = place_teams(&event);
        assert_eq!(lists.len(), 1, "{}", case.id);
        let (ranked, unranked): (Vec<&PlaceTeam>, Vec<&PlaceTeam>) =
            lists[0].teams.iter().partition(|team| team.rank.is_some());
        let names = |teams: &[&PlaceTeam]| -> Vec<String> {
            teams.iter().map(|team| team.institute.clone()).collect()
        };
        assert_eq!(names(&ranked), case.order, "{}", case.id);
        assert_eq!(names(&unranked), case.not_ranked, "{}", case.id);
        for team in ranked {
            assert_eq!(
                team.total,
                Some(case.totals[&team.institute]),
                "{}",
                case.id
            );
        }
    }
}

#[test]
fn a_team_shows_its_sum_and_what_separates_it() {
    let mut event = thirty();
    join(&mut event, "Alpha", "Secondary", &[1, 8, 9, 20]);
    join(&mut event, "Beta", "Secondary", &[2, 5, 11]);
    join(&mut event, "Gamma", "Secondary", &[3, 4]);
    join(&mut event, "Gamma", "Primary", &[6, 7, 10]);
    let lists = place_teams(&event);
    let names: Vec<_> = lists
        .iter()
        .map(|list| list.category.clone().unwrap())
        .collect();
    assert_eq!(names, ["Primary", "Secondary"], "one list per category");
    let teams = &lists[1].teams;
    assert_eq!(teams[0].arithmetic(), "1 + 8 + 9 = 18");
    assert_eq!(teams[0].others.len(), 1, "the fourth does not count");
    assert_eq!(teams[1].arithmetic(), "2 + 5 + 11 = 18");
    assert_eq!(teams[1].by, Some(TeamStep::Player(1)), "1 is better than 2");
    assert_eq!(teams[2].arithmetic(), "3, 4: 2 of 3 players, no place");
    assert_eq!(lists[0].teams[0].rank, Some(1));
}

#[test]
fn a_setting_counts_missing_players_as_the_place_after_the_last() {
    let mut event = thirty();
    std::sync::Arc::make_mut(&mut event.rules)
        .set("small_team", "last_rank_fill")
        .unwrap();
    join(&mut event, "Gamma", "Secondary", &[3, 4]);
    let lists = place_teams(&event);
    let team = &lists[0].teams[0];
    assert_eq!((team.rank, team.total), (Some(1), Some(38)));
    assert_eq!(team.arithmetic(), "3 + 4 + 31 (missing) = 38");
}

#[test]
fn other_rulebooks_add_no_places() {
    let mut event = thirty();
    join(&mut event, "Alpha", "Secondary", &[1, 2, 3]);
    event.rules = support::rules("bof/national").into();
    assert!(place_teams(&event).is_empty());
}
