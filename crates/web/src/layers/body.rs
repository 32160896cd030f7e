//! The bodies of requests: no slower than a minimum rate, and all under way within one budget of bytes.

use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::Web;
use crate::layers::identity::Identity;
use crate::respond::Problem;
use crate::settings::Settings;

/// Why a body is not read any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BodyError {
    #[error("the body arrives too slowly")]
    TooSlow,
    #[error("too many bodies are under way")]
    NoRoom,
}

impl BodyError {
    /// The one among the causes of an error, if there is one.
    pub(crate) fn among(error: &(dyn Error + 'static)) -> Option<Self> {
        let mut cause = Some(error);
        while let Some(one) = cause {
            if let Some(found) = one.downcast_ref::<Self>() {
                return Some(*found);
            }
            cause = one.source();
        }
        None
    }

    pub(crate) fn problem(self) -> Problem {
        match self {
            Self::TooSlow => Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "http.body_too_slow",
                "The request arrived too slowly. Check your connection and send it again.",
            ),
            Self::NoRoom => Problem::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "http.busy",
                "The server is receiving too much at once. Send the request again in a moment.",
            ),
        }
    }
}

/// How many bytes of bodies are in memory.
#[derive(Debug)]
pub(crate) struct BodyBudget {
    /// Of everybody.
    all: AtomicUsize,
    /// Of those who are not signed in. They have a small share of their own.
    strangers: AtomicUsize,
    all_max: usize,
    strangers_max: usize,
}

impl BodyBudget {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            all: AtomicUsize::new(0),
            strangers: AtomicUsize::new(0),
            all_max: settings.archive_bytes_max + settings.strangers_bytes_max * 4,
            strangers_max: settings.strangers_bytes_max,
        }
    }
}

/// The bytes of one request, given back when it is answered.
struct Reservation {
    budget: Arc<BodyBudget>,
    is_stranger: bool,
    bytes: AtomicUsize,
}

impl Reservation {
    fn take(&self, bytes: usize) -> bool {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let all = self.budget.all.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let strangers = match self.is_stranger {
            true => self.budget.strangers.fetch_add(bytes, Ordering::Relaxed) + bytes,
            false => 0,
        };
        all <= self.budget.all_max && strangers <= self.budget.strangers_max
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let bytes = self.bytes.load(Ordering::Relaxed);
        self.budget.all.fetch_sub(bytes, Ordering::Relaxed);
        if self.is_stranger {
            self.budget.strangers.fetch_sub(bytes, Ordering::Relaxed);
        }
    }
}

/// A body that ends with an error when it is too slow or there is no room for it.
struct LimitedBody {
    body: Body,
    reservation: Arc<Reservation>,
    started: Instant,
    bytes: usize,
    grace: Duration,
    bytes_per_second: usize,
    deadline: Duration,
    timer: Pin<Box<Sleep>>,
}

impl LimitedBody {
    /// Until when the next bytes must be here.
    fn until(&self) -> Instant {
        let millis = u64::try_from(self.bytes).unwrap_or(u64::MAX / 1000) * 1000
            / u64::try_from(self.bytes_per_second.max(1)).unwrap_or(u64::MAX);
        let earned = self.grace + Duration::from_millis(millis);
        self.started + earned.min(self.deadline)
    }
}

impl http_body::Body for LimitedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let failed = |error: BodyError| Poll::Ready(Some(Err(axum::Error::new(error))));
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                self.bytes += bytes;
                match self.reservation.take(bytes) {
                    true => Poll::Ready(Some(Ok(frame))),
                    false => failed(BodyError::NoRoom),
                }
            }
            Poll::Ready(end) => Poll::Ready(end),
            Poll::Pending => {
                let until = self.until();
                self.timer.as_mut().reset(until);
                ready!(self.timer.as_mut().poll(context));
                failed(BodyError::TooSlow)
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

pub(crate) async fn limit(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let identity = request.extensions().get::<Identity>();
    let is_known = matches!(identity, Some(Identity::Known(caller)) if caller.is_known());
    let reservation = Arc::new(Reservation {
        budget: web.bodies.clone(),
        is_stranger: !is_known,
        bytes: AtomicUsize::new(0),
    });
    let settings = &web.settings;
    let started = Instant::now();
    let kept = reservation.clone();
    let request = request.map(|body| {
        Body::new(LimitedBody {
            body,
            reservation,
            started,
            bytes: 0,
            grace: settings.body_grace,
            bytes_per_second: settings.body_bytes_per_second,
            deadline: settings.body_deadline,
            timer: Box::pin(sleep_until(started + settings.body_grace)),
        })
    });
    let response = next.run(request).await;
    // What was read is in memory until the handler is done with it.
    drop(kept);
    response
}
