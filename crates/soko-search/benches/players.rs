//! Speed of the search players in expansions per second. Run with `cargo bench -p soko-search`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use soko_core::Level;
use soko_solver::{Budget, Descriptor, Silent, run};
use soko_testing::boards::MILL;

/// An open hall with four boxes: solved in 13 pushes after some thousand blind expansions.
const HALL: &str = "\
##########
#        #
# $ $ .  #
#  @  .  #
# $   .  #
#   $ .  #
#        #
##########";

fn expansions(descriptor: &Descriptor, settings: &[String], level: &Level) -> u64 {
    let mut player = descriptor.build(None, settings).expect("settings of the player");
    run(&mut *player, level, Budget::default(), 0, 1, &mut Silent).statistics.expanded
}

fn players(c: &mut Criterion) {
    let (hall, mill) = (Level::parse(HALL), Level::parse(MILL));
    let (hall, mill) = (hall.expect("a board of ours"), mill.expect("a board of ours"));
    let mut group = c.benchmark_group("players");
    group.sample_size(20);
    for (name, descriptor, setting, level) in [
        ("bfs", &soko_search::bfs::DESCRIPTOR, None, &hall),
        ("dfs", &soko_search::dfs::DESCRIPTOR, None, &hall),
        ("astar", &soko_search::astar::DESCRIPTOR, None, &mill),
        ("astar assignment", &soko_search::astar::DESCRIPTOR, Some("heuristic=assignment"), &mill),
        ("astar moves", &soko_search::astar::DESCRIPTOR, Some("metric=moves"), &mill),
        ("ida", &soko_search::ida::DESCRIPTOR, None, &mill),
    ] {
        let settings: Vec<_> = setting.into_iter().map(str::to_owned).collect();
        group.throughput(Throughput::Elements(expansions(descriptor, &settings, level)));
        group.bench_function(name, |b| b.iter(|| expansions(descriptor, &settings, level)));
    }
    group.finish();
}

criterion_group!(benches, players);
criterion_main!(benches);
