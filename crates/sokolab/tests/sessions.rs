//! The documented sessions in `cmd/` are run as written: what the manual shows is what the program does.

#[test]
fn documented_sessions() {
    // Nothing about the machine may leak into the output, nor may levels that its user has.
    let settings =
        [("NO_COLOR", "1"), ("LC_ALL", "C.UTF-8"), ("XDG_DATA_HOME", "/nonexistent"), ("LEVELS", "")];
    let cases = trycmd::TestCases::new();
    for (name, value) in settings {
        cases.env(name, value);
    }
    cases.case("tests/cmd/*.md");
}
