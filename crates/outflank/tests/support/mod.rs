//! What the tests of the running program share.

pub(crate) mod championship;
pub(crate) mod dice;
pub(crate) mod event;
pub(crate) mod folder;
pub(crate) mod forms;
pub(crate) mod hall;
pub(crate) mod hosted;
pub(crate) mod http;
pub(crate) mod instances;
pub(crate) mod places;
pub(crate) mod program;
pub(crate) mod relay;
pub(crate) mod webdriver;

/// Asks again and again until there is an answer; a test that waits too long has failed.
#[track_caller]
pub(crate) fn until<T>(ask: impl Fn() -> Option<T>) -> T {
    let begun = std::time::Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < http::PATIENCE, "it did not happen");
        std::thread::yield_now();
    }
}
