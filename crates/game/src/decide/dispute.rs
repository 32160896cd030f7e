//! Disputes, and the transcripts that settle them.

use outflank_board::{BySide, Side, Transcript, replay};

use super::{Decided, Decision, TRANSCRIPTS_MAX};
use crate::by::By;
use crate::fact::{Fact, StopCause, TranscriptCheck};
use crate::rejection::{Reason, Rejection};
use crate::table::{Phase, same_discs};

impl Decision<'_> {
    /// Both times are noted and an official is called (WOC IV.5.1.p1); the clock is stopped by those who may. After the end
    /// a dispute is a claim against the result.
    pub(super) fn dispute(&mut self, about: String) -> Decided {
        self.anyone_at_table()?;
        match self.table.phase {
            // Both have agreed to the score (WOC IV.8.p4); only the director reopens it, with a reason.
            Phase::Over if self.table.signed.black && self.table.signed.white => {
                let axis = &self.rules.result_confirmation;
                self.only(self.by == By::Director, "the director", axis)?;
                self.ensure_reason(&about)?;
            }
            Phase::Over => {}
            Phase::Confirmed => return Err(Rejection::plain(Reason::Confirmed {})),
            Phase::Unopened | Phase::Ready | Phase::Signalled | Phase::Playing => {
                self.ensure_playing()?;
            }
        }
        if self.table.dispute {
            return Err(Rejection::plain(Reason::DisputeOpen {}));
        }
        let appeals = self.by.player().is_some() && self.table.ruled_at == Some(self.table.plies);
        if appeals {
            return Err(Rejection::by(
                &self.rules.deciding_official,
                Reason::RulingIsBinding {},
            ));
        }
        let remaining = self.table.clock.remaining(self.at);
        self.emit(Fact::DisputeRaised { about, remaining });
        let (may_stop, _) = self.may_stop();
        if may_stop && self.table.clock.running().is_some() {
            self.stop_clock(StopCause::Dispute, String::new());
        }
        Ok(())
    }

    pub(super) fn attach_transcript(
        &mut self,
        of: Option<Side>,
        recorder: String,
        moves: String,
    ) -> Decided {
        self.anyone_at_table()?;
        if self.game.record().transcripts.len() >= TRANSCRIPTS_MAX {
            return Err(Rejection::plain(Reason::TooMany {
                what: "transcripts",
                limit: TRANSCRIPTS_MAX,
            }));
        }
        if let Err(error) = Transcript::parse(&moves) {
            return Err(Rejection::plain(Reason::BadTranscript {
                problem: error.to_string(),
            }));
        }
        self.record(Fact::TranscriptAttached {
            of,
            recorder,
            moves,
        })
    }

    /// If only one of the two transcripts leads to the position on the board, it decides (WOC IV.2.p5.c).
    pub(super) fn compare_transcripts(&mut self) -> Decided {
        self.only_director(&self.rules.deciding_official)?;
        let found = BySide::new(self.check_of(Side::Black), self.check_of(Side::White));
        let decisive = match (found.black, found.white) {
            (TranscriptCheck::Matches, TranscriptCheck::Differs | TranscriptCheck::Missing) => {
                Some(Side::Black)
            }
            (TranscriptCheck::Differs | TranscriptCheck::Missing, TranscriptCheck::Matches) => {
                Some(Side::White)
            }
            (TranscriptCheck::Matches, TranscriptCheck::Matches)
            | (
                TranscriptCheck::Differs | TranscriptCheck::Missing,
                TranscriptCheck::Differs | TranscriptCheck::Missing,
            ) => None,
        };
        self.record(Fact::TranscriptsCompared { found, decisive })
    }

    fn check_of(&self, player: Side) -> TranscriptCheck {
        let handed_in = &self.game.record().transcripts;
        let latest = handed_in.iter().rfind(|own| own.of == Some(player));
        let Some(moves) = latest.and_then(|own| Transcript::parse(&own.moves).ok()) else {
            return TranscriptCheck::Missing;
        };
        match replay(&moves, self.setting.start) {
            Ok(game) if same_discs(&game.last(), &self.table.settled()) => TranscriptCheck::Matches,
            Ok(_) | Err(_) => TranscriptCheck::Differs,
        }
    }
}
