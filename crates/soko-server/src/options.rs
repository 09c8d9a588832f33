//! How to serve.

use std::path::PathBuf;

use soko_lab::WorkerCommand;

use crate::{guard::Access, jobs::Capacity, library::Opened};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The lab's database: every run goes there.
    pub results: PathBuf,
    /// A folder for what the user imports and keeps.
    pub data: PathBuf,
    /// Whom to answer.
    pub access: Access,
    /// Level files to show.
    pub opened: Vec<Opened>,
    /// How to start the processes that play in experiments; without it none can be run here.
    pub worker: Option<WorkerCommand>,
    /// How much runs may use.
    pub capacity: Capacity,
}
