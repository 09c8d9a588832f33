//! Table 7 and appendix C of the thesis: A* and five solvers on the first 60 levels of Microban.
//!
//! Source: Petr Žlebek, *Hra Sokoban a umělá inteligence* (Sokoban and artificial intelligence), master's thesis,
//! Brno University of Technology 2021, section 4.3 and appendix C. The levels are David W. Skinner's. A* is the
//! author's; the other columns he took from the solver statistics of the Sokoban wiki (sokobano.de). The print has
//! all 60 levels.

/// The columns.
pub(super) const SOLVERS: [&str; 6] = ["A*", "Takaken", "YASS", "JSoko", "Sokolution", "Festival"];

/// Mean lengths as printed in table 7, by column.
pub(super) const TABLE_7: [f64; 6] = [16.32, 17.08, 15.92, 18.32, 16.85, 17.38];

/// Pushes of levels 1 to 60, by column.
#[rustfmt::skip]
pub(super) const APPENDIX_C: [[u32; 6]; 60] = [
    [8, 8, 8, 8, 8, 8],
    [3, 3, 3, 3, 3, 3],
    [13, 13, 13, 13, 13, 13],
    [7, 11, 7, 7, 7, 13],
    [8, 6, 6, 14, 10, 8],
    [29, 29, 29, 29, 31, 29],
    [6, 6, 6, 6, 6, 6],
    [32, 34, 32, 34, 32, 34],
    [10, 10, 10, 10, 10, 10],
    [21, 21, 21, 21, 21, 21],
    [18, 16, 16, 16, 18, 18],
    [11, 13, 11, 13, 11, 13],
    [23, 23, 21, 21, 27, 23],
    [10, 10, 10, 10, 10, 10],
    [14, 12, 12, 12, 14, 12],
    [39, 41, 39, 39, 45, 41],
    [9, 9, 9, 9, 9, 9],
    [13, 15, 13, 13, 15, 15],
    [20, 20, 20, 20, 20, 20],
    [16, 16, 16, 18, 16, 16],
    [5, 5, 5, 5, 5, 9],
    [15, 15, 15, 23, 15, 15],
    [10, 10, 10, 10, 10, 10],
    [9, 9, 9, 13, 9, 9],
    [7, 7, 7, 7, 7, 7],
    [10, 14, 10, 10, 14, 10],
    [10, 14, 10, 10, 10, 18],
    [9, 9, 9, 9, 9, 9],
    [22, 22, 22, 28, 22, 22],
    [5, 5, 5, 5, 5, 7],
    [6, 6, 6, 8, 6, 6],
    [9, 9, 9, 9, 9, 9],
    [10, 10, 10, 10, 10, 10],
    [10, 14, 8, 12, 8, 22],
    [31, 37, 31, 31, 31, 31],
    [59, 63, 59, 127, 59, 59],
    [23, 23, 23, 23, 25, 23],
    [8, 8, 8, 8, 12, 10],
    [27, 27, 27, 27, 27, 27],
    [7, 9, 7, 7, 7, 11],
    [15, 15, 13, 13, 13, 15],
    [17, 17, 15, 17, 15, 17],
    [22, 22, 22, 24, 22, 24],
    [1, 1, 1, 1, 1, 1],
    [11, 11, 11, 11, 11, 11],
    [8, 8, 8, 8, 8, 8],
    [22, 22, 22, 24, 26, 22],
    [14, 14, 14, 14, 14, 14],
    [21, 23, 21, 21, 23, 21],
    [23, 21, 17, 17, 19, 19],
    [8, 8, 8, 10, 8, 8],
    [8, 10, 8, 8, 8, 10],
    [12, 12, 12, 14, 20, 12],
    [30, 32, 30, 34, 30, 32],
    [27, 27, 27, 27, 27, 27],
    [6, 10, 6, 6, 6, 10],
    [23, 23, 23, 23, 23, 23],
    [11, 11, 11, 11, 11, 13],
    [50, 50, 50, 66, 56, 50],
    [48, 56, 44, 52, 44, 60],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_means_are_those_of_the_appendix() {
        for (i, printed) in TABLE_7.into_iter().enumerate() {
            let sum: u32 = APPENDIX_C.iter().map(|row| row[i]).sum();
            let mean = f64::from(sum) / 60.0;
            assert!((mean - printed).abs() <= 0.005 + 1e-9, "{}: {mean}", SOLVERS[i]);
        }
    }
}
