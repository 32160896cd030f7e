//! Titles, prizes, the final list and the head director's signature.

use crate::running_support::{Desk, ONE, enter, id, member, propose, result};
use outflank_tournament::matches::Choice;
use outflank_tournament::running::{
    Act, By, Fact, LeaveCause, ListPrizes, Official, OpenMatter, OwnTitle, Post, Reported,
    TableNumber,
};
use outflank_tournament::running::{Allowance, Allowed, Application, OfficialPost, Residence};
use outflank_tournament::{ListName, Money, PrizeFund, RoundNumber, TiedPrizes};

/// A Singapore Open of ten, all rounds played; lower numbers win.
fn singapore() -> Desk {
    let mut desk = Desk::open("soc/open");
    for n in 1..=10 {
        let mut application = member(n);
        application.entry.institute = Some(format!("School {}", n % 3));
        application.entry.category = Some("Secondary".to_owned());
        desk.act(By::Head, enter(application));
    }
    for _ in 0..8 {
        desk.play_round();
    }
    desk
}

fn award(own: Vec<OwnTitle>) -> Act {
    Act::AwardTitles { own }
}

fn sign_off(despite: Option<&str>) -> Act {
    let despite = despite.map(str::to_owned);
    Act::SignOff { despite }
}

fn correct(round: RoundNumber, table: TableNumber, black: u16, white: u16) -> Act {
    Act::Correct {
        round,
        table,
        result: Reported::Official(Official::played(black, white)),
        why: "the slip was misread".to_owned(),
    }
}

/// clauses: SOC-II.1, SOC-II.3.p2
#[test]
fn singapore_names_its_first_three_and_its_champion_team() {
    let mut desk = singapore();
    let table = desk.tournament.affairs().standings(8).unwrap();
    let facts = desk.act(By::Head, award(Vec::new()));
    let Fact::TitlesAwarded { titles } = &facts[0] else {
        panic!("{facts:?}");
    };
    let names: Vec<&str> = titles.iter().map(|award| award.title.as_str()).collect();
    let expected = [
        "Singapore Open Champion",
        "First Runner-up",
        "Second Runner-up",
        "Champion Team (Secondary)",
    ];
    assert_eq!(names, expected);
    for (award, row) in titles.iter().zip(&table.rows).take(3) {
        assert_eq!(award.entrants, [row.id]);
        assert_eq!(award.clause.as_ref().unwrap().as_str(), "SOC-II.1");
    }
    let team = &titles[3];
    assert_eq!(team.entrants.len(), 3);
    assert!(team.why.contains(" = "), "{}", team.why);
    desk.refused(By::Head, award(Vec::new()), "tournament.nothing_new", "");
    // The organisers add one of their own.
    let own = OwnTitle {
        title: "Lantern".to_owned(),
        list: ListName::Individual,
        place: 10,
    };
    let facts = desk.act(By::Head, award(vec![own]));
    let Fact::TitlesAwarded { titles } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(titles.last().unwrap().entrants, [table.rows[9].id]);
}

#[test]
fn nobody_has_a_title_before_the_last_round_is_closed() {
    let mut desk = Desk::open("soc/open");
    desk.enter_many(10);
    desk.play_round();
    let code = "tournament.title_not_decided";
    let refused = desk.refused(By::Head, award(Vec::new()), code, "SOC-II.1");
    assert!(refused.to_string().contains("1 of 8 rounds"), "{refused}");
    desk.refused(
        By::Assistant,
        award(Vec::new()),
        "tournament.wrong_person",
        "SOC-I.2",
    );
}

/// A National of six; the lower number wins. Entrant 2 may not play for the title.
fn national() -> Desk {
    let mut desk = Desk::open("bof/national");
    for n in 1..=12 {
        let mut application: Application = member(n);
        if n == 2 {
            application.credentials.citizen = Some(false);
            application.credentials.residence = Some(Residence {
                unbroken: 10,
                in_last_year: 10,
            });
            application.allowance = Some(Allowance {
                what: Allowed::ExpectedResident,
                by: By::Chairman,
                why: "moves here in June".to_owned(),
            });
        }
        desk.act(By::Head, enter(application));
    }
    for _ in 0..9 {
        desk.play_round();
    }
    desk
}

fn choose(desk: &mut Desk, choice: Choice) {
    for wanted in desk.tournament.affairs().wanted_choices() {
        desk.act(
            By::Player(wanted.by),
            Act::Choose {
                of: wanted.of,
                entrant: wanted.by,
                choice,
            },
        );
    }
}

