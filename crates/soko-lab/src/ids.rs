//! Names of jobs and runs: 128 bits of SHA-256, printed as 32 hexadecimal digits.

use std::fmt;

use sha2::{Digest, Sha256};

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; 16]);

        impl $name {
            /// From the bytes that [`as_bytes`](Self::as_bytes) gave.
            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(bytes)
            }

            /// The raw bytes.
            pub const fn as_bytes(&self) -> &[u8; 16] {
                &self.0
            }

            /// The name of a text.
            pub(crate) fn of(text: &str) -> Self {
                Self(digest(text.as_bytes()))
            }

            /// The first twelve digits: enough for people.
            pub fn short(&self) -> String {
                self.to_string()[..12].to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }
    };
}

name! {
    /// What is to be done: level, player, parameters, seed, limits, repetition and program.
    JobId
}
name! {
    /// What was done: a job together with everything that came of it, when and where.
    RunId
}

fn digest(bytes: &[u8]) -> [u8; 16] {
    let mut name = [0; 16];
    name.copy_from_slice(&Sha256::digest(bytes)[..16]);
    name
}
