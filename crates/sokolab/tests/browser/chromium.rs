//! Chromium: how it is started, and how it gets a window's size, a theme and less motion.

use std::{env, path::Path, process::Command};

use serde_json::{Value, json};

use crate::stage::{Result, Setup, Stage};

/// The program.
fn program() -> String {
    env::var("SOKO_CHROME").unwrap_or_else(|_| "/usr/bin/chromium".to_owned())
}

/// Its driver, not started yet.
pub(crate) fn driver() -> Command {
    let mut command =
        Command::new(env::var("SOKO_CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned()));
    command.arg("--port=0");
    command
}

/// What is missing, and how to get it.
pub(crate) fn missing() -> Option<&'static str> {
    let there = Path::new(&program()).exists() && driver().arg("--version").output().is_ok();
    (!there).then_some(
        "the browser tests need Chromium and its driver: install the packages 'chromium' and 'chromium-driver', or name \
         them with SOKO_CHROME and SOKO_CHROMEDRIVER",
    )
}

pub(crate) fn capabilities(setup: &Setup) -> Value {
    let (width, height) = setup.size;
    let mut flags = vec![
        "--headless=new".to_owned(),
        "--disable-gpu".to_owned(),
        "--disable-quic".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-sync".to_owned(),
        "--hide-scrollbars".to_owned(),
        // A name that is not loopback, for pages that are not secure.
        "--host-resolver-rules=MAP lab.example 127.0.0.1".to_owned(),
        format!("--window-size={width},{height}"),
    ];
    if is_root() {
        flags.push("--no-sandbox".to_owned());
    }
    json!({
        "browserName": "chrome",
        "goog:chromeOptions": { "binary": program(), "args": flags },
        "goog:loggingPrefs": { "browser": "ALL" },
    })
}

/// Gives a new browser what no flag says.
pub(crate) async fn set_up(stage: &Stage, setup: &Setup) -> Result {
    let (width, height) = setup.size;
    let mobile = width < 600 || setup.touch;
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
    stage.devtools("Emulation.setDeviceMetricsOverride", &metrics).await?;
    if setup.touch {
        let fingers = json!({ "enabled": true, "maxTouchPoints": 5 });
        stage.devtools("Emulation.setTouchEmulationEnabled", &fingers).await?;
    }
    let theme = if setup.dark { "dark" } else { "light" };
    let motion = if setup.calm { "reduce" } else { "no-preference" };
    let features = json!({ "features": [
        { "name": "prefers-color-scheme", "value": theme },
        { "name": "prefers-reduced-motion", "value": motion },
    ] });
    stage.devtools("Emulation.setEmulatedMedia", &features).await?;
    Ok(())
}

/// Chromium's sandbox refuses to run as root.
#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
