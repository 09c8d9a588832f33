//! Against a real listener, with bounds so small that no test waits for long.

use std::{
    net::{Ipv4Addr, SocketAddrV4},
    sync::atomic::{AtomicUsize, Ordering},
};

use axum::{
    body::Bytes,
    routing::{get, post},
};
use futures_util::{StreamExt, stream};
use tokio::{net::TcpSocket, task::JoinHandle};

use super::*;
use crate::arrival::bounded;

/// Longer than any test.
const LONG: Duration = Duration::from_secs(60);
const BOUNDS: Bounds = Bounds {
    open: 100,
    per_peer: 100,
    head: LONG,
    idle: LONG,
    stalled: LONG,
    pause: Duration::from_millis(5),
};

/// A server that ends with this value.
struct Hall {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Hall {
    async fn open(bounds: Bounds) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        Self { address, task: tokio::spawn(serve(listener, router(), bounds)) }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn connect_from(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddrV4::new(Ipv4Addr::new(127, 0, 0, last), 0).into()).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// A connection with half a request, which the server has seen.
    async fn half(&self) -> TcpStream {
        let mut socket = self.connect().await;
        socket.write_all(b"GET / HT").await.unwrap();
        self.is_served().await;
        socket
    }

    /// A new client gets its answer, and with it all connections before it were taken in.
    async fn is_served(&self) {
        assert!(ask(&mut self.connect().await, "/").await.contains("hello"));
    }
}

fn router() -> Router {
    Router::new()
        .route("/", get("hello"))
        .route("/large", get(async || vec![0_u8; 64 << 20]))
        .route(
            "/news",
            get(async || {
                Body::from_stream(stream::iter([Ok::<_, Infallible>("news")]).chain(stream::pending()))
            }),
        )
        .route("/body", bounded(post(async |body: Bytes| body.len().to_string()), 1_000))
}

/// Sends a request and reads what comes at first.
async fn ask(socket: &mut TcpStream, path: &str) -> String {
    socket.write_all(format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = String::new();
    // Head and body may come apart.
    while !["hello", "news", "open"].iter().any(|end| answer.contains(end)) {
        let some = some(socket).await;
        if some.is_empty() {
            break;
        }
        answer += &some;
    }
    answer
}

/// What comes next; nothing at the end.
async fn some(socket: &mut TcpStream) -> String {
    let mut bytes = [0; 4096];
    let count = socket.read(&mut bytes).await.unwrap_or(0);
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

/// Waits until the server closes a connection.
async fn closed(socket: &mut TcpStream) {
    while !some(socket).await.is_empty() {}
}

/// Has the server not closed it? It can still be used: the rest of the request is answered.
async fn goes_on(socket: &mut TcpStream) -> bool {
    let _ = socket.write_all(b"TP/1.1\r\nhost: localhost\r\n\r\n").await;
    some(socket).await.contains("200 OK")
}

#[tokio::test]
async fn half_a_head_is_not_waited_for_and_others_are_served_meanwhile() {
    let hall = Hall::open(Bounds { head: Duration::from_millis(100), ..BOUNDS }).await;
    let mut silent = hall.connect().await;
    let mut begun = hall.half().await;
    let mut kept = hall.connect().await;
    assert!(ask(&mut kept, "/").await.contains("hello"));
    closed(&mut silent).await;
    closed(&mut begun).await;
    assert!(ask(&mut kept, "/").await.contains("hello"), "between two requests there is more time");
    // A second request that stops halfway is not waited for, either.
    kept.write_all(b"GET / HT").await.unwrap();
    closed(&mut kept).await;
    hall.is_served().await;
}

#[tokio::test]
async fn a_head_that_comes_in_drops_is_not_waited_for() {
    let hall = Hall::open(Bounds { head: Duration::from_millis(100), ..BOUNDS }).await;
    let (mut reading, mut writing) = hall.connect().await.into_split();
    let drops = tokio::spawn(async move {
        let _ = writing.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n").await;
        while writing.write_all(b"x: y\r\n").await.is_ok() {
            time::sleep(Duration::from_millis(10)).await;
        }
    });
    let mut bytes = [0; 64];
    assert!(matches!(reading.read(&mut bytes).await, Ok(0) | Err(_)), "no answer, but an end");
    drops.await.unwrap();
}

#[tokio::test]
async fn a_connection_without_requests_ends() {
    let hall = Hall::open(Bounds { idle: Duration::from_millis(100), ..BOUNDS }).await;
    let mut idle = hall.connect().await;
    let mut stream = hall.connect().await;
    assert!(ask(&mut stream, "/news").await.contains("news"));
    assert!(ask(&mut idle, "/").await.contains("hello"));
    closed(&mut idle).await;
    // The stream is as old, and not idle.
    let next = time::timeout(Duration::from_millis(150), some(&mut stream)).await;
    assert!(next.is_err(), "{next:?}");
}

#[tokio::test]
async fn a_client_that_does_not_read_ends() {
    let hall = Hall::open(Bounds { stalled: Duration::from_millis(100), ..BOUNDS }).await;
    let mut deaf = hall.connect().await;
    deaf.write_all(b"GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    // What it is too late to read is what the system has kept.
    time::sleep(Duration::from_millis(400)).await;
    let (mut bytes, mut total) = (vec![0; 1 << 20], 0);
    while let Ok(count @ 1..) = deaf.read(&mut bytes).await {
        total += count;
    }
    assert!(total < 64 << 20, "it got everything");
}

#[tokio::test]
async fn the_oldest_without_a_request_makes_room() {
    let hall = Hall::open(Bounds { open: 4, per_peer: 4, ..BOUNDS }).await;
    let mut served = hall.connect().await;
    assert!(ask(&mut served, "/").await.contains("hello"));
    let mut begun = Vec::new();
    for _ in 0..20 {
        begun.push(hall.half().await);
    }
    let mut newest = begun.pop().unwrap();
    closed(&mut begun[0]).await;
    closed(&mut begun[10]).await;
    assert!(goes_on(&mut newest).await, "the newest is still there");
    assert!(ask(&mut served, "/").await.contains("hello"), "what was served before goes last");
}

#[tokio::test]
async fn what_is_being_served_is_not_ended_for_others() {
    let hall = Hall::open(Bounds { open: 2, per_peer: 2, ..BOUNDS }).await;
    let (mut first, mut second) = (hall.connect().await, hall.connect().await);
    assert!(ask(&mut first, "/news").await.contains("news"));
    assert!(ask(&mut second, "/news").await.contains("news"));
    let refused = ask(&mut hall.connect().await, "/").await;
    assert!(refused.contains("429") && refused.contains("too many connections"), "{refused}");
    drop(first);
    // The server learns of it in its own time.
    while !ask(&mut hall.connect().await, "/").await.contains("hello") {
        tokio::task::yield_now().await;
    }
    let next = time::timeout(Duration::from_millis(20), some(&mut second)).await;
    assert!(next.is_err(), "the other stream goes on: {next:?}");
}

#[tokio::test]
async fn an_address_takes_room_from_itself_alone() {
    let hall = Hall::open(Bounds { per_peer: 3, ..BOUNDS }).await;
    let mut other = hall.connect_from(2).await;
    other.write_all(b"GET / HT").await.unwrap();
    let mut greedy = Vec::new();
    for _ in 0..8 {
        greedy.push(hall.half().await);
    }
    closed(&mut greedy[0]).await;
    closed(&mut greedy[4]).await;
    assert!(goes_on(&mut other).await, "it is older than all of them, and of another address");
}

#[tokio::test]
async fn the_address_with_the_most_connections_makes_room_first() {
    let hall = Hall::open(Bounds { open: 6, per_peer: 6, ..BOUNDS }).await;
    let mut other = hall.connect_from(2).await;
    other.write_all(b"GET / HT").await.unwrap();
    let mut greedy = Vec::new();
    for _ in 0..12 {
        greedy.push(hall.half().await);
    }
    closed(&mut greedy[0]).await;
    assert!(goes_on(&mut other).await, "it is the oldest of all, and the only one of its address");
}

#[tokio::test]
async fn accepts_that_fail_are_tried_again() {
    let listener = Arc::new(TcpListener::bind("127.0.0.1:0").await.unwrap());
    let address = listener.local_addr().unwrap();
    let failed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&failed);
    let accept = move || {
        let (listener, number) = (Arc::clone(&listener), count.fetch_add(1, Ordering::Relaxed));
        async move {
            // Too many open files.
            if number < 3 { Err(io::Error::from_raw_os_error(24)) } else { listener.accept().await }
        }
    };
    let task = tokio::spawn(serve_from(accept, router(), BOUNDS));
    let hall = Hall { address, task };
    hall.is_served().await;
    assert!(failed.load(Ordering::Relaxed) > 3);
}

#[tokio::test]
async fn a_client_that_sends_on_sees_why_it_is_refused() {
    let hall = Hall::open(BOUNDS).await;
    let (mut reading, mut writing) = hall.connect().await.into_split();
    writing
        .write_all(b"POST /body HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000000\r\n\r\n")
        .await
        .unwrap();
    let sends = tokio::spawn(async move {
        let part = vec![b'x'; 65_536];
        let mut sent = 0;
        while sent < 4 << 20 && writing.write_all(&part).await.is_ok() {
            sent += part.len();
        }
        sent
    });
    let mut bytes = [0; 4096];
    let mut answer = String::new();
    while let Ok(count @ 1..) = reading.read(&mut bytes).await {
        answer += &String::from_utf8_lossy(&bytes[..count]);
    }
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("longer than 1000 bytes"), "{answer}");
    assert_eq!(sends.await.unwrap(), 4 << 20, "it could send on while it was refused");
}

#[tokio::test]
async fn all_connections_end_with_the_server() {
    let hall = Hall::open(BOUNDS).await;
    let mut stream = hall.connect().await;
    assert!(ask(&mut stream, "/news").await.contains("news"));
    drop(hall);
    closed(&mut stream).await;
}
