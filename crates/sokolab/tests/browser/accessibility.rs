//! Accessibility: rules in the manner of axe-core, checked on every view in both themes.
//!
//! `accessibility.js` looks at the page as it is: names of controls, labels of fields, headings, landmarks, references, contrast
//! of text against what is really behind it, sizes of targets, focus order. It reports nothing but serious findings.

use serde_json::Value;

use crate::{
    frame::VIEWS,
    stage::{Result, Setup, Stage},
};

const RULES: &str = include_str!("accessibility.js");

scenarios! {
    no_view_has_a_serious_finding_by_day,
    no_view_has_a_serious_finding_by_night: Setup::dark(),
    no_view_has_a_serious_finding_on_a_phone: Setup::phone(),
    the_rules_find_what_is_wrong,
}

async fn check_all(stage: &Stage) -> Result {
    let mut found = Vec::new();
    for (view, address) in VIEWS {
        stage.go(address).await?;
        let findings = stage.js(RULES).await?;
        found.extend(findings.as_array().into_iter().flatten().map(|finding| format!("{view}: {finding}")));
    }
    if found.is_empty() { Ok(()) } else { Err(found.join("\n").into()) }
}

async fn no_view_has_a_serious_finding_by_day(stage: &Stage) -> Result {
    check_all(stage).await
}

async fn no_view_has_a_serious_finding_by_night(stage: &Stage) -> Result {
    check_all(stage).await
}

async fn no_view_has_a_serious_finding_on_a_phone(stage: &Stage) -> Result {
    check_all(stage).await
}

/// The checker itself must be able to fail: a page with one fault per rule.
async fn the_rules_find_what_is_wrong(stage: &Stage) -> Result {
    stage.go("library").await?;
    let spoil = r##"
        const add = (html) => { const box = document.createElement('div'); box.innerHTML = html; document.querySelector('main').append(box); };
        add('<button></button>');
        add('<img src="/icon.svg">');
        // Of a given size, so that it can be seen before it has loaded.
        Object.assign(document.querySelector('main img:not([alt])').style, { display: 'block', width: '40px', height: '40px' });
        add('<input id="twice"><input id="twice" aria-label="x">');
        add('<a href="#/library"></a>');
        add('<p class="faint">too faint to read</p>');
        document.querySelector('.faint').style.color = '#ddd';
        add('<div aria-hidden="true"><button>hidden</button></div>');
        add('<span aria-labelledby="nobody">x</span>');
        add('<div role="nonsense">x</div>');
        add('<button tabindex="5">jumps the queue</button>');
        add('<table><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>');
    "##;
    stage.js(spoil).await?;
    let findings = stage.js(RULES).await?;
    let rules: Vec<&str> =
        findings.as_array().into_iter().flatten().filter_map(|f| f["rule"].as_str()).collect();
    for rule in [
        "button-name",
        "image-alt",
        "label",
        "duplicate-id",
        "link-name",
        "color-contrast",
        "aria-hidden-focus",
        "aria-reference",
        "aria-role",
        "tabindex",
        "table-headers",
    ] {
        assert!(rules.contains(&rule), "{rule} is not found: {}", Value::from(rules.clone()));
    }
    Ok(())
}
