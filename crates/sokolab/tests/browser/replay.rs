//! Walking through solutions, one or two at a time.

use serde_json::json;

use crate::{
    keys::{END, HOME, LEFT, RIGHT},
    solve::solved_job,
    stage::{Result, Setup, Stage},
};

scenarios! {
    buttons_and_keys_walk_through_a_solution,
    it_plays_at_a_chosen_speed_and_pauses: Setup::in_motion(),
    the_slider_and_the_list_of_pushes_jump,
    two_solutions_walk_side_by_side,
    every_address_survives_a_reload,
    a_level_without_a_solution_says_what_would_help: Setup::with_files(new_level),
}

fn new_level() -> Vec<(&'static str, String)> {
    vec![("new.xsb", "######\n#@$ .#\n######\n".to_owned())]
}

/// Solves a level of the workshop; the job's number.
async fn solved(stage: &Stage, player: &str) -> Result<u64> {
    let level = json!({ "collection": "workshop", "number": 5 });
    solved_job(stage, &json!({ "level": level, "player": player })).await
}

/// Waits for the place on the way.
async fn stands(stage: &Stage, place: &str) -> Result {
    let script = format!("return document.querySelector('.replay-place')?.innerText === '{place}'");
    let found = stage.until(&script).await;
    if found.is_err() {
        return Err(format!("not at {place} but at {}", stage.text(".replay-place").await?).into());
    }
    Ok(())
}

/// Where boxes and player of a board are drawn.
fn drawn(deck: usize) -> String {
    format!(
        "[...document.querySelectorAll('.deck')[{deck}].querySelectorAll('.thing')].map((x) => x.style.transform).join()"
    )
}

/// Waits for the speed of the replay.
async fn plays_at(stage: &Stage, speed: &str) -> Result {
    stage
        .until(&format!("return document.querySelector('select[aria-label=Speed]').value === '{speed}'"))
        .await
}

async fn press_label(stage: &Stage, label: &str) -> Result {
    stage.click(&format!(".transport [aria-label='{label}']")).await
}

async fn buttons_and_keys_walk_through_a_solution(stage: &Stage) -> Result {
    stage.go("library").await?;
    let job = solved(stage, "astar").await?;
    stage.go(&format!("replay/job/{job}")).await?;
    stands(stage, "0 of 140").await?;
    stage.see(".deck .player").await?;
    let start = stage.js(&format!("return {}", drawn(0))).await?;
    for (label, place) in [
        ("One step on", "1 of 140"),
        ("One step on", "2 of 140"),
        ("One step back", "1 of 140"),
        ("To the end", "140 of 140"),
        ("One step on", "140 of 140"),
    ] {
        press_label(stage, label).await?;
        stands(stage, place).await?;
    }
    stage.until("return document.querySelectorAll('.deck .box').length === 4 && [...document.querySelectorAll('.deck .box')].every((x) => x.getAttribute('href').endsWith('box-home'))").await?;
    press_label(stage, "To the start").await?;
    stands(stage, "0 of 140").await?;
    assert_eq!(stage.js(&format!("return {}", drawn(0))).await?, start, "back is not where it began");
    stage.js("document.activeElement.blur()").await?;
    for (key, place) in [
        (RIGHT, "1 of 140"),
        (END, "140 of 140"),
        (LEFT, "139 of 140"),
        (HOME, "0 of 140"),
        ("p", "0 of 27"),
        (RIGHT, "1 of 27"),
        (END, "27 of 27"),
        ("m", "140 of 140"),
    ] {
        stage.press(key).await?;
        stands(stage, place).await?;
    }
    Ok(())
}

async fn it_plays_at_a_chosen_speed_and_pauses(stage: &Stage) -> Result {
    stage.go("library").await?;
    let job = solved(stage, "astar").await?;
    stage.go(&format!("replay/job/{job}")).await?;
    stage.see("select[aria-label=Speed]").await?.select_by_value("10").await?;
    stage.click("#play").await?;
    stage.see("#play[aria-label=Pause]").await?;
    stage.until("return parseInt(document.querySelector('.replay-place').innerText) > 5").await?;
    stage.click("#play").await?;
    stage.see("#play[aria-label=Play]").await?;
    let place = stage.text(".replay-place").await?;
    let later = "return (async () => { for (let i = 0; i < 30; i += 1) await new Promise(requestAnimationFrame); return document.querySelector('.replay-place').innerText; })()";
    assert_eq!(stage.js(later).await?, json!(place), "a paused replay goes on");
    // Faster and slower by keys; space plays. At the end it stops by itself.
    stage.js("document.activeElement.blur()").await?;
    for (key, speed) in [("+", "20"), ("-", "10")] {
        stage.press(key).await?;
        plays_at(stage, speed).await?;
    }
    stage.press("++").await?;
    stage.press(" ").await?;
    stands(stage, "140 of 140").await?;
    stage.see("#play[aria-label=Play]").await?;
    // The speed is remembered.
    stage.client.refresh().await?;
    stage.see("main[data-ready=replay]").await?;
    plays_at(stage, "50").await
}

