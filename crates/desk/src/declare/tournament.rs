//! Commands and events of a tournament.

use outflank_tournament::running::{Act, Fact, TableNumber, TournamentState};
use outflank_tournament::{EntrantId, RoundNumber};

use crate::access::{Action, Target};
use crate::ids::TournamentId;
use crate::state::mark::Thing;

/// What a command needs and what it is about.
pub(crate) struct Declared {
    pub(crate) action: Action,
    pub(crate) about: About,
    /// Whether it is refused if anything at all has changed since the caller looked, not only what it is about.
    pub(crate) is_of_everything: bool,
}

/// What a command is about. Grants may be limited to it, and a command that overwrites it is refused if it has changed
/// since the caller looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    Tournament,
    Entrant(EntrantId),
    /// A pairing that may be changed while nobody else has seen it.
    Pairing(RoundNumber),
    /// A round with all its tables.
    Round(RoundNumber),
    Table(RoundNumber, TableNumber),
}

const fn whole(action: Action) -> Declared {
    about(action, About::Tournament)
}

const fn entrant(action: Action, entrant: &EntrantId) -> Declared {
    about(action, About::Entrant(*entrant))
}

const fn round(action: Action, round: &RoundNumber) -> Declared {
    about(action, About::Round(*round))
}

const fn table(action: Action, round: &RoundNumber, table: &TableNumber) -> Declared {
    about(action, About::Table(*round, *table))
}

const fn about(action: Action, about: About) -> Declared {
    Declared {
        action,
        about,
        is_of_everything: false,
    }
}

pub(crate) fn tournament_command(act: &Act) -> Declared {
    match act {
        Act::Create(_) => whole(Action::CreateTournament),
        Act::Appoint { .. } | Act::Relieve { .. } | Act::AssignTables { .. } => {
            whole(Action::AppointOfficials)
        }
        Act::DeclineAdditional | Act::Enter(_) => whole(Action::Register),
        Act::ChangeEntrant { entrant: id, .. } => entrant(Action::Register, id),
        Act::CallRoll { .. } => whole(Action::CheckIn),
        Act::CheckIn { entrant: id } | Act::TakeBackCheckIn { entrant: id } => {
            entrant(Action::CheckIn, id)
        }
        Act::PlanAbsence { entrant: id, .. }
        | Act::CancelAbsence { entrant: id, .. }
        | Act::RequestBye { entrant: id, .. }
        | Act::CancelByeRequest { entrant: id, .. }
        | Act::Withdraw { entrant: id, .. }
        | Act::Choose { entrant: id, .. } => entrant(Action::PlanPlay, id),
        Act::Expel { entrant: id, .. } => entrant(Action::Penalise, id),
        Act::DecideIncident { .. } => whole(Action::Penalise),
        Act::TakeBackWithdrawal { entrant: id, .. } => entrant(Action::Correct, id),
        Act::RecordAsPlayed { round: number, .. } => round(Action::Correct, number),
        Act::Correct {
            round, table: at, ..
        }
        | Act::ClearResult { round, table: at } => table(Action::Correct, round, at),
        Act::SettleSystem
        | Act::ChangeRounds { .. }
        | Act::ChangeTime { .. }
        | Act::SetPrizes { .. }
        | Act::AwardTitles { .. }
        | Act::SignOff { .. }
        | Act::Reopen { .. } => whole(Action::ShapeEvent),
        Act::Abandon { round: number, .. } => round(Action::ShapeEvent, number),
        Act::SetHand { round, .. }
        | Act::Propose { round, .. }
        | Act::ProposeByHand { round, .. } => about(Action::Pair, About::Pairing(*round)),
        Act::Announce { round: number, .. }
        | Act::CallOff { round: number, .. }
        | Act::Start { round: number }
        | Act::Validate { round: number } => round(Action::RunRounds, number),
        Act::RecordLots(_) | Act::ChooseByDefault { .. } => whole(Action::RunRounds),
        Act::EnterResult(report) => table(Action::ReportResults, &report.round, &report.table),
        Act::Sign {
            round, table: at, ..
        } => table(Action::ReportResults, round, at),
        Act::HandInTranscript {
            round, table: at, ..
        } => table(Action::ReportResults, round, at).of_everything(),
        Act::ReportIncident(report) => match (&report.round, &report.table) {
            (Some(round), Some(at)) => table(Action::ReportResults, round, at).of_everything(),
            (_, _) => whole(Action::ReportResults),
        },
        Act::Confirm { round, table: at } => table(Action::ConfirmResults, round, at),
        Act::MoveStart { round: number, .. } | Act::AnnounceStart { round: number, .. } => {
            round(Action::RunHall, number).of_everything()
        }
        Act::SetTimetable { .. }
        | Act::SetTableRules { .. }
        | Act::CountClocks { .. }
        | Act::MakeAnnouncement { .. } => whole(Action::RunHall),
        Act::Undo { .. } => whole(Action::Undo),
    }
}

impl Declared {
    const fn of_everything(self) -> Self {
        Self {
            is_of_everything: true,
            ..self
        }
    }

    /// What a grant must cover.
    pub(crate) fn target(&self, id: &TournamentId, affairs: &TournamentState) -> Target {
        let whole = Target::tournament(id);
        match self.about {
            About::Tournament => whole,
            About::Entrant(entrant) => Target {
                entrants: vec![entrant],
                ..whole
            },
            About::Pairing(round) | About::Round(round) => Target {
                round: Some(round),
                ..whole
            },
            About::Table(round, table) => {
                let card = affairs.round(round).and_then(|life| life.card(table));
                Target {
                    round: Some(round),
                    table: Some(table),
                    entrants: card.map_or_else(Vec::new, |card| card.players().to_vec()),
                    ..whole
                }
            }
        }
    }
}

/// What an event changes that a person may change again.
pub(crate) fn changes(fact: &Fact) -> Vec<Thing> {
    match fact {
        Fact::HandSet { round, .. }
        | Fact::RoundProposed { round, .. }
        | Fact::RoundAnnounced { round, .. }
        | Fact::RoundCalledOff { round, .. }
        | Fact::RoundStarted { round }
        | Fact::RoundAbandoned { round, .. }
        | Fact::RoundValidated { round, .. } => vec![Thing::Round(*round)],
        Fact::PlayedOtherwise { round, games, .. } => {
            let tables = games.iter().map(|game| Thing::Table(*round, game.table));
            tables.chain([Thing::Round(*round)]).collect()
        }
        Fact::ResultEntered { round, table, .. }
        | Fact::ResultQueried { round, table, .. }
        | Fact::ResultConfirmed { round, table }
        | Fact::ResultCleared { round, table }
        | Fact::ResultCorrected { round, table, .. } => vec![Thing::Table(*round, *table)],
        // Nothing else is overwritten by a later command.
        _ => Vec::new(),
    }
}
