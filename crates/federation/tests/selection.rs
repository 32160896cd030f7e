//! Who plays for the country, and why.

use crate::support::office::{Office, day, plan, resident, results, who};
use outflank_federation::selection::{
    CandidateState, NextOffer, PassedOver, Seat, SelectionPlan, Source, next_offer, queue,
};
use outflank_federation::{Act, By, Category, Dossier, Fact, PersonNumber};
use outflank_tournament::Colour;
use outflank_tournament::running::{GenderWord, Nation};

fn person(gender: GenderWord) -> Dossier {
    Dossier {
        gender: Some(gender),
        ..resident("Somebody")
    }
}

/// People of these genders, a National in the order of their numbers, and a selection.
fn after_national(genders: &[GenderWord], plan: SelectionPlan) -> Office {
    let mut office = Office::british();
    for gender in genders {
        office.add(person(*gender));
    }
    let count = u32::try_from(genders.len()).unwrap();
    let placed: Vec<(u32, u16)> = (1..=count).zip((2..=18).rev().step_by(2)).collect();
    office.hold("national", Category::National, "2024-07-06", &placed);
    office.act(By::Officer, Act::OpenSelection(Box::new(plan)));
    office
}

fn next(office: &Office, seat: Seat) -> NextOffer {
    let affairs = office.office.affairs();
    let selection = &affairs.selections[&2024];
    next_offer(&office.rules, affairs, &office.people, selection, seat)
}

fn state(office: &Office, seat: Seat, person: u32) -> (CandidateState, Option<PassedOver>) {
    let affairs = office.office.affairs();
    let selection = &affairs.selections[&2024];
    let queue = queue(&office.rules, affairs, &office.people, selection, seat);
    let found = queue.iter().find(|one| one.person == who(person));
    let found = found.unwrap();
    (found.state, found.why)
}

fn offer(seat: Seat, person: PersonNumber) -> Act {
    let year = 2024;
    Act::OfferPlace { year, seat, person }
}

fn answer(person: PersonNumber, accepts: bool) -> Act {
    let year = 2024;
    Act::AnswerOffer {
        year,
        person,
        accepts,
    }
}

/// Offers the place to whoever is next, who accepts.
fn fill(office: &mut Office, seat: Seat) -> (u32, Source, Vec<Fact>) {
    let NextOffer::To(person, source) = next(office, seat) else {
        panic!("{:?}", next(office, seat));
    };
    let facts = office.act(By::Officer, offer(seat, person));
    office.act(By::Person(person), answer(person, true));
    (person.0, source, facts)
}

const MAN: GenderWord = GenderWord::Male;
const WOMAN: GenderWord = GenderWord::Female;

/// clauses: BOF-wc-2, BOF-gp-7
#[test]
fn the_winner_of_the_grand_prix_is_second_whatever_happens_at_the_national() {
    let mut office = Office::british();
    office.add_many(16);
    office.hold("one", Category::Regional, "2024-02-03", &[(15, 4), (1, 2)]);
    let placed: Vec<(u32, u16)> = (1..=16).zip((0..=18).rev()).collect();
    office.hold("national", Category::National, "2024-07-06", &placed);
    office.act(By::Officer, Act::OpenSelection(Box::new(plan(3))));
    let order: Vec<(u32, Source)> = (0..3)
        .map(|_| fill(&mut office, Seat::Regular))
        .map(|(person, source, _)| (person, source))
        .collect();
    assert_eq!(
        order,
        [
            (1, Source::Champion),
            (15, Source::GrandPrixWinner),
            (2, Source::National)
        ]
    );
    assert_eq!(next(&office, Seat::Regular), NextOffer::Full);
    let refused = offer(Seat::Regular, who(3));
    office.refused(By::Officer, refused, "federation.seats_full", "");
}

