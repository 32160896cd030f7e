//! Passwords are hashed beside the threads that answer, and only a few at once: each takes tens of milliseconds of a
//! core and 19 MiB.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// How many are hashed at once; further callers wait.
pub(crate) const AT_ONCE: usize = 2;

/// Where passwords are hashed.
pub(crate) struct Hashing(Arc<Semaphore>);

impl Default for Hashing {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Hashing {
    /// Works on a thread of its own. A caller that stops waiting keeps its place until the work is done.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let turn = Arc::clone(&self.0).acquire_owned().await;
        let worked = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        worked.await.expect("hashing does not panic")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use crate::access::hashing::*;

    #[tokio::test]
    async fn a_crowd_waits_for_its_turn_and_holds_up_nobody() {
        let (hashing, running, most) =
            (Hashing::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        let (hashing, counts) = (Arc::new(hashing), Arc::new((running, most)));
        let crowd: Vec<_> = (0..6 * AT_ONCE)
            .map(|number| {
                let (hashing, counts) = (Arc::clone(&hashing), Arc::clone(&counts));
                tokio::spawn(async move {
                    let work = move || {
                        let now = counts.0.fetch_add(1, Ordering::SeqCst) + 1;
                        counts.1.fetch_max(now, Ordering::SeqCst);
                        for _ in 0..1000 {
                            std::thread::yield_now();
                        }
                        counts.0.fetch_sub(1, Ordering::SeqCst);
                        number
                    };
                    hashing.run(work).await
                })
            })
            .collect();
        for (number, one) in crowd.into_iter().enumerate() {
            assert_eq!(one.await.unwrap(), number);
        }
        assert!(counts.1.load(Ordering::SeqCst) <= AT_ONCE);
    }
}
