//! The worked examples of the federation's office.

use std::collections::BTreeMap;

use crate::support::office::{Office, day, plan, resident, results, who};
use outflank_federation::grand_prix::{
    Reached, Winner, awards, compare_results, season_table, winner,
};
use outflank_federation::selection::{NextOffer, Seat, Selection, next_offer};
use outflank_federation::{
    Act, By, Category, FeePayer, FeeTable, Wage, fee_sheet, membership, residence,
};
use outflank_rulebook::{grand_prix_scale, shipped};
use outflank_tournament::running::{is_resident, is_young};
use outflank_tournament::{HalfPoints, Money};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    membership: Vec<Member>,
    fee: Vec<Fee>,
    residence_183: Vec<Days>,
    gp: Vec<Gp>,
    gp_winner: Vec<GpWinner>,
    selection: Vec<Team>,
    young: Vec<Young>,
}

fn vectors() -> Vectors {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebooks/vectors.toml");
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[derive(Deserialize)]
struct Member {
    id: String,
    source: String,
    last_tournament: String,
    day: String,
    member: bool,
}

/// runs: rulebooks/vectors.toml#membership
/// clauses: BOF-mem-1.a, BOF-mem-1.d
#[test]
fn members() {
    for case in vectors().membership {
        let last = day(&case.last_tournament);
        let direct = match case.source.as_str() {
            "tournament" => None,
            "direct" => Some((last, None)),
            other => panic!("{other}"),
        };
        let is = membership(&[last], direct, day(&case.day));
        assert_eq!(is.is_member(), case.member, "{}", case.id);
    }
}

#[derive(Deserialize)]
struct Fee {
    id: String,
    entrants: Vec<String>,
    pounds: u64,
}

/// runs: rulebooks/vectors.toml#fee
/// clauses: BOF-mem-2.a, BOF-mem-3
#[test]
fn fees() {
    let table = FeeTable::of(shipped("bof").unwrap()).unwrap();
    for case in vectors().fee {
        let payers: Vec<FeePayer> = (case.entrants.iter().zip(1..))
            .map(|(word, number)| FeePayer {
                person: who(number),
                wage: match word.as_str() {
                    "unwaged" => Some(Wage::Unwaged),
                    _ => Some(Wage::Waged),
                },
                first_of_citizen: word == "first UK",
                family: (case.entrants.len() > 1).then(|| "Example".to_owned()),
                paid: Money(0),
            })
            .collect();
        let sheet = fee_sheet(table, &payers);
        assert_eq!(sheet.due(), Money(case.pounds * 100), "{}", case.id);
    }
}

#[derive(Deserialize)]
struct Days {
    id: String,
    event: String,
    resident_since: String,
    days: u32,
    eligible: bool,
}

/// runs: rulebooks/vectors.toml#residence_183
/// clauses: BOF-nat-12, BOF-wc-1
#[test]
fn residences() {
    let rules = shipped("bof").unwrap();
    for case in vectors().residence_183 {
        let mut dossier = resident("Ada Example");
        dossier.stays[0].from = day(&case.resident_since);
        let stayed = residence(&dossier.stays, "GBR", day(&case.event));
        assert_eq!(stayed.unbroken, case.days, "{}", case.id);
        assert_eq!(is_resident(rules, stayed), case.eligible, "{}", case.id);
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum Points {
    Whole(u16),
    Half(f64),
}

impl Points {
    fn halves(self) -> HalfPoints {
        match self {
            Self::Whole(whole) => HalfPoints(2 * whole),
            Self::Half(number) => {
                let text = number.to_string();
                let (whole, half) = text.split_once('.').unwrap_or((&text, "0"));
                HalfPoints(2 * whole.parse::<u16>().unwrap() + u16::from(half == "5"))
            }
        }
    }
}

#[derive(Deserialize)]
struct Gp {
    id: String,
    game_points: Vec<Points>,
    gp_points: Vec<u32>,
}

/// runs: rulebooks/vectors.toml#gp
/// clauses: BOF-gp-3, BOF-gp-4, BOF-gp-5
#[test]
fn grand_prix_points() {
    let scale = grand_prix_scale("british").unwrap();
    for case in vectors().gp {
        let field: Vec<Reached> = (case.game_points.iter())
            .map(|points| Reached::Points(points.halves()))
            .collect();
        let points: Vec<u32> = awards(scale, &field).iter().map(|one| one.points).collect();
        assert_eq!(points, case.gp_points, "{}", case.id);
    }
}

#[derive(Deserialize)]
struct GpWinner {
    id: String,
    results: BTreeMap<String, Vec<u32>>,
    totals: BTreeMap<String, u32>,
    winner: String,
}

/// runs: rulebooks/vectors.toml#gp_winner
/// clauses: BOF-gp-6.a
#[test]
fn grand_prix_winners() {
    for case in vectors().gp_winner {
        let mut lists: Vec<(&String, Vec<u32>)> = (case.results.iter())
            .map(|(name, points)| {
                let mut points = points.clone();
                points.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(points.iter().sum::<u32>(), case.totals[name], "{}", case.id);
                (name, points)
            })
            .collect();
        lists.sort_by(|a, b| compare_results(&b.1, &a.1));
        let won = match compare_results(&lists[0].1, &lists[1].1).is_eq() {
            true => "tie",
            false => lists[0].0,
        };
        assert_eq!(won, case.winner, "{}", case.id);
    }
}

#[derive(Deserialize)]
struct Team {
    id: String,
    champion: String,
    gp_winner: String,
    national: Vec<String>,
    #[serde(default)]
    national_final: Option<Vec<String>>,
    places: u16,
    declines: Vec<String>,
    #[serde(default)]
    gp_order: Vec<String>,
    team: Vec<String>,
}

/// Everything through commands: a Regional that gives the Grand Prix its order, the National, offers.
///
/// runs: rulebooks/vectors.toml#selection
/// clauses: BOF-wc-2, BOF-wc-3, BOF-gp-7
#[test]
fn selections() {
    for case in vectors().selection {
        let number = |letter: &String| u32::from(letter.as_bytes()[0] - b'A') + 1;
        let mut office = Office::british();
        office.add_many(8);
        let mut order = vec![case.gp_winner.clone()];
        order.extend(
            (case.gp_order.iter())
                .filter(|one| **one != case.gp_winner)
                .cloned(),
        );
        let placed: Vec<(u32, u16)> = (order.iter().zip((1..=14).rev().step_by(2)))
            .map(|(letter, points)| (number(letter), points))
            .collect();
        office.hold("regional", Category::Regional, "2024-05-04", &placed);
        assert_eq!(
            winner(office.office.affairs(), 2024),
            Winner::Clear(who(number(&case.gp_winner))),
            "{}",
            case.id
        );
        let national = case.national_final.as_ref().unwrap_or(&case.national);
        let placed: Vec<(u32, u16)> = (national.iter().zip((1..=18).rev().step_by(2)))
            .map(|(letter, points)| (number(letter), points))
            .collect();
        office.announce("national", Category::National, "2024-09-14");
        office.go_to("2024-09-14");
        let mut taken = results(&placed, &[]);
        taken.champion = Some(who(number(&case.champion)));
        office.take("national", taken);
        office.act(By::Officer, Act::OpenSelection(Box::new(plan(case.places))));
        let mut team = Vec::new();
        loop {
            let affairs = office.office.affairs();
            let selection: &Selection = &affairs.selections[&2024];
            let next = next_offer(
                &office.rules,
                affairs,
                &office.people,
                selection,
                Seat::Regular,
            );
            let NextOffer::To(person, _) = next else {
                assert_eq!(next, NextOffer::Full, "{}", case.id);
                break;
            };
            let (year, seat) = (2024, Seat::Regular);
            office.act(By::Officer, Act::OfferPlace { year, seat, person });
            let letter = char::from(b'A' + u8::try_from(person.0 - 1).unwrap()).to_string();
            let accepts = !case.declines.contains(&letter);
            let answer = Act::AnswerOffer {
                year,
                person,
                accepts,
            };
            office.act(By::Person(person), answer);
            if accepts {
                team.push(letter);
            }
        }
        assert_eq!(team, case.team, "{}", case.id);
    }
}

#[derive(Deserialize)]
struct Young {
    id: String,
    woc_year: u16,
    born: String,
    young: bool,
    age_on_31_december: u16,
}

/// runs: rulebooks/vectors.toml#young
#[test]
fn young_players() {
    for case in vectors().young {
        let mut dossier = resident("Bo Sample");
        dossier.born = Some(day(&case.born));
        let is = dossier.is_young_in(case.woc_year);
        assert_eq!(is, Some(case.young), "{}", case.id);
        assert_eq!(is_young(day(&case.born), case.woc_year), case.young);
        assert_eq!(
            case.woc_year - day(&case.born).year(),
            case.age_on_31_december
        );
    }
}

#[test]
fn the_table_shows_the_arithmetic() {
    let mut office = Office::british();
    office.add_many(3);
    office.hold(
        "one",
        Category::Regional,
        "2024-05-04",
        &[(1, 12), (2, 10), (3, 10)],
    );
    let table = season_table(office.office.affairs(), 2024).unwrap();
    let award = table.rows[1].lines[0].award;
    assert_eq!(
        (award.from, award.to, award.sum, award.points),
        (2, 3, 280, 140)
    );
}
