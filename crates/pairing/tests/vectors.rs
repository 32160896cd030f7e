//! The worked examples of pairing.

use crate::event::{Written, id, input, pairs, rules, stated, text, texts, vectors, written};
use outflank_pairing::{
    Colour, EntrantId, LevelKind, Pair, Pairing, RoundInput, Tables, check_pairing, pair_round,
    verify_pairing,
};
use outflank_rulebook::Rulebook;
use toml::Value;

/// Fails once, with a line per example that is not as stated.
fn check_all(table: &str, check: impl Fn(&Value) -> Result<(), String>) {
    let failures: Vec<String> = (vectors(table).iter())
        .filter_map(|row| {
            check(row)
                .err()
                .map(|why| format!("{}: {why}", text(row, "id")))
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, stated: T) -> Result<(), String> {
    if found == stated {
        return Ok(());
    }
    Err(format!("{what} {found:?}, stated {stated:?}"))
}

fn sorted_pairs(tables: &Tables) -> Vec<[EntrantId; 2]> {
    let mut pairs: Vec<_> = tables.pairs.iter().map(|pair| pair.players()).collect();
    pairs.sort_unstable();
    pairs
}

/// runs: rulebooks/vectors.toml#pairing
///
/// clauses: WOC-II.7.2.p1, WOC-II.7.2.a, WOC-II.7.2.b, WOC-II.7.2.c, WOC-II.7.2.d, WOC-II.7.2.e
/// clauses: WOC-II.7.2.f, WOC-II.7.2.g, BOF-swiss-intro, BOF-swiss-1, BOF-swiss-2, BOF-swiss-3
/// clauses: BOF-swiss-4, BOF-swiss-5, BOF-swiss-6, BOF-swiss-7, SOC-II.2.p2.b, SOC-II.2.p3.a
/// clauses: SOC-II.4, SOC-II.4.1, SOC-II.4.2, SOC-II.4.3, SOC-II.4.4, SOC-II.4.5
#[test]
fn every_pairing_is_as_stated() {
    check_all("pairing", |row| {
        let (rules, input) = (rules(row), input(row));
        let pairing = pair_round(rules, &input).map_err(|refused| refused.to_string())?;
        verify_pairing(rules, &input, &pairing).map_err(|flaw| flaw.to_string())?;
        same("cost", written(&pairing.cost), stated(row))?;
        if row.get("pairs").is_some() {
            same("pairs", sorted_pairs(&pairing.tables), pairs(row, "pairs"))?;
        }
        let bye = row.get("bye").and_then(Value::as_str).map(id);
        same("bye", pairing.tables.bye, bye)?;
        check_black(row, &pairing)?;
        check_differences(row, &input, &pairing)?;
        let bent: Vec<_> = pairing.bent.iter().flat_map(|bent| &bent.pairs).collect();
        let bent: Vec<_> = bent.into_iter().map(|pair| pair.players()).collect();
        same("bent", bent, pairs(row, "bent"))?;
        let consent = row.get("needs_consent").and_then(Value::as_bool);
        same("consent", pairing.needs_consent(), consent.unwrap_or(false))
    });
}

fn check_black(row: &Value, pairing: &Pairing) -> Result<(), String> {
    let mut black: Vec<_> = pairing.tables.pairs.iter().map(|pair| pair.black).collect();
    let mut stated: Vec<_> = texts(row, "black").iter().map(|name| id(name)).collect();
    black.sort_unstable();
    stated.sort_unstable();
    // Colours the rules leave open go by lot, so only settled ones can be stated.
    let open = |pair: &Pair| colours_are_open(row, *pair);
    if stated.is_empty() || pairing.tables.pairs.iter().any(open) {
        return Ok(());
    }
    same("black", black, stated)
}

fn colours_are_open(row: &Value, pair: Pair) -> bool {
    let input = input(row);
    let two = pair.players().map(|id| {
        let entrant = input.entrants.iter().find(|entrant| entrant.id == id);
        let past = &entrant.expect("an entrant").past;
        (past.colour_balance(), past.colours.last().copied())
    });
    two[0] == two[1]
}

fn check_differences(row: &Value, input: &RoundInput, pairing: &Pairing) -> Result<(), String> {
    let points = |id: EntrantId| {
        let entrant = input.entrants.iter().find(|entrant| entrant.id == id);
        i64::from(entrant.expect("an entrant").points.0)
    };
    let tables = pairing.tables.pairs.iter();
    let mut found: Vec<_> = tables
        .map(|pair| (points(pair.black) - points(pair.white)).abs())
        .collect();
    let stated = row["score_differences"].as_array().expect("a list").iter();
    let mut stated: Vec<_> = stated.map(|v| v.as_integer().expect("a number")).collect();
    found.sort_unstable();
    stated.sort_unstable();
    same("differences", found, stated)
}

/// Every way to seat a round, each pair coloured as the rules have it.
fn all_tables(rules: &Rulebook, input: &RoundInput) -> Vec<(Tables, Written)> {
    fn go(left: &[EntrantId], so_far: &mut Tables, all: &mut Vec<Tables>) {
        let Some((&first, rest)) = left.split_first() else {
            all.push(so_far.clone());
            return;
        };
        for at in 0..rest.len() {
            let mut next = rest.to_vec();
            let other = next.remove(at);
            so_far.pairs.push(Pair::with(first, Colour::Black, other));
            go(&next, so_far, all);
            so_far.pairs.pop();
        }
        if left.len() % 2 == 1 {
            so_far.bye = Some(first);
            go(rest, so_far, all);
            so_far.bye = None;
        }
    }
    let ids: Vec<_> = input.entrants.iter().map(|entrant| entrant.id).collect();
    let mut all = Vec::new();
    go(&ids, &mut Tables::default(), &mut all);
    all.into_iter()
        .map(|tables| {
            let tables = coloured(input, tables);
            let checked = check_pairing(rules, input, &tables).expect("everybody is seated");
            (tables, written(&checked.cost))
        })
        .collect()
}

fn coloured(input: &RoundInput, mut tables: Tables) -> Tables {
    let past = |id: EntrantId| {
        let entrant = input.entrants.iter().find(|entrant| entrant.id == id);
        let past = &entrant.expect("an entrant").past;
        (past.colour_balance(), past.colours.last().copied())
    };
    for pair in &mut tables.pairs {
        let (black, white) = (past(pair.black), past(pair.white));
        let again =
            u8::from(black.1 == Some(Colour::Black)) + u8::from(white.1 == Some(Colour::White));
        let turned =
            u8::from(black.1 == Some(Colour::White)) + u8::from(white.1 == Some(Colour::Black));
        if black.0 > white.0 || black.0 == white.0 && again > turned {
            *pair = Pair {
                black: pair.white,
                white: pair.black,
            };
        }
    }
    tables
}

/// runs: rulebooks/vectors.toml#pairing
#[test]
fn the_next_best_pairing_differs_where_stated() {
    check_all("pairing", |row| {
        let (rules, input) = (rules(row), input(row));
        let best = written(
            &pair_round(rules, &input)
                .map_err(|refused| refused.to_string())?
                .cost,
        );
        let all = all_tables(rules, &input);
        let values = |cost: &[(String, Vec<u64>)]| -> Vec<Vec<u64>> {
            cost.iter().map(|level| level.1.clone()).collect()
        };
        let equal = all.iter().filter(|other| other.1 == best).count() as i64;
        let stated = row.get("equal_pairings").and_then(Value::as_integer);
        same("equal pairings", equal, stated.unwrap_or(1))?;
        let Some(decided_by) = row.get("decided_by").and_then(Value::as_str) else {
            return Ok(());
        };
        let worse = all.iter().filter(|other| other.1 != best);
        let next = worse
            .min_by_key(|other| values(&other.1))
            .expect("there are others");
        if values(&next.1) < values(&best) {
            return Err(format!("better than the best: {next:?}"));
        }
        let level = best
            .iter()
            .zip(&next.1)
            .find(|(mine, theirs)| mine != theirs);
        same(
            "decided by",
            level.map_or("", |(mine, _)| &mine.0),
            decided_by,
        )?;
        let stated = all.iter().find(|other| {
            let bye = row.get("next_best_bye").and_then(Value::as_str).map(id);
            sorted_pairs(&other.0) == pairs(row, "next_best")
                && (bye.is_none() || other.0.bye == bye)
        });
        same("next best", stated.map(|other| &other.1), Some(&next.1))
    });
}

/// runs: rulebooks/vectors.toml#bye_choice
///
/// clauses: BOF-swiss-7, SOC-II.2.p2.a, SOC-II.2.p2.b, SOC-II.2.p3.a
#[test]
fn the_bye_goes_to_the_lowest_who_may_have_it() {
    check_all("bye_choice", |row| {
        let mut table = row.as_table().expect("a table").clone();
        let points = texts(row, "standings")
            .into_iter()
            .map(|name| (name, Value::Integer(0)));
        table.insert("points".to_owned(), Value::Table(points.collect()));
        let input = input(&Value::Table(table));
        let pairing = pair_round(rules(row), &input).map_err(|refused| refused.to_string())?;
        same(
            "games",
            pairing.tables.pairs.len(),
            input.entrants.len() / 2,
        )?;
        same("bye", pairing.tables.bye, Some(id(text(row, "bye"))))?;
        let kinds: Vec<_> = pairing.cost.iter().map(|level| level.kind).collect();
        same("level", kinds.contains(&LevelKind::ByePlace), true)
    });
}
