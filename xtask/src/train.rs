//! `cargo xtask train --seed N`: recomputes the weights of the engine from nothing but a seed.
//!
//! Two generations: the first plays by counting moves and is small, the second plays by the weights of the first. In each
//! generation positions are taken from games with random openings, labelled exactly near the end of the game and by a search
//! into the phase already trained before that, and fitted phase by phase, backwards from the end. Every sum has a fixed
//! order and no result depends on the number of threads, so that the same seed gives the same bytes on every machine.

mod checkpoint;
mod fit;
mod games;
mod labels;
mod spread;
mod workers;

use std::path::{Path, PathBuf};
use std::time::Instant;

use outflank_engine::{Origin, PHASES, Weights};

use crate::failure::Failure;
use crate::{repository, step};
use checkpoint::Checkpoints;
use games::{Games, Player};

/// Games of the second generation in a full run.
const GAMES: u32 = 30_000;

/// Games of the first generation, which only has to play sensibly; at most half as many as in the second.
const FIRST_GAMES: u32 = 13_333;

/// Games of the second generation in a reduced run, which only shows that the bytes can be repeated.
const REDUCED_GAMES: u32 = 800;

/// The seed of the shipped weights.
const SEED: u64 = 28;

/// What the bytes of a reduced run with the seed of the shipped weights add up to, on every machine.
const REDUCED_FINGERPRINT: u64 = 0x13b0_76d1_e34d_ff8a;

/// Where the weights are in the repository.
const WEIGHTS: &str = "crates/engine/src/weights.bin";

/// Where runs keep what they have finished.
const CHECKPOINTS: &str = "target/train";

/// What is trained and where the result goes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Plan {
    seed: u64,
    games: u32,
    output: PathBuf,
    /// Compare with the file instead of writing it.
    only_compare: bool,
    /// Begin again instead of continuing from checkpoints.
    is_fresh: bool,
    /// Stop after the first generation.
    only_first: bool,
}

pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let root = repository::root()?;
    if cfg!(debug_assertions) {
        // A training takes hours without optimisation.
        let mut cargo = step::cargo(&root);
        cargo.args(["run", "--quiet", "--package", "xtask", "--profile", "soak"]);
        cargo.args(["--", "train"]).args(words);
        return step::succeed(&mut cargo, "the message above says why");
    }
    let plan = read(words, &root)?;
    let bytes = train(&plan, &root.join(CHECKPOINTS))?;
    let fingerprint = fingerprint(&bytes);
    println!("fingerprint {fingerprint:016x}");
    if (plan.seed, plan.games, plan.only_first) == (SEED, REDUCED_GAMES, false)
        && fingerprint != REDUCED_FINGERPRINT
    {
        return Err(Failure::Step(format!(
            "a reduced run has the fingerprint {REDUCED_FINGERPRINT:016x} elsewhere: find what differs on this machine, \
             or change the fingerprint with the training"
        )));
    }
    let path = plan.output.display();
    if !plan.only_compare {
        std::fs::write(&plan.output, bytes)
            .map_err(|error| Failure::Step(format!("{path} could not be written: {error}")))?;
        println!("{path} written");
        return Ok(());
    }
    match std::fs::read(&plan.output) {
        Ok(there) if there == bytes => {
            println!("{path} has the same bytes");
            Ok(())
        }
        Ok(_) => Err(Failure::Step(format!("{path} has other bytes"))),
        Err(error) => Err(Failure::Step(format!("{path} could not be read: {error}"))),
    }
}

/// FNV-1a, 64 bits.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A reduced run, then a second one that continues from some of the first one's checkpoints: the same bytes.
pub(crate) fn soak(root: &Path, _: Option<&Path>) -> Result<(), Failure> {
    let output = root.join(CHECKPOINTS).join("reduced.bin");
    let output = output.to_string_lossy().into_owned();
    run(&["--reduced", "--fresh", "--output", &output])?;
    let origin = Origin {
        seed: SEED,
        positions: REDUCED_GAMES,
    };
    let checkpoints = Checkpoints::new(&root.join(CHECKPOINTS), origin)?;
    (PHASES / 2..PHASES).for_each(|phase| checkpoints.remove(1, phase));
    run(&["--reduced", "--check", "--output", &output])
}

