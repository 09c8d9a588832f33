//! Solutions and snapshots: from text to replayed games.
//!
//! Moves are letters of LURD, possibly run-length encoded, wrapped over several lines, with `*` at the
//! current position of a snapshot. Whatever a file claims, the replayer decides: moves that solve the level
//! are a solution, legal moves that do not are a snapshot, the rest is kept as text with the reason. Reverse
//! play (`[…]`) and several players (`{…}`) are recognised and kept as text.

use soko_core::{Level, ReplayError, lurd, replay, replay::walk_through};

use crate::{
    GameKind, SavedGame,
    draft::{At, Draft},
    finding::Finding,
};

/// Does this line announce moves?
pub(crate) fn is_heading(line: &str) -> bool {
    const WORDS: [&str; 5] = ["solution", "snapshot", "savegame", "save game", "saved game"];
    let line = line.as_bytes();
    let begins = |at: usize| {
        WORDS
            .iter()
            .any(|word| line[at..].get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word.as_bytes())))
    };
    // Long lines are prose, and all the words begin with an s.
    line.len() <= 120 && (0..line.len()).any(|at| line[at] | 0x20 == b's' && begins(at))
}

/// Does the line claim to announce a solution, not just a state of play?
fn claims_solution(title: Option<&str>) -> bool {
    title.is_some_and(|title| title.to_ascii_lowercase().contains("solution"))
}

/// Replays moves on a level. `at` is where they begin; findings are about level number `index`.
pub(crate) fn game(
    title: Option<String>,
    text: &str,
    level: Option<&Level>,
    at: At,
    index: usize,
    draft: &mut Draft,
) -> Option<SavedGame> {
    if !draft.take_game(at) {
        return None;
    }
    let claims_solution = claims_solution(title.as_deref());
    let unverified = |reason: String| GameKind::Unverified { reason };
    let mut game = SavedGame {
        title,
        moves: text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect(),
        directions: Vec::new(),
        kind: unverified(String::new()),
        notes: Vec::new(),
    };
    let finding = match replayed(&mut game, level, claims_solution, draft) {
        Ok(finding) => finding,
        Err(finding) => {
            game.kind = unverified(finding.to_string());
            Some(finding)
        }
    };
    if let Some(finding) = finding {
        draft.report_level(&finding, at, index);
    }
    Some(game)
}

/// Fills in directions and kind. `Ok` with a finding if the game is not what it claims, `Err` if it cannot
/// be replayed.
fn replayed(
    game: &mut SavedGame,
    level: Option<&Level>,
    claims_solution: bool,
    draft: &mut Draft,
) -> Result<Option<Finding>, Finding> {
    if game.moves.contains(['[', ']']) {
        return Err(Finding::ReverseMode);
    }
    if game.moves.contains(['{', '}']) {
        return Err(Finding::SeveralPlayers);
    }
    let level = level.ok_or(Finding::GameOfUnplayableLevel)?;
    let expanded = draft.expand(game.moves.as_bytes(), draft.moves_left());
    match expanded.faults.first() {
        Some((_, Finding::CountWithoutCharacter)) => {
            return Err(Finding::BrokenMoves { what: "a repeat count stands before nothing" });
        }
        Some((_, Finding::ExpandsTooFar { .. })) => {
            return Err(Finding::TooManyMoves { limit: draft.limits.max_moves });
        }
        Some(_) => return Err(Finding::BrokenMoves { what: "the parentheses do not pair" }),
        None => {}
    }
    let played = expanded.bytes.iter().position(|&b| b == b'*');
    let letters: String =
        expanded.bytes.iter().filter(|&&b| b != b'*' && b != b',').map(|&b| char::from(b)).collect();
    let directions = lurd::parse(&letters).map_err(Finding::UnknownMove)?;
    let (kind, finding) = match replay(level, &directions) {
        Ok(solution) => (GameKind::Solution(solution), None),
        Err(error @ ReplayError::Unsolved { .. }) => {
            let played = played.unwrap_or(directions.len());
            (GameKind::Snapshot { played }, claims_solution.then_some(Finding::NotSolved(error)))
        }
        Err(error) => return Err(Finding::IllegalMove(error)),
    };
    draft.spend_moves(directions.len());
    game.directions = directions;
    game.kind = kind;
    Ok(finding)
}

/// Do bare letters without a heading solve the level, or reach a position of it by a long way?
pub(crate) fn look_like_moves(text: &str, level: Option<&Level>) -> bool {
    const LONG: usize = 12;
    if text.bytes().filter(u8::is_ascii_alphabetic).nth(LONG - 1).is_some() {
        return true;
    }
    let directions = lurd::parse(text).ok();
    directions.zip(level).is_some_and(|(directions, level)| {
        !directions.is_empty() && walk_through(level, &directions).is_ok_and(|(_, end)| level.is_solved(&end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    const CORRIDOR: &str = "#######\n#@ $ .#\n#######";

    fn outcome(title: &str, text: &str) -> (GameKind, Vec<&'static str>) {
        let level = Level::parse(CORRIDOR).unwrap();
        let mut draft = Draft::new(Limits { max_moves: 100, ..Limits::default() });
        let game = game(Some(title.to_owned()), text, Some(&level), (1, 1), 1, &mut draft).unwrap();
        let encoding = crate::Encoding { name: "UTF-8", byte_order_mark: false };
        let found = draft.finish(crate::Format::Sok, encoding).diagnostics;
        (game.kind, found.iter().map(|d| d.code).collect())
    }

    #[test]
    fn the_replayer_decides_what_a_game_is() {
        let (kind, found) = outcome("Snapshot", "rRR");
        assert!(matches!(kind, GameKind::Solution(s) if s.lurd() == "rRR"));
        assert_eq!(found, [""; 0]);
        assert_eq!(outcome("Snapshot", "r*R").0, GameKind::Snapshot { played: 1 });
        assert_eq!(outcome("Solution", "rR"), (GameKind::Snapshot { played: 2 }, vec!["not-a-solution"]));
    }

    #[test]
    fn runs_are_expanded() {
        assert!(matches!(outcome("Solution", "2(rl)3r").0, GameKind::Solution(s) if s.lurd() == "rlrlrRR"));
    }

    #[test]
    fn what_cannot_be_replayed_is_kept_with_its_reason() {
        for (text, code) in [
            ("rRRR", "illegal-move"),
            ("rXR", "unknown-move"),
            ("[]rRR", "reverse-mode"),
            ("{1,1}rRR", "several-players"),
            ("rR2", "broken-moves"),
            ("2(rR", "broken-moves"),
            ("101r", "limit-moves"),
        ] {
            let (kind, found) = outcome("Solution", text);
            assert!(matches!(kind, GameKind::Unverified { .. }), "{text}");
            assert_eq!(found, [code], "{text}");
        }
    }

    #[test]
    fn headings() {
        for line in ["Solution", "solution:", "Best Solution 36/4", "SaveGame 7/3", "Snapshot 5/0"] {
            assert!(is_heading(line), "{line}");
        }
        assert!(!is_heading("Level 3") && !is_heading(&"solution ".repeat(20)));
    }

    #[test]
    fn short_words_are_not_moves_unless_they_solve() {
        let level = Level::parse(CORRIDOR).unwrap();
        assert!(!look_like_moves("dull", Some(&level)));
        assert!(look_like_moves("rrr", Some(&level)));
        assert!(look_like_moves("rlrlrlrlrlrlrl", None));
    }
}
