//! Commands and events of a game.

use outflank_game::{Act, By};

use crate::access::Action;

/// The right a command needs, by whom it is said.
pub(crate) const fn game_command(by: By, act: &Act) -> Action {
    match act {
        Act::Open(_) => Action::OpenGame,
        Act::AgreeClockSide { .. }
        | Act::PlaceClock { .. }
        | Act::ChooseSeat { .. }
        | Act::ConfirmReady
        | Act::Arrive { .. }
        | Act::Leave { .. }
        | Act::Return { .. }
        | Act::Touch { .. }
        | Act::Place { .. }
        | Act::PlaceAnyway { .. }
        | Act::TakeBack
        | Act::Flip { .. }
        | Act::Press
        | Act::PressAnyway
        | Act::Play { .. }
        | Act::Pass
        | Act::PassAnyway
        | Act::Remind
        | Act::Enter { .. }
        | Act::TakeBackEntry
        | Act::Amend { .. }
        | Act::Flag { .. }
        | Act::ClaimFlag { .. }
        | Act::ClaimBothFlags { .. }
        | Act::ClaimLate { .. }
        | Act::OpenCorrection { .. }
        | Act::Correct
        | Act::CloseCorrection
        | Act::ReportDisturbed { .. }
        | Act::ConfirmRestored
        | Act::Dispute { .. }
        | Act::AttachTranscript { .. }
        | Act::AskPrimaryBoard { .. }
        | Act::Resign { .. }
        | Act::Sign
        | Act::ReadClock { .. }
        | Act::ReportDefect
        | Act::TransferDiscs { .. }
        | Act::AdjustDiscs { .. }
        | Act::NoteInfringement { .. }
        | Act::Stop { .. }
        | Act::Resume { .. } => spoken(by),
        Act::Signal
        | Act::PermitLeave { .. }
        | Act::ExcuseTouch { .. }
        | Act::Pause { .. }
        | Act::ConfirmFlag
        | Act::DismissFlag
        | Act::Restore { .. }
        | Act::SetPosition { .. }
        | Act::CompareTranscripts
        | Act::ReceiveSheet => Action::JudgeGame,
        Act::WaiveLateness { .. }
        | Act::Adjust { .. }
        | Act::SetClocks { .. }
        | Act::Restart { .. }
        | Act::DeclareUnrecoverable { .. }
        | Act::Rule { .. }
        | Act::GrantNeeds { .. } => Action::RuleGame,
        Act::Penalise { .. }
        | Act::Expel { .. }
        | Act::ChangeScore { .. }
        | Act::DeclareDraw { .. }
        | Act::Award { .. } => Action::Penalise,
        Act::Confirm { .. } | Act::CorrectResult { .. } => Action::ConfirmGame,
    }
}

/// What everybody at the table may say is an official's act when an official says it.
const fn spoken(by: By) -> Action {
    match by {
        By::Black | By::White | By::Assistant(_) | By::Clock => Action::PlayGame,
        By::Judge | By::Director => Action::JudgeGame,
    }
}
