//! The games of an event as files: GGF, annotated transcripts, WTHOR; for the API and for `outflank export`.

use outflank_board::BySide;
use outflank_desk::access::Caller;
use outflank_desk::{Desk, GameNow, Refusal, TableGame, TournamentNow};
use outflank_formats::{
    GameSheet, SheetDate, SheetPlayer, WthorDay, write_annotated, write_ggf, wthor_of_sheets,
};

#[derive(Debug, Clone)]
pub struct GamesFile {
    pub name: String,
    /// What browsers call it.
    pub media: &'static str,
    pub bytes: Vec<u8>,
    /// What it could not hold.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GamesFormat {
    Ggf,
    Annotated,
    /// `wtb`: the games of WTHOR
    WthorGames,
    /// `jou`: the players of WTHOR
    WthorPlayers,
    /// `trn`: the tournaments of WTHOR
    WthorTournaments,
}

impl GamesFormat {
    /// The three files of WTHOR, which go together.
    pub const WTHOR: [Self; 3] = [Self::WthorGames, Self::WthorPlayers, Self::WthorTournaments];

    /// The format of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "ggf" => Some(Self::Ggf),
            "annotated" => Some(Self::Annotated),
            "wtb" => Some(Self::WthorGames),
            "jou" => Some(Self::WthorPlayers),
            "trn" => Some(Self::WthorTournaments),
            _ => None,
        }
    }

    const fn media(self) -> &'static str {
        match self {
            Self::Ggf | Self::Annotated => "text/plain; charset=utf-8",
            Self::WthorGames | Self::WthorPlayers | Self::WthorTournaments => {
                "application/octet-stream"
            }
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Ggf => "ggf",
            Self::Annotated => "txt",
            Self::WthorGames => "wtb",
            Self::WthorPlayers => "jou",
            Self::WthorTournaments => "trn",
        }
    }
}

/// The finished games of an event by round and table, as far as the caller sees them; a game that goes on is
/// in no file.
///
/// # Errors
/// [`Refusal`] if the log cannot be read.
pub async fn sheets(
    desk: &Desk,
    caller: &Caller,
    now: &TournamentNow,
) -> Result<Vec<GameSheet>, Refusal> {
    let mut seats: Vec<&TableGame> = (now.games().iter())
        .filter(|own| now.game_at(own.round, own.table) == Some(own))
        .collect();
    seats.sort_by_key(|own| (own.round, own.table));
    let mut sheets = Vec::with_capacity(seats.len());
    for own in seats {
        let Some(seen) = desk.seen_game(caller, &own.game).await? else {
            continue;
        };
        let sheet = sheet(now, own, &seen.now);
        if sheet.result.is_some() {
            sheets.push(sheet);
        }
    }
    Ok(sheets)
}

/// One game of an event, finished or not.
#[must_use]
pub fn sheet(now: &TournamentNow, own: &TableGame, game: &GameNow) -> GameSheet {
    let mut sheet = GameSheet::of_game(&game.game);
    sheet.place = Some(now.title().to_owned());
    sheet.round = Some(u32::from(own.round.0));
    sheet.players = BySide::new(own.black, own.white).map(|entrant| {
        let one = now.affairs().entrants.get(&entrant);
        SheetPlayer {
            name: now.name(entrant),
            ascii: now
                .person(entrant)
                .and_then(|person| person.dossier.ascii.clone()),
            rating: one.and_then(|one| one.entry.rating),
        }
    });
    let opened = now.affairs().opened.as_ref();
    sheet.played = opened.map(|opened| SheetDate::Day(opened.setting.first_day));
    sheet
}

/// One file of an event's games.
#[must_use]
pub fn write_games(
    now: &TournamentNow,
    sheets: &[GameSheet],
    format: GamesFormat,
    slug: &str,
) -> GamesFile {
    let mut notes = Vec::new();
    let bytes = match format {
        GamesFormat::Ggf => {
            let mut text = String::new();
            for (number, sheet) in (1..).zip(sheets) {
                let (line, left_out) = write_ggf(sheet);
                text.push_str(&line);
                text.push('\n');
                notes.extend(left_out.map(|why| format!("game {number}: {why}")));
            }
            text.into_bytes()
        }
        GamesFormat::Annotated => {
            let texts: Vec<String> = sheets.iter().map(write_annotated).collect();
            texts.join("\n").into_bytes()
        }
        GamesFormat::WthorGames | GamesFormat::WthorPlayers | GamesFormat::WthorTournaments => {
            let first_day = (now.affairs().opened.as_ref()).map(|opened| opened.setting.first_day);
            let created = first_day.map_or(
                WthorDay {
                    year: 0,
                    month: 0,
                    day: 0,
                },
                |day| WthorDay {
                    year: day.year(),
                    month: day.month(),
                    day: day.day(),
                },
            );
            let files = wthor_of_sheets(now.title(), created.year, created, sheets);
            if format == GamesFormat::WthorGames {
                let note = |own: &outflank_formats::WthorLeftOut| {
                    format!("game {}: {}", own.sheet + 1, own.why)
                };
                notes.extend(files.left_out.iter().map(note));
            }
            match format {
                GamesFormat::WthorPlayers => files.players.write(),
                GamesFormat::WthorTournaments => files.tournaments.write(),
                GamesFormat::WthorGames | GamesFormat::Ggf | GamesFormat::Annotated => {
                    files.games.write()
                }
            }
        }
    };
    GamesFile {
        name: format!("{slug}.{}", format.ending()),
        media: format.media(),
        bytes,
        notes,
    }
}
