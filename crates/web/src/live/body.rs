//! The body of a stream: one future runs as long as the viewer is connected, so that a message costs no memory of its own.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame};

/// Where the next message lies until it is sent.
#[derive(Clone, Default)]
pub(crate) struct Slot(Arc<Mutex<Option<Bytes>>>);

impl Slot {
    /// Puts a message down and waits until it is taken.
    pub(crate) fn hand(&self, bytes: Bytes) -> Handed {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes);
        Handed(false)
    }

    fn take(&self) -> Option<Bytes> {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner)).take()
    }
}

/// Waits until the reader has taken the message. It polls again when it has room for the next, so nothing is woken.
pub(crate) struct Handed(bool);

impl Future for Handed {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        match std::mem::replace(&mut self.0, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }
}

/// A viewer, as the body of a response.
pub(crate) struct StreamBody {
    running: Pin<Box<dyn Future<Output = ()> + Send>>,
    slot: Slot,
}

impl StreamBody {
    /// What `run` puts into its slot, until it ends.
    pub(crate) fn new<F>(run: impl FnOnce(Slot) -> F) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let slot = Slot::default();
        Self {
            running: Box::pin(run(slot.clone())),
            slot,
        }
    }
}

impl Body for StreamBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let polled = self.running.as_mut().poll(context);
        match (self.slot.take(), polled) {
            (Some(bytes), _) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            (None, Poll::Ready(())) => Poll::Ready(None),
            (None, Poll::Pending) => Poll::Pending,
        }
    }
}
