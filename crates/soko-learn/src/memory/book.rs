//! What a memory holds for a position of a game.
//!
//! A table knows a situation by more than the board shows: one over cells counts the pushes made, one over boxes numbers
//! them. A [`Moment`] carries that along while a game is played, and the [`Book`] looks it up.

use std::collections::{HashMap, HashSet};

use soko_core::{Direction, Level, Position, Push, Square, Step, Walks, lurd};

use super::{Actions, Chart, Kind, Memory, MemoryError};

/// One action of a situation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The action; for a step its square is the player's.
    pub action: Push,
    /// What it is held to be worth.
    pub value: f32,
    /// How often it was tried.
    pub visits: u32,
    /// The best solution found does this here.
    pub in_solution: bool,
}

/// A position of a game, and how it was reached as far as tables care.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Where the player and the boxes are.
    pub position: Position,
    /// Pushes made.
    pub pushes: u32,
    /// Which box stands on a square, by the order of the start; right for squares with a box.
    numbers: Vec<u32>,
}

impl Moment {
    /// The start of a game.
    fn start(level: &Level) -> Self {
        let mut numbers = vec![0; level.squares()];
        for (number, square) in level.start().boxes().iter().enumerate() {
            numbers[square.index()] = number as u32;
        }
        Self { position: level.start().clone(), pushes: 0, numbers }
    }

    /// Steps by the rules; `None` changes nothing.
    pub fn step(&mut self, level: &Level, direction: Direction) -> Option<Step> {
        let step = self.position.step(level, direction)?;
        if step.push {
            let from = self.position.player();
            self.numbers[level.next(from, direction).index()] = self.numbers[from.index()];
            self.pushes += 1;
        }
        Some(step)
    }

    /// The number of the box on a square.
    pub fn number(&self, square: Square) -> u32 {
        self.numbers[square.index()]
    }
}

/// A memory with an index of its rows.
pub struct Book<'a> {
    memory: &'a Memory,
    level: Level,
    chart: Chart,
    index: HashMap<&'a [u32], usize>,
    /// Rows and actions of the best solution found.
    solution: HashSet<(usize, Push)>,
}

impl<'a> Book<'a> {
    /// Opens a memory.
    ///
    /// # Errors
    /// It does not fit together.
    pub fn open(memory: &'a Memory) -> Result<Self, MemoryError> {
        let level = memory.check()?;
        let index = (0..memory.rows.len()).map(|row| (memory.rows.key(row), row)).collect();
        let chart = Chart::of(&level);
        let mut book = Self { memory, level, chart, index, solution: HashSet::new() };
        book.solution = book.rows_of_solution().into_iter().collect();
        Ok(book)
    }

    /// What the best solution found does in which row.
    fn rows_of_solution(&self) -> Vec<(usize, Push)> {
        let moves = self.memory.about.solution.as_deref().unwrap_or_default();
        let (mut rows, mut moment) = (Vec::new(), self.start());
        // Where walks are left to path finding, a situation is what the last push left.
        let mut situation = moment.clone();
        for direction in lurd::parse(moves).unwrap_or_default() {
            let from = moment.position.player();
            let Some(step) = moment.step(&self.level, direction) else { break };
            let action = match self.memory.about.actions {
                Actions::Moves => Push { square: from, direction },
                Actions::Pushes => Push { square: moment.position.player(), direction },
            };
            if step.push || self.memory.about.actions == Actions::Moves {
                rows.extend(self.row(&self.key(&situation, action)).map(|row| (row, action)));
                situation = moment.clone();
            }
        }
        rows
    }

