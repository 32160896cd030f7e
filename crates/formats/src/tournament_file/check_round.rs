//! What cannot have happened in a round.

use std::collections::BTreeSet;

use outflank_pairing::{EntrantId, RoundNumber};

use crate::tournament_file::RoundEntry;
use crate::tournament_file::check::Check;
use crate::tournament_file::game::{GameEntry, ResultWord};
use crate::tournament_file::problem::What;

impl Check<'_> {
    pub(crate) fn round(&mut self, n: usize, entry: &RoundEntry) {
        let is_counted = entry.stage_of_round().is_counted();
        if is_counted {
            self.counted += 1;
        }
        let mut here = Here {
            path: format!("played[{n}]"),
            number: RoundNumber(u16::try_from(n + 1).unwrap_or(u16::MAX)),
            // After the preliminary rounds all rounds are counted on.
            after_which: if is_counted {
                self.counted
            } else {
                u16::try_from(n + 1).unwrap_or(u16::MAX)
            },
            seen: BTreeSet::new(),
            void: BTreeSet::new(),
        };
        for (g, game) in entry.games.iter().enumerate() {
            self.game(&mut here, &format!("played[{n}].games[{g}]"), game);
        }
        for (i, &id) in entry.byes.iter().enumerate() {
            let path = format!("played[{n}].byes[{i}]");
            if self.is_known(&path, id) {
                self.once(&mut here, &path, id);
                self.still_here(&here, &path, id);
            }
        }
        for (i, &id) in entry.requested_byes.iter().enumerate() {
            if !entry.byes.contains(&id) {
                let path = format!("played[{n}].requested_byes[{i}]");
                self.say(path, What::RequestedNotGiven { id });
            }
        }
        // A withdrawn player is also absent; saying so is not a contradiction.
        for (i, &id) in entry.absent.iter().enumerate() {
            let path = format!("played[{n}].absent[{i}]");
            if self.is_known(&path, id) {
                self.once(&mut here, &path, id);
            }
        }
        if is_counted && !self.is_custom {
            self.everybody_named(&here);
        }
    }

    fn game(&mut self, here: &mut Here, path: &str, game: &GameEntry) {
        for (field, what) in game.problems(&self.event.rules) {
            let path = match field {
                "" => path.to_owned(),
                field => format!("{path}.{field}"),
            };
            self.say(path, what);
        }
        if game.black == game.white {
            self.say(path.to_owned(), What::AgainstHimself { id: game.black });
        }
        for (field, id) in [("black", game.black), ("white", game.white)] {
            let path = format!("{path}.{field}");
            if !self.is_known(&path, id) {
                continue;
            }
            if game.result == Some(ResultWord::Annulled) {
                here.void.insert(id);
                continue;
            }
            if game.black != game.white {
                self.once(here, &path, id);
            }
            self.still_here(here, &path, id);
            self.has_entered(here, &path, id);
        }
    }

    fn once(&mut self, here: &mut Here, path: &str, id: EntrantId) {
        if !here.seen.insert(id) {
            let round = here.number;
            self.say(path.to_owned(), What::TwiceInRound { id, round });
        }
    }

    fn still_here(&mut self, here: &Here, path: &str, id: EntrantId) {
        let Some(left) = self.left.get(&id).copied() else {
            return;
        };
        if left.after_round < here.after_which {
            let clause = self.leaving_clause(&left);
            let after_round = left.after_round;
            let what = What::HasLeft {
                id,
                after_round,
                clause,
            };
            self.say(path.to_owned(), what);
        }
    }

    fn has_entered(&mut self, here: &Here, path: &str, id: EntrantId) {
        let from_round = self.first_round_of(id);
        if here.after_which < from_round {
            let what = What::NotYetEntered {
                id,
                round: here.number,
                from_round: RoundNumber(from_round),
            };
            self.say(path.to_owned(), what);
        }
    }

    /// The first round an entrant could play.
    fn first_round_of(&self, id: EntrantId) -> u16 {
        let entrant = self.event.entrant(id);
        entrant
            .and_then(|entrant| entrant.from_round)
            .map_or(1, |round| round.0)
    }

    fn everybody_named(&mut self, here: &Here) {
        let missing: Vec<EntrantId> = (self.ids.iter().copied())
            .filter(|id| !here.seen.contains(id) && !here.void.contains(id))
            .filter(|id| self.first_round_of(*id) <= here.after_which)
            .filter(|id| {
                let left = self.left.get(id);
                left.is_none_or(|left| left.after_round >= here.after_which)
            })
            .collect();
        for id in missing {
            let round = here.number;
            self.say(here.path.clone(), What::NotNamed { id, round });
        }
    }
}

/// The round being checked.
struct Here {
    path: String,
    number: RoundNumber,
    /// A player who withdrew before this round is not in it.
    after_which: u16,
    /// Who is in it.
    seen: BTreeSet<EntrantId>,
    /// Who is only in games that do not count.
    void: BTreeSet<EntrantId>,
}
