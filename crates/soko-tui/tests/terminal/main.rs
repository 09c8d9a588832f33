//! The game in a real (pseudo) terminal: it takes the terminal over, plays, and gives it back on every way
//! out.
//!
//! This binary starts itself: with `SOKO_TUI_PLAY` set it is the game, else it is the test runner that holds
//! the other end of the terminal.

use libtest_mimic::{Arguments, Conclusion, Trial};

#[cfg(unix)]
mod game;
#[path = "../model/levels.rs"]
mod levels;
#[cfg(unix)]
mod pty;
#[cfg(unix)]
mod scenarios;

fn main() -> std::process::ExitCode {
    #[cfg(unix)]
    if let Ok(what) = std::env::var(game::PLAY) {
        return game::play(&what);
    }
    let arguments = Arguments::from_args();
    let conclusion: Conclusion = libtest_mimic::run(&arguments, trials());
    conclusion.exit_code()
}

#[cfg(not(unix))]
fn trials() -> Vec<Trial> {
    Vec::new()
}

#[cfg(unix)]
fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 12] = [
        ("quitting_gives_the_terminal_back", scenarios::quitting_gives_the_terminal_back),
        ("signals_save_and_give_the_terminal_back", scenarios::signals_save_and_give_the_terminal_back),
        ("a_closed_window_saves_the_game", scenarios::a_closed_window_saves_the_game),
        ("a_panic_gives_the_terminal_back", scenarios::a_panic_gives_the_terminal_back),
        ("keys_and_mouse_play", scenarios::keys_and_mouse_play),
        ("a_new_size_is_noticed", scenarios::a_new_size_is_noticed),
        ("a_size_beyond_reason_is_played_on_in_part", scenarios::a_size_beyond_reason_is_played_on_in_part),
        (
            "a_suspended_game_lends_the_terminal_and_goes_on",
            scenarios::a_suspended_game_lends_the_terminal_and_goes_on,
        ),
        ("a_stopped_game_takes_the_terminal_again", scenarios::a_stopped_game_takes_the_terminal_again),
        (
            "without_records_it_asks_before_losing_a_game",
            scenarios::without_records_it_asks_before_losing_a_game,
        ),
        ("two_games_at_once_keep_both_solutions", scenarios::two_games_at_once_keep_both_solutions),
        ("no_terminal_is_an_error", scenarios::no_terminal_is_an_error),
    ];
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    tests.into_iter().map(trial).collect()
}
