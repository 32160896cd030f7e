//! Passwords, kept as argon2id.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use argon2::{Argon2, Block};
use serde::{Deserialize, Serialize};

use crate::access::act::Password;
use crate::access::hashing::AT_ONCE;

/// A new password has at least this many characters.
const PASSWORD_CHARS_MIN: usize = 12;
/// And at least so many different ones.
const DIFFERENT_MIN: usize = 5;
/// What is tried first: the beginnings of common passwords that are long enough.
const COMMON: &[&str] = &[
    "password",
    "passw0rd",
    "123456789",
    "1234567890",
    "qwertyuiop",
    "qwerty123",
    "iloveyou",
    "letmein",
    "welcome1",
    "administrator",
    "changeme",
    "trustno1",
    "abcdefghij",
    "1q2w3e4r",
    "asdfghjkl",
    "zaq12wsx",
    "outflank",
    "othello",
    "reversi",
];
/// And at most this many bytes, so that hashing stays cheap.
const PASSWORD_BYTES_MAX: usize = 1000;
const SALT_BYTES: usize = 16;
const HASH_BYTES: usize = 32;

/// Whether a text can be a password.
pub(crate) fn is_password(password: &Password) -> bool {
    let text = password.0.to_lowercase();
    let different: BTreeSet<char> = text.chars().collect();
    let is_common = |common: &&str| {
        let rest = text.replace(*common, "");
        // The word itself, repeated, or with some digits or signs around it.
        rest.len() < text.len() && rest.chars().filter(|one| one.is_alphabetic()).count() < 4
    };
    password.0.chars().count() >= PASSWORD_CHARS_MIN
        && password.0.len() <= PASSWORD_BYTES_MAX
        && different.len() >= DIFFERENT_MIN
        && !COMMON.iter().any(is_common)
}

/// What is kept of a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredPassword {
    /// `argon2id`, with the crate's recommended parameters of this time.
    how: String,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

const HOW: &str = "argon2id-19456-2-1";

impl StoredPassword {
    /// Hashes a password with a new salt. Takes some tens of milliseconds.
    pub(crate) fn of(password: &Password) -> Self {
        let mut salt = vec![0; SALT_BYTES];
        getrandom::fill(&mut salt).expect("the system gives random bytes");
        Self {
            how: HOW.to_owned(),
            hash: hash(password, &salt),
            salt,
        }
    }

    pub(crate) fn is(&self, password: &Password) -> bool {
        // Compared whole, so that no time tells how much of it was right.
        let given = hash(password, &self.salt);
        let differences = (given.iter().zip(&self.hash)).fold(0_u8, |all, (a, b)| all | (a ^ b));
        self.how == HOW && given.len() == self.hash.len() && differences == 0
    }
}

/// The working memory of earlier hashes. Allocated anew each time, 19 MiB would stay with the allocator of every thread.
static BLOCKS: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());

fn take_blocks(count: usize) -> Vec<Block> {
    let mut kept = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    kept.pop().unwrap_or_else(|| vec![Block::default(); count])
}

fn give_blocks_back(blocks: Vec<Block>) {
    let mut kept = BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.len() < AT_ONCE {
        kept.push(blocks);
    }
}

fn hash(password: &Password, salt: &[u8]) -> Vec<u8> {
    let mut out = vec![0; HASH_BYTES];
    // The default is argon2id, version 19, 19 MiB, two passes, one lane.
    let argon2 = Argon2::default();
    let mut blocks = take_blocks(argon2.params().block_count());
    argon2
        .hash_password_into_with_memory(password.0.as_bytes(), salt, &mut out, &mut blocks)
        .expect("salt and length are within argon2's limits");
    give_blocks_back(blocks);
    out
}

#[cfg(test)]
mod tests {
    use crate::access::password::*;

    #[test]
    fn short_and_common_passwords_are_refused() {
        for bad in [
            "password",
            "12345678",
            "        ",
            "            ",
            "nine lives",
            "passwordpassword",
            "Password1234!",
            "123456789012",
            "aaaaaaaaaaaaaa",
            "qwertyuiop12",
            "Othello-2026!",
        ] {
            assert!(!is_password(&Password::new(bad)), "{bad}");
        }
        for good in [
            "correct horse battery",
            "nine lives & more",
            "a long password",
        ] {
            assert!(is_password(&Password::new(good)), "{good}");
        }
    }

    #[test]
    fn the_memory_of_hashing_is_used_again() {
        let _ = StoredPassword::of(&Password::new("correct horse"));
        let places = || -> Vec<usize> {
            let kept = BLOCKS.lock().unwrap();
            kept.iter().map(|one| one.as_ptr().addr()).collect()
        };
        let before = places();
        assert!((1..=AT_ONCE).contains(&before.len()));
        for _ in 0..3 {
            let _ = StoredPassword::of(&Password::new("battery staple"));
        }
        assert!(places().len() <= AT_ONCE);
        assert!(places().iter().any(|one| before.contains(one)));
    }

    #[test]
    fn only_the_password_opens() {
        let stored = StoredPassword::of(&Password::new("correct horse"));
        assert!(stored.is(&Password::new("correct horse")));
        assert!(!stored.is(&Password::new("correct horsf")));
        assert!(!stored.is(&Password::new("")));
        let again = StoredPassword::of(&Password::new("correct horse"));
        assert!(again.hash != stored.hash, "every password has its own salt");
    }
}
