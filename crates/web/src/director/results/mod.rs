//! Results, made for speed: one form for the whole round, and a quick entry.

pub(crate) mod form;
pub(crate) mod typed;

use std::collections::BTreeMap;

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::director::{DeskRound, DeskTable, DirectorView, NextStep, ResultView};
use outflank_desk::views::{Decided, Head};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{
    Act, Official, Phase, Report, Reported, ResultSource, ResultState, TableNumber,
};

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::director::results::form::{Action, ResultsForm, ResultsQuery, RowForm};
use crate::director::results::typed::{ENDINGS, Typed, TypedAs, ending_code, quick};
use crate::pages::Frame;
use crate::pages::figures::halves;
use crate::pages::notice::{Notice, Offer};
use crate::respond::{Answer, Problem};

#[derive(Template)]
#[template(path = "desk/results.html")]
struct ResultsPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    r: DeskRound,
    rounds: Vec<u16>,
    rows: Vec<Row>,
    open: Vec<u16>,
    in_query: Vec<u16>,
    typed_as: TypedAs,
    second: bool,
    one_is_enough: bool,
    halves: bool,
    empties_clause: Option<String>,
    quick: String,
    only_missing: bool,
}

/// A table with what stands in its fields.
struct Row {
    t: DeskTable,
    black: String,
    white: String,
    how: String,
    notice: Option<Notice>,
}

/// What was typed and refused.
#[derive(Default)]
struct Refused {
    rows: BTreeMap<u16, (RowForm, Notice)>,
    quick: String,
    notice: Option<Notice>,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let query: ResultsQuery = desk.query()?;
    match round_of(&desk)? {
        Some(round) => show(&desk, round, &query, Refused::default()),
        None => desk.see("desk/pairing"),
    }
}

pub(crate) async fn post(Posted { mut desk, form, .. }: Posted<ResultsForm>) -> Answer {
    let Some(round) = round_of(&desk)? else {
        return desk.see("desk/pairing");
    };
    let mut refused = Refused::default();
    match form.action {
        Action::Validate => {
            let number = RoundNumber(round);
            match desk
                .submit("validate", Act::Validate { round: number })
                .await
            {
                Ok(_) => {
                    desk.refresh();
                    return to_after(&desk, round);
                }
                Err(rejection) => refused.notice = Some(Notice::rejected("bar", &rejection)),
            }
        }
        Action::Quick => {
            let text = form.quick.last().map_or("", |text| text.as_str());
            save_quick(&desk, text, round, &mut refused).await;
        }
        Action::Second => second_entry(&desk, &form, round, &mut refused).await,
        Action::Save => match form.clear.optional("clear").ok().flatten() {
            Some(table) => clear(&desk, round, table, &mut refused).await,
            None => save_rows(&desk, &form, round, &mut refused).await,
        },
    }
    if refused.notice.is_none() && refused.rows.is_empty() {
        return desk.see(&format!("desk/results/{round}{}", form.view.text()));
    }
    desk.refresh();
    show(&desk, round, &form.view, refused)
}

/// The round in the path, or the last one.
fn round_of(desk: &DirectorDesk) -> Result<Option<u16>, Problem> {
    let asked = desk.part("round")?;
    Ok(asked.or_else(|| desk.view().rounds().last().copied()))
}

/// After a round is closed: the next pairing, the matches, or the tournament where none is left.
fn to_after(desk: &DirectorDesk, round: u16) -> Answer {
    let view = desk.view();
    match view.next() {
        NextStep::Finals { .. } => desk.see("desk/finals"),
        _ if round < view.rounds_planned() => desk.see(&format!("desk/pairing/{}", round + 1)),
        _ => desk.see("desk/event"),
    }
}

async fn save_quick(desk: &DirectorDesk, text: &str, round: u16, refused: &mut Refused) {
    let notice = match quick(text) {
        Some((table, typed)) => match save(desk, round, table, &typed).await {
            Ok(()) => return,
            Err(notice) => notice,
        },
        None => Notice::own("quick", desk.f.t("desk.quick.not_read")),
    };
    refused.quick = text.to_owned();
    refused.notice = Some(Notice {
        place: "quick".to_owned(),
        offer: notice.offer.map(|offer| {
            Box::new(Offer {
                name: "quick",
                value: format!("{text} c"),
                ..*offer
            })
        }),
        ..notice
    });
}

/// Opens a table again whose result was entered by mistake.
async fn clear(desk: &DirectorDesk, round: u16, table: u16, refused: &mut Refused) {
    let act = Act::ClearResult {
        round: RoundNumber(round),
        table: TableNumber(table),
    };
    if let Err(rejection) = desk.submit(&format!("clear{table}"), act).await {
        refused.notice = Some(Notice::rejected("bar", &rejection));
    }
}

