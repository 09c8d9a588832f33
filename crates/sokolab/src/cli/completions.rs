//! The arguments of `sokolab completions`.

use clap::Args;
use clap_complete::Shell;

use super::notes::Notes;

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab completions bash > ~/.local/share/bash-completion/completions/sokolab", "bash"),
    ("sokolab completions fish > ~/.config/fish/completions/sokolab.fish", "fish"),
    ("sokolab completions zsh > \"${fpath[1]}/_sokolab\"", "zsh"),
]);

/// `sokolab completions`
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Your shell
    pub(crate) shell: Shell,
}
