//! The plan of a campaign: what trial number n is.
//!
//! Everything about a trial follows from the plan and its number, so any trial can be played again alone. Neighbouring
//! trials share a level, since the oracle takes longer than most players. Every other trial comes from the catalogue
//! of defaults, presets and single changes of all players, which is gone through again and again, each time with other
//! levels. The others are drawn: a player and several changes at once. Players that promise proofs are drawn more often,
//! and those that promise nothing have fewer nodes: there is little to be learnt from their claims.

use soko_players::PLAYERS;
use soko_solver::{Descriptor, Dice};

use crate::{
    setting::{Options, Settings},
    shape::{Case, Extent, level},
    trial::{Route, Setup},
};

/// How much a campaign asks of its players and of the oracle.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Trials with one level.
    pub per_level: u64,
    /// How large levels may be.
    pub extent: Extent,
    /// Nodes of a trial, for each part of the player; each is as likely.
    pub nodes: &'static [u64],
    /// Nodes that each of several parts has at least: what one has learnt must come to the others.
    pub together: u64,
}

/// For hours on many cores.
pub const FULL: Size = Size {
    per_level: 32,
    extent: Extent { nodes: 60_000, breadth: 50, choice: 2, hard: 0.25 },
    nodes: &[500, 1_000, 1_000, 2_000, 2_000, 4_000, 8_000, 20_000],
    together: 9_000,
};

/// Many small levels: most claims an hour.
pub const BROAD: Size = Size {
    per_level: 64,
    extent: Extent { nodes: 3_000, breadth: 20, choice: 1, hard: 0.05 },
    nodes: &[200, 500, 500, 1_000, 2_000],
    together: 0,
};

/// For a test.
pub const SAMPLE: Size = Size {
    per_level: 16,
    extent: Extent { nodes: 40_000, breadth: 50, choice: 2, hard: 0.5 },
    nodes: &[1_000, 2_000, 5_000, 20_000],
    together: 9_000,
};

/// A campaign.
pub struct Plan {
    seed: u64,
    size: Size,
    options: Vec<Options>,
    /// Numbers of players, each as often as it is drawn.
    draws: Vec<usize>,
    /// The player's number and its settings.
    catalogue: Vec<(usize, Settings)>,
    /// From one entry of the catalogue to the next one tried; no divisor in common with its length.
    stride: u64,
}

/// Spreads numbers over all seeds (the finaliser of SplitMix64).
const fn mixed(seed: u64, number: u64) -> u64 {
    let mut z =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number.wrapping_mul(0xd1b5_4a32_d192_ed03));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Plan {
    /// The campaign of a seed with all players, or with one.
    pub fn new(seed: u64, size: Size, only: Option<&'static Descriptor>) -> Self {
        let players = PLAYERS.all().filter(|player| only.is_none_or(|only| only.id == player.id));
        let options: Vec<_> = players.map(Options::of).collect();
        let weight = |player: &Descriptor| match player.properties {
            promises if promises.optimal.is_some() => 4,
            promises if promises.complete => 2,
            _ => 1,
        };
        let draws = options
            .iter()
            .enumerate()
            .flat_map(|(number, options)| std::iter::repeat_n(number, weight(options.player)))
            .collect();
        let mut catalogue = Vec::new();
        for (number, options) in options.iter().enumerate() {
            for single in options.singles() {
                // Another way to play may make another proof.
                let proves = options.player.properties.optimal.is_some();
                let often = if proves && options.is_another_way(&single) { 3 } else { 1 };
                catalogue.extend(std::iter::repeat_n((number, single), often));
            }
        }
        let length = catalogue.len() as u64;
        let mut stride = length * 5 / 8;
        while greatest_common_divisor(stride.max(1), length) != 1 {
            stride += 1;
        }
        Self { seed, size, options, draws, catalogue, stride: stride.max(1) }
    }

    /// Trials that go through the whole catalogue once.
    pub const fn round(&self) -> u64 {
        2 * self.catalogue.len() as u64
    }

    /// The options of the players that take part.
    pub fn options(&self) -> &[Options] {
        &self.options
    }

    /// How large it is.
    pub const fn size(&self) -> &Size {
        &self.size
    }

    /// Its seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The level of the trials from `number · per_level` on.
    pub fn case(&self, number: u64) -> Case {
        level(mixed(self.seed, 2 * number), self.size.extent)
    }

    /// What a trial is, besides its level.
    pub fn setup(&self, trial: u64) -> Setup {
        let mut dice = Dice::new(mixed(self.seed, 2 * trial + 1));
        let (number, settings) = if trial.is_multiple_of(2) {
            let place = (trial / 2 % self.catalogue.len() as u64) * self.stride % self.catalogue.len() as u64;
            self.catalogue[place as usize].clone()
        } else {
            let number = self.draws[dice.below(self.draws.len())];
            let options = &self.options[number];
            // A default now and then: most people play with it.
            let settings = if dice.chance(0.1) { Settings::default() } else { options.several(&mut dice) };
            (number, settings)
        };
        let options = &self.options[number];
        let promises = options.player.properties;
        let modest = !promises.complete && promises.optimal.is_none();
        let parts = options.parts(&settings);
        let each = self.size.nodes[dice.below(self.size.nodes.len())];
        let nodes = if parts > 1 { each.max(self.size.together) * parts } else { each };
        let nodes = if modest { nodes / 8 } else { nodes };
        let threads = if dice.chance(0.06) { 2 + dice.below(7).min(dice.below(7)) } else { 1 };
        let memory = dice.chance(0.05).then(|| 1 << (14 + dice.below(9)));
        let first = 1 + dice.below(nodes as usize / 4) as u64;
        let route = match dice.below(20) {
            0 => Route::Again { first },
            1..5 if options.learns => {
                let then = if dice.chance(0.5) { options.change(&mut dice) } else { None };
                Route::GoOn { first, then: then.into_iter().collect(), forged: dice.chance(0.3) }
            }
            _ => Route::Straight,
        };
        let seed = dice.below(16) as u64;
        Setup { player: options.player, settings, seed, threads, nodes, memory, route }
    }
}
