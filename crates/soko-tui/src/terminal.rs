//! The terminal: taken over, drawn on, listened to, and given back on every way out.
//!
//! *Every* way: return, error, panic, Ctrl+C (a key in raw mode, not a signal), and all signals that end a
//! program and can be caught. Restoring happens exactly once, because leaving the alternate screen a second time would
//! move the cursor over whatever was printed in between, such as the message of a panic.
//!
//! A game that is suspended (`SIGTSTP`) gives the terminal back first and takes it again when it goes on. After
//! `SIGSTOP`, which cannot be caught, it takes it again as well: the shell has used it meanwhile.
//!
//! All events that have arrived are handled before the next frame is drawn, so holding a key down never
//! builds up a queue. One exception: a mouse event behind something that may have changed the screen waits
//! for the new frame, because it can only be understood by what lies under the pointer. Without events the
//! loop sleeps until something is due.

mod bounded;
mod events;
mod held;
mod signals;

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use ratatui::crossterm::event::{Event, KeyEventKind};

use crate::{
    Options, Summary, TuiError,
    command::Input,
    game::{Effects, Game, Quit},
    keymap::{self, Context, Key},
    pointer,
    records::RecordsFile,
    view::{self, Screen, Theme},
};

use events::Events;
use held::{HeldTerminal, is_restored};
use signals::Signals;

/// The game in progress is saved after the player has done nothing for so long.
const IDLE_BEFORE_SAVING: Duration = Duration::from_secs(2);
/// How soon a signal is noticed while nothing else happens.
const HEARTBEAT: Duration = Duration::from_millis(200);
/// How often the screen is written even if nothing changed.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);

/// Plays until the player leaves. Owns the terminal meanwhile.
pub(crate) fn play(
    mut game: Game,
    records: Option<&RecordsFile>,
    options: &Options,
) -> Result<Summary, TuiError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(TuiError::NotATerminal);
    }
    let signals = Signals::watch().map_err(TuiError::Terminal)?;
    let mut table = Table {
        records,
        theme: options.theme,
        screen: Screen::default(),
        put_off: None,
        warnings: Vec::new(),
    };
    let outcome = {
        let mut held = HeldTerminal::take(options.mouse).map_err(TuiError::Terminal)?;
        let events = Events::listen().map_err(TuiError::Terminal)?;
        table.run(&mut game, &mut held, &events, &signals)
    };
    // A signal or a broken terminal ends the loop at any time, and the game is worth keeping. Who chose to
    // leave it behind is not told again.
    let mut lost = None;
    if !matches!(outcome, Ok(Ending::Chosen)) {
        game.keep_snapshot();
        lost = table.save(&mut game).err();
    }
    let ending = match outcome {
        // When the window is closed the screen fails first.
        Err(_) if signals.ended() => Ending::Signal,
        other => other.map_err(TuiError::Terminal)?,
    };
    let mut warnings = game.record_warnings().to_vec();
    warnings.append(&mut table.warnings);
    warnings.extend(lost.map(|why| format!("the game was not saved: {why}")));
    Ok(Summary { solved: game.solved_now(), interrupted: ending == Ending::Signal, warnings })
}

/// What ended the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The player.
    Chosen,
    /// A signal.
    Signal,
}

/// Where the game is played: screen, theme and records.
struct Table<'a> {
    records: Option<&'a RecordsFile>,
    theme: Theme,
    screen: Screen,
    /// A mouse event that waits for the next frame.
    put_off: Option<Event>,
    warnings: Vec<String>,
}

