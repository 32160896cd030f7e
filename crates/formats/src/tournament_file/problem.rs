//! What is wrong with a tournament file, and what to do about it.

use outflank_pairing::{EntrantId, RoundNumber, Seed};
use outflank_rulebook::{AxisError, ClauseId};
use outflank_tournament::matches::MatchId;
use outflank_tournament::{DateError, ScoreProblem};

use crate::tournament_file::{FILE_BYTES_MAX, VERSION};

/// One thing that is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, counted from 1, where one is to blame.
    pub line: Option<usize>,
    /// The field: `played[2].games[0].discs`; empty for the whole file.
    pub field: String,
    /// What is wrong and what to do.
    pub what: What,
}

impl Problem {
    /// Whether nothing is paired from the file until this is corrected; otherwise it is only said.
    #[must_use]
    pub const fn refuses_pairing(&self) -> bool {
        match self.what {
            What::NotNamed { .. }
            | What::MoreRounds { .. }
            | What::MissedMatches { .. }
            | What::MatchIsOver { .. }
            | What::ColoursNotReversed { .. } => false,
            What::TooLarge
            | What::NotText
            | What::NotJson(_)
            | What::NotA(_)
            | What::List(_)
            | What::Missing(_)
            | What::UnknownField { .. }
            | What::FieldTwice(_)
            | What::TooMany { .. }
            | What::TooLong { .. }
            | What::Version(_)
            | What::SeedTooLarge
            | What::Date(_)
            | What::UnknownEvent { .. }
            | What::Axis(_)
            | What::Stages(_)
            | What::NoName
            | What::EntrantTwice { .. }
            | What::UnknownEntrant { .. }
            | What::TwiceInRound { .. }
            | What::AgainstHimself { .. }
            | What::NoResult
            | What::NoSide(_)
            | What::DoesNotGoWith { .. }
            | What::WinnerHasFewerDiscs
            | What::WinnerOfADraw { .. }
            | What::Score(_)
            | What::RequestedNotGiven { .. }
            | What::HasLeft { .. }
            | What::WithdrawnTwice { .. }
            | What::WithdrawnLater { .. }
            | What::NotYetEntered { .. }
            | What::NamedTwice { .. }
            | What::PairedWithHimself { .. } => true,
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        write!(f, "{}", self.what)
    }
}

/// A file that cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ReadError {
    /// What is wrong; the first fifty at most.
    pub problems: Vec<Problem>,
}

