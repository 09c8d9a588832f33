//! A server that ends under running jobs and comes back: their addresses last, and their pages say what became of them.

use serde_json::json;

use crate::{
    play_restart::only_refused,
    solve::{HARD, solved_job, status},
    stage::{Result, Stage},
};

scenarios! {
    a_job_that_is_lost_with_its_server_says_so,
    what_has_ended_is_shown_and_listed_after_a_restart,
    a_learner_that_is_lost_with_its_server_says_so,
}

/// Kills the server and starts it again; meanwhile the page says that it is away.
async fn kill_and_restart(stage: &Stage) -> Result {
    stage.server.kill()?;
    stage.see("[data-connection=lost]").await?;
    stage.server.restart()?;
    stage.gone("[data-connection=lost]").await
}

async fn a_job_that_is_lost_with_its_server_says_so(stage: &Stage) -> Result {
    stage.go(&format!("{HARD}?player=mcts")).await?;
    stage.click("#run").await?;
    status(stage, "solving").await?;
    stage.until_server("/api/jobs/1", |job| job["expanded"].as_u64() > Some(0)).await?;
    kill_and_restart(stage).await?;
    status(stage, "stopped").await?;
    stage.read("main", "lost: the server ended while it played").await?;
    stage.see(".solve-history tbody [data-status=stopped]").await?;
    // The next run is another one, and one can begin it at once.
    stage.click("#run").await?;
    status(stage, "solving").await?;
    stage.until_server("/api/jobs/2", |job| job["status"] == "solving").await?;
    stage.go("replay/job/1").await?;
    stage.read("main", "job 1: lost").await?;
    only_refused(stage).await
}

async fn what_has_ended_is_shown_and_listed_after_a_restart(stage: &Stage) -> Result {
    stage.go("solve/tutorial/5").await?;
    let order = json!({ "level": { "collection": "tutorial", "number": 5 }, "player": "astar" });
    let job = solved_job(stage, &order).await?;
    let known = stage.server.get(&format!("/api/jobs/{job}"))?;
    stage.server.interrupt()?;
    stage.server.restart()?;
    stage.client.refresh().await?;
    stage.see(".solve-history tbody [data-status=solved]").await?;
    stage.go(&format!("replay/job/{job}")).await?;
    let pushes = known["result"]["pushes"].to_string();
    stage.read("main", &format!("{pushes} pushes")).await?;
    // The lab lists it, too, and everything about it is one click away.
    stage.go("lab").await?;
    stage.click("a[href='#/lab/runs']").await?;
    stage.read("main tbody tr", "astar").await?;
    stage.click("main tbody a").await?;
    stage.read(".lab-run", "astar").await?;
    stage
        .until(&format!("return location.hash === '#/lab/run/{}'", known["run"].as_str().unwrap_or_default()))
        .await?;
    only_refused(stage).await
}

async fn a_learner_that_is_lost_with_its_server_says_so(stage: &Stage) -> Result {
    stage.go("learn/summit/29?player=q-box").await?;
    stage.click("#train").await?;
    stage.until_server("/api/jobs", |jobs| jobs[0]["status"] == "solving").await?;
    let training = "section[aria-label=Training] [role=status]";
    stage.read(training, "training").await?;
    kill_and_restart(stage).await?;
    stage.read(training, "lost: the server ended while it played").await?;
    // The button is below a message that goes by itself.
    stage.js("document.querySelector('#train').click()").await?;
    stage.read(training, "training").await?;
    only_refused(stage).await
}