/// Saves every row that was typed and differs from what is there.
async fn save_rows(desk: &DirectorDesk, form: &ResultsForm, round: u16, refused: &mut Refused) {
    let Some(shown) = desk.view().round(round) else {
        return;
    };
    // A button of one row says that its count on the board is meant.
    let counted = form.count.optional("count").ok().flatten();
    for row in form.rows() {
        let typed_as = match counted == Some(row.table) {
            true => TypedAs::Count,
            false => form.view.typed_as,
        };
        let fields = (row.black.clone(), row.white.clone(), row.how.clone());
        let is_shown = (shown.table(row.table)).is_some_and(|t| self::fields(t) == fields);
        let saved = match row.typed(typed_as) {
            Some(typed) if typed.is_empty() || is_shown => continue,
            Some(typed) => save(desk, round, row.table, &typed).await,
            None => Err(not_an_ending(desk, row.table)),
        };
        if let Err(notice) = saved {
            refused.rows.insert(row.table, (row, notice));
        }
    }
}

fn not_an_ending(desk: &DirectorDesk, table: u16) -> Notice {
    Notice::own(
        format!("table-{table}"),
        desk.f.t("desk.typed.not_an_ending"),
    )
}

async fn save(desk: &DirectorDesk, round: u16, table: u16, typed: &Typed) -> Result<(), Notice> {
    let place = format!("table-{table}");
    let view = desk.view();
    let reported = match typed.reported(view.one_score_is_enough()) {
        Ok(reported) => reported,
        Err(not_yet) => return Err(Notice::own(place, desk.f.t(not_yet.key()))),
    };
    let act = Act::EnterResult(Box::new(Report {
        round: RoundNumber(round),
        table: TableNumber(table),
        result: reported.clone(),
        source: ResultSource::Slip,
        signed: Vec::new(),
        transcripts: Vec::new(),
    }));
    match desk.submit(&format!("t{table}"), act).await {
        Ok(_) => Ok(()),
        Err(refusal) => {
            let notice = Notice::rejected(place, &refusal);
            let offer = counted_offer(desk, table, &reported);
            let clause = notice.clause.or_else(|| view.empties_clause());
            let clause = clause.filter(|_| offer.is_some() || refusal.clause().is_some());
            Err(Notice {
                offer,
                clause,
                ..notice
            })
        }
    }
}

/// A score that cannot be official may be the count on the board: offers what that would be.
fn counted_offer(desk: &DirectorDesk, table: u16, reported: &Reported) -> Option<Box<Offer>> {
    let Reported::Official(Official::Played {
        black,
        white,
        flags,
        ..
    }) = reported
    else {
        return None;
    };
    if !(black.is_whole() && white.is_whole()) {
        return None;
    }
    let count = Reported::Count {
        black: black.0 / 2,
        white: white.0 / 2,
        flags: flags.clone(),
    };
    let official = desk.view().official(count).ok()?.score?;
    let on_board = format!("{}–{}", black.0 / 2, white.0 / 2);
    Some(Box::new(Offer {
        name: "count",
        value: table.to_string(),
        words: desk.f.t2(
            "desk.typed.offer",
            "board",
            on_board,
            "official",
            desk.f.score(official),
        ),
    }))
}

/// A second person types the slips again: what agrees is confirmed, what does not is shown.
async fn second_entry(desk: &DirectorDesk, form: &ResultsForm, round: u16, refused: &mut Refused) {
    let Some(shown) = desk.view().round(round) else {
        return;
    };
    for row in form.rows() {
        let Some(t) = shown.table(row.table) else {
            continue;
        };
        let again = match row.typed(form.view.typed_as) {
            Some(typed) if typed.is_empty() || t.state != ResultState::Entered => continue,
            Some(typed) => typed_again(desk, t, &typed),
            None => Err(not_an_ending(desk, row.table)),
        };
        let confirmed = match again {
            Ok(()) => {
                let act = Act::Confirm {
                    round: RoundNumber(round),
                    table: TableNumber(row.table),
                };
                let confirmed = desk.submit(&format!("c{}", row.table), act).await;
                let place = format!("table-{}", row.table);
                confirmed.map_err(|rejection| Notice::rejected(place, &rejection))
            }
            Err(notice) => Err(notice),
        };
        if let Err(notice) = confirmed {
            refused.rows.insert(row.table, (row, notice));
        }
    }
}

