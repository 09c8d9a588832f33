//! Solving, beyond a run and its numbers: what a run has reached is walked, saved and played on; why there is no solution; a run from
//! a position of a game; how a search gets on; and replays that compare, number and go on to the next level.

use serde_json::json;

use crate::{
    keys::{END, HOME},
    saved_files::SavedFiles,
    solve::{HARD, choose, solved_job, status},
    stage::{Result, Setup, Stage},
};

scenarios! {
    what_a_stopped_run_has_reached_is_walked_and_saved,
    a_learner_and_a_blind_search_can_be_walked_when_they_are_stopped,
    a_search_from_the_end_shows_its_last_position_and_says_so,
    a_solution_is_walked_where_it_was_found,
    no_solution_says_why_and_points_at_the_boxes: with_levels(),
    a_long_title_moves_no_button: with_levels(),
    tabs_are_named_for_the_players_of_their_lanes,
    what_is_known_of_a_level_follows_its_runs: with_levels(),
    a_run_begins_where_the_game_is_and_goes_back_into_it,
    a_learner_begins_where_the_game_is,
    gauge_and_curves_tell_how_a_search_gets_on,
    an_optimised_solution_stands_beside_what_it_was: with_levels(),
    boxes_have_the_numbers_that_the_list_has,
    a_replay_has_neighbours,
}

/// One that is lost from the start and has a long title, and a hall with a long way to its solution.
fn with_levels() -> Setup {
    Setup::with_files(|| {
        let title = "a title that is far too long ".repeat(8);
        let lost = format!("#######\n#@ $  #\n# .   #\n#    $#\n#  .  #\n#######\n\n; {title}\n\n");
        let hall =
            "##########\n#        #\n# $    . #\n#  @     #\n# $    . #\n#        #\n##########\n\n; Hall\n";
        vec![("more.xsb", format!("{lost}{hall}"))]
    })
}

/// Starts a player on a hard level and stops it once it has looked at some positions.
async fn stopped(stage: &Stage, address: &str) -> Result {
    stage.go(address).await?;
    stop_after_some(stage).await
}

/// Starts what is set up and stops it once it has looked at some positions.
async fn stop_after_some(stage: &Stage) -> Result {
    stage.click("#run").await?;
    stage.until("return Number(document.querySelector('.lane [data-figure=expanded] dd')?.innerText.replaceAll(/\\D/g, '')) > 50").await?;
    stage.until("return document.querySelector('.lane soko-board').position !== null").await?;
    stage.click("#stop").await?;
    status(stage, "stopped").await
}

/// The position on the only board, in a script.
const SHOWN: &str = "const board = document.querySelector('soko-board').position; const shown = JSON.stringify([board.player, [...board.boxes].sort()]);";
/// The job's own words of where it has got to, in a script.
const REACHED: &str = "const { reached } = await (await fetch('/api/jobs/1')).json(); const there = JSON.stringify([reached.position.player, [...reached.position.boxes].sort()]);";

/// The board shows where the run has got to.
async fn shows_what_was_reached(stage: &Stage) -> Result {
    stage.until(&format!("return (async () => {{ {REACHED} {SHOWN} return shown === there; }})()")).await
}

async fn what_a_stopped_run_has_reached_is_walked_and_saved(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    stopped(stage, &format!("{HARD}?player=astar")).await?;
    stage.see(".walk:not([hidden])").await?;
    stage.appears(".lane [data-last=way]").await?;
    shows_what_was_reached(stage).await?;
    // What is saved is what is shown.
    let start = stage
        .js("return fetch('/api/levels/summit/29').then((r) => r.json()).then((x) => x.board.join('\\n'))")
        .await?;
    let start = start.as_str().unwrap_or_default().trim_end().to_owned();
    let save = async |item: &str, name: &str| -> Result<Vec<u8>> {
        stage.click("details.menu summary").await?;
        stage.click(&format!("[data-export={item}]:enabled")).await?;
        saved.take_bytes(name).await
    };
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim_end().to_owned();
    let end = text(save("xsb", "summit-29.xsb").await?);
    assert_ne!(end, start, "the start is saved");
    assert_eq!(end.matches(['@', '+']).count(), 1, "{end}");
    assert!(text(save("svg", "summit-29.svg").await?).starts_with("<svg"));
    assert!(save("png", "summit-29.png").await?.starts_with(b"\x89PNG"));
    stage.click(".walk [aria-label='First position']").await?;
    stage.read(".walk-place", "position 0 of ").await?;
    assert_eq!(text(save("xsb", "summit-29.xsb").await?), start);
    stage.click(".walk [aria-label='Next position']").await?;
    stage.read(".walk-place", "position 1 of ").await?;
    stage.click(".walk [aria-label='Last position']").await?;
    shows_what_was_reached(stage).await?;
    // The same in the view of replays: it opens at the end, and is honest about what it is.
    stage.click(".lane-result [data-walk]").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.read("[data-account]", "This run ended without a solution").await?;
    shows_what_was_reached(stage).await?;
    let shown = text(save("xsb", "summit-29.xsb").await?);
    assert_eq!(shown, end);
    stage.press(HOME).await?;
    stage.read(".replay-place", "0 of ").await?;
    stage.press(END).await?;
    shows_what_was_reached(stage).await
}

