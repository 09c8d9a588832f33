//! The lab: experiments from their definition to the replay of one of their runs.

use serde_json::json;

use crate::{
    keys::END,
    saved_files::SavedFiles,
    stage::{Result, Setup, Stage},
};

scenarios! {
    experiments_are_listed_and_open,
    a_stand_in_is_said_before_the_start_and_in_the_report,
    an_experiment_is_defined_run_and_followed_down_to_a_replay,
    an_error_in_the_file_says_line_and_column,
    a_long_experiment_is_stopped_and_goes_on: Setup::with_files(hall),
    reports_and_tables_are_saved_as_files,
    plots_are_drawn_by_day,
    plots_are_drawn_by_night: Setup::dark(),
    an_experiment_is_forgotten,
}

const SMALL: &str = "name = \"small\"\ntitle = \"Small\"\nlevels = [\"builtin:tutorial#1-3\"]\n\n\
                     [[players]]\nplayer = \"bfs\"\n\n[[players]]\nplayer = \"astar\"\n";

/// A hall with many boxes and much room.
fn hall() -> Vec<(&'static str, String)> {
    let row = |y: usize| match y {
        3 => "# $ $ $ $ $ $ $ $    #",
        9 => "# . . . . . . . .    #",
        12 => "#         @          #",
        _ => "#                    #",
    };
    let wall = "#".repeat(22);
    let rows: Vec<_> = (0..16).map(row).collect();
    vec![("hall.xsb", format!("{wall}\n{}\n{wall}\n", rows.join("\n")))]
}

/// Defines an experiment as the form does.
async fn define(stage: &Stage, toml: &str, run: bool) -> Result {
    stage.go("lab").await?;
    let script = format!(
        "const send = (path, body) => fetch(path, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }}); \
         return send('/api/experiments', {{ toml: {} }}).then((r) => r.json()).then(({{ name }}) => {run} ? send(`/api/experiments/${{name}}/run`, {{}}).then((r) => r.ok) : true)",
        json!(toml)
    );
    assert_eq!(stage.js(&script).await?, true);
    Ok(())
}

/// The script that writes an experiment file into the form.
fn written(toml: &str) -> String {
    format!(
        "const text = document.querySelector('textarea'); text.value = {}; text.dispatchEvent(new Event('input', {{ bubbles: true }}))",
        json!(toml)
    )
}

/// Runs the small experiment to its end and shows a part of it.
async fn small(stage: &Stage, part: &str) -> Result {
    define(stage, SMALL, true).await?;
    stage.read("a[href='#/lab/small']", "complete").await?;
    stage.js(&format!("location.hash = '#/lab/small{part}'")).await?;
    stage.read("main h1", "Small").await
}

/// Follows a number of the report to its runs. In one go: another report may be about to take the place of this one.
async fn open_runs(stage: &Stage, experiment: &str) -> Result {
    stage.js("document.querySelector('.lab-box tbody td a.cell-link').click()").await?;
    stage.until(&format!("return /^#.lab.{experiment}.runs\\?contender=\\d/.test(location.hash)")).await
}

async fn experiments_are_listed_and_open(stage: &Stage) -> Result {
    stage.go("lab").await?;
    stage.read(".lab-group h2", "Experiments that come with Sokolab").await?;
    stage.until("return document.querySelectorAll('.lab-card').length > 5").await?;
    stage.read("a[href='#/lab/players']", "runs planned").await?;
    stage.click("a[href='#/lab/players']").await?;
    stage.read("main .empty", "Nothing recorded yet").await?;
    stage.click("details summary").await?;
    stage.read("details pre", "[[players]]").await?;
    stage.click("details a.button").await?;
    // A copy is edited under a name of its own.
    stage
        .until(
            "return document.querySelector('textarea')?.value.includes('name = \"players-copy\"') ?? false",
        )
        .await?;
    stage.read(".lab-form .notice.good", "runs").await
}

async fn a_stand_in_is_said_before_the_start_and_in_the_report(stage: &Stage) -> Result {
    let sentence = "Stand-in: builtin:first-steps; MiniCosmos (Aymeric du Peloux) was not found.";
    stage.go("lab").await?;
    stage.until("return document.querySelectorAll('.lab-card').length > 5").await?;
    stage.until("return ![...document.querySelectorAll('.lab-card .tag')].some((tag) => tag.innerText === 'not here')").await?;
    stage.read("a[href='#/lab/brno-1']", "not found, stand-in: builtin:first-steps").await?;
    stage.click("a[href='#/lab/brno-1']").await?;
    stage.read("#supply", sentence).await?;
    stage.read("#supply a[href='#/library']", "Drop its file on the library").await?;
    stage.click("#run:not(:disabled)").await?;
    stage.read("main .heading .tag", "complete").await?;
    stage.read(".lab-caption", "(stand-in: builtin:first-steps)").await?;
    stage.read("main", "The results are about other levels than the experiment.").await
}

