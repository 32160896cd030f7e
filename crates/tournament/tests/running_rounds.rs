//! The life of a round: pairing, announcement, start, results, validation, and what goes wrong.

use crate::running_support::{
    Desk, ONE, TWO, announce, by_hand, enter, id, member, propose, result, six, withdraw,
};
use outflank_tournament::running::{Act, By, Fact, Official, Phase, TableNumber};
use outflank_tournament::{EntrantId, RoundNumber, Seed};
use serde::Deserialize;

fn phase(desk: &Desk, round: RoundNumber) -> Phase {
    desk.tournament.affairs().round(round).unwrap().phase
}

#[test]
fn a_round_goes_from_proposed_to_validated_each_with_its_time() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(17);
    desk.act(By::Assistant, propose(ONE));
    desk.refused(
        By::Head,
        Act::Start { round: ONE },
        "tournament.wrong_phase",
        "",
    );
    desk.act(By::Assistant, announce(ONE));
    let early = result(ONE, TableNumber(1), Official::played(40, 24));
    desk.refused(By::Head, early, "tournament.wrong_phase", "");
    desk.act(By::Director, Act::Start { round: ONE });
    desk.refused(
        By::Head,
        Act::Validate { round: ONE },
        "tournament.wrong_phase",
        "",
    );
    desk.finish_round(ONE);
    assert_eq!(phase(&desk, ONE), Phase::Finished);
    desk.act(By::Director, Act::Validate { round: ONE });
    let times = desk.tournament.affairs().round(ONE).unwrap().times;
    let times = [
        times.proposed,
        times.announced,
        times.started,
        times.finished,
        times.validated,
    ];
    assert!(
        times
            .windows(2)
            .all(|two| two[0].unwrap() < two[1].unwrap())
    );
    desk.refused(
        By::Head,
        propose(RoundNumber(3)),
        "tournament.not_the_next_round",
        "",
    );
    desk.act(By::Head, propose(TWO));
}

