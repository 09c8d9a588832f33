//! Experiment 2 of the Brno thesis: length and time by the size of the state space.
//!
//! The boards of the thesis were not published, only their sizes. This experiment plays 30 levels of our own
//! (`builtin:classes`), one for each of the thirty, of about its size and in its class. So lengths and times cannot be
//! compared level by level; what can be compared is how the players stand to each other in each class, in points of
//! [`score`].

use soko_analysis::StateSpace;

use super::{
    BRNO, BRNO_PLAYERS, Experiment, legend, mean, milliseconds_cell, number_cell, pushes_cell, remark_absent,
};
use crate::{
    Bench, Findings, LabError, Sample, Table,
    bench::Repeat,
    level_set::{NamedLevel, builtin_levels},
    published::brno_2::{APPENDIX_B, NAMES, SizeClass, TABLE_6},
    score,
};

/// Our thirty levels, in the order of appendix B.
const COLLECTION: &str = "classes";

pub(super) const EXPERIMENT: Experiment = Experiment {
    id: "brno-2",
    summary: "length, time and score by size of the state space: six players on 30 levels of ours",
    source: BRNO,
    reads: None,
    run,
};

fn run(bench: &mut Bench<'_>) -> Result<Findings, LabError> {
    of_levels(bench, &builtin_levels(COLLECTION))
}

/// What one level gave.
struct Played {
    size: StateSpace,
    samples: Vec<Sample>,
    /// By mean time, as in the thesis.
    scores: Vec<Option<f64>>,
    /// By the median time.
    steady_scores: Vec<Option<f64>>,
}

/// The experiment with any levels, so that it can be tried on a few.
fn of_levels(bench: &mut Bench<'_>, levels: &[NamedLevel]) -> Result<Findings, LabError> {
    let mut findings = Findings::new(EXPERIMENT.id, "Brno, experiment 2: players by size of the state space");
    findings.text(format!(
        "Thirty levels of our own (`builtin:{COLLECTION}`), each about as large as one of the thirty unpublished boards \
         of the thesis ({BRNO}, section 4.2 and appendix B). {}",
        bench.conditions(),
    ));
    findings.text(legend(&BRNO_PLAYERS));
    remark_absent(&mut findings, &BRNO_PLAYERS);
    let mut all = Vec::new();
    for level in levels {
        (bench.progress)(&format!("brno-2: level {} of {}: {}", level.number, levels.len(), level.name));
        all.push(play(bench, level)?);
    }
    findings.heading("Lengths");
    findings.text("Same on every machine, as long as no run is cut off by the time limit.");
    findings.table(sizes(levels, &all));
    findings.table(lengths(levels, &all));
    findings.heading("Times and scores");
    findings.text(
        "These depend on the machine. The score of a player on a level is 50 · optimum / length + 50 · fastest single \
         run of all players / mean time; a level that is not solved scores nothing.",
    );
    findings.table(times(levels, &all));
    findings.table(scores(levels, &all));
    findings.table(classes("classes", "as in table 6", &all, |played| &played.scores));
    findings.text(
        "Most runs take less than a millisecond, and one of five that the machine interrupts moves a mean a long way. With \
         the median run in place of the mean the same table is:",
    );
    findings.table(classes("classes-by-median", "by median time", &all, |played| &played.steady_scores));
    findings.text(
        "The printed rows by class are not the means of the classes they name: \"1e5 to 1e6\" is the mean of the levels \
         from 130130 to 624036, \"from 1e6\" includes level 22 (948024), and \"below 1e5\" comes out, but for one point, \
         of the seven levels from 17920 to 91800. Ours are the means of the classes as named.",
    );
    Ok(findings)
}

fn play(bench: &mut Bench<'_>, level: &NamedLevel) -> Result<Played, LabError> {
    let mut samples = Vec::new();
    for contender in &BRNO_PLAYERS {
        samples.push(bench.sample(contender, &level.level, Repeat::ForTime)?);
    }
    let fastest = samples.iter().filter_map(Sample::fastest).min_by(f64::total_cmp).unwrap_or(0.0);
    let score_of = |sample: &Sample, seconds: Option<f64>| {
        let seconds = seconds?;
        Some(match (sample.pushes(), level.optimum) {
            (Some(length), Some(optimum)) => score(optimum, length, fastest, seconds),
            _ => 0.0,
        })
    };
    let scores = samples.iter().map(|sample| score_of(sample, sample.seconds())).collect();
    let steady_scores = samples.iter().map(|sample| score_of(sample, sample.median_seconds())).collect();
    Ok(Played { size: StateSpace::of(&level.level), samples, scores, steady_scores })
}

/// The columns of the players behind others.
fn columns(first: &[&str]) -> Vec<String> {
    first.iter().copied().chain(BRNO_PLAYERS.iter().map(|c| c.name)).map(str::to_owned).collect()
}

