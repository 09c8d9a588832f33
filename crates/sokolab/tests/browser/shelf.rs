//! The shelf and the desk: folders, search and merging in the library; saving, trying out and checking in the editor; names
//! for people everywhere.

use std::{fmt::Write as _, fs};

use serde_json::json;

use crate::{
    keys::{ESCAPE, RIGHT, ctrl},
    stage::{Result, Setup, Stage},
};

scenarios! {
    a_folder_is_one_entry_that_opens,
    a_dropped_folder_becomes_one_collection_if_wanted,
    files_of_one_folder_on_the_command_line_are_one_entry: Setup::with_files(caves),
    the_chosen_collection_is_in_sight: Setup::with_files(forty),
    all_collections_are_searched: Setup::with_files(caves),
    collections_are_merged,
    a_half_broken_file_is_a_warning_with_lines,
    the_columns_of_the_table_are_not_cut,
    my_solutions_are_told_apart_from_those_of_solvers,
    saving_twice_makes_one_level,
    a_level_that_was_changed_elsewhere_is_not_replaced,
    a_drawing_is_tried_out_and_drawn_on,
    a_drawing_is_checked_before_it_is_saved,
    a_search_for_a_solution_is_cancelled,
    long_names_are_readable_in_the_lab,
    players_and_parameters_have_names_for_people,
}

const LEVEL: &str = "#####\n#@$.#\n#####\n";

/// Files that lie together in a folder, and one that does not.
fn caves() -> Vec<(&'static str, String)> {
    vec![
        ("caves/deep.xsb", format!("Author: Ada\n\n; Descent\n{LEVEL}\n; Bottom\n######\n#@$ .#\n######\n")),
        ("caves/high.xsb", format!("Author: Bo\n\n; Arch\n{}", LEVEL.replace('@', " @"))),
        ("alone.xsb", format!("; Hermit\n{}", LEVEL.replace(".#", " .#"))),
    ]
}

/// More collections than the shelf shows at once.
fn forty() -> Vec<(&'static str, String)> {
    let name = |number: usize| -> &'static str { Box::leak(format!("set-{number:02}.xsb").into_boxed_str()) };
    let board = |number: usize| LEVEL.replace("@$", &format!("@{}$", " ".repeat(number + 1)));
    (0..40).map(|number| (name(number), format!("; Only {number}\n{}", board(number)))).collect()
}

