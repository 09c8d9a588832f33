//! The bitmaps: size, transparency, and whether eyes of all kinds can tell the things apart.

use crate::boards;
use resvg::tiny_skia::Pixmap;
use soko_core::{Board, Direction};
use soko_render::{Background, Heat, Overlay, Picture, RenderError, SKINS, Skin};

fn bitmap(picture: &Picture<'_>) -> Pixmap {
    Pixmap::decode_png(&picture.png().unwrap()).unwrap()
}

/// A thing at (1, 1) of a closed 3 × 3 board.
fn cell(skin: &'static Skin, thing: char, pixels: u32) -> Vec<[f64; 3]> {
    let board = boards::board(&format!("###\n#{thing}#\n###"));
    middle_cell(&Picture::new(&board).skin(skin).cell(pixels), pixels)
}

/// The cell at (1, 1), as straight RGB.
fn middle_cell(picture: &Picture<'_>, pixels: u32) -> Vec<[f64; 3]> {
    let bitmap = bitmap(picture);
    let places = (0..pixels).flat_map(|y| (0..pixels).map(move |x| (x, y)));
    let colours = places.map(|(x, y)| bitmap.pixel(x + pixels, y + pixels).unwrap().demultiply());
    colours.map(|c| [c.red(), c.green(), c.blue()].map(f64::from)).collect()
}

#[test]
fn a_bitmap_has_the_promised_size() {
    let board = boards::board(boards::LEVEL);
    for cell in [1, 7, 16, 33, 64] {
        let picture = Picture::new(&board).cell(cell);
        let bitmap = bitmap(&picture);
        assert_eq!((bitmap.width(), bitmap.height()), (10 * cell, 8 * cell));
        assert_eq!(picture.size().unwrap(), (bitmap.width(), bitmap.height()));
    }
    let heat = Overlay::Heat(Heat::new([((1, 1), 1.0)]).legend());
    let picture = Picture::new(&board).cell(33).overlay(heat);
    let bitmap = bitmap(&picture);
    assert_eq!((bitmap.width(), bitmap.height()), (330, 8 * 33 + 25));
    assert_eq!(picture.size().unwrap(), (330, 8 * 33 + 25));
}

#[test]
fn the_outside_is_transparent_and_the_inside_is_not() {
    let board = boards::board(boards::LEVEL);
    for skin in SKINS {
        let bitmap = bitmap(&Picture::new(&board).skin(skin).cell(16));
        let alpha = |x: u32, y: u32| bitmap.pixel(16 * x + 8, 16 * y + 8).unwrap().alpha();
        for (x, y) in [(0, 0), (1, 0), (8, 1), (9, 2), (0, 7)] {
            assert_eq!(alpha(x, y), 0, "{skin:?}: cell ({x}, {y}) lies outside");
        }
        for (x, y) in [(2, 0), (3, 1), (5, 3), (3, 3), (5, 6), (0, 3)] {
            assert_eq!(alpha(x, y), 255, "{skin:?}: cell ({x}, {y}) lies inside");
        }
        // Not even a trace of floor may leak through a joint of the walls.
        let corner = boards::board(" ### \n#@$.#\n ### ");
        let bitmap = bitmap_of(&corner, skin);
        let leak = (0..64).flat_map(|y| (0..64).map(move |x| (x, y))).filter(|&(x, y)| {
            let pixel = bitmap.pixel(x, y).unwrap();
            let floor = bitmap.pixel(64 + 60, 64 + 50).unwrap();
            pixel.alpha() == 255 && pixel == floor
        });
        assert_eq!(leak.count(), 0, "{skin:?}: floor outside the walls");
    }
}

fn bitmap_of(board: &Board, skin: &'static Skin) -> Pixmap {
    bitmap(&Picture::new(board).skin(skin).cell(64))
}