async fn a_learner_and_a_blind_search_can_be_walked_when_they_are_stopped(stage: &Stage) -> Result {
    for (job, player) in [(1, "bfs"), (2, "q-state"), (3, "mcts")] {
        stopped(stage, &format!("{HARD}?player={player}")).await?;
        stage.see(".walk:not([hidden])").await.map_err(|error| format!("{player}: {error}"))?;
        let there = REACHED.replace("jobs/1", &format!("jobs/{job}"));
        stage.until(&format!("return (async () => {{ {there} {SHOWN} return shown === there; }})()")).await?;
        stage.click(".walk [aria-label='First position']").await?;
        stage.read(".walk-place", "position 0 of ").await?;
    }
    Ok(())
}

async fn a_search_from_the_end_shows_its_last_position_and_says_so(stage: &Stage) -> Result {
    stage.go(&format!("{HARD}?player=astar")).await?;
    stage.js("document.querySelector('.solve-form details').open = true").await?;
    choose(stage, "direction", "backward").await?;
    stop_after_some(stage).await?;
    stage.appears(".lane [data-last=alone]").await?;
    stage.gone(".walk:not([hidden])").await?;
    let alone = "return (async () => { const { reached, position } = await (await fetch('/api/jobs/1')).json(); \
                 const { player, boxes } = document.querySelector('soko-board').position; \
                 return reached === null && JSON.stringify([player, boxes]) === JSON.stringify([position.player, position.boxes]); })()";
    stage.until(alone).await?;
    stage.click(".lane-result [data-walk]").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.read("main", "How it is reached from the start is not known").await?;
    stage.until(alone).await
}

async fn a_solution_is_walked_where_it_was_found(stage: &Stage) -> Result {
    stage.go("solve/tutorial/5?player=astar").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    stage.read(".walk-place", "position 6 of 6").await?;
    let home = "return [...document.querySelectorAll('.lane .box')].every((x) => x.getAttribute('href').endsWith('box-home'))";
    stage.until(home).await?;
    stage.click(".walk [aria-label='Previous position']").await?;
    stage.read(".walk-place", "position 5 of 6").await?;
    stage.until(&home.replace("return ", "return !")).await?;
    // By itself: from the start, push by push, to the end.
    stage.click(".walk [aria-label='Last position']").await?;
    stage.click(".walk [aria-label='Play the way']").await?;
    stage.see(".walk [aria-label='Hold the way']").await?;
    stage.see(".walk [aria-label='Play the way']").await?;
    stage.read(".walk-place", "position 6 of 6").await?;
    // Also after a reload.
    stage.client.refresh().await?;
    stage.read(".walk-place", "position 6 of 6").await?;
    stage.until(home).await
}

async fn no_solution_says_why_and_points_at_the_boxes(stage: &Stage) -> Result {
    stage.go("solve/more/1?player=astar").await?;
    stage.click("#run").await?;
    status(stage, "no-solution").await?;
    stage.read(".lane [data-why]", "can never leave").await?;
    stage.appears(".lane .overlay.proof rect").await?;
    // Another setup is no proof.
    choose(stage, "player", "bfs").await?;
    stage.gone(".lane [data-why]").await?;
    stage.gone(".lane .overlay.proof").await
}

async fn a_long_title_moves_no_button(stage: &Stage) -> Result {
    let place =
        "const box = document.querySelector('#run').getBoundingClientRect(); return [box.left, box.top]";
    stage.go("solve/more/2").await?;
    let short = stage.js(place).await?;
    stage.go("solve/more/1").await?;
    let level = "return document.querySelector('.solve-chooser select[aria-label=Level]').value === '1'";
    stage.until(level).await?;
    assert_eq!(stage.js(place).await?, short);
    Ok(())
}

