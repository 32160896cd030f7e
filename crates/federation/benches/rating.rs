//! How long a full list takes: `cargo bench -p outflank-federation`.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark prints what the clock says"
)]

#[path = "../tests/support/archive.rs"]
mod archive;

use std::time::Instant;

use outflank_federation::rating::{Method, rate};

fn main() {
    // Of 25,000 numbers about 15,000 ever play.
    let games = archive::games(25_000, 330_000, 1);
    let day = archive::LAST_DAY.parse().expect("a date");
    let mut lists = Vec::new();
    for _ in 0..2 {
        let mut steps = 0;
        let start = Instant::now();
        let list = rate(&Method::WOF, &games, day, &mut |progress| {
            steps = progress.step
        })
        .expect("the archive is clean");
        println!(
            "{} games: {} rated, {} not, {steps} steps, {:.2} s",
            games.len(),
            list.rows.len(),
            list.not_rated.len(),
            start.elapsed().as_secs_f64()
        );
        lists.push(list);
    }
    println!("identical: {}", lists[0] == lists[1]);
    println!("peak memory: {}", peak_memory());
}

/// The most memory this process has held, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.map_or("not known here".to_owned(), |line| {
        line[6..].trim().to_owned()
    })
}
