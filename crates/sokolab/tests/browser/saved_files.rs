//! Files that the page saves: the browser puts them into a folder of the scenario instead of asking.

use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    browsers::Browser,
    stage::{Result, Stage},
};

/// How long a file may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where the browser puts what is saved.
pub(crate) struct SavedFiles {
    folder: PathBuf,
}

impl SavedFiles {
    /// From now on, what the page of a stage saves goes to a folder. Firefox was started with it.
    pub(crate) async fn of(stage: &Stage) -> Result<Self> {
        let folder = stage.downloads.path().to_owned();
        if stage.browser == Browser::Chromium {
            let way = json!({ "behavior": "allow", "downloadPath": folder });
            stage.devtools("Browser.setDownloadBehavior", &way).await?;
        }
        Ok(Self { folder })
    }

    /// Waits for a file and takes it away, so that the next of its name is a new one.
    pub(crate) async fn take_bytes(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.folder.join(name);
        let start = Instant::now();
        loop {
            // The browser takes the name with an empty file and puts the complete one in its place.
            if let Ok(content) = fs::read(&path)
                && !content.is_empty()
            {
                fs::remove_file(path)?;
                return Ok(content);
            }
            if start.elapsed() > PATIENCE {
                let there = fs::read_dir(&self.folder)?.flatten().map(|file| file.file_name());
                return Err(format!("{name} is not saved; there are {:?}", there.collect::<Vec<_>>()).into());
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// The same for a text.
    pub(crate) async fn take(&self, name: &str) -> Result<String> {
        Ok(String::from_utf8(self.take_bytes(name).await?)?)
    }
}