/// clauses: BOF-wc-1
#[test]
fn whoever_has_not_lived_here_for_183_days_is_passed_over() {
    let mut office = after_national(&[MAN, MAN, MAN], plan(2));
    office.change(who(1), |one| one.stays[0].from = day("2024-05-07"));
    office.change(who(2), |one| one.stays[0].from = day("2024-05-06"));
    let passed = |why| (CandidateState::PassedOver, Some(why));
    assert_eq!(
        state(&office, Seat::Regular, 1),
        passed(PassedOver::NotResident)
    );
    let refused = offer(Seat::Regular, who(1));
    office.refused(By::Officer, refused, "federation.not_next", "BOF-wc-2");
    // 183 days are enough, and the offer says who was passed over and why.
    let (second, _, facts) = fill(&mut office, Seat::Regular);
    assert_eq!(second, 2);
    let Fact::PlaceOffered { passed, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let clause = passed[0].clause.as_ref().unwrap().as_str();
    assert_eq!(
        (passed[0].person, passed[0].why, clause),
        (who(1), PassedOver::NotResident, "BOF-wc-1")
    );
    office.change(who(3), |one| one.stays.clear());
    let unknown = (
        CandidateState::PassedOver,
        Some(PassedOver::ResidenceUnknown),
    );
    assert_eq!(state(&office, Seat::Regular, 3), unknown);
}

/// clauses: WOC-I.2.3.p2
#[test]
fn a_nation_of_its_own_choice_sends_citizens_or_residents_of_half_a_year() {
    let mut office = Office::founded("wof", "GBR");
    for since in ["2024-05-06", "2024-05-07"] {
        let mut foreigner = resident("Foreigner");
        foreigner.citizen_of = vec!["FRA".to_owned()];
        foreigner.stays[0].from = day(since);
        office.add(foreigner);
    }
    let mut abroad = resident("Abroad");
    abroad.stays.clear();
    office.add(abroad);
    let free = SelectionPlan {
        national: None,
        ..plan(4)
    };
    office.act(By::Officer, Act::OpenSelection(Box::new(free)));
    office.act(By::Officer, offer(Seat::Regular, who(1)));
    let refused = offer(Seat::Regular, who(2));
    office.refused(
        By::Officer,
        refused,
        "federation.passed_over",
        "WOC-I.2.3.p2",
    );
    office.act(By::Officer, offer(Seat::Regular, who(3)));
}

/// clauses: BOF-wc-3
#[test]
fn after_the_national_comes_the_grand_prix_and_then_the_ratings() {
    let mut office = Office::british();
    office.add_many(8);
    let placed = [(1, 8), (5, 6), (6, 4)];
    office.hold("one", Category::Regional, "2024-02-03", &placed);
    // 7 and 8 have a rating and neither Grand Prix points nor a place in the National.
    let black = Some(Colour::Black);
    office.announce("friendly", Category::Friendly, "2024-03-02");
    office.go_to("2024-03-02");
    let games = [(8, 7, black), (8, 7, black), (7, 8, black)];
    office.take("friendly", results(&[(8, 4), (7, 2)], &games));
    let on = day("2024-03-02");
    office.act(By::Officer, Act::PublishList { day: on });
    office.hold(
        "national",
        Category::National,
        "2024-07-06",
        &[(1, 4), (2, 2)],
    );
    office.act(By::Officer, Act::OpenSelection(Box::new(plan(4))));
    let mut order = Vec::new();
    while let NextOffer::To(person, source) = next(&office, Seat::Regular) {
        order.push((person.0, source));
        office.act(By::Officer, offer(Seat::Regular, person));
        // Only the champion wants to go; 5, the second of the Grand Prix, declines too.
        office.act(By::Officer, answer(person, person == who(1)));
    }
    assert_eq!(
        order,
        [
            (1, Source::Champion),
            (2, Source::National),
            (5, Source::GrandPrix),
            (6, Source::GrandPrix),
            (8, Source::Ratings),
            (7, Source::Ratings)
        ]
    );
    assert_eq!(
        state(&office, Seat::Regular, 5),
        (CandidateState::Declined, None)
    );
    assert_eq!(next(&office, Seat::Regular), NextOffer::Chairman);
}

/// clauses: BOF-wc-4
#[test]
fn the_chairman_chooses_when_the_lists_are_exhausted_and_not_before() {
    let mut office = after_national(&[MAN, MAN], plan(2));
    let third = office.add(person(MAN));
    let choice = offer(Seat::Regular, third);
    office.refused(
        By::Chairman,
        choice.clone(),
        "federation.lists_not_exhausted",
        "BOF-wc-4",
    );
    fill(&mut office, Seat::Regular);
    let second = who(2);
    office.act(By::Officer, offer(Seat::Regular, second));
    office.act(By::Officer, answer(second, false));
    office.refused(
        By::Officer,
        choice.clone(),
        "federation.wrong_person",
        "BOF-wc-4",
    );
    let facts = office.act(By::Chairman, choice);
    assert!(matches!(
        facts[0],
        Fact::PlaceOffered {
            source: Source::Chairman,
            ..
        }
    ));
}

/// clauses: BOF-wc-5.a, BOF-wc-6
#[test]
fn the_womens_place_goes_to_the_best_woman_of_the_national_and_then_by_the_regular_order() {
    let women = SelectionPlan {
        women: true,
        ..plan(4)
    };
    let field = [MAN, MAN, WOMAN, MAN, WOMAN, MAN];
    let mut office = after_national(&field, women.clone());
    let (first, source, _) = fill(&mut office, Seat::Women);
    assert_eq!((first, source), (3, Source::Category));
    // She declines instead: the next woman, then nobody of the category is left.
    let mut declined = after_national(&field, women.clone());
    for woman in [3, 5] {
        let NextOffer::To(person, Source::Category) = next(&declined, Seat::Women) else {
            panic!("{:?}", next(&declined, Seat::Women));
        };
        assert_eq!(person, who(woman));
        declined.act(By::Officer, offer(Seat::Women, person));
        declined.act(By::Officer, answer(person, false));
    }
    assert_eq!(
        next(&declined, Seat::Women),
        NextOffer::To(who(1), Source::Champion)
    );
    // No woman played: the place follows the regular order.
    let none = after_national(&[MAN, MAN, MAN], women);
    assert_eq!(
        next(&none, Seat::Women),
        NextOffer::To(who(1), Source::Champion)
    );
}

/// clauses: WOC-I.2.1.b1, BOF-wc-6
#[test]
fn a_fourth_of_one_gender_is_passed_over_with_the_reason() {
    let mut office = after_national(&[MAN, MAN, MAN, MAN, WOMAN], plan(4));
    for expected in [1, 2, 3, 5] {
        let (person, _, facts) = fill(&mut office, Seat::Regular);
        assert_eq!(person, expected);
        let Fact::PlaceOffered { passed, .. } = &facts[0] else {
            panic!("{facts:?}");
        };
        let skipped: Vec<_> = passed.iter().map(|one| (one.person.0, one.why)).collect();
        match expected {
            5 => assert_eq!(skipped, [(4, PassedOver::OneGender)]),
            _ => assert_eq!(skipped, []),
        }
    }
    // The special place cannot go round the limit either.
    let women = SelectionPlan {
        women: true,
        ..plan(4)
    };
    let mut special = after_national(&[MAN, MAN, MAN, MAN], women);
    for _ in 0..3 {
        fill(&mut special, Seat::Regular);
    }
    assert_eq!(next(&special, Seat::Women), NextOffer::Chairman);
    let one_gender = (CandidateState::PassedOver, Some(PassedOver::OneGender));
    assert_eq!(state(&special, Seat::Women, 4), one_gender);
    let refused = offer(Seat::Women, who(4));
    special.refused(
        By::Chairman,
        refused,
        "federation.passed_over",
        "WOC-I.2.1.b1",
    );
}

#[test]
fn the_place_of_the_young_player_is_for_the_young() {
    let young = SelectionPlan {
        young: true,
        ..plan(1)
    };
    let mut office = after_national(&[MAN, MAN, WOMAN], young);
    office.change(who(2), |one| one.born = Some(day("2009-12-31")));
    office.change(who(3), |one| one.born = Some(day("2010-01-01")));
    let (person, source, _) = fill(&mut office, Seat::Young);
    assert_eq!((person, source), (3, Source::Category));
}

#[test]
fn a_tie_for_the_grand_prix_waits_and_a_correction_shows() {
    let mut office = Office::british();
    office.add_many(3);
    office.hold("one", Category::Regional, "2024-02-03", &[(2, 4), (3, 4)]);
    office.hold(
        "national",
        Category::National,
        "2024-07-06",
        &[(1, 4), (2, 2), (3, 0)],
    );
    office.act(By::Officer, Act::OpenSelection(Box::new(plan(2))));
    // The champion need not wait; whoever follows the winner of the Grand Prix does.
    fill(&mut office, Seat::Regular);
    let tied = NextOffer::GrandPrixTied(vec![who(2), who(3)]);
    assert_eq!(next(&office, Seat::Regular), tied);
    let refused = offer(Seat::Regular, who(2));
    office.refused(
        By::Officer,
        refused,
        "federation.grand_prix_tied",
        "BOF-gp-6.b",
    );
    let facts = office.take("one", results(&[(3, 4), (2, 2)], &[]));
    let Fact::ResultsTaken { trace, edition, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    let trace = trace.as_ref().unwrap();
    assert_eq!((*edition, &trace.selections[..]), (2, &[2024][..]));
    let changed: Vec<_> = trace
        .grand_prix
        .iter()
        .map(|one| (one.person.0, one.before, one.after))
        .collect();
    assert_eq!(
        changed,
        [(2, Some(180), Some(160)), (3, Some(180), Some(200))]
    );
    let winner = NextOffer::To(who(3), Source::GrandPrixWinner);
    assert_eq!(next(&office, Seat::Regular), winner);
}

#[test]
fn a_team_is_registered_by_31_july_in_the_right_shape() {
    let register = |permitted: Option<&str>| Act::RegisterTeam {
        year: 2024,
        permitted: permitted.map(str::to_owned),
    };
    let mut office = after_national(&[MAN, MAN, WOMAN], plan(3));
    office.refused(
        By::Officer,
        register(None),
        "federation.bad_team",
        "WOC-I.2.2.b1",
    );
    for _ in 0..3 {
        fill(&mut office, Seat::Regular);
    }
    let mut late = office.clone();
    office.go_to("2024-07-31");
    office.act(By::Officer, register(None));
    office.refused(By::Officer, register(None), "federation.nothing_new", "");
    late.go_to("2024-08-01");
    late.refused(
        By::Officer,
        register(None),
        "federation.after_deadline",
        "WOC-I.2.2.p2",
    );
    let facts = late.act(By::Officer, register(Some("Vera Arbiter")));
    let Fact::TeamRegistered { registration, .. } = &facts[0] else {
        panic!("{facts:?}");
    };
    assert_eq!(registration.regular, [who(1), who(2), who(3)]);
    // Whoever gives his place back makes room for the next.
    late.act(By::Person(who(2)), answer(who(2), false));
    assert_eq!(next(&late, Seat::Regular), NextOffer::Chairman);
}

/// clauses: WOC-I.2.1.p2
#[test]
fn a_nation_with_a_contact_person_sends_two_a_federation_five() {
    let mut office = Office::founded("wof", "GBR");
    let nation = |kind| Act::SetNation {
        country: "GBR".to_owned(),
        kind,
        contact: Some("Ada Example".to_owned()),
    };
    let open = |places| {
        let national = None;
        Act::OpenSelection(Box::new(SelectionPlan {
            national,
            young: true,
            ..plan(places)
        }))
    };
    let mut federation = office.clone();
    federation.refused(By::Officer, open(5), "federation.bad_plan", "WOC-I.2.1.b1");
    federation.act(By::Officer, open(4));
    office.act(By::Officer, nation(Nation::ContactPerson));
    office.refused(By::Officer, open(2), "federation.bad_plan", "WOC-I.2.1.b1");
    office.act(By::Officer, open(1));
}