/// Waits until the link of the shelf with that text is there, and gives what the shelf says of it.
async fn entry(stage: &Stage, name: &str) -> Result<String> {
    let find = format!(
        "[...document.querySelectorAll('.collections .wide-only a')].find((a) => a.querySelector('.name').innerText === {})",
        json!(name)
    );
    stage.until(&format!("return {find} !== undefined")).await?;
    let text = stage.js(&format!("return {find}.querySelector('.note').innerText")).await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

async fn names_on_the_shelf(stage: &Stage, group: &str) -> Result<Vec<String>> {
    let names = stage
        .js(&format!(
            "const head = [...document.querySelectorAll('.collections h2')].find((h2) => h2.innerText === {}); \
             return [...(head?.nextElementSibling.children ?? [])].map((li) => li.querySelector('.name').innerText)",
            json!(group)
        ))
        .await?;
    let names = names.as_array().into_iter().flatten();
    Ok(names.map(|name| name.as_str().unwrap_or_default().to_owned()).collect())
}

async fn a_folder_is_one_entry_that_opens(stage: &Stage) -> Result {
    let folder = tempfile::tempdir()?;
    let caves = folder.path().join("Thirty caves");
    fs::create_dir(&caves)?;
    for number in 1..=31 {
        let text = format!("; Cave {number}\n{}", LEVEL.replace("@$", &format!("@{}$", " ".repeat(number))));
        fs::write(caves.join(format!("cave {number}.xsb")), text)?;
    }
    fs::write(caves.join("notes.pdf"), b"%PDF-1.7 nothing to play")?;
    stage.go("library").await?;
    stage.press("i").await?;
    let path = caves.to_str().ok_or("a path that is no text")?;
    stage.see("dialog[open] textarea").await?;
    stage
        .client
        .find(fantoccini::Locator::Css("dialog[open] input.folder-input"))
        .await?
        .send_keys(path)
        .await?;
    stage.read("dialog[open] legend", "32 files become").await?;
    stage.click("dialog[open] footer .primary").await?;
    // One file has no level: that is a warning, not good news.
    stage.read("dialog[open] .notice.warn", "Thirty caves: 31 levels taken from 31 of 32 files").await?;
    stage.read("dialog[open] .notice.bad", "notes.pdf").await?;
    stage.click("dialog[open] footer .primary").await?;
    assert_eq!(entry(stage, "Thirty caves").await?, "31 collections · 31 levels");
    assert_eq!(names_on_the_shelf(stage, "Mine").await?, ["Thirty caves"]);
    // It is open, and its files are in the order of their numbers.
    stage.read(".levels h1", "Thirty caves").await?;
    let rows = "return [...document.querySelectorAll('.folder-table tbody th')].map((th) => th.innerText).slice(0, 3).join('|')";
    assert_eq!(stage.js(rows).await?, "cave 1.xsb|cave 2.xsb|cave 3.xsb");
    stage.click(".folder-table tbody tr:nth-child(2) a").await?;
    stage.read(".levels h1", "cave 2.xsb").await?;
    stage.see(".collections .folder ul a[aria-current=page]").await?;
    stage.click(".collections a[href='#/library/tutorial']").await?;
    stage.read(".levels h1", "Tutorial").await?;
    // Closed, it is one entry.
    stage.gone(".collections .folder ul").await?;
    stage.client.refresh().await?;
    stage.see("main[data-ready=library]").await?;
    assert_eq!(entry(stage, "Thirty caves").await?, "31 collections · 31 levels");
    stage.click(".collections .folder > a").await?;
    stage.click("button[aria-label='Remove the folder']").await?;
    stage.read("dialog[open]", "31 collections and 31 levels").await?;
    stage.click("dialog[open] footer .danger").await?;
    stage.gone(".collections .folder").await
}

/// Drops a folder with files on the page, as the browser describes one to a listener.
fn dropped(files: &[(&str, &str)]) -> String {
    format!(
        "const files = {}.map(([name, text]) => new File([text], name)); let listed = false; \
         const entry = (file) => ({{ isFile: true, name: file.name, file: (give) => give(file) }}); \
         const folder = {{ isDirectory: true, name: 'Caves', createReader: () => ({{ readEntries: (give) => {{ give(listed ? [] : files.map(entry)); listed = true; }} }}) }}; \
         DataTransferItem.prototype.webkitGetAsEntry = () => folder; \
         const data = new DataTransfer(); data.items.add(new File([''], 'Caves')); \
         document.querySelector('main').dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }}))",
        json!(files)
    )
}

async fn a_dropped_folder_becomes_one_collection_if_wanted(stage: &Stage) -> Result {
    stage.go("library").await?;
    let second = "; Two\n######\n#@$ .#\n######\n";
    stage.js(&dropped(&[("b.xsb", second), ("a.xsb", LEVEL), (".hidden", "x")])).await?;
    stage.read("dialog[open] legend", "2 files become").await?;
    stage.click("dialog[open] input[value=one]").await?;
    stage.click("dialog[open] footer .primary").await?;
    stage.read(".levels h1", "Caves").await?;
    stage.read(".toasts .good", "Caves: 2 levels taken from 2 files, now the collection “Caves”").await?;
    assert_eq!(names_on_the_shelf(stage, "Mine").await?, ["Caves"]);
    let titles = "return [...document.querySelectorAll('.level .caption .name')].map((one) => one.innerText).join('|') === 'Level 1|Two'";
    stage.until(titles).await
}

async fn files_of_one_folder_on_the_command_line_are_one_entry(stage: &Stage) -> Result {
    stage.go("library").await?;
    assert_eq!(names_on_the_shelf(stage, "Opened files").await?, ["caves", "alone.xsb"]);
    assert_eq!(entry(stage, "caves").await?, "2 collections · 3 levels");
    stage.go("library/high").await?;
    stage.read(".collections .folder ul [aria-current=page]", "high.xsb").await?;
    // A folder that came with the command line is not ours to remove.
    stage.click(".collections .folder > a").await?;
    stage.read(".levels h1", "caves").await?;
    stage.gone("button[aria-label='Remove the folder']").await
}

async fn the_chosen_collection_is_in_sight(stage: &Stage) -> Result {
    let in_sight = "const link = document.querySelector('.collections [aria-current=page]'); if (!link) return false; \
                    const box = document.querySelector('.collections .wide-only').getBoundingClientRect(); \
                    const { top, bottom } = link.getBoundingClientRect(); \
                    return top >= box.top && bottom <= box.bottom && bottom <= innerHeight && scrollY === 0";
    for id in ["set-39", "set-00", "tutorial"] {
        stage.go(&format!("library/{id}")).await?;
        stage.client.refresh().await?;
        stage.see("main[data-ready=library]").await?;
        stage.until(in_sight).await.map_err(|error| format!("{id}: {error}"))?;
    }
    // A click leaves the shelf where it is.
    stage.go("library/set-20").await?;
    stage.until(in_sight).await?;
    let place = "return document.querySelector('.collections .wide-only').scrollTop";
    let before = stage.js(place).await?;
    assert_ne!(before, 0);
    stage.click(".collections a[href='#/library/set-21']").await?;
    stage.read(".levels h1", "set-21").await?;
    assert_eq!(stage.js(place).await?, before);
    Ok(())
}

async fn all_collections_are_searched(stage: &Stage) -> Result {
    stage.go("library/tutorial").await?;
    stage.press("f").await?;
    stage.press("ada bot").await?;
    stage.read(".levels .heading", "1 level; 0 collections").await?;
    stage.read(".level[data-index='0'] .caption", "Bottom").await?;
    stage.read(".level[data-index='0']", "deep.xsb").await?;
    // The address holds it.
    stage.until("return location.hash === '#/library?find=ada%20bot'").await?;
    stage.client.refresh().await?;
    stage.see("main[data-ready=library]").await?;
    stage.read(".level[data-index='0'] .caption", "Bottom").await?;
    let search = stage.see(".collections .find input").await?;
    search.send_keys(&ctrl("a")).await?;
    search.send_keys("caves").await?;
    stage.read(".levels .heading", "3 levels; 2 collections").await?;
    stage.click(".level[data-index='2'] .level-link").await?;
    stage.see("main[data-ready=play]").await?;
    stage.until("return location.hash === '#/play/high/1'").await
}

async fn collections_are_merged(stage: &Stage) -> Result {
    stage.go("library").await?;
    for (name, text) in
        [("First", LEVEL), ("Second", "; Two\n######\n#@$ .#\n######\n\n; Bad\n####\n#$.#\n####\n")]
    {
        stage.press("i").await?;
        stage.see("dialog[open] textarea").await?.send_keys(text).await?;
        stage.see("dialog[open] input[placeholder=Pasted]").await?.send_keys(name).await?;
        stage.click("dialog[open] footer .primary").await?;
        stage.read(".levels h1", name).await?;
        stage.js("document.querySelector('dialog[open] footer .primary')?.click()").await?;
        stage.gone("dialog[open]").await?;
    }
    stage.click("button[aria-label='Merge with other collections']").await?;
    stage.see("dialog[open] input[type=search]").await?.send_keys("first").await?;
    stage.click("dialog[open] .merge-list label:not([hidden]) input").await?;
    stage.read("dialog[open] [role=status]", "2 collections with 3 levels").await?;
    stage.js("document.querySelector('dialog[open] .dialog-body > label.check input').click()").await?;
    let title = stage.see("dialog[open] .field input").await?;
    title.clear().await?;
    title.send_keys("Both").await?;
    stage.click("dialog[open] footer .primary").await?;
    stage.read(".levels h1", "Both").await?;
    stage.read(".toasts", "2 levels merged, 1 left out").await?;
    // What a level was left out of is kept, the other is gone.
    stage.gone(".collections a[href='#/library/first']").await?;
    stage.appears(".collections a[href='#/library/second']").await
}

async fn a_half_broken_file_is_a_warning_with_lines(stage: &Stage) -> Result {
    stage.go("library").await?;
    let text = "; Fine\n#####\n#@$.#\n#####\n\n; Odd sign\n######\n#@$.?#\n######\n\n; Nobody\n#####\n# $.#\n#####\n";
    stage.press("i").await?;
    stage.see("dialog[open] textarea").await?.send_keys(text).await?;
    stage.click("dialog[open] footer .primary").await?;
    stage.read("dialog[open] .notice.warn", "Pasted: 1 level taken, 2 left out").await?;
    stage.gone("dialog[open] .notice.good").await?;
    stage.read("dialog[open] .left-out li:nth-child(1)", "Level 2 “Odd sign”, line 8").await?;
    stage.read("dialog[open] .left-out li:nth-child(2)", "Level 3 “Nobody”, line").await?;
    stage.click("dialog[open] .left-out li:nth-child(2) a").await?;
    stage.see("main[data-ready=edit]").await?;
    stage.gone("dialog[open]").await?;
    stage.read("main h1", "Nobody").await
}

async fn the_columns_of_the_table_are_not_cut(stage: &Stage) -> Result {
    let wide = format!("; Wide\n{}\n#@$.{}#\n{}\n", "#".repeat(100), " ".repeat(95), "#".repeat(100));
    let mut tall = String::new();
    for _ in 0..97 {
        let _ = writeln!(tall, "#{}#", " ".repeat(98));
    }
    let text = format!("{wide}\n; Large\n{0}\n#@$.{1}#\n{tall}{0}\n", "#".repeat(100), " ".repeat(95));
    stage.go("library").await?;
    let paste = format!(
        "const data = new DataTransfer(); data.setData('text/plain', {}); \
         document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }}))",
        json!(text)
    );
    stage.js(&paste).await?;
    stage.read(".levels h1", "Pasted").await?;
    let cut = "return [...document.querySelectorAll('.levels-table :is(td, thead th)')] \
               .filter((cell) => cell.offsetParent && cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth) \
               .map((cell) => `${cell.className}: ${cell.innerText}`)";
    stage.click("button[aria-label=Table]").await?;
    stage.see(".levels-table tr[data-index='1']").await?;
    for width in [1440, 1280, 1024, 390] {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        stage.devtools("Emulation.setDeviceMetricsOverride", &size).await?;
        stage.until(&format!("return innerWidth === {width}")).await?;
        assert_eq!(stage.js(cut).await?, json!([]), "{width}");
    }
    Ok(())
}

async fn my_solutions_are_told_apart_from_those_of_solvers(stage: &Stage) -> Result {
    stage.go("library").await?;
    stage.press("i").await?;
    let text =
        format!("; Mine\n{LEVEL}\n; Theirs\n######\n#@$ .#\n######\n\n; Nobody's\n######\n#@ $.#\n######\n");
    stage.see("dialog[open] textarea").await?.send_keys(&text).await?;
    stage.click("dialog[open] footer .primary").await?;
    stage.read(".levels h1", "Pasted").await?;
    stage.go("play/pasted/1").await?;
    stage.press(RIGHT).await?;
    stage.see("[data-solved]").await?;
    let solved = "return fetch('/api/jobs', { method: 'POST', headers: { 'content-type': 'application/json' }, \
                  body: JSON.stringify({ level: { collection: 'pasted', number: 2 }, player: 'bfs' }) }).then((answer) => answer.ok)";
    assert_eq!(stage.js(solved).await?, true);
    stage.go("library/pasted").await?;
    stage.see(".level[data-index='0'] .badge.good").await?;
    stage.see(".level[data-index='1'] .badge.solver").await?;
    stage.gone(".level[data-index='1'] .badge.good").await?;
    stage.gone(".level[data-index='2'] .badge").await?;
    stage.read(".collections [aria-current=page]", "2 of 3 solved · 1 by me").await?;
    stage.click("button[aria-label=Table]").await?;
    let cells = "return [...document.querySelectorAll('.levels-table tr[data-index]')].map((tr) => \
                 ['mine', 'solvers'].map((key) => tr.querySelector(`td.${key}`).innerText).join(' ')).join('|') === '1 –|– 2|– –'";
    stage.until(cells).await?;
    stage.see("select[aria-label=State]").await?.select_by_value("mine").await?;
    stage.until("return document.querySelectorAll('.levels-table tr[data-index]').length === 1").await?;
    stage.read(".levels-table tr[data-index]", "Mine").await
}

/// A drawing that can be played: one push to the right.
const PLAYABLE: &str = "edit?board=6%23|%23@$.-%23|%234-%23|6%23";

async fn levels_of_mine(stage: &Stage) -> Result<u64> {
    let count = stage
        .js("return fetch('/api/collections/my-levels').then((a) => a.json()).then((c) => c.levels)")
        .await?;
    Ok(count.as_u64().unwrap_or(0))
}

async fn saving_twice_makes_one_level(stage: &Stage) -> Result {
    stage.go(PLAYABLE).await?;
    stage.see("input[placeholder=Untitled]").await?.send_keys("Draft").await?;
    stage.click(".save-card .save").await?;
    stage.read(".saved", "Saved as level 1 of My levels").await?;
    stage.until("return location.hash.startsWith('#/edit/my-levels/1?board=')").await?;
    stage.read("main h1", "Draft").await?;
    stage.read(".save-card .save", "Save level 1").await?;
    // Drawn on, and saved again: with the button and with the key.
    stage.tap((4, 2)).await?;
    stage.click(".save-card .save").await?;
    let board = |rows: &str| {
        format!(
            "return fetch('/api/levels/my-levels/1').then((a) => a.json()).then((l) => l.board.join('|') === {})",
            json!(rows)
        )
    };
    stage.until(&board("######|#@$. #|#   ##|######")).await?;
    stage.tap((3, 2)).await?;
    stage.js("document.activeElement.blur()").await?;
    stage.press(&ctrl("s")).await?;
    stage.until(&board("######|#@$. #|#  ###|######")).await?;
    assert_eq!(levels_of_mine(stage).await?, 1);
    // After a reload it is still that level.
    stage.client.refresh().await?;
    stage.see("main[data-ready=edit]").await?;
    stage.read(".save-card .save", "Save level 1").await?;
    // Another one is made by asking for it.
    stage.click(".save-card .save-new").await?;
    stage.read(".saved", "Saved as level 2 of My levels").await?;
    stage.read(".save-card .save", "Save level 2").await?;
    assert_eq!(levels_of_mine(stage).await?, 2);
    Ok(())
}

async fn a_level_that_was_changed_elsewhere_is_not_replaced(stage: &Stage) -> Result {
    stage.go(PLAYABLE).await?;
    stage.click(".save-card .save").await?;
    stage.read(".saved", "Saved as level 1 of My levels").await?;
    let elsewhere = "return fetch('/api/levels/my-levels/1', { method: 'PUT', headers: { 'content-type': 'application/json' }, \
                     body: JSON.stringify({ board: '#####\\n#@$.#\\n#####' }) }).then((answer) => answer.ok)";
    assert_eq!(stage.js(elsewhere).await?, true);
    stage.click(".save-card .save").await?;
    stage.read(".save-card .notice.bad", "save this as a new level").await?;
    stage.click(".save-card .save-new").await?;
    stage.read(".saved", "Saved as level 2 of My levels").await?;
    // The browser itself notes the answer of 409; that is what this scenario asked for.
    stage.console().await?;
    Ok(())
}

async fn a_drawing_is_tried_out_and_drawn_on(stage: &Stage) -> Result {
    stage.go("edit").await?;
    stage.see(".try-out[disabled]").await?;
    stage.go("edit?board=7%23|%23@$-.-%23|%235-%23|7%23").await?;
    stage.see(".try-out:not([disabled])").await?;
    stage.press("t").await?;
    stage.read(".trial-bar", "0 pushes").await?;
    stage.press(RIGHT).await?;
    stage.read(".trial-bar", "1 push, 1 move").await?;
    // The keys of the pens draw nothing now.
    stage.press("#").await?;
    stage.press(&ctrl("z")).await?;
    stage.read(".trial-bar", "1 to redo").await?;
    stage.press(&ctrl("y")).await?;
    stage.read(".trial-bar", "1 push, 1 move").await?;
    stage.drag((3, 1), (4, 1)).await?;
    stage.read(".trial-bar .good", "Solved: 2 pushes, 2 moves").await?;
    stage.press(ESCAPE).await?;
    stage.gone(".trial-bar").await?;
    stage.see("[data-tool=wall]").await?;
    stage.until("return decodeURIComponent(location.hash).endsWith('board=7#|#@$-.-#|#5-#|7#')").await?;
    // Nothing of the trial was kept.
    let (mine, games) = (
        stage.js("return fetch('/api/collections').then((a) => a.json()).then((all) => all.some((c) => c.solved))").await?,
        stage.js("return document.querySelector('[data-solved=true]') === null").await?,
    );
    assert_eq!((mine, games), (json!(false), json!(true)));
    // Drawing goes on where it stopped.
    stage.press("#").await?;
    stage.until("return decodeURIComponent(location.hash).includes('board=7#|2#$-.-#')").await
}

async fn a_drawing_is_checked_before_it_is_saved(stage: &Stage) -> Result {
    stage.go("edit").await?;
    stage.see(".verdict button[disabled]").await?;
    stage.go("edit?board=7%23|%23@$-.-%23|%235-%23|7%23").await?;
    stage.read(".verdict .tag.good", "proven shortest").await?;
    stage.read(".verdict", "Solvable in 2 pushes; fewer are impossible").await?;
    // Walk through what was found.
    stage.js("[...document.querySelectorAll('.verdict button')].find((b) => b.innerText === 'Walk through it').click()").await?;
    stage.read(".trial-bar", "2 to redo").await?;
    stage.press(&ctrl("y")).await?;
    stage.press(&ctrl("y")).await?;
    stage.read(".trial-bar .good", "Solved: 2 pushes").await?;
    stage.press(ESCAPE).await?;
    // The box goes into a corner: no search is needed to know.
    stage.go("edit?board=7%23|%23$@-.-%23|%235-%23|7%23").await?;
    stage.read(".verdict .tag.bad", "no solution").await?;
    stage.read(".verdict [role=status]", "There is no solution: ").await?;
    stage.see("soko-board .grabbed rect").await?;
    // Not by itself, if that is not wanted.
    stage.click(".verdict input[type=checkbox]").await?;
    stage.go(PLAYABLE).await?;
    stage.see(".verdict button:not([disabled])").await?;
    stage.gone(".verdict .tag").await?;
    stage.click(".verdict button").await?;
    stage.read(".verdict .tag.good", "proven").await
}

async fn a_search_for_a_solution_is_cancelled(stage: &Stage) -> Result {
    // A hall of 174 boxes is beyond any search of some seconds.
    let rows = |cells: &str| format!("%23{}-%23|%2359-%23|", cells.repeat(29)).repeat(6);
    let hall = format!("edit?board=61%23|%23@58-%23|{}{}61%23", rows("$-"), rows(".-"));
    stage.go("edit").await?;
    stage.js("localStorage.setItem('edit-check', 'off')").await?;
    stage.go(&hall).await?;
    stage.client.refresh().await?;
    stage.click(".verdict button:not([disabled])").await?;
    stage.see(".verdict[data-kind=searching]").await?;
    stage.click(".verdict button").await?;
    stage.read(".verdict [role=status]", "cancelled: nothing is known").await?;
    stage.gone(".verdict .tag").await
}

async fn long_names_are_readable_in_the_lab(stage: &Stage) -> Result {
    stage.go("library").await?;
    let levels = format!(
        "; The remarkably long name of a level that no column was made for, part one\n{LEVEL}\n\
         ; Unbreakable_title_without_any_blank_that_goes_on_and_on_and_on_forever\n######\n#@$ .#\n######\n"
    );
    let toml = "name = \"long\"\ntitle = \"Long\"\nlevels = [\"pasted\"]\nrepetitions = 2\n\n[[players]]\nplayer = \"bfs\"\n\n\
                [[players]]\nname = \"A* with an uncommonly long name that somebody thought up for a table\"\nplayer = \"astar\"\n";
    let script = format!(
        "const send = (path, body, type = 'application/json') => fetch(path, {{ method: 'POST', headers: {{ 'content-type': type }}, body }}); \
         return send('/api/collections?name=Pasted', {}, 'application/octet-stream') \
         .then(() => send('/api/experiments', JSON.stringify({{ toml: {} }}))) \
         .then(() => send('/api/experiments/long/run', '{{}}')).then((answer) => answer.ok)",
        json!(levels),
        json!(toml)
    );
    assert_eq!(stage.js(&script).await?, true);
    stage.go("lab").await?;
    stage.read("a[href='#/lab/long']", "complete").await?;
    for width in [1440, 1024, 390] {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        stage.devtools("Emulation.setDeviceMetricsOverride", &size).await?;
        for part in ["", "/pushes", "/runs?contender=1"] {
            stage.go("lab").await?;
            stage.go(&format!("lab/long{part}")).await?;
            stage.appears(".lab-box tbody th").await?;
            // No text leaves its cell, and names leave room for figures.
            let cut = "return [...document.querySelectorAll('.lab-box :is(th, td)')] \
                       .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.innerText)";
            assert_eq!(stage.js(cut).await?, json!([]), "{width} {part}");
            let share = "const box = document.querySelector('.lab-box'); \
                         return box.querySelector('tbody th').offsetWidth / box.clientWidth";
            let share = stage.js(share).await?.as_f64().unwrap_or(1.0);
            assert!(share < 0.6, "{width} {part}: names take {share:.2} of the table");
        }
        stage.go("lab/long/plots").await?;
        stage.appears(".lab-figure svg text").await?;
        let beyond = "return [...document.querySelectorAll('.lab-figure svg')].flatMap((svg) => { \
                      const all = svg.getBoundingClientRect(); return [...svg.querySelectorAll('text')].filter((text) => { \
                      const { left, right, top, bottom } = text.getBoundingClientRect(); \
                      return left < all.left - 1 || right > all.right + 1 || top < all.top - 1 || bottom > all.bottom + 1; \
                      }).map((text) => text.textContent); })";
        assert_eq!(stage.js(beyond).await?, json!([]), "{width}");
    }
    // What is cut is told whole where the pointer rests.
    let whole = "return [...document.querySelectorAll('.lab-figure svg text title')].some((title) => title.textContent.startsWith('Unbreakable_title_without_any_blank_that_goes_on'))";
    assert_eq!(stage.js(whole).await?, true);
    // The star of a name is no emphasis.
    stage.gone(".lab-figure figcaption em").await
}

async fn players_and_parameters_have_names_for_people(stage: &Stage) -> Result {
    stage.go("solve/tutorial/2?player=astar").await?;
    stage.read(".solve-form select[name=player]", "A*, shortest proven (astar)").await?;
    stage.read(".lane h2 .player-name", "A*, shortest proven").await?;
    stage.read(".lane h2 .id", "astar").await?;
    stage.until("return document.querySelector('.solve-form [name=metric]').closest('label').innerText.includes('What is minimised metric')").await?;
    stage.see(".solve-form select[name=preset]").await?.select_by_value("brno").await?;
    stage.read(".lane h2", "Brno thesis").await?;
    stage.see(".solve-form select[name=preset]").await?.select_by_value("").await?;
    let solved = "return fetch('/api/jobs', { method: 'POST', headers: { 'content-type': 'application/json' }, \
                  body: JSON.stringify({ level: { collection: 'tutorial', number: 2 }, player: 'astar' }) }).then((answer) => answer.ok)";
    assert_eq!(stage.js(solved).await?, true);
    stage.until("return [...document.querySelectorAll('td .player-name')].some((name) => name.innerText === 'A*, shortest proven')").await?;
    stage.go("replay/level/tutorial/2").await?;
    stage.go("learn/tutorial/5?player=q-box").await?;
    stage.read("form", "Q-learning by pushes (q-box)").await?;
    stage.read("form", "Learning rate α").await?;
    stage
        .until("return [...document.querySelectorAll('form .id')].some((id) => id.innerText === 'alpha')")
        .await?;
    stage.go("lab/new").await?;
    stage.read("select[aria-label='Player 1']", "A*, shortest proven (astar)").await
}
