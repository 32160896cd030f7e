//! Writing results files: strict, in PAPP's own layout.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use outflank_pairing::{Colour, HalfPoints};
use outflank_rulebook::HalfDiscs;
use outflank_tournament::DiscCount;

use crate::elo::date::day_first;
use crate::elo::problem::{ExportProblem, Field};
use crate::elo::{
    EloFile, EloGame, EloId, EloPlayer, EloRoundName, EloTally, Known, is_wof_number,
};

/// The largest rating either way; no list has five digits.
const RATING_MAX: u32 = 9999;

/// More discs than any event has.
const DISCS_MAX: DiscCount = DiscCount(2 * 999_999);

impl EloFile {
    /// The file in PAPP's layout, pure ASCII with LF, or everything that hinders it.
    ///
    /// Of an event of several days the first is written; points and discs that are not known are counted from the
    /// games; rounds that have a name and no number go to the added results.
    ///
    /// ```
    /// use outflank_formats::EloFile;
    /// let bytes = b"%%Tournament: Test\n%%Country: GBR\n%%Date: 15/11/2026\n%%Sender: A\n%Round: 1\n12 (17<47) 13687\n";
    /// let text = EloFile::read(bytes).file.write().expect("nothing hinders it");
    /// assert!(text.contains("\n    12 (17)<(47)  13687 B\n"));
    /// ```
    pub fn write(&self) -> Result<String, Vec<ExportProblem>> {
        let hindrances = self.hindrances();
        if hindrances.is_empty() {
            Ok(self.text())
        } else {
            Err(hindrances)
        }
    }

    /// Everything that cannot be written.
    pub(crate) fn hindrances(&self) -> Vec<ExportProblem> {
        let mut found = Vec::new();
        let heads = [
            (Field::Tournament, self.tournament.as_str()),
            (Field::Country, &self.country),
            (Field::Sender, &self.sender),
        ];
        for (field, text) in heads {
            if text.trim().is_empty() {
                found.push(ExportProblem::Missing { field });
            } else if !is_plain(text) {
                found.push(ExportProblem::NotPlain {
                    field,
                    text: text.to_owned(),
                });
            }
        }
        if self.days.is_none() {
            found.push(ExportProblem::Missing { field: Field::Date });
        }
        let programs = [
            (Field::Creator, &self.creator),
            (Field::CreationDate, &self.created),
        ];
        for (field, text) in programs {
            if let Some(text) = text.as_ref().filter(|text| !is_plain(text)) {
                found.push(ExportProblem::NotPlain {
                    field,
                    text: text.clone(),
                });
            }
        }
        let mut numbers = BTreeMap::new();
        for player in &self.players {
            check_player(player, &mut found);
            if let Some(other) = numbers.insert(&player.id, player) {
                let (who, other) = (player.last.clone(), other.last.clone());
                found.push(ExportProblem::SameNumber { who, other });
            }
        }
        if self
            .rounds
            .iter()
            .any(|round| round.name == EloRoundName::Number(0))
        {
            found.push(ExportProblem::RoundZero);
        }
        self.games().for_each(|game| check_game(game, &mut found));
        found
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let date = self
            .days
            .map(|days| day_first(days.first))
            .unwrap_or_default();
        let heads = [
            ("Tournament", self.tournament.as_str()),
            ("Country", &self.country),
            ("Date", &date),
            ("Sender", &self.sender),
        ];
        for (name, value) in heads {
            line(&mut out, format_args!("%%{name}: {}", value.trim()));
        }
        out.push('\n');
        for (name, value) in [("Creator", &self.creator), ("CreationDate", &self.created)] {
            if let Some(value) = value {
                line(&mut out, format_args!("%%{name}: {}", value.trim()));
            }
        }
        if !self.players.is_empty() {
            out.push_str("\n%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating\n");
            for player in &self.players {
                self.player(&mut out, player);
            }
            out.push_str("\n\n");
        }
        self.rounds(&mut out);
        out
    }

