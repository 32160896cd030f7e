//! Work and its connection in one task: between them and the database there is nobody to wait for.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// How often work and connection answer each other before other tasks have their turn.
const ROUNDS: usize = 16;

/// What moves a connection along: whoever uses it polls it beside his work, or a task of its own does.
pub(crate) struct Driver {
    connection: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    gate: Arc<Gate>,
}

/// Wakes the task of work and connection, but not while it is awake: the two wake each other with every message, and
/// each time the runtime would send for another thread to take the task over.
struct Gate {
    is_inside: AtomicBool,
    is_called: AtomicBool,
    task: Mutex<Waker>,
}

impl Wake for Gate {
    fn wake(self: Arc<Self>) {
        // First the call, then the look: the task looks in the other order when it goes to sleep.
        self.is_called.store(true, Ordering::SeqCst);
        if !self.is_inside.load(Ordering::SeqCst) {
            let task = self.task.lock().unwrap_or_else(PoisonError::into_inner);
            task.wake_by_ref();
        }
    }
}

impl Gate {
    fn enter(&self, task: &Waker) {
        let mut known = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        known.clone_from(task);
        self.is_inside.store(true, Ordering::SeqCst);
        self.is_called.store(false, Ordering::SeqCst);
    }

    /// Whether nobody has called since.
    fn leave(&self) -> bool {
        self.is_inside.store(false, Ordering::SeqCst);
        !self.is_called.load(Ordering::SeqCst)
    }
}

impl Driver {
    pub(crate) fn new(connection: impl Future<Output = ()> + Send + 'static) -> Self {
        let gate = Gate {
            is_inside: AtomicBool::new(false),
            is_called: AtomicBool::new(false),
            task: Mutex::new(Waker::noop().clone()),
        };
        Self {
            connection: Some(Box::pin(connection)),
            gate: Arc::new(gate),
        }
    }

    /// Does work that uses the connection. In one task with it there is nobody to wait for but the database.
    pub(crate) async fn run<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let waker = Waker::from(Arc::clone(&self.gate));
        poll_fn(|context| {
            let mut within = Context::from_waker(&waker);
            for _ in 0..ROUNDS {
                self.gate.enter(context.waker());
                // The work sends; the connection carries it, and brings what has come.
                if let Poll::Ready(done) = work.as_mut().poll(&mut within) {
                    self.gate.leave();
                    return Poll::Ready(done);
                }
                if let Some(connection) = &mut self.connection
                    && connection.as_mut().poll(&mut within).is_ready()
                {
                    // Dropping it tells those who wait for an answer.
                    self.connection = None;
                }
                if self.gate.leave() {
                    return Poll::Pending;
                }
            }
            // Others have their turn, and the runtime its say: it stops those who never pause.
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await
    }

    /// Waits until the connection has ended.
    pub(crate) async fn ended(mut self) {
        if let Some(connection) = self.connection.take() {
            connection.await;
        }
    }
}
