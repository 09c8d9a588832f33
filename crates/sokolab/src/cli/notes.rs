//! What stands below the options in help and manual: forms of LEVELS, examples, exit status.

use crate::{
    builtin::{self, BUILTINS},
    exit::Exit,
};

/// The notes of one command.
#[derive(Clone, Copy)]
pub(crate) struct Notes {
    /// Does the command take levels?
    levels: bool,
    /// Paragraphs of its own, with a heading each.
    sections: &'static [(&'static str, &'static str)],
    /// Commands and what they do.
    pub(crate) examples: &'static [(&'static str, &'static str)],
}

impl Notes {
    /// All paragraphs with their headings.
    pub(crate) fn sections(&self) -> Vec<(&'static str, String)> {
        let mut all = Vec::new();
        if self.levels {
            let builtins = BUILTINS.iter().map(|b| hanging(&builtin::argument(b), b.description));
            all.push(("Levels", LEVELS.to_owned()));
            all.push(("Built-in levels", builtins.collect::<Vec<_>>().join("\n")));
        }
        all.extend(self.sections.iter().map(|&(heading, text)| (heading, text.to_owned())));
        all
    }
}

const LEVELS: &str = "\
FILE           every level of a file, whatever its format
FILE#12        level 12        FILE#3-7   levels 3 to 7
FILE#1,4,9-    levels 1, 4 and from 9 on
FILE#TITLE     the level of that title, or the one whose title contains it
DIRECTORY      every level file in it and below, sorted
-              standard input
builtin:NAME   a collection that comes with the program (also builtin:NAME#N)";

/// sokolab itself.
pub(crate) const OVERVIEW: Notes = Notes {
    levels: true,
    sections: &[],
    examples: &[
        ("sokolab play", "play the built-in levels"),
        ("sokolab solve levels.xsb --time-limit 10s", "solve every level of a file"),
        ("sokolab show levels.xsb#12 --output 12.svg", "draw level 12"),
    ],
};

/// sokolab solve
pub(crate) const SOLVE: Notes = Notes {
    levels: true,
    sections: &[
        (
            "JSON",
            "\
One object per level and line, in level order, as soon as the level is done:
file, index, title, player, status, pushes, moves, solution, optimal, time_s,
generated, expanded, open, closed, peak_memory_bytes, seed, box_lines,
box_changes, pushing_sessions, player_lines, iterations, error,
found_pushes, found_moves, optimize_time_s.
Every key is always there; null stands for what does not apply. With --explain
there is also explanation: stages (name, turns, time_s, best), notes and
position, the one looked at last. best has the features of the best position
(name, value, of), the position itself, and backward: whether the search
goes from the end. It is null where a player tells none.
With --optimize, pushes, moves and solution are those of the shorter
solution, found_pushes and found_moves those of the player's; time_s is
the player's time, optimize_time_s the optimiser's.
status is one of solved, unsolvable, time-limit, memory-limit, node-limit,
stopped, invalid; unsolvable is a proof. optimal names what the solution is
proven best in, or null.",
        ),
        (
            "Ctrl-C",
            "\
The first stops the level at hand, prints what was found and ends;
the second ends at once.",
        ),
    ],
    examples: &[
        ("sokolab solve levels.xsb", "solve every level, with a table"),
        ("sokolab solve levels.xsb#12 --lurd", "level 12, with the moves"),
        ("sokolab solve levels/ --player dfs --json > results.jsonl", "a directory, for a script"),
        ("sokolab solve levels.xsb#12 --player expert --time-limit 1m --explain", "see why it fails"),
        ("sokolab solve levels.slc --output solved.sok", "keep the solutions in a file"),
        ("sokolab solve levels.xsb --player greedy --optimize=30s", "soon found, then made shorter"),
        ("sokolab solve levels.xsb --preset plain --set dead_squares=true", "tune a player"),
    ],
};

/// sokolab optimize
pub(crate) const OPTIMIZE: Notes = Notes {
    levels: true,
    sections: &[
        (
            "JSON",
            "\
One object per level and line: file, index, title, metric, status, pushes,
moves, solution, found_pushes, found_moves, time_s, generated, expanded,
peak_memory_bytes, seed, error. status is one of improved, unchanged,
unsolved (no solution is known) and invalid. Every key is always there; null
stands for what does not apply.",
        ),
        (
            "Ctrl-C",
            "\
The first stops the level at hand, prints the best solution so far and ends;
the second ends at once.",
        ),
    ],
    examples: &[
        ("sokolab optimize solved.sok --output shorter.sok", "every solution of a file"),
        ("sokolab optimize levels.xsb#12 --solution rRuLL --metric moves", "moves of your own"),
        ("sokolab optimize levels.xsb --solution solved.sok --json", "solutions in another file"),
        ("sokolab optimize solved.sok --time-limit none --node-limit 1e6", "a run that can be repeated"),
    ],
};

/// sokolab check
pub(crate) const CHECK: Notes = Notes {
    levels: true,
    sections: &[(
        "JSON",
        "\
One object per level: file, index, title, author, width, height, boxes,
goals, valid, already_solved, exact, family, problems. Problems have
severity, code, line, column, message and remedy. A file with problems that
belong to no level adds an object without index: file, format, encoding,
levels, problems.",
    )],
    examples: &[
        ("sokolab check levels.xsb", "all problems of a file"),
        ("sokolab check my-levels/ --quiet", "errors and warnings only"),
        ("sokolab check levels.sok --json | jq 'select(.index and (.valid | not))'", "the bad levels"),
    ],
};

/// sokolab show
pub(crate) const SHOW: Notes = Notes {
    levels: true,
    sections: &[],
    examples: &[
        ("sokolab show levels.xsb#12", "the board and facts about it"),
        ("sokolab show levels.xsb --format list", "numbers, sizes and titles"),
        ("sokolab show levels.xsb#12 --overlay dead", "mark where a box is lost"),
        ("sokolab show levels.xsb --format png --output pictures/", "one picture per level"),
        ("sokolab show levels.xsb#12 --solve astar --output 12.gif", "watch a solution"),
        ("sokolab show levels.xsb#12 --solution rRuLL --position end", "where these moves lead"),
    ],
};

/// sokolab explain
pub(crate) const EXPLAIN: Notes = Notes {
    levels: true,
    sections: &[(
        "JSON",
        "\
One object per level: file, index, title, status, moves, pushes, position,
reasons, error. status is lost, open (no rule proves it lost), solved or
invalid. moves and pushes count from the start to the position that is
explained, which is drawn in position, a row per item. Each reason has rule,
sentence, boxes and cells; those are [column, row], counted from 1.",
    )],
    examples: &[
        ("sokolab explain levels.xsb#12", "is it lost from the start?"),
        ("sokolab explain levels.xsb#12 --after rRuLL", "which move lost the game?"),
        ("sokolab explain levels.xsb --rule freeze --json", "one rule, for a script"),
    ],
};

/// sokolab convert
pub(crate) const CONVERT: Notes = Notes {
    levels: true,
    sections: &[],
    examples: &[
        ("sokolab convert levels.slc --output levels.sok", "from XML to .sok"),
        ("sokolab convert levels.xsb#12 --to rle", "one level on one line"),
        ("sokolab convert maps.txt --from pusher --to xsb", "maps of a DOS game"),
        ("sokolab convert levels.xsb --to xsb --floor -", "safe to paste into mail and chat"),
    ],
};

/// sokolab play
pub(crate) const PLAY: Notes = Notes {
    levels: true,
    sections: &[],
    examples: &[
        ("sokolab play", "the built-in levels"),
        ("sokolab play levels.xsb#12", "level 12 of a file"),
    ],
};

/// sokolab serve
pub(crate) const SERVE: Notes = Notes {
    levels: false,
    sections: &[
        (
            "Others",
            "\
The server answers this machine only. With --host it answers others too, who
need the token in the address that is printed. Behind a name of its own, say
the name with --allow-host: requests for other names are refused.",
        ),
        (
            "API",
            "\
Everything the page does can be done by a script: /api/openapi.json describes
it. Changes are POST, PUT or DELETE with JSON; /api/events is a stream of news.",
        ),
    ],
    examples: &[
        ("sokolab serve", "open the workbench"),
        ("sokolab serve my-levels/ --results results.db", "with levels and results of one's own"),
        ("sokolab serve --host 0.0.0.0 --allow-host lab.example", "for others in the network"),
    ],
};

/// sokolab learn
pub(crate) const LEARN: Notes = Notes {
    levels: true,
    sections: &[
        (
            "Tables",
            "\
If the file of --table exists, learning goes on from it: episodes count on,
and a limit of episodes is one for this run. It must be of the same player on
the same level, with the same rewards, discount, potential and rules; how long
and how boldly to explore may change. It is written at the end, also after
Ctrl-C and limits, and looked into with 'sokolab table'.",
        ),
        (
            "Curves",
            "\
--curve writes episode,return,steps,solved,epsilon,states: the first 255
episodes one by one, then means over more and more of them.",
        ),
        (
            "JSON",
            "\
The keys of 'solve', and: first_solution (episode, moves), updates_per_s,
total_episodes, total_updates, rows, slots, policy (ending, solution), curve
(a list for each column), notes, table. ending is solved, unseen, circle or
stuck.",
        ),
    ],
    examples: &[
        ("sokolab learn levels.xsb#12", "learn a level, see how it went"),
        ("sokolab learn levels.xsb#12 --table 12.table", "keep the table; again to go on"),
        ("sokolab learn levels.xsb#12 --curve 12.csv", "a learning curve for a plot"),
        ("sokolab learn levels.xsb#12 -p q-cell --preset irvine-a", "as in a report"),
    ],
};

/// sokolab table
pub(crate) const TABLE: Notes = Notes {
    levels: false,
    sections: &[
        (
            "Layers",
            "\
policy   arrows: the greedy step from each cell, or the greedy play from here
value    0 to 9: from the lowest value on the board to the highest
visits   0 to 9: from the least tried to the most
Tables over cells are drawn for the pushes made so far, tables over boxes box
by box, tables over positions for the boxes as they stand.",
        ),
        (
            "JSON",
            "\
One object: file, player, parameters, level, board, kind, actions,
exact_player, episodes, updates, solution, rows, slots, tried, lowest,
highest, most_visited, position, choices, policy, layers. Cells are
[column, row], counted from 1.",
        ),
    ],
    examples: &[
        ("sokolab table 12.table", "what was learnt, and the policy"),
        ("sokolab table 12.table --at rRuLL", "after these moves"),
        ("sokolab table 12.table --layer value", "a heat map"),
    ],
};

/// sokolab players
pub(crate) const PLAYERS: Notes = Notes {
    levels: false,
    sections: &[],
    examples: &[
        ("sokolab players", "who there is"),
        ("sokolab players astar", "parameters and presets of one"),
    ],
};

/// sokolab bench
pub(crate) const BENCH: Notes = Notes {
    levels: true,
    sections: &[
        (
            "Experiment files",
            "\
name = \"first-try\"
title = \"A* against greedy search\"
levels = [\"builtin:workshop\", \"$LEVELS/some/collection.slc#26-40\"]
seeds = 3                  # 1, 2, 3; or a list such as [7, 8]
repetitions = 1            # of every run, for times

[limits]
time = \"10s\"             # \"none\" for no limit
memory = \"1GiB\"
nodes = \"1e6\"

[[players]]
player = \"astar\"

[[players]]
name = \"greedy as in Brno\"
player = \"greedy\"
preset = \"brno\"
set = { metric = \"moves\" }
seeds = 1
threads = 1",
        ),
        (
            "What is run",
            "\
A job is a level, a player with all its parameters, a seed, the limits and the
program. Jobs that are in the results file are not run again. Options given
with a file replace what the file says. A run that hangs or takes too much
memory is ended by a watchdog and recorded as a limit; the others go on.",
        ),
    ],
    examples: &[
        ("sokolab bench", "the built-in experiments"),
        ("sokolab bench brno-2", "six players on 30 levels of ours"),
        ("sokolab bench brno-1 --levels collections/", "the same players on MiniCosmos"),
        ("sokolab bench mine.toml --shard 2/4 -d 2.db", "a quarter of it"),
        ("sokolab bench --on builtin:workshop -p astar -p greedy", "without a file"),
    ],
};

/// sokolab report
pub(crate) const REPORT: Notes = Notes {
    levels: false,
    sections: &[],
    examples: &[
        ("sokolab report", "the experiment that was run last"),
        ("sokolab report --output report.html", "a page with plots"),
        ("sokolab report results.db -e brno-2 -f markdown", "tables for a document"),
        ("sokolab report --format csv > runs.csv", "one row per run"),
        ("sokolab report --list", "what there is"),
    ],
};

/// sokolab merge
pub(crate) const MERGE: Notes = Notes {
    levels: false,
    sections: &[(
        "Belief",
        "\
Only what the rules confirm is taken over: boards that are what their hash
says, runs of which the solution replays with the moves and pushes they claim,
and the best solutions that follow from them. The rest is left out and told
one by one; the exit status is 2 then.",
    )],
    examples: &[
        ("sokolab merge all.db 1.db 2.db 3.db 4.db", "four shards into one file"),
        ("sokolab merge clean.db old.db", "what is confirmed of a file"),
    ],
};

/// sokolab protocol
pub(crate) const PROTOCOL: Notes = Notes {
    levels: false,
    sections: &[],
    examples: &[
        ("sokolab protocol 3f2a91c0", "as text"),
        ("sokolab protocol 3f2a91c0 -d results.db --json", "as JSON"),
    ],
};

/// sokolab completions
pub(crate) const COMPLETIONS: Notes = Notes {
    levels: false,
    sections: &[],
    examples: &[
        ("sokolab completions bash > ~/.local/share/bash-completion/completions/sokolab", "bash"),
        ("sokolab completions fish > ~/.config/fish/completions/sokolab.fish", "fish"),
        ("sokolab completions zsh > \"${fpath[1]}/_sokolab\"", "zsh"),
    ],
};

/// sokolab man
pub(crate) const MAN: Notes = Notes {
    levels: false,
    sections: &[],
    examples: &[
        ("sokolab man solve | man -l -", "read the page of a command"),
        ("sokolab man --dir ~/.local/share/man/man1", "install all pages"),
    ],
};

/// A name and a text beside it, broken into lines.
fn hanging(name: &str, text: &str) -> String {
    const NAME: usize = 21;
    const TEXT: usize = 78 - NAME;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= TEXT => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    format!("{name:NAME$}{}", lines.join(&format!("\n{:NAME$}", "")))
}

/// The notes of a command by name; sokolab's own for any other.
pub(crate) fn of(command: &str) -> Notes {
    match command {
        "solve" => SOLVE,
        "check" => CHECK,
        "show" => SHOW,
        "explain" => EXPLAIN,
        "convert" => CONVERT,
        "play" => PLAY,
        "learn" => LEARN,
        "table" => TABLE,
        "players" => PLAYERS,
        "bench" => BENCH,
        "report" => REPORT,
        "merge" => MERGE,
        "protocol" => PROTOCOL,
        "completions" => COMPLETIONS,
        "man" => MAN,
        _ => OVERVIEW,
    }
}

/// The end of `sokolab -h`.
pub(crate) fn short() -> String {
    format!("{}\n\nMore: sokolab --help, sokolab COMMAND --help", examples(OVERVIEW))
}

/// The end of a long help.
pub(crate) fn long(notes: Notes) -> String {
    let section = |(heading, paragraph): (&str, String)| {
        let lines: Vec<_> = paragraph.lines().map(|line| format!("  {line}")).collect();
        format!("{heading}:\n{}", lines.join("\n"))
    };
    let exits = Exit::ALL.map(|exit| format!("  {:>3}  {}", exit.code(), exit.meaning())).join("\n");
    let mut parts: Vec<_> = notes.sections().into_iter().map(section).collect();
    parts.extend([examples(notes), format!("Exit status:\n{exits}")]);
    parts.join("\n\n")
}

fn examples(notes: Notes) -> String {
    const WIDTH: usize = 44;
    let example = |(command, meaning): &(&str, &str)| {
        // A long command has its meaning on a line of its own.
        let gap = if command.len() > WIDTH {
            format!("\n  {:WIDTH$}", "")
        } else {
            " ".repeat(WIDTH - command.len())
        };
        format!("  {command}{gap}  {meaning}")
    };
    format!("Examples:\n{}", notes.examples.iter().map(example).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn everything_fits_into_eighty_columns() {
        let program = crate::cli::Cli::command();
        let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
        let texts: Vec<_> = commands.map(|command| long(of(command.get_name()))).collect();
        assert!(texts.len() > 10, "{} commands", texts.len());
        for text in texts.into_iter().chain([long(OVERVIEW), short()]) {
            for line in text.lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
    }

    #[test]
    fn the_experiment_file_of_the_help_is_one() {
        let file = BENCH.sections.iter().find(|(heading, _)| *heading == "Experiment files");
        let text = file.map(|(_, text)| *text).unwrap_or_default();
        assert_eq!(
            soko_lab::Definition::parse(text, "help").map(|definition| definition.players.len()),
            Ok(2)
        );
    }
}
