//! A solution as an animated GIF.
//!
//! Between two frames a step changes two cells or three. So nothing is drawn twice: the still ground is drawn
//! once as a picture without boxes and player, each symbol once as a small bitmap, each *distinct* pair of
//! ground cell and symbol is blended once, and a frame is copies of those blends. A frame stores only the
//! rectangle that changed, everything unchanged in it being transparent. Symbols stay inside their cells, hence
//! every frame equals the PNG of its position up to the rounding of the blend and the palette.
//!
//! The solution is played twice: first to learn which cells will be seen and to make one palette for all
//! frames, then to write them. Frames go to the writer one by one; memory does not grow with their number.

mod tiles;

use std::{collections::BTreeMap, io::Write, time::Duration};

use gif::{DisposalMethod, Encoder, Frame};
use soko_core::{Direction, Level, Solution, Square, Verified};

use crate::{
    Overlay, Picture, RenderError,
    draw::{Things, document, thing},
    palette::CLEAR,
    raster,
    skin::Symbol,
};
use tiles::{IndexedTiles, Tiles};

/// Which positions become frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Pace {
    /// One frame for every move.
    #[default]
    Moves,
    /// One frame for every push: the player jumps from push to push.
    Pushes,
}

/// How often the animation plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Repeat {
    /// For ever.
    #[default]
    Forever,
    /// Once.
    Once,
}

/// Which frames there are, and how long each is shown.
///
/// GIF counts in hundredths of a second, and many viewers slow down below two of them, so 20 ms is the least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frames {
    /// Which positions become frames.
    pub pace: Pace,
    /// How often they are played.
    pub repeat: Repeat,
    /// How long a position is shown after a walking step.
    pub walk: Duration,
    /// How long a position is shown after a push.
    pub push: Duration,
    /// How long the start is shown.
    pub first: Duration,
    /// How long the solved position is shown.
    pub last: Duration,
    /// The most frames allowed.
    pub most: usize,
}

impl Default for Frames {
    fn default() -> Self {
        Self {
            pace: Pace::default(),
            repeat: Repeat::default(),
            walk: Duration::from_millis(80),
            push: Duration::from_millis(130),
            first: Duration::from_millis(700),
            last: Duration::from_millis(2_000),
            most: 10_000,
        }
    }
}

/// A level, its solution and how to show it.
#[derive(Clone, Debug)]
pub struct Animation<'a> {
    level: &'a Level,
    solution: &'a Solution,
    picture: Picture<'a>,
    frames: Frames,
}

/// Symbols that appear on or vanish from cells, and for how long the result is shown.
struct Change {
    cells: BTreeMap<(usize, usize), Option<Symbol>>,
    delay: Duration,
}

impl<'a> Animation<'a> {
    /// Every move of the solution in the default skin, 32 pixels per cell, on nothing, for ever.
    pub fn new(level: &'a Level, solution: &'a Verified<Solution>) -> Self {
        Self { level, solution, picture: Picture::new(level.board()), frames: Frames::default() }
    }

