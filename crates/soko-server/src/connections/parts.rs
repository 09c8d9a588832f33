//! Bodies that tell the seat of their connection when they end.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes},
    http::{Request, Response},
};
use hyper::body::{Body as _, Frame, Incoming, SizeHint};

use super::seat::{Seat, Stage};

/// A request, with its body, as it comes in.
pub(super) fn incoming(request: Request<Incoming>, seat: &Arc<Seat>) -> Request<Body> {
    let (head, body) = request.into_parts();
    if body.is_end_stream() {
        seat.reaches(Stage::Served);
        return Request::from_parts(head, Body::empty());
    }
    seat.reaches(Stage::Receiving);
    let body = Received { body, seat: Arc::clone(seat) };
    Request::from_parts(head, Body::new(body))
}

/// An answer, with its body, as it goes out.
pub(super) fn outgoing(answer: Response<Body>, seat: Arc<Seat>) -> Response<Body> {
    let (head, body) = answer.into_parts();
    Response::from_parts(head, Body::new(Sent { body, seat }))
}

/// The body of a request.
struct Received {
    body: Incoming,
    seat: Arc<Seat>,
}

impl hyper::body::Body for Received {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.seat.reaches(Stage::Served);
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

/// The body of an answer.
struct Sent {
    body: Body,
    seat: Arc<Seat>,
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.seat.reaches(Stage::Idle);
    }
}

impl hyper::body::Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
