//! A server that ends under a game and comes back: nothing that was played is lost.

use crate::{
    keys::END,
    stage::{Result, Setup, Stage},
};

scenarios! {
    a_game_survives_a_server_that_is_stopped: Setup::with_files(hall),
    a_game_survives_a_server_that_is_killed: Setup::with_files(hall),
    moves_made_while_the_server_is_away_are_played_when_it_is_back: Setup::with_files(hall),
}

const HALL: &str = "play/hall/1";

/// A level of ours: one box in a hall with room for many moves.
fn hall() -> Vec<(&'static str, String)> {
    let board = "############\n#          #\n# @$     . #\n#          #\n#          #\n############\n";
    vec![("hall.xsb", format!("{board}\n; Hall\n"))]
}

/// Sixteen moves, three of them pushes.
const MOVES: &str = "dddssaawdwwdassd";

/// Waits for the counters.
async fn counts(stage: &Stage, moves: usize, pushes: usize) -> Result {
    let script = format!(
        "return [...document.querySelectorAll('.figures dd')].slice(0, 2).map((dd) => dd.innerText).join() === '{moves},{pushes}'"
    );
    stage.until(&script).await
}

/// What the console says of a server that is away.
pub(crate) async fn only_refused(stage: &Stage) -> Result {
    let said = stage.console().await?;
    let other: Vec<_> = said
        .iter()
        .filter(|(level, text)| {
            matches!(level.as_str(), "SEVERE" | "WARNING") && !text.contains("Failed to load resource")
        })
        .collect();
    if other.is_empty() { Ok(()) } else { Err(format!("the console says: {other:?}").into()) }
}

/// Where player and boxes are drawn.
async fn drawn(stage: &Stage) -> Result<serde_json::Value> {
    stage
        .js("return [...document.querySelectorAll('soko-board use.thing')].map((use) => use.style.transform)")
        .await
}

/// Plays sixteen moves; says where everything is then.
async fn sixteen(stage: &Stage) -> Result<serde_json::Value> {
    stage.go(HALL).await?;
    stage.press(MOVES).await?;
    counts(stage, 16, 3).await?;
    drawn(stage).await
}

/// The game is there in a tab that has never seen it, too.
async fn another_tab_has_it(stage: &Stage, moves: usize, pushes: usize) -> Result {
    stage.js("sessionStorage.clear()").await?;
    stage.client.refresh().await?;
    counts(stage, moves, pushes).await
}

async fn a_game_survives_a_server_that_is_stopped(stage: &Stage) -> Result {
    let before = sixteen(stage).await?;
    stage.server.interrupt()?;
    stage.server.restart()?;
    another_tab_has_it(stage, 16, 3).await?;
    assert_eq!(drawn(stage).await?, before);
    only_refused(stage).await
}

async fn a_game_survives_a_server_that_is_killed(stage: &Stage) -> Result {
    let before = sixteen(stage).await?;
    stage.server.kill()?;
    // Nothing is left but what the page knows: not even what was kept while playing.
    std::fs::remove_dir_all(stage.server.data())?;
    stage.server.restart()?;
    // The page finds out by itself, by the stream or by the next key.
    stage.press(END).await?;
    let game = "return fetch('/api/games/' + JSON.parse(sessionStorage.getItem('game:hall/1')).game).then((a) => a.ok)";
    stage.until(game).await?;
    counts(stage, 16, 3).await?;
    assert_eq!(drawn(stage).await?, before);
    // And once the server has it again, it keeps it.
    stage.server.interrupt()?;
    stage.server.restart()?;
    another_tab_has_it(stage, 16, 3).await?;
    assert_eq!(drawn(stage).await?, before);
    only_refused(stage).await
}

async fn moves_made_while_the_server_is_away_are_played_when_it_is_back(stage: &Stage) -> Result {
    sixteen(stage).await?;
    stage.server.kill()?;
    stage.press("ddw").await?;
    stage.read(".play-status", "Not connected").await?;
    stage.read(".play-status", "3 more will be played").await?;
    counts(stage, 16, 3).await?;
    stage.server.restart()?;
    counts(stage, 19, 3).await?;
    stage.until("return document.querySelector('.play-status').innerText === ''").await?;
    stage.press("u").await?;
    stage.until("return document.querySelector('.timeline output').innerText !== '19 / 19'").await?;
    only_refused(stage).await
}
