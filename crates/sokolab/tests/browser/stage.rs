//! A browser with a page of the workbench, and what a person does with it.

use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MouseActions, PointerAction},
    elements::Element,
    wd::WebDriverCompatibleCommand,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{browsers::Browser, driver::Driver, firefox, server::Server};

/// How long to wait for something to become true.
const PATIENCE: Duration = Duration::from_secs(20);

/// What goes wrong in a scenario.
pub(crate) type Error = Box<dyn std::error::Error>;
/// How a scenario ends.
pub(crate) type Result<T = ()> = std::result::Result<T, Error>;

/// How a stage is set up.
#[derive(Clone)]
pub(crate) struct Setup {
    /// Width and height of the window.
    pub(crate) size: (u32, u32),
    /// Is the system's theme dark?
    pub(crate) dark: bool,
    /// Does the user want less motion?
    pub(crate) calm: bool,
    /// Is it a screen that is touched?
    pub(crate) touch: bool,
    /// More arguments of the server.
    pub(crate) arguments: &'static [&'static str],
    /// Level files it is started with.
    pub(crate) files: fn() -> Vec<(&'static str, String)>,
}

impl Default for Setup {
    fn default() -> Self {
        Self { size: (1440, 900), dark: false, calm: true, touch: false, arguments: &[], files: Vec::new }
    }
}

impl Setup {
    /// A server that is started with level files.
    pub(crate) fn with_files(files: fn() -> Vec<(&'static str, String)>) -> Self {
        Self { files, ..Self::default() }
    }

    /// A system with a dark theme.
    pub(crate) fn dark() -> Self {
        Self { dark: true, ..Self::default() }
    }

    /// A window as narrow as a phone.
    pub(crate) fn phone() -> Self {
        Self { size: (390, 844), ..Self::default() }
    }

    /// A phone that stands, with fingers.
    pub(crate) fn phone_touch() -> Self {
        Self { touch: true, ..Self::phone() }
    }

    /// A phone that lies, with fingers.
    pub(crate) fn phone_lying() -> Self {
        Self { size: (844, 390), touch: true, ..Self::default() }
    }

    /// A user who does not ask for less motion.
    pub(crate) fn in_motion() -> Self {
        Self { calm: false, ..Self::default() }
    }
}

/// A browser and its server.
pub(crate) struct Stage {
    pub(crate) browser: Browser,
    pub(crate) client: Client,
    pub(crate) server: Server,
    pub(crate) driver: Driver,
    /// Where the browser puts files that the page saves.
    pub(crate) downloads: TempDir,
}

impl Stage {
    pub(crate) async fn open(browser: Browser, setup: &Setup) -> Result<Self> {
        let server = Server::start(setup.arguments, &(setup.files)())?;
        let driver = browser.start_driver()?;
        let downloads = tempfile::tempdir()?;
        let Value::Object(capabilities) = browser.capabilities(setup, downloads.path()) else {
            unreachable!("it is written as an object")
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver.address)
            .await?;
        let stage = Self { browser, client, server, driver, downloads };
        browser.set_up(&stage, setup).await?;
        Ok(stage)
    }

    /// Goes to a view, such as `play/tutorial/1`, and waits until it is there.
    pub(crate) async fn go(&self, address: &str) -> Result {
        let url = format!("{}/#/{address}", self.server.url);
        self.client.goto(&url).await?;
        let view = address.split(['/', '?']).next().unwrap_or_default();
        self.see(&format!("main[data-ready={view}]")).await?;
        Ok(())
    }

    /// Waits until an element is there and shown.
    pub(crate) async fn see(&self, selector: &str) -> Result<Element> {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(selector)).await;
        found.map_err(|error| format!("{selector} does not appear: {error}").into())
    }

    /// Waits until an element is there and shown, where the element itself is not needed.
    pub(crate) async fn appears(&self, selector: &str) -> Result {
        self.see(selector).await.map(drop)
    }

    /// Waits until no such element is there.
    pub(crate) async fn gone(&self, selector: &str) -> Result {
        let script = format!("return document.querySelector({}) === null", json!(selector));
        self.until(&script).await
    }

