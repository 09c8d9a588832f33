//! The workbench: everything Sokolab can do, as a page in the browser.
//!
//! ```text
//! browser ── GET  /            ─► assets   (ui/: plain modules, no build step)
//!         ── GET  /api/events  ─► events   (one stream of states per page)
//!         ── GET  /api/…       ─┐
//!         ── POST /api/…       ─┴► guard ─► routes ─► library, games, jobs, experiments
//! ```
//!
//! Routes translate requests into calls of the domain and its answers into JSON. The parts of the domain get what they need
//! when `app.rs` makes them; none of them knows the routes.
//!
//! **No rules in JavaScript.** The page sends what the user wants and draws what comes back; moves, deadlocks, solutions and
//! pictures come from the same crates as everywhere. **Nothing unbounded:** what a client can make grow is limited
//! (`limits.rs`). **Nothing lost:** results are in the lab's database before a page is told of them.
//!
//! Every endpoint is described where it is defined (`endpoint.rs`), and `/api/openapi.json` is made from that.

mod app;
mod arrival;
mod assets;
mod catalogue;
mod connections;
mod drawing;
mod endpoint;
mod events;
mod experiments;
#[cfg(test)]
mod fuzz;
mod games;
mod guard;
mod http;
mod jobs;
mod level_facts;
mod library;
mod limits;
mod options;
mod peer;
mod placed;
mod policy;
mod problem;
mod records;
mod replay;
mod results;
mod routes;
mod solutions;
mod status;
mod tables;
#[cfg(test)]
mod testing;
mod turned;
mod user_library;

use std::{future::Future, io, net::SocketAddr, pin::pin, sync::Arc};

use axum::{Router, middleware};
use soko_lab::StoreError;
use tokio::net::TcpListener;

use app::App;
use connections::Bounds;
pub use guard::Access;
pub use jobs::Capacity;
pub use library::Opened;
pub use options::Options;
pub use user_library::imported;

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

/// A server that has its address but does not answer yet.
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
        let bounds = Bounds::of(self.address()?.ip());
        let mut serve = pin!(connections::serve(self.listener, self.router, bounds));
        tokio::select! {
            () = serve.as_mut() => {}
            () = stop => {}
        }
        // What was played so far is recorded before the program goes.
        let farewell = move || {
            self.app.games().close();
            self.app.jobs().close();
        };
        let _ = tokio::task::spawn_blocking(farewell).await;
        // Streams never end by themselves: with the loop go its connections.
        Ok(())
    }
}

/// All of it as one service.
fn router(app: App) -> Router {
    let endpoints = routes::endpoints();
    let document = endpoint::document(&endpoints, env!("CARGO_PKG_VERSION"));
    app.describe(document.to_string());
    endpoint::router(endpoints)
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(app.door()), guard::guard))
        .with_state(app)
}
