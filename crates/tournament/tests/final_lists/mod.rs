//! Final lists of random tournaments against a slow computation from the text.

mod random;
mod text;

use outflank_tournament::lists::{
    ListState, PlayerList, Reason, player_list, point_teams, table_with_shared_places,
};
use outflank_tournament::matches::Match;
use outflank_tournament::{Colour, EntrantId, Event, GameResult, ListName, standings};

use random::tournament;
use text::{Place, Text};

/// How many tournaments are compared; a soak compares more.
fn count() -> u64 {
    let asked = std::env::var("OUTFLANK_FINAL_LISTS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(1_000)
}

fn places(list: &PlayerList) -> Vec<Place> {
    (list.rows.iter())
        .map(|row| Place {
            id: row.id,
            place: row.rank,
            shared: row.shared,
        })
        .collect()
}

fn sorted(mut places: Vec<Place>) -> Vec<Place> {
    places.sort_by_key(|row| (row.place, row.id));
    places
}

/// clauses: WOC-II.3.3.a, WOC-II.3.3.b, WOC-II.3.3.c, WOC-II.4.a, WOC-II.4.e, WOC-II.5.2.a, WOC-II.5.2.b, WOC-II.6.2.a, WOC-II.6.2.b, WOC-II.8.a, WOC-II.8.b
#[test]
fn final_lists_of_random_championships_are_those_of_the_text() {
    let mut withdrawn = 0;
    for seed in 1..=count() {
        let event = tournament("wof/championship", seed);
        withdrawn += event.withdrawn.len();
        let text = Text::of(&event);
        compare(&event, &text, seed);
    }
    assert!(withdrawn > usize::try_from(count()).unwrap());
}

fn compare(event: &Event, text: &Text<'_>, seed: u64) {
    let individual = player_list(event, ListName::Individual);
    let expected = text.individual();
    let is_final = individual.state == ListState::Final;
    assert_eq!(is_final, expected.is_some(), "seed {seed}");
    if let Some(expected) = expected {
        assert_eq!(sorted(places(&individual)), sorted(expected), "seed {seed}");
        check_reasons(&individual, seed);
        check_shared_table(event, &individual, seed);
    }
    let (four, _) = text.four().unwrap_or_default();
    for list in [ListName::Individual, ListName::Women, ListName::Young] {
        let drafted = player_list(event, list);
        if list != ListName::Individual
            && let Some(expected) = text.category(list)
        {
            assert_eq!(
                sorted(places(&drafted)),
                sorted(expected),
                "{list}, seed {seed}"
            );
            check_reasons(&drafted, seed);
        }
        let finish: Vec<u32> = (drafted.by_finish().iter()).map(|row| row.id.0).collect();
        if let Some(expected) = text.finish(list).filter(|_| !four.is_empty()) {
            let expected: Vec<u32> = expected.iter().map(|id| id.0).collect();
            assert_eq!(finish[..expected.len()], expected, "{list}, seed {seed}");
        }
        check_by_finish(&drafted, seed);
    }
    if let Some(expected) = text.teams() {
        let teams: Vec<(String, i64, u32, bool)> = (point_teams(event).into_iter())
            .map(|team| (team.team, i64::from(team.points.0), team.rank, team.shared))
            .collect();
        assert_eq!(teams, expected, "seed {seed}");
    }
}

/// No reason contradicts its place.
fn check_reasons(list: &PlayerList, seed: u64) {
    for row in &list.rows {
        let told = format!("seed {seed}: {row:?}");
        match row.reason {
            Reason::EqualFifth => assert!(row.rank == 5 && row.shared, "{told}"),
            Reason::EqualPoints => assert!(row.shared, "{told}"),
            Reason::TopFour | Reason::WonPlayoff | Reason::Replaces | Reason::InMainSemiFinals => {
                assert!(row.rank <= 4 && !row.shared, "{told}")
            }
            Reason::LostPlayoff | Reason::Points => {}
            Reason::Withdrawn => assert!(row.withdrawn, "{told}"),
            Reason::Provisional
            | Reason::PlayoffDue
            | Reason::WonForPlace
            | Reason::LostForPlace => panic!("{told}"),
        }
        for other in list.rows.iter().filter(|other| other.id != row.id) {
            assert!(
                other.rank != row.rank || other.points == row.points,
                "{told}"
            );
        }
    }
}

/// `standings --shared-places` has the same places.
fn check_shared_table(event: &Event, list: &PlayerList, seed: u64) {
    let table = table_with_shared_places(event, u16::MAX);
    let shown: Vec<_> = (table.rows.iter())
        .map(|row| (row.id, row.rank, row.shared))
        .collect();
    let listed: Vec<_> = (list.rows.iter())
        .map(|row| (row.id, row.rank, row.shared))
        .collect();
    assert_eq!(shown, listed, "seed {seed}");
}

/// After the finals no number is given twice, except to players who share it.
fn check_by_finish(list: &PlayerList, seed: u64) {
    let rows = list.by_finish();
    for two in rows.windows(2) {
        let [one, other] = two else { unreachable!() };
        assert!(one.rank <= other.rank, "seed {seed}: {one:?} {other:?}");
        let same = one.rank == other.rank;
        assert!(
            !same || one.shared && other.shared,
            "seed {seed}: {one:?} {other:?}"
        );
    }
}

/// clauses: BOF-nat-4, BOF-nat-5, BOF-nat-7.a, BOF-nat-13.b
#[test]
fn final_lists_of_random_nationals_are_those_of_the_text() {
    for seed in 1..=count() / 4 {
        let event = tournament("bof/national", seed);
        let table = standings(&event, u16::MAX);
        let points = |id: EntrantId| table.of(id).unwrap().points;
        let left = |id: EntrantId| event.withdrawn.iter().find(|left| left.id == id);
        // Those who have not left after the last of the rounds.
        let playing: Vec<EntrantId> = (table.rows.iter().map(|row| row.id))
            .filter(|id| left(*id).is_none_or(|left| left.after_round > event.rounds))
            .collect();
        let may_win = |id: &&EntrantId| !event.entrant(**id).unwrap().no_title;
        let title: Vec<EntrantId> = playing.iter().filter(may_win).take(2).copied().collect();
        let mut expected: Vec<Vec<EntrantId>> = Vec::new();
        if title.len() == 2 {
            expected.push(title.clone());
        }
        if playing.len() >= 4 {
            let two = vec![playing[2], playing[3]];
            let tied = points(two[0]) == points(two[1]);
            if tied && !two.iter().any(|id| title.contains(id)) {
                expected.push(two);
            }
        }
        let list = player_list(&event, ListName::Individual);
        let of_list = |one: &&Match| one.id().list == ListName::Individual;
        let called: Vec<Vec<EntrantId>> = (list.course.matches.iter().filter(of_list))
            .map(|one| one.players().to_vec())
            .collect();
        assert_eq!(called, expected, "seed {seed}");
        if list.state != ListState::Final {
            continue;
        }
        // The winner has the better of the two places; nothing else moves.
        let mut order: Vec<EntrantId> = table.rows.iter().map(|row| row.id).collect();
        for two in expected {
            let games = event.played.iter().skip(usize::from(event.rounds));
            let game = (games.flat_map(|round| &round.games))
                .find(|game| two.contains(&game.black) && two.contains(&game.white));
            let lower_won = match game.map(|game| (game, game.result)) {
                Some((game, GameResult::Played { discs, .. })) => {
                    let lower = if game.black == two[1] {
                        Colour::Black
                    } else {
                        Colour::White
                    };
                    discs[lower] > discs[lower.other()]
                }
                Some(_) => panic!("seed {seed}"),
                None => left(two[0]).is_some() && left(two[1]).is_none(),
            };
            if lower_won {
                let place = |id: EntrantId| order.iter().position(|one| *one == id).unwrap();
                let (high, low) = (place(two[0]), place(two[1]));
                order.swap(high, low);
            }
        }
        let listed: Vec<(EntrantId, u32)> =
            (list.rows.iter().map(|row| (row.id, row.rank))).collect();
        let expected: Vec<(EntrantId, u32)> = order.into_iter().zip(1..).collect();
        assert_eq!(listed, expected, "seed {seed}");
    }
}
