//! Solving: the form, a run from start to end, its live numbers, pauses, races, reloads and how quickly a stop works.

use serde_json::{Value, json};

use crate::{
    keys::{TAB, ctrl},
    stage::{Result, Setup, Stage},
};

scenarios! {
    the_form_comes_from_what_a_player_says_of_itself,
    a_value_out_of_range_is_refused_with_its_reason,
    a_run_ends_with_a_solution_its_proof_and_links,
    numbers_and_board_live_until_a_pause_holds_them,
    strategy_plan_and_features_of_the_best_position_live,
    the_best_solution_is_optimised_kept_and_replayed: with_hall(),
    a_race_of_three_crowns_the_quickest,
    a_reload_finds_the_running_job_again,
    every_player_stops_when_told,
}

/// A level that keeps every player busy but the expert.
pub(crate) const HARD: &str = "solve/summit/29";
/// A level that keeps the expert busy.
const HARD_FOR_EXPERT: &str = "solve/summit/22";

/// Chooses from a list of the form, by the name of the field.
pub(crate) async fn choose(stage: &Stage, name: &str, value: &str) -> Result {
    stage.see(&format!(".solve-setup select[name={name}]")).await?.select_by_value(value).await?;
    Ok(())
}

/// Types into a field of the form and leaves it.
pub(crate) async fn fill(stage: &Stage, name: &str, value: &str) -> Result {
    let field = stage.see(&format!(".solve-setup input[name={name}]")).await?;
    field.send_keys(&(ctrl("a") + value + TAB)).await?;
    Ok(())
}

/// Waits for the status of the page.
pub(crate) async fn status(stage: &Stage, name: &str) -> Result {
    stage.appears(&format!(".solve-status [data-status={name}]")).await
}

/// Starts a job without the page and waits for its end; its number.
pub(crate) async fn solved_job(stage: &Stage, order: &Value) -> Result<u64> {
    let script = format!(
        "const post = await fetch('/api/jobs', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: {} }}); \
         const {{ id }} = await post.json(); \
         for (;;) {{ const job = await (await fetch(`/api/jobs/${{id}}`)).json(); if (job.status !== 'solving') return job.status === 'solved' ? id : job; }}",
        json!(order.to_string())
    );
    let id = stage.js(&format!("return (async () => {{ {script} }})()")).await?;
    id.as_u64().ok_or_else(|| format!("not solved: {id}").into())
}

