//! The running of a tournament, from the first entry to the last validated round.
//!
//! [`decide()`] looks at a [`Tournament`] and a [`Command`] and answers with [`Event`]s or a
//! [`Rejection`]; [`apply`] records events. Both are pure: the moment of a command is an argument.
//! Standings and pairings are computed from what [`TournamentState::record`] projects.

mod apply;
mod by;
mod closing;
mod command;
mod conduct;
mod custom;
mod decide;
mod edition;
mod eligibility;
mod entry;
mod fact;
mod feasibility;
mod hall;
mod notice;
mod official;
mod official_post;
mod open_items;
mod paired;
mod places;
mod presets;
mod preview;
mod project;
mod rejection;
mod round_life;
mod setting;
mod stages;
mod state;
mod time;
mod timetable;

pub use outflank_event::{CommandId, StoredError, Timestamp};

pub use by::By;
pub use closing::{
    FUNDS_MAX, FinalEdition, FinalRow, Honour, ListPrizes, OpenMatter, OwnTitle, SignedOff,
    TITLES_MAX, TitleAward,
};
pub use command::{Act, Application, Command, HandPairing, Report};
pub use conduct::{
    ANNOUNCEMENTS_MAX, Announcement, Conduct, INCIDENTS_MAX, Incident, IncidentReport, Offender,
    Penalty, PenaltyKind, TimedStage, Verdict, penalties, penalty_clause,
};
pub use custom::{
    GROUPS_MAX, KNOCK_OUT_MAX, STAGES_MAX, StageCounts, StagePlan, StagePlay, StageProblem,
    check_stages,
};
pub use decide::{EVENTS_MAX, TEXT_CHARS_MAX, decide, decide_watched};
pub use edition::{Edition, EditionRow, edition_rows};
pub use eligibility::{RESIDENCE_DAYS, is_resident, is_young};
pub use entry::{
    Allowance, Allowed, Credentials, Entry, Exception, GenderWord, MemberKind, Nation, Residence,
    SeatKind, Status,
};
pub use fact::{Event, Fact, FactKind, LeaveCause, OpenItem, OpenPoint};
pub use feasibility::feasibility;
pub use hall::{ClockStock, HallShare, TABLE_RULES_MAX, TableClock, TableRule, seat};
pub use notice::Notice;
pub use official::{Impossible, Official, Reported, ResultSource, ResultState};
pub use official_post::{OFFICIALS_MAX, OfficialPost, Post};
pub use paired::{Assumed, Bent, Contest, Cost, PairedBy, Pairing, Seated, TableNumber};
pub use places::{FinalList, PrizeTable};
pub use presets::{PRESETS, Terms, preset, preset_name};
pub use preview::{Change, Preview, preview};
pub use rejection::{Reason, Rejection};
pub use round_life::{Card, Phase, PhaseTimes, RoundLife};
pub use setting::{Creation, PlaySystem, Setting};
pub use stages::{GoesOn, KnockOut, PlacedBlock, StageField, StageState, StageView};
pub use state::{
    Left, Opened, Registered, SettledPlan, Tournament, TournamentState, WantedChoice, apply,
};
pub use time::{UtcOffset, days_between};
pub use timetable::{SLOTS_MAX, Slot, SlotKind, Timetable};
