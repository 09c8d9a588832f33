//! Many tabs of one browser: they share one connection, so none of them freezes the others.

use serde_json::json;

use crate::{
    solve::{HARD, status},
    stage::{Result, Stage},
};

scenarios! {
    twelve_tabs_share_one_stream,
    tabs_without_workers_let_go_while_they_are_hidden,
    a_tab_goes_on_when_the_one_that_opened_the_stream_is_closed,
}

/// Waits until the server has so many streams.
async fn streams(stage: &Stage, number: u64) -> Result {
    stage.until_server("/api/about", |about| about["streams"] == number).await.map(drop)
}

/// Opens tabs on a view; the last one has the focus.
async fn open(stage: &Stage, tabs: usize, address: &str) -> Result {
    for tab in 0..tabs {
        if tab > 0 {
            let handle = stage.client.new_window(true).await?.handle;
            stage.client.switch_to_window(handle).await?;
        }
        stage.go(address).await.map_err(|error| format!("tab {}: {error}", tab + 1))?;
    }
    Ok(())
}

async fn twelve_tabs_share_one_stream(stage: &Stage) -> Result {
    open(stage, 12, HARD).await?;
    let order = json!({ "level": { "collection": "summit", "number": 29 }, "player": "mcts", "time_s": 600 });
    let order = json!(order.to_string());
    let start = format!(
        "return fetch('/api/jobs', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: {order} }}).then((answer) => answer.json())"
    );
    let job = stage.js(&start).await?;
    for handle in stage.client.windows().await? {
        stage.client.switch_to_window(handle).await?;
        stage.see(".solve-history tbody [data-status=solving]").await?;
        streams(stage, 1).await?;
    }
    stage.js(&format!("return fetch('/api/jobs/{}/stop', {{ method: 'POST' }})", job["id"])).await?;
    for handle in stage.client.windows().await? {
        stage.client.switch_to_window(handle).await?;
        stage.see(".solve-history tbody [data-status=stopped]").await?;
    }
    Ok(())
}

/// Some browsers of phones have no shared workers.
async fn tabs_without_workers_let_go_while_they_are_hidden(stage: &Stage) -> Result {
    let script = json!({ "source": "delete globalThis.SharedWorker" });
    stage.devtools("Page.addScriptToEvaluateOnNewDocument", &script).await?;
    stage.go(&format!("{HARD}?player=astar")).await?;
    stage.until("return globalThis.SharedWorker === undefined").await?;
    stage.click("#run").await?;
    status(stage, "solving").await?;
    streams(stage, 1).await?;
    let hide = |hidden: bool| {
        let visibility = if hidden { "hidden" } else { "visible" };
        format!(
            "Object.defineProperty(document, 'visibilityState', {{ value: '{visibility}', configurable: true }}); \
             document.dispatchEvent(new Event('visibilitychange'))"
        )
    };
    stage.js(&hide(true)).await?;
    streams(stage, 0).await?;
    // What happened in the meantime is told when it is looked at again.
    stage.js("return fetch('/api/jobs/1/stop', { method: 'POST' })").await?;
    stage.js(&hide(false)).await?;
    status(stage, "stopped").await?;
    streams(stage, 1).await
}

async fn a_tab_goes_on_when_the_one_that_opened_the_stream_is_closed(stage: &Stage) -> Result {
    open(stage, 2, &format!("{HARD}?player=mcts")).await?;
    let all = stage.client.windows().await?;
    stage.client.switch_to_window(all[0].clone()).await?;
    stage.client.close_window().await?;
    stage.client.switch_to_window(all[1].clone()).await?;
    stage.click("#run").await?;
    status(stage, "solving").await?;
    let figure = "document.querySelector('.lane [data-figure=expanded] dd').innerText";
    stage.until(&format!("return {figure} !== '0'")).await?;
    streams(stage, 1).await
}
