//! Macro moves and divisions of the floor against naive versions, in random positions.

use std::collections::BTreeSet;

use libtest_mimic::Failed;
use soko_core::{Bits, Direction, Maze, Square, State};
use soko_expert::{
    carry::{Carrier, Carry, Way},
    features::{Divisions, components},
    ground::Ground,
};
use soko_solver::Dice;

use crate::levels::{Named, complaint};

/// Random positions of each level.
const POSITIONS: usize = 12;
/// All four directions.
const ALL: u8 = 15;

/// Calls `visit` with random positions of the levels that fit into `W` words and into no fewer.
fn positions<const W: usize>(
    levels: &[Named],
    mut visit: impl FnMut(&Named, &Ground<'_, W>, &State<W>, &mut Dice) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut dice = Dice::new(W as u64);
    let widest = 64 * W;
    let narrowest = if W == 8 { 129 } else { 64 * (W / 2) + usize::from(W > 1) };
    for named in levels.iter().filter(|(_, level)| (narrowest..=widest).contains(&level.squares())) {
        let ground = Ground::<W>::new(&named.1);
        let floor: Vec<Square> = ground.maze.floor().iter().collect();
        for _ in 0..POSITIONS {
            // As many boxes as the level has, up to half the floor full of them.
            let least = named.1.boxes().min(floor.len() / 2);
            let count = least + dice.below(floor.len() / 2 - least + 1) * dice.below(2);
            let mut boxes = Bits::EMPTY;
            while (boxes.len() as usize) < count {
                boxes.insert(floor[dice.below(floor.len())]);
            }
            let free: Vec<Square> = ground.maze.floor().without(&boxes).iter().collect();
            let state = ground.maze.normal(&State { boxes, player: free[dice.below(free.len())] });
            visit(named, &ground, &state, &mut dice)?;
        }
    }
    Ok(())
}

/// Where one box can be brought: its square and the player's region.
type Places<const W: usize> = BTreeSet<(Square, Bits<W>)>;

/// The box one square on, the player behind it, if that is legal.
fn step<const W: usize>(
    maze: &Maze<W>,
    way: Way,
    (boxes, region): (&Bits<W>, &Bits<W>),
    square: Square,
    direction: Direction,
) -> Option<(Square, Square)> {
    let to = maze.next(square, direction);
    let free = |square: Square| maze.floor().contains(square) && !boxes.contains(square);
    match way {
        Way::Push => {
            let behind = maze.next(square, direction.opposite());
            (region.contains(behind) && free(to)).then_some((to, square))
        }
        Way::Pull => {
            let beyond = maze.next(to, direction);
            (region.contains(to) && free(beyond)).then_some((to, beyond))
        }
    }
}

/// Every place of one box, one step after the other, each with a flood.
fn naive<const W: usize>(
    maze: &Maze<W>,
    way: Way,
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
            let Some((to, player)) = step(maze, way, (&boxes, &region), square, direction) else { continue };
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
fn leads_there<const W: usize>(
    maze: &Maze<W>,
    way: Way,
    state: &State<W>,
    (from, to, after): (Square, Square, &Bits<W>),
    forbidden: &Bits<W>,
) -> Option<()> {
    let region = maze.region(&state.boxes, state.player);
    let carry = Carry { from, to, player: after.first()? };
    let mut pushes = Carrier::default().pushes(maze, way, (&state.boxes, &region), carry, forbidden)?;
    let mut end = state.boxes;
    end.remove(from);
    end.insert(to);
    let (mut at, aim) = match way {
        Way::Push => (*state, State { boxes: end, player: carry.player }),
        Way::Pull => (State { boxes: end, player: carry.player }, *state),
    };
    if way == Way::Pull {
        pushes.reverse();
    }
    for push in pushes {
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
    positions::<1>(levels, |named, ground, state, dice| carried(named, ground, state, dice, &mut found))?;
    positions::<2>(levels, |named, ground, state, dice| carried(named, ground, state, dice, &mut found))?;
    positions::<8>(levels, |named, ground, state, dice| carried(named, ground, state, dice, &mut found))?;
    if found < 20_000 { Err(format!("only {found} moves").into()) } else { Ok(()) }
}

fn carried<const W: usize>(
    named: &Named,
    ground: &Ground<'_, W>,
    state: &State<W>,
    dice: &mut Dice,
    found: &mut usize,
) -> Result<(), Failed> {
    let maze = &ground.maze;
    let region = maze.region(&state.boxes, state.player);
    let mut carrier = Carrier::default();
    for from in state.boxes.iter() {
        for way in [Way::Push, Way::Pull] {
            let (forbidden, first) =
                if dice.below(2) == 0 { (Bits::EMPTY, ALL) } else { (ground.dead, 1 + dice.below(15) as u8) };
            let mut without = state.boxes;
            without.remove(from);
            let alone = maze.region(&without, state.player);
            let (mut places, mut twice, mut opened) = (Places::new(), false, true);
            carrier.for_each(
                maze,
                way,
                (&state.boxes, &region),
                from,
                &forbidden,
                first,
                |to, after, open| {
                    twice |= !places.insert((to, *after));
                    opened &= *open == alone;
                },
            );
            if twice || !opened || places != naive(maze, way, state, from, &forbidden, first) {
                return Err(complaint(&format!("{way:?} of the box on {from:?}"), named, state));
            }
            *found += places.len();
            let mut legal = places.iter();
            if first == ALL
                && !legal.all(|(to, after)| {
                    leads_there(maze, way, state, (from, *to, after), &forbidden).is_some()
                })
            {
                return Err(complaint(&format!("steps of a {way:?} of the box on {from:?}"), named, state));
            }
        }
    }
    Ok(())
}

/// A count of the expert and the same from scratch.
type Counts = (u8, u8);

/// Calls `visit` with parts and barred passages after every macro move of random positions.
fn divide<const W: usize>(
    levels: &[Named],
    mut visit: impl FnMut(Counts, Counts) -> bool,
) -> Result<(), Failed> {
    positions::<W>(levels, |named, ground, state, _| {
        let (maze, passages) = (&ground.maze, &ground.passages);
        let region = maze.region(&state.boxes, state.player);
        let (mut carrier, mut divisions) = (Carrier::default(), Divisions::default());
        divisions.set(maze, passages, &state.boxes);
        let now = (divisions.parts(), divisions.barred());
        let fine = now
            == (components(maze, &maze.floor().without(&state.boxes)), passages.barred(maze, &state.boxes));
        if !fine {
            return Err(complaint("before any move", named, state));
        }
        for (way, from) in
            [Way::Push, Way::Pull].into_iter().flat_map(|way| state.boxes.iter().map(move |b| (way, b)))
        {
            divisions.lift(maze, passages, from);
            let mut bad = None;
            carrier.for_each(
                maze,
                way,
                (&state.boxes, &region),
                from,
                &Bits::EMPTY,
                ALL,
                |to, after, open| {
                    let mut moved = state.boxes;
                    moved.remove(from);
                    moved.insert(to);
                    let parts = (
                        divisions.parts_at(maze, to, open, after),
                        components(maze, &maze.floor().without(&moved)),
                    );
                    let barred = (divisions.barred_at(maze, passages, to), passages.barred(maze, &moved));
                    if !visit(parts, barred) {
                        bad = Some((
                            format!("{way:?} from {from:?}: parts {parts:?}, barred {barred:?}"),
                            moved,
                            after.first(),
                        ));
                    }
                },
            );
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
    divide::<2>(levels, &mut visit)?;
    divide::<8>(levels, &mut visit)?;
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
    divide::<2>(levels, &mut visit)?;
    divide::<8>(levels, &mut visit)?;
    if all < 1_000 || more * 1_000 > all {
        return Err(format!("{more} of {all} moves bar more than is counted").into());
    }
    Ok(())
}
