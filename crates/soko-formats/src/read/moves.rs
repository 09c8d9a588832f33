//! Saved games among the text below a board: where moves begin and end, and what announces them.
//!
//! A block of moves is one line or several that hold nothing but moves, below a heading such as `Solution 5/3`.
//! Without a heading the letters must be many, or solve the level, because `dull` and `Lulu` are words. With
//! one, a line with a few wrong letters is taken too, so that it can be reported.

use soko_core::Level;

use super::{
    captions::Captions,
    scan::{Block, TextLine},
};
use crate::{finding::Finding, games, line::Kinds, wording::one_line};

impl Captions<'_, '_> {
    /// Reads the saved games of the block below board `i − 1`, with the notes around them, and returns the
    /// lines after the last one.
    pub(super) fn take_games<'b>(&mut self, i: usize, block: &'b Block) -> &'b [TextLine] {
        let lines = &block.lines[..];
        let may_move = |line: &TextLine| {
            !line.verbatim && (line.kinds.only(Kinds::MOVES) && line.kinds.has(Kinds::MOVE))
        };
        if !lines.iter().any(|line| may_move(line) || games::is_heading(self.raw(line))) {
            return lines;
        }
        let Some(owner) = i.checked_sub(1) else {
            if !self.draft.collection.entries.is_empty()
                && let Some(line) =
                    lines.iter().find(|line| may_move(line) && line.text(self.text).len() > 11)
            {
                self.draft.report(&Finding::MovesWithoutBoard, line.at());
            }
            return lines;
        };
        let level = soko_core::check(&self.entry(owner).board).level;
        let mut rest = 0;
        let mut at = 0;
        while at < lines.len() {
            match self.moves_at(lines, rest, at, level.as_ref()) {
                Some(found) => {
                    self.note_all(owner, &lines[rest..found.heading]);
                    let place = (lines[found.start].number(), found.column);
                    let game =
                        games::game(found.title, &found.moves, level.as_ref(), place, owner + 1, self.draft);
                    self.games += usize::from(game.is_some());
                    self.entry(owner).games.extend(game);
                    rest = found.end;
                    at = found.end;
                }
                None => at += 1,
            }
        }
        &lines[rest..]
    }

    /// Do moves begin at line `at`? Lines before `rest` belong to an earlier game.
    fn moves_at(&self, lines: &[TextLine], rest: usize, at: usize, level: Option<&Level>) -> Option<Found> {
        let line = &lines[at];
        if line.verbatim {
            return None;
        }
        let text = self.raw(line);
        // `Solution: rRR` on one line.
        if let Some((key, value)) = text.split_once(':')
            && !key.starts_with(';')
            && games::is_heading(key)
            && is_moves(value)
        {
            let column = text.chars().count() - value.trim_start().chars().count() + 1;
            let (title, moves) = (one_line(key), value.trim().to_owned());
            return Some(Found { heading: at, start: at, end: at + 1, column, title, moves });
        }
        let heading = at.checked_sub(1).filter(|&h| h >= rest && !lines[h].verbatim);
        let heading_text = heading.map(|h| self.content(&lines[h]).trim());
        let announced = heading_text.is_some_and(games::is_heading);
        let meant = announced && !line.after_blank && is_mostly_moves(text);
        if !is_moves(text) && !meant {
            return None;
        }
        let more = lines[at + 1..].iter().take_while(|next| {
            !next.after_blank && !next.verbatim && {
                let next = self.raw(next);
                is_moves(next) || meant && is_mostly_moves(next)
            }
        });
        let end = at + 1 + more.count();
        let moves: String = lines[at..end].iter().map(|line| self.raw(line).trim()).collect();
        if !announced && !games::look_like_moves(&moves, level) {
            return None;
        }
        // The heading touches the moves, or says so.
        let has_heading = heading.is_some() && (announced || !line.after_blank);
        let title = heading_text.filter(|_| has_heading).and_then(|t| one_line(t.trim_end_matches(':')));
        let column = 1 + text.chars().take_while(|c| c.is_whitespace()).count();
        Some(Found { heading: at - usize::from(has_heading), start: at, end, column, title, moves })
    }
}

/// Moves found among the lines of a block.
struct Found {
    /// First line that belongs to the game, its heading if it has one.
    heading: usize,
    /// First line of moves.
    start: usize,
    /// One past the last line of moves.
    end: usize,
    column: usize,
    title: Option<String>,
    moves: String,
}

/// Nothing but moves, counts and marks.
fn is_moves(text: &str) -> bool {
    text.bytes().any(|b| b"lurdLURD".contains(&b))
        && text.bytes().all(|b| b"lurdLURD0123456789()[]{},* \t".contains(&b))
}

/// A word that was meant to be moves but has other characters in it.
fn is_mostly_moves(text: &str) -> bool {
    let text = text.trim();
    let moves = text.bytes().filter(|b| b"lurdLURD0123456789".contains(b)).count();
    text.len() > 2 && !text.contains(' ') && moves * 5 >= text.len() * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_words() {
        assert!(is_moves("rrUU3(lu)") && is_moves(" 10r*dd ") && is_moves("[]rU") && is_moves("{1,2}r"));
        assert!(!is_moves("12 34") && !is_moves("rules") && !is_moves(""));
        assert!(is_mostly_moves("rrxuu") && !is_mostly_moves("hello") && !is_mostly_moves("ru lu lu"));
    }
}
