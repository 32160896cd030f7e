//! `outflank simulate`: whole events by seed, every pairing checked.

use std::collections::BTreeMap;
use std::path::Path;

use outflank_rulebook::System;
use outflank_sim::{Settings, Simulated, Tally, Trouble, simulate};
use outflank_tournament::Seed;
use serde::Serialize;

use crate::books;
use crate::cli::SimulateArgs;
use crate::failure::{Answer, Failure};
use crate::lines;

/// The documented shape of `simulate --json`.
#[derive(Serialize)]
struct SimulateJson {
    events: u64,
    rounds: u64,
    drawn: u64,
    proofs: u64,
    replayed: u64,
    games: u64,
    byes: u64,
    forfeits: u64,
    withdrawals: u64,
    avoidable: u64,
    bent: BTreeMap<String, u64>,
    failures: Vec<String>,
}

/// So many failures are enough to look into.
const FAILURES_MAX: usize = 10;

pub(crate) fn run(args: &SimulateArgs, folder: Option<&Path>) -> Result<Answer, Failure> {
    let book = books::find(&args.rulebook, folder)?;
    let mut settings = Settings::new(&book, args.players);
    settings.event = args.event.clone();
    settings.system = args.system.as_deref().map(system).transpose()?;
    settings.rounds = args.rounds;
    settings.trouble = if args.smooth {
        Trouble::None
    } else {
        Trouble::Usual
    };
    if let Some(out) = &args.out {
        std::fs::create_dir_all(out).map_err(|error| cannot_write(out, &error))?;
    }
    let bar = lines::progress(u64::from(args.events));
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for n in 0..u64::from(args.events) {
        let number = args.seed.saturating_add(n);
        settings.seed = Seed::new(number).ok_or_else(|| {
            Failure::say(format!(
                "--seed {number}: The seed is too large. Use a number up to {}.",
                Seed::MAX
            ))
        })?;
        match simulate(&settings) {
            Ok(event) => {
                tally.add(&event.tally);
                if let Some(out) = &args.out {
                    write(out, number, &event)?;
                }
            }
            Err(failure) => failures.push(failure.to_string()),
        }
        if failures.len() >= FAILURES_MAX {
            break;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let is_clean = failures.is_empty();
    if args.json {
        let shape = shape(tally, failures);
        println!("{}", serde_json::to_string(&shape).map_err(Failure::say)?);
    } else {
        in_words(&tally, &failures);
    }
    Ok(if is_clean { Answer::Yes } else { Answer::No })
}

fn system(word: &str) -> Result<System, Failure> {
    match word {
        "swiss" => Ok(System::Swiss),
        "modified_swiss" => Ok(System::ModifiedSwiss),
        "round_robin" => Ok(System::RoundRobin),
        "double_round_robin" => Ok(System::DoubleRoundRobin),
        other => Err(Failure::say(format!(
            "--system {other}: There is no such system. Write swiss, modified_swiss, round_robin or double_round_robin."
        ))),
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::say(format!(
        "{}: {error}. Give --out a folder that can be written.",
        path.display()
    ))
}

fn write(out: &Path, number: u64, event: &Simulated) -> Result<(), Failure> {
    let path = out.join(format!("event-{number}.json"));
    std::fs::write(&path, event.file.write()).map_err(|error| cannot_write(&path, &error))
}

fn shape(tally: Tally, failures: Vec<String>) -> SimulateJson {
    SimulateJson {
        events: tally.events,
        rounds: tally.rounds,
        drawn: tally.drawn,
        proofs: tally.proofs,
        replayed: tally.replayed,
        games: tally.games,
        byes: tally.byes,
        forfeits: tally.forfeits,
        withdrawals: tally.withdrawals,
        avoidable: tally.avoidable,
        bent: tally.bent,
        failures,
    }
}

fn in_words(tally: &Tally, failures: &[String]) {
    println!(
        "{} tournaments, {} rounds: {} drawn by list or lot, {} paired by the rules",
        tally.events,
        tally.rounds,
        tally.drawn,
        tally.rounds - tally.drawn
    );
    println!(
        "{} games, {} byes, {} missed games, {} withdrawals",
        tally.games, tally.byes, tally.forfeits, tally.withdrawals
    );
    println!(
        "{} proofs verified; {} rounds paired again from the finished files, none better",
        tally.proofs, tally.replayed
    );
    println!(
        "rules broken although it was not necessary: {}",
        tally.avoidable
    );
    if tally.bent.is_empty() {
        println!("rules that had to be broken: none");
    } else {
        println!("rules that had to be broken, by pairs or byes:");
        for (rule, times) in &tally.bent {
            println!("  {times:>6}  {rule}");
        }
    }
    for failure in failures {
        println!("FAILED: {failure}");
    }
}
