//! The words of commands, for whoever reads them from the network and knows no crate below the desk.

use outflank_board::BySide;
use outflank_rulebook::Millis;
use outflank_tournament::running::Timestamp;

pub use outflank_federation::{
    Act as OfficeAct, By as OfficeBy, Dossier, Event as OfficeEvent, EventKey, Founding, ListRow,
    PersonNumber, Results, Stay,
};
pub use outflank_game::{
    Act as GameAct, By as GameBy, Hints, MoveEntry, Needs, Opening, Phase as GamePhase, ScreenPlay,
    Sight, Task,
};
pub use outflank_tournament::running::{
    Act as TournamentAct, By as TournamentBy, Creation, Preview,
};

pub use outflank_tournament::CivilDate as Day;

use crate::state::game::GameNow;

impl GameNow {
    /// What the clocks show at a moment.
    #[must_use]
    pub fn remaining(&self, at: Timestamp) -> BySide<Millis> {
        self.game.remaining(outflank_game::Timestamp(at.0))
    }
}
