//! `outflank verify`: is the log whole, and do the rules give again what is in it?

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use outflank_desk::log::{Fault, Hash, Head, Store, StreamName};
use outflank_store::archive::{self, Archive, ArchiveError, Choice};
use outflank_store::chain::Verified;
use outflank_store::memory::MemoryStore;
use outflank_store::sqlite::{SqliteStore, verify_file};

use crate::failure::{Answer, Failure};
use crate::log_args::VerifyArgs;
use crate::log_place::LogPlace;

/// How a SQLite file begins.
const SQLITE_HEAD: &[u8; 16] = b"SQLite format 3\0";

pub(crate) fn run(args: &VerifyArgs) -> Result<Answer, Failure> {
    let what = match &args.file {
        Some(file) => What::File(file.clone()),
        None => What::Log(args.log.place()?),
    };
    let expected = match args.expect.as_deref().map(Hash::from_hex) {
        Some(None) => {
            return Err(Failure::say(
                "--expect needs the 64 hexadecimal digits that backup or verify printed.",
            ));
        }
        Some(Some(hash)) => Some(hash),
        None => None,
    };
    match verified(&what)? {
        Ok(found) => {
            let is_expected = expected.is_none_or(|hash| found.chain.ends_with(hash));
            tell(&what, &found, is_expected, args.json);
            let is_right = is_expected && found.problems.is_empty();
            Ok(if is_right { Answer::Yes } else { Answer::No })
        }
        Err(words) => {
            if args.json {
                let wrong = serde_json::json!({"whole": false, "message": words});
                println!("{wrong}");
            } else {
                println!("{words}");
            }
            Ok(Answer::No)
        }
    }
}

/// A file whose every hash is right.
struct Found {
    chain: Verified,
    /// What was folded, computed and solved again.
    replayed: outflank_desk::Verified,
    /// What the rules do not give again.
    problems: Vec<String>,
}

enum What {
    /// A backup or an archive.
    File(PathBuf),
    Log(LogPlace),
}

impl std::fmt::Display for What {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Log(place) => place.fmt(f),
        }
    }
}

/// What is in it, or in words what is wrong with it; what cannot be looked at is a failure.
fn verified(what: &What) -> Result<Result<Found, String>, Failure> {
    let found = match what {
        What::File(path) if is_archive(path) => return verified_archive(path),
        What::File(path) => wait_for(of_file(path))?,
        What::Log(place) => wait_for(of_log(place))?,
    };
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(fault @ (Fault::Damaged(_) | Fault::Incomplete(_))) => Ok(Err(fault.to_string())),
        Err(fault) => Err(Failure::of_log(fault)),
    }
}

fn verified_archive(path: &Path) -> Result<Result<Found, String>, Failure> {
    match archive::read_file(path) {
        Ok(archive) => {
            let found = wait_for(of_archive(&archive))?.map_err(Failure::say)?;
            Ok(Ok(found))
        }
        Err(error @ (ArchiveError::File { .. } | ArchiveError::Newer { .. })) => {
            Err(Failure::say(error))
        }
        Err(error) => Ok(Err(error.to_string())),
    }
}

async fn of_file(path: &Path) -> Result<Found, Fault> {
    let chain = verify_file(path).await?;
    replay(chain, &SqliteStore::open_to_read(path)?).await
}

async fn of_log(place: &LogPlace) -> Result<Found, Fault> {
    let (chain, store) = place.verified().await?;
    replay(chain, &*store).await
}

async fn of_archive(archive: &Archive) -> Result<Found, ArchiveError> {
    let store = MemoryStore::new();
    archive::import(&store, archive, Choice::Ask).await?;
    Ok(replay(heads_of(archive), &store).await?)
}

async fn replay(chain: Verified, store: &dyn Store) -> Result<Found, Fault> {
    let (replayed, findings) = outflank_desk::verify(store).await?;
    Ok(Found {
        chain,
        replayed,
        problems: findings.iter().map(ToString::to_string).collect(),
    })
}

/// Whether a file is no SQLite file but text that begins like an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    let mut head = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head != *SQLITE_HEAD && head.starts_with(b"{")
}

fn heads_of(archive: &Archive) -> Verified {
    let heads: BTreeMap<StreamName, Head> = archive
        .streams
        .iter()
        .filter_map(|stream| Some((stream.stream.clone(), stream.head()?)))
        .collect();
    Verified {
        events: heads.values().map(|head| head.seq.0).sum(),
        set_aside: 0,
        heads,
    }
}

fn tell(what: &What, found: &Found, is_expected: bool, json: bool) {
    let Found {
        chain: verified,
        replayed,
        problems,
    } = found;
    let head = verified.head();
    if json {
        let streams: serde_json::Map<_, _> = (verified.heads.iter())
            .map(|(stream, head)| {
                let end = serde_json::json!({"events": head.seq.0, "hash": head.hash.to_string()});
                (stream.to_string(), end)
            })
            .collect();
        let answer = serde_json::json!({
            "whole": true, "expected": is_expected, "events": verified.events,
            "set_aside": verified.set_aside, "head": head.to_string(), "streams": streams,
            "replayed": {
                "tournaments": replayed.tournaments, "games": replayed.games,
                "standings": replayed.editions, "pairings": replayed.pairings,
            },
            "problems": problems,
        });
        println!("{answer}");
        return;
    }
    println!("{what}: {}", summary(verified));
    println!(
        "replayed {} tournaments and {} games, computed {} standings and solved {} pairings again",
        replayed.tournaments, replayed.games, replayed.editions, replayed.pairings
    );
    for problem in problems {
        println!(
            "{problem}. This does not follow from the rules. Compare it with a backup and with the program that wrote it."
        );
    }
    if !is_expected {
        println!(
            "However, nothing in it ends with the expected hash. It was cut off, or it has been continued since. Compare it with a backup."
        );
    }
}

/// One line about a log that is whole.
pub(crate) fn summary(verified: &Verified) -> String {
    let aside = match verified.set_aside {
        0 => String::new(),
        count => format!(" ({count} more set aside)"),
    };
    format!(
        "{} log entries in {} streams{aside}, every hash is correct; head {}",
        verified.events,
        verified.heads.len(),
        verified.head()
    )
}

/// Runs something that waits to its end.
pub(crate) fn wait_for<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::say(format!("Cannot start: {error}. Close other programs.")))?;
    Ok(runtime.block_on(work))
}
