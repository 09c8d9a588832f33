//! Boards of any size on screens of any size: zoom, fingers, the overview, phones that stand and lie.

use std::{fmt::Write as _, time::Instant};

use serde_json::{Value, json};

use crate::{
    frame::VIEWS,
    keys::{RIGHT, ctrl},
    stage::{Result, Setup, Stage},
};

scenarios! {
    keys_and_buttons_zoom_and_the_wheel_zooms_at_the_pointer: Setup::with_files(hall),
    the_camera_finds_the_player_and_follows_it: Setup::with_files(hall),
    the_overview_moves_the_camera_and_never_covers_the_player: Setup::with_files(hall),
    the_middle_button_pulls_the_board: Setup::with_files(hall),
    a_swipe_plays_and_goes_on_while_the_finger_stays: Setup::phone_touch(),
    a_tap_walks_grabs_and_pushes: Setup::phone_touch(),
    a_swipe_over_a_replay_scrolls_the_page: Setup::phone_touch(),
    two_fingers_zoom_where_they_are: Setup { files: hall, ..Setup::phone_touch() },
    one_finger_draws_and_two_do_not: Setup::phone_touch(),
    every_view_fits_a_phone_that_stands: Setup::phone_touch(),
    every_view_fits_a_phone_that_lies: Setup::phone_lying(),
    sixteen_hundred_boxes_are_played_on_a_slow_machine: Setup { files: hall, ..Setup::in_motion() },
}

/// A hall of 100 × 100 with 1,600 boxes in rows, an aisle around them and a quiet half below.
fn hall() -> Vec<(&'static str, String)> {
    let mut text = String::new();
    for y in 0..100 {
        let row = (0..100).map(|x| match (x, y) {
            (0 | 99, _) | (_, 0 | 99) => '#',
            (1, 1) => '@',
            (3..=82, 3..=82) if x % 2 == 1 && y % 2 == 1 => '$',
            (2..=81, 2..=81) if x % 2 == 0 && y % 2 == 0 => '.',
            _ => ' ',
        });
        let _ = writeln!(text, "{}", row.collect::<String>());
    }
    vec![("hall.xsb", text + "\n; Hall\n")]
}

/// What is seen of the board: the size of a cell, and the offset.
async fn camera(stage: &Stage) -> Result<Value> {
    stage
        .js("const { view } = document.querySelector('soko-board'); return { cell: view.cell, x: view.offset.x, y: view.offset.y }")
        .await
}

/// The place of the board at a point of the window, in cells.
async fn place_at(stage: &Stage, (x, y): (f64, f64)) -> Result<(f64, f64)> {
    let script =
        format!("return document.querySelector('soko-board').view.placeAt({{ clientX: {x}, clientY: {y} }})");
    let place = stage.js(&script).await?;
    Ok((place[0].as_f64().unwrap_or_default(), place[1].as_f64().unwrap_or_default()))
}

fn near((x, y): (f64, f64), (a, b): (f64, f64)) -> bool {
    (x - a).abs() < 0.15 && (y - b).abs() < 0.15
}

async fn zoomed_by(stage: &Stage, from: &Value, factor: f64) -> Result {
    let wanted = from["cell"].as_f64().unwrap_or_default() * factor;
    stage
        .until(&format!(
            "return Math.abs(document.querySelector('soko-board').view.cell - {wanted}) < {wanted} / 50"
        ))
        .await
}

/// Script: is the whole of the player inside what is seen of the board?
const PLAYER_IS_SEEN: &str = "
    const seen = document.querySelector('.board-view').getBoundingClientRect();
    const { view, player } = document.querySelector('soko-board');
    const [x, y] = player.at.map((n, i) => n * view.cell - [view.offset.x, view.offset.y][i]);
    return x >= -1 && y >= -1 && x + view.cell <= seen.width + 1 && y + view.cell <= seen.height + 1";

async fn keys_and_buttons_zoom_and_the_wheel_zooms_at_the_pointer(stage: &Stage) -> Result {
    stage.go("play/hall/1").await?;
    let whole = camera(stage).await?;
    stage.press("z").await?;
    zoomed_by(stage, &whole, 1.5).await?;
    stage.press("+").await?;
    zoomed_by(stage, &whole, 2.25).await?;
    stage.click(".board-tools [aria-label='Zoom out']").await?;
    zoomed_by(stage, &whole, 1.5).await?;
    stage.press("0").await?;
    zoomed_by(stage, &whole, 1.0).await?;
    let (x, y) = stage.cell((40, 60)).await?;
    for notch in 1..=5_i32 {
        let wheel =
            json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": -240, "modifiers": 2 });
        stage.devtools("Input.dispatchMouseEvent", &wheel).await?;
        zoomed_by(stage, &whole, (f64::from(notch) * 50.0 / 120.0).exp()).await?;
    }
    let under = place_at(stage, (x, y)).await?;
    assert!(near(under, (40.5, 60.5)), "the wheel zooms at the pointer: {under:?}");
    // A cell is where it is drawn, and a wheel without Ctrl takes moves back as ever.
    stage.press("0").await?;
    stage.press(RIGHT).await?;
    stage.read("[data-counter=Moves]", "1").await?;
    stage.press("z").await?;
    stage.tap((1, 4)).await?;
    stage
        .until("return document.querySelector('soko-board svg').getAttribute('aria-label').includes('column 2, row 5')")
        .await?;
    Ok(())
}

