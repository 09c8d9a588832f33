//! Which levels of a file: all, by number, or by title.

/// The part behind `#` of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pick {
    /// Every level.
    All,
    /// First and last number of each range, from 1; an open range ends at the last level.
    Numbers(Vec<(usize, Option<usize>)>),
    /// The level of this title.
    Title(String),
}

/// Titles listed in a message before it says "and more".
const SHOWN: usize = 8;

impl Pick {
    /// Reads `12`, `3-7`, `3-`, `1,4,9-12`, or a title.
    ///
    /// # Errors
    /// What is wrong with a number.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("nothing is picked behind '#'".to_owned());
        }
        let numeric = text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-'));
        if !numeric {
            return Ok(Self::Title(text.to_owned()));
        }
        text.split(',').map(range).collect::<Result<_, _>>().map(Self::Numbers)
    }

    /// The picked levels as indices from 0, in file order.
    ///
    /// # Errors
    /// What is not there, or which titles fit.
    pub(crate) fn apply<'a>(
        &self,
        count: usize,
        title: impl Fn(usize) -> Option<&'a str>,
    ) -> Result<Vec<usize>, String> {
        match self {
            Self::All => Ok((0..count).collect()),
            Self::Numbers(ranges) => {
                let mut picked = Vec::new();
                for &(first, last) in ranges {
                    let last = last.unwrap_or(count.max(first));
                    if last > count {
                        let many = if count == 1 { "1 level".to_owned() } else { format!("{count} levels") };
                        return Err(format!("there is no level {}: it has {many}", last.max(first)));
                    }
                    picked.extend(first - 1..last);
                }
                picked.sort_unstable();
                picked.dedup();
                Ok(picked)
            }
            Self::Title(wanted) => by_title(wanted, count, title).map(|index| vec![index]),
        }
    }
}

fn range(text: &str) -> Result<(usize, Option<usize>), String> {
    let number = |text: &str| match text.parse::<usize>() {
        Ok(0) => Err("levels are counted from 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("'{text}' is no level number")),
    };
    let Some((first, last)) = text.split_once('-') else {
        return number(text).map(|n| (n, Some(n)));
    };
    let first = number(first)?;
    let last = if last.is_empty() { None } else { Some(number(last)?) };
    match last {
        Some(last) if last < first => Err(format!("{first}-{last} runs backwards: write {last}-{first}")),
        last => Ok((first, last)),
    }
}

/// The one level with this title; if none has exactly this one, the one whose title contains it.
fn by_title<'a>(
    wanted: &str,
    count: usize,
    title: impl Fn(usize) -> Option<&'a str>,
) -> Result<usize, String> {
    let lower = wanted.to_lowercase();
    let tests: [&dyn Fn(&str) -> bool; 3] =
        [&|title| title == wanted, &|title| title.to_lowercase() == lower, &|title| {
            title.to_lowercase().contains(&lower)
        }];
    let all = || (0..count).filter_map(|index| Some((index, title(index)?)));
    for test in tests {
        let fits: Vec<_> = all().filter(|(_, title)| test(title)).collect();
        match fits.as_slice() {
            [] => {}
            [(index, _)] => return Ok(*index),
            several => {
                return Err(format!(
                    "'{wanted}' fits {} titles: {}",
                    several.len(),
                    listed(several.iter().copied())
                ));
            }
        }
    }
    let known: Vec<_> = all().take(SHOWN + 1).collect();
    Err(if known.is_empty() {
        format!("no level is titled '{wanted}': none of the {count} has a title, pick by number")
    } else {
        format!("no level is titled '{wanted}': there are {}", listed(known.into_iter()))
    })
}

fn listed<'a>(titles: impl Iterator<Item = (usize, &'a str)>) -> String {
    let mut names: Vec<_> = titles.map(|(index, title)| format!("#{} '{title}'", index + 1)).collect();
    if names.len() > SHOWN {
        names.truncate(SHOWN);
        names.push("and more".to_owned());
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TITLES: [Option<&str>; 5] =
        [Some("Narrow Door"), None, Some("Wide Door"), Some("door"), Some("Corner")];

    fn pick(text: &str) -> Result<Vec<usize>, String> {
        Pick::parse(text)?.apply(TITLES.len(), |index| TITLES[index])
    }

    #[test]
    fn numbers_ranges_and_lists() {
        assert_eq!(pick("2"), Ok(vec![1]));
        assert_eq!(pick("2-4"), Ok(vec![1, 2, 3]));
        assert_eq!(pick("4-"), Ok(vec![3, 4]));
        assert_eq!(pick("5,1-2,2"), Ok(vec![0, 1, 4]));
        assert_eq!(Pick::All.apply(2, |_| None), Ok(vec![0, 1]));
    }

    #[test]
    fn impossible_numbers_are_explained() {
        assert_eq!(pick("0").unwrap_err(), "levels are counted from 1");
        assert_eq!(pick("6").unwrap_err(), "there is no level 6: it has 5 levels");
        assert_eq!(pick("6-").unwrap_err(), "there is no level 6: it has 5 levels");
        assert_eq!(pick("3-9").unwrap_err(), "there is no level 9: it has 5 levels");
        assert_eq!(pick("4-2").unwrap_err(), "4-2 runs backwards: write 2-4");
        assert_eq!(pick("1,,2").unwrap_err(), "'' is no level number");
        assert_eq!(pick("99999999999999999999").unwrap_err(), "'99999999999999999999' is no level number");
        assert!(pick("").is_err());
    }

    #[test]
    fn titles_fit_exactly_then_loosely_and_never_by_chance() {
        assert_eq!(pick("door"), Ok(vec![3]));
        assert_eq!(pick("DOOR"), Ok(vec![3]));
        assert_eq!(pick("narrow"), Ok(vec![0]));
        assert_eq!(pick("corner"), Ok(vec![4]));
        assert_eq!(
            pick("oor").unwrap_err(),
            "'oor' fits 3 titles: #1 'Narrow Door', #3 'Wide Door', #4 'door'"
        );
        let unknown = pick("window").unwrap_err();
        assert!(unknown.starts_with("no level is titled 'window': there are #1 'Narrow Door'"), "{unknown}");
    }
}
