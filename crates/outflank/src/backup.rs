//! `outflank backup` and `outflank restore`.

use std::path::Path;

use outflank_store::archive::{self, ArchiveError, Choice};
use outflank_store::postgres::{self, PostgresStore};
use outflank_store::sqlite::{FILE_NAME, SqliteStore, restore as restore_backup};

use crate::failure::{Answer, Failure};
use crate::log_args::{BackupArgs, Copy, RestoreArgs};
use crate::log_place::LogPlace;
use crate::verify::{is_archive, summary, wait_for};

pub(crate) fn backup(args: &BackupArgs) -> Result<Answer, Failure> {
    let place = args.log.place()?;
    let verified = wait_for(async {
        match &place {
            LogPlace::Folder(data) => {
                let store = SqliteStore::open_to_read(&data.join(FILE_NAME))?;
                store.backup(&args.out).await
            }
            LogPlace::Database(address) => {
                let store = PostgresStore::open_to_read(address).await?;
                store.backup(&args.out).await
            }
        }
    })?;
    let verified = verified.map_err(Failure::of_log)?;
    println!("{}: {}", args.out.display(), summary(&verified));
    Ok(Answer::Yes)
}

pub(crate) fn restore(args: &RestoreArgs) -> Result<Answer, Failure> {
    let place = args.log.place()?;
    if is_archive(&args.file) {
        return take_over(&args.file, &place, args.choose.as_ref());
    }
    let restored = wait_for(async {
        match &place {
            LogPlace::Folder(data) => restore_backup(&args.file, &data.join(FILE_NAME)).await,
            LogPlace::Database(address) => {
                let verified = postgres::restore(&args.file, address).await?;
                Ok((verified, None))
            }
        }
    })?;
    let (verified, kept) = restored.map_err(Failure::of_log)?;
    println!("{place}: {}", summary(&verified));
    if let Some(kept) = kept {
        println!("the previous log is kept as {}", kept.display());
    }
    Ok(Answer::Yes)
}

fn take_over(file: &Path, log: &LogPlace, choose: Option<&Copy>) -> Result<Answer, Failure> {
    let choice = match choose {
        None => Choice::Ask,
        Some(Copy::Ours) => Choice::Ours,
        Some(Copy::Theirs) => Choice::Theirs,
    };
    let archive = archive::read_file(file).map_err(Failure::say)?;
    let imported = wait_for(async {
        let open = log.open_beside().await?;
        Ok::<_, Failure>(archive::import(&*open.store, &archive, choice).await)
    })??;
    match imported {
        Ok(imported) => {
            println!(
                "{log}: {} log entries and {} records imported",
                imported.events.len(),
                imported.records
            );
            for (stream, keep) in &imported.set_aside {
                println!(
                    "stream {stream}: our log entries after {} are set aside",
                    keep.0
                );
            }
            Ok(Answer::Yes)
        }
        Err(parted @ ArchiveError::Parted(_)) => {
            println!("{parted} Use --choose ours or --choose theirs.");
            Ok(Answer::No)
        }
        Err(error) => Err(Failure::say(error)),
    }
}