/// clauses: BOF-nat-4, BOF-nat-6, BOF-nat-13.b
#[test]
fn the_title_is_played_for_by_the_two_best_who_may() {
    let mut desk = national();
    let round = desk.tournament.affairs().next_round();
    let table = desk.tournament.affairs().standings(9).unwrap();
    let order: Vec<u32> = table.rows.iter().map(|row| row.id.0).collect();
    assert_eq!(order[..3], [1, 2, 3], "the lower number wins");
    let code = "tournament.choices_missing";
    desk.refused(By::Head, propose(round), code, "BOF-nat-6");
    let wanted = desk.tournament.affairs().wanted_choices();
    assert_eq!(wanted[0].by, id(1), "the higher decides");
    choose(&mut desk, Choice::White);
    desk.act(By::Head, propose(round));
    let card = &desk.tournament.affairs().round(round).unwrap().cards[0];
    assert_eq!(
        (card.black, card.white),
        (id(3), id(1)),
        "first and third, as the first chose"
    );
    // Standings of the nine rounds stay as they are.
    desk.announce_and_start(round);
    let first = desk.table_of(round, 1);
    desk.act(By::Head, result(round, first, Official::played(44, 20)));
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    assert_eq!(desk.tournament.affairs().standings(9).unwrap(), table);
    let facts = desk.act(By::Head, award(Vec::new()));
    let Fact::TitlesAwarded { titles } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(titles[0].title, "British Champion");
    assert_eq!(titles[0].entrants, [id(3)]);
    let list = desk.tournament.affairs().final_list(ListName::Individual);
    let list = list.unwrap();
    assert!(list.is_final);
    let places: Vec<u32> = list.rows.iter().map(|row| row.id.0).collect();
    assert_eq!(places[..3], [3, 2, 1]);
    assert!(list.rows[1].no_title, "marked");
}

/// clauses: BOF-nat-7.a
#[test]
fn a_drawn_play_off_leaves_the_title_with_the_leader_of_the_swiss() {
    let mut desk = national();
    choose(&mut desk, Choice::Black);
    let round = desk.start_round();
    let first = desk.table_of(round, 1);
    desk.act(By::Head, result(round, first, Official::played(32, 32)));
    desk.finish_round(round);
    desk.act(By::Head, Act::Validate { round });
    let facts = desk.act(By::Head, award(Vec::new()));
    let Fact::TitlesAwarded { titles } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(titles[0].entrants, [id(1)]);
}

/// clauses: BOF-nat-16
#[test]
fn the_chief_referee_names_others_who_may_rule() {
    let mut desk = Desk::open("bof/national");
    desk.enter_many(6);
    let official = OfficialPost::new("Rhea Second", Post::Director);
    let appoint = Act::Appoint { official };
    let code = "tournament.wrong_person";
    desk.refused(By::Player(id(1)), appoint.clone(), code, "");
    desk.act(By::Head, appoint);
    let round = desk.start_round();
    // A ruling is the second referee's too, and no player's.
    let table = desk.table_of(round, 1);
    let by = outflank_tournament::Colour::White;
    let ruling = result(round, table, Official::missing(by));
    desk.refused(
        By::Player(id(1)),
        ruling.clone(),
        "tournament.needs_ruling",
        "",
    );
    desk.act(By::Director, ruling);
}

/// clauses: SOC-I.5
#[test]
fn whoever_smokes_may_be_disqualified_and_is_paired_no_more() {
    let mut desk = Desk::open("soc/open");
    desk.enter_many(10);
    for _ in 0..3 {
        desk.play_round();
    }
    let (entrant, why) = (id(4), "smoked in the tournament area".to_owned());
    let expel = Act::Expel { entrant, why };
    let code = "tournament.wrong_person";
    desk.refused(By::Judge, expel.clone(), code, "SOC-I.2");
    desk.act(By::Head, expel);
    let round = desk.start_round();
    assert_eq!(round, RoundNumber(4));
    let affairs = desk.tournament.affairs();
    assert!(affairs.round(round).unwrap().card_of(entrant).is_none());
    let left = affairs.entrants[&entrant].left.unwrap();
    assert_eq!((left.after_round, left.cause), (3, LeaveCause::Expelled));
}

