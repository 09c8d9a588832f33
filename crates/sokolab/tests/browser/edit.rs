//! The editor: drawing, being told what is wrong, keeping what is right.

use serde_json::json;

use crate::{
    keys::{DOWN, LEFT, RIGHT, ctrl, shift},
    saved_files::SavedFiles,
    stage::{Result, Stage},
};

scenarios! {
    a_level_is_drawn_with_the_pointer,
    a_level_is_drawn_with_the_keys,
    strokes_are_taken_back_and_done_again,
    a_drawing_grows_shrinks_turns_and_is_mirrored,
    what_is_missing_is_said_and_what_can_be_played_is_described,
    a_cell_that_is_wrong_is_marked_on_the_board,
    the_address_follows_and_a_reload_restores_the_drawing,
    a_saved_drawing_can_be_played_solved_and_replaced,
    a_pasted_board_takes_the_place_of_the_drawing,
    a_drawing_is_saved_as_a_file,
    a_seed_makes_the_same_level_every_time,
}

/// A drawing that can be played: one push to the right.
const PLAYABLE: &str = "edit?board=6%23|%23@$.-%23|%234-%23|6%23";

/// Waits until the address holds a drawing, as it is written there.
async fn drawn(stage: &Stage, board: &str) -> Result {
    let script =
        format!("return decodeURIComponent(location.hash.split('board=')[1] ?? '') === {}", json!(board));
    stage.until(&script).await.map_err(|error| format!("not drawn: {board}: {error}").into())
}

async fn board_says(stage: &Stage, text: &str) -> Result {
    let script = format!(
        "return document.querySelector('soko-board svg').getAttribute('aria-label').includes({})",
        json!(text)
    );
    stage.until(&script).await
}

async fn a_level_is_drawn_with_the_pointer(stage: &Stage) -> Result {
    stage.go("edit").await?;
    for (tool, cell) in
        [("player", (2, 2)), ("box", (4, 2)), ("goal", (6, 2)), ("goal", (7, 3)), ("box", (7, 3))]
    {
        stage.click(&format!("[data-tool={tool}]")).await?;
        stage.see(&format!("[data-tool={tool}][aria-pressed=true]")).await?;
        stage.tap(cell).await?;
    }
    drawn(stage, "10#|#8-#|#-@-$-.2-#|#6-*-#|#8-#|#8-#|#8-#|10#").await?;
    board_says(stage, "1 of 2 boxes on goals, player at column 3, row 3").await?;
    // A line is drawn without gaps, and the player goes where it is put: there is one.
    stage.click("[data-tool=wall]").await?;
    stage.drag((1, 5), (8, 5)).await?;
    stage.click("[data-tool=player]").await?;
    stage.tap((1, 1)).await?;
    drawn(stage, "10#|#@7-#|#3-$-.2-#|#6-*-#|#8-#|10#|#8-#|10#").await?;
    stage.click("[data-tool=erase]").await?;
    stage.tap((7, 3)).await?;
    drawn(stage, "10#|#@7-#|#3-$-.2-#|#6-.-#|#8-#|10#|#8-#|10#").await
}

async fn a_level_is_drawn_with_the_keys(stage: &Stage) -> Result {
    stage.go("edit").await?;
    for key in ["@", RIGHT, "$", RIGHT, "."] {
        stage.press(key).await?;
    }
    drawn(stage, "10#|#8-#|#8-#|#8-#|#4-@$.-#|#8-#|#8-#|10#").await?;
    stage.press(DOWN).await?;
    stage.press("#").await?;
    stage.press(&shift(&LEFT.repeat(2))).await?;
    drawn(stage, "10#|#8-#|#8-#|#8-#|#4-@$.-#|#4-3#-#|#8-#|10#").await?;
    stage.read(".edit-frame + [role=status]", "Column 6, row 6: wall").await?;
    stage.press("x").await?;
    drawn(stage, "10#|#8-#|#8-#|#8-#|#4-@$.-#|#5-2#-#|#8-#|10#").await
}

async fn strokes_are_taken_back_and_done_again(stage: &Stage) -> Result {
    const BEFORE: &str = "6#|#@$.-#|#4-#|6#";
    stage.go(PLAYABLE).await?;
    // A stroke over many cells is one step.
    stage.drag((1, 2), (4, 2)).await?;
    let all = "6#|#@$.-#|6#|6#";
    drawn(stage, all).await?;
    stage.click("button[aria-label=Undo]").await?;
    drawn(stage, BEFORE).await?;
    stage.click("button[aria-label=Redo]").await?;
    drawn(stage, all).await?;
    stage.press(&ctrl("z")).await?;
    drawn(stage, BEFORE).await?;
    stage.press(&ctrl("y")).await?;
    drawn(stage, all).await?;
    stage.press(&ctrl("z")).await?;
    drawn(stage, BEFORE).await?;
    stage.press(&ctrl(&shift("z"))).await?;
    drawn(stage, all).await?;
    // A new stroke ends what could be done again.
    stage.press(&ctrl("z")).await?;
    drawn(stage, BEFORE).await?;
    stage.tap((4, 1)).await?;
    drawn(stage, "6#|#@$.2#|#4-#|6#").await?;
    stage.click("button[aria-label=Redo]").await?;
    stage.click("button[aria-label=Undo]").await?;
    drawn(stage, BEFORE).await
}