#[test]
fn a_background_fills_the_outside() {
    let board = boards::board(boards::LEVEL);
    let corner = |background| {
        let pixel = bitmap(&Picture::new(&board).background(background)).pixel(0, 0).unwrap();
        (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
    };
    assert_eq!(corner(Background::Transparent), (0, 0, 0, 0));
    assert_eq!(corner(Background::Colour(1, 2, 3)), (1, 2, 3, 255));
    assert_eq!(corner(Background::Page), (0xfb, 0xf8, 0xf2, 255));
}

#[test]
fn the_same_picture_is_the_same_bytes() {
    let board = boards::board(boards::EVERYTHING);
    for (name, picture) in boards::pictures(&board) {
        assert_eq!(picture.png().unwrap(), picture.png().unwrap(), "{name}");
    }
}

/// Black and white by Otsu's threshold (1979): what is left of a drawing on a bad photocopy.
fn silhouette(pixels: &[[f64; 3]]) -> Vec<bool> {
    let grey =
        pixels.iter().map(|[r, g, b]| (0.2126 * r + 0.7152 * g + 0.0722 * b) as usize).collect::<Vec<_>>();
    let mut counts = [0.0; 256];
    for &value in &grey {
        counts[value] += 1.0;
    }
    let sums = |values: std::ops::Range<usize>| {
        let weight: f64 = counts[values.clone()].iter().sum();
        (weight, values.map(|value| value as f64 * counts[value]).sum::<f64>() / weight.max(1.0))
    };
    let between = |threshold: usize| {
        let ((dark, dark_mean), (light, light_mean)) = (sums(0..threshold), sums(threshold..256));
        dark * light * (dark_mean - light_mean).powi(2)
    };
    let best = (1..256).max_by(|&a, &b| between(a).total_cmp(&between(b))).expect("there are thresholds");
    grey.iter().map(|&value| value < best).collect()
}

/// The share of pixels in which two silhouettes differ, at best: an inverted copy is the same shape.
fn difference(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let (a, b) = (silhouette(a), silhouette(b));
    let share = a.iter().zip(&b).filter(|(a, b)| a != b).count() as f64 / a.len() as f64;
    share.min(1.0 - share)
}

#[test]
fn things_on_goals_differ_in_shape_not_in_colour_alone() {
    for skin in SKINS {
        for pixels in [16, 32, 64] {
            // The whole cell shows what sticks out, its middle what is drawn on a box.
            let middle = |tile: &[[f64; 3]]| {
                let side = pixels as usize;
                let inner = side / 4..side - side / 4;
                let rows = tile.chunks_exact(side).take(inner.end).skip(inner.start);
                rows.flat_map(|row| row[inner.clone()].to_vec()).collect::<Vec<_>>()
            };
            for (plain, on_goal) in [('$', '*'), ('@', '+'), (' ', '.')] {
                let (a, b) = (cell(skin, plain, pixels), cell(skin, on_goal, pixels));
                let share = difference(&a, &b).max(difference(&middle(&a), &middle(&b)));
                assert!(share > 0.03, "{skin:?} at {pixels}: '{plain}' and '{on_goal}' differ by {share:.3}");
            }
        }
    }
}

#[test]
fn the_player_faces_where_it_is_told() {
    let board = boards::board("###\n#@#\n###");
    for skin in SKINS {
        let drawn =
            Direction::ALL.map(|facing| bitmap(&Picture::new(&board).skin(skin).facing(facing)).take());
        for (i, a) in drawn.iter().enumerate() {
            assert!(drawn[..i].iter().all(|b| a != b), "{skin:?} looks the same in two directions");
        }
    }
}

#[test]
fn the_player_is_no_box_and_no_goal_from_any_side() {
    let board = boards::board("###\n#@#\n###");
    for skin in SKINS {
        for pixels in [16, 32] {
            let others = ['$', '*', '.'].map(|thing| (thing, cell(skin, thing, pixels)));
            for facing in Direction::ALL {
                let player =
                    middle_cell(&Picture::new(&board).skin(skin).cell(pixels).facing(facing), pixels);
                for (thing, other) in &others {
                    let share = difference(&player, other);
                    assert!(share > 0.1, "{skin:?} at {pixels}: {facing:?} is like '{thing}': {share:.3}");
                }
            }
        }
    }
}

#[test]
fn the_player_looks_left_as_in_a_mirror_and_never_lies_on_its_side() {
    let board = boards::board("###\n#@#\n###");
    for skin in SKINS {
        let view = |facing| middle_cell(&Picture::new(&board).skin(skin).cell(64).facing(facing), 64);
        let mirrored = |drawn: &[[f64; 3]]| {
            drawn
                .chunks_exact(64)
                .flat_map(|row| row.iter().rev().copied().collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        let [up, right, down, left] = Direction::ALL.map(view);
        assert!(difference(&mirrored(&right), &left) < 0.01, "{skin:?}: left is not right in a mirror");
        // From the front and from the back the worker is much the same on both sides.
        for (name, drawn) in [("front", &down), ("back", &up)] {
            let share = difference(&mirrored(drawn), drawn);
            assert!(share < 0.03, "{skin:?}: the {name} leans to one side: {share:.3}");
        }
        let share = difference(&down, &up);
        assert!(share > 0.02, "{skin:?}: front and back differ by {share:.3}");
    }
}

/// The mean colour of a thing as seen with one kind of cone missing. Matrices on linear RGB by Viénot, Brettel
/// and Mollon (1999) for red and green, after Brettel, Viénot and Mollon (1997) for blue.
fn seen(pixels: &[[f64; 3]], cones: &[[f64; 3]; 3]) -> [f64; 3] {
    let mean = |channel: usize| {
        pixels.iter().map(|p| (p[channel] / 255.0).powf(2.2)).sum::<f64>() / pixels.len() as f64
    };
    let rgb = [mean(0), mean(1), mean(2)];
    cones.map(|row| row.iter().zip(rgb).map(|(a, b)| a * b).sum::<f64>().max(0.0).powf(1.0 / 2.2))
}

#[test]
fn the_contrast_skin_is_safe_for_every_kind_of_colour_vision() {
    const NORMAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const NO_RED: [[f64; 3]; 3] = [[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]];
    const NO_GREEN: [[f64; 3]; 3] = [[0.293, 0.707, 0.0], [0.293, 0.707, 0.0], [-0.021, 0.021, 1.0]];
    const NO_BLUE: [[f64; 3]; 3] = [[1.0, 0.145, -0.145], [0.0, 0.859, 0.141], [0.0, 0.859, 0.141]];
    const NO_COLOUR: [[f64; 3]; 3] = [[0.2126, 0.7152, 0.0722]; 3];
    let skin = Skin::named("contrast").unwrap();
    for cones in [NORMAL, NO_RED, NO_GREEN, NO_BLUE, NO_COLOUR] {
        let things = [' ', '#', '$', '*', '@'].map(|thing| (thing, seen(&cell(skin, thing, 32), &cones)));
        for (i, (a, seen_a)) in things.iter().enumerate() {
            for (b, seen_b) in &things[..i] {
                let distance = seen_a.iter().zip(seen_b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                assert!(distance > 0.08, "'{a}' and '{b}' look alike: {distance:.3} with {cones:?}");
            }
        }
    }
}

#[test]
fn drawings_stay_inside_their_cell() {
    // Two boards that differ in one cell differ in no pixel outside that cell.
    for skin in SKINS {
        let draw = |thing: char| {
            let board = boards::board(&format!("#####\n#   #\n# {thing} #\n#   #\n#####"));
            bitmap(&Picture::new(&board).skin(skin).cell(48))
        };
        let empty = draw(' ');
        for thing in ['.', '$', '*', '@', '+'] {
            let full = draw(thing);
            for (i, (a, b)) in empty.pixels().iter().zip(full.pixels()).enumerate() {
                let (x, y) = (i % 240, i / 240);
                let is_inside = (96..144).contains(&x) && (96..144).contains(&y);
                assert!(is_inside || a == b, "{skin:?}: '{thing}' touches pixel ({x}, {y})");
            }
        }
    }
}

#[test]
fn too_many_pixels_are_refused_with_a_size_that_fits() {
    let hall = Board::new(128, 128);
    let error = Picture::new(&hall).cell(64).png().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the picture would be 8192 × 8192 pixels; choose a cell of at most 45 pixels"
    );
    let RenderError::TooManyPixels { largest_cell, .. } = error else { panic!("another error") };
    assert_eq!((128 * largest_cell).pow(2).max(1 << 25), 1 << 25);
    let line = Board::new(60_000, 1);
    let error = Picture::new(&line).cell(1).png().unwrap_err();
    assert!(matches!(error, RenderError::TooManyPixels { largest_cell: 0, .. }), "{error}");
}
