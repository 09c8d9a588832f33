//! Ways through several views: without a pointer, and with two pages at once.

use crate::{
    keys::{ENTER, ESCAPE, RIGHT, TAB},
    solve::{HARD, status},
    stage::{Result, Stage},
};

scenarios! {
    a_level_is_played_solved_and_replayed_by_keys_alone,
    a_job_of_one_page_shows_up_in_another,
}

/// Presses the tabulator until something has the focus, which must be seen.
async fn tab_to(stage: &Stage, selector: &str) -> Result {
    let there = format!("return document.activeElement.matches({})", serde_json::json!(selector));
    for _ in 0..80 {
        if stage.js(&there).await? == true {
            let ring = "const style = getComputedStyle(document.activeElement); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0";
            assert_eq!(stage.js(ring).await?, true, "the focus on {selector} is not seen");
            let covered = "const one = document.activeElement, r = one.getBoundingClientRect(); return !one.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2))";
            assert_eq!(stage.js(covered).await?, false, "{selector} has the focus below something else");
            return Ok(());
        }
        stage.press(TAB).await?;
    }
    Err(format!("the tabulator never gets to {selector}").into())
}

async fn a_level_is_played_solved_and_replayed_by_keys_alone(stage: &Stage) -> Result {
    stage.go("library/tutorial").await?;
    tab_to(stage, "a.level-link[href='#/play/tutorial/1']").await?;
    stage.press(ENTER).await?;
    stage.see("main[data-ready=play]").await?;
    for _ in 0..4 {
        stage.press(RIGHT).await?;
    }
    stage.see("[data-solved]").await?;
    tab_to(stage, ".panel a[href='#/solve/tutorial/1']").await?;
    stage.press(ENTER).await?;
    stage.see("main[data-ready=solve]").await?;
    tab_to(stage, "#run").await?;
    stage.press(ENTER).await?;
    status(stage, "solved").await?;
    tab_to(stage, ".lane-result [data-walk]").await?;
    stage.press(ENTER).await?;
    stage.see("main[data-ready=replay]").await?;
    stage.press(RIGHT).await?;
    stage.read(".replay-place", "1 of 4").await?;
    tab_to(stage, "[aria-label='To the end']").await?;
    stage.press(ENTER).await?;
    stage.read(".replay-place", "4 of 4").await?;
    // The files, too.
    tab_to(stage, "details.menu summary").await?;
    stage.press(ENTER).await?;
    tab_to(stage, "[data-export=gif-moves]").await?;
    stage.press(ESCAPE).await?;
    stage.gone("details.menu[open]").await?;
    stage.until("return document.activeElement.matches('details.menu summary')").await
}

async fn a_job_of_one_page_shows_up_in_another(stage: &Stage) -> Result {
    stage.go(&format!("{HARD}?player=astar")).await?;
    let first = stage.client.window().await?;
    let second = stage.client.new_window(true).await?.handle;
    stage.client.switch_to_window(second.clone()).await?;
    stage.go(HARD).await?;
    stage.js("window.untouched = true").await?;
    stage.client.switch_to_window(first.clone()).await?;
    stage.click("#run").await?;
    status(stage, "solving").await?;
    stage.client.switch_to_window(second.clone()).await?;
    stage.see(".solve-history tbody [data-status=solving]").await?;
    let expanded = "document.querySelector('.solve-history tbody tr td:nth-child(5)').innerText";
    stage.see("[aria-label='Show job 1']").await?;
    stage.js("document.querySelector(\"[aria-label='Show job 1']\").click()").await?;
    status(stage, "solving").await?;
    let figure = "document.querySelector('.lane [data-figure=expanded] dd').innerText";
    stage.until(&format!("return {figure} !== '0'")).await?;
    let before = stage.js(&format!("return {figure}")).await?;
    stage.until(&format!("return {figure} !== {before}")).await?;
    // Stopped there, it is stopped here.
    stage.client.switch_to_window(first).await?;
    stage.click("#stop").await?;
    status(stage, "stopped").await?;
    stage.client.switch_to_window(second).await?;
    status(stage, "stopped").await?;
    stage.see(".solve-history tbody [data-status=stopped]").await?;
    stage.until(&format!("return /\\d/.test({expanded})")).await?;
    stage.until("return window.untouched === true").await
}
