//! What is owed to the world federation, and what nations owe it.

use askama::Template;
use outflank_desk::views::{DutyLine, OfficeHead};
use outflank_federation::{Act, EventKey, FederationState, SentResults, SentState};
use outflank_formats::EloHeading;
use outflank_formats::tournament_file::TournamentFile;
use outflank_rulebook::{OfficeTopic, RulebookFile, shipped_file};
use outflank_tournament::CivilDate;
use outflank_tournament::running::Nation;

use crate::director::encoded;
use crate::federation::form::{Forms, Outcome};
use crate::federation::forms::office_forms;
use crate::federation::office::{Bar, FederationOffice, Posted};
use crate::federation::{OfficeTabs, TABS};
use crate::pages::Frame;
use crate::respond::{Answer, Problem};
use crate::transfer::{elo_hindrances, write_file};

#[derive(Template)]
#[template(path = "federation/office/duties.html")]
struct DutiesPage<'a> {
    f: &'a Frame,
    head: &'a OfficeHead,
    d: &'a Bar,
    affairs: &'a FederationState,
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

office_forms! {
    DutiesForm {
        "record_sent" RecordSent { event: EventKey, to: String } => Act::RecordSent { event, to };
        "set_nation" SetNation { country: String, kind: Nation, contact: Option<String> }
            => Act::SetNation { country, kind, contact };
        "note_nation_results" NoteNationResults { country: String, year: u16, results: SentResults }
            => Act::NoteNationResults { country, year, results };
        "apply_for_exception" ApplyForException { country: String, start: CivilDate }
            => Act::ApplyForException { country, start };
        "decide_exception" DecideException { country: String, year: u16, approved: bool }
            => Act::DecideException { country, year, approved };
        "apply_to_host" ApplyToHost { country: String, year: u16 }
            => Act::ApplyToHost { country, year };
        "choose_host" ChooseHost { country: String, year: u16 }
            => Act::ChooseHost { country, year };
    }
}

/// The duties of a year, or its results files: `2026.tar`.
pub(crate) async fn page(office: FederationOffice) -> Answer {
    match office.path.part_or_file("year", ".tar")? {
        (Some(year), true) => season_files(&office, year),
        (_, _) => show(&office, year_of(&office)?, None),
    }
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<DutiesForm>) -> Answer {
    let year = year_of(&desk)?;
    match desk.give(&form).await {
        Ok(done) => desk.see_done(&format!("duties/{year}"), done),
        Err(outcome) => show(&desk, year, Some(&outcome)),
    }
}

/// The year in the path. After 31 July the duties are those of the next year's championship.
fn year_of(office: &FederationOffice) -> Result<u16, Problem> {
    let next = match (office.today.month(), office.today.year()) {
        (8..=12, this) => this.saturating_add(1),
        (_, this) => this,
    };
    Ok(office.path.part("year")?.unwrap_or(next))
}

fn show(office: &FederationOffice, year: u16, outcome: Option<&Outcome>) -> Answer {
    let affairs = office.now.affairs();
    let (rows, at_risk) = office.now.duties(year, office.today);
    // The deadline that was last.
    let this = office.today.year();
    let last = match office.today > affairs.obligations(this, office.today).deadline {
        true => this,
        false => this.saturating_sub(1),
    };
    let d = &office.bar(OfficeTabs::Duties, None);
    let page = DutiesPage {
        f: &office.f,
        head: &office.head,
        d,
        affairs,
        year,
        rows: (rows.into_iter())
            .map(|row| {
                let file = file_state(office, &row.event);
                (row, file)
            })
            .collect(),
        at_risk,
        nations_at_risk: affairs.at_risk(last, office.today),
        forms: office.forms(d, outcome),
    };
    office.page(d, outcome, &page)
}

fn heading(office: &FederationOffice, event: &EventKey) -> EloHeading {
    let known = office.now.affairs().events.get(event);
    EloHeading {
        country: known.map_or_else(String::new, |one| one.notice.country.clone()),
        sender: office.head.name.clone(),
        ..EloHeading::default()
    }
}

/// An event of this desk as a file, with its rules.
fn tournament_file(
    office: &FederationOffice,
    event: &EventKey,
) -> Option<(TournamentFile, &'static RulebookFile)> {
    let now = office.web.desk.tournament_named(event.as_str())?;
    let file = TournamentFile::of_running(&now.named_affairs())?;
    let book = shipped_file(&file.rulebook)?;
    Some((file, book))
}

fn file_state(office: &FederationOffice, event: &EventKey) -> FileState {
    let Some((file, book)) = tournament_file(office, event) else {
        return FileState::Elsewhere;
    };
    let heading = heading(office, event);
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
fn season_files(office: &FederationOffice, year: u16) -> Answer {
    let duties = office.now.affairs().obligations(year, office.today);
    let mut archive = Vec::new();
    for row in duties.rows {
        let Some((file, book)) = tournament_file(office, &row.event) else {
            continue;
        };
        let heading = heading(office, &row.event);
        if let Ok(written) = write_file(&file, book, "elo", row.event.as_str(), &heading) {
            add_file(&mut archive, &written.name, written.text.as_bytes());
        }
    }
    if archive.is_empty() {
        return Err(Problem::not_found("file"));
    }
    // Two empty blocks end an archive.
    archive.extend_from_slice(&[0; 1024]);
    office.file(&format!("{year}.tar"), archive)
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
