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

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hosts::{Bare, Ours};

/// Which process this is: `ours`, `bare` or `viewers`; the first one has none.
const PART: &str = "OUTFLANK_BENCH_PART";
const EVENTS: usize = 40;
/// Between two events, so that each is a wave of its own.
const PAUSE: Duration = Duration::from_millis(250);
/// How often each server takes its turn.
const TURNS: usize = 3;

fn viewers() -> usize {
    let asked = std::env::var("OUTFLANK_VIEWERS").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(5_000)
}

fn main() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let part = std::env::var(PART).unwrap_or_default();
    match part.as_str() {
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

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Runtime::new().unwrap()
}

/// A process of this program that plays a part.
fn part(name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .env(PART, name)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command
}

/// Lets both take turns and compares.
fn compare() {
    let mut ours: Vec<Figures> = Vec::new();
    let mut bare: Vec<Figures> = Vec::new();
    for turn in 1..=TURNS {
        let one = Figures::of(part("ours", &[]));
        let other = Figures::of(part("bare", &[&one.message]));
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

/// Lets the viewers' process connect, lets events happen, and says how they arrived and what they cost.
async fn measure(address: SocketAddr, path: &str, happen: impl AsyncFn(usize)) {
    let before_kb = memory_kb();
    let mut watching = part("viewers", &[&address.to_string(), path])
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap()).lines();
    let mut next = tokio::task::spawn_blocking(move || (lines.next().unwrap().unwrap(), lines));
    let (greeted, mut lines) = (&mut next).await.unwrap();
    assert_eq!(greeted, "greeted");
    let kb_per_viewer = (memory_kb() - before_kb) / viewers() as f64;
    let cpu_before = cpu_us();
    let mut published = Vec::new();
    for n in 0..EVENTS {
        published.push(micros_now());
        happen(n).await;
        tokio::time::sleep(PAUSE).await;
    }
    // The viewers say when everybody has everything.
    let waiting = tokio::task::spawn_blocking(move || (lines.next().unwrap().unwrap(), lines));
    let (all, mut lines) = waiting.await.unwrap();
    assert_eq!(all, "all");
    let cpu = cpu_us() - cpu_before;
    let message = lines.next().unwrap().unwrap();
    let mut delays: Vec<u64> = lines
        .enumerate()
        .map(|(n, line)| {
            let at: u64 = line.unwrap().parse().unwrap();
            at.saturating_sub(published[n % EVENTS])
        })
        .collect();
    watching.wait().unwrap();
    delays.sort_unstable();
    assert_eq!(delays.len(), viewers() * EVENTS);
    let ms = |percent: usize| delays[(delays.len() - 1) * percent / 100] as f64 / 1e3;
    println!("p50_ms={}", ms(50));
    println!("p99_ms={}", ms(99));
    println!("kb_per_viewer={kb_per_viewer}");
    println!("cpu_us={}", cpu / delays.len() as f64);
    println!("message={message}");
    std::io::stdout().flush().unwrap();
}

/// The time that all processes share, in microseconds.
fn micros_now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(since.as_micros()).unwrap()
}

/// The memory of this process in kB.
fn memory_kb() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").trim().parse().ok())
        .unwrap_or(0.0)
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
