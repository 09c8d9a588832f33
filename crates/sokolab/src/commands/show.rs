//! `sokolab show`: a level as characters with facts, or as a picture.

mod album;
mod facts;
pub(super) mod moves;

use soko_analysis::dead_squares;
use soko_core::{Board, Level, Walks};
use soko_tui::GlyphSet;

use crate::{
    cli::{
        player::ParameterArgs,
        show::{Background, Overlay, Pace, Picture, ShowArgs, TextStyle},
        values::Frame,
    },
    exit::{Exit, Failure},
    level_source::{LevelFile, LevelSource, SourceLevel},
    picture::{self, Look},
    runner::Runner,
    terminal::Terminal,
    text_board::{self, Marks},
};
use album::Album;
use moves::{Moves, MovesSource};

/// Shows.
pub(super) fn run(args: &ShowArgs, terminal: &mut Terminal) -> Result<Exit, Failure> {
    let format = format(args)?;
    let album = Album::new(args.output.as_deref(), format, terminal)?;
    let default = ParameterArgs::default();
    let mut runner = args
        .solve
        .as_deref()
        .map(|player| Runner::new(player, &default, !terminal.is_quiet()))
        .transpose()?;
    if let Some(runner) = &mut runner {
        runner.spec.limits.time_ms = args.time_limit.milliseconds();
    }
    let moves = MovesSource::new(args.solution.as_deref(), runner)?;
    let source = LevelSource::open(&args.levels.levels, args.reading.reading())?;
    let mut run = Run { args, format, album, moves, shown: 0, exit: Exit::Done };
    for file in source.files() {
        if let Some(file) = terminal.opened(file, &mut run.exit) {
            run.file(&file, terminal)?;
        }
        if run.moves.interrupted() {
            run.exit = Exit::Interrupted;
            break;
        }
    }
    run.album.close(terminal)?;
    Ok(run.exit)
}

/// The format that was asked for, or that the file's name asks for.
fn format(args: &ShowArgs) -> Result<Picture, Failure> {
    let Some(path) = &args.output else { return Ok(args.format.unwrap_or(Picture::Text)) };
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    let named = match extension.as_str() {
        "svg" => Some(Picture::Svg),
        "png" => Some(Picture::Png),
        "gif" => Some(Picture::Gif),
        "txt" | "xsb" => Some(Picture::Text),
        _ => None,
    };
    args.format.or(named).ok_or_else(|| {
        let message = format!("the name {} does not tell what to make", path.display());
        Failure::with_help(message, "say it with --format svg|png|gif|text")
    })
}

struct Run<'a> {
    args: &'a ShowArgs,
    format: Picture,
    album: Album,
    moves: MovesSource,
    shown: usize,
    exit: Exit,
}

/// What is about to be shown of one level.
struct Scene<'a> {
    file: &'a LevelFile,
    source: &'a SourceLevel<'a>,
    moves: Option<Moves>,
    /// How many of the moves are played.
    played: usize,
    /// Was a position, or were moves asked for?
    asked: bool,
    board: Board,
    marks: Marks,
}

/// What came of it.
enum Made {
    Text(String),
    Picture(Vec<u8>),
}

