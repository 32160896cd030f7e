//! A rulebook: who wrote it, and one value with its source for every axis.

use std::collections::{BTreeMap, BTreeSet};

use outflank_event::Millis;
use serde::{Deserialize, Serialize};

use crate::axes::{Switch, clock, office, officials, play, scoring, tournament};
use crate::axis::{Axis, AxisValue, Raw, Source};
use crate::clause::ClauseId;
use crate::conduct_topic::ConductTopic;
use crate::entry::{AxisError, Entry, read_axis, unknown, write_axis};
use crate::office_topic::OfficeTopic;
use crate::value::{BqConstant, Count, ScoreLine};

/// What a rulebook is and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The short name: `wof`.
    pub id: String,
    /// The name people read.
    pub name: String,
    /// The rule document: the prefix of its clauses, `WOC`.
    pub document: String,
    /// The edition's own name or date.
    pub edition: String,
    /// The first day on which it applies.
    pub from: String,
    /// The edition it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<String>,
    /// What the edition incorporates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incorporates: Option<String>,
    /// Who approved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
    /// The headings of the document, in order.
    pub sections: Vec<Section>,
    /// The kind of event it is set up for, where one is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
}

/// A heading of a rule document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The part of the clause id that names it: `IV`.
    pub key: String,
    /// The heading.
    pub title: String,
}

/// What an axis is, for pages and messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AxisInfo {
    /// The name in files.
    pub name: &'static str,
    /// The part of the rules it belongs to.
    pub part: Part,
    /// What it settles.
    pub label: &'static str,
}

/// One line of a rulebook as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Which axis.
    pub axis: AxisInfo,
    /// The value as files write it.
    pub value: String,
    /// The value in words.
    pub meaning: String,
    /// Where it comes from.
    pub source: Source,
}

