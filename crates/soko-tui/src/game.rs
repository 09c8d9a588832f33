//! The game as a value: levels, the play in progress, what is open on top of it.
//!
//! [`Game::update`] takes one [`Input`] and changes the value; it does no I/O, knows no clock and no screen.
//! What the outside must do afterwards comes back as [`Effects`]; how soon the next [`Input::Advance`] is due
//! is [`Game::pace`]. So every rule of the game can be tested by calling functions, and a test that draws the
//! result needs no terminal either.
//!
//! Long ways (a click on a far cell, a run, a push to the end) are not played at once but one step per
//! `Advance`, so the eye can follow. Any other input first plays the rest: no key waits for an animation.

mod grab;
mod keeping;
mod level_list;
mod navigation;
mod play;
mod replay;
mod solved;

use std::time::Duration;

use soko_core::{Level, LevelHash, Session, SquareSet};

pub use grab::Grab;
pub use keeping::{Effects, Quit};
pub use level_list::LevelList;
pub use replay::Replay;
pub use solved::Solved;

use crate::{
    PlayLevel,
    command::{Cell, Command, Input},
    help::{HelpLevel, Loss, Watch},
    keymap::Context,
    records::{Book, LevelRecord, Snapshot},
};
use keeping::Unsaved;
use play::Way;

/// How large a cell is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Zoom {
    /// The largest size at which the whole board is visible.
    #[default]
    Fit,
    /// Four columns by two rows.
    Large,
    /// Two columns by one row.
    Normal,
    /// One column by one row.
    Small,
}

impl Zoom {
    const fn next(self) -> Self {
        match self {
            Self::Fit => Self::Large,
            Self::Large => Self::Normal,
            Self::Normal => Self::Small,
            Self::Small => Self::Fit,
        }
    }

    /// For people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fit => "fit",
            Self::Large => "large",
            Self::Normal => "normal",
            Self::Small => "small",
        }
    }
}

/// What a player may want otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Preferences {
    /// The help level to begin with.
    pub help: HelpLevel,
    /// Show long ways step by step?
    pub animate: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { help: HelpLevel::Off, animate: true }
    }
}

/// How serious a notice is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Good to know.
    Info,
    /// Something went wrong.
    Warning,
}

/// One line for the player, until the next input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// How serious.
    pub tone: Tone,
    /// What.
    pub text: String,
}

/// What is open on top of the board.
#[derive(Clone, Debug)]
pub enum Mode {
    /// Nothing.
    Play,
    /// A replay runs on the board.
    Replay(Box<Replay>),
    /// The list of levels.
    List(LevelList),
    /// The page of keys, scrolled by this many lines.
    Keys(usize),
    /// The level was just solved.
    Solved(Box<Solved>),
    /// Quitting would lose something: this.
    Confirm(String),
}

/// A level with what is known about it.
#[derive(Clone, Debug)]
pub struct Card {
    level: PlayLevel,
    hash: LevelHash,
    record: LevelRecord,
    /// The snapshot as the records file has it; the one in `record` may be newer.
    stored: Option<Snapshot>,
}

impl Card {
    /// The level.
    pub const fn level(&self) -> &PlayLevel {
        &self.level
    }

    /// Its record.
    pub const fn record(&self) -> &LevelRecord {
        &self.record
    }

    /// What to call it: its title, or else its place in its file.
    pub fn title(&self) -> &str {
        self.level.title.as_deref().filter(|t| !t.trim().is_empty()).unwrap_or(&self.level.name)
    }
}

/// The whole game.
#[derive(Clone, Debug)]
pub struct Game {
    cards: Vec<Card>,
    current: usize,
    session: Session,
    dead: SquareSet,
    /// Looks out for lost positions, while the help level asks for it.
    watch: Option<Watch>,
    help: HelpLevel,
    /// The most help used in this game, for the record.
    help_used: HelpLevel,
    zoom: Zoom,
    animate: bool,
    mode: Mode,
    grab: Option<Grab>,
    pressed: Option<Cell>,
    hover: Option<Cell>,
    way: Way,
    notice: Option<Notice>,
    unsaved: Unsaved,
    solved_now: usize,
}

