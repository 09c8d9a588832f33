//! Contact sheets of every skin, every kind of cell and every overlay, to look at.
//!
//! `cargo run -p soko-render --example gallery -- DIRECTORY` writes an SVG, PNGs of three sizes and a GIF for each
//! skin.

#[path = "../tests/pictures/level.rs"]
mod level;

use std::{error::Error, fs, path::PathBuf};

use soko_core::{Board, Direction, Level, lurd, replay};
use soko_render::{Animation, Arrow, Background, Heat, Overlay, Picture, SKINS};

use level::{LEVEL, SOLUTION};

/// All kinds of cells, walls of all shapes, a missing corner, pillars that touch diagonally.
const BOARD: &str = "  ########
###  .   ###
#  $ $ *   #
#.@ #   #$ #
###  #.#   #
  # $   *# #
 #  # +  # #
#  ####*   #
#   .   $ ##
########### ";

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("where to? give a directory")?);
    fs::create_dir_all(&directory)?;
    let board = Board::parse(BOARD)?;
    let level = Level::parse(LEVEL)?;
    let solution = replay(&level, &lurd::parse(SOLUTION)?)?;
    for skin in SKINS {
        let name = skin.name();
        let plain = Picture::new(&board).skin(skin).title(format!("Gallery of {name}"));
        fs::write(directory.join(format!("{name}.svg")), plain.svg()?)?;
        for cell in [16, 32, 64] {
            fs::write(directory.join(format!("{name}-{cell}.png")), plain.clone().cell(cell).png()?)?;
        }
        let four = Board::parse("++++\n@@@@\n$*.$")?;
        for facing in Direction::ALL {
            let picture = Picture::new(&four).skin(skin).cell(96).facing(facing);
            fs::write(directory.join(format!("{name}-{}.png", facing.letter())), picture.png()?)?;
        }
        let marked = overlays(plain.clone().cell(48)).background(Background::Page);
        fs::write(directory.join(format!("{name}-overlays.svg")), marked.svg()?)?;
        fs::write(directory.join(format!("{name}-overlays.png")), marked.png()?)?;
        let heat = learner(plain.cell(48));
        fs::write(directory.join(format!("{name}-heat.png")), heat.png()?)?;
        let animation = Animation::new(&level, &solution).picture(|picture| picture.skin(skin).cell(40));
        fs::write(directory.join(format!("{name}.gif")), animation.gif()?)?;
    }
    Ok(())
}

fn overlays(picture: Picture<'_>) -> Picture<'_> {
    picture
        .overlay(Overlay::DeadSquares(vec![
            (3, 1),
            (4, 1),
            (8, 1),
            (1, 7),
            (1, 8),
            (2, 8),
            (3, 8),
            (8, 1),
            (7, 1),
        ]))
        .overlay(Overlay::Reachable(vec![(1, 2), (2, 2), (3, 3), (3, 4), (4, 4), (3, 5), (2, 6), (3, 6)]))
        .overlay(Overlay::Highlight(vec![(9, 3), (9, 4), (10, 4), (8, 5)]))
        .overlay(Overlay::Route(vec![(2, 3), (3, 3), (3, 4), (4, 4), (4, 3)]))
        .overlay(Overlay::Pushes(vec![
            Arrow { at: (5, 2), direction: Direction::Up, strength: 1.0 },
            Arrow { at: (8, 8), direction: Direction::Left, strength: 0.2 },
        ]))
}

fn learner(picture: Picture<'_>) -> Picture<'_> {
    let free = |at: &(usize, usize)| BOARD.lines().nth(at.1).is_some_and(|row| row.as_bytes()[at.0] != b'#');
    let cells: Vec<_> = (5..9).flat_map(|y| (4..9).map(move |x| (x, y))).filter(free).collect();
    let heat = (1..4).flat_map(|y| (3..11).map(move |x| (x, y))).filter(free);
    let heat = heat.map(|(x, y)| ((x, y), (x as f32 - 3.0) * 1.37 - (y as f32 - 1.0) * 4.0));
    let arrows = cells.iter().flat_map(|&at| {
        Direction::ALL.map(|direction| {
            let strength = ((at.0 * 7 + at.1 * 3 + direction as usize * 5) % 11) as f32 / 10.0;
            Arrow { at, direction, strength }
        })
    });
    let arrows = arrows.collect();
    picture.overlay(Overlay::Heat(Heat::new(heat).figures().legend())).overlay(Overlay::Arrows(arrows))
}
