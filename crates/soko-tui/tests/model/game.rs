//! The game without a terminal: inputs in, state out.

use crate::{
    game_with,
    levels::{CORRIDOR, level, levels},
    new_game, play,
};
use soko_core::{Direction, Metrics, lurd, replay};
use soko_tui::{
    HelpLevel,
    command::{Command, Input},
    game::{Game, Mode, Preferences, Quit},
    keymap::Context,
    records::{Book, Ranking},
};

fn played(game: &Game) -> String {
    lurd::format(game.session().steps())
}

fn notice(game: &Game) -> &str {
    game.notice().map_or("", |n| n.text.as_str())
}

#[test]
fn steps_runs_and_pushes_to_the_end() {
    let mut g = new_game();
    play(&mut g, "u");
    g.update(Command::Run(Direction::Right).into());
    assert_eq!(played(&g), "urrrr");
    g.update(Command::Restart.into());
    g.update(Command::Run(Direction::Right).into());
    assert_eq!(played(&g), "", "a run does not push");
    g.update(Command::PushToEnd(Direction::Right).into());
    // The second push solves the level; the rest of the way is not played.
    assert_eq!(played(&g), "RR");
    assert!(matches!(g.mode(), Mode::Solved(_)));
}

#[test]
fn undo_redo_restart_and_the_ends() {
    let mut g = new_game();
    play(&mut g, "urdldr");
    let all = played(&g);
    assert_eq!(all, "urDldR");
    g.update(Command::UndoMove.into());
    assert_eq!(played(&g), "urDld");
    g.update(Command::UndoPush.into());
    assert_eq!(played(&g), "ur");
    g.update(Command::RedoPush.into());
    assert_eq!(played(&g), "urD");
    g.update(Command::RedoMove.into());
    assert_eq!(played(&g), "urDl");
    g.update(Command::Restart.into());
    assert_eq!(played(&g), "");
    g.update(Command::Last.into());
    assert_eq!(played(&g), all, "restart keeps redo");
    g.update(Command::First.into());
    assert_eq!(played(&g), "");
    g.update(Command::UndoPush.into());
    assert_eq!(notice(&g), "Nothing to undo.");
    g.update(Input::Seek(4));
    assert_eq!(played(&g), "urDl");
    g.update(Input::Seek(1));
    assert_eq!(played(&g), "u");
}

#[test]
fn clicking_walks_and_clicking_a_box_pushes() {
    let mut g = new_game();
    g.update(Input::Press((6, 1)));
    g.update(Input::Release(Some((6, 1))));
    assert_eq!(g.session().metrics().moves, 5);
    g.update(Command::Restart.into());
    // The box, then the goal.
    g.update(Input::Press((3, 2)));
    g.update(Input::Release(Some((3, 2))));
    let grab = g.grab().expect("the box is in hand");
    assert!(grab.targets().contains(g.level().square_at(5, 2).unwrap()));
    assert!(!grab.targets().contains(g.level().square_at(3, 2).unwrap()));
    g.update(Input::Press((5, 2)));
    assert_eq!(played(&g), "RR");
    assert!(g.grab().is_none());
}

#[test]
fn dragging_a_box_pushes_it() {
    let mut g = new_game();
    g.update(Input::Press((3, 2)));
    g.update(Input::Hover(Some((4, 2))));
    g.update(Input::Release(Some((4, 2))));
    assert_eq!(played(&g), "R");
    // To a wall: nothing happens, and the box is let go.
    g.update(Input::Press((4, 2)));
    g.update(Input::Release(Some((0, 0))));
    assert_eq!(played(&g), "R");
    assert!(g.grab().is_none());
    assert_eq!(notice(&g), "The box cannot be pushed there.");
}

#[test]
fn a_box_in_hand_is_let_go_by_pressing_it_again_or_by_escape() {
    let mut g = new_game();
    play(&mut g, "lr");
    g.update(Input::Press((3, 2)));
    assert!(g.grab().is_some());
    g.update(Input::Press((3, 2)));
    assert!(g.grab().is_none());
    g.update(Input::Press((3, 2)));
    g.update(Command::Restart.into());
    assert!(g.grab().is_none());
    assert_eq!(played(&g), "lr", "escape only let go of the box");
    g.update(Input::Press((3, 2)));
    g.update(Command::UndoPush.into());
    assert_eq!(played(&g), "lr", "so did the right button");
}