async fn the_camera_finds_the_player_and_follows_it(stage: &Stage) -> Result {
    stage.go("play/hall/1").await?;
    stage
        .js("const { view } = document.querySelector('soko-board'); view.zoomTo(40); view.show([90, 90])")
        .await?;
    let away = stage.js(PLAYER_IS_SEEN).await?;
    assert_eq!(away, json!(false));
    stage.press("f").await?;
    stage.until(PLAYER_IS_SEEN).await?;
    stage.see(".overlay.found").await?;
    stage.press(&ctrl(RIGHT)).await?;
    stage
        .until("return document.querySelector('soko-board svg').getAttribute('aria-label').includes('column 99, row 2')")
        .await?;
    stage.until(PLAYER_IS_SEEN).await?;
    // What is seen never goes beyond the board, and resizing keeps the player there.
    stage
        .until("const { view } = document.querySelector('soko-board'); return view.offset.y === 0 && view.offset.x + view.seen.width <= 100 * view.cell + 1")
        .await?;
    let metrics = json!({ "width": 1000, "height": 700, "deviceScaleFactor": 1, "mobile": false });
    stage.devtools("Emulation.setDeviceMetricsOverride", &metrics).await?;
    stage.until("return innerWidth === 1000 && document.querySelector('soko-board').view.cell === 40").await
}

async fn the_overview_moves_the_camera_and_never_covers_the_player(stage: &Stage) -> Result {
    stage.go("play/hall/1").await?;
    stage.js("document.querySelector('soko-board').view.zoomTo(40)").await?;
    stage.see(".board-overview").await?;
    stage.press("f").await?;
    let free = "
        const a = document.querySelector('.board-overview').getBoundingClientRect();
        const b = document.querySelector('use.player').getBoundingClientRect();
        return b.width > 0 && (b.right < a.left || b.left > a.right || b.bottom < a.top || b.top > a.bottom)";
    stage.until(free).await?;
    stage.press(&ctrl(RIGHT)).await?;
    stage
        .until("return document.querySelector('soko-board svg').getAttribute('aria-label').includes('column 99, row 2')")
        .await?;
    stage.until(free).await?;
    stage.appears(".board-overview[data-corner=bottom-left]").await?;
    let middle = "
        const a = document.querySelector('.board-overview').getBoundingClientRect();
        return [a.left + a.width * 0.5, a.top + a.height * 0.6]";
    let at = stage.js(middle).await?;
    for kind in ["mousePressed", "mouseReleased"] {
        let press = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1 });
        stage.devtools("Input.dispatchMouseEvent", &press).await?;
    }
    stage
        .until("const [x, y] = document.querySelector('soko-board').view.middle(); return Math.abs(x - 50) < 1.5 && Math.abs(y - 60) < 1.5")
        .await?;
    stage.press("o").await?;
    stage.until("return document.querySelector('.board-overview').hidden").await?;
    stage.press("o").await?;
    stage.until("return !document.querySelector('.board-overview').hidden").await
}

async fn the_middle_button_pulls_the_board(stage: &Stage) -> Result {
    stage.go("play/hall/1").await?;
    stage
        .js("const { view } = document.querySelector('soko-board'); view.zoomTo(40); view.show([50, 50])")
        .await?;
    let before = camera(stage).await?;
    let (x, y) = stage.cell((50, 50)).await?;
    for (kind, dx, dy) in
        [("mousePressed", 0.0, 0.0), ("mouseMoved", -60.0, -30.0), ("mouseReleased", -60.0, -30.0)]
    {
        let event = json!({ "type": kind, "x": x + dx, "y": y + dy, "button": "middle", "buttons": 4, "clickCount": 1 });
        stage.devtools("Input.dispatchMouseEvent", &event).await?;
    }
    let after = camera(stage).await?;
    let moved =
        |axis: &str| after[axis].as_f64().unwrap_or_default() - before[axis].as_f64().unwrap_or_default();
    assert!((moved("x") - 60.0).abs() < 1.5 && (moved("y") - 30.0).abs() < 1.5, "{before} {after}");
    // Nothing was played by it.
    stage.read("[data-counter=Moves]", "0").await
}

