//! The matches after the preliminary rounds as the desk runs them: what is due, and who chooses first.

use outflank_pairing::RoundNumber;
use outflank_rulebook::Millis;
use outflank_tournament::Stage;
use outflank_tournament::matches::{Choice, Match, MatchId};
use outflank_tournament::running::{Contest, Phase, Timestamp};

use crate::views::director::DirectorView;
use crate::views::{MatchNow, Moment, Player, match_now};

/// The matches, and what they wait for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskFinals {
    /// Every match in the order they are called.
    pub matches: Vec<DeskMatch>,
    /// The round the games that are due make up; nothing if none is, or while one is played.
    pub round: Option<u16>,
    /// When it starts, as announced.
    pub start: Option<Moment>,
}

impl DeskFinals {
    /// How many choices the next round waits for.
    #[must_use]
    pub fn choices_missing(&self) -> usize {
        (self.matches.iter())
            .filter(|one| one.wanted.is_some())
            .count()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskMatch {
    /// The word that names it in a form.
    pub key: String,
    pub id: MatchId,
    /// The higher placed, then the lower.
    pub players: [Player; 2],
    pub winner: Option<u32>,
    pub now: MatchNow,
    pub why: String,
    /// The clause in readable form.
    pub clause: Option<String>,
    /// Whether its game is among those of the next round.
    pub is_next: bool,
    /// What was announced for the game that is due.
    pub chosen: Vec<(Player, Choice)>,
    /// The choice it waits for.
    pub wanted: Option<DeskChoice>,
}

impl DeskMatch {
    #[must_use]
    pub fn is_won_by(&self, player: &Player) -> bool {
        self.winner == Some(player.id)
    }
}

/// A choice that a player has to announce.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskChoice {
    pub by: Player,
    /// Whether the player may take the draw-win.
    pub or_draw_win: bool,
    /// How long before the start it must be said, in minutes.
    pub notice_minutes: Option<i64>,
    /// The last moment, once a start is known.
    pub until: Option<Moment>,
    /// Whether that has passed.
    pub is_late: bool,
    /// The clause of the choice, as people read it.
    pub clause: Option<String>,
    pub notice_clause: Option<String>,
}

/// The match a table belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskContest {
    pub of: MatchId,
    pub game: u16,
    /// The player to whom a draw gives the match.
    pub draw_win: Option<Player>,
}

