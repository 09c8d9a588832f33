//! Proofs that were withdrawn: what earlier programs called optimal and had no right to.
//!
//! Runs are never changed, so a false proof stays in its run for good. It is left out when the run is read: a report, a
//! page and a protocol show the solution without it. The solution itself has been replayed and stands.
//!
//! Up to 0.1, `q-box` and `q-state` could call a solution optimal that was not, in three ways: several walkers joined values of
//! actions that were not the same, `potential=manhattan+agent` is no lower bound, and the table of `deadlocks=irvine-b` mixed up
//! the sides of a closed diagonal. None of the experiments that Sokolab comes with used any of these together with a proof.

/// The objective in which a run has proven its solution best, as SQL over a row of `run`.
pub(super) const OPTIMAL: &str = "CASE WHEN EXISTS (
        SELECT 1 FROM setup WHERE setup.id = run.setup AND setup.program LIKE '0.1.%'
            AND setup.player IN ('q-box', 'q-state')
            AND (json_extract(setup.parameters, '$.walkers') > 1
                OR json_extract(setup.parameters, '$.potential') = 'manhattan+agent'
                OR json_extract(setup.parameters, '$.deadlocks') = 'irvine-b')
    ) THEN NULL ELSE run.optimal END";

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_false_proof_of_an_earlier_program_is_left_out() {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE setup (id INTEGER PRIMARY KEY, player TEXT, parameters TEXT, program TEXT);
                 CREATE TABLE run (id INTEGER PRIMARY KEY, setup INTEGER, optimal TEXT);",
            )
            .unwrap();
        let proof = |player: &str, parameters: &str, program: &str| -> Option<String> {
            connection.execute("DELETE FROM setup", []).unwrap();
            connection.execute("DELETE FROM run", []).unwrap();
            let setup = (1, player, parameters, program);
            connection.execute("INSERT INTO setup VALUES (?, ?, ?, ?)", setup).unwrap();
            connection.execute("INSERT INTO run VALUES (1, 1, 'pushes')", []).unwrap();
            connection.query_row(&format!("SELECT {OPTIMAL} FROM run"), [], |row| row.get(0)).unwrap()
        };
        let old = "0.1.0+0123456789ab";
        let fine = r#"{"walkers":1,"potential":"assignment","deadlocks":"sokolab"}"#;
        let walkers = r#"{"walkers":2,"potential":"assignment","deadlocks":"sokolab"}"#;
        let potential = r#"{"walkers":1,"potential":"manhattan+agent","deadlocks":"sokolab"}"#;
        let diagonals = r#"{"walkers":1,"potential":"assignment","deadlocks":"irvine-b"}"#;
        for player in ["q-box", "q-state"] {
            assert_eq!(proof(player, fine, old).as_deref(), Some("pushes"));
            for parameters in [walkers, potential, diagonals] {
                assert_eq!(proof(player, parameters, old), None, "{parameters}");
                assert_eq!(proof(player, parameters, "0.2.0+0123456789ab").as_deref(), Some("pushes"));
            }
        }
        assert_eq!(proof("astar", r#"{"heuristic":"manhattan"}"#, old).as_deref(), Some("pushes"));
    }
}
