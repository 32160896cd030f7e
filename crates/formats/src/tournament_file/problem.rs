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
    #[error("a tournament file has at most {FILE_BYTES_MAX} bytes; this is not one")]
    TooLarge,
    /// It is no UTF-8.
    #[error("not UTF-8 text; save the file as UTF-8")]
    NotText,
    #[error("not readable as JSON: {0}; correct the text just before")]
    NotJson(String),
    #[error(transparent)]
    List(outflank_tournament::ListNameError),
    /// A value of another kind.
    #[error("this must be {0}")]
    NotA(String),
    /// Stages that make no event.
    #[error(transparent)]
    Stages(outflank_tournament::running::StageProblem),
    /// A field that must be there is not.
    #[error("the field '{0}' is missing; add it")]
    Missing(&'static str),
    /// A field nobody knows.
    #[error("there is no field '{name}'; the fields are {}", known.join(", "))]
    UnknownField {
        name: String,
        /// What may be written.
        known: &'static [&'static str],
    },
    /// A field named twice in one object.
    #[error("the field '{0}' stands here twice; keep one")]
    FieldTwice(String),
    /// A list that is too long.
    #[error("this list has at most {most} entries; split the event")]
    TooMany { most: usize },
    /// A text that is too long.
    #[error("this text has at most {most} characters; shorten it")]
    TooLong { most: usize },
    /// Another version of the file.
    #[error("version {0} is not known; this program reads version {VERSION}")]
    Version(i64),
    /// A seed that not every reader holds exactly.
    #[error("a seed is a whole number from 0 to {}", Seed::MAX)]
    SeedTooLarge,
    #[error(transparent)]
    Date(#[from] DateError),
    /// The rulebook has no such event.
    #[error("rulebook '{rulebook}' has no event '{event}'; choose one of {}", known.join(", "))]
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
    #[error("an entrant needs a name; write one")]
    NoName,
    /// Two entrants with one number.
    #[error("entrant {id} is entered twice; give one of them another number")]
    EntrantTwice { id: EntrantId },
    /// A number nobody has.
    #[error("there is no entrant {id}; enter him or correct the number")]
    UnknownEntrant { id: EntrantId },
    /// Somebody in a round twice.
    #[error("entrant {id} is in round {round} twice; keep one entry")]
    TwiceInRound { id: EntrantId, round: RoundNumber },
    /// A game against oneself.
    #[error("entrant {id} cannot play against himself; correct one of the numbers")]
    AgainstHimself { id: EntrantId },
    /// A game without a result.
    #[error("the game has no result; add \"discs\" or a \"result\"")]
    NoResult,
    /// A result of which it is not clear whose it is.
    #[error("{0} by whom? add \"by\": \"black\" or \"white\"")]
    NoSide(&'static str),
    /// Fields that contradict each other.
    #[error("'{field}' does not go with {with}; remove one of them")]
    DoesNotGoWith {
        /// The field that is too much.
        field: &'static str,
        /// What it does not go with.
        with: &'static str,
    },
    #[error(
        "the winner has fewer discs; correct one of them, or say \"result\": \"adjudicated\" if it was so decided"
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
    #[error("entrant {id} asked for a bye but is not in \"byes\"; add him there")]
    RequestedNotGiven { id: EntrantId },
    /// Somebody in a round after he left.
    #[error(
        "entrant {id} left after round {after_round}{}; nobody comes back",
        by(clause)
    )]
    HasLeft {
        id: EntrantId,
        /// The last round he belonged to.
        after_round: u16,
        clause: Option<ClauseId>,
    },
    /// Two withdrawals of one entrant.
    #[error("entrant {id} is withdrawn twice; keep one entry")]
    WithdrawnTwice { id: EntrantId },
    /// A withdrawal after rounds that have not been played.
    #[error("entrant {id} is withdrawn after round {after_round}, but {played} have been played")]
    WithdrawnLater {
        id: EntrantId,
        after_round: u16,
        played: u16,
    },
    /// Somebody is named for two things in the next round.
    #[error("entrant {id} is named twice for the next round; keep one")]
    NamedTwice { id: EntrantId },
    #[error("entrant {id} is paired with himself; correct one of the numbers")]
    PairedWithHimself { id: EntrantId },
    /// Somebody is nowhere in a round.
    #[error(
        "entrant {id} is not in round {round} and counts as absent; name him under \"absent\" or \"byes\""
    )]
    NotNamed { id: EntrantId, round: RoundNumber },
    /// Somebody plays before he has entered.
    #[error(
        "entrant {id} is in round {round} and entered for round {from_round}; correct one of the two"
    )]
    NotYetEntered {
        id: EntrantId,
        round: RoundNumber,
        from_round: RoundNumber,
    },
    /// More rounds played than planned.
    #[error("{played} rounds have been played, {planned} were planned; correct \"rounds\"")]
    MoreRounds { played: u16, planned: u16 },
    /// The rulebook withdraws somebody.
    #[error(
        "entrant {id} has missed the matches up to round {after_round} and counts as withdrawn{}; \
         set missed_to_withdraw to \"none\" if he stays",
        by(clause)
    )]
    MissedMatches {
        id: EntrantId,
        /// The last match he missed.
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