impl DirectorView<'_> {
    /// The matches the rules call for, at this moment; nothing before the preliminary rounds are over
    /// or where the rules call for none.
    #[must_use]
    pub fn finals(&self, at: Timestamp) -> Option<DeskFinals> {
        let affairs = self.affairs();
        let course = affairs.course()?;
        if course.matches.is_empty() {
            return None;
        }
        let next: Vec<MatchId> = course.next().iter().map(|one| one.id()).collect();
        let matches = (course.matches.iter())
            .map(|one| self.desk_match(one, next.contains(&one.id()), at))
            .collect();
        let round = self.later_round().filter(|_| !next.is_empty());
        let start = round.and_then(|round| affairs.starts.get(&RoundNumber(round)));
        Some(DeskFinals {
            matches,
            round,
            start: start.map(|start| self.moment(*start)),
        })
    }

    /// A match by the word that names it in a form.
    #[must_use]
    pub fn match_named(&self, key: &str) -> Option<MatchId> {
        let course = self.affairs().course()?;
        let named = course.matches.iter().find(|one| key_of(one.id()) == key);
        named.map(Match::id)
    }

    /// Who has to choose before the game of a match that is due.
    #[must_use]
    pub fn chooser(&self, of: MatchId) -> Option<outflank_pairing::EntrantId> {
        let wanted = self.affairs().wanted_choices();
        wanted.iter().find(|one| one.of == of).map(|one| one.by)
    }

    /// A time of today's clock in the hall.
    #[must_use]
    pub fn today_at(&self, at: Timestamp, hour: u8, minute: u8) -> Timestamp {
        const DAY: i64 = 24 * 3_600_000;
        let offset = i64::from(self.offset().minutes) * 60_000;
        let local = at.0.saturating_add(offset);
        let midnight = local - local.rem_euclid(DAY);
        let of_day = (i64::from(hour) * 60 + i64::from(minute)) * 60_000;
        Timestamp(midnight + of_day - offset)
    }

    /// The number of the round after the preliminary ones that can be paired now; whether there is
    /// anything to pair is another question.
    pub(crate) fn later_round(&self) -> Option<u16> {
        let affairs = self.affairs();
        let last = affairs.rounds.last()?;
        match last.phase {
            Phase::Proposed => Some(last.number.0),
            Phase::Announced | Phase::Started | Phase::Finished => None,
            Phase::Validated => Some(affairs.next_round().0),
        }
    }

    /// Whether the rules call for a game or a ruling after the preliminary rounds.
    pub(crate) fn is_match_open(&self) -> bool {
        let course = self.affairs().course();
        course.is_some_and(|course| !course.is_over())
    }

    /// Whether the round that is being played is one of matches.
    #[must_use]
    pub fn is_match_round(&self) -> bool {
        let last = self.affairs().rounds.last();
        last.is_some_and(|life| {
            let mut contests = life.cards.iter().filter_map(|card| card.contest);
            life.phase != Phase::Validated
                && contests.any(|contest| contest.of.stage != Stage::Swiss)
        })
    }

    /// The match of a table; nothing for a game of a Swiss or a group.
    pub(crate) fn contest(&self, contest: Contest) -> Option<DeskContest> {
        let is_match = contest.of.stage != Stage::Swiss;
        is_match.then(|| DeskContest {
            of: contest.of,
            game: contest.game,
            draw_win: contest.draw_win.map(|id| self.player(id.0)),
        })
    }

    fn desk_match(&self, one: &Match, is_next: bool, at: Timestamp) -> DeskMatch {
        let affairs = self.affairs();
        let id = one.id();
        let now = match_now(one.state);
        let game = match now {
            MatchNow::Due(game) => Some(game),
            MatchNow::Playing(_) | MatchNow::Decided | MatchNow::Undecided => None,
        };
        let chosen = game.map_or(&[][..], |game| affairs.choices_for(id, game));
        DeskMatch {
            key: key_of(id),
            id,
            players: one.players().map(|id| self.player(id.0)),
            winner: one.winner().map(|id| id.0),
            now,
            why: one.call.why.clone(),
            clause: one.call.clause.as_ref().map(|clause| clause.for_people()),
            is_next,
            chosen: (chosen.iter())
                .map(|(id, choice)| (self.player(id.0), *choice))
                .collect(),
            wanted: self.desk_choice(one, at),
        }
    }

    fn desk_choice(&self, one: &Match, at: Timestamp) -> Option<DeskChoice> {
        let affairs = self.affairs();
        let wanted = affairs.wanted_choices();
        let wanted = wanted.iter().find(|wanted| wanted.of == one.id())?;
        let rules = self.now.rules()?;
        let notice = rules.choice_notice.value;
        let announced =
            (self.later_round()).and_then(|round| affairs.starts.get(&RoundNumber(round)));
        let planned = (one.due_slot()).and_then(|slot| affairs.timetable.start_of_slot(slot));
        let start = announced.copied().or(planned);
        let until = start.map(|start| start.plus(Millis(-notice.unwrap_or(Millis(0)).0)));
        Some(DeskChoice {
            by: self.player(wanted.by.0),
            or_draw_win: wanted.or_draw_win,
            notice_minutes: notice.map(|notice| notice.0 / 60_000),
            until: until.map(|until| self.moment(until)),
            is_late: until.is_some_and(|until| at > until),
            clause: (rules.colour_choice.clause()).map(|clause| clause.for_people()),
            notice_clause: (rules.choice_notice.clause()).map(|clause| clause.for_people()),
        })
    }
}

/// `women-semi-final-1`: a word for forms and addresses.
fn key_of(of: MatchId) -> String {
    format!("{} {of} {}", of.list, of.number).replace(' ', "-")
}
