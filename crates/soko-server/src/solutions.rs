//! The best known solutions of a level, wherever they come from: runs, games played by hand, or the level's own file.
//!
//! There are two, one with the fewest moves and one with the fewest pushes; each has been replayed by the rules before it got
//! where it comes from.

use std::sync::Arc;

use soko_core::{LevelHash, Metrics, Solution};

use crate::{library::Item, problem::Problem, records::Records, results::Results};

/// Where a solution comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A player's run.
    Run,
    /// A game played by hand.
    Hand,
    /// The file of the level.
    File,
}

impl Origin {
    /// Its name in JSON.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Hand => "hand",
            Self::File => "file",
        }
    }
}

/// A solution that is best in something.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// `moves` or `pushes`.
    pub(crate) metric: &'static str,
    /// Its moves.
    pub(crate) moves: u32,
    /// Its pushes.
    pub(crate) pushes: u32,
    /// In LURD.
    pub(crate) solution: String,
    /// Where it comes from.
    pub(crate) origin: Origin,
    /// The run that found it.
    pub(crate) run: Option<String>,
}

/// Finds the best known solutions in the results file, the user's records and the level's file.
pub(crate) struct Solutions {
    records: Arc<Records>,
    results: Arc<Results>,
}

impl Solutions {
    pub(crate) const fn new(records: Arc<Records>, results: Arc<Results>) -> Self {
        Self { records, results }
    }

    /// The best known solutions of a level: by moves, then by pushes; none if it was never solved.
    ///
    /// # Errors
    /// The results file cannot be read.
    pub(crate) fn best(&self, item: &Item) -> Result<Vec<Known>, Problem> {
        let Ok((level, hash)) = &item.level else { return Ok(Vec::new()) };
        let record = self.records.of(level, *hash);
        let kept =
            [&record.fewest_moves, &record.fewest_pushes].into_iter().flatten().map(|kept| &*kept.solution);
        let found: Vec<(Origin, &Solution)> = kept
            .map(|solution| (Origin::Hand, solution))
            .chain(item.entry.solutions().map(|solution| (Origin::File, &**solution)))
            .collect();
        let mut all = self.of_runs(hash)?;
        for (origin, solution) in found {
            let Metrics { moves, pushes, .. } = *solution.metrics();
            for metric in ["moves", "pushes"] {
                let solution = solution.lurd();
                all.push(Known { metric, moves, pushes, solution, origin, run: None });
            }
        }
        let key = |known: &Known| match known.metric {
            "moves" => (known.moves, known.pushes),
            _ => (known.pushes, known.moves),
        };
        // The first of equals stays: a run tells more about itself than a file.
        let winner =
            |metric: &str| all.iter().filter(|known| known.metric == metric).min_by_key(|known| key(known));
        Ok(["moves", "pushes"].into_iter().filter_map(winner).cloned().collect())
    }

    /// The best solutions that runs have found of a board.
    ///
    /// # Errors
    /// The results file cannot be read.
    pub(crate) fn of_runs(&self, hash: &LevelHash) -> Result<Vec<Known>, Problem> {
        let runs = self.results.best(hash)?.into_iter();
        let known = runs.map(|best| Known {
            metric: if best.metric == "moves" { "moves" } else { "pushes" },
            moves: best.moves,
            pushes: best.pushes,
            solution: best.solution,
            origin: Origin::Run,
            run: Some(best.run.to_string()),
        });
        Ok(known.collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::server;

    #[tokio::test]
    async fn the_best_of_file_hand_and_runs_is_known() {
        let server = server();
        let (_, facts) = server.get("/api/levels/tutorial/1").await;
        assert_eq!(facts["best"][0]["origin"], "file", "our levels come with a solution");
        let solution = facts["best"][0]["solution"].clone();
        let (_, replay) = server.get("/api/replay?source=level/tutorial/1").await;
        assert_eq!(replay["lurd"], facts["best"][1]["solution"]);
        let (_, game) =
            server.json("POST", "/api/games", &json!({ "collection": "tutorial", "number": 1 })).await;
        let acts = json!({ "acts": [{ "do": "play", "moves": solution }] });
        let (_, state) = server.json("POST", &format!("/api/games/{}/act", game["id"]), &acts).await;
        assert_eq!(state["solved"], true);
        let (_, facts) = server.get("/api/levels/tutorial/1").await;
        assert_eq!(facts["best"][0]["origin"], "hand");
    }
}