    /// The memory.
    pub const fn memory(&self) -> &'a Memory {
        self.memory
    }

    /// The level it is about, as drawn on its canonical board.
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// The numbers of its cells.
    pub const fn chart(&self) -> &Chart {
        &self.chart
    }

    /// The start of a game.
    pub fn start(&self) -> Moment {
        Moment::start(&self.level)
    }

    /// The row of that key.
    pub fn row(&self, key: &[u32]) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// The stage of a table over cells after so many pushes.
    pub fn stage(&self, pushes: u32) -> u32 {
        let stages = self.memory.about.parameters.get("stages").and_then(serde_json::Value::as_u64);
        stages.map_or(pushes, |stages| pushes.min(stages.saturating_sub(1) as u32))
    }

    /// The key of the row that an action of a situation is in.
    fn key(&self, moment: &Moment, action: Push) -> Vec<u32> {
        match self.memory.about.kind {
            Kind::States => self.state_key(&moment.position),
            Kind::Cells => vec![self.stage(moment.pushes), self.chart.cell(moment.position.player())],
            Kind::Boxes => vec![moment.number(action.square), self.chart.cell(action.square)],
        }
    }

    /// The actions of a situation; `None` if the table has never seen it.
    pub fn choices(&self, moment: &Moment) -> Option<Vec<Choice>> {
        let actions = match self.memory.about.kind {
            Kind::States => {
                let row = self.row(&self.state_key(&moment.position))?;
                return Some(self.choices_of(row));
            }
            Kind::Cells => self.steps(moment),
            Kind::Boxes => self.pushes(moment),
        };
        let rows: Vec<_> = actions.iter().map(|&action| self.row(&self.key(moment, action))).collect();
        let seen = rows.is_empty() || rows.iter().any(Option::is_some);
        seen.then(|| actions.into_iter().zip(rows).map(|(action, row)| self.choice(row, action)).collect())
    }

    /// The greedy one of some choices: of equals the one of the best solution, then the one that was tried most,
    /// then the first. A table over positions
    /// lists what its player may do; the others do not, so there what was never tried comes last.
    pub fn greedy(&self, choices: &[Choice]) -> Option<usize> {
        let only_tried =
            self.memory.about.kind != Kind::States && choices.iter().any(|choice| choice.visits > 0);
        let better = |a: &Choice, b: &Choice| {
            let (more, less) = ((a.in_solution, a.visits), (b.in_solution, b.visits));
            a.value.total_cmp(&b.value).then(more.cmp(&less))
        };
        let candidates = (0..choices.len()).rev().filter(|&i| !only_tried || choices[i].visits > 0);
        candidates.max_by(|&a, &b| better(&choices[a], &choices[b]))
    }

    /// The actions of a row.
    pub fn choices_of(&self, row: usize) -> Vec<Choice> {
        let rows = &self.memory.rows;
        let choice = |slot: usize| {
            let action = self.chart.unpack(rows.actions[slot])?;
            let in_solution = self.solution.contains(&(row, action));
            Some(Choice { action, value: rows.worth(slot), visits: rows.visits[slot], in_solution })
        };
        rows.slots(row).filter_map(choice).collect()
    }

    /// One action of a row; what was never tried is worth 0.
    fn choice(&self, row: Option<usize>, action: Push) -> Choice {
        let known = row.map(|row| self.choices_of(row)).unwrap_or_default();
        let known = known.into_iter().find(|choice| choice.action == action);
        known.unwrap_or(Choice { action, value: 0.0, visits: 0, in_solution: false })
    }

    fn state_key(&self, position: &Position) -> Vec<u32> {
        let player = if self.memory.about.exact_player {
            position.player()
        } else {
            let walks = Walks::from(&self.level, position);
            let mut region = self.level.floor().iter().filter(|&square| walks.distance(square).is_some());
            region.next().unwrap_or(position.player())
        };
        let boxes = position.boxes().iter();
        std::iter::once(player).chain(boxes).map(|square| self.chart.cell(square)).collect()
    }

    /// The legal steps.
    fn steps(&self, moment: &Moment) -> Vec<Push> {
        let legal = |&direction: &Direction| moment.position.clone().step(&self.level, direction).is_some();
        let square = moment.position.player();
        Direction::ALL.into_iter().filter(legal).map(|direction| Push { square, direction }).collect()
    }

    /// The pushes that the player can walk to.
    fn pushes(&self, moment: &Moment) -> Vec<Push> {
        let (level, boxes) = (&self.level, moment.position.boxes());
        let walks = Walks::from(level, &moment.position);
        let all = boxes.iter().flat_map(|square| Direction::ALL.map(|direction| Push { square, direction }));
        all.filter(|push| {
            let behind = level.next(push.square, push.direction.opposite());
            let beyond = level.next(push.square, push.direction);
            level.floor().contains(behind)
                && walks.distance(behind).is_some()
                && level.floor().contains(beyond)
                && !boxes.contains(beyond)
        })
        .collect()
    }

    /// The steps that an action is, from here.
    pub(super) fn path(&self, moment: &Moment, action: Push) -> Option<Vec<Direction>> {
        let mut path = match self.memory.about.actions {
            Actions::Moves => Vec::new(),
            Actions::Pushes => {
                let behind = self.level.next(action.square, action.direction.opposite());
                let known = self.level.floor().contains(behind);
                known.then(|| Walks::from(&self.level, &moment.position).path_to(&self.level, behind))??
            }
        };
        path.push(action.direction);
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Rows, sample};

    /// The choices at the start and after a step to the right, as letters, values and visits.
    fn told(memory: &Memory) -> [Option<String>; 2] {
        let book = Book::open(memory).unwrap();
        let mut moment = book.start();
        let tell = |moment: &Moment| {
            let choices = book.choices(moment)?;
            let best = book.greedy(&choices);
            let text = choices.iter().enumerate().map(|(i, choice)| {
                let mark = if Some(i) == best { "!" } else { "" };
                format!("{}{}/{}{mark}", choice.action.direction.letter(), choice.value, choice.visits)
            });
            Some(text.collect::<Vec<_>>().join(" "))
        };
        let first = tell(&moment);
        moment.step(book.level(), Direction::Right).unwrap();
        [first, tell(&moment)]
    }

    #[test]
    fn positions_are_found_by_player_and_boxes() {
        assert_eq!(told(&sample()), [Some("r-0.5/7!".to_owned()), Some("r0/6! l-2/1".to_owned())]);
    }

    #[test]
    fn cells_are_found_by_pushes_made_and_player() {
        let mut memory = sample();
        memory.about.kind = Kind::Cells;
        let cell = memory.rows.keys[0];
        memory.rows = Rows {
            key_width: 2,
            keys: vec![0, cell, 1, cell + 1],
            first: vec![0, 1],
            actions: vec![cell * 4 + 1, (cell + 1) * 4 + 3],
            q: vec![1.0, -3.0],
            visits: vec![4, 2],
            other: Vec::new(),
        };
        assert_eq!(told(&memory), [Some("r1/4!".to_owned()), Some("r0/0 l-3/2!".to_owned())]);
        memory.about.parameters.insert("stages".to_owned(), 1.into());
        assert_eq!(told(&memory), [Some("r1/4!".to_owned()), None], "one stage knows no second");
    }

    #[test]
    fn boxes_are_found_by_number_and_cell() {
        let mut memory = sample();
        memory.about.kind = Kind::Boxes;
        memory.about.actions = Actions::Pushes;
        let cell = memory.rows.keys[1];
        memory.rows = Rows {
            key_width: 2,
            keys: vec![0, cell + 1],
            first: vec![0],
            actions: vec![(cell + 1) * 4 + 1],
            q: vec![2.5],
            visits: vec![9],
            other: Vec::new(),
        };
        assert_eq!(told(&memory), [None, Some("r2.5/9!".to_owned())]);
    }

    #[test]
    fn of_equals_the_solution_knows_best() {
        let mut memory = sample();
        memory.rows.q = vec![0.0; 3];
        memory.rows.visits = vec![1, 1, 9];
        assert_eq!(told(&memory)[1].as_deref(), Some("r0/1! l0/9"));
        memory.about.solution = Some("Rx".to_owned());
        assert_eq!(told(&memory)[1].as_deref(), Some("r0/1 l0/9!"));
    }

    #[test]
    fn a_region_is_known_by_its_first_cell() {
        let mut memory = sample();
        memory.about.exact_player = false;
        let book = Book::open(&memory).unwrap();
        let mut moment = book.start();
        moment.step(book.level(), Direction::Right).unwrap();
        assert!(book.choices(&moment).is_none(), "the row names the second cell of the region");
    }
}
