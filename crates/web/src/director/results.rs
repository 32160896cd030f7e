//! Results, made for speed: one form for the whole round, and a quick entry.

use std::collections::BTreeMap;

use askama::Template;
use outflank_board::Side;
use outflank_desk::views::director::{DeskRound, DeskTable, DirectorView, NextStep, ResultView};
use outflank_desk::views::{Decided, Head};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{
    Act, Official, Phase, Report, Reported, ResultSource, ResultState, TableNumber,
};

use crate::director::ask::{Ask, Bar, DeskAnswer, DeskTab, TABS};
use crate::director::form::{Form, encoded};
use crate::director::said::{Offer, Said};
use crate::director::typed::{ENDINGS, Typed, TypedAs, ending, ending_code, quick};
use crate::pages::Frame;
use crate::pages::figures::halves;

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
    said: Option<Said>,
}

/// What was typed and refused, by table.
#[derive(Default)]
struct Kept {
    rows: BTreeMap<u16, (String, String, String, Said)>,
    quick: String,
    said: Option<Said>,
}

pub(crate) async fn answer(ask: &Ask<'_>, round: Option<u16>) -> DeskAnswer {
    let rounds = ask.office().rounds();
    let Some(round) = round.or_else(|| rounds.last().copied()) else {
        return ask.see("desk/pairing");
    };
    let Some(form) = &ask.form else {
        return show(ask, round, Kept::default());
    };
    let mut kept = Kept::default();
    match form.get("do") {
        "validate" => {
            let act = Act::Validate {
                round: RoundNumber(round),
            };
            if let Err(refusal) = ask.submit("validate", act).await {
                kept.said = Some(Said::refused("bar", &refusal));
            } else {
                return ask.to_after(round);
            }
        }
        "quick" => save_quick(ask, form, round, &mut kept).await,
        "second" => second_entry(ask, form, round, &mut kept).await,
        _ => save_rows(ask, form, round, &mut kept).await,
    }
    if kept.said.is_none() && kept.rows.is_empty() {
        return ask.see(&back_to(form, round));
    }
    show(ask, round, kept)
}

impl Ask<'_> {
    /// After a round is closed: the next pairing, the matches, or the event where none is left.
    fn to_after(&self, round: u16) -> DeskAnswer {
        let now = self.fresh();
        let next = DirectorView::of(&now).next();
        match next {
            NextStep::Finals { .. } => self.see("desk/finals"),
            _ if round < self.office().rounds_planned() => {
                self.see(&format!("desk/pairing/{}", round + 1))
            }
            _ => self.see("desk/event"),
        }
    }
}

fn back_to(form: &Form, round: u16) -> String {
    let mut query = Vec::new();
    for name in ["as", "second", "only"] {
        if form.has(name) && form.get(name) != "official" {
            query.push(format!("{name}={}", encoded(form.get(name))));
        }
    }
    match query.is_empty() {
        true => format!("desk/results/{round}"),
        false => format!("desk/results/{round}?{}", query.join("&")),
    }
}

async fn save_quick(ask: &Ask<'_>, form: &Form, round: u16, kept: &mut Kept) {
    let text = form.get("quick");
    let Some((table, typed)) = quick(text) else {
        kept.quick = text.to_owned();
        kept.said = Some(Said::own("quick", ask.f.t("desk.quick.not_read")));
        return;
    };
    if let Err(mut said) = save(ask, round, table, &typed).await {
        said.place = "quick".to_owned();
        if let Some(offer) = &mut said.offer {
            offer.name = "quick";
            offer.value = format!("{text} c");
        }
        kept.quick = text.to_owned();
        kept.said = Some(said);
    }
}

/// Saves every row that was typed and differs from what is there.
async fn save_rows(ask: &Ask<'_>, form: &Form, round: u16, kept: &mut Kept) {
    let Some(shown) = ask.office().round(round) else {
        return;
    };
    // A button of one row says that its count on the board is meant.
    let counted: Option<u16> = form.number("count");
    for (number, black) in form.beginning("b") {
        let Ok(table) = number.parse::<u16>() else {
            continue;
        };
        let Some((mut typed, how)) = typed_row(form, table, black) else {
            continue;
        };
        if counted == Some(table) {
            typed.typed_as = TypedAs::Count;
        }
        let there = shown.table(table);
        if typed.is_empty() || there.is_some_and(|t| is_shown(t, black, &typed.white, how)) {
            continue;
        }
        if let Err(said) = save(ask, round, table, &typed).await {
            let fields = (typed.black, typed.white, how.to_owned(), said);
            kept.rows.insert(table, fields);
        }
    }
}

/// What was typed into a row, and its ending as it was chosen.
fn typed_row<'a>(form: &'a Form, table: u16, black: &str) -> Option<(Typed, &'a str)> {
    let how = form.get(&format!("h{table}"));
    let typed = Typed {
        black: black.to_owned(),
        white: form.get(&format!("w{table}")).to_owned(),
        how: ending(how)?,
        typed_as: TypedAs::of(form.get("as")),
    };
    Some((typed, how))
}

/// Whether the fields hold what is stored, so that nothing is to be done.
fn is_shown(t: &DeskTable, black: &str, white: &str, how: &str) -> bool {
    let (shown_black, shown_white, shown_how) = fields(t);
    (black, white, how) == (&*shown_black, &*shown_white, &*shown_how)
}

