//! How fast the pages are, each against what a person or a plain file server would want:
//! the standings page of a hundred players against the same bytes as a static file; the preview of a pairing of two
//! hundred from the click to the last byte; a result from its entry to another screen.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

mod arrival;
mod event;
mod http;
mod preview;
mod requests;

use std::time::Duration;

fn main() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        requests::run().await;
        preview::run().await;
        arrival::run().await;
    });
}

/// The middle of some durations, and the one that ninety-nine in a hundred do not exceed.
fn middle_and_p99(mut all: Vec<Duration>) -> (Duration, Duration) {
    all.sort_unstable();
    (all[all.len() / 2], all[(all.len() * 99).div_ceil(100) - 1])
}

/// What was measured, against what is wanted.
fn against(what: &str, measured: Duration, wanted: Duration) {
    println!(
        "ratio: {what}, measured : wanted = {:.2} ({measured:.1?} : {wanted:?})",
        measured.as_secs_f64() / wanted.as_secs_f64()
    );
}
