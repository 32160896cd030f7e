//! A player's own page, opened by their link: their table, and the result when the game is over.
//!
//! It never shows a running game; where the rulebook bans devices it shows the pairing only if the
//! director lets it.

use askama::Template;
use outflank_board::Side;
use outflank_desk::access::Role;
use outflank_desk::views::director::DeskTable;
use outflank_desk::views::{Head, NextGame, PlayerPage, Seating};
use outflank_desk::{TokenId, views::Views};
use outflank_pairing::{EntrantId, RoundNumber};
use outflank_tournament::running::{Act, Phase, Report, ResultSource, ResultState, TableNumber};
use serde::Deserialize;

use crate::director::desk::{DirectorDesk, Posted};
use crate::director::results::typed::{ENDINGS, Typed, TypedAs};
use crate::director::results::{fields, result_words};
use crate::extract::{Field, Text, Ticked};
use crate::pages::Frame;
use crate::pages::notice::Notice;
use crate::public::tournament::Tab;
use crate::respond::{Answer, Problem};

#[derive(Template)]
#[template(path = "event/me.html")]
struct MePage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    p: PlayerPage,
    nonce: String,
    notice: Option<Notice>,
    typed: &'a ReportForm,
    /// Whether the pairing is kept from this device, and by which clause.
    kept: bool,
    clause: Option<String>,
    report: Option<MyTable>,
    one_is_enough: bool,
}

/// The player's game in the current round.
struct MyTable {
    round: u16,
    t: DeskTable,
    /// Whether the player has signed the current result.
    is_signed: bool,
    /// What is there, as fields send it.
    black: String,
    white: String,
    how: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct ReportForm {
    round: Field<RoundNumber>,
    table: Field<TableNumber>,
    black: Text,
    white: Text,
    how: Text,
    #[serde(rename = "as")]
    typed_as: TypedAs,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct MeQuery {
    /// The game is over.
    over: Ticked,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let entrant = player_of(&desk)?;
    show(&desk, entrant, None, &ReportForm::default())
}

pub(crate) async fn post(Posted { mut desk, form, .. }: Posted<ReportForm>) -> Answer {
    let entrant = player_of(&desk)?;
    match report(&desk, &form).await {
        Ok(()) => desk.see("me"),
        Err(notice) => {
            desk.refresh();
            show(&desk, entrant, Some(notice), &form)
        }
    }
}

/// The player whose link this is.
fn player_of(desk: &DirectorDesk) -> Result<EntrantId, Problem> {
    let tournament = Some(&desk.now.id);
    let own = desk.caller.grants().iter().find_map(|grant| {
        let is_here = grant.role == Role::Player && grant.scope.tournament.as_ref() == tournament;
        grant.scope.entrant.filter(|_| is_here)
    });
    own.ok_or_else(Problem::not_allowed)
}

async fn report(desk: &DirectorDesk, form: &ReportForm) -> Result<(), Notice> {
    let own = |key| Notice::own("report", desk.f.t(key));
    let wrong = |wrong| Notice::wrong(&desk.f, "report", &wrong);
    let typed = Typed::of(&form.black, &form.white, &form.how, form.typed_as);
    let typed = typed.ok_or_else(|| own("desk.typed.not_an_ending"))?;
    let result = typed.reported(desk.view().one_score_is_enough());
    let act = Act::EnterResult(Box::new(Report {
        round: form.round.required("round").map_err(wrong)?,
        table: form.table.required("table").map_err(wrong)?,
        result: result.map_err(|not_yet| own(not_yet.key()))?,
        source: ResultSource::Player,
        signed: Vec::new(),
        transcripts: Vec::new(),
    }));
    let written = desk.submit("report", act).await;
    written
        .map(|_| ())
        .map_err(|rejection| Notice::rejected("report", &rejection))
}

fn show(
    desk: &DirectorDesk,
    entrant: EntrantId,
    notice: Option<Notice>,
    typed: &ReportForm,
) -> Answer {
    let now = &desk.now;
    let names = |id| now.called(id);
    let views = Views::of(&now.tournament, &names);
    let p = views
        .player_page(entrant.0)
        .ok_or_else(Problem::not_allowed)?;
    let report = my_table(desk, entrant);
    let is_over = (report.as_ref()).is_some_and(|mine| mine.t.state != ResultState::Missing);
    let query: MeQuery = desk.query()?;
    let asked = query.over.0 || notice.is_some() || is_over;
    let page = MePage {
        f: &desk.f,
        head: &desk.head,
        tab: Tab::Players,
        p,
        nonce: TokenId::random().to_string(),
        notice: notice.clone(),
        typed,
        kept: !now.shows_pairing_to_players() && !asked,
        clause: (now.rules())
            .and_then(|rules| rules.devices.clause())
            .map(|clause| clause.for_people()),
        report,
        one_is_enough: desk.view().one_score_is_enough(),
    };
    desk.page(notice.as_ref(), &page)
}

fn my_table(desk: &DirectorDesk, entrant: EntrantId) -> Option<MyTable> {
    let (now, office) = (&desk.now, desk.view());
    let played = |round: &u16| {
        let shown = office.round(*round)?;
        let is_played = matches!(shown.phase, Phase::Started | Phase::Finished);
        is_played.then_some((*round, shown))
    };
    let (round, shown) = office.rounds().iter().rev().find_map(played)?;
    let is_his = |t: &&DeskTable| [t.black.player.id, t.white.player.id].contains(&entrant.0);
    let t = shown.tables.iter().find(is_his)?.clone();
    let card = now
        .affairs()
        .round(RoundNumber(round))?
        .card(TableNumber(t.table))?;
    let (black, white, how) = fields(&t);
    Some(MyTable {
        round,
        is_signed: card.signed.contains(&entrant),
        black,
        white,
        how,
        t,
    })
}

impl MePage<'_> {
    /// The game that is announced, where this device may show it.
    fn next(&self) -> Option<&NextGame> {
        self.p.next.as_ref().filter(|_| !self.kept)
    }
}
