//! All lines of a game: a tree whose steps are stored once.
//!
//! A **line** is one way the game was played from the start to its end. Two lines share their steps up to the
//! ply where they part, so every line owns only the steps from there on, and names the line that holds those
//! before as its parent:
//!
//! ```text
//! line 0   r r u u l        parent –, from 0
//!             └─ d d r      line 1, parent 0, from 2
//!                  └─ l     line 2, parent 1, from 4
//! ```
//!
//! A point of the game where several lines part is held by the one that made the step there; a line leaves
//! its parent strictly behind the point where that one began (or at the start of the game), and strictly
//! before its end, because a step at the end of a line makes it longer instead. So a point and a direction
//! lead to one step at most, and two lines have equal steps exactly as far as they share them.
//!
//! **Forgetting.** A line can go although others have left it: what it shared passes to the child that left
//! it last, the heir, which takes its place below its parent; its siblings are children of the heir from then
//! on. So exactly one way of playing is lost, and at least one step is set free. This is why a parent need
//! not be older than its child.

use std::cmp::Reverse;

use crate::Step;

/// One way a game was played, from the start to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number, for good: lines are numbered as they come up, and a forgotten number is never used again.
    pub id: usize,
    /// The line it left; `None` for the one that begins with the game. It may have come up later than its
    /// child if the true parent has been forgotten.
    pub parent: Option<usize>,
    /// After how many steps it leaves its parent.
    pub from: usize,
    /// The steps of the whole line, from the start of the game.
    pub steps: usize,
    /// The pushes among them.
    pub pushes: usize,
    /// Is the level solved at its end?
    pub solved: bool,
}

/// How much a game remembers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Steps in all lines; shared ones count once.
    pub(super) steps: usize,
    /// Lines.
    pub(super) lines: usize,
}

/// A line with the steps that it does not share with its parent.
#[derive(Clone, Debug)]
struct Branch {
    line: Line,
    own: Vec<Step>,
}

impl Branch {
    fn push(&mut self, step: Step, solved: bool) {
        self.own.push(step);
        self.line.steps += 1;
        self.line.pushes += usize::from(step.push);
        self.line.solved = solved;
    }
}

/// The tree of lines, one of which is the current one.
#[derive(Clone, Debug)]
pub(super) struct Timeline {
    /// Ordered by number.
    branches: Vec<Branch>,
    current: usize,
    /// All steps of the current line.
    path: Vec<Step>,
    next_id: usize,
    /// Steps in all branches.
    stored: usize,
    limits: Limits,
}

impl Timeline {
    /// One line without steps.
    pub(super) fn new(limits: Limits, solved: bool) -> Self {
        let line = Line { id: 0, parent: None, from: 0, steps: 0, pushes: 0, solved };
        let branches = vec![Branch { line, own: Vec::new() }];
        Self { branches, current: 0, path: Vec::new(), next_id: 1, stored: 0, limits }
    }

    /// The number of the current line.
    pub(super) const fn current(&self) -> usize {
        self.current
    }

    /// All steps of the current line.
    pub(super) fn path(&self) -> &[Step] {
        &self.path
    }

    /// All lines, the oldest first.
    pub(super) fn lines(&self) -> Vec<Line> {
        self.branches.iter().map(|branch| branch.line).collect()
    }

    /// All steps of a line.
    pub(super) fn path_of(&self, line: usize) -> Option<Vec<Step>> {
        let mut branch = self.branch(line)?;
        let mut parts = vec![&branch.own[..]];
        while let Some(parent) = branch.line.parent {
            let end = branch.line.from;
            branch = self.branch(parent)?;
            parts.push(&branch.own[..end - branch.line.from]);
        }
        parts.reverse();
        Some(parts.concat())
    }

    /// Makes a line the current one. False if there is no such line.
    pub(super) fn follow(&mut self, line: usize) -> bool {
        let Some(path) = self.path_of(line) else { return false };
        self.path = path;
        self.current = line;
        true
    }

