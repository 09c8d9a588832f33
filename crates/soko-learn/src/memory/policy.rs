//! The greedy policy of a memory, played out.

use std::collections::HashSet;

use soko_core::{Push, Step};

use super::book::{Book, Moment};

/// Most actions that are played out.
const LONGEST: usize = 100_000;

/// How a policy ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The level is solved.
    Solved,
    /// A situation that the table has never seen.
    Unseen,
    /// A position that was there before.
    Circle,
    /// No action is left.
    Stuck,
}

impl Ending {
    /// Name in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unseen => "unseen",
            Self::Circle => "circle",
            Self::Stuck => "stuck",
        }
    }
}

/// What the greedy actions from a position lead to.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The actions.
    pub actions: Vec<Push>,
    /// The steps that they are.
    pub steps: Vec<Step>,
    /// How it ends.
    pub ending: Ending,
}

impl Book<'_> {
    /// Plays the greedy policy from a position of a game.
    pub fn policy(&self, from: &Moment) -> Policy {
        let mut moment = from.clone();
        let mut policy = Policy { actions: Vec::new(), steps: Vec::new(), ending: Ending::Circle };
        let mut seen = HashSet::new();
        while policy.actions.len() < LONGEST {
            if self.level().is_solved(&moment.position) {
                policy.ending = Ending::Solved;
                break;
            }
            if !seen.insert(moment.position.clone()) {
                break;
            }
            let Some(choices) = self.choices(&moment) else {
                policy.ending = Ending::Unseen;
                break;
            };
            let path = self.greedy(&choices).and_then(|best| {
                policy.actions.push(choices[best].action);
                self.path(&moment, choices[best].action)
            });
            let steps =
                path.and_then(|path| path.into_iter().map(|step| moment.step(self.level(), step)).collect());
            let Some::<Vec<Step>>(steps) = steps else {
                policy.ending = Ending::Stuck;
                break;
            };
            policy.steps.extend(steps);
        }
        policy
    }
}

#[cfg(test)]
mod tests {
    use soko_core::lurd;

    use super::*;
    use crate::memory::{Memory, sample};

    fn played(memory: &Memory) -> (String, Ending) {
        let book = Book::open(memory).unwrap();
        let policy = book.policy(&book.start());
        (lurd::format(&policy.steps), policy.ending)
    }

    #[test]
    fn a_policy_is_followed_to_its_end() {
        let mut memory = sample();
        assert_eq!(played(&memory), ("RR".to_owned(), Ending::Solved));
        memory.rows.q[1] = -3.0;
        assert_eq!(played(&memory), ("Rl".to_owned(), Ending::Unseen));
        memory.rows.actions[0] = memory.rows.actions[0] / 4 * 4 + 3;
        assert_eq!(played(&memory), (String::new(), Ending::Stuck), "there is a wall");
    }

    #[test]
    fn a_circle_ends() {
        let mut memory = sample();
        let (there, cell) = (memory.rows.keys[3], memory.rows.keys[0]);
        // After the push the table sends the player back and forth.
        memory.rows.keys.extend([cell, there]);
        memory.rows.first.push(3);
        memory.rows.actions.push(cell * 4 + 1);
        memory.rows.q.push(0.0);
        memory.rows.visits.push(1);
        memory.rows.q[1] = -3.0;
        assert_eq!(played(&memory), ("Rlr".to_owned(), Ending::Circle));
    }
}
