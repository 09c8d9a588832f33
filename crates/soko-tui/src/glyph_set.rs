//! The characters of the terminal: all of Unicode, or ASCII alone.

/// Which characters to draw with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlyphSet {
    /// Box drawing, blocks and a few shapes that every terminal font has.
    Unicode,
    /// Nothing but ASCII.
    Ascii,
}

impl GlyphSet {
    /// Unicode if the locale says UTF-8 or says nothing.
    pub fn detect() -> Self {
        Self::from_environment(|name| std::env::var(name).ok())
    }

    /// The same with any source of variables.
    pub(crate) fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|v| !v.is_empty());
        let utf8 = |locale: String| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        };
        if locale.is_none_or(utf8) { Self::Unicode } else { Self::Ascii }
    }
}
