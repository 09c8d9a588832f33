//! Analysis beside the game, and hints that think.

use serde_json::json;

use crate::{
    keys::RIGHT,
    stage::{Result, Setup, Stage},
};

scenarios! {
    the_line_is_exact_and_follows_the_game: in_the_room(),
    a_push_that_loses_is_marked_before_it_is_made: in_the_room(),
    a_lost_game_says_since_when_and_offers_the_way_back: in_the_room(),
    switched_off_nothing_is_watched_or_shown: in_the_room(),
    the_best_push_is_shown_on_a_large_level,
    a_slow_machine_shows_the_analysis_of_the_newest_position: in_the_room(),
    a_hint_that_thinks_says_so_and_can_be_stopped: Setup::with_files(hard),
    a_lost_position_gets_the_way_back_as_its_hint: in_the_room(),
    solve_all_begins_with_the_default_player,
}

const ROOM: &str = "play/rooms/1";

fn in_the_room() -> Setup {
    Setup::with_files(room)
}

fn room() -> Vec<(&'static str, String)> {
    vec![("rooms.xsb", "########\n#      #\n# @$  .#\n#      #\n########\n\n; Room\n".to_owned())]
}

/// A hall so full that no search is done with it soon.
fn hard() -> Vec<(&'static str, String)> {
    let inside = |y: usize| -> String {
        let cell = |x: usize| match (x, y) {
            (1, 1) => '@',
            _ if x.is_multiple_of(2) && y.is_multiple_of(2) && x < 19 => '$',
            _ if x % 2 == 1 && y % 2 == 1 && (3..21).contains(&x) => '.',
            _ => ' ',
        };
        (1..22).map(cell).collect()
    };
    let wall = "#".repeat(23);
    let rows: Vec<_> = (1..20).map(|y| format!("#{}#", inside(y))).collect();
    vec![("hard.xsb", format!("{wall}\n{}\n{wall}\n", rows.join("\n")))]
}

/// How much is told of a position: `off`, `line` or `arrows`.
async fn tell(stage: &Stage, mode: &str) -> Result {
    stage.js(&format!("document.querySelector('input[name=analysis][value={mode}]').click()")).await.map(drop)
}

async fn verdict(stage: &Stage, text: &str) -> Result {
    stage.read(".analysis [data-verdict]", text).await
}

async fn the_line_is_exact_and_follows_the_game(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    verdict(stage, "Solvable in 3 pushes; fewer are impossible.").await?;
    // Arrows give the solution away: they are there for those who ask.
    stage.gone("soko-board .next").await?;
    tell(stage, "arrows").await?;
    stage.see("soko-board .next .best").await?;
    stage.press(RIGHT).await?;
    verdict(stage, "Solvable in 2 pushes; fewer are impossible.").await?;
    stage.press("a").await?;
    stage.until("return document.querySelector('.timeline output')?.textContent === '2 / 2'").await?;
    verdict(stage, "Solvable in 2 pushes; fewer are impossible.").await?;
    for _ in 0..3 {
        stage.press(RIGHT).await?;
    }
    stage.see("[data-solved]").await?;
    verdict(stage, "Solved.").await?;
    stage.gone("soko-board .next").await
}

async fn a_push_that_loses_is_marked_before_it_is_made(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    tell(stage, "arrows").await?;
    verdict(stage, "2 pushes lose the game.").await?;
    stage.until("return document.querySelectorAll('soko-board .losing g').length === 2").await?;
    // A mark is a cross, not only a colour.
    stage.see("soko-board .losing .cross").await.map(drop)
}

async fn a_lost_game_says_since_when_and_offers_the_way_back(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    for key in ["s", "d", "w"] {
        stage.press(key).await?;
    }
    verdict(stage, "Lost since move 3 (U).").await?;
    stage.read(".notice[data-lost]", "Move 3 (U) lost the game").await?;
    stage.until("return document.querySelectorAll('[data-lost]').length === 1").await?;
    stage.see("soko-board .proof rect").await?;
    stage.gone("soko-board .losing").await?;
    stage.click("[data-lost] button").await?;
    stage.until("return document.querySelector('.timeline output')?.textContent === '2 / 3'").await?;
    verdict(stage, "Solvable in 3 pushes").await?;
    stage.gone("[data-lost]").await
}

