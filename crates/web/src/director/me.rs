//! A player's own page, which his link opens: where he sits, and the result when his game is over.
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
use outflank_tournament::running::{
    Act, Official, Phase, Report, ResultSource, ResultState, TableNumber,
};

use crate::director::DeskAsk;
use crate::director::ask::{Ask, DeskAnswer};
use crate::director::form::Form;
use crate::director::results::{fields, result_words};
use crate::director::said::Said;
use crate::director::typed::{ENDINGS, Typed, TypedAs, ending};
use crate::pages::Frame;
use crate::public::tournament::Tab;

#[derive(Template)]
#[template(path = "event/me.html")]
struct MePage<'a> {
    f: &'a Frame,
    head: &'a Head,
    tab: Tab,
    p: PlayerPage,
    nonce: String,
    said: Option<Said>,
    typed: Form,
    /// Whether the pairing is kept from this device, and by which clause.
    kept: bool,
    clause: Option<String>,
    report: Option<MyTable>,
    one_is_enough: bool,
}

/// His game of the round that is played.
struct MyTable {
    round: u16,
    t: DeskTable,
    /// Whether he has signed what is there.
    is_signed: bool,
    /// What is there, as fields send it.
    black: String,
    white: String,
    how: String,
}

/// Answers a player's page; `NotAllowed` to everybody else.
pub(crate) async fn answer(asked: DeskAsk<'_>) -> DeskAnswer {
    let tournament = Some(&asked.now.id);
    let his = asked.caller.grants().iter().find_map(|grant| {
        let is_here = grant.role == Role::Player && grant.scope.tournament.as_ref() == tournament;
        grant.scope.entrant.filter(|_| is_here)
    });
    let (Some(entrant), Some(ask)) = (his, Ask::of(asked)) else {
        return DeskAnswer::NotAllowed;
    };
    let Some(form) = &ask.form else {
        return show(&ask, entrant, None, Form::default());
    };
    match report(&ask, form).await {
        Ok(()) => ask.see("me"),
        Err(said) => show(&ask, entrant, Some(said), form.clone()),
    }
}

async fn report(ask: &Ask<'_>, form: &Form) -> Result<(), Said> {
    let own = |key: &'static str| Said::own("report", ask.f.t(key));
    let how = match form.get("how") {
        "" => "p",
        how => how,
    };
    let typed = Typed {
        black: form.get("black").to_owned(),
        white: form.get("white").to_owned(),
        how: ending(how).unwrap_or_else(|| Official::played(0, 0)),
        typed_as: TypedAs::of(form.get("as")),
    };
    let result = typed.reported(ask.office().one_score_is_enough());
    let act = Act::EnterResult(Box::new(Report {
        round: RoundNumber(form.number("round").unwrap_or(0)),
        table: TableNumber(form.number("table").unwrap_or(0)),
        result: result.map_err(|not_yet| own(not_yet.key()))?,
        source: ResultSource::Player,
        signed: Vec::new(),
        transcripts: Vec::new(),
    }));
    let refused = |refusal: outflank_desk::Refusal| Said::refused("report", &refusal);
    ask.submit("report", act).await.map(|_| ()).map_err(refused)
}

fn show(ask: &Ask<'_>, entrant: EntrantId, said: Option<Said>, typed: Form) -> DeskAnswer {
    let now = ask.fresh();
    let names = |id| now.called(id);
    let views = Views::of(&now.tournament, &names);
    let Some(p) = views.player_page(entrant.0) else {
        return DeskAnswer::NotAllowed;
    };
    let report = my_table(ask, entrant);
    let is_over = report
        .as_ref()
        .is_some_and(|mine| mine.t.state != ResultState::Missing);
    let asked = ask.query.has("over") || said.is_some() || is_over;
    let kept = !now.shows_pairing_to_players() && !asked;
    let page = MePage {
        f: &ask.f,
        head: &ask.head,
        tab: Tab::Players,
        p,
        nonce: TokenId::random().to_string(),
        said: said.clone(),
        typed,
        kept,
        clause: (now.rules())
            .and_then(|rules| rules.devices.clause())
            .map(|clause| clause.for_people()),
        report,
        one_is_enough: ask.office().one_score_is_enough(),
    };
    ask.page(said.as_ref(), &page)
}

fn my_table(ask: &Ask<'_>, entrant: EntrantId) -> Option<MyTable> {
    let now = ask.fresh();
    let office = outflank_desk::views::director::DirectorView::of(&now);
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