/// What can be wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum What {
    #[error(
        "The file is too large to be a tournament file. A tournament file has at most {FILE_BYTES_MAX} bytes."
    )]
    TooLarge,
    /// It is no UTF-8.
    #[error("This is not UTF-8 text. Save the file as UTF-8.")]
    NotText,
    #[error("Not valid JSON: {0}. Correct the text just before this point.")]
    NotJson(String),
    #[error(transparent)]
    List(outflank_tournament::ListNameError),
    /// A value of another kind.
    #[error("This must be {0}.")]
    NotA(String),
    /// Stages that make no event.
    #[error(transparent)]
    Stages(outflank_tournament::running::StageProblem),
    /// A field that must be there is not.
    #[error("The field '{0}' is missing. Add it.")]
    Missing(&'static str),
    /// A field nobody knows.
    #[error("There is no field '{name}'. The fields are {}.", known.join(", "))]
    UnknownField {
        name: String,
        /// What may be written.
        known: &'static [&'static str],
    },
    /// A field named twice in one object.
    #[error("The field '{0}' appears twice. Remove one of them.")]
    FieldTwice(String),
    /// A list that is too long.
    #[error("This list can have at most {most} entries. Split the tournament.")]
    TooMany { most: usize },
    /// A text that is too long.
    #[error("This text can have at most {most} characters. Shorten it.")]
    TooLong { most: usize },
    /// Another version of the file.
    #[error("Version {0} is not known. This program reads version {VERSION}.")]
    Version(i64),
    /// A seed that not every reader holds exactly.
    #[error("This is not a seed. Write a whole number from 0 to {}.", Seed::MAX)]
    SeedTooLarge,
    #[error(transparent)]
    Date(#[from] DateError),
    /// The rulebook has no such event.
    #[error("The rulebook '{rulebook}' has no event '{event}'. Choose one of {}.", known.join(", "))]
    UnknownEvent {
        rulebook: String,
        event: String,
        /// What may be written.
        known: Vec<String>,
    },
    /// A setting that is none.
    #[error(transparent)]
    Axis(#[from] AxisError),
    /// An entrant without a name.
    #[error("The name of the player is missing. Add it.")]
    NoName,
    /// Two entrants with one number.
    #[error("Player {id} is listed twice. Give one of them another number.")]
    EntrantTwice { id: EntrantId },
    /// A number nobody has.
    #[error("There is no player {id}. Add the player or correct the number.")]
    UnknownEntrant { id: EntrantId },
    /// A player in a round twice.
    #[error("Player {id} is in round {round} twice. Remove one of the entries.")]
    TwiceInRound { id: EntrantId, round: RoundNumber },
    /// A game against oneself.
    #[error("Player {id} cannot play against themselves. Correct one of the numbers.")]
    AgainstHimself { id: EntrantId },
    /// A game without a result.
    #[error("The game has no result. Add \"discs\" or a \"result\".")]
    NoResult,
    /// A result of which it is not clear whose it is.
    #[error("The side is missing for {0}. Add \"by\": \"black\" or \"white\".")]
    NoSide(&'static str),
    /// Fields that contradict each other.
    #[error("'{field}' cannot be combined with {with}. Remove one of them.")]
    DoesNotGoWith {
        /// The field that is too much.
        field: &'static str,
        /// What it does not go with.
        with: &'static str,
    },
    #[error(
        "The winner has fewer discs. Correct one of them, or write \"result\": \"adjudicated\" if an official decided this."
    )]
    WinnerHasFewerDiscs,
    /// A winner named for a draw where there is no draw-win.
    #[error(
        "the game is a draw and there is no draw-win{}; leave out \"winner\"",
        by(clause)
    )]
    WinnerOfADraw { clause: Option<ClauseId> },
    /// A game after the end of its match.
    #[error(
        "the {of} was decided before this game{}; the game does not count",
        by(clause)
    )]
    MatchIsOver {
        of: MatchId,
        clause: Option<ClauseId>,
    },
    /// The second game of a match with the colours of the first.
    #[error(
        "the colours of the second game of the {of} are not reversed{}; correct \"black\" and \"white\"",
        by(clause)
    )]
    ColoursNotReversed {
        of: MatchId,
        clause: Option<ClauseId>,
    },
    #[error(transparent)]
    Score(#[from] ScoreProblem),
    /// A bye that was asked for and is not among the byes.
    #[error("Player {id} requested a bye but is not in \"byes\". Add the player there.")]
    RequestedNotGiven { id: EntrantId },
    /// A player in a round after withdrawing.
    #[error(
        "Player {id} withdrew after round {after_round}{} and cannot return. Remove the player from later rounds.",
        by(clause)
    )]
    HasLeft {
        id: EntrantId,
        /// The last round before the withdrawal.
        after_round: u16,
        clause: Option<ClauseId>,
    },
    /// Two withdrawals of one entrant.
    #[error("Player {id} is withdrawn twice. Remove one of the entries.")]
    WithdrawnTwice { id: EntrantId },
    /// A withdrawal after rounds that have not been played.
    #[error(
        "Player {id} is withdrawn after round {after_round}, but only {played} rounds have been played. Correct the round."
    )]
    WithdrawnLater {
        id: EntrantId,
        after_round: u16,
        played: u16,
    },
    /// A player is named for two things in the next round.
    #[error("Player {id} is named twice for the next round. Remove one of the entries.")]
    NamedTwice { id: EntrantId },
    #[error("Player {id} is paired against themselves. Correct one of the numbers.")]
    PairedWithHimself { id: EntrantId },
    /// A player is not named in a round.
    #[error(
        "Player {id} is not in round {round} and counts as absent. List the player under \"absent\" or \"byes\"."
    )]
    NotNamed { id: EntrantId, round: RoundNumber },
    /// A player plays before their entry.
    #[error(
        "Player {id} is in round {round} but entered only from round {from_round}. Correct one of the two."
    )]
    NotYetEntered {
        id: EntrantId,
        round: RoundNumber,
        from_round: RoundNumber,
    },
    /// More rounds played than planned.
    #[error(
        "{played} rounds have been played, but only {planned} were planned. Correct \"rounds\"."
    )]
    MoreRounds { played: u16, planned: u16 },
    /// The rulebook withdraws a player.
    #[error(
        "Player {id} has missed the matches up to round {after_round} and counts as withdrawn{}. Set missed_to_withdraw to \"none\" if the player stays.",
        by(clause)
    )]
    MissedMatches {
        id: EntrantId,
        /// The last missed match.
        after_round: u16,
        clause: Option<ClauseId>,
    },
}

fn by(clause: &Option<ClauseId>) -> String {
    match clause {
        Some(id) => format!(" ({})", id.for_people()),
        None => String::new(),
    }
}
