//! The animations, decoded and compared with the PNG of every position.

use std::{io, time::Duration};

use crate::boards;
use ::gif::{ColorOutput, DecodeOptions, DisposalMethod};
use resvg::tiny_skia::Pixmap;
use soko_core::{Board, Direction, Level, Verified, lurd, replay};
use soko_render::{
    Animation, Arrow, Background, Frames, Heat, Overlay, Pace, Picture, RenderError, Repeat, SKINS, cells_of,
};

type Pixel = Option<[u8; 3]>;

/// What a viewer shows after each frame, and for how long in hundredths of a second.
struct Film {
    width: usize,
    screens: Vec<(Vec<Pixel>, u16)>,
    repeat: ::gif::Repeat,
    patches: Vec<(u16, u16)>,
}

fn decode(bytes: &[u8]) -> Film {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).unwrap();
    let palette = decoder.global_palette().unwrap().to_vec();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen: Vec<Pixel> = vec![None; width * height];
    let mut film = Film { width, screens: Vec::new(), repeat: ::gif::Repeat::default(), patches: Vec::new() };
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        assert!(frame.palette.is_none(), "one palette for all");
        for (i, &index) in frame.buffer.iter().enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            let place = (usize::from(frame.top) + y) * width + usize::from(frame.left) + x;
            if Some(index) != frame.transparent {
                screen[place] = Some([0, 1, 2].map(|c| palette[3 * usize::from(index) + c]));
            }
        }
        film.patches.push((frame.width, frame.height));
        film.screens.push((screen.clone(), frame.delay));
    }
    film.repeat = decoder.repeat();
    film
}

/// The PNG of a picture as a viewer without half-transparency would show it.
fn pixels(picture: &Picture<'_>) -> Vec<Pixel> {
    let bitmap = Pixmap::decode_png(&picture.png().unwrap()).unwrap();
    let colour = |p: &resvg::tiny_skia::PremultipliedColorU8| {
        let straight = p.demultiply();
        (p.alpha() >= 128).then(|| [straight.red(), straight.green(), straight.blue()])
    };
    bitmap.pixels().iter().map(colour).collect()
}

/// The largest and the mean difference of two screens; the same pixels must be transparent.
fn difference(a: &[Pixel], b: &[Pixel]) -> (u8, f64) {
    assert_eq!(a.len(), b.len());
    let (mut largest, mut sum) = (0, 0_u64);
    for (a, b) in a.iter().zip(b) {
        match (a, b) {
            (Some(a), Some(b)) => {
                let worst = (0..3).map(|c| a[c].abs_diff(b[c])).max().unwrap();
                largest = largest.max(worst);
                sum += u64::from(worst);
            }
            _ => assert_eq!(a, b, "transparent in one only"),
        }
    }
    (largest, sum as f64 / a.len() as f64)
}

#[test]
fn every_frame_is_the_png_of_its_position() {
    let (level, solution) = boards::solved_level();
    for skin in SKINS {
        for background in [Background::Transparent, Background::Page] {
            let animation = Animation::new(&level, &solution)
                .picture(|picture| picture.skin(skin).cell(24).background(background));
            let film = decode(&animation.gif().unwrap());
            assert_eq!(film.screens.len(), solution.steps().len() + 1);
            let first = solution.steps()[0].direction;
            let facings = std::iter::once(first).chain(solution.steps().iter().map(|step| step.direction));
            for ((position, facing), (screen, _)) in
                solution.positions(&level).zip(facings).zip(&film.screens)
            {
                let board = level.draw(&position);
                let picture = Picture::new(&board).skin(skin).cell(24).facing(facing).background(background);
                let (largest, mean) = difference(screen, &pixels(&picture));
                assert!(largest <= 24 && mean < 0.2, "{skin:?}: {largest}, {mean:.3}");
            }
        }
    }
}

