//! Commands of a federation. Its events are for its officers, on pages of their own.

use outflank_federation::{Act, PersonNumber};

use crate::access::Action;

/// The right a command needs, and the person it is about.
pub(crate) const fn federation_command(act: &Act) -> (Action, Option<PersonNumber>) {
    match act {
        Act::Found(_) => (Action::CreateFederation, None),
        Act::ChangePerson { person, .. }
        | Act::ErasePerson { person }
        | Act::RestrictPerson { person }
        | Act::ShowPerson { person }
        | Act::Join { person }
        | Act::Leave { person }
        | Act::OptOut { person }
        | Act::AnswerOffer { person, .. } => (Action::OwnRecord, Some(*person)),
        Act::AddPerson { .. }
        | Act::MergePeople { .. }
        | Act::SeparatePeople { .. }
        | Act::SetFees { .. }
        | Act::RecordPayment { .. }
        | Act::AnnounceEvent { .. }
        | Act::RecordEntrants { .. }
        | Act::TakeResults { .. }
        | Act::RecordSent { .. }
        | Act::PublishList { .. }
        | Act::ImportList { .. }
        | Act::PlanSeason { .. }
        | Act::CountRegionals { .. }
        | Act::RecordPlayoff { .. }
        | Act::TossCoin { .. }
        | Act::OpenSelection(_)
        | Act::OfferPlace { .. }
        | Act::RegisterTeam { .. }
        | Act::RecordDecision { .. }
        | Act::Sanction { .. }
        | Act::LiftSanction { .. }
        | Act::ProposeAmendment { .. }
        | Act::AdoptAmendment { .. }
        | Act::HoldMeeting { .. }
        | Act::AdmitVoter { .. }
        | Act::AllowEntry { .. }
        | Act::SetNation { .. }
        | Act::NoteNationResults { .. }
        | Act::ApplyForException { .. }
        | Act::DecideException { .. }
        | Act::ApplyToHost { .. }
        | Act::ChooseHost { .. }
        | Act::RecordTitle { .. }
        | Act::RecordSemifinals { .. }
        | Act::Undo { .. } => (Action::RunOffice, None),
    }
}
