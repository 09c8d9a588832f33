//! The loop that takes connections in, and what ends them.
//!
//! A client that sends half a request and waits costs the server a file; 1,200 of them and there are no more files, for anybody. So every
//! connection has a [`Seat`](seat::Seat) that says how far it has come, and this module acts on it:
//!
//! ```text
//!            head complete          body complete        answer sent
//! Asking ───────────────► Receiving ─────────────► Served ──────────► Idle ──► (first byte) Asking
//!   10 s                   30 s + 16 KiB/s          no bound           75 s
//! ```
//!
//! * **Time.** A head must be there 10 s after the connection, or its first byte; a body within 30 s plus what 16 KiB/s need
//!   (`arrival.rs`); a client that takes nothing of its answer for 60 s is gone. A connection without a request is closed after 75 s.
//! * **Number.** No more connections than the limit of open files leaves room for. Over it one that is not being served makes room, so that a
//!   new client always gets in: first those without a complete request, of them those of the address that has the most, of them the
//!   oldest. An honest client has sent its request a few milliseconds after it connected; of a thousand that send nothing it is never
//!   the oldest. Requests that are worked on and streams of events are never ended for another's sake. Where all are, the new one
//!   is told so and refused.
//! * **Shares.** Where others than this machine are let in, an address has a bound of its own by the same rule; an address of IPv6 is its network.
//! * **Files.** An accept that fails, for want of files too, is tried again after a pause.
//!
//! To make room is to look at all connections. It is done for a sixteenth of them at once, so that a flood costs a glance each.

mod open_files;
mod parts;
mod register;
mod seat;
#[cfg(test)]
mod tests;
mod wire;

use std::{
    convert::Infallible,
    future::{Future, poll_fn},
    io::{self, Write},
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    http::{Request, Response},
};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time,
};

use crate::{limits, peer::Peer};
use register::{Admitted, End, Register};
use seat::Stage;
use wire::Wire;

/// How many connections, and how long they may take.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// Connections at once.
    pub(crate) open: usize,
    /// Connections of one address at once.
    pub(crate) per_peer: usize,
    /// For the head of a request.
    pub(crate) head: Duration,
    /// Between two requests.
    pub(crate) idle: Duration,
    /// Without the client taking anything of its answer.
    pub(crate) stalled: Duration,
    /// After an accept that failed.
    pub(crate) pause: Duration,
}

impl Bounds {
    /// Those of a server that listens there.
    pub(crate) fn of(address: IpAddr) -> Self {
        let open = open_files::room().min(limits::CONNECTIONS);
        Self {
            open,
            // On loopback all clients have the same address.
            per_peer: if address.is_loopback() { open } else { limits::CONNECTIONS_PER_PEER.min(open) },
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            stalled: Duration::from_secs(60),
            pause: Duration::from_millis(200),
        }
    }

    /// How often overdue connections are looked for.
    fn round(&self) -> Duration {
        (self.head.min(self.idle).min(self.stalled) / 10)
            .clamp(Duration::from_millis(5), Duration::from_secs(1))
    }
}

/// Serves all who come, for ever; dropping it ends everything.
pub(crate) async fn serve(listener: TcpListener, router: Router, bounds: Bounds) {
    let listener = Arc::new(listener);
    let accept = move || {
        let listener = Arc::clone(&listener);
        async move { listener.accept().await }
    };
    serve_from(accept, router, bounds).await;
}

/// The same, from any source of connections.
async fn serve_from<A>(accept: impl Fn() -> A, router: Router, bounds: Bounds)
where
    A: Future<Output = io::Result<(TcpStream, SocketAddr)>>,
{
    let (round, pause) = (bounds.round(), bounds.pause);
    let register = Arc::new(Register::new(bounds));
    // When this future is dropped, so are they.
    let _end = End(Arc::clone(&register));
    let service = TowerToHyperService::new(router);
    tokio::join!(end_overdue(&register, round), async {
        loop {
            register.room().await;
            match accept().await {
                Ok((socket, address)) => {
                    let _ = socket.set_nodelay(true);
                    match register.admit(Peer::of(address.ip())) {
                        Some(seat) => drop(tokio::spawn(converse(socket, seat, service.clone()))),
                        None => refuse(socket),
                    }
                }
                Err(error) if is_the_clients(&error) => {}
                Err(_) => {
                    // Files are used up elsewhere in the program, perhaps: those that nobody needs are given back.
                    register.make_room();
                    time::sleep(pause).await;
                }
            }
        }
    });
}

/// Looks for connections that took too long, for ever.
async fn end_overdue(register: &Register, round: Duration) {
    let mut clock = time::interval(round);
    loop {
        clock.tick().await;
        register.end_overdue();
    }
}

/// Did only this one connection fail?
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Says that there is no room; whether the client reads it is up to the client.
fn refuse(socket: TcpStream) {
    let body = r#"{"error":{"message":"too many connections are open","help":"close some pages, or try again later"}}"#;
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncontent-length: {}\r\nretry-after: 5\r\n\
         connection: close\r\n\r\n{body}",
        body.len()
    );
    // It does not wait: what is short fits into the system's buffer.
    let _ = socket.into_std().and_then(|mut socket| socket.write(answer.as_bytes()));
}

/// Answers the requests of one connection until it ends or has to.
async fn converse(socket: TcpStream, seat: Admitted, service: TowerToHyperService<Router>) {
    let wire = Wire::new(socket, Arc::clone(&seat));
    let answering = Arc::clone(&seat);
    let service = service_fn(move |request: Request<Incoming>| -> Answering {
        let seat = Arc::clone(&answering);
        let mut request = parts::incoming(request, &seat);
        request.extensions_mut().insert(seat.peer());
        let answer = service.call(request);
        Box::pin(async move { Ok(parts::outgoing(answer.await?, seat)) })
    });
    let mut http = http1::Builder::new();
    http.max_buf_size(limits::HEAD).header_read_timeout(None);
    let mut connection = http.serve_connection(TokioIo::new(wire), service);
    let conversation = async {
        if poll_fn(|context| connection.poll_without_shutdown(context)).await.is_ok() {
            seat.reaches(Stage::Asking);
            part(connection.into_parts().io.into_inner()).await;
        }
    };
    tokio::select! {
        () = conversation => {}
        () = seat.dismissed() => {}
    }
}

type Answering = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

/// Closes our side and waits a moment for the client's. What is closed with unread bytes is reset, and a client that is still sending what was
/// refused would not see the refusal.
async fn part(mut wire: Wire) {
    let _ = wire.shutdown().await;
    let mut bytes = [0; 4096];
    for _ in 0..limits::UPLOAD / bytes.len() {
        if !matches!(wire.read(&mut bytes).await, Ok(1..)) {
            break;
        }
    }
}
