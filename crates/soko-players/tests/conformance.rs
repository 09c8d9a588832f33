//! Every registered player against every case of the contract.

use libtest_mimic::{Arguments, Trial};
use soko_players::PLAYERS;
use soko_solver::conformance::CASES;

fn main() {
    let trials = PLAYERS.all().flat_map(|player| {
        CASES.iter().map(move |case| {
            Trial::test(format!("{}::{}", player.id, case.name), || (case.check)(player).map_err(Into::into))
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