    /// Waits until a script says true.
    pub(crate) async fn until(&self, script: &str) -> Result {
        let start = Instant::now();
        loop {
            let value = self.js(script).await?;
            if value == Value::Bool(true) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("never true: {script} (last: {value})").into());
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Waits until an answer of the server is as wanted.
    pub(crate) async fn until_server(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Result<Value> {
        let start = Instant::now();
        loop {
            let answer = self.server.get(path)?;
            if wanted(&answer) {
                return Ok(answer);
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("{path} never says so; last: {answer}").into());
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Waits until the text of an element contains something.
    pub(crate) async fn read(&self, selector: &str, text: &str) -> Result {
        let (element, wanted) = (json!(selector), json!(text));
        let script =
            format!("return document.querySelector({element})?.innerText.includes({wanted}) ?? false");
        self.until(&script).await.map_err(|error| {
            let error = error.to_string();
            format!("{selector} never says '{text}': {error}").into()
        })
    }

    /// The text of an element.
    pub(crate) async fn text(&self, selector: &str) -> Result<String> {
        Ok(self.see(selector).await?.text().await?)
    }

    /// Clicks an element; where the page has drawn it anew since it was found, the new one.
    pub(crate) async fn click(&self, selector: &str) -> Result {
        loop {
            match self.see(selector).await?.click().await {
                Err(error) if error.is_stale_element_reference() => {}
                clicked => return clicked.map_err(|error| format!("{selector}: {error}").into()),
            }
        }
    }

    /// Presses keys, as if typed into the page.
    pub(crate) async fn press(&self, keys: &str) -> Result {
        if self.browser == Browser::Firefox {
            return firefox::press(self, keys).await;
        }
        self.client.active_element().await?.send_keys(keys).await.map_err(Into::into)
    }

    /// Runs a script in the page.
    pub(crate) async fn js(&self, script: &str) -> Result<Value> {
        Ok(self.client.execute(script, Vec::new()).await?)
    }

    /// Presses the pointer on one cell of the first board and lets go on another.
    pub(crate) async fn drag(&self, from: (u32, u32), to: (u32, u32)) -> Result {
        let (from, to) = (self.cell(from).await?, self.cell(to).await?);
        let pointer =
            |(x, y): (f64, f64)| PointerAction::MoveTo { duration: Some(Duration::from_millis(60)), x, y };
        let actions = MouseActions::new("mouse".to_owned())
            .then(pointer(from))
            .then(PointerAction::Down { button: 0 })
            .then(pointer(to))
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(actions).await?;
        Ok(())
    }

    /// Clicks a cell of the first board.
    pub(crate) async fn tap(&self, cell: (u32, u32)) -> Result {
        self.drag(cell, cell).await
    }

    /// Puts fingers down, moves or lifts them: `touchStart`, `touchMove`, `touchEnd`, with the places of those that are down.
    pub(crate) async fn fingers(&self, kind: &str, places: &[(f64, f64)]) -> Result {
        let points: Vec<_> =
            places.iter().enumerate().map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
        let event = json!({ "type": kind, "touchPoints": points });
        self.devtools("Input.dispatchTouchEvent", &event).await.map(drop)
    }

    /// The middle of a cell, in the window.
    pub(crate) async fn cell(&self, (x, y): (u32, u32)) -> Result<(f64, f64)> {
        let script = "const svg = document.querySelector('soko-board svg'); const m = svg.getScreenCTM(); \
                      const p = new DOMPoint(arguments[0] * 64 + 32, arguments[1] * 64 + 32).matrixTransform(m); \
                      return [p.x, p.y]";
        let place = self.client.execute(script, vec![json!(x), json!(y)]).await?;
        let number = |i: usize| place[i].as_f64().ok_or("no such cell");
        Ok((number(0)?, number(1)?))
    }

    /// Lets scripts read the clipboard. Firefox was started so.
    pub(crate) async fn allow_clipboard(&self) -> Result {
        if self.browser == Browser::Chromium {
            self.devtools("Browser.grantPermissions", &json!({ "permissions": ["clipboardReadWrite"] }))
                .await?;
        }
        Ok(())
    }

    /// A command of Chromium's developer tools.
    pub(crate) async fn devtools(&self, command: &str, parameters: &Value) -> Result<Value> {
        if self.browser != Browser::Chromium {
            return Err(format!("{command} is a command for Chromium alone").into());
        }
        let body = json!({ "cmd": command, "params": parameters });
        Ok(self.client.issue_cmd(Raw { path: "goog/cdp/execute", body }).await?)
    }

    /// What the console has said since it was last asked.
    pub(crate) async fn console(&self) -> Result<Vec<(String, String)>> {
        if self.browser == Browser::Firefox {
            return Ok(firefox::console(self));
        }
        let entries =
            self.client.issue_cmd(Raw { path: "se/log", body: json!({ "type": "browser" }) }).await?;
        let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        let entries = entries.as_array().into_iter().flatten();
        Ok(entries.map(|entry| (text(entry, "level"), text(entry, "message"))).collect())
    }

    /// Nothing worth a warning has happened.
    pub(crate) async fn console_is_clean(&self) -> Result {
        let said = self.console().await?;
        let bad: Vec<_> =
            said.iter().filter(|(level, _)| matches!(level.as_str(), "SEVERE" | "WARNING")).collect();
        if bad.is_empty() { Ok(()) } else { Err(format!("the console says: {bad:?}").into()) }
    }

    /// Saves what the page looks like, and says where.
    pub(crate) async fn keep_evidence(&self, name: &str) -> String {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("browser");
        let stem = folder.join(name.replace("::", "-"));
        let _ = fs::create_dir_all(&folder);
        if let Ok(picture) = self.client.screenshot().await {
            let _ = fs::write(stem.with_extension("png"), picture);
        }
        if let Ok(page) = self.client.source().await {
            let _ = fs::write(stem.with_extension("html"), page);
        }
        let console = self.console().await.unwrap_or_default();
        let console: Vec<_> = console.iter().map(|(level, message)| format!("{level} {message}")).collect();
        let _ = fs::write(stem.with_extension("txt"), console.join("\n"));
        format!("see {}.png, .html and .txt; console:\n{}", stem.display(), console.join("\n"))
    }

    pub(crate) async fn close(self) {
        let _ = self.client.close().await;
    }
}

/// A command that is not part of the standard.
#[derive(Debug)]
struct Raw {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Raw {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> std::result::Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
