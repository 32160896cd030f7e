//! A table of a started round with a judge's tablet, over a line that can be cut.

use std::sync::Arc;

use outflank_desk::{GameId, GameNow, GameRequest, NewTournament, TournamentId, What};
use outflank_game::{Act as GameAct, By as GameBy};
use outflank_tournament::RoundNumber;
use outflank_tournament::running::{
    Act, Application, Creation, Entry, OfficialPost, Post, TableNumber,
};

use crate::journeys_browser::{Browser, Size};
use crate::support::hosted::Hosted;
use crate::support::relay::Relay;

/// What is different from the preset: the procedures of a table judge.
pub(crate) const JUDGED: &[(&str, &str)] = &[
    ("who_corrects", "judge_else_player"),
    ("may_stop_clock", "judge_else_players"),
    ("may_restart_clock", "officials"),
    ("clock_check", "judge"),
    ("start_of_game", "white_presses"),
    ("extension_grant", "both_at_first_default"),
    ("time_default", "two_minutes"),
];

/// A hall with a started round, and the tablet of table 1.
pub(crate) struct Table {
    pub(crate) tablet: Browser,
    pub(crate) relay: Relay,
    pub(crate) hall: Hosted,
    pub(crate) event: TournamentId,
}

impl Table {
    /// A round that has started, and a tablet at its door.
    pub(crate) fn set_up(hall: Hosted) -> Self {
        let creation = Creation {
            set: (JUDGED.iter())
                .map(|(axis, value)| ((*axis).to_owned(), (*value).to_owned()))
                .collect(),
            ..Creation::new("Hall Open", "2026-11-15".parse().unwrap())
        };
        let made = hall.submit(What::NewTournament(Box::new(NewTournament {
            preset: "soc/open".to_owned(),
            slug: Some("hall".to_owned()),
            creation,
        })));
        let event: TournamentId = made.made.unwrap().parse().unwrap();
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        hall.act(&event, Act::Appoint { official });
        start_round(&hall, &event);
        let relay = Relay::to(hall.address);
        let tablet = Browser::start_in_hall(relay.port, Size::Tablet);
        Self {
            tablet,
            relay,
            hall,
            event,
        }
    }

    /// Through the door with the round's digits, the table opened, who sits where confirmed, the clock started.
    pub(crate) fn start(mode: &str) -> Self {
        Self::set_up(Hosted::start()).begin(mode)
    }

    /// The same at a table that is set up.
    pub(crate) fn begin(self, mode: &str) -> Self {
        let table = self;
        let b = &table.tablet;
        b.go("/t/hall/tables/1");
        b.write("input[name=digits]", &table.digits());
        b.click("button[value=digits]");
        b.until("document.querySelector('button[value=physical]')");
        b.click(&format!("button[value={mode}]"));
        b.until("document.getElementById('do-seated')");
        b.click("#do-seated");
        b.until("document.getElementById('do-checked')");
        b.click("#do-checked");
        b.until("document.getElementById('do-start')");
        b.click("#do-start");
        b.until("document.querySelector('.clock.run')");
        table.in_sync();
        table
    }

    /// The four digits that open the tables of the round.
    pub(crate) fn digits(&self) -> String {
        let digits = self.hall.desk.round_digits(&self.event, RoundNumber(1));
        self.hall.runtime.block_on(digits).unwrap()
    }

    pub(crate) fn game_id(&self) -> GameId {
        let now = self.hall.desk.tournament(&self.event).unwrap();
        let game = now.game_at(RoundNumber(1), TableNumber(1)).unwrap();
        game.game.clone()
    }

    pub(crate) fn game(&self) -> Arc<GameNow> {
        let id = self.game_id();
        let found = self.hall.desk.game(&id);
        self.hall.runtime.block_on(found).unwrap().unwrap()
    }

    /// Waits until everything that was tapped is with the server.
    #[track_caller]
    pub(crate) fn in_sync(&self) {
        self.tablet.until(
            "document.getElementById('sync').dataset.waiting === '0' && document.getElementById('sync').dataset.state === 'sent'",
        );
    }

    /// Taps a square of the board.
    #[track_caller]
    pub(crate) fn square(&self, square: &str) {
        self.tablet.click(&format!(".hits [data-square={square}]"));
    }

    /// Taps so many legal moves, passes where there is none, and stops at the end.
    #[track_caller]
    pub(crate) fn play(&self, moves: u32) {
        for _ in 0..moves {
            let tapped = self.tablet.script(
                "const plies = () => document.querySelector('#board svg').getAttribute('aria-label').match(/\\d+/)[0]; \
                 if (!document.getElementById('pad-undo')) return 'over'; \
                 const legal = document.querySelector('.hits [data-square]:not([aria-disabled])'); \
                 window.before = plies(); (legal ?? document.getElementById('pad-pass')).click(); return legal?.dataset.square ?? 'pass';",
            );
            if tapped == "over" {
                return;
            }
            self.tablet.until(
                "document.querySelector('#board svg').getAttribute('aria-label').match(/\\d+/)[0] !== window.before",
            );
        }
    }

    pub(crate) fn director(&self, act: GameAct) {
        self.hall.submit(What::Game(Box::new(GameRequest {
            game: self.game_id(),
            by: GameBy::Director,
            act,
        })));
    }
}

/// Four people enter, and the first round starts.
pub(crate) fn start_round(hosted: &Hosted, event: &TournamentId) {
    for name in ["Ada Example", "Ben Sample", "Cleo Muster", "Dora Fiction"] {
        let application = Application {
            entry: Entry::new(name),
            ..Application::default()
        };
        let entrant = hosted.act(event, Act::Enter(Box::new(application))).entrant;
        let entrant = entrant.unwrap();
        hosted.act(event, Act::CheckIn { entrant });
    }
    let round = RoundNumber(1);
    hosted.act(
        event,
        Act::Propose {
            round,
            assumed: Vec::new(),
        },
    );
    let consent = Some("a small field".to_owned());
    hosted.act(event, Act::Announce { round, consent });
    hosted.act(event, Act::Start { round });
}