#[test]
fn cells_out_of_reach_are_refused_with_words() {
    let closed = level("Closed", "#######\n#@$ . #\n#######");
    let mut g = Game::new(vec![closed], None, &Book::default(), Preferences::default()).unwrap();
    g.update(Input::Press((5, 1)));
    assert_eq!(notice(&g), "There is no way to that square.");
    g.update(Input::Press((0, 0)));
    assert_eq!(notice(&g), "");
    let stuck = level("Stuck", "######\n#$@  #\n#  $.#\n######");
    let mut g = Game::new(vec![stuck], None, &Book::default(), Preferences::default()).unwrap();
    g.update(Input::Press((1, 1)));
    assert_eq!(notice(&g), "This box cannot be pushed now.");
    assert!(g.grab().is_none());
}

#[test]
fn long_ways_are_shown_step_by_step_and_finished_by_the_next_input() {
    let mut g = Game::new(levels(), Some(0), &Book::default(), Preferences::default()).unwrap();
    g.update(Input::Press((6, 1)));
    assert_eq!(played(&g), "");
    assert!(g.pace().is_some());
    g.update(Input::Advance);
    assert_eq!(g.session().steps().len(), 1);
    g.update(Input::Hover(Some((1, 1))));
    assert_eq!(g.session().steps().len(), 1, "moving the pointer does not hurry");
    g.update(Command::UndoMove.into());
    assert_eq!(g.session().steps().len(), 4, "five steps, one taken back");
    assert!(g.pace().is_none());
    // A single step never waits.
    g.update(Command::Step(Direction::Right).into());
    assert_eq!(g.session().steps().len(), 5);
}

#[test]
fn levels_come_in_order_and_unsolved_ones_are_found() {
    let mut g = new_game();
    g.update(Command::PreviousLevel.into());
    assert_eq!((g.current(), notice(&g)), (0, "This is the first level."));
    g.update(Command::NextLevel.into());
    g.update(Command::NextLevel.into());
    g.update(Command::NextLevel.into());
    assert_eq!((g.current(), notice(&g)), (2, "This is the last level."));
    g.update(Command::NextUnsolved.into());
    assert_eq!(g.current(), 0, "round the end");
    play(&mut g, "rr");
    g.update(Command::Accept.into());
    assert_eq!(g.current(), 1);
    g.update(Command::PreviousUnsolved.into());
    assert_eq!(g.current(), 2, "level 1 is solved");
}

#[test]
fn the_game_goes_on_where_a_level_was_left() {
    let mut g = new_game();
    play(&mut g, "urd");
    g.update(Command::UndoMove.into());
    g.update(Command::NextLevel.into());
    assert_eq!(played(&g), "");
    g.update(Command::PreviousLevel.into());
    assert_eq!(played(&g), "ur");
    assert_eq!(g.session().redo_steps().len(), 1);
    assert_eq!(notice(&g), "Resumed after 2 moves. Esc starts over.");
}

#[test]
fn solving_compares_with_the_best_and_keeps_only_better() {
    let mut g = new_game();
    play(&mut g, "lrrr");
    let Mode::Solved(solved) = g.mode() else { panic!("not solved") };
    assert_eq!(solved.metrics().moves, 4);
    assert_eq!(solved.best_before(Ranking::FewestMoves), None);
    assert!(solved.is_new_best(Ranking::FewestMoves) && solved.is_new_best(Ranking::FewestPushes));
    g.update(Command::Restart.into());
    play(&mut g, "rr");
    let Mode::Solved(solved) = g.mode() else { panic!("not solved") };
    assert_eq!(solved.best_before(Ranking::FewestMoves).map(|m| m.moves), Some(4));
    assert!(solved.is_new_best(Ranking::FewestMoves) && solved.is_new_best(Ranking::FewestPushes));
    g.update(Command::Restart.into());
    play(&mut g, "udrr");
    let Mode::Solved(solved) = g.mode() else { panic!("not solved") };
    assert!(!solved.is_new_best(Ranking::FewestMoves));
    assert_eq!(g.card().record().best(Ranking::FewestMoves).unwrap().solution.lurd(), "RR");
    assert_eq!(g.solved_now(), 3);
    assert_eq!(g.solved_levels(), 1);
    g.update(Command::Close.into());
    assert_eq!(g.context(), Context::Board);
}

#[test]
fn the_two_rankings_can_have_different_winners() {
    let by_moves = Metrics { moves: 10, pushes: 6, ..Metrics::default() };
    let by_pushes = Metrics { moves: 12, pushes: 4, ..Metrics::default() };
    assert!(Ranking::FewestMoves.key(&by_moves) < Ranking::FewestMoves.key(&by_pushes));
    assert!(Ranking::FewestPushes.key(&by_pushes) < Ranking::FewestPushes.key(&by_moves));
    // Minor measures break ties.
    let tidy = Metrics { box_lines: 1, ..by_moves };
    let untidy = Metrics { box_lines: 3, ..by_moves };
    assert!(Ranking::FewestMoves.key(&tidy) < Ranking::FewestMoves.key(&untidy));
}

