//! Makes sure of Chromium for the browser tests.
//!
//! As root on Debian the packages are installed; elsewhere a message says what to do. The tests themselves fail without a
//! browser when `SOKO_REQUIRE_BROWSER` is set, which `./x test` does: nothing is skipped in silence.

use std::{env, path::Path};

use crate::debian;

/// The font makes text visible in pictures of the page.
const PACKAGES: [&str; 3] = ["chromium", "chromium-driver", "fonts-dejavu-core"];

/// Installs what is missing, if that can be done.
pub(crate) fn ensure() {
    if !available() && !debian::install(&PACKAGES) {
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
    (named("SOKO_CHROME") || Path::new("/usr/bin/chromium").exists())
        && (named("SOKO_CHROMEDRIVER") || debian::has("chromedriver"))
}
