//! Any sequence of commands on the third day: nothing panics, no match has a game too many, the lists
//! go with the points, no standings change.
//!
//! 2,000 commands by default; `OUTFLANK_SOAK=1` gives 20,000. A failure prints its seed.

use crate::running_dice::Dice;
use crate::running_support::{Desk, enter, member};
use outflank_tournament::course::course;
use outflank_tournament::lists::{category_list, individual_list, point_teams};
use outflank_tournament::matches::{Choice, Length};
use outflank_tournament::running::{Act, By, Event, GenderWord, Tournament, TournamentState};
use outflank_tournament::{EntrantId, ListName};

/// Commands of one third day.
const LENGTH: u64 = 100;

#[test]
fn any_third_day_keeps_matches_and_lists_whole() {
    let soak = std::env::var("OUTFLANK_SOAK").is_ok_and(|value| value == "1");
    let commands = if soak { 20_000 } else { 2_000 };
    let before = eight();
    let mut chosen = 0;
    for seed in 0..commands / LENGTH {
        chosen += run(before.clone(), seed);
    }
    assert!(chosen > 10, "only {chosen} choices were accepted");
}

/// A championship of eight in four countries after its double round robin.
fn eight() -> Desk {
    let mut desk = Desk::open("wof/championship");
    for n in 1..=8 {
        let mut one = member(n);
        one.entry.country = Some(format!("X{}", n % 4));
        one.entry.team.clone_from(&one.entry.country);
        let woman = n.is_multiple_of(3);
        one.entry.gender = Some(if woman {
            GenderWord::Female
        } else {
            GenderWord::Male
        });
        one.entry.young = Some(n > 5);
        desk.act(By::Head, enter(one));
    }
    for _ in 0..14 {
        desk.play_round();
    }
    desk
}

fn run(mut desk: Desk, seed: u64) -> u64 {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5679);
    let mut chosen = 0;
    for n in 0..LENGTH {
        desk.at += i64::try_from(dice.below(600_000)).unwrap();
        let affairs = desk.tournament.affairs();
        let wanted = affairs.wanted_choices();
        let (by, act) = match (dice.below(3), wanted.as_slice()) {
            (0 | 1, [first, ..]) => {
                let choice = [Choice::Black, Choice::White, Choice::DrawWin][dice.below(3)];
                let (of, entrant) = (first.of, first.by);
                let act = match dice.below(6) {
                    0 => Act::ChooseByDefault { of },
                    _ => Act::Choose {
                        of,
                        entrant,
                        choice,
                    },
                };
                (By::Head, act)
            }
            (0, []) => {
                let round = affairs.next_round();
                let assumed = Vec::new();
                (By::Head, Act::Propose { round, assumed })
            }
            (_, _) => dice.command(n + 1, affairs, desk.tournament.latest_command()),
        };
        let is_choice = matches!(act, Act::Choose { .. } | Act::ChooseByDefault { .. });
        if desk.try_act(by, act).is_ok() {
            chosen += u64::from(is_choice);
            check(desk.tournament.affairs(), seed);
        }
    }
    let stored = (desk.tournament.log().iter())
        .map(|event| Event::from_stored(event.kind(), &event.body()).unwrap());
    assert_eq!(Tournament::replay(stored), desk.tournament, "seed {seed}");
    chosen
}

fn check(affairs: &TournamentState, seed: u64) {
    let record = affairs.record().unwrap();
    let table = outflank_tournament::standings(&record, u16::MAX);
    let points = |id: EntrantId| table.of(id).unwrap().points;
    // A match never has a game its rules do not ask for.
    for one in &course(&record).matches {
        let most = match one.call.rule.length {
            Length::Single => 1,
            Length::BestOfThree => 3,
        };
        assert!(one.games.len() <= most, "seed {seed}: {}", one.id());
        assert_ne!(one.players()[0], one.players()[1], "seed {seed}");
    }
    // Below the places that are single, more points are a better place and equal points the same.
    let main = individual_list(&record);
    let single = main.qualified.as_ref().map_or(0, Vec::len);
    for list in [ListName::Women, ListName::Young] {
        for row in category_list(&record, list).rows {
            assert_eq!(row.points, points(row.id), "seed {seed}: {list}");
        }
    }
    if main.is_final() {
        for two in main.rows[single.min(main.rows.len())..].windows(2) {
            assert!(two[0].points >= two[1].points, "seed {seed}");
            let same = two[0].points == two[1].points;
            assert!(!same || two[0].rank == two[1].rank, "seed {seed}");
            assert_eq!(two[0].points, points(two[0].id), "seed {seed}");
        }
    }
    // No team counts more than three, nor the additional player.
    for team in point_teams(&record) {
        let counted = team.members.iter().filter(|member| member.counted);
        let sum: u16 = counted.clone().map(|member| member.points.0).sum();
        assert_eq!(sum, team.points.0, "seed {seed}: {}", team.team);
        assert!(counted.clone().count() <= 3, "seed {seed}: {}", team.team);
        assert!(
            counted.clone().all(|member| !member.additional),
            "seed {seed}"
        );
        let best = team.members.iter().filter(|member| !member.additional);
        let mut best: Vec<u16> = best.map(|member| member.points.0).collect();
        best.sort_unstable_by(|one, other| other.cmp(one));
        assert_eq!(sum, best.iter().take(3).sum::<u16>(), "seed {seed}");
    }
}
