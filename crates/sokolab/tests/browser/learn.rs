//! Watching a learner: its curves, what its table says about the board, and the episode that follows it.

use crate::{
    keys::{HOME, LEFT, RIGHT},
    saved_files::SavedFiles,
    stage::{Result, Setup, Stage},
};

scenarios! {
    training_draws_curves_arrows_and_maps,
    the_episode_player_follows_the_greedy_policy,
    training_pauses_stops_and_survives_a_reload,
    the_table_is_saved_as_a_file,
    nothing_glides_where_less_motion_is_wanted,
    things_glide_unless_less_motion_is_wanted: Setup::in_motion(),
}

/// Trains a learner on an easy level until it knows it.
async fn trained(stage: &Stage) -> Result {
    stage.go("learn/tutorial/5?player=q-box").await?;
    stage.click("#train").await?;
    stage.read("section[aria-label=Training] [role=status]", "solved").await?;
    stage.read(".learn-where", "action 0 of 6").await
}

async fn training_draws_curves_arrows_and_maps(stage: &Stage) -> Result {
    trained(stage).await?;
    stage.read(".learn-episode", "solves the level").await?;
    // Curves: one at a time, with a table for those who read.
    stage.until("return document.querySelectorAll('.learn-curves svg.chart path, .learn-curves svg.chart polyline').length > 0").await?;
    let curves = "return [...document.querySelectorAll('.learn-curves [aria-label=Curve] button')].map((x) => x.innerText)";
    let curves = stage.js(curves).await?;
    for name in ["Return", "Steps per episode", "Solved rate", "States known"] {
        assert!(curves.as_array().is_some_and(|all| all.iter().any(|x| x == name)), "{curves}");
    }
    stage.click(".learn-curves details summary").await?;
    stage.until("return document.querySelectorAll('.chart-table tbody tr').length > 5").await?;
    stage.click(".learn-curves [aria-label=Curve] button:nth-child(2)").await?;
    stage.read(".chart-table thead", "Steps per episode").await?;
    // Layers over the board, which is above the curves.
    stage.js("scrollTo(0, 0)").await?;
    stage.until("return document.querySelectorAll('.over .arrows path').length > 3").await?;
    stage.gone(".under .heat").await?;
    for layer in ["value", "q", "visits"] {
        stage.click(&format!("[data-layer={layer}]")).await?;
        stage.see(&format!("[data-layer={layer}][aria-pressed=true]")).await?;
        stage.until("return document.querySelectorAll('.under .heat rect').length > 1").await?;
        stage.gone(".under .heat text").await?;
        stage.click("#figures").await?;
        stage.until("return [...document.querySelectorAll('.under .heat text')].some((x) => /\\d/.test(x.textContent))").await?;
        stage.click("#figures").await?;
    }
    stage.click("[data-layer=none]").await?;
    stage.gone(".over .arrows").await?;
    stage.gone(".under .heat").await?;
    // What was chosen is kept.
    stage.client.refresh().await?;
    stage.appears("[data-layer=none][aria-pressed=true]").await
}

async fn the_episode_player_follows_the_greedy_policy(stage: &Stage) -> Result {
    trained(stage).await?;
    let drawn = "[...document.querySelectorAll('soko-board .box')].map((x) => x.style.transform).join()";
    let start = stage.js(&format!("return {drawn}")).await?;
    stage.click(".learn-player [aria-label='One action on']").await?;
    stage.read(".learn-where", "action 1 of 6").await?;
    stage.until(&format!("return {drawn} !== {start}")).await?;
    // The button is still the same one, so that it can be pressed again and again by keys.
    stage.until("return document.activeElement.getAttribute('aria-label') === 'One action on'").await?;
    stage.click(".learn-player [aria-label='To the end']").await?;
    stage.read(".learn-where", "action 6 of 6").await?;
    stage.read("section[aria-label='Actions here']", "The level is solved.").await?;
    stage.until("return [...document.querySelectorAll('soko-board .box')].every((x) => x.getAttribute('href').endsWith('box-home'))").await?;
    stage.js("document.activeElement.blur()").await?;
    for (key, place) in [(HOME, "action 0 of 6"), (RIGHT, "action 1 of 6"), (LEFT, "action 0 of 6")] {
        stage.press(key).await?;
        stage.read(".learn-where", place).await?;
    }
    // Space plays it to the end.
    stage.press(" ").await?;
    stage.see("#play[aria-label=Hold]").await?;
    stage.read(".learn-where", "action 6 of 6").await?;
    stage.appears("#play[aria-label='Play the episode']").await
}

async fn training_pauses_stops_and_survives_a_reload(stage: &Stage) -> Result {
    stage.go("learn/summit/29?player=q-box").await?;
    stage.click("#train").await?;
    let says = "section[aria-label=Training] [role=status]";
    stage.read(says, "training").await?;
    stage.until("return location.hash.includes('job=1')").await?;
    let time = "document.querySelector('section[aria-label=Training] .figures dd').innerText";
    let before = stage.js(&format!("return {time}")).await?;
    stage.until(&format!("return {time} !== {before}")).await?;
    stage.click("#hold").await?;
    stage.read(says, "paused").await?;
    stage.client.refresh().await?;
    stage.read(says, "paused").await?;
    stage.read("#hold", "Go on").await?;
    stage.click("#hold").await?;
    stage.read(says, "training").await?;
    stage.click("#stop").await?;
    stage.read(says, "stopped").await?;
    stage.gone("#hold").await?;
    stage.client.refresh().await?;
    stage.read(says, "stopped").await
}

async fn the_table_is_saved_as_a_file(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    trained(stage).await?;
    stage.click("#save-table").await?;
    let table = saved.take_bytes("tutorial-5-q-box.qtable").await?;
    assert!(table.starts_with(b"sokolab table 1\n{"), "{:?}", &table[..20]);
    Ok(())
}

const GLIDES: &str = "getComputedStyle(document.querySelector('soko-board .player')).transitionDuration";

async fn things_glide_unless_less_motion_is_wanted(stage: &Stage) -> Result {
    stage.go("learn/tutorial/5").await?;
    stage.until(&format!("return parseFloat({GLIDES}) > 0")).await
}

async fn nothing_glides_where_less_motion_is_wanted(stage: &Stage) -> Result {
    trained(stage).await?;
    stage.until(&format!("return parseFloat({GLIDES}) === 0")).await
}
