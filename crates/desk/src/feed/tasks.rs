//! What the desk does by itself: publish, ring, beat, archive.

use std::sync::Arc;
use std::time::Duration;

use outflank_rulebook::Millis;
use outflank_tournament::running::FactKind;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::desk::Desk;
use crate::feed::looks::CatchUpOutcome;
use crate::log::StreamName;
use crate::table::restart::HEARTBEAT_MS;
use crate::transfer::second_folder::ARCHIVE_EVERY_MS;

/// The desk looks at its clocks at least this often; a new game may fall sooner than it knew.
const LOOK_EVERY_MS: i64 = 250;
/// And this often for a fallen flag that waits for a person.
const AGAIN_LOOK_MS: i64 = 50;
/// How long it waits after the log failed.
const AGAIN_AFTER: Duration = Duration::from_millis(500);

/// How often the desk looks whether it is served in time.
const WATCH_EVERY: Duration = Duration::from_millis(50);
/// How often idle casual games are ended and expired sessions forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(10 * 60);
/// A task that is woken so much too late was not the only one.
const STALLED: Duration = Duration::from_millis(200);
/// A heartbeat that takes so long waited for the disk or the database.
const SLOW_WRITE: Duration = Duration::from_millis(500);
/// If the clock goes on by so much more than the computer worked, it slept.
const SLEPT_MS: i64 = 2000;

impl Desk {
    /// Runs until `stop` says true: publishes what is durable, raises flags, beats, archives.
    pub async fn run(self: Arc<Self>, stop: watch::Receiver<bool>) {
        tokio::join!(
            self.publish_all(stop.clone()),
            self.ring_all(stop.clone()),
            self.beat_all(stop.clone()),
            self.watch_stalls(stop.clone()),
            self.sweep_now_and_then(stop.clone()),
            self.archive_now_and_then(stop),
        );
    }

    /// One task reads the log after each commit, and when a caller wants to read what others wrote, and publishes in
    /// its order.
    async fn publish_all(&self, mut stop: watch::Receiver<bool>) {
        let mut durable = self.store.durable();
        // Others may have written while the desk was opened.
        durable.mark_changed();
        let mut wanted = self.looks.wanted();
        let mut is_failing = false;
        loop {
            tokio::select! {
                () = stopped(&mut stop) => return,
                changed = durable.changed() => if changed.is_err() { return },
                changed = wanted.changed() => if changed.is_err() { return },
                () = self.outbox.changed() => {}
                () = tokio::time::sleep(AGAIN_AFTER), if is_failing => {}
            }
            let number = *wanted.borrow_and_update();
            let followed = self.follow().await;
            is_failing = followed.is_err();
            match followed {
                Ok(()) => {
                    self.worked("publish");
                    self.looks.done(number, CatchUpOutcome::Done);
                }
                Err(refusal) => {
                    self.failed("publish", &refusal.to_string());
                    self.looks.done(number, CatchUpOutcome::Failed);
                }
            }
        }
    }

    async fn ring_all(&self, mut stop: watch::Receiver<bool>) {
        loop {
            let wait = match self.next_alarm() {
                Some(at) if at > self.now() => (at.0 - self.now().0).clamp(1, LOOK_EVERY_MS),
                // It is down already: a device has not answered, or another server raises the flag.
                Some(_) => AGAIN_LOOK_MS,
                None => LOOK_EVERY_MS,
            };
            tokio::select! {
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(millis(wait)) => {}
            }
            match self.ring().await {
                Ok(()) => self.worked("clocks"),
                Err(refusal) => self.failed("clocks", &refusal.to_string()),
            }
        }
    }

    async fn beat_all(&self, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(millis(HEARTBEAT_MS)) => {}
            }
            let begun = Instant::now();
            let beaten = self.beat().await;
            let lasted = begun.elapsed();
            // While the log could not be written no move could be acknowledged.
            if lasted >= SLOW_WRITE && self.clock.is_real() {
                self.note_stall(Millis(whole_millis(lasted)));
            }
            match beaten {
                Ok(()) => self.worked("heartbeat"),
                Err(refusal) => self.failed("heartbeat", &refusal.to_string()),
            }
        }
    }

    async fn sweep_now_and_then(&self, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(SWEEP_EVERY) => {}
            }
            match self.sweep().await {
                Ok(()) => self.worked("sweep"),
                Err(refusal) => self.failed("sweep", &refusal.to_string()),
            }
        }
    }

    /// Measures how late this task is woken: so long nobody else was served either.
    async fn watch_stalls(&self, mut stop: watch::Receiver<bool>) {
        if !self.clock.is_real() {
            return;
        }
        loop {
            let (begun, then) = (Instant::now(), self.now());
            tokio::select! {
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(WATCH_EVERY) => {}
            }
            let passed = begun.elapsed();
            let late = passed.saturating_sub(WATCH_EVERY);
            let slept = self.now().0 - then.0 - whole_millis(passed);
            if slept >= SLEPT_MS {
                match self.pause_after_sleep(then).await {
                    Ok(paused) => tracing::warn!(ms = slept, paused, "the computer slept"),
                    Err(refusal) => self.failed("sleep", &refusal.to_string()),
                }
            } else if late >= STALLED {
                self.note_stall(Millis(whole_millis(late)));
            }
        }
    }

    /// Every five minutes, and after every validated round of an event.
    async fn archive_now_and_then(&self, mut stop: watch::Receiver<bool>) {
        let mut events = self.hub.events();
        let mut next = self.now().0 + ARCHIVE_EVERY_MS;
        loop {
            let wait = millis((next - self.now().0).max(1));
            tokio::select! {
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(wait) => {
                    self.archive_all().await;
                    next = self.now().0 + ARCHIVE_EVERY_MS;
                }
                event = events.recv() => {
                    let Ok(envelope) = event else { continue };
                    let content = &envelope.content;
                    if let StreamName::Tournament(id) = &content.stream
                        && content.kind == FactKind::RoundValidated.word()
                    {
                        self.archive(id).await;
                    }
                }
            }
        }
    }

    fn worked(&self, what: &'static str) {
        self.status.change(|status| {
            status.failures.remove(what);
        });
    }

    fn failed(&self, what: &'static str, problem: &str) {
        self.status.change(|status| {
            status.failures.insert(what, problem.to_owned());
        });
    }
}

fn whole_millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // If the sender was dropped, its owner has stopped too.
    let _ = stop.wait_for(|is_over| *is_over).await;
}

fn millis(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}
