//! Files out of the menu: each is really saved, and begins as its kind does.

use std::{fs, time::Duration, time::Instant};

use serde_json::json;
use tempfile::TempDir;

use crate::{
    Scenario, scenario,
    solve::{solved_job, status},
    stage::{Result, Stage},
};

pub(crate) fn scenarios() -> Vec<Scenario> {
    use crate::exports;
    vec![
        scenario!(exports::a_solved_run_is_saved_as_files),
        scenario!(exports::a_replay_is_saved_as_files),
        scenario!(exports::a_game_is_saved_while_it_is_played_and_when_it_is_solved),
    ]
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const GIF: &[u8] = b"GIF89a";

/// A folder for what the browser saves.
pub(crate) struct Saved(TempDir);

impl Saved {
    /// Tells the browser to save there without asking.
    pub(crate) async fn here(stage: &Stage) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let order = json!({ "behavior": "allow", "downloadPath": folder.path() });
        stage.devtools("Browser.setDownloadBehavior", &order).await?;
        Ok(Self(folder))
    }

    /// Waits for a file, takes it away and gives what is in it.
    pub(crate) async fn take(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.0.path().join(name);
        let start = Instant::now();
        loop {
            if let Ok(content) = fs::read(&path)
                && !content.is_empty()
            {
                fs::remove_file(&path)?;
                return Ok(content);
            }
            if start.elapsed() > Duration::from_secs(10) {
                let there: Vec<_> = fs::read_dir(self.0.path())?.flatten().map(|x| x.file_name()).collect();
                return Err(format!("{name} was not saved; there are {there:?}").into());
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Chooses from the menu and waits for the file, which must begin as said.
    async fn choose(&self, stage: &Stage, item: &str, name: &str, begins: &[u8]) -> Result<String> {
        stage.click("details.menu summary").await?;
        stage.click(&format!("[data-export={item}]:enabled")).await?;
        let content = self.take(name).await?;
        if !content.starts_with(begins) {
            let first = String::from_utf8_lossy(&content[..content.len().min(40)]).into_owned();
            return Err(format!("{name} begins with {first:?}").into());
        }
        Ok(String::from_utf8_lossy(&content).into_owned())
    }
}

async fn a_solved_run_is_saved_as_files(stage: &Stage) -> Result {
    let saved = Saved::here(stage).await?;
    stage.go("solve/tutorial/1?player=astar").await?;
    stage.click("#run").await?;
    status(stage, "solved").await?;
    let xsb = saved.choose(stage, "xsb", "tutorial-1.xsb", b"####").await?;
    assert_eq!(xsb, "########\n#@  $ .#\n########\n");
    saved.choose(stage, "svg", "tutorial-1.svg", b"<svg").await?;
    saved.choose(stage, "png", "tutorial-1.png", PNG).await?;
    assert_eq!(saved.choose(stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "rrRR\n");
    saved.choose(stage, "gif-moves", "tutorial-1.gif", GIF).await?;
    saved.choose(stage, "gif-pushes", "tutorial-1.gif", GIF).await?;
    let text = saved.choose(stage, "protocol", "tutorial-1-protocol.txt", b"").await?;
    assert!(text.contains("astar") && text.contains("rrRR"), "{text}");
    let protocol = saved.choose(stage, "protocol-json", "tutorial-1-protocol.json", b"{").await?;
    let protocol: serde_json::Value = serde_json::from_str(&protocol)?;
    assert!(protocol.to_string().contains("rrRR"), "{protocol}");
    Ok(())
}

async fn a_replay_is_saved_as_files(stage: &Stage) -> Result {
    let saved = Saved::here(stage).await?;
    stage.go("library").await?;
    let level = json!({ "collection": "tutorial", "number": 1 });
    let job = solved_job(stage, &json!({ "level": level, "player": "astar" })).await?;
    stage.go(&format!("replay/job/{job}")).await?;
    stage.click("[aria-label='One step on']").await?;
    // The board as it is now, the animation from the start.
    let xsb = saved.choose(stage, "xsb", "tutorial-1.xsb", b"####").await?;
    assert!(xsb.contains("# @ $ .#"), "{xsb}");
    saved.choose(stage, "svg", "tutorial-1.svg", b"<svg").await?;
    saved.choose(stage, "png", "tutorial-1.png", PNG).await?;
    saved.choose(stage, "gif-moves", "tutorial-1.gif", GIF).await?;
    assert_eq!(saved.choose(stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "rrRR\n");
    saved.choose(stage, "protocol-json", "tutorial-1-protocol.json", b"{").await?;
    // The best solution of a level knows its run.
    stage.go("replay/level/tutorial/1").await?;
    let text = saved.choose(stage, "protocol", "tutorial-1-protocol.txt", b"").await?;
    assert!(text.contains("astar"), "{text}");
    Ok(())
}

async fn a_game_is_saved_while_it_is_played_and_when_it_is_solved(stage: &Stage) -> Result {
    let saved = Saved::here(stage).await?;
    stage.go("play/tutorial/1").await?;
    stage.click("details.menu summary").await?;
    // Nothing is played yet.
    stage.see("[data-export=lurd]:disabled").await?;
    stage.see("[data-export=gif-moves]:disabled").await?;
    stage.press("\u{E00C}").await?;
    stage.press("d").await?;
    stage.read("[data-counter=Moves] dd", "1").await?;
    assert_eq!(saved.choose(stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "r\n");
    let xsb = saved.choose(stage, "xsb", "tutorial-1.xsb", b"####").await?;
    assert_eq!(xsb, "########\n# @ $ .#\n########\n");
    saved.choose(stage, "svg", "tutorial-1.svg", b"<svg").await?;
    saved.choose(stage, "png", "tutorial-1.png", PNG).await?;
    stage.click("details.menu summary").await?;
    stage.see("[data-export=gif-moves]:disabled").await?;
    stage.press("\u{E00C}").await?;
    stage.press("ddd").await?;
    stage.see("[data-solved]").await?;
    assert_eq!(saved.choose(stage, "lurd", "tutorial-1.lurd.txt", b"").await?, "rrRR\n");
    saved.choose(stage, "gif-moves", "tutorial-1.gif", GIF).await?;
    saved.choose(stage, "gif-pushes", "tutorial-1.gif", GIF).await?;
    Ok(())
}
