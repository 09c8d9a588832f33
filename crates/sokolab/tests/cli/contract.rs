//! The machine-readable contract: keys, order, types and every status.

use serde_json::Value;

use super::{code, lines, run, stdout};

const KEYS: [&str; 16] = [
    "file",
    "index",
    "title",
    "player",
    "status",
    "pushes",
    "moves",
    "solution",
    "optimal",
    "time_s",
    "generated",
    "expanded",
    "open",
    "closed",
    "peak_memory_bytes",
    "seed",
];

/// Runs `solve --json` and checks the shape of every line.
fn solve(arguments: &[&str]) -> (i32, Vec<Value>) {
    let mut all = vec!["solve", "--json"];
    all.extend(arguments);
    let output = run(&all);
    let lines = lines(&output);
    for line in &lines {
        let keys: Vec<_> =
            line.as_object().expect("a line is an object").keys().map(String::as_str).collect();
        assert_eq!(keys[..KEYS.len()], KEYS, "{line}");
        assert!(line["file"].is_string() && line["index"].as_u64() >= Some(1), "{line}");
        assert!(line["seed"].is_u64() && line["player"].is_string(), "{line}");
        let status = line["status"].as_str().expect("a status is a word");
        let solved = status == "solved";
        for key in ["pushes", "moves", "box_lines", "box_changes", "pushing_sessions", "player_lines"] {
            assert_eq!(line[key].is_u64(), solved, "{key} of {line}");
            assert_eq!(line[key].is_null(), !solved, "{key} of {line}");
        }
        assert_eq!(line["solution"].is_string(), solved, "{line}");
        assert_eq!(line["error"].is_string(), status == "invalid", "{line}");
        let ran = status != "invalid";
        assert_eq!(line["time_s"].is_f64(), ran, "{line}");
        for key in ["generated", "expanded", "open", "closed", "peak_memory_bytes", "iterations"] {
            assert_eq!(line[key].is_u64(), ran, "{key} of {line}");
        }
    }
    (code(&output), lines)
}

fn statuses(lines: &[Value]) -> Vec<&str> {
    lines.iter().map(|line| line["status"].as_str().unwrap()).collect()
}

