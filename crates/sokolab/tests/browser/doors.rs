//! How one gets in, and what stands where nothing is: the page for visitors without a token, the page under an address that is not secure, the
//! report at its own address, addresses that lead nowhere.

use serde_json::json;

use crate::stage::{Result, Setup, Stage};

const OPEN_TO_OTHERS: Setup = Setup {
    arguments: &["--host", "0.0.0.0", "--token", "for-a-test", "--allow-host", "lab.example"],
    size: (1440, 900),
    dark: false,
    calm: true,
    touch: false,
    files: Vec::new,
};

scenarios! {
    a_visitor_without_a_token_gets_a_page_that_takes_it: OPEN_TO_OTHERS,
    moves_are_copied_where_the_page_is_not_secure: OPEN_TO_OTHERS,
    a_report_has_its_style_and_script_at_its_own_address,
    broken_addresses_say_what_is_wrong_and_what_to_do,
}

const RULES: &str = include_str!("accessibility.js");

/// The server by a name that is not loopback, so that the page is not secure.
fn elsewhere(stage: &Stage) -> String {
    let port = stage.server.url.rsplit_once(':').map_or("", |(_, rest)| rest.split('/').next().unwrap_or(""));
    format!("http://lab.example:{port}")
}

async fn a_visitor_without_a_token_gets_a_page_that_takes_it(stage: &Stage) -> Result {
    stage.client.goto(&format!("{}/", elsewhere(stage))).await?;
    stage.read("h1", "asks for a token").await?;
    stage.until("return document.activeElement.id === 'token'").await?;
    let paper = "return getComputedStyle(document.body).backgroundColor === 'rgb(245, 241, 234)' && \
                 getComputedStyle(document.querySelector('button')).backgroundColor === 'rgb(156, 69, 16)'";
    stage.until(paper).await?;
    let findings = stage.js(RULES).await?;
    assert_eq!(findings, json!([]), "accessible");
    let program = "return fetch('/api/about', { headers: { accept: '*/*' } }).then(async (r) => [r.status, typeof (await r.json()).error.message])";
    assert_eq!(stage.js(program).await?, json!([401, "string"]));
    stage.see("#token").await?.send_keys("not-the-token").await?;
    stage.click("button").await?;
    stage.read("#wrong", "That is not the token").await?;
    stage.see("#token").await?.send_keys("for-a-test").await?;
    stage.click("button").await?;
    stage.see("main[data-ready=library]").await?;
    // Neither the page's address nor a script knows it.
    stage.until("return !location.href.includes('for-a-test') && document.cookie === ''").await?;
    // The browser notes every answer of 401, which this scenario asked for.
    stage.console().await?;
    Ok(())
}

async fn moves_are_copied_where_the_page_is_not_secure(stage: &Stage) -> Result {
    stage.client.goto(&format!("{}/?token=for-a-test#/replay/level/tutorial/1", elsewhere(stage))).await?;
    stage.see("main[data-ready]").await?;
    stage.client.goto(&format!("{}/#/replay/level/tutorial/1", elsewhere(stage))).await?;
    stage.see("main[data-ready=replay]").await?;
    stage.until("return isSecureContext === false && navigator.clipboard === undefined").await?;
    stage.js("addEventListener('copy', () => { const area = document.activeElement; window.copied = area.value.slice(area.selectionStart, area.selectionEnd); })").await?;
    stage.click("details.menu summary").await?;
    stage.click("[data-export=copy]:enabled").await?;
    stage.read(".toasts", "in the clipboard").await?;
    stage
        .until("return /^[udlrUDLR]+$/.test(window.copied) && document.querySelector('.copied') === null")
        .await
}

const SMALL: &str = "name = \"small\"\ntitle = \"Small\"\nlevels = [\"builtin:tutorial#1-3\"]\n\n[[players]]\nplayer = \"bfs\"\n";

async fn a_report_has_its_style_and_script_at_its_own_address(stage: &Stage) -> Result {
    stage.go("lab").await?;
    let run = format!(
        "const send = (path, body) => fetch(path, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }}); \
         return send('/api/experiments', {{ toml: {} }}).then(() => send('/api/experiments/small/run', {{}})).then((r) => r.ok)",
        json!(SMALL)
    );
    assert_eq!(stage.js(&run).await?, true);
    stage.read("a[href='#/lab/small']", "complete").await?;
    stage.client.goto(&format!("{}/api/experiments/small/report?format=html", stage.server.url)).await?;
    stage.read("h1", "Small").await?;
    let styled = "const style = getComputedStyle(document.body); \
                  return style.marginTop === '0px' && /serif/.test(style.fontFamily) && getComputedStyle(document.querySelector('nav')).position === 'sticky'";
    stage.until(styled).await?;
    stage.click("#theme").await?;
    stage.until("return document.documentElement.dataset.theme === 'dark'").await?;
    // What somebody got into it would not run.
    let injected = "const script = document.createElement('script'); script.textContent = 'window.ran = true'; document.body.append(script); \
                    return window.ran === undefined";
    stage.until(injected).await?;
    // The browser says so.
    let said = stage.console().await?;
    assert!(said.iter().all(|(_, message)| message.contains("Content Security Policy")), "{said:?}");
    Ok(())
}

/// Addresses of all views with something wrong in them, and what is said.
const BROKEN: [(&str, &str); 20] = [
    ("play/tutorial/abc", "“abc” is no number of a level"),
    ("play/tutorial/0", "“0” is no number of a level"),
    ("play/tutorial/999", "'tutorial' has no level 999"),
    ("play/nothing/1", "there is no collection 'nothing'"),
    ("solve/tutorial/abc", "“abc” is no number of a level"),
    ("solve/tutorial/999", "'tutorial' has no level 999"),
    ("solve/nothing/1", "there is no collection 'nothing'"),
    ("learn/tutorial/1.5", "“1.5” is no number of a level"),
    ("learn/nothing/1", "there is no collection 'nothing'"),
    ("edit/tutorial/-1", "“-1” is no number of a level"),
    ("edit/nothing/1", "there is no collection 'nothing'"),
    ("replay/level/tutorial/abc", "“abc” is no number of a level"),
    ("replay/level/nothing/1", "there is no collection 'nothing'"),
    ("replay/game/tutorial/x/r", "'x' is no number of a level"),
    ("replay/job/abc", "'abc' is no number of a job"),
    ("replay/job/77", "there is no job 77"),
    ("replay/run/00000000", "there is no run '00000000'"),
    ("replay/nonsense", "there is no replay of that address"),
    ("lab/nothing", "there is no experiment 'nothing'"),
    ("lab/run/00000000", "there is no run '00000000'"),
];

async fn broken_addresses_say_what_is_wrong_and_what_to_do(stage: &Stage) -> Result {
    let mut wrong = Vec::new();
    for (address, sentence) in BROKEN {
        stage.go(address).await?;
        let said = stage.text("main").await?;
        let plain = !["parse", "usize", "NaN", "undefined", "deserialize", "/api/"]
            .iter()
            .any(|word| said.contains(word));
        let lines = said.lines().filter(|line| !line.trim().is_empty()).count();
        if !said.contains(sentence) || !plain || lines < 3 {
            wrong.push(format!("{address}: {said:?}"));
        }
        stage.see("main a.button").await?;
        // The browser notes every answer of 404.
        stage.console().await?;
    }
    stage.go("library/nothing").await?;
    stage.read(".toasts", "There is no collection “nothing”").await?;
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