#[test]
fn only_what_changes_is_stored() {
    let (level, solution) = boards::solved_level();
    let film = decode(&Animation::new(&level, &solution).picture(|picture| picture.cell(16)).gif().unwrap());
    assert_eq!(film.patches[0], (160, 128));
    for (patch, step) in film.patches[1..].iter().zip(solution.steps()) {
        let long = if step.push { 48 } else { 32 };
        let expected = match step.direction {
            Direction::Left | Direction::Right => (long, 16),
            Direction::Up | Direction::Down => (16, long),
        };
        assert_eq!(*patch, expected);
    }
}

#[test]
fn pushes_only_is_shorter_and_ends_the_same() {
    let (level, solution) = boards::solved_level();
    let moves = decode(&Animation::new(&level, &solution).gif().unwrap());
    let pushes = decode(
        &Animation::new(&level, &solution)
            .frames(Frames { pace: Pace::Pushes, ..Frames::default() })
            .gif()
            .unwrap(),
    );
    assert_eq!(pushes.screens.len(), solution.metrics().pushes as usize + 1);
    let (moves, pushes) = (moves.screens.last().unwrap(), pushes.screens.last().unwrap());
    // Other cells are seen on the way, so the palettes differ a little.
    let (largest, mean) = difference(&moves.0, &pushes.0);
    assert!(largest <= 24 && mean < 0.2, "{largest}, {mean:.3}");
}

#[test]
fn times_and_repetition_are_as_told() {
    let (level, solution) = boards::solved_level();
    let millis = Duration::from_millis;
    let animation = Animation::new(&level, &solution).picture(|picture| picture.cell(4));
    let [walk, push, first, last] = [50, 90, 300, 400].map(millis);
    let frames = Frames { walk, push, first, last, ..Frames::default() };
    let film = decode(&animation.clone().frames(frames).gif().unwrap());
    let delays: Vec<_> = film.screens.iter().map(|(_, delay)| *delay).collect();
    let steps = solution.steps();
    let expected = steps[..steps.len() - 1].iter().map(|step| if step.push { 9 } else { 5 });
    let expected: Vec<_> = std::iter::once(30).chain(expected).chain(std::iter::once(40)).collect();
    assert_eq!(delays, expected);
    assert_eq!(film.repeat, ::gif::Repeat::Infinite);
    let once = Frames { repeat: Repeat::Once, walk: millis(0), push: Duration::MAX, ..Frames::default() };
    let film = decode(&animation.frames(once).gif().unwrap());
    assert_eq!(film.repeat, ::gif::Repeat::Finite(0));
    assert_eq!((film.screens[1].1, steps[0].push), (2, false));
    let push = steps.iter().position(|step| step.push).unwrap();
    assert_eq!(film.screens[push + 1].1, u16::MAX);
}

#[test]
fn a_level_that_is_solved_already_is_one_frame() {
    let level = Level::parse("####\n#@*#\n####").unwrap();
    let solution = replay(&level, &[]).unwrap();
    for pace in [Pace::Moves, Pace::Pushes] {
        assert_eq!(
            decode(
                &Animation::new(&level, &solution)
                    .frames(Frames { pace, ..Frames::default() })
                    .gif()
                    .unwrap()
            )
            .screens
            .len(),
            1
        );
    }
}

#[test]
fn ground_overlays_lie_under_the_boxes_and_others_are_refused() {
    let (level, solution) = boards::solved_level();
    let floor = cells_of(&level, level.floor());
    let heat = Heat::new(floor.iter().map(|&at| (at, at.0 as f32))).figures().legend();
    let overlays =
        [Overlay::DeadSquares(vec![(1, 2)]), Overlay::Reachable(vec![(5, 5)]), Overlay::Heat(heat)];
    for overlay in overlays {
        let animation =
            Animation::new(&level, &solution).picture(|picture| picture.cell(20).overlay(overlay.clone()));
        let film = decode(&animation.gif().unwrap());
        let end = solution.positions(&level).last().unwrap();
        let board = level.draw(&end);
        let picture = Picture::new(&board).cell(20).facing(Direction::Left).overlay(overlay);
        let (largest, mean) = difference(&film.screens.last().unwrap().0, &pixels(&picture));
        assert!(largest <= 48 && mean < 1.0, "{largest}, {mean:.3}");
        assert_eq!(film.width, 200);
    }
    let arrow = Arrow { at: (1, 1), direction: Direction::Up, strength: 1.0 };
    for overlay in
        [Overlay::Highlight(vec![(1, 1)]), Overlay::Pushes(vec![arrow]), Overlay::Arrows(vec![arrow])]
    {
        let error =
            Animation::new(&level, &solution).picture(|picture| picture.overlay(overlay)).gif().unwrap_err();
        assert!(matches!(error, RenderError::OverlayAboveBoxes), "{error}");
    }
}

