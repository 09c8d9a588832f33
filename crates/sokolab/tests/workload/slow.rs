//! Clients that send half a request and then a byte now and then, for as long as they are let, while others play.
//!
//! Each of them comes back a second after its connection was ended. Their number is `SOKO_SLOW`; beyond the short form the answers to the others
//! are held against 100 ms, as is what a person still takes for at once.

use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{Error, Server, Tally, client, setting};

/// Most memory that all of them together may cost, in MiB.
const COST: u64 = 256;

/// What became of the slow clients.
#[derive(Default)]
struct Fate {
    connected: AtomicU64,
    ended: AtomicU64,
}

pub(crate) async fn slow_clients() -> Result<(), Error> {
    let (slow, clients) = (setting("SOKO_SLOW", 300), setting("SOKO_CLIENTS", 12));
    let length = Duration::from_secs(setting("SOKO_SECONDS", 4));
    let folder = tempfile::tempdir()?;
    let server = Server::start(folder.path(), 1)?;
    let fate = Arc::new(Fate::default());
    let before = server.memory().unwrap_or_default();
    let attack: Vec<_> = (0..slow)
        .map(|_| {
            let (address, fate) = (server.address.clone(), Arc::clone(&fate));
            tokio::spawn(async move { slow_client(&address, &fate).await })
        })
        .collect();
    while fate.connected.load(Ordering::Relaxed) < slow {
        sleep(Duration::from_millis(10)).await;
    }
    let tally = Arc::new(Tally::default());
    let others: Vec<_> = (0..clients)
        .map(|number| {
            let (address, tally) = (server.address.clone(), Arc::clone(&tally));
            tokio::spawn(async move { client(&address, 1, length, &tally, number).await })
        })
        .collect();
    let (start, mut memory) = (Instant::now(), before);
    while start.elapsed() < length {
        sleep(Duration::from_millis(250)).await;
        memory = memory.max(server.memory().unwrap_or_default());
    }
    tally.over.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for other in others {
        times.extend(other.await??);
    }
    attack.iter().for_each(tokio::task::JoinHandle::abort);
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!(
        "{slow} slow clients, {clients} others, {} s: {} connections, {} ended; {} moves, median {:.2} ms, 99 % {:.2} ms, worst {:.1} ms; \
         memory {before} to {memory} MiB",
        length.as_secs(),
        fate.connected.load(Ordering::Relaxed),
        fate.ended.load(Ordering::Relaxed),
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
    );
    assert!(memory < before + COST, "memory grew from {before} to {memory} MiB");
    if env::var_os("SOKO_SLOW").is_some() {
        assert!(at(0.99) <= 100.0, "the slowest hundredth of moves took {:.1} ms", at(0.99));
    }
    Ok(())
}

/// Connects, sends half a head and then a byte every two seconds; again when that is ended.
async fn slow_client(address: &str, fate: &Fate) {
    loop {
        if let Ok(mut socket) = TcpStream::connect(address).await {
            fate.connected.fetch_add(1, Ordering::Relaxed);
            let mut sent = socket.write_all(b"POST /api/games HTTP/1.1\r\nhost: localhost\r\nx: ").await;
            while sent.is_ok() {
                let mut answer = [0; 64];
                if timeout(Duration::from_secs(2), socket.read(&mut answer)).await.is_ok() {
                    break;
                }
                sent = socket.write_all(b"x").await;
            }
            fate.ended.fetch_add(1, Ordering::Relaxed);
        }
        sleep(Duration::from_secs(1)).await;
    }
}
