//! `outflank check`: every played round of a tournament file, or a pairing made elsewhere, against
//! the best pairing of that round.

use std::fmt::Write as _;
use std::path::Path;

use outflank_pairing::{
    Checked, DrawFault, Pair, RoundInput, Tables, check_first_round, check_pairing,
};
use outflank_rulebook::System;
use outflank_rulebook::axes::tournament::FloatMemory;
use outflank_tournament::{EntrantId, RoundNumber, round_input, round_input_as_played};
use serde::{Deserialize, Serialize};

use crate::cli::CheckArgs;
use crate::event_file::{Loaded, load};
use crate::failure::{Answer, Failure};
use crate::levels::{
    BentJson, DifferenceJson, LevelJson, bent_json, cost_json, differences_json, write_bent,
    write_differences,
};

/// A pairing file larger than this is refused.
const PAIRING_BYTES_MAX: u64 = 32 * 1024 * 1024;

/// The documented shape of `check --json`.
#[derive(Serialize)]
struct CheckJson {
    rounds: Vec<RoundJson>,
    is_best: bool,
}

#[derive(Serialize)]
struct RoundJson {
    round: RoundNumber,
    is_best: bool,
    cost: Vec<LevelJson>,
    best: Vec<LevelJson>,
    differences: Vec<DifferenceJson>,
    bent: Vec<BentJson>,
    /// What is wrong with a first round, or with a round of a round robin.
    faults: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_floats: Option<OtherFloatsJson>,
}

#[derive(Serialize)]
struct OtherFloatsJson {
    float_memory: &'static str,
    is_best: bool,
    differences: Vec<DifferenceJson>,
}

/// What was found out about a round.
enum Found {
    /// A round paired by cost.
    ByCost(Box<Checked>),
    /// A first round, with what is wrong with it.
    First(Vec<DrawFault>),
    /// A round of a round robin, with the pairs that have met too often.
    RoundRobin(Vec<Pair>),
}

impl Found {
    fn is_best(&self) -> bool {
        match self {
            Self::ByCost(checked) => checked.is_best(),
            Self::First(faults) => faults.is_empty(),
            Self::RoundRobin(too_often) => too_often.is_empty(),
        }
    }
}

pub(crate) fn run(args: &CheckArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    let loaded = load(&args.file, args.rulebook.as_deref(), folder)?;
    loaded.refuse_or_warn()?;
    let found = match &args.pairing {
        Some(path) => vec![of_file(&loaded, path)?],
        None => of_played(&loaded)?,
    };
    let is_best = found.iter().all(|(_, found)| found.is_best());
    if args.json {
        let rounds = found
            .iter()
            .map(|(round, found)| json(*round, found))
            .collect();
        let shape = CheckJson { rounds, is_best };
        println!("{}", serde_json::to_string(&shape).map_err(Failure::say)?);
    } else {
        let mut text = format!("{}: {} rounds checked\n", loaded.title(), found.len());
        for (round, found) in &found {
            in_words(&mut text, &loaded, *round, found);
        }
        std::io::Write::write_all(&mut std::io::stdout().lock(), text.as_bytes())?;
    }
    Ok(if is_best { Answer::Yes } else { Answer::No })
}

fn of_played(loaded: &Loaded) -> Result<Vec<(RoundNumber, Found)>, Failure> {
    let event = &loaded.event;
    let mut found = Vec::new();
    for number in (1..=event.rounds_played()).map(RoundNumber) {
        let recorded = round_input_as_played(event, number).map_err(Failure::say)?;
        if let Some((input, tables)) = recorded {
            found.push((number, of_round(loaded, &input, &tables)?));
        }
    }
    Ok(found)
}

fn of_round(loaded: &Loaded, input: &RoundInput, tables: &Tables) -> Result<Found, Failure> {
    let rules = &loaded.event.rules;
    let number = input.round;
    let fail = |error| Failure::say(format!("round {number}: {error}"));
    match loaded.event.system {
        System::RoundRobin | System::DoubleRoundRobin => {
            Ok(Found::RoundRobin(too_often(input, tables)))
        }
        System::Swiss | System::ModifiedSwiss if number == RoundNumber::FIRST => Ok(Found::First(
            check_first_round(rules, input, tables).map_err(fail)?,
        )),
        System::Swiss | System::ModifiedSwiss => {
            let checked = check_pairing(rules, input, tables).map_err(fail)?;
            Ok(Found::ByCost(Box::new(checked)))
        }
    }
}

