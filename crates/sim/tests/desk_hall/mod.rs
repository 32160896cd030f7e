//! A desk on a log in memory or on SQLite, with people who speak to it.
#![allow(dead_code, reason = "every test uses its own part of the hall")]

use std::sync::Arc;

use outflank_board::Side;
use outflank_desk::access::{
    AccessAct, Caller, Grant, NewLink, Role, Scope, TableRange, TokenKind,
};
use outflank_desk::log::{RecordKind, Store};
use outflank_desk::{
    Answer, Desk, GameId, GamePlace, GameRequest, HandClock, NewGame, NewTournament, Options,
    Person, Refusal, Request, TournamentId, TournamentNow, TournamentRequest, What,
};
use outflank_game as game;
use outflank_store::memory::MemoryStore;
use outflank_tournament::running::{
    Act, Application, Creation, Credentials, Entry, MemberKind, Official, OfficialPost, Post,
    Report, Reported, ResultSource, TableNumber, Timestamp,
};
use outflank_tournament::{EntrantId, RoundNumber};

/// 2024-05-04 08:00 UTC.
pub(crate) const MORNING: Timestamp = Timestamp(1_714_809_600_000);

/// A desk and its event.
pub(crate) struct Hall {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<HandClock>,
    pub(crate) desk: Arc<Desk>,
    pub(crate) event: TournamentId,
    commands: std::cell::Cell<u32>,
}

/// Runs a test of the desk to its end.
pub(crate) fn run<F: Future<Output = ()>>(test: F) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    runtime.block_on(test);
}

impl Hall {
    /// A desk with an event of this preset, run by a head.
    pub(crate) async fn open(preset: &str) -> Self {
        Self::open_on(Arc::new(MemoryStore::new()), preset).await
    }

    pub(crate) async fn open_on(store: Arc<dyn Store>, preset: &str) -> Self {
        let clock = Arc::new(HandClock::at(MORNING));
        let desk = Desk::open(store.clone(), clock.clone(), Options::default())
            .await
            .expect("an empty log");
        let mut creation = Creation::new("Example Open", "2024-05-04".parse().expect("a date"));
        creation.set = Vec::new();
        let what = What::NewTournament(Box::new(NewTournament {
            preset: preset.to_owned(),
            slug: Some("example".to_owned()),
            creation,
        }));
        let made = desk
            .submit(&Caller::console(), Request::new("create", what))
            .await
            .expect("the owner may");
        let event = made.made.expect("an id").parse().expect("an id");
        let hall = Self {
            store,
            clock,
            desk,
            event,
            commands: std::cell::Cell::new(0),
        };
        let official = OfficialPost::new("Vera Arbiter", Post::Head);
        hall.act(Act::Appoint { official }).await;
        hall
    }

    /// The desk of another process on the same log.
    pub(crate) async fn restart(&mut self) {
        self.desk = Desk::open(self.store.clone(), self.clock.clone(), Options::default())
            .await
            .expect("the log is whole");
    }

    pub(crate) fn now(&self) -> Arc<TournamentNow> {
        self.desk.tournament(&self.event).expect("it was created")
    }

    pub(crate) fn id(&self) -> String {
        self.commands.set(self.commands.get() + 1);
        format!("c{}", self.commands.get())
    }

    /// An act of the owner that must be accepted.
    pub(crate) async fn act(&self, act: Act) -> Answer {
        let said = format!("{act:?}");
        match self.try_act(&Caller::console(), act).await {
            Ok(answer) => answer,
            Err(refusal) => panic!("{said} was refused: {refusal}"),
        }
    }

    pub(crate) async fn try_act(&self, caller: &Caller, act: Act) -> Result<Answer, Refusal> {
        self.submit(caller, self.request(act)).await
    }

    pub(crate) fn request(&self, act: Act) -> Request {
        Request::new(self.id(), self.what(act, None))
    }

    pub(crate) fn what(&self, act: Act, person: Option<Person>) -> What {
        What::Tournament(Box::new(TournamentRequest {
            tournament: self.event.clone(),
            by: None,
            act,
            person,
        }))
    }

    pub(crate) async fn submit(
        &self,
        caller: &Caller,
        request: Request,
    ) -> Result<Answer, Refusal> {
        self.clock.pass_ms(1000);
        self.desk.submit(caller, request).await
    }

    /// Somebody who has a link with this role.
    pub(crate) async fn link(&self, role: Role, scope: Scope) -> Caller {
        let link = NewLink {
            kind: TokenKind::Link,
            grant: Grant { role, scope },
            expires: None,
            only: Vec::new(),
            label: None,
        };
        let what = What::Access {
            act: AccessAct::MakeLink(link),
        };
        let answer = (self
            .desk
            .submit(&Caller::console(), Request::new(self.id(), what))
            .await)
            .expect("the owner may");
        let secret = answer.secret.expect("told once");
        let session = self.desk.open_link(secret.reveal()).await;
        session.expect("a good link").caller
    }

    pub(crate) async fn in_event(&self, role: Role) -> Caller {
        self.link(role, Scope::tournament(&self.event)).await
    }

    pub(crate) async fn judge(&self, round: u16, table: u16) -> Caller {
        let scope = Scope {
            round: Some(RoundNumber(round)),
            tables: Some(TableRange::one(TableNumber(table))),
            ..Scope::tournament(&self.event)
        };
        self.link(Role::Judge, scope).await
    }

    pub(crate) async fn player(&self, entrant: EntrantId) -> Caller {
        let scope = Scope {
            entrant: Some(entrant),
            ..Scope::tournament(&self.event)
        };
        self.link(Role::Player, scope).await
    }

