//! A role and where it holds.

use outflank_board::Side;
use outflank_tournament::running::TableNumber;
use outflank_tournament::{EntrantId, RoundNumber};
use serde::{Deserialize, Serialize};

use crate::access::role::Role;
use outflank_federation::PersonNumber;

use crate::ids::{FederationId, GameId, TournamentId};

/// Tables from one number to another, both included.
#[derive(schemars::JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRange {
    pub from: TableNumber,
    pub to: TableNumber,
}

impl TableRange {
    #[must_use]
    pub const fn one(table: TableNumber) -> Self {
        Self {
            from: table,
            to: table,
        }
    }

    fn has(self, table: TableNumber) -> bool {
        (self.from..=self.to).contains(&table)
    }

    fn has_all(self, other: Self) -> bool {
        self.has(other.from) && self.has(other.to)
    }
}

/// The scope of a role; anything left out is not limited.
#[derive(
    schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields, default)]
pub struct Scope {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<RoundNumber>,
    /// At these tables: a judge's table, a director's area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<TableRange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<EntrantId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<FederationId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<PersonNumber>,
    /// In this game, if it does not belong to a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// For this side of that game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

/// What an act is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Target {
    pub tournament: Option<TournamentId>,
    pub round: Option<RoundNumber>,
    pub table: Option<TableNumber>,
    /// The entrants: the one it is about, or the two at the table.
    pub entrants: Vec<EntrantId>,
    pub game: Option<GameId>,
    pub federation: Option<FederationId>,
    /// The person of the federation it is about.
    pub member: Option<PersonNumber>,
}

impl Target {
    #[must_use]
    pub fn federation(id: &FederationId) -> Self {
        Self {
            federation: Some(id.clone()),
            ..Self::default()
        }
    }

    #[must_use]
    pub fn tournament(id: &TournamentId) -> Self {
        Self {
            tournament: Some(id.clone()),
            ..Self::default()
        }
    }
}

impl Scope {
    #[must_use]
    pub fn tournament(id: &TournamentId) -> Self {
        Self {
            tournament: Some(id.clone()),
            ..Self::default()
        }
    }

    /// Whether an act on this target lies within.
    #[must_use]
    pub fn covers(&self, target: &Target) -> bool {
        fn fits<T: PartialEq>(limit: Option<&T>, is: Option<&T>) -> bool {
            limit.is_none_or(|limit| is == Some(limit))
        }
        fits(self.tournament.as_ref(), target.tournament.as_ref())
            && fits(self.round.as_ref(), target.round.as_ref())
            && fits(self.game.as_ref(), target.game.as_ref())
            && fits(self.federation.as_ref(), target.federation.as_ref())
            && fits(self.member.as_ref(), target.member.as_ref())
            && (self.tables).is_none_or(|range| target.table.is_some_and(|table| range.has(table)))
            && (self.entrant).is_none_or(|entrant| target.entrants.contains(&entrant))
    }

    /// Whether another scope lies within.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        fn narrower<T: PartialEq>(mine: Option<&T>, theirs: Option<&T>) -> bool {
            mine.is_none_or(|mine| theirs == Some(mine))
        }
        narrower(self.tournament.as_ref(), other.tournament.as_ref())
            && narrower(self.round.as_ref(), other.round.as_ref())
            && narrower(self.entrant.as_ref(), other.entrant.as_ref())
            && narrower(self.game.as_ref(), other.game.as_ref())
            && narrower(self.federation.as_ref(), other.federation.as_ref())
            && narrower(self.member.as_ref(), other.member.as_ref())
            && narrower(self.side.as_ref(), other.side.as_ref())
            && (self.tables).is_none_or(|mine| other.tables.is_some_and(|one| mine.has_all(one)))
    }
}

/// A role and its scope.
#[derive(schemars::JsonSchema, Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    pub role: Role,
    #[serde(default)]
    pub scope: Scope,
}

impl Grant {
    #[must_use]
    pub fn everywhere(role: Role) -> Self {
        Self {
            role,
            scope: Scope::default(),
        }
    }

    #[must_use]
    pub fn federation(role: Role, id: &FederationId) -> Self {
        Self {
            role,
            scope: Scope {
                federation: Some(id.clone()),
                ..Scope::default()
            },
        }
    }

    #[must_use]
    pub fn tournament(role: Role, id: &TournamentId) -> Self {
        Self {
            role,
            scope: Scope::tournament(id),
        }
    }

    /// Whether a role that needs a scope has one: a judge a table, a player their player number.
    pub(crate) fn is_whole(&self) -> bool {
        let scope = &self.scope;
        match self.role {
            Role::Player | Role::NeedsAssistant => {
                (scope.game.is_some() && scope.side.is_some())
                    || (scope.tournament.is_some() && scope.entrant.is_some())
                    || (scope.federation.is_some() && scope.member.is_some())
            }
            Role::Judge => {
                scope.game.is_some() || (scope.tournament.is_some() && scope.tables.is_some())
            }
            Role::Head | Role::Director | Role::Assistant => scope.tournament.is_some(),
            Role::Owner | Role::Officer | Role::Chairman | Role::Committee => true,
            Role::Public => false,
        }
    }

    /// Whether a caller who has this may give that.
    pub(crate) fn may_give(&self, other: &Self) -> bool {
        // The office gives people links to their own records, and to nobody's games.
        let of_the_office = match self.role {
            Role::Officer | Role::Chairman => {
                let scope = &other.scope;
                let is_elsewhere = scope.tournament.is_some() || scope.game.is_some();
                other.role != Role::Player || (scope.member.is_some() && !is_elsewhere)
            }
            Role::Owner
            | Role::Head
            | Role::Director
            | Role::Assistant
            | Role::Judge
            | Role::NeedsAssistant
            | Role::Player
            | Role::Committee
            | Role::Public => true,
        };
        of_the_office
            && self.role.may_give().contains(&other.role)
            && self.scope.includes(&other.scope)
    }
}

#[cfg(test)]
mod tests {
    use crate::access::grant::*;

    fn judge(table: u16) -> Scope {
        Scope {
            round: Some(RoundNumber(3)),
            tables: Some(TableRange::one(TableNumber(table))),
            ..Scope::tournament(&"t1".parse().unwrap())
        }
    }

    #[test]
    fn a_judge_is_bound_to_his_table_and_round() {
        let at = |round, table| Target {
            round: Some(RoundNumber(round)),
            table: Some(TableNumber(table)),
            ..Target::tournament(&"t1".parse().unwrap())
        };
        assert!(judge(5).covers(&at(3, 5)));
        assert!(!judge(5).covers(&at(3, 6)));
        assert!(!judge(5).covers(&at(4, 5)));
        assert!(!judge(5).covers(&Target::tournament(&"t1".parse().unwrap())));
        assert!(!judge(5).covers(&Target::default()));
    }

    #[test]
    fn nobody_gives_more_than_he_has() {
        let id = "t1".parse().unwrap();
        let head = Grant::tournament(Role::Head, &id);
        let judge = Grant {
            role: Role::Judge,
            scope: judge(5),
        };
        assert!(head.may_give(&judge));
        assert!(!judge.may_give(&judge));
        assert!(!head.may_give(&head));
        let elsewhere = Grant::tournament(Role::Assistant, &"t2".parse().unwrap());
        assert!(!head.may_give(&elsewhere));
        assert!(!head.may_give(&Grant::everywhere(Role::Assistant)));
        assert!(Grant::everywhere(Role::Owner).may_give(&head));
    }
}
