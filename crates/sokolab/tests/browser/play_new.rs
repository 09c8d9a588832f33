//! Playing by hand: keys, refusals, notices that move nothing, moves that are typed, pasted, copied and kept.

use fantoccini::Locator;
use serde_json::{Value, json};

use crate::{
    browsers::Browser,
    keys::{ENTER, ESCAPE, HOME, LEFT, RIGHT, UP, ctrl, shift},
    stage::{Result, Setup, Stage},
};

scenarios! {
    the_timeline_gives_the_keys_back: Setup::with_files(rooms),
    escape_lets_go_and_never_takes_moves_back: Setup::with_files(rooms),
    ctrl_y_redoes: Setup::with_files(rooms),
    enter_goes_on_when_the_level_is_solved: Setup::with_files(rooms),
    nothing_moves_when_a_notice_comes: Setup::with_files(rooms),
    nothing_moves_when_a_notice_comes_on_a_phone: Setup { files: rooms, ..Setup::phone() },
    what_is_impossible_is_told: Setup::with_files(rooms),
    games_that_cannot_be_kept_are_told: Setup::with_files(rooms),
    notes_and_author_are_shown_and_a_long_title_moves_nothing: Setup::with_files(rooms),
    moves_are_typed_and_the_first_impossible_one_is_named: Setup::with_files(rooms),
    moves_are_pasted: Setup::with_files(rooms),
    level_position_and_moves_are_copied: Setup::with_files(rooms),
    positions_are_kept_and_come_back: Setup::with_files(rooms),
    a_level_is_solved_backwards_and_played_forwards: Setup::with_files(rooms),
}

const ROOM: &str = "play/rooms/1";