    fn player(&self, out: &mut String, player: &EloPlayer) {
        let (counted_points, counted_discs) = self.tally_of(&player.id);
        let points = player.points.unwrap_or(counted_points);
        let discs = match player.tally {
            Some(EloTally::Discs(discs)) => discs,
            // PAPP's column is discs, and a reader would take a Brightwell Quotient for them.
            Some(EloTally::Brightwell(_)) | None => counted_discs,
        };
        let sign = match player.known {
            Known::New => '+',
            Known::Listed => ' ',
        };
        line(
            out,
            format_args!(
                "%_% {sign}{:>6}, {}, {}, {}, {}, {}, {}",
                player.id.to_string(),
                player.last.trim(),
                player.first.trim(),
                player.country.as_deref().unwrap_or("").trim(),
                points_column(points),
                disc_column(discs),
                player.rating.unwrap_or(0),
            ),
        );
    }

    fn rounds(&self, out: &mut String) {
        let mut added = Vec::new();
        for round in &self.rounds {
            match round.name {
                EloRoundName::Number(number) => {
                    line(out, format_args!("\n%Round: {number}\n"));
                    round.games.iter().for_each(|game| game_line(out, game));
                }
                EloRoundName::Named(_) | EloRoundName::Added => added.extend(&round.games),
            }
        }
        out.push_str("\n\n%%Added results\n");
        added.into_iter().for_each(|game| game_line(out, game));
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes everything");
}

/// `440875 (17)<(47)  13687 B`.
fn game_line(out: &mut String, game: &EloGame) {
    let sign = match game.winner {
        Some(Colour::Black) => '>',
        Some(Colour::White) => '<',
        None => '=',
    };
    let (black, white) = (game.black.to_string(), game.white.to_string());
    let (one, other) = (two_places(game.discs.black), two_places(game.discs.white));
    line(
        out,
        format_args!("{black:>6} ({one}){sign}({other}) {white:>6} B"),
    );
}

/// PAPP gives whole points two places, and halves come behind them.
fn points_column(points: HalfPoints) -> String {
    let half = if points.0.is_multiple_of(2) { "" } else { ".5" };
    format!("{:>2}{half}", points.0 / 2)
}

fn disc_column(discs: DiscCount) -> String {
    let half = if discs.0.is_multiple_of(2) { "" } else { ".5" };
    format!("{:02}{half}", discs.0 / 2)
}

fn two_places(discs: HalfDiscs) -> String {
    let half = if discs.is_whole() { "" } else { ".5" };
    format!("{:02}{half}", discs.0 / 2)
}

/// One line of printable ASCII.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

fn check_player(player: &EloPlayer, found: &mut Vec<ExportProblem>) {
    let who = || {
        format!("{} {}", player.last, player.first)
            .trim()
            .to_owned()
    };
    check_id(&player.id, &who, found);
    if !player.has_plain_name() {
        let who = if player.last.trim().is_empty() {
            player.id.to_string()
        } else {
            who()
        };
        found.push(ExportProblem::NoAsciiName { who });
    }
    if player
        .rating
        .is_some_and(|rating| rating.unsigned_abs() > RATING_MAX)
    {
        found.push(ExportProblem::UnusualFigure {
            who: who(),
            column: "rating",
        });
    }
    if let Some(EloTally::Discs(discs)) = player.tally
        && discs > DISCS_MAX
    {
        found.push(ExportProblem::UnusualFigure {
            who: who(),
            column: "disc count",
        });
    }
}

impl EloPlayer {
    /// Whether names and country are one line of ASCII without a comma.
    pub(crate) fn has_plain_name(&self) -> bool {
        let country = self.country.as_deref().unwrap_or("");
        !self.last.trim().is_empty()
            && [self.last.as_str(), &self.first, country]
                .iter()
                .all(|part| is_plain(part) && !part.contains(','))
    }
}

fn check_game(game: &EloGame, found: &mut Vec<ExportProblem>) {
    for id in [&game.black, &game.white] {
        check_id(id, &|| id.to_string(), found);
    }
    if game.black == game.white {
        found.push(ExportProblem::PlaysHimself {
            id: game.black.clone(),
        });
    }
    if game.discs.black > HalfDiscs::discs(64) || game.discs.white > HalfDiscs::discs(64) {
        found.push(ExportProblem::TooManyDiscs {
            black: game.black.clone(),
            white: game.white.clone(),
        });
    }
}

fn check_id(id: &EloId, who: &dyn Fn() -> String, found: &mut Vec<ExportProblem>) {
    let hindrance = match id {
        EloId::Number(number) if is_wof_number(*number) => return,
        EloId::Number(_) | EloId::MadeUp(_) => ExportProblem::NoWofNumber { who: who() },
    };
    if !found.contains(&hindrance) {
        found.push(hindrance);
    }
}
