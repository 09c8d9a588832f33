//! Watching learning itself: slow motion, step by step, values of cells, several seeds in one chart, tables to go on from.

use serde_json::json;

use crate::{
    saved_files::SavedFiles,
    stage::{Result, Setup, Stage},
};

scenarios! {
    a_learner_is_watched_step_by_step,
    slow_motion_shows_update_after_update,
    a_learner_that_is_held_is_found_again_after_a_reload,
    every_cell_shows_four_values,
    several_seeds_lie_in_one_chart_with_their_mean,
    learning_goes_on_from_a_table_of_the_user,
    a_table_of_another_level_is_refused,
    on_a_phone_it_can_be_watched_too: Setup::phone(),
}

/// Begins to train step by step.
async fn held(stage: &Stage, address: &str) -> Result {
    stage.go(address).await?;
    // What is clicked lies clear of the bars above and below.
    for button in ["[data-pace=step]", "#train"] {
        stage
            .js(&format!("document.querySelector('{button}').scrollIntoView({{ block: 'center' }})"))
            .await?;
        stage.click(button).await?;
    }
    stage.read("#pace-where", "Episode 1, step 0").await
}

const PLAYER: &str = "document.querySelector('soko-board .player').style.transform";

async fn a_learner_is_watched_step_by_step(stage: &Stage) -> Result {
    held(stage, "learn/tutorial/5?player=q-state").await?;
    let start = stage.js(&format!("return {PLAYER}")).await?;
    stage.click("#pace-step").await?;
    stage.read("#pace-where", "Episode 1, step 1").await?;
    stage.until(&format!("return {PLAYER} !== {start}")).await?;
    stage.read("#pace-choice", "greedy").await?;
    stage.see("soko-board .mark rect").await?;
    // The update in numbers: what is said to come out does come out.
    let sums = "const dd = [...document.querySelectorAll('.learn-update dd')].map((x) => \
                [...x.querySelectorAll('.learn-number')].map((n) => Number(n.innerText.replace('−', '-')))); \
                const [, target, error, q] = dd; \
                return error[0] === target.at(-1) && q.length === 3 && q[1] === error.at(-1)";
    stage.until(sums).await?;
    // By keys, without the button.
    stage.js("document.activeElement.blur()").await?;
    for step in 2..=4 {
        stage.press("n").await?;
        stage.read("#pace-where", &format!("Episode 1, step {step}")).await?;
    }
    // What was seen of cells while the boxes stood like this is laid over the board.
    stage.until("return document.querySelectorAll('soko-board .triangles [data-cell]').length >= 1").await?;
    // The clock of the run does not go while it is held.
    let time = "document.querySelector('section[aria-label=Training] .figures dd').innerText";
    stage.js("const pace = document.querySelector('#pace'); pace.value = 20; pace.dispatchEvent(new Event('input'))").await?;
    stage.click("#pace-episode").await?;
    stage.until("return !!document.querySelector('.learn-step .tag.good, .learn-step .tag.bad')").await?;
    stage.read(".learn-step", "learnt once more").await?;
    let before = stage.js(&format!("return {time}")).await?;
    stage.click("#pace-step").await?;
    stage.read("#pace-where", "Episode 2, step 0").await?;
    stage.read("#pace-choice, .learn-step .tag", "the episode begins").await?;
    let after = stage.js(&format!("return {time}")).await?;
    let seconds = |value: &serde_json::Value| {
        let text = value.as_str().unwrap_or_default().to_owned();
        let number: f64 = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(f64::NAN);
        if text.ends_with("ms") {
            number / 1e3
        } else if text.ends_with("µs") {
            number / 1e6
        } else {
            number
        }
    };
    assert!(seconds(&after) - seconds(&before) < 0.5, "{before} {after}");
    // At full speed it comes to its end, and the board is the policy's again.
    stage.click("[data-pace=full]").await?;
    stage.read("section[aria-label=Training] [role=status]", "solved").await?;
    stage.read(".learn-where", "action 0 of").await?;
    stage.gone("soko-board .mark").await
}

async fn slow_motion_shows_update_after_update(stage: &Stage) -> Result {
    stage.go("learn/summit/29?player=q-box").await?;
    stage.click("[data-pace=slow]").await?;
    stage.js("const pace = document.querySelector('#pace'); pace.value = 20; pace.dispatchEvent(new Event('input'))").await?;
    stage.read("#pace-told", "40 steps a second").await?;
    stage.click("#train").await?;
    let step = "Number((document.querySelector('#pace-where')?.innerText.match(/step ([\\d,]+)/) ?? [0, '0'])[1].replace(',', ''))";
    stage.until(&format!("return {step} > 5")).await?;
    // Pushes are shown as arrows on their boxes.
    stage.see("soko-board .arrows path").await?;
    // A pause holds it at once.
    stage.click("#hold").await?;
    stage.read("section[aria-label=Training] [role=status]", "paused").await?;
    stage.click("#hold").await?;
    stage.read("section[aria-label=Training] [role=status]", "training").await?;
    stage.click("[data-pace=full]").await?;
    stage.see(".learn-episode").await?;
    stage.click("#stop").await?;
    stage.read("section[aria-label=Training] [role=status]", "stopped").await
}

