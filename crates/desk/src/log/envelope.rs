//! One stored event with everything that is known of it.

use outflank_tournament::running::Timestamp;
use serde::{Deserialize, Serialize};

use crate::log::hash::Hash;
use crate::log::stream::StreamName;

/// The place of an event in the whole log, from 1; a later commit never has a lower one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct GlobalSeq(pub u64);

/// The place of an event in its stream, from 1 without gaps; 0 is before the first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seq(pub u64);

impl Seq {
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// An event as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Its place in the log; not part of the hash, so that an archive verifies elsewhere.
    pub global_seq: GlobalSeq,
    /// All that is hashed.
    pub content: Content,
    /// The hash of the event before it in its stream.
    pub prev_hash: Hash,
    /// The hash of `prev_hash` and `content`.
    pub hash: Hash,
}

/// An event before it is chained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub stream: StreamName,
    pub seq: Seq,
    pub at: Timestamp,
    /// When it was written down; later than `at` where a device was out of contact.
    pub recorded_at: Timestamp,
    /// Who: a person, a link or the desk itself.
    pub actor: String,
    pub device: Option<String>,
    /// The command it came from.
    pub command_id: String,
    /// What kind of event: `game.disc_placed`.
    pub kind: String,
    /// Its JSON text, kept byte for byte.
    pub body: String,
}

impl Content {
    /// The hash after `prev`: BLAKE3 of it and every field, each preceded by its length in bytes.
    #[must_use]
    pub fn hash(&self, prev: Hash) -> Hash {
        let mut hasher = blake3::Hasher::new();
        let mut field = |bytes: &[u8]| {
            let length = u64::try_from(bytes.len()).expect("no field has 2^64 bytes");
            hasher.update(&length.to_le_bytes());
            hasher.update(bytes);
        };
        field(&prev.0);
        field(self.stream.to_string().as_bytes());
        field(&self.seq.0.to_le_bytes());
        field(&self.at.0.to_le_bytes());
        field(&self.recorded_at.0.to_le_bytes());
        field(self.actor.as_bytes());
        match &self.device {
            None => field(&[0]),
            Some(device) => {
                field(&[1]);
                field(device.as_bytes());
            }
        }
        field(self.command_id.as_bytes());
        field(self.kind.as_bytes());
        field(self.body.as_bytes());
        Hash(*hasher.finalize().as_bytes())
    }

    /// Chains it after `prev` at its place in the log.
    #[must_use]
    pub fn seal(self, global_seq: GlobalSeq, prev: Hash) -> Envelope {
        Envelope {
            global_seq,
            hash: self.hash(prev),
            prev_hash: prev,
            content: self,
        }
    }
}

impl Envelope {
    /// Whether its hash is the one its fields give after `prev`.
    #[must_use]
    pub fn follows(&self, prev: Hash) -> bool {
        self.prev_hash == prev && self.hash == self.content.hash(prev)
    }
}