macro_rules! axes {
    ($($(#[doc = $part_doc:literal])* $part:ident $title:literal {
        $(#[doc = $label:literal] $name:ident : $type:ty,)+
    })+) => {
        /// The parts a rulebook is laid out in.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Part {
            $($(#[doc = $part_doc])* $part,)+
        }

        impl Part {
            /// Every part, in order.
            pub const ALL: &[Self] = &[$(Self::$part,)+];

            /// The heading people read.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$part => $title,)+
                }
            }
        }

        /// One edition of a federation's rules, resolved: every axis has a value.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Rulebook {
            /// What it is and where it comes from.
            pub about: About,
            /// The clauses the federation office cites. They decide nothing, so they are neither stored nor hashed.
            pub(crate) office: BTreeMap<OfficeTopic, ClauseId>,
            /// The clauses on conduct at the table, kept like those of the office.
            pub(crate) conduct: BTreeMap<ConductTopic, ClauseId>,
            /// Axes that did not exist yet when this rulebook was stored. It is stored and hashed as it was, without them.
            pub(crate) newer: BTreeSet<String>,
            $($(#[doc = $label] pub $name: Axis<$type>,)+)+
        }

        impl Rulebook {
            /// Every axis, in the order of the parts.
            pub const AXES: &[AxisInfo] = &[$($(
                AxisInfo { name: stringify!($name), part: Part::$part, label: $label.trim_ascii() },
            )+)+];

            /// Builds a rulebook; takes what it knows out of `entries`.
            pub(crate) fn from_entries(
                about: About,
                entries: &mut BTreeMap<String, Entry>,
            ) -> Result<Self, AxisError> {
                Ok(Self {
                    about,
                    office: BTreeMap::new(),
                    conduct: BTreeMap::new(),
                    newer: BTreeSet::new(),
                    $($($name: match entries.remove(stringify!($name)) {
                        Some(entry) => read_axis(stringify!($name), &entry)?,
                        None => return Err(AxisError::Missing {
                            axis: stringify!($name).to_owned(),
                            choices: <$type as AxisValue>::choices(),
                        }),
                    },)+)+
                })
            }

            pub(crate) fn entries(&self) -> BTreeMap<String, Entry> {
                let mut entries = BTreeMap::new();
                $($(entries.insert(stringify!($name).to_owned(), write_axis(&self.$name));)+)+
                entries
            }

            pub(crate) fn put(&mut self, name: &str, entry: &Entry) -> Result<(), AxisError> {
                match name {
                    $($(stringify!($name) => self.$name = read_axis(name, entry)?,)+)+
                    _ => return Err(unknown(name)),
                }
                self.newer.remove(name);
                Ok(())
            }

            /// The rulebook line by line, as people read it.
            pub fn rows(&self) -> Vec<Row> {
                let mut infos = Self::AXES.iter();
                let mut row = |value: Raw, meaning: String, source: &Source| Row {
                    axis: *infos.next().expect("one row per axis"),
                    value: value.to_string(),
                    meaning,
                    source: source.clone(),
                };
                vec![$($(row(self.$name.value.write(), self.$name.value.meaning(), &self.$name.source),)+)+]
            }
        }
    };
}

axes! {
    /// The board, the move and its errors.
    Play "Play" {
        /// board
        board: play::Board,
        /// starting position
        starting_position: play::StartingPosition,
        /// first move
        first_move: play::FirstMove,
        /// legal move
        legal_move: play::LegalMove,
        /// order of turns
        turn_order: play::TurnOrder,
        /// duty to move
        duty_to_move: play::DutyToMove,
        /// complete move
        complete_move: play::CompleteMove,
        /// supply of discs
        disc_supply: play::DiscSupply,
        /// passing
        passing: play::Passing,
        /// passes made by the program itself
        auto_pass: Switch,
        /// what commits a player to a square
        touch_move: play::TouchMove,
        /// touches that do not bind
        touch_excuse: play::TouchExcuse,
        /// one touch on several squares
        touch_several: play::TouchSeveral,
        /// moving on the opponent's time
        opponents_time: play::OpponentsTime,
        /// the hand that flips
        flipping_hand: play::FlippingHand,
        /// until when an error may be corrected
        correction_window: play::CorrectionWindow,
        /// who corrects
        who_corrects: play::WhoCorrects,
        /// whose time a correction takes
        correction_time: play::CorrectionTime,
        /// a disc of the wrong colour
        wrong_colour: play::WrongColour,
        /// a pass although a move exists
        illegal_pass: play::IllegalPass,
        /// disturbed or unreadable board
        disturbed_board: play::DisturbedBoard,
        /// transcript
        transcript: play::TranscriptDuty,
        /// confirming the result
        result_confirmation: play::ResultConfirmation,
    }
    /// The clock, flags and extensions.
    Clock "Clock" {
        /// time per player
        main_time: Millis,
        /// time per player in a playoff
        main_time_playoff: Millis,
        /// time per player in a semi-final
        main_time_semi: Millis,
        /// time per player in the game for third place
        main_time_third: Millis,
        /// time per player in a final
        main_time_final: Millis,
        /// shortest time that may be set
        main_time_minimum: Option<Millis>,
        /// shortest time when a clock is put up in mid-game
        mid_game_clock_minimum: Option<Millis>,
        /// shortest time of a rated game
        rated_time_minimum: Option<Millis>,
        /// use of clocks
        clock_use: clock::ClockUse,
        /// place of the clock
        clock_position: clock::ClockPosition,
        /// who checks the clock
        clock_check: clock::ClockCheck,
        /// start of the game
        start_of_game: clock::StartOfGame,
        /// who may stop and restart the clock
        may_stop_clock: clock::MayStopClock,
        /// who starts a stopped clock again
        may_restart_clock: clock::MayRestartClock,
        /// defective clock
        defective_clock: clock::DefectiveClock,
        /// what the first flag means
        time_default: clock::TimeDefault,
        /// who wins when a flag falls
        first_flag_winner: clock::FirstFlagWinner,
        /// length of the extension
        extension_time: Millis,
        /// who gets the extension
        extension_grant: clock::ExtensionGrant,
        /// when the extension begins
        extension_start: clock::ExtensionStart,
        /// the defaulter's flag falls again
        defaulter_second_flag: clock::DefaulterSecondFlag,
        /// who wins when the non-defaulter's time runs out for good
        second_flag_winner: clock::SecondFlagWinner,
        /// the score when the non-defaulter's time runs out for good
        second_flag_score: clock::SecondFlagScore,
        /// guaranteed minimum win
        minimum_win: ScoreLine,
        /// when the true score of a defaulted game stands
        guarantee: clock::Guarantee,
        /// finding a fallen flag
        flag_detection: clock::FlagDetection,
        /// a flag in mid-move
        flag_in_move: clock::FlagInMove,
        /// a flag while the player is away
        flag_in_absence: clock::FlagInAbsence,
        /// leaving the table
        leaving_table: clock::LeavingTable,
        /// arriving late
        late_arrival: clock::LateArrival,
        /// lateness that loses the game
        late_forfeit_after: Option<Millis>,
        /// special needs
        special_needs: clock::SpecialNeeds,
        /// extra time with a primary board
        special_needs_time: Millis,
    }
    /// Official scores.
    Scoring "Scoring" {
        /// empty squares
        empties: scoring::Empties,
        /// score of a draw
        draw_score: scoring::DrawScore,
        /// a side without discs
        wipe_out: scoring::WipeOut,
        /// resignation or refusal
        resign_score: ScoreLine,
        /// game forfeited as a penalty
        forfeit_score: ScoreLine,
        /// game not played
        unplayed_score: scoring::UnplayedGame,
        /// points for win, draw and loss
        game_points: scoring::GamePoints,
    }
    /// Rounds, pairing, standings, finals.
    Tournament "Tournament" {
        /// playing system
        system: tournament::PlayingSystem,
        /// rounds of a Swiss
        rounds: Count,
        /// fewest rounds of a Swiss
        rounds_minimum: Option<Count>,
        /// days
        days: Option<Count>,
        /// who sets the number of days
        days_decided: tournament::DaysDecided,
        /// rounds of each day
        rounds_by_day: tournament::RoundsByDay,
        /// notice before a round starts
        start_notice: Option<Millis>,
        /// odd number of players
        odd_number: tournament::OddNumber,
        /// points of a bye
        bye_points: tournament::ByePoints,
        /// discs of a bye
        bye_discs: Count,
        /// a bye in the BQ
        bye_in_bq: tournament::ByeInBq,
        /// who gets the bye
        bye_choice: tournament::ByeChoice,
        /// a bye as colour and float
        bye_counts: tournament::ByeCounts,
        /// an unplayed round in the BQ
        unplayed_in_bq: tournament::UnplayedInBq,
        /// order of the pairing rules
        pairing_order: Vec<tournament::PairingRule>,
        /// comparing two pairings
        precedence: tournament::Precedence,
        /// measures of colour balance, floats and alternation
        pairing_measures: tournament::PairingMeasures,
        /// which floats count
        float_memory: tournament::FloatMemory,
        /// rounds paired by rating within a score group
        rating_fold_rounds: Vec<Count>,
        /// a game forfeited without a move counts as a meeting
        forfeit_counts_as_meeting: Switch,
        /// first round
        first_round: tournament::FirstRound,
        /// women's and young semi-finals count for group A
        group_a_category_semifinals: Switch,
        /// constant C of the BQ
        bq_constant: BqConstant,
        /// tie-breaks
        tie_breaks: Vec<tournament::TieBreak>,
        /// tie-breaks in a round robin
        round_robin_tie_breaks: Vec<tournament::TieBreak>,
        /// last resort of a tie-break
        last_resort: tournament::LastResort,
        /// shared places
        shared_places: tournament::SharedPlaces,
        /// playoffs
        playoffs: tournament::Playoffs,
        /// finals
        finals: tournament::Finals,
        /// best of three
        best_of_three: tournament::BestOfThree,
        /// choice of colours in playoffs and finals
        colour_choice: tournament::ColourChoice,
        /// drawn playoff
        drawn_playoff: tournament::DrawnPlayoff,
        /// how long before a game a choice is announced
        choice_notice: Option<Millis>,
        /// team scoring
        team_scoring: tournament::TeamScoring,
        /// small teams
        small_team: tournament::SmallTeam,
        /// lists beside the main one
        category_lists: tournament::CategoryLists,
        /// withdrawal
        withdrawal: tournament::Withdrawal,
        /// missed matches in a row that withdraw a player
        missed_to_withdraw: Option<Count>,
        /// place of a withdrawn player
        rank_withdrawn: tournament::RankWithdrawn,
        /// place number of a withdrawn player
        withdrawn_places: tournament::WithdrawnPlaces,
        /// a qualifier who leaves
        replace_qualifier: tournament::ReplaceQualifier,
    }
    /// Officials and discipline.
    Officials "Officials and discipline" {
        /// deciding official
        deciding_official: officials::DecidingOfficial,
        /// a deciding official who plays
        head_plays: officials::HeadPlays,
        /// the host's federation among the directors
        local_director: officials::LocalDirector,
        /// roll call
        roll_call: officials::RollCall,
        /// who may penalise
        who_penalises: officials::WhoPenalises,
        /// who may be penalised
        penalised: officials::Penalised,
        /// time penalties
        time_penalty: officials::TimePenalty,
        /// score penalties
        score_penalty: officials::ScorePenalty,
        /// penalties on the result
        result_penalty: officials::ResultPenalty,
        /// warnings
        warnings: officials::Warnings,
        /// whom a penalty must not hurt
        spared: officials::Spared,
        /// expulsion from the room
        room_expulsion: officials::RoomExpulsion,
        /// expulsion
        expulsion: officials::Expulsion,
        /// restoring lost time
        restore_time: officials::RestoreTime,
        /// sanctions of the federation
        federation_sanctions: officials::FederationSanctions,
        /// help during the game
        consultation: officials::Consultation,
        /// devices
        devices: officials::Devices,
        /// smoking
        smoking: officials::Smoking,
        /// spectators
        spectators: officials::Spectators,
        /// reports by spectators
        spectator_reports: officials::SpectatorReports,
    }
    /// The federation's office.
    Office "Federation office" {
        /// who may enter
        entry: office::Entry,
        /// deadline of entries
        entry_deadline: office::EntryDeadline,
        /// nationality or residence
        residence: office::Residence,
        /// counting 183 days
        residence_mode: office::ResidenceMode,
        /// membership
        membership: office::Membership,
        /// fees
        fees: office::Fees,
        /// Grand Prix
        grand_prix: office::GrandPrix,
        /// ratings
        ratings: office::Ratings,
        /// team selection
        team_selection: office::TeamSelection,
        /// changing the rules
        amendments: office::Amendments,
    }
}

impl Rulebook {
    /// Sets one axis as a director does; the row then says so.
    ///
    /// ```
    /// let mut soc = outflank_rulebook::shipped("soc").expect("shipped").clone();
    /// soc.set("empties", "to_winner").expect("a value of the axis");
    /// assert_eq!(soc.overrides(), vec!["empties"]);
    /// ```
    pub fn set(&mut self, axis: &str, value: &str) -> Result<(), AxisError> {
        let before = self.clone();
        let row = self
            .rows()
            .into_iter()
            .find(|row| row.axis.name == axis)
            .ok_or_else(|| unknown(axis))?;
        let was = format!("before: {} ({})", row.value, row.source);
        let entry = Entry {
            value: Raw::typed(value),
            clause: None,
            ours: None,
            director: Some(was),
        };
        let done = self.put(axis, &entry).and_then(|()| self.check());
        if done.is_err() {
            *self = before;
        }
        done
    }

    /// The clause this federation has on a matter of its office.
    ///
    /// ```
    /// use outflank_rulebook::{OfficeTopic, shipped};
    /// let cited = |id| shipped(id).expect("shipped").cited(OfficeTopic::MembershipDirect);
    /// assert_eq!(cited("bof").expect("stated").as_str(), "BOF-mem-1.d");
    /// assert_eq!(cited("usoa"), None);
    /// ```
    pub fn cited(&self, topic: OfficeTopic) -> Option<ClauseId> {
        self.office.get(&topic).cloned()
    }

    /// The clause on a matter of conduct at the table.
    ///
    /// ```
    /// use outflank_rulebook::{ConductTopic, shipped};
    /// let cited = |id| shipped(id).expect("shipped").conduct_clause(ConductTopic::HidingClock);
    /// assert_eq!(cited("usoa").expect("stated").as_str(), "USOA-5.12");
    /// assert_eq!(cited("soc"), None);
    /// ```
    pub fn conduct_clause(&self, topic: ConductTopic) -> Option<ClauseId> {
        self.conduct.get(&topic).cloned()
    }

    /// The names of the axes the director changed.
    pub fn overrides(&self) -> Vec<&'static str> {
        let rows = self.rows();
        rows.iter()
            .filter(|row| row.source.is_override())
            .map(|row| row.axis.name)
            .collect()
    }

    /// What must hold between axes.
    pub(crate) fn check(&self) -> Result<(), AxisError> {
        use clock::{ExtensionGrant, TimeDefault};
        match (self.time_default.value, self.extension_grant.value) {
            (TimeDefault::TwoMinutes, ExtensionGrant::Nobody) => {
                return Err(AxisError::Together(
                    "time_default = two_minutes needs an extension. Set extension_grant to both_at_first_default or each_on_own_flag first.",
                ));
            }
            (TimeDefault::TwoMinutes | TimeDefault::SuddenDeath, _) => {}
        }
        if self.main_time.value.0 <= 0 || self.extension_time.value.0 <= 0 {
            return Err(AxisError::Together(
                "main_time and extension_time must be longer than 0:00.",
            ));
        }
        if self.rounds.value.0 == 0 {
            return Err(AxisError::Together("There must be at least 1 round."));
        }
        let mut rules = self.pairing_order.value.clone();
        rules.sort_unstable();
        rules.dedup();
        if rules.len() != self.pairing_order.value.len() {
            return Err(AxisError::Together(
                "pairing_order lists a rule twice. List each rule once.",
            ));
        }
        Ok(())
    }
}