#[test]
fn pairings_carry_cost_and_hash_and_edits_by_hand_show_what_they_cost() {
    let mut desk = Desk::open("soc/open");
    desk.enter_many(12);
    desk.play_round();
    let facts = desk.act(By::Head, propose(TWO));
    let Fact::RoundProposed { pairing, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert!(pairing.input.is_some() && pairing.best.is_empty());
    assert!(
        pairing
            .cost
            .iter()
            .any(|cost| cost.level == "colour balance")
    );
    // Winners against losers of other games: worse than the best on the score.
    let life = desk.tournament.affairs().round(ONE).unwrap();
    let mut winners: Vec<u32> = Vec::new();
    let mut losers: Vec<u32> = Vec::new();
    for card in &life.cards {
        let [one, other] = card.players();
        winners.push(one.min(other).0);
        losers.push(one.max(other).0);
    }
    losers.rotate_left(1);
    let pairs: Vec<(u32, u32)> = winners.into_iter().zip(losers).collect();
    let facts = desk.act(By::Head, by_hand(TWO, &pairs, &[]));
    let Fact::RoundProposed { pairing, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let differs = |cost: &&outflank_tournament::running::Cost| !pairing.best.contains(cost);
    let first = pairing.cost.iter().find(differs).unwrap();
    assert_eq!(first.level, "sum of differences");
}

/// clauses: SOC-II.4.1
#[test]
fn a_repeat_is_published_only_with_the_consent_of_the_head() {
    let mut desk = six();
    desk.finish_round(ONE);
    desk.act(By::Head, by_hand(TWO, &[(2, 1), (3, 5), (4, 6)], &[]));
    desk.refused(By::Head, announce(TWO), "tournament.needs_consent", "");
    let mut soc = Desk::open("soc/open");
    soc.enter_many(6);
    soc.act(By::Head, by_hand(ONE, &[(1, 2), (3, 4), (5, 6)], &[]));
    soc.announce_and_start(ONE);
    soc.finish_round(ONE);
    soc.act(By::Head, by_hand(TWO, &[(2, 1), (3, 5), (4, 6)], &[]));
    soc.refused(
        By::Head,
        announce(TWO),
        "tournament.needs_consent",
        "SOC-II.4.1",
    );
    let consent = Act::Announce {
        round: TWO,
        consent: Some("both asked for it".to_owned()),
    };
    soc.refused(
        By::Assistant,
        consent.clone(),
        "tournament.wrong_person",
        "SOC-I.2",
    );
    soc.act(By::Head, consent);
    let life = soc.tournament.affairs().round(TWO).unwrap();
    assert_eq!(life.consent.as_deref(), Some("both asked for it"));
}

#[test]
fn a_pairing_grows_stale_when_somebody_comes_or_goes() {
    let mut desk = Desk::open("europe/open");
    desk.enter_many(9);
    desk.act(By::Head, propose(ONE));
    desk.act(By::Head, withdraw(3));
    desk.refused(By::Head, announce(ONE), "tournament.pairing_is_stale", "");
    desk.act(By::Head, propose(ONE));
    desk.act(By::Head, announce(ONE));
    let why = "a fire alarm".to_owned();
    desk.act(By::Head, Act::CallOff { round: ONE, why });
    desk.act(By::Head, enter(member(10)));
    let facts = desk.act(By::Head, propose(ONE));
    let Fact::RoundProposed { pairing, .. } = &facts[facts.len() - 1] else {
        panic!("{facts:?}");
    };
    let everybody: Vec<EntrantId> = pairing.everybody().collect();
    assert!(everybody.contains(&id(10)) && !everybody.contains(&id(3)));
}

#[test]
fn a_started_round_is_abandoned_and_played_again() {
    let mut desk = six();
    desk.act(
        By::Head,
        result(ONE, TableNumber(1), Official::played(40, 24)),
    );
    let why = "the hall was flooded".to_owned();
    let call_off = Act::CallOff {
        round: ONE,
        why: why.clone(),
    };
    desk.refused(By::Head, call_off, "tournament.already_played", "");
    desk.act(By::Head, Act::Abandon { round: ONE, why });
    assert_eq!(desk.tournament.affairs().rounds.len(), 0);
    assert_eq!(desk.tournament.affairs().abandoned.len(), 1);
    assert_eq!(desk.play_round(), ONE);
}

#[test]
fn the_number_of_rounds_changes_with_its_consequences() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(17);
    desk.play_round();
    let change = |rounds| Act::ChangeRounds {
        rounds,
        why: "the hall closes early".to_owned(),
    };
    desk.refused(
        By::Head,
        change(5),
        "tournament.too_few_rounds",
        "BOF-reg-1",
    );
    desk.refused(
        By::Director,
        change(6),
        "tournament.wrong_person",
        "BOF-gen-6",
    );
    let facts = desk.act(By::Head, change(6));
    let Fact::RoundsChanged { notices, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(notices[0].code, "constant_changes");
    assert!(
        notices[0].text.contains("from 9 to 11"),
        "{}",
        notices[0].text
    );
    assert_eq!(desk.tournament.affairs().rounds_planned(), 6);
}

#[test]
fn undo_takes_back_the_latest_command_and_a_validated_round_too() {
    let mut desk = six();
    desk.finish_round(ONE);
    let before = desk.tournament.clone();
    desk.act(By::Head, Act::Validate { round: ONE });
    let latest = desk.tournament.latest_command().unwrap().clone();
    let undo = |command: &str| Act::Undo {
        command: command.into(),
    };
    desk.refused(By::Head, undo("c1"), "tournament.not_the_latest", "");
    desk.refused(
        By::Assistant,
        undo(latest.as_str()),
        "tournament.wrong_person",
        "",
    );
    desk.act(By::Head, undo(latest.as_str()));
    assert_eq!(desk.tournament.affairs(), before.affairs());
    assert_eq!(phase(&desk, ONE), Phase::Finished);
    let earlier = desk.tournament.latest_command().unwrap().clone();
    desk.act(By::Head, undo(earlier.as_str()));
    assert_eq!(phase(&desk, ONE), Phase::Started);
    let again = outflank_tournament::running::Tournament::replay(desk.tournament.log().to_vec());
    assert_eq!(again, desk.tournament);
}

/// runs: rulebooks/vectors.toml#first_round
#[test]
fn the_first_round_is_drawn_as_the_rulebook_asks() {
    #[derive(Deserialize)]
    struct Vectors {
        first_round: Vec<First>,
    }
    #[derive(Deserialize)]
    struct First {
        id: String,
        ruleset: String,
        #[serde(default)]
        rated: Vec<String>,
        #[serde(default)]
        unrated: Vec<String>,
        #[serde(default)]
        pairs: Vec<(String, String)>,
        #[serde(default)]
        group_a: u32,
        #[serde(default)]
        group_b: u32,
        #[serde(default)]
        ab_pairs: usize,
        #[serde(default)]
        a_colours: Vec<String>,
    }
    let vectors = include_str!("../../../rulebooks/vectors.toml");
    let vectors: Vectors = toml::from_str(vectors).unwrap();
    for case in vectors.first_round {
        let is_bof = case.ruleset == "BOF";
        let name = if is_bof {
            "bof/regional"
        } else {
            "wof/championship"
        };
        let mut desk = Desk::open_with(name, |creation| {
            creation.seed = Seed::new(11).unwrap();
            creation.system = Some(outflank_tournament::running::PlaySystem::Swiss);
        });
        let mut names: Vec<&str> = Vec::new();
        for (n, name) in (0..).zip(&case.rated) {
            let mut one = member(n + 1);
            one.entry.rating = Some(2000 - i32::try_from(n).unwrap());
            desk.act(By::Head, enter(one));
            names.push(name);
        }
        for (n, name) in (1..).zip(&case.unrated) {
            let mut one = member(50 + n);
            one.entry.rating = None;
            desk.act(By::Head, enter(one));
            names.push(name);
        }
        for n in 1..=case.group_a + case.group_b {
            let mut one = member(n);
            one.entry.group_a = Some(n <= case.group_a);
            desk.act(By::Head, enter(one));
        }
        desk.start_round();
        let life = desk.tournament.affairs().round(ONE).unwrap();
        if is_bof {
            let name = |id: EntrantId| names[usize::try_from(id.0).unwrap() - 1].to_owned();
            for (one, other) in &case.pairs {
                let met = life.cards.iter().any(|card| {
                    let two = [name(card.black), name(card.white)];
                    two.contains(one) && two.contains(other)
                });
                assert!(met, "{}: {one} does not meet {other}", case.id);
            }
        } else {
            let is_a = |id: EntrantId| id.0 <= case.group_a;
            let crossed: Vec<&str> = (life.cards.iter())
                .filter(|card| is_a(card.black) != is_a(card.white))
                .map(|card| if is_a(card.black) { "B" } else { "W" })
                .collect();
            assert_eq!(crossed.len(), case.ab_pairs, "{}", case.id);
            assert_eq!(crossed, case.a_colours, "{}", case.id);
        }
    }
}

#[test]
fn a_round_robin_goes_through_its_table() {
    let mut desk = Desk::open("bof/regional");
    desk.enter_many(7);
    let mut met = std::collections::BTreeSet::new();
    for _ in 1..=7 {
        let round = desk.play_round();
        let life = desk.tournament.affairs().round(round).unwrap();
        assert_eq!((life.cards.len(), life.byes.len()), (3, 1));
        for card in &life.cards {
            assert!(met.insert((card.black.min(card.white), card.black.max(card.white))));
        }
    }
    assert_eq!(met.len(), 21);
    let last = propose(RoundNumber(8));
    desk.refused(By::Head, last, "tournament.no_more_rounds", "");
}
