//! Tables of values: what an agent remembers.
//!
//! A table gives every pair of situation and action a *slot*, and [`Values`] holds for each slot the value Q and
//! how often it was tried. The tables differ in what they tell apart, and that is all that makes the agents
//! different:
//!
//! | table | a slot is | so it |
//! |---|---|---|
//! | [`cells`] | the player's cell (and, by default, the pushes made so far) and a direction | fits in a few kilobytes, mixes up what looks alike |
//! | [`states`] | a whole position and an action | is exact, and grows with what was seen |
//! | [`boxes`] | a box, its cell and a direction | forgets where the other boxes are |
//!
//! Slots are handed out in a [`View`]: the actions of a situation with their slots, in the same order.

pub(crate) mod boxes;
pub(crate) mod cells;
mod dense;
pub(crate) mod kept;
pub(crate) mod states;

use std::sync::Arc;

use soko_core::{Push, Square, meter::fill_to};
use soko_solver::Halt;

use crate::{
    environment::{Environment, Situation},
    meter::StepMeter,
};

/// Values and visits by slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    pub(crate) q: Vec<f32>,
    pub(crate) visits: Vec<u32>,
    /// The second estimate of double learning; empty without it.
    pub(crate) other: Vec<f32>,
    double: bool,
    /// In a fork, the visits that the table had when it was made.
    known: Option<Vec<u32>>,
}

impl Values {
    pub(crate) fn new(double: bool) -> Self {
        Self { double, ..Self::default() }
    }

    pub(crate) const fn len(&self) -> usize {
        self.q.len()
    }

    /// Bytes of a slot.
    const fn width(&self) -> u64 {
        if self.double { 12 } else { 8 }
    }

    /// Bytes held.
    pub(crate) const fn bytes(&self) -> u64 {
        self.q.capacity() as u64 * self.width()
    }

    /// Adds slots of value 0 up to a number.
    pub(crate) fn extend_to(&mut self, slots: usize, meter: &mut impl StepMeter) -> Result<(), Halt> {
        if slots > self.q.capacity() {
            let room = slots.max(self.q.capacity() * 3 / 2).max(64);
            let (old, new) = (self.bytes(), room as u64 * self.width());
            meter.acquire(new)?;
            self.q.reserve_exact(room - self.q.len());
            self.visits.reserve_exact(room - self.visits.len());
            if self.double {
                self.other.reserve_exact(room - self.other.len());
            }
            meter.release(old);
        }
        // A halt may leave the first ones longer; the last one filled is the one that counts.
        if let Some(known) = &mut self.known {
            fill_to(known, slots, &0, meter)?;
        }
        if self.double {
            fill_to(&mut self.other, slots, &0.0, meter)?;
        }
        fill_to(&mut self.visits, slots, &0, meter)?;
        fill_to(&mut self.q, slots, &0.0, meter)
    }

    /// No slots yet, and those to come are a fork's.
    pub(crate) fn new_fork(&self) -> Self {
        Self { known: Some(Vec::new()), ..Self::new(self.double) }
    }

    /// The same slots, as a fork.
    pub(crate) fn whole_fork(&self) -> Self {
        Self { known: Some(self.visits.clone()), ..self.clone() }
    }

    /// Takes a slot of the table that this is a fork of.
    pub(crate) fn copy(&mut self, slot: usize, base: &Self, base_slot: usize) {
        self.q[slot] = base.q[base_slot];
        self.visits[slot] = base.visits[base_slot];
        if self.double {
            self.other[slot] = base.other[base_slot];
        }
        if let Some(known) = &mut self.known {
            known[slot] = base.visits[base_slot];
        }
    }

    /// Takes over what a fork has learnt about a slot, its values shifted by so much.
    pub(crate) fn join(&mut self, slot: usize, fork: &Self, fork_slot: usize, joining: Joining, shift: f32) {
        let known = fork.known.as_ref().map_or(0, |known| known[fork_slot]);
        let tried = fork.visits[fork_slot].saturating_sub(known);
        if tried == 0 {
            return;
        }
        self.visits[slot] = self.visits[slot].saturating_add(tried);
        let merge = |mine: f32, theirs: f32| {
            if joining.keep_lower { mine.min(theirs + shift) } else { theirs + shift }
        };
        self.q[slot] = merge(self.q[slot], fork.q[fork_slot]);
        if self.double {
            self.other[slot] = merge(self.other[slot], fork.other[fork_slot]);
        }
    }

    /// What an action is held to be worth.
    #[inline]
    pub(crate) fn worth(&self, slot: u32) -> f32 {
        let slot = slot as usize;
        if self.double { f32::midpoint(self.q[slot], self.other[slot]) } else { self.q[slot] }
    }

