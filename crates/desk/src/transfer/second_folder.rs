//! The event's archive in a second folder: a USB stick, another disk.

use std::path::Path;

use crate::access::{Action, Caller, Target};
use crate::desk::Desk;
use crate::ids::TournamentId;
use crate::log::{Fault, RecordChange, RecordKey, RecordKind, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::status::FolderStatus;
use crate::table::restart::running_record;
use crate::transfer::archiver::Belongings;

/// The archive is written at least this often.
pub(crate) const ARCHIVE_EVERY_MS: i64 = 5 * 60 * 1000;

/// The ending of a file's name, and the file.
fn read_whole(path: &Path) -> Result<(String, Vec<u8>), String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let ending = path.extension().unwrap_or_default();
    Ok((ending.to_string_lossy().into_owned(), bytes))
}

fn key(tournament: &TournamentId) -> RecordKey {
    RecordKey::new(RecordKind::Setting, format!("folder/{tournament}"))
}

/// Refuses what is no folder for copies: one that is not there, or the one the log itself is in.
fn check_folder(folder: &Path, data: Option<&Path>) -> Result<(), String> {
    if !folder.is_absolute() {
        return Err("it is not a full path such as /media/stick".to_owned());
    }
    let found = (folder.canonicalize()).map_err(|error| error.to_string())?;
    if !found.is_dir() {
        return Err("it is a file, not a folder".to_owned());
    }
    let data = data.and_then(|data| data.canonicalize().ok());
    match data {
        Some(data) if found.starts_with(&data) => {
            Err("the log is in the same place, so one broken disk would destroy both".to_owned())
        }
        Some(_) | None => Ok(()),
    }
}

impl Desk {
    /// The second folder of an event and how it does; nothing if it has none.
    ///
    /// # Errors
    /// [`Refusal`] if the caller may not, or if the log cannot be read.
    pub async fn second_folder(
        &self,
        caller: &Caller,
        tournament: &TournamentId,
    ) -> Result<Option<FolderStatus>, Refusal> {
        if !caller.may(Action::ManageData, &Target::tournament(tournament)) {
            return Err(Refusal::not_allowed(caller, Action::ManageData));
        }
        let Some(folder) = self.folder_of(tournament).await? else {
            return Ok(None);
        };
        let known = self.status().folders.remove(tournament);
        let known = known.filter(|line| line.folder == folder);
        Ok(Some(known.unwrap_or_else(|| FolderStatus {
            folder,
            ..FolderStatus::default()
        })))
    }

    /// The folder chosen for an event, otherwise the one of every event.
    async fn folder_of(&self, tournament: &TournamentId) -> Result<Option<String>, Fault> {
        let own = self.store.record(&key(tournament)).await?;
        Ok(own.or_else(|| self.options.second_folder.clone()))
    }

    /// Chooses the second folder of an event, or none of its own, and writes the archive there at once.
    ///
    /// # Errors
    /// [`Refusal`] if the caller may not, or if nothing can be written there.
    pub async fn set_second_folder(
        &self,
        caller: &Caller,
        tournament: &TournamentId,
        folder: Option<&str>,
    ) -> Result<(), Refusal> {
        // A path of this machine: only its owner may write there.
        if !caller.may(Action::ManageServer, &Target::default()) {
            return Err(Refusal::not_allowed(caller, Action::ManageServer));
        }
        if self.tournament(tournament).is_none() {
            return Err(Refusal::desk(Reason::UnknownTournament {}));
        }
        if self.is_training(tournament) {
            return Err(Refusal::desk(Reason::TrainingCopy {}));
        }
        if let Some(folder) = folder {
            let bad = |problem: String| Refusal::desk(Reason::BadFolder { problem });
            let data = self.options.data_folder.as_deref();
            check_folder(Path::new(folder), data).map_err(bad)?;
            self.write_archive(tournament, folder).await.map_err(bad)?;
        }
        let change = RecordChange {
            key: key(tournament),
            body: folder.map(str::to_owned),
        };
        self.store.put_records(vec![change]).await?;
        let now = self.now();
        self.status.change(|status| {
            match folder {
                Some(folder) => status.folders.insert(
                    tournament.clone(),
                    FolderStatus {
                        folder: folder.to_owned(),
                        written: Some(now),
                        failure: None,
                    },
                ),
                None => status.folders.remove(tournament),
            };
        });
        Ok(())
    }