#[test]
fn the_best_solution_is_replayed() {
    let mut g = new_game();
    g.update(Command::Replay.into());
    assert_eq!(notice(&g), "No solution of this level is known yet.");
    play(&mut g, "lrrr");
    g.update(Command::Replay.into());
    let Mode::Replay(replay) = g.mode() else { panic!("no replay") };
    assert!(replay.playing());
    let slow = g.pace().unwrap();
    g.update(Command::Faster.into());
    assert!(g.pace().unwrap() < slow);
    g.update(Command::Slower.into());
    assert_eq!(g.pace(), Some(slow));
    g.update(Input::Advance);
    g.update(Input::Advance);
    assert_eq!(g.shown().steps().len(), 2);
    g.update(Command::UndoMove.into());
    assert_eq!((g.shown().steps().len(), g.pace()), (1, None), "stepping by hand pauses");
    g.update(Command::Pause.into());
    for _ in 0..3 {
        g.update(Input::Advance);
    }
    assert!(g.shown().is_solved());
    assert_eq!(g.pace(), None, "it stops at the end");
    g.update(Command::Pause.into());
    assert_eq!(g.shown().steps().len(), 0, "and begins again");
    assert_eq!(played(&g), "lrRR", "the game itself is untouched");
    g.update(Command::OtherBest.into());
    let Mode::Replay(replay) = g.mode() else { panic!("no replay") };
    assert_eq!(replay.ranking(), Ranking::FewestPushes);
    g.update(Command::Close.into());
    assert_eq!(g.context(), Context::Board);
}

#[test]
fn help_levels_warn_about_lost_positions() {
    let mut g = new_game();
    play(&mut g, "urd");
    assert_eq!(g.help(), HelpLevel::Off);
    assert!(g.loss().is_none(), "help is off");
    g.update(Command::Help.into());
    assert_eq!(g.help(), HelpLevel::DeadSquares);
    assert!(g.loss().is_none());
    g.update(Command::Help.into());
    let loss = g.loss().expect("the box stands at the bottom wall");
    assert_eq!((loss.since_move, loss.pushes_back), (3, 1));
    g.update(Command::UndoPush.into());
    assert!(g.loss().is_none());
    g.update(Command::Help.into());
    assert_eq!(g.help(), HelpLevel::Off);
}

#[test]
fn warnings_name_the_rule_and_the_boxes() {
    use soko_analysis::deadlock::RuleId;
    let cases = [
        (RuleId::Freeze, crate::FREEZE, vec![(6, 3), (6, 4)], "can never be moved again"),
        (RuleId::Corral, crate::CORRAL, vec![(5, 2), (4, 3), (4, 4)], "cannot enter"),
    ];
    for (rule, board, boxes, words) in cases {
        let mut g = crate::watched(rule.id(), board);
        assert!(g.loss().is_none(), "{rule:?}");
        play(&mut g, "r");
        let loss = g.loss().unwrap_or_else(|| panic!("{rule:?} says nothing"));
        let places: Vec<_> = loss.boxes.iter().map(|&square| g.level().coordinates(square)).collect();
        assert_eq!((loss.rule, places), (rule, boxes));
        assert_eq!((loss.since_move, loss.pushes_back), (1, 1));
        assert!(loss.sentence.as_ref().is_some_and(|s| s.contains(words)), "{loss:?}");
        g.update(Command::UndoPush.into());
        assert!(g.loss().is_none(), "{rule:?}");
    }
}

#[test]
fn a_surplus_box_may_be_lost() {
    let mut g = game_with(&Book::default(), Some(2));
    g.update(Command::Help.into());
    g.update(Command::Help.into());
    play(&mut g, "ldd");
    let lost = g.session().position().boxes().common(g.dead());
    assert_eq!(lost, 1, "one box stands on a dead square");
    assert!(g.loss().is_none());
    // The second one is needed.
    play(&mut g, "uurrrrddlurrd");
    let lost = g.session().position().boxes().common(g.dead());
    assert_eq!(g.loss().is_some(), lost == 2);
}

#[test]
fn the_help_used_goes_into_the_record() {
    let mut g = new_game();
    g.update(Command::Help.into());
    g.update(Command::Help.into());
    g.update(Command::Help.into());
    play(&mut g, "rr");
    let best = g.card().record().best(Ranking::FewestMoves).unwrap();
    assert_eq!(best.help, HelpLevel::LostPositions, "off at the end, but it was on");
}

