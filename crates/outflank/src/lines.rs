//! Reading files line by line as bytes, with the progress of a long read.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::failure::Failure;

/// A line longer than this is no transcript.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// Calls `each` with the number and the bytes of every line; shows progress on a terminal.
pub(crate) fn each_line(
    path: &str,
    mut each: impl FnMut(usize, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| {
        Failure::say(format!(
            "{path}: {error}. Use a file of transcripts, one per line."
        ))
    };
    let (input, length): (Box<dyn Read>, u64) = if path == "-" {
        (Box::new(std::io::stdin()), 0)
    } else {
        let file = File::open(path).map_err(cannot)?;
        let length = file.metadata().map_err(cannot)?.len();
        (Box::new(file), length)
    };
    let bar = progress(length);
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    let (mut number, mut read) = (0, 0);
    loop {
        line.clear();
        let took = input
            .by_ref()
            .take(LINE_BYTES_MAX + 1)
            .read_until(b'\n', &mut line)
            .map_err(cannot)? as u64;
        if took == 0 {
            break;
        }
        number += 1;
        if took > LINE_BYTES_MAX {
            return Err(Failure::say(format!(
                "{path}, line {number}: The line is longer than {LINE_BYTES_MAX} bytes. A transcript is one line of moves."
            )));
        }
        read += took;
        if number % 4096 == 0 {
            bar.set_position(read);
        }
        each(number, line.trim_ascii())?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// A bar that shows itself on a terminal only, and not before it is worth it.
pub(crate) fn progress(length: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(5));
    let style =
        ProgressStyle::with_template("{wide_bar} {percent:>3} %  {elapsed} elapsed, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
