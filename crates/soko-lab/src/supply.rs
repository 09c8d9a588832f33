//! What of the collections that an experiment names was at hand, in words that every report and page uses.

use serde::{Deserialize, Serialize};
use soko_solver::quantity::show_number;

use crate::catalogue::Collection;

/// Parts of a list of missing levels that are written out.
const SHOWN: usize = 12;

/// The collections of an experiment and what was found of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Supply {
    /// The collections, in the order in which the experiment names them.
    pub collections: Vec<Share>,
    /// The levels of ours that are played because nothing of the collections was found.
    pub stand_in: Vec<String>,
}

/// How much of a collection was found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Share {
    /// Its name in the catalogue.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Author and year, as far as known.
    pub author: String,
    /// Levels that the experiment names.
    pub wanted: usize,
    /// Levels that were found.
    pub found: usize,
    /// The others, such as `3, 7, 9-12`.
    pub missing: String,
}

impl Share {
    pub(crate) fn new(collection: &Collection, wanted: usize, missing: &[usize]) -> Self {
        Self {
            id: collection.id.clone(),
            title: collection.title.clone(),
            author: collection.credit(),
            wanted,
            found: wanted - missing.len(),
            missing: ranges(collection, missing),
        }
    }

    /// Title and author.
    pub fn credit(&self) -> String {
        format!("{} ({})", self.title, self.author)
    }
}

/// Numbers with neighbours put together; a long list is cut.
fn ranges(collection: &Collection, numbers: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let cut = ranges.len() > SHOWN;
    ranges.truncate(SHOWN);
    let range = |(first, last): (usize, usize)| {
        if first == last {
            collection.name(first)
        } else {
            format!("{}-{}", collection.name(first), collection.name(last))
        }
    };
    let mut texts: Vec<_> = ranges.into_iter().map(range).collect();
    texts.extend(cut.then(|| "…".to_owned()));
    texts.join(", ")
}

impl Supply {
    /// Are levels of ours played in place of those that the experiment is about?
    pub const fn is_stand_in(&self) -> bool {
        !self.stand_in.is_empty()
    }

    /// Levels that the experiment names, and those of them that were found.
    fn counts(&self) -> (usize, usize) {
        let sum = |count: fn(&Share) -> usize| self.collections.iter().map(count).sum();
        (sum(|share| share.wanted), sum(|share| share.found))
    }

    /// Were all levels found?
    pub fn is_complete(&self) -> bool {
        let (wanted, found) = self.counts();
        wanted == found
    }

    /// As it is kept in the results file.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What is played instead, or what is missing. Nothing if all levels were found.
    pub fn sentence(&self) -> Option<String> {
        let (wanted, found) = self.counts();
        if wanted == found {
            return None;
        }
        let absent: Vec<_> =
            self.collections.iter().filter(|share| share.found == 0).map(Share::credit).collect();
        let absent = (!absent.is_empty()).then(|| {
            format!("{} {} not found", absent.join(", "), if absent.len() == 1 { "was" } else { "were" })
        });
        if self.is_stand_in() {
            return Some(format!("Stand-in: {}; {}.", self.stand_in.join(", "), absent.unwrap_or_default()));
        }
        let in_part = self.collections.iter().filter(|share| (1..share.wanted).contains(&share.found));
        let in_part = in_part.map(|share| format!("{} lacks {}", share.credit(), share.missing));
        let missing: Vec<_> = in_part.chain(absent).collect();
        Some(format!("{}: {}.", self.brief()?, missing.join("; ")))
    }

    /// The same where the collections are named beside it.
    pub fn brief(&self) -> Option<String> {
        let (wanted, found) = self.counts();
        if wanted == found {
            return None;
        }
        if self.is_stand_in() {
            return Some(format!("not found, stand-in: {}", self.stand_in.join(", ")));
        }
        let are = if found == 1 { "is" } else { "are" };
        Some(format!("{found} of {} {are} here", show_number(wanted as u64, "level")))
    }

    /// What a report says below the [sentence](Self::sentence).
    pub fn advice(&self) -> String {
        let meaning = if self.is_stand_in() {
            "The results are about other levels than the experiment"
        } else {
            "The results are about the levels that are here"
        };
        format!("{meaning}. To play all of its own, {}.", self.remedy())
    }

    /// How the missing levels are found the next time.
    pub fn remedy(&self) -> &'static str {
        let incomplete = self.collections.iter().filter(|share| share.found < share.wanted).count();
        if incomplete == 1 {
            "put its file anywhere and name the folder with --levels DIR, or drop it on the library of 'sokolab serve'"
        } else {
            "put their files anywhere and name the folder with --levels DIR, or drop them on the library of 'sokolab serve'"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(title: &str, wanted: usize, missing: &[usize]) -> Share {
        let collection = Collection::of_boards("x", title, "A. Author", []);
        Share::new(&collection, wanted, missing)
    }

    fn supply(collections: Vec<Share>, stand_in: &[&str]) -> Supply {
        Supply { collections, stand_in: stand_in.iter().map(|&name| name.to_owned()).collect() }
    }

    #[test]
    fn what_is_missing_is_said_and_what_is_there_is_not() {
        assert_eq!(Supply::default().sentence(), None);
        assert_eq!(supply(vec![share("One", 3, &[])], &[]).sentence(), None);
        let all: Vec<_> = (1..=15).collect();
        assert_eq!(
            supply(vec![share("One", 15, &all)], &["builtin:workshop"]).sentence().unwrap(),
            "Stand-in: builtin:workshop; One (A. Author) was not found."
        );
        let in_part = supply(vec![share("One", 60, &[3, 7, 8, 9])], &[]);
        assert_eq!(in_part.sentence().unwrap(), "56 of 60 levels are here: One (A. Author) lacks 3, 7-9.");
        assert_eq!(in_part.brief().unwrap(), "56 of 60 levels are here");
        let absent = supply(vec![share("One", 15, &all)], &["builtin:workshop"]);
        assert_eq!(absent.brief().unwrap(), "not found, stand-in: builtin:workshop");
        let several = vec![share("One", 3, &[2]), share("Two", 2, &[1, 2]), share("Three", 15, &all)];
        let several = supply(several, &[]);
        assert_eq!(
            several.sentence().unwrap(),
            "2 of 20 levels are here: One (A. Author) lacks 2; Two (A. Author), Three (A. Author) were not found."
        );
        assert!(several.remedy().starts_with("put their files") && !several.is_complete());
        assert!(supply(vec![share("One", 3, &[2])], &[]).remedy().starts_with("put its file"));
    }

    #[test]
    fn a_long_list_is_cut() {
        let odd: Vec<_> = (1..100).step_by(2).collect();
        assert!(share("One", 100, &odd).missing.ends_with("21, 23, …"));
    }

    #[test]
    fn it_is_kept_as_json_and_an_older_file_has_none() {
        let kept = supply(vec![share("One", 3, &[2])], &[]);
        let text = serde_json::to_string(&kept).unwrap();
        assert_eq!(serde_json::from_str::<Supply>(&text).unwrap(), kept);
        assert_eq!(serde_json::from_str::<Supply>("{}").unwrap(), Supply::default());
    }
}
