//! First rounds: the worked examples, draws by hand, forbidden pairs.

use crate::event::{id, pairs, rules, texts, vectors};
use outflank_pairing::{
    Colour, DrawFault, Entrant, EntrantId, FixedPair, Hand, Pair, Place, RoundInput, RoundNumber,
    Seed, SemiFinals, Tables, check_first_round, first_round, is_in_group_a,
};
use outflank_rulebook::{Rulebook, System, shipped};
use toml::Value;

fn round(entrants: Vec<Entrant>, seed: u64) -> RoundInput {
    RoundInput {
        round: RoundNumber::FIRST,
        system: System::Swiss,
        seed: Seed::new(seed).expect("a small seed"),
        entrants,
        hand: Hand::default(),
    }
}

fn players(count: u32) -> Vec<Entrant> {
    let ids = 1..=count;
    ids.map(|id| Entrant::newcomer(EntrantId(id), Place(id)))
        .collect()
}

/// The first `in_a` of them in group A.
fn groups(in_a: u32, in_b: u32) -> Vec<Entrant> {
    let mut all = players(in_a + in_b);
    for entrant in &mut all[..in_a as usize] {
        entrant.in_group_a = true;
    }
    all
}

fn wof() -> &'static Rulebook {
    shipped("wof").expect("shipped")
}

fn bof() -> &'static Rulebook {
    shipped("bof").expect("shipped")
}

/// runs: rulebooks/vectors.toml#first_round
///
/// clauses: BOF-gen-16.a, BOF-gen-16.b, WOC-II.7.1.b2, WOC-II.7.1.b3, WOC-II.7.1.b4
#[test]
fn every_first_round_is_as_stated() {
    for row in vectors("first_round") {
        for seed in 0..5 {
            match row.get("rated") {
                Some(_) => check_halves(&row, seed),
                None => check_groups(&row, seed),
            }
        }
    }
}

fn check_halves(row: &Value, seed: u64) {
    let rated = texts(row, "rated").into_iter().enumerate();
    let rated = rated.map(|(at, name)| (name, Some(2000 - at as i32)));
    let unrated = texts(row, "unrated").into_iter().map(|name| (name, None));
    let entrants = rated
        .chain(unrated)
        .enumerate()
        .map(|(at, (name, rating))| Entrant {
            rating,
            ..Entrant::newcomer(id(&name), Place(at as u32 + 1))
        });
    let draw = first_round(rules(row), &round(entrants.collect(), seed)).expect("a proper round");
    let mut found: Vec<_> = draw
        .tables
        .pairs
        .iter()
        .map(|pair| pair.players())
        .collect();
    found.sort_unstable();
    assert_eq!(found, pairs(row, "pairs"), "{}", row["id"]);
    assert_eq!(draw.tables.bye, None, "{}", row["id"]);
}

fn check_groups(row: &Value, seed: u64) {
    let number = |key: &str| row[key].as_integer().expect("a number") as u32;
    let in_a = number("group_a");
    let input = round(groups(in_a, number("group_b")), seed);
    let draw = first_round(rules(row), &input).expect("a proper round");
    let is_a = |id: EntrantId| id.0 <= in_a;
    let crossed = number("ab_pairs") as usize;
    let (first, rest) = draw.tables.pairs.split_at(crossed);
    let colours: Vec<_> = (first.iter())
        .map(|pair| {
            assert_ne!(is_a(pair.black), is_a(pair.white), "{}", row["id"]);
            if is_a(pair.black) { "B" } else { "W" }
        })
        .collect();
    assert_eq!(colours, texts(row, "a_colours"), "{}", row["id"]);
    assert_eq!(rest.len() as u32, number("random_pairs"), "{}", row["id"]);
    assert_eq!(
        check_first_round(rules(row), &input, &draw.tables),
        Ok(vec![])
    );
}

/// clauses: WOC-II.7.1.b4
#[test]
fn the_last_one_left_by_the_draw_has_the_bye() {
    let byes: Vec<_> = (0..20)
        .map(|seed| {
            first_round(wof(), &round(groups(3, 6), seed))
                .unwrap()
                .tables
                .bye
        })
        .collect();
    // The rest is three of group B, so it is one of them, and not always the same.
    assert!(byes.iter().all(|bye| bye.is_some_and(|id| id.0 > 3)));
    assert!(byes.iter().any(|bye| *bye != byes[0]));
}

