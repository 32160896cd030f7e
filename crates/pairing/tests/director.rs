//! The director's hand, and the questions people ask about a round.

use crate::event;
use crate::event::{input, vectors};
use outflank_pairing::{
    Against, Basis, ColourReason, Entrant, EntrantId, FixedPair, HalfPoints, Hand, LevelKind,
    NoAnswer, Obstacle, Outlook, Pair, PassedOver, Place, Refusal, RoundInput, RoundNumber, Seed,
    at_least, check_pairing, look_ahead, next_best, pair_round, pair_round_watched, reasons,
    verify_pairing, why_not,
};
use outflank_rulebook::axes::tournament::FloatMemory;
use outflank_rulebook::{Rulebook, System, shipped};

/// A worked example by its id, with its rulebook.
fn example(wanted: &str) -> (&'static Rulebook, RoundInput) {
    let rows = vectors("pairing");
    let row = rows
        .iter()
        .find(|row| row["id"].as_str() == Some(wanted))
        .expect("an example");
    (event::rules(row), input(row))
}

fn id(name: &str) -> EntrantId {
    event::id(name)
}

fn players(count: u32) -> RoundInput {
    RoundInput {
        round: RoundNumber(1),
        system: System::Swiss,
        seed: Seed::default(),
        entrants: (1..=count)
            .map(|n| Entrant::newcomer(EntrantId(n), Place(n)))
            .collect(),
        hand: Hand::default(),
    }
}

#[test]
fn a_watch_hears_how_far_a_search_has_come_and_can_end_it() {
    let (rules, input) = example("PR-032");
    let heard = std::cell::RefCell::new(Vec::new());
    let watched = pair_round_watched(rules, &input, &|progress| {
        heard.borrow_mut().push(progress);
        true
    });
    assert_eq!(watched, pair_round(rules, &input));
    let heard = heard.into_inner();
    assert!(!heard.is_empty());
    assert!(heard.iter().all(|one| one.matched < one.of), "{heard:?}");
    let ended = pair_round_watched(rules, &input, &|_| false);
    assert_eq!(ended, Err(Refusal::Cancelled));
}

#[test]
fn fixed_pairs_and_absentees_stand_and_the_rest_is_paired_around_them() {
    let (rules, mut input) = example("PR-032");
    input.hand.absent = vec![id("J")];
    input.hand.fixed = vec![
        FixedPair::Coloured {
            black: id("H"),
            white: id("F"),
        },
        FixedPair::AnyColours(id("G"), id("B")),
    ];
    let pairing = pair_round(rules, &input).unwrap();
    assert!(pairing.tables.pairs.contains(&Pair {
        black: id("H"),
        white: id("F")
    }));
    assert_eq!(
        pairing.tables.pair_of(id("G")).unwrap().opponent(id("G")),
        Some(id("B"))
    );
    assert_eq!(pairing.tables.pair_of(id("J")), None);
    assert_eq!(pairing.tables.bye, Some(id("I")));
    assert_eq!(pairing.tables.pairs.len(), 4);
    assert_eq!(verify_pairing(rules, &input, &pairing), Ok(()));
    // The same tables measured from outside cost the same.
    let checked = check_pairing(rules, &input, &pairing.tables).unwrap();
    assert_eq!(checked.cost, pairing.cost);
    assert!(checked.is_best());
}

/// The whole top of the table is fixed by hand, under rules that compare the sum of the round first.
#[test]
fn fixed_pairs_may_use_up_the_top_score_groups() {
    let (rules, mut input) = example("PR-033");
    input.hand.fixed = vec![FixedPair::AnyColours(id("A"), id("B"))];
    let pairing = pair_round(rules, &input).unwrap();
    assert_eq!(pairing.tables.pairs.len(), 5);
    assert_eq!(verify_pairing(rules, &input, &pairing), Ok(()));
}

#[test]
fn a_fixed_bye_stands_and_one_in_an_even_round_is_refused() {
    let (rules, mut input) = example("PR-029");
    input.hand.bye = Some(id("A"));
    let pairing = pair_round(rules, &input).unwrap();
    assert_eq!(pairing.tables.bye, Some(id("A")));
    assert_eq!(verify_pairing(rules, &input, &pairing), Ok(()));
    input.hand.requested_byes = vec![id("B")];
    assert_eq!(
        pair_round(rules, &input),
        Err(Refusal::NoByeNeeded {
            id: id("A"),
            players: 6
        })
    );
    input.hand.bye = None;
    let pairing = pair_round(rules, &input).unwrap();
    assert_eq!((pairing.tables.pairs.len(), pairing.tables.bye), (3, None));
}