#[test]
fn prizes_follow_the_list_and_show_their_sums() {
    let mut desk = singapore();
    let prizes = |ties: TiedPrizes, amounts: &[u64], without: &[u32]| ListPrizes {
        list: ListName::Individual,
        fund: PrizeFund {
            currency: "SGD".to_owned(),
            digits: 2,
            prizes: amounts.iter().copied().map(Money).collect(),
            ties,
        },
        without: without.iter().copied().map(id).collect(),
    };
    let set = |prizes: ListPrizes| Act::SetPrizes {
        prizes: vec![prizes],
    };
    let code = "tournament.bad_prizes";
    let wrong = prizes(TiedPrizes::Share, &[100, 200], &[]);
    desk.refused(By::Head, set(wrong), code, "");
    let table = desk.tournament.affairs().standings(8).unwrap();
    let first = table.rows[0].id;
    desk.act(
        By::Head,
        set(prizes(TiedPrizes::Share, &[10_000, 5_000], &[first.0])),
    );
    let tables = desk.tournament.affairs().prize_tables();
    assert!(tables[0].is_final);
    let rows: Vec<(u32, u64)> = tables[0]
        .rows
        .iter()
        .map(|row| (row.id.0, row.amount.0))
        .collect();
    let expected = [(table.rows[1].id.0, 10_000), (table.rows[2].id.0, 5_000)];
    assert_eq!(rows, expected, "whoever takes none leaves it to the next");
}

#[test]
fn the_head_director_signs_and_afterwards_he_alone_corrects() {
    let mut desk = singapore();
    let refused = desk.refused(By::Head, sign_off(None), "tournament.still_open", "");
    let open = desk.tournament.affairs().open_matters();
    assert!(open.contains(&OpenMatter::TitlesNotAwarded {}));
    let papers = open
        .iter()
        .filter(|one| matches!(one, OpenMatter::Paper { .. }));
    assert_eq!(
        papers.count(),
        8 * 5 * 3,
        "two signatures and a confirmation each"
    );
    assert!(refused.facts().to_string().contains("titles_not_awarded"));
    desk.act(By::Head, award(Vec::new()));
    desk.refused(
        By::Director,
        sign_off(Some("x")),
        "tournament.wrong_person",
        "SOC-I.2",
    );
    let facts = desk.act(By::Head, sign_off(Some("the slips are in the box")));
    let kinds: Vec<&str> = facts.iter().map(Fact::kind).collect();
    assert_eq!(
        kinds,
        ["tournament.final_list_published", "tournament.signed_off"]
    );

    // Nothing goes on …
    let late = enter(member(11));
    desk.refused(By::Head, late, "tournament.signed_off", "");
    let again = sign_off(Some("again"));
    desk.refused(By::Head, again, "tournament.signed_off", "");
    // … but paper, and the head director's corrections.
    let table = desk.table_of(ONE, 1);
    let signed = vec![id(1)];
    desk.act(
        By::Assistant,
        Act::Sign {
            round: ONE,
            table,
            signed,
        },
    );
    let last = RoundNumber(8);
    let champion = desk.tournament.affairs().final_editions[0].rows[0].id;
    let table = desk.table_of(last, champion.0);
    let card = desk
        .tournament
        .affairs()
        .round(last)
        .unwrap()
        .card(table)
        .unwrap();
    let wrong = if card.black == champion {
        (0, 64)
    } else {
        (64, 0)
    };
    let put_right = correct(last, table, wrong.0, wrong.1);
    let code = "tournament.wrong_person";
    desk.refused(By::Director, put_right.clone(), code, "SOC-I.2");
    desk.act(By::Head, put_right);
    let affairs = desk.tournament.affairs();
    let editions = &affairs.final_editions;
    assert_eq!(editions.len(), 2);
    assert_eq!(editions[1].why.as_deref(), Some("the slip was misread"));
    assert_ne!(editions[0].rows, editions[1].rows);
    // The titles were of the first list.
    let outdated = OpenMatter::TitlesOutdated {};
    let is_outdated = editions[0].rows[0].id != editions[1].rows[0].id
        || editions[0].rows[1].id != editions[1].rows[1].id
        || editions[0].rows[2].id != editions[1].rows[2].id;
    assert_eq!(affairs.open_matters().contains(&outdated), is_outdated);

    let why = "a protest was upheld".to_owned();
    desk.act(By::Head, Act::Reopen { why: why.clone() });
    desk.refused(
        By::Head,
        Act::Reopen { why },
        "tournament.not_signed_off",
        "",
    );
    assert!(desk.tournament.affairs().signed_off.is_none());
}
