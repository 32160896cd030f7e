//! Sums of what no chain covers: commands and records, the same in every store.

use outflank_desk::log::{Answered, Fault, RecordKind};

/// The first half of BLAKE3 over the texts of a row, each preceded by its length.
pub(crate) type Sum = [u8; 16];

/// The sum of a command's row.
pub(crate) fn sum_of_command(id: &str, answered: &Answered) -> Sum {
    sum(&[id.as_bytes(), &answered.request, answered.answer.as_bytes()])
}

/// The sum of a record's row.
pub(crate) fn sum_of_record(kind: RecordKind, id: &str, body: &str) -> Sum {
    sum(&[kind.word().as_bytes(), id.as_bytes(), body.as_bytes()])
}

/// A command that was read, if its sum is right.
pub(crate) fn checked_command(
    (id, answered, found): (String, Answered, Sum),
) -> Result<Answered, Fault> {
    let expected = sum_of_command(&id, &answered);
    let what = format!("the answer to command {id}");
    checked(answered, found, expected, &what)
}

/// A record that was read, if its sum is right.
pub(crate) fn checked_record(
    kind: RecordKind,
    (id, body, found): (String, String, Sum),
) -> Result<(String, String), Fault> {
    let expected = sum_of_record(kind, &id, &body);
    let what = format!("the {} record {id}", kind.word());
    checked((id, body), found, expected, &what)
}

fn sum(texts: &[&[u8]]) -> Sum {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        let length = u64::try_from(text.len()).expect("no text has 2^64 bytes");
        hasher.update(&length.to_le_bytes());
        hasher.update(text);
    }
    let mut sum = Sum::default();
    hasher.finalize_xof().fill(&mut sum);
    sum
}

fn checked<T>(value: T, found: Sum, expected: Sum, what: &str) -> Result<T, Fault> {
    if found == expected {
        Ok(value)
    } else {
        Err(Fault::Damaged(format!(
            "{what} does not match its checksum"
        )))
    }
}
