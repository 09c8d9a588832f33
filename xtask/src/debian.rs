//! Installs packages of Debian, which works as root on Debian alone.

use std::{
    env,
    process::{Command, Stdio},
};

/// Whether a program is found on the path.
pub(crate) fn has(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

/// Installs packages; the lists are fetched only if they do not know them yet.
pub(crate) fn install(packages: &[&str]) -> bool {
    println!("installing {} …", packages.join(", "));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let install = [&["install", "-y", "-qq", "--no-install-recommends"][..], packages].concat();
    apt(&install) || (apt(&["update", "-qq"]) && apt(&install))
}
