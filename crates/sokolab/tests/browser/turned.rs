//! A board that is shown turned or mirrored: keys and pointer mean what is seen, the game stays in the level's own orientation.
//!
//! What should be seen is told by `soko_core::Symmetry`, not by the page's own arithmetic.

use serde_json::{Value, json};
use soko_core::{Board, Cell, Direction, Symmetry};

use crate::{
    keys::{DOWN, HOME, LEFT, RIGHT, UP},
    stage::{Result, Setup, Stage},
};

scenarios! {
    what_is_seen_is_what_keys_and_pointer_mean: in_the_room(),
    overlays_lie_where_the_things_are: in_the_room(),
    a_level_stays_turned_in_play_and_replay: in_the_room(),
}

const ROOM: &str = "play/rooms/1";
const BOARD: &str = "########\n#  .   #\n# @$   #\n#      #\n########\n";

fn in_the_room() -> Setup {
    Setup::with_files(|| vec![("rooms.xsb", format!("{BOARD}\n; Room\n"))])
}

/// The cells of a board that a test picks, where a symmetry puts them.
fn cells(symmetry: Symmetry, board: &Board, wanted: impl Fn(Cell) -> bool) -> Vec<(u32, u32)> {
    let board = symmetry.board(board);
    board.cells().filter(|&(_, _, cell)| wanted(cell)).map(|(x, y, _)| (x as u32, y as u32)).collect()
}

/// Where one cell of the room is shown.
fn shown(symmetry: Symmetry, room: &Board, (x, y): (usize, usize)) -> (u32, u32) {
    let mut marked = Board::new(room.width(), room.height());
    marked.set(x, y, Cell::Goal);
    cells(symmetry, &marked, Cell::has_goal)[0]
}

/// Turns the board by its keys, from the way the level has it.
async fn turn(stage: &Stage, number: usize) -> Result<Symmetry> {
    stage.js("document.querySelector('#turn-reset').click(); document.activeElement.blur()").await?;
    let mirror = if number < 4 { "" } else { "m" };
    stage.press(&format!("{mirror}{}", "r".repeat(number % 4))).await?;
    stage.until(&format!("return document.querySelector('soko-board').turn === {number}")).await?;
    Symmetry::numbered(number).ok_or_else(|| "no such symmetry".into())
}

/// Waits until things stand at cells of the screen.
async fn stand(stage: &Stage, things: &str, at: &[(u32, u32)]) -> Result {
    let script = format!(
        "const at = [...document.querySelectorAll('{things}')].map((thing) => \
         new DOMMatrix(getComputedStyle(thing).transform)).map(({{ e, f }}) => [e / 64, f / 64]); \
         return JSON.stringify(at) === '{}'",
        json!(at)
    );
    stage.until(&script).await
}

/// What the server's game has played.
async fn has_played(stage: &Stage, moves: &str) -> Result {
    let id = stage.js("return JSON.parse(sessionStorage.getItem('game:rooms/1')).game").await?;
    stage.until_server(&format!("/api/games/{id}/moves"), |game| game["played"] == moves).await?;
    Ok(())
}

const fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => UP,
        Direction::Right => RIGHT,
        Direction::Down => DOWN,
        Direction::Left => LEFT,
    }
}

async fn what_is_seen_is_what_keys_and_pointer_mean(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    let room = Board::parse(BOARD)?;
    let pushed = Board::parse("########\n#  .   #\n#  @$  #\n#      #\n########\n")?;
    for number in 0..8 {
        let symmetry = turn(stage, number).await?;
        stand(stage, ".thing.box", &cells(symmetry, &room, Cell::has_box)).await?;
        stand(stage, ".thing.player", &cells(symmetry, &room, Cell::has_player)).await?;
        stage.press(arrow(symmetry.direction(Direction::Right))).await?;
        has_played(stage, "R").await?;
        stand(stage, ".thing.box", &cells(symmetry, &pushed, Cell::has_box)).await?;
        stand(stage, ".thing.player", &cells(symmetry, &pushed, Cell::has_player)).await?;
        let facing = ["up", "right", "down", "left"][symmetry.direction(Direction::Right) as usize];
        stage.appears(&format!(".thing.player[href$='player-{facing}']")).await?;
        // A click walks, and a drag pushes.
        stage.tap(shown(symmetry, &room, (3, 3))).await?;
        has_played(stage, "Rd").await?;
        stage.drag(shown(symmetry, &room, (4, 2)), shown(symmetry, &room, (4, 1))).await?;
        has_played(stage, "RdrU").await?;
        stage.press(HOME).await?;
        has_played(stage, "").await?;
    }
    Ok(())
}

