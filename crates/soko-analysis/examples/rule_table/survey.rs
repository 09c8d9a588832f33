//! Counts and clocks: every rule on every position, in batches that fit the cache.

use std::time::{Duration, Instant};

use soko_analysis::deadlock::{Rule, RuleId, compile};
use soko_core::{Bits, Level, Maze, State, with_maze};

use crate::oracle::{Oracle, draw};

/// Positions that are judged by one rule before the next has its turn: the clock is read twice per batch.
const BATCH: usize = 1024;

/// Levels and positions of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kind {
    pub(crate) levels: u64,
    pub(crate) positions: u64,
    pub(crate) dead: u64,
    /// Dead positions that some rule found.
    pub(crate) found: u64,
    /// Dead positions in which dead squares prove nothing.
    pub(crate) deep: u64,
    /// Those that some rule found.
    pub(crate) deep_found: u64,
}

/// What one rule did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    pub(crate) flagged: u64,
    /// Dead positions among them in which dead squares prove nothing.
    pub(crate) deep: u64,
    /// Dead positions that no other rule found.
    pub(crate) alone: u64,
    /// Solvable positions that it flagged.
    pub(crate) false_alarms: u64,
    pub(crate) time: Duration,
}

/// All that was measured.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// As many boxes as goals, more boxes, more goals.
    pub(crate) kinds: [Kind; 3],
    /// One per rule, in the order of [`RuleId::ALL`].
    pub(crate) records: Vec<Record>,
    /// The first false alarm of each level that has one.
    pub(crate) alarms: Vec<String>,
}

impl Survey {
    /// Judges all positions of a level.
    pub(crate) fn add(&mut self, name: &str, level: &Level) {
        self.records.resize(RuleId::ALL.len(), Record::default());
        with_maze!(level, |maze| {
            let rules: Vec<_> = RuleId::ALL.iter().map(|&id| compile(id, level, &maze)).collect();
            let oracle = Oracle::new(level, &maze);
            let kind = match level.boxes().cmp(&level.goals().len()) {
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Less => 2,
            };
            self.kinds[kind].levels += 1;
            let mut batch = Vec::with_capacity(BATCH);
            let mut alarm = None;
            oracle.for_each_position(|state, region| {
                batch.push((*state, *region, oracle.is_solvable(state)));
                if batch.len() == BATCH {
                    alarm = alarm.or_else(|| self.judge(kind, &maze, &rules, &batch));
                    batch.clear();
                }
            });
            alarm = alarm.or_else(|| self.judge(kind, &maze, &rules, &batch));
            if let Some((rule, state)) = alarm {
                let board = draw(level, &state);
                self.alarms.push(format!("{} flags a solvable position of {name}:\n{board}", rule.id()));
            }
        });
    }

    /// Judges a batch; the first false alarm, if there is one.
    fn judge<const W: usize>(
        &mut self,
        kind: usize,
        maze: &Maze<W>,
        rules: &[Box<dyn Rule<W>>],
        batch: &[(State<W>, Bits<W>, bool)],
    ) -> Option<(RuleId, State<W>)> {
        let mut alarm = None;
        // Bit i: rule i speaks.
        let mut spoken = vec![0u32; batch.len()];
        for (i, (rule, record)) in rules.iter().zip(&mut self.records).enumerate() {
            let start = Instant::now();
            for ((state, region, _), spoken) in batch.iter().zip(&mut spoken) {
                *spoken |= u32::from(rule.judge(maze, state, region).is_some()) << i;
            }
            record.time += start.elapsed();
        }
        let shallow = RuleId::ALL.iter().position(|&id| id == RuleId::DeadSquare).map_or(0, |i| 1 << i);
        let kind = &mut self.kinds[kind];
        for ((state, _, solvable), spoken) in batch.iter().zip(spoken) {
            kind.positions += 1;
            kind.dead += u64::from(!solvable);
            kind.found += u64::from(!solvable && spoken != 0);
            let deep = u64::from(!solvable && spoken & shallow == 0);
            kind.deep += deep;
            kind.deep_found += deep & u64::from(spoken != 0);
            for (i, record) in self.records.iter_mut().enumerate().filter(|&(i, _)| spoken >> i & 1 == 1) {
                record.flagged += 1;
                record.deep += deep;
                record.alone += u64::from(spoken.is_power_of_two());
                if *solvable {
                    record.false_alarms += 1;
                    alarm = alarm.or(Some((RuleId::ALL[i], *state)));
                }
            }
        }
        alarm
    }
}
