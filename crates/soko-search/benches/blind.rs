//! Speed of the blind players in expansions per second. Run with `cargo bench -p soko-search`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use soko_core::Level;
use soko_solver::{Budget, Descriptor, Silent, run};

/// An open hall with four boxes: solved in 13 pushes after some thousand expansions.
const HALL: &str = "\
##########
#        #
# $ $ .  #
#  @  .  #
# $   .  #
#   $ .  #
#        #
##########";

fn expansions(descriptor: &Descriptor, level: &Level) -> u64 {
    let mut player = descriptor.build(None, &[]).expect("the defaults fit");
    run(&mut *player, level, Budget::default(), 0, 1, &mut Silent).statistics.expanded
}

fn blind(c: &mut Criterion) {
    let level = Level::parse(HALL).expect("a board of ours");
    let mut group = c.benchmark_group("blind");
    group.sample_size(20);
    for descriptor in [&soko_search::bfs::DESCRIPTOR, &soko_search::dfs::DESCRIPTOR] {
        group.throughput(Throughput::Elements(expansions(descriptor, &level)));
        group.bench_function(descriptor.id, |b| b.iter(|| expansions(descriptor, &level)));
    }
    group.finish();
}

criterion_group!(benches, blind);
criterion_main!(benches);