async fn the_slider_and_the_list_of_pushes_jump(stage: &Stage) -> Result {
    stage.go("library").await?;
    let job = solved(stage, "astar").await?;
    stage.go(&format!("replay/job/{job}")).await?;
    let slide = "const slider = document.querySelector('.transport input[type=range]'); slider.value = 70; slider.dispatchEvent(new Event('input'))";
    stage.js(slide).await?;
    stands(stage, "70 of 140").await?;
    stage.see(".push-row[aria-current=step]").await?;
    let wanted = stage
        .js("const row = document.querySelectorAll('.push-row')[2]; row.id = 'wanted'; return row.innerText.match(/move (\\d+)/)[1]")
        .await?;
    stage.click("#wanted").await?;
    stands(stage, &format!("{} of 140", wanted.as_str().unwrap_or_default())).await?;
    // The row that was chosen is marked.
    stage
        .until(&format!("return document.querySelector('.push-row[aria-current=step]')?.innerText.includes('move ' + {wanted}) ?? false"))
        .await?;
    stage.see("select[aria-label=Step]").await?.select_by_value("pushes").await?;
    stage.until("return /^\\d+ of 27$/.test(document.querySelector('.replay-place').innerText)").await
}

async fn two_solutions_walk_side_by_side(stage: &Stage) -> Result {
    stage.go("library").await?;
    let short = solved(stage, "astar").await?;
    let long = solved(stage, "dfs").await?;
    stage.go(&format!("replay/job/{long}")).await?;
    // By moves and by pushes the best are offered.
    let offered = "return [...document.querySelector('select[name=with]').options].map((x) => x.value)";
    assert_eq!(stage.js(offered).await?, json!(["", "level/workshop/5/moves", "level/workshop/5/pushes"]));
    stage.see("select[name=with]").await?.select_by_value("level/workshop/5/pushes").await?;
    stage.until("return document.querySelectorAll('.deck .player').length === 2").await?;
    stage.read(".replay-measures", "B − A").await?;
    let (first, second) =
        (stage.js(&format!("return {}", drawn(0))).await?, stage.js(&format!("return {}", drawn(1))).await?);
    press_label(stage, "To the end").await?;
    stage.until(&format!("return {} !== {first} && {} !== {second}", drawn(0), drawn(1))).await?;
    stage.until("return [...document.querySelectorAll('.deck .box')].every((x) => x.getAttribute('href').endsWith('box-home'))").await?;
    // In step by the number of steps: the shorter one waits at its end.
    stage.see("select[name=by]").await?.select_by_value("count").await?;
    press_label(stage, "To the start").await?;
    press_label(stage, "One step on").await?;
    stage.until(&format!("return {} !== {second}", drawn(1))).await?;
    // Two jobs, by address.
    stage.go(&format!("replay/job/{short}?with=job/{long}")).await?;
    stage.read(".decks.two .deck:nth-child(1)", "astar").await?;
    stage.read(".decks.two .deck:nth-child(2)", "dfs").await?;
    let better = "return document.querySelectorAll('.replay-measures td.better').length > 0";
    stage.until(better).await
}

async fn every_address_survives_a_reload(stage: &Stage) -> Result {
    stage.go("library").await?;
    let job = solved(stage, "astar").await?;
    let run = stage
        .js(&format!("return fetch('/api/jobs/{job}').then((r) => r.json()).then((x) => x.run)"))
        .await?;
    let lurd = stage
        .js("return fetch('/api/replay?source=level/workshop/5').then((r) => r.json()).then((x) => x.lurd)")
        .await?;
    for address in [
        "level/workshop/5".to_owned(),
        "level/workshop/5/moves".to_owned(),
        format!("job/{job}"),
        format!("run/{}", run.as_str().ok_or("no run")?),
        format!("game/workshop/5/{}", lurd.as_str().ok_or("no moves")?),
        format!("job/{job}?with=level/workshop/5/moves"),
    ] {
        stage.go(&format!("replay/{address}")).await?;
        stage.until(&format!("return location.hash === {}", json!(format!("#/replay/{address}")))).await?;
        stage.read(".replay-place", "0 of ").await?;
        let place = stage.text(".replay-place").await?;
        stage.client.refresh().await?;
        stage.see("main[data-ready=replay]").await?;
        stands(stage, &place).await?;
        stage.until(&format!("return location.hash === {}", json!(format!("#/replay/{address}")))).await?;
    }
    Ok(())
}

async fn a_level_without_a_solution_says_what_would_help(stage: &Stage) -> Result {
    stage.go("replay/level/new/1").await?;
    stage.read("main h1", "No solution of this level is known").await?;
    stage.click("main a.primary[href='#/solve/new/1']").await?;
    stage.appears("main[data-ready=solve]").await
}
