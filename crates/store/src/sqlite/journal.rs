//! What is left in the write-ahead journal, looked at before SQLite recovers it.
//!
//! SQLite reads the journal up to the first frame that is not right and forgets the rest. That is right for a torn tail:
//! the last commit was cut by a crash and nobody was told of it. It is wrong for a damaged middle: good frames follow. The
//! journal is then kept aside before it is lost.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::whole_file::beside;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The two magic numbers: checksums of little-endian and of big-endian words.
const LITTLE: u32 = 0x377f_0682;
const BIG: u32 = 0x377f_0683;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Journal {
    /// None, or nothing but whole frames.
    Whole,
    /// The last frames are cut or half written; nothing good follows.
    TornTail { frames: usize },
    /// A frame is wrong, and good commits follow it.
    DamagedMiddle { frames: usize, lost: usize },
}

/// Looks at the journal of a log.
pub(crate) fn examine(log: &Path) -> io::Result<Journal> {
    match fs::read(beside(log, "-wal")) {
        Ok(bytes) => Ok(examine_bytes(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Journal::Whole),
        Err(error) => Err(error),
    }
}

/// Keeps a copy of the journal beside the log.
pub(crate) fn keep_aside(log: &Path) -> io::Result<PathBuf> {
    let free = |number: &u32| !beside(log, &format!("-wal.damaged-{number}")).exists();
    let number = (1..).find(free).unwrap_or(1);
    let to = beside(log, &format!("-wal.damaged-{number}"));
    fs::copy(beside(log, "-wal"), &to)?;
    Ok(to)
}

fn word(bytes: &[u8], at: usize, is_big: bool) -> u32 {
    let four = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
    match is_big {
        true => u32::from_be_bytes(four),
        false => u32::from_le_bytes(four),
    }
}

/// SQLite's checksum over pairs of words.
fn checksum(bytes: &[u8], is_big: bool, (mut one, mut two): (u32, u32)) -> (u32, u32) {
    for pair in bytes.chunks_exact(8) {
        one = one.wrapping_add(word(pair, 0, is_big)).wrapping_add(two);
        two = two.wrapping_add(word(pair, 4, is_big)).wrapping_add(one);
    }
    (one, two)
}

fn examine_bytes(bytes: &[u8]) -> Journal {
    if bytes.len() < HEADER {
        return Journal::Whole;
    }
    let is_big = match word(bytes, 0, true) {
        LITTLE => false,
        BIG => true,
        _ => return Journal::DamagedMiddle { frames: 0, lost: 0 },
    };
    let size = usize::try_from(word(bytes, 8, true)).unwrap_or(0);
    let size = if size == 1 { 65_536 } else { size };
    let mut sum = checksum(&bytes[..24], is_big, (0, 0));
    let header_is_right = sum == (word(bytes, 24, true), word(bytes, 28, true));
    if !header_is_right || !size.is_power_of_two() {
        return Journal::DamagedMiddle { frames: 0, lost: 0 };
    }
    let salt = &bytes[16..24];
    let mut frames = 0;
    let mut is_broken = false;
    let mut lost = 0;
    let mut has_rest = false;
    for frame in bytes[HEADER..].chunks(FRAME_HEADER + size) {
        let is_ours = frame.len() >= FRAME_HEADER && &frame[8..16] == salt;
        if !is_broken {
            let next = match frame.len() == FRAME_HEADER + size {
                true => {
                    let head = checksum(&frame[..8], is_big, sum);
                    Some(checksum(&frame[FRAME_HEADER..], is_big, head))
                }
                false => None,
            };
            let claimed = |frame: &[u8]| (word(frame, 16, true), word(frame, 20, true));
            match next {
                Some(next) if is_ours && next == claimed(frame) => {
                    sum = next;
                    frames += 1;
                    continue;
                }
                // Frames of an earlier use of the file follow the last one of this use.
                Some(_) if !is_ours && !follows(bytes, frames, size, salt) => break,
                Some(_) | None => is_broken = true,
            }
            has_rest = true;
            continue;
        }
        // A commit that was finished after the wrong frame.
        if is_ours && frame.len() == FRAME_HEADER + size && word(frame, 4, true) != 0 {
            lost += 1;
        }
    }
    match (has_rest, lost) {
        (false, _) => Journal::Whole,
        (true, 0) => Journal::TornTail { frames },
        (true, lost) => Journal::DamagedMiddle { frames, lost },
    }
}

/// Whether a later frame is of this use of the file.
fn follows(bytes: &[u8], frames: usize, size: usize, salt: &[u8]) -> bool {
    let rest = bytes[HEADER..].chunks(FRAME_HEADER + size).skip(frames + 1);
    rest.into_iter()
        .any(|frame| frame.len() >= FRAME_HEADER && &frame[8..16] == salt)
}
