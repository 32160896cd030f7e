//! `outflank backup` and `outflank restore`.

use std::path::Path;

use outflank_desk::log::Fault;
use outflank_store::archive::{self, Archive, ArchiveError, Choice, Imported};
use outflank_store::sqlite::{SqliteStore, restore as restore_backup};

use crate::failure::{Answer, Failure};
use crate::log_args::{BackupArgs, Copy, RestoreArgs};
use crate::verify::{is_archive, summary, wait_for};

pub(crate) fn backup(args: &BackupArgs) -> Result<Answer, Failure> {
    let log = args.folder.log()?;
    let verified = wait_for(async {
        let store = SqliteStore::open_to_read(&log)?;
        store.backup(&args.out).await
    })?;
    let verified = verified.map_err(Failure::say)?;
    println!("{}: {}", args.out.display(), summary(&verified));
    Ok(Answer::Yes)
}

pub(crate) fn restore(args: &RestoreArgs) -> Result<Answer, Failure> {
    let log = args.folder.log()?;
    if is_archive(&args.file) {
        return take_over(&args.file, &log, args.choose.as_ref());
    }
    let (verified, kept) = wait_for(restore_backup(&args.file, &log))?.map_err(Failure::say)?;
    println!("{}: {}", log.display(), summary(&verified));
    if let Some(kept) = kept {
        println!("the log that was there is kept as {}", kept.display());
    }
    Ok(Answer::Yes)
}

fn take_over(file: &Path, log: &Path, choose: Option<&Copy>) -> Result<Answer, Failure> {
    let choice = match choose {
        None => Choice::Ask,
        Some(Copy::Ours) => Choice::Ours,
        Some(Copy::Theirs) => Choice::Theirs,
    };
    let archive = archive::read_file(file).map_err(Failure::say)?;
    if let Some(folder) = log.parent() {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::say(format!(
                "{}: {error}; name another data folder",
                folder.display()
            ))
        })?;
    }
    match wait_for(import(log, &archive, choice))? {
        Ok(imported) => {
            println!(
                "{}: {} events and {} records taken in",
                log.display(),
                imported.events.len(),
                imported.records
            );
            for (stream, keep) in &imported.set_aside {
                println!("stream {stream}: our events after {} are set aside", keep.0);
            }
            Ok(Answer::Yes)
        }
        Err(parted @ ArchiveError::Parted(_)) => {
            println!("{parted} (--choose ours or --choose theirs)");
            Ok(Answer::No)
        }
        Err(error) => Err(Failure::say(error)),
    }
}

async fn import(log: &Path, archive: &Archive, choice: Choice) -> Result<Imported, ArchiveError> {
    let store = SqliteStore::open(log).map_err(|fault: Fault| ArchiveError::Fault(fault))?;
    archive::import(&store, archive, choice).await
}
