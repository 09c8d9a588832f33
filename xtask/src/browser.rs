//! Makes sure of a browser for the browser tests.
//!
//! As root on Debian the packages are installed; anybody else is told what to do. The tests themselves fail without a browser
//! when `SOKO_REQUIRE_BROWSER` is set, which `./x test` does: nothing is skipped in silence.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
};

/// Without a font there would be nothing to see.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// Installs what is missing, if that can be done.
pub(crate) fn ensure() {
    if available() {
        return;
    }
    println!("installing the browser for the browser tests ({}) …", PACKAGES.join(", "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let update = ["update", "-qq"];
    let install = [&["install", "-y", "-qq", "--no-install-recommends"][..], &PACKAGES].concat();
    if !(apt(&install) || (apt(&update) && apt(&install))) {
        eprintln!(
            "x: the browser tests need Chromium and its driver: install {} (Debian: sudo apt-get install {}), or name \
             them with SOKO_CHROME and SOKO_CHROMEDRIVER",
            PACKAGES.join(" and "),
            PACKAGES.join(" ")
        );
    }
}

fn available() -> bool {
    let named = |variable: &str| env::var_os(variable).is_some_and(|path| Path::new(&path).exists());
    let on_path = |program: &str| {
        env::var_os("PATH")
            .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
    };
    (named("SOKO_CHROME") || Path::new("/usr/bin/chromium").exists())
        && (named("SOKO_CHROMEDRIVER") || on_path("chromedriver"))
}