fn read(words: &[&str], root: &Path) -> Result<Plan, Failure> {
    let mut plan = Plan {
        seed: SEED,
        games: GAMES,
        output: root.join(WEIGHTS),
        only_compare: false,
        is_fresh: false,
        only_first: false,
    };
    let mut left = words;
    loop {
        left = match left {
            [] => return Ok(plan),
            ["--seed", seed, rest @ ..] => {
                plan.seed = number(seed)?;
                rest
            }
            ["--games", games, rest @ ..] => {
                plan.games = number(games)?;
                rest
            }
            ["--reduced", rest @ ..] => {
                plan.games = REDUCED_GAMES;
                rest
            }
            ["--output", file, rest @ ..] => {
                plan.output = PathBuf::from(file);
                rest
            }
            ["--check", rest @ ..] => {
                plan.only_compare = true;
                rest
            }
            ["--fresh", rest @ ..] => {
                plan.is_fresh = true;
                rest
            }
            ["--only-first", rest @ ..] => {
                plan.only_first = true;
                rest
            }
            [other, ..] => {
                return Err(Failure::Use(format!(
                    "train does not understand {other:?}. Use --seed N, --games N, --reduced, --only-first, --output FILE, --check or --fresh."
                )));
            }
        };
    }
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, Failure> {
    text.parse()
        .map_err(|_| Failure::Use(format!("{text:?} is not a number")))
}

/// Trains both generations, or continues where checkpoints are; the bytes of the file of weights.
fn train(plan: &Plan, folder: &Path) -> Result<Vec<u8>, Failure> {
    let origin = Origin {
        seed: plan.seed,
        positions: plan.games,
    };
    let checkpoints = Checkpoints::new(folder, origin)?;
    if plan.is_fresh {
        (0..PHASES).for_each(|phase| (0..2).for_each(|at| checkpoints.remove(at, phase)));
    }
    let first = Games {
        seed: plan.seed,
        generation: 0,
        count: FIRST_GAMES.min(plan.games / 2),
    };
    let learned = train_generation(first, &Player::ByMoves, origin, &checkpoints)?;
    let player = Player::ByValue(Box::new(learned.clone()));
    let mut weights = if plan.only_first {
        learned
    } else {
        let second = Games {
            seed: plan.seed,
            generation: 1,
            count: plan.games,
        };
        train_generation(second, &player, origin, &checkpoints)?
    };
    step::timed("selective cuts", || {
        weights.set_cuts(spread::measure(plan.seed, &player, &weights, plan.games));
        Ok(())
    })?;
    Ok(weights.to_bytes())
}

fn train_generation(
    games: Games,
    player: &Player,
    origin: Origin,
    checkpoints: &Checkpoints,
) -> Result<Weights, Failure> {
    let mut weights = Weights::zero(origin);
    let mut before: Option<Vec<i8>> = None;
    let mut played = None;
    for phase in 0..PHASES {
        let start = Instant::now();
        let fitted = match checkpoints.read(games.generation, phase) {
            Some(fitted) => fitted,
            None => {
                let played = played.get_or_insert_with(|| games.play(player));
                let labelled = labels::label(&played[phase], &weights);
                let fitted = fit::fit(&labelled, before.as_deref());
                println!(
                    "generation {} phase {phase}: {} positions, error {:.2} discs on others, {:.2} on these, {}",
                    games.generation,
                    labelled.len(),
                    fitted.error_held_out,
                    fitted.error,
                    step::seconds(start.elapsed())
                );
                checkpoints.write(games.generation, phase, &fitted.weights)?;
                fitted.weights
            }
        };
        weights.set_phase(phase, &fitted);
        before = Some(fitted);
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_make_a_plan() {
        let root = Path::new("r");
        let plan = read(&["--seed", "7", "--reduced", "--output", "x"], root).unwrap();
        assert_eq!((plan.seed, plan.games), (7, REDUCED_GAMES));
        assert_eq!(plan.output, Path::new("x"));
        assert!(!plan.is_fresh && !plan.only_compare);
        assert_eq!(read(&["--seed"], root).unwrap_err().exit_code(), 2);
        assert_eq!(read(&["--seed", "x"], root).unwrap_err().exit_code(), 2);
    }
}
