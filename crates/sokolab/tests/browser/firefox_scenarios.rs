//! Which scenarios Firefox plays.

use crate::Scenario;

/// The core: one or two of everything that browsers do in their own way.
const CORE: &[&str] = &[
    "accessibility::no_view_has_a_serious_finding_by_night",
    "across::a_job_of_one_page_shows_up_in_another",
    "analysis::a_hint_that_thinks_says_so_and_can_be_stopped",
    "analysis::the_line_is_exact_and_follows_the_game",
    "doors::a_visitor_without_a_token_gets_a_page_that_takes_it",
    "doors::moves_are_copied_where_the_page_is_not_secure",
    "edit::a_level_is_drawn_with_the_pointer",
    "exports::a_replay_is_saved_as_files",
    "frame::every_view_opens_from_the_navigation_and_has_an_address",
    "frame::the_keys_of_a_view_are_listed",
    "frame::the_theme_follows_the_system_and_the_user",
    "lab::an_experiment_is_defined_run_and_followed_down_to_a_replay",
    "learn::training_draws_curves_arrows_and_maps",
    "learn::training_pauses_stops_and_survives_a_reload",
    "library::files_dropped_on_the_page_are_imported",
    "library::text_is_imported_with_the_dialog",
    "play::a_click_walks_and_a_drag_pushes",
    "play::a_hint_shows_the_next_push_and_plays_it",
    "play::an_unfinished_game_survives_a_reload",
    "play::keys_move_push_and_take_back",
    "play::undo_and_redo_know_three_grains",
    "play_motion::a_tab_without_frames_shows_the_state_all_the_same",
    "play_new::level_position_and_moves_are_copied",
    "play_new::moves_are_pasted",
    "play_restart::a_game_survives_a_server_that_is_killed",
    "play_restart::moves_made_while_the_server_is_away_are_played_when_it_is_back",
    "replay::buttons_and_keys_walk_through_a_solution",
    "replay::it_plays_at_a_chosen_speed_and_pauses",
    "shelf::a_drawing_is_tried_out_and_drawn_on",
    "shelf::all_collections_are_searched",
    "shelf::saving_twice_makes_one_level",
    "solve::a_race_of_three_crowns_the_quickest",
    "solve::a_run_ends_with_a_solution_its_proof_and_links",
    "tabs::a_tab_goes_on_when_the_one_that_opened_the_stream_is_closed",
    "tabs::twelve_tabs_share_one_stream",
];

/// Scenarios for Chromium alone: they are about a phone's width, need its developer tools, or tab beyond the page's end, where Firefox's
/// driver does not follow into the bars of the browser and comes back with a focus that is not shown.
const CHROMIUM_ALONE: &[&str] = &[
    "accessibility::no_view_has_a_serious_finding_on_a_phone",
    "across::a_level_is_played_solved_and_replayed_by_keys_alone",
    "analysis::a_slow_machine_shows_the_analysis_of_the_newest_position",
    "analysis::switched_off_nothing_is_watched_or_shown",
    "frame::a_phone_shows_every_view_without_scrolling_sideways",
    "learning::on_a_phone_it_can_be_watched_too",
    "library::three_thousand_levels_open_at_once",
    "play_motion::walks_and_drags_end_where_the_game_is_on_a_built_in_level",
    "play_motion::walks_and_drags_end_where_the_game_is_on_twenty_rows",
    "play_new::nothing_moves_when_a_notice_comes_on_a_phone",
    "shelf::long_names_are_readable_in_the_lab",
    "shelf::the_columns_of_the_table_are_not_cut",
    "tabs::tabs_without_workers_let_go_while_they_are_hidden",
];

/// The core, or all that Firefox can play.
pub(crate) fn of(scenarios: Vec<Scenario>, all: bool) -> Vec<Scenario> {
    for name in CORE.iter().chain(CHROMIUM_ALONE) {
        assert!(scenarios.iter().any(|scenario| scenario.name() == *name), "there is no scenario {name}");
    }
    let plays = |name: &str| if all { !CHROMIUM_ALONE.contains(&name) } else { CORE.contains(&name) };
    scenarios.into_iter().filter(|scenario| plays(scenario.name())).collect()
}