async fn the_form_comes_from_what_a_player_says_of_itself(stage: &Stage) -> Result {
    stage.go("solve/tutorial/5").await?;
    let players = stage.js("return fetch('/api/players').then((r) => r.json())").await?;
    for player in players.as_array().ok_or("no players")? {
        let id = player["id"].as_str().ok_or("no name")?;
        choose(stage, "player", id).await?;
        let names: Vec<&str> = player["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        let shown = "[...document.querySelectorAll('.solve-form [name]')].map((x) => x.name).filter((x) => x !== 'player' && x !== 'preset')";
        stage.until(&format!("return JSON.stringify({shown}) === JSON.stringify({})", json!(names))).await?;
        let title = &player["title"];
        stage.see(&format!(".lane[data-player={id}][aria-label={title}]")).await?;
        stage.read(".lane h2", id).await?;
    }
    choose(stage, "player", "greedy").await?;
    let heuristic = |value: &str| {
        format!("return document.querySelector('.solve-form [name=heuristic]').value === '{value}'")
    };
    stage.until(&heuristic("assignment+conflicts")).await?;
    choose(stage, "preset", "queensland").await?;
    stage.until(&heuristic("manhattan")).await?;
    stage.read(".solve-form", "every box to its nearest goal").await?;
    stage.read(".lane h2", "greedy queensland").await?;
    // What was set up is still there after a reload.
    stage.client.refresh().await?;
    stage.see("main[data-ready=solve]").await?;
    stage.until(&heuristic("manhattan")).await
}

async fn a_value_out_of_range_is_refused_with_its_reason(stage: &Stage) -> Result {
    stage.go("solve/tutorial/5?player=mcts").await?;
    let value = |name: &str| format!("return document.querySelector('[name={name}]').value");
    let before = stage.js(&value("exploration")).await?;
    fill(stage, "exploration", "1000").await?;
    stage.read(".solve-form .refused", "1000").await?;
    // The reason names the bound.
    stage.read(".solve-form .refused", "100").await?;
    assert_eq!(stage.js(&value("exploration")).await?, before);
    fill(stage, "exploration", "2.5").await?;
    stage.gone(".solve-form .refused").await?;
    assert_eq!(stage.js(&value("exploration")).await?, "2.5");
    fill(stage, "time_s", "-1").await?;
    stage.read(".solve-limits .refused", "-1").await?;
    // Who asks the server directly is refused as well, and told why.
    let answer = "return fetch('/api/jobs', { method: 'POST', headers: { 'content-type': 'application/json' }, \
                  body: JSON.stringify({ level: { collection: 'tutorial', number: 5 }, player: 'mcts', settings: { exploration: 1000 } }) }) \
                  .then(async (r) => [r.status, (await r.json()).error.message])";
    let answer = stage.js(answer).await?;
    assert_eq!(answer[0], 400, "{answer}");
    assert!(answer[1].as_str().is_some_and(|why| why.contains("exploration")), "{answer}");
    // The browser notes the refusal, which was asked for.
    stage.console().await?;
    Ok(())
}

async fn a_run_ends_with_a_solution_its_proof_and_links(stage: &Stage) -> Result {
    stage.go("solve/tutorial/5?player=astar").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    stage.read(".lane-result", "6 pushes").await?;
    stage.read(".lane-result", "proven: fewest pushes").await?;
    stage.read(".solve-history tbody tr", "6 pushes").await?;
    let protocol = "return fetch(document.querySelector('[data-protocol]').href).then((r) => r.text())";
    let protocol = stage.js(protocol).await?;
    assert!(protocol.as_str().is_some_and(|text| text.contains("astar")), "{protocol}");
    stage.click(".lane-result [data-walk]").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.read(".replay-place", "0 of ").await?;
    // Solved by a player that proves nothing.
    stage.go("solve/tutorial/5?player=dfs").await?;
    stage.click("#run").await?;
    stage.read(".lane-result", "no proof that it is shortest").await
}

/// Where boxes and player are drawn.
const DRAWN: &str = "[...document.querySelectorAll('.lane .thing')].map((x) => x.style.transform + x.getAttribute('href')).join()";
const EXPANDED: &str = "document.querySelector('.lane [data-figure=expanded] dd')?.innerText";

async fn numbers_and_board_live_until_a_pause_holds_them(stage: &Stage) -> Result {
    stage.go(&format!("{HARD}?player=astar")).await?;
    stage.click("#run").await?;
    status(stage, "solving").await?;
    changes(stage, EXPANDED).await?;
    changes(stage, DRAWN).await?;
    changes(stage, "document.querySelector('.lane [data-figure=time] dd').innerText").await?;
    stage.click("#pause").await?;
    stage.read(".solve-status", "paused").await?;
    stage.read("#pause", "Go on").await?;
    let held = stage.js(&format!("return {EXPANDED}")).await?;
    let later = format!(
        "return (async () => {{ for (let i = 0; i < 30; i += 1) await new Promise(requestAnimationFrame); return {EXPANDED}; }})()"
    );
    assert_eq!(stage.js(&later).await?, held, "a paused run goes on");
    stage.click("#pause").await?;
    stage.read("#pause", "Pause").await?;
    changes(stage, EXPANDED).await?;
    stage.click("#stop").await?;
    status(stage, "stopped").await
}

async fn strategy_plan_and_features_of_the_best_position_live(stage: &Stage) -> Result {
    stage.go("solve/summit/1?player=expert").await?;
    stage.gone(".lane-best:not([hidden])").await?;
    stage.click("#run").await?;
    stage.see(".lane-strategy [data-phase=plan]").await?;
    stage.read(".lane-strategy", "plan after").await?;
    stage.see(".lane-best [data-feature='steps of the plan']").await?;
    stage.read(".lane-best h3", "Best position · By a packing plan").await?;
    stage.click("#stop").await?;
    status(stage, "stopped").await?;
    // It can be seen on the board, and stays when the run is over.
    let told = "const { player, boxes } = await fetch('/api/jobs/1').then((r) => r.json()).then((job) => job.best.position);";
    let shown = "const { position } = document.querySelector('.lane soko-board');";
    let same = format!(
        "return (async () => {{ {told} {shown} return JSON.stringify([player, boxes]) === JSON.stringify([position.player, position.boxes]); }})()"
    );
    stage.click(".lane-best button").await?;
    stage.see(".lane-best button[aria-pressed=true]").await?;
    stage.until(&same).await?;
    // Players without features have no such part.
    choose(stage, "player", "bfs").await?;
    stage.click("#run").await?;
    status(stage, "solving").await?;
    changes(stage, EXPANDED).await?;
    stage.gone(".lane-best:not([hidden])").await?;
    stage.click("#stop").await?;
    status(stage, "stopped").await
}

/// A hall in which depth-first search takes a long way; no solution comes with it.
fn with_hall() -> Setup {
    let hall = || {
        let board = "##########\n#        #\n# $    . #\n#  @     #\n# $    . #\n#        #\n##########\n";
        vec![("hall.xsb", format!("{board}\n; Hall\n"))]
    };
    Setup::with_files(hall)
}

async fn the_best_solution_is_optimised_kept_and_replayed(stage: &Stage) -> Result {
    stage.go("solve/hall/1?player=dfs").await?;
    status(stage, "ready").await?;
    stage.gone(".solve-optimise:not([hidden])").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    // What is found is offered at once.
    stage.see(".solve-optimise:not([hidden]) #optimise:enabled").await?;
    let moves = "return fetch('/api/levels/hall/1').then((r) => r.json()).then(({ best }) => best[0].moves)";
    let before = stage.js(moves).await?;
    stage.see("select[name=optimise-metric]").await?.select_by_value("moves-then-pushes").await?;
    stage.click("#optimise").await?;
    stage.see(".lane[data-player=optimizer]").await?;
    status(stage, "solved").await?;
    stage.see(".lane-result [data-change=moves]").await?;
    stage.read("[data-change=moves] del", &before.to_string()).await?;
    let after = stage.js(moves).await?;
    assert!(after.as_u64() < before.as_u64(), "{before} {after}");
    stage.read(".solve-optimise a", &format!("{after} moves")).await?;
    stage.read(".solve-history tbody tr", "optimizer").await?;
    stage.click(".lane-result [data-walk]").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.read(".replay-place", &format!("0 of {after}")).await
}

/// Waits until what a script sees is another than now.
async fn changes(stage: &Stage, what: &str) -> Result {
    let now = stage.js(&format!("return {what} ?? ''")).await?;
    stage.until(&format!("return ({what} ?? '') !== {now}")).await
}

async fn a_race_of_three_crowns_the_quickest(stage: &Stage) -> Result {
    stage.go("solve/workshop/5").await?;
    choose(stage, "player", "bfs").await?;
    for entrants in [2, 3] {
        let add = "[...document.querySelectorAll('.solve-setup button')].find((b) => /player$/.test(b.innerText.trim())).click()";
        stage.js(add).await?;
        stage.until(&format!("return document.querySelectorAll('.lane').length === {entrants}")).await?;
    }
    choose(stage, "player", "greedy").await?;
    stage.read("#run", "Race").await?;
    stage.gone(".lane.first").await?;
    stage.click("#run").await?;
    stage.until("return document.querySelectorAll('.lane-result [data-walk]').length === 3").await?;
    let side_by_side = "const tops = [...document.querySelectorAll('.lane')].map((x) => Math.round(x.getBoundingClientRect().top)); return new Set(tops).size === 1";
    stage.until(side_by_side).await?;
    let crowned = stage
        .js("return [...document.querySelectorAll('.lane.first')].filter((x) => x.querySelector('.lane-crown').checkVisibility()).map((x) => x.dataset.player)")
        .await?;
    let quickest = "return fetch('/api/jobs').then((r) => r.json()).then((all) => all.sort((a, b) => a.elapsed - b.elapsed).map((x) => x.player))";
    let quickest = stage.js(quickest).await?;
    assert_eq!(crowned, json!([quickest[0]]), "{quickest}");
    // The whole race is found again by its address.
    stage.client.refresh().await?;
    stage.until("return document.querySelectorAll('.lane').length === 3").await?;
    stage.appears(".lane.first").await
}

async fn a_reload_finds_the_running_job_again(stage: &Stage) -> Result {
    stage.go(&format!("{HARD}?player=bfs")).await?;
    stage.click("#run").await?;
    status(stage, "solving").await?;
    stage.until("return location.hash.endsWith('?jobs=1')").await?;
    stage.client.refresh().await?;
    status(stage, "solving").await?;
    changes(stage, EXPANDED).await?;
    // Also without the number in the address.
    stage.go("library").await?;
    stage.go(HARD).await?;
    status(stage, "solving").await?;
    stage.until("return location.hash.endsWith('?jobs=1')").await?;
    stage.click("#stop").await?;
    status(stage, "stopped").await
}

async fn every_player_stops_when_told(stage: &Stage) -> Result {
    stage.go("library").await?;
    let players = stage
        .js("return fetch('/api/players').then((r) => r.json()).then((all) => all.map((x) => x.id))")
        .await?;
    let mut told = Vec::new();
    for player in players.as_array().into_iter().flatten().filter_map(Value::as_str) {
        let level = if matches!(player, "auto" | "expert") { HARD_FOR_EXPERT } else { HARD };
        stage.go(&format!("{level}?player={player}")).await?;
        stage.see(&format!(".lane[data-player={player}]")).await?;
        status(stage, "ready").await?;
        stage.click("#run").await?;
        stage.until("return document.querySelector('#stop').disabled === false && document.querySelector('[data-figure=time] dd')?.innerText.length > 1").await?;
        let stop = "return new Promise((done) => { \
                    const shown = () => document.querySelector('.solve-status [data-status]').dataset.status !== 'solving'; \
                    const from = performance.now(); \
                    new MutationObserver((_, observer) => { if (shown()) { observer.disconnect(); \
                      done([performance.now() - from, document.querySelector('.solve-status [data-status]').dataset.status]); } }) \
                      .observe(document.querySelector('.solve-status'), { childList: true, subtree: true }); \
                    document.querySelector('#stop').click(); })";
        let ended = stage.js(stop).await?;
        let took = ended[0].as_f64().unwrap_or(f64::MAX);
        told.push(format!("{player} {took:.0} ms"));
        assert_eq!(ended[1], "stopped", "{player}");
        assert!(took < 5_000.0, "{player} stops after {took:.0} ms");
    }
    println!("stop, from the click to the status: {}", told.join(", "));
    assert!(told.len() >= 13, "{told:?}");
    Ok(())
}
