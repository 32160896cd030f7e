//! The table of action × role. A row is an action, a column a role.

use crate::access::action::Action;
use crate::access::role::Role;

/// Whether a role may do something. Where a role is given for a tournament, a table, a round or an
/// entrant, `Yes` means there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// Within the scope of the role.
    Yes,
    No,
}

use Allowed::{No as __, Yes as Y};

/// One row: an action and the roles of [`Role::ALL`] in their order.
type Row = (Action, [Allowed; 11]);

#[rustfmt::skip]
const TABLE: &[Row] = {
    use Action::{
        AppointOfficials, Approve, ChangePersons, CheckIn, ConfirmGame, ConfirmResults, Correct, CreateTournament,
        CreateFederation, ErasePersons, GiveAccess, JudgeGame, ManageData, ManageServer, ManageUsers, OpenGame, OwnRecord,
        Pair, Penalise, PlanPlay, PlayGame, ReadDesk, ReadPersons, ReadPublic, Register, ReportResults, RuleGame, RunHall,
        RunOffice, RunRounds, ShapeEvent, Undo,
    };
    &[
        //                   owner head dir asst judge needs player offic chair comm public
        (ReadPublic,         [Y,   Y,   Y,  Y,   Y,    Y,    Y,     Y,    Y,    Y,   Y ]),
        (ReadDesk,           [Y,   Y,   Y,  Y,   __,   __,   __,    __,   __,   __,  __]),
        (ReadPersons,        [Y,   Y,   Y,  Y,   __,   __,   Y,     Y,    Y,    __,  __]),
        (ChangePersons,      [Y,   Y,   Y,  Y,   __,   __,   __,    Y,    __,   __,  __]),
        (ErasePersons,       [Y,   __,  __, __,  __,   __,   __,    Y,    __,   __,  __]),
        (CreateTournament,   [Y,   __,  __, __,  __,   __,   __,    Y,    Y,    Y,   __]),
        (AppointOfficials,   [Y,   Y,   Y,  __,  __,   __,   __,    Y,    Y,    Y,   __]),
        (Register,           [Y,   Y,   Y,  Y,   __,   __,   __,    Y,    Y,    Y,   __]),
        (CheckIn,            [Y,   Y,   Y,  Y,   __,   __,   Y,     __,   __,   __,  __]),
        (PlanPlay,           [Y,   Y,   Y,  Y,   __,   __,   Y,     __,   __,   __,  __]),
        (Pair,               [Y,   Y,   Y,  Y,   __,   __,   __,    __,   __,   __,  __]),
        (RunRounds,          [Y,   Y,   Y,  Y,   __,   __,   __,    __,   __,   __,  __]),
        (ShapeEvent,         [Y,   Y,   Y,  __,  __,   __,   __,    __,   __,   __,  __]),
        (RunHall,            [Y,   Y,   Y,  Y,   __,   __,   __,    __,   __,   __,  __]),
        (ReportResults,      [Y,   Y,   Y,  Y,   Y,    __,   Y,     __,   __,   __,  __]),
        (ConfirmResults,     [Y,   Y,   Y,  Y,   Y,    __,   __,    __,   __,   __,  __]),
        (Correct,            [Y,   Y,   Y,  __,  __,   __,   __,    __,   __,   __,  __]),
        (Penalise,           [Y,   Y,   __, __,  __,   __,   __,    __,   __,   __,  __]),
        (Undo,               [Y,   Y,   Y,  __,  __,   __,   __,    __,   __,   __,  __]),
        (Approve,            [Y,   Y,   __, __,  __,   __,   __,    Y,    Y,    Y,   __]),
        (OpenGame,           [Y,   Y,   Y,  Y,   Y,    __,   __,    __,   __,   __,  __]),
        (PlayGame,           [Y,   Y,   Y,  Y,   Y,    Y,    Y,     __,   __,   __,  __]),
        (JudgeGame,          [Y,   Y,   Y,  __,  Y,    __,   __,    __,   __,   __,  __]),
        (RuleGame,           [Y,   Y,   Y,  __,  __,   __,   __,    __,   __,   __,  __]),
        (ConfirmGame,        [Y,   Y,   Y,  __,  __,   __,   __,    __,   __,   __,  __]),
        (GiveAccess,         [Y,   Y,   Y,  Y,   __,   __,   __,    Y,    Y,    __,  __]),
        (ManageUsers,        [Y,   __,  __, __,  __,   __,   __,    __,   __,   __,  __]),
        (ManageData,         [Y,   Y,   __, __,  __,   __,   __,    __,   __,   __,  __]),
        (CreateFederation,   [Y,   __,  __, __,  __,   __,   __,    __,   __,   __,  __]),
        (RunOffice,          [Y,   __,  __, __,  __,   __,   __,    Y,    Y,    Y,   __]),
        (OwnRecord,          [Y,   __,  __, __,  __,   __,   Y,     Y,    Y,    __,  __]),
        (ManageServer,       [Y,   __,  __, __,  __,   __,   __,    __,   __,   __,  __]),
    ]
};

/// Whether a role may do something.
///
/// ```
/// use outflank_desk::access::{Action, Allowed, Role, allowed};
/// assert_eq!(allowed(Action::Penalise, Role::Head), Allowed::Yes);
/// assert_eq!(allowed(Action::Penalise, Role::Director), Allowed::No);
/// ```
#[must_use]
pub fn allowed(action: Action, role: Role) -> Allowed {
    let row = TABLE.iter().find(|(of, _)| *of == action);
    let column = Role::ALL.iter().position(|one| *one == role);
    match (row, column) {
        (Some((_, row)), Some(column)) => row[column],
        (None, _) | (_, None) => Allowed::No,
    }
}

#[cfg(test)]
mod tests {
    use crate::access::table::*;

    #[test]
    fn every_action_has_one_row_in_its_place() {
        let rows: Vec<Action> = TABLE.iter().map(|(action, _)| *action).collect();
        assert_eq!(rows, Action::ALL);
    }

    #[test]
    fn the_public_only_reads_and_only_the_head_penalises() {
        for action in Action::ALL {
            let may = allowed(*action, Role::Public) == Allowed::Yes;
            assert_eq!(may, *action == Action::ReadPublic, "{action}");
        }
        for role in Role::ALL {
            let may = allowed(Action::Penalise, role) == Allowed::Yes;
            assert_eq!(may, matches!(role, Role::Owner | Role::Head), "{role}");
        }
    }
}
