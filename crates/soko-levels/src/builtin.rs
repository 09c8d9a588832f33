//! The collections.

/// A collection of levels that comes with the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Builtin {
    /// Name for `builtin:NAME`.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// One sentence about it.
    pub description: &'static str,
    /// Number of levels.
    pub levels: usize,
    /// The levels, as a `.sok` file.
    pub text: &'static str,
}

/// All collections: from easy to hard, then one for experiments, then a selection from the others.
pub const BUILTINS: &[Builtin] = &[
    Builtin {
        id: "tutorial",
        title: "Tutorial",
        description: "One rule or trap at a time, in a few pushes each",
        levels: 16,
        text: include_str!("../levels/tutorial.sok"),
    },
    Builtin {
        id: "first-steps",
        title: "First Steps",
        description: "Small levels with two to four boxes",
        levels: 20,
        text: include_str!("../levels/first-steps.sok"),
    },
    Builtin {
        id: "workshop",
        title: "Workshop",
        description: "Three to six boxes that stand in each other's way",
        levels: 33,
        text: include_str!("../levels/workshop.sok"),
    },
    Builtin {
        id: "variants",
        title: "Variants",
        description: "More boxes than goals, or more goals than boxes",
        levels: 21,
        text: include_str!("../levels/variants.sok"),
    },
    Builtin {
        id: "summit",
        title: "Summit",
        description: "Seven to twenty boxes: out of reach for blind search",
        levels: 29,
        text: include_str!("../levels/summit.sok"),
    },
    Builtin {
        id: "classes",
        title: "Classes",
        description: "Thirty levels from small to large, for comparing players by size",
        levels: 30,
        text: include_str!("../levels/classes.sok"),
    },
    Builtin {
        id: "demo",
        title: "Demo",
        description: "A tour of the other collections that any complete player finishes quickly",
        levels: 22,
        text: include_str!("../levels/demo.sok"),
    },
];

/// The collection of that name.
pub fn find(id: &str) -> Option<&'static Builtin> {
    BUILTINS.iter().find(|builtin| builtin.id == id)
}
