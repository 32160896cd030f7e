//! One page that watches: how things stand, then every piece as it is made.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::Live;
use super::pages::{PageMessage, PageTopic};
use super::viewer::{ALIVE, CLOSING};

/// A page between two pieces.
pub(crate) struct PageViewer {
    live: Arc<Live>,
    topic: PageTopic,
    receiver: Receiver<PageMessage>,
    stage: Stage,
}

enum Stage {
    /// It needs everything.
    Anew,
    /// It has everything.
    Follow,
    /// Nothing more.
    End,
}

impl PageViewer {
    /// A page that begins to watch.
    pub(crate) fn new(live: &Arc<Live>, topic: PageTopic) -> Self {
        Self {
            receiver: live.pages.subscribe(&topic),
            live: live.clone(),
            topic,
            stage: Stage::Anew,
        }
    }

    /// The stream's body.
    pub(crate) fn into_body(self) -> PageBody {
        PageBody {
            next: Some(Box::pin(self.next())),
        }
    }

    async fn next(mut self) -> (Option<Bytes>, Self) {
        loop {
            match self.stage {
                Stage::Anew => {
                    self.stage = Stage::Follow;
                    if let Some(bytes) = self.live.page_now(&self.topic).await {
                        return (Some(bytes), self);
                    }
                }
                Stage::Follow => match self.receiver.recv().await {
                    Ok(PageMessage::Piece(bytes)) => return (Some(bytes), self),
                    Ok(PageMessage::Alive) => return (Some(ALIVE), self),
                    Ok(PageMessage::Closing) | Err(RecvError::Closed) => {
                        self.stage = Stage::End;
                        return (Some(CLOSING), self);
                    }
                    // Too slow for the line: it gets everything anew instead of what it missed.
                    Err(RecvError::Lagged(_)) => self.stage = Stage::Anew,
                },
                Stage::End => return (None, self),
            }
        }
    }
}

type Next = Pin<Box<dyn Future<Output = (Option<Bytes>, PageViewer)> + Send>>;

/// A page that watches as the body of an answer.
pub(crate) struct PageBody {
    next: Option<Next>,
}

impl Body for PageBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Some(next) = self.next.as_mut() else {
            return Poll::Ready(None);
        };
        match next.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready((None, _)) => {
                self.next = None;
                Poll::Ready(None)
            }
            Poll::Ready((Some(bytes), viewer)) => {
                self.next = Some(Box::pin(viewer.next()));
                Poll::Ready(Some(Ok(Frame::data(bytes))))
            }
        }
    }
}