async fn overlays_lie_where_the_things_are(stage: &Stage) -> Result {
    stage.go(ROOM).await?;
    let room = Board::parse(BOARD)?;
    let facts = stage.server.get("/api/levels/rooms/1")?;
    let dead: Vec<(usize, usize)> = serde_json::from_value(facts["prepared"]["dead"].clone())?;
    assert!(dead.len() > 3, "{dead:?}");
    stage
        .js("window.places = (selector) => [...document.querySelectorAll(selector)].map((use) => \
        [Number(use.getAttribute('x')) / 64, Number(use.getAttribute('y')) / 64]).sort()")
        .await?;
    stage.press("i").await?;
    stage.appears(".overlay.push path").await?;
    for number in 0..8 {
        let symmetry = turn(stage, number).await?;
        let mut hatched = dead.iter().map(|&cell| shown(symmetry, &room, cell)).collect::<Vec<_>>();
        hatched.sort_unstable();
        let goals = cells(symmetry, &room, Cell::has_goal);
        for (selector, at) in [(".overlay.dead use", hatched), (".ground use[href$=goal]", goals)] {
            let script = format!("return JSON.stringify(places(\"{selector}\")) === '{}'", json!(at));
            stage.until(&script).await?;
        }
        let hint = "const { at, direction } = document.querySelector('soko-board').overlays.get('push')[0]; \
                    const [path] = document.querySelectorAll('.overlay.push path'); \
                    return [at, direction, path.getAttribute('transform')]";
        let hint = stage.js(hint).await?;
        let (x, y) = shown(symmetry, &room, serde_json::from_value(hint[0].clone())?);
        let letter = hint[1].as_str().and_then(|word| word.chars().next());
        let direction = letter.and_then(|letter| Direction::from_letter(letter.to_ascii_lowercase()));
        let angle = 90 * symmetry.direction(direction.ok_or("the hint has no direction")?) as u32;
        let expected = format!("translate({} {}) rotate({angle})", x * 64 + 32, y * 64 + 32);
        assert_eq!(hint[2], Value::from(expected));
    }
    Ok(())
}

async fn a_level_stays_turned_in_play_and_replay(stage: &Stage) -> Result {
    let lies = |across: u32, down: u32| {
        format!(
            "return document.querySelector('soko-board svg').getAttribute('viewBox') === '0 0 {} {}'",
            across * 64,
            down * 64
        )
    };
    stage.go(ROOM).await?;
    stage.click("[data-action=turn-left]").await?;
    stage.until(&lies(5, 8)).await?;
    stage.read("[data-turned]", "turned left").await?;
    stage.client.refresh().await?;
    stage.appears("main[data-ready=play]").await?;
    stage.until(&lies(5, 8)).await?;
    let label = stage.js("return document.querySelector('soko-board svg').ariaLabel").await?;
    assert_eq!(label, "Board of 8 by 5, shown turned left: 0 of 1 boxes on goals, player at column 3, row 3");
    // Backwards: the arrow up is to the level's right.
    stage.go("play/rooms/1?reverse").await?;
    stage.until(&lies(5, 8)).await?;
    stage.tap((2, 3)).await?;
    stand(stage, ".thing.player", &[(2, 3)]).await?;
    stage.press(UP).await?;
    stand(stage, ".thing.player", &[(2, 2)]).await?;
    stage.go("replay/game/rooms/1/RdrU").await?;
    stage.until(&lies(5, 8)).await?;
    stand(stage, ".thing.box", &[(2, 4)]).await?;
    stage.press(&crate::keys::shift("m")).await?;
    stand(stage, ".thing.box", &[(2, 4)]).await?;
    stand(stage, ".thing.player", &[(2, 5)]).await?;
    stage.press(RIGHT).await?;
    stand(stage, ".thing.box", &[(2, 3)]).await?;
    stage.click("#turn-reset").await?;
    stage.until(&lies(8, 5)).await?;
    stand(stage, ".thing.box", &[(4, 2)]).await?;
    let kept = stage.js("return localStorage.getItem('turns')").await?;
    assert_eq!(kept, "{}");
    Ok(())
}
