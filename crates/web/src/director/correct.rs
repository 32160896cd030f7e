//! The correction of a result, with what it changes before it is given.

use askama::Template;
use outflank_board::Side;
use outflank_desk::Refusal;
use outflank_desk::views::Head;
use outflank_desk::views::director::{Aftermath, DeskTable, ResultView};
use outflank_pairing::RoundNumber;
use outflank_tournament::running::{Act, Reported, TableNumber};
use serde::Deserialize;

use crate::director::desk::{Bar, DirectorDesk, Posted, TABS, Tab};
use crate::director::log_words::log_words;
use crate::director::results::result_words;
use crate::director::results::typed::{ENDINGS, Typed, TypedAs};
use crate::extract::Text;
use crate::pages::Frame;
use crate::pages::figures::halves;
use crate::pages::notice::Notice;
use crate::respond::{Answer, Problem};

#[derive(Template)]
#[template(path = "desk/correct.html")]
struct CorrectPage<'a> {
    f: &'a Frame,
    head: &'a Head,
    d: Bar,
    round: u16,
    t: DeskTable,
    typed: TypedFields<'a>,
    /// What it would become, and what changes with it.
    then: Option<(ResultView, Aftermath)>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct CorrectForm {
    #[serde(rename = "do")]
    action: Action,
    black: Text,
    white: Text,
    how: Text,
    #[serde(rename = "as")]
    typed_as: TypedAs,
    why: Text,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// What would change.
    #[default]
    Preview,
    Correct,
}

pub(crate) async fn page(desk: DirectorDesk) -> Answer {
    let (round, t) = table_of(&desk)?;
    let (black, white) = match t.result.as_ref().and_then(|result| result.score) {
        Some((black, white)) => (halves(black), halves(white)),
        None => (String::new(), String::new()),
    };
    let typed = TypedFields {
        black: &black,
        white: &white,
        ..TypedFields::default()
    };
    show(&desk, round, t, typed, None, None)
}

pub(crate) async fn post(Posted { desk, form, .. }: Posted<CorrectForm>) -> Answer {
    let (round, t) = table_of(&desk)?;
    match correct(&desk, &form, round, t.table).await {
        Ok(None) => desk.see(&format!("desk/results/{round}")),
        Ok(then) => show(&desk, round, t, form.fields(), then, None),
        Err(notice) => show(&desk, round, t, form.fields(), None, Some(notice)),
    }
}

/// The round and the table in the path.
fn table_of(desk: &DirectorDesk) -> Result<(u16, DeskTable), Problem> {
    let not_found = || Problem::not_found("table");
    let round = desk.part("round")?.ok_or_else(not_found)?;
    let table = desk.part("table")?.ok_or_else(not_found)?;
    let shown = desk.view().round(round);
    let t = shown.as_ref().and_then(|shown| shown.table(table));
    Ok((round, t.cloned().ok_or_else(not_found)?))
}

/// Corrects the result, or looks at what that would change.
async fn correct(
    desk: &DirectorDesk,
    form: &CorrectForm,
    round: u16,
    table: u16,
) -> Result<Option<(ResultView, Aftermath)>, Notice> {
    let (view, f) = (desk.view(), &desk.f);
    let own = |key| Notice::own("", f.t(key));
    let rejected = |rejection: Refusal| Notice::rejected("", &rejection);
    let typed = Typed::of(&form.black, &form.white, &form.how, form.typed_as);
    let typed = typed.ok_or_else(|| own("desk.typed.not_an_ending"))?;
    let reported = typed.reported(view.one_score_is_enough());
    let reported = reported.map_err(|not_yet| own(not_yet.key()))?;
    if form.action == Action::Correct {
        let act = correction(round, table, reported, &form.why);
        return desk
            .submit("correct", act)
            .await
            .map(|_| None)
            .map_err(rejected);
    }
    // The preview needs a reason even where none was written yet.
    let why = match &*form.why {
        "" => "–",
        why => why,
    };
    let act = correction(round, table, reported.clone(), why);
    let preview = desk.preview(act).await.map_err(rejected)?;
    let result = view.official(reported);
    let result = result.map_err(|problem| Notice::own("", problem))?;
    Ok(Some((result, view.aftermath(&preview))))
}

/// What stands in the fields.
#[derive(Default)]
struct TypedFields<'a> {
    black: &'a str,
    white: &'a str,
    how: &'a str,
    typed_as: TypedAs,
    why: &'a str,
}

impl CorrectForm {
    fn fields(&self) -> TypedFields<'_> {
        TypedFields {
            black: &self.black,
            white: &self.white,
            how: &self.how,
            typed_as: self.typed_as,
            why: &self.why,
        }
    }
}

fn correction(round: u16, table: u16, result: Reported, why: &str) -> Act {
    Act::Correct {
        round: RoundNumber(round),
        table: TableNumber(table),
        result,
        why: why.to_owned(),
    }
}

fn show(
    desk: &DirectorDesk,
    round: u16,
    t: DeskTable,
    typed: TypedFields<'_>,
    then: Option<(ResultView, Aftermath)>,
    notice: Option<Notice>,
) -> Answer {
    let page = CorrectPage {
        f: &desk.f,
        head: &desk.head,
        d: desk.bar(Tab::Results, notice.as_ref()),
        round,
        t,
        typed,
        then,
    };
    desk.page(notice.as_ref(), &page)
}