/// The names of the tabs and of the lanes.
const NAMED: &str = "const tabs = [...document.querySelectorAll('[role=tab]')].map((x) => x.innerText.replace(/^\\d+ /, '')); \
                     const lanes = [...document.querySelectorAll('.lane .player-name')].map((x) => x.innerText); const players = [...document.querySelectorAll('.lane')].map((x) => x.dataset.player);";

async fn tabs_are_named_for_the_players_of_their_lanes(stage: &Stage) -> Result {
    stage.go("solve/workshop/5?player=bfs").await?;
    let add = "[...document.querySelectorAll('.solve-setup button')].find((b) => /player$/.test(b.innerText.trim())).click()";
    stage.js(add).await?;
    let same = |players: &str| {
        format!("{NAMED} return String(tabs) === String(lanes) && String(players) === '{players}'")
    };
    choose(stage, "player", "mcts").await?;
    stage.until(&same("bfs,mcts")).await?;
    stage.click("#run").await?;
    stage.until("return document.querySelectorAll('.lane-result [data-walk]').length === 2").await?;
    stage.until(&same("bfs,mcts")).await?;
    // After a change of a player that is shown, and when an earlier race is looked at again.
    choose(stage, "player", "greedy").await?;
    stage.until(&same("bfs,greedy")).await?;
    stage.click("[aria-label='Show job 1']").await?;
    stage.until(&same("bfs,mcts")).await
}

async fn what_is_known_of_a_level_follows_its_runs(stage: &Stage) -> Result {
    stage.go("solve/more/2?player=dfs").await?;
    stage.click(".solve-facts summary").await?;
    stage.read(".solve-facts", "none yet").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    stage.until("return /\\d+ pushes/.test(document.querySelector('.solve-facts').innerText)").await?;
    let pushes = "const said = (where) => document.querySelector(where)?.innerText.match(/(\\d+) pushes/)?.[1]; \
                  return said('.solve-facts') === said('.solve-history') && said('.solve-facts') === said('.solve-optimise')";
    stage.until(pushes).await
}

async fn a_run_begins_where_the_game_is_and_goes_back_into_it(stage: &Stage) -> Result {
    stage.go("play/tutorial/1").await?;
    stage.press("dd").await?;
    stage.read("[data-counter=Moves] dd", "2").await?;
    stage.click("[data-from-here=solve]").await?;
    stage.see("main[data-ready=solve]").await?;
    stage.read(".solve-here", "after 2 moves").await?;
    let player =
        |x: u32| format!("return document.querySelector('.lane soko-board').position.player[0] === {x}");
    stage.until(&player(3)).await?;
    choose(stage, "player", "bfs").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    stage.read(".lane-result", "2 pushes").await?;
    stage.read(".solve-history", "from move 2").await?;
    stage.click(".walk [aria-label='First position']").await?;
    stage.until(&player(3)).await?;
    // What is known from here is made shorter from here.
    stage.read(".solve-optimise", "from here: 2 pushes").await?;
    stage.click("#optimise").await?;
    stage.see(".lane[data-player=optimizer]").await?;
    status(stage, "solved").await?;
    // A reload keeps all of it.
    stage.client.refresh().await?;
    stage.read(".solve-here", "after 2 moves").await?;
    stage.see(".lane[data-player=optimizer] [data-walk]").await?;
    // The replay is of the whole game and opens where the run began.
    stage.go("replay/job/1").await?;
    stage.read(".replay-place", "2 of 4").await?;
    stage.read("[data-account]", "after 2 moves").await?;
    stage.go("solve/tutorial/1?moves=rr&jobs=1").await?;
    stage.click(".lane-result [data-join]").await?;
    stage.see("main[data-ready=play]").await?;
    stage.read("[data-counter=Moves] dd", "2").await?;
    stage.click("[data-act=redo-all]").await?;
    stage.appears("[data-solved]").await
}

