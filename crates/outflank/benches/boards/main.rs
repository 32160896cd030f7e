//! Spectators of live boards: 200 tables with 5,000 viewers, one reader in ten stalled, 10,000 viewers of one game.
//!
//! Measures from a judge's tap, sent over HTTP, to the arrival at every viewer, and the processor time of the server for
//! each delivered piece against a bare broadcast of the same bytes. Our server, the bare one and the viewers are
//! processes of their own, so that the time of each is its alone; the servers take turns in one run.
//! `OUTFLANK_VIEWERS` and `OUTFLANK_ONE_GAME` set the numbers of viewers.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]
#![expect(
    clippy::unwrap_used,
    reason = "a benchmark that cannot go on has failed"
)]

#[path = "../../../store/benches/aim/mod.rs"]
mod aim;
#[path = "../audience/mod.rs"]
mod audience;
mod hall;
#[path = "../parts/mod.rs"]
mod parts;

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::Duration;

use audience::{Audience, wanted};
use hall::{Hall, TABLES};
use parts::{Bare, part, runtime};

/// Taps of each measurement.
const TAPS: usize = 40;
/// How often each server takes its turn.
const TURNS: usize = 5;
/// Between two taps: 200 tables with a move every twenty seconds are ten a second.
const PAUSE: Duration = Duration::from_millis(100);
/// Between two moves of one game, so that each is a wave of its own.
const LONG_PAUSE: Duration = Duration::from_millis(400);

fn main() {
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    match parts::own().as_str() {
        "" => compare(),
        "viewers" => runtime().block_on(audience::watch()),
        "ours" => runtime().block_on(async {
            let hall = Hall::open().await;
            println!("open");
            while let Some(mut task) = Task::next() {
                if task.path.is_empty() {
                    task.path = hall.game_path(task.tables.0);
                }
                measure(hall.address, &task, async |tap| {
                    hall.tap(task.table(tap)).await;
                })
                .await;
            }
        }),
        "bare" => runtime().block_on(async {
            let bare = Bare::start().await;
            println!("open");
            while let Some(task) = Task::next() {
                measure(bare.address, &task, async |_| bare.send(&task.piece)).await;
            }
        }),
        other => panic!("no part {other}"),
    }
}

/// Lets both servers take turns and compares.
fn compare() {
    let viewers = wanted("OUTFLANK_VIEWERS", 5_000);
    let many = wanted("OUTFLANK_ONE_GAME", 10_000);
    let mut ours = Server::start("ours");
    let boards = Task {
        path: "/t/bench/boards-live".to_owned(),
        viewers,
        tables: (0, TABLES - TURNS),
        ..Task::default()
    };
    let stalled = Task {
        viewers: viewers - viewers / 10,
        stalled: viewers / 10,
        ..boards.clone()
    };
    let mut all = Figures::default();
    let mut tenth = Figures::default();
    let mut all_bare = Figures::default();
    for turn in 1..=TURNS {
        let one = ours.measure(&boards);
        println!("turn {turn}, {TABLES} tables, {viewers} viewers: {one}");
        let slow = ours.measure(&stalled);
        println!("turn {turn}, one reader in ten stalled: {slow}");
        let other = Server::start("bare").measure(&bare_of(viewers, PAUSE, &one));
        println!("turn {turn}, bare broadcast: {other}");
        all.add(one);
        tenth.add(slow);
        all_bare.add(other);
    }
    let mut one_game = Figures::default();
    let mut one_game_bare = Figures::default();
    for turn in 1..=TURNS {
        let one = ours.measure(&Task {
            viewers: many,
            tables: (TABLES - turn, 1),
            pause: LONG_PAUSE,
            ..Task::default()
        });
        println!("turn {turn}, {many} viewers of one game: {one}");
        let other = Server::start("bare").measure(&bare_of(many, LONG_PAUSE, &one));
        println!("turn {turn}, bare broadcast: {other}");
        one_game.add(one);
        one_game_bare.add(other);
    }
    println!("the medians of {TURNS} turns of {TAPS} taps:");
    let what = format!("a tap reaches {viewers} viewers of {TABLES} tables, p99");
    aim::at_most(&what, all.median(|one| one.p99_ms), 250.0, "ms");
    aim::ratio_at_most(
        "p99 of the others with one reader in ten stalled : with none",
        tenth.median(|one| one.p99_ms),
        all.median(|one| one.p99_ms),
        1.1,
    );
    aim::at_least("viewers of one game connected", many as f64, 10_000.0, "");
    for (what, ours, bare) in [
        ("all boards", &all, &all_bare),
        ("one game", &one_game, &one_game_bare),
    ] {
        aim::ratio_at_most(
            &format!("processor time of a delivered piece, {what}, ours : a bare broadcast"),
            ours.median(|one| one.cpu_us),
            bare.median(|one| one.cpu_us),
            1.5,
        );
    }
}

