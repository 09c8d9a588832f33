//! Panics are our mistakes: say so, say where, and end with the status of a bug.

use std::{
    io::{Write, stderr},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
};

use crate::exit::Exit;

/// Runs the program. A panic becomes a message that asks for a report, and [`Exit::Bug`].
pub(crate) fn guard(program: impl FnOnce() -> Exit) -> Exit {
    panic::set_hook(Box::new(|info| {
        // If standard error is closed there is no place left for the message.
        let _ = stderr().write_all(message(info).as_bytes());
    }));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(Exit::Bug)
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("no message");
    let place = info.location().map(|l| format!(" at {}:{}", l.file(), l.line())).unwrap_or_default();
    format!(
        "\nsokolab: this is a bug in Sokolab, not in your levels.\n  \
         {what}{place}\n  \
         version {}; command: {}\n  \
         Results already printed are good. Please report this text together with the level.\n",
        env!("CARGO_PKG_VERSION"),
        std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_with_seventy_and_anything_else_as_told() {
        assert_eq!(guard(|| Exit::Unsolved), Exit::Unsolved);
        let exit = guard(|| -> Exit { panic!("on purpose, in a test") });
        let _ = panic::take_hook();
        assert_eq!(exit.code(), 70);
    }
}