async fn a_drawing_grows_shrinks_turns_and_is_mirrored(stage: &Stage) -> Result {
    stage.go(PLAYABLE).await?;
    stage.click("details.sides summary").await?;
    for (button, size, board) in [
        ("Add at the right", "7 × 4", "6#-|#@$.-#-|#4-#-|6#-"),
        ("Add at the top", "7 × 5", "7-|6#-|#@$.-#-|#4-#-|6#-"),
        ("Take away at the top", "7 × 4", "6#-|#@$.-#-|#4-#-|6#-"),
        ("Take away at the right", "6 × 4", "6#|#@$.-#|#4-#|6#"),
        ("Add at the left", "7 × 4", "-6#|-#@$.-#|-#4-#|-6#"),
        ("Take away at the left", "6 × 4", "6#|#@$.-#|#4-#|6#"),
        ("Take away at the bottom", "6 × 3", "6#|#@$.-#|#4-#"),
        ("Add at the bottom", "6 × 4", "6#|#@$.-#|#4-#|6-"),
        ("Turn clockwise", "4 × 6", "-3#|2-@#|2-$#|2-.#|3-#|-3#"),
        ("Mirror left and right", "4 × 6", "3#-|#@2-|#$2-|#.2-|#3-|3#-"),
        ("Mirror top and bottom", "4 × 6", "3#-|#3-|#.2-|#$2-|#@2-|3#-"),
    ] {
        // Some are above the drawing and some are far below it.
        let near = format!(
            "document.querySelector(\"button[aria-label='{button}']\").scrollIntoView({{ block: 'center' }})"
        );
        stage.js(&near).await?;
        stage.click(&format!("button[aria-label='{button}']")).await?;
        drawn(stage, board).await.map_err(|error| format!("{button}: {error}"))?;
        stage.read("details.sides .size", size).await?;
    }
    stage.read(".check-card", "4 × 6").await
}

async fn what_is_missing_is_said_and_what_can_be_played_is_described(stage: &Stage) -> Result {
    stage.go("edit").await?;
    stage.read(".check-card .tag.bad", "problem").await?;
    stage.read(".check-card .problems", "player").await?;
    for (tool, cell) in [("player", (2, 2)), ("box", (4, 2)), ("goal", (6, 2))] {
        stage.click(&format!("[data-tool={tool}]")).await?;
        stage.tap(cell).await?;
    }
    stage.read(".check-card .tag.good", "can be played").await?;
    stage.gone(".check-card .problems .is-error").await?;
    let fact = |name: &str, value: &str| {
        format!(
            "return [...document.querySelectorAll('.check-card dt')].find((dt) => dt.innerText === '{name}')?.nextElementSibling.innerText === '{value}'"
        )
    };
    // Inside 8 × 6 squares, a box is lost along the walls but for the wall of the goal: there is none.
    for (name, value) in
        [("Size", "10 × 8"), ("Boxes", "1"), ("Goals", "1"), ("Squares", "48"), ("Dead squares", "24")]
    {
        stage.until(&fact(name, value)).await.map_err(|error| format!("{name}: {error}"))?;
    }
    stage.click(".check-card input[type=checkbox]").await?;
    stage.until("return document.querySelectorAll('soko-board .dead use').length === 24").await?;
    stage.click("[data-tool=erase]").await?;
    stage.tap((2, 2)).await?;
    stage.read(".check-card .problems", "player").await?;
    stage.gone("soko-board .dead").await
}

async fn a_cell_that_is_wrong_is_marked_on_the_board(stage: &Stage) -> Result {
    // Two players, and the room is open at the right.
    stage.go("edit?board=6%23|%23@$.-%23|%23@4-|6%23").await?;
    stage.see("soko-board .proof rect").await?;
    stage.read(".check-card .problems", "column 2, row 3").await?;
    stage.click(".check-card .problems button").await?;
    stage.read(".edit-frame + [role=status]", "Column").await
}

