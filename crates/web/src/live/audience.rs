//! Who may see which event. The one place: nothing leaves to the public but what is listed here.

/// How much of the log somebody sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Audience {
    Public,
    /// Whoever works at the event: whole events with who and when, but nothing of accounts.
    Officials,
    /// The owner: accounts, links and delegations too.
    Owner,
}

/// What the public gets of a kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Its body, without who sent it from where.
    Whole,
    /// That it happened, without its body: the body holds reasons or facts about persons.
    Kind,
    /// Nothing: it is not announced yet, or concerns the officials alone.
    Not,
}

/// Kinds of a tournament that the public sees, and how much. A kind that is not here is not shown.
const TOURNAMENT: &[(&str, Shown)] = &[
    ("tournament.created", Shown::Whole),
    ("tournament.entrant_registered", Shown::Kind),
    ("tournament.entrant_changed", Shown::Kind),
    ("tournament.entrant_checked_in", Shown::Kind),
    ("tournament.entrant_withdrawn", Shown::Kind),
    ("tournament.withdrawal_taken_back", Shown::Kind),
    ("tournament.system_settled", Shown::Whole),
    ("tournament.rounds_changed", Shown::Kind),
    ("tournament.round_announced", Shown::Kind),
    ("tournament.round_called_off", Shown::Kind),
    ("tournament.round_started", Shown::Whole),
    ("tournament.round_abandoned", Shown::Kind),
    ("tournament.round_finished", Shown::Whole),
    ("tournament.round_validated", Shown::Whole),
    ("tournament.played_otherwise", Shown::Kind),
    ("tournament.result_entered", Shown::Whole),
    ("tournament.result_confirmed", Shown::Whole),
    ("tournament.result_corrected", Shown::Kind),
    ("tournament.standings_published", Shown::Whole),
    ("tournament.timetable_set", Shown::Whole),
    ("tournament.start_moved", Shown::Whole),
    ("tournament.start_announced", Shown::Whole),
    ("tournament.undone", Shown::Kind),
];

/// Kinds of the desk's own that the public sees.
const DESK: &[(&str, Shown)] = &[
    ("desk.slug_given", Shown::Whole),
    ("desk.game_opened", Shown::Whole),
    ("desk.game_placed", Shown::Whole),
];

/// Kinds of a game that the public does not see whole.
const GAME_NOT_WHOLE: &[(&str, Shown)] = &[
    ("game.leave_permitted", Shown::Not),
    ("game.dispute_raised", Shown::Kind),
    ("game.infringement_noted", Shown::Not),
    ("game.player_expelled", Shown::Kind),
    ("game.needs_granted", Shown::Not),
    ("game.primary_board_set", Shown::Not),
    ("game.time_penalised", Shown::Kind),
    ("game.ruled", Shown::Kind),
    ("game.transcript_attached", Shown::Not),
    ("game.transcripts_compared", Shown::Not),
];

/// What an audience gets of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// All of it, with who sent it.
    Full,
    /// The body, without who sent it.
    Body,
    KindOnly,
    Hidden,
}

impl Audience {
    /// What this audience gets of an event of this kind.
    pub(crate) fn sight(self, kind: &str) -> Sight {
        let family = kind.split_once('.').map_or(kind, |(family, _)| family);
        match (self, family) {
            (Self::Owner, _) | (Self::Officials, "tournament" | "game" | "desk") => Sight::Full,
            (Self::Officials, _) => Sight::Hidden,
            (Self::Public, "tournament") => shown(TOURNAMENT, kind).unwrap_or(Sight::Hidden),
            (Self::Public, "desk") => shown(DESK, kind).unwrap_or(Sight::Hidden),
            (Self::Public, "game") => shown(GAME_NOT_WHOLE, kind).unwrap_or(Sight::Body),
            (Self::Public, _) => Sight::Hidden,
        }
    }
}

fn shown(table: &[(&str, Shown)], kind: &str) -> Option<Sight> {
    let (_, shown) = table.iter().find(|(listed, _)| *listed == kind)?;
    Some(match shown {
        Shown::Whole => Sight::Body,
        Shown::Kind => Sight::KindOnly,
        Shown::Not => Sight::Hidden,
    })
}

#[cfg(test)]
mod tests {
    use crate::live::audience::*;

    #[test]
    fn a_proposed_pairing_never_leaves_to_the_public() {
        for kind in [
            "tournament.round_proposed",
            "tournament.hand_set",
            "tournament.roll_called",
            "tournament.something_new",
            "access.user_added",
            "federation.fee_paid",
        ] {
            assert_eq!(Audience::Public.sight(kind), Sight::Hidden, "{kind}");
        }
    }

    #[test]
    fn accounts_are_the_owner_s() {
        assert_eq!(
            Audience::Officials.sight("access.user_added"),
            Sight::Hidden
        );
        assert_eq!(Audience::Owner.sight("access.user_added"), Sight::Full);
    }
}
