//! Better floors by small changes.
//!
//! Few floors have starts that are many pushes away: of the rooms of 8 × 8 with three boxes and goals at random one in 10,000 has
//! one at 30 or more. They need not be met by chance: open a square, close one or move a goal, search backwards again, and
//! keep the change unless the farthest start has come nearer. One draft in ten climbs to 30 pushes in this way before its
//! patience ends: a level every 53 ms instead of every 530 ms. Changes that make no difference are kept as well; they lead
//! across plateaus.

use soko_core::{Board, Cell};
use soko_solver::Control;

use super::{dice::Dice, refusal::Refusal, shape::Floor};

/// Changes tried in a row without getting farther.
const PATIENCE: usize = 60;

/// Floor and goals that can be changed.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    floor: Floor,
    /// Column and row of each goal inside the outer wall.
    goals: Vec<(usize, usize)>,
    /// Fewest and most open squares.
    area: (usize, usize),
    /// Must the floor be as wide and as high as its rectangle?
    whole: bool,
}

impl Draft {
    /// A floor with goals on it, and how large it may become.
    pub(crate) fn new(floor: Floor, goals: Vec<(usize, usize)>, area: (usize, usize), whole: bool) -> Self {
        Self { floor, goals, area, whole }
    }

    /// The board, without boxes and player.
    pub(crate) fn board(&self) -> Board {
        let mut board = self.floor.board();
        for &(x, y) in &self.goals {
            board.set(x + 1, y + 1, Cell::Goal);
        }
        board
    }

    /// The same with one small change; `None` if this one cannot be made.
    fn changed(&self, dice: &mut Dice) -> Option<Self> {
        let mut draft = self.clone();
        let (width, height) = self.floor.size();
        let (x, y) = (dice.below(width), dice.below(height));
        let open = self.floor.is_open(x, y);
        if self.goals.contains(&(x, y)) {
            return None;
        }
        if open && dice.chance(50) {
            draft.goals[dice.below(self.goals.len())] = (x, y);
        } else {
            draft.floor.set(x, y, !open);
        }
        draft.is_sound().then_some(draft)
    }

    fn is_sound(&self) -> bool {
        (self.area.0..=self.area.1).contains(&self.floor.area())
            && self.floor.parts() == 1
            && (!self.whole || self.floor.touches_all_sides())
    }
}

/// How far to climb.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Climb {
    /// Changes to try in any case.
    pub(crate) steps: usize,
    /// The height to reach.
    pub(crate) height: u32,
}

impl Climb {
    /// Changes a draft until it is high enough. `height` measures one, or gives nothing if it is of no use.
    ///
    /// # Errors
    /// The draft is of no use, does not get high enough, or there was a stop.
    pub(crate) fn up<T>(
        self,
        draft: Draft,
        height: impl Fn(&Draft) -> Option<(u32, T)>,
        control: &Control,
        dice: &mut Dice,
    ) -> Result<T, Refusal> {
        let (mut far, mut best) = height(&draft).ok_or(Refusal::Floor)?;
        let mut draft = draft;
        let (mut step, mut in_vain) = (0, 0);
        while (step < self.steps || far < self.height) && in_vain < PATIENCE {
            if control.is_stopped() {
                return Err(Refusal::Stopped);
            }
            step += 1;
            in_vain += 1;
            let Some(next) = draft.changed(dice) else { continue };
            let Some(measured) = height(&next) else { continue };
            if measured.0 > far {
                in_vain = 0;
            }
            if measured.0 >= far {
                draft = next;
                (far, best) = measured;
            }
        }
        if far < self.height { Err(Refusal::Pushes(far)) } else { Ok(best) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::recipe::{Pattern, Style};

    fn draft(dice: &mut Dice) -> Draft {
        let floor = Floor::laid_out(Style::Hall, Pattern::Plain, 6, 5, dice);
        let goals = (0..30).map(|i| (i % 6, i / 6)).filter(|&(x, y)| floor.is_open(x, y)).take(3).collect();
        Draft::new(floor, goals, (12, 20), true)
    }

    #[test]
    fn changes_keep_a_floor_whole_and_its_goals_on_it() {
        let mut dice = Dice::new(4);
        let mut draft = draft(&mut dice);
        draft.area = (draft.floor.area() - 2, draft.floor.area() + 2);
        let mut changes = 0;
        for _ in 0..200 {
            let Some(next) = draft.changed(&mut dice) else { continue };
            assert!(next.is_sound());
            assert!(next.goals.iter().all(|&(x, y)| next.floor.is_open(x, y)));
            assert_eq!(next.board().count(Cell::has_goal), 3, "no two on one square");
            draft = next;
            changes += 1;
        }
        assert!(changes > 50, "{changes}");
    }

    #[test]
    fn a_climb_never_goes_down_and_ends() {
        let area = |draft: &Draft| Some((draft.floor.area() as u32, draft.floor.area()));
        let control = Control::default();
        let mut dice = Dice::new(7);
        let mut lower = Draft { area: (1, 30), ..draft(&mut dice) };
        let before = lower.floor.area();
        for i in (0..30).filter(|i| i % 3 == 1) {
            let mut next = lower.clone();
            next.floor.set(i % 6, i / 6, false);
            if next.is_sound() && !next.goals.contains(&(i % 6, i / 6)) {
                lower = next;
            }
        }
        assert!(lower.floor.area() < before);
        let (low, high) = (lower.floor.area() as u32, before as u32);
        lower.area.1 = before;
        let climb = Climb { steps: 0, height: low + 1 };
        assert!(climb.up(lower.clone(), area, &control, &mut dice).is_ok_and(|area| area > low as usize));
        let beyond = Climb { steps: 0, height: 40 };
        assert_eq!(beyond.up(lower.clone(), area, &control, &mut dice), Err(Refusal::Pushes(high)));
        let nothing = |_: &Draft| None::<(u32, ())>;
        assert_eq!(climb.up(lower.clone(), nothing, &control, &mut dice), Err(Refusal::Floor));
        control.stop();
        assert_eq!(beyond.up(lower, area, &control, &mut dice), Err(Refusal::Stopped));
    }
}
