//! The log, for whoever wants to know who did what when.

use askama::Template;
use outflank_desk::views::Head;
use outflank_desk::views::director::LogLine;

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::said_log::{by_words, log_words};
use crate::pages::Frame;

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

pub(crate) fn answer(ask: &Ask<'_>) -> DeskAnswer {
    let office = ask.office();
    let page = LogPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(DeskTab::Log, None),
        lines: office.log(LINES),
        total: office.log_length(),
    };
    ask.page(None, &page)
}