    /// Takes a step after `ply` steps of the current line: along the current line, else along the newest
    /// line that knows it, else as a new end of the current line or as a new line. `solved` says whether it
    /// solves the level. False, and nothing changed, if there is no room.
    pub(super) fn take(&mut self, ply: usize, step: Step, solved: bool) -> bool {
        if self.path.get(ply) == Some(&step) {
            return true;
        }
        if ply < self.path.len() {
            if let Some(line) = self.newest_with(ply, step) {
                return self.follow(line);
            }
            self.fork(ply);
        } else if ply >= self.limits.steps {
            return false;
        }
        self.grow(step, solved);
        self.forget_surplus();
        true
    }

    fn index(&self, line: usize) -> Option<usize> {
        self.branches.binary_search_by_key(&line, |branch| branch.line.id).ok()
    }

    fn branch(&self, line: usize) -> Option<&Branch> {
        self.index(line).map(|index| &self.branches[index])
    }

    /// The branch that holds the point after `ply` steps of a line, and with it the step that led there.
    fn holder(&self, line: usize, ply: usize) -> Option<&Branch> {
        let mut branch = self.branch(line).filter(|branch| ply <= branch.line.steps)?;
        while ply <= branch.line.from
            && let Some(parent) = branch.line.parent
        {
            branch = self.branch(parent)?;
        }
        Some(branch)
    }

    /// The newest line through the point after `ply` steps of the current line that goes on with this step.
    fn newest_with(&self, ply: usize, step: Step) -> Option<usize> {
        let here = self.holder(self.current, ply)?.line.id;
        let passes = |line| self.holder(line, ply).is_some_and(|holder| holder.line.id == here);
        let goes_on = |line| {
            self.holder(line, ply + 1).is_some_and(|holder| holder.own[ply - holder.line.from] == step)
        };
        self.branches.iter().rev().map(|branch| branch.line.id).find(|&line| passes(line) && goes_on(line))
    }

    /// Opens a line after `ply` steps of the current one and makes it the current one.
    fn fork(&mut self, ply: usize) {
        self.path.truncate(ply);
        let parent = self.holder(self.current, ply).map(|holder| holder.line.id);
        let pushes = self.path.iter().filter(|step| step.push).count();
        let line = Line { id: self.next_id, parent, from: ply, steps: ply, pushes, solved: false };
        self.branches.push(Branch { line, own: Vec::new() });
        self.current = self.next_id;
        self.next_id += 1;
    }

    fn grow(&mut self, step: Step, solved: bool) {
        if let Some(index) = self.index(self.current) {
            self.branches[index].push(step, solved);
            self.path.push(step);
            self.stored += 1;
        }
    }

    fn forget_surplus(&mut self) {
        while self.stored > self.limits.steps || self.branches.len() > self.limits.lines {
            let Some(line) = self.dispensable() else { break };
            self.forget(line);
        }
    }

    /// The oldest line that holds nothing of the current one; if all do, the oldest other than that.
    fn dispensable(&self) -> Option<usize> {
        let parent = |&line: &usize| self.branch(line).and_then(|branch| branch.line.parent);
        let chain: Vec<usize> = std::iter::successors(Some(self.current), parent).collect();
        let mut lines = self.branches.iter().map(|branch| branch.line.id);
        lines.clone().find(|line| !chain.contains(line)).or_else(|| lines.find(|&line| line != self.current))
    }

    fn forget(&mut self, line: usize) {
        let Some(index) = self.index(line) else { return };
        let gone = self.branches.remove(index);
        self.stored -= gone.own.len();
        let mut children: Vec<&mut Branch> =
            self.branches.iter_mut().filter(|branch| branch.line.parent == Some(line)).collect();
        children.sort_by_key(|child| Reverse((child.line.from, Reverse(child.line.id))));
        let Some((heir, siblings)) = children.split_first_mut() else { return };
        let shared = heir.line.from - gone.line.from;
        heir.own.splice(0..0, gone.own[..shared].iter().copied());
        heir.line.from = gone.line.from;
        heir.line.parent = gone.line.parent;
        for sibling in siblings {
            sibling.line.parent = Some(heir.line.id);
        }
        self.stored += shared;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Direction, lurd};

