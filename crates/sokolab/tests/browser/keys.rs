//! Keys that type no character, as WebDriver writes them.

pub(crate) const BACKSPACE: &str = "\u{E003}";
pub(crate) const TAB: &str = "\u{E004}";
pub(crate) const ENTER: &str = "\u{E007}";
pub(crate) const ESCAPE: &str = "\u{E00C}";
pub(crate) const END: &str = "\u{E010}";
pub(crate) const HOME: &str = "\u{E011}";
pub(crate) const LEFT: &str = "\u{E012}";
pub(crate) const UP: &str = "\u{E013}";
pub(crate) const RIGHT: &str = "\u{E014}";
pub(crate) const DOWN: &str = "\u{E015}";

/// Keys typed while Ctrl is held.
pub(crate) fn ctrl(keys: &str) -> String {
    format!("{CTRL}{keys}{RELEASE}")
}

/// Keys typed while Shift is held.
pub(crate) fn shift(keys: &str) -> String {
    format!("{SHIFT}{keys}{RELEASE}")
}

pub(crate) const SHIFT: char = '\u{E008}';
pub(crate) const CTRL: char = '\u{E009}';
/// Lets go of Ctrl and Shift.
pub(crate) const RELEASE: char = '\u{E000}';
