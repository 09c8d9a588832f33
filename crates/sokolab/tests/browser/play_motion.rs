//! A busy machine and a user who likes motion: the board always ends where the game is.
//!
//! A walk is shown step by step, by frames that come late, early or not at all. The board is compared with the server's game
//! after every act, with the processor slowed down six times.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::stage::{Result, Setup, Stage};

scenarios! {
    walks_and_drags_end_where_the_game_is_on_a_built_in_level: Setup::in_motion(),
    walks_and_drags_end_where_the_game_is_on_twenty_rows: Setup { files: hall, ..Setup::in_motion() },
    a_tab_without_frames_shows_the_state_all_the_same: Setup { files: hall, ..Setup::in_motion() },
}

/// Twenty rows of ours: shelves with a way around each, and boxes between them.
fn hall() -> Vec<(&'static str, String)> {
    let row = |y: usize| -> String {
        (0..26)
            .map(|x| match (x, y) {
                (0 | 25, _) | (_, 0 | 19) => '#',
                (1, 1) => '@',
                (4..=21, _) if y % 4 == 2 => '#',
                _ if x % 7 == 3 && y.is_multiple_of(4) => '$',
                _ if x % 7 == 5 && y.is_multiple_of(4) => '.',
                _ => ' ',
            })
            .collect()
    };
    vec![("shelves.xsb", (0..20).map(row).collect::<Vec<_>>().join("\n") + "\n\n; Shelves\n")]
}

/// The board as it is drawn, the game as the server has it, and what can be done next: the longest walk and the longest push of
/// one of the boxes.
const LOOK: &str = "
    const [turn, done] = arguments;
    const [, collection, number] = location.hash.slice(2).split('/');
    const stored = JSON.parse(sessionStorage.getItem(`game:${collection}/${number}`));
    const id = stored.game ?? stored;
    const ask = (path) => fetch(path).then((answer) => answer.json());
    const drawn = (kind) => [...document.querySelectorAll(`soko-board use.${kind}`)].map((use) =>
        use.style.transform.match(/[0-9]+(?=px)/g).map((px) => px / 64));
    (async () => {
        const [state, facts] = await Promise.all([ask(`/api/games/${id}`), ask(`/api/levels/${collection}/${number}`)]);
        const key = (cell) => cell.join();
        const boxes = new Set(state.boxes.map(key));
        const depth = new Map([[key(state.player), 0]]);
        const open = [state.player];
        for (const [x, y] of open)
            for (const next of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]])
                if ('#' !== (facts.board[next[1]]?.[next[0]] ?? '#') && !boxes.has(key(next)) && !depth.has(key(next))) {
                    depth.set(key(next), depth.get(key([x, y])) + 1);
                    open.push(next);
                }
        let push = null;
        for (let i = 0; i < state.boxes.length && !push; i += 1) {
            const from = state.boxes[(turn + i) % state.boxes.length];
            const { cells, dead } = await ask(`/api/games/${id}/targets?x=${from[0]}&y=${from[1]}`);
            const hopeless = new Set(dead.map(key));
            const far = cells.filter((cell) => !hopeless.has(key(cell)))
                .sort((a, b) => Math.hypot(b[0] - from[0], b[1] - from[1]) - Math.hypot(a[0] - from[0], a[1] - from[1]));
            if (far.length) push = [from, far[0]];
        }
        done({
            board: { player: drawn('player')[0], boxes: drawn('box') },
            game: { player: state.player, boxes: state.boxes },
            ply: state.ply,
            walk: open.length > 1 ? open.at(-1) : null,
            push,
        });
    })();";

async fn look(stage: &Stage, turn: usize) -> Result<Value> {
    Ok(stage.client.execute_async(LOOK, vec![json!(turn)]).await?)
}

/// Waits until the game has gone on and the board shows it.
async fn settled(stage: &Stage, turn: usize, before: &Value) -> Result<Value> {
    let start = Instant::now();
    loop {
        let now = look(stage, turn).await?;
        if now["ply"] != before["ply"] && now["board"] == now["game"] {
            return Ok(now);
        }
        if start.elapsed() > Duration::from_secs(10) {
            return Err(
                format!("act {turn}: the board is not where the game is: {now}, before: {before}").into()
            );
        }
    }
}

fn cell(value: &Value) -> (u32, u32) {
    let at = |i: usize| u32::try_from(value[i].as_u64().unwrap_or_default()).unwrap_or_default();
    (at(0), at(1))
}

async fn walks_and_drags(stage: &Stage, address: &str) -> Result {
    stage.go(address).await?;
    stage.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": 6 })).await?;
    let mut now = look(stage, 0).await?;
    for turn in 1..=24 {
        if (turn % 4 == 0 || now["walk"].is_null()) && !now["push"].is_null() {
            stage.drag(cell(&now["push"][0]), cell(&now["push"][1])).await?;
        } else {
            stage.tap(cell(&now["walk"])).await?;
        }
        now = settled(stage, turn, &now).await?;
    }
    Ok(())
}

async fn walks_and_drags_end_where_the_game_is_on_a_built_in_level(stage: &Stage) -> Result {
    walks_and_drags(stage, "play/summit/29").await
}

async fn walks_and_drags_end_where_the_game_is_on_twenty_rows(stage: &Stage) -> Result {
    walks_and_drags(stage, "play/shelves/1").await
}

async fn a_tab_without_frames_shows_the_state_all_the_same(stage: &Stage) -> Result {
    stage.go("play/shelves/1").await?;
    stage.js("window.requestAnimationFrame = () => 0").await?;
    let mut now = look(stage, 0).await?;
    for turn in 1..=3 {
        stage.tap(cell(&now["walk"])).await?;
        now = settled(stage, turn, &now).await?;
    }
    Ok(())
}
