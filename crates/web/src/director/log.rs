//! The log: who did what, and when.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::LogLine;

use crate::director::desk::{Bar, DirectorDesk, TABS, Tab};
use crate::director::log_words::{by_words, log_words};
use crate::pages::Frame;
use crate::respond::Answer;

/// How many lines a page has.
const LINES: usize = 500;

#[derive(Template)]
#[template(path = "desk/log.html")]
struct LogPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    lines: Vec<LogLine>,
    total: usize,
}

impl LogPage<'_> {
    /// Whether the line at this place is of another day than the one before it.
    fn begins_a_day(&self, at: usize) -> bool {
        let day = |n: usize| self.lines.get(n).map(|line| line.at.day);
        at == 0 || day(at) != day(at - 1)
    }
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let view = desk.view();
    let page = LogPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Log, None),
        lines: view.log(LINES),
        total: view.log_length(),
    };
    desk.page(None, &page)
}
