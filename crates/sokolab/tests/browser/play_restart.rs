//! A server that ends under a game and comes back: nothing that was played is lost.

use crate::stage::{Result, Setup, Stage};

scenarios! {
    a_game_survives_a_server_that_is_stopped: Setup::with_files(hall),
}

const HALL: &str = "play/hall/1";

/// A level of ours: one box in a hall with room for many moves.
fn hall() -> Vec<(&'static str, String)> {
    let board = "############\n#          #\n# @$     . #\n#          #\n#          #\n############\n";
    vec![("hall.xsb", format!("{board}\n; Hall\n"))]
}

/// Sixteen moves, two of them pushes.
const MOVES: &str = "dddssaawdwwdassd";

/// Waits for the counters.
async fn counts(stage: &Stage, moves: usize, pushes: usize) -> Result {
    let script = format!(
        "return [...document.querySelectorAll('.figures dd')].slice(0, 2).map((dd) => dd.innerText).join() === '{moves},{pushes}'"
    );
    stage.until(&script).await
}

/// What the console says of a server that is away.
async fn only_refused(stage: &Stage) -> Result {
    let said = stage.console().await?;
    let other: Vec<_> = said
        .iter()
        .filter(|(level, text)| matches!(level.as_str(), "SEVERE" | "WARNING") && !text.contains("net::ERR_"))
        .collect();
    if other.is_empty() { Ok(()) } else { Err(format!("the console says: {other:?}").into()) }
}

async fn a_game_survives_a_server_that_is_stopped(stage: &Stage) -> Result {
    stage.go(HALL).await?;
    stage.press(MOVES).await?;
    counts(stage, 16, 2).await?;
    stage.server.interrupt()?;
    stage.server.restart()?;
    stage.js("sessionStorage.clear()").await?;
    stage.client.refresh().await?;
    counts(stage, 16, 2).await?;
    stage.server.kill()?;
    stage.server.restart()?;
    stage.client.refresh().await?;
    counts(stage, 16, 2).await?;
    only_refused(stage).await
}
