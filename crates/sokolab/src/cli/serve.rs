//! The command of the workbench: serve.

use std::{ffi::OsString, net::IpAddr, num::NonZeroUsize, path::PathBuf};

use clap::{Args, ValueHint};

use super::{ReadingArgs, notes::Notes};

/// What stands below its options in help and manual.
pub(crate) const NOTES: Notes = Notes::new(&[
    ("sokolab serve", "open the workbench"),
    ("sokolab serve my-levels/ --results results.db", "with your levels and results"),
    ("sokolab serve --host 0.0.0.0 --allow-host lab.example", "for others in the network"),
])
.with_sections(&[
    (
        "Others",
        "\
The server answers this machine only. With --host it answers others too, who
need the token in the address that is printed. Behind a name of its own, say
the name with --allow-host: requests for other names are refused.",
    ),
    (
        "API",
        "\
Everything the page does can be done by a script: /api/openapi.json describes
it. Changes are POST, PUT or DELETE with JSON; /api/events is a stream of
news.",
    ),
]);

/// `sokolab serve`
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Levels to show beside the built-in ones: files or directories
    #[arg(value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
    pub(crate) levels: Vec<OsString>,

    /// Port to listen on; 0 is any that is free
    #[arg(short, long, value_name = "PORT", default_value_t = 7654)]
    pub(crate) port: u16,

    /// Address to listen on; one that others can reach asks them for a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,

    /// A name by which others reach this machine; may be given several times
    #[arg(long = "allow-host", value_name = "NAME")]
    pub(crate) names: Vec<String>,

    /// The token to ask for instead of a random one
    #[arg(long, value_name = "TOKEN", env = "SOKOLAB_TOKEN", hide_env_values = true, value_parser = token)]
    pub(crate) token: Option<String>,

    /// Results file that every run goes to [default: results.db in the data folder]
    #[arg(short = 'd', long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) results: Option<PathBuf>,

    /// Folder for imported levels, records and results [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,

    /// Runs at once [default: one per core]
    #[arg(short, long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// A token is part of an address and of a cookie.
fn token(text: &str) -> Result<String, String> {
    let fits = (8..=128).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if fits {
        Ok(text.to_owned())
    } else {
        Err("a token has 8 to 128 letters, digits, '-' or '_'".to_owned())
    }
}