    /// The best of some slots; 0 if there are none.
    #[inline]
    pub(crate) fn best(&self, slots: &[u32]) -> f32 {
        slots.iter().map(|&slot| self.worth(slot)).reduce(f32::max).unwrap_or(0.0)
    }
}

/// How two tables become one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    /// Of two values the lower one stays, because none is too low; otherwise the later one.
    pub(crate) keep_lower: bool,
    /// Weight of the potential in the values.
    pub(crate) shaping: f32,
}

impl Joining {
    /// What is added to a value counted from a potential of −`from` to count it from −`to`.
    fn shift(self, from: u32, to: u32) -> f32 {
        if from == to { 0.0 } else { self.shaping * (to as f32 - from as f32) }
    }
}

/// The actions of a situation with their slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    pub(crate) actions: Vec<Push>,
    pub(crate) slots: Vec<u32>,
    /// What is left, by the potential.
    pub(crate) left: f32,
    /// The potential has proven that the game is lost.
    pub(crate) lost: bool,
}

/// Something that gives situations slots.
pub(crate) trait Table<const W: usize>: Sized {
    /// A table that begins with what `base` knows and keeps what it learns to itself.
    fn fork(base: &Arc<Self>) -> Self;

    /// What a fork has learnt, without its base; an empty table stays behind.
    fn detach(&mut self) -> Self;

    /// Takes over what a fork has learnt.
    fn join(&mut self, fork: &Self, joining: Joining, meter: &mut impl StepMeter) -> Result<(), Halt>;

    /// A new episode begins at the start.
    fn begin(&mut self) {}

    /// A box was pushed in this episode.
    fn pushed(&mut self, _from: Square, _to: Square) {}

    /// Fills in the actions of a situation, their slots, and what the potential says.
    fn look(
        &mut self,
        environment: &mut Environment<W>,
        at: &Situation<W>,
        view: &mut View,
        meter: &mut impl StepMeter,
    ) -> Result<(), Halt>;

    fn values(&self) -> &Values;

    fn values_mut(&mut self) -> &mut Values;

    /// Situations stored.
    fn rows(&self) -> usize;

    /// Bytes held.
    fn bytes(&self) -> u64;
}

