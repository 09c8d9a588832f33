//! Keys of the user's own choice: changed by keyboard alone, kept, taken from others by choice, and given back.

use fantoccini::Locator;

use crate::{
    keys::{ENTER, ESCAPE, TAB},
    stage::{Result, Setup, Stage},
};

scenarios! {
    a_key_is_changed_kept_and_reset: in_the_room(),
    a_key_that_is_taken_is_given_away_by_choice: in_the_room(),
}

const RULES: &str = include_str!("accessibility.js");
const ROOM: &str = "play/rooms/1";

fn in_the_room() -> Setup {
    Setup::with_files(|| {
        vec![("rooms.xsb", "########\n#      #\n# @$  .#\n#      #\n########\n\n; Room\n".to_owned())]
    })
}

/// Waits for the tooltip of a button.
async fn tip(stage: &Stage, selector: &str, end: &str) -> Result {
    stage.until(&format!("return document.querySelector('{selector}').title.endsWith('{end}')")).await
}

async fn a_key_is_changed_kept_and_reset(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    tip(stage, "#hint", "(I)").await?;
    stage.press("?").await?;
    stage.click("[data-row=hint] [data-key=i]").await?;
    stage.press("q").await?;
    stage.read(".key-message", "Q is for “hint” now").await?;
    assert_eq!(stage.js(RULES).await?, serde_json::json!([]));
    stage.click("dialog footer button").await?;
    stage.gone("dialog").await?;
    stage.client.refresh().await?;
    stage.appears("main[data-ready=play]").await?;
    tip(stage, "#hint", "(Q)").await?;
    stage.press("i").await?;
    stage.press("q").await?;
    stage.appears("[data-hint=push]").await?;
    // Back to the usual keys: of the action, and of all.
    stage.press("?").await?;
    stage.click("[data-row=hint] [data-usual]").await?;
    stage.appears("[data-row=hint] [data-key=i]").await?;
    stage.click("[data-row=mirror] [data-more]").await?;
    stage.press("9").await?;
    stage.appears("[data-row=mirror] [data-key='9']").await?;
    stage.click("[data-row=hint] [data-key=i]").await?;
    stage.click(".key-message button").await?;
    stage.read(".key-message", "“hint” has lost a key").await?;
    tip(stage, "#hint", "solution").await?;
    stage.click("#keys-reset").await?;
    stage.gone("[data-row=mirror] [data-key='9']").await?;
    stage.appears("[data-row=hint] [data-key=i]").await?;
    tip(stage, "#hint", "(I)").await?;
    assert_eq!(stage.js("return localStorage.getItem('keys')").await?, "{}");
    Ok(())
}

async fn a_key_that_is_taken_is_given_away_by_choice(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    stage.press("?").await?;
    stage.appears("dialog[open] [data-row=hint]").await?;
    let focused = async |selector: &str| -> Result {
        stage.until(&format!("return document.activeElement.matches('{selector}')")).await
    };
    // Everything below is done by keyboard, from the key of the hint on.
    stage.js("document.querySelector('[data-row=hint] [data-key]').focus()").await?;
    stage.press(ENTER).await?;
    stage.press(TAB).await?;
    stage.read(".key-message", "Tab moves the focus").await?;
    stage.press("?").await?;
    stage.read(".key-message", "opens this list").await?;
    stage.press("u").await?;
    stage.read(".key-message", "U is the key of “undo one push” here").await?;
    focused("#key-give").await?;
    stage.press(ESCAPE).await?;
    focused("[data-row=hint] [data-key=i]").await?;
    stage.press(ENTER).await?;
    stage.press("u").await?;
    focused("#key-give").await?;
    stage.press(TAB).await?;
    focused("#key-leave").await?;
    stage.press(ENTER).await?;
    stage.appears("[data-row=undo-one-push] [data-key=u]").await?;
    focused("[data-row=hint] [data-key=i]").await?;
    stage.press(ENTER).await?;
    stage.press("u").await?;
    focused("#key-give").await?;
    stage.press(ENTER).await?;
    focused("[data-row=hint] [data-key=u]").await?;
    stage.gone("[data-row=undo-one-push] [data-key=u]").await?;
    stage.press(ESCAPE).await?;
    stage.gone("dialog").await?;
    tip(stage, "#hint", "(U)").await?;
    stage.js("document.activeElement.blur()").await?;
    stage.press("u").await?;
    stage.appears("[data-hint=push]").await?;
    assert!(stage.client.find_all(Locator::Css("dialog")).await?.is_empty());
    Ok(())
}