fn sizes(levels: &[NamedLevel], all: &[Played]) -> Table {
    let columns = ["#", "level", "boxes", "size", "printed size", "optimum", "printed BFS"];
    let mut table = Table::new("levels", "Our levels beside those of the thesis", columns);
    for (i, (level, played)) in levels.iter().zip(all).enumerate() {
        let printed = APPENDIX_B.get(i);
        table.row([
            level.number.to_string(),
            level.name.clone(),
            level.level.boxes().to_string(),
            played.size.to_string(),
            printed.map_or_else(String::new, |row| row.size.to_string()),
            number_cell(level.optimum),
            printed.map_or_else(String::new, |row| number_cell(row.lengths[0])),
        ]);
    }
    table
}

fn lengths(levels: &[NamedLevel], all: &[Played]) -> Table {
    let mut table =
        Table::new("lengths", "Pushes (random players: median)", columns(&["#", "level", "optimum"]));
    for (level, played) in levels.iter().zip(all) {
        let head = [level.number.to_string(), level.name.clone(), number_cell(level.optimum)];
        table.row(head.into_iter().chain(played.samples.iter().map(pushes_cell)));
    }
    table
}

fn times(levels: &[NamedLevel], all: &[Played]) -> Table {
    let mut table = Table::new("times", "Mean milliseconds", columns(&["#", "level"]));
    for (level, played) in levels.iter().zip(all) {
        let head = [level.number.to_string(), level.name.clone()];
        let cells = played.samples.iter().map(|sample| milliseconds_cell(sample.seconds()));
        table.row(head.into_iter().chain(cells));
    }
    table
}

fn scores(levels: &[NamedLevel], all: &[Played]) -> Table {
    let mut table = Table::new("scores", "Scores", columns(&["#", "level"]));
    for (level, played) in levels.iter().zip(all) {
        let head = [level.number.to_string(), level.name.clone()];
        table.row(head.into_iter().chain(played.scores.iter().map(|&score| points(score))));
    }
    table
}

fn points(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| format!("{score:.0}"))
}

fn classes(id: &'static str, how: &str, all: &[Played], scores: fn(&Played) -> &[Option<f64>]) -> Table {
    let mut columns = columns(&["size of the state space", "levels"]);
    columns.extend(NAMES.iter().map(|name| format!("printed {name}")));
    let caption = format!("Mean score by class, {how}, beside the printed ones");
    let mut table = Table::new(id, caption, columns);
    for (class, printed) in TABLE_6 {
        let members: Vec<_> =
            all.iter().filter(|played| class.contains(10f64.powf(played.size.log10()).round())).collect();
        let ours = (0..BRNO_PLAYERS.len())
            .map(|i| points(mean(members.iter().filter_map(|played| scores(played)[i]))));
        let head = [SizeClass::name(class).to_owned(), members.len().to_string()];
        table.row(head.into_iter().chain(ours).chain(printed.map(|points| points.to_string())));
    }
    table
}

#[cfg(test)]
mod tests {
    use soko_solver::Control;

    use super::*;

    #[test]
    fn our_levels_are_as_large_as_those_of_the_thesis() {
        let levels = builtin_levels(COLLECTION);
        assert_eq!(levels.len(), APPENDIX_B.len());
        for (level, printed) in levels.iter().zip(APPENDIX_B) {
            let size = StateSpace::of(&level.level).exact().unwrap() as f64;
            let printed = printed.size as f64;
            assert!((size / printed).ln().abs() < 0.15, "{}: {size} for {printed}", level.name);
            for class in [SizeClass::Small, SizeClass::Medium, SizeClass::Large] {
                assert_eq!(class.contains(size), class.contains(printed), "{}", level.name);
            }
            assert!((2..=7).contains(&level.level.boxes()), "{}", level.name);
            assert!(level.optimum.is_some_and(|pushes| (8..=60).contains(&pushes)), "{}", level.name);
        }
    }

    #[test]
    fn a_small_trial_on_levels_of_ours() {
        let levels: Vec<_> = builtin_levels("first-steps").into_iter().take(3).collect();
        let mut heard = Vec::new();
        let mut progress = |line: &str| heard.push(line.to_owned());
        let mut bench = Bench {
            levels: None,
            time: Some(std::time::Duration::from_secs(20)),
            memory: None,
            runs: 2,
            control: Control::default(),
            progress: &mut progress,
        };
        let findings = of_levels(&mut bench, &levels).unwrap();
        assert_eq!(heard.len(), 3);
        let table = |id: &str| findings.tables().find(|table| table.id == id).unwrap();
        // Breadth-first search finds the optimum, and everyone who plays has points.
        let lengths = table("lengths");
        let column = lengths.columns().iter().position(|name| name == "bfs").unwrap();
        for row in lengths.rows() {
            assert_eq!(row[2], row[column], "{row:?}");
        }
        for row in table("scores").rows() {
            let bfs: f64 = row[2].text.parse().unwrap();
            assert!((50.0..=100.0).contains(&bfs), "{row:?}");
        }
        let all = &table("classes").rows()[0];
        assert_eq!(all[1].text, "3");
        assert_eq!(table("times").rows().len(), 3);
    }
}
