//! Which action an act is, and what it is about.

use outflank_federation::{Act as OfficeAct, PersonNumber};
use outflank_game as game;
use outflank_tournament::EntrantId;
use outflank_tournament::running::{Act, Affairs, TableNumber};

use crate::access::action::Action;
use crate::access::grant::Target;
use crate::ids::TournamentId;

pub(crate) const fn tournament_action(act: &Act) -> Action {
    match act {
        Act::Create(_) => Action::CreateTournament,
        Act::Appoint { .. } | Act::Relieve { .. } | Act::AssignTables { .. } => {
            Action::AppointOfficials
        }
        Act::DeclineAdditional | Act::Enter(_) | Act::ChangeEntrant { .. } => Action::Register,
        Act::CheckIn { .. } | Act::TakeBackCheckIn { .. } | Act::CallRoll { .. } => Action::CheckIn,
        Act::PlanAbsence { .. }
        | Act::CancelAbsence { .. }
        | Act::RequestBye { .. }
        | Act::CancelByeRequest { .. }
        | Act::Withdraw { .. }
        | Act::Choose { .. } => Action::PlanPlay,
        Act::Expel { .. } | Act::DecideIncident { .. } => Action::Penalise,
        Act::TakeBackWithdrawal { .. } | Act::Correct { .. } | Act::RecordAsPlayed { .. } => {
            Action::Correct
        }
        Act::SettleSystem
        | Act::ChangeRounds { .. }
        | Act::ChangeTime { .. }
        | Act::Abandon { .. }
        | Act::SetPrizes { .. }
        | Act::AwardTitles { .. }
        | Act::SignOff { .. }
        | Act::Reopen { .. } => Action::ShapeEvent,
        Act::SetHand { .. } | Act::Propose { .. } | Act::ProposeByHand { .. } => Action::Pair,
        Act::Announce { .. }
        | Act::CallOff { .. }
        | Act::Start { .. }
        | Act::Validate { .. }
        | Act::RecordLots(_)
        | Act::ChooseByDefault { .. } => Action::RunRounds,
        Act::EnterResult(_)
        | Act::Sign { .. }
        | Act::HandInTranscript { .. }
        | Act::ReportIncident(_) => Action::ReportResults,
        Act::Confirm { .. } => Action::ConfirmResults,
        Act::SetTimetable { .. }
        | Act::MoveStart { .. }
        | Act::AnnounceStart { .. }
        | Act::SetTableRules { .. }
        | Act::CountClocks { .. }
        | Act::MakeAnnouncement { .. } => Action::RunHall,
        Act::Undo { .. } => Action::Undo,
    }
}

/// The action an act of a federation's office is, and the person it is about.
pub(crate) const fn office_action(act: &OfficeAct) -> (Action, Option<PersonNumber>) {
    match act {
        OfficeAct::Found(_) => (Action::CreateFederation, None),
        OfficeAct::ChangePerson { person, .. }
        | OfficeAct::ErasePerson { person }
        | OfficeAct::RestrictPerson { person }
        | OfficeAct::ShowPerson { person }
        | OfficeAct::Join { person }
        | OfficeAct::Leave { person }
        | OfficeAct::OptOut { person }
        | OfficeAct::AnswerOffer { person, .. } => (Action::OwnRecord, Some(*person)),
        OfficeAct::AddPerson { .. }
        | OfficeAct::MergePeople { .. }
        | OfficeAct::SeparatePeople { .. }
        | OfficeAct::SetFees { .. }
        | OfficeAct::RecordPayment { .. }
        | OfficeAct::AnnounceEvent { .. }
        | OfficeAct::RecordEntrants { .. }
        | OfficeAct::TakeResults { .. }
        | OfficeAct::RecordSent { .. }
        | OfficeAct::PublishList { .. }
        | OfficeAct::ImportList { .. }
        | OfficeAct::PlanSeason { .. }
        | OfficeAct::CountRegionals { .. }
        | OfficeAct::RecordPlayoff { .. }
        | OfficeAct::TossCoin { .. }
        | OfficeAct::OpenSelection(_)
        | OfficeAct::OfferPlace { .. }
        | OfficeAct::RegisterTeam { .. }
        | OfficeAct::RecordDecision { .. }
        | OfficeAct::Sanction { .. }
        | OfficeAct::LiftSanction { .. }
        | OfficeAct::ProposeAmendment { .. }
        | OfficeAct::AdoptAmendment { .. }
        | OfficeAct::HoldMeeting { .. }
        | OfficeAct::AdmitVoter { .. }
        | OfficeAct::AllowEntry { .. }
        | OfficeAct::SetNation { .. }
        | OfficeAct::NoteNationResults { .. }
        | OfficeAct::ApplyForException { .. }
        | OfficeAct::DecideException { .. }
        | OfficeAct::ApplyToHost { .. }
        | OfficeAct::ChooseHost { .. }
        | OfficeAct::RecordTitle { .. }
        | OfficeAct::RecordSemifinals { .. }
        | OfficeAct::Undo { .. } => (Action::RunOffice, None),
    }
}

