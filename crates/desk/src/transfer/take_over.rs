//! Taking over what another copy of the log holds.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::access::{Action, Caller, Target};
use crate::desk::Desk;
use crate::log::{Envelope, StreamName};
use crate::refusal::{Reason, Refusal};
use crate::state::game::GameNow;
use crate::table::restart::running_record;
use crate::transfer::archiver::{CopyChoice, NotTakenIn, TakenIn};

impl Desk {
    /// Takes an event over from its archive, while the desk works. If both copies went on nothing is taken in
    /// unless one is chosen.
    ///
    /// # Errors
    /// [`Refusal`] if the caller may not, if the archive is not complete, or names the first event that differs.
    pub async fn take_in(
        &self,
        caller: &Caller,
        archive: &[u8],
        choice: CopyChoice,
    ) -> Result<TakenIn, Refusal> {
        if !caller.may(Action::ManageServer, &Target::default()) {
            return Err(Refusal::not_allowed(caller, Action::ManageServer));
        }
        let bad = |problem: String| Refusal::desk(Reason::BadArchive { problem });
        let Some(archiver) = &self.options.archiver else {
            return Err(bad("This server does not import archives.".to_owned()));
        };
        let taken = archiver.take_in(archive, choice).await;
        let taken = taken.map_err(|why| match why {
            NotTakenIn::Parted(parting) => {
                Refusal::desk(Reason::CopiesParted { parting: *parting })
            }
            NotTakenIn::Unreadable(problem) => bad(problem),
            NotTakenIn::Fault(fault) => Refusal::Fault(fault),
        })?;
        self.take_over(&taken.events).await?;
        Ok(taken)
    }

    /// Folds anew what an import has taken over from another copy of the log, which may have set
    /// events aside. Games whose clock the server keeps stand since their last event, at nobody's cost.
    ///
    /// # Errors
    /// [`Refusal`] if the log cannot be read or written.
    pub async fn take_over(&self, taken: &[Arc<Envelope>]) -> Result<(), Refusal> {
        let streams: BTreeSet<StreamName> = (taken.iter())
            .map(|envelope| envelope.content.stream.clone())
            .collect();
        self.load_access().await?;
        self.take_in_arrivals().await?;
        for stream in &streams {
            match stream {
                StreamName::Tournament(_) | StreamName::Federation(_) => {
                    let _guard = self.warm.lock([stream]).await;
                    self.reload(stream).await?;
                }
                StreamName::Game(id) => self.take_over_game(stream, id).await?,
                StreamName::Access => {}
            }
        }
        self.refresh_people().await
    }

    async fn take_over_game(
        &self,
        stream: &StreamName,
        id: &crate::ids::GameId,
    ) -> Result<(), Refusal> {
        let game = {
            let _guard = self.warm.lock([stream]).await;
            self.load::<GameNow>(id).await?
        };
        let Some(game) = game else {
            return Ok(());
        };
        if game.game.phase() != outflank_game::Phase::Confirmed {
            self.store.put_records(vec![running_record(id)]).await?;
            self.pause_after_gap(&game, None).await?;
        }
        Ok(())
    }
}
