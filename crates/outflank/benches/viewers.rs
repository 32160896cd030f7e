//! Five thousand viewers of a live stream, against a bare broadcast of the same bytes in the same run.
//!
//! Each server is a process of its own and its viewers are another, so that processor time and memory are the
//! server's alone. Ours and the bare one take turns; the bare one is a broadcast channel, a socket for each viewer
//! and the bytes of the message, made once.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

#[path = "../../store/benches/aim/mod.rs"]
mod aim;
mod audience;
mod hosts;
mod parts;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use audience::Audience;
use hosts::Ours;
use parts::{Bare, part, runtime};

const EVENTS: usize = 40;
/// Between two events, so that each is a wave of its own.
const PAUSE: Duration = Duration::from_millis(250);
/// How often each server takes its turn.
const TURNS: usize = 3;

fn viewers() -> usize {
    audience::wanted("OUTFLANK_VIEWERS", 5_000)
}

fn main() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    match parts::own().as_str() {
        "" => compare(),
        "viewers" => runtime().block_on(audience::watch()),
        "ours" => runtime().block_on(async {
            let host = Ours::start().await;
            measure(host.address, "/api/v1/events", async |_| {
                host.happen().await
            })
            .await;
        }),
        "bare" => runtime().block_on(async {
            let host = Bare::start().await;
            let message = std::env::args().nth(1).unwrap();
            measure(host.address, "/", async |_| host.send(&message)).await;
        }),
        other => panic!("no part {other}"),
    }
}

/// Lets both take turns and compares.
fn compare() {
    let mut ours: Vec<Figures> = Vec::new();
    let mut bare: Vec<Figures> = Vec::new();
    for turn in 1..=TURNS {
        let one = Figures::of(part("ours", &[]));
        let other = Figures::of(part("bare", std::slice::from_ref(&one.message)));
        println!("turn {turn}, ours: {one}");
        println!("turn {turn}, bare: {other}");
        ours.push(one);
        bare.push(other);
    }
    println!(
        "{} viewers, {EVENTS} events a turn, a message of {} bytes, the median of {TURNS} turns",
        viewers(),
        ours[0].message.len() / 2
    );
    let of = |figures: &[Figures], name: &str| {
        let mut values: Vec<f64> = figures.iter().map(|one| one.numbers[name]).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let (p99, kb) = (of(&ours, "p99_ms"), of(&ours, "kb_per_viewer"));
    aim::at_most("an update reaches viewers, p99", p99, 300.0, "ms");
    aim::at_most("memory of a viewer", kb, 30.0, "kB");
    aim::ratio_at_most(
        "processor time of a delivered event, ours : a bare broadcast",
        of(&ours, "cpu_us"),
        of(&bare, "cpu_us"),
        1.5,
    );
}

/// What one server measured.
struct Figures {
    numbers: BTreeMap<String, f64>,
    message: String,
}

impl Figures {
    fn of(mut command: Command) -> Self {
        let output = command
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", output.status);
        let text = String::from_utf8(output.stdout).unwrap();
        let mut figures = Self {
            numbers: BTreeMap::new(),
            message: String::new(),
        };
        for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
            match value.parse() {
                Ok(number) if name != "message" => {
                    figures.numbers.insert(name.to_owned(), number);
                }
                Ok(_) | Err(_) => value.clone_into(&mut figures.message),
            }
        }
        figures
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, number) in &self.numbers {
            write!(f, "{name} {number:.2}  ")?;
        }
        Ok(())
    }
}

/// Measures a server of this process, and says it to the first one.
async fn measure(address: SocketAddr, path: &str, happen: impl AsyncFn(usize)) {
    let audience = Audience {
        addresses: address.to_string(),
        path: path.to_owned(),
        viewers: viewers(),
        stalled: 0,
        events: EVENTS,
    };
    let before_kb = memory_kb();
    let full_kb = Cell::new(before_kb);
    let arrivals = parts::measure(&audience, PAUSE, async |n| {
        // Everybody is there when the first event happens.
        if n == 0 {
            full_kb.set(memory_kb());
        }
        happen(n).await;
    })
    .await;
    let kb_per_viewer = (full_kb.get() - before_kb) / viewers() as f64;
    println!("p50_ms={}", arrivals.p50_ms);
    println!("p99_ms={}", arrivals.p99_ms);
    println!("kb_per_viewer={kb_per_viewer}");
    println!("cpu_us={}", arrivals.cpu_us);
    println!("connected_s={}", arrivals.connected_in.as_secs_f64());
    println!("message={}", arrivals.message);
    std::io::stdout().flush().unwrap();
}

/// The memory of this process in kB.
fn memory_kb() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse().ok())
        .unwrap_or(0.0)
}