async fn a_learner_begins_where_the_game_is(stage: &Stage) -> Result {
    stage.go("play/tutorial/1").await?;
    stage.press("dd").await?;
    stage.read("[data-counter=Moves] dd", "2").await?;
    stage.click("[data-from-here=learn]").await?;
    stage.see("main[data-ready=learn]").await?;
    stage.until("return document.querySelector('soko-board').position.player[0] === 3").await?;
    stage.click("#train-now").await?;
    stage.until("return fetch('/api/jobs').then((r) => r.json()).then(([job]) => job?.from === 2)").await?;
    stage.until("return location.hash.includes('moves=rr')").await
}

async fn gauge_and_curves_tell_how_a_search_gets_on(stage: &Stage) -> Result {
    stage.go(&format!("{HARD}?player=astar")).await?;
    stage.click("#run").await?;
    stage.see(".lane-course .gauge[aria-valuetext*=' of ']").await?;
    for curve in ["estimate", "rate", "memory"] {
        stage.see(&format!("[data-curve={curve}] .spark-line[points*=' ']")).await?;
    }
    let valued = "return document.querySelector('.gauge').getAttribute('aria-valuenow')";
    let before = stage.js(valued).await?;
    stage.until(&format!("{valued} !== {before}")).await?;
    let label = "return /over .* highest/.test(document.querySelector('[data-curve=rate] svg').getAttribute('aria-label'))";
    stage.until(label).await?;
    stage.click("#stop").await?;
    status(stage, "stopped").await?;
    // They stay when it is over.
    stage.client.refresh().await?;
    stage.appears(".lane-course [data-curve=rate]").await
}

async fn an_optimised_solution_stands_beside_what_it_was(stage: &Stage) -> Result {
    stage.go("solve/more/2?player=dfs").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    stage.click("#optimise").await?;
    stage.see(".lane[data-player=optimizer]").await?;
    stage.click(".lane-result [data-compare]").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.until("return document.querySelectorAll('.deck .player').length === 2").await?;
    stage.read(".deck:nth-child(2)", "before it was optimised").await?;
    // Push by push, with what they differ by.
    stage.until("return document.querySelector('select[aria-label=Step]').value === 'pushes' && document.querySelector('select[name=by]').value === 'count'").await?;
    stage.read(".replay-measures", "B − A").await?;
    stage.until("return document.querySelectorAll('.replay-measures td.better').length > 0").await?;
    // It is offered wherever the solution is shown.
    stage.go("replay/level/more/2").await?;
    stage.click("#original").await?;
    stage.until("return document.querySelectorAll('.deck .player').length === 2").await
}

async fn boxes_have_the_numbers_that_the_list_has(stage: &Stage) -> Result {
    stage.go("library").await?;
    let level = json!({ "collection": "workshop", "number": 5 });
    let job = solved_job(stage, &json!({ "level": level, "player": "astar" })).await?;
    stage.go(&format!("replay/job/{job}")).await?;
    stage.see(".push-row").await?;
    stage.gone(".numbers").await?;
    // A row points at the box it is about.
    stage.js("document.querySelector('.push-row').focus()").await?;
    let pointed = "const [, box] = document.querySelector('.push-row').innerText.match(/box (\\d+)/); \
                   const numbers = [...document.querySelectorAll('.numbers text')].map((x) => x.textContent); \
                   return String(numbers) === box && document.querySelectorAll('.overlay.mark rect').length === 1";
    stage.until(pointed).await?;
    stage.js("document.activeElement.blur()").await?;
    stage.gone(".numbers").await?;
    stage.press("n").await?;
    stage.see("#numbers[aria-pressed=true]").await?;
    let numbers = "return [...document.querySelectorAll('.numbers text')].map((x) => x.textContent).join() === '1,2,3,4'";
    stage.until(numbers).await?;
    // They go along with their boxes.
    let places = "[...document.querySelectorAll('.numbers text')].map((x) => [x.getAttribute('x'), x.getAttribute('y')]).join()";
    let before = stage.js(&format!("return {places}")).await?;
    stage.press(END).await?;
    stage.until(&format!("return {places} !== {before}")).await?;
    stage.click("#numbers").await?;
    stage.gone(".numbers").await
}

async fn a_replay_has_neighbours(stage: &Stage) -> Result {
    stage.go("replay/level/tutorial/2").await?;
    stage.click(".level-bar a[aria-label='Next level']").await?;
    stage.until("return location.hash === '#/replay/level/tutorial/3'").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.press("[").await?;
    stage.until("return location.hash === '#/replay/level/tutorial/2'").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.click(".level-bar a[aria-label='Previous level']").await?;
    stage.until("return location.hash === '#/replay/level/tutorial/1'").await
}