async fn save(ask: &Ask<'_>, round: u16, table: u16, typed: &Typed) -> Result<(), Said> {
    let place = format!("table-{table}");
    let office = ask.office();
    let reported = match typed.reported(office.one_score_is_enough()) {
        Ok(reported) => reported,
        Err(not_yet) => return Err(Said::own(place, ask.f.t(not_yet.key()))),
    };
    let act = Act::EnterResult(Box::new(Report {
        round: RoundNumber(round),
        table: TableNumber(table),
        result: reported.clone(),
        source: ResultSource::Slip,
        signed: Vec::new(),
        transcripts: Vec::new(),
    }));
    match ask.submit(&format!("t{table}"), act).await {
        Ok(_) => Ok(()),
        Err(refusal) => {
            let mut said = Said::refused(place, &refusal);
            said.offer = counted_offer(ask, table, &reported);
            said.clause = said
                .clause
                .or_else(|| office.empties_clause())
                .filter(|_| said.offer.is_some() || refusal.clause().is_some());
            Err(said)
        }
    }
}

/// A score that cannot be official may be the count on the board: offers what that would be.
fn counted_offer(ask: &Ask<'_>, table: u16, reported: &Reported) -> Option<Offer> {
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
    let official = ask.office().official(count).ok()?.score?;
    let on_board = format!("{}–{}", black.0 / 2, white.0 / 2);
    Some(Offer {
        name: "count",
        value: table.to_string(),
        words: ask.f.t2(
            "desk.typed.offer",
            "board",
            on_board,
            "official",
            ask.f.score(official),
        ),
    })
}

/// A second person types the slips again: what agrees is confirmed, what does not is said.
async fn second_entry(ask: &Ask<'_>, form: &Form, round: u16, kept: &mut Kept) {
    let office = ask.office();
    let Some(shown) = office.round(round) else {
        return;
    };
    for (number, black) in form.beginning("b") {
        let Some(t) = number.parse().ok().and_then(|table| shown.table(table)) else {
            continue;
        };
        let table = t.table;
        let Some((typed, how)) = typed_row(form, table, black) else {
            continue;
        };
        if typed.is_empty() || t.state != ResultState::Entered {
            continue;
        }
        let place = format!("table-{table}");
        let again = match typed.reported(office.one_score_is_enough()) {
            Ok(reported) => office.official(reported),
            Err(not_yet) => Err(ask.f.t(not_yet.key()).to_owned()),
        };
        let said = match again {
            Err(problem) => Some(Said::own(place, problem)),
            Ok(result) if Some(&result) != t.result.as_ref() => {
                let first = t
                    .result
                    .as_ref()
                    .map_or_else(String::new, |first| result_words(&ask.f, first));
                Some(Said::own(
                    place,
                    ask.f.t2(
                        "desk.second.differs",
                        "first",
                        first,
                        "second",
                        result_words(&ask.f, &result),
                    ),
                ))
            }
            Ok(_) => {
                let act = Act::Confirm {
                    round: RoundNumber(round),
                    table: TableNumber(table),
                };
                let confirmed = ask.submit(&format!("c{table}"), act).await;
                confirmed
                    .err()
                    .map(|refusal| Said::refused(place, &refusal))
            }
        };
        if let Some(said) = said {
            let fields = (typed.black, typed.white, how.to_owned(), said);
            kept.rows.insert(table, fields);
        }
    }
}

fn show(ask: &Ask<'_>, round: u16, kept: Kept) -> DeskAnswer {
    let now = ask.fresh();
    let office = DirectorView::of(&now);
    let Some(r) = office.round(round) else {
        return ask.see(&format!("desk/pairing/{round}"));
    };
    if r.phase < Phase::Started {
        return ask.see(&format!("desk/pairing/{round}"));
    }
    let asked = ask.form.as_ref().unwrap_or(&ask.query);
    let second = asked.has("second");
    let mut rows_kept = kept.rows;
    let first_bad = rows_kept
        .values()
        .next()
        .map(|(_, _, _, said)| said.clone());
    let rows = (r.tables.iter())
        .map(|t| match rows_kept.remove(&t.table) {
            Some((black, white, how, said)) => Row {
                t: t.clone(),
                black,
                white,
                how,
                said: Some(said),
            },
            None => {
                let hidden = second && t.state == ResultState::Entered;
                let (black, white, how) = match hidden {
                    true => (String::new(), String::new(), "p".to_owned()),
                    false => fields(t),
                };
                Row {
                    t: t.clone(),
                    black,
                    white,
                    how,
                    said: None,
                }
            }
        })
        .collect();
    let said = kept.said.or(first_bad);
    let mut d = ask.bar(DeskTab::Results, said.clone());
    d.version = now.version.0;
    d.next = office.next();
    let page = ResultsPage {
        f: &ask.f,
        head: &ask.head,
        d,
        rounds: started(&office),
        rows,
        open: r.open(),
        in_query: r.in_query(),
        typed_as: TypedAs::of(asked.get("as")),
        second,
        one_is_enough: office.one_score_is_enough(),
        halves: office.knows_half_discs(),
        empties_clause: office.empties_clause(),
        quick: kept.quick,
        only_missing: asked.has("only"),
        r,
    };
    ask.page(said.as_ref(), &page)
}

/// The rounds that have results to show.
fn started(office: &DirectorView<'_>) -> Vec<u16> {
    let mut rounds = office.rounds();
    rounds.retain(|round| (office.round(*round)).is_some_and(|one| one.phase >= Phase::Started));
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
