//! `sokolab serve`: the workbench in the browser.

mod addresses;

use std::{
    fs,
    io::{IsTerminal, Write, stdout},
    net::{IpAddr, SocketAddr},
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

use soko_server::{Access, Capacity, Opened, Options, ServeError, Server};

use crate::{
    cli::serve::ServeArgs,
    exit::{Exit, Failure},
    level_source::LevelSource,
    memory,
    terminal::Terminal,
};

/// Memory for all runs together where the system does not tell how much is free.
const FALLBACK_MEMORY: u64 = 8 << 30;

/// Serves until Ctrl-C.
pub(super) fn run(args: &ServeArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let data = data_folder(args)?;
    let token = token(args)?;
    let options = Options {
        results: args.results.clone().unwrap_or_else(|| data.join("results.db")),
        data,
        access: Access { hosts: hosts(args), token: token.clone() },
        opened: opened(args, terminal)?,
        worker: Some(super::bench::worker()?),
        capacity: Capacity {
            jobs: args.jobs.map_or_else(soko_lab::cores, NonZeroUsize::get),
            memory: memory::free().map_or(FALLBACK_MEMORY, |free| free / 5 * 4),
        },
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::input(format!("cannot start: {error}")))?;
    let served = runtime.block_on(async {
        let server = bind(args, options).await?;
        let address = server.address().map_err(Failure::input)?;
        let query = token.map(|token| format!("/?token={token}")).unwrap_or_default();
        let urls: Vec<String> =
            addresses::reachable(address).iter().map(|address| format!("http://{address}{query}")).collect();
        let (url, others) = urls.split_first().expect("there is always one");
        writeln!(terminal, "Sokolab is at {url}  (Ctrl-C ends it)")?;
        for other in others {
            writeln!(terminal, "       and at {other}")?;
        }
        terminal.flush()?;
        if !args.no_open && stdout().is_terminal() {
            // Without a browser the address above has to do.
            let _ = open::that_detached(url);
        }
        server.run(stop()).await.map_err(Failure::input)
    });
    // Players that do not look at the clock must not keep the program alive.
    runtime.shutdown_background();
    served.map(|()| Exit::Done)
}

/// Takes the port.
async fn bind(args: &ServeArgs, options: Options) -> Result<Server, Failure> {
    match Server::bind(SocketAddr::new(args.host, args.port), options).await {
        Err(ServeError::Address { address, source }) => Err(Failure::with_help(
            format!("cannot listen on {address}: {source}"),
            "choose another port with --port, or any that is free with --port 0",
        )),
        other => other.map_err(Failure::input),
    }
}

/// Resolves when the program is told to end.
async fn stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Names in `Host` that are ours: those given, and the address itself.
fn hosts(args: &ServeArgs) -> Vec<String> {
    let address = match args.host {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    args.names.iter().cloned().chain([address]).collect()
}

/// Beyond loopback a token is asked for, on it only if one is given.
fn token(args: &ServeArgs) -> Result<Option<String>, Failure> {
    if args.token.is_some() || args.host.is_loopback() {
        return Ok(args.token.clone());
    }
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::input(format!("cannot make a token: {error}")))?;
    Ok(Some(format!("{:032x}", u128::from_be_bytes(bytes))))
}

fn data_folder(args: &ServeArgs) -> Result<PathBuf, Failure> {
    let usual = || soko_tui::records::default_path().and_then(|file| file.parent().map(Path::to_owned));
    let folder = args.data.clone().or_else(usual).ok_or_else(|| {
        Failure::with_help("there is no home folder to keep results in", "name a folder with --data")
    })?;
    fs::create_dir_all(&folder).map_err(|error| {
        Failure::with_help(
            format!("cannot make the folder {}: {error}", folder.display()),
            "name another with --data",
        )
    })?;
    Ok(folder)
}

fn opened(args: &ServeArgs, terminal: &mut Terminal) -> Result<Vec<Opened>, Failure> {
    // Without levels of the user the built-in ones are served; nothing is read from standard input.
    if args.levels.is_empty() {
        return Ok(Vec::new());
    }
    let source = LevelSource::open(&args.levels, args.reading.reading())?;
    // What is wrong is said here and shown in the page; the levels that are left are served.
    let mut troubles = Exit::Done;
    let files = source.files().filter_map(|file| terminal.opened(file, &mut troubles));
    Ok(files.map(|file| Opened { name: file.name, document: file.document }).collect())
}
