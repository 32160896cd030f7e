//! What is owed to the world federation, and what nations owe it.

use askama::Template;
use outflank_desk::views::{DutyLine, OfficeHead};
use outflank_federation::{Affairs, EventKey, SentResults, SentState};
use outflank_formats::EloHeading;
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::{OfficeTopic, RulebookFile, shipped_file};
use outflank_tournament::running::Nation;

use crate::director::{DeskAnswer, encoded};
use crate::federation::form::{Forms, Outcome};
use crate::federation::request::{Bar, OfficeRequest, status_of};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::transfer::{elo_hindrances, write_file};

#[derive(Template)]
#[template(path = "federation/office/duties.html")]
struct DutiesPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a Affairs,
    year: u16,
    rows: Vec<(DutyLine, FileState)>,
    at_risk: bool,
    /// The nations whose status is at risk.
    nations_at_risk: Vec<&'a str>,
    forms: Forms<'a>,
}

/// The results file of an event.
enum FileState {
    /// Its address.
    Ready(String),
    Missing(Vec<String>),
    /// The event was not held at this desk.
    Elsewhere,
}

impl DutiesPage<'_> {
    fn decided(&self, approved: &Option<bool>) -> &'static str {
        match approved {
            Some(true) => self.f.t("officer.duties.approved"),
            Some(false) => self.f.t("officer.duties.refused"),
            None => self.f.t("officer.duties.open"),
        }
    }

    fn is_at_risk(&self, country: &str) -> bool {
        self.nations_at_risk.contains(&country)
    }

    /// Whether results wait to be sent.
    fn waits(&self, row: &DutyLine) -> bool {
        match row.state {
            SentState::Missing | SentState::ChangedSince => true,
            SentState::NoResults | SentState::Sent => false,
        }
    }
}

const FORMS: &[&str] = &[
    "record_sent",
    "set_nation",
    "note_nation_results",
    "apply_for_exception",
    "decide_exception",
    "apply_to_host",
    "choose_host",
];

pub(crate) async fn answer(ask: &OfficeRequest, year: Option<u16>) -> DeskAnswer {
    // After 31 July the duties are those of the next year's championship.
    let year = year.unwrap_or_else(|| match (ask.today.month(), ask.today.year()) {
        (8..=12, this) => this.saturating_add(1),
        (_, this) => this,
    });
    match ask.do_form(FORMS).await {
        Some(Ok(done)) => ask.see_done(&format!("duties/{year}"), &done),
        Some(Err(outcome)) => show(ask, year, Some(&outcome)),
        None => show(ask, year, None),
    }
}

fn show(ask: &OfficeRequest, year: u16, outcome: Option<&Outcome>) -> DeskAnswer {
    let affairs = ask.now.affairs();
    let (rows, at_risk) = ask.now.duties(year, ask.today);
    // The deadline that was last.
    let this = ask.today.year();
    let last = match ask.today > affairs.obligations(this, ask.today).deadline {
        true => this,
        false => this.saturating_sub(1),
    };
    let d = &ask.bar(OfficeTabs::Duties, None);
    let page = DutiesPage {
        f: &ask.f,
        head: &ask.head,
        d,
        affairs,
        year,
        rows: (rows.into_iter())
            .map(|row| {
                let file = file_state(ask, &row.event);
                (row, file)
            })
            .collect(),
        at_risk,
        nations_at_risk: affairs.at_risk(last, ask.today),
        forms: ask.forms(d, outcome),
    };
    DeskAnswer::page(status_of(outcome), &page)
}

fn heading(ask: &OfficeRequest, event: &EventKey) -> EloHeading {
    let known = ask.now.affairs().events.get(event);
    EloHeading {
        country: known.map_or_else(String::new, |one| one.notice.country.clone()),
        sender: ask.head.name.clone(),
        ..EloHeading::default()
    }
}

/// An event of this desk as a file, with its rules.
fn tournament_file(
    ask: &OfficeRequest,
    event: &EventKey,
) -> Option<(TournamentFile, &'static RulebookFile)> {
    let now = ask.web.desk.tournament_named(event.as_str())?;
    let file = TournamentFile::of_running(&now.named_affairs())?;
    let book = shipped_file(&file.rulebook)?;
    Some((file, book))
}

fn file_state(ask: &OfficeRequest, event: &EventKey) -> FileState {
    let Some((file, book)) = tournament_file(ask, event) else {
        return FileState::Elsewhere;
    };
    let heading = heading(ask, event);
    match elo_hindrances(&file, book, &heading) {
        Ok(missing) if missing.is_empty() => FileState::Ready(format!(
            "/api/v1/tournaments/{event}/export/elo?country={}&sender={}",
            encoded(&heading.country),
            encoded(&heading.sender)
        )),
        Ok(missing) => FileState::Missing(missing),
        Err(problem) => FileState::Missing(vec![problem]),
    }
}

/// All results files of a season that are ready, in one archive.
pub(crate) fn season_files(ask: &OfficeRequest, year: u16) -> DeskAnswer {
    let duties = ask.now.affairs().obligations(year, ask.today);
    let mut archive = Vec::new();
    for row in duties.rows {
        let Some((file, book)) = tournament_file(ask, &row.event) else {
            continue;
        };
        let heading = heading(ask, &row.event);
        if let Ok(written) = write_file(&file, book, "elo", row.event.as_str(), &heading) {
            add_file(&mut archive, &written.name, written.text.as_bytes());
        }
    }
    if archive.is_empty() {
        return DeskAnswer::Nothing;
    }
    // Two empty blocks end an archive.
    archive.extend_from_slice(&[0; 1024]);
    DeskAnswer::File {
        name: format!("{}-{year}.tar", ask.f.slug),
        bytes: archive,
    }
}

/// Adds a file to a tar archive (POSIX ustar): a head of 512 bytes, then its content in blocks of 512.
fn add_file(archive: &mut Vec<u8>, name: &str, content: &[u8]) {
    let mut head = [0u8; 512];
    let name: String = name.chars().filter(char::is_ascii).take(99).collect();
    let mut put = |at: usize, bytes: &[u8]| head[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(108, b"0000000\0");
    put(116, b"0000000\0");
    put(124, format!("{:011o}\0", content.len()).as_bytes());
    put(136, b"00000000000\0");
    // The sum is taken with spaces in its own place.
    put(148, b"        ");
    put(156, b"0");
    put(257, b"ustar\x0000");
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    archive.extend_from_slice(&head);
    archive.extend_from_slice(content);
    archive.resize(archive.len().next_multiple_of(512), 0);
}

#[cfg(test)]
mod tests {
    use crate::federation::duties::add_file;

    #[test]
    fn an_archive_has_whole_blocks_and_a_sum_that_adds_up() {
        let mut archive = Vec::new();
        add_file(&mut archive, "example.ELO", b"%%Tournament: Example\n");
        assert_eq!(archive.len(), 1024);
        let sum = std::str::from_utf8(&archive[148..154]).expect("octal digits");
        let sum = u32::from_str_radix(sum, 8).expect("octal digits");
        let of = |(at, byte): (usize, &u8)| match (148..156).contains(&at) {
            true => 32,
            false => u32::from(*byte),
        };
        assert_eq!(sum, archive[..512].iter().enumerate().map(of).sum::<u32>());
    }
}
