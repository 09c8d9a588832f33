//! Bounds of a request's body: how long it may be, and how long it may take.
//!
//! A body that is announced as too long is refused before a byte of it is read. One that comes too slowly ends the request: it has 30 s, and what
//! its length needs at 16 KiB/s, so that a slow line can import a large file and a client that sends a byte now and then cannot
//! keep a request open.

use std::{
    fmt,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::MethodRouter,
};
use hyper::body::{Body as _, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::problem::Problem;

/// What a body may take.
#[derive(Clone, Copy)]
struct Bound {
    /// Bytes.
    most: usize,
    /// Time for any body.
    grace: Duration,
    /// Bytes a second that are enough beyond it.
    rate: f64,
}

/// A route whose bodies are at most so long, and come in time.
pub(crate) fn bounded<S: Clone + Send + Sync + 'static>(
    route: MethodRouter<S>,
    most: usize,
) -> MethodRouter<S> {
    within(route, Bound { most, grace: Duration::from_secs(30), rate: 16_384.0 })
}

fn within<S: Clone + Send + Sync + 'static>(route: MethodRouter<S>, bound: Bound) -> MethodRouter<S> {
    route.layer(DefaultBodyLimit::max(bound.most)).layer(middleware::from_fn_with_state(bound, hold))
}

async fn hold(State(bound): State<Bound>, request: Request, next: Next) -> Response {
    let Bound { most, .. } = bound;
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    if announced(&request).is_some_and(|length| length > most as u64) {
        return Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("the request is longer than {most} bytes"),
        )
        .help("send less at once: a collection in parts, a game in fewer moves")
        .into_response();
    }
    let late = Arc::new(AtomicBool::new(false));
    let (head, body) = request.into_parts();
    let body = Body::new(Timed::new(body, bound, Arc::clone(&late)));
    let answer = next.run(Request::from_parts(head, body)).await;
    if !late.load(Ordering::Relaxed) {
        return answer;
    }
    let mut answer = Problem::new(StatusCode::REQUEST_TIMEOUT, "the request's body did not come in time")
        .help("send it again; on a slow line in smaller parts")
        .into_response();
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    answer
}

fn announced(request: &Request) -> Option<u64> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// A body with a deadline.
struct Timed {
    body: Body,
    bound: Bound,
    start: Instant,
    bytes: usize,
    deadline: Pin<Box<Sleep>>,
    late: Arc<AtomicBool>,
}

impl Timed {
    fn new(body: Body, bound: Bound, late: Arc<AtomicBool>) -> Self {
        let start = Instant::now();
        Self { body, bound, start, bytes: 0, deadline: Box::pin(sleep_until(start + bound.grace)), late }
    }
}

/// The deadline passed.
#[derive(Debug)]
struct Late;

impl fmt::Display for Late {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the body did not come in time")
    }
}

impl std::error::Error for Late {}

impl hyper::body::Body for Timed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        match &frame {
            Poll::Ready(Some(Ok(frame))) => {
                self.bytes += frame.data_ref().map_or(0, Bytes::len);
                let more = Duration::from_secs_f64(self.bytes as f64 / self.bound.rate);
                let deadline = self.start + self.bound.grace + more;
                self.deadline.as_mut().reset(deadline);
            }
            Poll::Ready(_) => {}
            Poll::Pending => {
                if self.deadline.as_mut().poll(context).is_ready() {
                    self.late.store(true, Ordering::Relaxed);
                    return Poll::Ready(Some(Err(axum::Error::new(Late))));
                }
            }
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::{Router, body::to_bytes, routing::post};
    use futures_util::{StreamExt, stream};
    use tower::ServiceExt;

    use super::*;

    const BOUND: Bound = Bound { most: 100, grace: Duration::from_millis(50), rate: 1_000.0 };

    async fn answer(bound: Bound, length: Option<u64>, body: Body) -> (u16, String) {
        let route = within(post(async |body: Bytes| body.len().to_string()), bound);
        let router = Router::new().route("/", route);
        let mut request = Request::builder().method("POST").uri("/");
        if let Some(length) = length {
            request = request.header(header::CONTENT_LENGTH, length);
        }
        let answer = router.oneshot(request.body(body).unwrap()).await.unwrap();
        let status = answer.status().as_u16();
        (status, String::from_utf8(to_bytes(answer.into_body(), 1_000).await.unwrap().to_vec()).unwrap())
    }

    /// A body that says that it was read.
    fn unread() -> Body {
        Body::from_stream(stream::poll_fn(|_| -> Poll<Option<Result<&str, Infallible>>> {
            panic!("it was read")
        }))
    }

    /// Some bytes, and then nothing for ever.
    fn stuck() -> Body {
        Body::from_stream(stream::iter([Ok::<_, Infallible>("abc")]).chain(stream::pending()))
    }

    #[tokio::test]
    async fn what_is_announced_as_too_long_is_refused_before_it_is_read() {
        let (status, text) = answer(BOUND, Some(101), unread()).await;
        assert_eq!(status, 413);
        assert!(text.contains("longer than 100 bytes") && text.contains("help"), "{text}");
        assert_eq!(answer(BOUND, Some(3), Body::from("abc")).await, (200, "3".to_owned()));
        let hidden = Body::from_stream(stream::iter([Ok::<_, Infallible>(vec![b'x'; 101])]));
        assert_eq!(answer(BOUND, None, hidden).await.0, 413, "its length is not announced");
    }

    #[tokio::test]
    async fn a_body_that_does_not_come_ends_the_request() {
        let (status, text) = answer(BOUND, Some(9), stuck()).await;
        assert_eq!(status, 408);
        assert!(text.contains("did not come in time"), "{text}");
    }

    #[tokio::test]
    async fn a_long_body_has_more_time_than_a_short_one() {
        let steady = || {
            let pieces = stream::unfold(0, async |sent| {
                tokio::time::sleep(Duration::from_millis(10)).await;
                (sent < 30).then(|| (Ok::<_, Infallible>("ten bytes."), sent + 1))
            });
            Body::from_stream(pieces)
        };
        let bound = |rate| Bound { most: 1_000, rate, ..BOUND };
        assert_eq!(
            answer(bound(100.0), None, steady()).await,
            (200, "300".to_owned()),
            "well above the rate"
        );
        assert_eq!(answer(bound(1e9), None, steady()).await.0, 408, "well below it");
    }
}