/// The pairs that have met as often as they may before this round.
fn too_often(input: &RoundInput, tables: &Tables) -> Vec<Pair> {
    let most = usize::from(input.system.max_meetings());
    let met = |pair: &&Pair| {
        let seat = input.entrants.iter().find(|seat| seat.id == pair.black);
        seat.is_some_and(|seat| {
            let with = |meeting: &&outflank_pairing::Meeting| meeting.opponent == pair.white;
            seat.past.meetings.iter().filter(with).count() >= most
        })
    };
    tables.pairs.iter().filter(met).copied().collect()
}

/// A pairing made elsewhere, in the shape `pair --json` writes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PairingFile {
    pairs: Vec<TableFile>,
    #[serde(default)]
    bye: Option<EntrantId>,
    #[serde(default)]
    byes: Vec<EntrantId>,
    #[serde(default, rename = "cost")]
    _cost: serde_json::Value,
    #[serde(default, rename = "bent")]
    _bent: serde_json::Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    #[serde(default, rename = "table")]
    _table: Option<u32>,
    black: EntrantId,
    white: EntrantId,
}

fn of_file(loaded: &Loaded, path: &Path) -> Result<(RoundNumber, Found), Failure> {
    let name = path.display();
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::say(format!(
            "{name}: {error}. Use a file in the format that 'outflank pair --json' writes."
        ))
    };
    let size = std::fs::metadata(path)
        .map_err(|error| cannot(&error))?
        .len();
    if size > PAIRING_BYTES_MAX {
        return Err(cannot(&"the file is too large"));
    }
    let text = std::fs::read_to_string(path).map_err(|error| cannot(&error))?;
    let file: PairingFile = serde_json::from_str(&text).map_err(|error| cannot(&error))?;
    let mut input = round_input(&loaded.event).map_err(Failure::say)?;
    input
        .hand
        .requested_byes
        .extend(file.byes.iter().filter(|id| file.bye != Some(**id)));
    let tables = Tables {
        pairs: (file.pairs.iter())
            .map(|pair| Pair {
                black: pair.black,
                white: pair.white,
            })
            .collect(),
        bye: file.bye,
    };
    Ok((input.round, of_round(loaded, &input, &tables)?))
}

fn json(round: RoundNumber, found: &Found) -> RoundJson {
    let mut shape = RoundJson {
        round,
        is_best: found.is_best(),
        cost: Vec::new(),
        best: Vec::new(),
        differences: Vec::new(),
        bent: Vec::new(),
        faults: Vec::new(),
        other_floats: None,
    };
    match found {
        Found::ByCost(checked) => {
            shape.cost = cost_json(&checked.cost);
            shape.best = cost_json(&checked.best.cost);
            shape.differences = differences_json(&checked.differences);
            shape.bent = bent_json(&checked.bent);
            let other = &checked.other_floats;
            shape.other_floats = Some(OtherFloatsJson {
                float_memory: other.memory.word(),
                is_best: other.differences.is_empty(),
                differences: differences_json(&other.differences),
            });
        }
        Found::First(faults) => shape.faults = faults.iter().map(ToString::to_string).collect(),
        Found::RoundRobin(too_often) => {
            let said =
                |pair: &Pair| format!("{} and {} have met too often", pair.black, pair.white);
            shape.faults = too_often.iter().map(said).collect();
        }
    }
    shape
}

fn in_words(text: &mut String, loaded: &Loaded, round: RoundNumber, found: &Found) {
    let verdict = if found.is_best() {
        "as good as any"
    } else {
        "not the best"
    };
    let _ = writeln!(text, "round {round}: {verdict}");
    match found {
        Found::ByCost(checked) => {
            write_differences(text, &checked.differences);
            write_bent(text, &checked.bent, |id| loaded.person(id));
            let other = &checked.other_floats;
            let reading = match other.memory {
                FloatMemory::Event => "all floats of the tournament",
                FloatMemory::LastRound => "the floats of the last round only",
            };
            let first_deciding = other.differences.first().map(|one| one.kind);
            match first_deciding {
                None => {
                    let _ = writeln!(text, "  counting {reading}: as good as any");
                }
                Some(kind) => {
                    let _ = writeln!(text, "  counting {reading}: not the best, by {kind}");
                }
            }
        }
        Found::First(faults) => {
            for fault in faults {
                let _ = writeln!(text, "  first round: {fault}");
            }
        }
        Found::RoundRobin(too_often) => {
            for pair in too_often {
                let _ = writeln!(
                    text,
                    "  {} and {} have met too often",
                    loaded.person(pair.black),
                    loaded.person(pair.white)
                );
            }
        }
    }
}
