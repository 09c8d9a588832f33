//! Keys that type no character, as WebDriver writes them.

pub(crate) const RELEASE: &str = "\u{E000}";
pub(crate) const BACKSPACE: &str = "\u{E003}";
pub(crate) const TAB: &str = "\u{E004}";
pub(crate) const ENTER: &str = "\u{E007}";
pub(crate) const SHIFT: &str = "\u{E008}";
pub(crate) const CTRL: &str = "\u{E009}";
pub(crate) const ESCAPE: &str = "\u{E00C}";
pub(crate) const END: &str = "\u{E010}";
pub(crate) const HOME: &str = "\u{E011}";
pub(crate) const LEFT: &str = "\u{E012}";
pub(crate) const UP: &str = "\u{E013}";
pub(crate) const RIGHT: &str = "\u{E014}";
pub(crate) const DOWN: &str = "\u{E015}";