/// What an act of a tournament is about.
pub(crate) fn tournament_target(id: &TournamentId, affairs: &Affairs, act: &Act) -> Target {
    let whole = Target::tournament(id);
    let of = |entrant: EntrantId| Target {
        entrants: vec![entrant],
        ..Target::tournament(id)
    };
    let at = |round, table: TableNumber| {
        let card = affairs.round(round).and_then(|life| life.card(table));
        Target {
            round: Some(round),
            table: Some(table),
            entrants: card.map_or_else(Vec::new, |card| card.players().to_vec()),
            ..Target::tournament(id)
        }
    };
    match act {
        Act::Create(_)
        | Act::Appoint { .. }
        | Act::Relieve { .. }
        | Act::AssignTables { .. }
        | Act::DecideIncident { .. }
        | Act::MakeAnnouncement { .. }
        | Act::ChangeTime { .. }
        | Act::DeclineAdditional
        | Act::Enter(_)
        | Act::CallRoll { .. }
        | Act::SettleSystem
        | Act::ChangeRounds { .. }
        | Act::RecordLots(_)
        | Act::SetPrizes { .. }
        | Act::AwardTitles { .. }
        | Act::SignOff { .. }
        | Act::Reopen { .. }
        | Act::SetTimetable { .. }
        | Act::SetTableRules { .. }
        | Act::CountClocks { .. }
        | Act::ChooseByDefault { .. }
        | Act::Undo { .. } => whole,
        Act::ChangeEntrant { entrant, .. }
        | Act::CheckIn { entrant }
        | Act::TakeBackCheckIn { entrant }
        | Act::PlanAbsence { entrant, .. }
        | Act::CancelAbsence { entrant, .. }
        | Act::RequestBye { entrant, .. }
        | Act::CancelByeRequest { entrant, .. }
        | Act::Withdraw { entrant, .. }
        | Act::Choose { entrant, .. }
        | Act::Expel { entrant, .. }
        | Act::TakeBackWithdrawal { entrant, .. } => of(*entrant),
        Act::SetHand { round, .. }
        | Act::Propose { round, .. }
        | Act::ProposeByHand { round, .. }
        | Act::Announce { round, .. }
        | Act::CallOff { round, .. }
        | Act::Start { round }
        | Act::Abandon { round, .. }
        | Act::RecordAsPlayed { round, .. }
        | Act::Validate { round }
        | Act::MoveStart { round, .. }
        | Act::AnnounceStart { round, .. } => Target {
            round: Some(*round),
            ..whole
        },
        Act::ReportIncident(report) => match (report.round, report.table) {
            (Some(round), Some(table)) => at(round, table),
            (_, _) => whole,
        },
        Act::EnterResult(report) => at(report.round, report.table),
        Act::Sign { round, table, .. }
        | Act::HandInTranscript { round, table, .. }
        | Act::Confirm { round, table }
        | Act::Correct { round, table, .. } => at(*round, *table),
    }
}

/// The action an act of a game is, by whom it is spoken.
pub(crate) const fn game_action(by: game::By, act: &game::Act) -> Action {
    use game::Act as A;
    match act {
        A::Open(_) => Action::OpenGame,
        A::AgreeClockSide { .. }
        | A::PlaceClock { .. }
        | A::ChooseSeat { .. }
        | A::ConfirmReady
        | A::Arrive { .. }
        | A::Leave { .. }
        | A::Return { .. }
        | A::Touch { .. }
        | A::Place { .. }
        | A::PlaceAnyway { .. }
        | A::TakeBack
        | A::Flip { .. }
        | A::Press
        | A::PressAnyway
        | A::Play { .. }
        | A::Pass
        | A::PassAnyway
        | A::Remind
        | A::Enter { .. }
        | A::TakeBackEntry
        | A::Amend { .. }
        | A::Flag { .. }
        | A::ClaimFlag { .. }
        | A::ClaimBothFlags { .. }
        | A::ClaimLate { .. }
        | A::OpenCorrection { .. }
        | A::Correct
        | A::CloseCorrection
        | A::ReportDisturbed { .. }
        | A::ConfirmRestored
        | A::Dispute { .. }
        | A::AttachTranscript { .. }
        | A::AskPrimaryBoard { .. }
        | A::Resign { .. }
        | A::Sign
        | A::ReadClock { .. }
        | A::ReportDefect
        | A::TransferDiscs { .. }
        | A::NoteInfringement { .. }
        | A::Stop { .. }
        | A::Resume { .. } => spoken(by),
        A::Signal
        | A::PermitLeave { .. }
        | A::ExcuseTouch { .. }
        | A::Pause { .. }
        | A::ConfirmFlag
        | A::DismissFlag
        | A::Restore { .. }
        | A::SetPosition { .. }
        | A::CompareTranscripts
        | A::ReceiveSheet => Action::JudgeGame,
        A::WaiveLateness { .. }
        | A::Adjust { .. }
        | A::SetClocks { .. }
        | A::Restart { .. }
        | A::DeclareUnrecoverable { .. }
        | A::Rule { .. }
        | A::GrantNeeds { .. } => Action::RuleGame,
        A::Penalise { .. }
        | A::Expel { .. }
        | A::ChangeScore { .. }
        | A::DeclareDraw { .. }
        | A::Award { .. } => Action::Penalise,
        A::Confirm { .. } | A::CorrectResult { .. } => Action::ConfirmGame,
    }
}

/// What everybody at the table may say is an official's act when an official says it.
const fn spoken(by: game::By) -> Action {
    match by {
        game::By::Black | game::By::White | game::By::Assistant(_) | game::By::Clock => {
            Action::PlayGame
        }
        game::By::Judge | game::By::Director => Action::JudgeGame,
    }
}
