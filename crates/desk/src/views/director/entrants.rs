//! All players, with what is planned for them.

use outflank_pairing::EntrantId;
use outflank_tournament::running::{Entry, Left, Registered};

use crate::people::person::Person;
use crate::views::Player;
use crate::views::director::DirectorView;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntrantLine {
    pub player: Player,
    /// The tournament's entry of the player, with the name filled in.
    pub entry: Entry,
    /// The person's data outside the log.
    pub person: Option<Person>,
    /// Whether the player has checked in.
    pub checked_in: bool,
    /// The first round the player can play.
    pub from_round: u16,
    /// Rounds the player will miss.
    pub absences: Vec<u16>,
    /// Rounds in which the player gets a requested bye.
    pub byes: Vec<u16>,
    /// How the player left, and after which round.
    pub left: Option<Left>,
    /// Whether the player may not play for the title.
    pub no_title: bool,
}

impl DirectorView<'_> {
    /// Everybody, in the order of entering.
    #[must_use]
    pub fn entrants(&self) -> Vec<EntrantLine> {
        let entrants = self.affairs().entrants.iter();
        entrants.map(|(id, one)| self.line(*id, one)).collect()
    }

    #[must_use]
    pub fn entrant(&self, id: u32) -> Option<EntrantLine> {
        let id = EntrantId(id);
        let one = self.affairs().entrants.get(&id)?;
        Some(self.line(id, one))
    }

    fn line(&self, id: EntrantId, one: &Registered) -> EntrantLine {
        let player = self.player(id.0);
        let person = self.now.person(id).cloned();
        let entry = Entry {
            name: player.name.clone(),
            ascii: person
                .as_ref()
                .and_then(|person| person.dossier.ascii.clone()),
            native: player.native.clone(),
            ..one.entry.clone()
        };
        EntrantLine {
            player,
            entry,
            person,
            checked_in: one.checked_in,
            from_round: one.from_round.0,
            absences: one.absences.iter().map(|round| round.0).collect(),
            byes: one.bye_requests.iter().map(|round| round.0).collect(),
            left: one.left,
            no_title: one.no_title,
        }
    }

    /// Players who are still in the tournament and have not checked in.
    #[must_use]
    pub fn missing(&self) -> usize {
        let here = self.affairs().staying();
        here.filter(|(_, one)| !one.checked_in).count()
    }

    /// Whether a pairing is public, so that an entry now is late.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.affairs().announced_rounds() > 0
    }

    /// Rounds that can still be missed or have a bye asked for.
    #[must_use]
    pub fn rounds_ahead(&self) -> Vec<u16> {
        let first = self.affairs().announced_rounds() + 1;
        (first..=self.affairs().rounds_planned()).collect()
    }
}
