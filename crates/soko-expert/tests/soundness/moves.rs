//! Macro moves and divisions of the floor against naive versions, in random positions.

use std::collections::BTreeSet;

use libtest_mimic::Failed;
use soko_core::{Bits, Direction, Maze, Motion, Pulling, Pushing, Square, State};
use soko_expert::internals::{Connectivity, Explorer, LevelTables, MacroMove, components};
use soko_solver::Dice;

use crate::levels::{Named, complaint};

/// Random positions of each level.
const POSITIONS: usize = 12;
/// All four directions.
const ALL: u8 = 15;

/// Calls `visit` with random positions of the levels that fit into `W` words and into no fewer.
fn positions<const W: usize>(
    levels: &[Named],
    mut visit: impl FnMut(&Named, &LevelTables<'_, W>, &State<W>, &mut Dice) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut dice = Dice::new(W as u64);
    let widest = 64 * W;
    let narrowest = if W == 8 { 129 } else { 64 * (W / 2) + usize::from(W > 1) };
    for named in levels.iter().filter(|(_, level)| (narrowest..=widest).contains(&level.squares())) {
        let tables = LevelTables::<W>::new(&named.1);
        let floor: Vec<Square> = tables.maze.floor().iter().collect();
        for _ in 0..POSITIONS {
            // As many boxes as the level has, up to half the floor full of them.
            let least = named.1.boxes().min(floor.len() / 2);
            let count = least + dice.below(floor.len() / 2 - least + 1) * dice.below(2);
            let mut boxes = Bits::EMPTY;
            while (boxes.len() as usize) < count {
                boxes.insert(floor[dice.below(floor.len())]);
            }
            let free: Vec<Square> = tables.maze.floor().without(&boxes).iter().collect();
            let state = tables.maze.normal(&State { boxes, player: free[dice.below(free.len())] });
            visit(named, &tables, &state, &mut dice)?;
        }
    }
    Ok(())
}

/// Where one box can be brought: its square and the player's region.
type Places<const W: usize> = BTreeSet<(Square, Bits<W>)>;

/// The box one square on, the player behind it, if that is legal.
fn step<const W: usize, M: Motion>(
    maze: &Maze<W>,
    (boxes, region): (&Bits<W>, &Bits<W>),
    square: Square,
    direction: Direction,
) -> Option<(Square, Square)> {
    let to = maze.next(square, direction);
    let free = |square: Square| maze.floor().contains(square) && !boxes.contains(square);
    if M::BACKWARD {
        let beyond = maze.next(to, direction);
        (region.contains(to) && free(beyond)).then_some((to, beyond))
    } else {
        let behind = maze.next(square, direction.opposite());
        (region.contains(behind) && free(to)).then_some((to, square))
    }
}

/// Every place of one box, one step after the other, each with a flood.
fn naive<const W: usize, M: Motion>(
    maze: &Maze<W>,
    state: &State<W>,
    from: Square,
    forbidden: &Bits<W>,
    first: u8,
) -> Places<W> {
    let mut others = state.boxes;
    others.remove(from);
    let begin = (from, maze.region(&state.boxes, state.player));
    let mut places = Places::from([begin]);
    let mut waiting = vec![begin];
    while let Some((square, region)) = waiting.pop() {
        let boxes = others | Bits::single(square);
        for direction in Direction::ALL {
            if (square, region) == begin && first & 1 << direction as u8 == 0 {
                continue;
            }
            let Some((to, player)) = step::<W, M>(maze, (&boxes, &region), square, direction) else {
                continue;
            };
            let place = (to, maze.region(&(others | Bits::single(to)), player));
            if !forbidden.contains(to) && places.insert(place) {
                waiting.push(place);
            }
        }
    }
    places.remove(&begin);
    places
}

/// The single steps of a carry lead where it says; those of pulls are pushes that lead back.
fn leads_there<const W: usize, M: Motion>(
    maze: &Maze<W>,
    state: &State<W>,
    (from, to, after): (Square, Square, &Bits<W>),
    forbidden: &Bits<W>,
) -> Option<()> {
    let region = maze.region(&state.boxes, state.player);
    let macro_move = MacroMove { from, to, player: after.first()? };
    let pushes = Explorer::default().pushes::<M>(maze, (&state.boxes, &region), macro_move, forbidden)?;
    let mut end = state.boxes;
    end.remove(from);
    end.insert(to);
    let after = State { boxes: end, player: macro_move.player };
    let (mut at, aim) = if M::BACKWARD { (after, *state) } else { (*state, after) };
    for push in M::in_game_order(pushes) {
        let region = maze.region(&at.boxes, at.player);
        if !at.boxes.contains(push.square)
            || !maze.pushable(&at.boxes, &region, push.direction).contains(push.square)
        {
            return None;
        }
        at = maze.push(&at.boxes, push.square, push.direction);
    }
    (maze.normal(&at) == maze.normal(&aim)).then_some(())
}

/// Macro moves are all places that single pushes or pulls of the box reach, and their steps lead there.
pub(crate) fn carries(levels: &[Named]) -> Result<(), Failed> {
    let mut found = 0;
    positions::<1>(levels, |named, tables, state, dice| both_ways(named, tables, state, dice, &mut found))?;
    positions::<2>(levels, |named, tables, state, dice| both_ways(named, tables, state, dice, &mut found))?;
    positions::<8>(levels, |named, tables, state, dice| both_ways(named, tables, state, dice, &mut found))?;
    if found < 20_000 { Err(format!("only {found} moves").into()) } else { Ok(()) }
}

fn both_ways<const W: usize>(
    named: &Named,
    tables: &LevelTables<'_, W>,
    state: &State<W>,
    dice: &mut Dice,
    found: &mut usize,
) -> Result<(), Failed> {
    *found += carried::<W, Pushing>(named, tables, state, dice)?
        + carried::<W, Pulling>(named, tables, state, dice)?;
    Ok(())
}

fn carried<const W: usize, M: Motion>(
    named: &Named,
    tables: &LevelTables<'_, W>,
    state: &State<W>,
    dice: &mut Dice,
) -> Result<usize, Failed> {
    let maze = &tables.maze;
    let region = maze.region(&state.boxes, state.player);
    let mut explorer = Explorer::default();
    let mut found = 0;
    for from in state.boxes.iter() {
        let (forbidden, first) =
            if dice.below(2) == 0 { (Bits::EMPTY, ALL) } else { (tables.dead, 1 + dice.below(15) as u8) };
        let mut without = state.boxes;
        without.remove(from);
        let alone = maze.region(&without, state.player);
        let (mut places, mut twice, mut opened) = (Places::new(), false, true);
        let before = (&state.boxes, &region);
        explorer.for_each::<M>(maze, before, from, (&forbidden, first), |to, after, open| {
            twice |= !places.insert((to, *after));
            opened &= *open == alone;
        });
        if twice || !opened || places != naive::<W, M>(maze, state, from, &forbidden, first) {
            return Err(complaint(&format!("{:?} the box on {from:?}", M::default()), named, state));
        }
        found += places.len();
        let leads = |(to, after): &(Square, Bits<W>)| {
            leads_there::<W, M>(maze, state, (from, *to, after), &forbidden).is_some()
        };
        if first == ALL && !places.iter().all(leads) {
            return Err(complaint(&format!("steps of {:?} the box on {from:?}", M::default()), named, state));
        }
    }
    Ok(found)
}

/// A count of the expert and the same from scratch.
type Counts = (u8, u8);

/// Calls `visit` with parts and barred passages after every macro move of random positions.
fn divide<const W: usize, M: Motion>(
    levels: &[Named],
    mut visit: impl FnMut(Counts, Counts) -> bool,
) -> Result<(), Failed> {
    positions::<W>(levels, |named, tables, state, _| {
        let (maze, passages) = (&tables.maze, &tables.passages);
        let region = maze.region(&state.boxes, state.player);
        let (mut explorer, mut connectivity) = (Explorer::default(), Connectivity::default());
        connectivity.set(maze, passages, &state.boxes);
        let now = (connectivity.parts(), connectivity.barred());
        let fine = now
            == (components(maze, &maze.floor().without(&state.boxes)), passages.barred(maze, &state.boxes));
        if !fine {
            return Err(complaint("before any move", named, state));
        }
        for from in state.boxes.iter() {
            connectivity.lift(maze, passages, from);
            let mut bad = None;
            let before = (&state.boxes, &region);
            explorer.for_each::<M>(maze, before, from, (&Bits::EMPTY, ALL), |to, after, open| {
                let mut moved = state.boxes;
                moved.remove(from);
                moved.insert(to);
                let parts = (
                    connectivity.parts_at(maze, to, open, after),
                    components(maze, &maze.floor().without(&moved)),
                );
                let barred = (connectivity.barred_at(maze, passages, to), passages.barred(maze, &moved));
                if !visit(parts, barred) {
                    let what =
                        format!("{:?} from {from:?}: parts {parts:?}, barred {barred:?}", M::default());
                    bad = Some((what, moved, after.first()));
                }
            });
            if let Some((what, boxes, player)) = bad {
                return Err(complaint(&what, named, &State { boxes, player: player.unwrap_or(from) }));
            }
        }
        Ok(())
    })
}

/// Parts after a move are as many as there are.
pub(crate) fn parts(levels: &[Named]) -> Result<(), Failed> {
    let mut cut = 0;
    let mut visit = |(parts, truth): Counts, _: Counts| {
        cut += u32::from(truth > 1);
        parts == truth
    };
    divide::<2, Pushing>(levels, &mut visit)?;
    divide::<2, Pulling>(levels, &mut visit)?;
    divide::<8, Pushing>(levels, &mut visit)?;
    divide::<8, Pulling>(levels, &mut visit)?;
    if cut < 1_000 { Err(format!("only {cut} moves leave several parts").into()) } else { Ok(()) }
}

/// Barred passages after a move are as many as there are, or, where a box takes the last free square of a room, one fewer.
pub(crate) fn barred(levels: &[Named]) -> Result<(), Failed> {
    let (mut all, mut more) = (0_u32, 0_u32);
    let mut visit = |_: Counts, (barred, truth): Counts| {
        all += u32::from(truth > 0);
        more += u32::from(barred < truth);
        barred <= truth
    };
    divide::<2, Pushing>(levels, &mut visit)?;
    divide::<2, Pulling>(levels, &mut visit)?;
    divide::<8, Pushing>(levels, &mut visit)?;
    divide::<8, Pulling>(levels, &mut visit)?;
    if all < 1_000 || more * 1_000 > all {
        return Err(format!("{more} of {all} moves bar more than is counted").into());
    }
    Ok(())
}
