//! A few connections that read beside the writer.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use outflank_desk::log::Fault;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

/// How many connections read at once.
const READERS: usize = 3;
/// The most questions that wait for a reader; the next asker waits for its turn.
const QUEUE_MAX: usize = 1024;

type Question = Box<dyn FnOnce(&Connection) + Send>;

/// Threads with a connection each; they end when this is dropped.
pub(crate) struct Readers {
    questions: Option<mpsc::Sender<Question>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    /// Starts them; `open` makes a connection.
    pub(crate) fn start(open: impl Fn() -> Result<Connection, Fault>) -> Result<Self, Fault> {
        let (sender, receiver) = mpsc::channel::<Question>(QUEUE_MAX);
        let receiver = Arc::new(Mutex::new(receiver));
        let mut threads = Vec::new();
        for number in 1..=READERS {
            let connection = open()?;
            let receiver = Arc::clone(&receiver);
            let work = move || {
                while let Some(question) = next(&receiver) {
                    question(&connection);
                }
            };
            let thread = thread::Builder::new().name(format!("log-reader-{number}"));
            threads.push(thread.spawn(work).map_err(no_thread)?);
        }
        Ok(Self {
            questions: Some(sender),
            threads,
        })
    }

    /// Asks, and waits for the answer.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (reply, answer) = oneshot::channel();
        let question: Question = Box::new(move |connection| {
            // A caller that has stopped waiting does not get it.
            let _ = reply.send(question(connection));
        });
        let questions = self.questions.as_ref().ok_or_else(ended)?;
        questions.send(question).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.questions = None;
        for thread in self.threads.drain(..) {
            // A reader that panicked has nothing left to close.
            let _ = thread.join();
        }
    }
}

fn next(receiver: &Mutex<mpsc::Receiver<Question>>) -> Option<Question> {
    let mut receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
    receiver.blocking_recv()
}

/// A thread of the log has ended before its time.
pub(crate) fn ended() -> Fault {
    Fault::Unavailable("it was closed. Start the program again".into())
}

pub(crate) fn no_thread(error: std::io::Error) -> Fault {
    Fault::Unavailable(format!(
        "could not start a thread ({error}). Close other programs"
    ))
}
