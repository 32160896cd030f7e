//! The words that forms are turned into: commands of a tournament and what they are made of.

pub use outflank_pairing::{Colour, EntrantId, Pair, RoundNumber, Seed};
pub use outflank_rulebook::HalfDiscs;
pub use outflank_tournament::matches::Choice;
pub use outflank_tournament::running::{
    Act, Application, By, ClockStock, CommandId, Creation, Credentials, Entry, GenderWord,
    HallShare, HandPairing, IncidentReport, ListPrizes, MemberKind, Nation, Offender, Official,
    OfficialPost, PRESETS, Penalty, PenaltyKind, Phase as RoundPhase, Post, Preview, Report,
    Reported, Residence, ResultSource, Slot, SlotKind, TableNumber, TableRule, Timestamp,
    Timetable, UtcOffset, preset,
};
pub use outflank_tournament::{CivilDate, DateError, ListName, Money, PrizeFund, TiedPrizes};
