//! A tournament file from disk, with its rulebook and what is wrong with it.

use std::path::Path;

use outflank_formats::tournament_file::{FILE_BYTES_MAX, Lines, Problem, TournamentFile};
use outflank_formats::{Converted, EloFile, FileKind, tournament_of_elo};
use outflank_tournament::{EntrantId, Event};

use crate::books;
use crate::failure::Failure;

/// A tournament file that could be read.
pub(crate) struct Loaded {
    pub(crate) file: TournamentFile,
    pub(crate) event: Event,
    pub(crate) problems: Vec<Problem>,
    name: String,
}

/// Reads a tournament file and finds its rulebook; `-` is standard input. `rulebook` is the one asked for,
/// for files that name none.
pub(crate) fn load(
    path: &str,
    rulebook: Option<&str>,
    folder: Option<&Path>,
) -> Result<Loaded, Failure> {
    let bytes = read(path)?;
    let name = if path == "-" { "standard input" } else { path };
    let (file, lines) = match FileKind::of(path, &bytes) {
        Some(FileKind::Elo) => (of_elo(name, &bytes, rulebook), Lines::default()),
        _ => TournamentFile::read(&bytes)
            .map_err(|error| Failure::say(each(name, &error.problems).join("\noutflank: ")))?,
    };
    if let Some(asked) = rulebook.filter(|asked| *asked != file.rulebook) {
        let own = &file.rulebook;
        return Err(Failure::say(format!(
            "{name}: --rulebook {asked}: The file names its own rulebook, {own}. Change it in the file."
        )));
    }
    let book = books::find(&file.rulebook, folder).map_err(|failure| match failure {
        Failure::WrongUse(message) => Failure::WrongUse(format!("{name}: rulebook: {message}")),
        Failure::PipeClosed => Failure::PipeClosed,
    })?;
    let event = (file.event(&book, &lines))
        .map_err(|problem| Failure::say(format!("{name}, {problem}")))?;
    Ok(Loaded {
        problems: file.problems(&event, &lines),
        file,
        event,
        name: name.to_owned(),
    })
}

/// The rulebook a results file is read under if nobody names one; it names none itself.
const ELO_RULEBOOK: &str = "wof";

/// A results file of the WOF as a tournament file; what it leaves open is said on standard error.
fn of_elo(name: &str, bytes: &[u8], rulebook: Option<&str>) -> TournamentFile {
    let reading = EloFile::read(bytes);
    for strange in &reading.strange {
        eprintln!("outflank: {name}, {strange}");
    }
    let Converted { file, notes } =
        tournament_of_elo(&reading.file, rulebook.unwrap_or(ELO_RULEBOOK));
    for note in notes {
        eprintln!("outflank: {name}: {note}");
    }
    match rulebook {
        Some(asked) => eprintln!("outflank: {name}: read with rulebook {asked}"),
        None => eprintln!(
            "outflank: {name}: Rulebook {ELO_RULEBOOK} is assumed. Choose another with --rulebook ID."
        ),
    }
    file
}

fn read(path: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |error: std::io::Error| {
        Failure::say(format!(
            "{path}: {error}. Use a tournament file, described in docs/tournament-file.md."
        ))
    };
    let mut bytes = Vec::new();
    // One byte more than allowed is enough for the reader to say so.
    let most = FILE_BYTES_MAX as u64 + 1;
    let input: Box<dyn std::io::Read> = if path == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).map_err(cannot)?)
    };
    std::io::Read::read_to_end(&mut std::io::Read::take(input, most), &mut bytes)
        .map_err(cannot)?;
    Ok(bytes)
}

fn each<'a>(name: &str, problems: impl IntoIterator<Item = &'a Problem>) -> Vec<String> {
    let each = |problem: &Problem| match problem.line {
        Some(_) => format!("{name}, {problem}"),
        None => format!("{name}: {problem}"),
    };
    problems.into_iter().map(each).collect()
}

impl Loaded {
    /// Says everything that is wrong on standard error and goes on.
    pub(crate) fn warn(&self) {
        for line in each(&self.name, &self.problems) {
            eprintln!("outflank: warning: {line}");
        }
    }

    /// Refuses the file if it holds what cannot have happened; says the rest.
    pub(crate) fn refuse_or_warn(&self) -> Result<(), Failure> {
        let (refused, said): (Vec<&Problem>, Vec<&Problem>) =
            (self.problems.iter()).partition(|problem| problem.refuses_pairing());
        if refused.is_empty() {
            for line in each(&self.name, said) {
                eprintln!("outflank: note: {line}");
            }
            return Ok(());
        }
        let mut lines = each(&self.name, refused);
        lines.push("Nothing was paired. Correct the file first.".to_owned());
        Err(Failure::say(lines.join("\noutflank: ")))
    }

    /// The event's name for headings.
    pub(crate) fn title(&self) -> &str {
        (self.file.name.as_deref()).unwrap_or("tournament without a name")
    }

    pub(crate) fn person(&self, id: EntrantId) -> String {
        match self.event.entrant(id) {
            Some(entrant) => format!("{id} {}", entrant.name),
            None => id.to_string(),
        }
    }
}

/// Text cut or filled to a width, counted in characters.
pub(crate) fn column(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length > width {
        let kept: String = text.chars().take(width.saturating_sub(1)).collect();
        return format!("{kept}…");
    }
    format!("{text}{}", " ".repeat(width - length))
}