#[test]
fn a_forbidden_pair_is_worth_more_than_any_rule_and_a_soft_one_less_than_points() {
    let (rules, mut input) = example("PR-002");
    input.hand.forbidden = vec![(id("B"), id("A"))];
    let pairing = pair_round(rules, &input).unwrap();
    let with = pairing.tables.pair_of(id("A")).unwrap().opponent(id("A"));
    assert_ne!(with, Some(id("B")));
    assert_eq!(pairing.cost[0].kind, LevelKind::Forbidden);
    assert!(!pairing.needs_consent());
    // As a wish it does not outweigh points …
    input.hand.avoid = std::mem::take(&mut input.hand.forbidden);
    let pairing = pair_round(rules, &input).unwrap();
    assert_eq!(
        pairing.tables.pair_of(id("A")).unwrap().opponent(id("A")),
        Some(id("B"))
    );
    // … but it outweighs colours: PR-016 is decided by colour balance for A-B.
    let (rules, mut input) = example("PR-016");
    input.hand.avoid = vec![(id("A"), id("B"))];
    let pairing = pair_round(rules, &input).unwrap();
    assert_eq!(
        pairing.tables.pair_of(id("A")).unwrap().opponent(id("A")),
        Some(id("C"))
    );
}

#[test]
fn two_players_who_are_forbidden_meet_with_the_directors_consent() {
    let mut input = players(2);
    input.hand.forbidden = vec![(EntrantId(1), EntrantId(2))];
    let pairing = pair_round(shipped("wof").expect("shipped"), &input).unwrap();
    assert!(pairing.needs_consent());
    assert_eq!(
        (pairing.bent[0].kind, &pairing.bent[0].basis),
        (LevelKind::Forbidden, &Basis::Director)
    );
}

#[test]
fn a_round_fixed_from_top_to_bottom_is_only_measured() {
    let mut input = players(4);
    input.hand.fixed = vec![
        FixedPair::AnyColours(EntrantId(4), EntrantId(1)),
        FixedPair::AnyColours(EntrantId(2), EntrantId(3)),
    ];
    let wof = shipped("wof").expect("shipped");
    let pairing = pair_round(wof, &input).unwrap();
    assert_eq!(pairing.tables.pairs.len(), 2);
    assert_eq!(verify_pairing(wof, &input, &pairing), Ok(()));
}

#[test]
fn bad_rounds_are_refused_with_the_reason() {
    let wof = shipped("wof").expect("shipped");
    let mut twice = players(4);
    twice.entrants[1].id = EntrantId(1);
    assert_eq!(
        pair_round(wof, &twice),
        Err(Refusal::EntrantTwice { id: EntrantId(1) })
    );
    let mut unknown = players(4);
    unknown.hand.absent = vec![EntrantId(9)];
    assert_eq!(
        pair_round(wof, &unknown),
        Err(Refusal::Unknown { id: EntrantId(9) })
    );
    let mut named = players(4);
    named.hand.absent = vec![EntrantId(1)];
    named.hand.fixed = vec![FixedPair::AnyColours(EntrantId(1), EntrantId(2))];
    assert_eq!(
        pair_round(wof, &named),
        Err(Refusal::NamedTwice { id: EntrantId(1) })
    );
    let mut place = players(4);
    place.entrants[3].place = Place(1);
    assert!(matches!(
        pair_round(wof, &place),
        Err(Refusal::PlaceTwice { place: 1, .. })
    ));
    let mut alone = players(2);
    alone.hand.absent = vec![EntrantId(1)];
    assert_eq!(
        pair_round(wof, &alone),
        Err(Refusal::TooFewEntrants { entrants: 1 })
    );
}

/// clauses: BOF-swiss-intro, BOF-swiss-4
#[test]
fn why_not_names_the_level_that_decided_and_who_would_move() {
    let (rules, input) = example("PR-018");
    let pairing = pair_round(rules, &input).unwrap();
    let other = why_not(rules, &input, &pairing, id("B"), Against::Entrant(id("E"))).unwrap();
    assert_eq!(other.decided_by(), LevelKind::Alternation);
    assert_eq!(
        other.differences[0].basis.clause().unwrap().as_str(),
        "BOF-swiss-4"
    );
    assert_eq!(
        other.rings,
        [["B", "C", "F", "E"].map(|name| Some(id(name)))]
    );
    let next = next_best(rules, &input, &pairing).unwrap().unwrap();
    assert_eq!(next.decided_by(), LevelKind::Alternation);
    // The bound from the proof never says more than the exact answer.
    for &a in &["A", "B", "C", "D", "E", "F"] {
        for &b in &["A", "B", "C", "D", "E", "F"] {
            if a < b {
                let against = Against::Entrant(id(b));
                let bound = at_least(rules, &input, &pairing, id(a), against).unwrap();
                let exact = why_not(rules, &input, &pairing, id(a), against).unwrap();
                let cost = check_pairing(rules, &input, &exact.tables).unwrap();
                let costs = cost.cost.iter().zip(&pairing.cost);
                let mut worse: Vec<i128> = costs
                    .flat_map(|(mine, best)| mine.values.iter().zip(&best.values))
                    .map(|(&mine, &best)| i128::from(mine) - i128::from(best))
                    .collect();
                worse.push(i128::from(cost.lots) - i128::from(pairing.lots));
                let bound: Vec<i128> = bound.into_iter().flat_map(|row| row.values).collect();
                assert!(bound <= worse, "{a}-{b}: {bound:?} {worse:?}");
            }
        }
    }
}

