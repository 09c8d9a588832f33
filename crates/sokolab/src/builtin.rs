//! The seam to the collections that come with the program.

pub(crate) use soko_levels::{BUILTINS, Builtin};

/// The collection that only repeats levels of the others.
const TOUR: &str = "demo";

/// What an argument for this collection looks like.
pub(crate) fn argument(builtin: &Builtin) -> String {
    format!("builtin:{}", builtin.id)
}

/// The collection of that name.
///
/// # Errors
/// What is wrong, and which names there are.
pub(crate) fn find(name: &str) -> Result<&'static Builtin, (String, String)> {
    soko_levels::find(name).ok_or_else(|| {
        let known: Vec<_> = BUILTINS.iter().map(argument).collect();
        (format!("there is no built-in collection '{name}'"), format!("there are: {}", known.join(", ")))
    })
}

/// Is this the name of a built-in collection?
pub(crate) fn is_name(name: &str) -> bool {
    soko_levels::find(name).is_some()
}

/// Arguments for every built-in level, each once.
pub(crate) fn all_levels() -> impl Iterator<Item = String> {
    BUILTINS.iter().filter(|builtin| builtin.id != TOUR).map(argument)
}
