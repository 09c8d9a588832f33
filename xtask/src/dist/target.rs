//! The system a distributed program is for.
//!
//! musl where its standard library and its C compiler are installed: such a program needs nothing of the system it runs on. Otherwise the C
//! library of this system is linked in. That works as well for what the program does, but the archive is called by its own name, and who hands
//! it out has the licence of that library to keep (LGPL).
//!
//! musl's own allocator is slow, so the program brings mimalloc along there. The expert's processor time on the 90 levels of XSokoban, profile
//! `dist`, level by level in turn on a quiet machine, as a ratio to glibc's: musl 1.18, with mimalloc 1.05, with mimalloc and no huge pages
//! (`no_thp`) 1.00; the kernel spent the difference clearing them. With glibc mimalloc is no gain (1.05), so it is not used there.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use crate::debian;

/// A static program's target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// With musl.
    Musl,
    /// With the C library of this system, linked in.
    StaticGnu,
}

impl Target {
    /// The best that is installed; musl is installed where that can be done.
    pub(super) fn choose() -> Self {
        let library = has_library() || add_library();
        let compiler = debian::has(C_COMPILER) || (library && debian::install(&["musl-tools"]));
        if library && compiler {
            return Self::Musl;
        }
        let missing = if library { "its C compiler (Debian: musl-tools)" } else { "Rust's library for it" };
        println!("musl cannot be used, {missing} is missing: the C library of this system is linked in");
        Self::StaticGnu
    }

    /// Its name for the compiler.
    pub(super) const fn triple(self) -> &'static str {
        match self {
            Self::Musl => MUSL,
            Self::StaticGnu => "x86_64-unknown-linux-gnu",
        }
    }

    /// Its name in the archive's.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Musl => MUSL,
            Self::StaticGnu => "x86_64-unknown-linux-gnu-static",
        }
    }

    /// Flags of the compiler.
    pub(super) fn flags(self) -> impl Iterator<Item = &'static str> {
        ["-Ctarget-feature=+crt-static"].into_iter().filter(move |_| self == Self::StaticGnu)
    }

    /// The C compiler for SQLite, as a variable of the environment.
    pub(super) fn compiler(self) -> Option<(&'static str, &'static str)> {
        (self == Self::Musl).then_some(("CC_x86_64_unknown_linux_musl", C_COMPILER))
    }
}

const MUSL: &str = "x86_64-unknown-linux-musl";
const C_COMPILER: &str = "musl-gcc";

/// Whether Rust's standard library for musl is there.
fn has_library() -> bool {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", MUSL]).current_dir(crate::root());
    super::output(&mut rustc).is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

fn add_library() -> bool {
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", MUSL]).current_dir(crate::root()).stderr(Stdio::null());
    println!("installing Rust's library for {MUSL} …");
    rustup.status().is_ok_and(|status| status.success())
}

/// A program that asks for a loader is not static.
pub(super) fn is_static(program: &Path) -> Result<(), String> {
    let bytes = std::fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    match interpreter(&bytes) {
        Some(false) => Ok(()),
        Some(true) => Err(format!("{} is not static: it asks for a loader", program.display())),
        None => Err(format!("{} is not a program of Linux for 64 bits", program.display())),
    }
}

/// Whether an ELF file of 64 bits, little-endian, has a program header of the type `PT_INTERP`.
fn interpreter(bytes: &[u8]) -> Option<bool> {
    let number = |at: usize, size: usize| {
        let mut value = [0; 8];
        value[..size].copy_from_slice(bytes.get(at..at + size)?);
        usize::try_from(u64::from_le_bytes(value)).ok()
    };
    if bytes.get(..6)? != b"\x7fELF\x02\x01" {
        return None;
    }
    let (table, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    let kinds: Option<Vec<usize>> = (0..count).map(|index| number(table + index * size, 4)).collect();
    Some(kinds?.contains(&3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An ELF header with program headers of these types.
    fn elf(kinds: &[u32]) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01".to_vec();
        bytes.resize(64, 0);
        bytes[32] = 64;
        bytes[54] = 56;
        bytes[56] = kinds.len() as u8;
        for kind in kinds {
            bytes.extend(kind.to_le_bytes());
            bytes.resize(bytes.len() + 52, 0);
        }
        bytes
    }

    #[test]
    fn a_loader_is_noticed() {
        assert_eq!(interpreter(&elf(&[1, 1, 2])), Some(false));
        assert_eq!(interpreter(&elf(&[6, 3, 1])), Some(true));
        assert_eq!(interpreter(&elf(&[1, 1])[..70]), None, "cut off");
        assert_eq!(interpreter(b"#!/bin/sh\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_test_has_a_loader() {
        let own = std::env::current_exe().unwrap();
        if cfg!(all(target_env = "gnu", not(target_feature = "crt-static"))) {
            assert!(is_static(&own).unwrap_err().contains("loader"));
        }
    }
}
