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
}