async fn an_experiment_is_defined_run_and_followed_down_to_a_replay(stage: &Stage) -> Result {
    stage.go("lab").await?;
    stage.click("a[href='#/lab/new']").await?;
    let name = stage.see(".lab-form input[name=name]").await?;
    name.clear().await?;
    name.send_keys("first-try").await?;
    stage.see("select[aria-label='Collection 1']").await?.select_by_value("tutorial").await?;
    stage.see("input[aria-label='Which levels of collection 1']").await?.send_keys("1-3").await?;
    stage.see("select[aria-label='Player 1']").await?.select_by_value("bfs").await?;
    stage.see("select[aria-label='Player 2']").await?.select_by_value("astar").await?;
    let seeds = stage.see(".lab-form input[name=seeds]").await?;
    seeds.send_keys("00").await?;
    stage.until("return document.querySelector('textarea').value.includes('tutorial#1-3\"') && document.querySelector('textarea').value.includes('\"first-try\"')").await?;
    stage.read(".lab-form .notice.good", "600 runs").await?;
    stage.js("window.seen = new Set(); new MutationObserver(() => { const card = document.querySelector('section[aria-label=Progress]'); if (card) seen.add(card.innerText.match(/([\\d,]+) of 600 runs/)?.[1]); }).observe(document.body, { childList: true, subtree: true })").await?;
    stage.click("#keep").await?;
    stage.read("main h1", "first-try").await?;
    stage.read("#run", "Run").await?;
    stage.click("#run").await?;
    stage.read("main .heading .tag", "complete").await?;
    stage.read("section[aria-label=Progress]", "600 of 600 runs").await?;
    stage.until("return window.seen.size > 1").await?;
    stage.read("section[aria-label=Progress]", "Newest runs").await?;
    // The tables follow, and a cell opens its runs.
    for player in ["bfs", "astar"] {
        stage.read(".lab-box table", player).await?;
    }
    stage.until("return [...document.querySelectorAll('.lab-box tbody tr')].every((row) => row.cells[1].innerText === '300')").await?;
    open_runs(stage, "first-try").await?;
    stage.read("main .heading", "300 runs: ").await?;
    stage.until("return document.querySelectorAll('.lab-box tbody tr').length === 100").await?;
    stage.read(".lab-box tbody tr", "First push").await?;
    stage.click(".lab-box tbody tr:first-child th a").await?;
    for (place, text) in [("main h1", "First push"), (".lab-protocol pre", "rrRR")] {
        stage.read(place, text).await?;
    }
    stage.until("return document.querySelector('.lab-board')?.naturalWidth > 0").await?;
    stage.click("a.primary[href^='#/replay/run/']").await?;
    stage.see("main[data-ready=replay]").await?;
    stage.read(".replay-place", "0 of 4").await?;
    stage.press(END).await?;
    stage.read(".replay-place", "4 of 4").await?;
    stage
        .until("return document.querySelector('soko-board svg').getAttribute('aria-label').includes('1 of 1 boxes on goals')")
        .await
}

async fn an_error_in_the_file_says_line_and_column(stage: &Stage) -> Result {
    stage.go("lab/new").await?;
    stage.read(".lab-form .notice.good", "runs").await?;
    for (toml, place, what) in [
        (SMALL.replace("levels = [", "levels = "), "line 3, column", ""),
        (SMALL.replace("\"bfs\"", "\"bsf\""), "line 6, column 10", "bfs"),
        (SMALL.replace("title", "tilte"), "line 2, column 1", "tilte"),
        (SMALL.replace("tutorial#1-3", "nowhere"), "", "nowhere"),
    ] {
        stage.js(&written(&toml)).await?;
        stage.read(".lab-form .notice.bad", place).await?;
        stage.read(".lab-form .notice.bad", what).await?;
        stage.see("#keep-and-run:disabled").await?;
    }
    stage.js(&written(SMALL)).await?;
    stage.read(".lab-form .notice.good", "6 runs").await?;
    stage.appears("#keep-and-run:enabled").await
}

