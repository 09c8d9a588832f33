//! What the server takes for a definition, and the plan that comes of it.

use soko_lab::{Definition, DefinitionError, Plan, Seeds};
use soko_solver::limits::MEMORY;

use super::levels::LevelIndex;
use crate::{limits, problem::Problem};

/// Names that mean something else in addresses of the page.
const RESERVED: [&str; 3] = ["run", "new", "runs"];
/// Longest name of an experiment.
const LONGEST_NAME: usize = 60;
/// Most milliseconds that a run may ask for: thirty days.
const MOST_TIME: u64 = 30 * 24 * 3_600_000;

/// There is no such experiment.
pub(crate) fn missing(name: &str) -> Problem {
    let name: String = name.chars().take(LONGEST_NAME).collect();
    Problem::missing(format!("there is no experiment '{name}'"))
        .help("it may have been forgotten; the lab has all there are")
}

/// Reads a definition as the user wrote it.
///
/// # Errors
/// What is wrong, with line and column.
pub(crate) fn parse(text: &str) -> Result<Definition, Problem> {
    let definition =
        Definition::parse(text, "").map_err(|error| Problem::bad(in_words(&error)).help(&error.help))?;
    if definition.name.len() > LONGEST_NAME || RESERVED.contains(&definition.name.as_str()) {
        return Err(Problem::bad(format!("'{}' cannot be the name of an experiment", definition.name)).help(
            format!("choose one of at most {LONGEST_NAME} letters other than {}", RESERVED.join(", ")),
        ));
    }
    if definition.players.len() > limits::CONTENDERS {
        return Err(Problem::bad(format!("at most {} players can take part", limits::CONTENDERS)));
    }
    let limits = definition.limits().map_err(|error| Problem::bad(&error).help(&error.help))?;
    if limits.memory.is_some_and(|bytes| bytes > MEMORY.maximum << 20)
        || limits.time_ms.is_some_and(|ms| ms > MOST_TIME)
    {
        return Err(Problem::bad("these limits are none").help("at most 1 TiB and 30 days, or \"none\""));
    }
    Ok(definition)
}

/// What is wrong and where, without the name of the file: it is open before the user.
fn in_words(error: &DefinitionError) -> String {
    let mut place = error.place.trim_end_matches(": ").split(':').skip(1);
    match (place.next(), place.next()) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: {}", error.message),
        _ => error.message.clone(),
    }
}

/// How many runs a definition asks for on each level.
fn runs_per_level(definition: &Definition) -> u128 {
    let runs = |entrant: &soko_lab::Entrant| {
        let seeds = entrant.seeds.as_ref().unwrap_or(&definition.seeds);
        Seeds::count(seeds) as u128 * u128::from(definition.repetitions_of(entrant))
    };
    definition.players.iter().map(runs).sum()
}

/// How many runs a definition asks for.
///
/// # Errors
/// It names levels that are not in the library, or asks for too many runs.
pub(super) fn count(definition: &Definition, index: &LevelIndex<'_>) -> Result<usize, Problem> {
    let levels = index.count(definition)?;
    let runs = runs_per_level(definition).saturating_mul(levels as u128);
    usize::try_from(runs).ok().filter(|&runs| runs <= limits::TRIALS).ok_or_else(|| {
        Problem::bad(format!("that would be {runs} runs"))
            .help(format!("at most {} at a time", limits::TRIALS))
    })
}

/// Plans an experiment.
///
/// # Errors
/// It names levels that are not in the library, or asks for too many runs.
pub(super) fn plan(definition: &Definition, index: &LevelIndex<'_>) -> Result<Plan, Problem> {
    count(definition, index)?;
    let (levels, supply) = index.resolve(definition)?;
    let plan = Plan::new(definition, levels).map_err(|error| Problem::bad(&error).help(&error.help))?;
    Ok(plan.supplied(supply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{experiments::tests::SMALL, library::Library};

    #[test]
    fn runs_are_counted_before_anything_is_planned() {
        let library = Library::new(Vec::new());
        let index = LevelIndex::new(&library);
        assert_eq!(count(&parse(SMALL).unwrap(), &index).unwrap(), 6);
        assert_eq!(plan(&parse(SMALL).unwrap(), &index).unwrap().dataset.trials.len(), 6);
        let greedy = SMALL.replace("seeds = 3", "seeds = 900000\nrepetitions = 4000000000");
        assert!(count(&parse(&greedy).unwrap(), &index).unwrap_err().message().contains("runs"));
    }

    #[test]
    fn odd_names_and_limits_are_refused() {
        for (old, new) in [
            ("\"mine\"", "\"run\""),
            ("\"mine\"", "\"../mine\""),
            ("seeds = 3", "seeds = 3\n[limits]\nmemory = 18446744073709551615"),
            ("seeds = 3", "[limits]\ntime = \"1e6h\""),
        ] {
            assert!(parse(&SMALL.replace(old, new)).is_err(), "{new}");
        }
        let error = parse("name = \"x\"\nlevels = 3").unwrap_err();
        assert!(error.message().starts_with("line 2, column 10: "), "{}", error.message());
    }
}
