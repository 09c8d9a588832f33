//! What a browser that has shown the token is let in with.
//!
//! A token may have been chosen by a person, and its checks are throttled; a pass is made of it and a random key, so it cannot be guessed and
//! needs no throttle. The key is kept in the data folder: pages go on after a restart.

use std::{
    fmt::Write as _,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

use sha2::{Digest, Sha256};

/// File of the key.
const FILE: &str = "pass.key";
/// Bytes of the key.
const KEY: usize = 32;

/// The pass for a token. Where no key can be kept, it is one of this run alone.
pub(super) fn pass(token: &str, folder: &Path) -> String {
    let path = folder.join(FILE);
    let kept = fs::read(&path).ok().filter(|key| key.len() == KEY);
    let key = kept.unwrap_or_else(|| {
        let key = random();
        let _ = keep(&path, &key);
        key.to_vec()
    });
    let digest = Sha256::new().chain_update(&key).chain_update(token).finalize();
    digest.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

fn random() -> [u8; KEY] {
    let mut key = [0; KEY];
    getrandom::fill(&mut key).expect("the system has random numbers");
    key
}

/// Writes it so that other users of the machine cannot read it.
fn keep(path: &Path, key: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)?.write_all(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_lasts_as_long_as_its_folder_and_its_token() {
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let given = pass("secret", folder.path());
        assert_eq!(given.len(), 64);
        assert_eq!(pass("secret", folder.path()), given, "after a restart");
        assert_ne!(pass("another", folder.path()), given);
        assert_ne!(pass("secret", other.path()), given, "it is not made of the token alone");
        assert_eq!(pass("secret", &folder.path().join("nowhere")).len(), 64);
    }
}
