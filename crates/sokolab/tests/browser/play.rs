//! Playing by hand.

use serde_json::Value;

use crate::{
    keys::{BACKSPACE, DOWN, END, HOME, RIGHT, UP, ctrl, shift},
    stage::{Result, Setup, Stage},
};

scenarios! {
    keys_move_push_and_take_back: in_the_room(),
    a_click_walks_and_a_drag_pushes: in_the_room(),
    click_a_box_and_then_its_target: in_the_room(),
    undo_and_redo_know_three_grains: in_the_room(),
    another_try_keeps_the_old_line: in_the_room(),
    the_timeline_can_be_dragged: in_the_room(),
    a_lost_position_is_proven_and_the_fatal_move_named: in_the_room(),
    a_hint_shows_the_next_push_and_plays_it: in_the_room(),
    a_level_is_solved_by_hints_and_the_next_one_offered,
    an_unfinished_game_survives_a_reload: in_the_room(),
    a_key_press_changes_one_element_of_a_large_board: Setup::with_files(large),
}

/// A level of ours for trying things out: one box in a room.
const ROOM: &str = "play/rooms/1";

fn in_the_room() -> Setup {
    Setup::with_files(room)
}

fn room() -> Vec<(&'static str, String)> {
    vec![("rooms.xsb", "########\n#      #\n# @$  .#\n#      #\n########\n\n; Room\n".to_owned())]
}

fn large() -> Vec<(&'static str, String)> {
    let mut rows = vec!["#".repeat(50)];
    for y in 1..49 {
        let row = (0..50).map(|x| match (x, y) {
            (0 | 49, _) => '#',
            (1, 1) => '@',
            _ if x % 6 == 3 && y % 6 == 3 => '$',
            _ if x % 6 == 5 && y % 6 == 5 => '.',
            _ => ' ',
        });
        rows.push(row.collect());
    }
    rows.push("#".repeat(50));
    vec![("large.xsb", rows.join("\n") + "\n")]
}

/// Waits for a counter of the panel.
async fn counts(stage: &Stage, name: &str, value: &str) -> Result {
    let script =
        format!("return document.querySelector('[data-counter=\"{name}\"] dd')?.innerText === '{value}'");
    stage.until(&script).await
}

/// Waits for the place on the timeline, such as `2 / 3`.
async fn stands_at(stage: &Stage, place: &str) -> Result {
    stage
        .until(&format!("return document.querySelector('.timeline output')?.textContent === '{place}'"))
        .await
}

async fn keys_move_push_and_take_back(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    for (key, moves, pushes) in [(RIGHT, "1", "1"), ("d", "2", "2"), (BACKSPACE, "1", "1"), ("h", "2", "1")] {
        stage.press(key).await?;
        counts(stage, "Moves", moves).await?;
        counts(stage, "Pushes", pushes).await?;
    }
    stage.press(HOME).await?;
    stands_at(stage, "0 / 2").await?;
    stage.press(&ctrl(UP)).await?;
    counts(stage, "Moves", "1").await?;
    stage.press(HOME).await?;
    stage.press(&shift(RIGHT)).await?;
    stage.see("[data-solved]").await?;
    counts(stage, "Pushes", "3").await?;
    counts(stage, "Boxes home", "1/1").await
}

async fn a_click_walks_and_a_drag_pushes(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.tap((1, 1)).await?;
    counts(stage, "Moves", "2").await?;
    stage.drag((3, 2), (6, 2)).await?;
    stage.read("[data-solved]", "Solved with 3 pushes").await?;
    stage.read("[data-solved]", "A new best in moves and pushes").await
}

async fn click_a_box_and_then_its_target(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.tap((3, 2)).await?;
    stage.see("soko-board .grabbed rect").await?;
    stage.until("return document.querySelectorAll('soko-board .target rect').length > 2").await?;
    stage.see("soko-board .dead-target rect").await?;
    stage.tap((5, 2)).await?;
    counts(stage, "Pushes", "2").await?;
    stage.gone("soko-board .grabbed").await
}

async fn undo_and_redo_know_three_grains(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(RIGHT).await?;
    stage.press(RIGHT).await?;
    stage.press(DOWN).await?;
    stands_at(stage, "3 / 3").await?;
    for (act, place) in [
        ("undo-move", "2 / 3"),
        ("undo-push", "1 / 3"),
        ("redo-push", "2 / 3"),
        ("redo-move", "3 / 3"),
        ("undo-session", "0 / 3"),
        ("redo-session", "2 / 3"),
        ("undo-all", "0 / 3"),
        ("redo-all", "3 / 3"),
    ] {
        stage.click(&format!("[data-act={act}]")).await?;
        stands_at(stage, place).await.map_err(|error| format!("{act}: {error}"))?;
    }
    Ok(())
}

