//! Firefox: how it is started, and what it prints.
//!
//! It has no developer tools for its driver, so preferences say theme and motion, and its window is made as large as the page
//! needs. No window is narrower than 450 pixels: phones are Chromium's alone.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use serde_json::{Value, json};

use crate::{
    keys,
    stage::{Result, Setup, Stage},
};

/// The program: Debian's package `firefox-esr`, or that of other systems.
fn program() -> Option<PathBuf> {
    match env::var_os("SOKO_FIREFOX") {
        Some(named) => Some(PathBuf::from(named)).filter(|path| path.exists()),
        None => ["/usr/bin/firefox-esr", "/usr/bin/firefox"]
            .into_iter()
            .map(PathBuf::from)
            .find(|path| path.exists()),
    }
}

/// Its driver, not started yet: one that is named, the one `./x` has compiled, or one on the path.
pub(crate) fn driver() -> Command {
    let ours = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tools/bin/geckodriver");
    let program = env::var_os("SOKO_GECKODRIVER")
        .map(PathBuf::from)
        .unwrap_or_else(|| if ours.exists() { ours } else { PathBuf::from("geckodriver") });
    let mut command = Command::new(program);
    command.args(["--port", "0"]);
    command
}

/// What is missing, and how to get it.
pub(crate) fn missing() -> Option<&'static str> {
    let there = program().is_some() && driver().arg("--version").output().is_ok();
    (!there).then_some(
        "some browser tests need Firefox and its driver: install the package 'firefox-esr' and let './x firefox' compile \
         geckodriver, or name them with SOKO_FIREFOX and SOKO_GECKODRIVER",
    )
}

pub(crate) fn capabilities(setup: &Setup, downloads: &Path) -> Value {
    let (width, height) = setup.size;
    json!({
        "browserName": "firefox",
        "moz:firefoxOptions": {
            "binary": program(),
            "args": ["-headless"],
            // A screen with room for the window and its bars.
            "env": { "MOZ_HEADLESS_WIDTH": (width + 100).to_string(), "MOZ_HEADLESS_HEIGHT": (height + 200).to_string() },
            "prefs": {
                "layout.css.prefers-color-scheme.content-override": if setup.dark { 0 } else { 1 },
                "ui.prefersReducedMotion": u8::from(setup.calm),
                // What pages say is printed.
                "devtools.console.stdout.content": true,
                // A name that is not loopback, for pages that are not secure.
                "network.dns.localDomains": "lab.example",
                "browser.download.folderList": 2,
                "browser.download.dir": downloads,
                "browser.download.alwaysOpenPanel": false,
                // Scripts may read the clipboard, and nothing asks.
                "dom.events.testing.asyncClipboard": true,
            },
        },
    })
}

/// Makes the window so large that the page has the size that is wanted.
pub(crate) async fn set_up(stage: &Stage, setup: &Setup) -> Result {
    let (width, height) = setup.size;
    stage.client.set_window_size(width, height).await?;
    let inner = stage.js("return [innerWidth, innerHeight]").await?;
    let missing = |wanted: u32, i: usize| wanted.saturating_sub(inner[i].as_u64().unwrap_or(0) as u32);
    stage.client.set_window_size(width + missing(width, 0), height + missing(height, 1)).await?;
    stage.until(&format!("return innerWidth === {width} && innerHeight === {height}")).await
}

/// Presses keys one by one. Keys sent to an element give it the focus first, and to the page's body a focus that is never shown.
pub(crate) async fn press(stage: &Stage, keys: &str) -> Result {
    let mut actions = KeyActions::new("keyboard".to_owned());
    let mut held = Vec::new();
    for value in keys.chars() {
        match value {
            keys::RELEASE => {
                for value in held.drain(..) {
                    actions = actions.then(KeyAction::Up { value });
                }
            }
            keys::CTRL | keys::SHIFT => {
                held.push(value);
                actions = actions.then(KeyAction::Down { value });
            }
            _ => actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value }),
        }
    }
    Ok(stage.client.perform_actions(actions).await?)
}

/// What the page has said, in the levels of Chromium. Answers that say no and the content security policy are not among it.
pub(crate) fn console(stage: &Stage) -> Vec<(String, String)> {
    // The texts of a page are quoted and its values in parentheses; Firefox's own begin with the name of a part, or
    // name a file of its own.
    const LEVELS: [(&str, &str); 6] = [
        ("JavaScript error: http", "SEVERE"),
        ("JavaScript warning: http", "WARNING"),
        ("console.error: \"", "SEVERE"),
        ("console.error: (", "SEVERE"),
        ("console.warn: \"", "WARNING"),
        ("console.warn: (", "WARNING"),
    ];
    let own = |line: &str| line.contains("\"resource://") || line.contains("\"chrome://");
    let level =
        |line: &str| LEVELS.iter().find(|(start, _)| line.starts_with(start)).map(|(_, level)| *level);
    let printed = stage.driver.take_printed();
    printed
        .into_iter()
        .filter(|line| !own(line))
        .filter_map(|line| Some((level(&line)?.to_owned(), line)))
        .collect()
}
