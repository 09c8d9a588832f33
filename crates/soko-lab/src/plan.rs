//! From an experiment file and its levels to the list of jobs.
//!
//! A job's name is a hash of everything that decides its result: board, player, all parameter values, seed, threads,
//! limits, repetition and program. How settings were written does not matter, nor where a board was read: two
//! experiments that ask for the same run share it.
//!
//! Jobs go round by round: every level and contender once, then all again with the next seed or repetition. So an
//! experiment that is stopped half way has treated all alike, and a machine that grows slower over the hours does so for
//! all of them.

use std::{collections::BTreeSet, fmt::Write as _};

use soko_analysis::StateSpace;
use soko_core::{Level, LevelHash, identity};

use crate::{
    Dataset, Definition, DefinitionError, JobId, PROGRAM, Setup, Supply,
    dataset::{ContenderInfo, LevelInfo, LevelName, Limits, Trial},
};

/// A level that was read for an experiment.
#[derive(Clone, Debug)]
pub struct PlannedLevel {
    /// What the experiment calls it.
    pub name: LevelName,
    /// The fewest pushes it can be solved with, if its file says so.
    pub optimum: Option<u32>,
    /// The level.
    pub level: Level,
}

/// All jobs of an experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The experiment before its first run.
    pub dataset: Dataset,
    /// The boards, one for each of [`Dataset::levels`], as their hashes mean them.
    pub boards: Vec<String>,
}

/// Part `index` of `count`, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl Plan {
    /// Plans an experiment with the levels that its file names.
    ///
    /// # Errors
    /// What is wrong with the definition.
    pub fn new(definition: &Definition, levels: Vec<PlannedLevel>) -> Result<Self, DefinitionError> {
        definition.check()?;
        let limits = definition.limits()?;
        let contenders = definition.contenders()?;
        let boards: Vec<_> = levels.iter().map(|level| level.level.canonical_board().to_string()).collect();
        let levels: Vec<_> = levels.into_iter().map(info).collect();
        let mut trials = Vec::new();
        for round in 0..rounds(definition) {
            for (level, level_info) in levels.iter().enumerate() {
                for (contender, (entrant, contender_info)) in
                    definition.players.iter().zip(&contenders).enumerate()
                {
                    let seeds = definition.seeds_of(entrant);
                    let (repetition, which) = (round / seeds.len(), round % seeds.len());
                    if repetition < definition.repetitions_of(entrant) as usize {
                        let (seed, repetition) = (seeds[which], repetition as u32 + 1);
                        let job = job(level_info, contender_info, &limits, seed, repetition);
                        trials.push(Trial { level, contender, seed, repetition, job, run: None });
                    }
                }
            }
        }
        let dataset = Dataset {
            name: definition.name.clone(),
            title: title(definition),
            about: definition.about.clone(),
            published: definition.published.clone(),
            program: PROGRAM.to_owned(),
            limits,
            levels,
            contenders,
            trials,
            ..Dataset::default()
        };
        Ok(Self { dataset, boards })
    }

    /// The same plan, with what was at hand of the collections that the experiment names.
    #[must_use]
    pub fn supplied(mut self, supply: Supply) -> Self {
        self.dataset.supply = supply;
        self
    }

    /// The trials of one part, by their place in the plan. Parts are drawn by the jobs' names, so each has its share of
    /// every level and contender, and sizes differ by one at most.
    pub fn shard(&self, shard: Option<Shard>) -> Vec<usize> {
        let trials = &self.dataset.trials;
        let Some(Shard { index, count }) = shard else { return (0..trials.len()).collect() };
        let jobs: BTreeSet<_> = trials.iter().map(|trial| trial.job).collect();
        let mine: BTreeSet<_> = jobs
            .into_iter()
            .enumerate()
            .filter(|(i, _)| i % count == index - 1)
            .map(|(_, job)| job)
            .collect();
        (0..trials.len()).filter(|&i| mine.contains(&trials[i].job)).collect()
    }

    /// A name for the experiment with everything in it.
    pub(crate) fn digest(&self) -> [u8; 16] {
        let Dataset { name, title, about, published, supply, levels, contenders, trials, .. } = &self.dataset;
        let mut text = format!("{name:?} {title:?} {about:?} {published:?}\n");
        // Experiments without collections keep the names they had before there was a catalogue.
        if *supply != Supply::default() {
            let _ = writeln!(text, "{}", supply.json());
        }
        for LevelInfo { name: LevelName { file, number, title }, optimum, .. } in levels {
            let _ = writeln!(text, "{file:?} {number} {title:?} {optimum:?}");
        }
        for ContenderInfo { name, preset, settings, .. } in contenders {
            let _ = writeln!(text, "{name:?} {preset:?} {settings:?}");
        }
        for Trial { level, contender, job, .. } in trials {
            let _ = writeln!(text, "{level} {contender} {job}");
        }
        *JobId::of(&text).as_bytes()
    }
}

