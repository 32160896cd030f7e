//! For operators: whether the server is alive and ready, and metrics for Prometheus.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};

use outflank_desk::access::{Grant, Role};

use crate::Web;
use crate::extract::Caller;
use crate::layers::real_ip::RealIp;
use crate::respond::Problem;

/// How long the log may take to answer before the server is not ready.
const LOG_TIMEOUT: Duration = Duration::from_secs(2);

/// Answers by the first digit of their status.
#[derive(Debug, Default)]
pub(crate) struct Answers([AtomicU64; 5]);

impl Answers {
    pub(crate) fn count(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100);
        if let Some(counter) = class.checked_sub(1).and_then(|class| self.0.get(class)) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Alive: the process answers. A manager that gets no answer starts it again.
pub(crate) async fn livez() -> &'static str {
    "alive\n"
}

/// Ready: commands can be acknowledged. A balancer sends nobody to a server that is not.
pub(crate) async fn readyz(State(web): State<Arc<Web>>) -> Response {
    let answer = |status, text: String| (status, text + "\n").into_response();
    match unready(&web).await {
        None => answer(StatusCode::OK, "ready".to_owned()),
        Some(why) => answer(StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {why}")),
    }
}

/// Why the server is not ready, if it is not.
async fn unready(web: &Web) -> Option<String> {
    if web.is_stopping.load(Ordering::Relaxed) {
        return Some("the server is stopping".to_owned());
    }
    // The heartbeat is written each second: if it cannot be, no command can.
    if let Some(problem) = web.desk.status().failures.get("heartbeat") {
        return Some(problem.clone());
    }
    match tokio::time::timeout(LOG_TIMEOUT, web.desk.can_read_log()).await {
        Ok(Ok(())) => None,
        Ok(Err(fault)) => Some(fault.to_string()),
        Err(_) => Some(format!(
            "the log did not answer in {} s",
            LOG_TIMEOUT.as_secs()
        )),
    }
}

/// Numbers for Prometheus. They tell of games that are kept back from the public, so that only this
/// machine itself, or the owner's token, gets them.
pub(crate) async fn metrics(State(web): State<Arc<Web>>, caller: Caller, ip: RealIp) -> Response {
    let is_owner = caller.grants().contains(&Grant::everywhere(Role::Owner));
    if !is_owner && !ip.is_local {
        return Problem::new(
            StatusCode::FORBIDDEN,
            "http.numbers_are_private",
            "The metrics are only available on this machine. From elsewhere send the owner's token as a bearer token.",
        )
        .into_response();
    }
    let text = page(&web);
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        text,
    )
        .into_response()
}

/// One number or family of numbers in Prometheus' text format.
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(
            self.0,
            "# HELP outflank_{name} {help}\n# TYPE outflank_{name} {kind}"
        );
    }

    fn line(&mut self, name: &str, labels: &str, value: u64) {
        let _ = writeln!(self.0, "outflank_{name}{labels} {value}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: u64) {
        self.family(name, kind, help);
        self.line(name, "", value);
    }
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn page(web: &Web) -> String {
    let mut page = Page(String::with_capacity(4_096));
    let counts = web.desk.counts();
    let (durable, published) = (web.desk.durable().0, web.live.published().0);
    page.one(
        "appends_total",
        "counter",
        "Commands this server wrote to the log.",
        counts.appends,
    );
    page.one(
        "events_total",
        "counter",
        "Events this server wrote to the log.",
        counts.events,
    );
    page.one(
        "conflicts_total",
        "counter",
        "Commands that were decided again because another was written first.",
        counts.conflicts,
    );
    page.one(
        "append_faults_total",
        "counter",
        "Commands that the log could not store.",
        counts.faults,
    );
    page.one(
        "log_position",
        "gauge",
        "Position of the last event in the log, across all servers.",
        durable,
    );
    page.one(
        "fan_out_behind_events",
        "gauge",
        "Events of the log that this server has not handed to its streams yet.",
        durable.saturating_sub(published),
    );
    lag(&mut page, web);
    page.one(
        "viewers",
        "gauge",
        "Open live streams.",
        number(web.live.viewers()),
    );
    let open = web.settings.connections_max - web.room.available_permits();
    page.one("connections", "gauge", "Open connections.", number(open));
    page.family(
        "answers_total",
        "counter",
        "Answers by the first digit of their status.",
    );
    for (counter, class) in web.answers.0.iter().zip(1..) {
        let labels = format!("{{class=\"{class}xx\"}}");
        page.line("answers_total", &labels, counter.load(Ordering::Relaxed));
    }
    page.one(
        "tournaments",
        "gauge",
        "Tournaments of the log.",
        number(web.desk.tournaments().len()),
    );
    page.one(
        "warm_games",
        "gauge",
        "Games kept in memory.",
        number(web.desk.warm_games().len()),
    );
    let failing = number(web.desk.status().failures.len());
    page.one(
        "failing_tasks",
        "gauge",
        "Background tasks whose last try failed.",
        failing,
    );
    if let Some(bytes) = resident_bytes() {
        page.one(
            "memory_resident_bytes",
            "gauge",
            "Memory this process holds.",
            bytes,
        );
    }
    page.family("build_info", "gauge", "The version.");
    page.line(
        "build_info",
        concat!("{version=\"", env!("CARGO_PKG_VERSION"), "\"}"),
        1,
    );
    page.0
}

/// The lag as Prometheus counts it: in seconds, every step with all below it.
fn lag(page: &mut Page, web: &Web) {
    let name = "fan_out_lag_seconds";
    page.family(
        name,
        "histogram",
        "Time from writing an event until it reaches the streams of this server.",
    );
    let seen = web.live.lag.seen();
    for (ms, count) in seen.up_to {
        page.line(
            &format!("{name}_bucket"),
            &format!("{{le=\"{}\"}}", seconds(ms)),
            count,
        );
    }
    page.line(&format!("{name}_bucket"), "{le=\"+Inf\"}", seen.count);
    let _ = writeln!(page.0, "outflank_{name}_sum {}", seconds(seen.sum_ms));
    page.line(&format!("{name}_count"), "", seen.count);
}

/// Milliseconds as seconds, exactly.
fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1_000, ms % 1_000)
}

/// The memory this process holds, where the system says it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1_024)
}
