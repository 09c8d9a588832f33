//! Table 2 of report A from Irvine: Q-learning whose state is the agent's cell alone.
//!
//! Source: Ashley Schwartz, Anand Srinivasan, Erik Urzua, *The Sokoban game: reinforcement learning*, final project of CS 271,
//! University of California, Irvine, December 2021, section 4. "Most boards" had 1000 episodes of "around 500" steps; γ
//! 0.99, α 0.01, ε 0.1. One run per board. Seconds are not printed.
//!
//! **What the print does not say, and where it contradicts itself.**
//!
//! - Boards G to J are drawings in a figure and have no names. A solution cannot be shorter than the shortest, so H (11 steps) and I (21 steps) are
//!   none of the course's boards 01 to 07a, which need 22 to 194 moves, and 00 has a row of its own. Of the boards of at most four boxes
//!   that groups of the course left in public, [`FIT_I`] can be solved in 21 moves and [`FIT_H`] even in 11; that they fit is no
//!   proof, and three of them are from a course of 2025. G (161) and J (812) are long enough for any board.
//! - The text says that the simple board (h) was solved "within 7 episodes and took 72 steps". The table has 6 and 83 for H;
//!   7 and 72 is its row of -01. The letters are those of the figure, for the text calls board -02 "(c)", so (h) is the eighth
//!   board, H.
//! - J was solved in 812 steps, above the limit of "around 500" steps; "most boards" must leave J out.
//! - "Able to converge to the optimal solution in some instances": of the boards that can be identified this is true of 00 alone, which has
//!   one move. The final solutions of the others have 35 to 307 steps where 22 to 39 suffice.

/// One row: a board, and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// Name in the report.
    pub(crate) printed: &'static str,
    /// Our name of the board, if we know which it is.
    pub(crate) board: Option<&'static str>,
    /// What was printed if it was solved.
    pub(crate) solved: Option<Solved>,
}

/// A board that was solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Solved {
    /// Number of the first trial (episode) that ended in a solution.
    pub(crate) trial: u32,
    /// Steps of that solution.
    pub(crate) first: u32,
    /// Steps of the final solution.
    pub(crate) last: u32,
}

const fn row(printed: &'static str, board: Option<&'static str>, [trial, first, last]: [u32; 3]) -> Row {
    Row { printed, board, solved: Some(Solved { trial, first, last }) }
}

/// Table 2.
pub(crate) const TABLE_2: [Row; 10] = [
    row("00", Some("00"), [1, 1, 1]),
    row("-01", Some("01"), [7, 72, 35]),
    row("-02", Some("02"), [108, 307, 307]),
    row("-03", Some("03"), [122, 162, 150]),
    Row { printed: "-04", board: Some("04"), solved: None },
    row("-05a", Some("05a"), [10, 359, 85]),
    row("(G)", None, [16, 161, 161]),
    row("(H)", None, [6, 83, 11]),
    row("(I)", None, [3, 103, 21]),
    row("(J)", None, [908, 812, 812]),
];

/// What the text says of board (h): trial and steps of its first solution.
pub(crate) const TEXT_ON_H: (u32, u32) = (7, 72);

/// Steps that an episode had, about.
pub(crate) const STEPS: u32 = 500;

/// Public boards of groups of the course, of at most four boxes, that can be solved in 11 moves: file and fewest moves.
pub const FIT_H: [(&str, u32); 7] = [
    ("uci_cs271/chenqihong_input_files/input12.txt", 9),
    ("uci_cs271/chenqihong_input_files/input15.txt", 9),
    ("uci_cs271/glennga_from_class/sokoban02.txt", 2),
    ("uci_cs271/glennga_from_class/sokoban03.txt", 6),
    ("uci_cs271/cs175_2025/Sokoban/sokoban000.txt", 5),
    ("uci_cs271/cs175_2025/Sokoban/sokoban0000.txt", 6),
    ("uci_cs271/cs175_2025/Sokoban/too_few_boxes.txt", 4),
];

/// More of them that can be solved in 21 moves, but not in 11. The first needs exactly 21.
pub const FIT_I: [(&str, u32); 4] = [
    ("uci_cs271/chenqihong_input_files/input17.txt", 21),
    ("uci_cs271/chenqihong_input_files/input16.txt", 19),
    ("uci_cs271/chenqihong_input_files/input20.txt", 17),
    ("uci_cs271/chenqihong_input_files/input22.txt", 13),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::irvine::{BOARDS, find};

    fn printed(name: &str) -> Solved {
        TABLE_2.iter().find(|row| row.printed == name).and_then(|row| row.solved).unwrap()
    }

    #[test]
    fn no_printed_solution_is_shorter_than_the_shortest() {
        for row in TABLE_2 {
            let least = row.board.map(|name| find(name).unwrap().moves.unwrap());
            let Some(solved) = row.solved else { continue };
            assert!(least.is_none_or(|least| least <= solved.last), "{}", row.printed);
            // The final solution is the optimal one on 00 alone.
            assert_eq!(least == Some(solved.last), row.printed == "00");
            assert!(solved.last <= solved.first && solved.trial >= 1);
        }
    }

    #[test]
    fn h_and_i_are_none_of_the_boards_from_01_on() {
        for board in BOARDS.iter().filter(|board| board.name != "00") {
            assert!(board.moves.is_none_or(|least| least > printed("(I)").last), "{}", board.name);
        }
        assert!(FIT_H.iter().all(|&(_, least)| least <= printed("(H)").last));
        let between = printed("(H)").last + 1..=printed("(I)").last;
        assert!(FIT_I.iter().all(|(_, least)| between.contains(least)));
    }

    #[test]
    fn the_text_gives_h_the_row_of_another_board() {
        let of = |name| (printed(name).trial, printed(name).first);
        assert_eq!(of("-01"), TEXT_ON_H);
        assert_ne!(of("(H)"), TEXT_ON_H);
        let long: Vec<_> = TABLE_2
            .iter()
            .filter(|row| row.solved.is_some_and(|solved| solved.first > STEPS))
            .map(|row| row.printed)
            .collect();
        assert_eq!(long, ["(J)"]);
    }
}
