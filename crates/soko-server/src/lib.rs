//! The workbench: everything Sokolab can do, as a page in the browser.
//!
//! ```text
//! browser ── GET  /            ─► assets   (ui/: plain modules, no build step)
//!         ── GET  /api/events  ─► bus      (one stream of states per page)
//!         ── GET  /api/…       ─┐
//!         ── POST /api/…       ─┴► guard ─► routes ─► library, games, jobs, lab
//! ```
//!
//! **No rules in JavaScript.** The page sends what the user wants and draws what comes back; moves, deadlocks, solutions and
//! pictures come from the same crates as everywhere. **Nothing unbounded:** what a client can make grow is limited
//! (`limits.rs`). **Nothing lost:** results are in the lab's database before anybody hears of them.
//!
//! Every endpoint is described where it is defined (`endpoint.rs`), and `/api/openapi.json` is made from that.

mod answer;
mod app;
mod assets;
mod bus;
mod drawing;
mod endpoint;
mod experiments;
#[cfg(test)]
mod fuzz;
mod games;
mod guard;
mod jobs;
mod library;
mod limits;
mod replay;
mod results;
mod routes;
mod shelf;
mod solutions;
mod status;
#[cfg(test)]
mod testing;

use std::{future::Future, io, net::SocketAddr, path::PathBuf};

use axum::{Router, extract::DefaultBodyLimit, middleware};
use soko_lab::{StoreError, WorkerCommand};
use tokio::net::TcpListener;

use app::App;
pub use library::Opened;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The lab's database: every run goes there.
    pub results: PathBuf,
    /// A folder for what the user imports and keeps.
    pub data: PathBuf,
    /// Names that may stand in `Host` beside those of loopback.
    pub hosts: Vec<String>,
    /// What a client must know, if it must.
    pub token: Option<String>,
    /// Level files to show.
    pub opened: Vec<Opened>,
    /// How to start the processes that play in experiments; without it none can be run here.
    pub worker: Option<WorkerCommand>,
    /// How many players play at once.
    pub jobs: usize,
    /// Bytes that all of them may hold together; one that asks for more plays alone.
    pub memory: u64,
}

/// Why it cannot serve.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be had.
    #[error("cannot listen on {address}: {source}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The results file cannot be used.
    #[error(transparent)]
    Results(#[from] StoreError),
}

/// A server that has its address but answers nobody yet.
pub struct Server {
    listener: TcpListener,
    router: Router,
    app: App,
}

impl Server {
    /// Takes an address; port 0 is any that is free.
    ///
    /// # Errors
    /// The address is taken or not ours, or the results file cannot be used.
    pub async fn bind(address: SocketAddr, options: Options) -> Result<Self, ServeError> {
        let listener =
            TcpListener::bind(address).await.map_err(|source| ServeError::Address { address, source })?;
        let app = App::new(options)?;
        Ok(Self { listener, router: router(app.clone()), app })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until it is told to stop.
    ///
    /// # Errors
    /// The listener failed.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        // Streams never end by themselves: when it is time to go, connections are dropped.
        let serve = axum::serve(self.listener, self.router);
        let served = tokio::select! {
            served = serve => served,
            () = stop => Ok(()),
        };
        // What the players have done so far is recorded before the program goes.
        let _ = tokio::task::spawn_blocking(move || self.app.jobs().close()).await;
        served
    }
}

/// All of it as one service.
fn router(app: App) -> Router {
    let endpoints = routes::endpoints();
    let document = endpoint::document(&endpoints, env!("CARGO_PKG_VERSION"));
    *app.openapi() = document.to_string().into();
    endpoint::router(endpoints)
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
