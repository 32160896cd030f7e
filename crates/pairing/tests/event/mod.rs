//! Rounds for tests, read from the worked examples.

#![allow(dead_code, reason = "each test file uses its own part")]

use outflank_pairing::{
    Colour, Entrant, EntrantId, Float, HalfPoints, Hand, LevelCost, Meeting, Past, Place,
    RoundInput, RoundNumber, Seed,
};
use outflank_rulebook::{Rulebook, System, shipped};
use toml::Value;

const VECTORS: &str = include_str!("../../../../rulebooks/vectors.toml");

/// The rows of one table of the worked examples.
pub(crate) fn vectors(table: &str) -> Vec<Value> {
    let all: toml::Table = VECTORS.parse().expect("the worked examples are TOML");
    all[table].as_array().expect("an array of tables").clone()
}

/// The rulebook a worked example names.
pub(crate) fn rules(row: &Value) -> &'static Rulebook {
    let id = match text(row, "ruleset") {
        "WOC" => "wof",
        "BOF" => "bof",
        "SOC" => "soc",
        other => panic!("unknown ruleset {other}"),
    };
    shipped(id).expect("shipped")
}

pub(crate) fn text<'v>(row: &'v Value, key: &str) -> &'v str {
    row[key].as_str().expect("a text")
}

pub(crate) fn texts(row: &Value, key: &str) -> Vec<String> {
    let list = row.get(key).and_then(Value::as_array);
    let list = list.map_or(&[][..], Vec::as_slice);
    list.iter()
        .map(|v| v.as_str().expect("a text").to_owned())
        .collect()
}

pub(crate) fn pairs(row: &Value, key: &str) -> Vec<[EntrantId; 2]> {
    let list = row.get(key).and_then(Value::as_array);
    let list = list.map_or(&[][..], Vec::as_slice);
    let mut pairs: Vec<[EntrantId; 2]> = (list.iter())
        .map(|two| {
            let mut two = [0, 1].map(|at| id(two[at].as_str().expect("a name")));
            two.sort_unstable();
            two
        })
        .collect();
    pairs.sort_unstable();
    pairs
}

pub(crate) fn id(name: &str) -> EntrantId {
    let letter = name.as_bytes()[0];
    EntrantId(u32::from(letter - b'A') + 1)
}

pub(crate) fn halves(value: &Value) -> u64 {
    match value {
        Value::Integer(whole) => 2 * whole.unsigned_abs(),
        Value::Float(number) => (2.0 * number) as u64,
        other => panic!("not a number: {other}"),
    }
}

/// The round a worked example describes.
pub(crate) fn input(row: &Value) -> RoundInput {
    let points = row["points"].as_table().expect("a table");
    let met = pairs(row, "met");
    let standings = texts(row, "standings");
    let had_bye = texts(row, "had_bye");
    let defaults = texts(row, "won_by_default");
    let of = |key: &str, name: &str| row.get(key).and_then(|table| table.get(name)).cloned();
    let entrants = points.iter().enumerate().map(|(at, (name, points))| {
        let mine = id(name);
        let place = standings
            .iter()
            .position(|other| other == name)
            .unwrap_or(at);
        let with_me = met.iter().filter(|two| two.contains(&mine));
        let opponents = with_me.map(|two| if two[0] == mine { two[1] } else { two[0] });
        let colours =
            of("colours", name).map_or(String::new(), |v| v.as_str().expect("a text").to_owned());
        let floats = of("floats", name).map_or([0, 0], |v| {
            [0, 1].map(|at| v[at].as_integer().expect("a number") as usize)
        });
        Entrant {
            points: HalfPoints(halves(points) as u16),
            rating: of("ratings", name).map(|v| v.as_integer().expect("a number") as i32),
            country: of("countries", name).map(|v| v.as_str().expect("a text").to_owned()),
            past: Past {
                meetings: opponents
                    .map(|opponent| Meeting {
                        round: RoundNumber::FIRST,
                        opponent,
                    })
                    .collect(),
                colours: (colours.bytes())
                    .map(|colour| match colour {
                        b'B' => Colour::Black,
                        _ => Colour::White,
                    })
                    .collect(),
                floats: [vec![Float::Up; floats[0]], vec![Float::Down; floats[1]]].concat(),
                byes: u16::from(had_bye.contains(name)),
                default_wins: u16::from(defaults.contains(name)),
            },
            ..Entrant::newcomer(mine, Place(place as u32 + 1))
        }
    });
    RoundInput {
        round: RoundNumber(
            row.get("round")
                .map_or(9, |r| r.as_integer().expect("a number") as u16),
        ),
        system: match row.get("system").and_then(Value::as_str) {
            Some("modified Swiss") => System::ModifiedSwiss,
            _ => System::Swiss,
        },
        seed: Seed::default(),
        entrants: entrants.collect(),
        hand: Hand::default(),
    }
}

/// A cost as the worked examples write it: names and values.
pub(crate) type Written = Vec<(String, Vec<u64>)>;

/// A cost as the worked examples write it.
pub(crate) fn written(cost: &[LevelCost]) -> Written {
    cost.iter()
        .map(|level| (level.kind.to_string(), level.values.clone()))
        .collect()
}

/// The cost a worked example states.
pub(crate) fn stated(row: &Value) -> Written {
    let levels = row["cost"].as_array().expect("a list").iter();
    levels
        .map(|level| {
            let level = level.as_array().expect("a list");
            let values = level[1..]
                .iter()
                .map(|v| v.as_integer().expect("a number") as u64);
            (
                level[0].as_str().expect("a text").to_owned(),
                values.collect(),
            )
        })
        .collect()
}