impl Run<'_> {
    fn file(&mut self, file: &LevelFile, terminal: &mut Terminal) -> Result<(), Failure> {
        if file.len() == 0 {
            self.exit = self.exit.max(Exit::BadInput);
        }
        if self.format == Picture::List && file.len() > 0 && !terminal.is_quiet() {
            self.album.text(&facts::head(&file.name, self.shown == 0), terminal)?;
            self.shown += 1;
        }
        for source in file.levels() {
            match self.level(file, &source, terminal) {
                Ok(Made::Text(text)) => self.album.text(&text, terminal)?,
                Ok(Made::Picture(bytes)) => self.album.picture(&file.name, source.index, bytes)?,
                // One level that cannot be shown does not hide the others; a place that takes no more does.
                Err(Failure::Message { exit, message, help }) => {
                    terminal.error(format!("{}#{}: {message}", file.name, source.index), help.as_deref());
                    self.exit = self.exit.max(exit);
                }
                Err(failure) => return Err(failure),
            }
            if self.moves.interrupted() {
                break;
            }
        }
        Ok(())
    }

    fn level(
        &mut self,
        file: &LevelFile,
        source: &SourceLevel<'_>,
        terminal: &mut Terminal,
    ) -> Result<Made, Failure> {
        if self.format == Picture::List {
            return Ok(Made::Text(facts::line(source)));
        }
        if let Err(refusal) = source.playable() {
            terminal.error(format!("{}#{} cannot be played: {refusal}", file.name, source.index), None);
            self.exit = self.exit.max(Exit::BadInput);
        }
        let scene = self.scene(file, source)?;
        if self.format != Picture::Text {
            return self.picture(&scene).map(Made::Picture);
        }
        let text = self.text(&scene, terminal);
        self.shown += 1;
        Ok(Made::Text(text))
    }

    fn scene<'b>(&mut self, file: &'b LevelFile, source: &'b SourceLevel<'b>) -> Result<Scene<'b>, Failure> {
        let Some(level) = &source.level else {
            let board = source.entry.board.clone();
            return Ok(Scene {
                file,
                source,
                moves: None,
                played: 0,
                asked: false,
                board,
                marks: Marks::default(),
            });
        };
        let wanted = self.args.position.is_some()
            || self.format == Picture::Gif
            || self.args.overlays.contains(&Overlay::Push);
        let moves = self.moves.find(level, source, wanted)?;
        let played = match (self.args.position, &moves) {
            (None, _) | (_, None) => 0,
            (Some(Frame::End), Some(moves)) => moves.steps().len(),
            (Some(Frame::After(count)), Some(moves)) if count <= moves.steps().len() => count,
            (Some(Frame::After(count)), Some(moves)) => {
                let most = moves.steps().len();
                let message = format!("there is no position after {count} moves: the solution has {most}");
                return Err(Failure::with_help(message, "choose a smaller --position, or 'end'"));
            }
        };
        let mut position = level.start().clone();
        for step in moves.iter().flat_map(|moves| &moves.steps()[..played]) {
            position.step(level, step.direction);
        }
        let marks = marks(&self.args.overlays, level, &position, moves.as_ref(), played);
        let asked = self.args.position.is_some() || !self.moves.is_saved();
        Ok(Scene { file, source, board: level.draw(&position), moves, played, asked, marks })
    }

    fn text(&self, scene: &Scene<'_>, terminal: &Terminal) -> String {
        let to_terminal = self.album.is_stdout() && terminal.is_interactive();
        let blocks = match self.args.style {
            TextStyle::Auto => to_terminal,
            TextStyle::Blocks => true,
            TextStyle::Xsb => false,
        };
        let mut text = if self.shown > 0 { "\n".to_owned() } else { String::new() };
        text += &if blocks {
            let glyphs = GlyphSet::detect();
            text_board::blocks(&scene.board, &scene.marks, terminal.columns(), glyphs, terminal.paint())
        } else {
            text_board::xsb(&scene.board, &scene.marks)
        };
        if !terminal.is_quiet() {
            text += &facts::of(scene);
        }
        text
    }

    fn picture(&self, scene: &Scene<'_>) -> Result<Vec<u8>, Failure> {
        let background = self.args.background.unwrap_or(match self.format {
            Picture::Gif => Background::Page,
            _ => Background::None,
        });
        let look = Look {
            skin: &self.args.skin,
            cell: self.args.cell,
            background: match background {
                Background::None => soko_render::Background::Transparent,
                Background::Page => soko_render::Background::Page,
            },
            pace: match self.args.pace {
                Pace::Moves => soko_render::Pace::Moves,
                Pace::Pushes => soko_render::Pace::Pushes,
            },
        };
        let failed = |error: soko_render::RenderError| Failure::input(error);
        if self.format == Picture::Gif {
            let level = scene
                .source
                .level
                .as_ref()
                .ok_or_else(|| Failure::input("only a playable level can be animated"))?;
            let solution = scene.moves.as_ref().and_then(Moves::solution).ok_or_else(|| {
                let help = "give moves with --solution, or let a player find them with --solve astar";
                Failure::with_help("a GIF shows a solution, and there is none that solves this level", help)
            })?;
            return picture::gif(level, solution, &look, &scene.marks).map_err(failed);
        }
        let title = scene
            .source
            .title()
            .map_or_else(|| format!("{}#{}", scene.file.name, scene.source.index), str::to_owned);
        let facing =
            scene.played.checked_sub(1).and_then(|last| Some(scene.moves.as_ref()?.steps()[last].direction));
        let still = picture::still(&scene.board, &look, &title, facing, &scene.marks).map_err(failed)?;
        if self.format == Picture::Png { still.png() } else { still.svg().map(String::into_bytes) }
            .map_err(failed)
    }
}

fn marks(
    overlays: &[Overlay],
    level: &Level,
    position: &soko_core::Position,
    moves: Option<&Moves>,
    played: usize,
) -> Marks {
    let mut marks = Marks::default();
    for overlay in overlays {
        match overlay {
            Overlay::Dead => marks.dead = dead_squares(level).iter().map(|s| level.coordinates(s)).collect(),
            Overlay::Reachable => {
                let walks = Walks::from(level, position);
                let reached = level.floor().iter().filter(|&square| walks.distance(square).is_some());
                marks.reachable = reached.map(|square| level.coordinates(square)).collect();
            }
            Overlay::Push => marks.push = moves.and_then(|moves| moves.next_push(level, position, played)),
        }
    }
    marks
}
