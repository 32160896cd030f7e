//! Pairings are computed on threads of their own: how far each has come, and how one is cancelled.

use crate::Pending;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_pairing::matching::{Progress, Watch};
use outflank_tournament::running::{Act, Timestamp};

use crate::access::{Action, Caller, Target};
use crate::desk::Desk;
use crate::ids::TournamentId;
use crate::log::Seq;
use crate::refusal::Refusal;
use crate::request::{Answer, Request};
use crate::state::tournament::TournamentNow;
use crate::views::director::DirectorView;

/// Whether the program looks for the best pairing to decide this, which can take long.
pub(super) fn is_computed(act: &Act) -> bool {
    matches!(act, Act::Propose { .. } | Act::ProposeByHand { .. })
}

/// The pairings that are being computed, by tournament.
#[derive(Default)]
pub struct PairingJobs(Mutex<BTreeMap<TournamentId, Slot>>);

#[derive(Default)]
struct Slot {
    running: Vec<Arc<Job>>,
    /// Why the last one nobody waited for came to nothing, and the version it was refused at.
    refused: Option<(Seq, Refusal)>,
}

struct Job {
    since: Timestamp,
    progress: Mutex<Option<Progress>>,
    is_cancelled: AtomicBool,
}

/// A pairing that is being computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairingJob {
    pub since: Timestamp,
    /// How many players have an opponent so far; unknown before the search begins.
    pub progress: Option<Progress>,
}

impl Job {
    fn is_to_continue(&self, progress: Progress) -> bool {
        *held(&self.progress) = Some(progress);
        !self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// Takes a job off the list, whether it came to its end or nobody waits for it any more.
struct Listed<'a> {
    jobs: &'a PairingJobs,
    tournament: &'a TournamentId,
    job: Arc<Job>,
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.job.is_cancelled.store(true, Ordering::Relaxed);
        if let Some(slot) = held(&self.jobs.0).get_mut(self.tournament) {
            slot.running.retain(|job| !Arc::ptr_eq(job, &self.job));
        }
    }
}

impl PairingJobs {
    /// Computes on a thread of its own and lists it meanwhile. The work hears through its watch when it is cancelled.
    pub async fn run<T: Send + 'static>(
        &self,
        tournament: &TournamentId,
        since: Timestamp,
        work: impl FnOnce(Watch<'_>) -> T + Send + 'static,
    ) -> T {
        let job = Arc::new(Job {
            since,
            progress: Mutex::new(None),
            is_cancelled: AtomicBool::new(false),
        });
        let watched = Arc::clone(&job);
        {
            let mut slots = held(&self.0);
            let slot = slots.entry(tournament.clone()).or_default();
            slot.refused = None;
            slot.running.push(Arc::clone(&job));
        }
        let _listed = Listed {
            jobs: self,
            tournament,
            job,
        };
        let watch = move |progress| watched.is_to_continue(progress);
        off_the_workers(move || work(&watch)).await
    }

    fn cancel(&self, tournament: &TournamentId) {
        if let Some(slot) = held(&self.0).get(tournament) {
            for job in &slot.running {
                job.is_cancelled.store(true, Ordering::Relaxed);
            }
        }
    }

    fn job(&self, tournament: &TournamentId) -> Option<PairingJob> {
        let slots = held(&self.0);
        let job = slots.get(tournament)?.running.first()?;
        Some(PairingJob {
            since: job.since,
            progress: *held(&job.progress),
        })
    }

    fn note_refusal(&self, tournament: &TournamentId, version: Seq, refusal: Refusal) {
        let mut slots = held(&self.0);
        slots.entry(tournament.clone()).or_default().refused = Some((version, refusal));
    }

    fn refusal(&self, tournament: &TournamentId, version: Seq) -> Option<Refusal> {
        let slots = held(&self.0);
        let (refused_at, refusal) = slots.get(tournament)?.refused.as_ref()?;
        (*refused_at == version).then(|| refusal.clone())
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does work that takes long beside the threads that answer requests.
pub(super) async fn off_the_workers<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    let worked = tokio::task::spawn_blocking(work);
    worked.await.expect("what is computed does not panic")
}

impl Desk {
    #[must_use]
    pub const fn pairings(&self) -> &PairingJobs {
        &self.pairings
    }

    /// The pairing of a tournament that is being computed now.
    #[must_use]
    pub fn pairing_job(&self, tournament: &TournamentId) -> Option<PairingJob> {
        self.pairings.job(tournament)
    }

    /// Why the last pairing that outlived [`submit_within`](Self::submit_within) came to nothing, until the tournament
    /// changes.
    #[must_use]
    pub fn pairing_refusal(&self, now: &TournamentNow) -> Option<Refusal> {
        self.pairings.refusal(&now.id, now.version)
    }

    /// Cancels the computation for a tournament; its caller is told that it was cancelled.
    ///
    /// # Errors
    /// [`Refusal`] if the caller may not pair.
    pub fn cancel_pairing(
        &self,
        caller: &Caller,
        tournament: &TournamentId,
    ) -> Result<(), Refusal> {
        if !caller.may(Action::Pair, &Target::tournament(tournament)) {
            return Err(Refusal::not_allowed(caller, Action::Pair));
        }
        self.pairings.cancel(tournament);
        Ok(())
    }

    /// Submits a command of a tournament and waits so long for its answer. After that the command continues on its
    /// own, and there is no answer: [`pairing_job`](Self::pairing_job) says how far it has come.
    pub fn submit_within<'a>(
        &'a self,
        caller: &'a Caller,
        tournament: &'a TournamentId,
        request: Request,
        patience: Duration,
    ) -> Pending<'a, Option<Result<Answer, Refusal>>> {
        Box::pin(self.submit_within_here(caller, tournament, request, patience))
    }

    async fn submit_within_here(
        &self,
        caller: &Caller,
        tournament: &TournamentId,
        request: Request,
        patience: Duration,
    ) -> Option<Result<Answer, Refusal>> {
        let desk = self.me.upgrade().expect("whoever calls the desk holds it");
        let (caller, tournament) = (caller.clone(), tournament.clone());
        let (answer, mut answered) = tokio::sync::oneshot::channel();
        tokio::spawn(async move {
            let result = desk.submit(&caller, request).await;
            if let Err(Err(refusal)) = answer.send(result) {
                let version = desk.tournament(&tournament).map(|now| now.version);
                let version = version.unwrap_or(Seq(0));
                desk.pairings.note_refusal(&tournament, version, refusal);
            }
        });
        if patience.is_zero() {
            return None;
        }
        let in_time = tokio::time::timeout(patience, &mut answered).await;
        match in_time {
            Ok(answered) => Some(answered.expect("a command is answered")),
            Err(_) => {
                // It may have been answered in this very moment.
                answered.close();
                answered.try_recv().ok()
            }
        }
    }

    /// Looks at a tournament with the director's eyes beside the threads that answer requests, for what compares
    /// pairings.
    pub async fn look<T: Send + 'static>(
        &self,
        now: &Arc<TournamentNow>,
        look: impl FnOnce(DirectorView<'_>) -> T + Send + 'static,
    ) -> T {
        let now = Arc::clone(now);
        off_the_workers(move || look(DirectorView::of(&now))).await
    }
}