/// What the potential says, for tables that do not keep it.
#[inline]
pub(crate) fn judge<const W: usize>(
    environment: &mut Environment<W>,
    at: &Situation<W>,
    view: &mut View,
    meter: &mut impl StepMeter,
) -> Result<(), Halt> {
    let left = environment.estimate(&at.state, meter)?;
    view.lost = left.is_none();
    view.left = left.unwrap_or(0) as f32;
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests {
    use soko_core::{Level, Meter};
    use soko_search::evaluator::Heuristic;

    use super::{states::States, *};
    use crate::{
        deadlocks::RuleSet,
        environment::{Space, Views},
    };

    /// Counts what is held.
    #[derive(Default)]
    pub(crate) struct Scales(pub(crate) u64);

    impl StepMeter for Scales {
        fn step(&mut self) -> Result<(), Halt> {
            Ok(())
        }
    }

    impl Meter for Scales {
        type Halt = Halt;

        fn go_on(&mut self) -> Result<(), Halt> {
            Ok(())
        }

        fn acquire(&mut self, bytes: u64) -> Result<(), Halt> {
            self.0 += bytes;
            Ok(())
        }

        fn release(&mut self, bytes: u64) {
            self.0 -= bytes;
        }
    }

    /// So many slots of value 0.
    pub(crate) fn values(slots: usize, double: bool) -> Values {
        let mut values = Values::new(double);
        values.extend_to(slots, &mut Scales::default()).expect("scales have no limit");
        values
    }

    fn environment(space: Space) -> Environment<1> {
        estimated(space, Heuristic::Assignment)
    }

    fn estimated(space: Space, heuristic: Heuristic) -> Environment<1> {
        let level = Level::parse("#######\n#     #\n# @$  #\n#  $ .#\n#    .#\n#######").unwrap();
        let rules = RuleSet::Sokolab;
        let views = Views { space, count_moves: false, rules, prune: true, heuristic };
        Environment::new(&level, views, &mut Scales::default()).unwrap()
    }

    /// Walks through all situations within a few steps and looks at each.
    fn tour<T: Table<1>>(
        environment: &mut Environment<1>,
        table: &mut T,
        depth: u32,
        meter: &mut impl StepMeter,
    ) -> usize {
        let mut looks = 0;
        let mut frontier = vec![environment.start];
        table.begin();
        for _ in 0..depth {
            let mut next = Vec::new();
            for at in &frontier {
                let mut view = View::default();
                table.look(environment, at, &mut view, meter).unwrap();
                assert_eq!(view.actions.len(), view.slots.len());
                looks += 1;
                for &action in &view.actions {
                    let (child, outcome) = environment.play(at, action);
                    if !outcome.is_end() {
                        next.push(child);
                    }
                }
            }
            frontier = next;
        }
        looks
    }

    #[test]
    fn a_position_has_one_row_and_pays_for_its_memory() {
        let mut environment = environment(Space::Moves);
        let (mut table, mut scales) = (States::<1>::new(false), Scales::default());
        let looks = tour(&mut environment, &mut table, 6, &mut scales);
        let rows = Table::<1>::rows(&table);
        assert!(rows * 3 < looks, "{rows} rows, {looks} looks");
        assert_eq!(scales.0, table.bytes(), "what is held is what was asked for");
        tour(&mut environment, &mut table, 6, &mut scales);
        assert_eq!(table.rows(), rows, "nothing new the second time");
    }

    #[test]
    fn small_tables_stay_small() {
        let mut moves = environment(Space::Moves);
        let mut cells = cells::table(&moves, 1, false);
        tour(&mut moves, &mut cells, 6, &mut Scales::default());
        assert_eq!(Table::<1>::rows(&cells), 20);
        let mut pushes = environment(Space::Pushes);
        let mut boxes = boxes::table(&pushes, false);
        tour(&mut pushes, &mut boxes, 4, &mut Scales::default());
        assert_eq!(Table::<1>::rows(&boxes), 2 * 20);
    }

    #[test]
    fn what_forks_learn_is_joined() {
        let mut environment = environment(Space::Pushes);
        let start = environment.start;
        let (mut view, mut scales) = (View::default(), Scales::default());
        let mut table = States::<1>::new(false);
        table.look(&mut environment, &start, &mut view, &mut scales).unwrap();
        table.values_mut().q.fill(-1.0);
        for (keep_lower, expected) in [(true, [-3.0, -2.0]), (false, [-2.0, -2.0])] {
            let joining = Joining { keep_lower, shaping: 1.0 };
            let base = Arc::new(table.clone());
            let learn = |environment: &mut Environment<1>, lessons: [Option<f32>; 2]| {
                let mut fork = States::fork(&base);
                let mut view = View::default();
                fork.look(environment, &start, &mut view, &mut Scales::default()).unwrap();
                for (slot, lesson) in lessons.into_iter().enumerate() {
                    assert_eq!(
                        fork.values().q[slot].to_bits(),
                        (-1.0_f32).to_bits(),
                        "a fork begins with the base"
                    );
                    if let Some(value) = lesson {
                        fork.values_mut().q[slot] = value;
                        fork.values_mut().visits[slot] += 1;
                    }
                }
                fork.detach()
            };
            let one = learn(&mut environment, [Some(-3.0), None]);
            let other = learn(&mut environment, [Some(-2.0), Some(-2.0)]);
            let mut joined = table.clone();
            joined.join(&one, joining, &mut scales).unwrap();
            joined.join(&other, joining, &mut scales).unwrap();
            assert_eq!(joined.values().q[..2], expected, "keep_lower {keep_lower}");
            assert_eq!(joined.values().visits[..2], [2, 1]);
            assert_eq!(joined.rows(), 1);
        }
    }

    #[test]
    fn values_counted_from_another_potential_are_shifted() {
        let look = |table: &mut States<1>, heuristic, view: &mut View| {
            let mut environment = estimated(Space::Pushes, heuristic);
            let start = environment.start;
            table.look(&mut environment, &start, view, &mut Scales::default()).unwrap();
        };
        let (mut exact, mut blind) = (View::default(), View::default());
        let mut table = States::<1>::new(false);
        look(&mut table, Heuristic::Assignment, &mut exact);
        let mut fork = States::fork(&Arc::new(States::new(false)));
        look(&mut fork, Heuristic::None, &mut blind);
        assert!(exact.left > 2.0 && blind.left == 0.0, "{} {}", exact.left, blind.left);
        fork.values_mut().q.fill(-2.0);
        fork.values_mut().visits.fill(1);
        let fork = fork.detach();
        for (keep_lower, shaping) in [(false, 1.0), (false, 0.5), (true, 1.0)] {
            let mut joined = table.clone();
            joined.join(&fork, Joining { keep_lower, shaping }, &mut Scales::default()).unwrap();
            let expected = if keep_lower { 0.0 } else { shaping * exact.left - 2.0 };
            assert!(!joined.values().q.is_empty());
            for value in &joined.values().q {
                assert_eq!(value.to_bits(), expected.to_bits(), "{keep_lower} {shaping}: {value}");
            }
        }
    }
}
