//! A benchmark in several processes: a server, its viewers, and a server that only sends the same bytes.

mod bare;

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::audience::{Audience, micros_now, percentile_ms};

pub(crate) use bare::Bare;

/// Which process this is: `ours`, `bare` or `viewers`; the first one has none.
const PART: &str = "OUTFLANK_BENCH_PART";

/// The part that this process plays; nothing for the first one.
pub(crate) fn own() -> String {
    std::env::var(PART).unwrap_or_default()
}

pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Runtime::new().unwrap()
}

/// A process of this program that plays a part.
pub(crate) fn part(name: &str, arguments: &[String]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .env(PART, name)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command
}

/// How events arrived at the viewers, and what they cost this process.
pub(crate) struct Arrivals {
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
    /// The processor time of a delivered message.
    pub(crate) cpu_us: f64,
    pub(crate) connected_in: Duration,
    /// One message in hexadecimal digits.
    pub(crate) message: String,
}

/// Lets the viewers' process connect and lets events happen.
pub(crate) async fn measure(
    audience: &Audience,
    pause: Duration,
    happen: impl AsyncFn(usize),
) -> Arrivals {
    let begun = Instant::now();
    let mut watching = part("viewers", &audience.arguments()).spawn().unwrap();
    let lines = BufReader::new(watching.stdout.take().unwrap()).lines();
    let (greeted, lines) = next(lines).await;
    assert_eq!(greeted, "greeted");
    let connected_in = begun.elapsed();
    let cpu_before = cpu_us();
    let mut published = Vec::with_capacity(audience.events);
    for number in 0..audience.events {
        published.push(micros_now());
        happen(number).await;
        tokio::time::sleep(pause).await;
    }
    // The viewers say when everybody has everything.
    let (all, lines) = next(lines).await;
    assert_eq!(all, "all");
    let cpu = cpu_us() - cpu_before;
    let (message, lines) = next(lines).await;
    let mut delays: Vec<u64> = lines
        .enumerate()
        .map(|(n, line)| {
            let at: u64 = line.unwrap().parse().unwrap();
            at.saturating_sub(published[n % audience.events])
        })
        .collect();
    watching.wait().unwrap();
    let messages = audience.viewers * audience.events;
    assert_eq!(delays.len(), messages, "everybody has everything");
    Arrivals {
        p50_ms: percentile_ms(&mut delays, 50),
        p99_ms: percentile_ms(&mut delays, 99),
        cpu_us: cpu / messages as f64,
        connected_in,
        message,
    }
}

/// The next line of another process; the runtime goes on meanwhile.
async fn next(mut lines: Lines<BufReader<ChildStdout>>) -> (String, Lines<BufReader<ChildStdout>>) {
    let reading = tokio::task::spawn_blocking(move || {
        let line = lines.next().expect("the viewers go on").unwrap();
        (line, lines)
    });
    reading.await.unwrap()
}

/// The processor time of this process in microseconds.
fn cpu_us() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let (_, after_name) = text.rsplit_once(')').unwrap_or_default();
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |n: usize| {
        let field = fields.get(n).and_then(|text| text.parse::<f64>().ok());
        field.unwrap_or(0.0)
    };
    // User and system time, in hundredths of a second.
    (ticks(11) + ticks(12)) * 10_000.0
}
