//! Names that must fit into little room.
//!
//! A title is cut at its end, where it says least. A path is cut at its beginning: what its folders have in common says
//! nothing, and its end is the level.

/// A name of at most so many letters.
pub(super) fn fitted(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    let room = letters.saturating_sub(1);
    let tails = name.match_indices('/').map(|(at, _)| &name[at..]);
    match tails.into_iter().find(|tail| tail.chars().count() <= room) {
        Some(tail) => format!("…{tail}"),
        None => name.chars().take(room).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_lose_their_end_and_paths_their_beginning() {
        let path = "$LEVELS/uci_cs271/joshho/sokoban-05a.txt#1";
        for (name, letters, expected) in [
            ("Level 1", 32, "Level 1"),
            ("A title that is longer", 10, "A title t…"),
            (path, 32, "…/joshho/sokoban-05a.txt#1"),
            (path, 20, "…/sokoban-05a.txt#1"),
            (path, 8, "$LEVELS…"),
        ] {
            assert_eq!(fitted(name, letters), expected);
        }
    }
}