async fn a_learner_that_is_held_is_found_again_after_a_reload(stage: &Stage) -> Result {
    held(stage, "learn/tutorial/5?player=q-state").await?;
    stage.click("#pace-step").await?;
    stage.read("#pace-where", "Episode 1, step 1").await?;
    stage.client.refresh().await?;
    stage.read("#pace-where", "Episode 1, step 1").await?;
    stage.see("[data-pace=step][aria-pressed=true]").await?;
    stage.click("#stop").await?;
    stage.read("section[aria-label=Training] [role=status]", "stopped").await
}

/// Trains a learner until it knows an easy level.
async fn trained(stage: &Stage, player: &str) -> Result {
    stage.go(&format!("learn/tutorial/5?player={player}")).await?;
    stage.click("#train").await?;
    stage.read("section[aria-label=Training] [role=status]", "solved").await?;
    stage.read(".learn-where", "action 0 of").await
}

async fn every_cell_shows_four_values(stage: &Stage) -> Result {
    trained(stage, "q-state").await?;
    stage.js("scrollTo(0, 0)").await?;
    stage.click("[data-layer=triangles]").await?;
    stage.until("return document.querySelectorAll('soko-board .triangles [data-cell]').length > 5").await?;
    // The best of each cell is told by a mark, not by its colour alone.
    stage.until("return [...document.querySelectorAll('soko-board .triangles [data-cell]')].every((x) => x.querySelector('.best circle'))").await?;
    // Under the pointer a cell is read out.
    let cell = stage.js("return document.querySelector('soko-board .triangles [data-cell]').dataset.cell.split(',').map(Number)").await?;
    let (x, y) = (cell[0].as_u64().ok_or("a column")? as u32, cell[1].as_u64().ok_or("a row")? as u32);
    stage.js("scrollTo(0, 0)").await?;
    stage.tap((x, y)).await?;
    stage.read(".learn-cell", &format!("Column {}, row {}", x + 1, y + 1)).await?;
    stage.read(".learn-cell", "(best)").await?;
    // By keys: a table whose rows show their cells.
    stage.click(".learn-triangles summary").await?;
    stage.until("return document.querySelectorAll('.learn-cells tbody tr').length > 5").await?;
    stage.js("document.querySelector('.learn-cells tbody tr:nth-child(3) button').focus()").await?;
    let says = "const at = document.activeElement.innerText.split(', '); \
                return document.querySelector('.learn-cell').innerText.startsWith(`Column ${at[0]}, row ${at[1]}:`)";
    stage.until(says).await?;
    stage.see("soko-board .target rect").await?;
    stage.js("scrollTo(0, 0)").await?;
    stage.click("#figures").await?;
    stage.until("return document.querySelectorAll('soko-board .triangles text').length > 5").await?;
    stage.click("[data-layer=none]").await?;
    stage.gone("soko-board .triangles").await?;
    stage.gone("soko-board .target").await
}

async fn several_seeds_lie_in_one_chart_with_their_mean(stage: &Stage) -> Result {
    stage.go("learn/tutorial/5?player=q-state").await?;
    stage.js("const runs = document.querySelector('#runs'); runs.value = 3; runs.dispatchEvent(new Event('change'))").await?;
    stage.click("#train").await?;
    stage.read(".chart-legend", "mean of 3 seeds").await?;
    stage.see("svg.chart .chart-band").await?;
    stage.until("return location.hash.includes('with=')").await?;
    // Each for itself: told apart by colour and by dashes.
    stage.click("#averaged").await?;
    stage.until("return document.querySelectorAll('.chart-legend li').length === 3").await?;
    stage.gone("svg.chart .chart-band").await?;
    let looks = "const all = [...document.querySelectorAll('svg.chart .chart-line')]; \
                 return new Set(all.map((x) => x.getAttribute('stroke-dasharray'))).size === 3 \
                 && new Set(all.map((x) => getComputedStyle(x).stroke)).size === 3";
    stage.until(looks).await?;
    // Smoothing leaves the raw curve faintly there; without it there is but one.
    stage.until("return document.querySelectorAll('svg.chart .chart-raw').length === 3").await?;
    let line = "document.querySelector('svg.chart .chart-line').getAttribute('points')";
    let smooth = stage.js(&format!("return {line}")).await?;
    stage.js("const s = document.querySelector('#smoothing'); s.value = 0; s.dispatchEvent(new Event('input'))").await?;
    stage.until(&format!("return {line} !== {smooth}")).await?;
    stage.gone("svg.chart .chart-raw").await?;
    // Over steps and over time.
    for (axis, said) in [("steps", "over step"), ("seconds", "over second"), ("episodes", "over episode")] {
        stage.js(&format!("const a = document.querySelector('#axis'); a.value = '{axis}'; a.dispatchEvent(new Event('change'))")).await?;
        stage
            .until(&format!(
                "return document.querySelector('svg.chart').getAttribute('aria-label').includes('{said}')"
            ))
            .await?;
    }
    // Arrow keys read all curves at a place.
    stage.js("document.querySelector('svg.chart').focus()").await?;
    stage.press(crate::keys::LEFT).await?;
    stage.read(".chart-out", "seed").await?;
    // It survives a reload, and a run can be left out.
    stage.client.refresh().await?;
    stage.read(".chart-legend", "mean of 3 seeds").await?;
    stage.click("#compare").await?;
    stage.click("#run-2").await?;
    stage.read(".chart-legend", "mean of 2 seeds").await
}