/// clauses: WOC-II.7.1.b1
#[test]
fn group_a_is_for_semi_finals_of_the_ten_championships_held_last() {
    let all: Vec<u16> = (1977..2019).collect();
    let main = |year| SemiFinals {
        main: vec![year],
        category: vec![],
    };
    assert!(is_in_group_a(wof(), &main(2009), &all));
    assert!(!is_in_group_a(wof(), &main(2008), &all));
    assert!(!is_in_group_a(wof(), &SemiFinals::default(), &all));
    // A year without a championship lets an older one count.
    let gap: Vec<u16> = all.iter().copied().filter(|&year| year != 2012).collect();
    assert!(is_in_group_a(wof(), &main(2008), &gap));
    let young = SemiFinals {
        main: vec![],
        category: vec![2015],
    };
    assert!(!is_in_group_a(wof(), &young, &all));
    let mut wide = wof().clone();
    wide.set("group_a_category_semifinals", "on").unwrap();
    assert!(is_in_group_a(&wide, &young, &all));
}

/// clauses: WOC-II.7.1.p2
#[test]
fn a_draw_by_hand_with_two_of_group_a_is_refused_while_b_is_not_used_up() {
    let input = round(groups(2, 4), 0);
    let pair = |black: u32, white: u32| Pair {
        black: EntrantId(black),
        white: EntrantId(white),
    };
    let tables = |pairs: &[Pair]| Tables {
        pairs: pairs.to_vec(),
        bye: None,
    };
    let inside = tables(&[pair(1, 2), pair(3, 4), pair(5, 6)]);
    assert_eq!(
        check_first_round(wof(), &input, &inside),
        Ok(vec![DrawFault::GroupNotUsedUp { pair: pair(1, 2) }])
    );
    let both_black = tables(&[pair(1, 3), pair(2, 4), pair(5, 6)]);
    assert_eq!(
        check_first_round(wof(), &input, &both_black),
        Ok(vec![DrawFault::ColoursNotInTurn { black: 2, white: 0 }])
    );
    let good = tables(&[pair(1, 3), pair(4, 2), pair(5, 6)]);
    assert_eq!(check_first_round(wof(), &input, &good), Ok(vec![]));
}

/// clauses: BOF-gen-16.a
#[test]
fn the_lowest_rated_has_the_bye_and_colours_alternate_down_the_list() {
    let mut entrants = players(7);
    for entrant in &mut entrants {
        entrant.rating = Some(1000 + 10 * entrant.id.0 as i32);
    }
    let draw = first_round(bof(), &round(entrants, 4)).unwrap();
    assert_eq!(draw.tables.bye, Some(EntrantId(1)));
    let top = |pair: &Pair| {
        if pair.black > pair.white {
            Colour::Black
        } else {
            Colour::White
        }
    };
    let colours: Vec<_> = draw.tables.pairs.iter().map(top).collect();
    assert_eq!(colours[0], colours[2]);
    assert_eq!(colours[0], colours[1].other());
}

#[test]
fn seeding_lists_fold_and_without_one_the_lot_decides() {
    let soc = shipped("soc").expect("shipped");
    let mut entrants = players(8);
    for entrant in &mut entrants {
        entrant.seeding = Some(Place(9 - entrant.id.0));
    }
    let draw = first_round(soc, &round(entrants, 1)).unwrap();
    let mut found: Vec<_> = draw
        .tables
        .pairs
        .iter()
        .map(|pair| pair.players())
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [[1, 5], [2, 6], [3, 7], [4, 8]].map(|two| two.map(EntrantId))
    );
    let one = first_round(soc, &round(players(8), 1)).unwrap();
    let other = first_round(soc, &round(players(8), 2)).unwrap();
    assert_ne!(one.tables, other.tables);
}

#[test]
fn fixed_pairs_stand_and_forbidden_ones_are_drawn_again() {
    for seed in 0..30 {
        for id in ["wof", "bof", "usoa"] {
            let mut input = round(groups(4, 6), seed);
            for entrant in &mut input.entrants {
                entrant.rating = Some(2000 - entrant.id.0 as i32);
            }
            input.hand.fixed.push(FixedPair::Coloured {
                black: EntrantId(9),
                white: EntrantId(10),
            });
            input.hand.forbidden = vec![(EntrantId(1), EntrantId(5)), (EntrantId(6), EntrantId(2))];
            let draw = first_round(shipped(id).expect("shipped"), &input).unwrap();
            assert_eq!(draw.bent, []);
            let fixed = Pair {
                black: EntrantId(9),
                white: EntrantId(10),
            };
            assert!(draw.tables.pairs.contains(&fixed));
            assert_eq!(draw.tables.pairs.len(), 5);
        }
    }
}
