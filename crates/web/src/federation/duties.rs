//! What is owed to the world federation, and what nations owe it.

use askama::Template;
use outflank_desk::views::federation::office::{ExceptionLine, HostLine, NationLine};
use outflank_desk::views::{DutyLine, OfficeHead};
use outflank_federation::EventKey;
use outflank_formats::EloHeading;
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::{OfficeTopic, shipped_file};

use crate::director::{DeskAnswer, encoded};
use crate::federation::ask::{Ask, Bar, status_of};
use crate::federation::show::{FormShown, Input, Outcome};
use crate::federation::{OfficeTabs, TABS, forms};
use crate::pages::Frame;
use crate::transfer::{elo_hindrances, write_file};

#[derive(Template)]
#[template(path = "officer/duties.html")]
struct DutiesPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: Bar,
    year: u16,
    rows: Vec<(DutyLine, FileState)>,
    at_risk: bool,
    nations: Vec<NationLine>,
    exceptions: Vec<ExceptionLine>,
    hosts: Vec<HostLine>,
    forms: Vec<FormShown>,
}

/// The results file of an event.
enum FileState {
    /// It can be fetched there.
    Ready(String),
    Missing(Vec<String>),
    /// The event was not held at this desk.
    Elsewhere,
}

impl DutiesPage<'_> {
    fn state(&self, row: &DutyLine) -> &'static str {
        match row.state.as_str() {
            "no_results" => self.f.t("office.no_results"),
            "missing" => self.f.t("officer.duties.missing"),
            "changed_since" => self.f.t("officer.duties.changed"),
            _ => self.f.t("officer.duties.sent"),
        }
    }

    fn kind(&self, word: &str) -> &'static str {
        match word {
            "federation" => self.f.t("desk.office.federation"),
            "contact_person" => self.f.t("desk.office.contact_person"),
            _ => self.f.t("desk.office.no_nation"),
        }
    }

    fn sent(&self, word: &str) -> &'static str {
        match word {
            "qualification" => self.f.t("officer.choice.qualification"),
            _ => self.f.t("officer.choice.all_results"),
        }
    }

    fn host(&self, word: &str) -> &'static str {
        match word {
            "chosen" => self.f.t("officer.duties.chosen"),
            "declined" => self.f.t("officer.duties.declined"),
            _ => self.f.t("officer.duties.open"),
        }
    }

    fn decided(&self, line: &ExceptionLine) -> &'static str {
        match line.approved {
            Some(true) => self.f.t("officer.duties.approved"),
            Some(false) => self.f.t("officer.duties.refused"),
            None => self.f.t("officer.duties.open"),
        }
    }
}

pub(crate) async fn answer(ask: &Ask<'_>, year: Option<u16>) -> DeskAnswer {
    // After 31 July the duties are those of the next year's championship.
    let year = year.unwrap_or_else(|| match (ask.today.month(), ask.today.year()) {
        (8..=12, this) => this.saturating_add(1),
        (_, this) => this,
    });
    let page = format!("duties/{year}");
    match ask.do_form(&[forms::DUTIES]).await {
        Some(Ok(done)) => ask.see_done(&page, &done),
        Some(Err(outcome)) => show(ask, year, Some(&outcome)),
        None => show(ask, year, None),
    }
}

fn show(ask: &Ask<'_>, year: u16, outcome: Option<&Outcome>) -> DeskAnswer {
    let (rows, at_risk) = ask.now.duties(year, ask.today);
    let page = DutiesPage {
        f: &ask.f,
        head: &ask.head,
        d: ask.bar(OfficeTabs::Duties, &[forms::DUTIES], None),
        year,
        rows: (rows.into_iter())
            .map(|row| {
                let file = file_state(ask, &row.event);
                (row, file)
            })
            .collect(),
        at_risk,
        nations: ask.now.nation_lines(ask.today),
        exceptions: ask.now.exception_lines(),
        hosts: ask.now.host_lines(),
        forms: ask.forms(forms::DUTIES, outcome),
    };
    ask.page(status_of(outcome), &page)
}

fn heading(ask: &Ask<'_>, event: &str) -> EloHeading {
    let known = ask.now.affairs().events.get(&EventKey::from(event));
    EloHeading {
        country: known.map_or_else(String::new, |one| one.notice.country.clone()),
        sender: ask.head.name.clone(),
        ..EloHeading::default()
    }
}

fn file_state(ask: &Ask<'_>, event: &str) -> FileState {
    let Some(now) = ask.desk.tournament_named(event) else {
        return FileState::Elsewhere;
    };
    let file = TournamentFile::of_running(&now.named_affairs());
    let book = file.as_ref().and_then(|file| shipped_file(&file.rulebook));
    let (Some(file), Some(book)) = (file, book) else {
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
pub(crate) fn season_files(ask: &Ask<'_>, year: u16) -> DeskAnswer {
    let (rows, _) = ask.now.duties(year, ask.today);
    let mut archive = Vec::new();
    for row in rows {
        let Some(now) = ask.desk.tournament_named(&row.event) else {
            continue;
        };
        let Some(file) = TournamentFile::of_running(&now.named_affairs()) else {
            continue;
        };
        let Some(book) = shipped_file(&file.rulebook) else {
            continue;
        };
        let written = write_file(&file, book, "elo", &row.event, &heading(ask, &row.event));
        if let Ok(written) = written {
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
