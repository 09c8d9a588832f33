//! Collections of the user from the outside: imported, edited, exported and removed.

use serde_json::{Value, json};
use soko_formats::{Format, ReadOptions, read};

use super::*;
use crate::testing::{TestServer, server};

const GOOD: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";

async fn import(server: &TestServer, name: &str, bytes: impl Into<Vec<u8>>) -> (u16, Value) {
    let path = format!("/api/collections?name={name}");
    let (status, answer) = server.bytes("POST", &path, "application/octet-stream", bytes.into()).await;
    (status.as_u16(), serde_json::from_slice(&answer).unwrap())
}

fn ids(collections: &Value) -> Vec<&str> {
    collections.as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_good_file_is_imported_and_there_after_a_restart() {
    let server = server();
    let (status, answer) = import(&server, "Two%20levels.xsb", GOOD).await;
    assert_eq!((status, &answer["collection"]["id"]), (200, &json!("two-levels")));
    assert_eq!((&answer["playable"], &answer["already"]), (&json!(2), &json!(false)));
    assert_eq!(answer["diagnostics"], json!([]));
    let server = server.restarted();
    let (_, rows) = server.get("/api/collections/two-levels").await;
    assert_eq!((&rows["origin"], &rows["title"]), (&json!("imported"), &json!("Two levels.xsb")));
    assert_eq!((&rows["rows"][1]["title"], &rows["rows"][1]["width"]), (&json!("Two"), &json!(6)));
    let (_, list) = server.get("/api/collections").await;
    assert_eq!(ids(&list)[0], "two-levels", "before ours");
}

#[tokio::test]
async fn the_same_file_again_is_the_collection_that_is_there() {
    let server = server();
    import(&server, "a.xsb", GOOD).await;
    let (_, again) = import(&server, "b.xsb", GOOD).await;
    assert_eq!((&again["already"], &again["collection"]["id"]), (&json!(true), &json!("a")));
    let (_, other) = import(&server, "a.xsb", GOOD.replace("One", "Uno")).await;
    assert_eq!((&other["already"], &other["collection"]["id"]), (&json!(false), &json!("a-2")));
}

#[tokio::test]
async fn the_good_levels_of_a_bad_file_load_and_the_bad_one_is_pointed_at() {
    let server = server();
    let (_, answer) = import(&server, "bad.xsb", format!("{GOOD}\n; Bad\n######\n#@$.@#\n######\n")).await;
    assert_eq!((&answer["playable"], &answer["collection"]["levels"]), (&json!(2), &json!(3)));
    let problem = &answer["diagnostics"][0];
    assert_eq!((&problem["severity"], &problem["level"]), (&json!("error"), &json!(3)));
    assert_eq!((&problem["line"], &problem["column"]), (&json!(13), &json!(5)));
    assert_eq!((&problem["quote"], &problem["caret"]), (&json!("#@$.@#"), &json!(4)));
    assert!(!problem["remedy"].as_str().unwrap().is_empty());
}

#[tokio::test]
async fn umlauts_of_the_last_century_are_understood() {
    let server = server();
    let (_, answer) = import(&server, "old.xsb", b"; M\xfcde\n#####\n#@$.#\n#####\n".to_vec()).await;
    assert_eq!(answer["encoding"], "windows-1252");
    let (_, rows) = server.get("/api/collections/old").await;
    assert_eq!(rows["rows"][0]["title"], "Müde");
}

#[tokio::test]
async fn garbage_is_no_collection_and_says_so() {
    let server = server();
    let noise: Vec<u8> = (0..4096_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for bytes in [noise, b"\x7fELF\0\0\0".to_vec(), Vec::new(), b"hello".to_vec()] {
        let (status, answer) = import(&server, "x.bin", bytes).await;
        assert_eq!((status, &answer["collection"]), (200, &Value::Null));
        assert_eq!(answer["diagnostics"][0]["severity"], "error");
    }
}

#[tokio::test]
async fn a_huge_file_is_refused_and_a_large_one_is_not() {
    let server = server();
    let (status, answer) = import(&server, "x.xsb", vec![b'#'; limits::UPLOAD + 1]).await;
    assert_eq!(status, 413);
    assert_eq!(answer["error"]["message"], "the file is larger than 8 MiB");
    let many = "; Level\n#####\n#@$.#\n#####\n\n".repeat(3_000);
    assert_eq!(import(&server, "many.xsb", many).await.1["playable"], 3_000);
}

#[tokio::test]
async fn a_name_with_path_parts_stays_in_the_folder() {
    let server = server();
    for name in
        ["..%2F..%2Fetc%2Fpasswd", "C:%5Cx%5C..%5Cy.sok", "..", "%00%0A", "index.json", "tutorial.sok"]
    {
        let (status, answer) = import(&server, name, GOOD.replace("One", name)).await;
        assert_eq!(status, 200, "{name}: {answer}");
    }
    let (_, list) = server.get("/api/collections").await;
    assert_eq!(ids(&list)[..6], ["passwd", "y", "levels", "levels-2", "index", "tutorial-2"]);
    let outside: Vec<_> =
        std::fs::read_dir(server.folder.path()).unwrap().flatten().map(|f| f.file_name()).collect();
    let outside = outside.iter().filter(|name| !name.to_string_lossy().starts_with("results.db")).count();
    assert_eq!(outside, 1, "the folder of imported files alone");
}

#[tokio::test]
async fn a_full_library_takes_nothing_more_until_something_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let imported = folder.path().join("imported");
    std::fs::create_dir_all(&imported).unwrap();
    for i in 0..=limits::COLLECTIONS {
        std::fs::write(imported.join(format!("c{i}.levels")), GOOD.replace("One", &i.to_string())).unwrap();
    }
    let server = TestServer::at(folder);
    let (_, list) = server.get("/api/collections").await;
    let there = list.as_array().unwrap().iter().filter(|c| c["origin"] == "imported").count();
    assert_eq!(there, limits::COLLECTIONS);
    let drawing = json!({"board": "#####\n#@$.#\n#####"});
    assert_eq!(import(&server, "new.xsb", GOOD).await.0, 409);
    assert_eq!(server.json("POST", "/api/collections/my-levels/levels", &drawing).await.0, 409);
    assert_eq!(server.json("DELETE", "/api/collections/c1", &Value::Null).await.0, 204);
    assert_eq!(import(&server, "new.xsb", GOOD).await.0, 200);
}

#[tokio::test]
async fn a_damaged_folder_costs_titles_but_no_levels() {
    let server = server();
    import(&server, "a.xsb", GOOD).await;
    server.json("PUT", "/api/collections/a", &json!({"title": "Mine"})).await;
    let imported = server.folder.path().join("imported");
    for (name, text) in
        [("index.json", "{"), ("b.levels.part", GOOD), ("Not An Id.levels", GOOD), ("tutorial.levels", GOOD)]
    {
        std::fs::write(imported.join(name), text).unwrap();
    }
    std::fs::create_dir(imported.join("folder.levels")).unwrap();
    let server = server.restarted();
    let (_, list) = server.get("/api/collections").await;
    assert_eq!(ids(&list)[..2], ["a", "tutorial"]);
    assert_eq!((&list[0]["title"], &list[0]["levels"]), (&json!("a"), &json!(2)));
}

#[tokio::test]
async fn an_imported_collection_is_renamed_and_removed_and_ours_are_not() {
    let server = server();
    import(&server, "a.xsb", GOOD).await;
    let (status, _) = server.json("PUT", "/api/collections/a", &json!({"title": " New\u{0} name "})).await;
    assert_eq!(status, 200);
    let server = server.restarted();
    assert_eq!(server.get("/api/collections/a").await.1["title"], "New name");
    assert_eq!(server.json("PUT", "/api/collections/a", &json!({"title": " "})).await.0, 400);
    assert_eq!(server.json("DELETE", "/api/collections/a", &Value::Null).await.0, 204);
    assert_eq!(server.json("DELETE", "/api/collections/a", &Value::Null).await.0, 404);
    assert_eq!(server.json("DELETE", "/api/collections/tutorial", &Value::Null).await.0, 409);
    assert_eq!(server.json("PUT", "/api/collections/tutorial", &json!({"title": "x"})).await.0, 409);
    assert_eq!(server.restarted().get("/api/collections/a").await.0, 404);
}

#[tokio::test]
async fn every_format_that_is_written_reads_back() {
    let server = server();
    import(&server, "a.xsb", GOOD).await;
    for format in Format::ALL {
        let path = format!("/api/collections/a/export?format={format}");
        let (status, bytes) = server.bytes("GET", &path, "text/plain", Vec::new()).await;
        let path = format!("/api/levels/a/2/export?format={format}");
        let (level_status, level) = server.bytes("GET", &path, "text/plain", Vec::new()).await;
        assert_eq!(status, level_status);
        if !format.can_write() {
            assert_eq!(status, 400, "{format}");
            continue;
        }
        let boards = |bytes: &[u8]| {
            let entries = read(bytes, &ReadOptions::default()).collection.entries;
            entries.into_iter().map(|entry| entry.board.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(boards(&bytes), ["#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n"], "{format}");
        assert_eq!(boards(&level), ["######\n#@ $.#\n######\n"], "{format}");
    }
    assert_eq!(server.get("/api/collections/a/export?format=gif").await.0, 400);
}

#[tokio::test]
async fn drawings_are_saved_replaced_and_removed() {
    let server = server();
    let drawing = |title: &str, board: &str| json!({"board": board, "title": title, "author": "Me"});
    let first = drawing("# ; Title: \"odd\"", "-------\n-#####-\n-#@$.#-\n-#####-");
    let (status, saved) = server.json("POST", "/api/collections/my-levels/levels", &first).await;
    assert_eq!((status, &saved["number"]), (201, &json!(1)));
    let unfinished = drawing("b", "####\n#--#\n####");
    let (_, saved) = server.json("POST", "/api/collections/my-levels/levels", &unfinished).await;
    assert_eq!((&saved["collection_title"], &saved["number"]), (&json!("My levels"), &json!(2)));
    let better = drawing("c", "######\n#@-$.#\n######");
    assert_eq!(server.json("PUT", "/api/levels/my-levels/2", &better).await.0, 200);
    let server = server.restarted();
    let (_, rows) = server.get("/api/collections/my-levels").await;
    assert_eq!((&rows["title"], &rows["levels"]), (&json!("My levels"), &json!(2)));
    assert_eq!(rows["rows"][0]["title"], "# ; Title: \"odd\"");
    assert_eq!((&rows["rows"][1]["title"], &rows["rows"][1]["error"]), (&json!("c"), &Value::Null));
    assert_eq!(server.json("DELETE", "/api/levels/my-levels/1", &Value::Null).await.0, 204);
    assert_eq!(server.get("/api/levels/my-levels/1").await.1["title"], "c");
    assert_eq!(server.json("DELETE", "/api/levels/my-levels/1", &Value::Null).await.0, 409, "the last one");
    assert_eq!(server.json("PUT", "/api/levels/my-levels/7", &better).await.0, 404);
    assert_eq!(server.json("PUT", "/api/levels/tutorial/1", &better).await.0, 409);
    assert_eq!(server.json("POST", "/api/collections/nowhere/levels", &better).await.0, 404);
    let empty = drawing("", "---\n---");
    assert_eq!(server.json("POST", "/api/collections/my-levels/levels", &empty).await.0, 400);
}

#[tokio::test]
async fn a_level_that_was_misread_does_not_become_a_good_one_by_an_edit() {
    let server = server();
    import(&server, "a.xsb", format!("{GOOD}\n; Odd\n######\n#@x$.#\n######\n")).await;
    let better = json!({"board": "######\n#@-$.#\n######"});
    assert_eq!(server.json("PUT", "/api/levels/a/1", &better).await.0, 409);
    assert_eq!(server.json("POST", "/api/collections/a/levels", &better).await.0, 409);
    assert_eq!(server.json("PUT", "/api/levels/a/3", &better).await.0, 200, "drawn anew it is a good one");
    assert_eq!(server.json("PUT", "/api/levels/a/1", &better).await.0, 200);
}

#[tokio::test]
async fn what_is_left_out_of_a_file_is_told_by_level_and_line() {
    let server = server();
    let (_, answer) = import(&server, "bad.xsb", format!("{GOOD}\n; Bad\n######\n#@$.@#\n######\n")).await;
    let out = answer["left_out"].as_array().unwrap();
    assert_eq!(out.len(), 1);
    assert_eq!((&out[0]["level"], &out[0]["title"], &out[0]["line"]), (&json!(3), &json!("Bad"), &json!(13)));
    assert!(!out[0]["message"].as_str().unwrap().is_empty());
    let (_, answer) = import(&server, "good.xsb", GOOD).await;
    assert_eq!(answer["left_out"], json!([]));
}

#[tokio::test]
async fn files_of_a_folder_lie_in_it_also_after_a_restart() {
    let server = server();
    for name in ["a.xsb", "b.xsb"] {
        let path = format!("/api/collections?name={name}&folder=My%20caves%0A");
        let text = GOOD.replace("One", name).into_bytes();
        let (status, _) = server.bytes("POST", &path, "application/octet-stream", text).await;
        assert_eq!(status, 200);
    }
    let server = server.restarted();
    let (_, list) = server.get("/api/collections").await;
    assert_eq!([&list[0]["folder"], &list[1]["folder"]], [&json!("My caves"), &json!("My caves")]);
    assert_eq!(list[2]["folder"], Value::Null);
    // An edit keeps it there; a new name alone, too.
    let drawing = json!({"board": "#####\n#@$.#\n#####"});
    assert_eq!(server.json("POST", "/api/collections/a/levels", &drawing).await.0, 201);
    assert_eq!(
        server.json("PUT", "/api/collections/a", &json!({"title": "A"})).await.1["folder"],
        "My caves"
    );
    assert_eq!(
        server.json("PUT", "/api/collections/b", &json!({"title": "B", "folder": ""})).await.1["folder"],
        Value::Null
    );
    let server = server.restarted();
    assert_eq!(server.get("/api/collections/a").await.1["folder"], "My caves");
    assert_eq!(server.get("/api/collections/b").await.1["folder"], Value::Null);
}

#[tokio::test]
async fn collections_become_one_and_what_was_left_out_stays() {
    let server = server();
    import(&server, "a.xsb", format!("Author: Ada\n\n{GOOD}")).await;
    import(&server, "b.xsb", format!("{}\n; Bad\n######\n#@$.@#\n######\n", GOOD.replace("One", "Uno")))
        .await;
    let wish = json!({"title": "Both", "collections": ["b", "a", "tutorial"], "remove": ["a", "b"]});
    let (status, made) = server.json("POST", "/api/merge", &wish).await;
    assert_eq!(
        (status, &made["collection"]["id"], &made["left_out"]),
        (201, &json!("both"), &json!(1)),
        "{made}"
    );
    let server = server.restarted();
    let (_, rows) = server.get("/api/collections/both").await;
    assert_eq!(
        (&rows["title"], &rows["rows"][0]["title"], &rows["rows"][2]["title"]),
        (&json!("Both"), &json!("Uno"), &json!("One"))
    );
    assert_eq!(
        server.get("/api/levels/both/3").await.1["author"],
        "Ada",
        "a credit of the collection goes along"
    );
    assert_eq!(server.get("/api/collections/a").await.0, 404, "all of it was taken over");
    assert_eq!(server.get("/api/collections/b").await.1["levels"], 3, "a level of it was left out");
    for (wish, status) in [
        (json!({"title": " ", "collections": ["b"]}), 400),
        (json!({"title": "x", "collections": []}), 400),
        (json!({"title": "x", "collections": ["nowhere"]}), 404),
        (json!({"title": "x", "collections": ["b"], "remove": ["both"]}), 400),
        (json!({"title": "x", "collections": ["tutorial"], "remove": ["tutorial"]}), 409),
    ] {
        assert_eq!(server.json("POST", "/api/merge", &wish).await.0, status, "{wish}");
    }
}

#[tokio::test]
async fn a_level_is_replaced_only_where_it_is_the_one_that_was_saved() {
    let server = server();
    import(&server, "a.xsb", GOOD).await;
    let better = json!({"board": "######\n#@-$.#\n######", "replaces": "-#####\n-#@$.#\n-#####"});
    assert_eq!(server.json("PUT", "/api/levels/a/2", &better).await.0, 409);
    assert_eq!(server.json("PUT", "/api/levels/a/1", &better).await.0, 200);
    assert_eq!(server.json("PUT", "/api/levels/a/1", &better).await.0, 409, "it is another one now");
}

#[tokio::test]
async fn solutions_of_the_user_are_told_apart_from_those_of_players() {
    let server = server();
    import(&server, "a.xsb", GOOD).await;
    let (_, game) = server.json("POST", "/api/games", &json!({"collection": "a", "number": 1})).await;
    let acts = json!({"acts": [{"do": "play", "moves": "R"}]});
    server.json("POST", &format!("/api/games/{}/act", game["id"]), &acts).await;
    let job = json!({"level": {"collection": "a", "number": 2}, "player": "bfs"});
    let (status, job) = server.json("POST", "/api/jobs", &job).await;
    assert_eq!(status, 202, "{job}");
    loop {
        if server.get(&format!("/api/jobs/{}", job["id"])).await.1["status"] != "solving" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let server = server.restarted();
    let (_, rows) = server.get("/api/collections/a").await;
    assert_eq!((&rows["solved"], &rows["mine"]), (&json!(2), &json!(1)));
    let (one, two) = (&rows["rows"][0], &rows["rows"][1]);
    assert_eq!((&one["mine"], &one["solvers"]), (&json!({"pushes": 1, "moves": 1}), &Value::Null));
    assert_eq!((&two["mine"], &two["solvers"]["pushes"]), (&Value::Null, &json!(1)));
}

#[tokio::test]
async fn a_search_finds_levels_of_all_collections() {
    let server = server();
    import(&server, "caves.xsb", format!("Author: Ada\n\n{GOOD}")).await;
    let (status, found) = server.get("/api/search?text=ada%20two").await;
    assert_eq!(
        (status, &found["total"], &found["levels"][0]["collection"]),
        (200, &json!(1), &json!("caves"))
    );
    assert_eq!((&found["levels"][0]["number"], &found["levels"][0]["author"]), (&json!(2), &json!("Ada")));
    let (_, found) = server.get("/api/search?text=FIRST%20push").await;
    assert_eq!(found["levels"][0]["collection"], "tutorial");
    assert_eq!(server.get(&format!("/api/search?text={}", "x".repeat(201))).await.0, 400);
}
