//! Every rule judges every position, and the oracle knows better: counts, and false alarms with their boards.

use soko_analysis::deadlock::{RuleId, compile};
use soko_core::{Level, with_maze};

use crate::oracle::{Oracle, draw};

/// What came out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Census {
    pub(crate) levels: u64,
    pub(crate) positions: u64,
    pub(crate) dead: u64,
    /// Dead positions that at least one rule found.
    pub(crate) found: u64,
    /// Positions flagged by each rule, in the order of [`RuleId::ALL`].
    pub(crate) flagged: Vec<u64>,
    /// Solvable positions that a rule called lost.
    pub(crate) false_alarms: Vec<String>,
}

impl Census {
    /// Puts a level to the test.
    pub(crate) fn add(&mut self, name: &str, level: &Level) {
        self.levels += 1;
        self.flagged.resize(RuleId::ALL.len(), 0);
        with_maze!(level, |maze| {
            let oracle = Oracle::new(level, &maze);
            let rules: Vec<_> = RuleId::ALL.iter().map(|&id| compile(id, level, &maze)).collect();
            oracle.for_each_position(|state, region| {
                let solvable = oracle.is_solvable(state);
                self.positions += 1;
                self.dead += u64::from(!solvable);
                let mut found = false;
                for (rule, flagged) in rules.iter().zip(&mut self.flagged) {
                    let Some(evidence) = rule.judge(&maze, state, region) else { continue };
                    *flagged += 1;
                    found = true;
                    let nonsense =
                        !evidence.boxes.is_subset(&state.boxes) || !evidence.cells.is_subset(maze.floor());
                    if solvable || nonsense || evidence.rule != rule.id() {
                        let board = draw(level, state);
                        self.false_alarms.push(format!("{} on {name}:\n{board}", rule.id().id()));
                    }
                }
                self.found += u64::from(found && !solvable);
            });
        });
    }

    /// Fails with the first boards, if a solvable position was flagged.
    pub(crate) fn verdict(&self) -> Result<(), String> {
        if self.false_alarms.is_empty() {
            return Ok(());
        }
        let some: Vec<_> = self.false_alarms.iter().take(5).map(String::as_str).collect();
        Err(format!("{} false alarms, such as\n{}", self.false_alarms.len(), some.join("\n")))
    }
}