async fn a_long_experiment_is_stopped_and_goes_on(stage: &Stage) -> Result {
    // No player solves that level within a tenth of a second, so this would take minutes.
    let long = SMALL.replace("builtin:tutorial#1-3", "hall").replace("title", "seeds = 3000\ntitle");
    let long = long.replacen("[[players]]", "[limits]\ntime = \"0.1s\"\n\n[[players]]", 1);
    stage.go("lab/new").await?;
    stage.js(&written(&long)).await?;
    stage.read(".lab-form .notice.good", "6,000 runs").await?;
    stage.click("#keep-and-run").await?;
    stage.until("return /[1-9]\\d* of 6,000 runs/.test(document.querySelector('section[aria-label=Progress]')?.innerText)").await?;
    stage.read("main .heading .tag", "running").await?;
    stage.press("x").await?;
    stage.read("main .heading .tag", "unfinished").await?;
    stage.read("section[aria-label=Progress]", "Ended after").await?;
    let done = "Number(document.querySelector('[role=progressbar]').getAttribute('aria-valuenow'))";
    let first = stage.js(&format!("return {done}")).await?;
    assert!(first.as_u64() > Some(0) && first.as_u64() < Some(6_000), "{first}");
    // What is recorded stays, and the rest is made later.
    stage.read("#run", "Go on").await?;
    stage.click("#run").await?;
    stage.until(&format!("return {done} > {first}")).await?;
    stage.click("#stop").await?;
    stage.read("main .heading .tag", "unfinished").await?;
    stage.click("#run").await?;
    stage.read("main .heading .tag", "running").await?;
    // A card of the list can be used while its figures change.
    stage.click("a[aria-label='All experiments']").await?;
    stage.see("a[href='#/lab/small'] .tag.accent").await?;
    stage.js("document.querySelector(\"a[href='#/lab/small']\").focus()").await?;
    let count = "Number(document.querySelector(\"a[href='#/lab/small'] [role=progressbar]\").getAttribute('aria-valuenow'))";
    let now = stage.js(&format!("return {count}")).await?;
    stage.until(&format!("return {count} > {now}")).await?;
    stage.until("return document.activeElement.getAttribute('href') === '#/lab/small'").await?;
    stage.click("a[href='#/lab/small']").await?;
    stage.click("#stop").await?;
    stage.read("main .heading .tag", "unfinished").await
}

async fn reports_and_tables_are_saved_as_files(stage: &Stage) -> Result {
    let saved = SavedFiles::of(stage).await?;
    small(stage, "").await?;
    for (format, name, beginning, within) in [
        ("csv", "small.csv", "", "astar"),
        ("markdown", "small.md", "# Small", "| "),
        ("html", "small.html", "<!DOCTYPE html>", "<svg"),
        ("json", "small.json", "{", "astar"),
    ] {
        stage.see("select[aria-label=Download]").await?.select_by_value(format).await?;
        let text = saved.take(name).await?;
        assert!(text.starts_with(beginning) && text.contains(within), "{format}: {text}");
    }
    stage.click("main [role=tabpanel] button[title='Save this table']").await?;
    let table = saved.take("small-overview.csv").await?;
    assert_eq!(table.lines().count(), 4, "where it is from, a head and two players: {table}");
    Ok(())
}

/// Plots are there, and their words can be read on what is behind them.
async fn plots_are_drawn(stage: &Stage, dark: bool) -> Result {
    small(stage, "/plots").await?;
    stage.see(".lab-figure svg text").await?;
    stage.until("return document.querySelectorAll('.lab-figure').length > 1").await?;
    let look = "const light = (colour) => { const c = document.createElement('canvas').getContext('2d'); c.fillStyle = colour; c.fillRect(0, 0, 1, 1); \
                const [r, g, b, a] = c.getImageData(0, 0, 1, 1).data; return a < 200 ? null : (0.3 * r + 0.6 * g + 0.1 * b) / 255; }; \
                return [...document.querySelectorAll('.lab-figure')].map((figure) => { \
                const marks = [...figure.querySelectorAll('svg path, svg line, svg rect, svg circle, svg polyline')].filter((m) => m.getBoundingClientRect().width + m.getBoundingClientRect().height > 0); \
                return [marks.length, light(getComputedStyle(figure).backgroundColor), light(getComputedStyle(figure.querySelector('svg text')).fill)]; })";
    let figures = stage.js(look).await?;
    for figure in figures.as_array().into_iter().flatten() {
        let number = |place: usize| figure[place].as_f64().unwrap_or(f64::NAN);
        assert!(number(0) > 3.0, "marks: {figures}");
        let (paper, ink) = if dark { (number(1), number(2)) } else { (number(2), number(1)) };
        assert!(paper < 0.5 && ink > 0.5, "light of paper and words: {figures}");
    }
    Ok(())
}

async fn plots_are_drawn_by_day(stage: &Stage) -> Result {
    plots_are_drawn(stage, false).await
}

async fn plots_are_drawn_by_night(stage: &Stage) -> Result {
    plots_are_drawn(stage, true).await
}

async fn an_experiment_is_forgotten(stage: &Stage) -> Result {
    define(stage, SMALL, false).await?;
    stage.click("a[href='#/lab/small']").await?;
    stage.read("main h1", "Small").await?;
    stage.click("button[aria-label='Forget this experiment']").await?;
    stage.click("dialog[open] footer .danger").await?;
    stage.until("return location.hash === '#/lab'").await?;
    stage.see("a[href='#/lab/players']").await?;
    stage.gone("a[href='#/lab/small']").await
}
