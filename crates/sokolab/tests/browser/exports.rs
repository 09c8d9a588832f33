//! Files out of the menu: each is really saved, and begins as its kind does.

use serde_json::json;

use crate::{
    keys::ESCAPE,
    saved_files::SavedFiles,
    solve::{solved_job, status},
    stage::{Result, Stage},
};

scenarios! {
    a_solved_run_is_saved_as_files,
    a_replay_is_saved_as_files,
    a_game_is_saved_while_it_is_played_and_when_it_is_solved,
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const GIF: &[u8] = b"GIF89a";

/// Chooses from the menu and waits for the file, which must begin as said.
async fn choose(saved: &SavedFiles, stage: &Stage, item: &str, name: &str, begins: &[u8]) -> Result<String> {
    stage.click("summary[title='Save as a file']").await?;
    stage.click(&format!("[data-export={item}]:enabled")).await?;
    let content = saved.take_bytes(name).await?;
    if !content.starts_with(begins) {
        let first = String::from_utf8_lossy(&content[..content.len().min(40)]).into_owned();
        return Err(format!("{name} begins with {first:?}").into());
    }
    Ok(String::from_utf8_lossy(&content).into_owned())
}

async fn a_solved_run_is_saved_as_files(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    stage.go("solve/tutorial/1?player=astar").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    // The board as it is shown: at the end of the solution, or where one has gone back to.
    let xsb = choose(&saved, stage, "xsb", "tutorial-1.xsb", b"####").await?;
    assert_eq!(xsb, "########\n#    @*#\n########\n");
    stage.click(".walk [aria-label='First position']").await?;
    let xsb = choose(&saved, stage, "xsb", "tutorial-1.xsb", b"####").await?;
    assert_eq!(xsb, "########\n#@  $ .#\n########\n");
    choose(&saved, stage, "svg", "tutorial-1.svg", b"<svg").await?;
    choose(&saved, stage, "png", "tutorial-1.png", PNG).await?;
    assert_eq!(choose(&saved, stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "rrRR\n");
    choose(&saved, stage, "gif-moves", "tutorial-1.gif", GIF).await?;
    choose(&saved, stage, "gif-pushes", "tutorial-1.gif", GIF).await?;
    let text = choose(&saved, stage, "protocol", "tutorial-1-protocol.txt", b"").await?;
    assert!(text.contains("astar") && text.contains("rrRR"), "{text}");
    let protocol = choose(&saved, stage, "protocol-json", "tutorial-1-protocol.json", b"{").await?;
    let protocol: serde_json::Value = serde_json::from_str(&protocol)?;
    assert!(protocol.to_string().contains("rrRR"), "{protocol}");
    Ok(())
}

async fn a_replay_is_saved_as_files(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    stage.go("library").await?;
    let level = json!({ "collection": "tutorial", "number": 1 });
    let job = solved_job(stage, &json!({ "level": level, "player": "astar" })).await?;
    stage.go(&format!("replay/job/{job}")).await?;
    stage.click("[aria-label='One step on']").await?;
    // The board as it is now, the animation from the start.
    let xsb = choose(&saved, stage, "xsb", "tutorial-1.xsb", b"####").await?;
    assert!(xsb.contains("# @ $ .#"), "{xsb}");
    choose(&saved, stage, "svg", "tutorial-1.svg", b"<svg").await?;
    choose(&saved, stage, "png", "tutorial-1.png", PNG).await?;
    choose(&saved, stage, "gif-moves", "tutorial-1.gif", GIF).await?;
    assert_eq!(choose(&saved, stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "rrRR\n");
    choose(&saved, stage, "protocol-json", "tutorial-1-protocol.json", b"{").await?;
    // The best solution of a level knows its run.
    stage.go("replay/level/tutorial/1").await?;
    let text = choose(&saved, stage, "protocol", "tutorial-1-protocol.txt", b"").await?;
    assert!(text.contains("astar"), "{text}");
    Ok(())
}

async fn a_game_is_saved_while_it_is_played_and_when_it_is_solved(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    stage.go("play/tutorial/1").await?;
    stage.click("summary[title='Save as a file']").await?;
    // Nothing is played yet.
    for item in ["lurd", "gif-moves"] {
        stage.see(&format!("[data-export={item}]:disabled")).await?;
    }
    stage.press(ESCAPE).await?;
    stage.press("d").await?;
    stage.read("[data-counter=Moves] dd", "1").await?;
    assert_eq!(choose(&saved, stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "r\n");
    let xsb = choose(&saved, stage, "xsb", "tutorial-1.xsb", b"####").await?;
    assert_eq!(xsb, "########\n# @ $ .#\n########\n");
    choose(&saved, stage, "svg", "tutorial-1.svg", b"<svg").await?;
    choose(&saved, stage, "png", "tutorial-1.png", PNG).await?;
    stage.click("summary[title='Save as a file']").await?;
    stage.see("[data-export=gif-moves]:disabled").await?;
    stage.press(ESCAPE).await?;
    stage.press("ddd").await?;
    stage.see("[data-solved]").await?;
    assert_eq!(choose(&saved, stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "rrRR\n");
    choose(&saved, stage, "gif-moves", "tutorial-1.gif", GIF).await?;
    choose(&saved, stage, "gif-pushes", "tutorial-1.gif", GIF).await?;
    Ok(())
}
