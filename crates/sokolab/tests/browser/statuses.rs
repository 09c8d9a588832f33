//! The seven statuses of a solver: each is reached, shown, and allows what the server's table says, no more and no less.

use crate::{
    keys::ESCAPE,
    solve::{HARD, choose, fill, status},
    stage::{Result, Setup, Stage},
};

scenarios! {
    not_prepared_says_why_and_allows_no_run: with_odd_levels(),
    ready_then_solved_allow_what_the_table_says,
    solving_and_stopped_by_hand_allow_what_the_table_says,
    a_time_limit_ends_out_of_time,
    a_limit_of_positions_ends_out_of_time_and_says_which,
    no_solution_is_proven_and_leaves_nothing_to_walk: with_odd_levels(),
    the_table_of_statuses_can_be_read,
}

fn with_odd_levels() -> Setup {
    Setup::with_files(odd_levels)
}

/// One without a player, and one that looks fair but whose lower box can never leave its wall.
fn odd_levels() -> Vec<(&'static str, String)> {
    let unprepared = "#######\n# $ . #\n#######\n\n; Nobody\n\n";
    let hopeless = "#######\n#@ $  #\n# .   #\n#    $#\n#  .  #\n#######\n\n; Hopeless\n";
    vec![("odd.xsb", format!("{unprepared}{hopeless}"))]
}

/// Waits for a status and until every control is enabled as the table says.
async fn allows(stage: &Stage, name: &str) -> Result {
    status(stage, name).await?;
    let open = stage.js("return document.querySelector('details.menu').open").await?;
    if open == false {
        stage.click("details.menu summary").await?;
    }
    stage.see("details.menu [data-export=protocol]").await?;
    let controls = "const on = (selector) => { const x = document.querySelector(selector); return x !== null && !x.matches(':disabled'); }; \
        const now = { change_level: on('.solve-chooser select[aria-label=Level]'), change_player: on('.solve-setup select[name=player]'), \
          run: on('#run'), optimize: on('#optimise'), stop: on('#stop'), walk: on('.lane-result [data-walk]'), \
          export_protocol: on('[data-export=protocol]') && on('[data-export=protocol-json]') && on('.lane-result [data-protocol]'), \
          export_board: on('[data-export=xsb]') && on('[data-export=svg]') && on('[data-export=png]') }; \
        now.pause = on('#pause');";
    let table = format!(
        "return fetch('/api/statuses').then((r) => r.json()).then((all) => {{ {controls} const {{ allows }} = all.find((x) => x.id === '{name}'); \
         allows.pause = allows.stop; const wrong = Object.keys(allows).filter((right) => allows[right] !== now[right]); \
         return wrong.length ? `{name}: ${{wrong}}` : true; }})"
    );
    stage.until(&table).await?;
    stage.press(ESCAPE).await?;
    stage.gone("details.menu[open]").await
}

async fn not_prepared_says_why_and_allows_no_run(stage: &Stage) -> Result {
    stage.go("solve/odd/1").await?;
    allows(stage, "not-prepared").await?;
    stage.read(".solve-track .notice", "This level is not prepared").await?;
    // The key does no more than the button.
    stage.press("r").await?;
    stage.gone(".solve-status [data-status=solving]").await
}

async fn ready_then_solved_allow_what_the_table_says(stage: &Stage) -> Result {
    stage.go("solve/tutorial/5?player=astar").await?;
    allows(stage, "ready").await?;
    stage.click("#run").await?;
    allows(stage, "solved").await?;
    // Another player is another setup: ready again.
    choose(stage, "player", "bfs").await?;
    allows(stage, "ready").await
}

async fn solving_and_stopped_by_hand_allow_what_the_table_says(stage: &Stage) -> Result {
    stage.go(&format!("{HARD}?player=astar")).await?;
    stage.click("#run").await?;
    allows(stage, "solving").await?;
    // A paused run is solving, too.
    stage.press("p").await?;
    stage.read(".solve-status", "paused").await?;
    allows(stage, "solving").await?;
    stage.press("s").await?;
    allows(stage, "stopped").await?;
    stage.click(".lane-result [data-walk]").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.read("main", "This run ended without a solution").await
}

/// Runs into a limit; the status says into which.
async fn runs_out(stage: &Stage, limit: &str, value: &str, words: &str) -> Result {
    stage.go(&format!("{HARD}?player=bfs")).await?;
    fill(stage, limit, value).await?;
    stage.click("#run").await?;
    allows(stage, "out-of-time").await?;
    stage.read(".solve-status", words).await
}

async fn a_time_limit_ends_out_of_time(stage: &Stage) -> Result {
    runs_out(stage, "time_s", "1", "out of time").await
}

async fn a_limit_of_positions_ends_out_of_time_and_says_which(stage: &Stage) -> Result {
    runs_out(stage, "nodes", "1000", "out of positions to expand").await
}

async fn no_solution_is_proven_and_leaves_nothing_to_walk(stage: &Stage) -> Result {
    stage.go("solve/odd/2?player=bfs").await?;
    // Without dead squares it has to look at everything before it knows.
    choose(stage, "preset", "plain").await?;
    stage.click("#run").await?;
    allows(stage, "no-solution").await?;
    stage.until("return Number(document.querySelector('.lane [data-figure=expanded] dd').innerText.replaceAll(',', '')) > 10").await
}

async fn the_table_of_statuses_can_be_read(stage: &Stage) -> Result {
    stage.go("solve/tutorial/5").await?;
    stage.click(".solve-now button").await?;
    let rows = "return document.querySelectorAll('dialog[open] tbody tr').length === 7 && document.querySelector('dialog tr[aria-current=true] [data-status=ready]') !== null";
    stage.until(rows).await?;
    stage.click("dialog[open] footer button").await?;
    stage.gone("dialog[open]").await
}