#[test]
fn solved_levels_in_order() {
    let (code, lines) = solve(&["small.xsb"]);
    assert_eq!(code, 0);
    let pushes: Vec<_> = lines.iter().map(|l| l["pushes"].as_u64().unwrap()).collect();
    assert_eq!(pushes, [1, 3, 4, 2, 1]);
    let indices: Vec<_> = lines.iter().map(|l| l["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, [1, 2, 3, 4, 5]);
    assert_eq!(lines[1]["title"], "Round the corner");
    assert_eq!(lines[1]["file"], "small.xsb");
    assert_eq!(lines[0]["optimal"], "pushes");
    assert_eq!(lines[0]["solution"], "R");
    for line in &lines {
        let solution = line["solution"].as_str().unwrap();
        assert_eq!(line["moves"], solution.len());
        assert_eq!(line["pushes"], solution.chars().filter(char::is_ascii_uppercase).count());
    }
}

#[test]
fn invalid_and_unsolvable_levels_do_not_hide_the_others() {
    let (code, lines) = solve(&["mixed.xsb"]);
    assert_eq!(code, 2);
    assert_eq!(statuses(&lines), ["solved", "invalid", "unsolvable", "invalid", "solved"]);
    let error = lines[1]["error"].as_str().unwrap();
    assert!(error.contains("line 7") && error.contains("no player"), "{error}");
}

#[test]
fn an_unsolved_level_is_exit_one() {
    let (code, lines) = solve(&["mixed.xsb#1,3"]);
    assert_eq!((code, statuses(&lines)), (1, vec!["solved", "unsolvable"]));
}

#[test]
fn every_limit_has_its_status() {
    for (arguments, status) in [
        (["--time-limit", "50ms"], "time-limit"),
        (["--node-limit", "100"], "node-limit"),
        (["--memory-limit", "4MiB"], "memory-limit"),
    ] {
        let (code, lines) = solve(&["hall.xsb", "--player", "bfs", arguments[0], arguments[1]]);
        assert_eq!((code, statuses(&lines)), (1, vec![status]));
    }
    let (_, lines) = solve(&["hall.xsb", "--node-limit", "100"]);
    assert_eq!(lines[0]["expanded"], 100);
}

#[test]
fn players_seeds_presets_and_settings_are_taken() {
    let (_, lines) = solve(&["small.xsb#2", "--player", "dfs", "--seed", "7"]);
    assert_eq!((&lines[0]["player"], &lines[0]["seed"]), (&"dfs".into(), &7.into()));
    assert_eq!(lines[0]["optimal"], Value::Null);
    let expanded = |settings: &[&str]| {
        let mut all = vec!["mixed.xsb#3", "--player", "bfs"];
        all.extend(settings);
        solve(&all).1[0]["expanded"].as_u64().unwrap()
    };
    let (pruned, plain) = (expanded(&[]), expanded(&["--preset", "plain"]));
    assert!(pruned < plain, "{pruned} and {plain}");
    assert_eq!(expanded(&["--preset", "plain", "--set", "dead_squares=true"]), pruned);
}

#[test]
fn the_same_run_twice_is_the_same_and_so_it_is_with_several_jobs() {
    let once = |jobs: &str| {
        let levels = ["small.xsb", "hall.xsb", "builtin:first-steps", "mixed.xsb"];
        let limits = ["--threads", "1", "--node-limit", "2000", "--jobs", jobs];
        let (code, mut lines) = solve(&[&levels[..], &limits].concat());
        for line in &mut lines {
            line["time_s"] = Value::Null;
        }
        (code, lines)
    };
    let first = once("1");
    assert_eq!(first.1.len(), 5 + 1 + 20 + 5);
    assert_eq!(once("1"), first);
    assert_eq!(once("4"), first);
}

#[test]
fn check_lists_levels_and_problems() {
    let output = run(&["check", "mixed.xsb", "--json"]);
    assert_eq!(code(&output), 2);
    let lines = lines(&output);
    let keys: Vec<_> = lines[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "file",
            "index",
            "title",
            "author",
            "width",
            "height",
            "boxes",
            "goals",
            "valid",
            "already_solved",
            "exact",
            "family",
            "problems"
        ]
    );
    let valid: Vec<_> = lines.iter().map(|l| l["valid"].as_bool().unwrap()).collect();
    assert_eq!(valid, [true, false, true, false, true]);
    assert_eq!(lines[0]["exact"], "db6ca59655f0d7d1f1ce48e36e0b0c90");
    assert_ne!(lines[4]["exact"], lines[0]["exact"]);
    assert_eq!(lines[4]["family"], lines[0]["family"]);
    assert_eq!(lines[4]["problems"][0]["code"], "duplicate");
    let problem = &lines[1]["problems"][0];
    assert_eq!((problem["severity"].as_str(), problem["code"].as_str()), (Some("error"), Some("no-player")));
    assert_eq!((problem["line"].as_u64(), problem["column"].as_u64()), (Some(7), Some(1)));
    assert!(problem["message"].is_string() && problem["remedy"].is_string());
    assert_eq!(
        (lines[3]["problems"][0]["line"].as_u64(), lines[3]["problems"][0]["column"].as_u64()),
        (Some(19), Some(5))
    );
}

#[test]
fn players_describe_themselves() {
    let output = run(&["players", "--json"]);
    let players = lines(&output);
    assert!(players.len() >= 2);
    for player in &players {
        let keys: Vec<_> = player.as_object().unwrap().keys().map(String::as_str).collect();
        let wanted =
            ["id", "title", "summary", "description", "properties", "parameters", "presets", "phases"];
        assert_eq!(keys, wanted);
        for parameter in player["parameters"].as_array().unwrap() {
            for key in ["name", "type", "default", "description"] {
                assert!(!parameter[key].is_null(), "{key} of {parameter}");
            }
        }
        for preset in player["presets"].as_array().unwrap() {
            assert!(preset["values"].is_object(), "{preset}");
        }
    }
    let one = run(&["players", players[0]["id"].as_str().unwrap(), "--json"]);
    assert_eq!(lines(&one), players[..1]);
}

#[test]
fn titles_numbers_and_names_with_a_hash_pick_levels() {
    let picked = |argument: &str| -> Vec<u64> {
        lines(&run(&["solve", "--json", argument])).iter().map(|l| l["index"].as_u64().unwrap()).collect()
    };
    assert_eq!(picked("small.xsb#2-3"), [2, 3]);
    assert_eq!(picked("small.xsb#4-"), [4, 5]);
    assert_eq!(picked("small.xsb#surplus goal"), [5]);
    let ambiguous = run(&["solve", "small.xsb#surplus"]);
    assert_eq!(code(&ambiguous), 2);
    let message = super::stderr(&ambiguous);
    assert!(message.contains("#4 'Surplus box', #5 'Surplus goal'"), "{message}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("odd#2.xsb");
    std::fs::copy(super::data("small.xsb"), &path).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(picked(path).len(), 5);
    assert_eq!(picked(&format!("{path}#2")), [2]);
}

#[test]
fn json_is_alone_on_standard_output() {
    let output = run(&["solve", "small.xsb#1", "--json", "--color", "always"]);
    assert!(!stdout(&output).contains('\x1b'));
    assert!(output.stderr.is_empty(), "{}", super::stderr(&output));
}

#[test]
fn an_optimised_result_tells_both_lengths() {
    let (code, lines) = solve(&["builtin:demo#5", "--player", "dfs", "--optimize", "2s"]);
    assert_eq!(code, 0);
    for line in &lines {
        assert!(line["found_pushes"].as_u64() > line["pushes"].as_u64(), "{line}");
        assert!(line["found_moves"].is_u64() && line["optimize_time_s"].is_f64(), "{line}");
    }
    let (_, lines) = solve(&["small.xsb"]);
    assert!(lines.iter().all(|line| line["found_pushes"].is_null() && line["optimize_time_s"].is_null()));
}

#[test]
fn optimize_prints_every_key_whatever_happens() {
    for (arguments, status, exit) in [
        (vec!["solved.sok#1", "--solution", "rurrdLulldRRurD"], "improved", 0),
        (vec!["solved.sok#1"], "unchanged", 0),
        (vec!["small.xsb#1"], "unsolved", 1),
        (vec!["mixed.xsb#2"], "invalid", 2),
    ] {
        let output = run(&[vec!["optimize", "--json"], arguments].concat());
        let line = &lines(&output)[0];
        assert_eq!((line["status"].as_str(), code(&output)), (Some(status), exit), "{line}");
        assert_eq!(line["error"].is_null(), exit == 0, "{line}");
        for key in ["pushes", "moves", "found_pushes", "found_moves", "expanded"] {
            assert_eq!(line[key].is_u64(), exit == 0, "{key} of {line}");
        }
    }
}

/// Solved, and the player reaches no box, or no goal; with floor to walk on and without.
const OUT_OF_REACH: &str = "#####\n#@#*#\n#####\nTitle: Sealed\n
#######\n#   #*#\n# @ ###\n#   #*#\n#######\nTitle: Room to walk\n
#######\n#@ .#*#\n#######\nTitle: Goal to spare\n
#######\n#@$ #*#\n#######\nTitle: Box to spare\n";

#[test]
fn a_solved_level_is_solved_whatever_the_player_reaches() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let levels = at("levels.xsb");
    std::fs::write(&levels, OUT_OF_REACH).unwrap();
    for player in super::lines(&run(&["players", "--json"])) {
        let presets =
            player["presets"].as_array().unwrap().iter().map(|preset| preset["id"].as_str().unwrap());
        for preset in std::iter::once(None).chain(presets.map(Some)) {
            let mut arguments = vec![levels.as_str(), "--player", player["id"].as_str().unwrap()];
            arguments.extend(preset.iter().flat_map(|preset| ["--preset", preset]));
            let (code, lines) = solve(&arguments);
            assert_eq!((code, statuses(&lines)), (0, vec!["solved"; 4]), "{arguments:?}");
            assert!(lines.iter().all(|line| line["moves"] == 0 && line["solution"] == ""), "{arguments:?}");
        }
    }
    let facts = super::lines(&run(&["check", &levels, "--json"]));
    assert!(facts.iter().all(|line| line["valid"] == true && line["already_solved"] == true), "{facts:?}");
    let exact: Vec<_> = facts.iter().map(|line| line["exact"].clone()).collect();
    for (i, line) in facts.iter().enumerate() {
        assert!(facts[..i].iter().all(|other| other["family"] != line["family"]), "{line}");
    }
    // Every other command takes them, and every format brings them back.
    for format in ["xsb", "sok", "slc", "rle", "json"] {
        let file = at(&format!("copy.{format}"));
        assert_eq!(code(&run(&["convert", &levels, "--output", &file])), 0, "{format}");
        let copies = super::lines(&run(&["check", &file, "--json"]));
        assert_eq!(copies.iter().map(|line| line["exact"].clone()).collect::<Vec<_>>(), exact, "{format}");
    }
    for number in 1..=4 {
        let level = format!("{levels}#{number}");
        for arguments in [
            vec!["show", &level, "--overlay", "dead,reachable", "--format", "text"],
            vec!["show", &level, "--overlay", "dead,reachable", "--format", "svg"],
            vec!["show", &level, "--solve", "astar", "--format", "gif"],
            vec!["explain", &level],
            vec!["explain", &level, "--json"],
            vec!["optimize", &level, "--solution", ""],
            vec!["learn", &level, "--json"],
        ] {
            let output = run(&arguments);
            assert_eq!(code(&output), 0, "{arguments:?}: {}", super::stderr(&output));
        }
    }
    // Their boards go to workers and into results files, and come out again.
    let (one, all) = (at("one.db"), at("all.db"));
    let bench =
        run(&["bench", "--on", &levels, "-p", "astar", "-p", "expert", "-p", "q-box", "--database", &one]);
    assert_eq!(code(&bench), 0, "{}", super::stderr(&bench));
    let merged = run(&["merge", &all, &one]);
    assert_eq!(code(&merged), 0, "{}", super::stderr(&merged));
    let report = run(&["report", &all, "--format", "json", "--table", "runs"]);
    let runs: Vec<Value> = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(runs.len(), 12);
    assert!(runs.iter().all(|run| run["outcome"] == "solved" && run["moves"] == 0), "{runs:?}");
    let best = stdout(&run(&["report", &all, "--format", "csv", "--table", "best"]));
    assert_eq!(best.lines().filter(|line| line.contains(",0,0,")).count(), 8, "{best}");
}
