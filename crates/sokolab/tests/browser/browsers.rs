//! The browsers that play the scenarios.

use std::path::Path;

use serde_json::Value;

use crate::{
    chromium,
    driver::Driver,
    firefox,
    stage::{Result, Setup, Stage},
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Browser {
    Chromium,
    Firefox,
}

impl Browser {
    /// The name of a scenario when this browser plays it.
    pub(crate) fn trial_name(self, scenario: &str) -> String {
        match self {
            Self::Chromium => scenario.to_owned(),
            Self::Firefox => format!("firefox::{scenario}"),
        }
    }

    /// What is missing on this machine, and how to get it.
    pub(crate) fn missing(self) -> Option<&'static str> {
        match self {
            Self::Chromium => chromium::missing(),
            Self::Firefox => firefox::missing(),
        }
    }

    /// Starts a driver. Firefox's has one browser at a time, so each scenario has a driver of its own.
    pub(crate) fn start_driver(self) -> std::result::Result<Driver, String> {
        Driver::start(match self {
            Self::Chromium => chromium::driver(),
            Self::Firefox => firefox::driver(),
        })
    }

    pub(crate) fn capabilities(self, setup: &Setup, downloads: &Path) -> Value {
        match self {
            Self::Chromium => chromium::capabilities(setup),
            Self::Firefox => firefox::capabilities(setup, downloads),
        }
    }

    /// Gives a new browser what its capabilities do not say.
    pub(crate) async fn set_up(self, stage: &Stage, setup: &Setup) -> Result {
        match self {
            Self::Chromium => chromium::set_up(stage, setup).await,
            Self::Firefox => firefox::set_up(stage, setup).await,
        }
    }
}