    fn step(letter: char) -> Step {
        Step { direction: Direction::from_letter(letter).unwrap(), push: letter.is_uppercase() }
    }

    /// Plays steps from a point of the current line.
    fn play(timeline: &mut Timeline, from: usize, text: &str) {
        for (ply, letter) in (from..).zip(text.chars()) {
            assert!(timeline.take(ply, step(letter), false));
        }
    }

    fn timeline(steps: usize, lines: usize) -> Timeline {
        Timeline::new(Limits { steps, lines }, false)
    }

    fn texts(timeline: &Timeline) -> Vec<(usize, String)> {
        let text = |line: Line| (line.id, lurd::format(&timeline.path_of(line.id).unwrap()));
        timeline.lines().into_iter().map(text).collect()
    }

    #[test]
    fn a_different_step_opens_a_line_below_the_one_that_holds_the_point() {
        let mut t = timeline(100, 100);
        play(&mut t, 0, "rruul");
        play(&mut t, 2, "DDr");
        play(&mut t, 4, "l");
        // The point after two steps was made by line 0, although line 2 is the current one.
        play(&mut t, 2, "l");
        let shape: Vec<_> = t.lines().iter().map(|l| (l.id, l.parent, l.from, l.steps, l.pushes)).collect();
        let expected =
            [(0, None, 0, 5, 0), (1, Some(0), 2, 5, 2), (2, Some(1), 4, 5, 2), (3, Some(0), 2, 3, 0)];
        assert_eq!(shape, expected);
        assert_eq!(t.stored, 5 + 3 + 1 + 1);
    }

    #[test]
    fn the_newest_line_that_knows_a_step_is_followed() {
        let mut t = timeline(100, 100);
        play(&mut t, 0, "rru");
        play(&mut t, 2, "d");
        play(&mut t, 0, "l");
        play(&mut t, 0, "r");
        assert_eq!((t.current(), lurd::format(t.path())), (1, "rrd".into()));
        play(&mut t, 2, "u");
        assert_eq!((t.current(), t.lines().len()), (0, 3));
    }

    #[test]
    fn the_oldest_line_apart_from_the_current_one_is_forgotten() {
        let mut t = timeline(100, 3);
        play(&mut t, 0, "rr");
        play(&mut t, 1, "u");
        play(&mut t, 1, "d");
        play(&mut t, 1, "l");
        // Line 0 holds the first step of the current one; line 1 goes.
        assert_eq!(texts(&t), [(0, "rr".into()), (2, "rd".into()), (3, "rl".into())]);
    }

    #[test]
    fn what_a_forgotten_line_shared_passes_to_its_heir() {
        let mut t = timeline(100, 4);
        play(&mut t, 0, "l");
        play(&mut t, 0, "rrrr");
        play(&mut t, 1, "u");
        assert!(t.follow(1));
        play(&mut t, 3, "d");
        assert!(t.follow(0));
        play(&mut t, 0, "d");
        let left = [(0, "l".into()), (2, "ru".into()), (3, "rrrd".into()), (4, "d".into())];
        assert_eq!(texts(&t), left);
        let parents: Vec<_> = t.lines().iter().map(|line| (line.parent, line.from)).collect();
        assert_eq!(parents, [(None, 0), (Some(3), 1), (Some(0), 0), (Some(0), 0)]);
        assert_eq!(t.stored, 1 + 1 + 4 + 1);
    }

    #[test]
    fn the_current_line_may_use_all_the_room_and_no_more() {
        let mut t = timeline(6, 10);
        play(&mut t, 0, "rrrrr");
        play(&mut t, 2, "u");
        assert_eq!(texts(&t).len(), 2);
        // Line 0 gives up its end, though it is the parent.
        play(&mut t, 3, "u");
        assert_eq!(texts(&t), [(1, "rruu".into())]);
        play(&mut t, 4, "ll");
        assert!(!t.take(6, step('l'), false));
        assert_eq!(texts(&t), [(1, "rruull".into())]);
        // From earlier on there is room again.
        play(&mut t, 5, "d");
        assert_eq!(texts(&t), [(2, "rruuld".into())]);
    }
}