async fn the_address_follows_and_a_reload_restores_the_drawing(stage: &Stage) -> Result {
    stage.go("edit/tutorial/1").await?;
    stage.read("main h1", "First push").await?;
    stage.tap((2, 1)).await?;
    drawn(stage, "8#|#@#-$-.#|8#").await?;
    stage.until("return location.hash.startsWith('#/edit/tutorial/1?')").await?;
    stage.client.refresh().await?;
    stage.see("main[data-ready=edit]").await?;
    drawn(stage, "8#|#@#-$-.#|8#").await?;
    board_says(stage, "Board of 8 by 3: 0 of 1 boxes on goals, player at column 2, row 2").await?;
    stage.read("main h1", "First push").await
}

async fn a_saved_drawing_can_be_played_solved_and_replaced(stage: &Stage) -> Result {
    stage.go(PLAYABLE).await?;
    stage.see("input[placeholder=Untitled]").await?.send_keys("My first").await?;
    stage.js("[...document.querySelectorAll('.panel button')].find((b) => b.innerText === 'Save in My levels').click()").await?;
    stage.read(".saved", "Saved as level 1 of My levels").await?;
    // What is found out about the drawing moves the links below it.
    stage.read(".verdict .tag.good", "proven shortest").await?;
    stage.click(".saved a[href='#/play/my-levels/1']").await?;
    stage.see("main[data-ready=play]").await?;
    stage.read("main h1", "My first").await?;
    stage.press(RIGHT).await?;
    stage.see("[data-solved]").await?;
    stage.go("edit/my-levels/1").await?;
    stage.press(&ctrl("s")).await?;
    stage.read(".saved", "Saved as level 1 of My levels").await?;
    stage.click(".saved a[href='#/solve/my-levels/1']").await?;
    stage.see("main[data-ready=solve]").await?;
    stage.see("main soko-board svg .player").await?;
    stage.click("nav.views a[data-view=library]").await?;
    stage.read(".collections [aria-current=page]", "My levels").await?;
    stage.until("return document.querySelectorAll('.level').length === 1").await
}

async fn a_pasted_board_takes_the_place_of_the_drawing(stage: &Stage) -> Result {
    stage.go(PLAYABLE).await?;
    let paste = "const data = new DataTransfer(); data.setData('text/plain', '#######\\n#@ $ .#\\n#######\\n'); \
                 document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))";
    stage.js(paste).await?;
    drawn(stage, "7#|#@-$-.#|7#").await?;
    // It is drawn, not imported.
    stage.see("main[data-ready=edit]").await?;
    stage.click("button[aria-label='Paste a board as text']").await?;
    let text = stage.see("dialog[open] textarea").await?;
    assert_eq!(text.prop("value").await?.as_deref(), Some("#######\n#@ $ .#\n#######"));
    text.clear().await?;
    text.send_keys("#####\n#+$*#\n#####").await?;
    stage.click("dialog[open] footer .primary").await?;
    drawn(stage, "5#|#+$*#|5#").await
}

async fn a_drawing_is_saved_as_a_file(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    stage.go(PLAYABLE).await?;
    stage.see("input[placeholder=Untitled]").await?.send_keys("A small one").await?;
    for (format, name, beginning) in
        [("xsb", "A-small-one.xsb", "; A small one\n######\n#@$. #\n"), ("json", "A-small-one.json", "{")]
    {
        stage.click("button[aria-label='Download in a file format']").await?;
        stage.click(&format!("dialog[open] input[value={format}]")).await?;
        stage.click("dialog[open] footer .primary").await?;
        let text = saved.take(name).await?;
        assert!(text.starts_with(beginning), "{text}");
    }
    Ok(())
}

async fn a_seed_makes_the_same_level_every_time(stage: &Stage) -> Result {
    let mut boards = Vec::new();
    for seed in ["7", "7", "70007"] {
        stage.go("edit").await?;
        stage.client.refresh().await?;
        stage.see("main[data-ready=edit]").await?;
        stage.click("details.generate summary").await?;
        for (name, value) in [("width", "6"), ("height", "5"), ("boxes", "1"), ("least", "2"), ("seed", seed)]
        {
            let input = stage.see(&format!("details.generate [name={name}]")).await?;
            input.clear().await?;
            input.send_keys(value).await?;
        }
        stage.click("details.generate button.primary").await?;
        stage.read("details.generate [role=status]", "pushes").await?;
        stage.read(".check-card .tag.good", "can be played").await?;
        boards.push(stage.js("return decodeURIComponent(location.hash.split('board=')[1])").await?);
        stage.go("library").await?;
    }
    assert!(boards[0].as_str().is_some_and(|board| board.contains('#')), "{boards:?}");
    assert_eq!(boards[0], boards[1]);
    assert_ne!(boards[0], boards[2]);
    Ok(())
}