async fn a_swipe_plays_and_goes_on_while_the_finger_stays(stage: &Stage) -> Result {
    stage.go("play/tutorial/1").await?;
    let (x, y) = stage.cell((3, 1)).await?;
    stage.fingers("touchStart", &[(x, y)]).await?;
    stage.fingers("touchMove", &[(x + 30.0, y)]).await?;
    stage.fingers("touchEnd", &[]).await?;
    stage.read("[data-counter=Moves]", "1").await?;
    stage.fingers("touchStart", &[(x, y)]).await?;
    stage.fingers("touchMove", &[(x + 30.0, y)]).await?;
    stage.see("[data-solved]").await?;
    stage.fingers("touchEnd", &[]).await?;
    // The page has stayed where it is, and thumbs can take the push back.
    assert_eq!(stage.js("return scrollY").await?, json!(0));
    stage.click("[data-thumb=undo]").await?;
    stage.read("[data-counter=Moves]", "3").await
}

async fn a_tap_walks_grabs_and_pushes(stage: &Stage) -> Result {
    stage.go("play/tutorial/1").await?;
    let finger = async |cell| -> Result {
        let at = stage.cell(cell).await?;
        stage.fingers("touchStart", &[at]).await?;
        stage.fingers("touchEnd", &[]).await
    };
    let label = stage
        .js("const b = document.querySelector('soko-board'); return [b.position.boxes[0], b.position.player]")
        .await?;
    let at = |cell: &Value| -> (u32, u32) {
        let n = |i: usize| u32::try_from(cell[i].as_u64().unwrap_or_default()).unwrap_or_default();
        (n(0), n(1))
    };
    let (from, player) = (at(&label[0]), at(&label[1]));
    finger((player.0 + 1, player.1)).await?;
    stage.read("[data-counter=Moves]", "1").await?;
    finger(from).await?;
    stage.see(".overlay.grabbed").await?;
    stage.see(".overlay.target").await?;
    finger((from.0 + 2, from.1)).await?;
    stage.appears("[data-solved]").await
}

async fn a_swipe_over_a_replay_scrolls_the_page(stage: &Stage) -> Result {
    stage.go("replay/level/tutorial/1").await?;
    let (x, y) = stage.cell((3, 1)).await?;
    stage.fingers("touchStart", &[(x, y)]).await?;
    for step in 1..=8_i32 {
        stage.fingers("touchMove", &[(x, y - 18.0 * f64::from(step))]).await?;
    }
    stage.fingers("touchEnd", &[]).await?;
    stage.until("return scrollY > 60").await
}

async fn two_fingers_zoom_where_they_are(stage: &Stage) -> Result {
    stage.go("play/hall/1").await?;
    // Its cells would be too small for fingers: it begins where the player is.
    stage.until("return document.querySelector('soko-board').view.cell === 32").await?;
    stage.until(PLAYER_IS_SEEN).await?;
    stage.see(".board-overview").await?;
    let (x, y) = stage.cell((4, 5)).await?;
    let under = place_at(stage, (x, y)).await?;
    let apart = |by: f64| [(x - by, y - by), (x + by, y + by)];
    stage.fingers("touchStart", &apart(30.0)[..1]).await?;
    stage.fingers("touchStart", &apart(30.0)).await?;
    for by in [35.0, 45.0, 60.0] {
        stage.fingers("touchMove", &apart(by)).await?;
    }
    stage.until("return Math.abs(document.querySelector('soko-board').view.cell - 64) < 1").await?;
    let now = place_at(stage, (x, y)).await?;
    assert!(near(now, under), "{under:?} has gone to {now:?}");
    // Both fingers go on together: the board goes with them.
    let moved: Vec<_> = apart(60.0).iter().map(|(x, y)| (x - 50.0, y - 40.0)).collect();
    stage.fingers("touchMove", &moved).await?;
    let now = place_at(stage, (x - 50.0, y - 40.0)).await?;
    assert!(near(now, under), "{under:?} is not below the fingers: {now:?}");
    stage.fingers("touchEnd", &[]).await?;
    stage.read("[data-counter=Moves]", "0").await?;
    // One finger plays again.
    stage.press("f").await?;
    stage.fingers("touchStart", &[(x, y)]).await?;
    stage.fingers("touchMove", &[(x + 40.0, y)]).await?;
    stage.fingers("touchEnd", &[]).await?;
    stage.read("[data-counter=Moves]", "1").await
}