    /// Writes the archive of an event into its second folder, if it has one; a failure is shown in
    /// the desk's status and tried again the next time.
    pub async fn archive(&self, tournament: &TournamentId) {
        if self.is_training(tournament) {
            return;
        }
        let Ok(Some(folder)) = self.folder_of(tournament).await else {
            return;
        };
        let result = self.write_archive(tournament, &folder).await;
        let now = self.now();
        self.status.change(|status| {
            let line = status.folders.entry(tournament.clone()).or_default();
            line.folder = folder;
            match result {
                Ok(()) => {
                    line.written = Some(now);
                    line.failure = None;
                }
                Err(problem) => line.failure = Some(problem),
            }
        });
    }

    /// Writes every archive that is to be written.
    pub async fn archive_all(&self) {
        for tournament in self.tournaments() {
            self.archive(&tournament.id).await;
        }
    }

    /// The event's archive as a file to carry away: a name for it and its bytes.
    ///
    /// # Errors
    /// [`Refusal`] if the caller may not, or if it cannot be written.
    pub async fn archive_file(
        &self,
        caller: &Caller,
        tournament: &TournamentId,
    ) -> Result<(String, Vec<u8>), Refusal> {
        if !caller.may(Action::ManageData, &Target::tournament(tournament)) {
            return Err(Refusal::not_allowed(caller, Action::ManageData));
        }
        if self.is_training(tournament) {
            return Err(Refusal::desk(Reason::TrainingCopy {}));
        }
        let bad = |problem: String| Refusal::desk(Reason::BadFolder { problem });
        let Some(archiver) = &self.options.archiver else {
            return Err(bad("this server does not write archives".to_owned()));
        };
        let event = self.belongings(tournament).await?;
        // An archive is written into a folder, whole or not at all; this one lives for a moment.
        let folder = std::env::temp_dir().join(format!("outflank-{}", TournamentId::random()));
        let made = create_private_folder(&folder).map_err(|error| error.to_string());
        let read = match made {
            Ok(()) => match archiver.write(&event, &folder).await {
                Ok(path) => read_whole(&path),
                Err(problem) => Err(problem),
            },
            Err(problem) => Err(problem),
        };
        // What cannot be removed is the system's to remove: it is in its folder for such things.
        let _ = std::fs::remove_dir_all(&folder);
        let (ending, bytes) = read.map_err(bad)?;
        Ok((format!("{}.{ending}", event.name), bytes))
    }

    pub(crate) fn is_training(&self, tournament: &TournamentId) -> bool {
        let now = self.tournament(tournament);
        now.is_some_and(|now| now.training.is_some())
    }

    async fn write_archive(&self, tournament: &TournamentId, folder: &str) -> Result<(), String> {
        let Some(archiver) = &self.options.archiver else {
            return Err("this server does not write archives".to_owned());
        };
        let found = self.belongings(tournament).await;
        let event = found.map_err(|refusal| refusal.to_string())?;
        let written = archiver.write(&event, Path::new(folder)).await;
        written.map(|_| ())
    }

    /// What belongs to an event, for its archive.
    ///
    /// # Errors
    /// [`Refusal`] if there is no such event or the log cannot be read.
    pub async fn belongings(&self, tournament: &TournamentId) -> Result<Belongings, Refusal> {
        let unknown = || Refusal::desk(Reason::UnknownTournament {});
        let now = self.tournament(tournament).ok_or_else(unknown)?;
        let games = now.games().iter().map(|game| &game.game);
        let officials = now.official_records().into_iter().map(|(_, id)| id);
        let people = (now.affairs().entrants.keys()).filter_map(|id| now.person_id(*id));
        let people = people.chain(officials);
        let mut records: Vec<RecordKey> = people
            .map(|id| RecordKey::new(RecordKind::Person, id.as_str()))
            .collect();
        for game in games.clone() {
            records.push(RecordKey::new(RecordKind::Device, game.as_str()));
            records.push(running_record(game).key);
        }
        records.extend(self.links_of(tournament).await?);
        let streams = [StreamName::from(tournament)].into_iter();
        Ok(Belongings {
            tournament: tournament.clone(),
            name: now.slug.clone().unwrap_or_else(|| tournament.to_string()),
            streams: streams.chain(games.map(StreamName::from)).collect(),
            records,
            accounts: self.travelling(tournament).await?,
        })
    }
}

/// A new folder that only its user can look into.
fn create_private_folder(path: &Path) -> std::io::Result<()> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix sets a mode"))]
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