fn bare_of(viewers: usize, pause: Duration, of: &Measured) -> Task {
    Task {
        path: "/".to_owned(),
        viewers,
        pause,
        piece: of.piece.clone(),
        ..Task::default()
    }
}

/// What a server is asked to measure; a line between the processes.
#[derive(Clone)]
struct Task {
    /// Where the viewers look; nothing for the game at the first table.
    path: String,
    viewers: usize,
    stalled: usize,
    /// The first table that is tapped, and how many take turns.
    tables: (usize, usize),
    pause: Duration,
    /// What a bare server sends, in hexadecimal digits.
    piece: String,
}

impl Default for Task {
    fn default() -> Self {
        Self {
            path: String::new(),
            viewers: 0,
            stalled: 0,
            tables: (0, 1),
            pause: PAUSE,
            piece: String::new(),
        }
    }
}

impl Task {
    fn table(&self, tap: usize) -> usize {
        self.tables.0 + tap % self.tables.1
    }

    fn line(&self) -> String {
        format!(
            "{}|{}|{}|{}|{}|{}|{}",
            self.path,
            self.viewers,
            self.stalled,
            self.tables.0,
            self.tables.1,
            self.pause.as_millis(),
            self.piece
        )
    }

    /// The next one that is asked for; none when the first process is done.
    fn next() -> Option<Self> {
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).unwrap();
        let parts: Vec<&str> = line.trim().split('|').collect();
        let [path, viewers, stalled, first, tables, pause, piece] = parts[..] else {
            return None;
        };
        Some(Self {
            path: path.to_owned(),
            viewers: viewers.parse().unwrap(),
            stalled: stalled.parse().unwrap(),
            tables: (first.parse().unwrap(), tables.parse().unwrap()),
            pause: Duration::from_millis(pause.parse().unwrap()),
            piece: piece.to_owned(),
        })
    }
}

/// A server in a process of its own.
struct Server {
    child: Child,
    tell: ChildStdin,
    says: Lines<BufReader<ChildStdout>>,
}

impl Server {
    fn start(name: &str) -> Self {
        let mut child = part(name, &[]).spawn().unwrap();
        let tell = child.stdin.take().unwrap();
        let mut says = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(says.next().unwrap().unwrap(), "open");
        Self { child, tell, says }
    }

    fn measure(&mut self, task: &Task) -> Measured {
        writeln!(self.tell, "{}", task.line()).unwrap();
        Measured::read(&self.says.next().unwrap().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came out of one measurement.
struct Measured {
    p50_ms: f64,
    p99_ms: f64,
    cpu_us: f64,
    connect_s: f64,
    piece: String,
}

impl Measured {
    fn read(line: &str) -> Self {
        let parts: Vec<&str> = line.split(' ').collect();
        let number = |n: usize| parts[n].parse().unwrap();
        Self {
            p50_ms: number(0),
            p99_ms: number(1),
            cpu_us: number(2),
            connect_s: number(3),
            piece: parts[4].to_owned(),
        }
    }
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "p50 {:.1} ms, p99 {:.1} ms, {:.2} µs of the server's processor time for each piece of {} bytes; connected in {:.1} s",
            self.p50_ms,
            self.p99_ms,
            self.cpu_us,
            self.piece.len() / 2,
            self.connect_s
        )
    }
}

/// The same measurement in several turns.
#[derive(Default)]
struct Figures(Vec<Measured>);

impl Figures {
    fn add(&mut self, one: Measured) {
        self.0.push(one);
    }

    fn median(&self, of: impl Fn(&Measured) -> f64) -> f64 {
        let mut values: Vec<f64> = self.0.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    }
}

/// Lets a judge tap before the viewers, and says to the first process how it arrived and what it cost this one.
async fn measure(address: SocketAddr, task: &Task, tap: impl AsyncFn(usize)) {
    let audience = Audience {
        addresses: address.to_string(),
        path: task.path.clone(),
        viewers: task.viewers,
        stalled: task.stalled,
        events: TAPS,
    };
    let arrivals = parts::measure(&audience, task.pause, tap).await;
    println!(
        "{} {} {} {} {}",
        arrivals.p50_ms,
        arrivals.p99_ms,
        arrivals.cpu_us,
        arrivals.connected_in.as_secs_f64(),
        arrivals.message
    );
}