async fn one_finger_draws_and_two_do_not(stage: &Stage) -> Result {
    stage.go("edit").await?;
    let walls = "return (document.querySelector('soko-board').source?.svg ?? '').length > 0 && decodeURIComponent(location.hash)";
    let (x, y) = stage.cell((3, 3)).await?;
    let (_, below) = stage.cell((3, 5)).await?;
    stage.fingers("touchStart", &[(x, y)]).await?;
    stage.fingers("touchStart", &[(x, y), (x + 40.0, y + 40.0)]).await?;
    stage.fingers("touchMove", &[(x - 30.0, y - 30.0), (x + 60.0, y + 60.0)]).await?;
    stage.fingers("touchEnd", &[]).await?;
    let after = stage.js(walls).await?;
    assert!(!after.to_string().contains("##-"), "two fingers have drawn: {after}");
    stage.press("0").await?;
    stage.fingers("touchStart", &[(x, y)]).await?;
    stage.fingers("touchMove", &[(x, below)]).await?;
    stage.fingers("touchEnd", &[]).await?;
    // Walls at the fourth column of three rows.
    stage.until("return (decodeURIComponent(location.hash).match(/#2-#/g) ?? []).length === 3").await
}

/// What every view is for, in one button.
const MAIN_BUTTONS: [(&str, &str); 7] = [
    ("library", "main input[type=search], main .library-search input, main input"),
    ("play", "[data-thumb=undo]"),
    ("solve", "#run"),
    ("replay", "#play"),
    ("learn", "nav.views"),
    ("lab", "main a.button.primary"),
    ("edit", ".try-out"),
];

async fn every_view_fits(stage: &Stage) -> Result {
    for (view, address) in VIEWS {
        stage.go(address).await?;
        let wide = stage.js("return [document.documentElement.scrollWidth, innerWidth]").await?;
        if wide[0].as_u64() > wide[1].as_u64() {
            return Err(format!("{view} is {} wide in a window of {}", wide[0], wide[1]).into());
        }
        let button = MAIN_BUTTONS.iter().find(|(name, _)| *name == view).map_or("main", |(_, button)| button);
        let parts = match view {
            "play" | "solve" | "replay" => format!("{button}|.board-view"),
            _ => button.to_owned(),
        };
        for part in parts.split('|') {
            // In the window, and nothing over it.
            let seen = format!(
                "const e = document.querySelector({}); const r = e.getBoundingClientRect(); \
                 const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2); \
                 return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth && \
                 (e.contains(top) || top?.contains(e) === true)",
                json!(part)
            );
            stage.until(&seen).await.map_err(|error| format!("{view}: {part} is not in sight: {error}"))?;
        }
    }
    Ok(())
}

async fn every_view_fits_a_phone_that_stands(stage: &Stage) -> Result {
    every_view_fits(stage).await
}

async fn every_view_fits_a_phone_that_lies(stage: &Stage) -> Result {
    every_view_fits(stage).await?;
    // The panel scrolls by itself.
    stage.go("play/workshop/5").await?;
    stage
        .until("const panel = document.querySelector('.panel'); panel.scrollTo(0, 200); return panel.scrollTop > 100 && scrollY === 0")
        .await
}

/// Where boxes and player are drawn, and where the server has them.
const BOTH: &str = "
    const [done] = arguments;
    const stored = JSON.parse(sessionStorage.getItem('game:hall/1'));
    const drawn = (kind) => [...document.querySelectorAll(`soko-board use.${kind}`)].map((use) =>
        use.style.transform.match(/[0-9]+(?=px)/g).map((px) => px / 64));
    fetch(`/api/games/${stored.game ?? stored}`).then((answer) => answer.json()).then((state) =>
        done({ ply: state.ply, same: JSON.stringify([drawn('player')[0], drawn('box')]) === JSON.stringify([state.player, state.boxes]) }));";

async fn sixteen_hundred_boxes_are_played_on_a_slow_machine(stage: &Stage) -> Result {
    stage.go("play/hall/1").await?;
    stage.js("document.querySelector('soko-board').view.zoomTo(32)").await?;
    stage.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": 6 })).await?;
    let mut ply = json!(0);
    for (turn, keys) in [RIGHT, "d", "s", "d", "s", "s", "u", &ctrl(RIGHT), "u"].into_iter().enumerate() {
        stage.press(keys).await?;
        let start = Instant::now();
        loop {
            let now = stage.client.execute_async(BOTH, Vec::new()).await?;
            if now["same"] == json!(true) && now["ply"] != ply {
                ply = now["ply"].clone();
                break;
            }
            if start.elapsed().as_secs() > 15 {
                return Err(format!("act {turn}: the board is not where the game is: {now}").into());
            }
        }
    }
    stage.until(PLAYER_IS_SEEN).await
}