impl Table<'_> {
    fn run(
        &mut self,
        game: &mut Game,
        held: &mut HeldTerminal,
        events: &Events,
        signals: &Signals,
    ) -> io::Result<Ending> {
        let mut last_advance = Instant::now();
        let mut idle_since = Some(Instant::now());
        let mut drawn: Option<Instant> = None;
        loop {
            // Now and then without need, to notice a terminal that is gone.
            if drawn.is_none_or(|at| at.elapsed() > SIGN_OF_LIFE) {
                held.terminal.draw(|frame| view::draw(frame, game, &mut self.screen, self.theme))?;
                game.limit_keys_scroll(self.screen.keys_scroll_limit());
                drawn = Some(Instant::now());
            }
            if signals.ended() {
                return Ok(Ending::Signal);
            }
            if signals.suspended() {
                // The player may not come back.
                game.keep_snapshot();
                let unsaved = self.records.is_some().then(|| self.save(game).err()).flatten();
                held.lend(signals)?;
                if let Some(why) = unsaved {
                    game.warn(format!("Not saved: {why}"));
                }
                (last_advance, drawn) = (Instant::now(), None);
                continue;
            }
            if signals.went_on() {
                held.take_again()?;
                (last_advance, drawn) = (Instant::now(), None);
                continue;
            }
            if is_restored() {
                return Err(io::Error::other("another thread panicked and the terminal was given back"));
            }
            let pace = game.pace();
            if pace.is_none() {
                last_advance = Instant::now();
            }
            let wait = pace.map_or(HEARTBEAT, |p| p.saturating_sub(last_advance.elapsed()).min(HEARTBEAT));
            let (mut effects, anything) = self.listen(game, events, wait)?;
            if anything {
                idle_since = Some(Instant::now());
                drawn = None;
            }
            if game.pace().is_some_and(|p| last_advance.elapsed() >= p) {
                last_advance = Instant::now();
                effects = merge(effects, game.update(Input::Advance));
                drawn = None;
            }
            if idle_since.is_some_and(|since| since.elapsed() > IDLE_BEFORE_SAVING) && game.pace().is_none() {
                idle_since = None;
                game.keep_snapshot();
                effects.save |= game.has_changes() && self.records.is_some();
                drawn = None;
            }
            if effects.redraw {
                held.terminal.clear()?;
            }
            if self.carry_out(game, effects) {
                return Ok(Ending::Chosen);
            }
        }
    }

    /// Waits for an event and hands the game everything that has arrived. Also says whether anything came.
    fn listen(&mut self, game: &mut Game, events: &Events, wait: Duration) -> io::Result<(Effects, bool)> {
        let mut effects = Effects::default();
        let (mut patience, mut anything, mut stale) = (wait, false, false);
        while let Some(event) = self.put_off.take().map_or_else(|| events.next(patience), |e| Ok(Some(e)))? {
            patience = Duration::ZERO;
            anything = true;
            if stale && matches!(event, Event::Mouse(_)) {
                // What lies under the pointer may have changed; it means the screen that is to come.
                self.put_off = Some(event);
                break;
            }
            let Some(input) = self.understand(&event, game.context()) else { continue };
            stale |= !matches!(input, Input::Hover(_));
            let now = game.update(input);
            effects = merge(effects, now);
            if now.quit != Quit::No || now.redraw {
                break;
            }
        }
        Ok((effects, anything))
    }

    fn understand(&self, event: &Event, context: Context) -> Option<Input> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let key = Key::of(key);
                let typed = key.typed().filter(|_| context == Context::List).map(Input::Type);
                keymap::command(context, key).map(Input::Command).or(typed)
            }
            Event::Mouse(mouse) => pointer::input(mouse, context, &self.screen),
            // A new size is noticed by the next frame.
            _ => None,
        }
    }

    /// Saves and quits as asked. True if the game is over.
    fn carry_out(&mut self, game: &mut Game, effects: Effects) -> bool {
        let saved = if effects.save || effects.quit != Quit::No { self.save(game) } else { Ok(()) };
        match (saved, effects.quit) {
            (Ok(()), quit) => quit != Quit::No,
            (Err(_), Quit::Regardless) => true,
            (Err(why), Quit::AfterSaving) => {
                game.ask_before_quitting(why);
                false
            }
            (Err(why), Quit::No) => {
                // Without a records file there is nothing to complain about until quitting.
                if self.records.is_some() {
                    game.warn(format!("Not saved: {why}"));
                }
                false
            }
        }
    }

    fn save(&mut self, game: &mut Game) -> Result<(), String> {
        if !game.has_changes() {
            return Ok(());
        }
        let Some(records) = self.records else { return Err("No records are kept in this run.".into()) };
        let loaded = records.keep(game.changes()).map_err(|e| e.to_string())?;
        self.warnings.extend(loaded.warnings.iter().map(ToString::to_string));
        game.kept(&loaded.book);
        if let Some(warning) = loaded.warnings.first() {
            game.warn(warning.to_string());
        }
        Ok(())
    }
}

fn merge(a: Effects, b: Effects) -> Effects {
    Effects { save: a.save | b.save, quit: a.quit.max(b.quit), redraw: a.redraw | b.redraw }
}