#[test]
fn why_not_the_bye_and_questions_without_an_answer() {
    let (rules, mut input) = example("PR-029");
    let pairing = pair_round(rules, &input).unwrap();
    let lowest = why_not(rules, &input, &pairing, id("G"), Against::Bye).unwrap();
    assert_eq!(lowest.decided_by(), LevelKind::RepeatMeeting);
    let bound = at_least(rules, &input, &pairing, id("G"), Against::Bye).unwrap();
    assert_eq!(bound[0].kind, LevelKind::RepeatMeeting);
    let nobody = why_not(rules, &input, &pairing, EntrantId(99), Against::Bye);
    assert_eq!(nobody, Err(NoAnswer::NotPlaying { id: EntrantId(99) }));
    input.hand.fixed = vec![FixedPair::AnyColours(id("A"), id("B"))];
    let pairing = pair_round(rules, &input).unwrap();
    let placed = why_not(rules, &input, &pairing, id("A"), Against::Entrant(id("D")));
    assert_eq!(placed, Err(NoAnswer::PlacedByDirector { id: id("A") }));
}

/// clauses: SOC-II.2.p3.a, SOC-II.2.p2.b
#[test]
fn reasons_tell_floats_colours_and_why_lower_players_have_no_bye() {
    let (rules, input) = example("PR-028");
    let pairing = pair_round(rules, &input).unwrap();
    let (tables, bye) = reasons(rules, &input, &pairing).unwrap();
    let bye = bye.unwrap();
    assert_eq!(bye.entrant, id("E"));
    assert_eq!(
        bye.passed_over,
        [
            (id("G"), PassedOver::HadBye),
            (id("F"), PassedOver::WonByDefault)
        ]
    );
    let first = &tables[0];
    let float = first.float.unwrap();
    assert_eq!(
        (float.down, float.up, float.difference),
        (id("A"), id("B"), HalfPoints(1))
    );
    assert_eq!(first.colours, ColourReason::Balance);
    assert_eq!((first.meetings, first.last_met), (0, None));
    let (rules, input) = example("PR-030");
    let pairing = pair_round(rules, &input).unwrap();
    let (tables, _) = reasons(rules, &input, &pairing).unwrap();
    assert_eq!(tables[0].meetings, 1);
}

/// clauses: BOF-swiss-2
#[test]
fn a_pairing_by_hand_is_measured_level_by_level_under_both_readings_of_floats() {
    let (rules, input) = example("PR-010");
    let (_, same_input) = example("PR-011");
    // The Singapore answer to the same round is worse by the British rule that the top comes first.
    let by_hand = pair_round(shipped("soc").expect("shipped"), &same_input)
        .unwrap()
        .tables;
    let checked = check_pairing(rules, &input, &by_hand).unwrap();
    assert!(!checked.is_best());
    let first = &checked.differences[0];
    assert_eq!(first.kind, LevelKind::Group(HalfPoints(6)));
    assert_eq!(first.basis.clause().unwrap().as_str(), "BOF-swiss-2");
    assert_eq!(
        (&first.values[..], &first.instead_of[..]),
        (&[3, 9][..], &[2, 4][..])
    );
    assert_eq!(checked.other_floats.memory, FloatMemory::LastRound);
    let floats = |cost: &[outflank_pairing::LevelCost]| {
        let level = cost.iter().find(|level| level.kind == LevelKind::Floats);
        level.unwrap().values.clone()
    };
    assert_ne!(floats(&checked.cost), floats(&checked.other_floats.cost));
}

/// clauses: SOC-II.4.1
#[test]
fn eight_players_cannot_play_eight_rounds_and_nine_can() {
    let soc = shipped("soc").expect("shipped");
    let outlook = look_ahead(soc, &players(8), 8).unwrap();
    assert!(matches!(
        outlook,
        Outlook::No(Obstacle::OutOfOpponents {
            left: 7,
            rounds: 8,
            ..
        })
    ));
    for (count, rounds) in [(8, 7), (9, 8), (9, 9), (6, 5), (12, 11), (40, 13), (5, 5)] {
        let outlook = look_ahead(soc, &players(count), rounds).unwrap();
        let Outlook::Yes { rounds: found } = outlook else {
            panic!("{count} players, {rounds} rounds: {outlook:?}");
        };
        let mut pairs: Vec<_> = (found.iter())
            .flat_map(|tables| &tables.pairs)
            .map(|pair| pair.players())
            .collect();
        assert_eq!(pairs.len(), usize::from(rounds) * (count as usize / 2));
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(
            pairs.len(),
            usize::from(rounds) * (count as usize / 2),
            "no repeat"
        );
    }
    // After three rounds of six no single round is left that repeats nothing, though everybody has
    // two opponents left.
    let (rules, input) = example("PR-030");
    let outlook = look_ahead(rules, &input, 2).unwrap();
    assert_eq!(outlook, Outlook::No(Obstacle::SearchedAll { rounds: 2 }));
}
