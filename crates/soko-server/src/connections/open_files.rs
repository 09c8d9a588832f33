//! How many files the program may have open.

use crate::limits;

/// Files of the system that are left to connections. The soft limit is raised to the hard one: shells start programs with 1,024 files for the
/// sake of old ones that cannot count further.
#[cfg(unix)]
pub(super) fn room() -> usize {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        let raised = rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum };
        if setrlimit(Resource::Nofile, raised).is_ok() {
            limit.current = limit.maximum;
        }
    }
    left(limit.current.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX)))
}

/// Elsewhere sockets are no files.
#[cfg(not(unix))]
pub(super) fn room() -> usize {
    left(usize::MAX)
}

/// What databases, levels and processes do not need.
fn left(files: usize) -> usize {
    files.saturating_sub(limits::OTHER_FILES).max(files / 4).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_files_are_kept_for_others() {
        assert_eq!(left(1_024), 1_024 - limits::OTHER_FILES);
        assert_eq!(left(64), 16, "a quarter, if there are hardly any");
        assert_eq!(left(0), 1);
    }
}