/// Whether the second entry is the same result as the first.
fn typed_again(desk: &DirectorDesk, t: &DeskTable, typed: &Typed) -> Result<(), Notice> {
    let (view, f) = (desk.view(), &desk.f);
    let place = format!("table-{}", t.table);
    let result = match typed.reported(view.one_score_is_enough()) {
        Ok(reported) => view.official(reported),
        Err(not_yet) => Err(f.t(not_yet.key()).to_owned()),
    };
    let result = result.map_err(|problem| Notice::own(&place, problem))?;
    if Some(&result) == t.result.as_ref() {
        return Ok(());
    }
    let first = t.result.as_ref().map(|first| result_words(f, first));
    let (first, second) = (first.unwrap_or_default(), result_words(f, &result));
    let words = f.t2("desk.second.differs", "first", first, "second", second);
    Err(Notice::own(place, words))
}

fn show(desk: &DirectorDesk, round: u16, query: &ResultsQuery, mut refused: Refused) -> Answer {
    let view = desk.view();
    let Some(r) = view.round(round).filter(|r| r.phase >= Phase::Started) else {
        return desk.see(&format!("desk/pairing/{round}"));
    };
    let second = query.second.0;
    let first_bad = refused
        .rows
        .values()
        .next()
        .map(|(_, notice)| notice.clone());
    let rows = (r.tables.iter())
        .map(|t| {
            let (fields, notice) = match refused.rows.remove(&t.table) {
                Some((row, notice)) => ((row.black, row.white, row.how), Some(notice)),
                None if second && t.state == ResultState::Entered => {
                    ((String::new(), String::new(), "p".to_owned()), None)
                }
                None => (fields(t), None),
            };
            let (black, white, how) = fields;
            Row {
                t: t.clone(),
                black,
                white,
                how,
                notice,
            }
        })
        .collect();
    let notice = refused.notice.or(first_bad);
    let page = ResultsPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Results, notice.as_ref()),
        rounds: started(&view),
        rows,
        open: r.open(),
        in_query: r.in_query(),
        typed_as: query.typed_as,
        second,
        one_is_enough: view.one_score_is_enough(),
        halves: view.knows_half_discs(),
        empties_clause: view.empties_clause(),
        quick: refused.quick,
        only_missing: query.only.0,
        r,
    };
    desk.page(notice.as_ref(), &page)
}

/// The rounds that have results to show.
fn started(view: &DirectorView<'_>) -> Vec<u16> {
    let mut rounds = view.rounds();
    rounds.retain(|round| (view.round(*round)).is_some_and(|one| one.phase >= Phase::Started));
    rounds
}

/// What stands in the fields of a table: Black's discs, White's, how it ended.
pub(crate) fn fields(t: &DeskTable) -> (String, String, String) {
    let Some(result) = &t.result else {
        return (String::new(), String::new(), "p".to_owned());
    };
    let how = ending_code(&result.official);
    let has_discs = matches!(
        result.official,
        Official::Played { .. } | Official::Adjudicated { .. }
    );
    match result.score.filter(|_| has_discs) {
        Some((black, white)) => (halves(black), halves(white), how),
        None => (String::new(), String::new(), how),
    }
}

/// A result in words: `33–31`, `0–64, Black was not there`.
pub(crate) fn result_words(f: &Frame, result: &ResultView) -> String {
    let how = f.how(&Decided::of(&result.official));
    match result.score {
        Some(score) if how.is_empty() => f.score(score),
        Some(score) => format!("{}, {how}", f.score(score)),
        None => how,
    }
}

/// Where a result comes from, in words.
fn source_words(f: &Frame, t: &DeskTable) -> String {
    let Some(source) = t.source else {
        return String::new();
    };
    let word = match source {
        ResultSource::Judge => f.t("desk.source.judge"),
        ResultSource::Players => f.t("desk.source.players"),
        ResultSource::Player => f.t("desk.source.player"),
        ResultSource::Director => f.t("desk.source.director"),
        ResultSource::Game => f.t("desk.source.game"),
        ResultSource::Slip => f.t("desk.source.slip"),
    };
    let state = match t.state {
        ResultState::Confirmed => f.t("desk.state.confirmed"),
        ResultState::InQuery => f.t("desk.state.in_query"),
        ResultState::Entered | ResultState::Missing => return word.to_owned(),
    };
    format!("{word}, {state}")
}

fn won(t: &DeskTable, side: Side) -> bool {
    (t.result.as_ref()).is_some_and(|result| result.winner == Some(side))
}

fn numbers(tables: &[u16]) -> String {
    let texts: Vec<String> = tables.iter().map(u16::to_string).collect();
    texts.join(", ")
}