    /// Says how the board is drawn: skin, width of a cell, background and overlays, which must be of a
    /// kind that lies under the boxes of every frame. On [`Background::Transparent`](crate::Background::Transparent) pixels are either
    /// there or not, because GIF knows no half-transparent ones.
    #[must_use]
    pub fn picture(self, draw: impl FnOnce(Picture<'a>) -> Picture<'a>) -> Self {
        Self { picture: draw(self.picture), ..self }
    }

    /// Says which frames there are, and how long each is shown.
    #[must_use]
    pub fn frames(self, frames: Frames) -> Self {
        Self { frames, ..self }
    }

    /// The animation as a GIF file in memory.
    ///
    /// # Errors
    /// See [`write_gif`](Self::write_gif).
    pub fn gif(&self) -> Result<Vec<u8>, RenderError> {
        let mut bytes = Vec::new();
        self.write_gif(&mut bytes)?;
        Ok(bytes)
    }

    /// Writes the animation frame by frame.
    ///
    /// # Errors
    /// Limits of size and frames, a solution of another level, an overlay that lies above the boxes, or the
    /// writer's own error. All but the last are found before the first byte is written.
    pub fn write_gif(&self, mut out: impl Write) -> Result<(), RenderError> {
        if !self.picture.overlays.iter().all(Overlay::is_ground) {
            return Err(RenderError::OverlayAboveBoxes);
        }
        self.picture.check_bitmap()?;
        let (frames, limit) = (self.count(), self.frames.most);
        if frames > limit {
            return Err(RenderError::TooManyFrames { frames, limit });
        }
        let (skin, cell) = (self.picture.skin, self.picture.cell);
        let ground = raster::rasterize(&document(&self.picture, Things::Hidden)?)?;
        let side = |pixels: u32| u16::try_from(pixels).expect("MAX_SIDE fits");
        let (width, height) = (side(ground.width()), side(ground.height()));

        let mut tiles = Tiles::new(ground, skin, cell)?;
        self.play(|change| {
            for (&at, &symbol) in &change.cells {
                tiles.expect(at, symbol);
            }
            Ok(())
        })?;
        let mut tiles = tiles.finish();

        let mut encoder = Encoder::new(&mut out, width, height, tiles.palette())?;
        if self.frames.repeat == Repeat::Forever {
            encoder.set_repeat(gif::Repeat::Infinite)?;
        }
        let mut is_first = true;
        self.play(|change| {
            let frame = if std::mem::take(&mut is_first) {
                let mut all = Patch::new((0, 0), (usize::from(width), usize::from(height)));
                all.pixels.copy_from_slice(tiles.ground());
                all.blit(change, &mut tiles, cell);
                all
            } else {
                let mut changed = Patch::around(change, cell);
                changed.blit(change, &mut tiles, cell);
                changed
            };
            encoder.write_frame(&frame.frame(change.delay)).map_err(RenderError::from)
        })?;
        encoder.into_inner()?;
        Ok(())
    }

    /// Number of frames.
    fn count(&self) -> usize {
        let steps = self.solution.steps();
        match self.frames.pace {
            Pace::Moves => steps.len() + 1,
            Pace::Pushes => {
                let walks_on = steps.last().is_some_and(|step| !step.push);
                steps.iter().filter(|step| step.push).count() + 1 + usize::from(walks_on)
            }
        }
    }

    /// Plays the solution and hands over what changes from frame to frame, the first one from the bare ground.
    fn play(&self, mut show: impl FnMut(&Change) -> Result<(), RenderError>) -> Result<(), RenderError> {
        let Self { level, solution, frames, .. } = *self;
        let at = |square: Square| level.coordinates(square);
        let steps = solution.steps();
        let board = level.board();
        let facing = steps.first().map_or(Direction::Down, |step| step.direction);
        let things = board.cells().filter_map(|(x, y, cell)| Some(((x, y), Some(thing(cell, facing)?))));
        let first_delay = if steps.is_empty() { frames.last } else { frames.first };
        show(&Change { cells: things.collect(), delay: first_delay })?;

        let mut position = level.start().clone();
        let mut cells = BTreeMap::new();
        for (index, step) in steps.iter().enumerate() {
            cells.insert(at(position.player()), None);
            let played = position.step(level, step.direction).ok_or(RenderError::WrongLevel { index })?;
            if played.push {
                let square = level.next(position.player(), played.direction);
                let is_home = level.goals().contains(square);
                let symbol = if is_home { Symbol::HomeBox } else { Symbol::LooseBox };
                cells.insert(at(square), Some(symbol));
            }
            cells.insert(at(position.player()), Some(Symbol::Player(played.direction)));
            let is_last = index + 1 == steps.len();
            if frames.pace == Pace::Moves || played.push || is_last {
                let delay = match (is_last, played.push) {
                    (true, _) => frames.last,
                    (_, true) => frames.push,
                    _ => frames.walk,
                };
                show(&Change { cells: std::mem::take(&mut cells), delay })?;
            }
        }
        Ok(())
    }
}

/// A rectangle of palette indices that replaces a part of the screen.
struct Patch {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Patch {
    fn new((left, top): (usize, usize), (width, height): (usize, usize)) -> Self {
        Self { left, top, width, height, pixels: vec![CLEAR; width * height] }
    }

    /// The smallest patch that covers the changed cells.
    fn around(change: &Change, cell: u32) -> Self {
        let cell = cell as usize;
        let columns = || change.cells.keys().map(|at| at.0);
        let rows = || change.cells.keys().map(|at| at.1);
        let span = |first: Option<usize>, last: Option<usize>| {
            first.zip(last).map_or((0, 0), |(first, last)| (first * cell, (last - first + 1) * cell))
        };
        let (left, width) = span(columns().min(), columns().max());
        let (top, height) = span(rows().min(), rows().max());
        Self::new((left, top), (width, height))
    }

    fn blit(&mut self, change: &Change, tiles: &mut IndexedTiles, cell: u32) {
        let cell = cell as usize;
        for (&at, &symbol) in &change.cells {
            let (left, top) = (at.0 * cell - self.left, at.1 * cell - self.top);
            for (y, row) in tiles.tile(at, symbol).chunks_exact(cell).enumerate() {
                let start = (top + y) * self.width + left;
                self.pixels[start..start + cell].copy_from_slice(row);
            }
        }
    }

    fn frame(&self, delay: Duration) -> Frame<'_> {
        let side = |pixels: usize| u16::try_from(pixels).expect("MAX_SIDE fits");
        Frame {
            delay: u16::try_from(delay.as_millis() / 10).unwrap_or(u16::MAX).max(2),
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            left: side(self.left),
            top: side(self.top),
            width: side(self.width),
            height: side(self.height),
            buffer: self.pixels.as_slice().into(),
            ..Frame::default()
        }
    }
}