#[test]
fn the_list_filters_and_opens() {
    let mut g = new_game();
    play(&mut g, "rr");
    for command in [Command::Close, Command::Levels] {
        g.update(command.into());
    }
    let titles = |g: &Game| -> Vec<String> {
        let Mode::List(list) = g.mode() else { panic!("no list") };
        list.matches().iter().map(|&i| g.cards()[i].title().to_owned()).collect()
    };
    assert_eq!(titles(&g), ["Corridor", "Corner", "Surplus"]);
    for c in "COR".chars() {
        g.update(Input::Type(c));
    }
    assert_eq!(titles(&g), ["Corridor", "Corner"]);
    g.update(Command::OnlyUnsolved.into());
    assert_eq!(titles(&g), ["Corner"]);
    g.update(Input::Type('x'));
    assert!(titles(&g).is_empty());
    g.update(Command::Accept.into());
    assert_eq!(g.context(), Context::List, "nothing to open");
    g.update(Command::Erase.into());
    g.update(Command::Accept.into());
    assert_eq!((g.context(), g.current()), (Context::Board, 1));
    g.update(Command::Levels.into());
    g.update(Input::Pick(2));
    assert_eq!(g.context(), Context::List, "the first click selects");
    g.update(Input::Pick(2));
    assert_eq!(g.current(), 2, "the second opens");
    g.update(Command::Levels.into());
    g.update(Input::Type('1'));
    g.update(Command::Accept.into());
    assert_eq!(g.current(), 0, "by number");
    g.update(Command::Levels.into());
    g.update(Command::Last.into());
    g.update(Command::Down.into());
    g.update(Command::PageUp.into());
    g.update(Command::PageDown.into());
    g.update(Command::Up.into());
    g.update(Command::Accept.into());
    assert_eq!(g.current(), 1);
}

#[test]
fn quitting_saves_what_is_in_progress_and_asks_only_if_that_fails() {
    let mut g = new_game();
    let effects = g.update(Command::Quit.into());
    assert_eq!((effects.quit, g.has_changes()), (Quit::AfterSaving, false), "nothing was played");
    play(&mut g, "lr");
    let effects = g.update(Command::Quit.into());
    assert_eq!(effects.quit, Quit::AfterSaving);
    assert!(effects.save);
    assert_eq!(g.changes().count(), 1);
    g.ask_before_quitting("the disk is full");
    assert_eq!(g.context(), Context::Confirm);
    assert_eq!(g.update(Command::Close.into()).quit, Quit::No);
    g.ask_before_quitting("the disk is full");
    assert_eq!(g.update(Command::Accept.into()).quit, Quit::Regardless);
}

#[test]
fn a_finished_game_leaves_no_snapshot() {
    let mut g = new_game();
    play(&mut g, "rr");
    let effects = g.update(Command::Quit.into());
    assert_eq!(effects.quit, Quit::AfterSaving, "also from the window");
    let change = g.changes().next().expect("the solution is to be kept");
    assert_eq!(change.solutions.len(), 1);
    assert!(change.snapshot.is_none());
    // Back at the start of a line that is kept as a solution: nothing to resume either.
    g.update(Command::Restart.into());
    g.keep_snapshot();
    assert!(g.changes().all(|c| c.snapshot.is_none()));
}

#[test]
fn the_same_level_twice_is_solved_twice() {
    let twins = vec![level("One", CORRIDOR), level("Two", CORRIDOR)];
    let mut g = Game::new(twins, None, &Book::default(), Preferences::default()).unwrap();
    play(&mut g, "rr");
    assert_eq!(g.solved_levels(), 2);
    g.update(Command::Accept.into());
    assert_eq!(notice(&g), "Every level is solved.");
}

#[test]
fn windows_do_not_let_moves_through() {
    let mut g = new_game();
    for open in [Command::Keys, Command::Levels] {
        g.update(open.into());
        g.update(Command::Step(Direction::Right).into());
        g.update(Input::Press((6, 1)));
        assert_eq!(played(&g), "");
        g.update(Command::Close.into());
    }
    assert!(g.update(Command::Redraw.into()).redraw);
    g.update(Command::Keys.into());
    assert!(g.update(Command::Redraw.into()).redraw, "also with a window open");
    g.update(Command::Last.into());
    g.limit_keys_scroll(7);
    assert!(matches!(g.mode(), Mode::Keys(7)));
}

#[test]
fn no_levels_no_game() {
    assert!(Game::new(Vec::new(), None, &Book::default(), Preferences::default()).is_none());
}

#[test]
fn replayed_records_are_solutions() {
    let mut g = new_game();
    play(&mut g, "rr");
    let moves: Vec<_> = g
        .card()
        .record()
        .fewest_moves
        .as_ref()
        .unwrap()
        .solution
        .steps()
        .iter()
        .map(|s| s.direction)
        .collect();
    assert!(replay(g.level(), &moves).is_ok());
}