    /// Enters and checks in this many players.
    pub(crate) async fn enter(&self, count: u32) {
        for n in 1..=count {
            let act = Act::Enter(Box::new(application(&format!("Fictional {n}"))));
            let answer = self.act(act).await;
            let entrant = answer.entrant.expect("he entered");
            self.act(Act::CheckIn { entrant }).await;
        }
    }

    /// Pairs, announces and starts the next round.
    pub(crate) async fn start_round(&self) -> RoundNumber {
        let round = self.now().affairs().next_round();
        let assumed = Vec::new();
        self.act(Act::Propose { round, assumed }).await;
        let consent = Some("no other pairing is left".to_owned());
        self.act(Act::Announce { round, consent }).await;
        self.act(Act::Start { round }).await;
        round
    }

    /// Plays a round to its end.
    pub(crate) async fn play_round(&self) -> RoundNumber {
        let round = self.start_round().await;
        let cards = self
            .now()
            .affairs()
            .round(round)
            .expect("started")
            .cards
            .clone();
        for card in cards {
            let (black, white) = if card.black < card.white {
                (40, 24)
            } else {
                (20, 44)
            };
            self.act(report(round.0, card.table.0, black, white)).await;
        }
        self.act(Act::Validate { round }).await;
        round
    }

    /// Opens a game at a table.
    pub(crate) async fn open_game(
        &self,
        round: RoundNumber,
        table: u16,
        opening: game::Opening,
    ) -> GameId {
        let what = What::NewGame(Box::new(NewGame {
            place: Some(GamePlace {
                tournament: self.event.clone(),
                round,
                table: TableNumber(table),
            }),
            rulebook: None,
            opening,
        }));
        let answer = self
            .submit(&Caller::console(), Request::new(self.id(), what))
            .await;
        let made = answer.expect("the table is there").made;
        made.expect("an id").parse().expect("an id")
    }

    pub(crate) fn game_request(&self, id: &GameId, by: game::By, act: game::Act) -> Request {
        let request = GameRequest {
            game: id.clone(),
            by,
            act,
        };
        Request::new(self.id(), What::Game(Box::new(request)))
    }

    pub(crate) async fn try_game(
        &self,
        caller: &Caller,
        id: &GameId,
        by: game::By,
        act: game::Act,
    ) -> Result<Answer, Refusal> {
        let request = self.game_request(id, by, act);
        self.submit(caller, request).await
    }

    pub(crate) async fn game_act(&self, id: &GameId, by: game::By, act: game::Act) -> Answer {
        let said = format!("{act:?}");
        match self.try_game(&Caller::console(), id, by, act).await {
            Ok(answer) => answer,
            Err(refusal) => panic!("{said} was refused: {refusal}"),
        }
    }

    /// Ends a game by resignation and makes the result final.
    pub(crate) async fn resign_and_sign(&self, id: &GameId, loser: Side) {
        let how = game::GivingUp::Resigns;
        let resign = game::Act::Resign { player: loser, how };
        self.game_act(id, loser.into(), resign).await;
        for side in Side::BOTH {
            self.game_act(id, side.into(), game::Act::Sign).await;
        }
    }

    /// Everything that is stored: events, answers are beside it, records.
    pub(crate) async fn everything_stored(&self) -> String {
        let events = (self
            .store
            .read_all(outflank_desk::log::GlobalSeq(0), usize::MAX)
            .await)
            .expect("readable");
        let mut all = String::new();
        for envelope in events {
            let content = &envelope.content;
            all.push_str(&format!("{content:?}\n"));
            let answer = self
                .store
                .command(&content.command_id)
                .await
                .expect("readable");
            all.push_str(&format!("{answer:?}\n"));
        }
        for kind in RecordKind::ALL {
            let records = self.store.records(kind).await.expect("readable");
            all.push_str(&format!("{records:?}\n"));
        }
        all
    }
}

/// A member who wants to play.
pub(crate) fn application(name: &str) -> Application {
    Application {
        entry: Entry::new(name),
        credentials: Credentials {
            membership: Some(MemberKind::Member),
            ..Credentials::default()
        },
        allowance: None,
        late_terms_seen: true,
    }
}

/// A slip with a result.
pub(crate) fn report(round: u16, table: u16, black: u16, white: u16) -> Act {
    Act::EnterResult(Box::new(Report {
        round: RoundNumber(round),
        table: TableNumber(table),
        result: Reported::Official(Official::played(black, white)),
        source: ResultSource::Slip,
        signed: Vec::new(),
        transcripts: Vec::new(),
    }))
}

pub(crate) fn code(result: Result<Answer, Refusal>) -> &'static str {
    match result {
        Ok(answer) => panic!("{:?} should have been refused", answer.events),
        Err(refusal) => refusal.code(),
    }
}

impl Hall {
    /// Enters and checks in this many players for the World Championship, two a country.
    pub(crate) async fn enter_teams(&self, count: u32) {
        for n in 0..count {
            let mut act = application(&format!("Fictional {}", n + 1));
            act.entry.country = Some(format!(
                "{}AA",
                char::from(b'A' + u8::try_from(n / 2).expect("few"))
            ));
            act.entry.nation = Some(outflank_tournament::running::Nation::Federation);
            act.credentials.citizen = Some(true);
            let answer = self.act(Act::Enter(Box::new(act))).await;
            let entrant = answer.entrant.expect("he entered");
            self.act(Act::CheckIn { entrant }).await;
        }
    }
}
