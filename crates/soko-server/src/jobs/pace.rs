//! The pace of a learner that is watched: full speed, slow motion, or step by step.
//!
//! What there is to see is a topic of its own, `pace:7`, and small: at sixty steps a second nobody wants a job's whole state sixty
//! times. Pages that watch it are those who watch the learner. Fifteen seconds after the last of them has gone the run goes on at
//! full speed, so that no job is held for nobody.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soko_core::Level;
use soko_learn::{
    memory::Actions,
    pace::{End, Lesson, Open, STEPS_PER_SECOND, Scene, Standing, Tempo, Wish},
};

use crate::{placed::Placed, problem::Problem};

/// Most steps that can be asked for at once.
const STEPS: u32 = 10_000;

/// How fast a learner is to go on.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPace {
    /// How.
    mode: Mode,
    /// In slow motion, and when several steps are asked for: steps a second; 4 if not told.
    #[schemars(range(min = 0.1, max = 100.0))]
    steps_per_second: Option<f64>,
    /// Step by step: how many to play now; 0 if not told, which holds it.
    #[schemars(range(min = 0, max = 10_000))]
    steps: Option<u32>,
    /// Step by step: play on to the end of the episode.
    #[serde(default)]
    to_end: bool,
}

/// The ways to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mode {
    /// As fast as it can.
    Full,
    /// So many steps a second.
    Slow,
    /// Only as far as it is told.
    Step,
}

impl NewPace {
    /// What is wished for.
    ///
    /// # Errors
    /// A number is out of its bounds.
    pub(crate) fn wish(self) -> Result<Wish, Problem> {
        let (least, most) = STEPS_PER_SECOND;
        let steps_per_second = self.steps_per_second.unwrap_or(Wish::FULL.steps_per_second);
        if !(least..=most).contains(&steps_per_second) {
            return Err(Problem::bad(format!("steps_per_second is from {least} to {most}")));
        }
        let steps = self.steps.unwrap_or(0);
        if steps > STEPS {
            return Err(Problem::bad(format!("steps is from 0 to {STEPS}")));
        }
        let tempo = match self.mode {
            Mode::Full => Tempo::Full,
            Mode::Slow => Tempo::Slow,
            Mode::Step => Tempo::Step,
        };
        let by_steps = tempo == Tempo::Step;
        Ok(Wish {
            tempo,
            steps_per_second,
            steps: if by_steps { steps } else { 0 },
            to_end: by_steps && self.to_end,
        })
    }
}

/// The pace of a learner, and what there is to see of it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PaceInfo {
    /// How it goes on.
    mode: Mode,
    /// Steps a second, unless at full speed.
    steps_per_second: f64,
    /// Does it wait to be told how to go on?
    holds: bool,
    /// Does it play on to the end of the episode?
    to_end: bool,
    /// The step played last; nothing before the first one that was watched.
    scene: Option<SceneInfo>,
}

/// What there is to see between two steps.
#[derive(Serialize, JsonSchema)]
struct SceneInfo {
    /// The episode, from 1.
    episode: u64,
    /// Steps of it that were played.
    steps: u32,
    /// What an action is: `moves` or `pushes`.
    actions: &'static str,
    /// Player and boxes.
    position: Placed,
    /// What can be done there.
    options: Vec<OptionInfo>,
    /// What was learnt from the last step; nothing at the beginning of an episode.
    lesson: Option<LessonInfo>,
    /// Why the episode is over, in words, if it is.
    end: Option<&'static str>,
    /// Did it end in a solution?
    solved: bool,
    /// Steps that were then learnt once more, from the last to the first.
    replayed: u32,
}

/// An action that is open.
#[derive(Serialize, JsonSchema)]
struct OptionInfo {
    /// Column and row of the player, or of the box that is pushed.
    at: (usize, usize),
    /// `u`, `r`, `d` or `l`.
    direction: char,
    /// What it is held to be worth.
    value: f32,
    /// How often it was tried.
    visits: u32,
}

/// A step, and what was learnt from it: Q += alpha · (target − Q), where target = reward + shaping + gamma · next.
#[derive(Serialize, JsonSchema)]
struct LessonInfo {
    /// Column and row of the player before it moved, or of the box before it was pushed.
    at: (usize, usize),
    /// `u`, `r`, `d` or `l`.
    direction: char,
    /// Was the action drawn at random, not chosen for its value?
    random: bool,
    /// The chance of that.
    epsilon: f64,
    /// Has a box moved?
    pushed: bool,
    /// What was paid.
    reward: f64,
    /// What was paid for the change of the potential.
    shaping: f64,
    /// What the next situation is held to be worth; 0 at an end.
    next: f32,
    /// The discount of that.
    gamma: f64,
    /// What the value was drawn to. It is lower than the sum where values are known to be at most 0.
    target: f32,
    /// target − before: the TD error.
    error: f32,
    /// The learning rate.
    alpha: f64,
    /// The value before.
    before: f32,
    /// The value after.
    after: f32,
    /// Times that the action was tried here, this one counted.
    visits: u32,
}

impl PaceInfo {
    /// As pages and programs see it.
    pub(crate) fn of(standing: &Standing, level: &Level) -> Self {
        let wish = standing.wish;
        Self {
            mode: match wish.tempo {
                Tempo::Full => Mode::Full,
                Tempo::Slow => Mode::Slow,
                Tempo::Step => Mode::Step,
            },
            steps_per_second: wish.steps_per_second,
            holds: standing.holds,
            to_end: wish.to_end,
            scene: standing.scene.as_ref().map(|scene| SceneInfo::of(scene, level)),
        }
    }
}

impl SceneInfo {
    fn of(scene: &Scene, level: &Level) -> Self {
        Self {
            episode: scene.episode,
            steps: scene.steps,
            actions: if scene.actions == Actions::Moves { "moves" } else { "pushes" },
            position: Placed::of(level, &scene.position),
            options: scene.options.iter().map(|open| OptionInfo::of(open, level)).collect(),
            lesson: scene.lesson.as_ref().map(|lesson| LessonInfo::of(lesson, level)),
            end: scene.end.map(words),
            solved: scene.end == Some(End::Solved),
            replayed: scene.replayed,
        }
    }
}

impl OptionInfo {
    fn of(open: &Open, level: &Level) -> Self {
        Self {
            at: level.coordinates(open.action.square),
            direction: open.action.direction.letter(),
            value: open.worth,
            visits: open.visits,
        }
    }
}

impl LessonInfo {
    fn of(lesson: &Lesson, level: &Level) -> Self {
        Self {
            at: level.coordinates(lesson.action.square),
            direction: lesson.action.direction.letter(),
            random: lesson.random,
            epsilon: lesson.epsilon,
            pushed: lesson.pushed,
            reward: lesson.reward,
            shaping: lesson.shaping,
            next: lesson.next,
            gamma: lesson.gamma,
            target: lesson.target,
            error: lesson.target - lesson.before,
            alpha: lesson.alpha,
            before: lesson.before,
            after: lesson.after,
            visits: lesson.visits,
        }
    }
}

/// Why an episode is over.
const fn words(end: End) -> &'static str {
    match end {
        End::Solved => "solved",
        End::Lost => "lost: a deadlock",
        End::Stuck => "stuck: no action is left",
        End::Repeats => "given up: the same situation came again and again",
        End::Hopeless => "given up: it would cost too much by its own values",
        End::Steps => "its steps are used up",
    }
}