async fn switched_off_nothing_is_watched_or_shown(stage: &Stage) -> Result {
    // Without a worker the page tells the server itself what it watches, where a test can listen.
    let listen = "window.SharedWorker = undefined; const real = window.fetch; window.watched = []; \
                  window.fetch = (path, init) => { \
                  if (String(path).includes('/api/streams/')) watched.push(init.body); return real(path, init); };";
    stage.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": listen })).await?;
    stage.go(ROOM).await?;
    tell(stage, "arrows").await?;
    verdict(stage, "Solvable in 3 pushes").await?;
    stage.see("soko-board .next .best").await?;
    stage.until("return watched.at(-1)?.includes('analysis:') ?? false").await?;
    tell(stage, "off").await?;
    stage.until("return watched.at(-1)?.includes('analysis:') === false").await?;
    stage.read(".analysis-line", "Off").await?;
    stage.gone("soko-board .next").await?;
    stage.gone("soko-board .losing").await?;
    stage.client.refresh().await?;
    stage.read(".analysis-line", "Off").await?;
    // Help tells lost positions all the same.
    for key in ["s", "d", "w"] {
        stage.press(key).await?;
    }
    stage.read(".notice[data-lost]", "This position is lost").await?;
    tell(stage, "line").await?;
    verdict(stage, "Lost since move 3 (U).").await?;
    stage.until("return document.querySelectorAll('[data-lost]').length === 1").await
}

async fn the_best_push_is_shown_on_a_large_level(stage: &Stage) -> Result {
    stage.go("play/summit/18").await?;
    tell(stage, "arrows").await?;
    verdict(stage, "or fewer.").await?;
    stage.until("return document.querySelectorAll('soko-board .next .best').length === 1").await
}

async fn a_slow_machine_shows_the_analysis_of_the_newest_position(stage: &Stage) -> Result {
    stage.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": 6 })).await?;
    stage.go(ROOM).await?;
    for key in [RIGHT, RIGHT, "s", "d", "w"] {
        stage.press(key).await?;
    }
    stage.read("[data-lost]", "Move 5 (U) lost the game").await?;
    stage.press("u").await?;
    verdict(stage, "Solvable in 1 push").await?;
    stage.gone("[data-lost]").await
}

async fn a_hint_that_thinks_says_so_and_can_be_stopped(stage: &Stage) -> Result {
    stage.go("play/hard/1").await?;
    stage.click("#hint").await?;
    stage.read("[data-hint=thinking]", "Thinking").await?;
    stage.read("#hint", "Stop thinking").await?;
    stage.click("#stop-hint").await?;
    stage.gone("[data-hint]").await?;
    stage.until("return document.querySelector('#hint').innerText.trim() === 'Hint'").await?;
    // To play on ends it, too, and is not held up.
    stage.click("#hint").await?;
    stage.see("[data-hint=thinking]").await?;
    stage.js("document.activeElement.blur()").await?;
    stage.press("d").await?;
    stage.until("return document.querySelector('[data-counter=Moves] dd').innerText === '1'").await?;
    stage.gone("[data-hint]").await?;
    stage.until("return document.querySelector('#hint').innerText.trim() === 'Hint'").await
}

async fn a_lost_position_gets_the_way_back_as_its_hint(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    for key in ["s", "d", "w", "i"] {
        stage.press(key).await?;
    }
    stage.read("[data-hint=lost]", "Move 3 (U) lost the game").await?;
    stage.click("[data-hint=lost] button").await?;
    stage.until("return document.querySelector('.timeline output')?.textContent === '2 / 3'").await
}

async fn solve_all_begins_with_the_default_player(stage: &Stage) -> Result {
    stage.go("lab/new?levels=tutorial").await?;
    stage.until("return document.querySelector(\"select[aria-label='Player 1']\")?.value === 'auto'").await?;
    stage.until("return document.querySelector(\"select[aria-label='Player 2']\") === null").await?;
    stage.go("solve/tutorial/1").await?;
    stage.until("return document.querySelector('select[name=player]')?.value === 'auto'").await
}