/// Levels of ours: a room, the same with a long title and notes, and a room with two boxes in a row.
fn rooms() -> Vec<(&'static str, String)> {
    let room = "########\n#      #\n# @$  .#\n#      #\n########\n";
    let long = "A room whose name is much longer than any heading of the page has place for, ".repeat(3);
    let row = "#########\n#@$$ .. #\n#       #\n#########\n";
    let text = format!(
        "{room}\nTitle: Room\n\n{room}\nTitle: {long}\nAuthor: Ada Example\nComment:\nMind the corners.\nThe goal is on the right.\nComment-End:\n\n{row}\nTitle: Row\n"
    );
    vec![("rooms.sok", text)]
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

async fn the_timeline_gives_the_keys_back(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(&shift(RIGHT)).await?;
    stands_at(stage, "3 / 3").await?;
    // The pointer presses the middle of the slider.
    stage.click("#timeline").await?;
    stage.until("return /^[12] /.test(document.querySelector('.timeline output').textContent)").await?;
    let before = stage.text("[data-counter=Moves] dd").await?;
    stage.press(UP).await?;
    let after = (before.parse::<u32>()? + 1).to_string();
    counts(stage, "Moves", &after).await?;
    stands_at(stage, &format!("{after} / {after}")).await?;
    // Whoever comes by keyboard moves the slider.
    stage.js("document.querySelector('#timeline').focus()").await?;
    stage.press(LEFT).await?;
    stands_at(stage, &format!("{before} / {after}")).await
}

async fn escape_lets_go_and_never_takes_moves_back(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(RIGHT).await?;
    counts(stage, "Moves", "1").await?;
    stage.tap((4, 2)).await?;
    stage.appears("soko-board .grabbed rect").await?;
    stage.press(ESCAPE).await?;
    stage.gone("soko-board .grabbed").await?;
    stage.click("details.menu summary").await?;
    stage.js("document.activeElement.blur()").await?;
    stage.press(ESCAPE).await?;
    stage.gone("details.menu[open]").await?;
    stage.press(ESCAPE).await?;
    stage.press("w").await?;
    counts(stage, "Moves", "2").await?;
    stands_at(stage, "2 / 2").await
}

async fn ctrl_y_redoes(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(RIGHT).await?;
    stands_at(stage, "1 / 1").await?;
    stage.press(&ctrl("z")).await?;
    stands_at(stage, "0 / 1").await?;
    stage.press(&ctrl("y")).await?;
    stands_at(stage, "1 / 1").await
}

async fn enter_goes_on_when_the_level_is_solved(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press(ENTER).await?;
    stage.press(&shift(RIGHT)).await?;
    stage.appears("[data-solved]").await?;
    stage.press(ENTER).await?;
    stage.until("return location.hash === '#/play/rooms/2'").await?;
    stage.appears("main[data-ready=play]").await?;
    counts(stage, "Moves", "0").await?;
    // The button that was pressed last does not keep Enter for itself.
    stage.press(&shift(RIGHT)).await?;
    stage.appears("[data-solved]").await?;
    stage.click("[data-act=undo-move]").await?;
    stage.gone("[data-solved]").await?;
    stage.click("[data-act=redo-move]").await?;
    stage.appears("[data-solved]").await?;
    stage.press(ENTER).await?;
    stage.until("return location.hash === '#/play/rooms/3'").await
}

/// Where everything is that can be clicked, apart from the notices themselves.
async fn clickable(stage: &Stage) -> Result<Value> {
    stage
        .js("return [...document.querySelectorAll('main :is(a, button, input, summary, soko-board)')] \
             .filter((element) => !element.closest('.play-notice')) \
             .map((element) => [element, element.getBoundingClientRect()]) \
             .map(([element, { x, y }]) => [element.closest('.lines') ? 'line' : element.innerText || element.id || element.tagName, Math.round(x + scrollX), Math.round(y + scrollY)].join(' '))")
        .await
}

async fn nothing_moves_when_a_notice_comes(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.js("document.querySelector('input[value=lost-positions]').click()").await?;
    let before = clickable(stage).await?;
    stage.press("i").await?;
    stage.appears("[data-hint=push]").await?;
    stays(stage, &before, "a hint").await?;
    stage.press("aaa").await?;
    stage.read(".play-status", "There is a wall").await?;
    stays(stage, &before, "a refusal").await?;
    stage.press("sddw").await?;
    stage.appears("[data-lost]").await?;
    stays(stage, &before, "a lost position").await?;
    stage.press(HOME).await?;
    stage.gone("[data-lost]").await?;
    // What was played before is listed as another line now.
    stage.drag((3, 2), (5, 2)).await?;
    counts(stage, "Pushes", "2").await?;
    let before = clickable(stage).await?;
    stage.press(RIGHT).await?;
    stage.appears("[data-solved]").await?;
    stays(stage, &before, "the end").await
}

/// Everything that can be clicked is where it was.
async fn stays(stage: &Stage, before: &Value, what: &str) -> Result {
    let now = clickable(stage).await?;
    if now == *before { Ok(()) } else { Err(format!("{what} moves something: {before} {now}").into()) }
}

async fn nothing_moves_when_a_notice_comes_on_a_phone(stage: &Stage) -> Result {
    nothing_moves_when_a_notice_comes(stage).await
}

async fn what_is_impossible_is_told(stage: &Stage) -> Result {
    stage.go("play/rooms/3").await?;
    stage.press(RIGHT).await?;
    stage.read(".play-status", "Two boxes in a row cannot be pushed.").await?;
    stage.appears("soko-board .refused rect").await?;
    stage.drag((2, 1), (7, 2)).await?;
    stage.read(".play-status", "The box cannot get there.").await?;
    stage.tap((0, 0)).await?;
    stage.read(".play-status", "The player cannot stand there.").await?;
    stage.press("s").await?;
    counts(stage, "Moves", "1").await?;
    stage.gone("soko-board .refused").await?;
    stage.until("return document.querySelector('.play-status').innerText === ''").await
}

async fn games_that_cannot_be_kept_are_told(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    let file = stage.server.data().join("records.json");
    let _ = std::fs::remove_file(&file);
    std::fs::create_dir_all(&file)?;
    for _ in 0..400 {
        stage.press("ws").await?;
        let text = stage.js("return document.querySelector('.play-status').innerText").await?;
        if text.as_str().is_some_and(|text| text.contains("Games cannot be kept at the moment")) {
            return Ok(());
        }
    }
    Err("nothing is said".into())
}

async fn notes_and_author_are_shown_and_a_long_title_moves_nothing(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    let place = "const { x, y, width } = document.querySelector('.board-frame').getBoundingClientRect(); return [x, y, width]";
    let before = stage.js(place).await?;
    stage.gone("[data-about]").await?;
    stage.go("play/rooms/2").await?;
    stage.read("[data-about=notes]", "Mind the corners.\nThe goal is on the right.").await?;
    stage.read("[data-about=author]", "Ada Example").await?;
    assert_eq!(stage.js(place).await?, before);
    let wide = stage.js("return document.documentElement.scrollWidth <= innerWidth").await?;
    assert_eq!(wide, true);
    Ok(())
}

async fn moves_are_typed_and_the_first_impossible_one_is_named(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press("u").await?;
    stage.press("w").await?;
    counts(stage, "Moves", "1").await?;
    stage.click("#moves").await?;
    let area = stage.see("dialog textarea").await?;
    area.send_keys("rR r r").await?;
    stage.click("dialog button[value=start]").await?;
    stage.read("dialog .notice", "move 4 of 4 (r) is not possible: The box cannot be pushed").await?;
    stage.read("dialog .notice", "nothing was played").await?;
    counts(stage, "Moves", "1").await?;
    let area = stage.see("dialog textarea").await?;
    assert_eq!(area.prop("value").await?.as_deref(), Some("rR r r"));
    area.clear().await?;
    area.send_keys("RR").await?;
    stage.click("dialog button[value=start]").await?;
    stands_at(stage, "2 / 2").await?;
    counts(stage, "Pushes", "2").await?;
    stage.until("return document.querySelectorAll('.lines .line').length === 2").await?;
    stage.click("#moves").await?;
    stage.see("dialog textarea").await?.send_keys("r").await?;
    stage.click("dialog button[value=here]").await?;
    stage.appears("[data-solved]").await?;
    refused_once(stage).await
}

/// The console tells of one refusal, and of nothing else.
async fn refused_once(stage: &Stage) -> Result {
    let said = stage.console().await?;
    // Firefox does not note answers that say no.
    let noted = usize::from(stage.browser == Browser::Chromium);
    let only = said.len() == noted && said.iter().all(|(_, text)| text.contains("400 (Bad Request)"));
    if only { Ok(()) } else { Err(format!("the console says: {said:?}").into()) }
}

async fn paste(stage: &Stage, text: &str) -> Result {
    if stage.browser == Browser::Firefox {
        // Events of scripts have no data there; its clipboard is its own.
        stage.client.execute("return navigator.clipboard.writeText(arguments[0])", vec![json!(text)]).await?;
        return stage.press(&ctrl("v")).await;
    }
    let script = "const data = new DataTransfer(); data.setData('text', arguments[0]); \
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))";
    stage.client.execute(script, vec![json!(text)]).await?;
    Ok(())
}

async fn moves_are_pasted(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press("w").await?;
    counts(stage, "Moves", "1").await?;
    paste(stage, "RR\nul\n").await?;
    counts(stage, "Pushes", "2").await?;
    stands_at(stage, "4 / 4").await?;
    paste(stage, "llllll").await?;
    stage.read(".toast.error", "move 2 of 6 (l) is not possible: There is a wall.").await?;
    stands_at(stage, "4 / 4").await?;
    refused_once(stage).await
}

async fn level_position_and_moves_are_copied(stage: &Stage) -> Result {
    stage.allow_clipboard().await?;
    stage.go(ROOM).await?;
    stage.press("d").await?;
    counts(stage, "Pushes", "1").await?;
    let copied = async |what: &str| -> Result<Value> {
        let before = stage.client.find_all(Locator::Css(".toast")).await?.len();
        stage.js("document.querySelector('[data-copy]').closest('details').open = true").await?;
        stage.click(&format!("[data-copy={what}]")).await?;
        stage.until(&format!("return document.querySelectorAll('.toast').length > {before}")).await?;
        let script = "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)))";
        Ok(stage.client.execute_async(script, Vec::new()).await?)
    };
    assert_eq!(copied("level").await?, "########\n#      #\n# @$  .#\n#      #\n########\n");
    assert_eq!(copied("position").await?, "########\n#      #\n#  @$ .#\n#      #\n########\n");
    assert_eq!(copied("moves").await?, "R");
    // Without a clipboard for scripts, as in pages that are no secure context.
    stage
        .js("Object.defineProperty(navigator, 'clipboard', { value: undefined }); \
             document.addEventListener('copy', () => { window.copied = document.activeElement.value; })")
        .await?;
    stage.js("document.querySelector('[data-copy]').closest('details').open = true").await?;
    stage.click("[data-copy=moves]").await?;
    stage.until("return window.copied === 'R'").await
}

async fn positions_are_kept_and_come_back(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press("dd").await?;
    counts(stage, "Pushes", "2").await?;
    stage.click("#keep").await?;
    let name = stage.see("dialog input").await?;
    name.clear().await?;
    name.send_keys("Before the last push").await?;
    stage.press(ENTER).await?;
    stage.read(".snapshots", "Before the last push").await?;
    stage.read(".snapshots", "2 moves, 2 pushes").await?;
    stage.js("document.activeElement.blur()").await?;
    stage.press("ua").await?;
    counts(stage, "Pushes", "1").await?;
    stage.client.refresh().await?;
    stage.click(".snapshots .snapshot").await?;
    counts(stage, "Pushes", "2").await?;
    stands_at(stage, "2 / 2").await?;
    stage.click(".snapshots .button").await?;
    stage.until("return document.querySelector('.snapshots').hidden").await
}

async fn a_level_is_solved_backwards_and_played_forwards(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.click("#reverse").await?;
    counts(stage, "Boxes back", "0/1").await?;
    stage.press(RIGHT).await?;
    stage.press(LEFT).await?;
    counts(stage, "Moves", "2").await?;
    stage.press(&shift(LEFT)).await?;
    stage.read(".play-status", "There is no box behind the player.").await?;
    stage.tap((5, 2)).await?;
    counts(stage, "Moves", "0").await?;
    stage.press(&shift(&LEFT.repeat(4))).await?;
    counts(stage, "Pulls", "4").await?;
    stage.click("[data-undo=push]").await?;
    counts(stage, "Pulls", "3").await?;
    stage.read("[data-solved=backwards]", "Back at the start with 3 pulls").await?;
    let best =
        "return fetch('/api/levels/rooms/1').then((a) => a.json()).then(({ best }) => best[0]?.origin)";
    assert_eq!(stage.js(best).await?, "hand", "the solution is kept");
    stage.click("[data-solved] button").await?;
    stage.read("[data-solved]", "Solved with 3 pushes").await?;
    stands_at(stage, "3 / 3").await?;
    stage.until("return location.hash === '#/play/rooms/1'").await
}
