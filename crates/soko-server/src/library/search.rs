//! Levels by words: of their titles, their authors, and the titles of their collections.

use std::sync::Arc;

use super::{Collection, Item};

/// What was found.
pub(crate) struct Hits {
    /// Collections whose title, author or folder has all the words.
    pub(crate) collections: Vec<Arc<Collection>>,
    /// Levels, those before all whose own title has the words; at most as many as were asked for.
    pub(crate) levels: Vec<(Arc<Collection>, Arc<Item>)>,
    /// How many levels there are.
    pub(crate) total: usize,
}

/// Looks for levels of which every word stands somewhere: in title, author or collection. Case makes no difference.
pub(crate) fn search(collections: &[Arc<Collection>], text: &str, most: usize) -> Hits {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let mut hits = Hits { collections: Vec::new(), levels: Vec::new(), total: 0 };
    if words.is_empty() {
        return hits;
    }
    let mut others = Vec::new();
    for collection in collections {
        let about = [Some(&collection.title), collection.author.as_ref(), collection.folder.as_ref()];
        let about = about.into_iter().flatten().map(|text| text.to_lowercase()).collect::<Vec<_>>().join(" ");
        if words.iter().all(|word| about.contains(word)) {
            hits.collections.push(Arc::clone(collection));
        }
        for item in &collection.items {
            let title = item.title.as_deref().unwrap_or_default().to_lowercase();
            let author = item.author.as_deref().unwrap_or_default().to_lowercase();
            let all = |text: &dyn Fn(&str) -> bool| words.iter().all(|word| text(word));
            let first = all(&|word| title.contains(word));
            if !first && !all(&|word| title.contains(word) || author.contains(word) || about.contains(word)) {
                continue;
            }
            hits.total += 1;
            let list = if first { &mut hits.levels } else { &mut others };
            if list.len() < most {
                list.push((Arc::clone(collection), Arc::clone(item)));
            }
        }
    }
    others.truncate(most - hits.levels.len());
    hits.levels.append(&mut others);
    hits
}

#[cfg(test)]
mod tests {
    use soko_formats::{ReadOptions, read};

    use super::*;
    use crate::library::Origin;

    fn collection(id: &str, text: &str) -> Arc<Collection> {
        let document = read(text.as_bytes(), &ReadOptions::default());
        Arc::new(Collection::new(id.to_owned(), id, Origin::Imported, &document))
    }

    fn found(text: &str, most: usize) -> (Vec<String>, Vec<String>, usize) {
        let board = "#####\n#@$.#\n#####\n";
        let all = [
            collection("Caves", &format!("; Deep\n{board}Author: Ada\n\n; Low\n{board}Author: Bo\n")),
            collection("Ada's", &format!("; Cave\n{board}")),
        ];
        let hits = search(&all, text, most);
        let levels = hits.levels.iter().map(|(c, item)| format!("{} {}", c.id, item.number)).collect();
        (hits.collections.iter().map(|c| c.id.clone()).collect(), levels, hits.total)
    }

    fn lists(collections: &[&str], levels: &[&str], total: usize) -> (Vec<String>, Vec<String>, usize) {
        let owned = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
        (owned(collections), owned(levels), total)
    }

    #[test]
    fn every_word_is_looked_for_in_title_author_and_collection() {
        assert_eq!(found("deep", 9), lists(&[], &["Caves 1"], 1));
        assert_eq!(found("ADA", 9), lists(&["Ada's"], &["Caves 1", "Ada's 1"], 2));
        assert_eq!(found("cave ada", 9), lists(&[], &["Caves 1", "Ada's 1"], 2));
        assert_eq!(found("cave bo", 9), lists(&[], &["Caves 2"], 1));
        assert_eq!(found("nothing", 9), lists(&[], &[], 0));
        assert_eq!(found("  ", 9), lists(&[], &[], 0));
    }

    #[test]
    fn titles_come_first_and_the_rest_is_counted() {
        assert_eq!(found("cave", 9), lists(&["Caves"], &["Ada's 1", "Caves 1", "Caves 2"], 3));
        assert_eq!(found("cave", 2), lists(&["Caves"], &["Ada's 1", "Caves 1"], 3));
    }
}
