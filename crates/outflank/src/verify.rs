//! `outflank verify`: is the log whole?

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use outflank_desk::log::{Fault, Hash, Head, StreamName};
use outflank_store::archive::{self, ArchiveError};
use outflank_store::chain::Verified;
use outflank_store::sqlite::verify_file;

use crate::failure::{Answer, Failure};
use crate::log_args::VerifyArgs;

/// How a SQLite file begins.
const SQLITE_HEAD: &[u8; 16] = b"SQLite format 3\0";

pub(crate) fn run(args: &VerifyArgs) -> Result<Answer, Failure> {
    let path = match &args.file {
        Some(file) => file.clone(),
        None => args.folder.log()?,
    };
    let expected = match args.expect.as_deref().map(Hash::from_hex) {
        Some(None) => {
            return Err(Failure::say(
                "--expect wants the 64 hexadecimal digits that backup or verify printed",
            ));
        }
        Some(Some(hash)) => Some(hash),
        None => None,
    };
    match verified(&path)? {
        Ok(verified) => {
            let is_expected = expected.is_none_or(|hash| verified.ends_with(hash));
            tell(&path, &verified, is_expected, args.json);
            Ok(if is_expected { Answer::Yes } else { Answer::No })
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

/// What is in a file, or in words what is wrong with it; a file that cannot be looked at is a failure.
fn verified(path: &Path) -> Result<Result<Verified, String>, Failure> {
    if is_archive(path) {
        return match archive::read_file(path) {
            Ok(archive) => Ok(Ok(heads_of(&archive))),
            Err(error @ (ArchiveError::File { .. } | ArchiveError::Newer { .. })) => {
                Err(Failure::say(error))
            }
            Err(error) => Ok(Err(error.to_string())),
        };
    }
    match wait_for(verify_file(path))? {
        Ok(verified) => Ok(Ok(verified)),
        Err(fault @ Fault::Damaged(_)) => Ok(Err(fault.to_string())),
        Err(fault) => Err(Failure::say(fault)),
    }
}

/// Whether a file is no SQLite file but text that begins like an archive.
pub(crate) fn is_archive(path: &Path) -> bool {
    let mut head = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head != *SQLITE_HEAD && head.starts_with(b"{")
}

fn heads_of(archive: &archive::Archive) -> Verified {
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

fn tell(path: &Path, verified: &Verified, is_expected: bool, json: bool) {
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
        });
        println!("{answer}");
        return;
    }
    println!("{}: {}", path.display(), summary(verified));
    if !is_expected {
        println!(
            "but nothing in it ends with the expected hash: it was cut off, or went on since; compare with a backup"
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
        "{} events in {} streams{aside}, every hash is right; head {}",
        verified.events,
        verified.heads.len(),
        verified.head()
    )
}

/// Runs something that waits to its end.
pub(crate) fn wait_for<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .map_err(|error| Failure::say(format!("cannot start: {error}; close other programs")))?;
    Ok(runtime.block_on(work))
}
