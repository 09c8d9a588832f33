//! The documented sessions in `cmd/` are run as written: what the manual shows is what the program does.

#[test]
fn documented_sessions() {
    // Nothing about the machine may leak into the output.
    trycmd::TestCases::new().env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").case("tests/cmd/*.md");
}