/// The headline; an experiment made in passing has only a name.
fn title(definition: &Definition) -> String {
    if definition.title.is_empty() { definition.name.clone() } else { definition.title.clone() }
}

/// The most runs that a player makes of one level.
fn rounds(definition: &Definition) -> usize {
    let runs = |entrant| definition.seeds_of(entrant).len() * definition.repetitions_of(entrant) as usize;
    definition.players.iter().map(runs).max().unwrap_or(0)
}

fn info(planned: PlannedLevel) -> LevelInfo {
    LevelInfo {
        hash: identity::exact(&planned.level),
        boxes: planned.level.boxes(),
        log10_states: StateSpace::of(&planned.level).log10(),
        name: planned.name,
        optimum: planned.optimum,
    }
}

fn job(level: &LevelInfo, contender: &ContenderInfo, limits: &Limits, seed: u64, repetition: u32) -> JobId {
    name_of_job(&level.hash, &Setup::of(contender, *limits, PROGRAM), seed, repetition)
}

/// The name of a job. The text is the definition of what is the same.
pub(crate) fn name_of_job(level: &LevelHash, setup: &Setup, seed: u64, repetition: u32) -> JobId {
    let Setup { player, parameters, threads, limits: Limits { time_ms, nodes, memory }, program } = setup;
    JobId::of(&format!(
        "level {level}\nplayer {player}\nparameters {parameters}\nthreads {threads}\nseed {seed}\nrepetition {repetition}\n\
         time {time_ms:?}\nnodes {nodes:?}\nmemory {memory:?}\nprogram {program}\n"
    ))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two levels of ours as a file would give them.
    pub(crate) fn levels() -> Vec<PlannedLevel> {
        ["########\n#  .   #\n# $@$. #\n#      #\n########", "#####\n#@$.#\n#####"]
            .into_iter()
            .enumerate()
            .map(|(i, board)| PlannedLevel {
                name: LevelName {
                    file: "two.xsb".to_owned(),
                    number: i + 1,
                    title: (i == 0).then(|| "First".to_owned()),
                },
                optimum: None,
                level: Level::parse(board).unwrap(),
            })
            .collect()
    }

    pub(crate) fn plan(text: &str) -> Plan {
        let head = "name = \"x\"\nlevels = [\"two.xsb\"]\n";
        Plan::new(&Definition::parse(&format!("{head}{text}"), "x.toml").unwrap(), levels()).unwrap()
    }

    #[test]
    fn jobs_go_round_by_round() {
        let plan = plan(
            "seeds = 2\n[[players]]\nplayer = \"mcts\"\n[[players]]\nplayer = \"bfs\"\nseeds = 1\nrepetitions = 2\n\
             [[players]]\nplayer = \"dfs\"\nseeds = [9]\n",
        );
        let order: Vec<_> =
            plan.dataset.trials.iter().map(|t| (t.level, t.contender, t.seed, t.repetition)).collect();
        assert_eq!(
            order,
            [
                (0, 0, 1, 1),
                (0, 1, 1, 1),
                (0, 2, 9, 1),
                (1, 0, 1, 1),
                (1, 1, 1, 1),
                (1, 2, 9, 1),
                (0, 0, 2, 1),
                (0, 1, 1, 2),
                (1, 0, 2, 1),
                (1, 1, 1, 2)
            ]
        );
        let names: BTreeSet<_> = plan.dataset.trials.iter().map(|trial| trial.job).collect();
        assert_eq!(names.len(), 10);
    }

    #[test]
    fn a_job_is_what_is_done_and_not_how_it_is_written() {
        let job = |text: &str| plan(text).dataset.trials[0].job;
        let plain = job("[[players]]\nplayer = \"astar\"\n");
        let spelled = job(
            "seeds = [1]\n[[players]]\nname = \"A\"\nplayer = \"astar\"\nset = { metric = \"pushes\" }\n",
        );
        assert_eq!(plain, spelled);
        for other in [
            "seeds = [2]\n[[players]]\nplayer = \"astar\"\n",
            "[limits]\ntime = \"1s\"\n[[players]]\nplayer = \"astar\"\n",
            "[limits]\nnodes = 5\n[[players]]\nplayer = \"astar\"\n",
            "[[players]]\nplayer = \"astar\"\nthreads = 2\n",
            "[[players]]\nplayer = \"astar\"\nset = { metric = \"moves\" }\n",
            "[[players]]\nplayer = \"ida\"\n",
        ] {
            assert_ne!(plain, job(other), "{other}");
        }
    }

    #[test]
    fn shards_are_disjoint_complete_and_even() {
        let plan = plan("seeds = 5\n[[players]]\nplayer = \"mcts\"\n[[players]]\nplayer = \"bfs\"\n");
        let mut all: Vec<_> = (1..=3).flat_map(|index| plan.shard(Some(Shard { index, count: 3 }))).collect();
        for index in 1..=3 {
            assert!((6..=7).contains(&plan.shard(Some(Shard { index, count: 3 })).len()));
        }
        all.sort_unstable();
        assert_eq!(all, plan.shard(None));
    }
}