async fn another_try_keeps_the_old_line(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(RIGHT).await?;
    stage.press(RIGHT).await?;
    stands_at(stage, "2 / 2").await?;
    stage.press(HOME).await?;
    stage.press(UP).await?;
    stands_at(stage, "1 / 1").await?;
    stage.until("return document.querySelectorAll('.lines .line').length === 2").await?;
    stage.click(".lines li:first-child .line").await?;
    stands_at(stage, "2 / 2").await?;
    counts(stage, "Pushes", "2").await
}

async fn the_timeline_can_be_dragged(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(&shift(RIGHT)).await?;
    stands_at(stage, "3 / 3").await?;
    stage
        .js("const t = document.querySelector('#timeline'); t.value = 1; t.dispatchEvent(new Event('input'))")
        .await?;
    stands_at(stage, "1 / 3").await?;
    counts(stage, "Pushes", "1").await?;
    stage.press(END).await?;
    stands_at(stage, "3 / 3").await
}

async fn a_lost_position_is_proven_and_the_fatal_move_named(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.js("document.querySelector('input[value=lost-positions]').click()").await?;
    stage.until("return document.querySelectorAll('soko-board .dead use').length > 3").await?;
    for key in ["s", "d", "w"] {
        stage.press(key).await?;
    }
    stage.read("[data-lost]", "This position is lost").await?;
    stage.read("[data-lost]", "Move 3 (U) lost the game").await?;
    stage.until("return document.querySelectorAll('soko-board .proof rect').length === 1").await?;
    stage.click("[data-lost] button").await?;
    stands_at(stage, "2 / 3").await?;
    stage.gone("[data-lost]").await
}

async fn a_hint_shows_the_next_push_and_plays_it(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press("i").await?;
    stage.read("[data-hint=push]", "3 pushes to go; fewer are impossible").await?;
    stage.see("soko-board .push path").await?;
    stage.press("i").await?;
    counts(stage, "Pushes", "1").await
}

async fn a_level_is_solved_by_hints_and_the_next_one_offered(stage: &Stage) -> Result {
    stage.go("play/tutorial/1").await?;
    for _ in 0..40 {
        let solved = stage.js("return document.querySelector('[data-solved]') !== null").await?;
        if solved == true {
            break;
        }
        let before = stage.text("[data-counter=Moves] dd").await?;
        stage.click("#hint").await?;
        stage.see("[data-hint=push]").await?;
        stage.click("[data-hint] button").await?;
        stage
            .until(&format!(
                "return document.querySelector('[data-counter=Moves] dd').innerText !== '{before}'"
            ))
            .await?;
    }
    stage.click("[data-solved] a.primary").await?;
    stage.until("return location.hash === '#/play/tutorial/2'").await
}

async fn an_unfinished_game_survives_a_reload(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(RIGHT).await?;
    counts(stage, "Pushes", "1").await?;
    stage.client.refresh().await?;
    counts(stage, "Pushes", "1").await?;
    // Another tab knows nothing of this one: the game comes from the records.
    stage.js("sessionStorage.clear()").await?;
    stage.client.refresh().await?;
    counts(stage, "Pushes", "1").await
}

/// The server answers with the whole state; the page must not draw a board of 2,500 cells anew for one step.
async fn a_key_press_changes_one_element_of_a_large_board(stage: &Stage) -> Result {
    // What the analysis finds out meanwhile is drawn, too; here it would only be counted along.
    stage.go("library").await?;
    stage.js("localStorage.setItem('analysis', 'off')").await?;
    stage.go("play/large/1").await?;
    let trace = "window.changed = []; new MutationObserver((changes) => { \
                 window.changed.push(...new Set(changes.map(({ target }) => target.getAttribute('class')))); \
                 }).observe(document.querySelector('soko-board'), { subtree: true, childList: true, attributeFilter: ['style', 'href', 'transform'] });";
    stage.js(trace).await?;
    for press in 1..=20 {
        stage.press(if press <= 10 { "d" } else { "a" }).await?;
        counts(stage, "Moves", &press.to_string()).await?;
    }
    let changed = stage.js("return changed").await?;
    assert_eq!(changed, Value::from(vec!["thing player"; 20]), "one element for every step");
    Ok(())
}