async fn learning_goes_on_from_a_table_of_the_user(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    trained(stage, "q-state").await?;
    stage.click("#save-table").await?;
    let table = saved.take_bytes("tutorial-5-q-state.qtable").await?;
    let path = std::env::temp_dir().join(format!("sokolab-learning-{}.qtable", std::process::id()));
    std::fs::write(&path, &table)?;
    stage.go("learn/tutorial/5?player=q-box").await?;
    let input = stage.client.find(fantoccini::Locator::Css("#table-file")).await?;
    input.send_keys(&path.display().to_string()).await?;
    stage.read("#table-chosen", "Goes on from").await?;
    // The learner is the one that learnt it.
    stage.until("return document.querySelector('form select').value === 'q-state'").await?;
    stage.click("#train").await?;
    stage.read("#began-with-table", "began with table").await?;
    stage.read("section[aria-label=Training] [role=status]", "solved").await?;
    let _ = std::fs::remove_file(&path);
    // Its record in the lab says so.
    let run =
        stage.js("return document.querySelector('a[href*=\"replay/run/\"]').hash.split('/').at(-1)").await?;
    stage.go(&format!("lab/run/{}", run.as_str().unwrap_or_default())).await?;
    stage.read(".lab-protocol pre", "[table]").await
}

async fn a_table_of_another_level_is_refused(stage: &Stage) -> Result {
    trained(stage, "q-state").await?;
    // What this run has learnt can be gone on with here.
    stage.click("#go-on").await?;
    stage.read("#table-chosen", "Goes on from job 1").await?;
    stage.click("#table-clear").await?;
    stage.see("#table-choose").await?;
    let folder = std::env::temp_dir();
    let path = folder.join(format!("sokolab-no-table-{}.qtable", std::process::id()));
    let bytes = stage
        .js("return fetch('/api/jobs/1/table').then((x) => x.arrayBuffer()).then((x) => [...new Uint8Array(x)])")
        .await?;
    let bytes: Vec<u8> = serde_json::from_value(bytes)?;
    std::fs::write(&path, &bytes)?;
    stage.go("learn/tutorial/4?player=q-state").await?;
    let input = stage.client.find(fantoccini::Locator::Css("#table-file")).await?;
    input.send_keys(&path.display().to_string()).await?;
    stage.read(".toasts", "another level").await?;
    stage.read(".toasts", "open level 5 of tutorial").await?;
    stage.gone("#table-chosen").await?;
    let _ = std::fs::remove_file(&path);
    let answer = stage
        .js("return fetch('/api/jobs/1/pace', { method: 'POST', headers: { 'content-type': 'application/json' }, \
             body: JSON.stringify({ mode: 'step' }) }).then((x) => x.status)")
        .await?;
    assert_eq!(answer, json!(409), "the run is over");
    // The browser notes the refusal, as it should.
    stage.console().await.map(drop)
}

async fn on_a_phone_it_can_be_watched_too(stage: &Stage) -> Result {
    held(stage, "learn/tutorial/5?player=q-state").await?;
    let to_middle =
        |button: &str| format!("document.querySelector('{button}').scrollIntoView({{ block: 'center' }})");
    stage.js(&to_middle("#pace-step")).await?;
    stage.click("#pace-step").await?;
    stage.read("#pace-where", "Episode 1, step 1").await?;
    stage.until("return document.documentElement.scrollWidth <= innerWidth").await?;
    stage.js(&to_middle("#stop")).await?;
    stage.click("#stop").await?;
    stage.read("section[aria-label=Training] [role=status]", "stopped").await
}