#[test]
fn open_boards_and_decoration_keep_their_ground() {
    let level = Level::parse("##### *\n@ $ .#\n#####").unwrap();
    let solution = replay(&level, &lurd::parse("rrr").unwrap()).unwrap();
    let film = decode(&Animation::new(&level, &solution).gif().unwrap());
    let board = Board::parse("##### *\n   @*#\n#####").unwrap();
    let end = solution.positions(&level).last().unwrap();
    assert_eq!(level.draw(&end), board);
    let picture = Picture::new(&board).facing(Direction::Right);
    let (largest, _) = difference(&film.screens.last().unwrap().0, &pixels(&picture));
    assert!(largest <= 40, "{largest}");
}

#[test]
fn limits_and_mistakes_are_errors() {
    let (level, solution) = boards::solved_level();
    let error =
        Animation::new(&level, &solution).frames(Frames { most: 10, ..Frames::default() }).gif().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the animation needs 25 frames, 10 are allowed; raise the limit or show pushes only"
    );
    let error = Animation::new(&level, &solution).picture(|picture| picture.cell(1_000)).gif().unwrap_err();
    assert!(matches!(error, RenderError::TooManyPixels { largest_cell: 647, .. }), "{error}");
    let other = Level::parse("#####\n#@$.#\n#####").unwrap();
    let error = Animation::new(&other, &solution).gif().unwrap_err();
    assert_eq!(error.to_string(), "move 2 of the solution is blocked on this level: it solves another one");
}

/// A pipe that is closed after some bytes.
struct Closing(usize);

impl io::Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_an_error_and_no_panic() {
    let (level, solution) = boards::solved_level();
    let animation = Animation::new(&level, &solution).picture(|picture| picture.cell(8));
    let length = animation.gif().unwrap().len();
    for room in [0, 1, 5, 13, 100, 781, 800, length / 2, length - 1] {
        let error = animation.write_gif(Closing(room)).unwrap_err();
        assert!(
            matches!(&error, RenderError::Io(e) if e.kind() == io::ErrorKind::BrokenPipe),
            "{room}: {error}"
        );
    }
    animation.write_gif(Closing(length)).unwrap();
}

#[test]
fn the_same_animation_is_the_same_bytes() {
    let (level, solution) = boards::solved_level();
    let film = || Animation::new(&level, &solution).picture(|picture| picture.cell(64)).gif().unwrap();
    assert_eq!(film(), film());
}

#[test]
fn a_thousand_frames_on_a_large_board_stay_small() {
    let mut rows = vec![format!("#{}#", " ".repeat(48)); 48];
    rows[0] = format!("#@$.{}#", " ".repeat(45));
    let border = "#".repeat(50);
    let level = Level::parse(&format!("{border}\n{}\n{border}", rows.join("\n"))).unwrap();
    let tour = ["d", "r", "l", "u"].map(|way| way.repeat(40)).concat();
    let walk = lurd::parse(&(tour.repeat(6) + "r")).unwrap();
    let solution: Verified<_> = replay(&level, &walk).unwrap();
    let bytes = Animation::new(&level, &solution).picture(|picture| picture.cell(16)).gif().unwrap();
    assert!(bytes.len() < 400_000, "{} bytes", bytes.len());
    assert_eq!(decode_frames(&bytes), 962);
}

fn decode_frames(bytes: &[u8]) -> usize {
    let mut decoder = DecodeOptions::new().read_info(bytes).unwrap();
    std::iter::from_fn(|| decoder.next_frame_info().unwrap().map(|_| ())).count()
}