impl Game {
    /// A game on a list of levels, with the records of earlier runs. `start` is the level to begin with;
    /// without it the game goes on where these levels were left last. `None` if the list is empty.
    pub fn new(
        levels: Vec<PlayLevel>,
        start: Option<usize>,
        book: &Book,
        preferences: Preferences,
    ) -> Option<Self> {
        let mut warnings = Vec::new();
        let mut cards = Vec::with_capacity(levels.len());
        for level in levels {
            let hash = soko_core::identity::exact(&level.level);
            let (record, bad) = book.record(&level.level, hash);
            warnings.extend(bad.into_iter().map(|w| w.to_string()));
            cards.push(Card { level, hash, stored: record.snapshot.clone(), record });
        }
        let session = Session::new(cards.first()?.level.level.clone());
        let mut game = Self {
            current: 0,
            dead: SquareSet::new(session.level().squares()),
            session,
            watch: None,
            help: preferences.help,
            help_used: preferences.help,
            zoom: Zoom::default(),
            animate: preferences.animate,
            mode: Mode::Play,
            grab: None,
            pressed: None,
            hover: None,
            way: Way::default(),
            notice: None,
            unsaved: Unsaved::default(),
            solved_now: 0,
            cards,
        };
        game.current = start.map_or_else(|| game.where_left(book), |s| s.min(game.cards.len() - 1));
        game.begin();
        game.keep_watch();
        if !warnings.is_empty() {
            game.unsaved.warnings.append(&mut warnings);
            let text = game.unsaved.warnings[0].clone();
            game.warn(text);
        }
        Some(game)
    }

    /// All levels.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Index of the level being played.
    pub const fn current(&self) -> usize {
        self.current
    }

    /// The level being played.
    pub fn card(&self) -> &Card {
        &self.cards[self.current]
    }

    /// How many levels have ever been solved.
    pub fn solved_levels(&self) -> usize {
        self.cards.iter().filter(|c| c.record.is_solved()).count()
    }

    /// How often a level was solved in this run.
    pub const fn solved_now(&self) -> usize {
        self.solved_now
    }

    /// The game being played.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The game on the board: the replay, if one runs.
    pub const fn shown(&self) -> &Session {
        match &self.mode {
            Mode::Replay(replay) => replay.session(),
            _ => &self.session,
        }
    }

    /// The level being played.
    pub const fn level(&self) -> &Level {
        self.session.level()
    }

    /// What is open.
    pub const fn mode(&self) -> &Mode {
        &self.mode
    }

    /// What keys mean now.
    pub const fn context(&self) -> Context {
        match self.mode {
            Mode::Play => Context::Board,
            Mode::Replay(_) => Context::Replay,
            Mode::List(_) => Context::List,
            Mode::Keys(_) => Context::Keys,
            Mode::Solved(_) => Context::Solved,
            Mode::Confirm(_) => Context::Confirm,
        }
    }

    /// The help level.
    pub const fn help(&self) -> HelpLevel {
        self.help
    }

    /// The dead squares of the level, shown or not.
    pub const fn dead(&self) -> &SquareSet {
        &self.dead
    }

    /// Why the position is lost, if the help level tells.
    pub fn loss(&self) -> Option<&Loss> {
        let shown = !matches!(self.mode, Mode::Replay(_));
        self.watch.as_ref().filter(|_| shown).and_then(Watch::loss)
    }

    /// The size of cells asked for.
    pub(crate) const fn zoom(&self) -> Zoom {
        self.zoom
    }

    /// The box in hand.
    pub const fn grab(&self) -> Option<&Grab> {
        self.grab.as_ref()
    }

    /// The cell under the pointer.
    pub(crate) const fn hover(&self) -> Option<Cell> {
        self.hover
    }

    /// The line for the player.
    pub const fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// How long until the next [`Input::Advance`]; `None` if nothing moves by itself.
    pub fn pace(&self) -> Option<Duration> {
        match &self.mode {
            Mode::Replay(replay) => replay.pace(),
            _ => self.way.pace(),
        }
    }

    /// Takes one input.
    pub fn update(&mut self, input: Input) -> Effects {
        let mut effects = Effects::default();
        match input {
            Input::Advance => self.advance(),
            Input::Hover(cell) => self.hover = cell,
            other => {
                self.notice = None;
                self.play_rest_of_way();
                self.dispatch(other, &mut effects);
            }
        }
        self.keep_watch();
        effects.save |= self.unsaved.take_urgent();
        effects
    }

    /// Judges what is new on the board, if the help level asks for it.
    fn keep_watch(&mut self) {
        if self.help < HelpLevel::LostPositions {
            self.watch = None;
            return;
        }
        let watch = self.watch.get_or_insert_with(|| Watch::new(self.session.level()));
        watch.follow(&self.session);
    }

    fn dispatch(&mut self, input: Input, effects: &mut Effects) {
        let input = match self.mode {
            Mode::Play => return self.update_play(input, effects),
            Mode::Replay(_) => self.update_replay(input),
            Mode::List(_) => self.update_list(input),
            Mode::Keys(_) => self.update_keys(input),
            Mode::Solved(_) => self.update_solved(input),
            Mode::Confirm(_) => self.update_confirm(input, effects),
        };
        // What the open window does not understand but the game does everywhere.
        match input {
            Some(Input::Command(Command::Quit)) => self.quit(effects),
            Some(Input::Command(Command::Redraw)) => effects.redraw = true,
            _ => {}
        }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { tone: Tone::Info, text: text.into() });
    }

    /// Tells the player that something went wrong.
    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { tone: Tone::Warning, text: text.into() });
    }
}
