//! How to serve.

use std::path::PathBuf;

use soko_lab::WorkerCommand;

use crate::library::Opened;

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
