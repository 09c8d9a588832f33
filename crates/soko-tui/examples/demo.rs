//! A few small levels to try the game on: `cargo run -p soko-tui --example demo`.
//!
//! The records go to the file given as the first argument, or nowhere.

use std::{path::PathBuf, process::ExitCode};

use soko_core::Level;
use soko_tui::{Options, PlayLevel};

const LEVELS: [(&str, &str); 5] = [
    ("One push", "#######\n#     #\n# @$. #\n#     #\n#######"),
    ("Round the corner", "  #####\n###   #\n#   $ #\n# #.# #\n# .$  #\n###@ ##\n  ####"),
    (
        "Four rooms",
        "  #############\n  #     #     #\n###  $  #  $  ###\n#       @       #\n#   .. ### ..   #\n\
         #       #       #\n###  ##### ##  ##\n  #           #\n  #  $     $  #\n  #           #\n  #############",
    ),
    ("One box too many", "#########\n#   #   #\n# $   . #\n#  @#$  #\n#  $# . #\n#   #   #\n#########"),
    (
        "Long corridor",
        "########################################################################\n\
         #@                                                                     #\n\
         # $                                                                    #\n\
         #                                                                      #\n\
         #    #     #     #     #     #     #     #     #     #     #     #     #\n\
         #                                                                      #\n\
         #                                                                     .#\n\
         ########################################################################",
    ),
];

fn main() -> ExitCode {
    let levels = LEVELS.into_iter().enumerate().map(|(index, (title, board))| PlayLevel {
        name: format!("demo#{}", index + 1),
        title: Some(title.to_owned()),
        author: Some("Sokolab".to_owned()),
        level: Level::parse(board).expect("the boards above are levels"),
    });
    let options = Options { records: std::env::args_os().nth(1).map(PathBuf::from), ..Options::default() };
    report(soko_tui::run(levels.collect(), &options))
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to its user")]
fn report(outcome: Result<soko_tui::Summary, soko_tui::TuiError>) -> ExitCode {
    match outcome {
        Ok(summary) => {
            println!("Solved {} times.", summary.solved);
            summary.warnings.iter().for_each(|w| eprintln!("{w}"));
            if summary.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
